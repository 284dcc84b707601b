//! Random transition systems, and what they mean, computed straight from the definitions.

#![allow(dead_code, reason = "each test uses a part of it")]

use std::collections::{BTreeMap, BTreeSet};

use lts::{Acceptances, Event, Explicit, Marks, State, TermId};
use testing::Numbers;

pub const A: Event = Event(2);
pub const B: Event = Event(3);
pub const C: Event = Event(4);

/// A plain system that begins in state 0. The rows are the transitions of the states. State `n` is term `100 + n`.
pub fn plain(rows: &[&[(Event, u32)]]) -> Explicit {
    let mut system = Explicit {
        initial: State(0),
        starts: vec![0],
        transitions: Vec::new(),
        labels: Vec::new(),
        generalised: None,
    };
    for (row, label) in rows.iter().zip(100..) {
        let row: BTreeSet<(Event, State)> =
            row.iter().map(|&(event, target)| (event, State(target))).collect();
        system.transitions.extend(row);
        system.starts.push(system.transitions.len() as u32);
        system.labels.push(TermId(label));
    }
    system
}

/// A random plain system with at most so many states, but for a terminated one: τ-cycles, termination, nondeterminism, unreachable states.
pub fn random_plain(numbers: &mut Numbers, most: usize) -> Explicit {
    let count = numbers.between(1, most);
    let taus = numbers.between(0, 60);
    let density = numbers.between(0, 3);
    let events = [A, B, C];
    let events = &events[..numbers.between(1, 3)];
    let mut rows: Vec<Vec<(Event, u32)>> = Vec::new();
    for _ in 0..count {
        let mut row = Vec::new();
        for _ in 0..numbers.between(0, density) {
            let target = numbers.below(count) as u32;
            if numbers.chance(taus) {
                row.push((Event::TAU, target));
            } else if numbers.chance(10) {
                row.push((Event::TICK, count as u32));
            } else {
                row.push((*numbers.pick(events), target));
            }
        }
        rows.push(row);
    }
    rows.push(Vec::new());
    let rows: Vec<&[(Event, u32)]> = rows.iter().map(Vec::as_slice).collect();
    plain(&rows)
}

/// A random system, plain or with marks that its transitions allow.
pub fn random_system(numbers: &mut Numbers, most: usize) -> Explicit {
    let mut system = random_plain(numbers, most);
    if numbers.chance(50) {
        return system;
    }
    let mut diverges = diverging(&system);
    for state in system.states() {
        diverges[state.0 as usize] |= numbers.chance(15);
    }
    let diverges: Vec<bool> = system
        .states()
        .map(|state| closure(&system, [state].into()).iter().any(|s| diverges[s.0 as usize]))
        .collect();
    let mut marks = Vec::new();
    for state in system.states() {
        let diverges = diverges[state.0 as usize];
        let events: BTreeSet<Event> =
            visible(&system, state).into_iter().map(|(event, _)| event).collect();
        let mut sets: BTreeSet<BTreeSet<Event>> = BTreeSet::new();
        let some = usize::from(system.is_stable(state) && !diverges);
        for _ in 0..numbers.between(some, 2) {
            sets.insert(events.iter().copied().filter(|_| numbers.chance(60)).collect());
        }
        let acceptances = listed(&minimal(&sets));
        marks.push(Marks { acceptances, diverges });
    }
    system.generalised = Some(marks);
    system
}

/// Transitions, marks and numbers fit together as the documentation of `Explicit` says, and all states are reachable.
pub fn assert_well_formed(system: &Explicit) {
    assert_eq!(system.starts.len(), system.len() + 1);
    assert_eq!(*system.starts.last().unwrap() as usize, system.transitions.len());
    let mut reached: BTreeSet<State> = [system.initial].into();
    let mut open = vec![system.initial];
    while let Some(state) = open.pop() {
        for &(_, target) in system.of(state) {
            if reached.insert(target) {
                open.push(target);
            }
        }
    }
    assert_eq!(reached.len(), system.len(), "unreachable states");
    for state in system.states() {
        assert!(system.of(state).is_sorted_by(|one, other| one < other));
        let events: BTreeSet<Event> = system.of(state).iter().map(|&(event, _)| event).collect();
        for set in accepted(system, state) {
            assert!(set.is_subset(&events), "accepts what it cannot do");
        }
    }
    if let Some(marks) = &system.generalised {
        assert_eq!(marks.len(), system.len());
        let diverges = diverging(system);
        for (state, diverges) in system.states().zip(diverges) {
            assert!(marks[state.0 as usize].diverges || !diverges, "a divergence is not marked");
        }
        for marks in marks {
            let sets = marks.acceptances.iter().map(|set| set.iter().copied().collect());
            assert_eq!(listed(&minimal(&sets.collect())), marks.acceptances);
        }
    }
}

