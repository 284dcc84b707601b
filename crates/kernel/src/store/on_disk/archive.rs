//! What was visited and has left memory, in files: all states in order, to be looked up, and each level for itself, to be gone
//! through again.
//!
//! Runs of similar size are merged, so that there are as many as the number of states has binary digits. In files of levels each state is
//! preceded by the number of its level, most significant byte first, so that levels stand one after the other; where
//! there are many small ones they are put together. Within a level states come as they were written.

use std::collections::HashMap;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use super::Ascending;
use super::pauses::{Ended, Pauses};
use super::sorted::Sorted;
use crate::checkpoint::{FileEntry, LevelEntry, StoreEntry};
use crate::sorted_runs::{Cursor, Folder, Merge, RunError, RunWriter, SortedRun};

/// The bytes of the number of a level.
const PREFIX: usize = size_of::<u64>();

/// To ask the filter of one run about a state takes as long as to go through so many states.
const FILTER: u64 = 10;

/// If there are more files of levels, so many become one.
const MOST_LEVEL_FILES: usize = 64;
const TOGETHER: usize = 8;

/// The files.
pub(super) struct Archive<'f> {
    folder: &'f dyn Folder,
    /// All states, the largest runs first.
    runs: Vec<Arc<SortedRun>>,
    /// The states of so many levels, the first ones, are in runs.
    removed: u64,
    /// The levels, in their order. Those that a checkpoint has kept are here before they are in runs.
    levels: Vec<LevelFile>,
    /// Whether there are runs at all.
    has_runs: bool,
    /// How many files were written.
    files: u64,
    /// What all of them take, once it was asked for.
    taken: Option<Taken>,
    /// Where the last level was read that was shown. The one before it is often in the same block.
    showing: Option<Cursor>,
}

/// What files take.
#[derive(Clone, Copy, Default)]
pub(super) struct Taken {
    /// The bytes of the files.
    pub file_bytes: u64,
    /// The memory: filters and first states.
    pub memory: u64,
}

/// Levels one after the other.
#[derive(Clone)]
struct LevelFile {
    levels: Range<u64>,
    run: Arc<SortedRun>,
    /// It is a single level, and the states are not preceded by its number.
    is_bare: bool,
    /// How often files were put together for it.
    rank: u32,
}

impl<'f> Archive<'f> {
    pub(super) fn new(folder: &'f dyn Folder) -> Self {
        let (runs, levels) = (Vec::new(), Vec::new());
        Archive {
            folder,
            runs,
            removed: 0,
            levels,
            has_runs: true,
            files: 0,
            taken: None,
            showing: None,
        }
    }

    /// There are levels only from now on.
    pub(super) fn forget(&mut self) {
        self.has_runs = false;
    }

    /// Whether there are runs.
    pub(super) fn has_runs(&self) -> bool {
        self.has_runs
    }

