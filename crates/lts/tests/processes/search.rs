//! Searches for what violates an assertion, without the pipeline that users have.

use std::ops::ControlFlow;
use std::sync::Arc;

use kernel::{
    SearchOptions, Silent, Statistics, StopReason, Trace, Transition, TransitionSystem, ViolatedBy,
    search,
};
use lts::{
    Counterexample, Prepared, ProductState, Refinement, Specification, Step, Supercombinator,
    Unconfirmed,
};
use model::{Run, RunStep};

/// How a check ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    Passed,
    /// The counterexample was confirmed.
    Failed(Box<Counterexample>),
    Unknown(StopReason),
    Unconfirmed(Unconfirmed),
}

/// How a check ended, and what was counted.
pub struct Checked {
    pub answer: Answer,
    pub statistics: Statistics,
}

/// The run that a search found.
fn run_of(refinement: &Refinement, trace: &Trace<Refinement>) -> Run<ProductState, Step> {
    let scratch = &mut refinement.scratch();
    let pairs = trace.states.windows(2);
    let step = |pair: &[ProductState]| {
        let mut steps = Vec::new();
        let _ = refinement.successors(&pair[0], scratch, &mut |t: Transition<'_, Refinement>| {
            if t.target != Some(&pair[1]) {
                return ControlFlow::Continue(());
            }
            steps = t.steps.to_vec();
            ControlFlow::Break(())
        });
        RunStep { steps, before: pair[0].clone(), after: Some(pair[1].clone()) }
    };
    let mut transitions: Vec<RunStep<ProductState, Step>> = pairs.map(step).collect();
    let last = trace.states.last().expect("a run has a state").clone();
    if let ViolatedBy::Transition(steps) = &trace.violated_by {
        transitions.push(RunStep { steps: steps.clone(), before: last.clone(), after: None });
    }
    Run { property: kernel::PropertyId::new(0), transitions, last }
}

/// Searches a product. What is found must be confirmed.
pub fn searched(
    refinement: &Refinement,
    options: &SearchOptions,
    confirm: impl FnOnce(&Counterexample) -> Result<(), Unconfirmed>,
) -> Checked {
    let outcome = search(refinement, options, &Silent);
    let answer = match (outcome.violations.first(), outcome.stop) {
        (Some(found), _) => {
            let found = Counterexample::of_run(refinement, &run_of(refinement, &found.trace));
            match found.and_then(|found| confirm(&found).map(|()| found)) {
                Ok(found) => Answer::Failed(Box::new(found)),
                Err(why) => Answer::Unconfirmed(why),
            }
        }
        (None, StopReason::Exhausted) => Answer::Passed,
        (None, stop) => Answer::Unknown(stop),
    };
    Checked { answer, statistics: outcome.statistics }
}

/// Checks an implementation.
pub fn checked(specification: &Specification, implementation: &Supercombinator) -> Checked {
    let (components, switches) = (implementation.components(), implementation.switches());
    let rules = implementation.rules().to_vec();
    let same = Supercombinator::new(components.to_vec(), switches.to_vec(), rules);
    let refinement = Refinement::new("it", Arc::new(specification.clone()), Arc::new(same));
    searched(&refinement, &SearchOptions::default(), |_| Ok(()))
}

/// Decides an assertion.
pub fn decided(prepared: &Prepared, options: &SearchOptions) -> Checked {
    let confirm = |found: &Counterexample| prepared.confirm(found);
    let refuted = prepared.refinement("it").map(|model| searched(&model, options, confirm));
    let passed = refuted.as_ref().is_none_or(|checked| checked.answer == Answer::Passed);
    let Some(sought) = prepared.sought("it").filter(|_| passed) else {
        let nothing = Checked { answer: Answer::Passed, statistics: Statistics::default() };
        return refuted.unwrap_or(nothing);
    };
    let found = searched(&sought, options, confirm);
    match found.answer {
        Answer::Failed(_) => Checked { answer: Answer::Passed, ..found },
        Answer::Passed => {
            let lacking = prepared.lacking("it", sought.furthest());
            Checked { answer: searched(&lacking, options, confirm).answer, ..found }
        }
        _ => found,
    }
}
