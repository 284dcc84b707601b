//! The store against a plain set, from the smallest table on, whatever the hash.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::thread;

use proptest::prelude::*;

use super::*;

/// All states have the same hash.
struct Same;

impl StateHash for Same {
    fn of_words(_: &[u64]) -> u32 {
        u32::MAX
    }
    fn of_bytes(_: &[u8]) -> u32 {
        u32::MAX
    }
}

/// Many states have the same hash, and more have the same home.
struct Poor;

impl StateHash for Poor {
    fn of_words(words: &[u64]) -> u32 {
        Folded::of_words(words) & 0xC000_0003
    }
    fn of_bytes(bytes: &[u8]) -> u32 {
        Folded::of_bytes(bytes) & 0xC000_0003
    }
}

fn small<H: StateHash>(identity: StateIdentity) -> StateStore<H> {
    StateStore::begin(Beginning { slots: 2, ..Beginning::new(identity, false) })
}

/// A number that looks random (Vigna's SplitMix64).
fn mix(seed: u64) -> u64 {
    let mut z = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// The state with this number. Those of many numbers differ in few bytes.
fn state(number: u64, identity: StateIdentity) -> Vec<u8> {
    let bytes = |length: usize| {
        let mut bytes = vec![0; length];
        let digits = number.to_le_bytes();
        for (at, digit) in digits.into_iter().enumerate() {
            if let Some(byte) = bytes.get_mut(at * 37 % length.max(1)) {
                *byte ^= digit;
            }
        }
        bytes
    };
    match identity {
        StateIdentity::Fixed(length) => bytes(length),
        StateIdentity::Whole => bytes((mix(number) % 70) as usize),
        StateIdentity::Key => {
            let mut entry = Vec::new();
            push_key(&bytes((mix(number) % 40) as usize), &mut entry);
            entry
        }
    }
}

/// What a thread was told: the states that are new, with their ids.
type Told = Vec<(Vec<u8>, StateId)>;

/// Offers numbers below `states` in batches of different sizes, in an order of the thread's own, and each twice.
fn offer_all<H: StateHash>(
    store: &StateStore<H>,
    identity: StateIdentity,
    states: u64,
    thread: u64,
) -> Told {
    let mut told = Told::new();
    let mut offers = Offers::default();
    let mut bytes = Vec::new();
    for round in 0..2 * states {
        let number = mix(round * 8 + thread) % states;
        offers.push(&state(number, identity), told.last().map(|&(_, id)| id));
        if offers.len() as u64 > mix(round) % 150 || round + 1 == 2 * states {
            let mut new = Vec::new();
            store.offer(&offers, u64::MAX, &mut |id| new.push(id)).unwrap();
            for id in new {
                store.read(id, &mut bytes).unwrap();
                told.push((bytes.clone(), id));
            }
            assert!(offers.iter().all(|(bytes, _)| store.contains(bytes)));
            offers.clear();
        }
    }
    told
}

/// Several threads offer the same states, as many as there are in a plain set, each of which is new to one of them.
fn agree<H: StateHash>(identity: StateIdentity, states: u64, threads: u64) {
    let store: StateStore<H> = small(identity);
    let told: Vec<Told> = thread::scope(|scope| {
        let offer = |thread| {
            let store = &store;
            move || offer_all(store, identity, states, thread)
        };
        let running: Vec<_> = (0..threads).map(|thread| scope.spawn(offer(thread))).collect();
        running.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let offered = (0..threads).flat_map(|thread| {
        (0..2 * states).map(move |round| state(mix(round * 8 + thread) % states, identity))
    });
    let expected: HashSet<Vec<u8>> = offered.collect();
    assert_eq!(store.len(), expected.len() as u64);
    let all: Vec<_> = told.into_iter().flatten().collect();
    assert_eq!(all.len(), expected.len());
    let ids: HashMap<StateId, Vec<u8>> =
        all.iter().map(|(bytes, id)| (*id, bytes.clone())).collect();
    assert_eq!(ids.len(), expected.len());
    let found: HashSet<Vec<u8>> = ids.values().cloned().collect();
    assert_eq!(found, expected);
    for (bytes, id) in &all {
        assert_eq!(store.find(bytes), Some(*id));
        assert!(store.parent(*id).is_none_or(|parent| ids.contains_key(&parent)));
    }
}

const IDENTITIES: [StateIdentity; 8] = [
    StateIdentity::Whole,
    StateIdentity::Key,
    StateIdentity::Fixed(0),
    StateIdentity::Fixed(1),
    StateIdentity::Fixed(8),
    StateIdentity::Fixed(22),
    StateIdentity::Fixed(64),
    StateIdentity::Fixed(1001),
];

#[test]
fn threads_agree_while_the_table_grows() {
    for identity in IDENTITIES {
        for threads in [1, 2, 8] {
            agree::<Folded>(identity, 3000, threads);
        }
    }
}

#[test]
fn threads_agree_whatever_the_hash() {
    for identity in IDENTITIES {
        for threads in [1, 8] {
            agree::<Poor>(identity, 400, threads);
            agree::<Same>(identity, 150, threads);
        }
    }
}

#[test]
fn a_growing_table_is_moved_by_many() {
    // More than one block to move.
    agree::<Folded>(StateIdentity::Fixed(9), 60_000, 4);
}

proptest! {
    #[test]
    fn holds_what_was_offered(
        states in prop::collection::vec(prop::collection::vec(0..3u8, 0..12), 0..600),
        cuts in prop::collection::vec(1..200usize, 1..8),
    ) {
        let store: StateStore = small(StateIdentity::Whole);
        let (mut expected, mut rest) = (HashMap::new(), &states[..]);
        for cut in cuts.into_iter().cycle() {
            let batch;
            (batch, rest) = rest.split_at(cut.min(rest.len()));
            let mut offers = Offers::default();
            let mut wanted = Vec::new();
            for state in batch {
                let parent = expected.values().next().copied();
                offers.push(state, parent);
                if !expected.contains_key(state) && !wanted.contains(state) {
                    wanted.push(state.clone());
                }
            }
            let mut new = Vec::new();
            store.offer(&offers, u64::MAX, &mut |id| new.push(id)).unwrap();
            prop_assert_eq!(new.len(), wanted.len());
            expected.extend(wanted.into_iter().zip(new));
            if rest.is_empty() {
                break;
            }
        }
        let mut bytes = Vec::new();
        for (state, id) in expected {
            prop_assert_eq!(store.find(&state), Some(id));
            store.read(id, &mut bytes).unwrap();
            prop_assert_eq!(&bytes, &state);
        }
    }
}

#[test]
fn numbers_of_one_thread_have_no_gaps() {
    let store: StateStore = small(StateIdentity::Fixed(12));
    for number in 0..20_000 {
        let bytes = state(number, StateIdentity::Fixed(12));
        assert_eq!(store.insert(&bytes, None), Inserted::New(StateId::from_number(number)));
        assert_eq!(store.insert(&bytes, None), Inserted::Known(StateId::from_number(number)));
    }
}

#[test]
fn a_store_that_is_full_says_so() {
    for (identity, indices, states) in
        [(StateIdentity::Fixed(3), 1000, 1000), (StateIdentity::Whole, 1000, 500)]
    {
        let beginning = Beginning { indices, ..Beginning::new(identity, false) };
        let store: StateStore = StateStore::begin(beginning);
        let bytes = |number: u64| number.to_le_bytes()[..3].to_vec();
        let mut offers = Offers::default();
        (0..1010).for_each(|number| offers.push(&bytes(number), None));
        let mut new = 0;
        let answer = store.offer(&offers, u64::MAX, &mut |_| new += 1);
        assert_eq!(answer, Err(NotStored::Full));
        assert_eq!(store.insert(&bytes(1005), None), Inserted::Full);
        assert!(matches!(store.insert(&bytes(5), None), Inserted::Known(_)));
        assert_eq!((store.len(), new), (states, states), "{identity:?}");
    }
}

#[test]
fn no_more_are_stored_than_were_asked_for() {
    let store: StateStore = small(StateIdentity::Fixed(8));
    no_more_than_asked_for(&store, |number| state(number, StateIdentity::Fixed(8)));
}

/// A store that is empty enters as many as were asked for of 150 states that are offered twice.
pub(super) fn no_more_than_asked_for(store: &dyn Visited, state: impl Fn(u64) -> Vec<u8>) {
    let mut offers = Offers::default();
    (0..300).for_each(|number| offers.push(&state(number / 2), None));
    for (most, all) in [(0, 0), (70, 70), (0, 70), (79, 149), (1, 150)] {
        let mut new = 0;
        let answer = store.offer(&offers, most, &mut |_| new += 1);
        let is_enough = if all < 150 { Err(NotStored::Enough) } else { Ok(()) };
        assert_eq!((answer, new, store.len()), (is_enough, most, all));
    }
    assert_eq!(store.offer(&offers, 0, &mut |_| panic!("all are known")), Ok(()));
}

#[test]
fn a_small_store_takes_little_memory() {
    for identity in [StateIdentity::Fixed(16), StateIdentity::Whole] {
        let store = StateStore::new(identity, false);
        for number in 0..100u64 {
            store.insert(&[mix(number), number].map(u64::to_le_bytes).concat(), None);
        }
        assert!(store.bytes() < 16 << 10, "{}", store.bytes());
    }
}

#[test]
fn levels_are_told_apart_whoever_stored_the_states() {
    let store = StateStore::new(StateIdentity::Fixed(8), true);
    let older = |number: u64| store.may_be_older(&number.to_le_bytes());
    for level in 0..50u64 {
        let of_level = |thread: u64| level * 100 + thread * 20..level * 100 + thread * 20 + 7;
        thread::scope(|scope| {
            for thread in 0..4 {
                let store = &store;
                scope.spawn(move || {
                    of_level(thread).for_each(|number| {
                        store.insert(&number.to_le_bytes(), None);
                    });
                });
            }
        });
        assert!(
            (0..4).flat_map(of_level).all(|number| store.find(&number.to_le_bytes()).is_some())
        );
        assert!(!(0..4).flat_map(of_level).any(older));
        assert!(level == 0 || older((level - 1) * 100 + 46));
        store
            .end_level(u64::MAX, &mut |_| panic!("all were answered"), &mut || {
                ControlFlow::Continue(())
            })
            .unwrap();
        assert!((0..4).flat_map(of_level).all(older));
    }
}
