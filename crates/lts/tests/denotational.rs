//! The checker agrees with denotations that are computed naively: from the definitions, operator by operator, for processes
//! that end; from transition systems by brute force for the others.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::processes;
use crate::processes::{Answer, EVENTS, TAU, TICK, Wishes, World, checked, refinement};
use lts::{Event, Explicit, Model, State, Supercombinator, Term, TermId, Violation};
use testing::Numbers;

type Trace = Vec<Event>;
type Set = BTreeSet<Event>;

/// The traces of a process that never diverges, each with the sets of events that stable states accept after it. A set of
/// events is refused if some of these is disjoint from it: so they tell the stable failures.
type Denotation = BTreeMap<Trace, BTreeSet<Set>>;

fn add(denotation: &mut Denotation, trace: &[Event], sets: impl IntoIterator<Item = Set>) {
    denotation.entry(trace.to_vec()).or_default().extend(sets);
}

fn terminates(trace: &[Event]) -> bool {
    trace.last() == Some(&TICK)
}

fn before_end(trace: &[Event]) -> &[Event] {
    trace.strip_suffix(&[TICK]).unwrap_or(trace)
}

fn united(
    one: &BTreeSet<Set>,
    other: &BTreeSet<Set>,
    with: impl Fn(&Set, &Set) -> Set,
) -> Vec<Set> {
    one.iter()
        .flat_map(|one| other.iter().map(move |other| (one, other)))
        .map(|(one, other)| with(one, other))
        .collect()
}

fn either(one: &Set, other: &Set) -> Set {
    one.union(other).copied().collect()
}

/// From the equations of the stable failures model, with joint ✓.
fn denotation(world: &World, process: TermId) -> Denotation {
    let of = |part: &TermId| denotation(world, *part);
    let is_in = |set: &lts::SetId, event: Event| world.terms.events(*set).contains(event);
    let mut all = Denotation::new();
    match world.terms.term(process) {
        Term::Stop => add(&mut all, &[], [Set::new()]),
        Term::Skip => {
            add(&mut all, &[], [Set::from([TICK])]);
            add(&mut all, &[TICK], [Set::new()]);
        }
        Term::Prefix(steps) => {
            let (event, then) = steps[0];
            add(&mut all, &[], [Set::from([event])]);
            for (trace, sets) in of(&then) {
                add(&mut all, &[&[event], &trace[..]].concat(), sets);
            }
        }
        Term::InternalChoice(parts) => {
            for (trace, sets) in parts.iter().flat_map(of) {
                add(&mut all, &trace, sets);
            }
        }
        Term::ExternalChoice(parts) => {
            let (one, other) = (of(&parts[0]), of(&parts[1]));
            add(&mut all, &[], united(&one[&vec![]], &other[&vec![]], either));
            for (trace, sets) in one.into_iter().chain(other).filter(|(trace, _)| !trace.is_empty())
            {
                add(&mut all, &trace, sets);
            }
        }
        Term::SlidingChoice(one, other) => {
            for (trace, sets) in
                of(one).into_iter().filter(|(trace, _)| !trace.is_empty()).chain(of(other))
            {
                add(&mut all, &trace, sets);
            }
        }
        Term::Sequence(one, other) => {
            let other = of(other);
            for (trace, sets) in of(one) {
                if terminates(&trace) {
                    for (then, sets) in &other {
                        add(&mut all, &[before_end(&trace), then].concat(), sets.clone());
                    }
                } else {
                    add(&mut all, &trace, sets.into_iter().filter(|set| !set.contains(&TICK)));
                }
            }
        }
        Term::Interrupt(one, other) => {
            let other = of(other);
            for (trace, sets) in of(one) {
                if terminates(&trace) {
                    add(&mut all, &trace, sets);
                    continue;
                }
                add(&mut all, &trace, united(&sets, &other[&vec![]], either));
                for (then, sets) in other.iter().filter(|(then, _)| !then.is_empty()) {
                    add(&mut all, &[&trace[..], then].concat(), sets.clone());
                }
            }
        }
        Term::Exception(one, set, other) => {
            let other = of(other);
            for (trace, sets) in of(one) {
                match trace.iter().position(|&event| is_in(set, event)) {
                    None => add(&mut all, &trace, sets),
                    Some(place) if place + 1 == trace.len() => {
                        for (then, sets) in &other {
                            add(&mut all, &[&trace[..], then].concat(), sets.clone());
                        }
                    }
                    Some(_) => {}
                }
            }
        }
        Term::Synchronised(set, parts) => {
            let both = |event| event == TICK || is_in(set, event);
            in_parallel(&mut all, &of(&parts[0]), &of(&parts[1]), &both, &|_, _| true);
        }
        Term::Alphabetised(parts) => {
            let [(one, first), (other, second)] = &parts[..] else { panic!("two parts") };
            let both = |event| event == TICK || is_in(first, event) && is_in(second, event);
            let may = |left: bool, event| {
                event == TICK || is_in(if left { first } else { second }, event)
            };
            in_parallel(&mut all, &of(one), &of(other), &both, &may);
        }
        Term::Hide(part, set) => {
            for (trace, sets) in of(part) {
                let seen: Trace = trace.into_iter().filter(|&event| !is_in(set, event)).collect();
                let stable = |set_: &Set| !set_.iter().any(|&event| is_in(set, event));
                add(&mut all, &seen, sets.into_iter().filter(stable));
            }
        }
        Term::Rename(part, pairs) => {
            let images = |event: Event| -> Vec<Event> {
                let of_event: Vec<Event> =
                    pairs.iter().filter(|pair| pair.0 == event).map(|pair| pair.1).collect();
                if of_event.is_empty() { vec![event] } else { of_event }
            };
            for (trace, sets) in of(part) {
                let sets: Vec<Set> = sets
                    .into_iter()
                    .map(|set| set.into_iter().flat_map(images).collect())
                    .collect();
                let mut traces = vec![vec![]];
                for event in trace {
                    let longer = |trace: Trace| {
                        images(event).into_iter().map(move |image| [&trace[..], &[image]].concat())
                    };
                    traces = traces.into_iter().flat_map(longer).collect();
                }
                for trace in traces {
                    add(&mut all, &trace, sets.clone());
                }
            }
        }
        term => panic!("no denotation for {term:?}"),
    }
    all
}

