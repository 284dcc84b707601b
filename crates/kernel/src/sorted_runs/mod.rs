//! Sorted runs: sets of states in files, in ascending order, compressed without loss, and never changed.
//!
//! A run is what external sorting calls one: states in the order of their bytes. Neighbours are much alike, so that each is told by where
//! it differs from the one before (front coding), what states tell of one place stands together, and the rest is left to zstd; that takes a
//! fraction of a byte to three bytes a state.
//! A run that is only read from its beginning to its end may be in order within its blocks alone.
//!
//! Whether a state is in a run is asked of a filter first, and then of one block. The filter is larger than the file: it is in memory
//! alone, and made again where a file is opened.
//!
//! # The format, version 4
//!
//! ```text
//! run     = block* footer trailer
//! block   = 4 numbers (bytes compressed, bytes before, states, CRC-32 of those and of what follows), compressed states
//! footer  = whether all states are in order (0) or those of each block (1), states, blocks, and for each block: its bytes, its states, its first state with the length in front
//! trailer = BLAKE3 of all that stands before it, where the footer begins, version, magic
//! ```
//!
//! Numbers of the footer and within blocks are varints (seven bits a byte, the lowest first), others are little-endian. A file comes to its
//! name when it is complete and the disk has it ([`Folder`]). Whoever opens one believes nothing of it before the hash of the whole is
//! right, and no length before it was compared with what there is.

mod block;
mod filter;
mod folder;
mod merge;
mod row_reader;
mod rows;
mod run;
#[cfg(test)]
pub(crate) mod tests;
mod writer;

use std::fmt;
use std::io;

pub(crate) use block::{BlockWriter, MOST_STATES, SealedBlock};
pub use folder::{Folder, NewFile, Scratch, StoredFile};
pub(crate) use folder::{Quota, Stored, Writing};
pub use merge::Merge;
pub use run::{Cursor, SortedRun};
pub use writer::RunWriter;

/// No state may be longer, in bytes.
const LONGEST_STATE: usize = 16 << 20;

/// What ends every file.
const MAGIC: [u8; 8] = *b"Quot.run";

/// The version of the format.
const VERSION: u32 = 4;

/// Which states are in order.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    Whole = 0,
    WithinBlocks = 1,
}

/// Why a run could not be written or read.
#[derive(Debug)]
pub enum RunError {
    /// The file system said so.
    Io(io::Error),
    /// The file is not what was written: where that was seen.
    Damaged(&'static str),
    /// The file was written by another version.
    Version(u32),
}

impl RunError {
    /// What the file system would call it.
    pub fn kind(&self) -> io::ErrorKind {
        match self {
            RunError::Io(error) => error.kind(),
            RunError::Damaged(_) | RunError::Version(_) => io::ErrorKind::InvalidData,
        }
    }
}

impl From<io::Error> for RunError {
    fn from(error: io::Error) -> Self {
        RunError::Io(error)
    }
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunError::Io(error) => write!(f, "{error}"),
            RunError::Damaged(place) => write!(f, "the file is damaged ({place})"),
            RunError::Version(version) => {
                write!(
                    f,
                    "the file has version {version}, and this program reads version {VERSION}"
                )
            }
        }
    }
}

impl std::error::Error for RunError {}

/// Appends a number.
fn push_number(mut number: u64, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Takes a number off the front; none if there is none.
fn take_number(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..u64::BITS).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 0x7F).checked_shl(shift)?;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

/// Takes bytes off the front; none if there are not so many.
fn take_bytes<'b>(bytes: &mut &'b [u8], count: u64) -> Option<&'b [u8]> {
    let (taken, rest) = bytes.split_at_checked(usize::try_from(count).ok()?)?;
    *bytes = rest;
    Some(taken)
}
