//! Reading a run.

use std::cmp::Ordering;
use std::sync::Arc;

use super::block::{BlockReader, HEAD, MOST_STATES};
use super::filter::{Filter, hash};
use super::folder::{Folder, StoredFile};
use super::{LONGEST_STATE, MAGIC, Order, RunError, VERSION, take_bytes, take_number};

/// The bytes of the trailer: a hash, where the footer begins, the version, the magic.
const TRAILER: usize = blake3::OUT_LEN + size_of::<u64>() + size_of::<u32>() + MAGIC.len();

/// So much is read at a time to see whether a file is damaged.
const PIECE: usize = 1 << 20;

/// States in a file, numbered from 0 on.
pub struct SortedRun {
    name: String,
    file: Box<dyn StoredFile>,
    order: Order,
    states: u64,
    blocks: Vec<Block>,
    hash: blake3::Hash,
    filter: Filter,
    /// Memory of first states.
    memory: usize,
}

/// What is known of a block.
struct Block {
    /// Where it begins in the file, and its bytes.
    at: u64,
    bytes: usize,
    /// The number of its first state, and how many there are.
    first_number: u64,
    states: u32,
    first: Box<[u8]>,
}

/// What a file says of itself.
pub(super) struct Described<'f> {
    pub(super) footer: &'f [u8],
    /// The footer begins behind so many bytes.
    pub(super) footer_at: u64,
    pub(super) hash: blake3::Hash,
}

