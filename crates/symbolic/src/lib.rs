//! Sets of states of a machine as decision diagrams.

pub mod diagram;
mod exploration;
mod layout;
mod learning;
mod limits;
mod options;
mod order;
mod probe;
mod relations;
mod runs;
mod search;
mod shapes;

pub use options::{SetOptions, Strategy};
pub use order::LevelOrder;
pub use search::{Explored, explore};
