//! Watching a search.

use std::time::Duration;

/// How far a search has come. With several workers the counts lag a little.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Progress {
    /// Distinct states stored so far.
    pub states: u64,
    /// Transitions explored so far.
    pub transitions: u64,
    /// Breadth first the current level, depth first the longest stack so far.
    pub depth: u64,
    /// States that are known and not yet expanded (breadth first), or successors on the stack (depth first).
    pub frontier: u64,
    /// Of a search with sets of states: its rounds, which may take several steps. It knows neither transitions, nor depth, nor frontier.
    pub rounds: Option<u64>,
    /// Memory of the visited set.
    pub store_bytes: u64,
    /// Bytes of the files of the visited set.
    pub file_bytes: u64,
    /// Time since the start.
    pub elapsed: Duration,
}

/// What a job is at. All phases are under the limits of the job.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// The model is read.
    Loading,
    /// Symmetry is looked for.
    Detection,
    /// The search is made ready: strategies, tables.
    Preparation,
    /// States are searched.
    Search,
    /// A model is run.
    Run,
    /// A model is run by somebody who chooses what it does.
    Session,
    /// The search is kept, or what was kept of it is taken over.
    Keeping,
    /// A run of the quotient becomes one of the model.
    Lifting,
    /// A run is made again on the model.
    Confirmation,
    /// What was found is put into words.
    Description,
    /// These are written, to somebody who may take his time.
    Printing,
}

impl Phase {
    /// What a limit was reached in, as the end of a sentence.
    pub fn words(self) -> &'static str {
        match self {
            Phase::Loading => "while the model was loaded",
            Phase::Detection => "while symmetry was looked for",
            Phase::Preparation => "while the search was prepared",
            Phase::Search => "in the search",
            Phase::Run => "in the run",
            Phase::Session => "in the session",
            Phase::Keeping => "while the checkpoint was made or read",
            Phase::Lifting => "while the counterexample was lifted",
            Phase::Confirmation => "while the counterexample was confirmed",
            Phase::Description => "while the result was put into words",
            Phase::Printing => "while the result was printed",
        }
    }
}

/// Receives what a job is at, and of a search its progress, about twice a second, and its levels.
pub trait Reporter: Sync {
    /// Receives what comes next.
    fn phase(&self, phase: Phase);

    /// Receives how far the search has come.
    fn progress(&self, progress: &Progress);

    /// Receives how many states are new at a depth, of a search by levels that begins here and that nobody shares: level by level, from
    /// depth 0 on. Few want to know.
    fn level(&self, _depth: u64, _states: u64) {}
}

/// Reports nothing.
#[derive(Clone, Copy, Default, Debug)]
pub struct Silent;

impl Reporter for Silent {
    fn phase(&self, _: Phase) {}

    fn progress(&self, _: &Progress) {}
}
