//! A partition of states that is only ever refined (A. Valmari and P. Lehtinen, *Efficient minimization of DFAs with partial
//! transition functions*, 2008): the states of a block lie side by side, and marked ones go to the front of their block.

use std::ops::Range;

/// Disjoint blocks of states. To split a block costs as much as to mark the states that leave it.
pub(super) struct Blocks {
    /// All states, those of a block side by side.
    order: Vec<u32>,
    /// Where in the order each state is.
    place: Vec<u32>,
    /// The block of each state.
    block: Vec<u32>,
    bounds: Vec<Bounds>,
    /// The blocks in which something is marked.
    touched: Vec<u32>,
}

/// Where in the order a block lies.
struct Bounds {
    start: u32,
    end: u32,
    /// How many states at its front are marked.
    marked: u32,
}

impl Blocks {
    /// States with equal keys are in one block. The keys are small numbers: memory is needed for each up to the largest.
    pub(super) fn of(keys: &[u32]) -> Blocks {
        let (starts, order) = grouped(keys);
        let mut blocks = Blocks {
            place: vec![0; keys.len()],
            block: vec![0; keys.len()],
            order,
            bounds: Vec::new(),
            touched: Vec::new(),
        };
        for (&start, &end) in starts.iter().zip(&starts[1..]) {
            if start < end {
                blocks.bounds.push(Bounds { start, end, marked: 0 });
            }
        }
        for (block, bounds) in (0..).zip(&blocks.bounds) {
            for place in bounds.start..bounds.end {
                let state = blocks.order[place as usize] as usize;
                blocks.place[state] = place;
                blocks.block[state] = block;
            }
        }
        blocks
    }

    /// How many blocks there are.
    pub(super) fn len(&self) -> usize {
        self.bounds.len()
    }

    /// The block of a state.
    pub(super) fn block_of(&self, state: u32) -> u32 {
        self.block[state as usize]
    }

    /// The block of the state at a place of the order.
    pub(super) fn block_at(&self, place: u32) -> u32 {
        self.block_of(self.order[place as usize])
    }

    /// The places of a block.
    pub(super) fn places(&self, block: u32) -> Range<u32> {
        let bounds = &self.bounds[block as usize];
        bounds.start..bounds.end
    }

    /// The states of a block.
    pub(super) fn states(&self, block: u32) -> &[u32] {
        let bounds = &self.bounds[block as usize];
        &self.order[bounds.start as usize..bounds.end as usize]
    }

    /// Marks a state, which may be marked already.
    pub(super) fn mark(&mut self, state: u32) {
        let block = self.block[state as usize];
        let bounds = &mut self.bounds[block as usize];
        let (from, to) = (self.place[state as usize], bounds.start + bounds.marked);
        if from < to {
            return;
        }
        if bounds.marked == 0 {
            self.touched.push(block);
        }
        bounds.marked += 1;
        let other = self.order[to as usize];
        self.order.swap(from as usize, to as usize);
        self.place[state as usize] = to;
        self.place[other as usize] = from;
    }

    /// Parts marked states from the others and takes the marks away. Returns the blocks that were split, each with the new block
    /// that has its marked states.
    pub(super) fn split(&mut self) -> Vec<(u32, u32)> {
        let mut split = Vec::new();
        for block in std::mem::take(&mut self.touched) {
            let bounds = &mut self.bounds[block as usize];
            let marked = std::mem::take(&mut bounds.marked);
            let (start, middle) = (bounds.start, bounds.start + marked);
            if middle == bounds.end {
                continue;
            }
            bounds.start = middle;
            let new = self.bounds.len() as u32;
            self.bounds.push(Bounds { start, end: middle, marked: 0 });
            for &state in &self.order[start as usize..middle as usize] {
                self.block[state as usize] = new;
            }
            split.push((block, new));
        }
        split
    }

    /// The block of each state.
    pub(super) fn into_classes(self) -> Vec<u32> {
        self.block
    }
}

/// The numbers of the keys, equal keys side by side, and where in them each key begins; at last, where they end.
pub(super) fn grouped(keys: &[u32]) -> (Vec<u32>, Vec<u32>) {
    let groups = keys.iter().max().map_or(0, |&key| key as usize + 1);
    let mut starts = vec![0; groups + 1];
    for &key in keys {
        starts[key as usize + 1] += 1;
    }
    for group in 0..groups {
        starts[group + 1] += starts[group];
    }
    let mut next = starts.clone();
    let mut order = vec![0; keys.len()];
    for (number, &key) in (0..).zip(keys) {
        let place = &mut next[key as usize];
        order[*place as usize] = number;
        *place += 1;
    }
    (starts, order)
}
