//! The search tree of individualisation and refinement.
//!
//! McKay and Piperno, "Practical graph isomorphism, II", 2014, sections 2 and 3: a node is an ordered partition, obtained
//! from the root by fixing a vertex of some cell and refining, again and again; a leaf is a partition into single vertices,
//! that is, a labelling. Leaves with equal labelled graphs differ by an automorphism, and conversely.
//!
//! - *First path.* The leftmost leaf is kept. A later leaf with the same graph gives an automorphism; then everything down
//!   from where the two paths part is equivalent to what has been searched already.
//! - *Best path.* For a canonical form the leaf with the greatest sequence of invariants, and among these with the greatest
//!   graph, is kept. A subtree whose invariants fall behind those of the best leaf and differ from those of the first is
//!   cut off while it is being refined.
//! - *Orbit pruning.* A child is skipped if an automorphism that fixes the path maps it to a child already searched. On the
//!   first path all automorphisms found so far fix the path, so that a union-find forest tells.
//! - *Early automorphisms.* As soon as the map from the fixed vertices of the first path to those of the current one is a
//!   permutation of a set of vertices, it is tried with all other vertices fixed (Darga, Sakallah and Markov, "Faster symmetry
//!   discovery using sparsity of symmetries", 2008). A transposition among hundreds of vertices is so found after two steps.
//!
//! The tree is walked with an explicit stack over one partition whose splits are undone on the way back, so that neither the
//! depth of the tree nor the number of vertices is limited by the call stack, and a step costs what it changes.

use std::cmp::Ordering;

use num_bigint::BigUint;

use crate::adjacency::{Adjacency, Entry};
use crate::graph::ColouredGraph;
use crate::orbits::Orbits;
use crate::pairing::Pairing;
use crate::patience::{Interrupted, Patience};
use crate::permutation::invert;
use crate::refinement::{Partition, Refiner};
use crate::sparse::SparsePermutation;

/// What to search for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Goal {
    Automorphisms,
    CanonicalLabelling,
}

/// What the search found.
pub(crate) struct Outcome {
    pub(crate) generators: Vec<SparsePermutation>,
    pub(crate) order: BigUint,
    /// For each position of the best leaf its vertex; of the first leaf if the goal was automorphisms only.
    pub(crate) best: Vec<u32>,
}

#[derive(Clone, Default)]
struct Leaf {
    path: Vec<u32>,
    events: Vec<u64>,
    elements: Vec<u32>,
}

struct Node {
    cell: u32,
    on_first_path: bool,
    /// Whether the invariants up to here are those of the first path.
    equals_first: bool,
    /// The invariants up to here compared to those of the best leaf.
    against_best: Ordering,
    splits: usize,
    singletons: usize,
    events: usize,
    pairs: usize,
    /// Children searched, the current one last.
    tried: Vec<u32>,
    /// Children not yet tried, in descending order; determined when the search first comes back here.
    untried: Option<Vec<u32>>,
    /// Automorphisms that fix the path to this node, among the first `examined`.
    fixing: Vec<usize>,
    examined: usize,
}

struct Search<'a, 'p> {
    goal: Goal,
    patience: &'a mut Patience<'p>,
    adjacency: &'a Adjacency,
    partition: Partition,
    refiner: Refiner,
    stack: Vec<Node>,
    events: Vec<u64>,
    first: Leaf,
    best: Leaf,
    pairing: Pairing,
    orbits: Orbits,
    generators: Vec<SparsePermutation>,
    order: BigUint,
    rows: [Vec<Entry>; 2],
    marks: Marks,
}

pub(crate) fn search(
    graph: &ColouredGraph,
    goal: Goal,
    patience: &mut Patience<'_>,
) -> Result<Outcome, Interrupted> {
    search_with(graph, goal, Refiner::new(graph.vertex_count()), patience)
}

