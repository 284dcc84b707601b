//! The set in a checkpoint, and back.
//!
//! A checkpoint has a file of every level, the states of the present level that were not expanded, and the states that those which were
//! lead to. It is taken within a level. Where the search goes on, the candidates are offered again as if they had just been found.
//!
//! Of a search that several machines share it has the files of the levels of each, and is of the beginning of a level: where it goes on all states
//! are offered again, level by level.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use super::archive::{Archive, file_entry, opened};
use super::by_blocks::{self, Listed};
use super::pauses::{Ended, Pauses};
use super::{Contents, DiskStore, View, read_from};
use crate::checkpoint::{LevelEntry, StoreEntry};
use crate::frontier::Frontier;
use crate::sorted_runs::{Cursor, Folder, RunError, SortedRun};
use crate::store::{Inserted, StateId, StateStore};
use crate::visited::{Lookup, NotStored, Visited};

/// Where a search goes on.
pub(crate) struct Left {
    /// The states of the present level that are to be expanded.
    pub frontier: Frontier,
    /// States that are to be offered.
    pub candidates: Vec<Arc<SortedRun>>,
}

/// A set that can be in a checkpoint.
pub(crate) trait Keep: Sync {
    /// Has files of all that was visited, while nobody offers. Of the present level these states were not expanded.
    ///
    /// # Errors
    /// Something cannot be written.
    fn keep(&self, left: &Frontier) -> Result<StoreEntry, NotStored>;

    /// Takes over what a checkpoint in the same folder has. The set is empty so far.
    ///
    /// # Errors
    /// A file is damaged or cannot be read.
    fn go_on_from(&self, entry: &StoreEntry) -> Result<Left, NotStored>;

    /// The states that a checkpoint in the same folder has, in which so many files were written, will be offered. The set is empty so far.
    fn begin_after(&self, files: u64);
}

/// A file of levels.
pub(crate) type LevelRun = (LevelEntry, Arc<SortedRun>);

/// The levels of a checkpoint, as each machine has them that shared the search.
pub(crate) struct KeptLevels<'f>(Vec<Archive<'f>>);

impl<'f> KeptLevels<'f> {
    /// Those in a folder.
    ///
    /// # Errors
    /// A file is damaged or cannot be read.
    pub(crate) fn open(folder: &'f dyn Folder, entry: &StoreEntry) -> Result<Self, NotStored> {
        let parts = entry.parts().map(|part| Archive::of_levels(folder, part));
        let parts = parts.collect::<Result<_, RunError>>();
        parts.map(KeptLevels).map_err(|error| NotStored::Failed(error.kind()))
    }

    /// Shows the states of a level, in no order.
    ///
    /// # Errors
    /// A file is damaged or cannot be read.
    pub(crate) fn show(
        &mut self,
        level: u64,
        each: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    ) -> Result<(), NotStored> {
        let shown = self.0.iter_mut().try_for_each(|part| part.show(level, each));
        shown.map_err(|error| NotStored::Failed(error.kind()))
    }
}

impl Keep for DiskStore<'_> {
    fn keep(&self, left: &Frontier) -> Result<StoreEntry, NotStored> {
        let contents = &mut *self.contents();
        let never = &mut || ControlFlow::Continue(());
        let pauses = &mut Pauses::new(never);
        contents.save_levels(self.threads, pauses)?;
        let before = std::mem::take(&mut contents.kept);
        contents.archive.discard(before);
        let left = contents.write_left(left, self.threads).map_err(Ended::from)?;
        contents.kept.push(left.clone());
        self.write_candidates(contents).map_err(Ended::from)?;
        let candidates = contents.waiting.iter().chain(&contents.kept[1..]);
        let candidates = candidates.map(|run| file_entry(run)).collect();
        let (runs, levels) = contents.archive.entry();
        let states = match contents.view.knows_all() {
            // In the table there are candidates as well.
            true => contents.recent.states(),
            false => self.states.load(Relaxed),
        };
        Ok(StoreEntry {
            states,
            files: contents.archive.files(),
            removed: contents.archive.removed(),
            runs,
            levels,
            left: Some(file_entry(&left)),
            candidates,
            others: Vec::new(),
        })
    }

    fn go_on_from(&self, entry: &StoreEntry) -> Result<Left, NotStored> {
        let contents = &mut *self.contents();
        let never = &mut || ControlFlow::Continue(());
        let left = self.take_over(contents, entry, &mut Pauses::new(never));
        self.account(contents);
        Ok(left?)
    }

    fn begin_after(&self, files: u64) {
        let contents = &mut *self.contents();
        contents.archive.begin_after(files);
        let next = View { has_parents: false, ..contents.view.as_ref().clone() };
        self.show(contents, next);
    }
}

