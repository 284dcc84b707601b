//! The part of the store that has no locks, under a scheduler that tries interleavings (`shuttle`).
//!
//! The files of the store are compiled again here, with the scheduler's atomics and locks in place of those of the library.
#![allow(dead_code)] // A part of each file is used.

use std::collections::{HashMap, HashSet};

use shuttle::sync::Arc;
use shuttle::thread;

#[path = "../src/store/entering.rs"]
mod entering;
#[path = "../src/store/compressed/fresh.rs"]
mod fresh;
#[path = "../src/store/growth.rs"]
mod growth;
#[path = "../src/store/hash.rs"]
mod hash;
#[path = "../src/store/compressed/mix.rs"]
mod mix;
#[path = "../src/store/compressed/roots.rs"]
mod roots;
#[path = "../src/store/slots.rs"]
mod slots;
#[path = "../src/store/stripes.rs"]
mod stripes;
#[path = "../src/store/compressed/table.rs"]
mod table;

use entering::{Answers, Entrance, Keys};
use growth::{Density, Growing};
use hash::StateHash;
use stripes::{Numbers, Stripes, Supply};
use sync::{AtomicU64, Word};

/// In place of what the store shares between threads.
mod sync {
    pub use shuttle::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering};
    pub use shuttle::sync::{Arc, Mutex, MutexGuard, RwLock, RwLockReadGuard, RwLockWriteGuard};
    pub use std::sync::PoisonError;

    pub trait Word: Sized {
        fn zeroed(length: usize) -> Option<Box<[Self]>>;
        fn prefetch(_: &[Self], _: usize) {}
    }

    impl Word for AtomicU32 {
        fn zeroed(length: usize) -> Option<Box<[Self]>> {
            Some((0..length).map(|_| AtomicU32::new(0)).collect())
        }
    }

    impl Word for AtomicU64 {
        fn zeroed(length: usize) -> Option<Box<[Self]>> {
            Some((0..length).map(|_| AtomicU64::new(0)).collect())
        }
    }
}

/// In place of the memory for records, which is a slice here.
mod chunks {
    pub fn left_in_chunk(_: u32) -> u64 {
        u64::MAX
    }
}

mod visited {
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum NotStored {
        Enough,
        Full,
    }
}

use fresh::Fresh;
use roots::{Group, Roots};

/// Few hashes, at the end of the table.
struct Poor;

impl StateHash for Poor {
    fn of_words(words: &[u64]) -> u32 {
        u32::MAX - (words[0] % 3) as u32
    }
    fn of_bytes(_: &[u8]) -> u32 {
        unreachable!("states are words")
    }
}

/// A set of words.
struct Store {
    table: Growing,
    numbers: Numbers,
    stripes: Stripes<Supply>,
    records: Box<[AtomicU64]>,
}

impl Store {
    fn new() -> Self {
        Store {
            table: Growing::new(2, Density::Dense, 3),
            numbers: Numbers::new(64, 1),
            stripes: Stripes::new(),
            records: AtomicU64::zeroed(64).unwrap(),
        }
    }

    /// The index of each word, and whether it is new.
    fn enter(&self, thread: usize, words: &[u64]) -> Vec<(u32, bool)> {
        words.chunks(2).flat_map(|group| self.enter_group(thread, group)).collect()
    }

    fn enter_group(&self, thread: usize, words: &[u64]) -> Vec<(u32, bool)> {
        let stripe = self.stripes.of(thread);
        let supply = &mut *stripe.lock();
        assert!(supply.permit(words.len() as u64, &self.table, thread));
        let pass = self.table.pass(thread);
        let (slots, numbers) = (pass.slots(), &self.numbers);
        let mut entrance = Entrance { slots, numbers, supply, most: u64::MAX };
        let mut answers = Answers::default();
        let keys = Words { records: &self.records, words };
        entrance.enter::<Poor, _>(&keys, 0..words.len(), &mut answers).unwrap();
        stripe.count(answers.new_states());
        (0..words.len()).map(|place| answers.get(place).unwrap()).collect()
    }
}

struct Words<'a> {
    records: &'a [AtomicU64],
    words: &'a [u64],
}

