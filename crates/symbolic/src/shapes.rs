//! Whether processes come and go.

use machine::Machine;
use machine::program::Action;

/// Whether states may have different processes.
#[must_use]
pub fn may_change(machine: &Machine) -> bool {
    let mut operations = machine.code.edges.iter().flat_map(|edge| &edge.operations);
    let initial = machine.all_initial();
    let differs = initial.iter().any(|state| state.starts != initial[0].starts);
    differs || operations.any(|operation| changes(machine, &operation.action))
}

fn changes(machine: &Machine, action: &Action) -> bool {
    match action {
        Action::Run { .. } => true,
        Action::Terminate => machine.removes_ended(),
        Action::Deterministic(block) => {
            let mut inner = block.points.iter().flat_map(|point| &point.options);
            inner.any(|(action, _)| changes(machine, action))
        }
        _ => false,
    }
}
