//! Where SPIN's verifier is known to err: only a model with such a construct may differ in counts, and each construct has a
//! line in the guide (`coming-from-spin.md`, "What differs").

use machine::Machine;
use machine::program::{Action, CellType, Expr, Pattern, Reception};
use machine::uses::walk_action;

/// Why SPIN's figures for a model may be wrong, if there is a reason.
pub fn excuse(machine: &Machine) -> Option<&'static str> {
    let program = &machine.program;
    let (mut asks_place, mut cuts) = (false, false);
    for operation in machine.code.edges.iter().flat_map(|edge| &edge.operations) {
        walk_action(
            &operation.action,
            &mut |expr| asks_place |= matches!(expr, Expr::At(..)),
            &mut |_| {},
        );
        for_each_reception(&operation.action, &mut |reception| {
            cuts |= program.channels.iter().any(|channel| {
                let fields = channel.fields.iter().map(|field| field.cell);
                does_not_take_all(machine, reception, fields)
            });
        });
    }
    if cuts {
        return Some("SPIN does not put back all that a receive took");
    }
    let has_others = program.process_types.len() > 1;
    (asks_place && has_others).then_some("SPIN compares the place of a process of another type")
}

fn for_each_reception(action: &Action, visit: &mut dyn FnMut(&Reception)) {
    match action {
        Action::Receive(reception) => visit(reception),
        Action::Deterministic(block) => {
            let options = block.points.iter().flat_map(|point| &point.options);
            options.for_each(|(action, _)| for_each_reception(action, visit));
        }
        _ => {}
    }
}

/// Whether a receive drops a field, or keeps one in a variable that cannot hold all of it.
fn does_not_take_all(
    machine: &Machine,
    reception: &Reception,
    fields: impl ExactSizeIterator<Item = CellType>,
) -> bool {
    fields.len() > reception.patterns.len()
        || fields.zip(&reception.patterns).any(|(field, pattern)| match pattern {
            Pattern::Store(place) => {
                let cell = machine.program.variables[place.variable.index()].cell;
                cell.bits < field.bits || cell.signed != field.signed
            }
            _ => false,
        })
}
