//! States with the same edges.

use std::collections::HashMap;

use crate::TooLarge;
use crate::automaton::{Automaton, Edge, StateId};
use crate::components::{Components, Kind};
use crate::limits::Effort;

/// Joins states that have the same edges, until there are none. States that no run visits twice are also joined with
/// those that differ in the marks of their edges only: what a run does once does not decide whether it accepts.
/// Quadratic, at worst.
pub(super) fn equal_states_joined(
    automaton: &Automaton,
    effort: &mut Effort,
) -> Result<Automaton, TooLarge> {
    let mut joined = automaton.clone();
    joined.edges.iter_mut().for_each(normalise);
    let size = joined.state_count() + joined.edge_count();
    while join(&mut joined) || join_transient(&mut joined) {
        effort.spend(size)?;
    }
    Ok(joined)
}

fn normalise(edges: &mut Vec<Edge>) {
    edges.sort_unstable();
    edges.dedup();
}

/// Joins transient states with others that have the same edges but for their marks.
fn join_transient(automaton: &mut Automaton) -> bool {
    let components = Components::of(automaton);
    let unmarked = |edges: &[Edge]| -> Vec<Edge> {
        let mut unmarked = edges.iter().map(|edge| Edge { marks: 0, ..*edge }).collect();
        normalise(&mut unmarked);
        unmarked
    };
    let is_transient = |state: StateId| components.kind_of(state) == Kind::Trivial;
    // One that recurs, if there is one.
    let mut known: HashMap<Vec<Edge>, StateId> = HashMap::new();
    for state in automaton.states() {
        let kept = known.entry(unmarked(automaton.edges(state))).or_insert(state);
        if is_transient(*kept) && !is_transient(state) {
            *kept = state;
        }
    }
    let representatives = automaton.states().map(|state| {
        if is_transient(state) { known[&unmarked(automaton.edges(state))] } else { state }
    });
    let representatives: Vec<StateId> = representatives.collect();
    redirect(automaton, &representatives)
}

/// Joins states that have the same edges.
fn join(automaton: &mut Automaton) -> bool {
    let mut known: HashMap<&[Edge], StateId> = HashMap::new();
    let states = automaton.states();
    let representatives = states.map(|state| *known.entry(automaton.edges(state)).or_insert(state));
    let representatives: Vec<StateId> = representatives.collect();
    redirect(automaton, &representatives)
}

/// Leads edges to the representatives of states. Whether any led elsewhere before.
fn redirect(automaton: &mut Automaton, representatives: &[StateId]) -> bool {
    let of = |state: StateId| representatives[state.index()];
    let mut is_changed = false;
    let states: Vec<StateId> = automaton.states().collect();
    for state in states {
        let edges = &mut automaton.edges[state.index()];
        for edge in edges.iter_mut() {
            is_changed |= edge.target != of(edge.target);
            edge.target = of(edge.target);
        }
        normalise(edges);
    }
    is_changed |= automaton.initial != of(automaton.initial);
    automaton.initial = of(automaton.initial);
    is_changed
}
