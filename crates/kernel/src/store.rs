//! The visited set: every stored state in full, exactly once, with the state it was reached from.
//!
//! States are byte strings of any length. The set is cut by hash into shards, each behind a lock; a shard is an
//! [arena](arena) of records and a [table](table) of their offsets. A record is the length, unless all have the same, the bytes, and the link to the
//! parent as a distance, which is short since parents lie near: nothing is aligned and no number is longer than it must be.
//! Nothing is ever moved or removed, so an insertion allocates only when a chunk is full or a table grows.
//!
//! Measured by `examples/store.rs`.

mod arena;
mod identity;
mod table;
mod varint;

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rapidhash::v3::rapidhash_v3;

use crate::visited::{Lookup, NoRoom, Offers, Visited};
use arena::Arena;
pub use identity::{StateIdentity, push_key, split_key};
use table::{Slot, Table};

/// The number of shards: two to this power. Each holds up to four gigabytes.
const SHARD_BITS: u32 = 6;

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

    fn new(shard: usize, offset: u32) -> Self {
        StateId((u64::from(offset) << SHARD_BITS) | shard as u64)
    }

    fn shard(self) -> usize {
        (self.0 & ((1 << SHARD_BITS) - 1)) as usize
    }

    fn offset(self) -> u32 {
        (self.0 >> SHARD_BITS) as u32
    }
}

/// What became of an insertion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Inserted {
    /// The state was not there before.
    New(StateId),
    /// The state was stored before; its parent is unchanged.
    Known(StateId),
    /// The state is new, and the addresses of the store are used up.
    Full,
}

/// A set of byte strings, told apart by their [identity](StateIdentity), each with a parent. All methods may be called from several threads.
pub struct StateStore {
    identity: StateIdentity,
    /// Whether it is known of a state whether it is older than the present level.
    keeps_levels: bool,
    shards: Box<[Shard]>,
    allocated: AtomicUsize,
}

/// A shard, on cache lines of its own.
#[repr(align(128))]
#[derive(Default)]
struct Shard {
    contents: Mutex<Contents>,
    length: AtomicU64,
}

#[derive(Default)]
struct Contents {
    arena: Arena,
    table: Table,
    /// Where the first record of the present level begins.
    level: u32,
}

impl Shard {
    fn lock(&self) -> MutexGuard<'_, Contents> {
        // A thread that panicked brings the search down anyway.
        self.contents.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn shard_of(hash: u64) -> usize {
    // The table uses the lower forty bits.
    (hash >> (64 - SHARD_BITS)) as usize
}

/// Takes a record apart: the state, and what follows it.
fn split(arena: &Arena, offset: u32, identity: StateIdentity) -> (&[u8], &[u8]) {
    let record = arena.from(offset);
    if let StateIdentity::Fixed(length) = identity {
        return record.split_at(length);
    }
    let (length, start) = varint::read(record);
    record[start..].split_at(length as usize)
}

fn state_at(arena: &Arena, offset: u32, identity: StateIdentity) -> &[u8] {
    split(arena, offset, identity).0
}

impl Contents {
    fn find(&self, hash: u64, key: &[u8], identity: StateIdentity) -> Slot {
        self.table.find(hash, |offset| identity.of(state_at(&self.arena, offset, identity)) == key)
    }

    fn allocated(&self) -> usize {
        self.arena.allocated() + self.table.allocated()
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
        let shards: Box<[Shard]> = (0..1 << SHARD_BITS).map(|_| Shard::default()).collect();
        let allocated = AtomicUsize::new(size_of_val(&*shards));
        StateStore { identity, keeps_levels, shards, allocated }
    }

