//! Searches of quotients against searches of the original, lifted runs against the original, and audits.

use std::collections::HashSet;
use std::ops::ControlFlow;

use crate::toy::{ASSERTION, Bug, DEADLOCK, ERROR, INVARIANT, Step, Topology, Toy};
use groups::{Group, Interrupted, Patience, Permutation};
use kernel::{
    Order, Outcome, PropertyId, SearchOptions, Silent, StopReason, Transition, TransitionSystem,
    Visitor, Ways, search,
};
use symmetry::oracle::orbit_count;
use symmetry::{
    AuditOptions, Canonical, DifferenceKind, Guarantee, Identity, LiftError, LiftedRun, Quotient,
    Representative, Symmetric, SymmetryGroup, audit, lift,
};

type Edge = (Vec<Step>, Option<Vec<i32>>, Option<PropertyId>);

struct Edges(Vec<Edge>);

impl Visitor<Toy> for Edges {
    fn transition(&mut self, transition: Transition<'_, Toy>) -> ControlFlow<()> {
        self.0.push((transition.steps.to_vec(), transition.target.cloned(), transition.violation));
        ControlFlow::Continue(())
    }

    fn give_up(&mut self, _: kernel::GivenUp) -> ControlFlow<()> {
        panic!("a toy has short steps");
    }

    fn pause(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn abandon(&mut self) -> ControlFlow<()> {
        panic!("a toy relies on nothing");
    }

    fn wants_all(&self) -> bool {
        true
    }

    fn ways(&self, _: &[<Toy as TransitionSystem>::Step]) -> Ways {
        Ways::Every
    }
}

fn edges(toy: &Toy, state: &Vec<i32>) -> Vec<Edge> {
    let mut edges = Edges(Vec::new());
    let _ = toy.successors(state, &mut (), &mut edges);
    edges.0
}

fn reachable(toy: &Toy) -> HashSet<Vec<i32>> {
    let mut seen = HashSet::new();
    let mut queue = vec![Vec::new()];
    while let Some(state) = queue.pop() {
        if seen.insert(state.clone()) {
            queue.extend(edges(toy, &state).into_iter().filter_map(|edge| edge.1));
        }
    }
    seen
}

/// Checks that a lifted run is a run of the system that ends in the violation.
fn check_run(toy: &Toy, run: &LiftedRun<Toy>, property: PropertyId) {
    assert_eq!(run.states[0], Vec::<i32>::new());
    assert_eq!(run.steps.len() + 1, run.states.len());
    for (pair, steps) in run.states.windows(2).zip(&run.steps) {
        let known = |(own, target, _): &Edge| own == steps && target.as_ref() == Some(&pair[1]);
        assert!(edges(toy, &pair[0]).iter().any(known));
    }
    let last = run.states.last().unwrap();
    match property.index() {
        DEADLOCK => assert!(edges(toy, last).is_empty() && run.violation.is_none()),
        INVARIANT => assert!(toy.violates(last, property, &mut ()) && run.violation.is_none()),
        _ => {
            let violation = run.violation.as_ref().unwrap();
            let expected = (violation.steps.clone(), violation.target.clone(), Some(property));
            assert!(edges(toy, last).contains(&expected));
        }
    }
}

fn systems() -> Vec<Toy> {
    let mut systems = Vec::new();
    for bug in [Bug::None, Bug::Assertion, Bug::Deadlock, Bug::Error, Bug::Invariant] {
        for topology in [Topology::Full, Topology::Ring] {
            for n in [3, 4] {
                systems.push(Toy::new(n, topology, bug));
            }
        }
    }
    systems.push(Toy::new(6, Topology::Ring, Bug::None));
    systems
}

fn violated<S: TransitionSystem>(outcome: &Outcome<S>) -> Vec<usize> {
    outcome.violations.iter().map(|found| found.property.index()).collect()
}

#[test]
fn quotients_count_orbits_and_agree_on_verdicts() {
    for toy in systems() {
        let symmetry = toy.symmetry();
        let canonical = Canonical::new(&symmetry);
        let general = Canonical::searching_always(&symmetry);
        let states = reachable(&toy);
        let reducible = states.iter().filter(|state| toy.reducible(state));
        let orbits = orbit_count(reducible, symmetry.group(), symmetry.layout()).unwrap() + 1;
        for (order, workers) in
            [(Order::BreadthFirst, 1), (Order::BreadthFirst, 3), (Order::DepthFirst, 1)]
        {
            let options =
                SearchOptions { order, workers, keep_going: true, ..SearchOptions::default() };
            let full = search(&toy, &options, &Silent);
            assert_eq!(full.statistics.states, states.len() as u64);
            for canonical in [&canonical, &general] {
                let quotient = Quotient::new(&toy, canonical);
                let reduced = search(&quotient, &options, &Silent);
                assert_eq!(reduced.stop, StopReason::Exhausted);
                assert_eq!(reduced.statistics.states, orbits as u64);
                assert_eq!(violated(&full), violated(&reduced));
                if order == Order::BreadthFirst {
                    assert_eq!(full.statistics.depth, reduced.statistics.depth);
                }
                for found in &reduced.violations {
                    let run = lift(&toy, canonical, &found.trace.states, found.property).unwrap();
                    check_run(&toy, &run, found.property);
                }
            }
            for found in &full.violations {
                let run = lift(&toy, &Identity, &found.trace.states, found.property).unwrap();
                check_run(&toy, &run, found.property);
                assert_eq!(run.states, found.trace.states);
            }
        }
    }
}

#[test]
fn every_kind_of_property_is_violated_somewhere() {
    let kinds = [
        (Bug::Assertion, ASSERTION),
        (Bug::Deadlock, DEADLOCK),
        (Bug::Error, ERROR),
        (Bug::Invariant, INVARIANT),
    ];
    for (bug, property) in kinds {
        for topology in [Topology::Full, Topology::Ring] {
            let toy = Toy::new(3, topology, bug);
            let options = SearchOptions { keep_going: true, ..SearchOptions::default() };
            assert!(
                violated(&search(&toy, &options, &Silent)).contains(&property),
                "{bug:?} {topology:?}"
            );
        }
    }
}

/// Represents every other state by itself: complete, not unique.
struct HalfHearted<'a>(Canonical<'a>);

