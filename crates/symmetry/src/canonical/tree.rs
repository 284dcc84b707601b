//! The general search for a canonical image: a walk down the stabiliser chain that branches only where it must.
//!
//! Let `G` be the group, `b1, b2, …` its base and `s` the state. A node at level `i` fixes the points `x1, …, xi` that are
//! sent to `b1, …, bi`: its elements are a coset of the stabiliser of `b1, …, bi`. A child chooses which point is sent to the
//! next base point. Leaves are elements `g`, and the answer is the least `g(s)` over the leaves that are visited, first by
//! their traces (what was seen on the way), then as vectors.
//!
//! The walk keeps just the children of one colour: of the rarest colour among the candidates, of the least among those. Colours
//! are [refined](crate::canonical::colour) where several candidates tie, after points are individualised by the orbits of the stabiliser:
//! this is how structure that is known only through `G` enters. All these choices are functions of what symmetries preserve, so
//! the walks from `s` and from `a(s)` with `a` in `G` visit the same images, and the least is a canonical image of the orbit.
//!
//! Two prunings leave out children that would lead to the same images once more:
//! - *Twins*: candidates that an [involution](crate::canonical::involutions) of `G` exchanges, which fixes the state and `x1, …, xi`. Where
//!   `G` permutes blocks of points in all ways, [exchanges](crate::canonical::exchanges) of two blocks are tried, with what
//!   these are related to.
//! - *Automorphisms*: two leaves with equal images differ by an element of `G` that fixes `s`. The walk returns at once to where
//!   they parted, and below each node only one candidate of each orbit under the known automorphisms that fix `x1, …, xi` is
//!   tried.
//!
//! Traces that are already worse than the best are not followed.
//!
//! A factor of `G` that permutes blocks which hold nothing of one another needs no search: the chain is that of the rest, and the
//! blocks are [sorted](crate::canonical::apart) in each leaf.
//!
//! S. Linton, "Finding the smallest image of a set" (ISSAC 2004), walks the chain so for sets, breadth first; C. Jefferson,
//! E. Jonauskyte, M. Pfeiffer and R. Waldecker, "Minimal and canonical images" (J. Algebra 521, 2019), choose the base by
//! counting orbits; B. McKay and A. Piperno, "Practical graph isomorphism, II" (2014), prune by automorphisms and traces for
//! the full symmetric group. Here the base is fixed, so that all permutations of the chain are tables made beforehand; instead
//! of a smaller image under the order of the base it is the *preimages* that are chosen, by colours of the state; the tree is
//! walked depth first in place, without partition stacks; and twins are tested exactly before anything is refined.
//!
//! The worst case is exponential, as for all known algorithms of this kind: it takes states whose ties neither refinement tells
//! apart nor symmetries of the state explain.

use std::cmp::Ordering;

use groups::{Group, Interrupted, Partition, Patience};

use crate::canonical::apart::{Apart, ApartScratch};
use crate::canonical::blocks::Blocks;
use crate::canonical::chain::Chain;
use crate::canonical::colour::{ColourScratch, Colouring};
use crate::canonical::exchanges::{ExchangeScratch, Exchanges};
use crate::canonical::involutions::Involutions;
use crate::foundation::layout::Layout;
use crate::foundation::mix::mix;
use crate::foundation::representative::write_identity;

/// No more automorphisms than this are remembered.
const REMEMBERED: usize = 48;

/// A refinement takes about as long as so many passes over the state.
const REFINING: usize = 8;

/// "Return to no particular level."
const ONWARD: usize = usize::MAX;

/// What the search knows of the group.
pub(crate) struct Tree {
    pub(crate) chain: Chain,
    twins: Twins,
    /// Blocks that are sorted in each leaf, where the chain is that of the rest of the group.
    apart: Option<Apart>,
}

/// What is tried to exchange two points.
enum Twins {
    /// Involutions that were listed beforehand.
    Involutions(Involutions),
    /// Exchanges of blocks of points that the group permutes in all ways. Nothing is listed, however many blocks there are.
    Blocks(Exchanges),
}

