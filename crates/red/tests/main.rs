//! The tests of `red`, as one program: what they use is linked once. Those of `reference` see syntax trees, and belong to the library.

#![allow(clippy::duplicate_mod, reason = "each file takes in what it shares with other crates")]

mod declared;
mod formula_graph;
mod fuzz_smoke;
mod mistakes;
mod mutations;
mod predicates;
mod semantics;
mod sets;
mod support;
mod symmetry;
mod words;
