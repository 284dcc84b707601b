//! Each kind of assertion, with counterexamples that are runs.

use crate::processes;
use crate::processes::{A, Answer, B, C, TAU, TICK, Wishes, World, after};
use kernel::SearchOptions;
use lts::{Assertion, Compression, Demand, Event, Model, TermId, Violation};
use testing::Numbers;

const T: Model = Model::Traces;
const F: Model = Model::Failures;
const FD: Model = Model::FailuresDivergences;

/// The visible events of the counterexample, and what is wrong.
fn failure(answer: Answer) -> (Vec<Event>, Violation) {
    let Answer::Failed(counterexample) = answer else { panic!("{answer:?}") };
    let events = counterexample.run.events.iter().copied().filter(|&event| event != TAU);
    (events.collect(), counterexample.violation)
}

fn refusal(answer: Answer) -> (Vec<Event>, Vec<Event>) {
    match failure(answer) {
        (trace, Violation::Acceptance { accepted, .. }) => (trace, accepted.to_vec()),
        other => panic!("{other:?}"),
    }
}

fn forever(world: &mut World, events: &[Event]) -> TermId {
    world.recursive(|world, again| {
        events.iter().rev().fold(again, |then, &event| world.prefix(event, then))
    })
}

#[test]
fn an_event_that_is_not_allowed() {
    let mut world = World::default();
    let (specification, process) = (forever(&mut world, &[A, B]), world.events(&[A, B, B]));
    let answer = world.check(process, Assertion::Refines(specification, T));
    assert_eq!(failure(answer), (vec![A, B], Violation::Event(B)));
}

#[test]
fn what_is_accepted_falls_short() {
    let mut world = World::default();
    let (a, b) = (world.events(&[A]), world.events(&[B]));
    let either = world.external(&[a, b]);
    let one = world.internal(&[a, b]);
    assert!(world.holds(one, Assertion::Refines(either, T)));
    let Answer::Failed(counterexample) = world.check(one, Assertion::Refines(either, F)) else {
        panic!("one of them is refused")
    };
    assert_eq!(counterexample.run.events, [TAU]);
    let demanded = Demand::OneOf([Box::from([A, B])].into());
    let Violation::Acceptance { accepted, demanded: found } = counterexample.violation else {
        panic!("a refusal")
    };
    assert!((*accepted == [A] || *accepted == [B]) && found == demanded);
    assert!(world.holds(either, Assertion::Refines(one, FD)));
}

#[test]
fn divergence_counts_only_where_the_model_has_it() {
    let mut world = World::default();
    let div = world.div();
    let process = world.prefix(A, div);
    let specification = world.events(&[A]);
    assert!(world.holds(process, Assertion::Refines(specification, F)));
    let (trace, violation) = failure(world.check(process, Assertion::Refines(specification, FD)));
    let Violation::Divergence { states, again } = violation else { panic!("{violation:?}") };
    assert_eq!((trace, states.len(), again), (vec![A], 1, 0));
    // Once the specification diverges, everything is allowed.
    let anything = world.events(&[A, B, C]);
    assert!(world.holds(anything, Assertion::Refines(process, FD)));
    assert!(!world.holds(anything, Assertion::Refines(process, T)));
}

#[test]
fn a_divergence_behind_several_silent_steps_is_found() {
    let mut world = World::default();
    // In one of the two states of the cycle there is a way out, so that they are not bisimilar.
    let hidden = world.recursive(|world, again| {
        let (leave, again) = (world.events(&[C]), world.prefix(B, again));
        let choice = world.external(&[leave, again]);
        world.prefix(A, choice)
    });
    let hidden = world.hide(hidden, &[A, B]);
    let process = world.events(&[A, A]);
    let process = world.internal(&[process, hidden]);
    let (trace, violation) = failure(world.check(process, Assertion::DivergenceFree));
    let Violation::Divergence { states, again } = violation else { panic!("{violation:?}") };
    assert!(trace.is_empty() && states.len() - again == 2, "{states:?} {again}");
}

#[test]
fn deadlocks_and_termination() {
    let mut world = World::default();
    let stops = world.events(&[A]);
    assert_eq!(refusal(world.check(stops, Assertion::DeadlockFree(F))), (vec![A], vec![]));
    // FDR takes termination for a deadlock: nothing is accepted behind ✓.
    let skip = world.skip();
    assert_eq!(refusal(world.check(skip, Assertion::DeadlockFree(FD))), (vec![TICK], vec![]));
    let goes_on = forever(&mut world, &[A]);
    assert!(world.holds(goes_on, Assertion::DeadlockFree(FD)));
    let div = world.div();
    assert!(world.holds(div, Assertion::DeadlockFree(F)));
    assert!(!world.holds(div, Assertion::DeadlockFree(FD)));
    // Two that wait for one another.
    let (one, other) = (forever(&mut world, &[A, B]), forever(&mut world, &[B, A]));
    let process = world.parallel(&[A, B], &[one, other]);
    assert_eq!(refusal(world.check(process, Assertion::DeadlockFree(F))), (vec![], vec![]));
}