/// Working memory of the search.
pub(crate) struct TreeScratch {
    /// For each depth of branching a row: entry `j` is the point sent to the moved point number `j`.
    rows: Vec<u32>,
    /// For each depth of branching a row of colours.
    pub(crate) colours: Vec<u64>,
    /// The points sent to the base points so far.
    path: Vec<u32>,
    trace: Vec<u64>,
    best_path: Vec<u32>,
    best_trace: Vec<u64>,
    best_row: Vec<u32>,
    has_best: bool,
    /// Candidates by colour, as places in the orbit of the base point.
    sorting: Vec<(u64, u32)>,
    /// A stack of the candidates of the nodes on the way, as places in the orbit of the base point.
    candidates: Vec<u32>,
    /// Rows: entry `j` is the image of the moved point number `j`, as such a number.
    automorphisms: Vec<u32>,
    found: usize,
    /// The orbits of the known automorphisms that fix what is chosen.
    orbits: Partition,
    image: Vec<u32>,
    leaf: Vec<i32>,
    exchange: ExchangeScratch,
    apart: Option<ApartScratch>,
    /// Leaves visited for this state.
    pub(crate) leaves: u64,
}

impl Tree {
    /// `blocks` are those that the whole group permutes in all ways and independently of one another, if it does. What is searched
    /// is all of it but for what permutes blocks `apart`.
    pub(crate) fn new(
        group: &Group,
        chain: Chain,
        blocks: Option<&Blocks>,
        apart: Option<Apart>,
        patience: &mut Patience<'_>,
    ) -> Result<Self, Interrupted> {
        let twins = match blocks {
            Some(blocks) => Twins::Blocks(Exchanges::new(blocks, &chain)),
            None => Twins::Involutions(Involutions::new(group, &chain.moved, patience)?),
        };
        Ok(Tree { chain, twins, apart })
    }

    pub(crate) fn scratch(&self, layout: &Layout, colouring: &Colouring) -> TreeScratch {
        let levels = self.chain.levels.len();
        let moved = self.chain.moved.len();
        let longest = self.chain.levels.iter().map(|level| level.orbit.len()).max().unwrap_or(0);
        let candidates = self.chain.levels.iter().map(|level| level.orbit.len()).sum();
        TreeScratch {
            rows: vec![0; (levels + 1) * moved],
            colours: vec![0; (levels + 1) * colouring.row()],
            path: vec![0; levels],
            trace: vec![0; levels],
            best_path: vec![0; levels],
            best_trace: vec![0; levels],
            best_row: vec![0; moved],
            has_best: false,
            sorting: Vec::with_capacity(longest),
            candidates: Vec::with_capacity(candidates),
            automorphisms: vec![0; REMEMBERED * moved],
            found: 0,
            orbits: Partition::singletons(moved),
            image: (0..layout.point_count() as u32).collect(),
            leaf: vec![0; layout.cell_count()],
            exchange: ExchangeScratch::new(layout),
            apart: self.apart.as_ref().map(|apart| apart.scratch(layout)),
            leaves: 0,
        }
    }

    /// Writes the canonical image of `state` to `target`. The first row of colours holds colours of the points.
    pub(crate) fn search(
        &self,
        layout: &Layout,
        colouring: &Colouring,
        state: &[i32],
        target: &mut [i32],
        scratch: (&mut TreeScratch, &mut ColourScratch),
        patience: &mut Patience<'_>,
    ) -> Result<(), Interrupted> {
        let (tree, colour) = scratch;
        tree.has_best = false;
        tree.found = 0;
        tree.leaves = 0;
        tree.candidates.clear();
        tree.rows[..self.chain.moved.len()].copy_from_slice(&self.chain.moved);
        let scratch = tree;
        let mut walk =
            Walk { tree: self, layout, colouring, state, target, scratch, colour, patience };
        walk.node(Node { depth: 0, level: 0, colours: 0, refined: usize::MAX }).map(|_| ())
    }

    /// Writes the permutation that took the state to its canonical image in the last search.
    pub(crate) fn write_best(
        &self,
        layout: &Layout,
        state: &[i32],
        scratch: &mut TreeScratch,
        image: &mut [u32],
    ) {
        write_identity(image);
        for (&from, &to) in scratch.best_row.iter().zip(&self.chain.moved) {
            image[from as usize] = to;
        }
        if let (Some(apart), Some(scratch)) = (&self.apart, &mut scratch.apart) {
            apart.then_sort(layout, image, state, scratch);
        }
    }

    /// Whether blocks are sorted in leaves.
    pub(crate) fn sorts_apart(&self) -> bool {
        self.apart.is_some()
    }

