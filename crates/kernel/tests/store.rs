//! The store holds what was inserted, once, with its parent.

use std::collections::HashMap;
use std::ops::ControlFlow;

use kernel::{Inserted, Lookup, StateId, StateIdentity, StateStore, Visited, push_key, split_key};
use proptest::prelude::*;

/// Inserts all, the parent of each being the one before, and compares with a map.
fn check(states: &[Vec<u8>], identity: StateIdentity) {
    let store = StateStore::new(identity, false);
    let mut expected: HashMap<&[u8], (StateId, Option<StateId>)> = HashMap::new();
    let mut parent = None;
    for state in states {
        assert_eq!(store.contains(state), expected.contains_key(&state[..]));
        parent = match store.insert(state, parent) {
            Inserted::New(id) => {
                assert!(expected.insert(state, (id, parent)).is_none());
                Some(id)
            }
            Inserted::Known(id) => {
                assert_eq!(expected[&state[..]].0, id);
                Some(id)
            }
            Inserted::Full => panic!("full"),
        };
        assert_eq!(store.len(), expected.len() as u64);
    }
    let mut bytes = vec![1, 2, 3];
    let mut total = 0;
    for (state, (id, parent)) in expected {
        store.read(id, &mut bytes).unwrap();
        assert_eq!(bytes, state);
        assert_eq!(store.parent(id), parent);
        total += state.len();
    }
    assert!(store.bytes() >= total as u64);
}

fn states(longest: usize, most: usize) -> impl Strategy<Value = Vec<Vec<u8>>> {
    let state = prop_oneof![
        // Few different bytes: many duplicates and prefixes of each other.
        prop::collection::vec(0..2u8, 0..6),
        (any::<u8>(), 0..longest).prop_map(|(byte, length)| vec![byte; length]),
        prop::collection::vec(any::<u8>(), 0..40),
    ];
    prop::collection::vec(state, 0..most)
}

fn fixed() -> impl Strategy<Value = (Vec<Vec<u8>>, usize)> {
    (0..300usize).prop_flat_map(|length| {
        let state = prop_oneof![
            prop::collection::vec(0..2u8, length),
            prop::collection::vec(any::<u8>(), length),
        ];
        (prop::collection::vec(state, 0..500), Just(length))
    })
}

proptest! {
    #[test]
    fn holds_short_states(states in states(300, 2000)) {
        check(&states, StateIdentity::Whole);
    }

    #[test]
    fn holds_states_of_one_length(states in fixed()) {
        let (states, length) = states;
        check(&states, StateIdentity::Fixed(length));
    }

    #[test]
    fn holds_long_states(states in states(200_000, 40)) {
        check(&states, StateIdentity::Whole);
    }
}

#[test]
fn holds_states_about_every_border() {
    let lengths = (0..22).flat_map(|bit| {
        let around: usize = 1 << bit;
        around.saturating_sub(20)..around + 3
    });
    let states: Vec<Vec<u8>> = lengths.map(|length| vec![length as u8; length]).collect();
    check(&states, StateIdentity::Whole);
    let backwards: Vec<Vec<u8>> = states.into_iter().rev().collect();
    check(&backwards, StateIdentity::Whole);
}

#[test]
fn several_threads_agree_on_what_is_new() {
    const STATES: u64 = 50_000;
    let store = StateStore::default();
    let all: Vec<Vec<(u64, StateId, bool)>> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4)
            .map(|thread| {
                let store = &store;
                scope.spawn(move || {
                    let mut parent = None;
                    // Each thread inserts all states, from a different one on.
                    let order = (0..STATES).map(|n| (n + thread * STATES / 16) % STATES);
                    order
                        .map(|number| {
                            let (id, new) = match store.insert(&number.to_le_bytes()[..5], parent) {
                                Inserted::New(id) => (id, true),
                                Inserted::Known(id) => (id, false),
                                Inserted::Full => panic!("full"),
                            };
                            parent = Some(id);
                            (number, id, new)
                        })
                        .collect()
                })
            })
            .collect();
        threads.into_iter().map(|t| t.join().unwrap()).collect()
    });
    assert_eq!(store.len(), STATES);
    let new: usize = all.iter().flatten().filter(|(_, _, new)| *new).count();
    assert_eq!(new as u64, STATES);
    let mut ids = HashMap::new();
    for &(number, id, _) in all.iter().flatten() {
        assert_eq!(*ids.entry(number).or_insert(id), id);
    }
    let numbers: HashMap<StateId, u64> = ids.iter().map(|(&number, &id)| (id, number)).collect();
    let mut bytes = Vec::new();
    for (&number, &id) in &ids {
        store.read(id, &mut bytes).unwrap();
        assert_eq!(bytes, number.to_le_bytes()[..5]);
        if let Some(parent) = store.parent(id) {
            assert_eq!((numbers[&parent] + 1) % STATES, number);
        }
    }
}

