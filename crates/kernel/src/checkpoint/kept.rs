//! Files that stay as long as a manifest names them.
//!
//! The disk is asked to keep a file when a manifest is to name it, and not before: most go again soon. A file that is removed stays until
//! no manifest names it.

use std::collections::{HashMap, HashSet};
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::sorted_runs::{Folder, NewFile, StoredFile};

/// A folder around another one.
pub(crate) struct Kept {
    folder: Box<dyn Folder>,
    state: Mutex<State>,
}

/// A file, of which a writer and the folder know.
type Shared = Arc<Mutex<Box<dyn NewFile>>>;

struct State {
    /// Files that were written and that the disk was not asked to keep.
    unsynced: HashMap<String, Shared>,
    /// What the manifest names; none if there is no manifest.
    named: Option<HashSet<String>>,
    /// What is to go when the manifest does not name it any more.
    obsolete: HashSet<String>,
    /// All that was not removed.
    present: HashSet<String>,
    /// The disk did not keep something: it cannot be known what it has, so that there is no other manifest.
    is_broken: bool,
}

impl Kept {
    /// A folder with a manifest that names these, if there are any.
    pub(super) fn new(folder: Box<dyn Folder>, named: HashSet<String>) -> Self {
        let present = named.clone();
        let named = Some(named).filter(|it| !it.is_empty());
        let (unsynced, obsolete) = (HashMap::new(), HashSet::new());
        let state = State { unsynced, named, obsolete, present, is_broken: false };
        Kept { folder, state: Mutex::new(state) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn has_manifest(&self) -> bool {
        self.state().named.is_some()
    }

    /// Has the disk keep a manifest, and the files that it names, in place of the one before. If that fails the one before stays.
    pub(super) fn commit(
        &self,
        manifest: &str,
        bytes: &[u8],
        names: HashSet<String>,
    ) -> io::Result<()> {
        let state = &mut *self.state();
        if state.is_broken {
            return Err(io::Error::other("the disk has failed to keep a file before"));
        }
        // A file that the disk failed to keep once may be lost although a second attempt says otherwise.
        state.is_broken = true;
        for name in &names {
            if let Some(file) = state.unsynced.get(name) {
                file.lock().unwrap_or_else(PoisonError::into_inner).sync()?;
            }
            state.unsynced.remove(name);
        }
        self.folder.sync()?;
        state.is_broken = false;
        let part = format!("{manifest}.part");
        if let Err(error) =
            self.write(&part, bytes).and_then(|()| self.folder.rename(&part, manifest))
        {
            // It is in nobody's way, and what it took is free.
            let _ = self.folder.remove(&part);
            return Err(error);
        }
        // From here on it may be either of them that the disk has.
        let before = state.named.replace(names);
        state.is_broken = true;
        if let Err(error) = self.folder.sync() {
            let both = before.unwrap_or_default();
            state.named.get_or_insert_default().extend(both);
            return Err(error);
        }
        state.is_broken = false;
        let named = state.named.get_or_insert_default();
        let gone: Vec<String> =
            state.obsolete.iter().filter(|it| !named.contains(*it)).cloned().collect();
        for name in gone {
            state.obsolete.remove(&name);
            state.present.remove(&name);
            // What cannot be removed goes when the search is resumed.
            let _ = self.folder.remove(&name);
        }
        Ok(())
    }

    fn write(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let mut file = self.folder.create(name)?;
        file.append(bytes)?;
        file.sync()
    }

    /// Removes all, the manifest first.
    pub(super) fn clear(&self) {
        let state = &mut *self.state();
        if state.named.take().is_some() {
            let _ = self.folder.remove(super::manifest::NAME);
        }
        state.unsynced.clear();
        for name in state.present.drain() {
            let _ = self.folder.remove(&name);
        }
        state.obsolete.clear();
    }
}

impl Folder for Kept {
    fn create(&self, name: &str) -> io::Result<Box<dyn NewFile>> {
        let file: Shared = Arc::new(Mutex::new(self.folder.create(name)?));
        let state = &mut *self.state();
        state.unsynced.insert(name.to_owned(), file.clone());
        state.present.insert(name.to_owned());
        Ok(Box::new(Written(file)))
    }

    fn open(&self, name: &str) -> io::Result<Box<dyn StoredFile>> {
        self.folder.open(name)
    }

    fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        self.folder.rename(from, to)?;
        let state = &mut *self.state();
        if let Some(file) = state.unsynced.remove(from) {
            state.unsynced.insert(to.to_owned(), file);
        }
        state.present.remove(from);
        state.present.insert(to.to_owned());
        Ok(())
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        let state = &mut *self.state();
        state.unsynced.remove(name);
        if state.named.as_ref().is_some_and(|named| named.contains(name)) {
            state.obsolete.insert(name.to_owned());
            return Ok(());
        }
        state.present.remove(name);
        self.folder.remove(name)
    }

    /// When a manifest is made.
    fn sync(&self) -> io::Result<()> {
        Ok(())
    }
}

struct Written(Shared);

impl NewFile for Written {
    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).append(bytes)
    }

    /// When a manifest names it.
    fn sync(&mut self) -> io::Result<()> {
        Ok(())
    }
}
