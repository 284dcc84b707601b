//! Supercombinators induce what the reference semantics says: Definition 63 and Examples 28, 64, 65 and 66 of Gibson-Robinson and
//! Lowe (2019), and random processes.

use std::ops::ControlFlow;

use crate::processes::{A, Answer, B, C, TAU, TICK, Wishes, World, checked, limits, refinement};
use lts::{
    Assertion, Call, Compression, Definitions, Event, EventSet, Explicit, Failure, Model,
    Semantics, Settings, State, Supercombinator, Term, TermId, Terms, compile, factor,
};
use testing::Numbers;

fn compiled(world: &mut World, process: TermId) -> Supercombinator {
    compile(&mut world.semantics(), process, Settings::default()).unwrap()
}

fn induced(system: &Supercombinator) -> Explicit {
    system.induced(&mut limits(&mut || false), TermId(0)).unwrap()
}

/// Whether two transition systems are strongly bisimilar, marks included.
fn are_bisimilar(one: &Explicit, other: &Explicit) -> bool {
    let shift =
        |by: usize| move |&(event, target): &(Event, State)| (event, State(target.0 + by as u32));
    let (first, second) = (1, 1 + one.len());
    let mut both = Explicit {
        initial: State(0),
        starts: vec![0, 2],
        transitions: vec![
            (A, State(one.initial.0 + first as u32)),
            (B, State(other.initial.0 + second as u32)),
        ],
        labels: vec![TermId(0); 1 + one.len() + other.len()],
        generalised: None,
    };
    for (system, by) in [(one, first), (other, second)] {
        for state in (0..system.len() as u32).map(State) {
            both.transitions.extend(system.of(state).iter().map(shift(by)));
            both.starts.push(both.transitions.len() as u32);
        }
    }
    if one.generalised.is_some() || other.generalised.is_some() {
        let mut marks = vec![one.marks()[0].clone()];
        marks.extend(one.marks());
        marks.extend(other.marks());
        both.generalised = Some(marks);
    }
    let factor = factor(Compression::StrongBisimulation, &both, &mut limits(&mut || false))
        .unwrap()
        .unwrap();
    let class = |state: State, by: usize| factor.state_of[state.0 as usize + by];
    class(one.initial, first) == class(other.initial, second)
}

/// What kinds of supercombinators were seen.
#[derive(Default, Debug)]
struct Seen {
    several_components: usize,
    switches: usize,
    resets: usize,
    joint: usize,
}

impl Seen {
    fn see(&mut self, system: &Supercombinator) {
        let rules = system.rules();
        self.several_components += usize::from(system.components().len() > 1);
        self.switches += usize::from(!system.switches().is_empty());
        self.resets += usize::from(rules.iter().any(|rule| !rule.resets.is_empty()));
        self.joint += usize::from(rules.iter().any(|rule| rule.parts.len() > 1));
    }
}

fn compare(seeds: std::ops::Range<u64>) -> Seen {
    let wishes = Wishes { endless: true, all_operators: true, terminating: true };
    let mut seen = Seen::default();
    for seed in seeds {
        let numbers = &mut Numbers::new(seed);
        let mut world = World::default();
        let depth = numbers.between(3, 7);
        let process = world.random(numbers, depth, wishes);
        let expected = match world.try_explore(process) {
            // Few have too many states for a test.
            Err(Failure::TooLarge) => continue,
            explored => explored.unwrap(),
        };
        let system = compiled(&mut world, process);
        seen.see(&system);
        let found = induced(&system);
        assert!(are_bisimilar(&expected, &found), "seed {seed}");
    }
    seen
}

#[test]
fn random_processes_are_bisimilar_to_their_supercombinators() {
    let seen = compare(0..1500);
    let counts = [seen.several_components, seen.switches, seen.resets, seen.joint];
    assert!(counts.iter().all(|&count| count > 150), "{seen:?}");
}

#[test]
#[ignore = "takes long"]
fn very_many_random_processes_are_bisimilar_to_their_supercombinators() {
    compare(10_000..30_000);
}

#[test]
fn bisimilarity_is_told_from_its_absence() {
    let mut world = World::default();
    let (one, other) = (world.events(&[A, B]), world.events(&[A, C]));
    let (one, other) = (world.explore(one), world.explore(other));
    assert!(are_bisimilar(&one, &one.clone()) && !are_bisimilar(&one, &other));
}

