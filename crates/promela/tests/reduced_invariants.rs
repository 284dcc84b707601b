//! An invariant of a machine is reported by a search of its reduction.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};

use detection::{Reduction, detect};
use diagnostics::Sources;
use kernel::{
    Property, PropertyId, PropertyKind, SearchOptions, Silent, Transition, TransitionSystem,
    Visitor, Ways, search,
};
use machine::State;
use promela::{LoadOptions, ParseOptions, load};
use symmetry::{AuditPlan, Prepared, Strategy, StrategyOptions, Symmetric};

/// What no guard reads would be no part of the states.
const MODEL: &str = "
    byte inside;
    active [4] proctype p() {
        do
        :: d_step { inside < 9 -> inside++ }; inside--
        od
    }
";

/// A reduction, and that never all processes are inside.
struct Bounded<'a> {
    system: &'a Reduction,
    /// The cell of `inside`.
    inside: usize,
    properties: Vec<Property>,
    invariant: PropertyId,
}

impl<'a> Bounded<'a> {
    fn new(system: &'a Reduction) -> Self {
        let mut properties = system.properties().to_vec();
        let invariant = PropertyId::new(properties.len());
        properties.push(Property::new("never all", PropertyKind::Invariant));
        let variables = &system.machine.program.variables;
        let inside = variables.iter().find(|it| it.name == "inside").expect("it is declared");
        Bounded { system, inside: inside.offset as usize, properties, invariant }
    }
}

struct BoundedScratch {
    system: <Reduction as TransitionSystem>::Scratch,
}

impl kernel::Notes for BoundedScratch {
    fn write(&self, notes: &mut Vec<u64>) {
        self.system.write(notes);
    }

    fn read(&mut self, notes: &mut dyn Iterator<Item = u64>) -> Option<()> {
        self.system.read(notes)
    }
}

impl TransitionSystem for Bounded<'_> {
    type State = State;
    type Step = machine::Step;
    type Scratch = BoundedScratch;

    fn scratch(&self) -> BoundedScratch {
        BoundedScratch { system: self.system.scratch() }
    }

    fn successors<V: Visitor<Self>>(
        &self,
        state: &State,
        scratch: &mut BoundedScratch,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        self.system.successors(state, &mut scratch.system, &mut Passing { visitor })
    }

    fn properties(&self) -> &[Property] {
        &self.properties
    }

    fn violates(&self, state: &State, _: PropertyId, _: &mut BoundedScratch) -> bool {
        state.cells[self.inside] == 4
    }

    kernel::forward!(system: initial_states, identity, encode, decode, blank, may_halt);
}

struct Passing<'v, V> {
    visitor: &'v mut V,
}

impl<'a, V: Visitor<Bounded<'a>>> Visitor<Reduction> for Passing<'_, V> {
    fn transition(&mut self, transition: Transition<'_, Reduction>) -> ControlFlow<()> {
        let Transition { steps, target, violation } = transition;
        self.visitor.transition(Transition { steps, target, violation })
    }

    fn ways(&self, begun: &[machine::Step]) -> Ways {
        self.visitor.ways(begun)
    }

    kernel::forward!(visitor: give_up, pause, abandon, wants_all);
}

impl Symmetric for Bounded<'_> {
    symmetry::forward_symmetric!(
        system: reducible, reaches_reducible, cells, cells_like, complete, decode_near, observe, transition_label, agrees_with_original, invent, allowance, distrust
    );
}

fn reduction() -> Reduction {
    let mut sources = Sources::new();
    let file = sources.add("model.pml", MODEL);
    let loaded = load(&mut sources, file, &ParseOptions::default(), LoadOptions::default());
    detect(&loaded.model.expect("the model is right").machine).reduction.expect("it is symmetric")
}

#[test]
fn an_invariant_is_reported_by_every_strategy() {
    let reduction = reduction();
    let symmetry = &reduction.symmetry;
    assert_eq!(symmetry.order(), 24u32.into());
    let system = Bounded::new(&reduction);
    let everything = SearchOptions { keep_going: true, ..SearchOptions::default() };
    let unreduced = search(&system, &everything, &Silent);
    let [found] = &unreduced.violations[..] else { panic!("one property is violated") };
    // Each of the four enters, and nobody leaves.
    assert_eq!((found.property, found.trace.states.len()), (system.invariant, 5));
    for strategy in Strategy::ALL {
        let prepared = strategy.prepare(symmetry, &StrategyOptions::default());
        check(&system, &prepared.expect("it exchanges identical parts"), &everything);
    }
}

fn check(system: &Bounded<'_>, prepared: &Prepared<'_>, options: &SearchOptions) {
    let (name, symmetry) = (prepared.name(), &system.system.symmetry);
    let outcome = prepared.search(system, symmetry, AuditPlan::one_in(1), options, &Silent);
    assert_eq!(outcome.sightings.abandoned, None, "{name}");
    let runs = prepared.lift(system, symmetry, &outcome.violations).unwrap();
    assert_eq!(runs.len(), 1, "{name}");
    assert_eq!(outcome.violations[0].property, system.invariant, "{name}");
    assert_eq!(runs[0].states.len(), 5, "{name}");
}

#[test]
fn a_reduction_asks_its_machine_for_invariants() {
    // A machine has none so far, and says so to whoever asks.
    let reduction = reduction();
    let ask =
        || reduction.violates(&reduction.blank(), PropertyId::new(0), &mut reduction.scratch());
    assert!(catch_unwind(AssertUnwindSafe(ask)).is_err());
}
