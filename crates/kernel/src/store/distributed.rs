//! The part of the visited set that one of several machines has.
//!
//! A state belongs to the machine that its hash tells. One that was reached is sent there, in batches, and entered where it belongs. It is of
//! the level of its message: a level ends when all machines have said that they sent no more of it, and how many states they have expanded. The
//! search is over when that were none. Within a level they [ask](questions) each other about states where transitions are to be left out.

mod questions;

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use rapidhash::v3::rapidhash_v3;

use super::on_disk::{DiskStore, LevelRun};
use super::stripes::Stripes;
use super::thread_number::thread_number;
use super::{StateId, StateIdentity};
use crate::frontier::Frontier;
use crate::machines::{Lost, Machines};
use crate::visited::{Levels, NotStored, Offers, Pending, Told, Visited};
use questions::{Answers, MOST_ASKED};

/// States of so many bytes are sent together.
const BATCH: usize = 64 << 10;

/// A machine's part of a visited set. All methods may be called from several threads.
pub(crate) struct DistributedStore<'m, V> {
    /// The states that belong to this machine.
    own: V,
    machines: &'m dyn Machines,
    /// States have so many bytes, if all have as many.
    length: Option<usize>,
    /// What other machines were asked in this level, if they are.
    answers: Option<RwLock<Answers>>,
    stripes: Stripes<Sorting>,
    /// Own states of the next level, if they are told at once, and why one was not stored.
    found: Mutex<(Frontier, Result<(), NotStored>)>,
    /// What was said in the round after which nothing was pending.
    said: Mutex<Option<Said>>,
    /// Whether any machine may have states of the present level.
    goes_on: AtomicBool,
    /// Whether this machine has found what was looked for.
    ends_with_level: AtomicBool,
    /// Whether the others know that this machine takes part no longer, or have said so themselves.
    is_over: AtomicBool,
    /// How many states the other machines had when they had sent all of the last level.
    elsewhere: AtomicU64,
    /// No more than so many states are wanted of all machines, which know the same limit.
    limit: u64,
    /// How many states of the present level belong here.
    present: AtomicU64,
}

/// What all machines together say in a round of a level. All are told the same.
#[derive(Clone, Copy)]
struct Said {
    /// How many questions they have.
    asked: u64,
    /// How many of them have states of the level left.
    left: u64,
    /// How many states of the level they have expanded.
    expanded: u64,
    /// How many states they had when they had sent all: those of the levels before, and some of the next.
    visited: u64,
    /// How many of them want no other level.
    ending: u64,
}

/// States that a thread has reached, by their owners.
struct Sorting {
    own: Offers,
    others: Vec<Offers>,
}

