//! `trace_watchdog` barks exactly at what is no trace of the process that it follows.

use crate::processes;
use crate::processes::{A, Answer, B, EVENTS, Wishes, World, checked, refinement};
use lts::{Assertion, Event, EventSet, Failure, Model, Term, TermId};
use testing::Numbers;

const BARK: Event = Event(60);

fn watchdog(world: &mut World, process: TermId, alphabet: &[Event]) -> TermId {
    let alphabet = world.set(alphabet);
    world.of(Term::TraceWatchdog(process, alphabet, BARK))
}

/// Whether a watchdog of one process barks at some trace of another.
fn barks(world: &mut World, watched: TermId, process: TermId) -> bool {
    let dog = watchdog(world, watched, &EVENTS);
    let beside = world.parallel(&EVENTS, &[process, dog]);
    let barking = world.hide(beside, &EVENTS);
    let skip = world.skip();
    !world.refines(skip, barking, Model::Traces)
}

#[test]
fn a_watchdog_does_what_it_follows_and_barks_at_the_rest() {
    let mut world = World::default();
    let (one, other) = (world.events(&[A, A]), world.events(&[A, B]));
    // What it follows may choose unseen.
    let process = world.internal(&[one, other]);
    let dog = watchdog(&mut world, process, &[A, B]);
    let explicit = world.explore(dog);
    let offered = |trace: &[Event]| {
        let states = processes::after(&explicit, trace);
        let [state] = states[..] else { panic!("{states:?}") };
        explicit.of(state).iter().map(|&(event, _)| event).collect::<Vec<_>>()
    };
    assert_eq!(offered(&[]), [A, B]);
    assert_eq!(offered(&[A]), [A, B]);
    assert_eq!(offered(&[B]), [BARK]);
    assert_eq!(offered(&[A, A]), [A, B]);
    assert_eq!(offered(&[A, A, A]), [BARK]);
    assert_eq!(offered(&[B, BARK]), []);
}

#[test]
fn a_watchdog_barks_where_refinement_fails() {
    let mut told = [0, 0];
    for seed in 0..400 {
        let numbers = &mut Numbers::new(seed);
        // ✓ cannot be watched: a watchdog that does not terminate keeps what it watches from that.
        let terminating = seed % 4 == 0;
        let wishes = Wishes { endless: true, all_operators: true, terminating };
        let mut world = World::default();
        let depth = numbers.between(1, 3);
        let [p, q] = [0; 2].map(|_| world.random(numbers, depth, wishes));
        let refines = world.refines(p, q, Model::Traces);
        let barks = barks(&mut world, p, q);
        assert!(!(barks && refines), "seed {seed}");
        assert!(terminating || barks != refines, "seed {seed}");
        told[usize::from(barks)] += 1;
    }
    assert!(told.iter().all(|&count| count > 50), "{told:?}");
}

#[test]
fn a_compiled_watchdog_is_the_same() {
    let mut world = World::default();
    let (one, other) = (world.events(&[A, B]), world.events(&[B, B]));
    let dog = watchdog(&mut world, one, &[A, B]);
    let explicit = world.explore(dog);
    let beside = world.parallel(&[A, B], &[dog, other]);
    let answer = world.check(beside, Assertion::Refines(dog, Model::Traces));
    assert_eq!(answer, Answer::Passed);
    let system = lts::Supercombinator::of(std::sync::Arc::new(explicit.clone()));
    let answer = checked(&refinement(&explicit, Model::FailuresDivergences), &system).answer;
    assert_eq!(answer, Answer::Passed);
}

#[test]
fn what_cannot_be_watched_is_refused() {
    let mut world = World::default();
    let process = world.events(&[A]);
    let mut semantics = world.semantics();
    let all = semantics.terms.set(EventSet::all_but([A]));
    let dog = semantics.terms.intern(Term::TraceWatchdog(process, all, BARK));
    assert_eq!(semantics.transitions(dog).unwrap_err(), Failure::Unlisted);
    let none = semantics.terms.set(EventSet::of([]));
    let dog = semantics.terms.intern(Term::FailureWatchdog(process, none, BARK));
    assert_eq!(semantics.transitions(dog).unwrap_err(), Failure::Unsupported("failure_watchdog"));
    let mut world = World::default();
    let itself = world.recursive(|world, again| {
        let dog = watchdog(world, again, &EVENTS);
        world.prefix(A, dog)
    });
    assert_eq!(world.try_explore(itself).unwrap_err(), Failure::PartOfItself);
}
