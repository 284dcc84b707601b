//! Labelled transition systems: what process terms mean, their products, compression, normalisation and refinement.
//!
//! Knows no syntax. A language hands in a [`Definitions`] that unfolds named processes, and terms over events that are numbers.

mod acceptances;
mod compress;
mod divergence;
mod event;
mod explicit;
mod explore;
mod failure;
mod hashed;
mod kept;
mod modelled;
mod names;
mod normal;
mod refine;
mod semantics;
mod supercombinator;
mod symmetric;
mod term;

pub use compress::{Factor, compress, factor};
pub use event::{Event, EventSet};
pub use explicit::{Acceptances, Explicit, Marks, State, Unfinished};
pub use explore::{Growth, explore};
pub use failure::Failure;
pub use hashed::Hashed;
pub use kept::Kept;
pub use modelled::{Made, NO_SYMMETRY, UpToSymmetry, Within};
pub use names::{Names, distinct};
pub use normal::{Limits, Model, Preserving, normalise};
pub use refine::{
    Assertion, Counterexample, Demand, Grounds, Prepared, ProductState, Refinement, Run, Scratch,
    Specification, Step, Unconfirmed, Violation,
};
pub use semantics::{Behaviour, Semantics};
pub use supercombinator::{Chased, Component, Firing, Rule, Settings, Supercombinator, compile};
pub use symmetric::{Condition, Datum, SymmetricDatatype, SymmetricValues};
pub use term::{
    Call, Compression, Definitions, Fault, MachineId, Priority, SetId, Term, TermId, Terms,
};
