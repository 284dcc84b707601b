//! Compressions against what they promise, by definitions that are written out again here, the slow way.

use std::collections::BTreeSet;

use crate::naive;
use crate::naive::{
    A, B, C, accepted, assert_equal_meaning, assert_well_formed, bisimilar, closure, compare,
    diverging, plain, random_plain, random_system, visible,
};
use lts::{
    Compression, Event, Explicit, Factor, Limits, Marks, State, TermId, Unfinished, compress,
    factor,
};
use testing::Numbers;

const KEEP_THE_MEANING: [Compression; 9] = [
    Compression::StrongBisimulation,
    Compression::DelayBisimulation,
    Compression::WeakBisimulation,
    Compression::Normal,
    Compression::Diamond,
    Compression::TauLoopFactor,
    Compression::ModelCompress,
    Compression::Explicate,
    Compression::LazyEnumerate,
];

const ALL: [Compression; 12] = [
    Compression::StrongBisimulation,
    Compression::DelayBisimulation,
    Compression::WeakBisimulation,
    Compression::Normal,
    Compression::Diamond,
    Compression::TauLoopFactor,
    Compression::ModelCompress,
    Compression::Explicate,
    Compression::LazyEnumerate,
    Compression::Chase,
    Compression::ChaseNoCache,
    Compression::Deterministic,
];

fn compressed(how: Compression, system: &Explicit) -> Explicit {
    let limits = &mut Limits { states: 1_000_000, interrupted: &mut || false };
    compress(how, system, limits).expect("small and not interrupted")
}

fn factored(how: Compression, system: &Explicit) -> Option<Factor> {
    let limits = &mut Limits { states: 1_000_000, interrupted: &mut || false };
    factor(how, system, limits).expect("small and not interrupted")
}

fn size(how: Compression, system: &Explicit) -> usize {
    compressed(how, system).len()
}

/// Random systems: many small ones and some larger ones, each with its number.
fn systems() -> impl Iterator<Item = (u64, Explicit)> {
    (0..4000).map(|seed| {
        let most = if seed % 10 == 0 { 40 } else { 8 };
        (seed, random_system(&mut Numbers::new(seed), most))
    })
}

fn plain_systems() -> impl Iterator<Item = (u64, Explicit)> {
    (0..4000).map(|seed| {
        let most = if seed % 10 == 0 { 40 } else { 8 };
        (seed, random_plain(&mut Numbers::new(seed), most))
    })
}

/// States that are kept apart or made one, against the relation that says which are to be one.
fn assert_classes(how: Compression, context: &str, system: &Explicit, related: &[Vec<bool>]) {
    let factor = factored(how, system).expect("it only makes states one");
    for one in system.states() {
        for other in system.states() {
            let new = |state: State| factor.state_of[state.0 as usize];
            if let (Some(new_one), Some(new_other)) = (new(one), new(other)) {
                let together = related[one.0 as usize][other.0 as usize];
                assert_eq!(
                    new_one == new_other,
                    together,
                    "{context}, {how:?}: {one:?}, {other:?} of {system:#?}"
                );
            }
        }
    }
    let mut reached = closure(system, [system.initial].into());
    loop {
        let next: BTreeSet<State> =
            reached.iter().flat_map(|&state| system.of(state)).map(|&(_, state)| state).collect();
        if next.is_subset(&reached) {
            break;
        }
        reached.extend(next);
    }
    for state in system.states() {
        let new = factor.state_of[state.0 as usize];
        let mut alike = reached.iter().map(|other| related[state.0 as usize][other.0 as usize]);
        let place = format!("{context}, {how:?}: {state:?}");
        assert!(new.is_some() || !reached.contains(&state), "{place} is lost");
        assert!(new.is_none() || alike.any(|alike| alike), "{place} is not reachable");
    }
}