fn search_with(
    graph: &ColouredGraph,
    goal: Goal,
    refiner: Refiner,
    patience: &mut Patience<'_>,
) -> Result<Outcome, Interrupted> {
    let count = graph.vertex_count();
    let adjacency = Adjacency::new(graph);
    let mut search = Search {
        goal,
        patience,
        adjacency: &adjacency,
        partition: Partition::by_colour(graph.colours()),
        refiner,
        stack: Vec::new(),
        events: Vec::new(),
        first: Leaf::default(),
        best: Leaf::default(),
        pairing: Pairing::new(count),
        orbits: Orbits::new(count),
        generators: Vec::new(),
        order: BigUint::from(1u32),
        rows: [Vec::new(), Vec::new()],
        marks: Marks::new(count),
    };
    search.refiner.enqueue_all(&search.partition);
    let result = search.run();
    let learnt = search.generators.iter().map(SparsePermutation::bytes).sum();
    search.patience.release(learnt);
    result.map(|()| Outcome {
        generators: search.generators,
        order: search.order,
        best: search.best.elements,
    })
}

impl Search<'_, '_> {
    fn run(&mut self) -> Result<(), Interrupted> {
        self.refiner.refine(self.adjacency, &mut self.partition, self.patience, |_| true)?;
        self.first_path()?;
        while self.step()? {}
        Ok(())
    }

    /// Goes down to the first leaf, always to the least vertex of the target cell.
    fn first_path(&mut self) -> Result<(), Interrupted> {
        while let Some(mut node) = self.node_here(true, true, Ordering::Equal) {
            let cell = self.partition.cell(node.cell);
            self.patience.spend(cell.len())?;
            let Some(&child) = cell.iter().min() else {
                break;
            };
            node.tried.push(child);
            self.stack.push(node);
            self.refiner.individualise(&mut self.partition, child);
            let events = &mut self.events;
            self.refiner.refine(self.adjacency, &mut self.partition, self.patience, |event| {
                events.push(event);
                true
            })?;
        }
        self.first = self.leaf_here();
        self.best = self.first.clone();
        Ok(())
    }

    /// A node for the current partition; none if that is discrete.
    fn node_here(
        &self,
        on_first_path: bool,
        equals_first: bool,
        against_best: Ordering,
    ) -> Option<Node> {
        self.partition.first_smallest().map(|cell| Node {
            cell,
            on_first_path,
            equals_first,
            against_best,
            splits: self.partition.mark(),
            singletons: self.partition.singletons().len(),
            events: self.events.len(),
            pairs: self.pairing.len(),
            tried: Vec::new(),
            untried: None,
            fixing: Vec::new(),
            examined: 0,
        })
    }

    fn leaf_here(&self) -> Leaf {
        Leaf {
            path: self.path(),
            events: self.events.clone(),
            elements: self.partition.elements().to_vec(),
        }
    }

    fn path(&self) -> Vec<u32> {
        self.stack.iter().filter_map(|node| node.tried.last().copied()).collect()
    }

    /// Searches the next child of the last node of the stack, or takes that node off. False when all is done.
    fn step(&mut self) -> Result<bool, Interrupted> {
        let Some(node) = self.stack.last() else {
            return Ok(false);
        };
        self.pairing.truncate(node.pairs);
        self.events.truncate(node.events);
        self.partition.undo_to(node.splits);
        self.patience.spend(self.stack.len() + self.partition.cell(node.cell).len())?;
        let child =
            if node.on_first_path { self.next_on_first_path() } else { self.next_elsewhere()? };
        match child {
            Some(child) => self.visit(child)?,
            None => {
                if let Some(node) = self.stack.pop()
                    && node.on_first_path
                {
                    // Every automorphism that fixes the path is now known, up to products.
                    self.order *= self.orbits.size(node.tried[0]);
                }
            }
        }
        Ok(true)
    }

    /// The least child in an orbit of which no child was tried.
    fn next_on_first_path(&mut self) -> Option<u32> {
        let node = self.stack.last()?;
        let cell = self.partition.cell(node.cell);
        if self.orbits.size(node.tried[0]) == cell.len() {
            return None;
        }
        self.marks.clear();
        for &child in &node.tried {
            self.marks.set(self.orbits.root(child));
        }
        cell.iter().copied().filter(|&child| !self.marks.contains(self.orbits.root(child))).min()
    }

