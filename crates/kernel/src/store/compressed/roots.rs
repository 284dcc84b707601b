//! The set of the pairs that states are, in partitions that grow one at a time.
//!
//! The left number of a pair and the high bits of the right one have so many bits as the numbers at present need. Mixed, they are a number
//! that a [`Table`] holds; the low bits of the right one lead, together with all others, to one of the partitions, and so are known
//! where the others are. To a partition that is crowded, or whose numbers have too few bits, all pairs move that it has.
//!
//! Who enters pairs holds a shared lock for a group of them. Who makes a partition grow holds it exclusively: a partition is moved
//! in a moment, and the memory that is taken twice meanwhile is little beside the whole.

use super::fresh::Fresh;
use super::mix::Mix;
use super::sync::{AtomicU64, Ordering, PoisonError, RwLock};
use super::table::{Met, Place, Table};
use crate::visited::NotStored;

/// How many bits of the right number tell the partition.
const PARTITION_BITS: u32 = 10;

/// Slots of a partition in the beginning.
const FIRST_LENGTH: u64 = 4;

/// A factor whose bits look random.
const SPREAD: u64 = 0x2D35_8DCC_AA6C_78A5;

/// Where a pair belongs.
#[derive(Clone, Copy)]
struct Parts {
    partition: usize,
    left: u64,
    /// The high bits of the right number.
    high: u64,
}

/// The partition, as far as these decide it.
#[inline(always)]
fn spread(left: u64, high: u64) -> u64 {
    let mixed = (left << u32::BITS ^ high).wrapping_mul(SPREAD);
    (mixed ^ mixed >> u32::BITS).wrapping_mul(SPREAD) >> (u64::BITS - PARTITION_BITS)
}

#[inline(always)]
fn parts(pair: u64) -> Parts {
    let (left, right) = (pair >> u32::BITS, pair & u64::from(u32::MAX));
    let high = right >> PARTITION_BITS;
    let partition = (right ^ spread(left, high)) & ((1 << PARTITION_BITS) - 1);
    Parts { partition: partition as usize, left, high }
}

/// How many bits numbers have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Widths {
    left: u32,
    high: u32,
}

impl Widths {
    /// A bit more than these, where a number needs more: others will soon.
    fn with(self, left: u64, high: u64) -> Self {
        let wider = |present: u32, number: u64, most: u32| {
            let needed = u64::BITS - number.leading_zeros();
            if needed > present { (needed + 1).min(most) } else { present }
        };
        Widths {
            left: wider(self.left, left, u32::BITS),
            high: wider(self.high, high, u32::BITS - PARTITION_BITS),
        }
    }
}

/// What there is room for in a partition.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Shape {
    widths: Widths,
    length: u64,
}

/// A part of the pairs.
struct Partition {
    widths: Widths,
    mix: Mix,
    table: Table,
}

impl Partition {
    /// An empty one, or `None` if there is no memory for it.
    fn new(widths: Widths, length: u64) -> Option<Self> {
        let mix = Mix::new(widths.left + widths.high);
        Some(Partition { widths, mix, table: Table::new(length, mix.largest())? })
    }

    fn shape(&self) -> Shape {
        Shape { widths: self.widths, length: self.table.length() }
    }

    /// The number that stands for a pair, if that has not too many bits.
    #[inline(always)]
    fn number(&self, parts: Parts) -> Option<u64> {
        let Widths { left, high } = self.widths;
        let fits = parts.left >> left == 0 && parts.high >> high == 0;
        fits.then(|| self.mix.forth(parts.left << high | parts.high))
    }

    /// All pairs, in a longer table or with more bits as need be. If there is no memory for it the answer is none.
    fn grown(&self, parts: Parts) -> Option<Self> {
        let widths = self.widths.with(parts.left, parts.high);
        let mut length = self.table.length();
        // What was too crowded, and not for want of bits, is so again. Else it is where it soon would be.
        if widths == self.widths || self.table.entered() * 16 >= self.table.room() * 15 {
            length = longer(length);
        }
        loop {
            let mut grown = Partition::new(widths, length)?;
            let mix = grown.mix;
            let renewed = |number: u64| {
                let pair = self.mix.back(number);
                let (left, high) = (pair >> self.widths.high, pair & ((1 << self.widths.high) - 1));
                mix.forth(left << widths.high | high)
            };
            if self.table.copy(&mut grown.table, renewed) {
                return Some(grown);
            }
            length = longer(length);
        }
    }
}

/// The next length. Small tables double, larger ones grow by an eighth: what they have too much is most of what is wasted.
fn longer(length: u64) -> u64 {
    length + if length < 64 { length } else { length / 8 }
}

/// How far a pair has come.
#[derive(Clone, Copy)]
pub(super) struct Probe {
    partition: usize,
    /// Where it belongs, if it has not too many bits.
    place: Option<Place>,
}

