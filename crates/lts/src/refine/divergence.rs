//! Whether a state of an implementation can do τ for ever.
//!
//! A depth-first search along τ, from each state that the product asks about: along those τ that may be on a cycle, since the states
//! behind the others are asked about as well. A state that was left without a cycle is on none, and leads to none in this way; it is
//! not looked at again by anybody.

use std::ops::ControlFlow;

use kernel::{Inserted, Lookup, StateStore};
use rapidhash::{RapidHashMap, RapidHashSet};

use crate::supercombinator::{Firing, Supercombinator};

/// States that lead to no cycle. Threads share it.
pub(super) struct Known(Box<dyn Lookup>);

impl Default for Known {
    fn default() -> Self {
        Known(Box::new(StateStore::default()))
    }
}

/// Working memory.
#[derive(Default)]
pub(super) struct Divergence {
    /// The states on the way, packed.
    way: RapidHashSet<Box<[u8]>>,
    /// What is to be done, packed: the last first.
    stack: Vec<Visit>,
    bytes: Vec<u8>,
    state: Vec<u32>,
}

enum Visit {
    Enter(Box<[u8]>),
    Leave(Box<[u8]>),
}

impl Divergence {
    /// Whether a state leads to a cycle of τ, or to a state that diverges by itself, along τ that may be on a cycle. `pause` is asked now and then whether to go on.
    pub(super) fn diverges(
        &mut self,
        implementation: &Supercombinator,
        known: &Known,
        state: &[u32],
        firing: &mut Firing,
        pause: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> ControlFlow<(), bool> {
        let Divergence { way, stack, bytes, state: at } = self;
        at.resize(implementation.width(), 0);
        way.clear();
        stack.clear();
        pack(implementation, state, bytes);
        stack.push(Visit::Enter(bytes.as_slice().into()));
        while let Some(visit) = stack.pop() {
            let packed = match visit {
                Visit::Leave(packed) => {
                    way.remove(&packed);
                    if known.0.insert(&packed, None) == Inserted::Full {
                        // There is no memory for more: the search notices as well.
                        pause()?;
                    }
                    continue;
                }
                Visit::Enter(packed) => packed,
            };
            if known.0.contains(&packed) {
                continue;
            }
            if way.contains(&packed) {
                return ControlFlow::Continue(true);
            }
            pause()?;
            implementation.unpack(&packed, at);
            if implementation.diverges_at_once(at) {
                return ControlFlow::Continue(true);
            }
            way.insert(packed.clone());
            stack.push(Visit::Leave(packed));
            let _ = implementation.recurring_successors(at, firing, &mut |target| {
                pack(implementation, target, bytes);
                stack.push(Visit::Enter(bytes.as_slice().into()));
                ControlFlow::Continue(())
            });
        }
        ControlFlow::Continue(false)
    }
}

/// The way that was found from a state: the states, and the place of the one to which the last leads back, or the last if that
/// diverges by itself. `None` if there is no way.
pub(super) fn find_loop(
    implementation: &Supercombinator,
    state: &[u32],
) -> Option<(Vec<Vec<u32>>, usize)> {
    let mut firing = implementation.firing();
    let mut finished: RapidHashSet<Vec<u32>> = RapidHashSet::default();
    let mut places: RapidHashMap<Vec<u32>, usize> = RapidHashMap::default();
    let mut way: Vec<(Vec<u32>, Vec<Vec<u32>>)> = Vec::new();
    let mut next = Some(state.to_vec());
    loop {
        if let Some(state) = next.take() {
            if let Some(&again) = places.get(&state) {
                return Some((way.into_iter().map(|(state, _)| state).collect(), again));
            }
            if implementation.diverges_at_once(&state) {
                let again = way.len();
                let states = way.into_iter().map(|(state, _)| state).chain([state]);
                return Some((states.collect(), again));
            }
            if !finished.contains(&state) {
                let mut targets = Vec::new();
                let _ = implementation.recurring_successors(&state, &mut firing, &mut |target| {
                    targets.push(target.to_vec());
                    ControlFlow::Continue(())
                });
                places.insert(state.clone(), way.len());
                way.push((state, targets));
            }
        }
        let (_, targets) = way.last_mut()?;
        next = targets.pop();
        if next.is_none() {
            let (state, _) = way.pop()?;
            places.remove(&state);
            finished.insert(state);
        }
    }
}

fn pack(implementation: &Supercombinator, state: &[u32], bytes: &mut Vec<u8>) {
    bytes.clear();
    implementation.pack(state, bytes);
}
