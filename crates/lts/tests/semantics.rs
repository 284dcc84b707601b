//! What each operator does, rule by rule: the operational semantics of FDR4's CSP, where ✓ of a parallel composition is joint.

use crate::processes::{A, B, C, TAU, TICK, World};
use lts::{
    Call, Compression, Definitions, Event, EventSet, Failure, Fault, Marks, Semantics, State, Term,
    TermId, Terms, explore,
};

/// Requires that a term has these transitions and no others.
#[track_caller]
fn does(world: &mut World, term: TermId, expected: &[(Event, TermId)]) {
    let mut expected = expected.to_vec();
    expected.sort_unstable();
    expected.dedup();
    assert_eq!(world.transitions(term), expected);
}

/// Three processes that are told apart: `a -> b -> STOP`, `b -> c -> STOP` and `c -> a -> STOP`, with what they do next.
fn three(world: &mut World) -> [(TermId, TermId); 3] {
    [[A, B], [B, C], [C, A]].map(|events| (world.events(&events), world.events(&events[1..])))
}

/// `τ` to either of two.
fn undecided(world: &mut World) -> (TermId, [TermId; 2]) {
    let parts = [world.events(&[A, A]), world.events(&[B, B])];
    (world.internal(&parts), parts)
}

#[test]
fn basic_processes() {
    let mut world = World::default();
    let (stop, skip, omega, div) = (world.stop(), world.skip(), world.omega(), world.div());
    does(&mut world, stop, &[]);
    does(&mut world, omega, &[]);
    does(&mut world, skip, &[(TICK, omega)]);
    does(&mut world, div, &[(TAU, div)]);
    let (run, chaos) = (world.run(&[A, B]), world.chaos(&[A, B]));
    does(&mut world, run, &[(A, run), (B, run)]);
    does(&mut world, chaos, &[(A, chaos), (B, chaos), (TAU, stop)]);
    let (run, chaos) = (world.run(&[]), world.chaos(&[]));
    does(&mut world, run, &[]);
    does(&mut world, chaos, &[(TAU, stop)]);
}

#[test]
fn prefixes_and_names() {
    let mut world = World::default();
    let [(p, next), (q, _), _] = three(&mut world);
    does(&mut world, p, &[(A, next)]);
    let several = world.of(Term::Prefix([(B, p), (A, q), (A, p)].into()));
    does(&mut world, several, &[(A, p), (A, q), (B, p)]);
    let again = world.recursive(|world, again| world.prefix(A, again));
    does(&mut world, again, &[(A, again)]);
}

#[test]
fn external_choice_is_made_by_all_but_tau() {
    let mut world = World::default();
    let [(p, p1), (q, q1), (r, r1)] = three(&mut world);
    let choice = world.external(&[p, q, r]);
    does(&mut world, choice, &[(A, p1), (B, q1), (C, r1)]);
    let (u, [u1, u2]) = undecided(&mut world);
    let (skip, omega) = (world.skip(), world.omega());
    let choice = world.external(&[u, skip, p]);
    let (kept1, kept2) = (world.external(&[u1, skip, p]), world.external(&[u2, skip, p]));
    does(&mut world, choice, &[(TAU, kept1), (TAU, kept2), (TICK, omega), (A, p1)]);
    let none = world.external(&[]);
    does(&mut world, none, &[]);
}

#[test]
fn internal_choice_has_a_tau_to_each() {
    let mut world = World::default();
    let [(p, _), (q, _), (r, _)] = three(&mut world);
    let choice = world.internal(&[p, q, r]);
    does(&mut world, choice, &[(TAU, p), (TAU, q), (TAU, r)]);
}

