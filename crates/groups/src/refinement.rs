//! Ordered partitions of the vertices and their refinement until they are equitable.

use std::collections::VecDeque;

use crate::adjacency::Adjacency;
use crate::graph::ColouredGraph;
use crate::patience::{Interrupted, Patience, uninterrupted};
use crate::random::mix;

/// The coarsest equitable partition that is finer than the vertex colours: any two vertices of a cell have, for each cell,
/// each edge colour and each direction, equally many edges to that cell.
///
/// The order of the cells is invariant: an isomorphism of graphs maps the `i`-th cell of one to the `i`-th cell of the
/// other. Vertices of different cells are never exchanged by an automorphism. Each cell is sorted.
///
/// Colour refinement as in McKay, "Practical graph isomorphism", 1981, section 2.5, in time about proportional to the number
/// of edges times the logarithm of the number of vertices. Multisets of edges are compared by a 64-bit hash; a collision
/// (never seen) would leave a cell unsplit, and affects neither automorphisms nor canonical forms, which are exact.
pub fn equitable_partition(graph: &ColouredGraph) -> Vec<Vec<usize>> {
    uninterrupted(|patience| equitable_partition_within(graph, patience))
}

/// The same, as long as the caller has patience.
pub fn equitable_partition_within(
    graph: &ColouredGraph,
    patience: &mut Patience<'_>,
) -> Result<Vec<Vec<usize>>, Interrupted> {
    let adjacency = Adjacency::new(graph);
    let mut partition = Partition::by_colour(graph.colours());
    let mut refiner = Refiner::new(graph.vertex_count());
    refiner.enqueue_all(&partition);
    refiner.refine(&adjacency, &mut partition, patience, |_| true)?;
    let mut cells = Vec::with_capacity(partition.cell_count());
    let mut start = 0;
    while start < graph.vertex_count() {
        let mut cell: Vec<usize> =
            partition.cell(start as u32).iter().map(|&vertex| vertex as usize).collect();
        start += cell.len();
        cell.sort_unstable();
        cells.push(cell);
    }
    Ok(cells)
}

/// An ordered partition. A cell is a range of positions and is called by its first position. Splits can be undone, the last
/// first; this costs no more than the splits did.
pub(crate) struct Partition {
    elements: Vec<u32>,
    position: Vec<u32>,
    /// For each vertex, the start of its cell.
    cell_of: Vec<u32>,
    /// For each start of a cell, its length.
    length: Vec<u32>,
    /// Doubly linked list of the cells of two or more vertices, in order; the number of vertices is both ends.
    next: Vec<u32>,
    previous: Vec<u32>,
    /// Starts of parent and child.
    splits: Vec<(u32, u32)>,
    /// Starts of the cells of one vertex, in the order of their becoming so.
    singletons: Vec<u32>,
}

impl Partition {
    /// One cell for each colour, in ascending order.
    pub(crate) fn by_colour(colours: &[u32]) -> Self {
        let count = colours.len();
        let mut elements: Vec<u32> = (0..count as u32).collect();
        elements.sort_by_key(|&vertex| colours[vertex as usize]);
        let mut position = vec![0; count];
        for (index, &vertex) in elements.iter().enumerate() {
            position[vertex as usize] = index as u32;
        }
        let end = count as u32;
        let mut partition = Self {
            elements,
            position,
            cell_of: vec![0; count],
            length: vec![0; count],
            next: vec![end; count + 1],
            previous: vec![end; count + 1],
            splits: Vec::new(),
            singletons: Vec::new(),
        };
        if count == 0 {
            return partition;
        }
        partition.length[0] = end;
        if count == 1 {
            partition.singletons.push(0);
            return partition;
        }
        partition.next[count] = 0;
        partition.previous[count] = 0;
        // From the back, so that each vertex is moved to a new cell but once.
        for at in (1..count).rev() {
            let colour = |at: usize| colours[partition.elements[at] as usize];
            if colour(at - 1) != colour(at) {
                partition.split(0, at as u32);
            }
        }
        partition
    }

    pub(crate) fn cell_count(&self) -> usize {
        // The first cell comes from no split.
        self.splits.len() + usize::from(!self.elements.is_empty())
    }

    pub(crate) fn is_discrete(&self) -> bool {
        self.singletons.len() == self.elements.len()
    }

    pub(crate) fn elements(&self) -> &[u32] {
        &self.elements
    }

    pub(crate) fn cell(&self, start: u32) -> &[u32] {
        let start = start as usize;
        &self.elements[start..start + self.length[start] as usize]
    }

    pub(crate) fn position(&self, vertex: u32) -> u32 {
        self.position[vertex as usize]
    }

