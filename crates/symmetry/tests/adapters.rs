//! What stands around a system answers as it does, asks it once, and copies nothing in vain.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use groups::Group;
use kernel::{
    Outcome, Property, PropertyId, PropertyKind, SearchOptions, Silent, Starts, StateIdentity,
    StopReason, TraceChoice, Transition, TransitionSystem, Visitor, search,
};
use symmetry::{
    AuditOptions, AuditPlan, Canonical, Content, DifferenceKind, ExactMarkers, Explore, Flattened,
    LayoutBuilder, Marked, Quotient, Strategy, StrategyOptions, SymmetryGroup, Unmodified, Watched,
    audit,
};

thread_local! {
    /// How often a state was copied on this thread.
    static COPIES: Cell<u64> = const { Cell::new(0) };
}

/// A state that notes when it is copied.
#[derive(PartialEq, Debug)]
struct Cells(Vec<i32>);

impl Clone for Cells {
    fn clone(&self) -> Self {
        COPIES.with(|copies| copies.set(copies.get() + 1));
        Cells(self.0.clone())
    }
}

/// Three counters that go from 0 to 2 and back to 0, and are never all at 2.
struct Counters {
    properties: [Property; 1],
    /// What the step of each counter is called.
    names: [&'static str; COUNT],
    /// How often it was asked whether a state is reducible.
    asked: AtomicU64,
}

const COUNT: usize = 3;

/// Each counter holds one of three values; symmetric states hold the same ones: 27 states, of which 10 are not symmetric to each
/// other, with three transitions each.
const ORBITS: u64 = 10;

impl Counters {
    fn new(names: [&'static str; COUNT]) -> Self {
        let properties = [Property::new("not all at 2", PropertyKind::Invariant)];
        Counters { properties, names, asked: AtomicU64::new(0) }
    }

    /// All permutations of the counters.
    fn symmetry() -> SymmetryGroup {
        let mut builder = LayoutBuilder::new();
        let family = builder.family();
        for number in 0..COUNT {
            let counter = builder.point(0, format!("counter {number}"));
            builder.cell(family, &[counter], Content::Data);
        }
        SymmetryGroup::new(Group::symmetric(COUNT), builder.build().unwrap()).unwrap()
    }
}

impl TransitionSystem for Counters {
    type State = Cells;
    type Step = usize;
    type Scratch = ();

    fn scratch(&self) {}
    fn initial_states(&self, (): &mut (), starts: &mut dyn Starts<Cells>) -> ControlFlow<()> {
        starts.start(&Cells(vec![0; COUNT]))
    }
    fn successors<V: Visitor<Self>>(
        &self,
        state: &Cells,
        (): &mut (),
        visitor: &mut V,
    ) -> ControlFlow<()> {
        for counter in 0..COUNT {
            let mut target = Cells(state.0.to_vec());
            target.0[counter] = (state.0[counter] + 1) % 3;
            let (steps, target) = (&[counter], Some(&target));
            visitor.transition(Transition { steps, target, violation: None })?;
        }
        ControlFlow::Continue(())
    }
    fn identity(&self) -> StateIdentity {
        StateIdentity::Whole
    }
    fn encode(&self, state: &Cells, out: &mut Vec<u8>) {
        out.extend(state.0.iter().map(|&cell| cell as u8));
    }
    fn decode(&self, bytes: &[u8], state: &mut Cells) {
        state.0.clear();
        state.0.extend(bytes.iter().map(|&byte| i32::from(byte)));
    }
    fn blank(&self) -> Cells {
        Cells(Vec::new())
    }
    fn properties(&self) -> &[Property] {
        &self.properties
    }
    fn violates(&self, state: &Cells, _: PropertyId, (): &mut ()) -> bool {
        state.0 == [2; COUNT]
    }
    fn may_halt(&self, _: &Cells) -> bool {
        false
    }
}

impl Unmodified for Counters {
    fn reducible(&self, _: &Cells) -> bool {
        self.asked.fetch_add(1, Relaxed);
        true
    }
    fn cells<'a>(&self, state: &'a Cells) -> &'a [i32] {
        &state.0
    }
    fn cells_like<'a>(&self, state: &Cells, target: &'a mut Cells) -> &'a mut [i32] {
        target.0.resize(state.0.len(), 0);
        &mut target.0
    }

    /// A state holds nothing but its cells.
    fn complete(&self, _: &mut Cells) {}
    fn label(&self, counter: &usize, images: &[u32], label: &mut Vec<u8>) {
        label.extend_from_slice(&images[*counter].to_be_bytes());
        label.extend_from_slice(self.names[*counter].as_bytes());
    }
}

const ALIKE: [&str; COUNT] = ["up"; COUNT];

fn everything() -> SearchOptions {
    SearchOptions { keep_going: true, ..SearchOptions::default() }
}

