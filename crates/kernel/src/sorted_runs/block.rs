//! Blocks: some states in order, told by columns and compressed, which are read together.

use std::cmp::Ordering;
use std::io;

use zstd::bulk::{Compressor, Decompressor};

use super::row_reader::{RowReader, in_common};
use super::rows::Rows;
use super::{LONGEST_STATE, RunError};

/// When a block ends, and how it is compressed.
#[derive(Clone, Copy)]
pub(super) struct BlockKind {
    /// With the state by which it has so many bytes before it is compressed.
    bytes: usize,
    /// With so many states.
    states: u32,
    /// Of zstd.
    level: i32,
}

impl BlockKind {
    /// For runs that are searched, where all before a state are gone through to find it, and for those of which many are read at once.
    pub(super) const SMALL: BlockKind = BlockKind { bytes: 64 << 10, states: 4096, level: 1 };

    /// For runs that are read one at a time, and not written again and again: the more states are together, the less space they take.
    pub(super) const LARGE: BlockKind = BlockKind { bytes: 1 << 20, states: MOST_STATES, level: 3 };

    /// For those that somebody waits for.
    pub(super) const QUICK: BlockKind = BlockKind { level: 1, ..Self::LARGE };
}

/// No block has more states.
pub(crate) const MOST_STATES: u32 = 1 << 16;

/// The most bytes of a block before it is compressed: the last state may be long, and each is told by two numbers beside its bytes.
const MOST_BYTES: usize = BlockKind::LARGE.bytes + LONGEST_STATE + MOST_STATES as usize * 2 * 10;

/// Bytes before the compressed states.
pub(super) const HEAD: usize = 4 * size_of::<u32>();

/// A block that is complete.
#[derive(Default)]
pub(crate) struct SealedBlock {
    pub(super) bytes: Vec<u8>,
    pub(super) states: u32,
    /// The first state.
    pub(super) first: Vec<u8>,
}

/// Puts states into a block.
pub(crate) struct BlockWriter {
    kind: BlockKind,
    rows: Rows,
    first: Vec<u8>,
    last: Vec<u8>,
    coded: Vec<u8>,
    compressor: Compressor<'static>,
}

impl BlockWriter {
    pub(super) fn new(kind: BlockKind) -> io::Result<Self> {
        let (rows, compressor) = (Rows::default(), Compressor::new(kind.level)?);
        let (first, last, coded) = (Vec::new(), Vec::new(), Vec::new());
        Ok(BlockWriter { kind, rows, first, last, coded, compressor })
    }

    /// For a run that somebody waits for.
    ///
    /// # Errors
    /// There is no memory for it.
    pub(crate) fn quick() -> io::Result<Self> {
        Self::new(BlockKind::QUICK)
    }

    /// The number of states.
    pub(crate) fn states(&self) -> u32 {
        self.rows.len() as u32
    }

    /// The state that came last.
    pub(super) fn last(&self) -> &[u8] {
        &self.last
    }

    /// Whether it is to be sealed.
    pub(crate) fn is_full(&self) -> bool {
        self.rows.bytes() >= self.kind.bytes || self.states() >= self.kind.states
    }

    /// Appends a state, which is greater than the one before in the block.
    ///
    /// # Errors
    /// It is too long.
    pub(crate) fn push(&mut self, state: &[u8]) -> io::Result<()> {
        if state.len() > LONGEST_STATE {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "a state is too long"));
        }
        // The first is told whole, so that a block is read by itself.
        let common = if self.states() == 0 {
            self.first.clear();
            self.first.extend_from_slice(state);
            0
        } else {
            in_common(&self.last, state)
        };
        self.rows.push(state, common);
        self.last.truncate(common);
        self.last.extend_from_slice(&state[common..]);
        Ok(())
    }

    /// Overwrites `out` with the block, and begins the next.
    ///
    /// # Errors
    /// There is no memory for it.
    pub(crate) fn seal(&mut self, out: &mut SealedBlock) -> io::Result<()> {
        out.states = self.states();
        std::mem::swap(&mut out.first, &mut self.first);
        out.bytes.clear();
        self.coded.clear();
        self.rows.encode(&mut self.coded);
        let compressed = self.compressor.compress(&self.coded)?;
        let numbers = [compressed.len() as u32, self.coded.len() as u32, out.states];
        let head = numbers.map(u32::to_le_bytes);
        out.bytes.extend_from_slice(head.as_flattened());
        out.bytes.extend_from_slice(&check(head.as_flattened(), &compressed).to_le_bytes());
        out.bytes.extend_from_slice(&compressed);
        self.rows.clear();
        Ok(())
    }
}

fn check(numbers: &[u8], compressed: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(numbers);
    hasher.update(compressed);
    hasher.finalize()
}

/// Takes states out of a block, in order.
pub(super) struct BlockReader {
    block: Vec<u8>,
    /// It takes some kilobytes, and readers change places in the heap of a merge.
    rows: Box<RowReader>,
    decompressor: Decompressor<'static>,
}

impl BlockReader {
    pub(super) fn new() -> io::Result<Self> {
        let (block, rows) = (Vec::new(), Box::new(RowReader::new()));
        Ok(BlockReader { block, rows, decompressor: Decompressor::new()? })
    }

    /// Begins with a block of so many states.
    pub(super) fn begin(&mut self, block: &[u8], states: u32) -> Result<(), RunError> {
        const CUT: RunError = RunError::Damaged("a block is cut off");
        // Whatever is wrong with it, those of the block before are gone.
        self.rows.clear();
        let (numbers, rest) = block.split_at_checked(HEAD - size_of::<u32>()).ok_or(CUT)?;
        let (expected, compressed) = rest.split_first_chunk().ok_or(CUT)?;
        if u32::from_le_bytes(*expected) != check(numbers, compressed) {
            return Err(RunError::Damaged("the sum of a block"));
        }
        let (numbers, _) = numbers.as_chunks();
        let number = |place: usize| u32::from_le_bytes(numbers[place]);
        let bytes = number(1) as usize;
        if number(0) as usize != compressed.len() || bytes > MOST_BYTES || number(2) != states {
            return Err(RunError::Damaged("the lengths of a block"));
        }
        self.block.clear();
        self.block.reserve(bytes);
        let decompressed = self.decompressor.decompress_to_buffer(compressed, &mut self.block);
        if !decompressed.is_ok_and(|it| it == bytes) {
            return Err(RunError::Damaged("the bytes of a block"));
        }
        let begun = self.rows.begin(&self.block, states);
        begun.ok_or(RunError::Damaged("the states of a block"))
    }

    /// Goes before the first state of the block.
    pub(super) fn begin_again(&mut self) {
        self.rows.begin_again();
    }

    /// Goes on to the next state; no if there is none.
    #[inline]
    pub(super) fn advance(&mut self) -> bool {
        self.rows.advance(&self.block)
    }

    /// Goes on to the first state that is no smaller than this one, which is greater than the present state, and tells how it compares; to
    /// the last if there is none.
    pub(super) fn advance_to(&mut self, wanted: &[u8]) -> Option<Ordering> {
        self.rows.advance_to(&self.block, wanted)
    }

    /// How many states come after the present one.
    pub(super) fn left(&self) -> u32 {
        self.rows.left() as u32
    }

    /// The state that it has come to.
    pub(super) fn state(&self) -> &[u8] {
        self.rows.state()
    }
}
