//! A way through one round of a loop.

use diagnostics::Span;
use machine::index::VariableId;
use machine::program::Action;
use machine::touches::{self, Touch};

/// A way through one round of a loop.
#[derive(Debug)]
pub(crate) struct Path<'m> {
    /// What is done, without the counting.
    pub actions: Vec<(&'m Action, Span)>,
    /// Whether the loop is left then.
    pub leaves: bool,
    /// Where it leads to at once.
    pub to: Option<u32>,
}

/// Whether an action may write a variable.
pub(super) fn writes(action: &Action, variable: VariableId) -> bool {
    let mut written = false;
    touches::of_action(action, &mut |touch, _| {
        written |= matches!(touch, Touch::Write(place) if place.variable == variable);
    });
    written
}
