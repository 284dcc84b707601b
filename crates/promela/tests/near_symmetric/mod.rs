//! Random models that are symmetric, or nearly so, and what is true of them.

mod action;
pub mod model;
pub mod mutation;
pub mod roles;
pub mod soundness;
mod starts;
mod statements;
mod transitions;
pub mod truth;

pub use roles::Roles;
