//! Random programs, by machines and by the interpreter.

use std::collections::{BTreeSet, HashSet};
use std::ops::ControlFlow;

use detection::detect;
use kernel::{SearchOptions, Silent, StopReason, Transition, TransitionSystem, reachable, search};
use machine::{Machine, State};
use machine_model::words::NamedMachine;
use symmetry::oracle::orbit_count;
use symmetry::{AuditOptions, Canonical, Quotient, audit};
use testing::Numbers;

use crate::model::{Faults, LoadOptions, Logic, Open};
use crate::reference::agree::sets_agree;
use crate::reference::exchanged::reduced_sets_agree;
use crate::reference::explore::Found;
use crate::reference::generator::program;
use crate::reference::state::Constants;
use crate::reference::{interpreted, machine, machine_if_bounded, tree};

/// Larger programs are left out.
const MOST: usize = 4_000;

/// The same for comparisons with sets.
const MOST_OF_SETS: u64 = 600;

/// A machine's state in the words of the model.
pub fn words(named: &NamedMachine, state: &State) -> Vec<String> {
    let cells = named.contents(state).into_iter();
    let mut words: Vec<String> =
        cells.map(|cell| format!("{} = {}", cell.name, cell.text)).collect();
    words.sort();
    words
}

/// The steps, the undefined steps and the states at risk, or whose risk has no value, of a machine.
fn facts(machine: &Machine, states: &[State]) -> (usize, usize, usize, usize) {
    let mut scratch = machine.scratch();
    let (mut steps, mut faults, mut risks, mut undefined) = (0, 0, 0, 0);
    let invariants: Vec<_> = (3..machine.properties().len()).map(kernel::PropertyId::new).collect();
    for state in states {
        let _ = machine.successors(state, &mut scratch, &mut |it: Transition<'_, Machine>| {
            steps += usize::from(it.target.is_some());
            faults += usize::from(it.target.is_none());
            ControlFlow::Continue(())
        });
        if let Some(&safety) = invariants.first() {
            risks += usize::from(machine.violates(state, safety, &mut scratch));
        }
        if let Some(&defined) = invariants.get(1) {
            undefined += usize::from(machine.violates(state, defined, &mut scratch));
        }
    }
    (steps, faults, risks, undefined)
}

/// A machine that forgets nothing has the states of the interpreter, with the same steps and violations.
pub fn agrees(named: &NamedMachine, found: &Found, constants: &Constants, options: &LoadOptions) {
    let states = reachable(&named.machine, found.states.len() + 1).expect("no more states");
    let expected: BTreeSet<Vec<String>> =
        found.states.iter().map(|state| constants.words(state)).collect();
    let all: BTreeSet<Vec<String>> = states.iter().map(|state| words(named, state)).collect();
    let differ: Vec<_> = all.symmetric_difference(&expected).take(4).collect();
    assert!(differ.is_empty(), "{differ:?}");
    assert_eq!(states.len(), expected.len());
    let (steps, faults, risks, undefined) = facts(&named.machine, &states);
    assert_eq!((steps, faults, risks), (found.steps, found.faults, found.risks));
    if options.faults == Faults::Strict {
        assert_eq!(undefined, found.undefined_risks);
    }
}

/// What is cleared changes nothing else: the states are those of the machine that clears nothing, cleared.
pub fn clears_soundly(all: &Machine, clearing: &Machine, most: usize) {
    let mut cleared: HashSet<Vec<i32>> = HashSet::new();
    for mut state in reachable(all, most).expect("few states") {
        clearing.forget(&mut state);
        cleared.insert(state.cells);
    }
    let states = reachable(clearing, most).expect("no more states");
    let states: HashSet<Vec<i32>> = states.into_iter().map(|state| state.cells).collect();
    assert_eq!(states.len(), cleared.len());
    assert!(states == cleared);
}

/// Which kinds of properties are violated, and how many states were searched.
fn searched<S: TransitionSystem>(system: &S, options: &SearchOptions) -> (Vec<String>, u64) {
    let outcome = search(system, options, &Silent);
    assert_eq!(outcome.stop, StopReason::Exhausted);
    let name = |property: kernel::PropertyId| system.properties()[property.index()].name.clone();
    let mut violated: Vec<String> =
        outcome.violations.iter().map(|violation| name(violation.property)).collect();
    violated.sort();
    violated.dedup();
    (violated, outcome.statistics.states)
}