    /// Writes the state to which the permutation in the scratch's image takes this one to the leaf.
    fn write_leaf(&self, layout: &Layout, state: &[i32], scratch: &mut TreeScratch) {
        let TreeScratch { image, leaf, apart, .. } = scratch;
        match (&self.apart, apart) {
            (Some(apart), Some(scratch)) => apart.sort(layout, image, state, leaf, scratch),
            _ => layout.apply(image, state, leaf),
        }
    }
}

/// Where the walk stands.
#[derive(Clone, Copy)]
struct Node {
    /// The number of branchings above.
    depth: usize,
    /// The number of base points whose preimages are chosen.
    level: usize,
    /// The row of colours in use: that of this depth or of one above.
    colours: usize,
    /// The level at which these were refined.
    refined: usize,
}

struct Walk<'w, 'p> {
    tree: &'w Tree,
    layout: &'w Layout,
    colouring: &'w Colouring,
    state: &'w [i32],
    target: &'w mut [i32],
    scratch: &'w mut TreeScratch,
    colour: &'w mut ColourScratch,
    patience: &'w mut Patience<'p>,
}

impl Walk<'_, '_> {
    /// Visits what is below a node. Returns the level to which to return because all below is a symmetric image of what was
    /// visited, or `ONWARD`.
    fn node(&mut self, mut node: Node) -> Result<usize, Interrupted> {
        let chain = &self.tree.chain;
        let start = self.scratch.candidates.len();
        while let Some(level) = chain.levels.get(node.level) {
            self.patience.spend(level.orbit.len())?;
            let (mut colour, mut choice, count) = self.least_colour(&node);
            let mut sum = 0;
            if count > 1 {
                colour = self.rarest_colour(&node, start);
                if self.scratch.candidates.len() > start + 1 && !self.all_twins(&node, start)? {
                    if self.colouring.refines() && node.refined != node.level {
                        sum = self.refine(&mut node)?;
                        colour = self.rarest_colour(&node, start);
                    }
                    self.drop_twins(&node, start)?;
                    if self.scratch.candidates.len() > start + 1 {
                        self.scratch.trace[node.level] = mix(colour ^ sum);
                        let back = if self.is_worse(node.level) {
                            ONWARD
                        } else {
                            self.branch(node, start)?
                        };
                        self.scratch.candidates.truncate(start);
                        return Ok(back);
                    }
                }
                choice = self.scratch.candidates[start];
                self.scratch.candidates.truncate(start);
            }
            self.scratch.trace[node.level] = mix(colour ^ sum);
            let moved = chain.moved.len();
            let row = &mut self.scratch.rows[node.depth * moved..(node.depth + 1) * moved];
            self.scratch.path[node.level] = row[level.orbit[choice as usize] as usize];
            level.take(choice as usize, row);
            node.level += 1;
        }
        self.patience.spend(self.layout.cell_count())?;
        Ok(self.leaf(node.depth))
    }

    /// Visits the children of a node, one for each candidate from `start` on.
    fn branch(&mut self, node: Node, start: usize) -> Result<usize, Interrupted> {
        let level = &self.tree.chain.levels[node.level];
        let moved = self.tree.chain.moved.len();
        let end = self.scratch.candidates.len();
        for at in start..end {
            if at > start && self.is_explained(&node, start, at) {
                continue;
            }
            let choice = self.scratch.candidates[at] as usize;
            let row = node.depth * moved;
            self.scratch.rows.copy_within(row..row + moved, row + moved);
            let row = &mut self.scratch.rows[row + moved..row + 2 * moved];
            self.scratch.path[node.level] = row[level.orbit[choice] as usize];
            level.take(choice, row);
            let back = self.node(Node { depth: node.depth + 1, level: node.level + 1, ..node })?;
            if back < node.level {
                return Ok(back);
            }
        }
        Ok(ONWARD)
    }

    /// The row of the node and its colours.
    #[inline(always)]
    fn rows(&self, node: &Node) -> (&[u32], &[u64]) {
        let moved = self.tree.chain.moved.len();
        let width = self.colouring.row();
        let row = &self.scratch.rows[node.depth * moved..(node.depth + 1) * moved];
        (row, &self.scratch.colours[node.colours * width..(node.colours + 1) * width])
    }

