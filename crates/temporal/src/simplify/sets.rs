//! Marks and acceptance sets that say nothing.

use crate::automaton::{Automaton, Edge, StateId, all_marks};
use crate::components::{Components, Kind};

/// Removes the marks of edges that no accepting run takes infinitely often: those that lead from one component to another, and
/// those within components where nothing is accepted. Where states accept, all edges of a state are treated alike. Linear.
pub(super) fn without_idle_marks(automaton: &Automaton) -> Automaton {
    let components = Components::of(automaton);
    let is_state_based = automaton.is_state_based();
    changed(automaton, automaton.sets, |state, edge| {
        let can_recur = components.kind_of(state) == Kind::Accepting
            && (is_state_based || components.is_inside(state, edge));
        if can_recur { edge.marks } else { 0 }
    })
}

/// In each component, removes acceptance sets that others imply; then numbers the others anew, so that each component uses as few
/// as it needs. Quadratic in the number of sets. An automaton in which states accept is left alone.
pub(super) fn with_fewer_sets(automaton: &Automaton) -> Automaton {
    let components = Components::of(automaton);
    if automaton.is_state_based() {
        return automaton.clone();
    }
    let needed: Vec<Vec<u32>> = needed_sets(automaton, &components);
    let rejects = (0..components.count()).any(|at| components.kind(at) == Kind::Rejecting);
    let most = needed.iter().map(Vec::len).max().unwrap_or(0).max(usize::from(rejects));
    let sets = u32::try_from(most).expect("at most as many as there were");
    changed(automaton, sets, |state, edge| {
        if components.kind_of(state) != Kind::Accepting || !components.is_inside(state, edge) {
            return 0;
        }
        let own = &needed[components.component(state)];
        let renumbered = own.iter().enumerate().map(|(at, set)| (edge.marks >> set & 1) << at);
        let unused = all_marks(sets) & !all_marks(own.len() as u32);
        renumbered.fold(unused, |marks, mark| marks | mark)
    })
}

/// For each component, the acceptance sets that no other implies.
fn needed_sets(automaton: &Automaton, components: &Components) -> Vec<Vec<u32>> {
    let mut marks: Vec<Vec<u64>> = vec![Vec::new(); components.count()];
    for state in automaton.states() {
        let component = components.component(state);
        let inside = automaton.edges(state).iter().filter(|edge| components.is_inside(state, edge));
        marks[component].extend(inside.map(|edge| edge.marks));
    }
    let of = |(component, mut marks): (usize, Vec<u64>)| {
        marks.sort_unstable();
        marks.dedup();
        let accepts = components.kind(component) == Kind::Accepting;
        if accepts { needed_of(&marks, automaton.sets) } else { Vec::new() }
    };
    marks.into_iter().enumerate().map(of).collect()
}

/// The sets that are needed where edges have those marks.
fn needed_of(marks: &[u64], sets: u32) -> Vec<u32> {
    let mut needed: Vec<u32> = (0..sets).collect();
    for set in 0..sets {
        let has_all =
            |other: u32| marks.iter().all(|marks| marks >> set & 1 == 1 || marks >> other & 1 == 0);
        let is_everywhere = marks.iter().all(|marks| marks >> set & 1 == 1);
        if is_everywhere || needed.iter().any(|&other| other != set && has_all(other)) {
            needed.retain(|&kept| kept != set);
        }
    }
    needed
}

fn changed(automaton: &Automaton, sets: u32, marks: impl Fn(StateId, &Edge) -> u64) -> Automaton {
    let edges_of = |state: StateId| {
        let edge = |edge: &Edge| Edge { marks: marks(state, edge), ..*edge };
        automaton.edges(state).iter().map(edge).collect()
    };
    let edges = automaton.states().map(edges_of).collect();
    Automaton { atoms: automaton.atoms.clone(), initial: automaton.initial, sets, edges }
}
