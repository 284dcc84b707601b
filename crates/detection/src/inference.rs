//! What values mean: what is learned from each statement and declaration of a program.

use groups::{Interrupted, Patience};
use machine::Machine;
use machine::index::{ProcessTypeId, VariableId};
use machine::program::Action;

use super::classes::Classes;
use super::constraint::Constraint;
use super::mirrors::Mirrors;
use super::shape::Shape;

/// About how many elementary steps it takes to infer something from an operation.
const EDGE_WORK: usize = 64;

/// Learns what values mean: from the whole program which values flow together, and from the late
/// code what is done with them. What the mirrors pair is taken to be alike.
pub(super) fn infer<'m>(
    machine: &'m Machine,
    shape: &Shape,
    dropped: Option<Constraint>,
    mirrors: &Mirrors,
    patience: &mut Patience<'_>,
) -> Result<Classes<'m>, Interrupted> {
    let mut classes = Classes::new(machine, shape, dropped);
    classes.mirror(mirrors);
    for (index, variable) in machine.program.variables.iter().enumerate() {
        if variable.holds_processes {
            classes.declared_process(VariableId::new(index));
        }
    }
    for initialiser in machine.program.all_initialisers() {
        classes.initialiser(initialiser);
    }
    for (owner, process_type) in machine.program.process_types.iter().enumerate() {
        classes.initialisers(owner, process_type);
    }
    for edge in &machine.code.edges {
        classes.context = Some(machine.type_of(edge.from));
        patience.spend(EDGE_WORK * edge.operations.len())?;
        for operation in &edge.operations {
            // What is assigned in vain need not be respected either.
            if shape.is_late(edge.from) && !operation.assigns_in_vain() {
                classes.action(&operation.action, edge.span);
            } else {
                classes.early_action(&operation.action, edge.span);
            }
            if let Action::Run { process_type, arguments, .. } = &operation.action {
                let declared = &machine.program.process_types[process_type.index()];
                for (&parameter, argument) in declared.parameters.iter().zip(arguments) {
                    classes.pass(parameter, argument, edge.span);
                }
            }
        }
    }
    for process in &machine.program.initial {
        let declared = &machine.program.process_types[process.process_type.index()];
        for (&parameter, argument) in declared.parameters.iter().zip(&process.arguments) {
            classes.pass(parameter, argument, declared.span);
        }
        for introduction in &process.introductions {
            let parameter = declared.parameters[introduction.parameter as usize];
            let (_, channel) =
                machine.program.initial_channel(introduction.process, introduction.channel);
            classes.introduce(parameter, channel, declared.span);
        }
    }
    for (index, process_type) in machine.program.process_types.iter().enumerate() {
        classes.context = Some(ProcessTypeId::new(index));
        let provided = process_type.provided.as_ref();
        provided.into_iter().for_each(|condition| classes.condition(condition, process_type.span));
    }
    classes.context = None;
    for asked in machine.program.asked_of_states() {
        classes.condition(&asked.expr, asked.span);
    }
    for claim in &machine.program.claims {
        claim.actions().for_each(|(action, span)| classes.action(action, span));
        claim.atoms().into_iter().for_each(|atom| classes.condition(atom, claim.span));
    }
    classes.decide(shape, patience)?;
    Ok(classes)
}
