//! The set in a checkpoint, and back.
//!
//! A checkpoint has a file of every level, the states of the present level that were not expanded, and the states that those which were
//! lead to. It is taken within a level. Where the search goes on, the candidates are offered again as if they had just been found.
//!
//! Of a search that several machines share it has the files of the levels of each, and is of the beginning of a level: where it goes on all states
//! are offered again, level by level.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use super::archive::{Archive, LevelWriter, file_entry, opened};
use super::pauses::{Ended, Pauses};
use super::{Ascending, Contents, DiskStore, View, read_from};
use crate::checkpoint::{LevelEntry, StoreEntry};
use crate::frontier::Frontier;
use crate::sorted_runs::{Cursor, Folder, Merge, RunError, SortedRun};
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
        each: &mut dyn FnMut(&[u8]) -> std::ops::ControlFlow<()>,
    ) -> Result<(), NotStored> {
        let shown = self.0.iter_mut().try_for_each(|part| part.show(level, each));
        shown.map_err(|error| NotStored::Failed(error.kind()))
    }
}

impl Keep for DiskStore<'_> {
    fn keep(&self, left: &Frontier) -> Result<StoreEntry, NotStored> {
        let contents = &mut *self.contents();
        let never = &mut || std::ops::ControlFlow::Continue(());
        let pauses = &mut Pauses::new(never);
        contents.save_levels(pauses)?;
        let before = std::mem::take(&mut contents.kept);
        contents.archive.discard(before);
        let left = contents.write_left(left, pauses)?;
        contents.kept.push(left.clone());
        let waiting = std::mem::take(&mut contents.waiting);
        let mut candidates = waiting.clone();
        let written = self.write_candidates(contents, pauses);
        let mut own = std::mem::replace(&mut contents.waiting, waiting);
        contents.kept.extend(own.iter().cloned());
        written?;
        candidates.append(&mut own);
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
            candidates: candidates.iter().map(|run| file_entry(run)).collect(),
            others: Vec::new(),
        })
    }

    fn go_on_from(&self, entry: &StoreEntry) -> Result<Left, NotStored> {
        let contents = &mut *self.contents();
        let never = &mut || std::ops::ControlFlow::Continue(());
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
        let never = &mut || std::ops::ControlFlow::Continue(());
        let saved = contents.save_levels(&mut Pauses::new(never));
        self.account(contents);
        saved?;
        let (_, entries) = contents.archive.entry();
        Ok(entries.into_iter().zip(contents.archive.level_runs()).collect())
    }

    /// Writes the candidates that are in memory to files that wait.
    fn write_candidates(
        &self,
        contents: &mut Contents<'f>,
        pauses: &mut Pauses<'_>,
    ) -> Result<(), Ended> {
        let (mut entered, mut waiting) = (Frontier::default(), Frontier::default());
        for stripe in self.stripes.all() {
            let own = stripe.lock();
            own.entered.iter().for_each(|id| entered.push(id));
            own.waiting.iter().for_each(|id| waiting.push(id));
        }
        let view = contents.view.clone();
        contents.let_wait(&view.table, &entered, view.room, pauses)?;
        if let Some(table) = &view.waiting {
            contents.let_wait(table, &waiting, view.room, pauses)?;
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
                contents.remove_from_file(level, pauses)?;
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
                Ok(true) => std::ops::ControlFlow::Continue(()),
                _ => std::ops::ControlFlow::Break(()),
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
    fn save_levels(&mut self, pauses: &mut Pauses<'_>) -> Result<(), Ended> {
        let view = self.view.clone();
        let saved = (self.archive.levels() - self.archive.removed()) as usize;
        let mut writer = LevelWriter::new(&self.archive);
        for place in saved..self.recent.levels() {
            let mut ids = Frontier::default();
            self.recent.level(place).for_each(|id| ids.push(id));
            let mut states = self.in_order(&view.table, &ids, view.room, pauses)?;
            let written = append(&mut self.archive, &mut writer, &mut states, pauses);
            self.archive.discard(states.into_files());
            written?;
            writer.end_level();
        }
        writer.finish(&mut self.archive)?;
        self.archive.settle_levels(pauses)
    }

    /// Has a file of these states of the present level.
    fn write_left(
        &mut self,
        left: &Frontier,
        pauses: &mut Pauses<'_>,
    ) -> Result<Arc<SortedRun>, Ended> {
        let view = self.view.clone();
        let Some(level) = &view.level else { return self.write_level(left, pauses) };
        // States of a file have their numbers by their order.
        let mut numbers: Vec<u64> = left.iter().map(StateId::number).collect();
        numbers.sort_unstable();
        let mut writer = self.archive.plain_writer()?;
        let (mut reading, mut bytes) = (None, Vec::new());
        for number in numbers {
            pauses.breathe()?;
            read_from(&mut reading, level, number, &mut bytes)?;
            writer.push(&bytes)?;
        }
        Ok(Arc::new(writer.finish()?))
    }

    /// Has the states of the first level that is in no run, and that there is a file of, in one.
    fn remove_from_file(&mut self, level: u64, pauses: &mut Pauses<'_>) -> Result<(), Ended> {
        let mut states = self.archive.level(level)?;
        let most = states.most();
        let run = self.archive.write(&mut states, most, pauses)?;
        self.archive.add_removed(run);
        self.archive.settle(pauses)
    }
}

/// Appends the states of a level.
fn append<'f>(
    archive: &mut Archive<'f>,
    writer: &mut LevelWriter<'f>,
    states: &mut dyn Ascending,
    pauses: &mut Pauses<'_>,
) -> Result<(), Ended> {
    while states.advance()? {
        pauses.breathe()?;
        writer.push(archive, states.state())?;
    }
    Ok(())
}

/// Shows each state that some of these files have, once, in order.
///
/// # Errors
/// They cannot be read.
pub(crate) fn each_of(
    runs: &[Arc<SortedRun>],
    each: &mut dyn FnMut(&[u8]) -> std::ops::ControlFlow<()>,
) -> Result<(), NotStored> {
    let mut show = || -> Result<(), RunError> {
        let mut merge = Merge::new(super::archive::cursors(runs)?)?;
        while merge.advance()? && each(merge.state()).is_continue() {}
        Ok(())
    };
    show().map_err(|error| NotStored::Failed(error.kind()))
}