#[test]
fn strong_bisimulation_is_the_coarsest() {
    for (seed, system) in systems() {
        let related = bisimilar(&system, naive::strong_moves);
        assert_classes(Compression::StrongBisimulation, &format!("seed {seed}"), &system, &related);
    }
}

/// Acceptances after τ and divergence are the marks. That plain systems need no marks is tested by comparing with the relation that
/// has them.
#[test]
fn weak_bisimulations_are_the_coarsest() {
    for (seed, system) in systems() {
        let diverges = diverging(&system);
        let mark = |state: State| {
            let sets = closure(&system, [state].into())
                .into_iter()
                .flat_map(|state| accepted(&system, state))
                .collect();
            (naive::minimal(&sets), diverges[state.0 as usize])
        };
        for (how, moves) in [
            (Compression::DelayBisimulation, naive::delay_moves as naive::Moves),
            (Compression::WeakBisimulation, naive::weak_moves),
        ] {
            let related = naive::greatest(&system, moves, mark);
            assert_classes(how, &format!("seed {seed}"), &system, &related);
        }
    }
}

/// Of a plain system, divergence alone has to be marked.
#[test]
fn weak_bisimulations_of_plain_systems_are_the_coarsest_that_respect_divergence() {
    for (seed, system) in plain_systems() {
        let diverges = diverging(&system);
        for (how, moves) in [
            (Compression::DelayBisimulation, naive::delay_moves as naive::Moves),
            (Compression::WeakBisimulation, naive::weak_moves),
        ] {
            let related = naive::greatest(&system, moves, |state| diverges[state.0 as usize]);
            assert_classes(how, &format!("seed {seed}"), &system, &related);
        }
    }
}

#[test]
fn tau_loops_are_the_only_ones_that_are_factored() {
    for (seed, system) in systems() {
        let silently = |from, to| closure(&system, [from].into()).contains(&to);
        let related: Vec<Vec<bool>> = system
            .states()
            .map(|one| {
                system.states().map(|other| silently(one, other) && silently(other, one)).collect()
            })
            .collect();
        assert_classes(Compression::TauLoopFactor, &format!("seed {seed}"), &system, &related);
    }
}

#[test]
fn the_meaning_is_kept() {
    for (seed, system) in systems() {
        for how in KEEP_THE_MEANING {
            let new = compressed(how, &system);
            assert_equal_meaning(&system, &new, &format!("seed {seed}, {how:?}"));
            if !matches!(how, Compression::Explicate | Compression::LazyEnumerate) {
                assert_well_formed(&new);
            }
        }
    }
}

/// Two compressions one after the other, so that the second meets what the first makes.
#[test]
fn the_meaning_is_kept_twice() {
    for (seed, system) in systems().step_by(4) {
        for first in KEEP_THE_MEANING {
            let between = compressed(first, &system);
            for second in KEEP_THE_MEANING {
                let new = compressed(second, &between);
                assert_equal_meaning(&system, &new, &format!("seed {seed}, {first:?} {second:?}"));
            }
        }
    }
}

#[test]
fn plain_systems_stay_plain_unless_transitions_are_pulled_back() {
    for (_, system) in plain_systems() {
        for how in ALL {
            let marked = matches!(
                how,
                Compression::Normal | Compression::Diamond | Compression::ModelCompress
            );
            assert_eq!(compressed(how, &system).generalised.is_some(), marked, "{how:?}");
        }
    }
}

#[test]
fn to_compress_again_changes_nothing() {
    for (seed, system) in systems() {
        for how in ALL {
            let once = compressed(how, &system);
            let twice = compressed(how, &once);
            assert_eq!(once.len(), twice.len(), "seed {seed}, {how:?}");
            assert_eq!(once.transitions.len(), twice.transitions.len(), "seed {seed}, {how:?}");
            let sorted = |mut labels: Vec<TermId>| {
                labels.sort_unstable();
                labels
            };
            assert_eq!(sorted(once.labels), sorted(twice.labels), "seed {seed}, {how:?}");
        }
    }
}

