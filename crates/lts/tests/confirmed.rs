//! Counterexamples are confirmed, and with any part of them corrupted they are refused.

use crate::processes::{A, Answer, B, C, TAU, Wishes, World, decided};
use kernel::SearchOptions;
use lts::{
    Assertion, Compression, Counterexample, Demand, Event, Grounds, Model, Prepared, Semantics,
    Settings, State, TermId, Unconfirmed, Violation,
};
use testing::Numbers;

/// An assertion that is violated, and how.
struct Found {
    world: World,
    prepared: Prepared,
    counterexample: Counterexample,
}

fn found(mut world: World, process: TermId, assertion: Assertion) -> Option<Found> {
    let prepared = assertion.prepare(&mut world.semantics(), process, Settings::default());
    let prepared = prepared.expect("it can be compiled");
    match decided(&prepared, &SearchOptions::default()).answer {
        Answer::Passed => None,
        Answer::Failed(counterexample) => {
            Some(Found { world, prepared, counterexample: *counterexample })
        }
        other => panic!("{other:?}"),
    }
}

impl Found {
    fn by_semantics(&mut self, found: &Counterexample) -> Result<Grounds, Unconfirmed> {
        let World { terms, named } = &mut self.world;
        let mut semantics = Semantics::without_compressions(terms, named);
        self.prepared.confirm_by_semantics(&mut semantics, found)
    }

    /// That it is confirmed as it is, and refused once this was done to it.
    #[track_caller]
    fn refused(&self, corrupt: impl FnOnce(&mut Counterexample)) -> Unconfirmed {
        assert_eq!(self.prepared.confirm(&self.counterexample), Ok(()));
        let mut corrupted = self.counterexample.clone();
        corrupt(&mut corrupted);
        assert_ne!(corrupted, self.counterexample);
        self.prepared.confirm(&corrupted).expect_err("it is corrupted")
    }
}

fn with(
    process: impl FnOnce(&mut World) -> TermId,
    assertion: impl FnOnce(&mut World) -> Assertion,
) -> Found {
    let mut world = World::default();
    let (process, assertion) = (process(&mut world), assertion(&mut world));
    found(world, process, assertion).expect("it is violated")
}

/// `a -> (STOP |~| b -> c -> STOP)` against what stops behind `b`.
fn forbidden() -> Found {
    with(
        |world| {
            let (stop, then) = (world.stop(), world.events(&[B, C]));
            let choice = world.internal(&[stop, then]);
            world.prefix(A, choice)
        },
        |world| Assertion::Refines(world.events(&[A, B]), Model::Traces),
    )
}

/// The same against what must do `b`.
fn refusing() -> Found {
    with(
        |world| {
            let (stop, then) = (world.stop(), world.events(&[B]));
            let choice = world.internal(&[stop, then]);
            world.prefix(A, choice)
        },
        |world| Assertion::Refines(world.events(&[A, B]), Model::Failures),
    )
}

/// `a` and then τ through two states, for ever.
fn divergent() -> Found {
    with(
        |world| {
            let hidden = world.recursive(|world, again| {
                let (leave, again) = (world.events(&[C]), world.prefix(B, again));
                let choice = world.external(&[leave, again]);
                world.prefix(B, choice)
            });
            let hidden = world.hide(hidden, &[B]);
            world.prefix(A, hidden)
        },
        |world| Assertion::Refines(world.events(&[A, C]), Model::FailuresDivergences),
    )
}

#[test]
fn every_part_of_a_run_counts() {
    let found = forbidden();
    assert_eq!(found.counterexample.run.events, [A, TAU, B]);
    // An event.
    assert_eq!(found.refused(|one| one.run.events[0] = B), Unconfirmed::Step(1));
    assert_eq!(found.refused(|one| one.run.events[1] = B), Unconfirmed::Step(2));
    // The order.
    assert_eq!(found.refused(|one| one.run.events.swap(0, 1)), Unconfirmed::Step(1));
    assert_eq!(found.refused(|one| one.run.states.swap(0, 1)), Unconfirmed::Start);
    assert_eq!(found.refused(|one| one.run.states.swap(1, 2)), Unconfirmed::Step(1));
    // A state, which there may not be at all.
    assert_eq!(found.refused(|one| one.run.states[2][0] = u32::MAX), Unconfirmed::Step(2));
    assert_eq!(found.refused(|one| one.run.states[0] = vec![]), Unconfirmed::Start);
    // Where it begins, and its length.
    assert_eq!(found.refused(|one| drop(one.run.states.remove(0))), Unconfirmed::Start);
    let shortened = found.refused(|one| {
        one.run.states.pop();
        one.run.events.pop();
    });
    assert_eq!(shortened, Unconfirmed::Node);
    assert_eq!(found.refused(|one| one.run.states.clear()), Unconfirmed::Start);
    // Where it leads.
    assert_eq!(found.refused(|one| one.node = State(0)), Unconfirmed::Node);
}