#[test]
fn one_state_is_stored_for_each_key() {
    let store = StateStore::new(StateIdentity::Key, false);
    let entry = |key: u32, rest: &[u8]| {
        let mut bytes = Vec::new();
        push_key(&vec![7; key as usize], &mut bytes);
        bytes.extend_from_slice(rest);
        bytes
    };
    // Keys of every length, also longer than one byte can say, and many enough that the tables grow.
    let mut read = Vec::new();
    for key in 0..300 {
        let first = entry(key, b"first");
        let Inserted::New(id) = store.insert(&first, None) else { panic!("{key} is new") };
        assert_eq!(store.insert(&entry(key, b"another"), Some(id)), Inserted::Known(id));
        assert_eq!(store.find(&entry(key, b"")), Some(id));
        store.read(id, &mut read).unwrap();
        assert_eq!(read, first);
        let (of, rest) = split_key(&read);
        assert_eq!((of.len(), rest), (key as usize, &b"first"[..]));
    }
    for number in 0..20_000u32 {
        let mut bytes = Vec::new();
        push_key(&[&number.to_le_bytes()[..], &[1]].concat(), &mut bytes);
        bytes.extend_from_slice(&number.to_be_bytes());
        assert!(matches!(store.insert(&bytes, None), Inserted::New(_)));
        bytes.push(1);
        assert!(matches!(store.insert(&bytes, None), Inserted::Known(_)));
    }
    assert_eq!(store.len(), 20_300);
}

#[test]
fn small_states_take_little_memory() {
    for count in [30_000u64, 50_000, 100_000, 250_000] {
        let store = StateStore::default();
        let mut parent = None;
        for number in 0..count {
            let mut bytes = [0; 22];
            bytes[..8].copy_from_slice(&number.wrapping_mul(0x9E37_79B9_7F4A_7C15).to_le_bytes());
            if let Inserted::New(id) = store.insert(&bytes, parent)
                && number % 1000 == 0
            {
                parent = Some(id);
            }
        }
        assert_eq!(store.len(), count);
        assert!(store.bytes() <= count * 40, "{} for {count}", store.bytes());
    }
}

#[test]
#[should_panic(expected = "all states have the same length")]
fn another_length_is_refused() {
    let store = StateStore::new(StateIdentity::Fixed(3), false);
    store.insert(&[1, 2], None);
}

#[test]
fn a_length_that_all_have_is_not_stored() {
    let taken = |identity| {
        let store = StateStore::new(identity, false);
        for number in 0..600u64 {
            store.insert(&number.to_le_bytes(), None);
        }
        assert_eq!(store.len(), 600);
        store.bytes()
    };
    // Eight bytes and a link of one, with a length and without, in tables that are of one length with so many states.
    let (whole, fixed) = (taken(StateIdentity::Whole), taken(StateIdentity::Fixed(8)));
    assert!(whole - fixed > 450, "{whole} {fixed}");
}

#[test]
fn what_was_stored_in_a_level_is_older_in_the_next() {
    let store = StateStore::new(StateIdentity::Whole, true);
    for level in 0..200u32 {
        let bytes = level.to_le_bytes();
        assert!(!store.may_be_older(&bytes));
        store.insert(&bytes, None);
        assert!(!store.may_be_older(&bytes));
        assert!((0..level).all(|before| store.may_be_older(&before.to_le_bytes())));
        store
            .end_level(u64::MAX, &mut |_| panic!("all were answered"), &mut || {
                ControlFlow::Continue(())
            })
            .unwrap();
    }
}