impl<'a> Representative for HalfHearted<'a> {
    type Scratch = <Canonical<'a> as Representative>::Scratch;

    fn scratch(&self) -> Self::Scratch {
        self.0.scratch()
    }

    fn representative(&self, state: &[i32], target: &mut [i32], scratch: &mut Self::Scratch) {
        let sum = state
            .iter()
            .enumerate()
            .fold(0i32, |sum, (place, cell)| (sum * 7 + cell * place as i32) % 1009);
        if sum % 3 == 0 {
            target.copy_from_slice(state);
        } else {
            self.0.representative(state, target, scratch);
        }
    }

    fn guarantee(&self) -> Guarantee {
        Guarantee::Complete
    }

    fn name(&self) -> &'static str {
        "half-hearted"
    }
}

/// Takes long for each state.
struct Slow<'a>(Canonical<'a>);

impl<'a> Representative for Slow<'a> {
    type Scratch = <Canonical<'a> as Representative>::Scratch;

    fn scratch(&self) -> Self::Scratch {
        self.0.scratch()
    }

    fn representative(&self, state: &[i32], target: &mut [i32], scratch: &mut Self::Scratch) {
        self.0.representative(state, target, scratch);
    }

    fn representative_within(
        &self,
        state: &[i32],
        target: &mut [i32],
        scratch: &mut Self::Scratch,
        patience: &mut Patience<'_>,
    ) -> Result<(), Interrupted> {
        patience.question()?;
        self.0.representative_within(state, target, scratch, patience)
    }

    fn guarantee(&self) -> Guarantee {
        self.0.guarantee()
    }

    fn name(&self) -> &'static str {
        "slow"
    }
}

/// Goes on for some pauses.
struct Impatient {
    pauses: usize,
    transitions: usize,
}

impl<S: TransitionSystem> Visitor<S> for Impatient {
    fn transition(&mut self, _transition: Transition<'_, S>) -> ControlFlow<()> {
        self.transitions += 1;
        ControlFlow::Continue(())
    }

    fn give_up(&mut self, _: kernel::GivenUp) -> ControlFlow<()> {
        panic!("a toy has short steps");
    }

    fn pause(&mut self) -> ControlFlow<()> {
        if self.pauses == 0 {
            return ControlFlow::Break(());
        }
        self.pauses -= 1;
        ControlFlow::Continue(())
    }

    fn abandon(&mut self) -> ControlFlow<()> {
        panic!("a toy relies on nothing");
    }

