//! The part of the visited set that one of several machines has.
//!
//! A state belongs to the machine that its hash tells. One that was reached is sent there, in batches, and entered where it belongs. It is of
//! the level of its message: a level ends when all machines have said that they sent no more of it, in two rounds. In the first all states
//! arrive, in the second all tell how many of them were new.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rapidhash::v3::rapidhash_v3;

use super::StateId;
use super::stripes::Stripes;
use super::thread_number::thread_number;
use crate::frontier::Frontier;
use crate::machines::Machines;
use crate::visited::{Levels, NotStored, Offers, Told, Visited};

/// States of so many bytes are sent together.
const BATCH: usize = 64 << 10;

/// A machine's part of a visited set. All methods may be called from several threads.
pub(crate) struct DistributedStore<'m, V> {
    /// The states that belong to this machine.
    own: V,
    machines: &'m dyn Machines,
    stripes: Stripes<Sorting>,
    /// Own states of the next level, if they are told at once, and why one was not stored.
    found: Mutex<(Frontier, Result<(), NotStored>)>,
    /// Whether any machine has states of the present level.
    goes_on: AtomicBool,
    /// Whether the others know that this machine takes part no longer, or have said so themselves.
    is_over: AtomicBool,
}

/// States that a thread has reached, by their owners.
struct Sorting {
    own: Offers,
    others: Vec<Offers>,
}

impl<'m, V: Visited> DistributedStore<'m, V> {
    /// This machine's part of an empty set, with the states that belong to it in `own`, which is empty and keeps levels.
    pub(crate) fn new(own: V, machines: &'m dyn Machines) -> Self {
        let count = machines.count();
        let sorting = || Sorting {
            own: Offers::default(),
            others: (0..count).map(|_| Offers::default()).collect(),
        };
        DistributedStore {
            own,
            machines,
            stripes: Stripes::of_each(sorting),
            found: Mutex::new((Frontier::default(), Ok(()))),
            goes_on: AtomicBool::new(true),
            is_over: AtomicBool::new(false),
        }
    }

    /// The machine that a state belongs to. What the own set makes of the hash must not depend on that.
    fn owner(&self, state: &[u8]) -> usize {
        const ODD: u64 = 0x9E37_79B9_7F4A_7C15;
        let mixed = u128::from(rapidhash_v3(state).wrapping_mul(ODD));
        ((mixed * self.machines.count() as u128) >> u64::BITS) as usize
    }

    fn found(&self) -> MutexGuard<'_, (Frontier, Result<(), NotStored>)> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Enters states that belong here.
    fn enter(&self, states: &Offers) {
        let mut new = Frontier::default();
        let entered = self.own.offer(states, u64::MAX, &mut |id| new.push(id));
        let (found, failed) = &mut *self.found();
        found.append(&mut new);
        if failed.is_ok() {
            *failed = entered;
        }
    }

    fn send(&self, to: usize, states: &mut Offers) -> Result<(), NotStored> {
        let sent = self.machines.send(to, states).map_err(NotStored::Failed);
        states.clear();
        sent
    }

    /// Sends what waits, and has all of the level arrive. `is_ending`: this machine takes part no longer. Whether all others go on.
    fn arrive(&self, is_ending: bool) -> Result<bool, NotStored> {
        for stripe in self.stripes.all() {
            let sorting = &mut *stripe.lock();
            for to in (0..sorting.others.len()).filter(|_| !is_ending) {
                if !sorting.others[to].is_empty() {
                    self.send(to, &mut sorting.others[to])?;
                }
            }
        }
        let ending = [u64::from(is_ending)];
        let sums = self.machines.end_round(&ending, &mut |states| self.enter(states));
        Ok(sums.map_err(NotStored::Failed)? == [0])
    }

    /// Tells the others that this machine has stopped, while they search a level.
    pub(crate) fn leave(&self) {
        if !self.is_over.swap(true, Relaxed) {
            // Who is lost need not be told.
            let _ = self.arrive(true);
        }
    }

    /// Makes the next level of all that has arrived.
    fn next_level(
        &self,
        most: u64,
        new: &mut dyn FnMut(StateId),
        pause: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<u64, NotStored> {
        let (found, arrived) = std::mem::replace(&mut *self.found(), (Frontier::default(), Ok(())));
        arrived?;
        let mut states = 0;
        let mut counted = |id| {
            states += 1;
            new(id);
        };
        if self.own.end_level(u64::MAX, &mut counted, pause)? == Told::AtOnce {
            found.iter().for_each(&mut counted);
        }
        if states > most { Err(NotStored::Enough) } else { Ok(states) }
    }
}

impl<V: Visited> Visited for DistributedStore<'_, V> {
    fn offer(&self, offers: &Offers, _: u64, _: &mut dyn FnMut(StateId)) -> Result<(), NotStored> {
        let sorting = &mut *self.stripes.of(thread_number()).lock();
        sorting.own.clear();
        for (state, parent) in offers.iter() {
            let to = self.owner(state);
            if to == self.machines.own() {
                sorting.own.push(state, parent);
                continue;
            }
            sorting.others[to].push(state, None);
            if sorting.others[to].bytes() >= BATCH {
                self.send(to, &mut sorting.others[to])?;
            }
        }
        self.enter(&sorting.own);
        self.machines.receive(&mut |states| self.enter(states)).map_err(NotStored::Failed)?;
        self.found().1
    }

    fn end_level(
        &self,
        most: u64,
        new: &mut dyn FnMut(StateId),
        pause: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<Told, NotStored> {
        if !self.arrive(false)? {
            self.is_over.store(true, Relaxed);
            return Err(NotStored::Elsewhere);
        }
        let next = self.next_level(most, new, pause);
        let numbers = [next.unwrap_or(0), u64::from(next.is_err())];
        let sums = self.machines.end_round(&numbers, &mut |_| {}).map_err(NotStored::Failed)?;
        if sums[1] > 0 {
            self.is_over.store(true, Relaxed);
            next?;
            return Err(NotStored::Elsewhere);
        }
        self.goes_on.store(sums[0] > 0, Relaxed);
        if sums[0] == 0 {
            self.is_over.store(true, Relaxed);
        }
        Ok(Told::Late)
    }

    fn goes_on(&self) -> bool {
        self.goes_on.load(Relaxed)
    }

    fn may_be_older(&self, _: &[u8]) -> bool {
        // Of a state that belongs to another machine that is not known.
        true
    }

    fn read(&self, id: StateId, out: &mut Vec<u8>) -> Result<(), NotStored> {
        self.own.read(id, out)
    }

    fn parent(&self, _: StateId) -> Option<StateId> {
        None
    }

    fn levels(&self) -> Option<&dyn Levels> {
        self.own.levels()
    }

    fn len(&self) -> u64 {
        self.own.len()
    }

    fn bytes(&self) -> u64 {
        let waiting = self.stripes.all().map(|stripe| {
            let sorting = stripe.lock();
            sorting.others.iter().map(Offers::bytes).sum::<usize>() as u64
        });
        self.own.bytes() + waiting.sum::<u64>()
    }

    fn file_bytes(&self) -> u64 {
        self.own.file_bytes()
    }
}
