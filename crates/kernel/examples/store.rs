//! Measures the visited set: insertions a second and bytes a state.
//!
//!     cargo run --release -p kernel --example store [-- STATES LENGTH THREADS]
//!
//! Looks up ten million states of which a fifth is new, by default two million different ones of 22 bytes.

use std::time::Instant;

use kernel::{Inserted, Lookup, StateStore, Visited};

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

fn main() {
    let numbers: Vec<u64> =
        std::env::args().skip(1).map(|a| a.parse().expect("a number")).collect();
    let number = |index: usize, default| numbers.get(index).copied().unwrap_or(default);
    let (states, length, threads) = (number(0, 2_000_000), number(1, 22), number(2, 1));
    let store = StateStore::default();
    let start = Instant::now();
    let share = states / threads;
    std::thread::scope(|scope| {
        for thread in 0..threads {
            let store = &store;
            scope.spawn(move || {
                let mut bytes = vec![0; length as usize];
                let mut parent = None;
                let first = thread * share;
                for new in 0..share {
                    state(first + new, &mut bytes);
                    // The parent is a state of a while ago, as in a breadth-first search.
                    let Inserted::New(id) = store.insert(&bytes, parent) else {
                        panic!("a collision")
                    };
                    if new % 1000 == 0 {
                        parent = Some(id);
                    }
                    for again in 0..4 {
                        state(first + mix(new * 4 + again) % (new + 1), &mut bytes);
                        assert!(matches!(store.insert(&bytes, parent), Inserted::Known(_)));
                    }
                }
            });
        }
    });
    let elapsed = start.elapsed().as_secs_f64();
    let operations = (share * threads * 5) as f64;
    println!("{} states, {length} bytes each", store.len());
    println!(
        "{:.2} million operations a second, {:.0} ns each",
        operations / elapsed / 1e6,
        elapsed * 1e9 / operations
    );
    println!("{:.2} bytes a state", store.bytes() as f64 / store.len() as f64);
}
