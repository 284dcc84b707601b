//! States as cells, and how they are encoded.

use crate::index::{ChannelId, LocationId, ProcessId};
use crate::program::CellType;

/// A state: the globals and channels, then one record for each process, in the order of their
/// numbers. A record is the process's location followed by its locals.
#[derive(Debug, Default, PartialEq, Eq, Hash)]
pub struct State {
    /// All cells.
    pub cells: Vec<i32>,
    /// Where each process's record starts.
    pub starts: Vec<u32>,
    /// The channels that processes have of their own, in the order of the processes.
    pub queues: Vec<Queue>,
}

/// A channel that a process has of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Queue {
    /// Its declaration.
    pub channel: ChannelId,
    /// Its first cell; for a rendezvous channel, which has none, a place in its owner's record.
    pub start: u32,
}

impl State {
    /// How many processes there are.
    #[must_use]
    #[inline]
    pub fn processes(&self) -> usize {
        self.starts.len()
    }

    /// The processes, in order.
    #[must_use]
    pub fn process_ids(
        &self,
    ) -> impl DoubleEndedIterator<Item = ProcessId> + ExactSizeIterator + Clone + use<> {
        ProcessId::below(self.processes())
    }

    /// Where a process is.
    #[must_use]
    #[inline]
    pub fn location(&self, process: ProcessId) -> LocationId {
        LocationId(self.cells[self.starts[process.index()] as usize] as u32)
    }

    /// Moves a process.
    #[inline]
    pub fn set_location(&mut self, process: ProcessId, location: LocationId) {
        self.cells[self.starts[process.index()] as usize] = location.0 as i32;
    }
}

impl Clone for State {
    fn clone(&self) -> Self {
        State {
            cells: self.cells.clone(),
            starts: self.starts.clone(),
            queues: self.queues.clone(),
        }
    }

    /// Keeps the memory it has: searches copy states so. (What can be derived would allocate anew.)
    #[inline]
    fn clone_from(&mut self, other: &Self) {
        self.cells.clone_from(&other.cells);
        self.starts.clone_from(&other.starts);
        self.queues.clone_from(&other.queues);
    }
}

/// How the cells of states are encoded.
#[derive(Clone, Debug)]
pub(crate) struct Encoding {
    /// The width of the number of processes.
    pub processes: CellType,
    /// The types of the global variables' cells, which come first.
    pub globals: Vec<CellType>,
    /// The buffered channels, which follow.
    pub channels: Vec<ChannelEncoding>,
    /// The records of each process type, without the location.
    pub records: Vec<RecordEncoding>,
    /// The width of a location.
    pub location: CellType,
}

/// How the record of a process is encoded: its locals, then its own channels.
#[derive(Clone, Debug)]
pub(crate) struct RecordEncoding {
    pub locals: Vec<CellType>,
    pub channels: Vec<ChannelEncoding>,
    /// Its channels, with their places after the location.
    pub queues: Vec<(ChannelId, u32)>,
}

/// How one channel is encoded: its length, then the fields of the messages it holds.
#[derive(Clone, Debug)]
pub(crate) struct ChannelEncoding {
    pub offset: u32,
    pub capacity: u32,
    pub length: CellType,
    pub fields: Vec<CellType>,
    /// What the fields of unused slots hold.
    pub fillers: Vec<i32>,
}

/// The narrowest unsigned type for values up to `largest`.
pub(crate) fn narrowest(largest: u32) -> CellType {
    let bits = (32 - largest.leading_zeros()).max(1) as u8;
    CellType { bits, signed: false }
}
