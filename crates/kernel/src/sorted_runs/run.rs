//! Reading a run.

use std::ops::Range;
use std::sync::Arc;

use super::block::{BlockReader, HEAD};
use super::filter::{LINE_BYTES, hash, lines, may_contain};
use super::folder::{Folder, StoredFile};
use super::{LONGEST_STATE, MAGIC, RunError, VERSION, take_bytes, take_number};

/// The bytes of the trailer: a hash, where the footer begins, the version, the magic.
const TRAILER: usize = blake3::OUT_LEN + size_of::<u64>() + size_of::<u32>() + MAGIC.len();

/// So much is read at a time to see whether a file is damaged.
const PIECE: usize = 1 << 20;

/// States in a file, in order, numbered from 0 on.
pub struct SortedRun {
    name: String,
    file: Box<dyn StoredFile>,
    states: u64,
    blocks: Vec<Block>,
    /// What the first states and filters of blocks are places in.
    footer: Vec<u8>,
    hash: blake3::Hash,
}

/// What is known of a block.
struct Block {
    /// Where it begins in the file, and its bytes.
    at: u64,
    bytes: usize,
    /// The number of its first state, and how many there are.
    first_number: u64,
    states: u32,
    /// Places in the footer.
    first: Range<usize>,
    filter: Range<usize>,
}

impl Block {
    /// Whether a state may be in it, as far as its filter tells.
    fn may_contain(&self, footer: &[u8], state: &[u8]) -> bool {
        may_contain(&footer[self.filter.clone()], hash(state))
    }
}

impl SortedRun {
    /// Opens a run and reads all of it once, to see whether it is as it was written.
    ///
    /// # Errors
    /// It cannot be read, or is damaged, or of another version.
    pub fn open(folder: &dyn Folder, name: &str) -> Result<Self, RunError> {
        let file = folder.open(name)?;
        let length = file.length();
        let end = length.checked_sub(TRAILER as u64).ok_or(RunError::Damaged("it is cut off"))?;
        let mut trailer = [0; TRAILER];
        file.read_at(&mut trailer, end)?;
        let (expected, rest) = trailer.split_at(blake3::OUT_LEN);
        let (footer_at, rest) = rest.split_at(size_of::<u64>());
        let (version, magic) = rest.split_at(size_of::<u32>());
        if magic != MAGIC {
            return Err(RunError::Damaged("its end"));
        }
        let version = version.try_into().map_or(0, u32::from_le_bytes);
        if version != VERSION {
            return Err(RunError::Version(version));
        }
        let hash = hash_of(&*file, end)?;
        if hash.as_bytes() != expected {
            return Err(RunError::Damaged("the hash of the whole"));
        }
        // A footer is no longer than the file.
        let footer_at = footer_at.try_into().map_or(0, u64::from_le_bytes);
        let bytes = end.checked_sub(footer_at).and_then(|bytes| usize::try_from(bytes).ok());
        let mut footer = vec![0; bytes.ok_or(RunError::Damaged("where the footer begins"))?];
        file.read_at(&mut footer, footer_at)?;
        Self::of(name, file, footer, footer_at, hash)
    }

    /// A run with this footer, which begins behind so many bytes of the file.
    pub(super) fn of(
        name: &str,
        file: Box<dyn StoredFile>,
        footer: Vec<u8>,
        footer_at: u64,
        hash: blake3::Hash,
    ) -> Result<Self, RunError> {
        let (states, blocks) = parse(&footer, footer_at).ok_or(RunError::Damaged("the footer"))?;
        Ok(SortedRun { name: name.to_owned(), file, states, blocks, footer, hash })
    }

    /// The name of the file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The BLAKE3 of all that stands before the trailer.
    pub fn hash(&self) -> blake3::Hash {
        self.hash
    }

    /// The number of states.
    pub fn states(&self) -> u64 {
        self.states
    }

    /// The bytes of the file.
    pub fn file_bytes(&self) -> u64 {
        self.file.length()
    }

