use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use proptest::prelude::*;

use super::run::Described;
use super::*;

/// A folder in memory, of which one call fails.
#[derive(Clone)]
pub(crate) struct Memory {
    files: Arc<Mutex<BTreeMap<String, Vec<u8>>>>,
    calls: Arc<AtomicUsize>,
    failing: usize,
    has_failed_to_remove: Arc<AtomicBool>,
}

impl Memory {
    pub(crate) fn new() -> Memory {
        Memory::failing_at(usize::MAX)
    }

    /// The call with this number fails.
    pub(crate) fn failing_at(failing: usize) -> Memory {
        let (files, calls, has_failed_to_remove) = Default::default();
        Memory { files, calls, failing, has_failed_to_remove }
    }

    /// How many calls there were.
    pub(crate) fn calls(&self) -> usize {
        self.calls.load(Relaxed)
    }

    /// Whether the call that failed was to remove a file.
    pub(crate) fn has_failed_to_remove(&self) -> bool {
        self.has_failed_to_remove.load(Relaxed)
    }

    /// The bytes of a file.
    pub(crate) fn bytes_of(&self, name: &str) -> usize {
        self.files()[name].len()
    }

    fn call(&self) -> io::Result<()> {
        let fails = self.calls.fetch_add(1, Relaxed) == self.failing;
        if fails { Err(io::ErrorKind::StorageFull.into()) } else { Ok(()) }
    }

    fn files(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, Vec<u8>>> {
        self.files.lock().expect("nobody panicked")
    }

    /// The names of the files.
    pub(crate) fn names(&self) -> Vec<String> {
        self.files().keys().cloned().collect()
    }
}

impl Folder for Memory {
    fn create(&self, name: &str) -> io::Result<Box<dyn NewFile>> {
        self.call()?;
        self.files().insert(name.into(), Vec::new());
        Ok(Box::new(Part { folder: self.clone(), name: name.into() }))
    }

    fn open(&self, name: &str) -> io::Result<Box<dyn StoredFile>> {
        self.call()?;
        let bytes = self.files().get(name).cloned();
        Ok(Box::new(Whole { bytes: bytes.ok_or(io::ErrorKind::NotFound)?, folder: self.clone() }))
    }

    fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        self.call()?;
        let bytes = self.files().remove(from).ok_or(io::ErrorKind::NotFound)?;
        self.files().insert(to.into(), bytes);
        Ok(())
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        self.call().inspect_err(|_| self.has_failed_to_remove.store(true, Relaxed))?;
        self.files().remove(name).map(|_| ()).ok_or(io::ErrorKind::NotFound.into())
    }

    fn sync(&self) -> io::Result<()> {
        self.call()
    }
}

struct Part {
    folder: Memory,
    name: String,
}

impl NewFile for Part {
    /// What fails has written a half.
    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        let result = self.folder.call();
        let count = if result.is_ok() { bytes.len() } else { bytes.len() / 2 };
        let mut files = self.folder.files();
        files.get_mut(&self.name).expect("it was made").extend_from_slice(&bytes[..count]);
        result
    }

    fn sync(&mut self) -> io::Result<()> {
        self.folder.call()
    }
}

struct Whole {
    folder: Memory,
    bytes: Vec<u8>,
}

impl StoredFile for Whole {
    fn length(&self) -> u64 {
        self.bytes.len() as u64
    }

    fn read_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<()> {
        self.folder.call()?;
        let from = self.bytes.get(offset as usize..).and_then(|rest| rest.get(..bytes.len()));
        bytes.copy_from_slice(from.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }
}

fn write<'s>(
    folder: &dyn Folder,
    name: &str,
    states: impl IntoIterator<Item = &'s Vec<u8>>,
) -> Result<SortedRun, RunError> {
    let states: Vec<_> = states.into_iter().collect();
    let mut writer = RunWriter::with_filter(folder, name, states.len() as u64)?;
    states.into_iter().try_for_each(|state| writer.push(state))?;
    writer.finish()
}

fn read(run: SortedRun) -> Result<Vec<Vec<u8>>, RunError> {
    let (mut cursor, mut states) = (Cursor::new(Arc::new(run))?, Vec::new());
    while cursor.advance()? {
        states.push(cursor.state().to_vec());
    }
    assert!(!cursor.advance()?);
    Ok(states)
}

