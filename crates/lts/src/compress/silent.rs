//! Components of τ: states that reach one another by τ.

use std::sync::Arc;

use groups::strong_components_within;

use crate::acceptances::minimal;
use crate::compress::blocks::grouped;
use crate::compress::watch::Watch;
use crate::explicit::{Acceptances, Explicit, State, Unfinished};

/// The component of each state. What a component reaches by τ has smaller numbers.
pub(super) fn components(system: &Explicit, watch: &mut Watch) -> Result<Vec<u32>, Unfinished> {
    let silent = |state: usize, at: usize| {
        system.silent(State(state as u32)).get(at).map(|&(_, target)| target.0 as usize)
    };
    Ok(strong_components_within(system.len(), silent, || watch.worked(1))?.of)
}

/// For each state the minimal acceptances of all that it reaches by τ, itself included.
pub(super) fn eventual_acceptances(
    system: &Explicit,
    watch: &mut Watch,
) -> Result<Vec<Acceptances>, Unfinished> {
    let component = components(system, watch)?;
    let (starts, order) = grouped(&component);
    let mut of_component: Vec<Acceptances> = Vec::new();
    for (number, bounds) in starts.windows(2).enumerate() {
        let members = &order[bounds[0] as usize..bounds[1] as usize];
        let mut parts = Vec::new();
        for &member in members {
            let state = State(member);
            watch.worked(1 + system.silent(state).len())?;
            parts.push(system.acceptances(state));
            for &(_, target) in system.silent(state) {
                let later = component[target.0 as usize] as usize;
                if later != number {
                    parts.push(Arc::clone(&of_component[later]));
                }
            }
        }
        of_component.push(union(parts));
    }
    Ok(component.iter().map(|&number| Arc::clone(&of_component[number as usize])).collect())
}

/// The minimal ones of all these sets.
pub(super) fn union(mut parts: Vec<Acceptances>) -> Acceptances {
    parts.retain(|part| !part.is_empty());
    parts.sort_unstable();
    parts.dedup();
    if parts.len() == 1 {
        return parts.swap_remove(0);
    }
    minimal(parts.iter().flat_map(|part| part.iter().cloned()).collect())
}
