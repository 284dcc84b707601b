use std::collections::HashSet;
use std::io::ErrorKind;
use std::thread;

use super::*;
use crate::sorted_runs::tests::Memory;
use crate::store::Beginning;

/// So many bytes of a table are too many at once, some are enough for a while, and all are.
const SIZES: [u64; 3] = [0, 40 << 10, u64::MAX];

fn state(number: u64) -> [u8; 12] {
    let mut bytes = [0; 12];
    bytes[2..10].copy_from_slice(&(number * 0x9E37_79B9).to_be_bytes());
    bytes
}

fn offer(store: &DiskStore<'_>, numbers: impl IntoIterator<Item = u64>) -> Result<(), NotStored> {
    let mut offers = Offers::default();
    for number in numbers {
        offers.push(&state(number), None);
        if offers.len() == 50 {
            store.offer(&offers, u64::MAX, &mut |_| panic!("nothing is told early"))?;
            offers.clear();
        }
    }
    store.offer(&offers, u64::MAX, &mut |_| panic!("nothing is told early"))
}

fn end(store: &DiskStore<'_>, most: u64) -> (Vec<StateId>, Result<(), NotStored>) {
    let mut new = Vec::new();
    let result = store.end_level(most, &mut |id| new.push(id), &mut || ControlFlow::Continue(()));
    (new, result)
}

fn read(store: &DiskStore<'_>, ids: &[StateId]) -> HashSet<Vec<u8>> {
    let mut bytes = Vec::new();
    ids.iter()
        .map(|&id| {
            store.read(id, &mut bytes).expect("nothing fails");
            bytes.clone()
        })
        .collect()
}

/// Levels of different sizes, with states of all levels before and many that come several times, from several threads.
#[test]
fn levels_hold_what_is_new() {
    for most_bytes in SIZES {
        let folder = Memory::new();
        let store = DiskStore::new(&folder, StateIdentity::Fixed(12), most_bytes);
        let mut visited = HashSet::new();
        for (level, size) in [1, 3000, 2, 700, 700, 700, 1, 1, 4000, 5].into_iter().enumerate() {
            let first = visited.len() as u64;
            let numbers = |thread: u64| {
                let again = (0..first).step_by(3 + thread as usize);
                let other = (first..first + size).filter(move |it| it % 4 != thread);
                again.chain(other)
            };
            thread::scope(|scope| {
                for thread in 0..4 {
                    let store = &store;
                    scope.spawn(move || offer(store, numbers(thread)).expect("nothing fails"));
                }
            });
            let (new, result) = end(&store, u64::MAX);
            assert_eq!(result, Ok(()));
            let expected: HashSet<Vec<u8>> =
                (first..first + size).map(|number| state(number).to_vec()).collect();
            assert_eq!(new.len() as u64, size, "level {level} with {most_bytes}");
            assert_eq!(read(&store, &new), expected);
            let backwards: Vec<StateId> = new.iter().rev().step_by(7).copied().collect();
            assert!(read(&store, &backwards).is_subset(&expected));
            visited.extend(expected);
            assert_eq!(store.len(), visited.len() as u64);
            assert!(visited.iter().all(|state| store.may_be_older(state)));
            assert!(!store.may_be_older(&state(visited.len() as u64)));
        }
        assert_eq!(end(&store, u64::MAX), (Vec::new(), Ok(())));
        // Of 9110 states, in runs each less than half as large as the one before.
        assert!(folder.names().len() < 15, "{:?}", folder.names());
        let bytes: usize = folder.names().iter().map(|name| folder.bytes_of(name)).sum();
        assert_eq!(store.file_bytes(), bytes as u64);
    }
}

#[test]
fn no_more_are_stored_than_were_asked_for() {
    for most_bytes in SIZES {
        let folder = Memory::new();
        let store = DiskStore::new(&folder, StateIdentity::Fixed(12), most_bytes);
        offer(&store, 0..150).expect("nothing fails");
        let (new, result) = end(&store, 70);
        assert_eq!((new.len(), result, store.len()), (70, Err(NotStored::Enough), 70));
    }
}

/// A table that has no room for a state although it is small goes to disk, too.
#[test]
fn full_tables_go_to_disk() {
    let folder = Memory::new();
    let small = |identity| {
        let begin = Beginning { indices: 300, ..Beginning::new(identity, false) };
        StateStore::begin(begin)
    };
    let store = DiskStore::with_tables(&folder, StateIdentity::Fixed(12), u64::MAX, small);
    offer(&store, (0..2000).chain(500..900)).expect("nothing fails");
    assert!(folder.names().len() > 5, "{:?}", folder.names());
    let (new, result) = end(&store, u64::MAX);
    assert_eq!((new.len(), result, read(&store, &new).len()), (2000, Ok(()), 2000));
}

#[test]
fn whoever_does_not_want_to_wait_need_not() {
    let folder = Memory::new();
    let store = DiskStore::new(&folder, StateIdentity::Fixed(12), 40 << 10);
    offer(&store, 0..20_000).expect("nothing fails");
    let answer = store.end_level(u64::MAX, &mut |_| {}, &mut || ControlFlow::Break(()));
    assert_eq!(answer, Err(NotStored::Interrupted));
}

/// Whatever call fails, an answer is right or there is none.
#[test]
fn failures_are_told() {
    for failing in 0.. {
        let folder = Memory::failing_at(failing);
        let store = DiskStore::new(&folder, StateIdentity::Fixed(12), 10 << 10);
        let levels = || -> Result<(), NotStored> {
            let mut first = 0;
            for size in [1, 900, 300, 300, 5] {
                offer(&store, 0..first + size)?;
                let (new, result) = end(&store, u64::MAX);
                result?;
                assert_eq!(new.len() as u64, size);
                let mut bytes = Vec::new();
                new.iter().try_for_each(|&id| store.read(id, &mut bytes))?;
                first += size;
            }
            Ok(())
        };
        let result = levels();
        if folder.calls() <= failing {
            assert_eq!(result, Ok(()));
            break;
        }
        // To remove what is not needed any more is all that may fail without a word.
        let is_told = result == Err(NotStored::Failed(ErrorKind::StorageFull));
        assert!(is_told || folder.has_failed_to_remove(), "call {failing}: {result:?}");
    }
}