    pub(crate) fn cell_of(&self, vertex: u32) -> u32 {
        self.cell_of[vertex as usize]
    }

    pub(crate) fn is_singleton(&self, vertex: u32) -> bool {
        self.length[self.cell_of(vertex) as usize] == 1
    }

    pub(crate) fn singletons(&self) -> &[u32] {
        &self.singletons
    }

    /// The first among the smallest cells of at least two vertices.
    pub(crate) fn first_smallest(&self) -> Option<u32> {
        let end = self.elements.len() as u32;
        let mut best = None;
        let mut cell = self.next[end as usize];
        while cell != end {
            let length = self.length[cell as usize];
            if best.is_none_or(|(least, _)| length < least) {
                best = Some((length, cell));
                if length == 2 {
                    break;
                }
            }
            cell = self.next[cell as usize];
        }
        best.map(|(_, cell)| cell)
    }

    /// Splits a cell before the position `at` inside it.
    fn split(&mut self, cell: u32, at: u32) {
        let end = cell + self.length[cell as usize];
        for index in at..end {
            self.cell_of[self.elements[index as usize] as usize] = at;
        }
        self.length[at as usize] = end - at;
        self.length[cell as usize] = at - cell;
        self.splits.push((cell, at));
        if end - at == 1 {
            self.singletons.push(at);
        } else {
            let after = self.next[cell as usize];
            self.previous[at as usize] = cell;
            self.next[at as usize] = after;
            self.next[cell as usize] = at;
            self.previous[after as usize] = at;
        }
        if at - cell == 1 {
            self.singletons.push(cell);
            let (before, after) = (self.previous[cell as usize], self.next[cell as usize]);
            self.next[before as usize] = after;
            self.previous[after as usize] = before;
        }
    }

    /// A state to come back to.
    pub(crate) fn mark(&self) -> usize {
        self.splits.len()
    }

    /// Undoes the splits since the mark. Vertices keep their new order inside the cells.
    pub(crate) fn undo_to(&mut self, mark: usize) {
        while self.splits.len() > mark {
            let Some((cell, at)) = self.splits.pop() else {
                return;
            };
            let end = at + self.length[at as usize];
            if at - cell == 1 {
                self.singletons.pop();
                let (before, after) = (self.previous[cell as usize], self.next[cell as usize]);
                self.next[before as usize] = cell;
                self.previous[after as usize] = cell;
            }
            if end - at == 1 {
                self.singletons.pop();
            } else {
                let (before, after) = (self.previous[at as usize], self.next[at as usize]);
                self.next[before as usize] = after;
                self.previous[after as usize] = before;
            }
            for index in at..end {
                self.cell_of[self.elements[index as usize] as usize] = cell;
            }
            self.length[cell as usize] = end - cell;
        }
    }

    fn swap(&mut self, a: u32, b: u32) {
        self.elements.swap(a as usize, b as usize);
        self.position[self.elements[a as usize] as usize] = a;
        self.position[self.elements[b as usize] as usize] = b;
    }
}

/// The worklist and the working memory of refinement.
pub(crate) struct Refiner {
    queue: VecDeque<u32>,
    queued: Vec<bool>,
    splitter: Vec<u32>,
    /// For each vertex, the hash of its edges to the splitter.
    hash: Vec<u64>,
    /// For each cell, how many of its vertices have edges to the splitter; these are moved to its end.
    touched: Vec<u32>,
    touched_cells: Vec<u32>,
    /// Report nothing of what was seen, as if all hashes collided. For tests: results must be the same.
    pub(crate) blunt: bool,
}

impl Refiner {
    pub(crate) fn new(count: usize) -> Self {
        Self {
            queue: VecDeque::new(),
            queued: vec![false; count],
            splitter: Vec::new(),
            hash: vec![0; count],
            touched: vec![0; count],
            touched_cells: Vec::new(),
            blunt: false,
        }
    }

    pub(crate) fn enqueue_all(&mut self, partition: &Partition) {
        let mut start = 0;
        while start < partition.elements.len() {
            self.enqueue(start as u32);
            start += partition.length[start] as usize;
        }
    }

    fn enqueue(&mut self, cell: u32) {
        if !std::mem::replace(&mut self.queued[cell as usize], true) {
            self.queue.push_back(cell);
        }
    }

    /// Moves `vertex` from its cell of two or more vertices to a cell of its own, to be refined by.
    pub(crate) fn individualise(&mut self, partition: &mut Partition, vertex: u32) {
        let cell = partition.cell_of(vertex);
        let last = cell + partition.length[cell as usize] - 1;
        partition.swap(partition.position(vertex), last);
        partition.split(cell, last);
        self.enqueue(last);
    }

