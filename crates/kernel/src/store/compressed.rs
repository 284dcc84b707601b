//! The visited set in less memory: states of one length, taken apart (Laarman, van de Pol, Weber 2011, "Parallel recursive state
//! compression for free"; Laarman 2019, "Optimal compression of combinatorial state vectors").
//!
//! States have few different words at any one place, and few different halves. So each word at a place has [a number](nodes), and so has
//! each pair of numbers, up a [tree](tree), but the last: the two numbers at its top are the state, and its [`StateId`]. They are kept
//! in [a set](roots) that is as dense as can be, since most of what they are is told by where they lie. Nothing is ever
//! removed, nothing is lost, and what is taken apart can be put together again; but parents are not kept.
//!
//! Who enters states needs what a thread has for itself, which is locked, and then, one after the other, shared locks of the tables.

mod fresh;
mod mix;
mod nodes;
mod roots;
mod table;
#[cfg(test)]
mod tests;
mod tree;

use std::ops::{ControlFlow, Range};

use super::entering::GROUP;
use super::stripes::Stripes;
use super::thread_number::thread_number;
use super::{StateId, chunks, entering, growth, hash, stripes, sync};
use crate::visited::{Levels, NotStored, Offers, Told, Visited};
use fresh::Fresh;
use nodes::{Memory, Nodes, Working};
use roots::{Group, Probe, Roots};
use sync::{AtomicU64, Ordering};
use tree::Tree;

/// Bytes of a word.
const WORD: usize = size_of::<u64>();

/// A set of states of one length, without their parents. All methods may be called from several threads.
pub(crate) struct CompressedStore {
    /// Bytes of a state.
    length: usize,
    /// How they are taken apart, if they have more than a word.
    tree: Option<Tree>,
    /// The numbers in each column of the tree.
    nodes: Box<[Nodes]>,
    roots: Roots,
    stripes: Stripes<Own>,
    /// What is not older than the present level, if that is kept.
    fresh: Option<Fresh>,
    /// What the threads have for themselves, in bytes.
    own_bytes: AtomicU64,
}

/// What a thread has for itself.
#[derive(Default)]
struct Own {
    /// For each column of the tree, what is remembered of it.
    memories: Vec<Memory>,
    /// The numbers of the states of a group, column by column.
    columns: Vec<[u32; GROUP]>,
    working: Working,
    pairs: Vec<u64>,
    probes: Vec<Probe>,
    /// A state that is looked up alone.
    single: Offers,
}

impl CompressedStore {
    /// An empty set of states of so many bytes. Whether it keeps levels decides whether [`Visited::may_be_older`] is exact; else every
    /// stored state may be older.
    pub(crate) fn new(length: usize, keeps_levels: bool) -> Self {
        let words = length.div_ceil(WORD);
        let tree = (words > 1).then(|| Tree::new(words));
        let columns = tree.as_ref().map_or(0, Tree::columns);
        CompressedStore {
            length,
            tree,
            nodes: (0..columns).map(|_| Nodes::new()).collect(),
            roots: Roots::new(),
            stripes: Stripes::new(),
            fresh: keeps_levels.then(Fresh::new),
            own_bytes: AtomicU64::new(0),
        }
    }

    /// Makes ready what a thread has for itself.
    fn prepare(&self, own: &mut Own) {
        if own.memories.len() < self.nodes.len() {
            own.memories.extend(self.nodes.iter().map(|_| Memory::new()));
            own.columns.resize(self.nodes.len(), [0; GROUP]);
            let memories: u64 = own.memories.iter().map(Memory::bytes).sum();
            let bytes = memories + size_of_val(&*own.columns) as u64;
            self.own_bytes.fetch_add(bytes, Ordering::Relaxed);
        }
    }

    /// Takes the states of a group apart, into pairs.
    fn take_apart(
        &self,
        own: &mut Own,
        offers: &Offers,
        group: Range<usize>,
        may_enter: bool,
    ) -> Result<(), NotStored> {
        let Own { memories, columns, working, pairs, .. } = own;
        let stride = self.length.div_ceil(WORD);
        let words = &offers.words()[group.start * stride..group.end * stride];
        let count = group.len();
        pairs.clear();
        let Some(tree) = &self.tree else {
            // A word is a pair as it is, and none is always the same.
            pairs.extend((0..count).map(|place| words.get(place * stride).copied().unwrap_or(0)));
            return Ok(());
        };
        for word in 0..stride {
            let words = words[word..].iter().step_by(stride).copied();
            let (memory, numbers) = (&mut memories[word], &mut columns[word]);
            self.nodes[word].number(words, may_enter, memory, working, numbers)?;
        }
        let pair = |[left, right]: [&[u32; GROUP]; 2], place: usize| {
            u64::from(left[place]) << u32::BITS | u64::from(right[place])
        };
        for (column, halves) in tree.pairs() {
            let (before, after) = columns.split_at_mut(column);
            let halves = halves.map(|half| &before[half]);
            let words = (0..count).map(|place| pair(halves, place));
            let memory = &mut memories[column];
            self.nodes[column].number(words, may_enter, memory, working, &mut after[0])?;
        }
        let halves = tree.root().map(|half| &columns[half]);
        pairs.extend((0..count).map(|place| pair(halves, place)));
        Ok(())
    }

