//! Strongly connected components, and which of them accept.

use groups::strong_components;

use crate::automaton::{Automaton, Edge, StateId};

/// The strongly connected components of an automaton.
pub(crate) struct Components {
    /// The component of each state. An edge never leads to a component with a higher number.
    of: Vec<usize>,
    kinds: Vec<Kind>,
}

/// What the runs are like that stay in a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// There are none: it is one state without an edge to itself.
    Trivial,
    /// No such run accepts.
    Rejecting,
    /// Some such run accepts.
    Accepting,
}

impl Components {
    /// Computes the components of all states, whether they can be reached or not.
    pub fn of(automaton: &Automaton) -> Self {
        let edges = &automaton.edges;
        let target = |state: usize, at| edges[state].get(at).map(|edge: &Edge| edge.target.index());
        let found = strong_components(edges.len(), target);
        let of: Vec<usize> = found.of.iter().map(|&component| component as usize).collect();
        let mut has_edge = vec![false; found.count];
        let mut marks = vec![0; found.count];
        for (state, edges) in automaton.edges.iter().enumerate() {
            for edge in edges.iter().filter(|edge| of[edge.target.index()] == of[state]) {
                has_edge[of[state]] = true;
                marks[of[state]] |= edge.marks;
            }
        }
        let kind = |(has_edge, marks)| match has_edge {
            false => Kind::Trivial,
            true if marks == automaton.all_marks() => Kind::Accepting,
            true => Kind::Rejecting,
        };
        let kinds = has_edge.into_iter().zip(marks).map(kind).collect();
        Components { of, kinds }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.kinds.len()
    }

    /// The component of a state.
    pub fn component(&self, state: StateId) -> usize {
        self.of[state.index()]
    }

    /// What a component is.
    pub fn kind(&self, component: usize) -> Kind {
        self.kinds[component]
    }

    /// What the component of a state is.
    pub fn kind_of(&self, state: StateId) -> Kind {
        self.kinds[self.component(state)]
    }

    /// Whether an edge of a state stays in its component.
    pub fn is_inside(&self, state: StateId, edge: &Edge) -> bool {
        self.component(state) == self.component(edge.target)
    }

    /// For each component, whether an accepting one can be reached.
    pub fn useful(&self, automaton: &Automaton) -> Vec<bool> {
        let mut useful: Vec<bool> =
            self.kinds.iter().map(|&kind| kind == Kind::Accepting).collect();
        let mut states: Vec<StateId> = automaton.states().collect();
        // Targets come before sources.
        states.sort_by_key(|&state| self.component(state));
        for state in states {
            let leads_on = |edge: &Edge| useful[self.component(edge.target)];
            if automaton.edges(state).iter().any(leads_on) {
                useful[self.component(state)] = true;
            }
        }
        useful
    }
}
