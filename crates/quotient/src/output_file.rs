//! Where results may be written: never over the model that they are of.

use std::path::{Path, PathBuf};

use diagnostics::{FileId, Sources};

use crate::exit::Failure;
use crate::language::Language;

/// Refuses a file that a model was read from, included files among them, and any other that is there and looks like a model: a
/// slip of the hand may not cost somebody's work.
///
/// # Errors
/// That the file is one of these.
pub fn check_harmless(path: &Path, sources: &Sources) -> Result<(), Failure> {
    check_not_read(path, sources)?;
    match Language::of_extension(path).filter(|_| path.exists()) {
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