#[test]
fn the_ending_is_looked_at() {
    let found = forbidden();
    assert_eq!(found.counterexample.violation, Violation::Event(C));
    assert_eq!(found.refused(|one| one.violation = Violation::Event(A)), Unconfirmed::Event);
    let accepted = Box::from([C]);
    let refuses = Violation::Acceptance { accepted, demanded: Demand::Something };
    assert_eq!(found.refused(|one| one.violation = refuses), Unconfirmed::Acceptance);
    let states = vec![found.counterexample.run.states[3].clone()];
    let diverges = Violation::Divergence { states, again: 0 };
    assert_eq!(found.refused(|one| one.violation = diverges), Unconfirmed::Divergence);
    assert_eq!(found.refused(|one| one.violation = Violation::Missing(A)), Unconfirmed::Missing);
    // An event that is allowed is no violation: one step less.
    let found = forbidden();
    let allowed = found.refused(|one| {
        one.run.states.pop();
        one.run.events.pop();
        one.violation = Violation::Event(B);
        one.node = State(1);
    });
    assert!(matches!(allowed, Unconfirmed::Event | Unconfirmed::Node), "{allowed:?}");
}

#[test]
fn the_refusal_is_looked_at() {
    let found = refusing();
    let Violation::Acceptance { accepted, demanded } = &found.counterexample.violation else {
        panic!("{:?}", found.counterexample)
    };
    assert!(accepted.is_empty());
    let claim = |accepted: &[Event], demanded: &Demand| Violation::Acceptance {
        accepted: accepted.into(),
        demanded: demanded.clone(),
    };
    for wrong in [
        claim(&[C], demanded),
        claim(&[TAU], demanded),
        claim(&[B], demanded),
        claim(&[], &Demand::Nothing),
        claim(&[], &Demand::Something),
    ] {
        assert_eq!(found.refused(|one| one.violation = wrong), Unconfirmed::Acceptance);
    }
    // The state before is not stable.
    let unstable = found.refused(|one| {
        one.run.states.pop();
        one.run.events.pop();
    });
    assert_eq!(unstable, Unconfirmed::Acceptance);
}

#[test]
fn the_cycle_is_looked_at() {
    let found = divergent();
    let Violation::Divergence { states, again } = found.counterexample.violation.clone() else {
        panic!("{:?}", found.counterexample)
    };
    assert!(states.len() - again == 2, "{states:?}, {again}");
    let claim = |states: &[Vec<u32>], again| Violation::Divergence { states: states.into(), again };
    let mut turned = states.clone();
    turned.reverse();
    for wrong in [
        claim(&states, states.len()),
        claim(&states, states.len() - 1),
        claim(&states[..1], 0),
        claim(&states[1..], 0),
        claim(&turned, 0),
        claim(&[], 0),
    ] {
        assert_eq!(found.refused(|one| one.violation = wrong), Unconfirmed::Divergence);
    }
}

#[test]
fn what_is_missing_is_looked_at() {
    let trace = vec![A, B];
    let found =
        with(|world| world.events(&[A, C]), |_| Assertion::HasTrace(trace.clone(), Model::Traces));
    assert_eq!(found.counterexample.violation, Violation::Missing(B));
    for wrong in [Violation::Missing(C), Violation::Missing(A)] {
        assert_eq!(found.refused(|one| one.violation = wrong), Unconfirmed::Missing);
    }
    assert_eq!(found.refused(|one| one.violation = Violation::Event(B)), Unconfirmed::Event);
    assert_eq!(found.refused(|one| one.node = State(0)), Unconfirmed::Node);
    assert_eq!(found.refused(|one| one.run.events[0] = B), Unconfirmed::Step(1));
}

