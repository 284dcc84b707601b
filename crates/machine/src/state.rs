//! States as cells, and their encoding in as few bits as the cells' types need.

use crate::index::{ChannelId, LocationId, ProcessId, ProcessTypeId};
use crate::machine::Machine;
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

impl Machine {
    /// Appends the encoding of a state: the number of processes, globals, the used part of
    /// channels, and the records.
    pub(crate) fn encode_state(&self, state: &State, out: &mut Vec<u8>) {
        let mut writer = BitWriter { out, buffer: 0, bits: 0 };
        writer.write(state.starts.len() as i32, CellType::BYTE);
        writer.write_all(&state.cells, &self.encoding.globals);
        for channel in &self.encoding.channels {
            writer.write_channel(&state.cells[channel.offset as usize..], channel);
        }
        for &start in &state.starts {
            let record = &state.cells[start as usize..];
            writer.write(record[0], self.encoding.location);
            let process_type = self.type_of(LocationId(record[0] as u32));
            let encoding = &self.encoding.records[process_type.index()];
            writer.write_all(&record[1..], &encoding.locals);
            for channel in &encoding.channels {
                writer.write_channel(&record[1 + channel.offset as usize..], channel);
            }
        }
        writer.finish();
    }

    /// The inverse of [`Machine::encode_state`].
    pub(crate) fn decode_state(&self, bytes: &[u8], state: &mut State) {
        let mut reader = BitReader { bytes, buffer: 0, bits: 0 };
        let processes = reader.read(CellType::BYTE);
        state.cells.clear();
        state.starts.clear();
        state.queues.clear();
        for &cell in &self.encoding.globals {
            state.cells.push(reader.read(cell));
        }
        for channel in &self.encoding.channels {
            reader.read_channel(channel, &mut state.cells);
        }
        for _ in 0..processes {
            state.starts.push(state.cells.len() as u32);
            let location = reader.read(self.encoding.location);
            state.cells.push(location);
            let process_type = self.type_of(LocationId(location as u32));
            let encoding = &self.encoding.records[process_type.index()];
            let start = state.cells.len() as u32;
            for &cell in &encoding.locals {
                state.cells.push(reader.read(cell));
            }
            for channel in &encoding.channels {
                reader.read_channel(channel, &mut state.cells);
            }
            let queue = |&(channel, offset)| Queue { channel, start: start + offset };
            state.queues.extend(encoding.queues.iter().map(queue));
        }
    }

    /// The process type that a location belongs to.
    #[must_use]
    #[inline]
    pub fn type_of(&self, location: LocationId) -> ProcessTypeId {
        self.code.locations[location.index()].process_type
    }
}

struct BitWriter<'a> {
    out: &'a mut Vec<u8>,
    buffer: u64,
    bits: u32,
}

impl BitWriter<'_> {
    #[inline]
    fn write(&mut self, value: i32, cell: CellType) {
        let width = u32::from(cell.bits);
        let value = u64::from(value as u32) & ((1 << width) - 1);
        self.buffer |= value << self.bits;
        self.bits += width;
        if self.bits >= 32 {
            self.out.extend_from_slice(&(self.buffer as u32).to_le_bytes());
            self.buffer >>= 32;
            self.bits -= 32;
        }
    }

    #[inline]
    fn write_all(&mut self, values: &[i32], cells: &[CellType]) {
        for (&value, &cell) in values.iter().zip(cells) {
            self.write(value, cell);
        }
    }

    fn write_channel(&mut self, cells: &[i32], channel: &ChannelEncoding) {
        self.write(cells[0], channel.length);
        let messages = cells[1..].chunks(channel.fields.len().max(1));
        for message in messages.take(cells[0] as usize) {
            self.write_all(message, &channel.fields);
        }
    }

    fn finish(self) {
        let bytes = self.bits.div_ceil(8) as usize;
        self.out.extend_from_slice(&self.buffer.to_le_bytes()[..bytes]);
    }
}

struct BitReader<'a> {
    bytes: &'a [u8],
    buffer: u64,
    bits: u32,
}

impl BitReader<'_> {
    #[inline]
    fn read(&mut self, cell: CellType) -> i32 {
        let width = u32::from(cell.bits);
        if self.bits < width {
            self.refill();
        }
        let value = (self.buffer & ((1 << width) - 1)) as u32;
        self.buffer >>= width;
        self.bits = self.bits.saturating_sub(width);
        cell.wrap(value as i32)
    }

    fn read_channel(&mut self, channel: &ChannelEncoding, cells: &mut Vec<i32>) {
        let length = self.read(channel.length);
        cells.push(length);
        for _ in 0..length {
            for &field in &channel.fields {
                cells.push(self.read(field));
            }
        }
        for _ in length as u32..channel.capacity {
            cells.extend_from_slice(&channel.fillers);
        }
    }

    #[inline]
    fn refill(&mut self) {
        let mut word = [0; 4];
        let count = self.bytes.len().min(4);
        word[..count].copy_from_slice(&self.bytes[..count]);
        self.bytes = &self.bytes[count..];
        self.buffer |= u64::from(u32::from_le_bytes(word)) << self.bits;
        self.bits += 32;
    }
}
