//! What is tested of two values before they are exchanged, one thing after the other, so that tests can leave one out.
//!
//! A condition that nothing misses when it is gone is either implied by others, or tested by nothing. So each can be dropped, by
//! [`Refinement::symmetric_without`](crate::Refinement::symmetric_without), and a test knows scripts that are answered wrongly then.

/// A condition on what may be exchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Condition {
    /// A component does what the one that it becomes does, with the values exchanged (Definition 29 of Gibson-Robinson and Lowe 2019).
    Transitions,
    /// It refuses, accepts and diverges as that does (Definition 56).
    Marks,
    /// Each rule is another one then (Definition 69).
    Rules,
    /// A component is at work when the one that it becomes is (Definition 68).
    AtWork,
    /// No component is made while it is used.
    Explicit,
    /// The specification goes on as it does with the values exchanged (Lemma 14).
    Nodes,
    /// It demands what it demands then.
    Demands,
    /// Two states of a component have different cells.
    Forms,
    /// What the group does to cells exchanges do to states.
    Cells,
}

impl Condition {
    /// All of them.
    pub const ALL: [Condition; 9] = [
        Condition::Transitions,
        Condition::Marks,
        Condition::Rules,
        Condition::AtWork,
        Condition::Explicit,
        Condition::Nodes,
        Condition::Demands,
        Condition::Forms,
        Condition::Cells,
    ];
}

/// The conditions that are kept: all, but in tests.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Conditions {
    /// What a test leaves out.
    pub(crate) dropped: Option<Condition>,
}

impl Conditions {
    /// Whether a condition is kept.
    pub(super) fn keep(self, condition: Condition) -> bool {
        self.dropped != Some(condition)
    }
}
