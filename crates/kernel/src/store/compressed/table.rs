//! A set of numbers of so many bits in a table whose slots have fewer (Cleary 1984, "Compact hash tables using bidirectional linear
//! probing"; the probing is linear in one direction).
//!
//! A number has a home slot, which is the remainder of its division by the number of slots; it lies there or some slots
//! further on, its displacement. A slot holds the quotient and the displacement: with the place of the slot they say which number it
//! is. Zero is an empty slot.
//!
//! **Each number is in one slot.** As in [`slots`](crate::store::slots): a slot that is filled keeps what it holds, and whoever enters a
//! number passes all slots from its home on that hold others, and fills the first that is empty; equal numbers come to the same.

use super::sync::{AtomicU32, AtomicU64, Ordering, Word};

/// How many of so many slots may be filled.
const LOAD: (u64, u64) = (5, 6);

/// A table of short slots can displace a number at least so far, or from any slot to any other.
const LEAST_REACH: u64 = 512;

/// An empty slot.
const EMPTY: u64 = 0;

/// A slot, of some width.
trait Slot: Word {
    /// The largest number that it can hold.
    const LARGEST: u64;

    /// What it holds.
    fn held(&self) -> u64;
    /// Fills it. Nobody else does anything with it.
    fn put(&self, content: u64);
    /// Fills it if it is empty, unless somebody else did so: then the answer is what it holds.
    fn fill(&self, content: u64) -> Result<(), u64>;
}

macro_rules! slot {
    ($($word:ty, $value:ty;)+) => {$(
        impl Slot for $word {
            const LARGEST: u64 = <$value>::MAX as u64;

            #[inline(always)]
            fn held(&self) -> u64 {
                u64::from(self.load(Ordering::Acquire))
            }
            #[inline(always)]
            fn put(&self, content: u64) {
                self.store(content as $value, Ordering::Relaxed);
            }
            #[inline(always)]
            fn fill(&self, content: u64) -> Result<(), u64> {
                self.compare_exchange(0, content as $value, Ordering::Release, Ordering::Acquire)
                    .map(|_| ())
                    .map_err(u64::from)
            }
        }
    )+};
}
slot! {
    AtomicU32, u32;
    AtomicU64, u64;
}

/// The slots, long ones if the contents do not fit into short ones.
enum Slots {
    Short(Box<[AtomicU32]>),
    Long(Box<[AtomicU64]>),
}

/// Calls something for the slots of either width.
macro_rules! with_slots {
    ($table:expr, $slots:ident => $body:expr) => {
        match &$table.slots {
            Slots::Short($slots) => $body,
            Slots::Long($slots) => $body,
        }
    };
}

/// Numbers of so many bits.
pub(super) struct Table {
    slots: Slots,
    /// The number of slots.
    length: u64,
    /// All displacements are less.
    reach: u64,
    /// How many numbers there may be, and are.
    room: u64,
    entered: AtomicU64,
}

/// Where a number belongs.
#[derive(Clone, Copy)]
pub(super) struct Place {
    home: u64,
    /// What its slot holds if that is its home. Further on it is as much more as the slot is further on.
    content: u64,
    /// What its home held when that was loaded.
    held: u64,
}

/// What became of a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Met {
    /// It was there.
    Known,
    /// It was entered.
    New,
    /// It is not there, and was not to be entered.
    Absent,
    /// It is not there, and there must be more slots first.
    Crowded,
}

impl Table {
    /// So many slots, at least two, for numbers up to the largest; or `None` if there is no memory for them.
    pub(super) fn new(length: u64, largest: u64) -> Option<Self> {
        let reach = |most: u64| (most / (largest / length + 1)).min(length);
        let short = reach(AtomicU32::LARGEST);
        let (slots, reach) = match short >= LEAST_REACH.min(length) {
            true => (Slots::Short(AtomicU32::zeroed(length as usize)?), short),
            false => (Slots::Long(AtomicU64::zeroed(length as usize)?), reach(AtomicU64::LARGEST)),
        };
        // One stays empty whatever the load.
        let room = (length * LOAD.0 / LOAD.1).min(length - 1);
        Some(Table { slots, length, reach, room, entered: AtomicU64::new(0) })
    }

