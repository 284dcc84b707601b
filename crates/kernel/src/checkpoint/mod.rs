//! Checkpoints: a search by levels that goes on after the end of the program.
//!
//! A checkpoint is the files of the visited states ([sorted runs](crate::sorted_runs)) and one [manifest], which is replaced at once:
//! whenever the program is killed, the one before or the next one is there. What a manifest names stays until another has taken its
//! place ([`kept`]). It is made while no worker is within a chunk of states, so that states and counters are of one moment.

mod kept;
mod manifest;
mod named;
#[cfg(test)]
mod tests;

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::sorted_runs::Folder;
pub(crate) use kept::Kept;
pub(crate) use manifest::{FileEntry, LevelEntry, Manifest, Met, Position, StoreEntry};
use named::Named;

/// Where a search has its checkpoints, and how often it makes one. It is of one search: of several with the same options the first.
#[derive(Clone)]
pub struct Checkpoints(Arc<Inner>);

struct Inner {
    place: PathBuf,
    kept: Kept,
    every: Duration,
    about: Vec<(String, String)>,
    /// What to go on from, until a search does.
    resumed: Mutex<Option<Manifest>>,
    /// Whether a search has begun.
    is_used: AtomicBool,
    /// Why the last one could not be made.
    failure: Mutex<Option<String>>,
    /// When the last one was made.
    made: Mutex<Option<Instant>>,
}

impl fmt::Debug for Checkpoints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Checkpoints").field("place", &self.0.place).finish_non_exhaustive()
    }
}

impl Checkpoints {
    /// In this folder, which is made if there is none, one after each such time, of a search about which this is to be said: names and
    /// values, none of which may be another when it is resumed.
    ///
    /// # Errors
    /// The folder has a checkpoint, or something else, or is in use, or cannot be written.
    pub fn begin(
        place: &Path,
        most_bytes: Option<u64>,
        every: Duration,
        about: Vec<(String, String)>,
    ) -> Result<Self, CheckpointError> {
        let named = Named::make(place, most_bytes)?;
        if named.has(manifest::NAME) {
            return Err(CheckpointError::Exists);
        }
        named.tidy(&[])?;
        Ok(Self::new(place, Box::new(named), every, about, None))
    }

    /// The same, going on from the checkpoint that is there.
    ///
    /// # Errors
    /// There is none, or it is of another search, or damaged, or of another version.
    pub fn resume(
        place: &Path,
        most_bytes: Option<u64>,
        every: Duration,
        about: Vec<(String, String)>,
    ) -> Result<Self, CheckpointError> {
        if !place.join(manifest::NAME).is_file() {
            return Err(CheckpointError::None);
        }
        let named = Named::open(place, most_bytes)?;
        let manifest = Self::read(&named, &about)?;
        named.tidy(&manifest.names())?;
        Ok(Self::new(place, Box::new(named), every, about, Some(manifest)))
    }

    /// What is in a folder, all of it read once.
    fn read(folder: &dyn Folder, about: &[(String, String)]) -> Result<Manifest, CheckpointError> {
        let manifest = Manifest::read(folder)?;
        manifest.is_about(about)?;
        manifest.verify(folder)?;
        Ok(manifest)
    }

    fn new(
        place: &Path,
        folder: Box<dyn Folder>,
        every: Duration,
        about: Vec<(String, String)>,
        resumed: Option<Manifest>,
    ) -> Self {
        let names = resumed.iter().flat_map(Manifest::names);
        Checkpoints(Arc::new(Inner {
            place: place.to_owned(),
            kept: Kept::new(folder, names.map(str::to_owned).collect()),
            every,
            about,
            resumed: Mutex::new(resumed),
            is_used: AtomicBool::new(false),
            failure: Mutex::default(),
            made: Mutex::default(),
        }))
    }

    /// The folder.
    pub fn place(&self) -> &Path {
        &self.0.place
    }

    /// Whether there is a checkpoint.
    pub fn is_there(&self) -> bool {
        self.0.kept.has_manifest()
    }

    /// Why the last one could not be made, if so: the one before is there then, if there was one.
    pub fn failure(&self) -> Option<String> {
        self.0.failure.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// How long ago the last one was made here, if one was.
    pub fn age(&self) -> Option<Duration> {
        let made = *self.0.made.lock().unwrap_or_else(PoisonError::into_inner);
        made.map(|made| made.elapsed())
    }

    /// Removes it: the search has its answer.
    pub fn finish(&self) {
        self.0.kept.clear();
        named::leave(&self.0.place);
    }

    pub(crate) fn folder(&self) -> &Kept {
        &self.0.kept
    }

    /// Begins a search: that which makes checkpoints. Another one makes none, and those of the first are gone.
    pub(crate) fn begins_search(&self) -> bool {
        let is_first = !self.0.is_used.swap(true, Relaxed);
        if !is_first {
            self.0.kept.clear();
            self.note(&Err("the search was repeated, and makes none".to_owned()));
        }
        is_first
    }

    pub(crate) fn every(&self) -> Duration {
        self.0.every
    }

    /// What to go on from; nothing the second time.
    pub(crate) fn take_resumed(&self) -> Option<Manifest> {
        self.0.resumed.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Has the disk keep a checkpoint, in place of the one before.
    pub(crate) fn commit(
        &self,
        position: Position,
        begun: Option<Position>,
        store: StoreEntry,
    ) -> io::Result<()> {
        let manifest = Manifest::new(self.0.about.clone(), position, begun, store);
        let names = manifest.names().into_iter().map(str::to_owned).collect();
        self.0.kept.commit(manifest::NAME, &manifest.to_bytes(), names)
    }

    /// Notes whether the last one was made.
    pub(crate) fn note(&self, result: &Result<(), String>) {
        if result.is_ok() {
            *self.0.made.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
        }
        let failure = result.as_ref().err().cloned();
        *self.0.failure.lock().unwrap_or_else(PoisonError::into_inner) = failure;
    }
}

/// Why checkpoints cannot be made in a folder, or a search not be resumed.
#[derive(Debug)]
pub enum CheckpointError {
    /// There is one already.
    Exists,
    /// There is none.
    None,
    /// Another program uses it.
    InUse,
    /// Something else is in the folder: its name.
    Foreign(String),
    /// The file system said so.
    Io(io::Error),
    /// It is not what was written: where that was seen.
    Damaged(String),
    /// Another version has written it.
    Version(String),
    /// It is of another search.
    Other {
        /// What differs.
        name: String,
        /// What the checkpoint says of it.
        kept: String,
        /// What is now said of it.
        now: String,
    },
}

impl From<io::Error> for CheckpointError {
    fn from(error: io::Error) -> Self {
        CheckpointError::Io(error)
    }
}

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckpointError::Exists => {
                f.write_str("there is a checkpoint already; another folder keeps both")
            }
            CheckpointError::None => f.write_str("there is no checkpoint"),
            CheckpointError::InUse => f.write_str("another search is using the checkpoint"),
            CheckpointError::Foreign(name) => {
                write!(
                    f,
                    "it has `{name}`, which is no part of a checkpoint: a folder of their own is for them"
                )
            }
            CheckpointError::Io(error) => write!(f, "{error}"),
            CheckpointError::Damaged(place) => write!(f, "the checkpoint is damaged: {place}"),
            CheckpointError::Version(version) => {
                let own = manifest::VERSION;
                write!(f, "the checkpoint is of {version}, and this is version {own}")
            }
            CheckpointError::Other { name, kept, now } => {
                write!(f, "the checkpoint is of another search: {name} was {kept}, and is {now}")
            }
        }
    }
}

impl std::error::Error for CheckpointError {}