/// States of all lengths, many of which begin alike; with some that are longer than a block.
fn sets() -> impl Strategy<Value = BTreeSet<Vec<u8>>> {
    let short = prop::collection::vec(0..3_u8, 0..12);
    let counted = (0..60_000_u32).prop_map(|it| [&[7; 30][..], &it.to_be_bytes()].concat());
    let long = (0..4_u8, 60_000..150_000_usize).prop_map(|(byte, length)| vec![byte; length]);
    let state = prop_oneof![20 => short, 20 => counted, 1 => long];
    prop::collection::btree_set(state, 0..400)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn states_come_back_in_order_and_are_found(states in sets(), others in sets()) {
        let folder = Memory::new();
        let written = write(&folder, "run", &states).expect("it is written");
        prop_assert_eq!(written.states(), states.len() as u64);
        prop_assert_eq!(folder.names(), ["run"]);
        let all: Vec<Vec<u8>> = states.iter().cloned().collect();
        let run = SortedRun::open(&folder, "run").expect("it is opened");
        prop_assert_eq!(&read(run).expect("it is read"), &all);
        let run = SortedRun::open_with_filter(&folder, "run").expect("it is opened");
        prop_assert!(states.iter().all(|state| run.may_contain(state)));
        let written = others.difference(&states).filter(|it| written.may_contain(it));
        prop_assert!(written.eq(others.difference(&states).filter(|it| run.may_contain(it))));
        let run = Arc::new(run);
        let mut cursor = Cursor::new(Arc::clone(&run)).expect("there is memory");
        for number in (0..all.len()).rev().step_by(7).chain((0..all.len()).step_by(3)) {
            prop_assert!(cursor.seek(number as u64).expect("it is read"));
            prop_assert_eq!(cursor.state(), &all[number]);
        }
        prop_assert!(!cursor.seek(all.len() as u64).expect("it is read"));
        for state in states.iter().chain(&others) {
            let found = cursor.find(state).expect("it is read");
            prop_assert_eq!(found, states.contains(state));
            prop_assert!(!found || cursor.state() == state);
        }
        let mut onwards = Cursor::new(Arc::clone(&run)).expect("there is memory");
        for state in states.iter().step_by(5).chain(&others).collect::<BTreeSet<_>>() {
            let found = onwards.find_onwards(state).expect("it is read");
            prop_assert_eq!(found, states.contains(state));
        }
    }

    /// States that are in order only here and there come back as they were written, but cannot be looked for, or merged.
    #[test]
    fn states_come_back_in_the_order_of_their_blocks(
        sets in prop::collection::vec(sets(), 0..4),
        all_at_once: bool,
    ) {
        let folder = Memory::new();
        let mut writer = RunWriter::new(&folder, "run").expect("it is made");
        for states in &sets {
            if all_at_once {
                let (mut block, mut sealed) = (BlockWriter::quick()?, SealedBlock::default());
                for state in states {
                    block.push(state)?;
                    if block.is_full() {
                        block.seal(&mut sealed)?;
                        writer.push_block(&sealed).expect("it is written");
                    }
                }
                if block.states() > 0 {
                    block.seal(&mut sealed)?;
                    writer.push_block(&sealed).expect("it is written");
                }
            } else {
                states.iter().for_each(|state| writer.push(state).expect("it is written"));
            }
        }
        let all: Vec<&Vec<u8>> = sets.iter().flatten().collect();
        let written = writer.finish().expect("it is written");
        prop_assert_eq!(written.states(), all.len() as u64);
        let run = SortedRun::open(&folder, "run").expect("it is opened");
        prop_assert!(read(run).expect("it is read").iter().eq(all.iter().copied()));
        let damaged = |result: Result<(), RunError>| matches!(result, Err(RunError::Damaged(_)));
        prop_assert!(damaged(SortedRun::open_with_filter(&folder, "run").map(drop)));
        let run = Arc::new(written);
        let mut cursor = Cursor::new(Arc::clone(&run)).expect("there is memory");
        for number in (0..all.len()).rev().step_by(7) {
            prop_assert!(cursor.seek(number as u64).expect("it is read"));
            prop_assert_eq!(cursor.state(), all[number]);
        }
        let mut other = Cursor::new(run).expect("there is memory");
        prop_assert!(damaged(cursor.find(b"a").map(drop)));
        prop_assert!(damaged(other.find_onwards(b"a").map(drop)));
        prop_assert!(damaged(Merge::new(vec![other]).map(drop)));
    }

    #[test]
    fn several_runs_are_merged(sets in prop::collection::vec(sets(), 0..6)) {
        let folder = Memory::new();
        let cursors = sets.iter().enumerate().map(|(number, states)| {
            Cursor::new(Arc::new(write(&folder, &number.to_string(), states)?))
        });
        let cursors = cursors.collect::<Result<_, RunError>>().expect("they are written");
        let mut merge = Merge::new(cursors).expect("they are read");
        let mut merged = Vec::new();
        while merge.advance().expect("they are read") {
            merged.push(merge.state().to_vec());
        }
        let expected: BTreeSet<Vec<u8>> = sets.into_iter().flatten().collect();
        prop_assert_eq!(merged, expected.into_iter().collect::<Vec<_>>());
    }
}

/// Some blocks of states with little in common.
fn scattered() -> BTreeSet<Vec<u8>> {
    (0..9000_u64).map(|it| filter::hash(&it.to_le_bytes()).to_be_bytes().repeat(3)).collect()
}

#[test]
fn alike_states_take_little() {
    let folder = Memory::new();
    let states: BTreeSet<Vec<u8>> =
        (0..100_000_u32).map(|it| [&[9; 40][..], &(it * 3).to_be_bytes()].concat()).collect();
    let run = write(&folder, "run", &states).expect("it is written");
    let bytes = run.file_bytes() as f64 / states.len() as f64;
    assert!(bytes < 0.75, "{bytes} bytes a state");
    assert!(run.memory() < 2 * states.len() as u64);
}

