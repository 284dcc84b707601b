//! All reachable states, the plain way.

use std::collections::HashSet;
use std::ops::ControlFlow;

use crate::system::{Transition, TransitionSystem, one_way};

/// All reachable states of a small system in breadth-first order, or `None` if there are more than `most`.
///
/// What follows only from transitions that the system gives up on or abandons is missing: compare with a search that has ended
/// as [exhausted](crate::StopReason::Exhausted). Shares no code with [`search`](crate::search): for brute-force comparisons in
/// tests.
pub fn reachable<S: TransitionSystem>(system: &S, most: usize) -> Option<Vec<S::State>> {
    let mut scratch = system.scratch();
    let mut known = HashSet::new();
    let mut states = Vec::new();
    let mut meet = |state: &S::State, states: &mut Vec<S::State>| {
        let mut bytes = Vec::new();
        system.encode(state, &mut bytes);
        if known.insert(bytes) {
            states.push(state.clone());
        }
    };
    let _ = system.initial_states(&mut scratch, &mut |state: &S::State| {
        meet(state, &mut states);
        ControlFlow::Continue(())
    });
    let mut next = 0;
    while next < states.len() && states.len() <= most {
        let state = states[next].clone();
        let see = |transition: Transition<'_, S>| {
            if let Some(target) = transition.target {
                meet(target, &mut states);
            }
            ControlFlow::Continue(())
        };
        let _ = system.successors(&state, &mut scratch, &mut one_way(see));
        next += 1;
    }
    (states.len() <= most).then_some(states)
}
