//! Random models of a hostile kind, and what is checked of them.

pub mod alone;
pub mod campaign;
mod channels;
mod draft;
mod flow;
pub mod loops;
mod messages;
pub mod model;
pub mod oracles;
pub mod ordered_loops;
mod owners;
pub mod regressions;
mod remote;
pub mod spin_habits;
mod starting;
mod structure;
mod values;