    /// Refines by the cells in the worklist until there are none left or all cells are singletons.
    ///
    /// `report` is given a sequence of numbers which is the same for isomorphic inputs; as soon as it returns false,
    /// refinement is abandoned and false is returned. After an interruption there is no going on.
    pub(crate) fn refine(
        &mut self,
        adjacency: &Adjacency,
        partition: &mut Partition,
        patience: &mut Patience<'_>,
        mut report: impl FnMut(u64) -> bool,
    ) -> Result<bool, Interrupted> {
        while let Some(cell) = self.queue.pop_front() {
            self.queued[cell as usize] = false;
            if partition.is_discrete() {
                continue;
            }
            let event = self.split_by(adjacency, partition, cell, patience)?;
            if !report(if self.blunt { 0 } else { event }) {
                for cell in self.queue.drain(..) {
                    self.queued[cell as usize] = false;
                }
                return Ok(false);
            }
        }
        Ok(report(if self.blunt { 0 } else { partition.cell_count() as u64 }))
    }

    /// Splits all cells by their edges to the given one. Returns a hash of what was seen.
    fn split_by(
        &mut self,
        adjacency: &Adjacency,
        partition: &mut Partition,
        cell: u32,
        patience: &mut Patience<'_>,
    ) -> Result<u64, Interrupted> {
        let mut event = mix(u64::from(cell) + 1);
        self.splitter.clear();
        self.splitter.extend_from_slice(partition.cell(cell));
        for index in 0..self.splitter.len() {
            let entries = adjacency.of(self.splitter[index]);
            patience.spend(1 + 4 * entries.len())?;
            for entry in entries {
                let vertex = entry.neighbour;
                let start = partition.cell_of(vertex);
                let length = partition.length[start as usize];
                if length == 1 {
                    event = event.wrapping_add(mix(entry.key ^ u64::from(start)));
                    continue;
                }
                let touched = &mut self.touched[start as usize];
                let first_touched = start + length - *touched;
                if partition.position(vertex) < first_touched {
                    if *touched == 0 {
                        self.touched_cells.push(start);
                    }
                    *touched += 1;
                    partition.swap(partition.position(vertex), first_touched - 1);
                    self.hash[vertex as usize] = entry.key;
                } else {
                    let hash = &mut self.hash[vertex as usize];
                    *hash = hash.wrapping_add(entry.key);
                }
            }
        }
        self.touched_cells.sort_unstable();
        let mut cells = std::mem::take(&mut self.touched_cells);
        for &cell in &cells {
            event = self.split_touched(partition, cell, event);
        }
        cells.clear();
        self.touched_cells = cells;
        Ok(event)
    }

    /// Splits the touched vertices at the end of a cell from the others, and by their hashes.
    fn split_touched(&mut self, partition: &mut Partition, cell: u32, mut event: u64) -> u64 {
        let touched = std::mem::take(&mut self.touched[cell as usize]);
        let end = cell + partition.length[cell as usize];
        let start = end - touched;
        let group = &mut partition.elements[start as usize..end as usize];
        let first = self.hash[group[0] as usize];
        let uniform = group.iter().all(|&vertex| self.hash[vertex as usize] == first);
        if !uniform {
            group.sort_unstable_by_key(|&vertex| self.hash[vertex as usize]);
            for index in start..end {
                partition.position[partition.elements[index as usize] as usize] = index;
            }
        }
        let hash_at =
            |partition: &Partition, at: u32| self.hash[partition.elements[at as usize] as usize];
        let mut note = |at: u32, hash: u64| event = mix(event ^ mix(hash ^ mix(u64::from(at))));
        note(start, hash_at(partition, start));
        if uniform && start == cell {
            return event;
        }
        // Split off from the back: each vertex is moved to a new cell but once.
        let mut largest = (0, cell);
        let mut at = end;
        let mut group_end = end;
        let splits = partition.splits.len();
        while at > start {
            at -= 1;
            if at == start || hash_at(partition, at - 1) != hash_at(partition, at) {
                note(at, hash_at(partition, at));
                largest = largest.max((group_end - at, at));
                group_end = at;
                if at > cell {
                    partition.split(cell, at);
                }
            }
        }
        largest = largest.max((group_end - cell, cell));
        let queued = self.queued[cell as usize];
        if !queued && largest.1 != cell {
            self.enqueue(cell);
        }
        for index in splits..partition.splits.len() {
            let (_, new) = partition.splits[index];
            if queued || largest.1 != new {
                self.enqueue(new);
            }
        }
        event
    }
}
