//! Records from outside: where processes are, and what is to stand in cells.

use super::layout::Layout;
use crate::index::{LocationId, ProcessId};
use crate::machine::Machine;
use crate::state::State;

/// The record of a state, to be changed.
#[derive(Debug)]
pub struct RecordMut<'r> {
    layout: &'r Layout,
    bytes: &'r mut [u8],
}

impl Machine {
    /// The record of a state of this machine, if its states are [kept as records](Machine::kept_in_records).
    pub fn record_mut<'r>(&'r self, bytes: &'r mut [u8]) -> Option<RecordMut<'r>> {
        let layout = &self.compiled()?.layout;
        Some(RecordMut { layout, bytes })
    }

    /// Turns the state with the first record into that with the second, and appends to `differing` the cells that this changes. If they
    /// are no records, or a process is there in one only, the answer is no, and `state` means nothing.
    #[inline]
    pub fn read_differences(
        &self,
        records: (&[u8], &[u8]),
        state: &mut State,
        differing: &mut Vec<u32>,
    ) -> bool {
        let layout = self.compiled().map(|compiled| &compiled.layout);
        layout.is_some_and(|layout| layout.decode_differences(records, state, differing))
    }
}

impl RecordMut<'_> {
    /// How many processes there may be.
    #[must_use]
    pub fn processes(&self) -> usize {
        self.layout.slots.len()
    }

    /// Where a process is; none if it is not there.
    #[inline]
    #[must_use]
    pub fn location(&self, process: ProcessId) -> Option<LocationId> {
        self.layout.slots[process.index()].location(self.bytes)
    }

    /// Puts a value into a cell of a process, which has room for it. The first cells follow on that of the location, which is cell 0.
    #[inline]
    pub fn set_local(&mut self, process: ProcessId, cell: u32, value: i32) {
        debug_assert!(cell > 0, "this is where the process is");
        let first = self.layout.slots[process.index()].start;
        self.layout.cells[first + cell as usize].write(self.bytes, value);
    }

    /// Puts a value into a cell that belongs to no process and has room for it.
    #[inline]
    pub fn set_global(&mut self, cell: u32, value: i32) {
        self.layout.cells[cell as usize].write(self.bytes, value);
    }
}
