//! Blanks: what stands where nothing matters. A parameter of a machine, beside its program and its code, which all machines
//! that differ only in it share: under symmetry it is something that names nobody, so that symmetry does not rename it.

use crate::index::VariableId;
use crate::program::{Expr, Program};

/// What stands in cells and messages whose value does not matter.
#[derive(Clone, Debug)]
pub struct Blanks {
    /// In the unused slots of channels: a value for each field of each channel.
    pub fields: Vec<Vec<i32>>,
    /// In variables: a value for each, for which its cells are to have room. None: 0.
    pub variables: Vec<i32>,
    /// In messages: what is sent in place of constants at which nobody looks, by the number of the constant's expression. What is
    /// beyond the end is sent as it is.
    pub messages: Vec<Option<i32>>,
}

impl Blanks {
    /// Zeros, and messages as they are written.
    #[must_use]
    pub fn zeros(program: &Program) -> Blanks {
        let fields = program.channels.iter().map(|channel| vec![0; channel.fields.len()]);
        Blanks { fields: fields.collect(), variables: Vec::new(), messages: Vec::new() }
    }

    /// Whether the same stands everywhere as with others.
    #[must_use]
    pub(crate) fn say_the_same(&self, other: &Blanks) -> bool {
        let variables = self.variables.len().max(other.variables.len());
        let messages = self.messages.len().max(other.messages.len());
        let sent = |blanks: &Blanks, at: usize| blanks.messages.get(at).copied().flatten();
        self.fields == other.fields
            && VariableId::below(variables).all(|it| self.of(it) == other.of(it))
            && (0..messages).all(|at| sent(self, at) == sent(other, at))
    }

    /// What stands in a variable.
    #[inline]
    pub(crate) fn of(&self, variable: VariableId) -> i32 {
        self.variables.get(variable.index()).copied().unwrap_or_default()
    }

    /// What is sent in place of an expression in a message, if it is a constant at which nobody looks.
    #[inline]
    pub(crate) fn in_place_of(&self, value: &Expr) -> Option<i32> {
        if self.messages.is_empty() {
            return None;
        }
        self.messages.get(value.id()?.index()).copied().flatten()
    }
}
