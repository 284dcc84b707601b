//! The end of a level: which candidates are new, and which levels leave memory.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use super::archive::{Removal, cursors};
use super::pauses::{Ended, Pauses};
use super::room::Room;
use super::sorted::Sorted;
use super::{Ascending, Contents, DiskStore, View};
use crate::frontier::Frontier;
use crate::sorted_runs::{Merge, SortedRun};
use crate::store::{Inserted, StateStore};
use crate::visited::{Lookup, NotStored, Told, Visited};

impl<'f> DiskStore<'f> {
    /// Makes the next level, of at most so many states that were not told of before. Tells whether there are more.
    pub(super) fn next_level(
        &self,
        contents: &mut Contents<'f>,
        most: u64,
        pauses: &mut Pauses<'_>,
    ) -> Result<(Told, bool), Ended> {
        let mut entered = Frontier::default();
        for stripe in self.stripes.all() {
            let own = &mut *stripe.lock();
            own.leave();
            entered.append(&mut own.entered);
        }
        let view = contents.view.clone();
        let knows_all = view.knows_all();
        // Some of the candidates are not new.
        let is_large = !knows_all && view.bytes_of(entered.len()) / 2 > view.room.level;
        if view.waiting.is_some() || is_large {
            return Ok((Told::Late, self.large_level(contents, entered, most, pauses)?));
        }
        let mut is_more = false;
        if knows_all {
            self.states.store(view.table.len(), Relaxed);
        } else {
            let visited = self.states.load(Relaxed);
            (entered, is_more) = contents.new_among(entered, visited, most, pauses)?;
            self.states.fetch_add(entered.len() as u64, Relaxed);
        }
        contents.recent.push_back(entered);
        let next = match view.table.bytes() > view.room.between_levels {
            true => self.make_room(contents, pauses)?,
            false => None,
        };
        if next.is_none() && knows_all {
            begin_level(&view.table);
            return Ok((Told::AtOnce, false));
        }
        let next = next.unwrap_or_else(|| View { level: None, ..view.as_ref().clone() });
        begin_level(&next.table);
        self.show(contents, next);
        Ok((Told::Late, is_more))
    }

    /// Lets levels leave the table so that it is half as large, and the present one too if it has no room there by itself. None if there is
    /// nothing to leave.
    fn make_room(
        &self,
        contents: &mut Contents<'f>,
        pauses: &mut Pauses<'_>,
    ) -> Result<Option<View>, Ended> {
        let view = contents.view.clone();
        let states = view.table.len().max(1);
        let most_kept = if view.room.between_levels == 0 { 0 } else { states / 2 };
        let lengths = contents.recent.iter().rev().map(|level| level.len() as u64);
        let kept = lengths.scan(0, |sum, length| {
            *sum += length;
            Some(*sum)
        });
        // The present level is kept however large it is, or nothing.
        let kept = kept.skip(1).take_while(|&sum| sum <= most_kept).count() + 1;
        let present = contents.recent.back().map_or(0, Frontier::len);
        let is_large = view.bytes_of(present) > view.room.level;
        let removed = contents.recent.len() - kept;
        if removed == 0 && !is_large {
            return Ok(None);
        }
        contents.remove_levels(removed, pauses)?;
        let level = match is_large {
            true => {
                contents.remove_levels(contents.recent.len() - 1, pauses)?;
                let present = contents.recent.pop_back().unwrap_or_default();
                let level = contents.run_of(&present, pauses)?;
                Some(contents.remove_level(level, pauses)?)
            }
            false => None,
        };
        let table = self.table_of(&view.table, contents, pauses)?;
        Ok(Some(self.view_of(contents, table, level)))
    }

