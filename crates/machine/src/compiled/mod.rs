//! Machines compiled to closures over records of fixed width: the short way of a search. What a process does is lowered to
//! [`code`] on records, and closures are composed of that.
//!
//! A record is what is stored of a state, and what closures read and write: nothing is decoded, encoded or allocated in between.
//! Everything is specialised for the process that does it, so that all of its variables and channels are at places known. What
//! is rare (run-time errors, violations, long atomic sequences, questions about other processes) raises an alarm: then nothing that
//! came of the state counts, and the interpreter takes over for it. So the interpreter says what everything means, here it is only said
//! faster; `tests/compiled.rs` compares the two.

mod closures;
mod code;
mod expand;
mod layout;
mod lower;
#[cfg(feature = "native")]
mod native;
#[cfg(not(feature = "native"))]
#[path = "no_native.rs"]
mod native;
mod processes;
mod record;

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use crate::edge_code::Chosen;
use crate::index::{LocationId, ProcessId};
use crate::machine::Machine;
use crate::state::State;
use closures::{Change, Node, Test};
pub(crate) use expand::Records;
use layout::Layout;
use lower::{Channels, Lowering, constant_bytes};
use native::Native;
pub use record::RecordMut;

/// So many edges are compiled; those that are met later are interpreted.
const MOST_EDGES: usize = 1 << 17;

/// So many edges are compiled with loops unrolled.
const MOST_UNROLLED: usize = MOST_EDGES / 4;

/// What is made when it is first asked for, and made again by a copy, which may differ in what it is made of.
#[derive(Debug)]
pub(crate) struct Remade<T>(OnceLock<T>);

impl<T> Default for Remade<T> {
    fn default() -> Remade<T> {
        Remade(OnceLock::new())
    }
}

impl<T> Clone for Remade<T> {
    fn clone(&self) -> Remade<T> {
        Remade::default()
    }
}

/// A compiled machine.
pub(crate) struct Compiled {
    layout: Layout,
    channels: Channels,
    /// For each process what can be done at each location of its type, once somebody has come there.
    nodes: Vec<Box<[OnceLock<Node>]>>,
    /// How many edges were compiled; where a channel is found out at run time, one for each that it may be.
    size: AtomicUsize,
    /// What is forgotten of a state before it is stored.
    forgotten: Box<[Change]>,
    /// What must hold of every state.
    state_condition: Option<Test>,
    /// So many moves are made within the atomic sequences from one state before that is left to the interpreter.
    most_moves: usize,
    native: Native,
}

impl std::fmt::Debug for Compiled {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Compiled").field("bytes", &self.layout.bytes).finish_non_exhaustive()
    }
}

impl Compiled {
    /// None if the machine's states are no records.
    fn of(machine: &Machine, layout: Layout) -> Option<Compiled> {
        let channels = Channels::of(machine, &layout)?;
        let nodes = layout.slots.iter().map(|slot| {
            let (_, count) = slot.locations;
            (0..count).map(|_| OnceLock::new()).collect()
        });
        let (nodes, size) = (nodes.collect(), AtomicUsize::new(0));
        let forgotten = closures::changes(forgotten(machine, &layout));
        let most_moves = expand::most_moves(layout.cells.len());
        let (state_condition, native) = (None, Native::default());
        let mut compiled = Compiled {
            nodes,
            size,
            layout,
            channels,
            forgotten,
            state_condition,
            most_moves,
            native,
        };
        if machine.program.state_condition.is_some() {
            compiled.state_condition = Some(closures::test(compiled.state_condition(machine)?));
        }
        Some(compiled)
    }

    /// What must hold of every state; none if nothing must, or it is left to the interpreter.
    fn state_condition(&self, machine: &Machine) -> Option<code::Value> {
        let condition = machine.program.state_condition.as_ref()?;
        self.lowering(machine, ProcessId(0)).expression(&condition.expr)
    }

    fn lowering<'c>(&'c self, machine: &'c Machine, process: ProcessId) -> Lowering<'c> {
        let unrolls_until = MOST_UNROLLED.saturating_sub(self.size.load(Relaxed));
        Lowering::new(machine, &self.layout, &self.channels, process, unrolls_until)
    }

    /// What a process can do at a location.
    #[inline(always)]
    fn node(&self, machine: &Machine, process: ProcessId, location: LocationId) -> &Node {
        let (first, _) = self.layout.slots[process.index()].locations;
        let node = &self.nodes[process.index()][location.index() - first];
        node.get_or_init(|| self.compile_node(machine, process, location))
    }

    #[cold]
    fn compile_node(&self, machine: &Machine, process: ProcessId, location: LocationId) -> Node {
        let lowering = self.lowering(machine, process);
        let node = lowering.node(location, self.size.load(Relaxed) < MOST_EDGES);
        self.size.fetch_add(lowering.size(), Relaxed);
        closures::node(node)
    }
}

/// What is forgotten of a state before it is stored.
fn forgotten(machine: &Machine, layout: &Layout) -> Vec<code::Change> {
    let mut forgotten = Vec::new();
    for reset in &machine.forgotten {
        constant_bytes(layout.cells[reset.offset as usize], 0, &mut forgotten);
    }
    forgotten
}

impl Machine {
    /// The machine compiled, if its states are kept as records and of fixed width.
    #[inline]
    pub(crate) fn compiled(&self) -> Option<&Compiled> {
        if !self.in_records {
            return None;
        }
        self.compiled.0.get_or_init(|| self.compile(|| Layout::of(self))).as_deref()
    }

    /// The machine compiled for the records of the machine that keeps its states: itself, or one of the same locations, with the same
    /// blanks. Values that never change in that one may in this.
    #[inline]
    fn compiled_for(&self, keeper: &Machine) -> Option<&Compiled> {
        if self.in_records {
            return self.compiled();
        }
        let layout = || {
            assert!(self.has_blanks_of(keeper), "other records");
            Some(keeper.compiled()?.layout.without_values())
        };
        self.compiled.0.get_or_init(|| self.compile(layout)).as_deref()
    }

    fn compile(&self, layout: impl FnOnce() -> Option<Layout>) -> Option<Box<Compiled>> {
        let executes_edges = matches!(self.edge_code, Chosen::Other(_));
        let plain =
            !executes_edges && !self.restricted && !self.clears() && !self.initial.is_empty();
        let layout = plain.then(layout).flatten()?;
        Compiled::of(self, layout).map(Box::new)
    }

    /// The length of the records of all states, if they are of one length.
    pub(crate) fn record_length(&self) -> Option<usize> {
        self.compiled().map(|compiled| compiled.layout.bytes)
    }

    /// Appends the record of a state, if there are records.
    #[inline]
    pub(crate) fn write_record(&self, state: &State, out: &mut Vec<u8>) -> bool {
        let Some(compiled) = self.compiled() else { return false };
        compiled.layout.encode(state, out);
        true
    }

    /// The inverse of [`write_record`](Self::write_record).
    #[inline]
    pub(crate) fn read_record(&self, record: &[u8], state: &mut State) -> bool {
        let Some(compiled) = self.compiled() else { return false };
        compiled.layout.decode(record, state);
        true
    }
}