    /// The number of slots.
    pub(super) fn length(&self) -> u64 {
        self.length
    }

    /// How many numbers there are, and perhaps some that are being entered.
    pub(super) fn entered(&self) -> u64 {
        self.entered.load(Ordering::Relaxed)
    }

    /// How many numbers there may be.
    pub(super) fn room(&self) -> u64 {
        self.room
    }

    /// Memory taken, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        with_slots!(self, slots => size_of_val(&**slots) as u64)
    }

    /// Where a number belongs.
    #[inline(always)]
    pub(super) fn place(&self, number: u64) -> Place {
        let (quotient, home) = (number / self.length, number % self.length);
        Place { home, content: quotient * self.reach + 1, held: EMPTY }
    }

    /// Loads the home of a number.
    #[inline(always)]
    pub(super) fn look(&self, place: &mut Place) {
        place.held = with_slots!(self, slots => slots[place.home as usize].held());
    }

    /// Finds or enters a number whose home was [loaded](Self::look). Once at most it is asked whether it may be entered, of one that was
    /// not there a moment ago.
    #[inline(always)]
    pub(super) fn settle(&self, place: Place, may_enter: impl FnMut() -> bool) -> Met {
        with_slots!(self, slots => self.settle_in(slots, place, may_enter))
    }

    #[inline(always)]
    fn settle_in(
        &self,
        slots: &[impl Slot],
        place: Place,
        mut may_enter: impl FnMut() -> bool,
    ) -> Met {
        let Place { home, content, mut held } = place;
        let mut at = home as usize;
        if held == EMPTY {
            // It may have been filled since, perhaps by this thread with the same number.
            held = slots[at].held();
        }
        let mut is_counted = false;
        let mut met = Met::Crowded;
        for wanted in content..content + self.reach {
            if held == EMPTY {
                if !is_counted {
                    if !may_enter() {
                        return Met::Absent;
                    }
                    is_counted = true;
                    if self.entered.fetch_add(1, Ordering::Relaxed) >= self.room {
                        break;
                    }
                }
                match slots[at].fill(wanted) {
                    Ok(()) => return Met::New,
                    // Somebody was faster, perhaps with the same number.
                    Err(other) => held = other,
                }
            }
            if held == wanted {
                met = Met::Known;
                break;
            }
            at = after(at, slots);
            held = slots[at].held();
        }
        if is_counted {
            self.entered.fetch_sub(1, Ordering::Relaxed);
        }
        met
    }

    /// Puts all numbers, each as what `map` makes of it, into a table that is empty, while nobody does anything with either.
    /// If one has no place there the answer is no.
    pub(super) fn copy(&self, into: &mut Table, map: impl Fn(u64) -> u64) -> bool {
        with_slots!(self, slots => self.copy_from(slots, into, map))
    }

    fn copy_from(&self, slots: &[impl Slot], into: &mut Table, map: impl Fn(u64) -> u64) -> bool {
        let into = &*into;
        with_slots!(into, free => {
            let all = slots.iter().zip(0..).filter_map(|(slot, at)| self.number(slot.held(), at));
            all.map(map).all(|number| into.put(free, number))
        })
    }

    /// The number in a slot, if there is one.
    #[inline(always)]
    fn number(&self, held: u64, at: u64) -> Option<u64> {
        let content = held.checked_sub(1)?;
        let (quotient, displacement) = (content / self.reach, content % self.reach);
        let home = if at < displacement { at + self.length } else { at } - displacement;
        Some(quotient * self.length + home)
    }

    /// Enters a number that is not there, while nobody else does anything.
    #[inline(always)]
    fn put(&self, slots: &[impl Slot], number: u64) -> bool {
        let Place { home, content, .. } = self.place(number);
        let entered = self.entered.load(Ordering::Relaxed);
        if entered == self.room {
            return false;
        }
        let mut at = home as usize;
        for content in content..content + self.reach {
            if slots[at].held() == EMPTY {
                slots[at].put(content);
                self.entered.store(entered + 1, Ordering::Relaxed);
                return true;
            }
            at = after(at, slots);
        }
        false
    }
}

/// The place after this one.
#[inline(always)]
fn after<T>(at: usize, slots: &[T]) -> usize {
    if at + 1 == slots.len() { 0 } else { at + 1 }
}