impl Keys for Words<'_> {
    fn tag<H: StateHash>(&self, number: usize) -> u32 {
        H::of_words(&self.words[number..])
    }
    fn prefetch(&self, _: u32) {}
    const GLANCE_TELLS: bool = true;
    fn glance(&self, number: usize, index: u32) -> bool {
        self.is_alike(number, index)
    }
    fn is_alike(&self, number: usize, index: u32) -> bool {
        self.records[index as usize].load(sync::Ordering::Relaxed) == self.words[number]
    }
    fn indices(&self, _: usize) -> u64 {
        1
    }
    fn write(&self, number: usize, index: u32) -> bool {
        self.records[index as usize].store(self.words[number], sync::Ordering::Relaxed);
        true
    }
}

/// Three threads enter words that overlap, in different orders, while the table grows from two slots on.
fn enter_together() {
    const WORDS: [&[u64]; 3] = [&[1, 2, 3, 4, 2, 5], &[5, 4, 3, 9, 1], &[4, 4, 8, 7, 1, 3]];
    let store = Arc::new(Store::new());
    let running = WORDS.into_iter().enumerate().map(|(thread, words)| {
        let store = store.clone();
        thread::spawn(move || store.enter(thread, words))
    });
    let running: Vec<_> = running.collect();
    let answers: Vec<_> = running.into_iter().map(|thread| thread.join().unwrap()).collect();
    let mut indices = HashMap::new();
    let mut new = HashSet::new();
    for (&word, (index, is_new)) in
        WORDS.into_iter().zip(&answers).flat_map(|(w, a)| w.iter().zip(a))
    {
        assert_eq!(*indices.entry(word).or_insert(index), index, "{word} has one index");
        assert!(!is_new || new.insert(word), "{word} is new once");
    }
    assert_eq!(new.len(), indices.len());
    assert_eq!(store.stripes.stored(), indices.len() as u64);
    assert_eq!(indices.values().collect::<HashSet<_>>().len(), indices.len());
    let again: Vec<u64> = indices.keys().copied().collect();
    for (word, found) in again.iter().zip(store.enter(7, &again)) {
        assert_eq!(found, (*indices[word], false));
    }
}

/// Pairs that lie in one partition.
const SAME: [u64; 8] = [
    0x02d9_0000_0051,
    0x0a90_0000_071c,
    0x14d1_0000_00db,
    0x1729_0000_06eb,
    0x27d9_0000_0065,
    0x2e69_0000_0817,
    0x3490_0000_0f68,
    0x4951_0000_11a9,
];

/// Three threads enter pairs of the compressed store that overlap, most of which lie in few partitions, while these grow, and more bits
/// are needed. No pair that is found was there before.
fn enter_pairs_together() {
    // Those with an even place are of one partition.
    const PAIRS: [&[usize]; 3] =
        [&[0, 2, 4, 1, 6, 8], &[8, 6, 12, 0, 3, 2], &[10, 4, 1, 14, 0, 10]];
    let pair = |place: usize| if place.is_multiple_of(2) { SAME[place / 2] } else { place as u64 };
    let shared = Arc::new((Roots::new(), Fresh::new()));
    let running = PAIRS.into_iter().map(|places| {
        let shared = shared.clone();
        thread::spawn(move || {
            let (roots, fresh) = &*shared;
            let mut new = Vec::new();
            let mut probes = Vec::new();
            for places in places.chunks(2) {
                let pairs: Vec<u64> = places.iter().copied().map(pair).collect();
                let (fresh, probes) = (Some(fresh), &mut probes);
                let mut group = Group { pairs: &pairs, probes, most: 9, fresh, new: 0 };
                roots.enter(&mut group).unwrap();
                new.extend((0..2).filter(|at| group.new >> at & 1 == 1).map(|at| pairs[at]));
                let other = pair(0);
                assert!(!roots.contains(other, probes) || shared.1.contains(other));
            }
            new
        })
    });
    let running: Vec<_> = running.collect();
    let new: Vec<u64> = running.into_iter().flat_map(|thread| thread.join().unwrap()).collect();
    let once: HashSet<u64> = new.iter().copied().collect();
    assert_eq!(once.len(), new.len(), "each is new once");
    assert_eq!(once, PAIRS.into_iter().flatten().copied().map(pair).collect());
    assert!(once.iter().all(|&pair| shared.0.contains(pair, &mut Vec::new())));
}

#[test]
fn random_interleavings() {
    shuttle::check_random(enter_together, 1500);
    shuttle::check_random(enter_pairs_together, 1500);
}

#[test]
fn interleavings_with_few_switches() {
    shuttle::check_pct(enter_together, 1500, 4);
    shuttle::check_pct(enter_pairs_together, 1500, 4);
}
