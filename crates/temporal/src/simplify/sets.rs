//! Marks and acceptance sets that say nothing.

use crate::automaton::{Automaton, Edge, StateId, all_marks};
use crate::components::{Components, Kind};

/// Removes the marks of edges that no accepting run takes infinitely often: those that lead from one component to
/// another, and those within components where nothing is accepted. Where states accept, all edges of a state are
/// treated alike. Linear.
pub(super) fn without_idle_marks(automaton: &Automaton) -> Automaton {
    let components = Components::of(automaton);
    let is_state_based = automaton.is_state_based();
    changed(automaton, automaton.sets, |state, edge| {
        let can_recur = components.kind_of(state) == Kind::Accepting
            && (is_state_based || components.is_inside(state, edge));
        if can_recur { edge.marks } else { 0 }
    })
}

/// In each component, removes acceptance sets that others imply; then numbers the others anew, so that each component
/// uses as few as it needs. A set is implied if every cycle without its edges lacks edges of another set, too. Cost:
/// linear, for each set. An automaton in which states accept remains one, or all runs are accepting.
pub(super) fn with_fewer_sets(automaton: &Automaton) -> Automaton {
    let components = Components::of(automaton);
    let needed = needed_sets(automaton, &components);
    let rejects = (0..components.count()).any(|at| components.kind(at) == Kind::Rejecting);
    let most = needed.iter().map(|needed| needed.count_ones()).max().unwrap_or(0);
    let sets = most.max(u32::from(rejects));
    if automaton.is_state_based() && sets == 1 {
        return automaton.clone();
    }
    changed(automaton, sets, |state, edge| {
        if components.kind_of(state) != Kind::Accepting || !components.is_inside(state, edge) {
            return 0;
        }
        let own = needed[components.component(state)];
        let unused = all_marks(sets) & !all_marks(own.count_ones());
        unused | renumbered(edge.marks, own)
    })
}

/// The marks of some sets only, which are numbered anew.
fn renumbered(marks: u64, sets: u64) -> u64 {
    let kept = (0..u64::BITS).filter(|set| sets >> set & 1 == 1);
    kept.enumerate().fold(0, |made, (at, set)| made | (marks >> set & 1) << at)
}

/// For each component, the acceptance sets that the others do not imply.
fn needed_sets(automaton: &Automaton, components: &Components) -> Vec<u64> {
    let mut needed = vec![automaton.all_marks(); components.count()];
    for set in 0..automaton.sets {
        let cycles = without_set(automaton, components, &needed, set);
        let of_cycles = Components::of(&cycles);
        let mut is_needed = vec![false; components.count()];
        for state in automaton.states() {
            let accepts = of_cycles.kind_of(state) == Kind::Accepting;
            is_needed[components.component(state)] |= accepts;
        }
        for (needed, is_needed) in needed.iter_mut().zip(is_needed) {
            *needed &= !(u64::from(!is_needed) << set);
        }
    }
    needed
}

/// The cycles within components that avoid an acceptance set: accepting if they have edges of all other needed sets.
fn without_set(
    automaton: &Automaton,
    components: &Components,
    needed: &[u64],
    set: u32,
) -> Automaton {
    let mut cycles = changed(automaton, automaton.sets, |state, edge| {
        let others = needed[components.component(state)] & !(1 << set);
        (edge.marks | !others) & automaton.all_marks()
    });
    for state in automaton.states() {
        let original = automaton.edges(state).iter();
        let kept = original
            .zip(&cycles.edges[state.index()])
            .filter(|(edge, _)| components.is_inside(state, edge) && edge.marks >> set & 1 == 0);
        cycles.edges[state.index()] = kept.map(|(_, edge)| *edge).collect();
    }
    cycles
}

fn changed(automaton: &Automaton, sets: u32, marks: impl Fn(StateId, &Edge) -> u64) -> Automaton {
    let edges_of = |state: StateId| {
        let edge = |edge: &Edge| Edge { marks: marks(state, edge), ..*edge };
        automaton.edges(state).iter().map(edge).collect()
    };
    let edges = automaton.states().map(edges_of).collect();
    Automaton { atoms: automaton.atoms.clone(), initial: automaton.initial, sets, edges }
}
