//! Nodes, each of which is there once.

use std::ops::Range;

use kernel::StopReason;

use super::cache::Cache;

/// A node, which is a set of vectors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub(super) u32);

impl NodeId {
    /// No vectors.
    pub const EMPTY: NodeId = NodeId(0);
    /// The vector without numbers.
    pub const UNIT: NodeId = NodeId(1);

    /// Whether no vector is in it.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self == NodeId::EMPTY
    }
}

/// A value, and what follows on it.
pub(super) type Branch = (i32, NodeId);

/// Is asked now and then, with the memory in use, whether an operation may go on.
pub trait Watch {
    /// # Errors
    /// Why it may not.
    fn check(&self, bytes: u64) -> Result<(), StopReason>;
}

/// What an operation comes to, unless it is interrupted.
pub(super) type Outcome<T = NodeId> = Result<T, StopReason>;

/// So many steps are made between two questions whether to go on.
const PATIENCE: u32 = 1 << 12;
/// Fewer nodes than this are not worth being collected.
const LITTER: usize = 1 << 18;
/// Nodes are numbered with 32 bits.
const MOST: usize = u32::MAX as usize / 2;

/// All nodes, and what is remembered of operations on them.
pub struct Diagrams<'w> {
    /// Where the branches of each node begin; those of the next follow.
    pub(super) starts: Vec<u32>,
    pub(super) branches: Vec<Branch>,
    /// The nodes by their branches: open addressing, 0 where nothing is.
    pub(super) table: Vec<u32>,
    pub(super) cache: Cache,
    /// Branches of nodes that are being made, those of the outer ones below.
    pub(super) stack: Vec<Branch>,
    /// The number of the next kind of operation.
    operations: u32,
    watch: &'w dyn Watch,
    steps: u32,
    /// Memory that is taken beside nodes, by what is known of them.
    beside: u64,
    peak_nodes: usize,
    peak_bytes: u64,
    /// How many nodes were needed when they were collected last.
    pub(super) needed: usize,
}

impl<'w> Diagrams<'w> {
    /// No nodes but those of the empty set and of the empty vector.
    #[must_use]
    pub fn new(watch: &'w dyn Watch) -> Diagrams<'w> {
        Diagrams {
            // The empty set and the empty vector have no branches.
            starts: vec![0, 0, 0],
            branches: Vec::new(),
            table: vec![0; 1 << 10],
            cache: Cache::new(),
            stack: Vec::new(),
            operations: super::cache::FIRST_FREE,
            watch,
            steps: 0,
            beside: 0,
            peak_nodes: 2,
            peak_bytes: 0,
            needed: 2,
        }
    }

    /// Whether so many nodes came since they were collected last that it may be worth while.
    #[must_use]
    pub fn is_littered(&self) -> bool {
        self.nodes() > LITTER + 3 * self.needed
    }

    /// How many nodes there are, those included that nobody needs any more.
    #[must_use]
    pub fn nodes(&self) -> usize {
        self.starts.len() - 1
    }

    /// The most nodes that there were at once.
    #[must_use]
    pub fn peak_nodes(&self) -> usize {
        self.peak_nodes.max(self.nodes())
    }

    /// The memory that they take, with tables and slack, and what is [held](Self::hold) beside them.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let of_numbers = 4 * (self.starts.capacity() + self.table.capacity());
        let of_branches = 8 * (self.branches.capacity() + self.stack.capacity());
        (of_numbers + of_branches) as u64 + self.cache.bytes() + self.beside
    }

    /// The most memory that they took at once.
    #[must_use]
    pub fn peak_bytes(&self) -> u64 {
        self.peak_bytes.max(self.bytes())
    }

    pub(super) fn note_peaks(&mut self) {
        (self.peak_nodes, self.peak_bytes) = (self.peak_nodes(), self.peak_bytes());
    }

    /// A number for operations of a kind of their own.
    pub(super) fn new_operation(&mut self) -> u32 {
        self.operations += 1;
        self.operations
    }

    pub(super) fn branches_of(&self, node: NodeId) -> Range<usize> {
        let node = node.0 as usize;
        self.starts[node] as usize..self.starts[node + 1] as usize
    }

    pub(super) fn branch(&self, place: usize) -> Branch {
        self.branches[place]
    }

    /// Whether the caller may go on.
    ///
    /// # Errors
    /// Why not.
    pub(super) fn step(&mut self) -> Outcome<()> {
        self.spend(1)
    }

    /// Whether the caller may go on who does other things than operations, which take as long as so many steps of them.
    ///
    /// # Errors
    /// Why not.
    pub fn spend(&mut self, steps: u64) -> Outcome<()> {
        self.steps = self.steps.saturating_add(u32::try_from(steps).unwrap_or(u32::MAX));
        if self.steps < PATIENCE {
            return Ok(());
        }
        self.steps = 0;
        self.watch.check(self.bytes())
    }

    /// Takes note of memory that is taken for what is known of sets: it counts as theirs.
    pub fn hold(&mut self, bytes: u64) {
        self.beside = self.beside.saturating_add(bytes);
    }

    /// Takes note that it is given back.
    pub fn release(&mut self, bytes: u64) {
        self.note_peaks();
        self.beside = self.beside.saturating_sub(bytes);
    }

    /// The node with the branches from a place of the stack on, which are taken from it.
    pub(super) fn make(&mut self, from: usize) -> Outcome {
        if self.stack.len() == from {
            return Ok(NodeId::EMPTY);
        }
        if 4 * self.nodes() >= 3 * self.table.len() {
            self.grow()?;
        }
        let mask = self.table.len() - 1;
        let mut place = hash(&self.stack[from..]) as usize & mask;
        loop {
            let there = self.table[place];
            if there == 0 {
                break;
            }
            if self.branches[self.branches_of(NodeId(there))] == self.stack[from..] {
                self.stack.truncate(from);
                return Ok(NodeId(there));
            }
            place = (place + 1) & mask;
        }
        let node = self.nodes() as u32;
        self.table[place] = node;
        self.branches.extend(self.stack.drain(from..));
        self.starts.push(self.branches.len() as u32);
        Ok(NodeId(node))
    }

    /// Makes room for twice as many nodes, if there may be.
    fn grow(&mut self) -> Outcome<()> {
        self.note_peaks();
        let more = 4 * self.table.len() as u64 + 8 * self.branches.len() as u64;
        self.watch.check(self.bytes() + more)?;
        if self.nodes() >= MOST || self.branches.len() >= MOST {
            return Err(StopReason::MemoryLimit);
        }
        let size = 2 * self.table.len();
        self.rebuild_table(size);
        self.cache.fit(size);
        Ok(())
    }

    pub(super) fn rebuild_table(&mut self, size: usize) {
        self.table = vec![0; size];
        for node in 2..self.nodes() as u32 {
            let mut place = hash(&self.branches[self.branches_of(NodeId(node))]) as usize;
            while self.table[place & (size - 1)] != 0 {
                place += 1;
            }
            self.table[place & (size - 1)] = node;
        }
    }
}

/// A hash of branches, by multiplying and folding.
fn hash(branches: &[Branch]) -> u64 {
    branches.iter().fold(0x9e37_79b9_7f4a_7c15, |hash, &(value, down)| {
        mix(hash ^ (u64::from(value as u32) << 32 | u64::from(down.0)))
    })
}

/// Every bit of the result depends on every bit of the word.
pub(super) fn mix(word: u64) -> u64 {
    let product = u128::from(word ^ 0xa076_1d64_78bd_642f) * 0xe703_7ed1_a0b4_28db;
    (product as u64) ^ ((product >> 64) as u64)
}
