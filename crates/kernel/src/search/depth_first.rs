//! Depth-first search: everything below the first successor before the second.

use std::collections::HashSet;
use std::ops::ControlFlow;

use super::Shared;
use super::deferred::Deferred;
use super::worker::{Targets, Worker};
use crate::store::StateId;
use crate::system::TransitionSystem;
use crate::visited::{Lookup, Offers};

/// Searches, with the visited states in `store`, and returns the one worker.
pub(super) fn run<'a, S: TransitionSystem>(
    shared: &'a Shared<'a, S>,
    store: &'a dyn Lookup,
) -> Vec<Worker<'a, S>> {
    let mut worker = Worker::new(shared);
    let _ = descend(shared, store, &mut worker);
    vec![worker]
}

fn descend<'a, S: TransitionSystem>(
    shared: &'a Shared<'a, S>,
    store: &'a dyn Lookup,
    worker: &mut Worker<'a, S>,
) -> ControlFlow<()> {
    let mut pending = Pending::new(store);
    let mut path: Vec<Frame> = Vec::new();
    let mut bytes = Vec::new();
    let mut accounted = (0, 0);
    worker.begin(&mut pending)?;
    pending.settle();
    loop {
        // Leave the states all of whose successors are done.
        while let Some(left) = path.pop_if(|frame| frame.base == pending.len()) {
            pending.on_path.remove(&left.state);
        }
        if !pending.pop(&mut bytes) {
            return ControlFlow::Continue(());
        }
        let parent = path.last().map(|frame| frame.state);
        // A state may have been reached on another way since it was put on the stack.
        let Some(state) = shared.control.insert(store, &bytes, parent)? else {
            continue;
        };
        let depth = path.len() as u64;
        shared.control.reached(depth);
        let base = pending.len();
        path.push(Frame { state, base });
        if shared.partial_order {
            pending.on_path.insert(state);
        }
        worker.expand(state, &bytes, depth, &mut pending)?;
        pending.settle();
        let size =
            (path.len() as i64, (pending.capacity() + path.capacity() * size_of::<Frame>()) as i64);
        shared.control.frontier_changed(size.0 - accounted.0, size.1 - accounted.1);
        accounted = size;
    }
}

/// A state on the path from an initial state to the current one.
struct Frame {
    state: StateId,
    /// The length of the stack without this state's successors.
    base: usize,
}

/// Stands for a length that does not fit into one byte and lies below.
const LONG: u8 = u8::MAX;

/// A stack of encoded states that are still to be visited, the first successor on top; after each its length.
struct Pending<'a> {
    /// The visited states.
    store: &'a dyn Lookup,
    stack: Vec<u8>,
    /// The successors of the current state, in the order in which they came.
    fresh: Vec<u8>,
    /// Where each of these ends.
    ends: Vec<usize>,
    /// The states on the path, if the system may leave out transitions.
    on_path: HashSet<StateId>,
}

impl<'a> Pending<'a> {
    fn new(store: &'a dyn Lookup) -> Self {
        let (stack, fresh, ends) = (Vec::new(), Vec::new(), Vec::new());
        Pending { store, stack, fresh, ends, on_path: HashSet::new() }
    }

    fn len(&self) -> usize {
        self.stack.len()
    }

    /// Memory taken, in bytes.
    fn capacity(&self) -> usize {
        let path = self.on_path.capacity() * size_of::<StateId>();
        self.stack.capacity()
            + self.fresh.capacity()
            + self.ends.capacity() * size_of::<usize>()
            + path
    }

    /// Moves the successors of the current state to the stack, the first last.
    fn settle(&mut self) {
        while let Some(end) = self.ends.pop() {
            let start = self.ends.last().copied().unwrap_or(0);
            self.stack.extend_from_slice(&self.fresh[start..end]);
            let length = end - start;
            match u8::try_from(length) {
                Ok(short) if short != LONG => self.stack.push(short),
                _ => {
                    self.stack.extend_from_slice(&length.to_le_bytes());
                    self.stack.push(LONG);
                }
            }
        }
        self.fresh.clear();
    }

    /// Moves the state on top to `bytes`, or answers that there is none.
    fn pop(&mut self, bytes: &mut Vec<u8>) -> bool {
        let Some(mut length) = self.stack.pop().map(usize::from) else {
            return false;
        };
        if length == usize::from(LONG)
            && let Some((rest, long)) = self.stack.split_last_chunk()
        {
            length = usize::from_le_bytes(*long);
            self.stack.truncate(rest.len());
        }
        let start = self.stack.len() - length;
        bytes.clear();
        bytes.extend_from_slice(&self.stack[start..]);
        self.stack.truncate(start);
        true
    }
}

impl<S: TransitionSystem> Targets<S> for Pending<'_> {
    fn reached(&mut self, _: &Shared<'_, S>, bytes: &[u8], _: Option<StateId>) -> ControlFlow<()> {
        // Whatever is known by now need not wait.
        if !self.store.contains(bytes) {
            self.fresh.extend_from_slice(bytes);
            self.ends.push(self.fresh.len());
        }
        ControlFlow::Continue(())
    }

    fn offers(&mut self) -> Option<(&mut Offers, &mut Deferred)> {
        None
    }

    fn settle(&mut self, _: &Shared<'_, S>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// A state that is not stored yet is visited below the present one, or was visited before; a stored one is finished unless
    /// it is on the path.
    fn may_close_cycle(&self, _: &Shared<'_, S>, bytes: &[u8]) -> bool {
        self.store.find(bytes).is_some_and(|id| self.on_path.contains(&id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::StateStore;

    #[test]
    fn states_of_every_length_come_back_first_to_last() {
        let store = StateStore::default();
        let mut pending = Pending::new(&store);
        let groups = [0..3usize, 250..260, 0..1, 65_530..65_540];
        for lengths in groups.clone() {
            for length in lengths {
                pending.fresh.resize(pending.fresh.len() + length, length as u8);
                pending.ends.push(pending.fresh.len());
            }
            pending.settle();
        }
        let mut bytes = vec![1];
        for lengths in groups.into_iter().rev() {
            for length in lengths {
                assert!(pending.pop(&mut bytes));
                assert_eq!(bytes, vec![length as u8; length]);
            }
        }
        assert!(!pending.pop(&mut bytes));
        assert_eq!(pending.len(), 0);
    }
}
