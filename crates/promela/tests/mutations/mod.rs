//! Models that need what detection demands, each one thing.

mod code;
mod expressions;
mod folds;
mod order;
mod states;
pub mod trial;
pub mod unmissed;
mod values;
mod vertices;

use trial::Trial;

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
