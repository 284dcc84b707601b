//! A table that grows while others enter (after Maier, Sanders, Dementiev 2016, "Concurrent hash tables: fast and general(?)!").
//!
//! Whoever enters states holds a [`Pass`], which is a shared lock, for a batch at a time. To grow, somebody takes the exclusive
//! lock and puts a longer table beside the present one. From then on nobody enters: those who come for a pass find that the table
//! grows, and move blocks of it until there are none left to take; then they take the exclusive lock to put the longer table in
//! place.
//!
//! The lock is many locks, the gates. Who wants it shared takes one, which few other threads use, so that passes cost no traffic
//! between processors; who wants it exclusively takes all, in their order. Behind each gate is the same.
//!
//! **Nothing is lost or doubled.** The longer table is put beside the present one under the exclusive lock, so nobody who enters holds
//! a pass then, and the present one does not change any more. Each block is taken by one thread, which holds the shared lock until it
//! has moved it. The longer table is put in place under the exclusive lock, after a thread found no block left: then all were
//! taken, and nobody is moving any. Nobody enters into the longer table before it is in place, so what is moved is not there yet.
//!
//! **There is always an empty slot.** Each state that is entered uses up a permit. Permits are taken before, and who takes them gets no
//! pass before the table has room for all that were ever taken, within what its [`Density`] allows.

use super::slots::Slots;
use super::sync::{
    Arc, AtomicU64, AtomicUsize, Ordering, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard,
};

/// What a table has too much: memory or way.
#[derive(Clone, Copy)]
pub(super) enum Density {
    /// At most four fifths of the slots are filled, and a table grows in four steps to twice its length, if it is small enough for a
    /// cache, else in two: eleven to fifteen bytes a state.
    Dense,
    /// At most two thirds are filled, and a table grows in one step to twice its length, if it is small, else in two: twelve to eighteen
    /// bytes a state, and a search takes a tenth less time.
    Sparse,
}

/// Slots of a block, which one thread moves: few enough that several can help with a small table, so many that those who help with a
/// large one do not wait for each other while the system provides memory, for which it has one lock for 2 MB or so.
fn block(slots: usize) -> usize {
    (slots / 64).clamp(1, 1 << 18)
}

/// Slots, and those that they move to.
#[derive(Clone)]
struct Stage {
    slots: Arc<Slots>,
    growth: Option<Arc<Growth>>,
}

struct Growth {
    slots: Arc<Slots>,
    /// Where the first block begins that nobody has taken.
    next: AtomicUsize,
}

/// A gate, on cache lines of its own.
#[repr(align(128))]
struct Gate(RwLock<Stage>);

/// Slots that grow.
pub(super) struct Growing {
    density: Density,
    gates: Box<[Gate]>,
    /// The permits that were ever taken.
    permits: AtomicU64,
    /// Memory of the gates and the slots, in bytes; of the longer ones while they grow.
    bytes: AtomicU64,
}

/// Leave to look up and, with a permit for each, to enter states.
pub(super) struct Pass<'a>(RwLockReadGuard<'a, Stage>);

impl Pass<'_> {
    /// The slots.
    #[inline(always)]
    pub(super) fn slots(&self) -> &Slots {
        &self.0.slots
    }
}

impl Density {
    /// How many states so many slots may hold.
    fn room(self, slots: usize) -> u64 {
        let slots = slots as u64;
        let filled = match self {
            Density::Dense => slots * 4 / 5,
            Density::Sparse => slots * 2 / 3,
        };
        // One stays empty whatever the load.
        filled.min(slots - 1)
    }

    /// The next length. The fewer steps, the less often a slot is moved; the more, the less of the table is unused.
    fn longer(self, slots: usize) -> usize {
        let power = 1 << slots.ilog2();
        let more = match (self, slots) {
            (_, 0..0x400) | (Density::Sparse, 0..0x1_0000) => power,
            (Density::Dense, 0..0x10_0000) => power / 4,
            _ => power / 2,
        };
        slots + more
    }
}

/// The bytes of so many slots.
fn bytes(slots: usize) -> u64 {
    (slots * size_of::<AtomicU64>()) as u64
}

