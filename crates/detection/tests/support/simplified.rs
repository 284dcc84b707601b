//! A machine that says less does what the machine does, in all settled states that are reached.

use std::ops::ControlFlow;

use detection::shape::Shape;
use kernel::{Transition, TransitionSystem, reachable};
use machine::explore::Step;
use machine::{Machine, State};

/// The steps of a transition, the cells of its target, and what it violates.
type Leap = (Vec<Step>, Option<Vec<i32>>, Option<usize>);

fn leaps(machine: &Machine, state: &State) -> Vec<Leap> {
    let mut found = Vec::new();
    let _ = machine.successors(state, &mut machine.scratch(), &mut |t: Transition<'_, Machine>| {
        let target = t.target.map(|target| target.cells.clone());
        found.push((t.steps.to_vec(), target, t.violation.map(|it| it.index())));
        ControlFlow::Continue(())
    });
    found
}

/// Compares a machine with what it is simplified to. None: it says as much, or has more than so many states.
///
/// # Errors
/// What differs.
pub fn simplified_agrees(machine: &Machine, most: usize) -> Result<Option<usize>, String> {
    let Some(shape) = Shape::find(machine) else { return Ok(None) };
    let simplified = machine.simplified(|| shape.beginnings(machine));
    let (Some(simplified), Some(states)) = (simplified, reachable(machine, most)) else {
        return Ok(None);
    };
    let is_late =
        |state: &&State| state.process_ids().all(|process| shape.is_late(state.location(process)));
    for state in states.iter().filter(is_late) {
        let (all, some) = (leaps(machine, state), leaps(simplified, state));
        if all != some {
            return Err(format!("{:?}: {all:?}, simplified {some:?}", state.cells));
        }
    }
    Ok(Some(states.len()))
}
