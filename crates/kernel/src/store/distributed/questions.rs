//! Questions to other machines: whether states that belong to them may be older than the level.
//!
//! All machines ask together, in three rounds. In the first what they have reached arrives, and they say how many questions they have; if none
//! has any the two others are left out. In the second the questions arrive, in the third those of the states that may be older. The
//! answers are remembered until no machine has a question left, so that a state which is put off again and again is expanded
//! at last.

use std::ops::ControlFlow;

use super::{BATCH, DistributedStore};
use crate::store::{Inserted, StateIdentity, StateStore};
use crate::visited::{Lookup, NotStored, Offers, Pending, Visited};

/// The most bytes of questions that a machine has for the others together.
pub(super) const MOST_ASKED: usize = 8 << 20;

/// What was asked, and what was answered.
pub(super) struct Answers {
    identity: StateIdentity,
    asked: StateStore,
    /// Those that may be older.
    older: StateStore,
}

impl Answers {
    /// None yet.
    pub(super) fn new(identity: StateIdentity) -> Self {
        let table = || StateStore::new(identity, false);
        Answers { identity, asked: table(), older: table() }
    }

    /// Forgets all.
    fn forget(&mut self) {
        if !self.asked.is_empty() {
            *self = Answers::new(self.identity);
        }
    }

    /// Whether a state may be older, if that was asked.
    pub(super) fn may_be_older(&self, state: &[u8]) -> Option<bool> {
        self.asked.contains(state).then(|| self.older.contains(state))
    }

    /// Memory taken, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.asked.bytes() + self.older.bytes()
    }

    /// Notes that a state was asked about, or may be older. Answers whether that is new.
    fn note(table: &StateStore, state: &[u8]) -> Result<bool, NotStored> {
        match table.insert(state, None) {
            Inserted::New(_) => Ok(true),
            Inserted::Known(_) => Ok(false),
            Inserted::Full => Err(NotStored::Full),
        }
    }
}

/// States for each of the machines.
type ForEach = Vec<Offers>;

impl<V: Visited> DistributedStore<'_, V> {
    /// Asks the other machines, and answers them, as [`Visited::find_out`] says.
    pub(super) fn ask(
        &self,
        questions: &[&Offers],
        is_left: bool,
        pause: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<Pending, NotStored> {
        let here: usize = questions.iter().map(|questions| questions.len()).sum();
        let said = self.arrive(here as u64, u64::from(is_left))?;
        let pending = Pending { is_asked: said.asked > 0, is_left: said.left > 0 };
        if pending.is_asked {
            let heard = self.exchange_questions(questions)?;
            self.exchange_answers(&heard, pause)?;
            return Ok(pending);
        }
        self.answers_mut().forget();
        if !pending.is_left {
            *self.said() = Some(said);
        }
        Ok(pending)
    }

    /// Sends the questions, and answers with those of each machine to this one.
    fn exchange_questions(&self, questions: &[&Offers]) -> Result<ForEach, NotStored> {
        let (mut out, mut heard) = (self.for_each(), self.for_each());
        let answers = self.answers();
        for (state, _) in questions.iter().flat_map(|questions| questions.iter()) {
            if !Answers::note(&answers.asked, state)? {
                continue;
            }
            let owner = self.owner(state);
            if owner == self.machines.own() {
                heard[owner].push(state, None);
                continue;
            }
            out[owner].push(state, None);
            if out[owner].bytes() >= BATCH {
                self.send(owner, &mut out[owner], &mut |from, it| append(&mut heard[from], it))?;
            }
        }
        self.end_exchange(out, &mut |from, questions| append(&mut heard[from], questions))?;
        Ok(heard)
    }

    /// Answers what was asked here, and notes what others answer.
    fn exchange_answers(
        &self,
        heard: &[Offers],
        pause: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<(), NotStored> {
        self.look_up(heard, pause)?;
        let answers = self.answers();
        let (mut out, mut noted) = (self.for_each(), Ok(()));
        let mut note = |older: &Offers| {
            for (state, _) in older.iter() {
                let added = Answers::note(&answers.older, state).map(|_| ());
                noted = noted.and(added);
            }
        };
        for (asker, questions) in heard.iter().enumerate() {
            for (state, _) in questions.iter().filter(|(state, _)| self.own.may_be_older(state)) {
                out[asker].push(state, None);
                if out[asker].bytes() >= BATCH && asker != self.machines.own() {
                    self.send(asker, &mut out[asker], &mut |_, older| note(older))?;
                }
            }
        }
        note(&std::mem::take(&mut out[self.machines.own()]));
        self.end_exchange(out, &mut |_, older| note(older))?;
        noted
    }

    /// Has what was asked here found out, as far as it takes long.
    fn look_up(
        &self,
        heard: &[Offers],
        pause: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<(), NotStored> {
        let mut unknown = Offers::default();
        let states = heard.iter().flat_map(|questions| questions.iter());
        for (state, _) in states.filter(|(it, _)| self.own.may_be_older_at_once(it).is_none()) {
            unknown.push(state, None);
        }
        self.own.find_out(&[&unknown], false, pause).map(|_| ())
    }

    fn for_each(&self) -> ForEach {
        (0..self.machines.count()).map(|_| Offers::default()).collect()
    }

    /// Sends what is left, and ends the round.
    fn end_exchange(
        &self,
        mut out: ForEach,
        show: &mut dyn FnMut(usize, &Offers),
    ) -> Result<(), NotStored> {
        for (to, states) in out.iter_mut().enumerate().filter(|(_, states)| !states.is_empty()) {
            self.send(to, states, show)?;
        }
        self.end_round(0, 0, show).map(|_| ())
    }
}

fn append(to: &mut Offers, states: &Offers) {
    states.iter().for_each(|(state, _)| to.push(state, None));
}
