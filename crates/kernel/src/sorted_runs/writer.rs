//! Writing a run.

use std::io;

use super::block::{BlockKind, BlockWriter, SealedBlock};
use super::filter::{Filter, hash};
use super::folder::{Folder, NewFile};
use super::run::{Described, SortedRun};
use super::{MAGIC, Order, RunError, VERSION, push_number};

/// A run that is being written, under another name than it will have.
pub struct RunWriter<'f> {
    folder: &'f dyn Folder,
    name: String,
    file: Option<Box<dyn NewFile>>,
    hasher: blake3::Hasher,
    order: Order,
    block: BlockWriter,
    sealed: SealedBlock,
    filter: Option<Filter>,
    /// The hashes of the states of the block, if there is a filter.
    hashes: Vec<u64>,
    /// How many bytes were appended.
    written: u64,
    /// What the footer says of each block, and of how many.
    entries: Vec<u8>,
    blocks: u64,
    states: u64,
}

/// The name of a file that is not complete.
fn temporary(name: &str) -> String {
    format!("{name}.part")
}

impl<'f> RunWriter<'f> {
    /// Begins a run that will have this name. It is read by itself, from its beginning to its end, so that states need only be in order
    /// within blocks.
    ///
    /// # Errors
    /// The file cannot be made.
    pub fn new(folder: &'f dyn Folder, name: &str) -> Result<Self, RunError> {
        Self::begin(folder, name, Order::WithinBlocks, BlockKind::LARGE)
    }

    /// The same for a run that is merged with others: while they are read, each takes less memory.
    ///
    /// # Errors
    /// The file cannot be made.
    pub fn to_be_merged(folder: &'f dyn Folder, name: &str) -> Result<Self, RunError> {
        Self::begin(folder, name, Order::Whole, BlockKind::SMALL)
    }

    fn begin(
        folder: &'f dyn Folder,
        name: &str,
        order: Order,
        kind: BlockKind,
    ) -> Result<Self, RunError> {
        Ok(RunWriter {
            folder,
            name: name.to_owned(),
            file: Some(folder.create(&temporary(name))?),
            hasher: blake3::Hasher::new(),
            order,
            block: BlockWriter::new(kind)?,
            sealed: SealedBlock::default(),
            filter: None,
            hashes: Vec::new(),
            written: 0,
            entries: Vec::new(),
            blocks: 0,
            states: 0,
        })
    }

    /// The same for a run in which states are looked up, hardly more than so many: it has a filter.
    ///
    /// # Errors
    /// The file cannot be made.
    pub fn with_filter(folder: &'f dyn Folder, name: &str, most: u64) -> Result<Self, RunError> {
        let mut writer = Self::to_be_merged(folder, name)?;
        writer.filter = Some(Filter::with_room(most));
        Ok(writer)
    }

    /// Appends a state, which is greater than the one before where all are in order, and otherwise begins a block if it is not.
    ///
    /// # Errors
    /// The state is not greater, or too long, or the file cannot be written.
    pub fn push(&mut self, state: &[u8]) -> Result<(), RunError> {
        if self.states > 0 && state <= self.block.last() {
            match self.order {
                Order::WithinBlocks if self.block.states() > 0 => self.end_block()?,
                Order::WithinBlocks => {}
                Order::Whole => {
                    let why = "states out of order";
                    return Err(io::Error::new(io::ErrorKind::InvalidInput, why).into());
                }
            }
        }
        self.block.push(state)?;
        if self.filter.is_some() {
            self.hashes.push(hash(state));
        }
        self.states += 1;
        if self.block.is_full() { self.end_block() } else { Ok(()) }
    }

    /// How many states it has.
    pub fn states(&self) -> u64 {
        self.states
    }

    fn end_block(&mut self) -> Result<(), RunError> {
        self.block.seal(&mut self.sealed)?;
        if let Some(filter) = &mut self.filter {
            filter.insert(&self.hashes);
            self.hashes.clear();
        }
        let sealed = std::mem::take(&mut self.sealed);
        let appended = self.append_block(&sealed);
        self.sealed = sealed;
        appended
    }

    /// Appends states that somebody else has put into a block, to those that were appended before.
    ///
    /// # Errors
    /// The file cannot be written.
    ///
    /// # Panics
    /// All states are to be in order.
    pub(crate) fn push_block(&mut self, block: &SealedBlock) -> Result<(), RunError> {
        assert!(self.order == Order::WithinBlocks, "nobody has looked at the order of its states");
        if self.block.states() > 0 {
            self.end_block()?;
        }
        self.states += u64::from(block.states);
        self.append_block(block)
    }

    fn append_block(&mut self, block: &SealedBlock) -> Result<(), RunError> {
        push_number(block.bytes.len() as u64, &mut self.entries);
        push_number(block.states.into(), &mut self.entries);
        push_number(block.first.len() as u64, &mut self.entries);
        self.entries.extend_from_slice(&block.first);
        self.blocks += 1;
        Ok(self.append(&block.bytes)?)
    }

    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.hasher.update(bytes);
        if let Some(file) = &mut self.file {
            file.append(bytes)?;
        }
        self.written += bytes.len() as u64;
        Ok(())
    }

    /// Ends the run: it is on the disk then, under its name.
    ///
    /// # Errors
    /// The file cannot be written. There is none of its name then, or the one that there was.
    pub fn finish(mut self) -> Result<SortedRun, RunError> {
        if self.block.states() > 0 {
            self.end_block()?;
        }
        let footer_at = self.written;
        let mut footer = Vec::with_capacity(self.entries.len() + 21);
        push_number(self.order as u64, &mut footer);
        push_number(self.states, &mut footer);
        push_number(self.blocks, &mut footer);
        footer.append(&mut self.entries);
        self.append(&footer)?;
        let hash = self.hasher.finalize();
        let mut trailer = hash.as_bytes().to_vec();
        trailer.extend_from_slice(&footer_at.to_le_bytes());
        trailer.extend_from_slice(&VERSION.to_le_bytes());
        trailer.extend_from_slice(&MAGIC);
        self.append(&trailer)?;
        if let Some(file) = &mut self.file {
            file.sync()?;
        }
        self.folder.rename(&temporary(&self.name), &self.name)?;
        self.file = None;
        self.folder.sync()?;
        let described = Described { footer: &footer, footer_at, hash };
        let run = SortedRun::of(&self.name, self.folder.open(&self.name)?, &described)?;
        let mut filter = self.filter.take().unwrap_or_default();
        filter.shrink(self.states);
        Ok(run.with_filter(filter))
    }
}

impl Drop for RunWriter<'_> {
    /// What was not finished goes.
    fn drop(&mut self) {
        if self.file.take().is_some() {
            let _ = self.folder.remove(&temporary(&self.name));
        }
    }
}
