//! A hash table from hashes to offsets, made small: five bytes a slot, filled to nine tenths, growing by half.
//!
//! A group is eight slots: eight tags of eight hash bits, and eight offsets; forty bytes, so most look-ups touch one cache
//! line. If the home group is full, probing continues with the next. There is no removal, so a group with an empty slot ends the
//! way. The home is the hash scaled to the number of groups, which therefore need not be a power of two.

/// Slots of a group.
const SLOTS: usize = 8;
/// One in each byte.
const ONES: u64 = 0x0101_0101_0101_0101;
/// The highest bit of each byte.
const HIGHS: u64 = 0x8080_8080_8080_8080;

#[derive(Clone, Copy, Default)]
struct Group {
    /// One byte a slot, from the lowest; zero is an empty slot. Slots fill from the lowest.
    tags: [u8; SLOTS],
    offsets: [u32; SLOTS],
}

impl Group {
    fn word(&self) -> u64 {
        u64::from_le_bytes(self.tags)
    }

    /// The number of occupied slots: the first empty one, or all.
    fn occupied(&self) -> usize {
        // Slots fill from the lowest, so nothing but zeros lies above the highest tag.
        (64 - self.word().leading_zeros()).div_ceil(8) as usize
    }
}

/// A set of offsets, found by hash.
#[derive(Default)]
pub(super) struct Table {
    groups: Vec<Group>,
    length: usize,
}

/// What a look-up found.
pub(super) enum Slot {
    /// The offset that is equal.
    Occupied(u32),
    /// Nothing equal; where it would go, unless the table [is full](Table::is_full).
    Vacant(Vacant),
}

/// An empty slot.
pub(super) struct Vacant {
    group: usize,
    slot: usize,
}

fn tag(hash: u64) -> u8 {
    ((hash >> 32) as u8).max(1)
}

impl Table {
    /// Memory taken, in bytes.
    pub(super) fn allocated(&self) -> usize {
        self.groups.capacity() * size_of::<Group>()
    }

    /// The number of offsets.
    pub(super) fn len(&self) -> usize {
        self.length
    }

    /// Whether the table must [grow](Self::grow) before the next insertion. At least one slot always stays empty, so that
    /// every look-up ends.
    pub(super) fn is_full(&self) -> bool {
        (self.length + 1) * 10 > self.groups.len() * SLOTS * 9
    }

    fn home(&self, hash: u64) -> usize {
        ((u64::from(hash as u32) * self.groups.len() as u64) >> 32) as usize
    }

    /// Looks for an offset with this hash for which `equal` holds.
    pub(super) fn find(&self, hash: u64, mut equal: impl FnMut(u32) -> bool) -> Slot {
        if self.groups.is_empty() {
            return Slot::Vacant(Vacant { group: 0, slot: 0 });
        }
        let pattern = u64::from(tag(hash)) * ONES;
        let mut at = self.home(hash);
        loop {
            let group = &self.groups[at];
            let different = group.word() ^ pattern;
            // The highest bits of exactly those bytes that are zero in `different`. (The shorter formula with a subtraction
            // may mark a byte too many, even that of an empty slot.)
            let mut candidates = !(((different & !HIGHS) + !HIGHS) | different) & HIGHS;
            while candidates != 0 {
                let slot = (candidates.trailing_zeros() / 8) as usize;
                if equal(group.offsets[slot]) {
                    return Slot::Occupied(group.offsets[slot]);
                }
                candidates &= candidates - 1;
            }
            if group.tags[SLOTS - 1] == 0 {
                return Slot::Vacant(Vacant { group: at, slot: group.occupied() });
            }
            at = if at + 1 == self.groups.len() { 0 } else { at + 1 };
        }
    }

    /// Puts an offset where [`find`](Self::find) said. The table must not be full, and not have changed since.
    pub(super) fn occupy(&mut self, vacant: Vacant, hash: u64, offset: u32) {
        let group = &mut self.groups[vacant.group];
        debug_assert_eq!(group.tags[vacant.slot], 0);
        group.tags[vacant.slot] = tag(hash);
        group.offsets[vacant.slot] = offset;
        self.length += 1;
    }

    /// Makes room for half as many offsets again. `hash` tells the hash of an offset.
    pub(super) fn grow(&mut self, hash: impl Fn(u32) -> u64) {
        let size = self.groups.len() + self.groups.len() / 2 + 1;
        let mut groups = Vec::new();
        groups.reserve_exact(size);
        groups.resize(size, Group::default());
        let old = std::mem::replace(&mut self.groups, groups);
        self.length = 0;
        for group in &old {
            for &offset in &group.offsets[..group.occupied()] {
                let hash = hash(offset);
                if let Slot::Vacant(vacant) = self.find(hash, |_| false) {
                    self.occupy(vacant, hash, offset);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn insert(table: &mut Table, hash: impl Fn(u32) -> u64, offset: u32) -> bool {
        let mut slot = table.find(hash(offset), |other| other == offset);
        if matches!(slot, Slot::Vacant(_)) && table.is_full() {
            table.grow(&hash);
            slot = table.find(hash(offset), |_| false);
        }
        match slot {
            Slot::Occupied(_) => false,
            Slot::Vacant(vacant) => {
                table.occupy(vacant, hash(offset), offset);
                true
            }
        }
    }

    #[test]
    fn finds_all_and_only_what_was_inserted_under_every_hash() {
        let hashes: [fn(u32) -> u64; 4] = [
            |n| u64::from(n).wrapping_mul(0x9E37_79B9_7F4A_7C15),
            |n| u64::from(n),
            |_| 0,
            |_| u64::MAX,
        ];
        for hash in hashes {
            let mut table = Table::default();
            // From 3 on: an offset of zero would betray that an empty slot was looked at.
            for n in 1..=500 {
                assert!(insert(&mut table, hash, n * 3));
                let absent = table.find(hash(1), |other| {
                    assert!(other > 0 && other % 3 == 0 && other <= n * 3);
                    false
                });
                assert!(matches!(absent, Slot::Vacant(_)));
                assert!(!insert(&mut table, hash, n * 3));
                assert_eq!(table.len(), n as usize);
            }
            for n in 1..=1500 {
                let found =
                    matches!(table.find(hash(n), |other| other == n), Slot::Occupied(o) if o == n);
                assert_eq!(found, n % 3 == 0);
            }
        }
    }
}
