//! What machines hold and do, in words: the names and values of states, the statements of steps,
//! what stands in the way of others, what is never reached, what is printed. Languages that lower to
//! a [`machine::Machine`] share this room; the statements are quoted from their sources.

mod contents;
mod explain;
mod meanings;
mod model;
mod printf;
mod unreached;

pub use contents::{Cell, CellKind, Change};
pub use meanings::{Kind, Meanings};
pub use model::{Model, StatementText, StepText};
pub use printf::{Output, Problem};
