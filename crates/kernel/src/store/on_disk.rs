//! A visited set that goes on on disk when memory runs short.
//!
//! As long as there is room it is a table in memory, which knows at once what is new, and parents. When a level ends and the table is too
//! large, its oldest levels go to an [archive] of sorted files. From then on a state that is not in the table may be in the archive: if
//! no filter knows it there it is new, and otherwise that is found out when the level ends, for all such states together, in order
//! (*delayed duplicate detection*: Stern and Dill, *Using magnetic disk instead of main memory in the Murφ verifier*, CAV 1998). Most
//! states are met again soon, so that few have to be asked for.
//!
//! Whatever ends the end of a level, the levels that were there can still be gone through: a level is forgotten in memory when the
//! archive has it, and what has new numbers takes the place of the old all at once.
//!
//! A level that has no room in memory itself is a file: its states wait in runs that are merged when it ends, and have their numbers
//! by their order.
//!
//! Once levels have left there are no parents, but the [levels](Levels). What cannot be written or read ends the search.

mod archive;
mod by_blocks;
mod ending;
mod keeping;
mod moves;
mod pauses;
mod recent;
mod room;
mod sorted;
#[cfg(test)]
mod tests;
mod together;

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::stripes::Stripes;
use super::thread_number::thread_number;
use super::{StateId, StateIdentity, StateStore};
use crate::frontier::Frontier;
use crate::sorted_runs::{Cursor, Folder, Merge, RunError, SortedRun};
use crate::visited::{Levels, Lookup, NotStored, Offers, Pending, Told, Visited};
use archive::Archive;
pub(crate) use keeping::{Keep, KeptLevels, Left, LevelRun, each_of};
use pauses::Pauses;
use recent::Recent;
pub(crate) use room::Memory;
use room::Room;
use together::LookedUp;

/// A set of states that may have levels on disk. All methods may be called from several threads.
pub(crate) struct DiskStore<'f> {
    memory: Memory,
    /// So many write a checkpoint.
    threads: usize,
    /// Makes an empty table.
    table: Box<dyn Fn() -> StateStore + Send + Sync + 'f>,
    contents: Mutex<Contents<'f>>,
    stripes: Stripes<Own>,
    /// The states that were visited when the last level ended, unless the table knows all.
    states: AtomicU64,
    /// Memory beside the tables, and bytes of files, when the last level ended.
    bytes: AtomicU64,
    file_bytes: AtomicU64,
}

/// What changes when a level ends or memory runs short.
struct Contents<'f> {
    view: Arc<View>,
    /// The levels of which the table has the states and the archive has not. The last is the present one, unless that is a file.
    recent: Recent,
    /// Candidates for the next level that have no room in memory.
    waiting: Vec<Arc<SortedRun>>,
    archive: Archive<'f>,
    /// Files of the last checkpoint that nothing else needs.
    kept: Vec<Arc<SortedRun>>,
}

/// What threads see. It is replaced as a whole.
#[derive(Clone)]
struct View {
    table: Arc<StateStore>,
    /// Candidates that are not in the table, which is closed then.
    waiting: Option<Arc<StateStore>>,
    /// The present level, if it is a file.
    level: Option<Arc<SortedRun>>,
    /// The states of the archive.
    archive: Vec<Arc<SortedRun>>,
    /// Those that were looked up there together in this level.
    looked_up: Option<Arc<LookedUp>>,
    room: Room,
    /// Whether the table knows the parents of its states: not if they come from a checkpoint.
    has_parents: bool,
}

impl View {
    /// What so many states take in the table.
    fn bytes_of(&self, states: usize) -> u64 {
        states as u64 * (self.table.bytes() / self.table.len().max(1))
    }

    /// Whether nothing has left the table.
    fn knows_all(&self) -> bool {
        self.archive.is_empty()
    }

    /// Whether the way to each state can be told from the table.
    fn keeps_parents(&self) -> bool {
        self.has_parents && self.knows_all()
    }
}

/// What a thread has for itself.
struct Own {
    view: Arc<View>,
    /// The states that it entered into the table in this level, and those into that of what waits.
    entered: Frontier,
    waiting: Frontier,
    /// States that are not in the table.
    others: Offers,
    /// Where it reads the present level.
    reading: Option<Cursor>,
    /// Where it looks states up: a place in each file of the archive.
    finding: Vec<Cursor>,
}

/// Whether there was room for what was offered.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Entered {
    All,
    /// It takes too much now.
    AllTooMuch,
    NotAll,
}

