//! What a checkpoint says beside its files: one line of JSON, and one with its BLAKE3.

use std::collections::HashSet;
use std::fmt::Display;

use serde::{Deserialize, Serialize};

use super::CheckpointError;
use super::named::is_run;
use crate::sorted_runs::{Folder, SortedRun};

/// The name of the file.
pub(super) const NAME: &str = "checkpoint.json";

/// The version of what writes it.
pub(super) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The version of its form.
const FORMAT: u32 = 3;

/// No manifest is longer, in bytes.
const LONGEST: u64 = 64 << 20;

#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
pub(crate) struct Manifest {
    format: u32,
    version: String,
    /// What must be the same when it is resumed.
    about: Vec<(String, String)>,
    pub position: Position,
    /// The same as the level began that is being expanded, if some of it was.
    pub begun: Option<Position>,
    pub store: StoreEntry,
}

/// How far a search has come, without the states.
#[derive(Clone, PartialEq, Serialize, Deserialize, Default, Debug)]
pub(crate) struct Position {
    /// A hash of how the search began: of the states and transitions that its first states have.
    pub beginning: String,
    /// The depth of the level that is being expanded.
    pub depth: u64,
    /// How long the search has taken, in milliseconds.
    pub elapsed: u64,
    /// Transitions from the states that were expanded, initial states included.
    pub transitions: u64,
    /// Violations met.
    pub violations: u64,
    /// The shortest for each property.
    pub met: Vec<Met>,
    /// Whether the depth limit has kept a state from being expanded.
    pub is_cut: bool,
    /// What the system has noted, worker by worker.
    pub noted: Vec<Vec<u64>>,
}

/// A violation.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
pub(crate) struct Met {
    pub property: usize,
    pub state: Vec<u8>,
    pub depth: u64,
    /// A transition out of the state violates it, and not the state itself.
    pub by_transition: bool,
}

/// The files of the states.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
pub(crate) struct StoreEntry {
    /// The states of all levels.
    pub states: u64,
    /// How many files were ever written.
    pub files: u64,
    /// The states of so many levels, the first ones, are in runs.
    pub removed: u64,
    pub runs: Vec<FileEntry>,
    pub levels: Vec<LevelEntry>,
    /// The states of the last level that were not expanded; none if it is the beginning of that level.
    pub left: Option<FileEntry>,
    /// States that those may lead to which were.
    pub candidates: Vec<FileEntry>,
    /// What further machines have of the same levels, if several have shared the search.
    pub others: Vec<Vec<LevelEntry>>,
}

impl StoreEntry {
    /// The levels, as each machine has them.
    pub(crate) fn parts(&self) -> impl Iterator<Item = &[LevelEntry]> {
        std::iter::once(&self.levels).chain(&self.others).map(Vec::as_slice)
    }
}

/// A file of levels.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
pub(crate) struct LevelEntry {
    pub start: u64,
    pub end: u64,
    pub is_bare: bool,
    pub rank: u32,
    pub file: FileEntry,
}

/// A sorted run.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
pub(crate) struct FileEntry {
    pub name: String,
    /// The BLAKE3 of the file without its trailer.
    pub hash: String,
}

impl Manifest {
    pub(super) fn new(
        about: Vec<(String, String)>,
        position: Position,
        begun: Option<Position>,
        store: StoreEntry,
    ) -> Self {
        Manifest { format: FORMAT, version: VERSION.to_owned(), about, position, begun, store }
    }

    /// How far the search had come when the level began.
    pub(crate) fn beginning_of_level(&self) -> &Position {
        self.begun.as_ref().unwrap_or(&self.position)
    }

    /// The names of all files, of each at least once.
    pub(super) fn names(&self) -> Vec<&str> {
        self.files().map(|file| file.name.as_str()).collect()
    }

    /// Has the files go when another manifest takes the place of this one.
    pub(crate) fn discard(&self, folder: &dyn Folder) {
        let names: HashSet<&str> = self.names().into_iter().collect();
        for name in names {
            // What cannot be removed goes when the search is resumed.
            let _ = folder.remove(name);
        }
    }