/// The events of a cyclic process, for ever.
fn cycle(world: &mut World, events: &[Event]) -> TermId {
    world.recursive(|world, again| {
        events.iter().rev().fold(again, |then, &event| world.prefix(event, then))
    })
}

#[test]
fn example_28_has_a_rule_for_each_event_and_each_silent_component() {
    let mut world = World::default();
    let events: Vec<Event> = (10..16).map(Event).collect();
    // Component i does events i and i+1 and sometimes τ: neighbours share one.
    let parts: Vec<(TermId, Vec<Event>)> = (0..5)
        .map(|place| {
            let own = vec![events[place], events[place + 1]];
            let part = cycle(&mut world, &own);
            let stop = world.stop();
            (world.sliding(part, stop), own)
        })
        .collect();
    let parts: Vec<(TermId, &[Event])> =
        parts.iter().map(|(part, own)| (*part, own.as_slice())).collect();
    let parallel = world.alphabetised(&parts);
    let hidden = world.hide(parallel, &events[1..3]);
    let system = compiled(&mut world, hidden);
    assert_eq!(system.components().len(), 5);
    assert!(system.switches().is_empty());
    let rules = system.rules();
    let joint: Vec<_> = rules.iter().filter(|rule| rule.parts[0].1 != TAU).collect();
    assert_eq!(joint.len(), 6);
    for rule in &joint {
        let event = rule.parts[0].1;
        let taking_part: Vec<(u32, Event)> = (0..5)
            .filter(|&place| parts[place as usize].1.contains(&event))
            .map(|place| (place, event))
            .collect();
        assert_eq!(*rule.parts, *taking_part);
        assert_eq!(rule.event, if events[1..3].contains(&event) { TAU } else { event });
    }
    let silent = rules.iter().filter(|rule| *rule.parts == [(rule.parts[0].0, TAU)]);
    assert_eq!(silent.count(), 5);
    assert_eq!(rules.len(), 11);
    assert!(are_bisimilar(&world.explore(hidden), &induced(&system)));
}

#[test]
fn example_64_has_a_format_for_each_choice_and_one_before() {
    let mut world = World::default();
    let hidden: [&[Event]; 3] = [&[A], &[B], &[C]];
    let parts = hidden.map(|events| {
        let (one, other) = (cycle(&mut world, &[A, B]), cycle(&mut world, &[B, C]));
        let part = world.parallel(&[B], &[one, other]);
        world.hide(part, events)
    });
    let choice = world.internal(&parts);
    let system = compiled(&mut world, choice);
    assert_eq!((system.components().len(), system.switches()), (6, &[4][..]));
    let first: Vec<_> = system.rules().iter().filter(|rule| *rule.when == [(0, [0, 0])]).collect();
    assert_eq!(first.len(), 3);
    for (rule, value) in first.iter().zip(1..) {
        assert!(rule.parts.is_empty() && rule.resets.is_empty() && rule.event == TAU);
        assert_eq!(*rule.switch, [(0, value)]);
    }
    for (place, component) in system.components().iter().enumerate() {
        assert_eq!(*component.on, [(0, Box::from([place as u32 / 2 + 1]))]);
    }
    assert!(are_bisimilar(&world.explore(choice), &induced(&system)));
}

#[test]
fn example_65_resets_what_terminated() {
    let mut world = World::default();
    let skip = world.skip();
    let one = world.prefix(A, skip);
    let other = world.prefix(B, skip);
    let both = world.parallel(&[], &[one, other]);
    let again = world.recursive(|world, again| world.sequence(both, again));
    let system = compiled(&mut world, again);
    assert_eq!(system.components().len(), 2);
    let ends: Vec<_> = system.rules().iter().filter(|rule| !rule.resets.is_empty()).collect();
    assert_eq!(ends.len(), 1);
    assert_eq!(*ends[0].parts, [(0, TICK), (1, TICK)]);
    assert_eq!((ends[0].event, &*ends[0].resets), (TAU, &[0, 1][..]));
    // Two events in either order, and then τ back to where it began.
    let found = induced(&system);
    assert_eq!(found.len(), 4);
    assert!(are_bisimilar(&world.explore(again), &found));
}