#[test]
fn coarser_relations_leave_fewer_states() {
    let mut fewer = [0; 3];
    for (seed, system) in systems() {
        let strong = size(Compression::StrongBisimulation, &system);
        let delay = size(Compression::DelayBisimulation, &system);
        let weak = size(Compression::WeakBisimulation, &system);
        assert!(strong >= delay && delay >= weak, "seed {seed}: {strong}, {delay}, {weak}");
        let pulled_back = size(Compression::Diamond, &system);
        let loops = size(Compression::TauLoopFactor, &system);
        assert!(loops >= pulled_back, "seed {seed}: {loops}, {pulled_back}");
        fewer[0] += usize::from(strong > delay);
        fewer[1] += usize::from(delay > weak);
        fewer[2] += usize::from(loops > pulled_back);
    }
    assert!(fewer.iter().all(|&count| count > 10), "the systems tell too little: {fewer:?}");
}

#[test]
fn pulled_back_systems_have_no_tau() {
    for (seed, system) in systems() {
        for how in [Compression::Diamond, Compression::Normal, Compression::ModelCompress] {
            let new = compressed(how, &system);
            assert!(new.states().all(|state| new.is_stable(state)), "seed {seed}, {how:?}");
        }
    }
}

#[test]
fn no_target_of_a_diamond_does_less_silently_than_another() {
    for (seed, system) in systems() {
        let new = compressed(Compression::Diamond, &system);
        let old = |state: State| {
            let label = new.labels[state.0 as usize];
            system.states().find(|old| system.labels[old.0 as usize] == label).unwrap()
        };
        for state in new.states() {
            for &(event, one) in new.of(state) {
                for &(other_event, other) in new.of(state) {
                    let dominated = one != other
                        && event == other_event
                        && closure(&system, [old(one)].into()).contains(&old(other));
                    assert!(!dominated, "seed {seed}: {state:?} {event:?} {one:?} {other:?}");
                }
            }
        }
    }
}

/// Normal forms have one state for each meaning, and no event leads from one state to two.
#[test]
fn normal_forms_are_minimal_and_unique() {
    for (seed, system) in systems() {
        let normal = compressed(Compression::Normal, &system);
        let related = bisimilar(&normal, naive::strong_moves);
        for one in normal.states() {
            let events: Vec<Event> = normal.of(one).iter().map(|&(event, _)| event).collect();
            assert!(events.is_sorted_by(|one, other| one < other), "seed {seed}");
            for other in normal.states() {
                let together = related[one.0 as usize][other.0 as usize];
                assert_eq!(together, one == other, "seed {seed}");
            }
        }
        for how in KEEP_THE_MEANING {
            let again = compressed(Compression::Normal, &compressed(how, &system));
            assert_eq!(again.initial, normal.initial, "seed {seed}, {how:?}");
            assert_eq!(again.starts, normal.starts, "seed {seed}, {how:?}");
            assert_eq!(again.transitions, normal.transitions, "seed {seed}, {how:?}");
            assert_eq!(again.generalised, normal.generalised, "seed {seed}, {how:?}");
        }
    }
}

/// A state that is several has the label of one of them.
#[test]
fn labels_are_of_states_that_were_made_one() {
    for (seed, system) in systems() {
        for how in ALL {
            let new = compressed(how, &system);
            assert_eq!(new.labels.len(), new.starts.len() - 1);
            let Some(factor) = factored(how, &system) else { continue };
            for state in new.states() {
                let mut members = system
                    .states()
                    .filter(|old| factor.state_of[old.0 as usize] == Some(state))
                    .map(|old| system.labels[old.0 as usize]);
                let label = new.labels[state.0 as usize];
                assert!(members.any(|member| member == label), "seed {seed}, {how:?}, {state:?}");
            }
        }
    }
}

