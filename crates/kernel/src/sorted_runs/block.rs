//! Blocks: some states in order, front-coded and compressed, which are read together.

use std::cmp::Ordering;
use std::io;

use zstd::bulk::{Compressor, Decompressor};

use super::{LONGEST_STATE, RunError, push_number, take_bytes, take_number};

/// A block ends with the state by which it has so many bytes before it is compressed.
const BLOCK_BYTES: usize = 64 << 10;

/// It also ends with so many states: to find one, all before it are gone through.
pub(super) const BLOCK_STATES: u32 = 4096;

/// The most bytes of a block before it is compressed: the last state may be long, and its two lengths stand before it.
const MOST_BYTES: usize = BLOCK_BYTES + LONGEST_STATE + 2 * 10;

/// Level 1 is as small as 3 within a fifth, and writes twice as fast.
const LEVEL: i32 = 1;

/// Bytes before the compressed states.
pub(super) const HEAD: usize = 4 * size_of::<u32>();

/// Puts states into a block.
pub(super) struct BlockWriter {
    /// Each state: how many bytes it has in common with the one before, how many follow, and these.
    coded: Vec<u8>,
    last: Vec<u8>,
    states: u32,
    compressor: Compressor<'static>,
}

impl BlockWriter {
    pub(super) fn new() -> io::Result<Self> {
        let compressor = Compressor::new(LEVEL)?;
        Ok(BlockWriter { coded: Vec::new(), last: Vec::new(), states: 0, compressor })
    }

    /// The number of states.
    pub(super) fn states(&self) -> u32 {
        self.states
    }

    /// The state that came last.
    pub(super) fn last(&self) -> &[u8] {
        &self.last
    }

    pub(super) fn is_full(&self) -> bool {
        self.coded.len() >= BLOCK_BYTES || self.states >= BLOCK_STATES
    }

    pub(super) fn push(&mut self, state: &[u8]) {
        // The first is told whole, so that a block is read by itself.
        let common = match self.states {
            0 => 0,
            _ => in_common(&self.last, state),
        };
        push_number(common as u64, &mut self.coded);
        push_number((state.len() - common) as u64, &mut self.coded);
        self.coded.extend_from_slice(&state[common..]);
        self.last.truncate(common);
        self.last.extend_from_slice(&state[common..]);
        self.states += 1;
    }

    /// Appends the block to `out`, and begins the next.
    pub(super) fn seal(&mut self, out: &mut Vec<u8>) -> io::Result<()> {
        let compressed = self.compressor.compress(&self.coded)?;
        let numbers = [compressed.len() as u32, self.coded.len() as u32, self.states];
        let head = numbers.map(u32::to_le_bytes);
        out.extend_from_slice(head.as_flattened());
        out.extend_from_slice(&check(head.as_flattened(), &compressed).to_le_bytes());
        out.extend_from_slice(&compressed);
        self.coded.clear();
        self.states = 0;
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
    coded: Vec<u8>,
    at: usize,
    left: u32,
    state: Vec<u8>,
    decompressor: Decompressor<'static>,
}

impl BlockReader {
    pub(super) fn new() -> io::Result<Self> {
        let decompressor = Decompressor::new()?;
        Ok(BlockReader { coded: Vec::new(), at: 0, left: 0, state: Vec::new(), decompressor })
    }

    /// Begins with a block of so many states.
    pub(super) fn begin(&mut self, block: &[u8], states: u32) -> Result<(), RunError> {
        const CUT: RunError = RunError::Damaged("a block is cut off");
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
        self.coded.clear();
        self.coded.reserve(bytes);
        let decompressed = self.decompressor.decompress_to_buffer(compressed, &mut self.coded);
        if !decompressed.is_ok_and(|it| it == bytes) {
            return Err(RunError::Damaged("the states of a block"));
        }
        self.begin_again(states);
        Ok(())
    }

    /// Goes before the first state of the block, which has so many.
    pub(super) fn begin_again(&mut self, states: u32) {
        self.at = 0;
        self.left = states;
        self.state.clear();
    }

    /// Goes on to the next state; no if there is none.
    pub(super) fn advance(&mut self) -> Result<bool, RunError> {
        if self.left == 0 {
            return Ok(false);
        }
        let mut rest = &self.coded[self.at..];
        let (common, own) =
            next(&mut rest, self.state.len()).ok_or(RunError::Damaged("a state within a block"))?;
        self.state.truncate(common);
        self.state.extend_from_slice(own);
        self.at = self.coded.len() - rest.len();
        self.left -= 1;
        Ok(true)
    }

    /// Goes on to the first state that is no smaller than this one, which is greater than the present state, and tells how it compares;
    /// none if there is none.
    ///
    /// Where the next state has more in common with the present one than that has with the one that is looked for it is smaller, too, and
    /// where it has less it is greater, so that few bytes are compared.
    pub(super) fn advance_to(&mut self, wanted: &[u8]) -> Result<Option<Ordering>, RunError> {
        let mut alike = in_common(&self.state, wanted);
        let mut rest = &self.coded[self.at..];
        while self.left > 0 {
            let (common, own) = next(&mut rest, self.state.len())
                .ok_or(RunError::Damaged("a state within a block"))?;
            self.state.truncate(common);
            self.state.extend_from_slice(own);
            self.at = self.coded.len() - rest.len();
            self.left -= 1;
            if common < alike {
                return Ok(Some(Ordering::Greater));
            }
            if common == alike {
                alike += in_common(own, &wanted[alike..]);
                match self.state[alike..].cmp(&wanted[alike..]) {
                    Ordering::Less => {}
                    found => return Ok(Some(found)),
                }
            }
        }
        Ok(None)
    }

    /// How many states come after the present one.
    pub(super) fn left(&self) -> u32 {
        self.left
    }

    /// The state that it has come to.
    pub(super) fn state(&self) -> &[u8] {
        &self.state
    }
}

/// With how many bytes both begin.
fn in_common(one: &[u8], other: &[u8]) -> usize {
    const WORD: usize = size_of::<u64>();
    let ((words, _), (others, _)) = (one.as_chunks::<WORD>(), other.as_chunks::<WORD>());
    let whole = words.iter().zip(others).take_while(|(one, other)| one == other).count() * WORD;
    let rest = one[whole..].iter().zip(&other[whole..]);
    whole + rest.take_while(|(one, other)| one == other).count()
}

/// How much of a state is as in the one before, which has so many bytes, and what follows.
fn next<'c>(coded: &mut &'c [u8], before: usize) -> Option<(usize, &'c [u8])> {
    let common = usize::try_from(take_number(coded)?).ok().filter(|&common| common <= before)?;
    let length = take_number(coded)?;
    Some((common, take_bytes(coded, length)?))
}