    /// Where the files are.
    pub(super) fn folder(&self) -> &'f dyn Folder {
        self.folder
    }

    /// How many levels have left memory.
    pub(super) fn removed(&self) -> u64 {
        self.removed
    }

    /// How many levels there are files of.
    pub(super) fn levels(&self) -> u64 {
        self.levels.last().map_or(0, |file| file.levels.end)
    }

    /// All states.
    pub(super) fn runs(&self) -> &[Arc<SortedRun>] {
        &self.runs
    }

    /// What the files take.
    pub(super) fn taken(&mut self) -> Taken {
        if let Some(taken) = self.taken {
            return taken;
        }
        let levels = self.levels.iter().map(|file| &file.run);
        let others = levels.filter(|run| !self.runs.iter().any(|it| Arc::ptr_eq(it, run)));
        let mut taken = Taken::default();
        for run in self.runs.iter().chain(others) {
            taken.file_bytes += run.file_bytes();
            taken.memory += run.memory();
        }
        self.taken = Some(taken);
        taken
    }

    fn runs_mut(&mut self) -> &mut Vec<Arc<SortedRun>> {
        self.taken = None;
        &mut self.runs
    }

    fn levels_mut(&mut self) -> &mut Vec<LevelFile> {
        self.taken = None;
        &mut self.levels
    }

    /// All files. One may be there twice.
    fn all(&self) -> impl Iterator<Item = &Arc<SortedRun>> {
        self.runs.iter().chain(self.levels.iter().map(|file| &file.run))
    }

    /// The archive that a checkpoint has kept, with all states, of which it opens every file.
    ///
    /// # Errors
    /// One is damaged, or they do not fit together.
    pub(super) fn kept(folder: &'f dyn Folder, entry: &StoreEntry) -> Result<Self, RunError> {
        // Files that are of a level and of all states are one.
        let mut known = HashMap::new();
        for file in &entry.runs {
            let run = SortedRun::open_with_filter(folder, &file.name)?;
            known.insert(&file.name, is_that(run, file)?);
        }
        let mut archive = Archive::new(folder);
        archive.runs = entry.runs.iter().map(|file| known[&file.name].clone()).collect();
        archive.open_levels(&entry.levels, &known)?;
        if entry.removed > archive.levels() {
            return Err(RunError::Damaged("the number of levels"));
        }
        archive.removed = entry.removed;
        archive.files = entry.files;
        Ok(archive)
    }

    /// Levels that a checkpoint has kept, to be gone through.
    ///
    /// # Errors
    /// A file is damaged, or they do not fit together.
    pub(super) fn of_levels(
        folder: &'f dyn Folder,
        levels: &[LevelEntry],
    ) -> Result<Self, RunError> {
        let mut archive = Archive::new(folder);
        archive.open_levels(levels, &HashMap::new())?;
        Ok(archive)
    }

    /// Opens the files of levels, but for those that are known.
    fn open_levels(
        &mut self,
        levels: &[LevelEntry],
        known: &HashMap<&String, Arc<SortedRun>>,
    ) -> Result<(), RunError> {
        for LevelEntry { start, end, is_bare, rank, file } in levels {
            let is_next = *start == self.levels() && end > start;
            if !is_next || *is_bare && *end != start + 1 {
                return Err(RunError::Damaged("the order of levels"));
            }
            let run = known.get(&file.name).cloned();
            let run = run.map_or_else(|| opened(self.folder, file), Ok)?;
            let file = LevelFile { levels: *start..*end, run, is_bare: *is_bare, rank: *rank };
            self.levels.push(file);
        }
        Ok(())
    }

    /// So many files were written before, by another program.
    pub(super) fn begin_after(&mut self, files: u64) {
        self.files = files;
    }

    /// The files of levels.
    pub(super) fn level_runs(&self) -> Vec<Arc<SortedRun>> {
        self.levels.iter().map(|file| file.run.clone()).collect()
    }

    /// What a checkpoint says of it.
    pub(super) fn entry(&self) -> (Vec<FileEntry>, Vec<LevelEntry>) {
        let runs = self.runs.iter().map(|run| file_entry(run)).collect();
        let level = |it: &LevelFile| LevelEntry {
            start: it.levels.start,
            end: it.levels.end,
            is_bare: it.is_bare,
            rank: it.rank,
            file: file_entry(&it.run),
        };
        (runs, self.levels.iter().map(level).collect())
    }

    /// How many files were written.
    pub(super) fn files(&self) -> u64 {
        self.files
    }

    /// A file to be written, of no more than so many states, which are looked up there.
    pub(super) fn writer(&mut self, most: u64) -> Result<RunWriter<'f>, RunError> {
        self.files += 1;
        RunWriter::with_filter(self.folder, &format!("{}.run", self.files), most)
    }

    /// A file to be written that is read from its beginning to its end.
    pub(super) fn plain_writer(&mut self) -> Result<RunWriter<'f>, RunError> {
        self.files += 1;
        RunWriter::new(self.folder, &format!("{}.run", self.files))
    }

    /// Writes states, no more than so many, to a file.
    pub(super) fn write(
        &mut self,
        states: &mut dyn Ascending,
        most: u64,
        pauses: &mut Pauses<'_>,
    ) -> Written {
        write(self.writer(most)?, states, pauses)
    }

    /// The same if they are not looked up.
    pub(super) fn write_to_be_merged(
        &mut self,
        states: &mut dyn Ascending,
        pauses: &mut Pauses<'_>,
    ) -> Written {
        self.files += 1;
        let name = format!("{}.run", self.files);
        write(RunWriter::to_be_merged(self.folder, &name)?, states, pauses)
    }

    /// Takes in states that are in no other run.
    pub(super) fn add(&mut self, run: Arc<SortedRun>) {
        self.runs_mut().push(run);
    }

    /// Brings the states of the first level that is in no run, and that there is a file of, into runs, with so much memory to sort them.
    pub(super) fn remove_first(
        &mut self,
        portion: u64,
        pauses: &mut Pauses<'_>,
    ) -> Result<(), Ended> {
        let mut states = self.level_by(self.removed, None)?;
        let mut sorted = Sorted::default();
        let mut is_more = true;
        while is_more {
            is_more = states.advance()?;
            if is_more {
                pauses.breathe()?;
                sorted.push(states.state());
            }
            if sorted.len() > 0 && (!is_more || sorted.memory() > portion) {
                sorted.sort();
                let most = sorted.len();
                let run = self.write(&mut sorted, most, pauses)?;
                self.add(run);
                sorted.clear();
            }
        }
        self.removed += 1;
        self.settle(pauses)
    }

    /// Takes in a level that is a file: it is looked up there, and gone through again.
    pub(super) fn add_level(&mut self, run: Arc<SortedRun>) {
        let level = self.levels();
        assert_eq!(level, self.removed, "all levels before it have left memory");
        self.removed += 1;
        self.runs_mut().push(run.clone());
        let file = LevelFile { levels: level..level + 1, run, is_bare: true, rank: 0 };
        self.levels_mut().push(file);
    }

    /// Takes in the file of the next levels, in which the number of its level precedes each state.
    pub(super) fn add_levels(&mut self, levels: Range<u64>, run: Arc<SortedRun>) {
        assert_eq!(levels.start, self.levels(), "levels follow each other");
        self.levels_mut().push(LevelFile { levels, run, is_bare: false, rank: 0 });
    }

    /// Removes files, but for those that the archive has. Where one cannot be removed yet it goes with the folder.
    pub(super) fn discard(&self, runs: impl IntoIterator<Item = Arc<SortedRun>>) {
        for run in runs {
            if !self.all().any(|other| Arc::ptr_eq(other, &run)) {
                let _ = self.folder.remove(run.name());
            }
        }
    }

    /// Merges runs, and files of levels, of which the second is more than half as large as the first.
    pub(super) fn settle(&mut self, pauses: &mut Pauses<'_>) -> Result<(), Ended> {
        self.runs.sort_by_key(|run| std::cmp::Reverse(run.states()));
        let is_alike = |pair: &[Arc<SortedRun>]| pair[1].states() * 2 > pair[0].states();
        while let Some(first) = self.runs.windows(2).rposition(is_alike) {
            let two = &self.runs[first..first + 2];
            let states = two.iter().map(|run| run.states()).sum();
            let mut merge = Merge::new(cursors(two)?)?;
            let merged = self.write(&mut merge, states, pauses)?;
            let old: Vec<_> = self.runs_mut().splice(first..first + 2, [merged]).collect();
            self.discard(old);
        }
        self.settle_levels(pauses)
    }

    pub(super) fn settle_levels(&mut self, pauses: &mut Pauses<'_>) -> Result<(), Ended> {
        while self.levels.len() > MOST_LEVEL_FILES {
            let alike = |files: &[LevelFile]| files.iter().all(|file| file.rank == files[0].rank);
            let first = self.levels.windows(TOGETHER).position(alike);
            let first = first.unwrap_or(self.levels.len() - TOGETHER);
            let files: Vec<_> = self.levels[first..first + TOGETHER].to_vec();
            let mut writer = self.plain_writer()?;
            let mut state = Vec::new();
            for file in &files {
                let mut cursor = Cursor::new(file.run.clone())?;
                while cursor.advance()? {
                    pauses.breathe()?;
                    state.clear();
                    if file.is_bare {
                        state.extend_from_slice(&file.levels.start.to_be_bytes());
                    }
                    state.extend_from_slice(cursor.state());
                    writer.push(&state)?;
                }
            }
            let run = Arc::new(writer.finish()?);
            let levels = files[0].levels.start..files[TOGETHER - 1].levels.end;
            let rank = files.iter().map(|file| file.rank).max().unwrap_or(0) + 1;
            let together = LevelFile { levels, run, is_bare: false, rank };
            self.levels_mut().splice(first..first + TOGETHER, [together]);
            self.discard(files.into_iter().map(|file| file.run));
        }
        Ok(())
    }

    /// Whether to ask filters about so many candidates saves time, where so many states were visited: rather than to go through all.
    pub(super) fn is_worth_filters(&self, candidates: u64, visited: u64) -> bool {
        candidates.saturating_mul(FILTER * self.runs.len() as u64) < visited
    }

    /// Whether a state is there, if that is known without reading: never that it is.
    pub(super) fn denies(&self, state: &[u8]) -> Option<bool> {
        (!SortedRun::any_may_contain(&self.runs, state)).then_some(false)
    }

    /// To be asked for states in order.
    pub(super) fn inquiry(&self) -> Inquiry {
        Inquiry(self.runs.iter().map(|run| (run.clone(), None)).collect())
    }

    /// The states of a level that there is a file of, by a cursor if it is one of that file.
    fn level_by(&self, level: u64, cursor: Option<Cursor>) -> Result<LevelStates, RunError> {
        let after = self.levels.partition_point(|file| file.levels.start <= level);
        let file = after.checked_sub(1).map(|file| &self.levels[file]);
        let Some(file) = file.filter(|file| file.levels.contains(&level)) else {
            return Err(RunError::Damaged("there is no such level"));
        };
        let prefix = (!file.is_bare).then(|| level.to_be_bytes());
        let cursor = match cursor {
            Some(cursor) if prefix.is_some() && Arc::ptr_eq(cursor.run(), &file.run) => cursor,
            _ => Cursor::new(file.run.clone())?,
        };
        Ok(LevelStates { cursor, prefix, has_begun: false })
    }

    /// Shows the states of a level, as long as `each` goes on.
    pub(super) fn show(
        &mut self,
        level: u64,
        each: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    ) -> Result<(), RunError> {
        if level >= self.levels() {
            return Ok(());
        }
        let cursor = self.showing.take();
        let mut states = self.level_by(level, cursor)?;
        while states.advance()? && each(states.state()).is_continue() {}
        self.showing = Some(states.cursor);
        Ok(())
    }
}

