//! Cells: which values one holds, and where it lives.

use crate::index::ProcessTypeId;

/// The range of values that one cell holds; a value written to it wraps as in C.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CellType {
    /// Width in bits, 1 to 32.
    pub bits: u8,
    /// Whether the top bit is a sign.
    pub signed: bool,
}

impl CellType {
    /// One bit.
    pub const BIT: CellType = CellType { bits: 1, signed: false };
    /// Eight bits without sign: bytes, process and channel numbers, symbols.
    pub const BYTE: CellType = CellType { bits: 8, signed: false };
    /// Sixteen bits with sign.
    pub const SHORT: CellType = CellType { bits: 16, signed: true };
    /// Thirty-two bits with sign.
    pub const INT: CellType = CellType { bits: 32, signed: true };

    /// The value that a cell of this type holds after `value` was written to it.
    #[must_use]
    #[inline]
    pub fn wrap(self, value: i32) -> i32 {
        let shift = 32 - u32::from(self.bits);
        if self.signed {
            (value << shift) >> shift
        } else {
            (((value as u32) << shift) >> shift) as i32
        }
    }
}

/// Where a variable's cells live.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Region {
    /// In the state, shared.
    Global,
    /// In the record of each process of one type.
    Local(ProcessTypeId),
    /// Nowhere in the state: the variable is never written after initialisation.
    Constant,
    /// Nowhere at all: the variable is never read, and what is written to it is dropped.
    Discarded,
}
