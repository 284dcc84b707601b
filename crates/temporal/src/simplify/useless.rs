//! States that no accepting run visits.

use crate::automaton::{Automaton, Edge, StateId};
use crate::components::Components;

/// Removes states that cannot be reached or from which nothing is accepted, but never the initial one. Linear.
pub(super) fn without_useless(automaton: &Automaton) -> Automaton {
    let components = Components::of(automaton);
    let useful = components.useful(automaton);
    let is_useful = |state: StateId| useful[components.component(state)];
    let mut numbers = vec![None; automaton.state_count()];
    let mut kept = vec![automaton.initial];
    numbers[automaton.initial.index()] = Some(StateId::new(0));
    let mut edges: Vec<Vec<Edge>> = Vec::new();
    while let Some(&state) = kept.get(edges.len()) {
        let mut kept_edges = Vec::new();
        for edge in automaton.edges(state).iter().filter(|edge| is_useful(edge.target)) {
            let target = *numbers[edge.target.index()].get_or_insert_with(|| {
                kept.push(edge.target);
                StateId::new(kept.len() - 1)
            });
            kept_edges.push(Edge { target, ..*edge });
        }
        edges.push(kept_edges);
    }
    Automaton {
        atoms: automaton.atoms.clone(),
        initial: StateId::new(0),
        sets: automaton.sets,
        edges,
    }
}