/// The transitions of a state but for τ.
pub fn visible(system: &Explicit, state: State) -> Vec<(Event, State)> {
    system.of(state).iter().copied().filter(|&(event, _)| event != Event::TAU).collect()
}

/// What can be reached from any of these by τ.
pub fn closure(system: &Explicit, mut states: BTreeSet<State>) -> BTreeSet<State> {
    loop {
        let more: BTreeSet<State> = states
            .iter()
            .flat_map(|&state| system.of(state))
            .filter(|&&(event, _)| event == Event::TAU)
            .map(|&(_, target)| target)
            .collect();
        let before = states.len();
        states.extend(more);
        if states.len() == before {
            return states;
        }
    }
}

/// For each state whether a τ-cycle can be reached by τ, or a state that is marked as diverging.
pub fn diverging(system: &Explicit) -> Vec<bool> {
    let marked = |state: &State| match &system.generalised {
        Some(marks) => marks[state.0 as usize].diverges,
        None => false,
    };
    let on_cycle = |&state: &State| {
        let next = system.of(state).iter().filter(|(event, _)| *event == Event::TAU);
        closure(system, next.map(|&(_, target)| target).collect()).contains(&state)
    };
    system
        .states()
        .map(|state| closure(system, [state].into()).iter().any(|s| marked(s) || on_cycle(s)))
        .collect()
}

/// The acceptances of a state itself: as marked or by Lemma 55.
pub fn accepted(system: &Explicit, state: State) -> BTreeSet<BTreeSet<Event>> {
    match &system.generalised {
        Some(marks) => marks[state.0 as usize]
            .acceptances
            .iter()
            .map(|set| set.iter().copied().collect())
            .collect(),
        None if system.of(state).iter().any(|&(event, _)| event == Event::TAU) => BTreeSet::new(),
        None => [system.of(state).iter().map(|&(event, _)| event).collect()].into(),
    }
}

/// The sets that no other is part of.
pub fn minimal(all: &BTreeSet<BTreeSet<Event>>) -> BTreeSet<BTreeSet<Event>> {
    let is_minimal =
        |set: &BTreeSet<Event>| !all.iter().any(|other| other != set && other.is_subset(set));
    all.iter().filter(|set| is_minimal(set)).cloned().collect()
}

/// Minimal acceptances as marks have them: shorter ones first.
fn listed(sets: &BTreeSet<BTreeSet<Event>>) -> Acceptances {
    let mut sets: Vec<Box<[Event]>> =
        sets.iter().map(|set| set.iter().copied().collect()).collect();
    sets.sort_by_key(|set| (set.len(), set.clone()));
    sets.into()
}

/// What is seen of a process after a trace.
#[derive(PartialEq, Eq, Debug)]
pub struct Seen {
    pub next: BTreeSet<Event>,
    /// Acceptances that are minimal: they say which sets are refused.
    pub acceptances: BTreeSet<BTreeSet<Event>>,
    pub diverges: bool,
}

/// A process after a trace: the states that it may be in.
pub type After = BTreeSet<State>;

pub fn start(system: &Explicit) -> After {
    closure(system, [system.initial].into())
}

pub fn after(system: &Explicit, states: &After, event: Event) -> After {
    let targets = states
        .iter()
        .flat_map(|&state| system.of(state))
        .filter(|(done, _)| *done == event)
        .map(|&(_, target)| target);
    closure(system, targets.collect())
}

