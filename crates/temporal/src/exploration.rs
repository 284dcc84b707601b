//! Building an automaton from a description of its states.

use std::collections::HashMap;
use std::hash::Hash;

use crate::automaton::{Edge, StateId};
use crate::{Guard, Limits, TooLarge};

/// What was built. State 0 is the first one.
pub(crate) struct Explored<S> {
    /// What the states stand for.
    pub states: Vec<S>,
    /// The edges of each.
    pub edges: Vec<Vec<Edge>>,
}

/// Numbers all states that can be reached from the first one, breadth first, with the edges that `successors` lists.
pub(crate) fn explore<S: Clone + Eq + Hash>(
    first: S,
    limits: &Limits,
    mut successors: impl FnMut(&S, &mut Vec<(S, u64, Guard)>) -> Result<(), TooLarge>,
) -> Result<Explored<S>, TooLarge> {
    let mut numbers = HashMap::from([(first.clone(), StateId::new(0))]);
    let mut explored = Explored { states: vec![first], edges: Vec::new() };
    let mut edge_count = 0;
    let mut found = Vec::new();
    while explored.edges.len() < explored.states.len() {
        let state = explored.states[explored.edges.len()].clone();
        successors(&state, &mut found)?;
        edge_count += found.len();
        if edge_count > limits.edges {
            return Err(TooLarge::Edges(limits.edges));
        }
        let mut edges = Vec::with_capacity(found.len());
        for (successor, marks, guard) in found.drain(..) {
            let known = numbers.get(&successor).copied();
            let target = known.unwrap_or_else(|| {
                let new = StateId::new(explored.states.len());
                numbers.insert(successor.clone(), new);
                explored.states.push(successor);
                new
            });
            edges.push(Edge { target, marks, guard });
        }
        explored.edges.push(edges);
        if explored.states.len() > limits.states {
            return Err(TooLarge::States(limits.states));
        }
    }
    Ok(explored)
}