    fn next_elsewhere(&mut self) -> Result<Option<u32>, Interrupted> {
        let level = self.stack.len() - 1;
        if self.stack[level].tried.is_empty() {
            let cell = self.stack[level].cell;
            let child =
                self.counterpart(level).or_else(|| self.partition.cell(cell).iter().min().copied());
            return Ok(child);
        }
        let path = self.path();
        let Some(node) = self.stack.last_mut() else { return Ok(None) };
        let generators = &self.generators;
        let fixes = |&index: &usize| {
            path[..level].iter().all(|&v| generators[index].image(v as usize) == v as usize)
        };
        node.fixing.extend((node.examined..generators.len()).filter(fixes));
        node.examined = generators.len();
        let untried = node.untried.get_or_insert_with(|| {
            let mut untried = self.partition.cell(node.cell).to_vec();
            untried.sort_unstable_by(|a, b| b.cmp(a));
            untried
        });
        while let Some(child) = untried.pop() {
            self.patience.spend(node.tried.len() + node.fixing.len())?;
            if !self.marks.meets_orbit(
                child,
                &node.tried,
                node.fixing.iter().map(|&index| &generators[index]),
            ) {
                return Ok(Some(child));
            }
        }
        Ok(None)
    }

    /// The child which corresponds best to the one that the first path took at this level: that vertex itself, if it has no
    /// counterpart of its own yet, and else the vertex that closes the cycle.
    fn counterpart(&self, level: usize) -> Option<u32> {
        let node = &self.stack[level];
        if !node.equals_first {
            return None;
        }
        let mut vertex = *self.first.path.get(level)?;
        for _ in 0..self.pairing.len() + 1 {
            if !self.partition.is_singleton(vertex) {
                break;
            }
            vertex = self.first.elements[self.partition.position(vertex) as usize];
        }
        (self.partition.cell_of(vertex) == node.cell).then_some(vertex)
    }

    /// Fixes a child of the last node, refines, and looks at what comes of it.
    fn visit(&mut self, child: u32) -> Result<(), Interrupted> {
        let Some(node) = self.stack.last_mut() else {
            return Ok(());
        };
        node.tried.push(child);
        let singletons = node.singletons;
        let mut equals_first = node.equals_first;
        let mut against_best = node.against_best;
        self.refiner.individualise(&mut self.partition, child);
        let canonical = self.goal == Goal::CanonicalLabelling;
        let (events, first, best) = (&mut self.events, &self.first.events, &self.best.events);
        let report = |event| {
            let at = events.len();
            equals_first = equals_first && first.get(at) == Some(&event);
            if canonical && against_best == Ordering::Equal {
                against_best = best.get(at).map_or(Ordering::Greater, |known| event.cmp(known));
            }
            events.push(event);
            equals_first || canonical && against_best != Ordering::Less
        };
        let (adjacency, partition) = (self.adjacency, &mut self.partition);
        if !self.refiner.refine(adjacency, partition, self.patience, report)? {
            return Ok(());
        }
        if equals_first {
            for &position in &self.partition.singletons()[singletons..] {
                let target = self.partition.elements()[position as usize];
                self.pairing.push(self.first.elements[position as usize], target);
            }
            if self.pairing.is_closed() && self.pairing.is_automorphism(self.adjacency) {
                let automorphism = self.pairing.permutation();
                self.learn(automorphism)?;
                let from = self.stack.iter().rposition(|node| node.on_first_path);
                self.stack.truncate(from.map_or(0, |level| level + 1));
                return Ok(());
            }
        }
        match self.node_here(false, equals_first, against_best) {
            Some(node) => self.stack.push(node),
            None if canonical => self.leaf(against_best)?,
            None => {}
        }
        Ok(())
    }

    /// Compares a leaf that is not equivalent to the first with the best.
    fn leaf(&mut self, mut against_best: Ordering) -> Result<(), Interrupted> {
        self.patience.spend(4 * self.partition.elements().len())?;
        if against_best == Ordering::Equal {
            against_best =
                self.events.len().cmp(&self.best.events.len()).then_with(|| self.compare_graphs());
        }
        match against_best {
            Ordering::Less => {}
            Ordering::Greater => {
                self.best = self.leaf_here();
                self.stack.iter_mut().for_each(|node| node.against_best = Ordering::Equal);
            }
            Ordering::Equal => {
                let (from, to) = (&self.best.elements, self.partition.elements());
                let pairs = from.iter().copied().zip(to.iter().copied());
                self.learn(SparsePermutation::from_pairs(from.len(), pairs))?;
                let path = self.path();
                let shared = path.iter().zip(&self.best.path).take_while(|(a, b)| a == b).count();
                self.stack.truncate(shared + 1);
            }
        }
        Ok(())
    }