#[test]
fn states_out_of_order_are_refused() {
    let folder = Memory::new();
    let mut writer = RunWriter::to_be_merged(&folder, "run").expect("it is made");
    writer.push(b"b").expect("the first");
    for state in ["a", "b", ""] {
        assert!(matches!(writer.push(state.as_bytes()), Err(RunError::Io(_))));
    }
    drop(writer);
    assert!(folder.names().is_empty(), "what is not finished goes");
}

/// Whatever byte of a file is another, whoever opens it is told; and whoever has it open reads the right states or is told.
#[test]
fn damage_is_seen() {
    let folder = Memory::new();
    let mut states: Vec<Vec<u8>> = scattered().into_iter().take(300).collect();
    write(&folder, "run", &states).expect("it is written");
    assert_damage_is_seen(&folder, &states);
    states.rotate_left(100);
    let mut writer = RunWriter::new(&folder, "run").expect("it is made");
    states.iter().for_each(|state| writer.push(state).expect("it is written"));
    writer.finish().expect("it is written");
    assert_damage_is_seen(&folder, &states);
}

/// Of a run that has these states.
fn assert_damage_is_seen(folder: &Memory, states: &[Vec<u8>]) {
    let bytes = folder.files()["run"].clone();
    let open = |bytes: Vec<u8>| {
        folder.files().insert("damaged".into(), bytes);
        SortedRun::open(folder, "damaged")
    };
    for place in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[place] ^= 1 << (place % 8);
        assert!(open(damaged).is_err(), "byte {place}");
        let cut = open(bytes[..place].to_vec());
        assert!(matches!(cut, Err(RunError::Damaged(_) | RunError::Version(_))), "{place} bytes");
    }
    let version = bytes.len() - MAGIC.len() - 4;
    let mut older = bytes.clone();
    older[version] = 1;
    assert!(matches!(open(older), Err(RunError::Version(1))));
    let trailer = bytes.len() - 52;
    let footer_at = u64::from_le_bytes(bytes[trailer + 32..][..8].try_into().expect("eight"));
    let footer = &bytes[footer_at as usize..trailer];
    let hash = blake3::hash(&bytes[..trailer]);
    for place in 0..footer_at as usize {
        let mut damaged = bytes.clone();
        damaged[place] ^= 0x10;
        let file = Box::new(Whole { bytes: damaged, folder: Memory::new() });
        let run = SortedRun::of("run", file, &Described { footer, footer_at, hash })
            .expect("the footer is right");
        assert!(matches!(read(run), Err(RunError::Damaged(_))), "byte {place}");
    }
    // A footer whose hash somebody made right.
    for place in 0..footer.len() {
        for bit in 0..8 {
            let mut footer = footer.to_vec();
            footer[place] ^= 1 << bit;
            let file = Box::new(Whole { bytes: bytes.clone(), folder: Memory::new() });
            let described = Described { footer: &footer, footer_at, hash };
            if let Ok(run) = SortedRun::of("run", file, &described) {
                // First states may lie.
                let found = read(run);
                assert!(found.is_err() || found.is_ok_and(|it| it == states));
            }
        }
    }
}

/// Whatever call fails, there is no file under the name but a complete one.
#[test]
fn failures_leave_nothing_behind() {
    let states = scattered();
    for failing in 0.. {
        let folder = Memory::failing_at(failing);
        let result = write(&folder, "run", &states).and_then(read);
        let calls = folder.calls();
        match &result {
            Ok(found) => {
                assert!(found.iter().eq(&states));
                assert!(calls <= failing, "a call that failed");
                break;
            }
            Err(error) => assert!(matches!(error, RunError::Io(_)), "{error}"),
        }
        let whole = Memory { failing: usize::MAX, ..folder.clone() };
        match SortedRun::open(&whole, "run") {
            Ok(run) => assert_eq!(run.states(), states.len() as u64),
            Err(_) => assert!(folder.names().is_empty(), "call {failing}: {:?}", folder.names()),
        }
    }
}

#[test]
fn files_without_names_are_seen_by_nobody() {
    let place = std::env::temp_dir().join(format!("quotient-runs-{}", std::process::id()));
    std::fs::create_dir(&place).expect("there is none of this name");
    let states = scattered();
    let folder = Scratch::new(&place, None);
    write(&folder, "run", &states).expect("it is written");
    let run = SortedRun::open(&folder, "run").expect("it is complete");
    assert!(matches!(SortedRun::open(&folder, "another"), Err(RunError::Io(_))));
    assert_eq!(std::fs::read_dir(&place).expect("it is there").count(), 0);
    folder.remove("run").expect("it is there");
    assert!(read(run).expect("it was opened before").iter().eq(&states));
    std::fs::remove_dir(&place).expect("it is empty");
    assert!(write(&folder, "run", &states).is_err(), "the place is gone");
}
