//! A refinement as a model: what is searched, confirmed, told and simulated like any other.

mod reduced;
mod refused;
mod simulated;
mod understood;
mod within;
mod words;
mod wrong;

pub use reduced::UpToSymmetry;
use understood::Understood;
pub use within::{Made, Within};

use std::ops::ControlFlow;

use kernel::{Demand, Observable, Offers, Reporter, SearchOptions, StateId, Valuation};
use model::{
    Covering, Flaw, Model, NoSets, NoSymmetry, Run, RunProperty, SetFindings, SetOptions, ShortWay,
    StepId, Tested, Understanding,
};
use symmetry::Unmodified;

use crate::event::Event;
use crate::explicit::State;
use crate::refine::{ProductState, Refinement, Scratch, Step, Violation};

/// Why a process has no symmetry of which nobody told which values may be interchangeable.
pub const NO_SYMMETRY: &str = "no datatype has values that could be interchangeable";

/// The names of steps that are no events count down from here.
const NO_EVENT: u32 = u32::MAX;

/// The name of the step that stands for what no run goes on with.
const LACKS: u32 = NO_EVENT - 2;

/// Whether the number of an action stands for what a run violates, and not for an event.
fn is_no_event(action: u32) -> bool {
    action >= LACKS
}

impl Model for Refinement {
    type System = Refinement;
    type Reduced = UpToSymmetry;

    fn system(&self) -> &Refinement {
        self
    }

    fn run_properties(&self) -> &[RunProperty] {
        &[]
    }

    /// The whole takes each step: who takes part is told with the state.
    fn step_id(&self, step: &Step) -> StepId {
        let action = match *step {
            Step::Does { number, .. } => number,
            Step::Refuses => NO_EVENT,
            Step::Diverges => NO_EVENT - 1,
            Step::Lacks => LACKS,
        };
        StepId { component: 0, action }
    }

    fn may_be_missing(&self, _: &[Step]) -> bool {
        false
    }

    fn departure(&self, _: &Self::Reduced) -> Option<&'static str> {
        Some("another product is searched up to symmetry")
    }

    /// No steps are joined.
    fn apart<'s>(&self, steps: &'s [Step]) -> Vec<&'s [Step]> {
        vec![steps]
    }

    fn partial_order(&self) -> Result<(), &'static str> {
        Err("processes do not say which steps are independent")
    }

    fn explore_sets(
        &self,
        _: Option<&Self::Reduced>,
        _: &SearchOptions,
        _: SetOptions,
        _: &dyn Reporter,
    ) -> Result<SetFindings<Refinement>, NoSets> {
        Err(NoSets::Refused("processes are searched state by state".to_owned()))
    }

    fn understand(&self) -> Box<dyn Understanding<UpToSymmetry> + '_> {
        match self.values() {
            Some(values) => Box::new(Understood { refinement: self, values }),
            None => Box::new(NoSymmetry { reason: NO_SYMMETRY }),
        }
    }
}

impl Refinement {
    /// Whether a step with this name says that a trace goes no further, which no single run shows.
    #[must_use]
    pub fn is_lacking(action: u32) -> bool {
        action == LACKS
    }

    /// The states of the implementation on a run, and on what it goes round at its end.
    #[must_use]
    pub fn states_of(&self, run: &Run<ProductState, Step>) -> Vec<Vec<u32>> {
        let violation = run
            .transitions
            .last()
            .and_then(|last| Violation::of_step(self, &last.before, *last.steps.first()?).ok());
        let round = match violation {
            Some(Violation::Divergence { states, .. }) => states,
            _ => Vec::new(),
        };
        let states = run.transitions.iter().map(|made| made.before[1..].to_vec());
        states.chain([run.last[1..].to_vec()]).chain(round).collect()
    }

