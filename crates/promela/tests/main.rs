//! The tests of `promela`, as one program: what they use is linked once.

#![allow(clippy::duplicate_mod, reason = "each file takes in what it shares with other crates")]

mod accesses;
mod channel_diagrams;
mod channel_types;
mod claims;
mod compared_runs;
mod compiled;
mod declared;
mod declared_groups;
mod etch;
mod formulas;
mod found_symmetry;
mod fuzz_smoke;
mod fuzzing;
mod grammar;
#[path = "hostile.rs"]
mod hostile;
mod large_models;
mod literature;
mod liveness;
#[path = "mutations.rs"]
mod mutations;
#[path = "near_symmetric.rs"]
mod near_symmetric;
mod numbering;
mod partial_order;
mod patience;
mod patterns;
mod random;
mod random_models;
mod random_runs;
mod reach;
mod reduced_invariants;
mod remote_variables;
mod sets;
mod simplified;
mod small_steps;
mod spin_details;
mod spin_semantics;
mod support;
mod syntax_messages;
mod syntax_models;
mod syntax_smoke;
mod syntax_structure;
mod warnings;
