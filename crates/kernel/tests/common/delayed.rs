//! Visited states that are looked up only when a level ends, as on disk.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::ops::ControlFlow;
use std::sync::Mutex;

use kernel::{Levels, NotStored, Offers, StateId, Told, Visited};

/// Visited states, in memory, that answers at the end of a level.
#[derive(Default)]
pub struct Delayed(Mutex<Contents>);

#[derive(Default)]
struct Contents {
    states: Vec<(Vec<u8>, Option<StateId>)>,
    numbers: BTreeMap<Vec<u8>, StateId>,
    offered: Vec<(Vec<u8>, Option<StateId>)>,
    /// How many states there were when the present level began.
    older: usize,
}

impl Visited for Delayed {
    fn offer(&self, offers: &Offers, _: u64, _: &mut dyn FnMut(StateId)) -> Result<(), NotStored> {
        let offered = &mut self.0.lock().unwrap().offered;
        offered.extend(offers.iter().map(|(bytes, parent)| (bytes.to_vec(), parent)));
        Ok(())
    }

    fn end_level(
        &self,
        most: u64,
        new: &mut dyn FnMut(StateId),
        _: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<Told, NotStored> {
        let mut contents = self.0.lock().unwrap();
        let Contents { states, numbers, offered, older } = &mut *contents;
        // In another order than they came in.
        offered.sort();
        let mut left = most;
        for (bytes, parent) in offered.drain(..) {
            if let Entry::Vacant(vacant) = numbers.entry(bytes) {
                left = left.checked_sub(1).ok_or(NotStored::Enough)?;
                let id = StateId::from_number(states.len() as u64);
                states.push((vacant.key().clone(), parent));
                vacant.insert(id);
                new(id);
            }
        }
        *older = states.len();
        Ok(Told::Late)
    }

    fn may_be_older(&self, bytes: &[u8]) -> bool {
        let contents = self.0.lock().unwrap();
        contents.numbers.get(bytes).is_some_and(|id| id.number() < contents.older as u64)
    }

    fn read(&self, id: StateId, out: &mut Vec<u8>) -> Result<(), NotStored> {
        out.clone_from(&self.0.lock().unwrap().states[id.number() as usize].0);
        Ok(())
    }

    fn parent(&self, id: StateId) -> Option<StateId> {
        self.0.lock().unwrap().states[id.number() as usize].1
    }

    fn keeps_parents(&self) -> bool {
        true
    }

    fn levels(&self) -> Option<&dyn Levels> {
        None
    }

    fn len(&self) -> u64 {
        self.0.lock().unwrap().states.len() as u64
    }

    fn bytes(&self) -> u64 {
        0
    }

    fn file_bytes(&self) -> u64 {
        0
    }
}