    /// The state that a step leads to, of the implementation alone, if it is an event that is possible.
    fn target(&self, before: &[u32], step: Step) -> Option<Vec<u32>> {
        let Step::Does { number: wanted, .. } = step else { return None };
        let mut target = None;
        self.each_event(before, &mut |_, number, next| {
            if number != wanted {
                return ControlFlow::Continue(());
            }
            target = Some(next.to_vec());
            ControlFlow::Break(())
        });
        target
    }

    /// The step by which an event leads from one state of the implementation to another, if one does.
    fn step_between(&self, before: &[u32], event: Event, after: &[u32]) -> Option<Step> {
        let mut found = None;
        self.each_event(before, &mut |other, number, next| {
            if other != event || next != after {
                return ControlFlow::Continue(());
            }
            found = Some(Step::Does { event, number });
            ControlFlow::Break(())
        });
        found
    }

    /// What can happen in a state of the product, whatever the specification says, as it is numbered.
    fn each_event(
        &self,
        state: &[u32],
        visit: &mut impl FnMut(Event, u32, &[u32]) -> ControlFlow<()>,
    ) {
        let mut found = Vec::new();
        let firing = &mut self.implementation.firing();
        let _ = self.implementation.successors(&state[1..], firing, &mut |event, next| {
            found.push((event, next.to_vec()));
            ControlFlow::Continue(())
        });
        if self.is_walked() {
            found.sort_unstable();
            found.dedup();
        }
        for ((event, next), number) in found.iter().zip(0..) {
            if visit(*event, number, next).is_break() {
                return;
            }
        }
    }

    fn node(&self, state: &[u32]) -> State {
        State(state[0])
    }
}

/// It notes nothing.
impl Covering for Refinement {
    fn executed<'a>(&self, _: &'a Scratch) -> &'a [bool] {
        &[]
    }

    fn executions<'a>(&self, _: &'a Scratch) -> Option<&'a [u64]> {
        None
    }
}

/// It knows none.
impl ShortWay for Refinement {
    fn expand(
        &self,
        _: &[u8],
        _: StateId,
        _: &mut Scratch,
        _: &mut Offers,
        _: &mut dyn Demand,
    ) -> bool {
        false
    }
}

/// Nothing is concluded of it.
impl Tested for Refinement {
    fn flaw(&self, _: &ProductState, _: bool, _: &mut Scratch) -> Option<Flaw> {
        None
    }
}

/// It has no propositions, and nothing is said of how fair its runs are.
impl Observable for Refinement {
    fn valuation(&self, _: &ProductState, _: &mut Scratch) -> Valuation {
        Valuation::default()
    }

    fn threads(&self, _: &ProductState) -> usize {
        0
    }

    fn actor(&self, _: &[Step]) -> Option<u32> {
        None
    }

    fn renaming<'s>(&self, _: &'s ProductState) -> Option<&'s [u32]> {
        None
    }
}

/// Where it is searched up to symmetry, each state has cells.
impl Unmodified for Refinement {
    fn reducible(&self, _: &ProductState) -> bool {
        self.forms().is_some()
    }

    fn cells<'a>(&self, state: &'a ProductState) -> &'a [i32] {
        &state.cells
    }

    fn cells_like<'a>(&self, state: &ProductState, target: &'a mut ProductState) -> &'a mut [i32] {
        target.numbers.clone_from(&state.numbers);
        target.cells.resize(state.cells.len(), 0);
        &mut target.cells
    }

    fn complete(&self, target: &mut ProductState) {
        if let Some(forms) = self.forms() {
            forms.write_numbers(target);
        }
    }

    fn label(&self, step: &Step, images: &[u32], label: &mut Vec<u8>) {
        match *step {
            Step::Does { event, .. } => {
                label.push(0);
                let image = self.renamed(event, images).map_or(u32::MAX, |event| event.0);
                label.extend(image.to_le_bytes());
            }
            Step::Refuses => label.push(1),
            Step::Diverges => label.push(2),
            Step::Lacks => label.push(3),
        }
    }
}
