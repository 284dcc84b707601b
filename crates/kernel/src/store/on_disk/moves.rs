//! States on their way from tables to files.

use std::sync::Arc;

use super::archive::{Archive, Removal, Written, cursors};
use super::pauses::{Ended, Pauses};
use super::room::Room;
use super::sorted::Sorted;
use super::{Ascending, Contents};
use crate::frontier::Frontier;
use crate::sorted_runs::{Merge, RunError, SortedRun};
use crate::store::StateStore;
use crate::visited::Lookup;

/// Candidates wait in fewer files than these.
const MOST_WAITING: usize = 32;

/// States of a table in order: in memory, or, if they are too many to be sorted there, merged from files.
pub(super) struct InOrder {
    sorted: Sorted,
    files: Vec<Arc<SortedRun>>,
    merged: Option<Merge>,
}

impl Ascending for InOrder {
    fn advance(&mut self) -> Result<bool, RunError> {
        match &mut self.merged {
            Some(merged) => merged.advance(),
            None => self.sorted.advance(),
        }
    }

    fn state(&self) -> &[u8] {
        match &self.merged {
            Some(merged) => merged.state(),
            None => self.sorted.state(),
        }
    }
}

impl<'f> Contents<'f> {
    /// Those among candidates in the table that are not in the archive, at most so many, and whether there are more.
    pub(super) fn new_among(
        &mut self,
        candidates: Frontier,
        visited: u64,
        most: u64,
        pauses: &mut Pauses<'_>,
    ) -> Result<(Frontier, bool), Ended> {
        let view = self.view.clone();
        let (mut new, mut doubtful) = (Frontier::default(), Frontier::default());
        if self.archive.is_worth_filters(candidates.len() as u64, visited) {
            let mut bytes = Vec::new();
            for id in candidates.iter() {
                pauses.breathe()?;
                view.table.get(id, &mut bytes);
                let known = view.looked_up.as_ref().and_then(|it| it.is_archived(&bytes));
                match known.or_else(|| self.archive.denies(&bytes)) {
                    Some(true) => {}
                    Some(false) => new.push(id),
                    None => doubtful.push(id),
                }
            }
        } else {
            doubtful = candidates;
        }
        if !doubtful.is_empty() {
            let mut states = self.in_order(&view.table, &doubtful, view.room, pauses)?;
            let mut inquiry = self.archive.inquiry();
            while states.advance()? {
                pauses.breathe()?;
                if !inquiry.has(states.state())? {
                    new.push(view.table.find(states.state()).expect("candidates are in the table"));
                }
            }
            self.archive.discard(states.files);
        }
        if new.len() as u64 <= most {
            return Ok((new, false));
        }
        let mut some = Frontier::default();
        new.iter().take(most as usize).for_each(|id| some.push(id));
        Ok((some, true))
    }

    /// Those among what waits that are not in the archive, at most so many, and whether there are more. Nothing waits any more.
    pub(super) fn new_among_waiting(
        &mut self,
        most: u64,
        pauses: &mut Pauses<'_>,
    ) -> Result<(SortedRun, bool), Ended> {
        let mut candidates = Merge::new(cursors(&self.waiting)?)?;
        let mut inquiry = self.archive.inquiry();
        let waiting = self.waiting.iter().map(|run| run.states()).sum::<u64>();
        let mut writer = self.archive.writer(waiting.min(most))?;
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
        let write = |archive: &mut Archive<'f>, states: &mut Sorted, pauses: &mut Pauses<'_>| {
            archive.write_to_be_merged(states, pauses)
        };
        let (mut rest, mut files) = self.sort(table, ids, room, pauses, write)?;
        if rest.len() > 0 {
            files.push(self.archive.write_to_be_merged(&mut rest, pauses)?);
        }
        self.waiting.append(&mut files);
        if self.waiting.len() < MOST_WAITING {
            return Ok(());
        }
        // Each that is read takes memory, and a file of the system.
        let mut merged = Merge::new(cursors(&self.waiting)?)?;
        let one = self.archive.write_to_be_merged(&mut merged, pauses)?;
        self.archive.discard(std::mem::replace(&mut self.waiting, vec![one]));
        Ok(())
    }