    /// A table with what is left of another.
    fn table_of(
        &self,
        old: &StateStore,
        contents: &mut Contents<'f>,
        pauses: &mut Pauses<'_>,
    ) -> Result<StateStore, Ended> {
        let table = (self.table)();
        let mut bytes = Vec::new();
        for level in &mut contents.recent {
            let mut ids = Frontier::default();
            for id in level.iter() {
                pauses.breathe()?;
                old.get(id, &mut bytes);
                match table.insert(&bytes, None) {
                    Inserted::New(id) => ids.push(id),
                    Inserted::Known(_) => unreachable!("a state is in one level"),
                    Inserted::Full => return Err(Ended::By(NotStored::Full)),
                }
            }
            *level = ids;
        }
        Ok(table)
    }

    fn view_of(
        &self,
        contents: &Contents<'f>,
        table: StateStore,
        level: Option<Arc<SortedRun>>,
    ) -> View {
        let room = self.memory.room(contents.archive.memory());
        let archive = contents.archive.runs().to_vec();
        View { table: Arc::new(table), waiting: None, level, archive, room }
    }

    /// Makes a level of which candidates are in files: all of memory goes there, too. Tells whether there are more states than are
    /// wanted.
    fn large_level(
        &self,
        contents: &mut Contents<'f>,
        entered: Frontier,
        most: u64,
        pauses: &mut Pauses<'_>,
    ) -> Result<bool, Ended> {
        let view = contents.view.clone();
        let told = if view.knows_all() { entered.len() as u64 } else { 0 };
        if view.knows_all() {
            self.states.store(view.table.len() - told, Relaxed);
        }
        contents.remove_levels(contents.recent.len(), pauses)?;
        contents.let_wait(&view.table, &entered, view.room, pauses)?;
        let next = self.view_of(contents, (self.table)(), None);
        let waiting = self.show(contents, next);
        if let Some(table) = &view.waiting {
            contents.let_wait(table, &waiting, view.room, pauses)?;
        }
        // The memory is needed.
        drop(view);
        let (level, is_more) = contents.new_among_waiting(most.saturating_add(told), pauses)?;
        self.states.fetch_add(level.states(), Relaxed);
        let level = contents.remove_level(level, pauses)?;
        let next = self.view_of(contents, (self.table)(), Some(level));
        self.show(contents, next);
        Ok(is_more)
    }
}

/// Whatever is in the table is older than the level that begins.
fn begin_level(table: &StateStore) {
    let never = &mut || std::ops::ControlFlow::Continue(());
    // A table in memory has nothing to tell.
    let _ = table.end_level(0, &mut |_| {}, never);
}

