//! Where runs are kept: the little that they ask of a file system, so that tests can let each call fail.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A folder of files that are written once, from front to end.
pub trait Folder: Send + Sync {
    /// A new file, in place of one that has this name.
    fn create(&self, name: &str) -> io::Result<Box<dyn NewFile>>;
    /// A file that is complete.
    fn open(&self, name: &str) -> io::Result<Box<dyn StoredFile>>;
    /// Gives a file another name, at once, in place of one that has it.
    fn rename(&self, from: &str, to: &str) -> io::Result<()>;
    /// Removes a file.
    fn remove(&self, name: &str) -> io::Result<()>;
    /// Has the disk keep which files there are.
    fn sync(&self) -> io::Result<()>;
}

/// A file that is being written.
pub trait NewFile: Send {
    /// Appends bytes, all of them.
    fn append(&mut self, bytes: &[u8]) -> io::Result<()>;
    /// Has the disk keep what was appended.
    fn sync(&mut self) -> io::Result<()>;
}

/// A file that is not written any more. It can be read while it is removed.
pub trait StoredFile: Send + Sync {
    /// Its bytes.
    fn length(&self) -> u64;
    /// Fills `bytes` from a place on.
    fn read_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<()>;
}

/// Files on disk that have names here only: nobody else sees them, and however the program ends, they go with it. So the disk need
/// not keep anything, and that it does is not waited for.
pub struct Scratch {
    place: PathBuf,
    files: Mutex<HashMap<String, Arc<File>>>,
    quota: Quota,
}

impl Scratch {
    /// Files that will be in the file system of this folder, of at most so many bytes together.
    pub fn new(place: impl Into<PathBuf>, most_bytes: Option<u64>) -> Self {
        Scratch { place: place.into(), files: Mutex::default(), quota: Quota::new(most_bytes) }
    }

    fn files(&self) -> MutexGuard<'_, HashMap<String, Arc<File>>> {
        self.files.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Folder for Scratch {
    fn create(&self, name: &str) -> io::Result<Box<dyn NewFile>> {
        let file = Arc::new(tempfile::tempfile_in(&self.place)?);
        self.files().insert(name.to_owned(), file.clone());
        Ok(Box::new(Writing::new(file, &self.quota, false)))
    }

    fn open(&self, name: &str) -> io::Result<Box<dyn StoredFile>> {
        let file = self.files().get(name).cloned().ok_or(io::ErrorKind::NotFound)?;
        Ok(Box::new(Stored::new(file)?))
    }

    fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        let mut files = self.files();
        let file = files.remove(from).ok_or(io::ErrorKind::NotFound)?;
        files.insert(to.to_owned(), file);
        Ok(())
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        let file = self.files().remove(name).ok_or(io::ErrorKind::NotFound)?;
        let length = file.metadata().map_or(0, |it| it.len());
        self.quota.give_back(length);
        Ok(())
    }

    fn sync(&self) -> io::Result<()> {
        Ok(())
    }
}

/// The bytes of all files of a folder, which may be limited.
#[derive(Clone)]
pub(crate) struct Quota {
    most: Option<u64>,
    taken: Arc<AtomicU64>,
}

impl Quota {
    /// At most so many; none are taken.
    pub(crate) fn new(most: Option<u64>) -> Self {
        Quota { most, taken: Arc::default() }
    }

    /// So many are taken, of files that there were before.
    pub(crate) fn begin(&self, bytes: u64) {
        self.taken.store(bytes, Relaxed);
    }

    fn take(&self, bytes: u64) -> io::Result<()> {
        let all = self.taken.fetch_add(bytes, Relaxed) + bytes;
        if self.most.is_some_and(|most| all > most) {
            self.give_back(bytes);
            return Err(io::ErrorKind::QuotaExceeded.into());
        }
        Ok(())
    }

    /// So many are free again.
    pub(crate) fn give_back(&self, bytes: u64) {
        self.taken.fetch_sub(bytes, Relaxed);
    }
}

/// A file on disk that is being written.
pub(crate) struct Writing {
    file: Arc<File>,
    quota: Quota,
    /// Whether the disk is asked to keep it.
    is_kept: bool,
}

impl Writing {
    pub(crate) fn new(file: Arc<File>, quota: &Quota, is_kept: bool) -> Self {
        Writing { file, quota: quota.clone(), is_kept }
    }
}

impl NewFile for Writing {
    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        let count = bytes.len() as u64;
        self.quota.take(count)?;
        let before = self.file.metadata()?.len();
        let written = (&*self.file).write_all(bytes);
        if written.is_err() {
            // A part of it may be there.
            let there = self.file.metadata().map_or(count, |it| it.len().saturating_sub(before));
            self.quota.give_back(count - there.min(count));
        }
        written
    }

    fn sync(&mut self) -> io::Result<()> {
        if self.is_kept { self.file.sync_all() } else { Ok(()) }
    }
}

/// A file on disk that is not written any more.
pub(crate) struct Stored {
    file: Arc<File>,
    length: u64,
}

impl Stored {
    pub(crate) fn new(file: Arc<File>) -> io::Result<Self> {
        let length = file.metadata()?.len();
        Ok(Stored { file, length })
    }
}

impl StoredFile for Stored {
    fn length(&self) -> u64 {
        self.length
    }

    fn read_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<()> {
        read_exact_at(&self.file, bytes, offset)
    }
}

/// Fills `bytes` from a place of a file on.
#[cfg(unix)]
fn read_exact_at(file: &File, bytes: &mut [u8], offset: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, offset)
}

/// Fills `bytes` from a place of a file on.
#[cfg(windows)]
fn read_exact_at(file: &File, mut bytes: &mut [u8], mut offset: u64) -> io::Result<()> {
    while !bytes.is_empty() {
        let count = std::os::windows::fs::FileExt::seek_read(file, bytes, offset)?;
        if count == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        bytes = &mut bytes[count..];
        offset += count as u64;
    }
    Ok(())
}