impl<'f> DiskStore<'f> {
    /// Has files of all levels, while nobody offers, and answers with them.
    ///
    /// # Errors
    /// Something cannot be written.
    pub(crate) fn level_files(&self) -> Result<Vec<LevelRun>, NotStored> {
        let contents = &mut *self.contents();
        let never = &mut || ControlFlow::Continue(());
        let saved = contents.save_levels(self.threads, &mut Pauses::new(never));
        self.account(contents);
        saved?;
        let (_, entries) = contents.archive.entry();
        Ok(entries.into_iter().zip(contents.archive.level_runs()).collect())
    }

    /// Has files of the candidates that are in memory.
    fn write_candidates(&self, contents: &mut Contents<'f>) -> Result<(), RunError> {
        let (mut entered, mut waiting) = (Frontier::default(), Frontier::default());
        for stripe in self.stripes.all() {
            let own = stripe.lock();
            own.entered.iter().for_each(|id| entered.push(id));
            own.waiting.iter().for_each(|id| waiting.push(id));
        }
        let view = contents.view.clone();
        let waiting = view.waiting.as_ref().map(|table| (table, &waiting));
        let all = [(&view.table, &entered)].into_iter().chain(waiting);
        for (table, states) in all.filter(|(_, states)| !states.is_empty()) {
            let run = contents.write_states(table, states, self.threads)?;
            contents.kept.push(run);
        }
        Ok(())
    }

    fn take_over(
        &self,
        contents: &mut Contents<'f>,
        entry: &StoreEntry,
        pauses: &mut Pauses<'_>,
    ) -> Result<Left, Ended> {
        let folder = contents.archive.folder();
        let left = entry.left.as_ref().ok_or(RunError::Damaged("what is left"))?;
        let left = opened(folder, left)?;
        let candidates = entry.candidates.iter().map(|file| opened(folder, file));
        let candidates = candidates.collect::<Result<Vec<_>, RunError>>()?;
        contents.archive = Archive::kept(folder, entry)?;
        contents.kept = candidates.iter().cloned().chain([left.clone()]).collect();
        self.states.store(entry.states, Relaxed);
        self.load_levels(contents, pauses)?;
        let view = contents.view.clone();
        let mut frontier = Frontier::default();
        let level = if contents.recent.present().is_some() {
            let mut cursor = Cursor::new(left)?;
            while cursor.advance()? {
                let id = view.table.find(cursor.state());
                frontier.push(id.ok_or(RunError::Damaged("a state of no level"))?);
            }
            None
        } else {
            (0..left.states()).for_each(|number| frontier.push(StateId::from_number(number)));
            Some(left)
        };
        self.show(contents, View { level, has_parents: false, ..view.as_ref().clone() });
        Ok(Left { frontier, candidates })
    }

    /// Has in memory as many of the levels that are in no run as there is room for, the last ones, and the others in runs.
    fn load_levels(
        &self,
        contents: &mut Contents<'f>,
        pauses: &mut Pauses<'_>,
    ) -> Result<(), Ended> {
        self.begin_tables(contents, (self.table)());
        for level in contents.archive.removed()..contents.archive.levels() {
            let room = contents.view.room;
            let is_all = self.load_level(contents, level, pauses)?;
            if is_all && contents.view.table.bytes() <= room.between_levels {
                continue;
            }
            let (table, gone) = (contents.view.table.len() / 2, contents.recent.levels());
            let gone = if is_all { contents.recent.too_many(table) } else { gone };
            contents.remove_levels(gone, pauses)?;
            if !is_all {
                contents.archive.remove_first(room.portion, pauses)?;
            }
            let view = contents.view.clone();
            let (table, recent) = self.table_of(&view.table, &contents.recent, pauses)?;
            contents.recent = recent;
            self.begin_tables(contents, table);
        }
        super::ending::begin_level(&contents.view.table);
        Ok(())
    }