fn check_invariant<S: TransitionSystem>(name: &str, states: u64, system: &S) {
    let outcome: Outcome<S> = search(system, &everything(), &Silent);
    assert_eq!(outcome.stop, StopReason::Exhausted, "{name}");
    assert_eq!(outcome.statistics.states, states, "{name}");
    assert_eq!(outcome.violation_count, 1, "{name}");
    // From 0, 0, 0 it takes two steps of each.
    assert_eq!(outcome.violations[0].trace.states.len(), 7, "{name}");
}

#[test]
fn an_invariant_is_reported_through_everything() {
    let (system, symmetry) = (Counters::new(ALIKE), Counters::symmetry());
    let canonical = Canonical::new(&symmetry);
    let markers = ExactMarkers::new(&symmetry).unwrap();
    let flattened = Flattened::new(&symmetry).unwrap();
    let watched = Watched::new(&system, &symmetry, AuditPlan::one_in(1));
    check_invariant("the system", 27, &system);
    check_invariant("watched", 27, &watched);
    check_invariant("the quotient", ORBITS, &Quotient::new(&system, &canonical));
    check_invariant("by markers", ORBITS, &Quotient::new(&system, &markers));
    check_invariant("marked", ORBITS, &Marked::new(&system, &flattened));
    check_invariant("the quotient, watched", ORBITS, &Quotient::new(&watched, &canonical));
    check_invariant("marked, watched", ORBITS, &Marked::new(&watched, &flattened));
    let around = Watched::new(&watched, &symmetry, AuditPlan::one_in(1));
    check_invariant("watched twice", ORBITS, &Quotient::new(&around, &canonical));
}

#[test]
fn an_invariant_is_reported_and_lifted_by_every_strategy() {
    let (system, symmetry) = (Counters::new(ALIKE), Counters::symmetry());
    for strategy in Strategy::ALL {
        for explore in [Explore::Representative, Explore::Concrete] {
            let options = StrategyOptions { explore, ..StrategyOptions::default() };
            let prepared = strategy.prepare(&symmetry, &options).unwrap();
            let name = format!("{} {explore:?}", prepared.name());
            let plan = AuditPlan::one_in(1);
            let outcome = prepared.search(&system, &symmetry, plan, &everything(), &Silent);
            assert_eq!(outcome.sightings.abandoned, None, "{name}");
            assert!(outcome.sightings.tested > 0, "{name}");
            let runs = prepared.lift(&system, &symmetry, &outcome.violations).unwrap();
            assert_eq!(runs.len(), 1, "{name}");
            assert_eq!(runs[0].states.last(), Some(&Cells(vec![2; COUNT])), "{name}");
            assert!(runs[0].violation.is_none(), "{name}");
        }
    }
}

#[test]
fn an_audit_catches_a_group_that_only_relabels_steps() {
    let symmetry = Counters::symmetry();
    let options = AuditOptions::default();
    assert_eq!(audit(&Counters::new(ALIKE), &symmetry, &options), Ok(()));
    // The targets are symmetric all the same.
    let relabelled = Counters::new(["up", "up", "on"]);
    let difference = audit(&relabelled, &symmetry, &options).unwrap_err();
    match difference.kind {
        DifferenceKind::Missing(transition) | DifferenceKind::Extra(transition) => {
            assert!(transition.label.ends_with(b"up") || transition.label.ends_with(b"on"));
        }
        kind => panic!("{kind:?}"),
    }
    assert_ne!(difference.permutation.image(2), 2);
}

/// Searches by a strategy without an audit. Returns how many transitions there are, how often it was asked whether a state is
/// reducible, and how many states were copied.
fn cost(strategy: Strategy) -> (u64, u64, u64) {
    let (system, symmetry) = (Counters::new(ALIKE), Counters::symmetry());
    let prepared = strategy.prepare(&symmetry, &StrategyOptions::default()).unwrap();
    // To look for the trace of a violation is not part of it.
    let trace_choice = TraceChoice::Met;
    let options = SearchOptions { workers: 1, trace_choice, ..everything() };
    COPIES.with(|copies| copies.set(0));
    let outcome = prepared.search(&system, &symmetry, AuditPlan::OFF, &options, &Silent);
    assert_eq!(outcome.statistics.states, ORBITS);
    let copies = COPIES.with(Cell::get);
    (outcome.statistics.transitions - 1, system.asked.load(Relaxed), copies)
}

#[test]
fn each_transition_asks_once_whether_its_target_is_reducible() {
    for strategy in [Strategy::Canonical, Strategy::Flattened] {
        let (transitions, asked, _) = cost(strategy);
        assert_eq!(transitions, 3 * ORBITS);
        // And once for the initial state; and what watches and what reduces each ask of the state that is left.
        assert_eq!(asked, transitions + 1 + 2 * ORBITS, "{}", strategy.name());
    }
}

#[test]
fn no_state_is_copied_to_be_overwritten() {
    assert_eq!(cost(Strategy::Canonical).2, 0);
}
