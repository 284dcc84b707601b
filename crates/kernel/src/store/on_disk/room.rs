//! How memory is divided.

use crate::options::{SearchOptions, Store};

/// How much memory there is.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Memory {
    /// As much as there is: nothing leaves, and what has no room is not stored.
    All,
    /// So many bytes, of which files take what they need to be searched.
    Shared {
        bytes: u64,
        /// Whether each level leaves when it has been expanded, however much room there is.
        leaves_soon: bool,
    },
    /// The levels before the present one always go, and the present one and the next never: what they may take is looked at by others.
    TwoLevels,
    /// As said.
    #[cfg(test)]
    Divided(Room),
}

/// What parts may take, in bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Room {
    /// When a level ends and the table has more, levels leave it: so that it is half as large, or all but the present one.
    pub(super) between_levels: u64,
    pub(super) keeps_half: bool,
    /// When it has more within a level it is closed, and what is not in it waits for the end of the level.
    pub(super) within_level: u64,
    /// A level with more is expanded from its file.
    pub(super) level: u64,
    /// What waits has no more than this in memory.
    pub(super) waiting: u64,
    /// States are sorted in portions of this size.
    pub(super) portion: u64,
}

/// Where memory is not divided, states are sorted in portions of this size.
const PORTION: u64 = 16 << 20;

/// So much is divided, however much files take.
const LEAST: u64 = 4 << 20;

/// The memory of a search on disk that is not limited.
const UNLIMITED: u64 = 4 << 30;

impl Memory {
    /// The memory of a search.
    pub(crate) fn of(options: &SearchOptions) -> Self {
        match options.store {
            Store::Plain | Store::Compressed => Memory::All,
            store => Memory::Shared {
                bytes: options.limits.memory_bytes.unwrap_or(UNLIMITED),
                leaves_soon: store == Store::Disk,
            },
        }
    }

    /// Whether nothing may leave it.
    pub(super) fn is_all_there_is(self) -> bool {
        matches!(self, Memory::All)
    }

    /// How memory is divided when files take so much of it: while they are merged, twice as much.
    ///
    /// A table takes half as much again while it grows, and when levels leave it those that stay are copied. Beside a level there are two or
    /// three times as many candidates for the next.
    pub(super) fn room(self, taken: u64) -> Room {
        match self {
            Memory::Shared { bytes, leaves_soon } => {
                // With less than that there would be a file for each handful of states.
                let left = bytes.saturating_sub(2 * taken).max(LEAST);
                Room {
                    between_levels: if leaves_soon { 0 } else { left / 5 * 2 },
                    keeps_half: !leaves_soon,
                    within_level: left / 2,
                    level: left / 8,
                    waiting: left / 16,
                    portion: left / 32,
                }
            }
            Memory::All => Room {
                between_levels: u64::MAX,
                keeps_half: false,
                within_level: u64::MAX,
                level: u64::MAX,
                waiting: u64::MAX,
                portion: PORTION,
            },
            Memory::TwoLevels => Room {
                between_levels: 0,
                keeps_half: false,
                within_level: u64::MAX,
                level: u64::MAX,
                waiting: u64::MAX,
                portion: PORTION,
            },
            #[cfg(test)]
            Memory::Divided(room) => room,
        }
    }
}
