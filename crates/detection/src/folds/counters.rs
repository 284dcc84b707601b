//! Which variables may count the rounds of a sequence.
//!
//! They are counted up or down by some statement, and hold nothing that is needed where other processes can look: what is read
//! after that has a value that no sequence knows. A variable that is set to 0 and added to in a loop, and then compared in another
//! step, is data.

use std::collections::HashSet;

use machine::Machine;
use machine::index::{LocationId, ProcessTypeId, VariableId};
use machine::liveness::dead_at;
use machine::program::{Action, BinaryOperator, CellType, Expr, ExprKind, Region};

use super::known::scalar;
use crate::constraint::{Constraint, Demands};
use crate::shape::{Shape, late_edges};

/// The local variables that may count in the late code, with what each can hold.
pub(super) fn counters(
    machine: &Machine,
    shape: &Shape,
    demands: Demands,
) -> Vec<(VariableId, CellType)> {
    let mut found: HashSet<VariableId> = HashSet::new();
    for operation in late_edges(machine, shape).flat_map(|edge| &edge.operations) {
        match &operation.action {
            Action::Deterministic(block) => {
                let options = block.points.iter().flat_map(|point| &point.options);
                found.extend(options.filter_map(|(action, _)| counted(action)));
            }
            action => found.extend(counted(action)),
        }
    }
    let mut found: Vec<VariableId> =
        found.into_iter().filter(|&variable| is_private(machine, variable)).collect();
    found.sort_unstable();
    if demands.make(Constraint::FoldUninterrupted) {
        let outlasting = outlasting(machine, shape, &found);
        found.retain(|variable| !outlasting.contains(variable));
    }
    found.into_iter().map(|it| (it, machine.program.variables[it.index()].cell)).collect()
}

/// The variable to which an action adds a constant, or which it takes from one. What it comes to is worked out from its value, so that
/// it does not matter which of the two stands first.
fn counted(action: &Action) -> Option<VariableId> {
    let Action::Assign(place, value) = action else { return None };
    let ExprKind::Binary(BinaryOperator::Add | BinaryOperator::Subtract, parts) = &value.kind
    else {
        return None;
    };
    // Only scalars count, which the same words always name.
    let is_itself = |expr: &Expr| matches!(&expr.kind, ExprKind::Load(read) if read == place);
    let counts = is_itself(&parts.0) && parts.1.constant_value().is_some()
        || is_itself(&parts.1) && parts.0.constant_value().is_some();
    scalar(place).filter(|_| counts)
}

/// Whether a variable is a local one that nothing besides its process sees.
fn is_private(machine: &Machine, variable: VariableId) -> bool {
    let declared = &machine.program.variables[variable.index()];
    let is_own = matches!(declared.region, Region::Local(_)) && declared.dimensions.is_empty();
    is_own && !declared.hidden && !declared.read_unseen
}

/// Those of some variables whose values are needed where control rests, as far as liveness tells.
fn outlasting(machine: &Machine, shape: &Shape, variables: &[VariableId]) -> HashSet<VariableId> {
    let rests = resting_places(machine, shape);
    let mut found = HashSet::new();
    for (index, process_type) in machine.program.process_types.iter().enumerate() {
        let owner = ProcessTypeId::new(index);
        let told = |&&variable: &&VariableId| {
            let declared = &machine.program.variables[variable.index()];
            declared.region == Region::Local(owner) && !declared.in_structure
        };
        let own: Vec<VariableId> = variables.iter().filter(told).copied().collect();
        if own.is_empty() {
            continue;
        }
        let of_type = rests.iter().filter(|&&it| machine.type_of(it) == owner);
        let nodes: Vec<_> = of_type.map(|it| machine.code.locations[it.index()].node).collect();
        for dead in dead_at(&process_type.control, owner, &machine.program, &nodes) {
            found.extend(own.iter().filter(|variable| !dead.contains(variable)));
        }
    }
    found
}

/// The locations of the late code at which other processes can look.
fn resting_places(machine: &Machine, shape: &Shape) -> HashSet<LocationId> {
    let given_up = late_edges(machine, shape).filter(|edge| !edge.atomic);
    let begins = machine.code.begins.iter().flatten();
    let first = machine.code.entries.iter().chain(begins).filter(|&&it| shape.is_late(it));
    given_up.filter_map(|edge| edge.to).chain(first.copied()).collect()
}