/// Every reduction says what the interpreter says, and the quotient has a state for each orbit.
pub fn reduces_soundly(machine: &Machine, found: &Found, options: &LoadOptions) {
    let mut expected = Vec::new();
    for (name, is_violated) in [
        ("deadlock", found.has_deadlock),
        ("risk is defined", options.faults == Faults::Strict && found.undefined_risks > 0),
        ("run-time errors", found.faults > 0),
        ("safety", found.risks > 0),
    ] {
        expected.extend(is_violated.then(|| name.to_owned()));
    }
    let full = SearchOptions { keep_going: true, ..SearchOptions::default() };
    let reduction = detect(machine).reduction;
    for partial_order in [false, true] {
        let options = SearchOptions { partial_order, ..full.clone() };
        assert_eq!(searched(machine, &options).0, expected, "partial order {partial_order}");
        let Some(reduction) = &reduction else { continue };
        let canonical = Canonical::new(&reduction.symmetry);
        let quotient = Quotient::new(reduction, &canonical);
        let (violated, states) = searched(&quotient, &options);
        assert_eq!(violated, expected, "quotient, partial order {partial_order}");
        if !partial_order {
            let audited = AuditOptions { states: 100, ..AuditOptions::default() };
            assert!(audit(reduction, &reduction.symmetry, &audited).is_ok());
            let all = reachable(reduction, usize::MAX).expect("all states");
            let (reducible, others): (Vec<_>, Vec<_>) =
                all.into_iter().partition(|state| reduction.is_reducible(state));
            let (group, layout) = (reduction.symmetry.group(), reduction.symmetry.layout());
            let cells = reducible.iter().map(|state| &state.cells);
            let orbits = orbit_count(cells, group, layout).expect("a small group");
            assert_eq!(states as usize, orbits + others.len());
        }
    }
}

/// What of a program could be tried.
#[derive(Default, Debug)]
struct Tried {
    programs: usize,
    faulty: usize,
    risky: usize,
    symmetric: usize,
    cleared: usize,
    /// More is cleared where values of variables tell what is inactive.
    told: usize,
    /// It takes too much to find out what they tell.
    unbounded: usize,
    /// Machines with fewer states in sets that are reduced by exchanges of processes.
    exchanged: usize,
}

fn try_program(seed: u64, tried: &mut Tried) {
    let text = program(seed);
    let mut numbers = Numbers::new(seed ^ 0xfeed);
    let open = if numbers.chance(30) { Open::Free } else { Open::Zero };
    let logic = if numbers.chance(70) { Logic::Strict } else { Logic::ShortCircuit };
    let faults = if numbers.chance(70) { Faults::Lenient } else { Faults::Strict };
    let clear_inactive = false;
    let options = LoadOptions { open, logic, faults, clear_inactive, ..LoadOptions::default() };
    let model = tree(&text);
    let constants = Constants::of(&model, &options);
    let Some(found) = interpreted(&text, &options, MOST) else { return };
    if found.states.is_empty() {
        return;
    }
    let named = machine(&text, &options);
    agrees(&named, &found, &constants, &options);
    let clearing = machine(&text, &LoadOptions { clear_inactive: true, ..options.clone() });
    let by_predicates = true;
    let with_predicates = LoadOptions { clear_inactive: true, by_predicates, ..options.clone() };
    let told = machine_if_bounded(&text, &with_predicates);
    let told = told.as_ref().map(|told| &told.machine);
    let clearing_all = || [&clearing.machine].into_iter().chain(told);
    clearing_all().for_each(|machine| clears_soundly(&named.machine, machine, MOST + 1));
    for machine in [&named.machine].into_iter().chain(clearing_all()) {
        reduces_soundly(machine, &found, &options);
        if let Err(why) = sets_agree(machine, MOST_OF_SETS) {
            panic!("{why}");
        }
        match reduced_sets_agree(machine) {
            Ok(gained) => tried.exchanged += usize::from(gained.is_some_and(|it| it > 100)),
            Err(why) => panic!("{why}"),
        }
    }
    tried.programs += 1;
    tried.faulty += usize::from(found.faults > 0);
    tried.risky += usize::from(found.risks > 0);
    tried.symmetric += usize::from(detect(&named.machine).reduction.is_some());
    let states = |machine: &Machine| reachable(machine, MOST + 1).map_or(0, |it| it.len());
    tried.cleared += usize::from(states(&named.machine) > states(&clearing.machine));
    tried.unbounded += usize::from(told.is_none());
    if let Some(told) = told {
        assert!(states(told) <= states(&clearing.machine));
        tried.told += usize::from(states(told) < states(&clearing.machine));
    }
}

/// `QUOTIENT_RED_PROGRAMS` says how many, `QUOTIENT_RED_SEED` from where.
#[test]
fn random_programs_are_read_alike() {
    let number = |name: &str, default| {
        std::env::var(name).ok().map_or(default, |it| it.parse().expect("a number"))
    };
    let (count, first) = (number("QUOTIENT_RED_PROGRAMS", 300), number("QUOTIENT_RED_SEED", 1));
    let mut tried = Tried::default();
    for seed in first..first + count {
        let attempt = std::panic::AssertUnwindSafe(|| try_program(seed, &mut tried));
        if let Err(problem) = std::panic::catch_unwind(attempt) {
            eprintln!("seed {seed}:\n{}", program(seed));
            std::panic::resume_unwind(problem);
        }
    }
    eprintln!("{tried:?}");
    let enough = count as usize / 20;
    assert!(tried.programs > 5 * enough, "{tried:?}");
    assert!(tried.faulty > enough && tried.risky > enough, "{tried:?}");
    assert!(tried.symmetric > enough && tried.cleared > enough, "{tried:?}");
    assert!(tried.told > 0 && tried.exchanged > enough, "{tried:?}");
    assert!(tried.unbounded < enough, "{tried:?}");
}
