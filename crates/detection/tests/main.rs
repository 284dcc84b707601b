//! The tests of `detection`, as one program: what they use is linked once.

#![allow(clippy::duplicate_mod, reason = "each file takes in what it shares with other crates")]

mod dropped;
mod found;
mod idioms;
mod owners;
mod programs;
mod random;
mod semantics;
mod simplified;
#[path = "../../machine/tests/support/mod.rs"]
mod support;
