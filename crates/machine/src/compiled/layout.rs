//! Records: where each cell of a state stands among bytes that are as many in every state.

use super::processes::{Known, processes};
use crate::compile::Location;
use crate::index::{LocationId, ProcessTypeId};
use crate::machine::Machine;
use crate::program::CellType;
use crate::state::{ChannelEncoding, Queue, State};

/// Records of so many bytes are always short enough.
const SHORT: usize = 64;
/// Longer ones may be so many times as long as packed states with [`HELD`] messages in each queue: there may be long queues that are
/// mostly empty, or many bits.
const MOST_TIMES: usize = 6;
const HELD: u32 = 2;

/// Bytes that are compared at a time.
const WORD: usize = size_of::<u64>();

/// A cell that can hold whatever stands in a state.
const ANYTHING: CellType = CellType { bits: 32, signed: true };

/// How a cell is kept: in as few whole bytes as its values need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Width {
    Byte,
    SignedByte,
    Short,
    SignedShort,
    Int,
}

impl Width {
    fn of(cell: CellType) -> Width {
        match (cell.bits, cell.signed) {
            (..=8, false) => Width::Byte,
            (..=8, true) => Width::SignedByte,
            (..=16, false) => Width::Short,
            (..=16, true) => Width::SignedShort,
            _ => Width::Int,
        }
    }

    pub(super) fn bytes(self) -> usize {
        match self {
            Width::Byte | Width::SignedByte => 1,
            Width::Short | Width::SignedShort => 2,
            Width::Int => 4,
        }
    }
}

/// A cell of a record.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    /// Its first byte.
    pub at: usize,
    pub width: Width,
    /// The values that it holds.
    pub values: CellType,
}

impl Cell {
    #[inline]
    pub(super) fn read(self, record: &[u8]) -> i32 {
        let at = self.at;
        match self.width {
            Width::Byte => record[at].into(),
            Width::SignedByte => (record[at] as i8).into(),
            Width::Short => u16::from_le_bytes(bytes_at(record, at)).into(),
            Width::SignedShort => i16::from_le_bytes(bytes_at(record, at)).into(),
            Width::Int => i32::from_le_bytes(bytes_at(record, at)),
        }
    }

    /// Writes a value that the cell can hold.
    #[inline]
    pub(super) fn write(self, record: &mut [u8], value: i32) {
        let at = self.at;
        match self.width {
            Width::Byte | Width::SignedByte => record[at] = value as u8,
            Width::Short | Width::SignedShort => {
                record[at..at + 2].copy_from_slice(&(value as u16).to_le_bytes());
            }
            Width::Int => record[at..at + 4].copy_from_slice(&value.to_le_bytes()),
        }
    }
}

#[inline(always)]
pub(super) fn bytes_at<const N: usize>(record: &[u8], at: usize) -> [u8; N] {
    let mut bytes = [0; N];
    bytes.copy_from_slice(&record[at..at + N]);
    bytes
}

/// Cells of one width that stand one after the other.
#[derive(Clone, Copy, Debug)]
struct Run {
    width: Width,
    /// Their first byte.
    at: usize,
    /// The first of them.
    first: usize,
    count: usize,
}

impl Run {
    #[inline]
    fn read(self, record: &[u8], cells: &mut [i32]) {
        let Run { width, at, first, count } = self;
        let bytes = &record[at..at + count * width.bytes()];
        let cells = &mut cells[first..first + count];
        match width {
            Width::Byte => each(cells, bytes, |[byte]| byte.into()),
            Width::SignedByte => each(cells, bytes, |[byte]| (byte as i8).into()),
            Width::Short => each(cells, bytes, |bytes| u16::from_le_bytes(bytes).into()),
            Width::SignedShort => each(cells, bytes, |bytes| i16::from_le_bytes(bytes).into()),
            Width::Int => each(cells, bytes, i32::from_le_bytes),
        }
    }

    #[inline]
    fn write(self, record: &mut [u8], cells: &[i32]) {
        let Run { width, at, first, count } = self;
        let bytes = &mut record[at..at + count * width.bytes()];
        let cells = &cells[first..first + count];
        match width {
            Width::Byte | Width::SignedByte => fill(bytes, cells, |value| [value as u8]),
            Width::Short | Width::SignedShort => {
                fill(bytes, cells, |value| (value as u16).to_le_bytes());
            }
            Width::Int => fill(bytes, cells, i32::to_le_bytes),
        }
    }
}

#[inline(always)]
fn each<const N: usize>(cells: &mut [i32], bytes: &[u8], value: impl Fn([u8; N]) -> i32) {
    for (cell, bytes) in cells.iter_mut().zip(bytes.as_chunks().0) {
        *cell = value(*bytes);
    }
}

