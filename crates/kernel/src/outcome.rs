//! What a search found.

use std::fmt;
use std::io::ErrorKind;
use std::time::Duration;

use crate::machines::Lost;
use crate::property::PropertyId;
use crate::system::{GivenUp, TransitionSystem};

/// Why a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum StopReason {
    /// Every reachable state was visited.
    Exhausted,
    /// A property is violated and the search was not told to keep going.
    Violation,
    /// Some states lay at the depth limit and were not expanded; all others were visited.
    DepthLimit,
    /// As many states are stored as allowed, and there are more.
    StateLimit,
    /// The memory limit was reached.
    MemoryLimit,
    /// What the visited states are kept in cannot be written or read, for this reason.
    StoreFailed(ErrorKind),
    /// A transition has more steps than can be computed.
    StepLimit,
    /// A transition creates more than there is room for.
    RoomLimit,
    /// The time is up.
    TimeLimit,
    /// Every state that was reached was searched, but some may have been taken for ones that were visited: what they lead to was not.
    Approximate,
    /// What was to be gone on with is the checkpoint of another search.
    OtherSearch,
    /// Another machine that takes part in the search has stopped.
    Elsewhere,
    /// Machines that were to share the search have prepared different ones.
    Disagreement,
    /// A machine that takes part in the search is lost: the one with this number.
    MachineLost(usize),
    /// The caller cancelled the search.
    Cancelled,
    /// The system found that its transitions are not to be relied on ([`Visitor::abandon`](crate::Visitor::abandon)).
    Abandoned,
}

impl From<Lost> for StopReason {
    fn from(Lost(machine): Lost) -> StopReason {
        StopReason::MachineLost(machine)
    }
}

impl From<GivenUp> for StopReason {
    fn from(why: GivenUp) -> StopReason {
        match why {
            GivenUp::TooLong => StopReason::StepLimit,
            GivenUp::OutOfRoom => StopReason::RoomLimit,
        }
    }
}

/// What a search counted.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Statistics {
    /// Distinct stored states.
    pub states: u64,
    /// Explored transitions that have a target, whether that was new or known, and one for each initial state.
    pub transitions: u64,
    /// Transitions on the longest way from an initial state to a stored state, along the ways the search went: breadth first
    /// the number of levels below the initial states, depth first the longest stack.
    pub depth: u64,
    /// Time taken, also by the programs before this one if the search goes on from a checkpoint.
    pub elapsed: Duration,
    /// Memory of the visited set, tables and slack included.
    pub store_bytes: u64,
    /// Bytes of the files of the visited set.
    pub file_bytes: u64,
    /// Largest memory of the frontier or stack, slack included.
    pub frontier_bytes: u64,
    /// What was omitted, if the visited set may take states for one another.
    pub omission: Option<Omission>,
    /// How the states were shared, if machines have searched together. What was counted is then of all of them.
    pub shares: Option<Shares>,
}

/// How machines have shared the states of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shares {
    /// How many machines there were.
    pub machines: u64,
    /// How many states the one had that had the fewest,
    pub least: u64,
    /// and the one that had the most.
    pub most: u64,
}

/// What a visited set omitted that keeps some bits of each state.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Omission {
    /// How many bits each state sets, if it sets bits.
    pub functions: Option<u32>,
    /// How many bits there are for each state.
    pub hash_factor: Option<f64>,
    /// How many searches were made, each with another seed. The rest is told of the last.
    pub searches: u32,
    /// How many states are expected to have been taken for others, at least: what is reached through these alone is not known.
    pub expected: f64,
}

impl Omission {
    /// How likely it is that any state was taken for another, at least.
    #[must_use]
    pub fn probability(&self) -> f64 {
        -(-self.expected).exp_m1()
    }
}

/// A run that ends in a violation.
pub struct Trace<S: TransitionSystem> {
    /// Stored states, from an initial state on, each a successor of the one before.
    pub states: Vec<S::State>,
    /// What violates the property: the last state, or a transition out of it.
    pub violated_by: ViolatedBy<S::Step>,
}

/// What violates a property at the end of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ViolatedBy<Step> {
    /// The last state itself.
    State,
    /// A transition out of it, which has these steps.
    Transition(Vec<Step>),
}

impl<S: TransitionSystem> Clone for Trace<S> {
    fn clone(&self) -> Self {
        Trace { states: self.states.clone(), violated_by: self.violated_by.clone() }
    }
}

impl<S: TransitionSystem> fmt::Debug for Trace<S>
where
    S::State: fmt::Debug,
    S::Step: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Trace")
            .field("states", &self.states)
            .field("violated_by", &self.violated_by)
            .finish()
    }
}

/// A violated property and how to get there.
pub struct Found<S: TransitionSystem> {
    /// The violated property.
    pub property: PropertyId,
    /// The run that violates it.
    pub trace: Trace<S>,
}

impl<S: TransitionSystem> Clone for Found<S> {
    fn clone(&self) -> Self {
        Found { property: self.property, trace: self.trace.clone() }
    }
}

impl<S: TransitionSystem> fmt::Debug for Found<S>
where
    S::State: fmt::Debug,
    S::Step: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Found")
            .field("property", &self.property)
            .field("trace", &self.trace)
            .finish()
    }
}

/// The answer of a search.
pub struct Outcome<S: TransitionSystem> {
    /// What was counted.
    pub statistics: Statistics,
    /// Why the search ended.
    pub stop: StopReason,
    /// One trace for each violated property, the shortest the search met, in the order of the properties. Where ways are looked for in
    /// a second search, and that ended before it found one, the reason to stop is its reason.
    pub violations: Vec<Found<S>>,
    /// The states on a shortest way to a state of the last level, where that was [wanted](crate::SearchOptions::deepest) and no violation is
    /// told: to the one that comes first as bytes, the way being [chosen](crate::TraceChoice::Least) as that to a violation is. None where the
    /// states of a level are not known in memory in the end: the search went depth first or was shared, or the set of visited states keeps no
    /// levels, or has some of them in files; or a limit leaves no time for it. Where a limit has ended the search, the level is the last that is complete.
    pub deepest: Option<Vec<S::State>>,
    /// All violations met, also those beyond the first of a property.
    pub violation_count: u64,
    /// The working memory of each worker, also of those of a second search for ways to what was found.
    pub scratches: Vec<S::Scratch>,
}
