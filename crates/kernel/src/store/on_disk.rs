//! The visited set on disk: each level is a [sorted run](crate::sorted_runs), and which states are new is found out when a level ends.
//!
//! (*Delayed duplicate detection*: Stern and Dill, *Using magnetic disk instead of main memory in the Murφ verifier*, CAV 1998.) What is
//! offered in a level is entered into a table in memory. When that is as large as it may be, its states go to a run of their own, and it
//! begins anew; at the end of the level all of them are compared with the levels before: one by one, where they are few, or by one pass
//! through everything. What is left is the next level, whose states have their numbers by their order; runs of levels that nobody
//! expands any more are merged, so that there are as many as the number of states has binary digits.
//!
//! Cost: what is visited is read once a level that is large. Parents are not kept. What cannot be written or read ends the search.

mod sorted;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, PoisonError, RwLock};

use super::stripes::Stripes;
use super::thread_number::thread_number;
use super::{StateId, StateIdentity, StateStore};
use crate::sorted_runs::{Cursor, Folder, Merge, RunError, RunWriter, SortedRun};
use crate::visited::{Lookup, NotStored, Offers, Visited};
use sorted::Sorted;

/// Where so many states were visited for each candidate, candidates are looked up one by one.
const FEW: u64 = 64;

/// A set of states, most of them on disk, without their parents. All methods may be called from several threads.
pub(crate) struct DiskStore<'f> {
    folder: &'f dyn Folder,
    identity: StateIdentity,
    /// The table may have so many bytes.
    most_bytes: u64,
    /// Makes an empty one.
    table: fn(StateIdentity) -> StateStore,
    contents: RwLock<Contents>,
    stripes: Stripes<Own>,
    states: AtomicU64,
    /// The memory that it took when it was last asked for.
    bytes: AtomicU64,
}

struct Contents {
    /// States that were offered in the present level.
    table: StateStore,
    /// Those that the table had no room for.
    spilled: Vec<Arc<SortedRun>>,
    /// The level that is being expanded, whose first state has this number.
    level: Option<Arc<SortedRun>>,
    first_number: u64,
    /// All levels before, the largest runs first.
    older: Vec<Arc<SortedRun>>,
    /// How many files were written.
    files: u64,
}

/// What a thread has for itself.
#[derive(Default)]
struct Own {
    /// The states that it entered into the table.
    entered: Vec<StateId>,
    /// Where it reads the level that is being expanded.
    reading: Option<Cursor>,
    /// Where it looks states up: a place in each of the runs.
    finding: Vec<Cursor>,
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

impl<'f> DiskStore<'f> {
    /// An empty set, with its files in a folder and a table of about so many bytes in memory. To sort short states takes
    /// several times as much beside it.
    ///
    /// # Panics
    /// States are told apart by a key: which of those that have it would be kept is decided too late.
    pub(crate) fn new(folder: &'f dyn Folder, identity: StateIdentity, most_bytes: u64) -> Self {
        Self::with_tables(folder, identity, most_bytes, |identity| StateStore::new(identity, false))
    }

    fn with_tables(
        folder: &'f dyn Folder,
        identity: StateIdentity,
        most_bytes: u64,
        table: fn(StateIdentity) -> StateStore,
    ) -> Self {
        assert!(identity != StateIdentity::Key, "states are told apart by all that they are");
        let contents = Contents {
            table: table(identity),
            spilled: Vec::new(),
            level: None,
            first_number: 0,
            older: Vec::new(),
            files: 0,
        };
        DiskStore {
            folder,
            identity,
            most_bytes,
            table,
            contents: RwLock::new(contents),
            stripes: Stripes::new(),
            states: AtomicU64::new(0),
            bytes: AtomicU64::new(0),
        }
    }

    /// The bytes of the files.
    #[cfg(test)]
    fn file_bytes(&self) -> u64 {
        let contents = self.contents.read().unwrap_or_else(PoisonError::into_inner);
        contents.runs().map(|run| run.file_bytes()).sum()
    }

    /// The states that were entered into the table, in order. The table is empty then.
    fn take_entered(&self, contents: &mut Contents) -> Sorted {
        let mut sorted = Sorted::default();
        let mut bytes = Vec::new();
        for stripe in self.stripes.all() {
            for id in std::mem::take(&mut stripe.lock().entered) {
                contents.table.get(id, &mut bytes);
                sorted.push(&bytes);
            }
        }
        contents.table = (self.table)(self.identity);
        sorted.sort();
        sorted
    }

    /// Writes the states of the table to a run, and empties it.
    fn spill(&self, contents: &mut Contents) -> Result<(), RunError> {
        let mut sorted = self.take_entered(contents);
        let mut writer = contents.writer(self.folder)?;
        while sorted.advance()? {
            writer.push(sorted.state())?;
        }
        contents.spilled.push(Arc::new(writer.finish()?));
        Ok(())
    }