#[inline(always)]
fn fill<const N: usize>(bytes: &mut [u8], cells: &[i32], of: impl Fn(i32) -> [u8; N]) {
    for (bytes, &cell) in bytes.as_chunks_mut().0.iter_mut().zip(cells) {
        *bytes = of(cell);
    }
}

/// Where everything stands in the records of a machine. Each process has a place of its own, which holds zeros once the process is
/// gone: a location is kept as its number plus one.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// A cell for each of those of a state in which all processes are there.
    pub cells: Vec<Cell>,
    /// What each of them holds whenever it is read, where that never changes.
    pub known: Vec<Option<i32>>,
    /// The same cells, by runs.
    runs: Vec<Run>,
    /// For each byte the cell that it belongs to, and whether that is the location of a process.
    owners: Vec<(u32, bool)>,
    /// The processes.
    pub slots: Vec<Slot>,
    /// The first cell of each, as a state has it.
    starts: Vec<u32>,
    /// The channels of processes, as a state has them, and how many those have that come before each process.
    queues: (Vec<Queue>, Vec<usize>),
    /// The length of a record, in bytes.
    pub bytes: usize,
    /// About as many bytes as a state has that is packed.
    packed: usize,
}

/// The place of a process.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    pub process_type: ProcessTypeId,
    /// Its location.
    location: Cell,
    /// The first of its cells in a state: its location.
    pub start: usize,
    /// How many cells it has.
    pub length: usize,
    /// The first location of its type, and how many there are.
    pub locations: (usize, usize),
}

impl Slot {
    /// Where the process is; none if it is gone.
    #[inline(always)]
    pub(super) fn location(&self, record: &[u8]) -> Option<LocationId> {
        let Cell { at, width, .. } = self.location;
        let kept = match width {
            Width::Byte => record[at].into(),
            _ => u32::from_le_bytes(bytes_at(record, at)),
        };
        kept.checked_sub(1).map(LocationId)
    }
}

impl Layout {
    /// The layout of a machine whose states have processes of the first types of one list.
    pub(super) fn of(machine: &Machine) -> Option<Layout> {
        let processes = processes(machine)?;
        let encoding = &machine.encoding;
        let mut layout = Layout {
            cells: Vec::new(),
            known: Vec::new(),
            runs: Vec::new(),
            owners: Vec::new(),
            slots: Vec::new(),
            starts: Vec::new(),
            queues: (Vec::new(), vec![0]),
            bytes: 0,
            packed: 0,
        };
        layout.append(&encoding.globals);
        layout.append_channels(&encoding.channels);
        layout.packed = packed_bits(&encoding.globals, &encoding.channels);
        layout.known = vec![None; layout.cells.len()];
        // A location is one less than what is kept of it.
        let bits = if machine.code.locations.len() < 255 { 8 } else { 32 };
        let location = CellType { bits, signed: bits == 32 };
        for Known { process_type, values } in processes {
            let start = layout.cells.len();
            let record = &encoding.records[process_type.index()];
            layout.append(&[location]);
            layout.append(&record.locals);
            layout.append_channels(&record.channels);
            let length = layout.cells.len() - start;
            layout.known.extend(values);
            layout.packed += packed_bits(&record.locals, &record.channels);
            let location = layout.cells[start];
            let locations = locations_of(machine, process_type);
            layout.slots.push(Slot { process_type, location, start, length, locations });
            layout.starts.push(start as u32);
            let (queues, counts) = &mut layout.queues;
            queues.extend(machine.queues_of(process_type, start as u32 + 1));
            counts.push(queues.len());
        }
        layout.packed /= 8;
        layout.owners = layout.owners();
        (layout.bytes <= SHORT || layout.bytes <= MOST_TIMES * layout.packed).then_some(layout)
    }

    fn append(&mut self, types: &[CellType]) {
        for &values in types {
            let width = Width::of(values);
            match self.runs.last_mut() {
                Some(run) if run.width == width => run.count += 1,
                _ => {
                    let (at, first) = (self.bytes, self.cells.len());
                    self.runs.push(Run { width, at, first, count: 1 });
                }
            }
            self.cells.push(Cell { at: self.bytes, width, values });
            self.bytes += width.bytes();
        }
    }

    fn append_channels(&mut self, channels: &[ChannelEncoding]) {
        for channel in channels {
            self.append(&[channel.length]);
            // Slots that are not used are kept as well.
            let fields = channel.fields.iter().zip(&channel.fillers);
            let fields = fields.map(|(&field, &filler)| match field.wrap(filler) == filler {
                true => field,
                false => ANYTHING,
            });
            let fields: Vec<CellType> = fields.collect();
            (0..channel.capacity).for_each(|_| self.append(&fields));
        }
    }

