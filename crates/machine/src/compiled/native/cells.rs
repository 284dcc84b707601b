//! Reads and writes of the record that is meant.

use wasm_encoder::MemArg;

use super::super::layout::{Cell, Width};
use super::body::{Body, Local};
use crate::program::CellType;

impl Body<'_> {
    /// What a cell of the record holds, given what is added to its address, if anything.
    pub(super) fn read(&mut self, cell: Cell, shift: Option<Local>) {
        self.address(shift);
        self.load(cell);
    }

    /// The address of the record, and what is added to it.
    pub(super) fn address(&mut self, shift: Option<Local>) {
        self.get(self.record);
        if let Some(shift) = shift {
            self.get(shift);
            self.op().i32_add();
        }
    }

    /// What a cell holds, given the address of the record.
    pub(super) fn load(&mut self, cell: Cell) {
        let at = place(cell.at);
        match cell.width {
            Width::Byte => self.op().i32_load8_u(at),
            Width::SignedByte => self.op().i32_load8_s(at),
            Width::Short => self.op().i32_load16_u(at),
            Width::SignedShort => self.op().i32_load16_s(at),
            Width::Int => self.op().i32_load(at),
        };
    }

    /// Writes to a cell, given the address of the record and a number that the cell can hold, or whose last bytes are to be kept.
    pub(super) fn store(&mut self, cell: Cell) {
        let at = place(cell.at);
        match cell.width.bytes() {
            1 => self.op().i32_store8(at),
            2 => self.op().i32_store16(at),
            _ => self.op().i32_store(at),
        };
    }

    /// The same, for any number.
    pub(super) fn store_wrapped(&mut self, cell: Cell) {
        // What is stored is cut off by itself.
        if usize::from(cell.values.bits) < cell.width.bytes() * 8 {
            self.wrap(cell.values);
        }
        self.store(cell);
    }

    /// What a cell of a type holds after a number was written to it.
    pub(super) fn wrap(&mut self, values: CellType) {
        let shift = 32 - i32::from(values.bits);
        match (values.signed, values.bits) {
            (_, 32..) => {}
            (true, 8) => {
                self.op().i32_extend8_s();
            }
            (true, 16) => {
                self.op().i32_extend16_s();
            }
            (true, _) => {
                self.constant(shift);
                self.op().i32_shl();
                self.constant(shift);
                self.op().i32_shr_s();
            }
            (false, bits) => {
                self.constant(((1u32 << bits) - 1) as i32);
                self.op().i32_and();
            }
        }
    }

    /// Multiplies what was computed.
    pub(super) fn times(&mut self, factor: usize) {
        match factor {
            1 => {}
            _ if factor.is_power_of_two() => {
                self.constant(factor.trailing_zeros() as i32);
                self.op().i32_shl();
            }
            _ => {
                self.constant(factor as i32);
                self.op().i32_mul();
            }
        }
    }

    /// Does something to the record with another address.
    pub(super) fn on(&mut self, record: Local, write: impl FnOnce(&mut Self)) {
        let before = std::mem::replace(&mut self.record, record);
        write(self);
        self.record = before;
    }
}

/// What is so many bytes behind the address that was computed.
pub(super) fn place(at: usize) -> MemArg {
    MemArg { offset: at as u64, align: 0, memory_index: 0 }
}
