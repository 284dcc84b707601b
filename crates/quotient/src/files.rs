//! Reading what a person named, and where results may be written: never over the model that they are of.

use std::io::Write;
use std::path::{Path, PathBuf};

use diagnostics::{FileId, Files, Sources};

use crate::exit::Failure;
use crate::new_file::{NewFile, try_create};
use crate::table::Languages;

/// Reads a text that a person named, which is not empty; its name and place.
///
/// # Errors
/// That it cannot be read, or is no text.
pub fn open(model: &Path, sources: &mut Sources) -> Result<(String, FileId), Failure> {
    let path = model.display().to_string();
    let bytes = read_among(&sources.origin(), model)?;
    let file = sources
        .add_bytes(path.clone(), &bytes)
        .map_err(|reason| Failure::input(format!("{path}: {reason}")))?;
    if sources.text(file).trim().is_empty() {
        return Err(Failure::input(format!("{path}: the file is empty")));
    }
    Ok((path, file))
}

/// Reads a file that a person named.
///
/// # Errors
/// That it cannot be read, and why.
pub fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    read_among(&Files::OfSystem, path)
}

fn read_among(files: &Files, path: &Path) -> Result<Vec<u8>, Failure> {
    let name = path.display();
    if matches!(files, Files::OfSystem) && path.is_dir() {
        return Err(Failure::input(format!("{name}: is a directory, not a file")));
    }
    files.read(path).map_err(|error| {
        let reason = match error.kind() {
            std::io::ErrorKind::NotFound => "no such file".to_owned(),
            std::io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
            _ => error.to_string(),
        };
        Failure::input(format!("{name}: {reason}"))
    })
}

/// Writes a result.
///
/// # Errors
/// That it cannot be written.
pub fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let written = NewFile::create(path).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.finish()
    });
    written.map_err(|error| cannot_write(path, &error))
}

/// Finds out early that a file cannot be written, without harming it.
///
/// # Errors
/// That it cannot.
pub fn check_writable(path: &Path) -> Result<(), Failure> {
    try_create(path).map_err(|error| cannot_write(path, &error))
}

fn cannot_write(path: &Path, error: &std::io::Error) -> Failure {
    Failure::input(format!("{}: cannot write: {error}", path.display()))
}

/// Refuses a file that a model was read from, included files among them, and any other that is there and looks like a model: a
/// slip of the hand may not cost somebody's work.
///
/// # Errors
/// That the file is one of these.
pub fn check_harmless(path: &Path, sources: &Sources, languages: Languages) -> Result<(), Failure> {
    check_not_read(path, sources)?;
    // A link is written through.
    let target = path.canonicalize();
    let names = [Some(path), target.as_deref().ok()];
    let looks = names.into_iter().flatten().find_map(|name| languages.of_extension(name));
    match looks.filter(|_| path.exists()) {
        Some(language) => Err(refused(
            path,
            &format!("it is there, and looks like a model in {}", language.title()),
        )),
        None => Ok(()),
    }
}

/// Refuses a file that a model was read from.
///
/// # Errors
/// That it is one.
pub fn check_not_read(path: &Path, sources: &Sources) -> Result<(), Failure> {
    let read = (0..sources.len()).map(|file| sources.name(FileId(file as u32)));
    match read.into_iter().find(|name| are_one(path, Path::new(name))) {
        Some(_) => Err(refused(path, "the model is read from it")),
        None => Ok(()),
    }
}

/// Refuses one file for two results.
///
/// # Errors
/// That it is one.
pub fn check_apart(first: &Path, second: &Path) -> Result<(), Failure> {
    if first == second || are_one(first, second) {
        return Err(refused(second, "another result goes there"));
    }
    Ok(())
}

fn refused(path: &Path, why: &str) -> Failure {
    Failure::input(format!("{}: not overwritten: {why}; name another file", path.display()))
}

/// Whether two paths lead to one file, by links or otherwise.
fn are_one(first: &Path, second: &Path) -> bool {
    match (place(first), place(second)) {
        (Some(first), Some(second)) => first == second || are_linked(&first, &second),
        _ => false,
    }
}

/// Where a path leads; the file itself need not be there yet.
fn place(path: &Path) -> Option<PathBuf> {
    path.canonicalize().ok().or_else(|| {
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        let parent = parent.unwrap_or(Path::new(".")).canonicalize().ok()?;
        Some(parent.join(path.file_name()?))
    })
}

/// Whether two names are hard links to one file.
#[cfg(unix)]
fn are_linked(first: &Path, second: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let number = |path: &Path| path.metadata().ok().map(|data| (data.dev(), data.ino()));
    number(first).is_some_and(|first| number(second) == Some(first))
}

#[cfg(not(unix))]
fn are_linked(_: &Path, _: &Path) -> bool {
    false
}
