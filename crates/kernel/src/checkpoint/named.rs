//! A folder of files with names, in use by one program at a time.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{CheckpointError, manifest};
use crate::sorted_runs::{Folder, NewFile, Quota, Stored, StoredFile, Writing};

/// The file that is locked by who uses the folder.
const LOCK: &str = "lock";

/// The files. They stay when the program ends.
pub(super) struct Named {
    place: PathBuf,
    quota: Quota,
    /// Locked as long as it is open.
    _lock: File,
}

impl Named {
    /// In this folder, for its user alone, which is made if there is none.
    pub(super) fn make(place: &Path, most_bytes: Option<u64>) -> Result<Self, CheckpointError> {
        let mut builder = fs::DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.recursive(true).create(place)?;
        Self::open(place, most_bytes)
    }

    /// In a folder that there is.
    pub(super) fn open(place: &Path, most_bytes: Option<u64>) -> Result<Self, CheckpointError> {
        // A folder that was never one of checkpoints has nothing that may be removed.
        let is_known = place.join(LOCK).is_file() || place.join(manifest::NAME).is_file();
        for entry in fs::read_dir(place)? {
            let name = entry?.file_name().to_string_lossy().into_owned();
            if !is_known || !is_ours(&name) {
                return Err(CheckpointError::Foreign(name));
            }
        }
        let lock =
            File::options().create(true).truncate(false).write(true).open(place.join(LOCK))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(CheckpointError::InUse),
            Err(TryLockError::Error(error)) => return Err(error.into()),
        }
        Ok(Named { place: place.to_owned(), quota: Quota::new(most_bytes), _lock: lock })
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.place.join(name).exists()
    }

    /// The bytes of a file; none if there is no such file.
    fn length(&self, name: &str) -> u64 {
        fs::metadata(self.place.join(name)).map_or(0, |it| it.len())
    }

    /// Removes what a program has left that ended before a manifest named it.
    pub(super) fn tidy(&self, named: &[&str]) -> io::Result<()> {
        let mut bytes = 0;
        for entry in fs::read_dir(&self.place)? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            if named.contains(&name.as_str()) || name == manifest::NAME || name == LOCK {
                bytes += entry.metadata()?.len();
            } else {
                fs::remove_file(entry.path())?;
            }
        }
        self.quota.begin(bytes);
        Ok(())
    }
}

/// Whether a file may be a sorted run of a checkpoint.
pub(super) fn is_run(name: &str) -> bool {
    let number = name.strip_suffix(".run");
    number.is_some_and(|it| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit()))
}

/// Whether a file may be part of a checkpoint.
fn is_ours(name: &str) -> bool {
    let whole = name.strip_suffix(".part").unwrap_or(name);
    is_run(whole) || whole == manifest::NAME || name == LOCK
}

/// Removes the folder, if nothing is left there.
pub(super) fn leave(place: &Path) {
    let _ = fs::remove_file(place.join(LOCK));
    let _ = fs::remove_dir(place);
}

impl Folder for Named {
    fn create(&self, name: &str) -> io::Result<Box<dyn NewFile>> {
        self.quota.give_back(self.length(name));
        let file = File::options()
            .create(true)
            .truncate(true)
            .read(true)
            .write(true)
            .open(self.place.join(name))?;
        Ok(Box::new(Writing::new(Arc::new(file), &self.quota, true)))
    }

    fn open(&self, name: &str) -> io::Result<Box<dyn StoredFile>> {
        Ok(Box::new(Stored::new(Arc::new(File::open(self.place.join(name))?))?))
    }

    fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        let replaced = self.length(to);
        fs::rename(self.place.join(from), self.place.join(to))?;
        self.quota.give_back(replaced);
        Ok(())
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        let length = self.length(name);
        fs::remove_file(self.place.join(name))?;
        self.quota.give_back(length);
        Ok(())
    }

    fn sync(&self) -> io::Result<()> {
        // Elsewhere a folder cannot be opened, and names need not be asked for.
        if cfg!(unix) { File::open(&self.place)?.sync_all() } else { Ok(()) }
    }
}
