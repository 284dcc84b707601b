use std::collections::HashSet;
use std::io::ErrorKind;
use std::ops::Range;
use std::thread;

use super::*;
use crate::sorted_runs::tests::Memory as Files;
use crate::store::Beginning;

const KIB: u64 = 1 << 10;

/// Rooms of all kinds, with what they are for.
fn rooms() -> [(&'static str, Room); 6] {
    let ample = Room {
        between_levels: u64::MAX,
        keeps_half: true,
        within_level: u64::MAX,
        level: u64::MAX,
        waiting: u64::MAX,
        portion: u64::MAX,
    };
    let nothing = Room { between_levels: 0, within_level: 0, level: 0, ..ample };
    let some = Room { between_levels: 60 * KIB, portion: 20 * KIB, ..ample };
    [
        ("all in memory", ample),
        ("only a level in memory", Room { between_levels: 0, keeps_half: false, ..ample }),
        ("some levels in memory", some),
        ("large levels in files", Room { level: 30 * KIB, ..some }),
        ("much waits", Room { within_level: 70 * KIB, waiting: 30 * KIB, ..some }),
        ("nothing in memory", Room { waiting: 4 * KIB, portion: 4 * KIB, ..nothing }),
    ]
}

fn set(files: &Files, room: Room) -> DiskStore<'_> {
    DiskStore::new(files, StateIdentity::Fixed(12), true, Memory::Divided(room))
}

fn state(number: u64) -> [u8; 12] {
    let mut bytes = [0; 12];
    bytes[2..10].copy_from_slice(&(number * 0x9E37_79B9).to_be_bytes());
    bytes
}

fn states(numbers: impl IntoIterator<Item = u64>) -> HashSet<Vec<u8>> {
    numbers.into_iter().map(|number| state(number).to_vec()).collect()
}

/// Offers states, and tells of which of them is told at once.
fn offer(
    store: &DiskStore<'_>,
    numbers: impl IntoIterator<Item = u64>,
) -> Result<Vec<StateId>, NotStored> {
    let (mut offers, mut told) = (Offers::default(), Vec::new());
    for number in numbers {
        offers.push(&state(number), None);
        if offers.len() == 50 {
            store.offer(&offers, u64::MAX, &mut |id| told.push(id))?;
            offers.clear();
        }
    }
    store.offer(&offers, u64::MAX, &mut |id| told.push(id))?;
    Ok(told)
}

