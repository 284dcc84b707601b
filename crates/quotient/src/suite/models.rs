//! The models of a suite: the files that were named, and those in folders.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::exit::Failure;
use crate::table::Languages;

/// A model of a suite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// Its file.
    pub path: PathBuf,
    /// Whether it was named, and not found in a folder.
    pub is_named: bool,
}

/// Folders in folders, at most.
const DEEPEST: usize = 64;

/// All models, in the order of the paths; those of a folder by their names.
///
/// # Errors
/// A folder that cannot be read, or has no model.
pub fn members(paths: &[PathBuf], languages: Languages) -> Result<Vec<Member>, Failure> {
    let mut members = Vec::new();
    for path in paths {
        if !path.is_dir() {
            members.push(Member { path: path.clone(), is_named: true });
            continue;
        }
        let before = members.len();
        collect(path, languages, 0, &mut members)?;
        if members.len() == before {
            let text = format!("{}: no model is in this folder", path.display());
            return Err(Failure::input(text));
        }
    }
    let mut known = HashSet::new();
    members.retain(|member| known.insert(member.path.clone()));
    Ok(members)
}

fn collect(
    folder: &Path,
    languages: Languages,
    depth: usize,
    members: &mut Vec<Member>,
) -> Result<(), Failure> {
    let unreadable = |error| Failure::input(format!("{}: {error}", folder.display()));
    let entries = fs::read_dir(folder).map_err(unreadable)?;
    let mut entries = entries.collect::<Result<Vec<_>, _>>().map_err(unreadable)?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let (path, kind) = (entry.path(), entry.file_type().map_err(unreadable)?);
        let is_hidden = entry.file_name().to_string_lossy().starts_with('.');
        // A link to a folder may lead round and round; one to nowhere is found out when it is read.
        let may_be_model = path.is_file() || kind.is_symlink() && !path.exists();
        if kind.is_dir() && !is_hidden {
            if depth == DEEPEST {
                let text = format!("{}: folders lie deeper than {DEEPEST} here", path.display());
                return Err(Failure::input(text));
            }
            collect(&path, languages, depth + 1, members)?;
        } else if may_be_model && languages.of_extension(&path).is_some() {
            members.push(Member { path, is_named: false });
        }
    }
    Ok(())
}
