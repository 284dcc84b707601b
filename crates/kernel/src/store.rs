//! The visited set: every stored state in full, exactly once, with the state it was reached from.
//!
//! States are byte strings. A [table](slots) of 64-bit slots, which [grows](growth) while others use it, leads from hashes to indices;
//! at an index lies a record, [of one length](fixed) or [of any](mixed), in [chunks](chunks) that never move. Threads enter states
//! without locks, [many at a time](entering); what a thread needs to do so it has [for itself](stripes). Nothing is ever removed.
//!
//! The states of one thread have ascending numbers in the order in which they came, with no gaps if the states have one length. Several
//! threads take blocks of numbers in turn.
//!
//! Beside it stand [another](compressed), which takes states apart and keeps no parents, and [one](on_disk) whose table goes on on disk, with
//! levels instead of parents.
//!
//! Measured by `benches/store.rs`, and side by side by `examples/peterson.rs`.

mod chunks;
mod compressed;
mod distributed;
mod entering;
mod fixed;
mod growth;
mod hash;
mod identity;
mod levels;
mod lossy;
mod mixed;
mod on_disk;
mod slots;
mod stripes;
mod sync;
#[cfg(test)]
mod tests;
mod thread_number;
mod varint;

use std::marker::PhantomData;
use std::ops::{ControlFlow, Range};

use crate::visited::{Levels as VisitedLevels, Lookup, NotStored, Offers, Told, Visited};
pub(crate) use compressed::CompressedStore;
pub(crate) use distributed::{DistributedStore, KeepTogether};
use entering::{Answers, Entrance, GROUP};
use fixed::{Fixed, Narrow, Wide};
use growth::{Density, Growing};
use hash::{Folded, StateHash};
pub use identity::{StateIdentity, push_key, split_key};
use levels::Levels;
pub(crate) use lossy::LossyStore;
use mixed::{Images, Mixed, Various};
pub(crate) use on_disk::{DiskStore, Keep, KeptLevels, Left, LevelRun, Memory, each_of};
use slots::Slots;
use stripes::{Numbers, STRIPES, Stripe, Stripes, Supply};
use thread_number::thread_number;

/// A stored state.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct StateId(u64);

impl StateId {
    /// The state with this number, as whoever keeps the states numbers them.
    pub fn from_number(number: u64) -> Self {
        StateId(number)
    }

    /// The number of a state.
    pub fn number(self) -> u64 {
        self.0
    }

    fn from_index(index: u32) -> Self {
        StateId(u64::from(index))
    }

    fn index(self) -> u32 {
        self.0 as u32
    }
}

/// A parent as a record has it: zero for none. (No index is the largest number.)
fn link(parent: Option<StateId>) -> u32 {
    // States whose parents have larger numbers are kept by a set that does not ask for parents.
    parent.map_or(0, |parent| parent.index().wrapping_add(1))
}

/// What became of an insertion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Inserted {
    /// The state was not there before.
    New(StateId),
    /// The state was stored before; its parent is unchanged.
    Known(StateId),
    /// The state is new, and the addresses of the store are used up, or the memory.
    Full,
}

/// A set of byte strings, told apart by their [identity](StateIdentity), each with a parent. All methods may be called from several threads.
pub struct StateStore<H = Folded> {
    records: Records,
    table: Growing,
    numbers: Numbers,
    stripes: Stripes<Own>,
    /// What is older than the present level, if that is kept.
    levels: Option<Levels>,
    hash: PhantomData<H>,
}

/// The states.
enum Records {
    Fixed(Fixed),
    Mixed(Mixed),
}

/// What a thread has for itself.
#[derive(Default)]
struct Own {
    supply: Supply,
    images: Images,
    /// A state that is looked up alone; apart, so that a stripe stays small.
    single: Box<Offers>,
}

/// How a store begins.
struct Beginning {
    identity: StateIdentity,
    keeps_levels: bool,
    /// Slots of the table.
    slots: usize,
    /// The most indices.
    indices: u64,
}

