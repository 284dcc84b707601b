//! What can be violated.

crate::define_index! {
    /// A property of a system: its place in [`TransitionSystem::properties`](crate::TransitionSystem::properties).
    pub struct PropertyId(u32);
}

/// How a property is violated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PropertyKind {
    /// By a transition that says so: a failed assertion.
    Assertion,
    /// By a state that has no transition and [may not halt](crate::TransitionSystem::may_halt).
    /// The search reports the first property of this kind; a system without one has no deadlocks.
    Deadlock,
    /// By a transition that says so: an error while it ran (division by zero, an index out of bounds ...).
    RuntimeError,
    /// By a state, as [`TransitionSystem::violates`](crate::TransitionSystem::violates) tells.
    Invariant,
}

/// A property: a name to show and a kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Property {
    /// The name, in the terms of the model.
    pub name: String,
    /// How the property is violated.
    pub kind: PropertyKind,
}

impl Property {
    /// A property with this name and kind.
    pub fn new(name: impl Into<String>, kind: PropertyKind) -> Self {
        Property { name: name.into(), kind }
    }
}

/// Which properties a search checks. Violations of the others are passed over as if they had not happened.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub enum PropertySet {
    /// Every property.
    #[default]
    All,
    /// Only these.
    Only(Vec<PropertyId>),
    /// Every property but these.
    Except(Vec<PropertyId>),
}

impl PropertySet {
    /// Whether this property is checked.
    pub fn contains(&self, property: PropertyId) -> bool {
        match self {
            PropertySet::All => true,
            PropertySet::Only(these) => these.contains(&property),
            PropertySet::Except(these) => !these.contains(&property),
        }
    }
}
