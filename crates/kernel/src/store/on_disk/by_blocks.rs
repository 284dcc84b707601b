//! States of a table on their way into a file, by several threads: each takes some, brings these into order, and makes blocks of them.
//!
//! To bring all states of a level into order takes more than twice as long, since they do not fit into the processor's caches, and one thread
//! has to do it. Such files are read from their beginning to their end.

use std::thread;

use super::Ascending;
use super::room::Room;
use super::sorted::Sorted;
use crate::sorted_runs::{BlockWriter, MOST_STATES, RunError, RunWriter, SealedBlock};
use crate::store::{StateId, StateStore};
use crate::visited::{Lookup, Visited};

/// So many bytes of states are brought into order together.
const TOGETHER: u64 = 6 << 20;

/// A state, and the number of its level if it is to stand in front.
pub(super) type Listed = (Option<u64>, StateId);

/// Appends states to a run, within this room, by so many threads if there is room for what each takes.
///
/// # Errors
/// The file cannot be written, or there is no memory.
pub(super) fn write(
    writer: &mut RunWriter<'_>,
    table: &StateStore,
    mut states: impl Iterator<Item = Listed>,
    room: Room,
    threads: usize,
) -> Result<(), RunError> {
    let most = TOGETHER.min(room.portion);
    // Blocks wait until all are made.
    let each = table.bytes() / table.len().max(1);
    let at_once = (most / each.max(1)).clamp(1, MOST_STATES.into()) as usize;
    let threads = threads.min((room.portion / TOGETHER) as usize).max(1);
    let makers = (0..threads).map(|_| Maker::new(table, most));
    let mut makers = makers.collect::<Result<Vec<_>, RunError>>()?;
    loop {
        for maker in &mut makers {
            maker.states.extend(states.by_ref().take(at_once));
        }
        if makers[0].states.is_empty() {
            return Ok(());
        }
        make_all(&mut makers);
        for maker in &mut makers {
            std::mem::replace(&mut maker.result, Ok(()))?;
            maker.made.drain(..).try_for_each(|block| writer.push_block(&block))?;
        }
    }
}

/// Has each make blocks, on a thread of its own but for the first.
fn make_all(makers: &mut [Maker<'_>]) {
    thread::scope(|scope| {
        let Some((first, others)) = makers.split_first_mut() else { return };
        for maker in others.iter_mut().filter(|maker| !maker.states.is_empty()) {
            let _ = thread::Builder::new().spawn_scoped(scope, || maker.make());
        }
        first.make();
    });
    // Where there was no thread to be had.
    makers.iter_mut().filter(|maker| !maker.states.is_empty()).for_each(Maker::make);
}

/// Makes blocks.
struct Maker<'t> {
    table: &'t StateStore,
    /// So many bytes are brought into order together.
    most: u64,
    states: Vec<Listed>,
    bytes: Vec<u8>,
    /// The same with the level in front.
    state: Vec<u8>,
    sorted: Sorted,
    block: BlockWriter,
    made: Vec<SealedBlock>,
    result: Result<(), RunError>,
}

impl<'t> Maker<'t> {
    fn new(table: &'t StateStore, most: u64) -> Result<Self, RunError> {
        Ok(Maker {
            table,
            most,
            states: Vec::new(),
            bytes: Vec::new(),
            state: Vec::new(),
            sorted: Sorted::default(),
            block: BlockWriter::quick()?,
            made: Vec::new(),
            result: Ok(()),
        })
    }

    /// Makes blocks of the states, which are none then.
    fn make(&mut self) {
        let mut states = std::mem::take(&mut self.states);
        self.result = states.drain(..).try_for_each(|listed| self.take(listed));
        if self.result.is_ok() {
            self.result = self.seal_all();
        }
        self.states = states;
    }

    fn take(&mut self, (level, id): Listed) -> Result<(), RunError> {
        self.state.clear();
        self.state.extend(level.iter().flat_map(|level| level.to_be_bytes()));
        self.table.get(id, &mut self.bytes);
        self.state.extend_from_slice(&self.bytes);
        self.sorted.push(&self.state);
        if self.sorted.memory() > self.most { self.seal_all() } else { Ok(()) }
    }

    /// Makes blocks of what was taken.
    fn seal_all(&mut self) -> Result<(), RunError> {
        self.sorted.sort();
        while self.sorted.advance()? {
            self.block.push(self.sorted.state())?;
            if self.block.is_full() {
                self.seal()?;
            }
        }
        self.sorted.clear();
        if self.block.states() > 0 { self.seal() } else { Ok(()) }
    }

    fn seal(&mut self) -> Result<(), RunError> {
        let mut block = SealedBlock::default();
        self.block.seal(&mut block)?;
        self.made.push(block);
        Ok(())
    }
}
