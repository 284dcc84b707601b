//! Programs that show one idiom each, and the orders of their groups, which are derived beside them.

mod channels;
mod loops;
mod names;
mod variables;

use machine::index::VariableId;
use machine::program::Expr;

use crate::support::code::{Code, when};
use crate::support::draft::{Draft, equal, less, number, plus};

/// A program and the order of its group.
pub struct Idiom {
    /// What it shows.
    pub name: &'static str,
    /// How many permutations of its processes, and what goes with them, respect it.
    pub order: u128,
    /// The program.
    pub draft: Draft,
}

fn idiom(name: &'static str, order: u128, write: impl FnOnce(&mut Draft)) -> Idiom {
    let mut draft = Draft::new();
    write(&mut draft);
    Idiom { name, order, draft }
}

/// All of them.
pub fn idioms() -> impl Iterator<Item = Idiom> {
    [names::idioms(), variables::idioms(), channels::idioms(), loops::idioms()]
        .into_iter()
        .flatten()
}

/// Counts a cell up to 2, and sets it back: numbers that are compared, so that none stands for another.
fn counting(draft: &Draft, variable: VariableId, index: &[Expr]) -> Code {
    let value = draft.get(variable, index);
    let more = draft.set(variable, index, plus(value.clone(), number(1)));
    let full = when(equal(value.clone(), number(2)));
    Code::If(vec![
        vec![when(less(value, number(2))), more],
        vec![full, draft.set(variable, index, number(0))],
    ])
}