/// The traces that two make together: events of `both` are done together, the others alone, if they may be done at all.
fn in_parallel(
    all: &mut Denotation,
    one: &Denotation,
    other: &Denotation,
    both: &dyn Fn(Event) -> bool,
    may: &dyn Fn(bool, Event) -> bool,
) {
    let mut waiting = vec![(Trace::new(), Trace::new(), Trace::new())];
    let mut known = BTreeSet::new();
    while let Some((trace, first, second)) = waiting.pop() {
        if !known.insert((trace.clone(), first.clone(), second.clone())) {
            continue;
        }
        let offered = |one: &Set, other: &Set| {
            let one: Set = one.iter().copied().filter(|&event| may(true, event)).collect();
            let other: Set = other.iter().copied().filter(|&event| may(false, event)).collect();
            let offers =
                |event: &Event| !both(*event) || one.contains(event) && other.contains(event);
            either(&one, &other).into_iter().filter(offers).collect()
        };
        add(all, &trace, united(&one[&first], &other[&second], offered));
        for event in EVENTS.into_iter().chain([TICK]) {
            let longer = |trace: &Trace| [&trace[..], &[event]].concat();
            let (left, right) = (longer(&first), longer(&second));
            let (left_can, right_can) = (one.contains_key(&left), other.contains_key(&right));
            if both(event) {
                if left_can && right_can {
                    waiting.push((longer(&trace), left, right));
                }
                continue;
            }
            if left_can && may(true, event) {
                waiting.push((longer(&trace), left, second.clone()));
            }
            if right_can && may(false, event) {
                waiting.push((longer(&trace), first.clone(), right));
            }
        }
    }
}

fn refines_naively(one: &Denotation, other: &Denotation, model: Model) -> bool {
    other.iter().all(|(trace, sets)| {
        one.get(trace).is_some_and(|allowed| {
            model == Model::Traces
                || sets.iter().all(|set| allowed.iter().any(|least| least.is_subset(set)))
        })
    })
}

const MODELS: [Model; 3] = [Model::Traces, Model::Failures, Model::FailuresDivergences];

fn compare_by_equations(seeds: std::ops::Range<u64>) -> [[usize; 2]; 3] {
    let wishes = Wishes { endless: false, all_operators: false, terminating: true };
    let mut verdicts = [[0; 2]; 3];
    for seed in seeds {
        let numbers = &mut Numbers::new(seed);
        let mut world = World::default();
        let depth = numbers.between(3, 6);
        let one = world.random(numbers, depth, wishes);
        // Two unrelated processes rarely refine one another.
        let other = match numbers.below(3) {
            0 => world.random(numbers, depth, wishes),
            1 => {
                let more = world.random(numbers, depth - 1, wishes);
                world.internal(&[one, more])
            }
            _ => {
                let more = world.random(numbers, depth - 1, wishes);
                world.external(&[one, more])
            }
        };
        let naive = (denotation(&world, other), denotation(&world, one));
        for (model, verdicts) in MODELS.into_iter().zip(&mut verdicts) {
            // Neither diverges: failures and divergences are failures.
            for (spec, implementation, naive) in
                [(other, one, (&naive.0, &naive.1)), (one, other, (&naive.1, &naive.0))]
            {
                let expected = refines_naively(naive.0, naive.1, model);
                let found = world.refines(spec, implementation, model);
                assert_eq!(found, expected, "seed {seed}, {model:?}");
                verdicts[usize::from(found)] += 1;
            }
        }
    }
    verdicts
}

/// What a transition system can do by brute force, up to a length: traces with refusals and divergence.
struct Brute {
    /// After each trace: the sets that stable states accept, and whether some state diverges.
    traces: BTreeMap<Trace, (BTreeSet<Set>, bool)>,
}

