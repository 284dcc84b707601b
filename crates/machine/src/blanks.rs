//! What stands where nothing matters, in the machine that is searched under symmetry: something that names nobody, so that
//! symmetry does not rename it.

use std::collections::HashMap;

use crate::index::ExprId;
use crate::machine::Machine;
use crate::program::{Action, DeterministicBlock, Expr};

/// What stands in cells whose value does not matter.
#[derive(Debug)]
pub struct Blanks<'a> {
    /// In the unused slots of channels: a value for each field of each channel.
    pub fields: Vec<Vec<i32>>,
    /// In variables: a value for each, for which its cells are to have room. None: 0.
    pub variables: &'a [i32],
    /// In messages: what is sent in place of these constants, at which nobody looks.
    pub messages: HashMap<ExprId, i32>,
}

impl Machine {
    /// The same machine with other blanks. With `keep_terminated`, terminated processes stay in place.
    #[must_use]
    pub fn for_reduction(&self, keep_terminated: bool, blanks: &Blanks<'_>) -> Machine {
        let mut machine = self.clone();
        machine.keep_terminated = keep_terminated;
        for (channel, fillers) in machine.program.channels.iter_mut().zip(&blanks.fields) {
            for (field, &filler) in channel.fields.iter_mut().zip(fillers) {
                field.filler = filler;
            }
        }
        if !blanks.messages.is_empty() {
            let operations = machine.code.edges.iter_mut().flat_map(|edge| &mut edge.operations);
            operations.for_each(|operation| blanks.action(&mut operation.action));
        }
        machine.make_room(blanks.variables);
        machine
    }
}

impl Blanks<'_> {
    fn action(&self, action: &mut Action) {
        match action {
            Action::Send { message, .. } => message.iter_mut().for_each(|value| self.value(value)),
            Action::Deterministic(block) => self.block(block),
            _ => {}
        }
    }

    fn block(&self, block: &mut DeterministicBlock) {
        let options = block.points.iter_mut().flat_map(|point| &mut point.options);
        options.for_each(|(action, _)| self.action(action));
    }

    fn value(&self, value: &mut Expr) {
        if let Some(&blank) = value.id().and_then(|id| self.messages.get(&id)) {
            *value = Expr::constant(blank);
        }
    }
}
