//! The tests of `promela-lite`, as one program: what they use is linked once.

#![allow(clippy::duplicate_mod, reason = "each file takes in what it shares with other crates")]

mod declared;
mod every_way;
mod footprints;
mod fuzz_smoke;
mod semantics;
mod support;
mod syntax;
mod typing;
