//! The files that a model is made of, as they are before it is checked, and whether they are the same afterwards.

use std::fs::{Metadata, metadata};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use diagnostics::{FileId, Sources, read_file};

use crate::address::Address;

/// The files of a model.
pub(crate) struct Files(Vec<File>);

struct File {
    path: PathBuf,
    /// Taken before the bytes are read.
    stamp: Stamp,
    bytes: Vec<u8>,
    text: Arc<str>,
}

impl Files {
    /// Those that were read to load a model, if they are still what was read. What was no file is none.
    pub(crate) fn before(main: &Path, sources: &Sources) -> Option<Files> {
        let files = (0..sources.len()).map(|file| FileId(file as u32));
        let named = files.map(|file| {
            let path = if file.0 == 0 { main } else { Path::new(sources.name(file)) };
            (path, sources.shared_text(file))
        });
        let real = named.filter(|(path, _)| path.is_file());
        real.map(|(path, text)| File::read(path, text)).collect::<Option<_>>().map(Files)
    }

    /// Whether nobody has written them since.
    pub(crate) fn are_as_before(&self) -> bool {
        self.0.iter().all(File::is_as_before)
    }

    /// All of them but the first, which the others are included in.
    pub(crate) fn included(self) -> impl Iterator<Item = (Address, Arc<str>)> {
        self.0.into_iter().skip(1).map(|file| (Address::of_path(&file.path), file.text))
    }
}

impl File {
    fn read(path: &Path, text: Arc<str>) -> Option<File> {
        let stamp = Stamp::of(path)?;
        let bytes = read_file(path).ok()?;
        let is_read = String::from_utf8_lossy(&bytes) == *text;
        is_read.then(|| File { path: path.to_owned(), stamp, bytes, text })
    }

    /// A file that was changed, and changed back, has the same bytes: but not the same stamp.
    fn is_as_before(&self) -> bool {
        let has_bytes = read_file(&self.path).is_ok_and(|bytes| bytes == self.bytes);
        has_bytes && Stamp::of(&self.path).as_ref() == Some(&self.stamp)
    }
}

/// When a file was written last, as far as the system tells, and which file it is.
#[derive(Debug, PartialEq, Eq)]
struct Stamp {
    written: Option<SystemTime>,
    identity: [i64; 3],
}

impl Stamp {
    fn of(path: &Path) -> Option<Stamp> {
        let data = metadata(path).ok()?;
        Some(Stamp { written: data.modified().ok(), identity: identity(&data) })
    }
}

/// Its number, and when that was touched: nobody can set that time back.
#[cfg(unix)]
fn identity(data: &Metadata) -> [i64; 3] {
    use std::os::unix::fs::MetadataExt;
    [data.ino() as i64, data.ctime(), data.ctime_nsec()]
}

#[cfg(not(unix))]
fn identity(_: &Metadata) -> [i64; 3] {
    [0; 3]
}
