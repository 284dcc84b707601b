//! The visited set: look-ups of which a fifth are of new states, of 22 bytes each, one by one; and states of 24 bytes that are known,
//! offered as a search by levels does.

use std::thread;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use kernel::{Inserted, Lookup, Offers, StateIdentity, StateStore, Visited};

/// The new states of a round.
const STATES: u64 = 40_000;
/// The look-ups for each of them.
const LOOK_UPS: u64 = 5;

/// A number that looks random (Vigna's SplitMix64).
fn mix(seed: u64) -> u64 {
    let mut z = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

fn state(number: u64, bytes: &mut [u8]) {
    for (index, word) in bytes.chunks_mut(8).enumerate() {
        word.copy_from_slice(&mix(number * 64 + index as u64).to_le_bytes()[..word.len()]);
    }
}

/// Inserts states, and looks up others that are there.
fn fill(store: &StateStore, states: std::ops::Range<u64>) {
    let (mut bytes, mut parent) = ([0; 22], None);
    let first = states.start;
    for new in states {
        state(new, &mut bytes);
        let inserted = store.insert(&bytes, parent);
        // The parent is a state of a while ago, as in a breadth-first search.
        if let Inserted::New(id) = inserted
            && new % 1000 == 0
        {
            parent = Some(id);
        }
        for again in 1..LOOK_UPS {
            state(first + mix(new * LOOK_UPS + again) % (new - first + 1), &mut bytes);
            assert!(matches!(store.insert(&bytes, parent), Inserted::Known(_)));
        }
    }
}

fn store(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("store");
    group.throughput(Throughput::Elements(STATES * LOOK_UPS)).sample_size(20);
    for threads in [1, 2] {
        let share = STATES / threads;
        let round = |store: StateStore| {
            thread::scope(|scope| {
                for thread in 0..threads {
                    let store = &store;
                    scope.spawn(move || fill(store, thread * share..(thread + 1) * share));
                }
            });
            store
        };
        group.bench_function(format!("threads-{threads}"), |bencher| {
            bencher.iter_batched(StateStore::default, round, BatchSize::LargeInput);
        });
    }
    group.finish();
}

/// Batches of states among the first so many, in no order.
fn batches(states: u64) -> Vec<Offers> {
    let batch = |first: u64| {
        let mut offers = Offers::default();
        for number in first..first + 64 {
            state(mix(number) % states, offers.push_copy(&[0; 24], None));
        }
        offers
    };
    (0..STATES).step_by(64).map(batch).collect()
}

fn known(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("known");
    group.throughput(Throughput::Elements(STATES)).sample_size(20);
    // In the cache, and not.
    for states in [10_000, 5_000_000] {
        let store = StateStore::new(StateIdentity::Fixed(24), false);
        let mut offers = Offers::default();
        (0..states).for_each(|number| state(number, offers.push_copy(&[0; 24], None)));
        store.offer(&offers, u64::MAX, &mut |_| {}).unwrap();
        let batches = batches(states);
        group.bench_function(format!("states-{states}"), |bencher| {
            bencher.iter(|| {
                for offers in &batches {
                    store.offer(offers, u64::MAX, &mut |_| panic!("all are known")).unwrap();
                }
            });
        });
    }
    group.finish();
}

criterion_group!(benches, store, known);
criterion_main!(benches);