impl Growing {
    /// No states, in so many slots, behind so many gates.
    pub(super) fn new(length: usize, density: Density, gates: usize) -> Self {
        let slots = Arc::new(Slots::new(length).expect("memory for a small table"));
        let stage = Stage { slots, growth: None };
        let gates: Box<[Gate]> = (0..gates).map(|_| Gate(RwLock::new(stage.clone()))).collect();
        let bytes = AtomicU64::new(bytes(length) + size_of_val(&*gates) as u64);
        Growing { density, gates, permits: AtomicU64::new(0), bytes }
    }

    /// The exclusive lock.
    fn all_gates(&self) -> Vec<RwLockWriteGuard<'_, Stage>> {
        let gates = self.gates.iter();
        gates.map(|gate| gate.0.write().unwrap_or_else(PoisonError::into_inner)).collect()
    }

    /// Memory taken, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    /// How many permits it is wise to take at a time: so few that small tables stay small, so many that the counter that all share
    /// is seldom written.
    pub(super) fn portion(&self) -> u64 {
        (self.permits.load(Ordering::Relaxed) >> 10).clamp(1, 4096)
    }

    /// Takes permits. If there is no memory for a table that has room for them the answer is no.
    pub(super) fn permit(&self, count: u64, thread: usize) -> bool {
        let wanted = self.permits.fetch_add(count, Ordering::Relaxed) + count;
        loop {
            let is_enough = self.density.room(self.pass(thread).slots().len()) >= wanted;
            if is_enough {
                return true;
            }
            if !self.grow() {
                self.permits.fetch_sub(count, Ordering::Relaxed);
                return false;
            }
        }
    }

    /// Begins to grow, if the table is too short for the permits. If there is no memory the answer is no.
    fn grow(&self) -> bool {
        let mut gates = self.all_gates();
        let permits = self.permits.load(Ordering::Relaxed);
        let present = gates[0].slots.len();
        if gates[0].growth.is_some() || self.density.room(present) >= permits {
            return true;
        }
        let mut length = self.density.longer(present);
        while self.density.room(length) < permits {
            length = self.density.longer(length);
        }
        let Some(slots) = Slots::new(length) else {
            return false;
        };
        // The present one is given back in a moment: a look at the limit meanwhile must not count both.
        self.bytes.fetch_add(bytes(length) - bytes(present), Ordering::Relaxed);
        let growth = Arc::new(Growth { slots: Arc::new(slots), next: AtomicUsize::new(0) });
        gates.iter_mut().for_each(|stage| stage.growth = Some(growth.clone()));
        true
    }

    /// Leave for the thread with this number to look up and enter, after helping to grow if need be. Whoever has it must not ask for
    /// another.
    #[inline]
    pub(super) fn pass(&self, thread: usize) -> Pass<'_> {
        let gate = &self.gates[thread % self.gates.len()].0;
        loop {
            let stage = gate.read().unwrap_or_else(PoisonError::into_inner);
            let Some(growth) = &stage.growth else {
                return Pass(stage);
            };
            stage.help(growth);
            drop(stage);
            self.finish();
        }
    }

    /// Puts the longer table in place, if nobody else did.
    #[cold]
    fn finish(&self) {
        let mut gates = self.all_gates();
        // Another table may be growing by now, if this thread was slow.
        let length = gates[0].slots.len();
        let is_moved = |growth: &&Arc<Growth>| growth.next.load(Ordering::Relaxed) >= length;
        let Some(growth) = gates[0].growth.as_ref().filter(is_moved).cloned() else {
            return;
        };
        for stage in &mut gates {
            **stage = Stage { slots: growth.slots.clone(), growth: None };
        }
    }
}

impl Stage {
    /// Moves blocks until there are none left to take.
    #[cold]
    fn help(&self, growth: &Growth) {
        let length = self.slots.len();
        let block = block(length);
        loop {
            let from = growth.next.fetch_add(block, Ordering::Relaxed);
            if from >= length {
                return;
            }
            self.slots.copy(from, length.min(from + block), &growth.slots);
        }
    }
}