#[test]
fn determinism() {
    let mut world = World::default();
    let stop = world.stop();
    let (one, other) = (world.events(&[A, B]), world.events(&[A, C]));
    let choice = world.external(&[one, other]);
    let (trace, accepted) = refusal(world.check(choice, Assertion::Deterministic(F)));
    assert!(trace == [A] && (accepted == [B] || accepted == [C]));
    assert!(world.holds(one, Assertion::Deterministic(FD)));
    let refuses = world.internal(&[one, stop]);
    assert_eq!(refusal(world.check(refuses, Assertion::Deterministic(FD))), (vec![], vec![]));
    // Internal steps do no harm that lead to the same.
    let same = world.internal(&[one, one]);
    assert!(world.holds(same, Assertion::Deterministic(FD)));
    let div = world.div();
    assert!(world.holds(div, Assertion::Deterministic(F)));
    assert!(!world.holds(div, Assertion::Deterministic(FD)));
    // Who can terminate and do something else has a choice of its own only if it is not stable.
    let skip = world.skip();
    let terminates = world.external(&[one, skip]);
    assert!(world.holds(terminates, Assertion::Deterministic(FD)));
}

#[test]
fn traces_that_a_process_has() {
    let mut world = World::default();
    let has = |trace: &[Event], model| Assertion::HasTrace(trace.to_vec(), model);
    let (one, other) = (world.events(&[A, B]), world.events(&[A, C]));
    let choice = world.external(&[one, other]);
    assert!(world.holds(choice, has(&[A, B], T)) && world.holds(choice, has(&[A, C], T)));
    let answer = world.check(choice, has(&[A, A], T));
    assert_eq!(failure(answer), (vec![A], Violation::Missing(A)));
    let answer = world.check(choice, has(&[B], T));
    assert_eq!(failure(answer), (vec![], Violation::Missing(B)));
    assert_eq!(refusal(world.check(choice, has(&[A, B], F))), (vec![A], vec![C]));
    assert!(world.holds(one, has(&[A, B], FD)) && world.holds(one, has(&[A], FD)));
    for model in [T, F, FD] {
        assert!(world.holds(one, has(&[], model)));
    }
    let div = world.div();
    let perhaps = world.sliding(one, div);
    assert!(world.holds(perhaps, has(&[A, B], F)) && !world.holds(perhaps, has(&[A, B], FD)));
    // It refuses nothing, and yet cannot do it.
    assert_eq!(failure(world.check(div, has(&[A], F))), (vec![], Violation::Missing(A)));
}

#[test]
fn counterexamples_are_shortest_with_any_number_of_workers() {
    let mut world = World::default();
    let long = world.events(&[A, A, A, A, B]);
    let short = world.events(&[A, A, B]);
    let process = world.external(&[long, short]);
    let specification = forever(&mut world, &[A]);
    for workers in [1, 2, 4] {
        let options = SearchOptions { workers, ..SearchOptions::default() };
        let answer = world.check_with(process, Assertion::Refines(specification, T), &options);
        assert_eq!(failure(answer), (vec![A, A], Violation::Event(B)));
    }
}

