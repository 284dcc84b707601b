use std::collections::BTreeMap;
use std::io;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard};

use super::*;
use crate::sorted_runs::{NewFile, StoredFile};
use crate::store::StateIdentity;
use crate::{
    Outcome, Property, PropertyId, PropertyKind, SearchOptions, Silent, Starts, StopReason, Store,
    Transition, TransitionSystem, ViolatedBy, Visitor, search,
};

/// A disk that loses its power after so many calls. What it was not asked to keep may be there afterwards, or not.
#[derive(Clone)]
struct Disk(Arc<Mutex<Contents>>);

struct Contents {
    names: BTreeMap<String, Arc<Mutex<Bytes>>>,
    /// The names that it was asked to keep.
    kept: BTreeMap<String, Arc<Mutex<Bytes>>>,
    calls: u64,
    /// Calls from here on fail, as many as this.
    failing: std::ops::Range<u64>,
}

#[derive(Clone, Default)]
struct Bytes {
    written: Vec<u8>,
    kept: Vec<u8>,
}

/// What of the things that a disk was not asked to keep is there all the same.
#[derive(Clone, Copy, Debug)]
enum Luck {
    Nothing,
    Names,
    All,
}

impl Disk {
    fn failing_at(failing: std::ops::Range<u64>) -> Disk {
        let (names, kept) = Default::default();
        Disk(Arc::new(Mutex::new(Contents { names, kept, calls: 0, failing })))
    }

    fn contents(&self) -> MutexGuard<'_, Contents> {
        self.0.lock().expect("nobody panicked")
    }

    fn call(&self) -> io::Result<MutexGuard<'_, Contents>> {
        let mut contents = self.contents();
        contents.calls += 1;
        if contents.failing.contains(&(contents.calls - 1)) {
            return Err(io::ErrorKind::StorageFull.into());
        }
        Ok(contents)
    }

    /// The disk when it has power again.
    fn afterwards(&self, luck: Luck) -> Disk {
        let contents = self.contents();
        let names = if let Luck::Nothing = luck { &contents.kept } else { &contents.names };
        let names = names.iter().map(|(name, bytes)| {
            let Bytes { written, kept } = bytes.lock().expect("nobody panicked").clone();
            let written = if let Luck::All = luck { written } else { kept };
            (name.clone(), Arc::new(Mutex::new(Bytes { kept: written.clone(), written })))
        });
        let names: BTreeMap<_, _> = names.collect();
        let kept = names.clone();
        let failing = u64::MAX..u64::MAX;
        Disk(Arc::new(Mutex::new(Contents { names, kept, calls: 0, failing })))
    }

    fn has_manifest(&self) -> bool {
        self.contents().names.contains_key(manifest::NAME)
    }
}

impl Folder for Disk {
    fn create(&self, name: &str) -> io::Result<Box<dyn NewFile>> {
        let bytes: Arc<Mutex<Bytes>> = Arc::default();
        self.call()?.names.insert(name.to_owned(), bytes.clone());
        Ok(Box::new(File { disk: self.clone(), bytes }))
    }

    fn open(&self, name: &str) -> io::Result<Box<dyn StoredFile>> {
        let found = self.call()?.names.get(name).cloned();
        let bytes = found.ok_or(io::ErrorKind::NotFound)?;
        Ok(Box::new(File { disk: self.clone(), bytes }))
    }

    fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        let mut contents = self.call()?;
        let bytes = contents.names.remove(from).ok_or(io::ErrorKind::NotFound)?;
        contents.names.insert(to.to_owned(), bytes);
        Ok(())
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        self.call()?.names.remove(name).map(|_| ()).ok_or(io::ErrorKind::NotFound.into())
    }

    fn sync(&self) -> io::Result<()> {
        let mut contents = self.call()?;
        contents.kept = contents.names.clone();
        Ok(())
    }
}

struct File {
    disk: Disk,
    bytes: Arc<Mutex<Bytes>>,
}

impl NewFile for File {
    /// What fails has written a half.
    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        let result = self.disk.call().map(|_| ());
        let count = if result.is_ok() { bytes.len() } else { bytes.len() / 2 };
        let mut file = self.bytes.lock().expect("nobody panicked");
        file.written.extend_from_slice(&bytes[..count]);
        result
    }

    fn sync(&mut self) -> io::Result<()> {
        drop(self.disk.call()?);
        let mut file = self.bytes.lock().expect("nobody panicked");
        file.kept = file.written.clone();
        Ok(())
    }
}

impl StoredFile for File {
    fn length(&self) -> u64 {
        self.bytes.lock().expect("nobody panicked").written.len() as u64
    }

