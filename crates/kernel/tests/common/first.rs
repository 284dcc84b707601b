//! What a search by levels says that ends with the first violation, found without it.

use std::collections::HashMap;
use std::hash::Hash;

use kernel::{PropertyId, TransitionSystem};

use super::{initial, transitions, violated};

/// What there is to say.
pub struct First<State> {
    /// States that were reached when the level of the violation was expanded.
    pub states: u64,
    /// Transitions, with one for each initial state.
    pub transitions: u64,
    /// The depth of the deepest of these states.
    pub depth: u64,
    /// Violations in that level.
    pub violations: u64,
    /// The property that is told.
    pub property: PropertyId,
    /// The states of its trace.
    pub trace: Vec<State>,
}

/// What there is to say of a system that violates something, of whose states the distances are known.
pub fn first<S: TransitionSystem>(
    system: &S,
    distances: &HashMap<S::State, u64>,
) -> Option<First<S::State>>
where
    S::State: Eq + Hash,
{
    let encoded = |state: &S::State| {
        let mut bytes = Vec::new();
        system.encode(state, &mut bytes);
        bytes
    };
    let mut all = Vec::new();
    for (state, &distance) in distances {
        let by_state = violated(system, state).into_iter().map(|it| (distance, it));
        let edges = transitions(system, state);
        let by_edges = edges.iter().filter_map(|it| Some((distance + 1, it.violation?)));
        let met = by_state.chain(by_edges);
        all.extend(met.map(|(length, it)| (distance, length, it.index(), encoded(state), state)));
    }
    let level = all.iter().map(|it| it.0).min()?;
    all.retain(|it| it.0 == level);
    all.sort_by(|a, b| (a.1, a.2, &a.3).cmp(&(b.1, b.2, &b.3)));
    let mut trace = vec![all[0].4.clone()];
    for level in (0..level).rev() {
        let leads_on = |state: &S::State| {
            let edges = transitions(system, state);
            edges.iter().any(|it| it.target.as_ref() == trace.last())
        };
        let before =
            distances.iter().filter(|(state, distance)| **distance == level && leads_on(state));
        let first = before.map(|(state, _)| state).min_by_key(|state| encoded(state));
        let first = first.expect("some state leads there").clone();
        trace.push(first);
    }
    trace.reverse();
    let expanded = distances.iter().filter(|(_, distance)| **distance <= level);
    let targets = expanded.map(|(state, _)| {
        transitions(system, state).iter().filter(|it| it.target.is_some()).count() as u64
    });
    let reached = || distances.values().copied().filter(|&distance| distance <= level + 1);
    Some(First {
        states: reached().count() as u64,
        depth: reached().max().unwrap_or(0),
        transitions: targets.sum::<u64>() + initial(system).len() as u64,
        violations: all.len() as u64,
        property: PropertyId::new(all[0].2),
        trace,
    })
}