    /// The least colour of the candidates, the first of this colour, and how many have it.
    #[inline]
    fn least_colour(&self, node: &Node) -> (u64, u32, usize) {
        let (row, colours) = self.rows(node);
        let (mut least, mut first, mut count) = (u64::MAX, 0, 0);
        for (choice, &place) in self.tree.chain.levels[node.level].orbit.iter().enumerate() {
            let colour = colours[row[place as usize] as usize];
            if colour < least || count == 0 {
                (least, first, count) = (colour, choice as u32, 1);
            } else if colour == least {
                count += 1;
            }
        }
        (least, first, count)
    }

    /// Puts the candidates of the rarest colour on the stack, from `start` on. Returns the colour.
    fn rarest_colour(&mut self, node: &Node, start: usize) -> u64 {
        let mut sorting = std::mem::take(&mut self.scratch.sorting);
        sorting.clear();
        let (row, colours) = self.rows(node);
        let orbit = self.tree.chain.levels[node.level].orbit.iter().enumerate();
        sorting.extend(
            orbit.map(|(choice, &place)| (colours[row[place as usize] as usize], choice as u32)),
        );
        sorting.sort_unstable();
        let classes = sorting.chunk_by(|a, b| a.0 == b.0);
        let rarest = classes.min_by_key(|class| class.len()).unwrap_or(&[]);
        self.scratch.candidates.truncate(start);
        self.scratch.candidates.extend(rarest.iter().map(|&(_, choice)| choice));
        let colour = rarest.first().map_or(0, |entry| entry.0);
        self.scratch.sorting = sorting;
        colour
    }

    /// Individualises what is fixed so far and refines the colours, no further than it takes to single out a candidate.
    /// Returns their sum.
    fn refine(&mut self, node: &mut Node) -> Result<u64, Interrupted> {
        self.patience.spend(REFINING * self.layout.cell_count())?;
        let moved = self.tree.chain.moved.len();
        let width = self.colouring.row();
        if node.colours != node.depth {
            let from = node.colours * width;
            self.scratch.colours.copy_within(from..from + width, node.depth * width);
            node.colours = node.depth;
        }
        node.refined = node.level;
        let row = &self.scratch.rows[node.depth * moved..(node.depth + 1) * moved];
        let colours = &mut self.scratch.colours[node.depth * width..(node.depth + 1) * width];
        for (&point, &orbit) in row.iter().zip(&self.tree.chain.levels[node.level].orbits) {
            let colour = &mut colours[point as usize];
            *colour =
                mix(colour.wrapping_add(u64::from(orbit).wrapping_mul(0x9e37_79b9_7f4a_7c15)));
        }
        let orbit = &self.tree.chain.levels[node.level].orbit;
        let sorting = &mut self.scratch.sorting;
        let is_decided = |colours: &[u64]| {
            let entry = |&place: &u32| (colours[row[place as usize] as usize], 0);
            sorting.clear();
            sorting.extend(orbit.iter().map(entry));
            sorting.sort_unstable();
            sorting.chunk_by(|a, b| a.0 == b.0).any(|class| class.len() == 1)
        };
        self.colouring.refine(self.layout, self.state, colours, self.colour, is_decided);
        Ok(self.colouring.sum(colours))
    }