    fn read_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<()> {
        drop(self.disk.call()?);
        let file = self.bytes.lock().expect("nobody panicked");
        let rest = file.written.get(offset as usize..).unwrap_or_default();
        let found = rest.get(..bytes.len()).ok_or(io::ErrorKind::UnexpectedEof)?;
        bytes.copy_from_slice(found);
        Ok(())
    }
}

/// Two numbers that grow, up to a bound. Each step beyond it violates the property. The search of it is cancelled after so many states.
struct Numbers {
    bound: u32,
    properties: [Property; 1],
    patience: AtomicU64,
    cancel: Arc<AtomicBool>,
}

impl Numbers {
    fn new(bound: u32) -> Self {
        let properties = [Property::new("the bound", PropertyKind::Assertion)];
        Numbers { bound, properties, patience: AtomicU64::new(u64::MAX), cancel: Arc::default() }
    }
}

impl TransitionSystem for Numbers {
    type State = [u32; 2];
    type Step = usize;
    /// How many states were expanded.
    type Scratch = u64;

    fn scratch(&self) -> u64 {
        0
    }

    fn initial_states(&self, _: &mut u64, starts: &mut dyn Starts<Self::State>) -> ControlFlow<()> {
        starts.start(&[0; 2])
    }

    fn successors<V: Visitor<Self>>(
        &self,
        state: &Self::State,
        expanded: &mut u64,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        *expanded += 1;
        if self.patience.fetch_sub(1, Relaxed) == 1 {
            self.cancel.store(true, Relaxed);
        }
        for number in 0..2 {
            let mut target = *state;
            target[number] += 1;
            let is_beyond = target[number] > self.bound;
            visitor.transition(Transition {
                steps: &[number],
                target: Some(&target).filter(|_| !is_beyond),
                violation: is_beyond.then(|| PropertyId::new(0)),
            })?;
        }
        ControlFlow::Continue(())
    }

    fn identity(&self) -> StateIdentity {
        StateIdentity::Whole
    }

    fn encode(&self, state: &Self::State, out: &mut Vec<u8>) {
        out.extend(state.iter().flat_map(|number| number.to_be_bytes()));
    }

    fn decode(&self, bytes: &[u8], state: &mut Self::State) {
        let numbers = bytes.as_chunks().0.iter().map(|&bytes| u32::from_be_bytes(bytes));
        state.iter_mut().zip(numbers).for_each(|(number, value)| *number = value);
    }

    fn blank(&self) -> Self::State {
        [0; 2]
    }

    fn properties(&self) -> &[Property] {
        &self.properties
    }

    fn violates(&self, _: &Self::State, asked: PropertyId, _: &mut u64) -> bool {
        crate::no_invariants(asked)
    }

    fn may_halt(&self, _: &Self::State) -> bool {
        true
    }
}

/// Why it ended, states, transitions, depth, violations, how many states were expanded, and how long the runs are. (Which of two that
/// are equally long is told depends on the order of the states, and that of a level that comes from a file is another.)
type Facts = (StopReason, [u64; 4], u64, Vec<usize>);

/// All that a search says.
fn facts(outcome: &Outcome<Numbers>) -> Facts {
    let counted = outcome.statistics;
    let runs = outcome.violations.iter().map(|found| {
        let is_beyond = |step: usize| found.trace.states.last().is_some_and(|it| it[step] == BOUND);
        assert!(
            matches!(&found.trace.violated_by, ViolatedBy::Transition(steps) if is_beyond(steps[0]))
        );
        found.trace.states.len()
    });
    let expanded: u64 = outcome.scratches.iter().sum();
    let counts = [counted.states, counted.transitions, counted.depth, outcome.violation_count];
    (outcome.stop, counts, expanded, runs.collect::<Vec<_>>())
}

/// Searches on this disk, with a checkpoint after each chunk, from the one that is there.
fn searched(
    system: &Numbers,
    disk: &Disk,
    store: Store,
) -> Result<(Outcome<Numbers>, Checkpoints), CheckpointError> {
    let about = vec![("the bound".to_owned(), system.bound.to_string())];
    let resumed = match disk.has_manifest() {
        true => Some(Checkpoints::read(disk, &about)?),
        false => None,
    };
    let place = Path::new("nowhere");
    let checkpoints =
        Checkpoints::new(place, Box::new(disk.clone()), Duration::ZERO, about, resumed);
    system.cancel.store(false, Relaxed);
    let options = SearchOptions {
        store,
        keep_going: true,
        checkpoints: Some(checkpoints.clone()),
        cancel: Some(system.cancel.clone()),
        ..SearchOptions::default()
    };
    Ok((search(system, &options, &Silent), checkpoints))
}