impl Contents<'_> {
    /// Those among candidates in the table that are not in the archive, at most so many, and whether there are more.
    fn new_among(
        &mut self,
        candidates: Frontier,
        visited: u64,
        most: u64,
        pauses: &mut Pauses<'_>,
    ) -> Result<(Frontier, bool), Ended> {
        let view = self.view.clone();
        let mut new = Frontier::default();
        let mut doubtful = Frontier::default();
        if self.archive.is_worth_filters(candidates.len() as u64, visited) {
            let mut bytes = Vec::new();
            for id in candidates.iter() {
                pauses.breathe()?;
                view.table.get(id, &mut bytes);
                if self.archive.may_contain(&bytes) { doubtful.push(id) } else { new.push(id) }
            }
        } else {
            doubtful = candidates;
        }
        if !doubtful.is_empty() {
            let (mut rest, mut parts) = self.sort(&view.table, &doubtful, view.room, pauses)?;
            let mut inquiry = self.archive.inquiry()?;
            let mut files;
            let states: &mut dyn Ascending = if parts.is_empty() {
                &mut rest
            } else {
                parts.push(self.archive.write(&mut rest)?);
                files = Merge::new(cursors(&parts)?)?;
                &mut files
            };
            while states.advance()? {
                pauses.breathe()?;
                if !inquiry.has(states.state())? {
                    new.push(view.table.find(states.state()).expect("candidates are in the table"));
                }
            }
            self.archive.discard(parts);
        }
        if new.len() as u64 <= most {
            return Ok((new, false));
        }
        let mut some = Frontier::default();
        new.iter().take(most as usize).for_each(|id| some.push(id));
        Ok((some, true))
    }

    /// Those among what waits that are not in the archive, at most so many, and whether there are more. Nothing waits any more.
    fn new_among_waiting(
        &mut self,
        most: u64,
        pauses: &mut Pauses<'_>,
    ) -> Result<(SortedRun, bool), Ended> {
        let mut candidates = Merge::new(cursors(&self.waiting)?)?;
        let mut inquiry = self.archive.inquiry()?;
        let mut writer = self.archive.writer()?;
        let mut is_more = false;
        while candidates.advance()? {
            pauses.breathe()?;
            if inquiry.has(candidates.state())? {
                continue;
            }
            if writer.states() == most {
                is_more = true;
                break;
            }
            writer.push(candidates.state())?;
        }
        let level = writer.finish()?;
        self.archive.discard(self.waiting.drain(..));
        Ok((level, is_more))
    }

    /// Writes candidates that are in a table to files.
    pub(super) fn let_wait(
        &mut self,
        table: &StateStore,
        ids: &Frontier,
        room: Room,
        pauses: &mut Pauses<'_>,
    ) -> Result<(), Ended> {
        let (mut rest, mut parts) = self.sort(table, ids, room, pauses)?;
        if rest.len() > 0 {
            parts.push(self.archive.write(&mut rest)?);
        }
        self.waiting.append(&mut parts);
        Ok(())
    }

    /// States of a table in order: files, and those that are left.
    fn sort(
        &mut self,
        table: &StateStore,
        ids: &Frontier,
        room: Room,
        pauses: &mut Pauses<'_>,
    ) -> Result<(Sorted, Vec<Arc<SortedRun>>), Ended> {
        let (mut sorted, mut parts) = (Sorted::default(), Vec::new());
        let mut bytes = Vec::new();
        for id in ids.iter() {
            pauses.breathe()?;
            table.get(id, &mut bytes);
            sorted.push(&bytes);
            if sorted.memory() > room.portion {
                sorted.sort();
                parts.push(self.archive.write(&mut sorted)?);
                sorted.clear();
            }
        }
        sorted.sort();
        Ok((sorted, parts))
    }

    /// A level of the table as one file.
    fn run_of(&mut self, ids: &Frontier, pauses: &mut Pauses<'_>) -> Result<SortedRun, Ended> {
        let view = self.view.clone();
        self.let_wait(&view.table, ids, view.room, pauses)?;
        let mut merge = Merge::new(cursors(&self.waiting)?)?;
        let mut writer = self.archive.writer()?;
        while merge.advance()? {
            pauses.breathe()?;
            writer.push(merge.state())?;
        }
        let level = writer.finish()?;
        self.archive.discard(self.waiting.drain(..));
        Ok(level)
    }

    /// The archive takes in the oldest levels of the table, so many.
    fn remove_levels(&mut self, count: usize, pauses: &mut Pauses<'_>) -> Result<(), Ended> {
        if count == 0 {
            return Ok(());
        }
        let view = self.view.clone();
        let mut removal = Removal::new(&mut self.archive, view.room.portion)?;
        for ids in self.recent.drain(..count).collect::<Vec<_>>() {
            let (mut rest, mut parts) = self.sort(&view.table, &ids, view.room, pauses)?;
            if parts.is_empty() {
                removal.level(&mut self.archive, &mut rest, pauses, true)?;
                continue;
            }
            parts.push(self.archive.write(&mut rest)?);
            let mut states = Merge::new(cursors(&parts)?)?;
            removal.level(&mut self.archive, &mut states, pauses, false)?;
            parts.into_iter().for_each(|part| self.archive.add(part));
        }
        removal.finish(&mut self.archive, pauses)
    }

    /// The archive takes in a level that is a file, and that stays as it is.
    fn remove_level(
        &mut self,
        level: SortedRun,
        pauses: &mut Pauses<'_>,
    ) -> Result<Arc<SortedRun>, Ended> {
        let level = Arc::new(level);
        self.archive.add_level(level.clone());
        self.archive.settle(pauses)?;
        Ok(level)
    }
}