    /// Whether the first candidate is a twin of all others: then all are of each other.
    fn all_twins(&mut self, node: &Node, start: usize) -> Result<bool, Interrupted> {
        let first = self.scratch.candidates[start];
        for other in start + 1..self.scratch.candidates.len() {
            if !self.are_twins(node, first, self.scratch.candidates[other])? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Keeps one of any candidates that are linked by twins.
    fn drop_twins(&mut self, node: &Node, start: usize) -> Result<(), Interrupted> {
        let end = self.scratch.candidates.len();
        let (mut kept, mut rest) = (start, start);
        while rest < end {
            // From `rest` to `linked` lies what is linked to the candidate at `rest`.
            let mut linked = rest + 1;
            let mut from = rest;
            while from < linked {
                let unlinked = linked;
                for at in unlinked..end {
                    if self.are_twins(
                        node,
                        self.scratch.candidates[from],
                        self.scratch.candidates[at],
                    )? {
                        self.scratch.candidates.swap(linked, at);
                        linked += 1;
                    }
                }
                from += 1;
            }
            self.scratch.candidates.swap(kept, rest);
            kept += 1;
            rest = linked;
        }
        self.scratch.candidates.truncate(kept);
        Ok(())
    }

    /// Whether an involution exchanges two candidates and fixes the state and the points chosen so far.
    fn are_twins(&mut self, node: &Node, a: u32, b: u32) -> Result<bool, Interrupted> {
        self.patience.spend(self.layout.cell_count())?;
        let chain = &self.tree.chain;
        let (row, _) = self.rows(node);
        let orbit = &chain.levels[node.level].orbit;
        let point = |choice: u32| row[orbit[choice as usize] as usize];
        let (a, b) = (point(a), point(b));
        let TreeScratch { path, exchange, .. } = &mut *self.scratch;
        let path = &path[..node.level];
        let named = &mut self.colour.named;
        Ok(match &self.tree.twins {
            Twins::Involutions(involutions) => involutions
                .exchanging(a, b)
                .any(|involution| exchange.fixes(self.layout, self.state, path, involution, named)),
            Twins::Blocks(exchanges) => {
                exchanges.are_twins(self.layout, self.state, path, (a, b), (named, exchange))
            }
        })
    }

    /// Whether a known automorphism that fixes what is chosen leads from the candidate to one before it.
    fn is_explained(&mut self, node: &Node, start: usize, at: usize) -> bool {
        let known = self.scratch.found.min(REMEMBERED);
        if known == 0 {
            return false;
        }
        let chain = &self.tree.chain;
        let moved = chain.moved.len();
        let TreeScratch { orbits, automorphisms, path, .. } = &mut *self.scratch;
        orbits.reset(moved);
        for automorphism in automorphisms.chunks_exact(moved).take(known) {
            let fixes = |&point: &u32| {
                let place = chain.place[point as usize];
                automorphism[place as usize] == place
            };
            if path[..node.level].iter().all(fixes) {
                for (place, &image) in automorphism.iter().enumerate() {
                    orbits.merge(image as usize, place);
                }
            }
        }
        let row = &self.scratch.rows[node.depth * moved..(node.depth + 1) * moved];
        let orbits = &mut self.scratch.orbits;
        let orbit = &chain.levels[node.level].orbit;
        let mut orbit_of = |at: usize| {
            let point = row[orbit[self.scratch.candidates[at] as usize] as usize];
            orbits.find(chain.place[point as usize] as usize)
        };
        let this = orbit_of(at);
        (start..at).any(|earlier| orbit_of(earlier) == this)
    }

    /// Whether the trace up to this level is worse than the best.
    fn is_worse(&self, level: usize) -> bool {
        self.scratch.has_best && self.scratch.trace[..=level] > self.scratch.best_trace[..=level]
    }

    /// Compares the element in the row of this depth with the best so far.
    fn leaf(&mut self, depth: usize) -> usize {
        let chain = &self.tree.chain;
        let moved = chain.moved.len();
        let scratch = &mut *self.scratch;
        scratch.leaves += 1;
        let row = &scratch.rows[depth * moved..(depth + 1) * moved];
        for (&from, &to) in row.iter().zip(&chain.moved) {
            scratch.image[from as usize] = to;
        }
        let by_trace =
            if scratch.has_best { scratch.trace.cmp(&scratch.best_trace) } else { Ordering::Less };
        if by_trace.is_le() {
            self.tree.write_leaf(self.layout, self.state, scratch);
        }
        let row = &scratch.rows[depth * moved..(depth + 1) * moved];
        let order = by_trace.then_with(|| scratch.leaf[..].cmp(&*self.target));
        match order {
            Ordering::Greater => ONWARD,
            Ordering::Less => {
                self.target.copy_from_slice(&scratch.leaf);
                scratch.best_row.copy_from_slice(row);
                scratch.best_path.copy_from_slice(&scratch.path);
                scratch.best_trace.copy_from_slice(&scratch.trace);
                scratch.has_best = true;
                ONWARD
            }
            Ordering::Equal => {
                let slot = scratch.found % REMEMBERED * moved;
                scratch.found += 1;
                let automorphism = &mut scratch.automorphisms[slot..slot + moved];
                for (&from, &to) in scratch.best_row.iter().zip(row) {
                    automorphism[chain.place[from as usize] as usize] = chain.place[to as usize];
                }
                let parted = scratch.path.iter().zip(&scratch.best_path).position(|(a, b)| a != b);
                parted.unwrap_or(ONWARD)
            }
        }
    }
}
