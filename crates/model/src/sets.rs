//! Searching a model with sets of states, and not state by state.

use kernel::{Found, PropertyId, StopReason, TransitionSystem};
pub use symmetry::ComparePointers;

/// The order in which the parts of a transition relation are taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reachability {
    /// All of them from the states that are new, level by level.
    BreadthFirst,
    /// One after the other, each from what those before it have reached as well (Roig, Cortadella and Pastor, *Verification of
    /// asynchronous circuits by BDD-based model checking of Petri nets*, 1995).
    #[default]
    Chaining,
    /// Level by level of the diagram, from the bottom (Ciardo, Lüttgen and Siminiceanu, *Saturation: an efficient iteration
    /// strategy for symbolic state-space generation*, TACAS 2001).
    Saturation,
    /// Backwards, from what violates a property, all of them from the states that are new: until an initial state is met.
    Backward,
}

/// How the cells of states are ordered as levels of diagrams.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LevelOrder {
    /// As they stand in a state: what is global, then process by process.
    Declared,
    /// The first cells of all processes, then their second ones, and so on; what is global stands first.
    Interleaved,
    /// Such that cells which edges touch together are near each other, by moving each to the middle of what it is touched with
    /// (Aloul, Markov and Sakallah, *FORCE: a fast and easy-to-implement variable-ordering heuristic*, GLSVLSI 2003). What an edge
    /// touches is its footprint: all elements of an array whose subscript is not constant.
    Near,
    /// The same, first by footprints; once there are many nodes, the exploration begins anew with an order by the cells that
    /// transitions touch which were learnt until then: of an array only the element that is meant.
    #[default]
    Learnt,
}

/// How sets are computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SetOptions {
    /// In which order what processes can do is taken.
    pub reachability: Reachability,
    /// The order of levels.
    pub levels: LevelOrder,
    /// Whether few states stand for all that differ by exchanges of processes, by the strategy `sinc`, and where it compares pointers.
    pub sinc: Option<ComparePointers>,
}

/// What was counted of sets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SetCounts {
    /// How many states were reached that a search would store, in decimal: there may be more than any number has room for.
    /// Backwards, how many lead to a violation that was looked for, whether they can be reached or not.
    pub states: String,
    /// Whether sets grew backwards.
    pub is_backward: bool,
    /// How many rounds it took until nothing was new.
    pub rounds: u64,
    /// The nodes of the set of all states.
    pub nodes: u64,
    /// The most nodes that there were at once, of all sets and relations, those that nobody needed any more included.
    pub peak_nodes: u64,
    /// The most memory that they took.
    pub peak_bytes: u64,
    /// How many relations the transitions are made of: one for each choice of cells that are read and written together.
    pub relations: u64,
}

/// What came of a search with sets.
pub struct SetFindings<S: TransitionSystem> {
    /// What was counted.
    pub counts: SetCounts,
    /// Why it ended.
    pub stop: StopReason,
    /// A run for each property that is violated, in the order of the properties.
    pub violations: Vec<Found<S>>,
    /// The properties that are known to hold, whatever ended the search.
    pub held: Vec<PropertyId>,
    /// Whether some run ended in a run-time error, so that what would follow was not searched.
    pub cut: bool,
}

/// Why there is no search with sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoSets {
    /// It cannot be had, for this reason.
    Refused(String),
    /// A defect of this program.
    Defect(String),
}