#[test]
fn the_reference_semantics_refuses_what_is_none() {
    for mut found in [forbidden(), refusing(), divergent()] {
        let right = found.counterexample.clone();
        assert_eq!(found.by_semantics(&right), Ok(Grounds::Semantics));
        let mut wrong = right.clone();
        wrong.run.events[0] = B;
        assert_eq!(found.by_semantics(&wrong), Err(Unconfirmed::NoSuchTrace));
        let mut wrong = right.clone();
        wrong.violation = Violation::Event(A);
        assert_eq!(found.by_semantics(&wrong), Err(Unconfirmed::Event));
        let mut wrong = right.clone();
        let accepted = Box::from([A, B]);
        wrong.violation = Violation::Acceptance { accepted, demanded: Demand::Something };
        assert_eq!(found.by_semantics(&wrong), Err(Unconfirmed::Acceptance));
        let mut wrong = right.clone();
        wrong.run.events.retain(|&event| event == TAU);
        wrong.violation = Violation::Divergence { states: vec![], again: 0 };
        assert_eq!(found.by_semantics(&wrong), Err(Unconfirmed::Divergence));
        // The process can do this first, and the specification allows it.
        let mut wrong = right;
        wrong.run.events.clear();
        wrong.violation = Violation::Event(A);
        assert_eq!(found.by_semantics(&wrong), Err(Unconfirmed::Allowed));
    }
}

#[test]
fn where_the_reference_semantics_takes_too_much_the_compiled_process_is_asked_alone() {
    let mut found = with(
        |world| {
            let silent = world.events(&[B]);
            let silent = world.hide(silent, &[B]);
            let mut parts = vec![silent; 20];
            parts.push(world.events(&[A]));
            world.interleaved(&parts)
        },
        |world| Assertion::Refines(world.stop(), Model::Traces),
    );
    let right = found.counterexample.clone();
    assert_eq!(right.violation, Violation::Event(A));
    assert_eq!(found.by_semantics(&right), Ok(Grounds::Compiled));
    assert_eq!(found.refused(|one| one.violation = Violation::Event(C)), Unconfirmed::Event);
}

/// Compressed processes among them, so that the two confirmations look at different states.
#[test]
fn random_counterexamples_are_confirmed_by_both_and_others_by_neither() {
    let wishes = Wishes { endless: true, all_operators: true, terminating: true };
    let models = [Model::Traces, Model::Failures, Model::FailuresDivergences];
    let compressions = [Compression::Normal, Compression::Diamond, Compression::WeakBisimulation];
    let (mut by_semantics, mut by_compiled, mut refused) = (0, 0, 0);
    for seed in 0..2000 {
        let numbers = &mut Numbers::new(seed);
        let mut world = World::default();
        let depth = numbers.between(1, 4);
        let mut process = world.random(numbers, depth, wishes);
        if numbers.one_in(2) {
            let compressed = world.compress(*numbers.pick(&compressions), process);
            let other = world.random(numbers, 2, wishes);
            process = world.parallel(&[A], &[compressed, other]);
        }
        let model = *numbers.pick(&models);
        let assertion = match numbers.below(8) {
            0 => Assertion::DeadlockFree(model),
            1 => Assertion::DivergenceFree,
            2 => Assertion::Deterministic(model),
            3 => Assertion::HasTrace(vec![A, *numbers.pick(&[A, B, C])], model),
            _ => Assertion::Refines(world.random(numbers, depth, wishes), model),
        };
        let Some(mut found) = found(world, process, assertion) else { continue };
        let right = found.counterexample.clone();
        match found.by_semantics(&right) {
            Ok(Grounds::Semantics) => by_semantics += 1,
            Ok(Grounds::Compiled) => by_compiled += 1,
            Err(why) => panic!("seed {seed}: {why:?}: {right:?}"),
        }
        assert_eq!(found.prepared.confirm(&right), Ok(()), "seed {seed}");
        // An event of another number than any there is.
        let mut wrong = right.clone();
        if let Some(event) = wrong.run.events.last_mut() {
            *event = Event(99);
            assert!(found.prepared.confirm(&wrong).is_err(), "seed {seed}");
            assert!(found.by_semantics(&wrong) != Ok(Grounds::Semantics), "seed {seed}");
            refused += 1;
        }
    }
    println!("{by_semantics} by the semantics, {by_compiled} compiled alone, {refused} refused");
    assert!(by_semantics > 500 && by_compiled * 10 < by_semantics && refused > 300);
}