#[test]
fn sliding_choice_is_left_by_tau() {
    let mut world = World::default();
    let [(p, p1), (q, _), _] = three(&mut world);
    let sliding = world.sliding(p, q);
    does(&mut world, sliding, &[(A, p1), (TAU, q)]);
    let (u, [u1, u2]) = undecided(&mut world);
    let sliding = world.sliding(u, q);
    let (kept1, kept2) = (world.sliding(u1, q), world.sliding(u2, q));
    does(&mut world, sliding, &[(TAU, kept1), (TAU, kept2), (TAU, q)]);
    let (skip, omega) = (world.skip(), world.omega());
    let sliding = world.sliding(skip, q);
    does(&mut world, sliding, &[(TICK, omega), (TAU, q)]);
}

#[test]
fn sequence_makes_tick_a_tau() {
    let mut world = World::default();
    let [(p, p1), (q, _), _] = three(&mut world);
    let sequence = world.sequence(p, q);
    let next = world.sequence(p1, q);
    does(&mut world, sequence, &[(A, next)]);
    let skip = world.skip();
    let either = world.external(&[p, skip]);
    let sequence = world.sequence(either, q);
    does(&mut world, sequence, &[(A, next), (TAU, q)]);
}

#[test]
fn interrupt_discards_the_first_part() {
    let mut world = World::default();
    let [(p, p1), (q, q1), _] = three(&mut world);
    let interrupt = world.interrupt(p, q);
    let kept = world.interrupt(p1, q);
    does(&mut world, interrupt, &[(A, kept), (B, q1)]);
    let (u, [u1, u2]) = undecided(&mut world);
    let interrupt = world.interrupt(p, u);
    let kept = [world.interrupt(p1, u), world.interrupt(p, u1), world.interrupt(p, u2)];
    does(&mut world, interrupt, &[(A, kept[0]), (TAU, kept[1]), (TAU, kept[2])]);
    let (skip, omega) = (world.skip(), world.omega());
    let interrupt = world.interrupt(skip, q);
    does(&mut world, interrupt, &[(TICK, omega), (B, q1)]);
    let interrupt = world.interrupt(p, skip);
    let kept = world.interrupt(p1, skip);
    does(&mut world, interrupt, &[(A, kept), (TICK, omega)]);
}

#[test]
fn exception_moves_to_the_handler() {
    let mut world = World::default();
    let [(p, p1), (q, _), _] = three(&mut world);
    let exception = world.exception(p, &[A], q);
    does(&mut world, exception, &[(A, q)]);
    let exception = world.exception(p, &[B], q);
    let kept = world.exception(p1, &[B], q);
    does(&mut world, exception, &[(A, kept)]);
    let (u, [u1, u2]) = undecided(&mut world);
    let (skip, omega) = (world.skip(), world.omega());
    let choice = world.external(&[skip, u]);
    let exception = world.exception(choice, &[A], q);
    let kept = [u1, u2].map(|part| {
        let choice = world.external(&[skip, part]);
        world.exception(choice, &[A], q)
    });
    does(&mut world, exception, &[(TAU, kept[0]), (TAU, kept[1]), (TICK, omega)]);
}

#[test]
fn synchronising_choice_is_not_made_by_its_events() {
    let mut world = World::default();
    let [(p, p1), (q, q1), _] = three(&mut world);
    let other = world.events(&[A, C]);
    let after = world.events(&[C]);
    let left = world.external(&[p, q]);
    let choice = world.synchronising_choice(&[A], &[left, other]);
    let kept = world.synchronising_choice(&[A], &[p1, after]);
    does(&mut world, choice, &[(A, kept), (B, q1)]);
    // An event of the set that one of them refuses does not happen.
    let choice = world.synchronising_choice(&[A], &[p, q]);
    does(&mut world, choice, &[(B, q1)]);
    let (u, [u1, u2]) = undecided(&mut world);
    let (skip, omega) = (world.skip(), world.omega());
    let choice = world.synchronising_choice(&[A], &[u, skip]);
    let kept = [u1, u2].map(|part| world.synchronising_choice(&[A], &[part, skip]));
    does(&mut world, choice, &[(TAU, kept[0]), (TAU, kept[1]), (TICK, omega)]);
}

