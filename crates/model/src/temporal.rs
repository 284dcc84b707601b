//! What a model says of runs that go on for ever.

use diagnostics::Span;
use temporal::{Automaton, Formula};

/// Something that every run of a model satisfies.
#[derive(Clone, Debug, PartialEq)]
pub struct RunProperty {
    /// The name, in the terms of the model.
    pub name: String,
    /// What is required.
    pub requirement: Requirement,
    /// Where the condition stands that it waits for, if it is a formula that waits for one condition.
    pub awaited: Option<Span>,
    /// Whether it says that something is never so which somebody looks for: a run that violates it is what was asked for.
    pub is_sought: bool,
}

/// What is required of every run. Atoms are the bits of the valuations of the model's system ([`kernel::Observable`]). A run that ends
/// stays in its last state for ever.
#[derive(Clone, Debug, PartialEq)]
pub enum Requirement {
    /// That it satisfies a formula.
    Satisfies(Formula),
    /// That an automaton does not accept it.
    Never(Automaton),
}