    /// The memory that it takes: filters and first states.
    pub fn memory(&self) -> u64 {
        (self.footer.capacity() + self.blocks.capacity() * size_of::<Block>()) as u64
    }

    /// Whether a state may be in it, as far as is known without reading: no is certain.
    pub fn may_contain(&self, state: &[u8]) -> bool {
        self.block_of(state).is_some()
    }

    /// The block in which a state is, if it is in the run and no filter denies that.
    fn block_of(&self, state: &[u8]) -> Option<usize> {
        let after = self.blocks.partition_point(|block| &self.footer[block.first.clone()] <= state);
        let block = after.checked_sub(1)?;
        self.blocks[block].may_contain(&self.footer, state).then_some(block)
    }

    /// The block of a state with this number.
    fn block_at(&self, number: u64) -> Option<usize> {
        let after = self.blocks.partition_point(|block| block.first_number <= number);
        after.checked_sub(1).filter(|_| number < self.states)
    }
}

/// The hash of the first bytes of a file.
fn hash_of(file: &dyn StoredFile, end: u64) -> Result<blake3::Hash, RunError> {
    let mut hasher = blake3::Hasher::new();
    let mut piece = vec![0; PIECE];
    let mut at = 0;
    while at < end {
        let bytes = (end - at).min(PIECE as u64);
        let piece = &mut piece[..bytes as usize];
        file.read_at(piece, at)?;
        hasher.update(piece);
        at += bytes;
    }
    Ok(hasher.finalize())
}

/// The states and the blocks of which a footer tells; none if it contradicts itself or the place where it stands.
fn parse(footer: &[u8], footer_at: u64) -> Option<(u64, Vec<Block>)> {
    let mut rest = footer;
    let states = take_number(&mut rest)?;
    let count = take_number(&mut rest)?;
    let has_filters = take_number(&mut rest).filter(|&it| it <= 1)? == 1;
    // Each takes some bytes of the footer.
    let mut blocks: Vec<Block> =
        Vec::with_capacity(usize::try_from(count.min(footer.len() as u64 / 4)).ok()?);
    let (mut at, mut number) = (0, 0_u64);
    for _ in 0..count {
        let bytes = take_number(&mut rest)?;
        let states = u32::try_from(take_number(&mut rest)?).ok().filter(|&states| states > 0)?;
        let length = take_number(&mut rest).filter(|&length| length <= LONGEST_STATE as u64)?;
        let first = take_range(footer, &mut rest, length)?;
        let lines = if has_filters { lines(states.into()) } else { 0 };
        let filter = take_range(footer, &mut rest, lines * LINE_BYTES as u64)?;
        let ascends =
            blocks.last().is_none_or(|last| footer[last.first.clone()] < footer[first.clone()]);
        let is_inside = bytes > HEAD as u64 && bytes <= footer_at - at;
        if !ascends || !is_inside {
            return None;
        }
        let bytes = usize::try_from(bytes).ok()?;
        blocks.push(Block { at, bytes, first_number: number, states, first, filter });
        at += bytes as u64;
        number += u64::from(states);
    }
    (at == footer_at && number == states && rest.is_empty()).then_some((states, blocks))
}

/// Takes bytes off the front of what is left of a footer, and tells where they are.
fn take_range(footer: &[u8], rest: &mut &[u8], count: u64) -> Option<Range<usize>> {
    let taken = take_bytes(rest, count)?;
    let end = footer.len() - rest.len();
    Some(end - taken.len()..end)
}

/// Goes through the states of a run.
pub struct Cursor {
    run: Arc<SortedRun>,
    /// The block that was read, and the number of the state after the present one.
    block: Option<usize>,
    next: u64,
    /// Whether it has come to a state of the block.
    stands: bool,
    /// So many blocks begin with a state that is no greater than one that was asked for.
    passed: usize,
    bytes: Vec<u8>,
    reader: BlockReader,
}