#[test]
fn synchronising_interrupt() {
    let mut world = World::default();
    let [(p, p1), (q, q1), (r, r1)] = three(&mut world);
    let left = world.external(&[p, r]);
    let right = world.external(&[p, q]);
    let interrupt = world.synchronising_interrupt(left, &[A], right);
    let both = world.synchronising_interrupt(p1, &[A], p1);
    let kept = world.synchronising_interrupt(r1, &[A], right);
    does(&mut world, interrupt, &[(A, both), (C, kept), (B, q1)]);
    let (skip, omega) = (world.skip(), world.omega());
    for (one, other) in [(skip, p), (p, skip)] {
        let interrupt = world.synchronising_interrupt(one, &[A], other);
        does(&mut world, interrupt, &[(TICK, omega)]);
    }
}

#[test]
fn parallel_parts_do_the_events_of_the_set_together() {
    let mut world = World::default();
    let [(p, p1), (q, q1), _] = three(&mut world);
    let both = world.parallel(&[A, B], &[p, q]);
    does(&mut world, both, &[]);
    let both = world.parallel(&[A], &[p, q]);
    let moved = world.parallel(&[A], &[p, q1]);
    does(&mut world, both, &[(B, moved)]);
    let three = world.parallel(&[A], &[p, p, p]);
    let moved = world.parallel(&[A], &[p1, p1, p1]);
    does(&mut world, three, &[(A, moved)]);
    // The same event of two, neither of which has to wait.
    let both = world.interleaved(&[p, p]);
    let moved = [world.interleaved(&[p1, p]), world.interleaved(&[p, p1])];
    does(&mut world, both, &[(A, moved[0]), (A, moved[1])]);
    // All ways to do it together.
    let choice = world.external(&[p, p]);
    let other = world.of(Term::Prefix([(A, p), (A, q)].into()));
    let both = world.parallel(&[A], &[choice, other]);
    let moved = [p, q].map(|part| world.parallel(&[A], &[p1, part]));
    does(&mut world, both, &[(A, moved[0]), (A, moved[1])]);
}

#[test]
fn parallel_parts_terminate_together() {
    let mut world = World::default();
    let (skip, omega) = (world.skip(), world.omega());
    let [(p, p1), ..] = three(&mut world);
    for parts in [vec![], vec![skip], vec![skip, skip], vec![skip; 5]] {
        let all = world.interleaved(&parts);
        does(&mut world, all, &[(TICK, omega)]);
    }
    // Who could terminate waits as it is: it may still do its other events.
    let ready = world.external(&[skip, p]);
    let both = world.interleaved(&[ready, p]);
    let moved = [world.interleaved(&[p1, p]), world.interleaved(&[ready, p1])];
    does(&mut world, both, &[(A, moved[0]), (A, moved[1])]);
    let both = world.interleaved(&[ready, skip]);
    let moved = world.interleaved(&[p1, skip]);
    does(&mut world, both, &[(A, moved), (TICK, omega)]);
    let blocked = world.parallel(&[A], &[skip, p]);
    does(&mut world, blocked, &[]);
    // ✓ is in no alphabet, and needs none.
    let both = world.alphabetised(&[(skip, &[A]), (skip, &[])]);
    does(&mut world, both, &[(TICK, omega)]);
    let none = world.alphabetised(&[]);
    does(&mut world, none, &[(TICK, omega)]);
    let linked = world.linked(skip, &[(A, B)], skip);
    does(&mut world, linked, &[(TICK, omega)]);
    let linked = world.linked(skip, &[(B, B)], p);
    let moved = world.linked(skip, &[(B, B)], p1);
    does(&mut world, linked, &[(A, moved)]);
}

