//! Models that need what detection demands, each one thing.

mod code;
mod expressions;
mod states;
pub mod trial;
pub mod unmissed;
mod values;
mod vertices;

use trial::Trial;

/// All of them.
pub fn trials() -> impl Iterator<Item = Trial> {
    [vertices::trials(), code::trials(), expressions::trials(), values::trials(), states::trials()]
        .into_iter()
        .flatten()
}

/// A model that needs a constraint.
fn trial(needs: machine::detect::Constraint, name: &'static str, text: &'static str) -> Trial {
    Trial { needs, name, text }
}