/// Where the first τ lead.
fn chased(system: &Explicit, mut state: State) -> Option<State> {
    for _ in 0..=system.len() {
        match system.of(state).first() {
            Some(&(Event::TAU, target)) => state = target,
            _ => return Some(state),
        }
    }
    None
}

/// Runs along a chased system and the system together.
#[test]
fn a_chase_follows_the_first_tau() {
    for (seed, system) in systems() {
        for how in [Compression::Chase, Compression::ChaseNoCache] {
            let new = compressed(how, &system);
            assert_well_formed(&new);
            let mut open = vec![(chased(&system, system.initial), new.initial)];
            let mut met = BTreeSet::new();
            while let Some((old, state)) = open.pop() {
                if !met.insert((old, state)) {
                    continue;
                }
                let Some(old) = old else {
                    assert_eq!(new.of(state), [(Event::TAU, state)], "seed {seed}");
                    assert!(diverging(&new)[state.0 as usize]);
                    assert!(accepted(&new, state).is_empty());
                    continue;
                };
                assert_eq!(accepted(&system, old), accepted(&new, state), "seed {seed}");
                assert_eq!(
                    diverging(&system)[old.0 as usize],
                    diverging(&new)[state.0 as usize],
                    "seed {seed}"
                );
                let expected: Vec<(Event, Option<State>)> = visible(&system, old)
                    .into_iter()
                    .map(|(event, target)| (event, chased(&system, target)))
                    .collect();
                for &(event, target) in &expected {
                    let before = open.len();
                    for &(done, reached) in new.of(state) {
                        let is_endless = new.of(reached) == [(Event::TAU, reached)];
                        let is_it = match target {
                            Some(target) => {
                                let label = system.labels[target.0 as usize];
                                !is_endless && new.labels[reached.0 as usize] == label
                            }
                            None => is_endless,
                        };
                        if done == event && is_it {
                            open.push((target, reached));
                        }
                    }
                    assert!(open.len() > before, "seed {seed}: a transition is missing");
                }
                assert!(new.of(state).len() <= expected.len(), "seed {seed}");
            }
            assert_eq!(
                met.iter().map(|&(_, state)| state).collect::<BTreeSet<_>>().len(),
                new.len(),
                "seed {seed}"
            );
        }
    }
}

/// It is deterministic unless it diverges, and refines the process; and it shows whether the process is deterministic.
#[test]
fn a_deterministic_part_decides_determinism() {
    let mut verdicts = [0; 2];
    for (seed, system) in systems() {
        let part = compressed(Compression::Deterministic, &system);
        assert_well_formed(&part);
        for state in part.states() {
            let events: Vec<Event> = part.of(state).iter().map(|&(event, _)| event).collect();
            let once = events.is_sorted_by(|one, other| one < other);
            assert!(once && (part.is_stable(state) || events.len() == 1), "seed {seed}");
        }
        let mut is_part_deterministic = true;
        compare(&part, &part, |_, seen, _| {
            is_part_deterministic &= !seen.diverges;
            true
        });
        compare(&part, &system, |trace, of_part, of_system| {
            if !of_system.diverges {
                assert!(!of_part.diverges, "seed {seed}, {trace:?}");
                assert!(of_part.next.is_subset(&of_system.next), "seed {seed}, {trace:?}");
                for set in &of_part.acceptances {
                    let mut least = of_system.acceptances.iter();
                    assert!(least.any(|least| least.is_subset(set)), "seed {seed}, {trace:?}");
                }
            }
            !of_system.diverges
        });
        // The process refines its part: then, if the part does not diverge, the process is deterministic.
        let mut refines = true;
        compare(&system, &part, |_, of_system, of_part| {
            refines &= !of_system.diverges
                && of_system.next.is_subset(&of_part.next)
                && of_system
                    .acceptances
                    .iter()
                    .all(|set| of_part.acceptances.iter().any(|least| least.is_subset(set)));
            refines
        });
        // No event is both possible and refused after any trace, and there is no divergence.
        let mut is_deterministic = true;
        compare(&system, &system, |_, seen, _| {
            is_deterministic &= !seen.diverges
                && seen.next.iter().all(|event| {
                    seen.acceptances.iter().all(|acceptance| acceptance.contains(event))
                });
            is_deterministic
        });
        assert_eq!(refines && is_part_deterministic, is_deterministic, "seed {seed}");
        verdicts[usize::from(is_deterministic)] += 1;
    }
    assert!(verdicts.iter().all(|&count| count > 100), "the systems tell too little: {verdicts:?}");
}

