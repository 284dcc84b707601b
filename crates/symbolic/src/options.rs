//! How sets are computed.

use crate::order::LevelOrder;

/// In which order relations are taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strategy {
    /// All of them from the states that are new, level by level.
    BreadthFirst,
    /// One after the other, each from what those before it have reached as well (Roig, Cortadella and Pastor, *Verification of
    /// asynchronous circuits by BDD-based model checking of Petri nets*, 1995).
    #[default]
    Chaining,
    /// Level by level of the diagram, from the bottom.
    Saturation,
}

/// How sets are computed.
#[derive(Clone, Copy, Debug, Default)]
pub struct SetOptions {
    /// In which order relations are taken.
    pub strategy: Strategy,
    /// The order of levels.
    pub levels: LevelOrder,
}
