//! The run that is told of those that are equal but for the order of what commutes: one with few switches between components.

use std::ops::Range;

use confirm::{Confirmed, Judge, RunOf, confirm, fewer_switches};
use kernel::{PropertyKind, SearchOptions, TraceChoice, TransitionSystem};
use model::{Model, Plan, RunStepOf, StateOf};

/// A confirmed run with fewer switches, confirmed as well; the run itself where there is none.
pub(crate) fn with_fewer_switches<M: Model>(
    model: &M,
    run: Confirmed<RunOf<M>>,
    options: &SearchOptions,
    judge: &mut Judge<'_, M>,
) -> Confirmed<RunOf<M>> {
    let moved = match model.system().properties()[run.property.index()].kind {
        PropertyKind::Assertion | PropertyKind::RuntimeError => {
            run.transitions.len().saturating_sub(1)
        }
        PropertyKind::Deadlock | PropertyKind::Invariant => run.transitions.len(),
    };
    let part = 0..moved;
    let plan = plan(model, &run.transitions, &run.last, std::slice::from_ref(&part), options);
    plan.and_then(|plan| confirm(model, &plan, run.property, judge).ok()).unwrap_or(run)
}

/// The plan of a run in which transitions change places within these parts, with fewer switches; none if that is not wanted, there is
/// none, or no time for it.
pub(crate) fn plan<M: Model>(
    model: &M,
    run: &[RunStepOf<M>],
    last: &StateOf<M>,
    parts: &[Range<usize>],
    options: &SearchOptions,
) -> Option<Plan> {
    if options.trace_choice == TraceChoice::Met {
        return None;
    }
    let mut go_on = || options.budget.check(0).is_ok();
    fewer_switches(model, run, last, parts, &mut go_on)
}
