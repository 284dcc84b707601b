//! A run to be drawn or written down in the format of another tool, as all commands have it.

use checking::{Counterexample, Transition};
use model::Cell;

/// A run.
#[derive(Clone, Copy, Debug)]
pub struct ShownRun<'a> {
    /// The file of the model.
    pub model: &'a str,
    /// The property that it violates, if it does.
    pub property: Option<&'a str>,
    /// The components that run from the beginning.
    pub processes: &'a [String],
    /// What the first state holds.
    pub start: &'a [Cell],
    /// What happens, in [full detail](checking::Detail::Effects).
    pub transitions: &'a [Transition],
    /// Of a run that goes on for ever: the number of the step that comes again after the last one. If there is no step with that number,
    /// nothing can move any more.
    pub again: Option<usize>,
    /// How it ends, in one line.
    pub ending: &'a str,
    /// Whether its last step is what violates the property.
    pub is_violated_by_step: bool,
    /// Components of which any can be moved to the place of any other, as far as that is known.
    pub families: &'a [Vec<String>],
}

impl<'a> ShownRun<'a> {
    /// A counterexample.
    #[must_use]
    pub fn violating(
        model: &'a str,
        run: &'a Counterexample,
        families: &'a [Vec<String>],
    ) -> ShownRun<'a> {
        ShownRun {
            model,
            property: (!run.is_sought).then_some(&run.property),
            processes: &run.processes,
            start: &run.start,
            transitions: &run.transitions,
            again: run.again,
            ending: &run.ending,
            is_violated_by_step: run.is_violated_by_step,
            families,
        }
    }
}
