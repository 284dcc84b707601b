//! Writing a run.

use std::io;

use super::block::{BlockKind, BlockWriter};
use super::filter::{Filter, hash};
use super::folder::{Folder, NewFile};
use super::run::{Described, SortedRun};
use super::{LONGEST_STATE, MAGIC, RunError, VERSION, push_number};

/// A run that is being written, under another name than it will have.
pub struct RunWriter<'f> {
    folder: &'f dyn Folder,
    name: String,
    file: Option<Box<dyn NewFile>>,
    hasher: blake3::Hasher,
    block: BlockWriter,
    filter: Option<Filter>,
    /// The hashes of the states of the block, if there is a filter.
    hashes: Vec<u64>,
    /// The first state of the block.
    first: Vec<u8>,
    /// What is to be appended to the file.
    bytes: Vec<u8>,
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
    /// Begins a run that will have this name. It is read by itself, in order.
    ///
    /// # Errors
    /// The file cannot be made.
    pub fn new(folder: &'f dyn Folder, name: &str) -> Result<Self, RunError> {
        Self::begin(folder, name, BlockKind::LARGE)
    }

    /// The same for a run that is merged with others: while they are read, each takes less memory.
    ///
    /// # Errors
    /// The file cannot be made.
    pub fn to_be_merged(folder: &'f dyn Folder, name: &str) -> Result<Self, RunError> {
        Self::begin(folder, name, BlockKind::SMALL)
    }

    fn begin(folder: &'f dyn Folder, name: &str, kind: BlockKind) -> Result<Self, RunError> {
        Ok(RunWriter {
            folder,
            name: name.to_owned(),
            file: Some(folder.create(&temporary(name))?),
            hasher: blake3::Hasher::new(),
            block: BlockWriter::new(kind)?,
            filter: None,
            hashes: Vec::new(),
            first: Vec::new(),
            bytes: Vec::new(),
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

    /// Appends a state, which is greater than the one before.
    ///
    /// # Errors
    /// The state is not greater, or too long, or the file cannot be written.
    pub fn push(&mut self, state: &[u8]) -> Result<(), RunError> {
        if self.states > 0 && state <= self.block.last() {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "states out of order").into());
        }
        if state.len() > LONGEST_STATE {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "a state is too long").into());
        }
        if self.block.states() == 0 {
            self.first.clear();
            self.first.extend_from_slice(state);
        }
        self.block.push(state);
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
        let states = self.block.states();
        self.block.seal(&mut self.bytes)?;
        push_number(self.bytes.len() as u64, &mut self.entries);
        push_number(states.into(), &mut self.entries);
        push_number(self.first.len() as u64, &mut self.entries);
        self.entries.extend_from_slice(&self.first);
        if let Some(filter) = &mut self.filter {
            filter.insert(&self.hashes);
            self.hashes.clear();
        }
        self.blocks += 1;
        Ok(self.append()?)
    }

    fn append(&mut self) -> io::Result<()> {
        self.hasher.update(&self.bytes);
        if let Some(file) = &mut self.file {
            file.append(&self.bytes)?;
        }
        self.written += self.bytes.len() as u64;
        self.bytes.clear();
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
        let mut footer = Vec::with_capacity(self.entries.len() + 20);
        push_number(self.states, &mut footer);
        push_number(self.blocks, &mut footer);
        footer.append(&mut self.entries);
        self.bytes.extend_from_slice(&footer);
        self.append()?;
        let hash = self.hasher.finalize();
        self.bytes.extend_from_slice(hash.as_bytes());
        self.bytes.extend_from_slice(&footer_at.to_le_bytes());
        self.bytes.extend_from_slice(&VERSION.to_le_bytes());
        self.bytes.extend_from_slice(&MAGIC);
        self.append()?;
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