impl Cursor {
    /// Before the first state.
    ///
    /// # Errors
    /// There is no memory for it.
    pub fn new(run: Arc<SortedRun>) -> Result<Self, RunError> {
        Ok(Cursor {
            run,
            block: None,
            next: 0,
            stands: false,
            passed: 0,
            bytes: Vec::new(),
            reader: BlockReader::new()?,
        })
    }

    /// Goes on to the next state; no if there is none.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn advance(&mut self) -> Result<bool, RunError> {
        while !self.reader.advance()? {
            let next = self.block.map_or(0, |block| block + 1);
            if next == self.run.blocks.len() {
                return Ok(false);
            }
            self.read(next)?;
        }
        self.next += 1;
        self.stands = true;
        Ok(true)
    }

    /// The state that it has come to.
    pub fn state(&self) -> &[u8] {
        self.reader.state()
    }

    /// Goes to the state with a number, fast if that comes soon after the present one; no if there is none.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn seek(&mut self, number: u64) -> Result<bool, RunError> {
        let Some(block) = self.run.block_at(number) else { return Ok(false) };
        if self.block != Some(block) || number < self.next {
            self.read(block)?;
        }
        while self.next <= number {
            if !self.advance()? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether the run has a state; if it has, goes to it.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn find(&mut self, state: &[u8]) -> Result<bool, RunError> {
        let Some(block) = self.run.block_of(state) else { return Ok(false) };
        if self.block != Some(block) {
            self.read(block)?;
        } else if self.stands && self.state() >= state {
            self.begin_again(block);
        }
        self.find_within_block(state)
    }

    /// The same for a state that is greater than all that were asked for before, which is faster where they lie near.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn find_onwards(&mut self, state: &[u8]) -> Result<bool, RunError> {
        // It stands at the first that is no smaller than one that was asked for.
        if self.stands && self.state() >= state {
            return Ok(self.state() == state);
        }
        let run = &self.run;
        let begins_before = |block: &Block| &run.footer[block.first.clone()] <= state;
        let later = &run.blocks[self.passed..];
        if later.first().is_some_and(begins_before) {
            self.passed += later.partition_point(begins_before);
        }
        let Some(block) = self.passed.checked_sub(1) else { return Ok(false) };
        if self.block != Some(block) {
            if !run.blocks[block].may_contain(&run.footer, state) {
                return Ok(false);
            }
            self.read(block)?;
        }
        self.find_within_block(state)
    }

    /// Goes to the first state that is no smaller than this one; no if there is none.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn go_to(&mut self, state: &[u8]) -> Result<bool, RunError> {
        let run = &self.run;
        let after = run.blocks.partition_point(|block| &run.footer[block.first.clone()] <= state);
        if run.blocks.is_empty() {
            return Ok(false);
        }
        self.read(after.saturating_sub(1))?;
        while self.advance()? {
            if self.state() >= state {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn find_within_block(&mut self, state: &[u8]) -> Result<bool, RunError> {
        while self.reader.advance()? {
            self.next += 1;
            self.stands = true;
            if self.state() >= state {
                return Ok(self.state() == state);
            }
        }
        Ok(false)
    }

    /// Goes before the first state of a block.
    fn read(&mut self, block: usize) -> Result<(), RunError> {
        let Block { at, bytes, first_number, states, .. } = self.run.blocks[block];
        // If that fails no block is there.
        self.block = None;
        self.bytes.resize(bytes, 0);
        self.run.file.read_at(&mut self.bytes, at)?;
        self.reader.begin(&self.bytes, states)?;
        self.block = Some(block);
        self.next = first_number;
        self.stands = false;
        Ok(())
    }

    /// Goes before the first state of the block that was read.
    fn begin_again(&mut self, block: usize) {
        let Block { first_number, states, .. } = self.run.blocks[block];
        self.reader.begin_again(states);
        self.next = first_number;
        self.stands = false;
    }
}
