//! The part of the visited set that one of several machines has.
//!
//! A state belongs to the machine that its hash tells. One that was reached is sent there, in batches, and entered where it belongs. It is of
//! the level of its message: a level ends when all machines have said that they sent no more of it, and how many states they have expanded. The
//! search is over when that were none.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rapidhash::v3::rapidhash_v3;

use super::StateId;
use super::stripes::Stripes;
use super::thread_number::thread_number;
use crate::frontier::Frontier;
use crate::machines::{Lost, Machines};
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
    /// Whether any machine may have states of the present level.
    goes_on: AtomicBool,
    /// Whether the others know that this machine takes part no longer, or have said so themselves.
    is_over: AtomicBool,
    /// How many states the other machines had when they had sent all of the last level.
    elsewhere: AtomicU64,
    /// No more than so many states are wanted of all machines, which know the same limit.
    limit: u64,
    /// How many states of the present level belong here.
    present: AtomicU64,
}

/// What all machines together say when a level has arrived. All are told the same.
struct Arrived {
    /// How many machines take part no longer.
    ending: u64,
    /// How many states of the level they have expanded.
    expanded: u64,
    /// How many states they had when they had sent all: those of the levels before, and some of the next.
    visited: u64,
}

/// States that a thread has reached, by their owners.
struct Sorting {
    own: Offers,
    others: Vec<Offers>,
}

impl<'m, V: Visited> DistributedStore<'m, V> {
    /// This machine's part of an empty set, with the states that belong to it in `own`, which is empty and keeps levels.
    /// All machines have the same `limit` of states, so that they end for it together.
    pub(crate) fn new(own: V, machines: &'m dyn Machines, limit: u64) -> Self {
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
            elsewhere: AtomicU64::new(0),
            limit,
            // Initial states come from nothing that could be counted.
            present: AtomicU64::new(1),
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

    /// How many states belong to this machine.
    pub(crate) fn own_len(&self) -> u64 {
        self.own.len()
    }

    /// Sends states, and takes in what others have sent until there is room for them.
    fn send(&self, to: usize, states: &mut Offers) -> Result<(), Lost> {
        while !self.machines.send(to, states)? {
            self.machines.receive(true, &mut |states| self.enter(states))?;
        }
        states.clear();
        Ok(())
    }

    /// Sends what waits, and has all of the level arrive. `is_ending`: this machine takes part no longer.
    fn arrive(&self, is_ending: bool) -> Result<Arrived, Lost> {
        for stripe in self.stripes.all() {
            let sorting = &mut *stripe.lock();
            for to in (0..sorting.others.len()).filter(|_| !is_ending) {
                if !sorting.others[to].is_empty() {
                    self.send(to, &mut sorting.others[to])?;
                }
            }
        }
        let before = self.own.len();
        let numbers = [u64::from(is_ending), self.present.load(Relaxed), before];
        let sums = self.machines.end_round(&numbers, &mut |states| self.enter(states))?;
        let [ending, expanded, visited] = sums[..] else {
            unreachable!("there are as many sums as numbers");
        };
        self.elsewhere.store(visited - before, Relaxed);
        Ok(Arrived { ending, expanded, visited })
    }

    /// Notes that no level is being searched together.
    pub(crate) fn is_over(&self) {
        self.is_over.store(true, Relaxed);
    }

    /// Tells the others that this machine has stopped, while they search a level.
    pub(crate) fn leave(&self) {
        if !self.is_over.swap(true, Relaxed) {
            self.machines.stop();
            // Who is lost need not be told.
            let _ = self.arrive(true);
        }
    }

    /// Makes the next level of all that has arrived, and tells how many states it has.
    fn next_level(
        &self,
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
        Ok(states)
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
        self.machines.receive(false, &mut |states| self.enter(states))?;
        if self.machines.is_stopping() { Err(NotStored::Elsewhere) } else { self.found().1 }
    }

    fn end_level(
        &self,
        _: u64,
        new: &mut dyn FnMut(StateId),
        pause: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<Told, NotStored> {
        let Arrived { ending, expanded, visited } = self.arrive(false)?;
        // This must rest on nothing but what all know: the others decide the same.
        if ending > 0 || expanded == 0 || visited > self.limit {
            self.is_over();
        }
        if ending > 0 {
            return Err(NotStored::Elsewhere);
        } else if expanded == 0 {
            self.goes_on.store(false, Relaxed);
            return Ok(Told::Late);
        } else if visited > self.limit {
            return Err(NotStored::Enough);
        }
        // Who fails here stops, and tells the others in the next level.
        let states = self.next_level(new, pause)?;
        self.present.store(states, Relaxed);
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
        self.own.len() + self.elsewhere.load(Relaxed)
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

impl From<Lost> for NotStored {
    fn from(Lost(machine): Lost) -> NotStored {
        NotStored::Lost(machine)
    }
}
