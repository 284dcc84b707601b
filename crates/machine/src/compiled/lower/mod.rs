//! What a process does at a location as [`code`](super::code) on records: whatever is known of that process is put in. What is left out
//! is left to the interpreter.

mod actions;
mod blocks;
mod channels;
mod edges;
mod expressions;
mod unrolled;

use std::cell::{Cell as Flag, RefCell};

pub(super) use actions::constant_bytes;
use channels::Channel;
pub(super) use channels::Channels;

use super::layout::Layout;
use crate::index::ProcessId;
use crate::machine::Machine;
use unrolled::KnownCells;

/// Lowers what one process does.
pub(super) struct Lowering<'m> {
    machine: &'m Machine,
    layout: &'m Layout,
    channels: &'m Channels,
    process: ProcessId,
    /// Loops of deterministic blocks are unrolled until the code is so large.
    unrolls_until: usize,
    /// How large the code is: in edges, with one for each channel that may be meant, and in choices of deterministic blocks.
    size: Flag<usize>,
    /// What is known where the next thing is done that is lowered.
    known: RefCell<KnownCells>,
}

impl<'m> Lowering<'m> {
    pub(super) fn new(
        machine: &'m Machine,
        layout: &'m Layout,
        channels: &'m Channels,
        process: ProcessId,
        unrolls_until: usize,
    ) -> Lowering<'m> {
        let (size, known) = (Flag::new(0), RefCell::default());
        Lowering { machine, layout, channels, process, unrolls_until, size, known }
    }

    /// How large the code is that was made.
    pub(super) fn size(&self) -> usize {
        self.size.get()
    }

    fn grow(&self, by: usize) {
        self.size.set(self.size.get() + by);
    }
}
