//! Where components are that cannot move, and why not.

use model::{Blocked, StateOf, Words};

/// The components of a state without transitions.
pub(crate) fn blocked<M: Words>(model: &M, state: &StateOf<M>) -> Vec<Blocked> {
    let mut obstacles = model.obstacles_at(state).into_iter();
    let components = model.processes(state).into_iter().map(|waiting| {
        let why = obstacles.next().unwrap_or_default();
        let why = if why.len() == waiting.at.len() { why } else { Vec::new() };
        Blocked { why, ..Blocked::from(waiting) }
    });
    components.collect()
}