    /// Writes a level of the table to a file.
    pub(super) fn write_level(
        &mut self,
        ids: &Frontier,
        pauses: &mut Pauses<'_>,
    ) -> Result<Arc<SortedRun>, Ended> {
        let view = self.view.clone();
        let mut states = self.in_order(&view.table, ids, view.room, pauses)?;
        let level = self.archive.write(&mut states, ids.len() as u64, pauses)?;
        self.archive.discard(states.files);
        Ok(level)
    }

    /// The archive takes in the oldest levels of the table, so many.
    pub(super) fn remove_levels(
        &mut self,
        count: usize,
        pauses: &mut Pauses<'_>,
    ) -> Result<(), Ended> {
        if count == 0 {
            return Ok(());
        }
        let view = self.view.clone();
        let mut removal = Removal::new(&self.archive, view.room.portion);
        // They stay until the archive has them.
        let recent = std::mem::take(&mut self.recent);
        let moved: Result<(), Ended> = recent.iter().take(count).try_for_each(|ids| {
            let mut states = self.in_order(&view.table, &ids, view.room, pauses)?;
            // Files are runs of the archive as they are.
            let gather = states.files.is_empty() && self.archive.has_runs();
            removal.level(&mut self.archive, &mut states, pauses, gather)?;
            if self.archive.has_runs() {
                states.files.into_iter().for_each(|file| self.archive.add(file));
            } else {
                self.archive.discard(states.files);
            }
            Ok(())
        });
        self.recent = recent;
        moved?;
        removal.finish(&mut self.archive, pauses)?;
        self.recent.forget(count);
        self.archive.settle(pauses)
    }

    /// States of a table in order.
    pub(super) fn in_order(
        &mut self,
        table: &StateStore,
        ids: &Frontier,
        room: Room,
        pauses: &mut Pauses<'_>,
    ) -> Result<InOrder, Ended> {
        let write = |archive: &mut Archive<'f>, states: &mut Sorted, pauses: &mut Pauses<'_>| {
            let most = states.len();
            archive.write(states, most, pauses)
        };
        let (mut sorted, mut files) = self.sort(table, ids, room, pauses, write)?;
        if files.is_empty() {
            return Ok(InOrder { sorted, files, merged: None });
        }
        let mut merge = || -> Result<Merge, Ended> {
            let states = sorted.len();
            files.push(self.archive.write(&mut sorted, states, pauses)?);
            Ok(Merge::new(cursors(&files)?)?)
        };
        match merge() {
            Ok(merged) => Ok(InOrder { sorted: Sorted::default(), files, merged: Some(merged) }),
            Err(why) => {
                self.archive.discard(files);
                Err(why)
            }
        }
    }

    /// The same as files, each in order and written so, and those that are left.
    fn sort(
        &mut self,
        table: &StateStore,
        ids: &Frontier,
        room: Room,
        pauses: &mut Pauses<'_>,
        write: impl Fn(&mut Archive<'f>, &mut Sorted, &mut Pauses<'_>) -> Written,
    ) -> Result<(Sorted, Vec<Arc<SortedRun>>), Ended> {
        let (mut sorted, mut files) = (Sorted::default(), Vec::new());
        let mut bytes = Vec::new();
        let mut sort = || -> Result<(), Ended> {
            for id in ids.iter() {
                pauses.breathe()?;
                table.get(id, &mut bytes);
                sorted.push(&bytes);
                if sorted.memory() > room.portion {
                    sorted.sort();
                    files.push(write(&mut self.archive, &mut sorted, pauses)?);
                    sorted.clear();
                }
            }
            Ok(())
        };
        if let Err(why) = sort() {
            self.archive.discard(files);
            return Err(why);
        }
        sorted.sort();
        Ok((sorted, files))
    }
}