/// By the definitions, from the states that each trace leads to.
#[test]
fn random_processes_are_free_of_deadlocks_and_choices_as_the_definitions_say() {
    let wishes = Wishes { endless: true, all_operators: true, terminating: true };
    let mut verdicts = [[0; 2]; 4];
    for seed in 0..1500 {
        let numbers = &mut Numbers::new(seed);
        let mut world = World::default();
        let depth = numbers.between(1, 4);
        let process = world.random(numbers, depth, wishes);
        let explicit = world.explore(process);
        let divergent = explicit.divergent();
        let free_of_divergence = !divergent.iter().any(|&diverges| diverges);
        let stuck = |state| explicit.of(state).is_empty();
        let free_of_deadlock = !(0..explicit.len() as u32).map(lts::State).any(stuck);
        let mut deterministic = true;
        let (mut known, mut waiting) = (std::collections::HashSet::new(), vec![vec![]]);
        while let Some(trace) = waiting.pop() {
            let states = after(&explicit, &trace);
            if !known.insert(states.clone()) {
                continue;
            }
            let can = |event| states.iter().any(|&state| explicit.can(state, event));
            for event in [A, B, C, TICK].into_iter().filter(|&event| can(event)) {
                let stable = states.iter().filter(|&&state| explicit.is_stable(state));
                deterministic &= stable.clone().all(|&state| explicit.can(state, event));
                waiting.push([&trace[..], &[event]].concat());
            }
        }
        let expected = [
            (Assertion::DivergenceFree, free_of_divergence),
            (Assertion::DeadlockFree(F), free_of_deadlock),
            (Assertion::Deterministic(F), deterministic),
            (Assertion::Deterministic(FD), deterministic && free_of_divergence),
        ];
        for ((assertion, expected), verdicts) in expected.into_iter().zip(&mut verdicts) {
            let found = world.holds(process, assertion.clone());
            assert_eq!(found, expected, "seed {seed}, {assertion:?}");
            verdicts[usize::from(found)] += 1;
        }
    }
    assert!(verdicts.iter().flatten().all(|&count| count > 50), "{verdicts:?}");
}

#[test]
fn compressed_parts_diverge_without_tau() {
    let mut world = World::default();
    let div = world.div();
    let behind = world.prefix(A, div);
    let normal = world.compress(Compression::Normal, behind);
    let beside = world.events(&[B]);
    let process = world.interleaved(&[normal, beside]);
    let stop = world.stop();
    let plain = world.prefix(A, stop);
    let specification = world.interleaved(&[plain, beside]);
    assert!(world.holds(process, Assertion::Refines(specification, F)));
    let (trace, violation) = failure(world.check(process, Assertion::Refines(specification, FD)));
    let Violation::Divergence { states, again } = violation else { panic!("{violation:?}") };
    assert_eq!((trace, states.len(), again), (vec![A], 1, 0));
    assert!(!world.holds(process, Assertion::DivergenceFree));
    // A part that is not at work does not make the whole diverge.
    let never = world.sequence(beside, process);
    assert!(world.holds(never, Assertion::DivergenceFree));
}

/// What is compressed means the same, also as a part of something.
#[test]
fn compressed_parts_change_no_verdict() {
    let wishes = Wishes { endless: true, all_operators: false, terminating: true };
    let ways = [
        Compression::Normal,
        Compression::Diamond,
        Compression::StrongBisimulation,
        Compression::WeakBisimulation,
        Compression::DelayBisimulation,
        Compression::TauLoopFactor,
        Compression::ModelCompress,
    ];
    let mut generalised = 0;
    let mut verdicts = [[0; 2]; 6];
    for seed in 0..600 {
        let numbers = &mut Numbers::new(seed);
        let mut world = World::default();
        let depth = numbers.between(2, 4);
        let parts = [0, 1].map(|_| world.random(numbers, depth, wishes));
        let compressed = parts.map(|part| world.compress(*numbers.pick(&ways), part));
        let events = processes::some(numbers);
        let hidden = processes::some(numbers);
        let choice = numbers.below(5);
        let [plain, small] = [parts, compressed].map(|parts| {
            let whole = match choice {
                0 => world.external(&parts),
                1 => world.interrupt(parts[0], parts[1]),
                2 => world.synchronising_choice(&events, &parts),
                _ => world.parallel(&events, &parts),
            };
            world.hide(whole, &hidden)
        });
        let assertions = [
            Assertion::DivergenceFree,
            Assertion::DeadlockFree(F),
            Assertion::DeadlockFree(FD),
            Assertion::Deterministic(F),
            Assertion::Deterministic(FD),
            Assertion::HasTrace(vec![A], FD),
        ];
        for (assertion, verdicts) in assertions.into_iter().zip(&mut verdicts) {
            let holds = world.holds(plain, assertion.clone());
            assert_eq!(world.holds(small, assertion.clone()), holds, "seed {seed}, {assertion:?}");
            verdicts[usize::from(holds)] += 1;
        }
        generalised += usize::from(world.explore(small).generalised.is_some());
        for model in [T, F, FD] {
            for (one, other) in [(plain, small), (small, plain)] {
                assert!(world.refines(one, other, model), "seed {seed}, {model:?}, reference");
                let holds = world.holds(other, Assertion::Refines(one, model));
                assert!(holds, "seed {seed}, {model:?}");
            }
        }
    }
    assert!(generalised > 100, "{generalised}");
    assert!(verdicts.iter().flatten().all(|&count| count >= 10), "{verdicts:?}");
}