#[test]
fn alphabets_say_who_takes_part() {
    let mut world = World::default();
    let [(p, p1), (q, q1), (r, r1)] = three(&mut world);
    let own = |world: &mut World, parts: [TermId; 3]| {
        world.alphabetised(&[(parts[0], &[A, B]), (parts[1], &[B]), (parts[2], &[A, C])])
    };
    let all = own(&mut world, [p, q, r]);
    // a waits for the third, b for the first.
    let moved = own(&mut world, [p, q, r1]);
    does(&mut world, all, &[(C, moved)]);
    let stop = world.stop();
    let then = own(&mut world, [p1, q, stop]);
    does(&mut world, moved, &[(A, then)]);
    let last = own(&mut world, [stop, q1, stop]);
    does(&mut world, then, &[(B, last)]);
    // c is in the alphabet of the third alone, which has stopped: the second may not do it.
    does(&mut world, last, &[]);
    let (u, [u1, u2]) = undecided(&mut world);
    let silent = world.alphabetised(&[(u, &[]), (p, &[])]);
    let moved = [u1, u2].map(|part| world.alphabetised(&[(part, &[]), (p, &[])]));
    does(&mut world, silent, &[(TAU, moved[0]), (TAU, moved[1])]);
}

#[test]
fn links_are_silent() {
    let mut world = World::default();
    let [(p, p1), (q, q1), (r, r1)] = three(&mut world);
    let linked = world.linked(p, &[(A, B)], q);
    let moved = world.linked(p1, &[(A, B)], q1);
    does(&mut world, linked, &[(TAU, moved)]);
    // Linked events do not happen alone, on their own side; the same event on the other side does.
    let linked = world.linked(p, &[(A, B)], p);
    let moved = world.linked(p, &[(A, B)], p1);
    does(&mut world, linked, &[(A, moved)]);
    let linked = world.linked(r, &[(A, B)], q);
    let moved = world.linked(r1, &[(A, B)], q);
    does(&mut world, linked, &[(C, moved)]);
}

#[test]
fn hidden_events_are_silent() {
    let mut world = World::default();
    let [(p, p1), (q, q1), _] = three(&mut world);
    let (skip, omega) = (world.skip(), world.omega());
    let choice = world.external(&[p, q, skip]);
    let hidden = world.hide(choice, &[A]);
    let moved = [world.hide(p1, &[A]), world.hide(q1, &[A])];
    does(&mut world, hidden, &[(TAU, moved[0]), (B, moved[1]), (TICK, omega)]);
    let set = world.terms.set(EventSet::all_but([A]));
    let projected = world.of(Term::Hide(choice, set));
    let moved = [p1, q1].map(|part| world.of(Term::Hide(part, set)));
    does(&mut world, projected, &[(A, moved[0]), (TAU, moved[1]), (TICK, omega)]);
}

#[test]
fn renaming_is_relational() {
    let mut world = World::default();
    let [(p, p1), (q, q1), _] = three(&mut world);
    let (skip, omega) = (world.skip(), world.omega());
    let choice = world.external(&[p, q, skip]);
    let pairs = [(A, B), (A, C), (C, A)];
    let renamed = world.rename(choice, &pairs);
    let moved = [p1, q1].map(|part| world.rename(part, &pairs));
    does(&mut world, renamed, &[(B, moved[0]), (C, moved[0]), (B, moved[1]), (TICK, omega)]);
}

#[test]
fn priority_removes_what_is_below_something_enabled() {
    let mut world = World::default();
    let [(p, p1), (q, q1), (r, r1)] = three(&mut world);
    let above: &[(Event, &[Event])] = &[(B, &[A, TAU, TICK]), (C, &[TAU, TICK])];
    let choice = world.external(&[p, q, r]);
    let first = world.prioritise(choice, above);
    let moved = [p1, r1].map(|part| world.prioritise(part, above));
    does(&mut world, first, &[(A, moved[0]), (C, moved[1])]);
    let choice = world.external(&[q, r]);
    let first = world.prioritise(choice, above);
    let moved = [q1, r1].map(|part| world.prioritise(part, above));
    does(&mut world, first, &[(B, moved[0]), (C, moved[1])]);
    let (skip, omega) = (world.skip(), world.omega());
    let choice = world.external(&[p, q, r, skip]);
    let first = world.prioritise(choice, above);
    let moved = world.prioritise(p1, above);
    does(&mut world, first, &[(A, moved), (TICK, omega)]);
    let stop = world.stop();
    let hidden = world.prefix(A, stop);
    let silent = world.sliding(choice, hidden);
    let first = world.prioritise(silent, above);
    let after = world.prioritise(hidden, above);
    does(&mut world, first, &[(A, moved), (TAU, after), (TICK, omega)]);
}

