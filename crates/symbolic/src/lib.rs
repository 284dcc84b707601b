//! Sets of states of a machine as decision diagrams, and all that can be reached in it.
//!
//! The path of a machine through this room: a `Layout` gives each cell of a state a level; a `Learner` asks of the states that are new
//! what processes can do there, and makes `Relations` of it; an `Exploration` applies these until nothing is new, and walks back from
//! what it finds violated. [`explore`] is the entry.
//!
//! `backward` goes the other way: it learns for all values that cells have room for, and goes back from what is violated.
//!
//! No semantics is written down here. [`machine::Machine::needs`] says which cell must be known next to know what comes of an
//! attempt, [`machine::Machine::attempt`] makes it, and what `probe` concludes from two states is checked while it does. What is read is
//! not fixed beforehand but a `tree`, of attempts as of the parts of `conditions`.
//!
//! Two techniques of Wang and Schmidt are here besides. [`predicates`] tells where variables of a process are inactive, by what attempts
//! read for all values that cells may hold; clearing them is the machine's. [`explore_reduced`] exchanges processes in what a step leads
//! to (`sinc`); which processes may change places is [told](Interchangeable).
//!
//! # The diagrams
//!
//! They are our own ([`diagram`]): list decision diagrams whose lists lie in one piece. Two libraries were tried on the same relations,
//! in the same order of levels, by the same chaining, on a machine that did other things besides (seconds, peak memory of the process):
//!
//! | relations of | vectors | ours | merc_ldd 2.0, lists | OxiDD 0.13, bits |
//! | --- | --- | --- | --- | --- |
//! | MCS lock, 5 processes | 265,792 | 0.18 s, 13 MB | 0.32 s, 22 MB | 1.74 s, 191 MB |
//! | MCS lock, 6 processes | 6,381,472 | 1.15 s, 28 MB | 11.5 s, 151 MB | 8.43 s, 307 MB |
//! | Peterson, 5 processes | 6,221,834 | 33.1 s, 160 MB | 79.6 s, 1,183 MB | 94.8 s, 1,173 MB |
//!
//! (The vectors of Peterson's algorithm include those within atomic sequences; OxiDD's memory includes tables of fixed size.) Ours
//! are kept: they are the fastest and smallest of the three here, values of cells need no width in bits beforehand, and limits hold
//! within operations, which neither library offers for memory and time together.

mod activity;
mod backward;
mod conditions;
pub mod diagram;
mod domains;
mod ends;
mod exploration;
mod interchangeable;
mod layout;
mod learning;
mod limits;
mod order;
mod probe;
mod relations;
mod reversal;
mod runs;
mod search;
mod shapes;
mod sinc;
mod tree;
mod universe;

pub use activity::{NoPredicates, predicates};
pub use interchangeable::Interchangeable;
pub use search::{explore, explore_reduced};