const LONGEST: usize = 5;

impl Brute {
    fn new(explicit: &Explicit) -> Brute {
        let mut traces = BTreeMap::new();
        let mut waiting = vec![Trace::new()];
        while let Some(trace) = waiting.pop() {
            let states = processes::after(explicit, &trace);
            let events =
                |state: State| -> Set { explicit.of(state).iter().map(|step| step.0).collect() };
            let offers: Vec<Set> = states.iter().map(|&state| events(state)).collect();
            let diverges = states.iter().any(|&state| diverges(explicit, state));
            if trace.len() < LONGEST {
                let next: Set =
                    offers.iter().flatten().copied().filter(|&event| event != TAU).collect();
                waiting.extend(next.into_iter().map(|event| [&trace[..], &[event]].concat()));
            }
            let stable = offers.into_iter().filter(|offers| !offers.contains(&TAU)).collect();
            traces.insert(trace, (stable, diverges));
        }
        Brute { traces }
    }

    /// Whether a trace or one that it begins with may diverge.
    fn has_diverged(&self, trace: &[Event]) -> bool {
        (0..=trace.len()).any(|length| self.traces.get(&trace[..length]).is_some_and(|of| of.1))
    }

    fn is_refined_by(&self, other: &Brute, model: Model) -> bool {
        other.traces.iter().all(|(trace, (sets, diverges))| {
            if model == Model::FailuresDivergences && self.has_diverged(trace) {
                return true;
            }
            if model == Model::FailuresDivergences && *diverges {
                return false;
            }
            self.traces.get(trace).is_some_and(|(allowed, _)| {
                model == Model::Traces
                    || sets.iter().all(|set| allowed.iter().any(|least| least.is_subset(set)))
            })
        })
    }
}

/// Whether there is a run of τ that is longer than there are states.
fn diverges(explicit: &Explicit, state: State) -> bool {
    let mut states = BTreeSet::from([state]);
    for _ in 0..=explicit.len() {
        let silent = states.iter().flat_map(|&state| explicit.of(state));
        states = silent.filter(|step| step.0 == TAU).map(|step| step.1).collect();
    }
    !states.is_empty()
}

fn compare_by_brute_force(seeds: std::ops::Range<u64>) -> [[usize; 2]; 3] {
    let wishes = Wishes { endless: true, all_operators: true, terminating: true };
    let mut verdicts = [[0; 2]; 3];
    for seed in seeds {
        let numbers = &mut Numbers::new(seed);
        let mut world = World::default();
        let depth = numbers.between(3, 6);
        let one = world.random(numbers, depth, wishes);
        let more = world.random(numbers, depth - 1, wishes);
        let other = match numbers.below(3) {
            0 => more,
            1 => world.internal(&[one, more]),
            _ => world.external(&[one, more]),
        };
        let (one, other) = (world.explore(one), world.explore(other));
        if one.len() > 300 || other.len() > 300 {
            continue;
        }
        let (one_brute, other_brute) = (Brute::new(&one), Brute::new(&other));
        let ways =
            [(&one, &one_brute, &other, &other_brute), (&other, &other_brute, &one, &one_brute)];
        for (model, verdicts) in MODELS.into_iter().zip(&mut verdicts) {
            for (spec, spec_brute, implementation, brute) in ways {
                let expected = spec_brute.is_refined_by(brute, model);
                let system = Supercombinator::of(Arc::new(implementation.clone()));
                let specification = refinement(spec, model);
                let found = checked(&specification, &system).answer;
                match &found {
                    Answer::Passed => assert!(expected, "seed {seed}, {model:?}"),
                    Answer::Failed(counterexample) => {
                        let run = &counterexample.run;
                        let event = matches!(counterexample.violation, Violation::Event(_));
                        let visible = run.events.iter().filter(|&&event| event != TAU).count();
                        let beyond = visible + usize::from(event) > LONGEST;
                        assert!(!expected || beyond, "seed {seed}, {model:?}: {counterexample:?}");
                    }
                    other => panic!("{other:?}"),
                }
                verdicts[usize::from(found == Answer::Passed)] += 1;
            }
        }
    }
    verdicts
}

/// Both verdicts must have been seen often, or nothing was tested.
fn are_telling(verdicts: [[usize; 2]; 3], least: usize) {
    assert!(verdicts.iter().flatten().all(|&count| count >= least), "{verdicts:?}");
}

#[test]
fn refinement_agrees_with_the_equations() {
    are_telling(compare_by_equations(0..1000), 200);
}

#[test]
fn refinement_agrees_with_brute_force() {
    are_telling(compare_by_brute_force(0..1000), 200);
}

#[test]
#[ignore = "takes long"]
fn refinement_agrees_with_both_at_length() {
    are_telling(compare_by_equations(10_000..15_000), 1000);
    are_telling(compare_by_brute_force(10_000..15_000), 1000);
}
