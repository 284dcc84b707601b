//! The tests of `detection`, as one program: what they use is linked once.

mod dropped;
mod found;
mod idioms;
mod owners;
mod programs;
mod random;
mod semantics;
#[path = "../../machine/tests/support/mod.rs"]
mod support;