const BOUND: u32 = 5;
/// The beginning of a search is looked at before it, 64 states. It is cancelled in the middle.
const PATIENCE: u64 = 64 + 20;
const STORES: [Store; 2] = [Store::Auto, Store::Disk];

/// How many calls a search makes that nothing disturbs.
fn calls(store: Store) -> u64 {
    let disk = Disk::failing_at(u64::MAX..u64::MAX);
    searched(&Numbers::new(BOUND), &disk, store).expect("no failure");
    disk.0.lock().map_or(0, |contents| contents.calls)
}

fn undisturbed() -> Facts {
    let options = SearchOptions { keep_going: true, ..SearchOptions::default() };
    facts(&search(&Numbers::new(BOUND), &options, &Silent))
}

/// Whenever power is lost, the search goes on from a checkpoint that there was, or begins again.
#[test]
fn power_may_be_lost_at_any_moment() {
    let expected = undisturbed();
    let system = Numbers::new(BOUND);
    let mut gone_on = 0;
    for store in STORES {
        let calls = calls(store);
        assert!(calls > 100);
        for lost in 0..calls {
            let disk = Disk::failing_at(lost..u64::MAX);
            let _ = searched(&system, &disk, store).expect("there is nothing yet");
            for luck in [Luck::Nothing, Luck::Names, Luck::All] {
                let disk = disk.afterwards(luck);
                gone_on += u64::from(disk.has_manifest());
                let what = format!("{store:?}, lost at {lost} of {calls}, {luck:?}");
                let (outcome, _) = searched(&system, &disk, store).expect(&what);
                assert_eq!(facts(&outcome), expected, "{what}");
            }
        }
    }
    assert!(gone_on > 300, "{gone_on}");
}

/// A call that fails costs a checkpoint, or ends a search that needs the file: what it says then is right, and the checkpoint before is.
#[test]
fn each_call_may_fail() {
    let expected = undisturbed();
    let system = Numbers::new(BOUND);
    let (mut ended, mut gone_on) = (0, 0);
    for store in STORES {
        let calls = calls(store);
        for failing in 0..calls {
            let disk = Disk::failing_at(failing..failing + 1);
            let (outcome, _) = searched(&system, &disk, store).expect("there is nothing yet");
            match outcome.stop {
                StopReason::StoreFailed(io::ErrorKind::StorageFull) => ended += 1,
                _ => {
                    gone_on += 1;
                    assert_eq!(facts(&outcome), expected, "{store:?}, {failing} of {calls}");
                }
            }
            let disk = disk.afterwards(Luck::Nothing);
            let (outcome, _) = searched(&system, &disk, store).expect("the one before");
            assert_eq!(facts(&outcome), expected, "{store:?}, {failing} of {calls}, resumed");
        }
    }
    assert!(ended > 30 && gone_on > 100, "{ended} {gone_on}");
}

/// The disk of a search that was interrupted.
fn interrupted(store: Store) -> Disk {
    let disk = Disk::failing_at(u64::MAX..u64::MAX);
    let system = Numbers { patience: AtomicU64::new(PATIENCE), ..Numbers::new(BOUND) };
    let (outcome, checkpoints) = searched(&system, &disk, store).expect("no failure");
    assert_eq!((outcome.stop, checkpoints.failure()), (StopReason::Cancelled, None));
    disk
}

/// Every byte that is another is noticed, and a file that is cut off, or in the place of another one.
#[test]
fn damage_is_refused() {
    let system = Numbers::new(BOUND);
    for store in STORES {
        let disk = interrupted(store);
        let (outcome, _) = searched(&system, &disk.afterwards(Luck::All), store).expect("whole");
        assert_eq!(facts(&outcome), undisturbed());
        let files: Vec<_> = disk.contents().names.clone().into_iter().collect();
        assert!(files.len() >= 3);
        let refused = |damaged: &Disk, what: &str| match searched(&system, damaged, store) {
            Err(CheckpointError::Damaged(_) | CheckpointError::Version(_)) => {}
            Err(CheckpointError::Io(error)) if error.kind() == io::ErrorKind::NotFound => {}
            Err(why) => panic!("{what}: {why}"),
            Ok(_) => panic!("{what}: it was not noticed"),
        };
        for (name, bytes) in &files {
            let whole = bytes.lock().expect("nobody panicked").written.clone();
            let with = |written: Vec<u8>| {
                let disk = disk.afterwards(Luck::All);
                let bytes = Arc::new(Mutex::new(Bytes { kept: written.clone(), written }));
                disk.contents().names.insert(name.clone(), bytes);
                disk
            };
            for place in 0..whole.len() {
                let mut other = whole.clone();
                other[place] ^= 1 << (place % 8);
                refused(&with(other), &format!("{name}, byte {place}"));
                refused(&with(whole[..place].to_vec()), &format!("{name}, cut at {place}"));
            }
            for (other, bytes) in files.iter().filter(|(other, _)| other != name) {
                let bytes = bytes.lock().expect("nobody panicked").written.clone();
                if bytes != whole {
                    refused(&with(bytes), &format!("{other} for {name}"));
                }
            }
        }
    }
}