    /// Looks up a group of states, and enters at most so many of those that are new. Of these `new` is told.
    fn enter(
        &self,
        offers: &Offers,
        group: Range<usize>,
        most: &mut u64,
        new: &mut dyn FnMut(StateId),
    ) -> Result<(), NotStored> {
        let mut ids = [0; GROUP];
        let mut count = 0;
        let stripe = self.stripes.of(thread_number());
        let mut own = stripe.lock();
        let result = self.enter_with(&mut own, offers, group, most, &mut |pair| {
            ids[count] = pair;
            count += 1;
        });
        stripe.count(count as u64);
        drop(own);
        // Told when nothing is locked any more.
        ids[..count].iter().for_each(|&pair| new(StateId::from_number(pair)));
        result
    }

    /// The same with what the thread has for itself.
    fn enter_with(
        &self,
        own: &mut Own,
        offers: &Offers,
        group: Range<usize>,
        most: &mut u64,
        new: &mut impl FnMut(u64),
    ) -> Result<(), NotStored> {
        self.prepare(own);
        self.take_apart(own, offers, group, *most > 0)?;
        let Own { pairs, probes, .. } = own;
        let fresh = self.fresh.as_ref();
        let mut group = Group { pairs, probes, most: *most, fresh, new: 0 };
        let result = self.roots.enter(&mut group);
        *most = group.most;
        let entered = pairs.iter().enumerate().filter(|(place, _)| group.new >> place & 1 == 1);
        entered.for_each(|(_, &pair)| new(pair));
        result
    }

    /// The pair that a state is, if it is there.
    fn find(&self, bytes: &[u8]) -> Option<u64> {
        let own = &mut *self.stripes.of(thread_number()).lock();
        self.prepare(own);
        let mut single = std::mem::take(&mut own.single);
        single.clear();
        single.push(bytes, None);
        let is_known = self.take_apart(own, &single, 0..1, false).is_ok();
        own.single = single;
        let Own { pairs, probes, .. } = own;
        let pair = is_known.then(|| pairs[0])?;
        self.roots.contains(pair, probes).then_some(pair)
    }

    /// Appends the words below a column.
    fn put_together(&self, tree: &Tree, column: usize, number: u32, out: &mut Vec<u8>) {
        let word = self.nodes[column].word(number);
        match tree.pair(column) {
            None => out.extend(word.to_ne_bytes()),
            Some(halves) => self.put_both_together(tree, halves, word, out),
        }
    }

    fn put_both_together(&self, tree: &Tree, halves: [usize; 2], pair: u64, out: &mut Vec<u8>) {
        self.put_together(tree, halves[0], (pair >> u32::BITS) as u32, out);
        self.put_together(tree, halves[1], pair as u32, out);
    }
}

impl Visited for CompressedStore {
    fn offer(
        &self,
        offers: &Offers,
        mut most: u64,
        new: &mut dyn FnMut(StateId),
    ) -> Result<(), NotStored> {
        assert!(offers.all_have(self.length), "all states have the same length");
        for first in (0..offers.len()).step_by(GROUP) {
            let group = first..offers.len().min(first + GROUP);
            match self.enter(offers, group.clone(), &mut most, new) {
                // Those before the one that there is no room for are entered all the same.
                Err(NotStored::Full) => group
                    .into_iter()
                    .try_for_each(|one| self.enter(offers, one..one + 1, &mut most, new))?,
                result => result?,
            }
        }
        Ok(())
    }

    fn end_level(
        &self,
        _: u64,
        _: &mut dyn FnMut(StateId),
        _: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<Told, NotStored> {
        if let Some(fresh) = &self.fresh {
            fresh.clear();
        }
        Ok(Told::AtOnce)
    }

    fn may_be_older(&self, bytes: &[u8]) -> bool {
        let is_older = |pair| self.fresh.as_ref().is_none_or(|fresh| !fresh.contains(pair));
        self.find(bytes).is_some_and(is_older)
    }

    fn read(&self, id: StateId, out: &mut Vec<u8>) -> Result<(), NotStored> {
        out.clear();
        match &self.tree {
            None => out.extend(id.number().to_ne_bytes()),
            Some(tree) => self.put_both_together(tree, tree.root(), id.number(), out),
        }
        out.truncate(self.length);
        Ok(())
    }

    /// Not known of any.
    fn parent(&self, _: StateId) -> Option<StateId> {
        None
    }

    fn keeps_parents(&self) -> bool {
        false
    }

    fn levels(&self) -> Option<&dyn Levels> {
        None
    }

    fn len(&self) -> u64 {
        self.stripes.stored()
    }

    fn bytes(&self) -> u64 {
        let nodes: u64 = self.nodes.iter().map(Nodes::bytes).sum();
        let fresh = self.fresh.as_ref().map_or(0, Fresh::bytes);
        let own = self.stripes.bytes() + self.own_bytes.load(Ordering::Relaxed);
        nodes + self.roots.bytes() + fresh + own
    }

    fn file_bytes(&self) -> u64 {
        0
    }
}