impl Beginning {
    fn new(identity: StateIdentity, keeps_levels: bool) -> Self {
        Beginning { identity, keeps_levels, slots: 64, indices: u64::MAX }
    }
}

impl Default for StateStore {
    fn default() -> Self {
        Self::new(StateIdentity::default(), false)
    }
}

impl StateStore {
    /// An empty store. Whether it keeps levels decides whether [`Visited::may_be_older`] is exact; else every stored state may be older.
    pub fn new(identity: StateIdentity, keeps_levels: bool) -> Self {
        Self::begin(Beginning::new(identity, keeps_levels))
    }
}

impl<H: StateHash> StateStore<H> {
    fn begin(beginning: Beginning) -> Self {
        let (records, density, block) = match beginning.identity {
            StateIdentity::Fixed(length) => {
                (Records::Fixed(Fixed::new(length)), Density::Sparse, 8)
            }
            identity => (Records::Mixed(Mixed::new(identity)), Density::Dense, 64),
        };
        StateStore {
            records,
            table: Growing::new(beginning.slots, density, STRIPES),
            numbers: Numbers::new(beginning.indices, block),
            stripes: Stripes::new(),
            levels: beginning.keeps_levels.then(Levels::default),
            hash: PhantomData,
        }
    }

    fn stripe(&self) -> &Stripe<Own> {
        self.stripes.of(thread_number())
    }

    /// Looks up a group of states, and enters at most so many of those that are new. Their indices, as far as there is room, are the
    /// answers.
    fn enter(
        &self,
        offers: &Offers,
        group: Range<usize>,
        most: u64,
        answers: &mut Answers,
    ) -> Result<(), NotStored> {
        let stripe = self.stripe();
        let own = &mut *stripe.lock();
        let result =
            self.enter_with(&mut own.supply, &mut own.images, offers, group, most, answers);
        stripe.count(answers.new_states());
        result
    }

    /// The same for a state alone: its index, and whether it is new.
    fn enter_one(&self, bytes: &[u8], parent: Option<StateId>, most: u64) -> Option<(u32, bool)> {
        let stripe = self.stripe();
        let Own { supply, images, single } = &mut *stripe.lock();
        single.clear();
        single.push(bytes, parent);
        let mut answer = Answers::default();
        let _ = self.enter_with(supply, images, single, 0..1, most, &mut answer);
        stripe.count(answer.new_states());
        answer.get(0)
    }

    fn enter_with(
        &self,
        supply: &mut Supply,
        images: &mut Images,
        offers: &Offers,
        group: Range<usize>,
        most: u64,
        answers: &mut Answers,
    ) -> Result<(), NotStored> {
        answers.clear();
        let thread = thread_number();
        if let Records::Mixed(mixed) = &self.records {
            images.make(offers, group.clone(), mixed.identity);
        }
        if most > 0 && !supply.permit(group.len() as u64, &self.table, thread) {
            return Err(NotStored::Full);
        }
        let pass = self.table.pass(thread);
        let slots: &Slots = pass.slots();
        let mut entrance = Entrance { slots, numbers: &self.numbers, supply, most };
        match &self.records {
            Records::Fixed(fixed) => entrance.enter_fixed::<H>(fixed, offers, group, answers),
            Records::Mixed(mixed) => {
                let keys = Various { mixed, images };
                entrance.enter::<H, _>(&keys, 0..group.len(), answers)
            }
        }
    }

    /// The index of a state.
    fn look_up(&self, bytes: &[u8]) -> Option<u32> {
        self.enter_one(bytes, None, 0).map(|(index, _)| index)
    }

    /// Panics if a state cannot be one of the store.
    fn check(&self, offers: &Offers) {
        if let Records::Fixed(fixed) = &self.records {
            assert!(offers.all_have(fixed.length()), "all states have the same length");
        }
    }
}

