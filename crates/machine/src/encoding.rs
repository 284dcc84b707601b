//! The encoding of states, in as few bits as the cells' types need.

use crate::index::{LocationId, ProcessTypeId};
use crate::machine::Machine;
use crate::program::CellType;
use crate::state::{ChannelEncoding, Queue, State};

impl Machine {
    /// Appends the encoding of a state: the number of processes, globals, the used part of
    /// channels, and the records.
    pub(crate) fn encode_state(&self, state: &State, out: &mut Vec<u8>) {
        let mut writer = BitWriter { out, buffer: 0, bits: 0 };
        writer.write(state.starts.len() as i32, self.encoding.processes);
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
        let processes = reader.read(self.encoding.processes);
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