/// The pairs.
pub(super) struct Roots {
    partitions: RwLock<Box<[Partition]>>,
    /// Memory of the tables, in bytes, also of one that is being left.
    bytes: AtomicU64,
}

/// Pairs that are looked up or entered.
pub(super) struct Group<'a> {
    /// No more than there are bits in a word.
    pub(super) pairs: &'a [u64],
    /// Working memory.
    pub(super) probes: &'a mut Vec<Probe>,
    /// How many may be entered.
    pub(super) most: u64,
    /// Where those are noted that are.
    pub(super) fresh: Option<&'a Fresh>,
    /// A bit for each pair: whether it was entered.
    pub(super) new: u64,
}

/// Why a group has not come to its end.
enum Halt {
    /// The next pair is not there and may not be entered.
    NoMore,
    /// It is not there, and its partition, which has this shape, must grow first.
    Crowded(usize, Shape),
}

impl Roots {
    /// No pairs.
    pub(super) fn new() -> Self {
        let empty = || Partition::new(Widths { left: 1, high: 0 }, FIRST_LENGTH);
        let partitions: Box<[Partition]> =
            (0..1 << PARTITION_BITS).map(|_| empty().expect("memory for small tables")).collect();
        let tables: u64 = partitions.iter().map(|partition| partition.table.bytes()).sum();
        let bytes = AtomicU64::new(size_of_val(&*partitions) as u64 + tables);
        Roots { partitions: RwLock::new(partitions), bytes }
    }

    /// Memory taken, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    /// Whether a pair is there.
    pub(super) fn contains(&self, pair: u64, probes: &mut Vec<Probe>) -> bool {
        let mut group = Group { pairs: &[pair], probes, most: 0, fresh: None, new: 0 };
        self.enter(&mut group).is_ok()
    }

    /// Looks up the pairs of a group, and enters those that are not there.
    pub(super) fn enter(&self, group: &mut Group) -> Result<(), NotStored> {
        let mut settled = 0;
        loop {
            let partitions = self.partitions.read().unwrap_or_else(PoisonError::into_inner);
            let halt = group.settle(&partitions, &mut settled);
            drop(partitions);
            match halt {
                Ok(()) => return Ok(()),
                Err(Halt::NoMore) => return Err(NotStored::Enough),
                Err(Halt::Crowded(partition, shape)) => {
                    self.grow(partition, shape, parts(group.pairs[settled]))?;
                }
            }
        }
    }

    /// Makes room for a pair in a partition, which had none when it had this shape, unless somebody else did.
    #[cold]
    fn grow(&self, partition: usize, shape: Shape, parts: Parts) -> Result<(), NotStored> {
        let mut partitions = self.partitions.write().unwrap_or_else(PoisonError::into_inner);
        let present = &mut partitions[partition];
        if present.shape() != shape {
            return Ok(());
        }
        let grown = present.grown(parts).ok_or(NotStored::Full)?;
        // Both are there for a moment.
        self.bytes.fetch_add(grown.table.bytes(), Ordering::Relaxed);
        let before = std::mem::replace(present, grown);
        drop(partitions);
        let bytes = before.table.bytes();
        drop(before);
        self.bytes.fetch_sub(bytes, Ordering::Relaxed);
        Ok(())
    }
}

impl Group<'_> {
    /// Finds or enters pairs from one on.
    fn settle(&mut self, partitions: &[Partition], settled: &mut usize) -> Result<(), Halt> {
        let first = *settled;
        // The loads that need not wait for each other.
        self.probes.clear();
        self.probes.extend(self.pairs[first..].iter().map(|&pair| {
            let parts = parts(pair);
            let Partition { table, .. } = &partitions[parts.partition];
            let number = partitions[parts.partition].number(parts);
            Probe { partition: parts.partition, place: number.map(|number| table.place(number)) }
        }));
        for Probe { partition, place } in self.probes.iter_mut() {
            if let Some(place) = place {
                partitions[*partition].table.look(place);
            }
        }
        for (&Probe { partition, place }, &pair) in self.probes.iter().zip(&self.pairs[first..]) {
            let table = &partitions[partition].table;
            let may_enter = || {
                // Noted before it is there, so that nobody finds it and takes it for older.
                if self.most > 0
                    && let Some(fresh) = self.fresh
                {
                    fresh.note(pair);
                }
                self.most > 0
            };
            let met = match place {
                Some(place) => table.settle(place, may_enter),
                None if self.most == 0 => Met::Absent,
                None => Met::Crowded,
            };
            match met {
                Met::Known => {}
                Met::New => {
                    self.new |= 1 << *settled;
                    self.most -= 1;
                }
                Met::Absent => return Err(Halt::NoMore),
                Met::Crowded => {
                    return Err(Halt::Crowded(partition, partitions[partition].shape()));
                }
            }
            *settled += 1;
        }
        Ok(())
    }
}