#[test]
fn interrupted_work_is_given_up() {
    let system = ring(200_000);
    for how in ALL {
        if matches!(how, Compression::Explicate | Compression::LazyEnumerate) {
            continue;
        }
        let limits = &mut Limits { states: 1_000_000, interrupted: &mut || true };
        let result = compress(how, &system, limits);
        assert_eq!(result.err(), Some(Unfinished::Interrupted), "{how:?}");
    }
}

/// States `0..count` in a ring by `A`, with a `B` from the last one, so that no two are bisimilar.
fn ring(count: u32) -> Explicit {
    let mut system = plain(&[]);
    for state in 0..count {
        system.transitions.push((A, State((state + 1) % count)));
        if state + 1 == count {
            system.transitions.push((B, State(0)));
        }
        system.starts.push(system.transitions.len() as u32);
        system.labels.push(TermId(state));
    }
    system
}

/// Long chains of τ use no recursion.
#[test]
fn long_chains_of_tau_are_no_trouble() {
    let count = 100_000;
    let mut rows = plain(&[]);
    for state in 0..count {
        if state + 1 < count {
            rows.transitions.push((Event::TAU, State(state + 1)));
        } else {
            rows.transitions.push((A, State(0)));
        }
        rows.starts.push(state + 1);
        rows.labels.push(TermId(state));
    }
    for how in [
        Compression::DelayBisimulation,
        Compression::WeakBisimulation,
        Compression::Diamond,
        Compression::ModelCompress,
        Compression::Normal,
        Compression::Chase,
        Compression::Deterministic,
    ] {
        assert_eq!(size(how, &rows), 1, "{how:?}");
    }
    assert_eq!(size(Compression::TauLoopFactor, &rows), count as usize);
    assert_eq!(size(Compression::StrongBisimulation, &rows), count as usize);
}

// Small systems, by hand.

/// `a -> (τ -> b -> STOP [] τ -> c -> STOP)`, and `a` to what that has after the first τ: that target is dominated.
#[test]
fn a_diamond_leaves_out_what_is_dominated() {
    const TAU: Event = Event::TAU;
    let system = plain(&[&[(A, 1), (A, 2)], &[(TAU, 2), (TAU, 3)], &[(B, 4)], &[(C, 4)], &[]]);
    let new = compressed(Compression::Diamond, &system);
    assert_eq!(new.labels, [100, 101, 104].map(TermId));
    assert_eq!(new.transitions, [(A, State(1)), (B, State(2)), (C, State(2))]);
    let marks = |sets: &[&[Event]], diverges| Marks {
        acceptances: sets.iter().map(|&set| set.into()).collect(),
        diverges,
    };
    assert_eq!(
        new.generalised,
        Some(vec![marks(&[&[A]], false), marks(&[&[B], &[C]], false), marks(&[&[]], false)])
    );
    // No two states are strongly or weakly bisimilar.
    assert_eq!(size(Compression::StrongBisimulation, &system), 5);
    assert_eq!(size(Compression::WeakBisimulation, &system), 5);
}

/// Two equal branches: strong bisimulation merges them, a diamond does not.
#[test]
fn strong_bisimulation_merges_what_a_diamond_does_not() {
    let system = plain(&[&[(A, 1), (A, 2)], &[(B, 3)], &[(B, 3)], &[]]);
    assert_eq!(size(Compression::StrongBisimulation, &system), 3);
    assert_eq!(size(Compression::Diamond, &system), 4);
    assert_eq!(size(Compression::ModelCompress, &system), 3);
}

