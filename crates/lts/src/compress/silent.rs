//! Components of τ: states that reach one another by τ (R. E. Tarjan, *Depth-first search and linear graph algorithms*, 1972).

use std::sync::Arc;

use crate::acceptances::minimal;
use crate::compress::blocks::grouped;
use crate::compress::watch::Watch;
use crate::explicit::{Acceptances, Explicit, State, Unfinished};

/// Not met yet, or in no component yet.
const NONE: u32 = u32::MAX;

/// The component of each state. What a component reaches by τ has smaller numbers.
pub(crate) fn components(system: &Explicit, watch: &mut Watch) -> Result<Vec<u32>, Unfinished> {
    let mut search = Search {
        met: vec![NONE; system.len()],
        low: vec![0; system.len()],
        component: vec![NONE; system.len()],
        open: Vec::new(),
        components: 0,
        count: 0,
    };
    for root in system.states() {
        if search.met[root.0 as usize] == NONE {
            search.from(system, root, watch)?;
        }
    }
    Ok(search.component)
}

/// Tarjan's search, with a stack of its own.
struct Search {
    /// When each state was met.
    met: Vec<u32>,
    /// The earliest state that is known to be reachable among those without a component.
    low: Vec<u32>,
    component: Vec<u32>,
    /// States that were met and have no component yet.
    open: Vec<State>,
    components: u32,
    count: u32,
}

impl Search {
    fn from(
        &mut self,
        system: &Explicit,
        root: State,
        watch: &mut Watch,
    ) -> Result<(), Unfinished> {
        self.meet(root);
        let mut path = vec![(root, 0)];
        while let Some((state, next)) = path.last_mut() {
            let state = *state;
            if let Some(&(_, target)) = system.silent(state).get(*next) {
                *next += 1;
                if self.met[target.0 as usize] == NONE {
                    self.meet(target);
                    path.push((target, 0));
                } else if self.component[target.0 as usize] == NONE {
                    self.lower(state, self.met[target.0 as usize]);
                }
                continue;
            }
            watch.worked(1)?;
            path.pop();
            if let Some(&(before, _)) = path.last() {
                self.lower(before, self.low[state.0 as usize]);
            }
            if self.low[state.0 as usize] == self.met[state.0 as usize] {
                self.close(state);
            }
        }
        Ok(())
    }

    fn meet(&mut self, state: State) {
        self.met[state.0 as usize] = self.count;
        self.low[state.0 as usize] = self.count;
        self.count += 1;
        self.open.push(state);
    }

    fn lower(&mut self, state: State, to: u32) {
        let low = &mut self.low[state.0 as usize];
        *low = to.min(*low);
    }

    /// What was met since the first state of a component is the component.
    fn close(&mut self, first: State) {
        while let Some(state) = self.open.pop() {
            self.component[state.0 as usize] = self.components;
            if state == first {
                break;
            }
        }
        self.components += 1;
    }
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