    /// Makes the next level, of at most so many of the candidates that were not visited before.
    fn next_level(
        &self,
        contents: &mut Contents,
        most: u64,
        pause: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<(), Ended> {
        for stripe in self.stripes.all() {
            stripe.lock().leave();
        }
        if let Some(level) = contents.level.take() {
            contents.older.push(level);
            self.merge_older(contents, pause)?;
        }
        let (mut candidates, count): (Box<dyn Ascending>, u64) = if contents.spilled.is_empty() {
            let sorted = self.take_entered(contents);
            let count = sorted.len();
            (Box::new(sorted), count)
        } else {
            self.spill(contents)?;
            let count = contents.spilled.iter().map(|run| run.states()).sum();
            (Box::new(Merge::new(cursors(&contents.spilled)?)?), count)
        };
        contents.first_number = self.states.load(Relaxed);
        let mut visited = Older::new(&contents.older, count * FEW < contents.first_number)?;
        let mut writer = contents.writer(self.folder)?;
        let mut paused = 0;
        let mut is_more = false;
        while candidates.advance()? {
            take_a_breath(&mut paused, pause)?;
            if visited.has(candidates.state(), pause)? {
                continue;
            }
            if writer.states() == most {
                is_more = true;
                break;
            }
            writer.push(candidates.state())?;
        }
        if writer.states() > 0 {
            let level = writer.finish()?;
            self.states.fetch_add(level.states(), Relaxed);
            contents.level = Some(Arc::new(level));
        }
        self.discard(contents.spilled.drain(..));
        if is_more { Err(Ended::By(NotStored::Enough)) } else { Ok(()) }
    }

    /// Merges runs of which the second is more than half as large as the first.
    fn merge_older(
        &self,
        contents: &mut Contents,
        pause: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<(), Ended> {
        while let [.., larger, smaller] = &contents.older[..]
            && smaller.states() * 2 > larger.states()
        {
            let mut merge = Merge::new(cursors(&[larger.clone(), smaller.clone()])?)?;
            let mut writer = contents.writer(self.folder)?;
            let mut paused = 0;
            while merge.advance()? {
                take_a_breath(&mut paused, pause)?;
                writer.push(merge.state())?;
            }
            let merged = Arc::new(writer.finish()?);
            let kept = contents.older.len() - 2;
            self.discard(contents.older.drain(kept..));
            contents.older.push(merged);
        }
        Ok(())
    }

    /// Removes the files of runs. Where one cannot be removed yet it goes with the folder.
    fn discard(&self, runs: impl Iterator<Item = Arc<SortedRun>>) {
        for run in runs {
            let _ = self.folder.remove(run.name());
        }
    }
}

fn failed(error: RunError) -> NotStored {
    NotStored::Failed(error.kind())
}

/// Why a level could not be ended.
enum Ended {
    By(NotStored),
    Failed(RunError),
}

impl From<RunError> for Ended {
    fn from(error: RunError) -> Self {
        Ended::Failed(error)
    }
}

/// So many states are gone through between two looks at the limits.
const PACE: u32 = 4096;

fn take_a_breath(
    paused: &mut u32,
    pause: &mut dyn FnMut() -> ControlFlow<()>,
) -> Result<(), Ended> {
    *paused += 1;
    if paused.is_multiple_of(PACE) && pause().is_break() {
        return Err(Ended::By(NotStored::Interrupted));
    }
    Ok(())
}

impl Visited for DiskStore<'_> {
    /// Nothing is told before the level ends.
    fn offer(&self, offers: &Offers, _: u64, _: &mut dyn FnMut(StateId)) -> Result<(), NotStored> {
        let entered = {
            let contents = self.contents.read().unwrap_or_else(PoisonError::into_inner);
            let own = &mut *self.stripes.of(thread_number()).lock();
            let entered = contents.table.offer(offers, u64::MAX, &mut |id| own.entered.push(id));
            if entered.is_ok() && contents.table.bytes() <= self.most_bytes {
                return Ok(());
            }
            entered
        };
        let contents = &mut *self.contents.write().unwrap_or_else(PoisonError::into_inner);
        // Another thread may have been faster.
        if entered.is_err() || contents.table.bytes() > self.most_bytes {
            self.spill(contents).map_err(failed)?;
        }
        let own = &mut *self.stripes.of(thread_number()).lock();
        match entered {
            Ok(()) => Ok(()),
            // What was entered before it was full may come twice.
            Err(_) => contents.table.offer(offers, u64::MAX, &mut |id| own.entered.push(id)),
        }
    }

    fn end_level(
        &self,
        most: u64,
        new: &mut dyn FnMut(StateId),
        pause: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<(), NotStored> {
        let contents = &mut *self.contents.write().unwrap_or_else(PoisonError::into_inner);
        let result = self.next_level(contents, most, pause);
        let states = contents.level.as_ref().map_or(0, |level| level.states());
        let numbers = contents.first_number..contents.first_number + states;
        numbers.for_each(|number| new(StateId::from_number(number)));
        result.map_err(|ended| match ended {
            Ended::By(why) => why,
            Ended::Failed(error) => failed(error),
        })
    }

    fn may_be_older(&self, bytes: &[u8]) -> bool {
        let contents = self.contents.read().unwrap_or_else(PoisonError::into_inner);
        let own = &mut *self.stripes.of(thread_number()).lock();
        // Where that cannot be found out it may be.
        own.find(&contents, bytes).unwrap_or(true)
    }

    fn read(&self, id: StateId, out: &mut Vec<u8>) -> Result<(), NotStored> {
        let contents = self.contents.read().unwrap_or_else(PoisonError::into_inner);
        let own = &mut *self.stripes.of(thread_number()).lock();
        let level = contents.level.as_ref().zip(id.number().checked_sub(contents.first_number));
        let state = level.map_or(Ok(None), |(level, number)| own.read(level, number));
        let state = state.map_err(failed)?;
        out.clear();
        out.extend_from_slice(state.expect("only states of the present level are read"));
        Ok(())
    }

    fn parent(&self, _: StateId) -> Option<StateId> {
        None
    }

    fn len(&self) -> u64 {
        self.states.load(Relaxed)
    }

    /// Asked while a level ends it is what it was before.
    fn bytes(&self) -> u64 {
        if let Ok(contents) = self.contents.try_read() {
            let runs: u64 = contents.runs().map(|run| run.memory()).sum();
            self.bytes.store(runs + contents.table.bytes() + self.stripes.bytes(), Relaxed);
        }
        self.bytes.load(Relaxed)
    }
}

impl Own {
    /// Gives up its places in runs: others come.
    fn leave(&mut self) {
        self.reading = None;
        self.finding.clear();
    }

    /// A state of the present level.
    fn read(&mut self, level: &Arc<SortedRun>, number: u64) -> Result<Option<&[u8]>, RunError> {
        let cursor = match &mut self.reading {
            Some(cursor) => cursor,
            reading => reading.insert(Cursor::new(level.clone())?),
        };
        Ok(cursor.seek(number)?.then(|| cursor.state()))
    }

    /// Whether a state was visited before the present level is left.
    fn find(&mut self, contents: &Contents, state: &[u8]) -> Result<bool, RunError> {
        if self.finding.is_empty() {
            let runs: Vec<_> = contents.older.iter().chain(&contents.level).cloned().collect();
            self.finding = cursors(&runs)?;
        }
        for cursor in &mut self.finding {
            if cursor.find(state)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// A cursor before the first state of each run.
fn cursors(runs: &[Arc<SortedRun>]) -> Result<Vec<Cursor>, RunError> {
    runs.iter().map(|run| Cursor::new(run.clone())).collect()
}

impl Contents {
    fn runs(&self) -> impl Iterator<Item = &Arc<SortedRun>> {
        self.older.iter().chain(&self.level).chain(&self.spilled)
    }

    fn writer<'f>(&mut self, folder: &'f dyn Folder) -> Result<RunWriter<'f>, RunError> {
        self.files += 1;
        RunWriter::new(folder, &format!("{}.run", self.files))
    }
}

/// What was visited before, as it is asked for states in order.
enum Older {
    /// A place in each run.
    OneByOne(Vec<Cursor>),
    /// All runs as one, and whether that has come to a state.
    Pass(Merge, bool),
}

impl Older {
    /// Of these runs, for few states or many.
    fn new(runs: &[Arc<SortedRun>], is_for_few: bool) -> Result<Self, RunError> {
        if is_for_few {
            return Ok(Older::OneByOne(cursors(runs)?));
        }
        let mut merge = Merge::new(cursors(runs)?)?;
        let stands = merge.advance()?;
        Ok(Older::Pass(merge, stands))
    }

    /// Whether it has a state, which is greater than the one before.
    fn has(
        &mut self,
        state: &[u8],
        pause: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<bool, Ended> {
        match self {
            Older::OneByOne(cursors) => {
                for cursor in cursors {
                    if cursor.find_onwards(state)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Older::Pass(merge, stands) => {
                let mut paused = 0;
                while *stands && merge.state() < state {
                    take_a_breath(&mut paused, pause)?;
                    *stands = merge.advance()?;
                }
                Ok(*stands && merge.state() == state)
            }
        }
    }
}
