//! The document of `simulate`.

use checking::{Ending, SimulatedStep};
use serde::Serialize;

use crate::head::{About, Head};

/// How the steps of a run were chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// At random.
    Random,
    /// By a stored run.
    Guided,
}

/// A simulated run.
#[derive(Serialize)]
pub struct RunDocument<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    mode: Mode,
    seed: Option<u64>,
    /// The processes that run from the beginning.
    processes: &'a [String],
    steps: &'a [SimulatedStep],
    ending: &'a Ending,
}

impl<'a> RunDocument<'a> {
    /// The document of a run. The seed is that of its random choices, if there were any.
    #[must_use]
    pub fn new(
        about: About<'a>,
        mode: Mode,
        seed: Option<u64>,
        processes: &'a [String],
        steps: &'a [SimulatedStep],
        ending: &'a Ending,
    ) -> RunDocument<'a> {
        RunDocument { head: Head::new(about), mode, seed, processes, steps, ending }
    }
}