impl Entrance<'_> {
    /// Enters states of one length. How many words most of them have is known when this is compiled.
    fn enter_fixed<H: StateHash>(
        &mut self,
        fixed: &Fixed,
        offers: &Offers,
        group: Range<usize>,
        answers: &mut Answers,
    ) -> Result<(), NotStored> {
        macro_rules! by_words {
            ($($words:literal)+) => {
                match fixed.words() {
                    $($words => {
                        self.enter::<H, _>(&Narrow::<$words>::new(fixed, offers), group, answers)
                    })+
                    _ => self.enter::<H, _>(&Wide::new(fixed, offers), group, answers),
                }
            };
        }
        by_words!(1 2 3 4 5 6 7 8)
    }
}

impl<H: StateHash> Lookup for StateStore<H> {
    fn insert(&self, bytes: &[u8], parent: Option<StateId>) -> Inserted {
        if let Records::Fixed(fixed) = &self.records {
            assert_eq!(bytes.len(), fixed.length(), "all states have the same length");
        }
        match self.enter_one(bytes, parent, 1) {
            Some((index, true)) => Inserted::New(StateId::from_index(index)),
            Some((index, false)) => Inserted::Known(StateId::from_index(index)),
            None => Inserted::Full,
        }
    }

    fn get(&self, id: StateId, out: &mut Vec<u8>) {
        out.clear();
        match &self.records {
            Records::Fixed(fixed) => fixed.read(id.index(), out),
            Records::Mixed(mixed) => mixed.read(id.index(), out),
        }
    }

    fn find(&self, bytes: &[u8]) -> Option<StateId> {
        self.look_up(bytes).map(StateId::from_index)
    }
}

impl<H: StateHash> Visited for StateStore<H> {
    fn offer(
        &self,
        offers: &Offers,
        most: u64,
        new: &mut dyn FnMut(StateId),
    ) -> Result<(), NotStored> {
        self.check(offers);
        let mut left = most;
        let mut answers = Answers::default();
        for first in (0..offers.len()).step_by(GROUP) {
            let group = first..offers.len().min(first + GROUP);
            let result = self.enter(offers, group, left, &mut answers);
            left -= answers.new_states();
            // Told when nothing is locked any more.
            answers.new_indices().for_each(|index| new(StateId::from_index(index)));
            result?;
        }
        Ok(())
    }

    fn end_level(
        &self,
        _: u64,
        _: &mut dyn FnMut(StateId),
        _: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<Told, NotStored> {
        if let Some(levels) = &self.levels {
            let unused = self.stripes.all().map(|stripe| stripe.lock().supply.indices());
            levels.end(self.numbers.handed_out(), unused);
        }
        Ok(Told::AtOnce)
    }

    fn may_be_older(&self, bytes: &[u8]) -> bool {
        let is_older = |index| self.levels.as_ref().is_none_or(|levels| levels.is_older(index));
        self.look_up(bytes).is_some_and(is_older)
    }

    fn read(&self, id: StateId, out: &mut Vec<u8>) -> Result<(), NotStored> {
        self.get(id, out);
        Ok(())
    }

    fn parent(&self, id: StateId) -> Option<StateId> {
        let link = match &self.records {
            Records::Fixed(fixed) => fixed.link(id.index()),
            Records::Mixed(mixed) => mixed.link(id.index()),
        };
        link.checked_sub(1).map(StateId::from_index)
    }

    fn keeps_parents(&self) -> bool {
        true
    }

    fn levels(&self) -> Option<&dyn VisitedLevels> {
        None
    }

    fn len(&self) -> u64 {
        self.stripes.stored()
    }

    fn bytes(&self) -> u64 {
        let indices = self.numbers.handed_out();
        let records = match &self.records {
            Records::Fixed(fixed) => fixed.bytes(indices),
            Records::Mixed(mixed) => mixed.bytes(indices),
        };
        records + self.table.bytes() + self.stripes.bytes()
    }

    fn file_bytes(&self) -> u64 {
        0
    }
}