    /// The cell of each byte, and whether it is a location.
    fn owners(&self) -> Vec<(u32, bool)> {
        let cells = (0..).zip(&self.cells);
        let bytes = cells.flat_map(|(number, cell)| (0..cell.width.bytes()).map(move |_| number));
        let is_location = |cell| self.starts.binary_search(&cell).is_ok();
        bytes.map(|cell| (cell, is_location(cell))).collect()
    }

    /// The same layout, of which no values are known.
    pub(super) fn without_values(&self) -> Layout {
        Layout { known: vec![None; self.cells.len()], ..self.clone() }
    }

    /// Appends the record of a state.
    pub(super) fn encode(&self, state: &State, out: &mut Vec<u8>) {
        let processes = state.processes();
        let first = out.len();
        out.resize(first + self.bytes, 0);
        let record = &mut out[first..];
        if processes == self.slots.len() {
            self.runs.iter().for_each(|run| run.write(record, &state.cells));
        } else {
            let there = self.cells.iter().zip(&state.cells);
            there.for_each(|(cell, &value)| cell.write(record, value));
        }
        let mut written = self.cells.iter().zip(&state.cells);
        debug_assert!(
            written.all(|(cell, &value)| cell.read(record) == value),
            "a cell is cut off"
        );
        for slot in &self.slots[..processes] {
            let location = state.cells[slot.start];
            let (first, count) = slot.locations;
            let is_there = (location as usize).wrapping_sub(first) < count;
            assert!(is_there, "records have no room for these processes");
            slot.location.write(record, location + 1);
        }
    }

    /// The inverse of [`encode`](Self::encode).
    pub(super) fn decode(&self, record: &[u8], state: &mut State) {
        let State { cells, starts, queues, .. } = state;
        cells.resize(self.cells.len(), 0);
        self.runs.iter().for_each(|run| run.read(record, cells));
        let mut processes = 0;
        for slot in &self.slots {
            let Some(location) = slot.location(record) else {
                cells.truncate(slot.start);
                break;
            };
            cells[slot.start] = location.0 as i32;
            processes += 1;
        }
        starts.clear();
        starts.extend_from_slice(&self.starts[..processes]);
        queues.clear();
        let (all, counts) = &self.queues;
        queues.extend_from_slice(&all[..counts[processes]]);
    }

    /// Turns the state with the first record into that with the second: see [`Machine::read_differences`].
    pub(super) fn decode_differences(
        &self,
        (before, record): (&[u8], &[u8]),
        state: &mut State,
        differing: &mut Vec<u32>,
    ) -> bool {
        let mut read = |first: usize, mut bits: u64| {
            while bits != 0 {
                let byte = bits.trailing_zeros() / 8;
                bits &= !(0xFF << (8 * byte));
                let (cell, is_location) = self.owners[first + byte as usize];
                // Several bytes of one cell follow on each other.
                if differing.last() == Some(&cell) {
                    continue;
                }
                let kept = self.cells[cell as usize].read(record);
                let Some(value) = state.cells.get_mut(cell as usize) else { return false };
                *value = kept - i32::from(is_location);
                differing.push(cell);
                if is_location && kept == 0 {
                    return false;
                }
            }
            true
        };
        let ((words, rest), (words_before, rest_before)) = (record.as_chunks(), before.as_chunks());
        let words = (0..).step_by(WORD).zip(words.iter().zip(words_before));
        let all = { words }.all(|(first, (word, before))| {
            read(first, u64::from_le_bytes(*word) ^ u64::from_le_bytes(*before))
        });
        all && read(record.len() - rest.len(), word_of(rest) ^ word_of(rest_before))
    }
}

/// Fewer than eight bytes as a word, the first of them lowest.
#[inline(always)]
fn word_of(bytes: &[u8]) -> u64 {
    let mut word = [0; WORD];
    word[..bytes.len()].copy_from_slice(bytes);
    u64::from_le_bytes(word)
}

/// How many bits variables and channels have that are packed.
fn packed_bits(variables: &[CellType], channels: &[ChannelEncoding]) -> usize {
    let bits = |types: &[CellType]| types.iter().map(|cell| usize::from(cell.bits)).sum::<usize>();
    let held = |channel: &ChannelEncoding| {
        bits(&[channel.length]) + channel.capacity.min(HELD) as usize * bits(&channel.fields)
    };
    bits(variables) + channels.iter().map(held).sum::<usize>()
}

/// The locations of a type, which stand one after the other: the first, and how many there are.
fn locations_of(machine: &Machine, process_type: ProcessTypeId) -> (usize, usize) {
    let locations = &machine.code.locations;
    let is_own = |it: &&Location| it.process_type == process_type;
    let first = locations.iter().position(|it| is_own(&it)).unwrap_or_default();
    (first, locations[first..].iter().take_while(is_own).count())
}
