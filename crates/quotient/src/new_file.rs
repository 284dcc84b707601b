//! Files that the command writes: whole, or not at all.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A file that comes to its name only when it is finished: until then it stands beside it under another name, so that nobody who
/// ends the program, and no full disk, leaves half of it where a person looks for it, or costs what was there before.
///
/// What is no ordinary file, a device or a pipe, is written to directly.
pub struct NewFile {
    file: File,
    /// Where it stands until it is finished, and where it goes.
    beside: Option<(PathBuf, PathBuf)>,
}

impl NewFile {
    /// Begins a file.
    ///
    /// # Errors
    /// It cannot be written there.
    pub fn create(path: &Path) -> io::Result<NewFile> {
        let existing = path.metadata().ok();
        if existing.as_ref().is_some_and(|it| !it.is_file() && !it.is_dir()) {
            return Ok(NewFile { file: open_special(path)?, beside: None });
        }
        let place = place(path, existing.as_ref())?;
        let (temporary, file) = temporary(&place)?;
        let new = NewFile { file, beside: Some((temporary, place)) };
        if let Some(existing) = existing {
            new.file.set_permissions(existing.permissions())?;
        }
        Ok(new)
    }

    /// Gives the file its name.
    ///
    /// # Errors
    /// Something of it could not be written: then there is no such file, or the one that was there.
    pub fn finish(mut self) -> io::Result<()> {
        let Some((temporary, place)) = &self.beside else { return self.file.flush() };
        self.file.sync_data()?;
        std::fs::rename(temporary, place)?;
        self.beside = None;
        Ok(())
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if let Some((temporary, _)) = &self.beside {
            let _ = std::fs::remove_file(temporary);
        }
    }
}

/// Finds out early that a file cannot be written, without harming it. Devices and pipes are left alone: to open a pipe would wait
/// for its reader.
///
/// # Errors
/// It cannot.
pub fn try_create(path: &Path) -> io::Result<()> {
    match path.metadata() {
        Ok(existing) if !existing.is_file() && !existing.is_dir() => return Ok(()),
        // One that is protected is not replaced.
        Ok(_) => drop(OpenOptions::new().append(true).open(path)?),
        Err(_) => {}
    }
    NewFile::create(path).map(drop)
}

/// Where a file goes: a symbolic link stays one.
fn place(path: &Path, existing: Option<&Metadata>) -> io::Result<PathBuf> {
    if existing.is_some_and(Metadata::is_dir) {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    match path.symlink_metadata() {
        Ok(it) if it.is_symlink() => match existing {
            Some(_) => path.canonicalize(),
            // A link to nothing: what it names is made.
            None => Ok(path.parent().unwrap_or(Path::new("")).join(path.read_link()?)),
        },
        _ => Ok(path.to_owned()),
    }
}

/// A file beside a place, with a name that nothing has.
fn temporary(place: &Path) -> io::Result<(PathBuf, File)> {
    /// So many names are tried: others may be left from programs that were killed.
    const MOST: u32 = 100;
    let name = place.file_name().ok_or(io::ErrorKind::InvalidInput)?;
    // Names have an end: with that of the program before it, one that just fits would be too long.
    let short: String = name.to_string_lossy().chars().take(40).collect();
    for number in 0..MOST {
        let beside = place.with_file_name(format!(".{short}.{}-{number}.tmp", std::process::id()));
        match OpenOptions::new().write(true).create_new(true).open(&beside) {
            Ok(file) => return Ok((beside, file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// Opens a device, or a pipe that somebody reads: for a reader nobody waits.
#[cfg(unix)]
fn open_special(path: &Path) -> io::Result<File> {
    use std::os::unix::fs::{FileTypeExt, OpenOptionsExt};

    let mut options = OpenOptions::new();
    options.write(true);
    if !path.metadata()?.file_type().is_fifo() {
        return options.open(path);
    }
    let waits_not = options.clone().custom_flags(nix::libc::O_NONBLOCK).open(path);
    let held = waits_not.map_err(|error| match error.raw_os_error() {
        Some(nix::libc::ENXIO) => io::Error::other("nobody reads this pipe"),
        _ => error,
    })?;
    // Now that there is a reader, what is written may wait for it to read.
    let file = options.open(path);
    drop(held);
    file
}

#[cfg(not(unix))]
fn open_special(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).open(path)
}

#[cfg(test)]
mod tests {
    use testing::places::Folder;

    use super::*;

    fn listed(folder: &Path) -> Vec<String> {
        let entries = folder.read_dir().unwrap();
        entries.map(|it| it.unwrap().file_name().to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn a_file_has_its_name_only_when_it_is_finished() {
        let folder = Folder::new("new-file");
        let path = folder.path().join("out.txt");
        std::fs::write(&path, "old").unwrap();
        let mut file = NewFile::create(&path).unwrap();
        file.write_all(b"half of").unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "old");
        drop(file);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "old");
        assert_eq!(listed(folder.path()), ["out.txt"]);
        let mut file = NewFile::create(&path).unwrap();
        file.write_all(b"new").unwrap();
        file.finish().unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(listed(folder.path()), ["out.txt"]);
    }

    #[test]
    fn folders_and_what_is_nowhere_are_refused() {
        let folder = Folder::new("new-file-nowhere");
        assert!(try_create(folder.path()).is_err());
        assert!(try_create(&folder.path().join("no/out.txt")).is_err());
        assert!(try_create(&folder.path().join("out.txt")).is_ok());
        assert_eq!(listed(folder.path()), [""; 0]);
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};

        let folder = Folder::new("new-file-links");
        let (path, link) = (folder.path().join("out.txt"), folder.path().join("link"));
        std::fs::write(&path, "old").unwrap();
        std::fs::set_permissions(&path, PermissionsExt::from_mode(0o640)).unwrap();
        symlink("out.txt", &link).unwrap();
        let mut file = NewFile::create(&link).unwrap();
        file.write_all(b"new").unwrap();
        file.finish().unwrap();
        assert!(link.symlink_metadata().unwrap().is_symlink());
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o640);
        let dangling = folder.path().join("dangling");
        symlink("later.txt", &dangling).unwrap();
        NewFile::create(&dangling).unwrap().finish().unwrap();
        assert!(folder.path().join("later.txt").is_file());
    }
}