    fn files(&self) -> impl Iterator<Item = &FileEntry> {
        let store = &self.store;
        let levels = store.parts().flatten().map(|it| &it.file);
        store.runs.iter().chain(levels).chain(&store.candidates).chain(&store.left)
    }

    /// Reads all files once, to see whether they are as they were written.
    pub(super) fn verify(&self, folder: &dyn Folder) -> Result<(), CheckpointError> {
        let mut seen = HashSet::new();
        for FileEntry { name, hash } in self.files().filter(|file| seen.insert(&file.name)) {
            let damaged = |why: &dyn Display| CheckpointError::Damaged(format!("{name}, {why}"));
            let run = SortedRun::open(folder, name).map_err(|why| damaged(&why))?;
            if run.hash().to_string() != *hash {
                return Err(damaged(&"it is another file"));
            }
        }
        Ok(())
    }

    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = serde_json::to_vec(self).expect("all of it has a form in JSON");
        let hash = blake3::hash(&bytes);
        bytes.push(b'\n');
        bytes.extend_from_slice(hash.to_hex().as_bytes());
        bytes.push(b'\n');
        bytes
    }

    pub(super) fn read(folder: &dyn Folder) -> Result<Self, CheckpointError> {
        let damaged = |place: &str| CheckpointError::Damaged(format!("{NAME}, {place}"));
        let file = folder.open(NAME)?;
        if file.length() > LONGEST {
            return Err(damaged("it is too long"));
        }
        let mut bytes = vec![0; file.length() as usize];
        file.read_at(&mut bytes, 0)?;
        let lines = bytes.strip_suffix(b"\n").and_then(|it| {
            let end = it.iter().rposition(|&byte| byte == b'\n')?;
            Some((&it[..end], &it[end + 1..]))
        });
        let (json, hash) = lines.ok_or_else(|| damaged("it is cut off"))?;
        if blake3::hash(json).to_hex().as_bytes() != hash {
            return Err(damaged("its hash"));
        }
        /// What each version says.
        #[derive(Deserialize)]
        struct Written {
            format: u32,
            version: String,
        }
        let written: Written = serde_json::from_slice(json).map_err(|_| damaged("its version"))?;
        if written.format != FORMAT || written.version != VERSION {
            return Err(CheckpointError::Version(format!("version {}", written.version)));
        }
        let manifest: Manifest =
            serde_json::from_slice(json).map_err(|error| damaged(&error.to_string()))?;
        if manifest.is_possible() { Ok(manifest) } else { Err(damaged("it contradicts itself")) }
    }

    /// Whether files are in the folder, and there are as many levels as is said.
    fn is_possible(&self) -> bool {
        let Manifest { position, begun, store, .. } = self;
        let levels = |part: &[LevelEntry]| part.last().map_or(0, |last| last.end);
        let is_of_levels =
            store.runs.is_empty() && store.removed == 0 && store.candidates.is_empty();
        self.files().all(|file| is_run(&file.name))
            && store.parts().all(|part| position.depth.checked_add(1) == Some(levels(part)))
            && !position.noted.is_empty()
            && begun.as_ref().is_none_or(|begun| begun.depth == position.depth)
            && begun.is_some() == store.left.is_some()
            // The last level may have no states.
            && store.states.saturating_add(1) >= levels(&store.levels)
            && if store.left.is_some() { store.others.is_empty() } else { is_of_levels }
    }

    /// Whether all that is said about the search is said of this one.
    pub(super) fn is_about(&self, now: &[(String, String)]) -> Result<(), CheckpointError> {
        let value = |of: &[(String, String)], name: &str| {
            let found = of.iter().find(|(it, _)| it == name);
            found.map_or_else(|| "not there".to_owned(), |(_, value)| value.clone())
        };
        for (name, _) in self.about.iter().chain(now) {
            let (kept, now) = (value(&self.about, name), value(now, name));
            if kept != now {
                return Err(CheckpointError::Other { name: name.clone(), kept, now });
            }
        }
        Ok(())
    }
}