#[test]
fn unguarded_recursion_is_an_error_that_names_a_call() {
    let mut world = World::default();
    let itself = world.recursive(|_, again| again);
    assert_eq!(world.try_explore(itself).unwrap_err(), Failure::Unguarded(Call(0)));
    let [(p, _), ..] = three(&mut world);
    let choice = world.recursive(|world, again| world.external(&[again, p]));
    assert_eq!(world.try_explore(choice).unwrap_err(), Failure::Unguarded(Call(1)));
    // Behind an event, and by way of another name.
    let two = world.recursive(|world, again| {
        let other = world.recursive(|world, _| world.hide(again, &[A]));
        world.interrupt(p, other)
    });
    let behind = world.prefix(C, two);
    let failure = world.try_explore(behind).unwrap_err();
    assert!(matches!(failure, Failure::Unguarded(Call(2 | 3))), "{failure:?}");
    // What is chosen internally, or comes later, is guarded.
    let internal = world.recursive(|world, again| world.internal(&[again, p]));
    assert_eq!(world.explore(internal).len(), 4);
    let skip = world.skip();
    let later = world.recursive(|world, again| world.sequence(skip, again));
    assert_eq!(world.explore(later).len(), 1);
}

/// `P(n) = P(n+1) [] STOP`, and `Q(n) = a -> Q(n+1)`.
struct Counting;

impl Definitions for Counting {
    fn unfold(&mut self, terms: &mut Terms, call: Call) -> TermId {
        let next = terms.intern(Term::Call(Call(call.0 + 2)));
        if call.0.is_multiple_of(2) {
            let stop = terms.intern(Term::Stop);
            terms.intern(Term::ExternalChoice([next, stop].into()))
        } else {
            terms.intern(Term::Prefix([(A, next)].into()))
        }
    }

    fn interrupted(&mut self) -> bool {
        false
    }
}

#[test]
fn endless_unfolding_is_an_error() {
    let mut terms = Terms::new();
    let (first, second) = (Term::Call(Call(0)), Term::Call(Call(1)));
    let (first, second) = (terms.intern(first), terms.intern(second));
    let mut definitions = Counting;
    let mut semantics = Semantics::new(&mut terms, &mut definitions);
    let failure = semantics.transitions(first).unwrap_err();
    assert!(matches!(failure, Failure::TooDeep(Some(_))), "{failure:?}");
    semantics.most_states = 1000;
    assert_eq!(explore(&mut semantics, second).unwrap_err(), Failure::TooLarge);
}

/// Is to be given up at once.
struct Interrupted;

impl Definitions for Interrupted {
    fn unfold(&mut self, terms: &mut Terms, call: Call) -> TermId {
        Counting.unfold(terms, call)
    }

    fn interrupted(&mut self) -> bool {
        true
    }
}

#[test]
fn explorations_can_be_interrupted() {
    let mut terms = Terms::new();
    let endless = terms.intern(Term::Call(Call(1)));
    let mut definitions = Interrupted;
    let mut semantics = Semantics::new(&mut terms, &mut definitions);
    assert_eq!(explore(&mut semantics, endless).unwrap_err(), Failure::Interrupted);
}