/// Goes through states in order.
trait Ascending {
    /// Goes on to the next state; no if there is none.
    fn advance(&mut self) -> Result<bool, RunError>;
    /// The state that it has come to.
    fn state(&self) -> &[u8];
}

impl Ascending for Merge {
    fn advance(&mut self) -> Result<bool, RunError> {
        Merge::advance(self)
    }

    fn state(&self) -> &[u8] {
        Merge::state(self)
    }
}

impl Ascending for Cursor {
    fn advance(&mut self) -> Result<bool, RunError> {
        Cursor::advance(self)
    }

    fn state(&self) -> &[u8] {
        Cursor::state(self)
    }
}

impl<'f> DiskStore<'f> {
    /// An empty set, with its files in a folder. Whether it keeps levels apart decides whether [`Visited::may_be_older`] is exact.
    ///
    /// # Panics
    /// States are told apart by a key: which of those that have it would be kept is decided too late.
    pub(crate) fn new(
        folder: &'f dyn Folder,
        identity: StateIdentity,
        keeps_levels: bool,
        memory: Memory,
    ) -> Self {
        assert!(identity != StateIdentity::Key, "states are told apart by all that they are");
        Self::with_tables(folder, memory, move || StateStore::new(identity, keeps_levels))
    }

    /// The same, but nothing is looked up once it has left memory, as all but the last two levels do: it is new again then.
    pub(crate) fn forgetting(
        folder: &'f dyn Folder,
        identity: StateIdentity,
        keeps_levels: bool,
    ) -> Self {
        let mut store = Self::new(folder, identity, keeps_levels, Memory::TwoLevels);
        store.contents.get_mut().unwrap_or_else(PoisonError::into_inner).archive.forget();
        store.forget_parents();
        store
    }

    /// The same as [`new`](Self::new), with levels instead of parents from the beginning.
    pub(crate) fn without_parents(
        folder: &'f dyn Folder,
        identity: StateIdentity,
        keeps_levels: bool,
        memory: Memory,
    ) -> Self {
        let mut store = Self::new(folder, identity, keeps_levels, memory);
        store.forget_parents();
        store
    }

    /// The same, of which so many threads write checkpoints.
    pub(crate) fn with_threads(self, threads: usize) -> Self {
        DiskStore { threads, ..self }
    }

    fn forget_parents(&mut self) {
        let contents = self.contents.get_mut().unwrap_or_else(PoisonError::into_inner);
        let view = Arc::new(View { has_parents: false, ..contents.view.as_ref().clone() });
        contents.view = view.clone();
        self.stripes = Stripes::of_each(|| Own::new(view.clone()));
    }

    /// Whether a state in the table is older than the present level.
    pub(crate) fn is_older_than_level(&self, bytes: &[u8]) -> Option<bool> {
        let view = self.view();
        view.table.find(bytes)?;
        Some(view.table.may_be_older(bytes))
    }

    fn with_tables(
        folder: &'f dyn Folder,
        memory: Memory,
        table: impl Fn() -> StateStore + Send + Sync + 'f,
    ) -> Self {
        let view = Arc::new(View {
            table: Arc::new(table()),
            waiting: None,
            level: None,
            archive: Vec::new(),
            looked_up: None,
            room: memory.room(0),
            has_parents: true,
        });
        let contents = Contents {
            view: view.clone(),
            recent: Recent::default(),
            waiting: Vec::new(),
            archive: Archive::new(folder),
            kept: Vec::new(),
        };
        DiskStore {
            memory,
            threads: 1,
            table: Box::new(table),
            contents: Mutex::new(contents),
            stripes: Stripes::of_each(|| Own::new(view.clone())),
            states: AtomicU64::new(0),
            bytes: AtomicU64::new(0),
            file_bytes: AtomicU64::new(0),
        }
    }