    fn wants_all(&self) -> bool {
        true
    }

    fn ways(&self, _: &[S::Step]) -> Ways {
        Ways::Every
    }
}

#[test]
fn limits_are_looked_at_while_a_representative_is_computed() {
    let toy = Toy::new(3, Topology::Full, Bug::None);
    let symmetry = toy.symmetry();
    let strategy = Slow(Canonical::new(&symmetry));
    let quotient = Quotient::new(&toy, &strategy);
    let mut scratch = quotient.scratch();
    let state = reachable(&toy).into_iter().max_by_key(|state| edges(&toy, state).len()).unwrap();
    let all = edges(&toy, &state).len();
    for pauses in 0..=all {
        let mut visitor = Impatient { pauses, transitions: 0 };
        let flow = quotient.successors(&state, &mut scratch, &mut visitor);
        assert_eq!(visitor.transitions, pauses, "what comes after is not passed on");
        assert_eq!(flow.is_break(), pauses < all);
    }
}

#[test]
fn runs_found_with_a_complete_strategy_are_lifted() {
    for toy in systems() {
        let symmetry = toy.symmetry();
        let canonical = Canonical::new(&symmetry);
        let strategy = HalfHearted(Canonical::new(&symmetry));
        let options = SearchOptions { keep_going: true, ..SearchOptions::default() };
        let outcome = search(&Quotient::new(&toy, &strategy), &options, &Silent);
        for found in &outcome.violations {
            let run = lift(&toy, &canonical, &found.trace.states, found.property).unwrap();
            check_run(&toy, &run, found.property);
        }
    }
}

#[test]
fn audits_pass_for_the_right_group() {
    for toy in systems() {
        let options = AuditOptions { states: 300, ..AuditOptions::default() };
        assert_eq!(audit(&toy, &toy.symmetry(), &options), Ok(()));
    }
}

#[test]
fn audits_catch_a_wrong_group() {
    let toy = Toy::new(4, Topology::Ring, Bug::None);
    let wrong = SymmetryGroup::new(Group::symmetric(4), toy.layout()).unwrap();
    let difference = audit(&toy, &wrong, &AuditOptions::default()).unwrap_err();
    let state = difference.state.clone();
    let generator = &difference.permutation;
    // The difference can be checked by hand.
    let image = |state: &Vec<i32>| {
        let mut image = state.clone();
        wrong.layout().apply(generator.images(), state, &mut image);
        image
    };
    let targets = |state: &Vec<i32>| {
        edges(&toy, state).into_iter().filter_map(|edge| edge.1).collect::<Vec<_>>()
    };
    let images: Vec<_> = targets(&state).iter().map(image).collect();
    match difference.kind {
        DifferenceKind::Missing(transition) => {
            let target = transition.target.unwrap();
            assert!(images.contains(&target) && !targets(&image(&state)).contains(&target));
        }
        DifferenceKind::Extra(transition) => {
            let target = transition.target.unwrap();
            assert!(!images.contains(&target) && targets(&image(&state)).contains(&target));
        }
        kind => panic!("{kind:?}"),
    }
}

#[test]
fn runs_of_a_wrong_quotient_are_not_lifted() {
    // Reversal is no symmetry of a ring that befriends successors.
    let toy = Toy::new(4, Topology::Ring, Bug::None);
    let reversal = Permutation::from_images(vec![0, 3, 2, 1]).unwrap();
    let wrong =
        SymmetryGroup::new(Group::from_generators(4, vec![reversal]), toy.layout()).unwrap();
    let canonical = Canonical::new(&wrong);
    let states = reachable(&toy);
    let mut start = [0, -1].repeat(4);
    start.push(-1);
    // No state is reached in which process 1 befriends process 0.
    let mut impossible = start.clone();
    (impossible[0], impossible[1]) = (1, 2);
    assert!(!states.contains(&impossible));
    let property = PropertyId::new(DEADLOCK);
    let trace = [Vec::new(), start.clone(), impossible];
    assert_eq!(lift(&toy, &canonical, &trace, property).unwrap_err(), LiftError::Step(2));
    assert_eq!(lift(&toy, &canonical, &trace[..2], property).unwrap_err(), LiftError::Violation);
    assert_eq!(lift(&toy, &canonical, &trace[1..], property).unwrap_err(), LiftError::Initial);
    assert_eq!(lift(&toy, &canonical, &[], property).unwrap_err(), LiftError::Empty);
}