    /// Compares the graph as labelled by the current leaf with the one as labelled by the best.
    fn compare_graphs(&mut self) -> Ordering {
        let current = self.partition.elements();
        let best_position = invert(&self.best.elements);
        let [row, best_row] = &mut self.rows;
        for (&vertex, &best_vertex) in current.iter().zip(&self.best.elements) {
            let here = |entry: &Entry| Entry {
                neighbour: self.partition.position(entry.neighbour),
                ..*entry
            };
            let there = |entry: &Entry| Entry {
                neighbour: best_position[entry.neighbour as usize],
                ..*entry
            };
            row.clear();
            row.extend(self.adjacency.of(vertex).iter().map(here));
            row.sort_unstable();
            best_row.clear();
            best_row.extend(self.adjacency.of(best_vertex).iter().map(there));
            best_row.sort_unstable();
            let order = row.cmp(&best_row);
            if order != Ordering::Equal {
                return order;
            }
        }
        Ordering::Equal
    }

    fn learn(&mut self, automorphism: SparsePermutation) -> Result<(), Interrupted> {
        self.patience.hold(automorphism.bytes())?;
        self.orbits.join_by(&automorphism);
        self.generators.push(automorphism);
        Ok(())
    }
}

/// A set of vertices that is cleared in constant time.
struct Marks {
    stamp: Vec<u32>,
    now: u32,
    queue: Vec<u32>,
}

impl Marks {
    fn new(count: usize) -> Self {
        Self { stamp: vec![0; count], now: 0, queue: Vec::new() }
    }

    fn clear(&mut self) {
        self.now = self.now.checked_add(1).unwrap_or_else(|| {
            self.stamp.fill(0);
            1
        });
    }

    fn set(&mut self, vertex: u32) -> bool {
        std::mem::replace(&mut self.stamp[vertex as usize], self.now) != self.now
    }

    fn contains(&self, vertex: u32) -> bool {
        self.stamp[vertex as usize] == self.now
    }

    /// Whether the orbit of a vertex under `generators` contains one of the given vertices.
    fn meets_orbit<'a>(
        &mut self,
        vertex: u32,
        others: &[u32],
        generators: impl Iterator<Item = &'a SparsePermutation> + Clone,
    ) -> bool {
        if others.contains(&vertex) {
            return true;
        }
        self.clear();
        self.set(vertex);
        self.queue.clear();
        self.queue.push(vertex);
        while let Some(vertex) = self.queue.pop() {
            for generator in generators.clone() {
                let image = generator.image(vertex as usize) as u32;
                if self.set(image) {
                    if others.contains(&image) {
                        return true;
                    }
                    self.queue.push(image);
                }
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::patience::uninterrupted;
    use crate::permutation::Permutation;

    /// Without invariants the search takes longer, but orders and canonical forms are as exact.
    #[test]
    fn exactness_does_not_rest_on_hashes() {
        let mut forms: HashMap<ColouredGraphKey, (BigUint, ColouredGraphKey)> = HashMap::new();
        let mut state = 1u64;
        for _ in 0..3000 {
            let count = 4 + (state % 5) as usize;
            let mut graph = ColouredGraph::new(vec![0; count]);
            state = crate::random::mix(state);
            // Few edges, or nearly regular: much for the search to do.
            for i in 0..count {
                let step = (state >> (8 * i)) as usize;
                graph.add_undirected_edge(i, (i + 1 + step % 3) % count, 0);
            }
            let goal = Goal::CanonicalLabelling;
            let sharp = uninterrupted(|patience| search(&graph, goal, patience));
            let mut refiner = Refiner::new(count);
            refiner.blunt = true;
            let blunt = uninterrupted(|patience| search_with(&graph, goal, refiner, patience));
            assert_eq!(sharp.order, blunt.order);
            let key = |best: &[u32]| {
                let labelling = Permutation::from_raw(invert(best));
                graph.permuted(&labelling).edges().collect::<ColouredGraphKey>()
            };
            let expected = (sharp.order, key(&blunt.best));
            let known = forms.entry(key(&sharp.best)).or_insert_with(|| expected.clone());
            assert_eq!(*known, expected);
        }
        // Both canonical forms distinguish equally many graphs.
        let blunt: std::collections::HashSet<_> = forms.values().map(|(_, key)| key).collect();
        assert_eq!(blunt.len(), forms.len());
        assert!(forms.len() > 100);
    }

    type ColouredGraphKey = Vec<(usize, usize, u32)>;
}