#[test]
fn example_66_nests_compressed_supercombinators() {
    let mut world = World::default();
    let groups: Vec<TermId> = (0..3)
        .map(|group| {
            let parts: Vec<TermId> = (0..3)
                .map(|place| cycle(&mut world, &[Event(10 + 3 * group + place), A]))
                .collect();
            let parallel = world.parallel(&[], &parts);
            world.compress(Compression::StrongBisimulation, parallel)
        })
        .collect();
    let all = world.parallel(&[], &groups);
    let system = compiled(&mut world, all);
    // Each compressed group is one component, of eight states.
    let sizes: Vec<usize> =
        system.components().iter().map(|component| component.explicit.len()).collect();
    assert_eq!(sizes, [8, 8, 8]);
    assert_eq!(induced(&system).len(), 512);
}

/// Else states would differ in what is over.
#[test]
fn what_was_not_chosen_is_put_back() {
    let mut world = World::default();
    let (stop, b, c) = (world.stop(), world.events(&[B]), world.events(&[C]));
    let undecided = world.internal(&[b, c]);
    let (left, right) = (world.interleaved(&[undecided, stop]), world.events(&[A]));
    let choice = world.external(&[left, right]);
    // Undecided, b, c; what comes after b or c; what comes after a.
    assert_eq!(induced(&compiled(&mut world, choice)).len(), 5);
    let interrupt = world.interrupt(left, right);
    // Undecided, b, c, neither; what comes after a.
    assert_eq!(induced(&compiled(&mut world, interrupt)).len(), 5);
    let sliding = world.sliding(left, right);
    // Undecided, b, c; what comes after b or c; a; what comes after a.
    assert_eq!(induced(&compiled(&mut world, sliding)).len(), 6);
}

#[test]
fn a_process_that_calls_itself_in_parallel_is_one_component() {
    let mut world = World::default();
    // A part calls the whole from inside a parallel composition, if it ever gets so far.
    let whole = world.recursive(|world, again| {
        let c = world.events(&[C]);
        let beside = world.interleaved(&[c, c]);
        let behind = world.prefix(B, again);
        let blocked = world.parallel(&[A, B], &[behind, beside]);
        world.prefix(A, blocked)
    });
    let system = compiled(&mut world, whole);
    assert_eq!(system.components().len(), 1);
    assert!(are_bisimilar(&world.explore(whole), &induced(&system)));
}

/// Forty parts that accept one of two sets each: there are 2^40 ways to accept something together.
#[test]
fn parts_that_choose_are_not_tried_in_all_ways() {
    let mut world = World::default();
    let parts: Vec<TermId> = (0..40)
        .map(|place| {
            let own = [100 + 2 * place, 101 + 2 * place].map(Event);
            let parts = own.map(|event| cycle(&mut world, &[event]));
            let choice = world.internal(&parts);
            world.compress(Compression::Normal, choice)
        })
        .collect();
    let all = world.parallel(&[], &parts);
    let system = compiled(&mut world, all);
    assert!(system.is_generalised());
    assert_eq!(system.components().len(), 40);
    let searched = checked(&lts::Specification::deadlock_free(Model::Failures), &{
        // Its states are too many: only those without a choice behind them.
        let first = world.parallel(&(100..180).map(Event).collect::<Vec<_>>(), &parts);
        compiled(&mut world, first)
    });
    let Answer::Failed(counterexample) = searched.answer else { panic!("nobody can move") };
    assert!(counterexample.run.events.is_empty());
}

#[test]
fn deep_terms_do_no_harm() {
    let mut world = World::default();
    let (one, other) = (cycle(&mut world, &[A, B]), cycle(&mut world, &[B, C]));
    let mut process = world.parallel(&[B], &[one, other]);
    for _ in 0..50_000 {
        process = world.hide(process, &[C]);
    }
    let system = compiled(&mut world, process);
    let flat = world.parallel(&[B], &[one, other]);
    let flat = world.hide(flat, &[C]);
    let flat = world.explore(flat);
    assert!(are_bisimilar(&flat, &induced(&system)));
}

/// Every operator that recursion goes through, as deep as it may be, on the stack of a test.
#[test]
fn deep_high_level_terms_do_no_harm() {
    let mut world = World::default();
    let (stop, c) = (world.stop(), world.events(&[C]));
    let mut process = world.parallel(&[B], &[c, stop]);
    for _ in 0..80 {
        process = world.sequence(process, stop);
        process = world.exception(process, &[A], stop);
        process = world.external(&[stop, process]);
        process = world.rename(process, &[(B, B)]);
        process = world.interrupt(process, stop);
        process = world.alphabetised(&[(process, &[A, B, C]), (stop, &[])]);
        process = world.recursive(|_, _| process);
        process = world.sliding(process, stop);
    }
    let found = induced(&compiled(&mut world, process));
    assert!(are_bisimilar(&world.explore(process), &found));
}