/// Ends a level of which so much was told before.
fn end(
    store: &DiskStore<'_>,
    most: u64,
    before: Vec<StateId>,
) -> (Vec<StateId>, Result<(), NotStored>) {
    let mut late = Vec::new();
    let result = store.end_level(most, &mut |id| late.push(id), &mut || ControlFlow::Continue(()));
    let told = if result == Ok(Told::AtOnce) { before } else { late };
    (told, result.map(|_| ()))
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

/// The states of a level, as they are gone through again.
fn shown(store: &DiskStore<'_>, level: u64) -> Vec<Vec<u8>> {
    let mut states = Vec::new();
    let levels = store.levels().expect("they are kept");
    let each = &mut |state: &[u8]| {
        states.push(state.to_vec());
        ControlFlow::Continue(())
    };
    levels.show(level, each).expect("nothing fails");
    states
}

/// Levels of different sizes, with states of all levels before and many that come several times, from several threads.
#[test]
fn levels_hold_what_is_new() {
    for (name, room) in rooms() {
        let files = Files::new();
        let store = set(&files, room);
        let mut levels: Vec<HashSet<Vec<u8>>> = Vec::new();
        let mut first = 0;
        for (level, size) in [1, 3000, 2, 700, 700, 700, 1, 1, 4000, 5].into_iter().enumerate() {
            let numbers = |thread: u64| {
                let again = (0..first).step_by(3 + thread as usize);
                let other = (first..first + size).filter(move |it| it % 4 != thread);
                again.chain(other)
            };
            let told = Mutex::default();
            thread::scope(|scope| {
                for thread in 0..4 {
                    let (store, told) = (&store, &told);
                    scope.spawn(move || {
                        let some = offer(store, numbers(thread)).expect("nothing fails");
                        told.lock()
                            .map(|mut all: MutexGuard<'_, Vec<StateId>>| all.extend(some))
                            .expect("nobody panicked");
                    });
                }
            });
            let is_older = |number| store.may_be_older(&state(number));
            assert!((0..first).all(is_older), "{name}, level {level}");
            assert!(!(first..first + size + 1).any(is_older), "{name}, level {level}");
            let (new, result) = end(&store, u64::MAX, told.into_inner().expect("nobody panicked"));
            assert_eq!(result, Ok(()));
            let expected = states(first..first + size);
            assert_eq!(new.len() as u64, size, "{name}, level {level}");
            assert_eq!(read(&store, &new), expected, "{name}, level {level}");
            let backwards: Vec<StateId> = new.iter().rev().step_by(7).copied().collect();
            assert!(read(&store, &backwards).is_subset(&expected));
            first += size;
            levels.push(expected);
            assert_eq!(store.len(), first);
            assert!((0..first).all(is_older) && !is_older(first), "{name}, level {level}");
        }
        let nothing = offer(&store, 0..first).expect("nothing fails");
        assert_eq!(end(&store, u64::MAX, nothing), (Vec::new(), Ok(())), "{name}");
        let is_in_memory = room.between_levels == u64::MAX;
        assert_eq!(store.keeps_parents(), is_in_memory, "{name}");
        assert_eq!(files.names().is_empty(), is_in_memory, "{name}: {:?}", files.names());
        for (level, expected) in levels.iter().enumerate() {
            let shown = shown(&store, level as u64);
            assert_eq!(shown.len(), expected.len(), "{name}, level {level}");
            assert_eq!(&shown.into_iter().collect::<HashSet<_>>(), expected);
        }
        assert_eq!(shown(&store, levels.len() as u64 + 1), Vec::<Vec<u8>>::new());
        // Of 9110 states, in runs each less than half as large as the one before; each state is in two.
        assert!(files.names().len() < 30, "{name}: {:?}", files.names());
        let bytes: usize = files.names().iter().map(|name| files.bytes_of(name)).sum();
        assert_eq!(store.file_bytes(), bytes as u64, "{name}");
    }
}

/// The way to a state is known by parents until the first level has left.
/// A checkpoint that several threads have written has all states, whatever room there is where the search goes on.
#[test]
fn kept_states_come_back() {
    let files = Files::new();
    let [(_, ample), ..] = rooms();
    let store = set(&files, ample).with_threads(3);
    let starts = [0, 1, 3001, 3002, 303_002, 303_010, 310_000];
    let levels: Vec<Range<u64>> = starts.windows(2).map(|it| it[0]..it[1]).collect();
    let mut present = Vec::new();
    for numbers in &levels {
        let told = offer(&store, numbers.clone()).expect("nothing fails");
        present = end(&store, u64::MAX, told).0;
    }
    let mut left = Frontier::default();
    present[2000..].iter().for_each(|&id| left.push(id));
    offer(&store, (0..350_000).step_by(3)).expect("nothing fails");
    let entry = store.keep(&left).expect("nothing fails");
    assert_eq!((entry.states, entry.levels.len()), (310_000, 1));
    let some = Room { between_levels: 9000 * KIB, portion: 900 * KIB, ..ample };
    let nothing = Room { between_levels: 0, within_level: 0, level: 0, ..some };
    for (name, room) in
        [("all in memory", ample), ("some levels in memory", some), ("nothing in memory", nothing)]
    {
        let files = files.clone();
        let other = set(&files, room);
        let Left { frontier, candidates } = other.go_on_from(&entry).expect("nothing fails");
        assert_eq!(other.len(), 310_000, "{name}");
        let ids: Vec<_> = frontier.iter().collect();
        assert!(read(&other, &ids) == read(&store, &present[2000..]), "{name}");
        for (level, numbers) in (0..).zip(&levels) {
            let shown = shown(&other, level);
            assert_eq!(shown.len() as u64, numbers.end - numbers.start, "{name}");
            let shown: HashSet<_> = shown.into_iter().collect();
            assert!(shown == states(numbers.clone()), "{name}");
        }
        let mut again = Offers::default();
        let each = &mut |state: &[u8]| {
            again.push(state, None);
            ControlFlow::Continue(())
        };
        each_of(&candidates, each).expect("nothing fails");
        let mut told = Vec::new();
        other.offer(&again, u64::MAX, &mut |id| told.push(id)).expect("nothing fails");
        told.extend(offer(&other, (0..310_000).rev().step_by(7)).expect("nothing fails"));
        let (next, ended) = end(&other, u64::MAX, told);
        assert_eq!(ended, Ok(()), "{name}");
        let new = (0..350_000).step_by(3).filter(|it| *it >= 310_000);
        assert!(read(&other, &next) == states(new), "{name}");
    }
}

#[test]
fn parents_are_kept_as_long_as_there_is_room() {
    let files = Files::new();
    let (_, room) = rooms()[2];
    let store = set(&files, room);
    let mut offers = Offers::default();
    offers.push(&state(0), None);
    let mut ids = Vec::new();
    store.offer(&offers, u64::MAX, &mut |id| ids.push(id)).expect("nothing fails");
    assert_eq!(end(&store, u64::MAX, ids.clone()).1, Ok(()));
    offers.clear();
    (1..2000).for_each(|number| offers.push(&state(number), Some(ids[0])));
    store.offer(&offers, u64::MAX, &mut |id| ids.push(id)).expect("nothing fails");
    assert_eq!(store.parent(ids[7]), Some(ids[0]));
    let (new, _) = end(&store, u64::MAX, ids);
    assert_eq!((store.parent(new[7]), new.len(), shown(&store, 0).len()), (None, 1999, 1));
}

#[test]
fn no_more_are_stored_than_were_asked_for() {
    for (name, room) in rooms() {
        let files = Files::new();
        let store = set(&files, room);
        let mut told = offer(&store, 0..1000).expect("nothing fails");
        assert_eq!(end(&store, u64::MAX, told).1, Ok(()), "{name}");
        told = offer(&store, 1000..2000).expect("nothing fails");
        assert_eq!(end(&store, u64::MAX, told).1, Ok(()), "{name}");
        if !store.keeps_parents() {
            told = offer(&store, 0..3000).expect("nothing fails");
            let (new, result) = end(&store, 70, told);
            let expected = (70, Err(NotStored::Enough), 2070);
            assert_eq!((new.len(), result, store.len()), expected, "{name}");
            continue;
        }
        let mut offers = Offers::default();
        (0..3000).for_each(|number| offers.push(&state(number), None));
        let mut told = 0;
        let result = store.offer(&offers, 70, &mut |_| told += 1);
        assert_eq!((told, result, store.len()), (70, Err(NotStored::Enough), 2070), "{name}");
    }
}

/// A table that has no room for a state although it is small goes to disk, too.
#[test]
fn full_tables_go_to_disk() {
    let files = Files::new();
    let small = || {
        StateStore::begin(Beginning {
            indices: 300,
            ..Beginning::new(StateIdentity::Fixed(12), false)
        })
    };
    let (_, ample) = rooms()[0];
    let store = DiskStore::with_tables(&files, Memory::Divided(ample), small);
    let told = offer(&store, (0..2000).chain(500..900)).expect("nothing fails");
    assert!(files.names().len() > 4, "{:?}", files.names());
    let (new, result) = end(&store, u64::MAX, told);
    assert_eq!((new.len(), result, read(&store, &new).len()), (2000, Ok(()), 2000));
}

/// Wherever the end of a level is interrupted, those before it are there.
#[test]
fn whoever_does_not_want_to_wait_need_not() {
    let sizes = [1, 9000, 5000, 9000];
    for (name, room) in &rooms()[1..] {
        for patience in 0.. {
            let files = Files::new();
            let store = set(&files, *room);
            let mut pauses = 0;
            let mut first = 0;
            let mut ended = Vec::new();
            for size in sizes {
                offer(&store, (0..first).step_by(5).chain(first..first + size))
                    .expect("nothing fails");
                let answer = store.end_level(u64::MAX, &mut |_| {}, &mut || {
                    pauses += 1;
                    if pauses > patience {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                });
                if answer.is_err() {
                    assert_eq!(answer, Err(NotStored::Interrupted), "{name}");
                    break;
                }
                ended.push(first..first + size);
                first += size;
            }
            if !store.keeps_parents() {
                for (level, numbers) in ended.iter().enumerate() {
                    let shown: HashSet<_> = shown(&store, level as u64).into_iter().collect();
                    assert!(shown == states(numbers.clone()), "{name}, {patience}, level {level}");
                }
            }
            if ended.len() == sizes.len() {
                assert!(patience > 0, "{name}");
                break;
            }
        }
    }
}

/// Whatever call fails, an answer is right or there is none.
#[test]
fn failures_are_told() {
    for (name, room) in &rooms()[1..] {
        // The levels are small.
        let most = |bytes: u64| bytes.min(15 * KIB);
        let between_levels = most(room.between_levels);
        let within_level = most(room.within_level);
        let room = &Room { between_levels, within_level, level: most(room.level), ..*room };
        for failing in 0.. {
            let files = Files::failing_at(failing);
            let store = set(&files, *room);
            let levels = || -> Result<(), NotStored> {
                let mut first = 0;
                for size in [1, 300, 100, 400, 5] {
                    let told = offer(&store, 0..first + size)?;
                    let (new, result) = end(&store, u64::MAX, told);
                    result?;
                    assert_eq!(new.len() as u64, size, "{name}");
                    let mut bytes = Vec::new();
                    new.iter().try_for_each(|&id| store.read(id, &mut bytes))?;
                    first += size;
                }
                if let Some(levels) = store.levels() {
                    let mut count = 0;
                    levels.show(1, &mut |_| {
                        count += 1;
                        ControlFlow::Continue(())
                    })?;
                    assert_eq!(count, 300, "{name}");
                }
                Ok(())
            };
            let result = levels();
            // What the archive has can be gone through whatever has failed.
            if let Some(levels) =
                store.levels().filter(|_| !store.keeps_parents() && files.calls() > failing)
            {
                let mut count = 0;
                let shown = levels.show(0, &mut |_| {
                    count += 1;
                    ControlFlow::Continue(())
                });
                assert_eq!((shown, count), (Ok(()), 1), "{name}, call {failing}");
            }
            if files.calls() <= failing {
                assert_eq!(result, Ok(()));
                break;
            }
            // To remove what is not needed any more is all that may fail without a word.
            let is_told = result == Err(NotStored::Failed(ErrorKind::StorageFull));
            assert!(is_told || files.has_failed_to_remove(), "{name}, call {failing}: {result:?}");
        }
    }
}
