//! The files of all machines in the folder of the first, and the checkpoint that is made of them.

use std::collections::{HashMap, HashSet};
use std::io;

use serde::{Deserialize, Serialize};

use super::shortest;
use crate::checkpoint::{Checkpoints, FileEntry, LevelEntry, Position, StoreEntry};
use crate::sorted_runs::{Folder, NewFile};
use crate::visited::Offers;

/// The part of a machine in a checkpoint.
#[derive(Serialize, Deserialize)]
pub(super) struct Part {
    pub(super) position: Position,
    pub(super) states: u64,
    /// The files by the names that they have there.
    pub(super) levels: Vec<LevelEntry>,
}

/// What the first machine has of the files of all.
#[derive(Default)]
pub(super) struct Gathered {
    /// How many files were written.
    pub(super) files: u64,
    /// The names that the files of machines have here.
    names: HashMap<(usize, String), String>,
    /// The file that comes from each machine, by its name there.
    open: HashMap<usize, (String, Box<dyn NewFile>)>,
    /// Why one could not be written.
    failure: Option<io::Error>,
}

impl Gathered {
    /// Takes a piece of a file: a message has the name that it has there, and the piece.
    pub(super) fn take(&mut self, folder: &dyn Folder, from: usize, message: &Offers) {
        if self.failure.is_some() || message.len() != 2 {
            return;
        }
        let name = String::from_utf8_lossy(message.state(0)).into_owned();
        if let Err(error) = self.append(folder, from, &name, message.state(1)) {
            self.failure = Some(error);
        }
    }

    fn append(
        &mut self,
        folder: &dyn Folder,
        from: usize,
        name: &str,
        piece: &[u8],
    ) -> io::Result<()> {
        if self.open.get(&from).is_none_or(|(open, _)| open != name) {
            self.files += 1;
            let kept = format!("{}.run", self.files);
            self.open.insert(from, (name.to_owned(), folder.create(&kept)?));
            self.names.insert((from, name.to_owned()), kept);
        }
        let file = self.open.get_mut(&from);
        file.map_or(Ok(()), |(_, file)| file.append(piece))
    }

    /// Makes a checkpoint of the parts of all machines.
    pub(super) fn commit<'p>(
        &mut self,
        checkpoints: &Checkpoints,
        parts: impl Iterator<Item = &'p [u8]>,
    ) -> Result<(), String> {
        self.open.clear();
        if let Some(error) = self.failure.take() {
            return Err(error.to_string());
        }
        let parts: Option<Vec<Part>> = parts.map(|it| serde_json::from_slice(it).ok()).collect();
        let mut parts = parts.ok_or("another machine could not keep its states")?;
        for (machine, part) in parts.iter_mut().enumerate() {
            for FileEntry { name, .. } in part.levels.iter_mut().map(|level| &mut level.file) {
                let kept = self.names.get(&(machine, std::mem::take(name)));
                *name = kept.ok_or("a machine has named a file that it has not sent")?.clone();
            }
        }
        let levels = parts.iter().flat_map(|part| &part.levels);
        let named: HashSet<&str> = levels.map(|level| level.file.name.as_str()).collect();
        let folder = checkpoints.folder();
        self.names.retain(|_, name| {
            let is_named = named.contains(name.as_str());
            if !is_named {
                // What cannot be removed goes when the search is resumed.
                let _ = folder.remove(name);
            }
            is_named
        });
        let position = together(&parts);
        let states = parts.iter().map(|part| part.states).sum();
        let mut levels = parts.into_iter().map(|part| part.levels);
        let store = StoreEntry {
            states,
            files: self.files,
            removed: 0,
            runs: Vec::new(),
            levels: levels.next().unwrap_or_default(),
            left: None,
            candidates: Vec::new(),
            others: levels.collect(),
        };
        checkpoints.commit(position, None, store).map_err(|error| error.to_string())
    }

    /// All files will come again.
    pub(super) fn forget(&mut self, folder: &dyn Folder) {
        self.open.clear();
        self.failure = None;
        for (_, name) in self.names.drain() {
            let _ = folder.remove(&name);
        }
    }
}

/// How far all machines have come, of which the first is the first.
fn together(parts: &[Part]) -> Position {
    let positions = || parts.iter().map(|part| &part.position);
    let met = positions().flat_map(|it| &it.met);
    Position {
        transitions: positions().map(|it| it.transitions).sum(),
        violations: positions().map(|it| it.violations).sum(),
        met: shortest(met).into_iter().cloned().collect(),
        is_cut: positions().any(|it| it.is_cut),
        noted: positions().flat_map(|it| it.noted.clone()).collect(),
        ..parts[0].position.clone()
    }
}