impl<'m, V: Visited> DistributedStore<'m, V> {
    /// This machine's part of an empty set, with the states that belong to it in `own`, which is empty and keeps levels.
    /// All machines have the same `limit` of states, so that they end for it together. Whether it `asks` decides whether
    /// [`Visited::may_be_older`] is exact of what was [found out](Visited::find_out).
    pub(crate) fn new(
        own: V,
        machines: &'m dyn Machines,
        identity: StateIdentity,
        asks: bool,
        limit: u64,
    ) -> Self {
        let count = machines.count();
        let sorting = || Sorting {
            own: Offers::default(),
            others: (0..count).map(|_| Offers::default()).collect(),
        };
        DistributedStore {
            own,
            machines,
            length: match identity {
                StateIdentity::Fixed(length) => Some(length),
                StateIdentity::Whole | StateIdentity::Key => None,
            },
            answers: asks.then(|| RwLock::new(Answers::new(identity))),
            stripes: Stripes::of_each(sorting),
            found: Mutex::new((Frontier::default(), Ok(()))),
            said: Mutex::default(),
            goes_on: AtomicBool::new(true),
            ends_with_level: AtomicBool::new(false),
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

    fn said(&self) -> MutexGuard<'_, Option<Said>> {
        self.said.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn found(&self) -> MutexGuard<'_, (Frontier, Result<(), NotStored>)> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn answers(&self) -> RwLockReadGuard<'_, Answers> {
        let answers = self.answers.as_ref().expect("it asks");
        answers.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn answers_mut(&self) -> RwLockWriteGuard<'_, Answers> {
        let answers = self.answers.as_ref().expect("it asks");
        answers.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Enters states that belong here and that a machine has sent.
    fn enter(&self, from: usize, states: &Offers) {
        let mut new = Frontier::default();
        let entered = match self.length {
            Some(length) if !states.all_have(length) => Err(NotStored::Lost(from)),
            _ => self.own.offer(states, u64::MAX, &mut |id| new.push(id)),
        };
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

    /// Sends states, and shows what others have sent until there is room for them.
    fn send(
        &self,
        to: usize,
        states: &mut Offers,
        show: &mut dyn FnMut(usize, &Offers),
    ) -> Result<(), Lost> {
        while !self.machines.send(to, states)? {
            self.machines.receive(true, show)?;
        }
        states.clear();
        Ok(())
    }

    /// Sends states that were reached, and enters what others have sent until there is room for them.
    fn send_on(&self, to: usize, states: &mut Offers) -> Result<(), Lost> {
        self.send(to, states, &mut |from, states| self.enter(from, states))
    }

    /// Sends all that was reached and waits.
    fn send_all(&self) -> Result<(), Lost> {
        for stripe in self.stripes.all() {
            let sorting = &mut *stripe.lock();
            let waiting = sorting.others.iter_mut().enumerate();
            for (to, states) in waiting.filter(|(_, states)| !states.is_empty()) {
                self.send_on(to, states)?;
            }
        }
        Ok(())
    }

    /// Ends a round of a level.
    ///
    /// # Errors
    /// A machine takes part no longer, or is lost.
    fn end_round(
        &self,
        asked: u64,
        left: u64,
        show: &mut dyn FnMut(usize, &Offers),
    ) -> Result<Said, NotStored> {
        let before = self.own.len();
        let ending = u64::from(self.ends_with_level.load(Relaxed));
        let numbers = [0, asked, left, self.present.load(Relaxed), before, ending];
        let sums = self.machines.end_round(&numbers, show)?;
        let [leaving, asked, left, expanded, visited, ending] = sums[..] else {
            unreachable!("there are as many sums as numbers");
        };
        if leaving > 0 {
            self.is_over();
            return Err(NotStored::Elsewhere);
        }
        self.elsewhere.store(visited - before, Relaxed);
        Ok(Said { asked, left, expanded, visited, ending })
    }

    /// Has all that was reached arrive, and tells what is pending.
    fn arrive(&self, asked: u64, left: u64) -> Result<Said, NotStored> {
        self.send_all()?;
        self.end_round(asked, left, &mut |from, states| self.enter(from, states))
    }

    /// Notes that no level is being searched together.
    pub(crate) fn is_over(&self) {
        self.is_over.store(true, Relaxed);
    }

    /// Tells the others that this machine has stopped, while they search a level.
    pub(crate) fn leave(&self) {
        if !self.is_over.swap(true, Relaxed) {
            self.machines.stop();
            // In whatever round of a level the others are. Who is lost need not be told.
            let _ = self.machines.end_round(&[1, 0, 0, 0, 0, 0], &mut |_, _| {});
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

/// What is asked of a machine's part of a visited set that is to be in a checkpoint of all.
pub(crate) trait KeepTogether: Sync {
    /// Whether any machine says so, between levels.
    ///
    /// # Errors
    /// A machine takes part no longer, or is lost.
    fn is_any(&self, here: bool) -> Result<bool, NotStored>;

    /// How many states belong to this machine.
    fn own_len(&self) -> u64;

    /// Has files of all levels, while nobody offers, and answers with them.
    ///
    /// # Errors
    /// Something cannot be written.
    fn level_files(&self) -> Result<Vec<LevelRun>, NotStored>;

    /// Notes that no level is being searched together.
    fn is_over(&self);
}

impl KeepTogether for DistributedStore<'_, DiskStore<'_>> {
    fn is_any(&self, here: bool) -> Result<bool, NotStored> {
        Ok(self.arrive(0, u64::from(here))?.left > 0)
    }

    fn own_len(&self) -> u64 {
        self.own.len()
    }

    fn level_files(&self) -> Result<Vec<LevelRun>, NotStored> {
        self.own.level_files()
    }

    fn is_over(&self) {
        DistributedStore::is_over(self);
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
                self.send_on(to, &mut sorting.others[to])?;
            }
        }
        self.enter(self.machines.own(), &sorting.own);
        self.machines.receive(false, &mut |from, states| self.enter(from, states))?;
        if self.machines.is_stopping() { Err(NotStored::Elsewhere) } else { self.found().1 }
    }

    fn end_level(
        &self,
        _: u64,
        new: &mut dyn FnMut(StateId),
        pause: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<Told, NotStored> {
        // If nothing was pending when all had arrived last, it is the end.
        let said = self.said().take();
        let said = said.map_or_else(|| self.arrive(0, 0), Ok);
        let Said { expanded, visited, ending, .. } = said?;
        // This must rest on nothing but what all know: the others decide the same.
        if expanded == 0 || visited > self.limit || ending > 0 {
            self.is_over();
        }
        if expanded == 0 {
            self.goes_on.store(false, Relaxed);
            return Ok(Told::Late);
        } else if visited > self.limit {
            return Err(NotStored::Enough);
        }
        // Who fails here stops, and tells the others in the next level.
        let states = self.next_level(new, pause)?;
        self.present.store(states, Relaxed);
        if ending > 0 { Err(NotStored::Unwanted) } else { Ok(Told::Late) }
    }

    fn goes_on(&self) -> bool {
        self.goes_on.load(Relaxed)
    }

    fn may_be_older(&self, bytes: &[u8]) -> bool {
        // Of a state that belongs to another machine it is not known if nobody has asked.
        self.may_be_older_at_once(bytes).unwrap_or(true)
    }

    fn may_be_older_at_once(&self, bytes: &[u8]) -> Option<bool> {
        let here = || self.own.may_be_older_at_once(bytes);
        let own = (self.owner(bytes) == self.machines.own()).then(here).flatten();
        own.or_else(|| self.answers().may_be_older(bytes))
    }

    fn find_out(
        &self,
        questions: &[&Offers],
        is_left: bool,
        pause: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<Pending, NotStored> {
        match self.answers {
            Some(_) => self.ask(questions, is_left, pause),
            None => Ok(Pending { is_asked: false, is_left }),
        }
    }

    fn answers_each(&self) -> bool {
        false
    }

    fn most_asked(&self) -> usize {
        self.own.most_asked().min(MOST_ASKED)
    }

    fn read(&self, id: StateId, out: &mut Vec<u8>) -> Result<(), NotStored> {
        self.own.read(id, out)
    }

    fn parent(&self, _: StateId) -> Option<StateId> {
        None
    }

    fn keeps_parents(&self) -> bool {
        false
    }

    fn levels(&self) -> Option<&dyn Levels> {
        self.own.levels()
    }

    fn end_with_level(&self) {
        self.ends_with_level.store(true, Relaxed);
    }

    fn len(&self) -> u64 {
        self.own.len() + self.elsewhere.load(Relaxed)
    }

    fn bytes(&self) -> u64 {
        let waiting = self.stripes.all().map(|stripe| {
            let sorting = stripe.lock();
            sorting.others.iter().map(Offers::bytes).sum::<usize>() as u64
        });
        let answers = self.answers.as_ref().map_or(0, |_| self.answers().bytes());
        self.own.bytes() + waiting.sum::<u64>() + answers
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
