//! What every strategy stands on: points, layouts, actions and groups; what a representative is; quotients, lifting back, and what
//! tests that a group is right.

pub(crate) mod action;
pub(crate) mod any;
pub(crate) mod audit;
pub(crate) mod concrete;
mod forward;
pub(crate) mod layout;
pub(crate) mod lift;
pub(crate) mod marked;
pub(crate) mod mix;
pub mod oracle;
pub(crate) mod point;
pub(crate) mod quotient;
pub(crate) mod range;
pub(crate) mod refusal;
pub(crate) mod representative;
pub(crate) mod short;
pub(crate) mod symmetric;
pub(crate) mod symmetry;
pub(crate) mod tracked;
pub(crate) mod twins;
pub(crate) mod unroll;
pub(crate) mod watch;