/// What a manifest says is not believed, even if its hash is right.
#[test]
fn what_contradicts_itself_is_refused() {
    let about = [("the bound".to_owned(), BOUND.to_string())];
    let disk = interrupted(Store::Auto);
    let manifest = Checkpoints::read(&disk, &about).expect("its own");
    let changes: [fn(&mut Manifest); 6] = [
        |it| it.store.left.iter_mut().for_each(|it| it.name = "../1.run".to_owned()),
        |it| it.store.levels[0].file.name = "/etc/passwd".to_owned(),
        |it| it.position.depth += 1,
        |it| it.store.levels.last_mut().expect("one").end = u64::MAX,
        |it| it.position.noted.clear(),
        |it| it.store.states = 1,
    ];
    for (place, change) in changes.iter().enumerate() {
        let mut changed = manifest.clone();
        change(&mut changed);
        let written = changed.to_bytes();
        let bytes = Arc::new(Mutex::new(Bytes { kept: written.clone(), written }));
        disk.contents().names.insert(manifest::NAME.to_owned(), bytes);
        let why = Checkpoints::read(&disk, &about).expect_err("it is impossible");
        assert!(
            matches!(&why, CheckpointError::Damaged(it) if it.contains("contradicts")),
            "{place}: {why}"
        );
    }
}

/// What is replaced gives back its bytes.
#[test]
fn the_limit_is_of_what_is_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let named = Named::make(&folder.path().join("new"), Some(350)).expect("a folder in it");
    for _ in 0..20 {
        for name in ["1.run.part", "2.run"] {
            named.create(name).and_then(|mut it| it.append(&[7; 100])).expect("there is room");
        }
        named.rename("1.run.part", "1.run").expect("it is there");
        named.remove("2.run").expect("it is there");
    }
    named.create("2.run").and_then(|mut it| it.append(&[7; 100])).expect("there is room");
    named.create("3.run").and_then(|mut it| it.append(&[7; 100])).expect("there is room");
    let full = named.create("4.run").and_then(|mut it| it.append(&[7; 100]));
    assert_eq!(full.map_err(|it| it.kind()), Err(io::ErrorKind::QuotaExceeded));
}

/// A search that is repeated makes none, and leaves none that could be gone on with.
#[test]
fn a_second_search_makes_none() {
    let disk = Disk::failing_at(u64::MAX..u64::MAX);
    let system = Numbers { patience: AtomicU64::new(PATIENCE), ..Numbers::new(BOUND) };
    let (outcome, checkpoints) = searched(&system, &disk, Store::Auto).expect("no failure");
    assert!(outcome.stop == StopReason::Cancelled && checkpoints.is_there());
    let again = SearchOptions {
        store: Store::Auto,
        keep_going: true,
        checkpoints: Some(checkpoints.clone()),
        ..SearchOptions::default()
    };
    let outcome = search(&Numbers::new(BOUND), &again, &Silent);
    assert_eq!(facts(&outcome), undisturbed());
    assert!(!checkpoints.is_there() && checkpoints.failure().is_some());
    assert_eq!(disk.contents().names.len(), 0);
}

#[test]
fn another_search_is_refused() {
    let disk = interrupted(Store::Auto);
    let Err(CheckpointError::Other { name, kept, now }) =
        searched(&Numbers::new(6), &disk, Store::Auto)
    else {
        panic!("it is another search");
    };
    assert_eq!([&name[..], &kept, &now], ["the bound", "5", "6"]);
    // Where nothing is said of what differs, how the search begins is compared.
    let manifest = Checkpoints::read(&disk, &[("the bound".into(), "5".into())]).expect("its own");
    let place = Path::new("nowhere");
    let kept = Checkpoints::new(place, Box::new(disk), Duration::ZERO, Vec::new(), Some(manifest));
    let options = SearchOptions { checkpoints: Some(kept), ..SearchOptions::default() };
    let outcome = search(&Numbers::new(4), &options, &Silent);
    assert_eq!(outcome.stop, StopReason::OtherSearch);
}
