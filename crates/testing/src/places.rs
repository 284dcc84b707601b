//! Where models are, and temporary folders.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The root of the repository.
pub fn root() -> &'static Path {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.ancestors().nth(2).expect("the crate is in `crates`")
}

/// The example models of a language, by its folder under `models`, in the order of their names.
pub fn examples(language: &str) -> Vec<PathBuf> {
    let mut found = files_below(&root().join("models").join(language));
    found.retain(|path| path.extension().is_none_or(|extension| extension != "md"));
    assert!(!found.is_empty(), "no examples of {language}");
    found
}

/// A file or folder beside the repository, in `../shared`: models and figures of other people, which not everybody has.
pub fn shared(path: &str) -> PathBuf {
    root().with_file_name("shared").join(path)
}

/// The same; none, and the test skips, where it is absent.
pub fn shared_or_skip(path: &str) -> Option<PathBuf> {
    let found = shared(path);
    if !found.exists() {
        crate::peers::skip(&absent(path));
        return None;
    }
    Some(found)
}

/// Why a test skips that needs what is beside the repository.
pub fn absent(path: &str) -> String {
    format!("`{path}` is not beside the repository")
}

/// All files in a folder and in those below it, in the order of their paths; none if there is no such folder.
pub fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    collect(folder, &mut found);
    found.sort();
    found
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            collect(&path, found);
        } else {
            found.push(path);
        }
    }
}

/// A temporary folder, removed when dropped.
#[derive(Debug)]
pub struct Folder(PathBuf);

impl Folder {
    /// An empty folder, of nobody else.
    pub fn new(name: &str) -> Folder {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("quotient-{}-{number}-{name}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).expect("a temporary folder");
        Folder(path)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Where the file of a name is in it.
    pub fn join(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
