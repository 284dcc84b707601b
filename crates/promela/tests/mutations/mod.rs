//! Models that need what detection demands, each one thing.

mod code;
mod expressions;
mod folds;
mod order;
mod states;
pub mod unmissed;
mod values;
mod vertices;

use crate::mutations::trial::{Row, leave_out};

/// A model that needs a constraint.
pub struct Trial {
    /// What it needs.
    pub needs: detection::Constraint,
    /// What it is.
    pub name: &'static str,
    /// Its text.
    text: &'static str,
}

impl Trial {
    /// Demands that the model is answered rightly, and says what happens without the constraint.
    pub fn run(&self) -> Result<Row, String> {
        leave_out(self.needs, &crate::mutations::loading::machine(self.text)?)
    }
}

/// All of them.
pub fn trials() -> impl Iterator<Item = Trial> {
    let of_code = [
        vertices::trials(),
        code::trials(),
        order::trials(),
        folds::trials(),
        expressions::trials(),
    ];
    of_code.into_iter().chain([values::trials(), states::trials()]).flatten()
}

/// A model that needs a constraint.
fn trial(needs: detection::Constraint, name: &'static str, text: &'static str) -> Trial {
    Trial { needs, name, text }
}