/// `a.τ.b + a.b`: a τ that decides nothing is not seen weakly.
#[test]
fn an_inert_tau_is_not_seen_weakly() {
    let system = plain(&[&[(A, 1)], &[(Event::TAU, 2)], &[(B, 3)], &[]]);
    assert_eq!(size(Compression::StrongBisimulation, &system), 4);
    for how in [Compression::DelayBisimulation, Compression::WeakBisimulation] {
        let new = compressed(how, &system);
        assert_eq!(new.transitions, [(A, State(1)), (B, State(2))], "{how:?}");
    }
}

/// The third τ-law of Milner, `a.(P + τ.Q) = a.(P + τ.Q) + a.Q`, holds weakly. With delay the summand is seen.
#[test]
fn the_third_tau_law_holds_weakly() {
    const TAU: Event = Event::TAU;
    // C leads to both sides of the law; P is `b`, Q is `c`.
    let system = plain(&[
        &[(C, 1), (C, 2)],
        &[(A, 3)],
        &[(A, 3), (A, 4)],
        &[(B, 5), (TAU, 4)],
        &[(C, 5)],
        &[],
    ]);
    assert_eq!(size(Compression::WeakBisimulation, &system), 5);
    assert_eq!(size(Compression::DelayBisimulation, &system), 6);
}

/// A process that diverges is not the one that does not, though both do the same after τ.
#[test]
fn divergence_is_seen() {
    const TAU: Event = Event::TAU;
    let system = plain(&[&[(A, 1), (A, 2)], &[(TAU, 1), (B, 3)], &[(B, 3)], &[]]);
    for how in KEEP_THE_MEANING {
        let new = compressed(how, &system);
        let expected = if how == Compression::Normal { 3 } else { 4 };
        assert_eq!(new.len(), expected, "{how:?}");
    }
    // What both could accept after `a` without the divergence is still there.
    let normal = compressed(Compression::Normal, &system);
    let marks = &normal.generalised.as_ref().unwrap()[1];
    assert!(marks.diverges);
    assert_eq!(*marks.acceptances, [Box::from([B])]);
}

/// A cycle of τ with two ways out is one state with both and a loop.
#[test]
fn a_cycle_of_tau_is_one_state() {
    const TAU: Event = Event::TAU;
    let system = plain(&[&[(TAU, 1), (A, 3)], &[(TAU, 2)], &[(TAU, 0), (B, 3)], &[]]);
    for how in
        [Compression::TauLoopFactor, Compression::DelayBisimulation, Compression::WeakBisimulation]
    {
        let new = compressed(how, &system);
        assert_eq!(new.transitions, [(TAU, State(0)), (A, State(1)), (B, State(1))], "{how:?}");
    }
    assert_eq!(size(Compression::StrongBisimulation, &system), 4);
    let chased = compressed(Compression::Chase, &system);
    assert_eq!(chased.transitions, [(TAU, State(0))]);
}

/// Termination is an event like others, but not τ: it is accepted, and not pulled back over.
#[test]
fn termination_is_accepted() {
    const TAU: Event = Event::TAU;
    let system = plain(&[&[(TAU, 1), (TAU, 2)], &[(Event::TICK, 3)], &[(A, 3)], &[]]);
    for how in [Compression::Diamond, Compression::Normal] {
        let new = compressed(how, &system);
        assert_eq!(new.transitions, [(Event::TICK, State(1)), (A, State(1))], "{how:?}");
        let marks = &new.generalised.as_ref().unwrap()[0];
        assert_eq!(*marks.acceptances, [Box::from([Event::TICK]), Box::from([A])], "{how:?}");
    }
}