/// `P(n) = a -> P(n+1)`, for ever.
struct Counting;

impl Definitions for Counting {
    fn unfold(&mut self, terms: &mut Terms, call: Call) -> TermId {
        let next = terms.intern(Term::Call(Call(call.0 + 1)));
        terms.intern(Term::Prefix([(A, next)].into()))
    }

    fn interrupted(&mut self) -> bool {
        false
    }
}

#[test]
fn a_part_that_is_endless_by_itself_is_explored_with_what_bounds_it() {
    let mut terms = Terms::new();
    let (endless, stop) = (Term::Call(Call(0)), Term::Stop);
    let (endless, stop) = (terms.intern(endless), terms.intern(stop));
    let twice =
        [A, A].iter().fold(stop, |then, &event| terms.intern(Term::Prefix([(event, then)].into())));
    let set = terms.set(EventSet::of([A]));
    let both = terms.intern(Term::Synchronised(set, [endless, twice].into()));
    let beside = terms.intern(Term::Hide(both, set));
    let mut definitions = Counting;
    let mut semantics = Semantics::new(&mut terms, &mut definitions);
    semantics.most_states = 1000;
    let system = compile(&mut semantics, beside, Settings::default()).unwrap();
    assert_eq!(induced(&system).len(), 3);
    let failure = compile(&mut semantics, endless, Settings::default()).err();
    assert_eq!(failure, Some(Failure::TooLarge));
}

#[test]
fn twelve_small_components_take_three_bytes() {
    let mut world = World::default();
    let parts: Vec<TermId> = (0..12)
        .map(|place| {
            let own: Vec<Event> = (0..4).map(|step| Event(100 + 4 * place + step)).collect();
            cycle(&mut world, &own)
        })
        .collect();
    let all = world.parallel(&[], &parts);
    assert_eq!(compiled(&mut world, all).bytes(), 3);
}

#[test]
fn the_rules_that_fire_do_not_depend_on_compressing_leaves() {
    let mut world = World::default();
    let twice = cycle(&mut world, &[A, B, A, B]);
    let other = cycle(&mut world, &[B, C]);
    let process = world.parallel(&[B], &[twice, other]);
    let plain =
        compile(&mut world.semantics(), process, Settings { compresses_leaves: false }).unwrap();
    let small = compiled(&mut world, process);
    assert_eq!((induced(&plain).len(), induced(&small).len()), (8, 4));
    let explicit = world.explore(process);
    assert!(checked(&refinement(&explicit, Model::Failures), &small).answer == Answer::Passed);
}

/// Divergence is found along rules that may be on a cycle: they are τ, and there is a cycle among them if there is one at all.
#[test]
fn cycles_of_tau_are_among_recurring_rules() {
    let wishes = Wishes { endless: true, all_operators: true, terminating: true };
    let (mut fewer, mut cycles) = (0, 0);
    for seed in 0..1500 {
        let numbers = &mut Numbers::new(seed);
        let mut world = World::default();
        let process = world.random(numbers, 5, wishes);
        let system = compiled(&mut world, process);
        let mut states = vec![system.initial()];
        let (mut all, mut recurring) = (Vec::new(), Vec::new());
        let mut firing = system.firing();
        let mut next = 0;
        while let Some(state) = states.get(next).cloned() {
            next += 1;
            let (mut silent, mut kept) = (Vec::new(), Vec::new());
            let _ = system.successors(&state, &mut firing, &mut |event, target| {
                if !states.iter().any(|known| known == target) {
                    states.push(target.to_vec());
                }
                if event == TAU {
                    silent.push(target.to_vec());
                }
                ControlFlow::Continue(())
            });
            let _ = system.recurring_successors(&state, &mut firing, &mut |target| {
                kept.push(target.to_vec());
                ControlFlow::Continue(())
            });
            assert!(kept.iter().all(|target| silent.contains(target)), "seed {seed}");
            all.push((state.clone(), silent));
            recurring.push((state, kept));
        }
        let cyclic = has_cycle(&all);
        assert_eq!(has_cycle(&recurring), cyclic, "seed {seed}");
        let count = |edges: &Edges| edges.iter().map(|(_, targets)| targets.len()).sum::<usize>();
        fewer += usize::from(count(&recurring) < count(&all));
        cycles += usize::from(cyclic);
    }
    assert!(fewer > 300 && cycles > 300, "{fewer} {cycles}");
}