    fn begin_tables(&self, contents: &mut Contents<'f>, table: StateStore) {
        let next = self.view_of(contents, table, None);
        self.show(contents, next);
    }

    /// Enters a level into the table, unless that takes too much. Tells whether it has.
    fn load_level(
        &self,
        contents: &mut Contents<'f>,
        level: u64,
        pauses: &mut Pauses<'_>,
    ) -> Result<bool, Ended> {
        let view = contents.view.clone();
        let mut ids = Frontier::default();
        let mut ended = Ok(true);
        contents.archive.show(level, &mut |state| {
            ended = pauses.breathe().map(|()| view.table.bytes() <= view.room.within_level);
            match (&ended, view.table.insert(state, None)) {
                (Ok(true), Inserted::New(id)) => ids.push(id),
                (Ok(true), Inserted::Known(_)) => {
                    ended = Err(RunError::Damaged("a state is in two levels").into());
                }
                (Ok(true), Inserted::Full) => ended = Ok(false),
                _ => {}
            }
            match ended {
                Ok(true) => ControlFlow::Continue(()),
                _ => ControlFlow::Break(()),
            }
        })?;
        if ended? {
            contents.recent.push(ids);
            return Ok(true);
        }
        Ok(false)
    }
}

impl Contents<'_> {
    /// Has a file of each level that is in memory alone.
    fn save_levels(&mut self, threads: usize, pauses: &mut Pauses<'_>) -> Result<(), Ended> {
        let Contents { view, recent, archive, .. } = self;
        let removed = archive.removed();
        let levels = archive.levels()..removed + recent.levels() as u64;
        if !levels.is_empty() {
            let states = levels.clone().flat_map(|level| {
                let states = recent.level((level - removed) as usize);
                states.map(move |id| -> Listed { (Some(level), id) })
            });
            let mut writer = archive.plain_writer()?;
            by_blocks::write(&mut writer, &view.table, states, view.room, threads)?;
            archive.add_levels(levels, Arc::new(writer.finish()?));
        }
        archive.settle_levels(pauses)
    }

    /// Has a file of states of a table.
    fn write_states(
        &mut self,
        table: &StateStore,
        states: &Frontier,
        threads: usize,
    ) -> Result<Arc<SortedRun>, RunError> {
        let mut writer = self.archive.plain_writer()?;
        let states = states.iter().map(|id| (None, id));
        by_blocks::write(&mut writer, table, states, self.view.room, threads)?;
        Ok(Arc::new(writer.finish()?))
    }

    /// Has a file of these states of the present level.
    fn write_left(&mut self, left: &Frontier, threads: usize) -> Result<Arc<SortedRun>, RunError> {
        let view = self.view.clone();
        let Some(level) = &view.level else { return self.write_states(&view.table, left, threads) };
        // States of a file have their numbers by their order.
        let mut numbers: Vec<u64> = left.iter().map(StateId::number).collect();
        numbers.sort_unstable();
        let mut writer = self.archive.plain_writer()?;
        let (mut reading, mut bytes) = (None, Vec::new());
        for number in numbers {
            read_from(&mut reading, level, number, &mut bytes)?;
            writer.push(&bytes)?;
        }
        Ok(Arc::new(writer.finish()?))
    }
}

/// Shows the states of these files.
///
/// # Errors
/// They cannot be read.
pub(crate) fn each_of(
    runs: &[Arc<SortedRun>],
    each: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
) -> Result<(), NotStored> {
    let mut show = || -> Result<(), RunError> {
        for run in runs {
            let mut cursor = Cursor::new(run.clone())?;
            while cursor.advance()? {
                if each(cursor.state()).is_break() {
                    return Ok(());
                }
            }
        }
        Ok(())
    };
    show().map_err(|error| NotStored::Failed(error.kind()))
}
