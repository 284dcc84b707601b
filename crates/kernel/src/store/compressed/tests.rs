//! The store against a plain set, with partitions that grow all the time.

mod table;

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::thread;

use super::*;
use crate::store::tests::no_more_than_asked_for;

/// Enough for states of two words or more to fill many partitions.
const STATES: u64 = 20_000;

/// A number that looks random (Vigna's SplitMix64).
fn mix(seed: u64) -> u64 {
    let mut z = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// How states are made of numbers.
#[derive(Clone, Copy, Debug)]
enum Kind {
    /// Of digits, which are bytes here and there: few values at each place.
    Product,
    /// So that no two states have a word in common.
    Unlike,
}

fn state(number: u64, length: usize, kind: Kind) -> Vec<u8> {
    let mut bytes = vec![0; length];
    match kind {
        Kind::Product => {
            let mut rest = number;
            for at in (0..length).map(|at| at * 23 % length) {
                bytes[at] ^= (rest % 5) as u8;
                rest /= 5;
            }
        }
        Kind::Unlike => {
            for (chunk, word) in bytes.chunks_mut(8).zip(0..) {
                chunk.copy_from_slice(&mix(number * 64 + word).to_le_bytes()[..chunk.len()]);
            }
        }
    }
    bytes
}

/// What a thread was told: the states that are new, with their ids.
type Told = Vec<(Vec<u8>, StateId)>;

/// Offers numbers below `states` in batches of different sizes, in an order of the thread's own, and each about twice.
fn offer_all(
    store: &CompressedStore,
    make: impl Fn(u64) -> Vec<u8>,
    states: u64,
    thread: u64,
) -> Told {
    let mut told = Told::new();
    let mut offers = Offers::default();
    for round in 0..2 * states {
        offers.push(&make(mix(round * 8 + thread) % states), None);
        if offers.len() as u64 > mix(round) % 150 || round + 1 == 2 * states {
            let mut new = Vec::new();
            store.offer(&offers, u64::MAX, &mut |id| new.push(id)).unwrap();
            for id in new {
                let mut bytes = Vec::new();
                store.read(id, &mut bytes).unwrap();
                told.push((bytes, id));
            }
            assert!(offers.iter().all(|(bytes, _)| store.find(bytes).is_some()));
            offers.clear();
        }
    }
    told
}

/// Several threads offer the same states, as many as there are in a plain set, each of which is new to one of them.
fn agree(length: usize, kind: Kind, states: u64, threads: u64) {
    let store = CompressedStore::new(length, false);
    let make = |number| state(number, length, kind);
    let told: Vec<Told> = thread::scope(|scope| {
        let store = &store;
        let offer = |thread| move || offer_all(store, make, states, thread);
        let running: Vec<_> = (0..threads).map(|thread| scope.spawn(offer(thread))).collect();
        running.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let offered = (0..threads)
        .flat_map(|thread| (0..2 * states).map(move |round| mix(round * 8 + thread) % states));
    let expected: HashSet<Vec<u8>> = offered.map(make).collect();
    assert_eq!(store.len(), expected.len() as u64, "{length} {kind:?}");
    let all: Vec<_> = told.into_iter().flatten().collect();
    assert_eq!(all.len(), expected.len());
    let ids: HashMap<StateId, &[u8]> = all.iter().map(|(bytes, id)| (*id, &bytes[..])).collect();
    assert_eq!(ids.len(), expected.len());
    assert!(ids.values().all(|&bytes| expected.contains(bytes)));
    for (id, bytes) in ids {
        assert_eq!(store.find(bytes), Some(id.number()));
        assert_eq!(store.parent(id), None);
    }
}

#[test]
fn threads_agree_while_partitions_grow() {
    for length in [0, 1, 8, 9, 16, 22, 38, 64, 203] {
        for kind in [Kind::Product, Kind::Unlike] {
            for threads in [1, 2, 8] {
                agree(length, kind, STATES / threads, threads);
            }
        }
    }
}

#[test]
fn ids_are_read_back() {
    for length in [3, 8, 13, 40] {
        let store = CompressedStore::new(length, false);
        let mut offers = Offers::default();
        let mut distinct = HashSet::new();
        for number in 0..STATES {
            let bytes = state(number, length, Kind::Product);
            if distinct.insert(bytes.clone()) {
                offers.push(&bytes, None);
            }
        }
        let mut ids = Vec::new();
        store.offer(&offers, u64::MAX, &mut |id| ids.push(id)).unwrap();
        assert_eq!(ids.len(), offers.len());
        let mut bytes = vec![1; 99];
        for (id, (expected, _)) in ids.into_iter().zip(offers.iter()) {
            store.read(id, &mut bytes).unwrap();
            assert_eq!(bytes, expected);
        }
    }
}

#[test]
fn no_more_are_stored_than_were_asked_for() {
    let store = CompressedStore::new(17, true);
    no_more_than_asked_for(&store, |number| state(number, 17, Kind::Product));
}

#[test]
fn levels_are_told_apart_whoever_stored_the_states() {
    let store = CompressedStore::new(24, true);
    let older = |number: u64| store.may_be_older(&state(number, 24, Kind::Product));
    for level in 0..50u64 {
        // Each state is offered by two threads.
        let of_level =
            |thread: u64| level * 100 + thread / 2 * 20..level * 100 + thread / 2 * 20 + 7;
        thread::scope(|scope| {
            for thread in 0..4 {
                let (store, older) = (&store, &older);
                scope.spawn(move || {
                    of_level(thread).for_each(|number| {
                        let mut offers = Offers::default();
                        offers.push(&state(number, 24, Kind::Product), None);
                        store.offer(&offers, u64::MAX, &mut |_| {}).unwrap();
                        assert!(!of_level(thread).any(older));
                    });
                });
            }
        });
        assert!(!(0..4).flat_map(of_level).any(older));
        assert!(level == 0 || older((level - 1) * 100 + 26) && !older((level - 1) * 100 + 27));
        store
            .end_level(u64::MAX, &mut |_| panic!("all were answered"), &mut || {
                ControlFlow::Continue(())
            })
            .unwrap();
        assert!((0..4).flat_map(of_level).all(older));
    }
}

#[test]
fn products_take_little_memory() {
    let store = CompressedStore::new(40, false);
    let mut offers = Offers::default();
    for number in 0..1_000_000 {
        offers.push(&state(number, 40, Kind::Product), None);
        if offers.len() == 1000 {
            store.offer(&offers, u64::MAX, &mut |_| {}).unwrap();
            offers.clear();
        }
    }
    assert_eq!(store.len(), 1_000_000);
    assert!(store.bytes() < 7_000_000, "{}", store.bytes());
}

#[test]
fn a_small_store_takes_little_memory() {
    let store = CompressedStore::new(16, false);
    let mut offers = Offers::default();
    (0..100).for_each(|number| offers.push(&state(number, 16, Kind::Unlike), None));
    store.offer(&offers, u64::MAX, &mut |_| {}).unwrap();
    assert!(store.bytes() < 256 << 10, "{}", store.bytes());
}

#[test]
#[should_panic(expected = "all states have the same length")]
fn another_length_is_refused() {
    let mut offers = Offers::default();
    offers.push(&[1, 2], None);
    let _ = CompressedStore::new(3, false).offer(&offers, 1, &mut |_| {});
}