impl SortedRun {
    /// Opens a run and reads all of it once, to see whether it is as it was written. It has no filter.
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
        Self::of(name, file, &Described { footer: &footer, footer_at, hash })
    }

    /// The same with a filter: for what is looked up.
    ///
    /// # Errors
    /// It cannot be read, or is damaged, or of another version, or its states are not in order.
    pub fn open_with_filter(folder: &dyn Folder, name: &str) -> Result<Self, RunError> {
        let run = Self::open(folder, name)?;
        run.is_in_order()?;
        let mut reading = Reading::new()?;
        let (mut filter, mut hashes) = (Filter::with_room(run.states), Vec::new());
        for block in &run.blocks {
            reading.read(&*run.file, block)?;
            while reading.states.advance() {
                hashes.push(hash(reading.states.state()));
            }
            filter.insert(&hashes);
            hashes.clear();
        }
        Ok(run.with_filter(filter))
    }

    /// A run in a file.
    pub(super) fn of(
        name: &str,
        file: Box<dyn StoredFile>,
        described: &Described<'_>,
    ) -> Result<Self, RunError> {
        let Described { footer, footer_at, hash } = *described;
        let parsed = parse(footer, footer_at).ok_or(RunError::Damaged("the footer"))?;
        let (order, states, blocks) = parsed;
        let memory = blocks.iter().map(|block| block.first.len()).sum();
        let (name, filter) = (name.to_owned(), Filter::default());
        Ok(SortedRun { name, file, order, states, blocks, hash, filter, memory })
    }

    /// Refuses to look for states, or to merge them, where they are in order within blocks alone.
    pub(super) fn is_in_order(&self) -> Result<(), RunError> {
        match self.order {
            Order::Whole => Ok(()),
            Order::WithinBlocks => Err(RunError::Damaged("the order of its states")),
        }
    }

    /// The same with a filter.
    pub(super) fn with_filter(self, filter: Filter) -> Self {
        SortedRun { filter, ..self }
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

    /// Shows the bytes of the file, in pieces of so many.
    ///
    /// # Errors
    /// It cannot be read, or that of `each`.
    pub(crate) fn show_bytes<E: From<RunError>>(
        &self,
        piece: usize,
        each: &mut dyn FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        let (length, mut at) = (self.file.length(), 0);
        let mut bytes = Vec::new();
        while at < length {
            bytes.resize(piece.min((length - at) as usize), 0);
            self.file.read_at(&mut bytes, at).map_err(RunError::Io)?;
            at += bytes.len() as u64;
            each(&bytes)?;
        }
        Ok(())
    }

    /// The memory that it takes: the filter and first states.
    pub fn memory(&self) -> u64 {
        let blocks = self.blocks.capacity() * size_of::<Block>();
        (self.memory + self.filter.bytes() + blocks) as u64
    }

    /// Whether a state may be in it, as far as is known without reading: no is certain.
    pub fn may_contain(&self, state: &[u8]) -> bool {
        self.filter.may_contain(hash(state))
    }

    /// Whether a state may be in one of these, as far as is known without reading: no is certain.
    pub fn any_may_contain(runs: &[Arc<SortedRun>], state: &[u8]) -> bool {
        let hash = hash(state);
        runs.iter().any(|run| run.filter.may_contain(hash))
    }

    /// The block in which a state is, if it is in the run and the filter does not deny that.
    fn block_of(&self, state: &[u8]) -> Option<usize> {
        if !self.may_contain(state) {
            return None;
        }
        self.blocks.partition_point(|block| &*block.first <= state).checked_sub(1)
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

/// The order, the number of states and the blocks of which a footer tells; none if it contradicts itself or the place where it stands.
fn parse(footer: &[u8], footer_at: u64) -> Option<(Order, u64, Vec<Block>)> {
    let mut rest = footer;
    let order = [Order::Whole, Order::WithinBlocks];
    let order = *order.get(usize::try_from(take_number(&mut rest)?).ok()?)?;
    let states = take_number(&mut rest)?;
    let count = take_number(&mut rest)?;
    // Each takes some bytes of the footer.
    let mut blocks: Vec<Block> =
        Vec::with_capacity(usize::try_from(count.min(footer.len() as u64 / 3)).ok()?);
    let (mut at, mut number) = (0, 0_u64);
    for _ in 0..count {
        let bytes = take_number(&mut rest)?;
        // None has more: what a file announces takes no memory that it does not pay for.
        let states = u32::try_from(take_number(&mut rest)?).ok();
        let states = states.filter(|states| (1..=MOST_STATES).contains(states))?;
        let length = take_number(&mut rest).filter(|&length| length <= LONGEST_STATE as u64)?;
        let first = take_bytes(&mut rest, length)?;
        let ascends =
            order == Order::WithinBlocks || blocks.last().is_none_or(|last| &*last.first < first);
        let is_inside = bytes > HEAD as u64 && bytes <= footer_at - at;
        if !ascends || !is_inside {
            return None;
        }
        let bytes = usize::try_from(bytes).ok()?;
        blocks.push(Block { at, bytes, first_number: number, states, first: first.into() });
        at += bytes as u64;
        number += u64::from(states);
    }
    (at == footer_at && number == states && rest.is_empty()).then_some((order, states, blocks))
}

/// Reads blocks.
struct Reading {
    bytes: Vec<u8>,
    states: BlockReader,
}

impl Reading {
    fn new() -> Result<Self, RunError> {
        Ok(Reading { bytes: Vec::new(), states: BlockReader::new()? })
    }

    /// Goes before the first state of a block.
    fn read(&mut self, file: &dyn StoredFile, block: &Block) -> Result<(), RunError> {
        self.bytes.resize(block.bytes, 0);
        file.read_at(&mut self.bytes, block.at)?;
        self.states.begin(&self.bytes, block.states)
    }
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
    reading: Reading,
}

impl Cursor {
    /// Before the first state.
    ///
    /// # Errors
    /// There is no memory for it.
    pub fn new(run: Arc<SortedRun>) -> Result<Self, RunError> {
        Ok(Cursor { run, block: None, next: 0, stands: false, passed: 0, reading: Reading::new()? })
    }

    /// The run.
    pub fn run(&self) -> &Arc<SortedRun> {
        &self.run
    }

    /// Goes on to the next state; no if there is none.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn advance(&mut self) -> Result<bool, RunError> {
        while !self.reading.states.advance() {
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
        self.reading.states.state()
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
        self.run.is_in_order()?;
        let Some(block) = self.run.block_of(state) else { return Ok(false) };
        if self.block != Some(block) {
            self.read(block)?;
        } else if self.stands && self.state() >= state {
            self.begin_again(block);
        }
        Ok(self.pass_smaller(state) == Some(Ordering::Equal))
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
        let begins_before = |block: &Block| &*block.first <= state;
        let later = &run.blocks[self.passed..];
        if later.first().is_some_and(begins_before) {
            self.passed += later.partition_point(begins_before);
        }
        run.is_in_order()?;
        let Some(block) = self.passed.checked_sub(1) else { return Ok(false) };
        if self.block != Some(block) {
            if !run.may_contain(state) {
                return Ok(false);
            }
            self.read(block)?;
        }
        Ok(self.pass_smaller(state) == Some(Ordering::Equal))
    }

    /// Goes to the first state that is no smaller than this one; no if there is none. All that are smaller come first, also where not all
    /// are in order.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn go_to(&mut self, state: &[u8]) -> Result<bool, RunError> {
        let run = &self.run;
        let after = run.blocks.partition_point(|block| &*block.first <= state);
        if run.blocks.is_empty() {
            return Ok(false);
        }
        match after.saturating_sub(1) {
            block if self.block == Some(block) => self.begin_again(block),
            block => self.read(block)?,
        }
        // Where all of the block are smaller, the next block begins with a greater one.
        Ok(self.pass_smaller(state).is_some() || self.advance()?)
    }

    /// Goes on to the first state of the block that is no smaller than this one, and tells how it compares; none if there is none.
    fn pass_smaller(&mut self, state: &[u8]) -> Option<Ordering> {
        let before = self.reading.states.left();
        let found = self.reading.states.advance_to(state);
        let passed = before - self.reading.states.left();
        self.next += u64::from(passed);
        self.stands |= passed > 0;
        found
    }

    /// Goes before the first state of a block.
    fn read(&mut self, block: usize) -> Result<(), RunError> {
        // If that fails no block is there.
        self.block = None;
        let there = &self.run.blocks[block];
        self.reading.read(&*self.run.file, there)?;
        self.block = Some(block);
        self.next = there.first_number;
        self.stands = false;
        Ok(())
    }

    /// Goes before the first state of the block that was read.
    fn begin_again(&mut self, block: usize) {
        self.reading.states.begin_again();
        self.next = self.run.blocks[block].first_number;
        self.stands = false;
    }
}
