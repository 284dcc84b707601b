//! Whether an automaton accepts anything.

use crate::automaton::Automaton;
use crate::components::Components;

impl Automaton {
    /// Whether no word is accepted: whether no strongly connected component that has edges of all acceptance sets can be
    /// reached. Linear in the size of the automaton (Emerson and Lei, "Modalities for model checking", 1987, section 4).
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let components = Components::of(self);
        !components.useful(self)[components.component(self.initial)]
    }
}
