//! The end of a level: the next one, and room for it.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use super::pauses::{Ended, Pauses};
use super::recent::Recent;
use super::{Contents, DiskStore, View};
use crate::frontier::Frontier;
use crate::sorted_runs::SortedRun;
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
        contents.recent.push(entered);
        let next = match view.table.bytes() > view.room.between_levels {
            true => self.make_room(contents, pauses)?,
            false => None,
        };
        if next.is_none() && knows_all {
            begin_level(&view.table);
            return Ok((Told::AtOnce, false));
        }
        if next.is_none() && view.level.is_none() && view.looked_up.is_none() {
            begin_level(&view.table);
        } else {
            let next = next.unwrap_or_else(|| View {
                level: None,
                looked_up: None,
                ..view.as_ref().clone()
            });
            begin_level(&next.table);
            self.show(contents, next);
        }
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
        let most_kept = if view.room.keeps_half { view.table.len() / 2 } else { 0 };
        let present = contents.recent.present().map_or(0, Frontier::len);
        let is_large = view.bytes_of(present) > view.room.level;
        let removed = match is_large {
            true => contents.recent.older(),
            false => contents.recent.too_many(most_kept),
        };
        if removed == 0 && !is_large {
            return Ok(None);
        }
        contents.remove_levels(removed, pauses)?;
        let mut level = None;
        if is_large && let Some(present) = contents.recent.present().cloned() {
            let file = contents.write_level(&present, pauses)?;
            contents.archive.add_level(file.clone());
            contents.recent.forget_present();
            contents.archive.settle(pauses)?;
            level = Some(file);
        }
        let (table, recent) = self.table_of(&view.table, &contents.recent, pauses)?;
        contents.recent = recent;
        Ok(Some(self.view_of(contents, table, level)))
    }

    /// A table with the states of these levels, which another has, and the levels in it.
    pub(super) fn table_of(
        &self,
        old: &StateStore,
        levels: &Recent,
        pauses: &mut Pauses<'_>,
    ) -> Result<(StateStore, Recent), Ended> {
        let (table, mut recent) = ((self.table)(), Recent::default());
        let mut bytes = Vec::new();
        for level in levels.iter() {
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
            recent.push(ids);
        }
        Ok((table, recent))
    }

    pub(super) fn view_of(
        &self,
        contents: &mut Contents<'f>,
        table: StateStore,
        level: Option<Arc<SortedRun>>,
    ) -> View {
        let room = self.memory.room(contents.archive.taken().memory);
        let archive = contents.archive.runs().to_vec();
        View {
            table: Arc::new(table),
            waiting: None,
            level,
            archive,
            looked_up: None,
            room,
            has_parents: contents.view.has_parents,
        }
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
        contents.remove_levels(contents.recent.levels(), pauses)?;
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
        let level = Arc::new(level);
        contents.archive.add_level(level.clone());
        contents.archive.settle(pauses)?;
        let next = self.view_of(contents, (self.table)(), Some(level));
        self.show(contents, next);
        Ok(is_more)
    }
}

/// Whatever is in the table is older than the level that begins.
pub(super) fn begin_level(table: &StateStore) {
    let never = &mut || std::ops::ControlFlow::Continue(());
    // A table in memory has nothing to tell.
    let _ = table.end_level(0, &mut |_| {}, never);
}
