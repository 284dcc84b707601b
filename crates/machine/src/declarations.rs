//! What declarations touch: initial values, first messages, conditions to move, claims.

use crate::control::NodeKind;
use crate::program::{ProcessType, Program};
use crate::touches::{Role, Touch, of_action, of_expression, of_write};

/// Calls `visit` for all that the initial values and first messages of a new process touch, on behalf of that.
pub fn initial_values<'a>(declared: &'a ProcessType, visit: &mut dyn FnMut(Touch<'a>, Role)) {
    for initialiser in &declared.initialisers {
        of_expression(&initialiser.value, visit);
        if initialiser.place.other().is_some() {
            of_write(&initialiser.place, visit);
        }
    }
    declared.first_messages.iter().for_each(|first| of_action(first.sending(), visit));
}

/// The local variables that not only their own process names, anywhere in a program.
pub(crate) fn named_by_others(program: &Program) -> Vec<bool> {
    let mut named = vec![false; program.variables.len()];
    let mut note = |touch: Touch<'_>, _| {
        if let Touch::Read(place) | Touch::Write(place) | Touch::Name(place) = touch
            && place.other().is_some()
        {
            named[place.variable.index()] = true;
        }
    };
    let nodes = program.process_types.iter().flat_map(|declared| &declared.control.nodes);
    for node in nodes {
        if let NodeKind::Action(action) = &node.kind {
            of_action(action, &mut note);
        }
    }
    beside_code(program, &mut note);
    named
}

/// Calls `visit` for all that initial values, conditions to move, conditions on states and claims touch.
pub(crate) fn beside_code<'a>(program: &'a Program, visit: &mut dyn FnMut(Touch<'a>, Role)) {
    program.all_initialisers().for_each(|initialiser| of_expression(&initialiser.value, visit));
    for declared in &program.process_types {
        initial_values(declared, visit);
        declared.provided.iter().for_each(|condition| of_expression(condition, visit));
    }
    program.asked_of_states().for_each(|asked| of_expression(&asked.expr, visit));
    program.claims.iter().for_each(|claim| claim.touches(visit));
}
