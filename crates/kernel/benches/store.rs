//! The visited set: look-ups of which a fifth are of new states, of 22 bytes each.

use std::thread;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use kernel::{Inserted, Lookup, StateStore};

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

criterion_group!(benches, store);
criterion_main!(benches);