/// The states of a level.
struct LevelStates {
    cursor: Cursor,
    /// What they begin with in the file.
    prefix: Option<[u8; PREFIX]>,
    has_begun: bool,
}

impl LevelStates {
    /// Goes on to the next state; no if there is none.
    fn advance(&mut self) -> Result<bool, RunError> {
        let begins = !std::mem::replace(&mut self.has_begun, true);
        match &self.prefix {
            Some(prefix) => {
                let stands =
                    if begins { self.cursor.go_to(prefix)? } else { self.cursor.advance()? };
                Ok(stands && self.cursor.state().starts_with(prefix))
            }
            None => self.cursor.advance(),
        }
    }

    /// The state that it has come to.
    fn state(&self) -> &[u8] {
        &self.cursor.state()[self.prefix.map_or(0, |prefix| prefix.len())..]
    }
}

/// A file, if it could be written.
pub(super) type Written = Result<Arc<SortedRun>, Ended>;

/// Writes states to a file.
fn write(
    mut writer: RunWriter<'_>,
    states: &mut dyn Ascending,
    pauses: &mut Pauses<'_>,
) -> Written {
    while states.advance()? {
        pauses.breathe()?;
        writer.push(states.state())?;
    }
    Ok(Arc::new(writer.finish()?))
}

