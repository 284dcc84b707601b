//! Sets of states of a machine as decision diagrams, and all that can be reached in it.
//!
//! The path of a machine through this room: a [`Layout`](layout::Layout) gives each cell of a state a level; a
//! [`Learner`](learning::Learner) asks of the states that are new what processes can do there, and makes
//! [relations](relations::Relations) of it; an [`Exploration`](exploration::Exploration) applies these until nothing is new, and walks
//! back from what it finds violated. [`explore`] is the entry.
//!
//! No semantics is written down here. [`machine::Machine::needs`] says which cell must be known next to know what comes of an
//! attempt, [`machine::Machine::attempt`] makes it, and what `probe` concludes from two states is checked while it does.
//!
//! # The diagrams
//!
//! They are our own ([`diagram`]): list decision diagrams whose lists lie in one piece. Of the libraries there are, `merc_ldd` has list
//! diagrams without limits within operations, and OxiDD binary ones. What was measured of them is in `docs/benchmarks`.

pub mod diagram;
mod exploration;
mod layout;
mod learning;
mod limits;
mod order;
mod probe;
mod relations;
mod runs;
mod search;
mod shapes;

pub use search::explore;
