//! States that can do what others can.

use super::implied::retain_needed;
use crate::automaton::{Automaton, Edge, StateId};
use crate::limits::Effort;
use crate::{Guard, TooLarge};

/// Joins states that simulate each other directly, and removes edges if others, alone or together, read the same and
/// lead to states that simulate their targets.
///
/// Cost: the square of the number of edges, times the number of rounds until the relation is stable.
pub(super) fn reduced(automaton: &Automaton, effort: &mut Effort) -> Result<Automaton, TooLarge> {
    let relation = Relation::greatest(&automaton.edges, |_, _| true, effort)?;
    let edges = relation.quotient(&automaton.edges, effort)?;
    let initial = relation.representative(automaton.initial);
    Ok(Automaton { atoms: automaton.atoms.clone(), initial, sets: automaton.sets, edges })
}

/// The same with all edges reversed: what leads to a state is compared. Nothing but itself simulates the initial state.
/// Where states accept, a state is only simulated by one that accepts if it does.
pub(super) fn reduced_in_reverse(
    automaton: &Automaton,
    effort: &mut Effort,
) -> Result<Automaton, TooLarge> {
    let is_state_based = automaton.is_state_based();
    let may_simulate = |one: StateId, other: StateId| {
        one != automaton.initial
            && (!is_state_based || automaton.is_accepting(one) == automaton.is_accepting(other))
    };
    let turned = turned_around(&automaton.edges);
    let relation = Relation::greatest(&turned, may_simulate, effort)?;
    let edges = turned_around(&relation.quotient(&turned, effort)?);
    let initial = relation.representative(automaton.initial);
    Ok(Automaton { atoms: automaton.atoms.clone(), initial, sets: automaton.sets, edges })
}

/// For each state, the edges that lead to it, with their sources as targets.
fn turned_around(edges: &[Vec<Edge>]) -> Vec<Vec<Edge>> {
    let mut turned = vec![Vec::new(); edges.len()];
    for (source, edges) in edges.iter().enumerate() {
        for edge in edges {
            let back = Edge { target: StateId::new(source), ..*edge };
            turned[edge.target.index()].push(back);
        }
    }
    turned
}

/// Which states simulate which: a preorder.
struct Relation {
    count: usize,
    /// Whether state `p` is simulated by state `q`, at `p * count + q`.
    holds: Vec<bool>,
}

impl Relation {
    /// The greatest relation in which, whatever letter `p` reads on whatever edge, `q` reads it on an edge with at
    /// least the same marks to a state that simulates the target.
    fn greatest(
        edges: &[Vec<Edge>],
        may_simulate: impl Fn(StateId, StateId) -> bool,
        effort: &mut Effort,
    ) -> Result<Relation, TooLarge> {
        let count = edges.len();
        effort.spend(count.saturating_mul(count))?;
        let pair = |at: usize| (at / count, at % count);
        let is_possible = |at: usize| {
            let (p, q) = pair(at);
            p == q || may_simulate(StateId::new(p), StateId::new(q))
        };
        let holds = (0..count * count).map(is_possible).collect();
        let mut relation = Relation { count, holds };
        loop {
            let mut is_stable = true;
            for at in (0..count * count).filter(|at| at / count != at % count) {
                let (p, q) = pair(at);
                if !relation.holds[at] {
                    continue;
                }
                effort.spend(1 + edges[p].len() * edges[q].len())?;
                if !relation.are_matched(&edges[p], &edges[q], effort)? {
                    relation.holds[at] = false;
                    is_stable = false;
                }
            }
            if is_stable {
                return Ok(relation);
            }
        }
    }

    /// Whether each of these edges can be replaced by some of the others, whatever it reads.
    fn are_matched(
        &self,
        edges: &[Edge],
        others: &[Edge],
        effort: &mut Effort,
    ) -> Result<bool, TooLarge> {
        for edge in edges {
            if !self.is_matched(edge, others, effort)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn is_matched(
        &self,
        edge: &Edge,
        others: &[Edge],
        effort: &mut Effort,
    ) -> Result<bool, TooLarge> {
        let matching = others.iter().filter(|other| self.does_less(edge, other));
        if matching.clone().any(|other| edge.guard.implies(other.guard)) {
            return Ok(true);
        }
        let guards: Vec<Guard> = matching.map(|other| other.guard).collect();
        edge.guard.is_covered_by(&guards, effort)
    }

    /// Whether one edge can be replaced by another where both read the same.
    fn does_less(&self, one: &Edge, other: &Edge) -> bool {
        one.marks & !other.marks == 0 && self.is_simulated(one.target, other.target)
    }

    fn is_simulated(&self, one: StateId, other: StateId) -> bool {
        self.holds[one.index() * self.count + other.index()]
    }

    /// The first of the states that simulate a state and are simulated by it.
    fn representative(&self, state: StateId) -> StateId {
        let mut states = (0..self.count).map(StateId::new);
        let is_equal =
            |&other: &StateId| self.is_simulated(state, other) && self.is_simulated(other, state);
        states.find(is_equal).unwrap_or(state)
    }

    /// The edges of the representatives, but those that others replace. Other states have none.
    fn quotient(
        &self,
        edges: &[Vec<Edge>],
        effort: &mut Effort,
    ) -> Result<Vec<Vec<Edge>>, TooLarge> {
        let states = (0..self.count).map(StateId::new);
        let representatives: Vec<StateId> =
            states.map(|state| self.representative(state)).collect();
        let mut quotient = vec![Vec::new(); self.count];
        for (state, edges) in edges.iter().enumerate() {
            if representatives[state].index() != state {
                continue;
            }
            let led = |edge: &Edge| Edge { target: representatives[edge.target.index()], ..*edge };
            quotient[state] = edges.iter().map(led).collect();
            let does_less = |one: &Edge, other: &Edge| self.does_less(one, other);
            retain_needed(&mut quotient[state], does_less, effort)?;
        }
        Ok(quotient)
    }
}
