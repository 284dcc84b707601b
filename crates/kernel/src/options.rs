//! How to search.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::budget::Budget;
use crate::checkpoint::Checkpoints;
use crate::machines::Team;
use crate::property::PropertySet;

/// The order in which states are visited.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Order {
    /// Level by level. Runs on several workers. No trace to a violation of the same property is shorter than the one found.
    /// (One exception: a search that stops at the [first violation that is met](TraceChoice::Met), and a property that both states and
    /// transitions violate; then by one transition. Violations of *other* properties may be shorter then, by no more than that either.)
    #[default]
    BreadthFirst,
    /// Everything below the first successor before the second. Runs on one worker.
    DepthFirst,
}

/// How a run that an automaton accepts is looked for. Both find one exactly if there is one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Algorithm {
    /// By strongly connected components (Couvreur). Each node of the product is expanded once.
    #[default]
    Components,
    /// By nested depth-first search (Courcoubetis, Vardi, Wolper, Yannakakis). A node of the product is expanded up to twice for
    /// each mark of the automaton. It searches without fairness and takes every transition: a second search that saw other
    /// transitions than the first could miss runs.
    Nested,
}

/// How a system computes what follows on a state. All say the same.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Engine {
    /// The [short way](crate::Expand), where there is one.
    #[default]
    Compiled,
    /// The same, by machine code from the first state on, where the system has it. Otherwise that is begun where it may pay.
    Native,
    /// Always the long way, which is the reference.
    Interpreted,
}

/// What a search keeps the visited states in. All states are kept in full either way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Store {
    /// In memory, in a [`StateStore`](crate::StateStore); the search ends where there is no more.
    #[default]
    Plain,
    /// In a breadth-first search of states of [one length](crate::StateIdentity::Fixed) a set that takes a fraction of the memory
    /// where the states are made of few different parts, and more time. It does not keep how states were reached: if there are violations,
    /// a second search, with a plain store, finds a way to each. It goes no deeper than they lie, and spends what the first has left
    /// of the time; the number of its states is not limited. Other searches use a plain store.
    Compressed,
    /// Plain as long as the [memory](Limits::memory_bytes) allows it. Then levels go to disk, the oldest first, and the search goes on, in a
    /// breadth-first search of states that are told apart by all that they are. Other searches use a plain store.
    Auto,
    /// The same, but each level goes to disk when it has been expanded, however much memory there is. Small levels are dear then.
    Disk,
    /// In a breadth-first search of states that are told apart by all that they are, bits, of which each state sets some: a state all of
    /// whose bits were set by others is omitted. The search never ends as [`Exhausted`](crate::StopReason::Exhausted) then, but as
    /// [`Approximate`](crate::StopReason::Approximate). Other searches use a plain store.
    Bitstate {
        /// How many bits a state sets.
        functions: u32,
        /// The bytes of all bits.
        bytes: u64,
    },
    /// The same, but each state is a number of 64 bits.
    Fingerprint {
        /// The bytes of all numbers.
        bytes: u64,
    },
}

/// Which of the shortest traces of a violation a search by levels tells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum TraceChoice {
    /// The level in which a violation is met is searched to its end. Of the shortest traces of the first property the one is told whose
    /// states come first as bytes, compared from the last to the first: the same for any number of workers, and so are the counts.
    /// It is looked for backwards, from level to level, which takes up to as long as the search, where states are told apart by all that
    /// they are.
    #[default]
    Least,
    /// The search ends with the first that is met: which one depends on which worker comes first.
    Met,
}

/// Where to give up. `None` is no limit.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Limits {
    /// States further than this many transitions from the initial state are not visited: states at this depth are stored and
    /// their invariants checked, but they are not expanded.
    ///
    /// Breadth first, everything within the limit is seen. Depth first it is not: a state first met at the limit is not
    /// expanded when it is met again on a shorter way.
    pub depth: Option<u64>,
    /// No more than this many states are stored (several workers may overshoot by one each).
    pub states: Option<u64>,
    /// Memory for the visited set and the frontier or stack.
    pub memory_bytes: Option<u64>,
    /// Time from the start of the search, or of the [`Budget`] made of the limits.
    pub time: Option<Duration>,
}

/// How to search.
#[derive(Clone, Debug)]
pub struct SearchOptions {
    /// The order in which states are visited.
    pub order: Order,
    /// The number of threads, at least one. Ignored where the order runs on one worker only.
    pub workers: usize,
    /// Continue after a violation, and count them all.
    pub keep_going: bool,
    /// Which trace of a violation is told.
    pub trace_choice: TraceChoice,
    /// Whether a way to a state of the last level is wanted as well: [`Outcome::deepest`](crate::Outcome::deepest). It is looked for as that to
    /// a violation is, which takes up to as long as the search.
    pub deepest: bool,
    /// Which properties are checked.
    pub check: PropertySet,
    /// Let the system leave out transitions that no violation needs (partial order reduction), where it knows how. What is
    /// reached within a depth, and the shortest way to it, are then those of what is searched.
    pub partial_order: bool,
    /// How [`find_accepted`](crate::find_accepted) looks for runs.
    pub algorithm: Algorithm,
    /// How successors are computed.
    pub engine: Engine,
    /// What the visited states are kept in.
    pub store: Store,
    /// The folder in whose file system a store on disk has its files, which have no names; none: that for what is temporary.
    pub disk: Option<PathBuf>,
    /// The most bytes of these files. `None` is no limit.
    pub disk_bytes: Option<u64>,
    /// What the hashes of [`Bitstate`](Store::Bitstate) and [`Fingerprint`](Store::Fingerprint) begin with: with another number, other states are
    /// omitted.
    pub seed: u64,
    /// Where the search is kept, to be gone on with by another program: one by levels, with the store [`Auto`](Store::Auto) or
    /// [`Disk`](Store::Disk), of states that are told apart by all that they are. Others make no checkpoints.
    pub checkpoints: Option<Checkpoints>,
    /// The machines that share the search: one by levels, of states that are told apart by all that they are, with the store
    /// [`Auto`](Store::Auto) or [`Disk`](Store::Disk), in which nothing is left out by partial order reduction and no checkpoints are made.
    /// Each has the limits by itself; that of the number of states is for all, and looked at when a level ends. Others are not shared.
    pub team: Option<Team>,
    /// Where to give up.
    pub limits: Limits,
    /// Stops the search when it becomes true.
    pub cancel: Option<Arc<AtomicBool>>,
    /// The budget of the job that the search is a phase of, which other phases have spent from. It ends the search as the limits
    /// and the cancellation above do.
    pub budget: Budget,
}

impl Default for SearchOptions {
    /// Breadth first on one worker, everything checked, up to the first violation, without limits or partial order reduction.
    fn default() -> Self {
        SearchOptions {
            order: Order::default(),
            workers: 1,
            keep_going: false,
            trace_choice: TraceChoice::default(),
            deepest: false,
            check: PropertySet::default(),
            partial_order: false,
            algorithm: Algorithm::default(),
            engine: Engine::default(),
            store: Store::default(),
            disk: None,
            disk_bytes: None,
            seed: 0,
            checkpoints: None,
            team: None,
            limits: Limits::default(),
            cancel: None,
            budget: Budget::default(),
        }
    }
}
