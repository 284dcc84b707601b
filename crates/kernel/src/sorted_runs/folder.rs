//! Where runs are kept: the little that they ask of a file system, so that tests can let each call fail.

use std::fs::{self, DirBuilder, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

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

/// A folder on disk of its own, which nobody else may look into, and which goes with all that is in it when this is dropped. So the disk
/// need not keep anything: that it does is not waited for.
pub struct DiskFolder {
    path: PathBuf,
}

impl DiskFolder {
    /// Makes a new folder.
    ///
    /// # Errors
    /// There is one of this name, or it cannot be made.
    pub fn new(path: impl Into<PathBuf>) -> io::Result<Self> {
        let path = path.into();
        let mut builder = DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(&path)?;
        Ok(DiskFolder { path })
    }

    /// Makes a new folder within another, whose name no other has.
    ///
    /// # Errors
    /// It cannot be made.
    pub fn within(place: &Path) -> io::Result<Self> {
        static MADE: AtomicU64 = AtomicU64::new(0);
        loop {
            let number = MADE.fetch_add(1, Relaxed);
            let name = format!("quotient-{}-{number}", std::process::id());
            match Self::new(place.join(name)) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                made => return made,
            }
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for DiskFolder {
    /// What cannot be removed stays: nobody can be told.
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}

impl Folder for DiskFolder {
    fn create(&self, name: &str) -> io::Result<Box<dyn NewFile>> {
        Ok(Box::new(Writing(File::create(self.path.join(name))?)))
    }

    fn open(&self, name: &str) -> io::Result<Box<dyn StoredFile>> {
        let file = File::open(self.path.join(name))?;
        let length = file.metadata()?.len();
        Ok(Box::new(Stored { file, length }))
    }

    fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        fs::rename(self.path.join(from), self.path.join(to))
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        fs::remove_file(self.path.join(name))
    }

    fn sync(&self) -> io::Result<()> {
        Ok(())
    }
}

struct Writing(File);

impl NewFile for Writing {
    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.0.write_all(bytes)
    }

    fn sync(&mut self) -> io::Result<()> {
        Ok(())
    }
}

struct Stored {
    file: File,
    length: u64,
}

impl StoredFile for Stored {
    fn length(&self) -> u64 {
        self.length
    }

    #[cfg(unix)]
    fn read_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(&self.file, bytes, offset)
    }

    #[cfg(windows)]
    fn read_at(&self, mut bytes: &mut [u8], mut offset: u64) -> io::Result<()> {
        while !bytes.is_empty() {
            let count = std::os::windows::fs::FileExt::seek_read(&self.file, bytes, offset)?;
            if count == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            bytes = &mut bytes[count..];
            offset += count as u64;
        }
        Ok(())
    }
}