    fn contents(&self) -> MutexGuard<'_, Contents<'f>> {
        // A thread that panicked brings the search down anyway.
        self.contents.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn view(&self) -> Arc<View> {
        self.stripes.of(thread_number()).lock().view.clone()
    }

    /// Has all threads see this, and takes over what they have let wait until then.
    fn show(&self, contents: &mut Contents<'f>, view: View) -> Frontier {
        contents.view = Arc::new(view);
        let mut waiting = Frontier::default();
        for stripe in self.stripes.all() {
            let own = &mut *stripe.lock();
            own.view = contents.view.clone();
            waiting.append(&mut own.waiting);
        }
        waiting
    }

    /// Has all threads know the answers.
    fn show_looked_up(&self, contents: &mut Contents<'f>, looked_up: Option<Arc<LookedUp>>) {
        contents.view = Arc::new(View { looked_up, ..contents.view.as_ref().clone() });
        self.stripes.all().for_each(|stripe| stripe.lock().view = contents.view.clone());
    }

    /// Makes room within a level: closes the table, or has what waits written. Nothing if somebody else has done so.
    fn relieve(&self, seen: &Arc<View>) -> Result<(), NotStored> {
        let contents = &mut *self.contents();
        if !Arc::ptr_eq(&contents.view, seen) {
            return Ok(());
        }
        if self.memory.is_all_there_is()
            || seen.waiting.as_ref().is_some_and(|waiting| waiting.is_empty())
        {
            return Err(NotStored::Full);
        }
        // The table stays as it is: the present level is read from it.
        let waiting = Some(Arc::new((self.table)()));
        let ids = self.show(contents, View { waiting, ..seen.as_ref().clone() });
        if let Some(waiting) = &seen.waiting {
            let mut never = || ControlFlow::Continue(());
            contents.let_wait(waiting, &ids, seen.room, &mut Pauses::new(&mut never))?;
        }
        Ok(())
    }

    /// Notes what is taken beside the tables.
    fn account(&self, contents: &mut Contents<'f>) {
        let taken = contents.archive.taken();
        let bytes = contents.recent.bytes() + taken.memory + self.stripes.bytes();
        self.bytes.store(bytes, Relaxed);
        self.file_bytes.store(taken.file_bytes, Relaxed);
    }
}

impl Visited for DiskStore<'_> {
    fn offer(
        &self,
        offers: &Offers,
        most: u64,
        new: &mut dyn FnMut(StateId),
    ) -> Result<(), NotStored> {
        loop {
            let (entered, view) = {
                let own = &mut *self.stripes.of(thread_number()).lock();
                match own.enter(offers, most, new)? {
                    Entered::All => return Ok(()),
                    entered => (entered, own.view.clone()),
                }
            };
            self.relieve(&view)?;
            if entered == Entered::AllTooMuch {
                return Ok(());
            }
        }
    }

    fn end_level(
        &self,
        most: u64,
        new: &mut dyn FnMut(StateId),
        pause: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<Told, NotStored> {
        let contents = &mut *self.contents();
        let result = self.next_level(contents, most, &mut Pauses::new(pause));
        self.account(contents);
        let (told, is_more) = result?;
        if told == Told::Late {
            contents.present().for_each(new);
        }
        if is_more { Err(NotStored::Enough) } else { Ok(told) }
    }

    fn may_be_older(&self, bytes: &[u8]) -> bool {
        let own = &mut *self.stripes.of(thread_number()).lock();
        // Where that cannot be found out it may be.
        own.view.table.may_be_older(bytes) || own.is_archived(bytes).unwrap_or(true)
    }

    fn may_be_older_at_once(&self, bytes: &[u8]) -> Option<bool> {
        let own = self.stripes.of(thread_number()).lock();
        if own.view.table.may_be_older(bytes) {
            return Some(true);
        }
        if !SortedRun::any_may_contain(&own.view.archive, bytes) {
            return Some(false);
        }
        own.view.looked_up.as_ref().and_then(|looked_up| looked_up.is_archived(bytes))
    }

    fn find_out(
        &self,
        states: &[&Offers],
        is_left: bool,
        pause: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<Pending, NotStored> {
        let is_asked = states.iter().any(|states| !states.is_empty());
        if !is_asked {
            return Ok(Pending { is_asked, is_left });
        }
        let contents = &mut *self.contents();
        let before = contents.view.looked_up.clone();
        let room = contents.view.room.waiting;
        let answers = before.filter(|it| it.bytes() <= room).unwrap_or_else(|| {
            // The memory of the answers before is needed.
            self.show_looked_up(contents, None);
            Arc::new(LookedUp::new((self.table)(), (self.table)()))
        });
        contents.look_up(states, &answers, &mut Pauses::new(pause))?;
        self.show_looked_up(contents, Some(answers));
        Ok(Pending { is_asked, is_left })
    }

    fn most_asked(&self) -> usize {
        usize::try_from(self.contents().view.room.portion).unwrap_or(usize::MAX)
    }

    fn read(&self, id: StateId, out: &mut Vec<u8>) -> Result<(), NotStored> {
        let own = &mut *self.stripes.of(thread_number()).lock();
        let Own { view, reading, .. } = own;
        match &view.level {
            None => view.table.get(id, out),
            Some(level) => read_from(reading, level, id.number(), out)
                .map_err(|error| NotStored::Failed(error.kind()))?,
        }
        Ok(())
    }

    fn parent(&self, id: StateId) -> Option<StateId> {
        let view = self.view();
        view.keeps_parents().then(|| view.table.parent(id)).flatten()
    }

    fn keeps_parents(&self) -> bool {
        self.view().keeps_parents()
    }

    fn levels(&self) -> Option<&dyn Levels> {
        Some(self)
    }

    fn len(&self) -> u64 {
        let view = self.view();
        if view.knows_all() { view.table.len() } else { self.states.load(Relaxed) }
    }

    fn bytes(&self) -> u64 {
        let view = self.view();
        let waiting = view.waiting.as_ref().map_or(0, |waiting| waiting.bytes());
        let looked_up = view.looked_up.as_ref().map_or(0, |looked_up| looked_up.bytes());
        view.table.bytes() + waiting + looked_up + self.bytes.load(Relaxed)
    }

    fn file_bytes(&self) -> u64 {
        self.file_bytes.load(Relaxed)
    }
}

impl Levels for DiskStore<'_> {
    fn show(
        &self,
        level: u64,
        each: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    ) -> Result<(), NotStored> {
        let contents = &mut *self.contents();
        let place = level.checked_sub(contents.archive.removed());
        let Some(place) = place else {
            let shown = contents.archive.show(level, each);
            return shown.map_err(|error| NotStored::Failed(error.kind()));
        };
        let mut bytes = Vec::new();
        for id in contents.recent.level(place as usize) {
            contents.view.table.get(id, &mut bytes);
            if each(&bytes).is_break() {
                break;
            }
        }
        Ok(())
    }
}

impl Own {
    fn new(view: Arc<View>) -> Self {
        Own {
            view,
            entered: Frontier::default(),
            waiting: Frontier::default(),
            others: Offers::default(),
            reading: None,
            finding: Vec::new(),
        }
    }

