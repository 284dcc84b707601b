//! Labelled transition systems: what process terms mean, their products, compression, normalisation and refinement.
//!
//! Knows no syntax. A language hands in a [`Definitions`] that unfolds named processes, and terms over events that are numbers.

mod compress;
mod event;
mod explicit;
mod term;

pub use compress::{Factor, strong_factor};
pub use event::{Event, EventSet};
pub use explicit::{Acceptances, Explicit, Marks, State, Unfinished, minimal};
pub use term::{
    Call, Compression, Definitions, Fault, Machine, MachineId, Priority, SetId, Term, TermId, Terms,
};
