//! Random models that are symmetric, or nearly so, and what is true of them.

mod action;
mod idioms;
pub mod look;
mod loops;
pub mod model;
pub mod mutation;
pub mod roles;
#[path = "../../../detection/tests/support/soundness.rs"]
mod soundness;
mod starts;
mod statements;
pub mod summary;
mod things;
#[path = "../../../detection/tests/support/transitions.rs"]
mod transitions;
pub mod truth;
