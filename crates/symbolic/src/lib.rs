//! Sets of states of a machine as decision diagrams.

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
