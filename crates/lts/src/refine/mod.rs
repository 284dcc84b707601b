//! Refinement and the other properties that are asserted of processes, checked on the fly: the product of a normalised
//! specification and an implementation is searched for a state of the implementation that does what the specification forbids
//! (Definition 59, Propositions 60 and 61 of Gibson-Robinson and Lowe 2019, without symmetry).

mod assertion;
mod confirm;
mod counterexample;
mod divergence;
mod product_state;
mod reference;
mod refinement;
mod specification;

pub use assertion::{Assertion, Prepared};
pub use confirm::Unconfirmed;
pub use counterexample::{Counterexample, Run, Violation};
pub use product_state::ProductState;
pub use reference::Grounds;
pub(crate) use refinement::Kind;
pub use refinement::{Refinement, Scratch, Step};
pub use specification::{Demand, Specification};