    /// The number of a state, and whether it was stored before the present level began.
    fn look_up(&self, bytes: &[u8]) -> Option<(StateId, bool)> {
        let key = self.identity.of(bytes);
        let hash = rapidhash_v3(key);
        let number = shard_of(hash);
        let contents = self.shards[number].lock();
        match contents.find(hash, key, self.identity) {
            Slot::Occupied(offset) => Some((StateId::new(number, offset), offset < contents.level)),
            Slot::Vacant(_) => None,
        }
    }
}

impl Lookup for StateStore {
    fn insert(&self, bytes: &[u8], parent: Option<StateId>) -> Inserted {
        let identity = self.identity;
        let key = identity.of(bytes);
        let hash = rapidhash_v3(key);
        let number = shard_of(hash);
        let shard = &self.shards[number];
        let mut guard = shard.lock();
        let contents = &mut *guard;
        let mut slot = contents.find(hash, key, identity);
        if let Slot::Occupied(offset) = slot {
            return Inserted::Known(StateId::new(number, offset));
        }
        let before = contents.allocated();
        let (mut prefix, mut suffix) = (varint::Buffer::default(), varint::Buffer::default());
        let prefix = match identity {
            StateIdentity::Fixed(length) => {
                assert_eq!(bytes.len(), length, "all states have the same length");
                &[]
            }
            _ => varint::write(bytes.len() as u64, &mut prefix),
        };
        // The distance to the parent depends on the offset, which depends on the length of the record: reserve for the longest.
        let Some(offset) = contents.arena.reserve(prefix.len() + bytes.len() + varint::LONGEST)
        else {
            return Inserted::Full;
        };
        if contents.table.is_full() {
            let arena = &contents.arena;
            contents
                .table
                .grow(|offset| rapidhash_v3(identity.of(state_at(arena, offset, identity))));
            slot = contents.table.find(hash, |_| false);
        }
        contents.arena.push(prefix);
        contents.arena.push(bytes);
        contents.arena.push(varint::write(link(offset, parent), &mut suffix));
        if let Slot::Vacant(vacant) = slot {
            contents.table.occupy(vacant, hash, offset);
        }
        let after = contents.allocated();
        shard.length.store(contents.table.len() as u64, Ordering::Relaxed);
        if after != before {
            self.allocated.fetch_add(after - before, Ordering::Relaxed);
        }
        Inserted::New(StateId::new(number, offset))
    }

    fn find(&self, bytes: &[u8]) -> Option<StateId> {
        self.look_up(bytes).map(|(id, _)| id)
    }
}

impl Visited for StateStore {
    fn offer(
        &self,
        offers: &Offers,
        most: u64,
        new: &mut dyn FnMut(StateId),
    ) -> Result<(), NoRoom> {
        let mut left = most;
        for (bytes, parent) in offers.iter() {
            if left == 0 {
                if self.contains(bytes) {
                    continue;
                }
                return Err(NoRoom::Enough);
            }
            match self.insert(bytes, parent) {
                Inserted::New(id) => {
                    left -= 1;
                    new(id);
                }
                Inserted::Known(_) => {}
                Inserted::Full => return Err(NoRoom::Full),
            }
        }
        Ok(())
    }

    fn end_level(&self, _: u64, _: &mut dyn FnMut(StateId)) -> Result<(), NoRoom> {
        // There may be as many levels as states.
        let shards = self.shards.iter().filter(|_| self.keeps_levels);
        for shard in shards {
            let mut contents = shard.lock();
            contents.level = contents.arena.end();
        }
        Ok(())
    }

    fn may_be_older(&self, bytes: &[u8]) -> bool {
        self.look_up(bytes).is_some_and(|(_, is_older)| is_older || !self.keeps_levels)
    }

    fn read(&self, id: StateId, out: &mut Vec<u8>) {
        out.clear();
        let contents = self.shards[id.shard()].lock();
        out.extend_from_slice(state_at(&contents.arena, id.offset(), self.identity));
    }

    fn parent(&self, id: StateId) -> Option<StateId> {
        let contents = self.shards[id.shard()].lock();
        let (link, _) = varint::read(split(&contents.arena, id.offset(), self.identity).1);
        follow(id.offset(), link)
    }

    fn len(&self) -> u64 {
        self.shards.iter().map(|shard| shard.length.load(Ordering::Relaxed)).sum()
    }

    fn bytes(&self) -> u64 {
        self.allocated.load(Ordering::Relaxed) as u64
    }
}

/// The link from the record at `offset` to its parent: zero for none, else one more than the distance and the shard.
fn link(offset: u32, parent: Option<StateId>) -> u64 {
    parent.map_or(0, |parent| {
        let distance = i64::from(offset) - i64::from(parent.offset());
        1 + ((varint::zigzag(distance) << SHARD_BITS) | parent.shard() as u64)
    })
}

/// The inverse of [`link`].
fn follow(offset: u32, link: u64) -> Option<StateId> {
    let link = link.checked_sub(1)?;
    let distance = varint::unzigzag(link >> SHARD_BITS);
    let parent = (i64::from(offset) - distance) as u32;
    Some(StateId::new((link & ((1 << SHARD_BITS) - 1)) as usize, parent))
}