/// What a checkpoint says of a file.
pub(super) fn file_entry(run: &SortedRun) -> FileEntry {
    FileEntry { name: run.name().to_owned(), hash: run.hash().to_string() }
}

/// The file of which a checkpoint says this, to be read from its beginning to its end.
///
/// # Errors
/// It is damaged, or another one.
pub(super) fn opened(folder: &dyn Folder, file: &FileEntry) -> Result<Arc<SortedRun>, RunError> {
    is_that(SortedRun::open(folder, &file.name)?, file)
}

fn is_that(run: SortedRun, file: &FileEntry) -> Result<Arc<SortedRun>, RunError> {
    if run.hash().to_string() != file.hash {
        return Err(RunError::Damaged("it is another file"));
    }
    Ok(Arc::new(run))
}

/// A cursor before the first state of each run.
pub(super) fn cursors(runs: &[Arc<SortedRun>]) -> Result<Vec<Cursor>, RunError> {
    runs.iter().map(|run| Cursor::new(run.clone())).collect()
}

/// The archive as it is asked for states in order: a place in each run that may have had one of them.
pub(super) struct Inquiry(Vec<(Arc<SortedRun>, Option<Cursor>)>);

impl Inquiry {
    /// Whether a state is there, which is greater than the one before.
    pub(super) fn has(&mut self, state: &[u8]) -> Result<bool, RunError> {
        for (run, cursor) in &mut self.0 {
            let cursor = match cursor {
                Some(cursor) => cursor,
                // Often there are few to be asked for, and most runs have none of them.
                None if !run.may_contain(state) => continue,
                cursor => cursor.insert(Cursor::new(run.clone())?),
            };
            if cursor.find_onwards(state)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Levels on their way into the archive.
pub(super) struct Removal<'f> {
    end: u64,
    by_level: LevelWriter<'f>,
    /// States of several levels that will be a run together.
    gathered: Sorted,
    /// So much memory may be taken to sort states.
    portion: u64,
}

impl<'f> Removal<'f> {
    /// Of the levels that follow those of the archive.
    pub(super) fn new(archive: &Archive<'f>, portion: u64) -> Self {
        Removal {
            end: archive.removed,
            by_level: LevelWriter::new(archive),
            gathered: Sorted::default(),
            portion,
        }
    }

    /// Appends the next level, whose states are in order.
    pub(super) fn level(
        &mut self,
        archive: &mut Archive<'f>,
        states: &mut dyn Ascending,
        pauses: &mut Pauses<'_>,
        gather: bool,
    ) -> Result<(), Ended> {
        let has_file = self.end < archive.levels();
        while states.advance()? {
            pauses.breathe()?;
            if !has_file {
                self.by_level.push(archive, states.state())?;
            }
            if gather {
                self.gathered.push(states.state());
            }
        }
        self.end += 1;
        if !has_file {
            self.by_level.end_level();
        }
        if self.gathered.memory() > self.portion { self.flush(archive, pauses) } else { Ok(()) }
    }

    fn flush(&mut self, archive: &mut Archive<'f>, pauses: &mut Pauses<'_>) -> Result<(), Ended> {
        if self.gathered.len() > 0 {
            self.gathered.sort();
            let states = self.gathered.len();
            let run = archive.write(&mut self.gathered, states, pauses)?;
            archive.add(run);
            self.gathered.clear();
        }
        Ok(())
    }

    /// All levels are there.
    pub(super) fn finish(
        mut self,
        archive: &mut Archive<'f>,
        pauses: &mut Pauses<'_>,
    ) -> Result<(), Ended> {
        self.flush(archive, pauses)?;
        self.by_level.finish(archive)?;
        archive.removed = self.end;
        Ok(())
    }
}

/// Levels on their way into a file, which follow those that there are files of.
struct LevelWriter<'f> {
    levels: Range<u64>,
    writer: Option<RunWriter<'f>>,
    state: Vec<u8>,
}

impl<'f> LevelWriter<'f> {
    fn new(archive: &Archive<'f>) -> Self {
        let first = archive.levels();
        LevelWriter { levels: first..first, writer: None, state: Vec::new() }
    }

    /// Appends a state of the level.
    fn push(&mut self, archive: &mut Archive<'f>, state: &[u8]) -> Result<(), RunError> {
        self.state.clear();
        self.state.extend_from_slice(&self.levels.end.to_be_bytes());
        self.state.extend_from_slice(state);
        let writer = match &mut self.writer {
            Some(writer) => writer,
            none => none.insert(archive.plain_writer()?),
        };
        writer.push(&self.state)
    }

    /// The level has no more states.
    fn end_level(&mut self) {
        self.levels.end += 1;
    }

    /// The archive has the levels.
    fn finish(self, archive: &mut Archive<'f>) -> Result<(), RunError> {
        let LevelWriter { levels, writer, .. } = self;
        if levels.is_empty() {
            return Ok(());
        }
        let writer = writer.map_or_else(|| archive.plain_writer(), Ok)?;
        let run = Arc::new(writer.finish()?);
        archive.add_levels(levels, run);
        Ok(())
    }
}
