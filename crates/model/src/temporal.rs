//! What a model says of runs that go on for ever.

use temporal::Formula;

/// A formula that every run of a model satisfies. Its atoms are the bits of the valuations of the model's system
/// ([`kernel::Observable`]).
#[derive(Clone, Debug, PartialEq)]
pub struct RunProperty {
    /// The name, in the terms of the model.
    pub name: String,
    /// What every run satisfies. A run that ends stays in its last state for ever.
    pub formula: Formula,
}