type Edges = Vec<(Vec<u32>, Vec<Vec<u32>>)>;

/// Whether states are left after removing, again and again, those without an edge to one that is left.
fn has_cycle(edges: &Edges) -> bool {
    let mut left: Vec<&Vec<u32>> = edges.iter().map(|(state, _)| state).collect();
    loop {
        let leads_on = |state: &Vec<u32>| {
            let (_, targets) = edges.iter().find(|(other, _)| other == state).unwrap();
            targets.iter().any(|target| left.contains(&target))
        };
        let fewer: Vec<&Vec<u32>> = left.iter().copied().filter(|state| leads_on(state)).collect();
        if fewer.len() == left.len() {
            return !left.is_empty();
        }
        left = fewer;
    }
}

/// Which τ a chase follows is not said; whichever it is, the process could follow it.
#[test]
fn what_is_chased_does_nothing_that_the_process_does_not() {
    let wishes = Wishes { endless: true, all_operators: true, terminating: true };
    let (mut smaller, mut chased_away) = (0, 0);
    for seed in 0..300 {
        let numbers = &mut Numbers::new(seed);
        let mut world = World::default();
        let parts = [0; 3].map(|_| world.random(numbers, 2, wishes));
        let beside = world.random(numbers, 1, wishes);
        let whole = world.parallel(&[A], &parts);
        let whole = world.hide(whole, &[A]);
        let how = *numbers.pick(&[Compression::Chase, Compression::ChaseNoCache]);
        let chased = world.compress(how, whole);
        let system = compiled(&mut world, chased);
        assert!(system.components()[0].chased.is_some(), "seed {seed}");
        for model in [Model::Traces, Model::Failures, Model::FailuresDivergences] {
            assert!(
                world.holds(chased, Assertion::Refines(whole, model)),
                "seed {seed}, {model:?}"
            );
        }
        let (plain, around) =
            (world.parallel(&[B], &[whole, beside]), world.parallel(&[B], &[chased, beside]));
        let refines = Assertion::Refines(plain, Model::FailuresDivergences);
        assert!(world.holds(around, refines), "seed {seed}");
        let states = induced(&system).len();
        smaller += usize::from(states < induced(&compiled(&mut world, whole)).len());
        chased_away +=
            usize::from(!world.holds(whole, Assertion::Refines(chased, Model::Failures)));
    }
    assert!(smaller > 100 && chased_away > 10, "{smaller}, {chased_away}");
}

/// Each of these facts follows from the one before it, unseen: the order does not matter, and they have one state for each that was
/// learned at first, where the facts by themselves have very many.
#[test]
fn a_chase_meets_only_what_its_surroundings_let_it_come_to() {
    let mut world = World::default();
    let count = 60;
    let learn = |fact: u32| Event(100 + fact);
    let infer = |fact: u32| Event(300 + fact);
    let all: Vec<Event> = (1..count).map(infer).collect();
    let facts: Vec<(TermId, Vec<Event>)> = (0..count)
        .map(|fact| {
            let stop = world.stop();
            let next = if fact + 1 < count { world.prefix(infer(fact + 1), stop) } else { stop };
            let told = world.prefix(learn(fact), next);
            let inferred = if fact > 0 { world.prefix(infer(fact), next) } else { stop };
            let own = [learn(fact), infer(fact), infer(fact + 1)];
            (world.external(&[told, inferred]), own.to_vec())
        })
        .collect();
    let facts: Vec<(TermId, &[Event])> = facts.iter().map(|(f, own)| (*f, &own[..])).collect();
    let together = world.alphabetised(&facts);
    let hidden = world.hide(together, &all);
    let chased = world.compress(Compression::Chase, hidden);
    let learned: Vec<Event> = (0..count).map(learn).collect();
    let told = world.events(&[learn(50)]);
    let whole = world.parallel(&learned, &[chased, told]);
    assert_eq!(induced(&compiled(&mut world, whole)).len(), 2);
}