#[test]
fn failed_evaluations_are_errors_once_they_are_reached() {
    let mut world = World::default();
    let fault = world.of(Term::Fault(Fault(7)));
    let behind = world.prefix(A, fault);
    does(&mut world, behind, &[(A, fault)]);
    assert_eq!(world.try_explore(behind).unwrap_err(), Failure::Fault(Fault(7)));
    let blocked = world.parallel(&[A], &[behind, behind]);
    let stop = world.stop();
    let never = world.parallel(&[A], &[behind, stop]);
    assert!(world.try_explore(blocked).is_err());
    assert_eq!(world.explore(never).len(), 1);
}

#[test]
fn sets_without_an_end_are_errors_where_they_are_to_be_offered() {
    let mut world = World::default();
    let set = world.terms.set(EventSet::all_but([A]));
    for term in [Term::Run(set), Term::Chaos(set)] {
        let term = world.of(term);
        assert_eq!(world.try_explore(term).unwrap_err(), Failure::Unlisted);
    }
}

#[test]
fn terms_may_be_deep() {
    let mut world = World::default();
    let mut deep = world.events(&[A, B]);
    for _ in 0..100_000 {
        deep = world.hide(deep, &[C]);
    }
    assert_eq!(world.explore(deep).len(), 3);
    let mut left = world.stop();
    let skip = world.skip();
    for _ in 0..10_000 {
        left = world.interleaved(&[left, skip]);
    }
    assert_eq!(world.explore(left).len(), 1);
}

#[test]
fn compressed_processes_are_explored_as_a_whole() {
    let mut world = World::default();
    let (a, b) = (world.events(&[A]), world.events(&[B]));
    let either = world.internal(&[a, b]);
    let normal = world.compress(Compression::Normal, either);
    let explicit = world.explore(normal);
    let first = Marks { acceptances: [Box::from([A]), Box::from([B])].into(), diverges: false };
    assert_eq!(explicit.generalised.as_ref().unwrap()[0], first);
    assert_eq!((explicit.len(), explicit.of(State(0)).len()), (2, 2));
    // Beside another process, it accepts what both do, and is stable only if its part does not do what is hidden.
    let c = world.events(&[C]);
    let beside = world.interleaved(&[normal, c]);
    let marks = world.explore(beside).generalised.unwrap();
    assert_eq!(*marks[0].acceptances, [Box::from([A, C]), Box::from([B, C])]);
    let hidden = world.hide(beside, &[A]);
    let marks = world.explore(hidden).generalised.unwrap();
    assert_eq!(*marks[0].acceptances, [Box::from([B, C])]);
    // Priority would have to know what is offered together.
    let above: &[(Event, &[Event])] = &[(B, &[C])];
    let first = world.prioritise(beside, above);
    assert_eq!(world.try_explore(first).unwrap_err(), Failure::PriorityOverCompressed);
    let strong = world.compress(Compression::StrongBisimulation, either);
    let first = world.prioritise(strong, above);
    assert_eq!(world.explore(first).generalised, None);
}

#[test]
fn a_process_may_not_be_a_compressed_part_of_itself() {
    let mut world = World::default();
    let itself = world.recursive(|world, again| {
        let normal = world.compress(Compression::Normal, again);
        world.prefix(A, normal)
    });
    let failure = world.try_explore(itself).unwrap_err();
    assert_eq!(failure, Failure::PartOfItself);
    let mut nested = world.events(&[A]);
    for _ in 0..100 {
        nested = world.compress(Compression::StrongBisimulation, nested);
    }
    assert_eq!(world.try_explore(nested).unwrap_err(), Failure::Nested);
}

#[test]
fn chased_processes_follow_tau_to_the_end() {
    let mut world = World::default();
    let p = world.events(&[A, B]);
    let buried = (0..3).fold(p, |part, _| world.internal(&[part]));
    let chased = world.compress(Compression::Chase, buried);
    let next = world.events(&[B]);
    let after = world.compress(Compression::Chase, next);
    does(&mut world, chased, &[(A, after)]);
    let loops = world.recursive(|world, again| world.internal(&[again]));
    let chased = world.compress(Compression::Chase, loops);
    does(&mut world, chased, &[(TAU, chased)]);
}