/// Two states with the same transitions that are marked differently are two.
#[test]
fn marks_are_told_apart() {
    let mut system = plain(&[&[(A, 1), (B, 2)], &[(A, 0), (B, 0)], &[(A, 0), (B, 0)]]);
    let marks = |sets: &[&[Event]]| Marks {
        acceptances: sets.iter().map(|&set| set.into()).collect(),
        diverges: false,
    };
    system.generalised = Some(vec![marks(&[&[A, B]]), marks(&[&[A], &[B]]), marks(&[&[A, B]])]);
    for how in KEEP_THE_MEANING {
        assert_eq!(size(how, &system), 3, "{how:?}");
    }
    system.generalised = Some(vec![marks(&[&[A], &[B]]); 3]);
    assert_eq!(size(Compression::StrongBisimulation, &system), 1);
    let part = compressed(Compression::Deterministic, &system);
    assert_eq!(part.transitions, [(A, State(1)), (A, State(0))]);
    system.generalised = Some(vec![Marks { diverges: true, ..marks(&[&[A], &[B]]) }; 3]);
    let part = compressed(Compression::Deterministic, &system);
    assert_eq!(part.transitions, [(Event::TAU, State(0))]);
}

/// Random transitions by τ, `A`, `B` and `C`, in so many of a hundred cases by τ; each state is there twice.
fn twins(numbers: &mut Numbers, count: u32, taus: usize) -> Explicit {
    let half = count / 2;
    let rows: Vec<Vec<(Event, u32)>> = (0..half)
        .map(|_| {
            let event = |numbers: &mut Numbers| match numbers.chance(taus) {
                true => Event::TAU,
                false => *numbers.pick(&[A, B, C]),
            };
            let degree = numbers.between(1, 3);
            (0..degree).map(|_| (event(numbers), numbers.below(half as usize) as u32)).collect()
        })
        .collect();
    let mut system = plain(&[]);
    for state in 0..count {
        let row: BTreeSet<(Event, State)> = rows[(state % half) as usize]
            .iter()
            .map(|&(event, target)| (event, State(target + half * numbers.below(2) as u32)))
            .collect();
        system.transitions.extend(row);
        system.starts.push(system.transitions.len() as u32);
        system.labels.push(TermId(state));
    }
    system
}

/// States that do one τ after the other, each of which can do an event of its own besides.
fn chain(count: u32) -> Explicit {
    let mut system = plain(&[]);
    for state in 0..count {
        if state + 1 < count {
            system.transitions.push((Event::TAU, State(state + 1)));
        }
        system.transitions.push((Event(2 + state), State(0)));
        system.starts.push(system.transitions.len() as u32);
        system.labels.push(TermId(state));
    }
    system
}

/// How long compressions take; nothing is asserted of the time. Optimised: `cargo test --release -- --ignored --nocapture`.
#[test]
#[ignore = "prints times"]
fn times() {
    let numbers = &mut Numbers::new(1);
    let loud = twins(numbers, 1_000_000, 0);
    let silent = twins(numbers, 1_000_000, 25);
    for (name, how, system) in [
        ("sbisim of a ring", Compression::StrongBisimulation, &ring(1_000_000)),
        ("sbisim of twins", Compression::StrongBisimulation, &loud),
        ("sbisim of twins with τ", Compression::StrongBisimulation, &silent),
        ("tau_loop_factor", Compression::TauLoopFactor, &silent),
        ("diamond", Compression::Diamond, &silent),
        ("dbisim", Compression::DelayBisimulation, &silent),
        ("wbisim", Compression::WeakBisimulation, &silent),
        ("wbisim of a chain", Compression::WeakBisimulation, &chain(10_000)),
    ] {
        let begin = std::time::Instant::now();
        let new = compressed(how, system);
        let (states, transitions) = (system.len(), system.transitions.len());
        let time = begin.elapsed();
        println!(
            "{name}: {states} states, {transitions} transitions, to {} in {time:.2?}",
            new.len()
        );
    }
}
