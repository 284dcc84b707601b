//! A refinement as a model: what is searched, confirmed, told and simulated like any other.

mod refused;
mod simulated;
mod within;
mod words;
mod wrong;

pub use within::{Made, Within};

use std::ops::ControlFlow;

use kernel::{Observable, Valuation};
use model::{Covering, Model, NoSymmetry, Run, RunProperty, StepId, Understanding, Unreduced};
use symmetry::Unmodified;

use crate::event::Event;
use crate::explicit::State;
use crate::refine::{Refinement, Scratch, Step, Violation};

/// Why the symmetry of processes is not used: the one place that says so.
pub const NO_SYMMETRY: &str = "the symmetry of processes is not looked for yet";

/// The names of steps that are no events count down from here.
const NO_EVENT: u32 = u32::MAX;

/// The name of the step that stands for what no run goes on with.
const LACKS: u32 = NO_EVENT - 2;

impl Model for Refinement {
    type System = Refinement;
    type Reduced = Unreduced<Refinement>;

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

    fn partial_order(&self) -> Result<(), &'static str> {
        Err("processes do not say which steps are independent")
    }

    fn understand(&self) -> Box<dyn Understanding<Unreduced<Refinement>> + '_> {
        Box::new(NoSymmetry { reason: NO_SYMMETRY })
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
    pub fn states_of(&self, run: &Run<Vec<u32>, Step>) -> Vec<Vec<u32>> {
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
}

/// It has no propositions, and nothing is said of how fair its runs are.
impl Observable for Refinement {
    fn valuation(&self, _: &Vec<u32>, _: &mut Scratch) -> Valuation {
        Valuation::default()
    }

    fn threads(&self, _: &Vec<u32>) -> usize {
        0
    }

    fn actor(&self, _: &[Step]) -> Option<u32> {
        None
    }

    fn renaming<'s>(&self, _: &'s Vec<u32>) -> Option<&'s [u32]> {
        None
    }
}

/// It has no cells that could be permuted.
impl Unmodified for Refinement {
    fn reducible(&self, _: &Vec<u32>) -> bool {
        false
    }

    fn cells<'a>(&self, _: &'a Vec<u32>) -> &'a [i32] {
        &[]
    }

    fn cells_like<'a>(&self, _: &Vec<u32>, _: &'a mut Vec<u32>) -> &'a mut [i32] {
        &mut []
    }

    fn label(&self, _: &Step, _: &[u32], _: &mut Vec<u8>) {}
}