    /// Gives up its places in files: others come.
    fn leave(&mut self) {
        self.reading = None;
        self.finding.clear();
    }

    /// Enters what is offered, and tells of what is certainly new, of at most so many.
    fn enter(
        &mut self,
        offers: &Offers,
        most: u64,
        new: &mut dyn FnMut(StateId),
    ) -> Result<Entered, NotStored> {
        let Own { view, entered, waiting, others, .. } = self;
        let (result, is_too_much) = if let Some(closed) = &view.waiting {
            others.clear();
            let unknown = offers.iter().filter(|(state, _)| view.table.find(state).is_none());
            unknown.for_each(|(state, _)| others.push(state, None));
            let result = closed.offer(others, u64::MAX, &mut |id| waiting.push(id));
            (result, closed.bytes() > view.room.waiting && !closed.is_empty())
        } else {
            let knows_all = view.knows_all();
            let most = if knows_all { most } else { u64::MAX };
            let result = view.table.offer(offers, most, &mut |id| {
                entered.push(id);
                if knows_all {
                    new(id);
                }
            });
            (result, view.table.bytes() > view.room.within_level)
        };
        match result {
            Ok(()) if is_too_much => Ok(Entered::AllTooMuch),
            Ok(()) => Ok(Entered::All),
            Err(NotStored::Full) => Ok(Entered::NotAll),
            Err(why) => Err(why),
        }
    }

    /// Whether a state is in the archive.
    fn is_archived(&mut self, state: &[u8]) -> Result<bool, RunError> {
        let Own { view, finding, .. } = self;
        let known = view.looked_up.as_ref().and_then(|looked_up| looked_up.is_archived(state));
        if let Some(is_archived) = known {
            return Ok(is_archived);
        }
        for (place, run) in view.archive.iter().enumerate() {
            if !run.may_contain(state) {
                continue;
            }
            while finding.len() <= place {
                finding.push(Cursor::new(view.archive[finding.len()].clone())?);
            }
            if finding[place].find(state)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Reads the state with a number.
fn read_from(
    reading: &mut Option<Cursor>,
    level: &Arc<SortedRun>,
    number: u64,
    out: &mut Vec<u8>,
) -> Result<(), RunError> {
    let cursor = match reading {
        Some(cursor) => cursor,
        reading => reading.insert(Cursor::new(level.clone())?),
    };
    assert!(cursor.seek(number)?, "only states of the present level are read");
    out.clear();
    out.extend_from_slice(cursor.state());
    Ok(())
}

impl Contents<'_> {
    /// The states of the present level.
    fn present(&self) -> Box<dyn Iterator<Item = StateId> + '_> {
        match &self.view.level {
            Some(level) => Box::new((0..level.states()).map(StateId::from_number)),
            None => Box::new(self.recent.present().into_iter().flat_map(Frontier::iter)),
        }
    }
}
