//! What machines hold and do, in words: the names and values of states, the statements of steps, and what stands in the way of
//! others. Languages that lower to a [`Machine`](machine::Machine) share this; the statements are quoted from their sources.

mod calls;
mod contents;
mod enumerations;
mod executed;
mod faults;
mod meanings;
mod named;
mod obstacles;
mod propositions;
mod scalarsets;
mod told;
mod unreached;

pub use calls::{CallId, Calls};
pub use meanings::{Actors, Kind, Meanings, Pointers};
pub use named::{NamedMachine, StatementText, StepText};
pub use scalarsets::{Bound, scalarsets, scalarsets_with};
pub(crate) use told::Told;
