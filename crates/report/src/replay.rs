//! The document of `replay`: a stored run, or one of another tool, on the unreduced model.

use checking::{Counterexample, ImportedRun, Proposition, Transition};
use serde::Serialize;

use crate::head::{About, Head};

/// A replayed run.
#[derive(Serialize)]
pub struct ReplayDocument<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    /// The property that the run violates; null if it violates none.
    property: Option<&'a str>,
    verdict: &'static str,
    reason: &'a str,
    /// The processes that run from the beginning.
    processes: &'a [String],
    trace: &'a [Transition],
    /// Of a run that goes on for ever: the number of the step that comes again after the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    again: Option<usize>,
    /// Whether the property is violated whatever comes later.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    prefix: bool,
    /// Which propositions of the property hold, state by state, if it is a claim.
    #[serde(skip_serializing_if = "<[Proposition]>::is_empty")]
    propositions: &'a [Proposition],
}

impl<'a> ReplayDocument<'a> {
    /// The document of a stored run that violates a property.
    #[must_use]
    pub fn stored(
        about: About<'a>,
        property: &'a str,
        replayed: &'a Counterexample,
    ) -> ReplayDocument<'a> {
        ReplayDocument::new(about, Some(property), replayed)
    }

    /// The document of a run of another tool.
    #[must_use]
    pub fn imported(about: About<'a>, imported: &'a ImportedRun) -> ReplayDocument<'a> {
        let run = &imported.counterexample;
        ReplayDocument::new(about, imported.violates.then_some(&run.property), run)
    }

    fn new(
        about: About<'a>,
        property: Option<&'a str>,
        run: &'a Counterexample,
    ) -> ReplayDocument<'a> {
        ReplayDocument {
            head: Head::new(about),
            property,
            verdict: match property {
                Some(_) if run.is_sought => "reached",
                Some(_) => "violated",
                None => "none",
            },
            reason: &run.ending,
            processes: &run.processes,
            trace: &run.transitions,
            again: run.again,
            prefix: run.is_prefix,
            propositions: &run.propositions,
        }
    }
}