pub fn seen(system: &Explicit, diverging: &[bool], states: &After) -> Seen {
    let all: BTreeSet<BTreeSet<Event>> =
        states.iter().flat_map(|&state| accepted(system, state)).collect();
    Seen {
        next: states
            .iter()
            .flat_map(|&state| visible(system, state))
            .map(|(event, _)| event)
            .collect(),
        acceptances: minimal(&all),
        diverges: states.iter().any(|state| diverging[state.0 as usize]),
    }
}

/// Looks at what is seen of two systems after each trace that both have: all of them, as there are finitely many pairs of sets of
/// states. The last argument is told the trace and what is seen, and says whether to go on from there.
pub fn compare(
    one: &Explicit,
    other: &Explicit,
    mut visit: impl FnMut(&[Event], &Seen, &Seen) -> bool,
) {
    let (one_diverges, other_diverges) = (diverging(one), diverging(other));
    let mut met: BTreeMap<(After, After), Vec<Event>> = BTreeMap::new();
    let mut open = vec![(start(one), start(other))];
    met.insert(open[0].clone(), Vec::new());
    while let Some(pair) = open.pop() {
        let trace = met[&pair].clone();
        let (first, second) =
            (seen(one, &one_diverges, &pair.0), seen(other, &other_diverges, &pair.1));
        if !visit(&trace, &first, &second) {
            continue;
        }
        for &event in first.next.intersection(&second.next) {
            let next = (after(one, &pair.0, event), after(other, &pair.1, event));
            if !met.contains_key(&next) {
                let mut trace = trace.clone();
                trace.push(event);
                met.insert(next.clone(), trace);
                open.push(next);
            }
        }
    }
}

/// The same traces, failures and divergences, divergence not taken as chaos: that is more than each model of its own asks.
pub fn assert_equal_meaning(one: &Explicit, other: &Explicit, context: &str) {
    compare(one, other, |trace, first, second| {
        assert_eq!(first, second, "{context}, after {trace:?}, of {one:#?} and {other:#?}");
        true
    });
}

/// The moves of a state that another has to match.
pub type Moves = fn(&Explicit, State) -> BTreeSet<(Event, State)>;

pub fn strong_moves(system: &Explicit, state: State) -> BTreeSet<(Event, State)> {
    system.of(state).iter().copied().collect()
}

/// τ* and τ* a.
pub fn delay_moves(system: &Explicit, state: State) -> BTreeSet<(Event, State)> {
    let before = closure(system, [state].into());
    let silent = before.iter().map(|&state| (Event::TAU, state));
    let loud = before.iter().flat_map(|&state| visible(system, state));
    silent.chain(loud).collect()
}

/// τ* and τ* a τ*.
pub fn weak_moves(system: &Explicit, state: State) -> BTreeSet<(Event, State)> {
    delay_moves(system, state)
        .into_iter()
        .flat_map(|(event, target)| {
            closure(system, [target].into()).into_iter().map(move |state| (event, state))
        })
        .collect()
}

/// The greatest relation whose pairs agree about a mark and match one another's moves into related states.
pub fn greatest<M: PartialEq>(
    system: &Explicit,
    moves: Moves,
    mark: impl Fn(State) -> M,
) -> Vec<Vec<bool>> {
    let count = system.len();
    let states: Vec<State> = system.states().collect();
    let all_moves: Vec<_> = states.iter().map(|&state| moves(system, state)).collect();
    let mut related: Vec<Vec<bool>> = states
        .iter()
        .map(|&one| states.iter().map(|&other| mark(one) == mark(other)).collect())
        .collect();
    loop {
        let mut changed = false;
        for one in 0..count {
            for other in 0..count {
                let matches = |from: usize, by: usize| {
                    all_moves[from].iter().all(|&(event, target)| {
                        all_moves[by].iter().any(|&(done, reached)| {
                            done == event && related[target.0 as usize][reached.0 as usize]
                        })
                    })
                };
                if related[one][other] && !(matches(one, other) && matches(other, one)) {
                    related[one][other] = false;
                    related[other][one] = false;
                    changed = true;
                }
            }
        }
        if !changed {
            return related;
        }
    }
}

/// Which states are strongly bisimilar.
pub fn bisimilar(system: &Explicit, moves: Moves) -> Vec<Vec<bool>> {
    let diverging = diverging(system);
    greatest(system, moves, |state| (accepted(system, state), diverging[state.0 as usize]))
}
