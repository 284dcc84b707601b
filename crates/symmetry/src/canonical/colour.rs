//! Colours of points: 64-bit hashes of what a state says about them, that no symmetry changes.
//!
//! A point is coloured by its orbit, its own data and what refers to it; then, round by round, by the colours of the points it
//! is related to: this is one-dimensional Weisfeiler-Leman refinement on the graph that the state and the group's
//! [orbitals](crate::canonical::orbitals) form together. If `g` maps state `s` to `t`, it maps each point of colour `c` in `s` to a point
//! of colour `c` in `t`, since every step is a function of what is preserved, and sums do not depend on order.
//!
//! That implication is all that is relied on. Two points that differ may get equal colours, by a collision of hashes as by the
//! weakness of refinement: then a tie is broken by search instead, at a cost in time and never in exactness. Nothing is ever
//! concluded from equal colours.

use groups::Group;

use crate::canonical::blocks::Blocks;
use crate::canonical::orbitals::Orbitals;
use crate::canonical::sums::{LastSums, Sums};
use crate::foundation::action::Named;
use crate::foundation::layout::Layout;
use crate::foundation::mix::{key, mix};

// Salts of keys.
const ORBIT: u64 = 1;
const EDGE: u64 = 8;
const ORBITAL: u64 = 9;
/// Distinguishes the ends of an edge.
const END: [u64; 4] =
    [0xd6e8_feb8_6659_fd93, 0xa076_1d64_78bd_642f, 0xe703_7ed1_a0b4_28db, 0x8ebc_6af0_9c88_c6e3];

/// What colouring knows of a layout and a group.
pub(crate) struct Colouring {
    /// The bits of a colour.
    mask: u64,
    /// The points that the group moves. Others keep their initial colours.
    moved: Vec<u32>,
    is_moved: Vec<bool>,
    /// For each point, and one for no point.
    initial: Vec<u64>,
    /// Of blocks, if there are any, or else of points.
    sums: Sums,
    has_blocks: bool,
    /// A label for the edge of each reference that a point owns.
    reference_labels: Vec<u64>,
    /// A label for the edges of each cell of several coordinates.
    multi_labels: Vec<u64>,
    related: Related,
    refines: bool,
}

/// Points that the group relates.
#[derive(Default)]
pub(crate) struct Related {
    /// Points, each with the end of its part of `list`.
    points: Vec<(u32, u32)>,
    /// Points that they are related to, with a key for the relation.
    list: Vec<(u32, u64)>,
}

impl Related {
    fn new(moved: &[u32], orbitals: &Orbitals) -> Self {
        let mut related = Related::default();
        for (&point, neighbours) in moved.iter().zip(orbitals.neighbours()) {
            let keyed = |(to, number): (u32, u32)| (to, key(number.into(), ORBITAL));
            related.list.extend(neighbours.into_iter().map(keyed));
            related.points.push((point, related.list.len() as u32));
        }
        related
    }
}

/// Points that a cell relates in a state.
#[derive(Clone, Copy)]
struct Edge {
    label: u64,
    ends: [u32; 4],
}

/// Working memory of colouring.
pub(crate) struct ColourScratch {
    sums: LastSums,
    next: Vec<u64>,
    pairs: Vec<Edge>,
    /// Edges of three or four ends.
    wide: Vec<Edge>,
    edges_known: bool,
    /// How often points are named, for tests of exchanges.
    pub(crate) named: Named,
    table: Vec<u64>,
}

impl Colouring {
    pub(crate) fn new(
        layout: &Layout,
        group: &Group,
        moved: &[u32],
        orbitals: Option<&Orbitals>,
        blocks: Option<&Blocks>,
        bits: u32,
    ) -> Self {
        let count = layout.point_count();
        let mut is_moved = vec![false; count + 1];
        moved.iter().for_each(|&point| is_moved[point as usize] = true);
        let mut initial = vec![0; count + 1];
        for (number, orbit) in group.orbits().iter().enumerate() {
            orbit.iter().for_each(|&point| initial[point] = key(number as u64, ORBIT));
        }
        let reference_labels =
            layout.owned_references.iter().map(|owned| key(owned.family.into(), EDGE));
        let multi_labels = layout.multis.iter().map(|multi| key(multi.family.into(), EDGE));
        let (homes, first) = match blocks {
            Some(blocks) => (blocks.homes(count + 1), vec![0; blocks.total() + 1]),
            None => ((0..=count as u32).map(|point| (point, 1)).collect(), initial.clone()),
        };
        let related = orbitals.map_or(Related::default(), |orbitals| Related::new(moved, orbitals));
        Colouring {
            moved: moved.to_vec(),
            mask: 1u64.checked_shl(bits).unwrap_or(0).wrapping_sub(1),
            sums: Sums::new(layout, homes, first, &is_moved),
            initial,
            has_blocks: blocks.is_some(),
            is_moved,
            reference_labels: reference_labels.collect(),
            multi_labels: multi_labels.collect(),
            refines: layout.relates_points() || !related.list.is_empty(),
            related,
        }
    }

    /// A colour made of what is known.
    #[inline(always)]
    pub(crate) fn mixed(&self, word: u64) -> u64 {
        mix(word) & self.mask
    }

    /// Whether [`refine`](Self::refine) can tell more points apart than [`colour_points`](Self::colour_points).
    pub(crate) fn refines(&self) -> bool {
        self.refines
    }

    /// The number of colours of a row, one for each point and one for none.
    pub(crate) fn row(&self) -> usize {
        self.is_moved.len()
    }

    pub(crate) fn scratch(&self, layout: &Layout) -> ColourScratch {
        ColourScratch {
            sums: self.sums.start(),
            next: vec![0; self.row()],
            pairs: Vec::with_capacity(self.reference_labels.len() + layout.multis.len()),
            wide: Vec::with_capacity(layout.multis.len()),
            edges_known: false,
            named: Named::new(layout),
            table: vec![0; (2 * self.moved.len()).next_power_of_two()],
        }
    }

    /// Looks at a state: what follows is about it.
    #[inline]
    pub(crate) fn see(&self, state: &[i32], scratch: &mut ColourScratch) {
        scratch.edges_known = false;
        scratch.named.forget();
        self.sums.see(state, &mut scratch.sums);
    }

    /// Colours the points by their orbits, their own data and how they are referred to; or by their orbits only, if there are
    /// blocks.
    #[inline]
    pub(crate) fn colour_points(&self, colours: &mut [u64], scratch: &ColourScratch) {
        if self.has_blocks {
            colours.copy_from_slice(&self.initial);
            return;
        }
        colours.copy_from_slice(&scratch.sums.sums);
        for &point in &self.moved {
            colours[point as usize] = self.mixed(colours[point as usize]);
        }
    }

    /// The colour of a block, by what colours its points.
    #[inline(always)]
    pub(crate) fn block(&self, number: usize, scratch: &ColourScratch) -> u64 {
        self.mixed(scratch.sums.sums[number])
    }

    /// Refines colours until they are `enough`, or the number of different ones stops growing.
    pub(crate) fn refine(
        &self,
        layout: &Layout,
        state: &[i32],
        colours: &mut [u64],
        scratch: &mut ColourScratch,
        mut enough: impl FnMut(&[u64]) -> bool,
    ) {
        let mut count = self.distinct(colours, scratch);
        while count < self.moved.len() && !enough(colours) {
            self.round(layout, state, colours, scratch, &self.related);
            let refined = self.distinct(colours, scratch);
            if refined <= count {
                return;
            }
            count = refined;
        }
    }

    /// Refines colours once by those of points that cells relate, or the group as told.
    pub(crate) fn round(
        &self,
        layout: &Layout,
        state: &[i32],
        colours: &mut [u64],
        scratch: &mut ColourScratch,
        related: &Related,
    ) {
        if !scratch.edges_known {
            self.find_edges(layout, state, scratch);
        }
        let next = &mut scratch.next;
        next.copy_from_slice(colours);
        for edge in &scratch.pairs {
            let [a, b] = [edge.ends[0] as usize, edge.ends[1] as usize];
            add(next, a, mix(colours[b].wrapping_add(edge.label)));
            add(next, b, mix((colours[a] ^ END[1]).wrapping_add(edge.label)));
        }
        for edge in &scratch.wide {
            let ends = edge.ends.iter().zip(END);
            let sum = ends.fold(edge.label, |sum, (&end, factor)| {
                sum.wrapping_add(colours[end as usize].wrapping_mul(factor))
            });
            for (&end, factor) in edge.ends.iter().zip(END) {
                add(next, end as usize, mix(sum ^ factor));
            }
        }
        let mut start = 0;
        for &(point, end) in &related.points {
            let list = &related.list[start..end as usize];
            let sum = list
                .iter()
                .fold(0u64, |sum, &(to, key)| sum.wrapping_add(mix(colours[to as usize] ^ key)));
            add(next, point as usize, sum);
            start = end as usize;
        }
        for &point in &self.moved {
            colours[point as usize] = self.mixed(next[point as usize]);
        }
    }

    /// A sum of all colours, to compare refinements by.
    pub(crate) fn sum(&self, colours: &[u64]) -> u64 {
        let colours = self.moved.iter().map(|&point| colours[point as usize]);
        colours.fold(0, |sum, colour| sum.wrapping_add(colour))
    }

    fn find_edges(&self, layout: &Layout, state: &[i32], scratch: &mut ColourScratch) {
        scratch.edges_known = true;
        scratch.pairs.clear();
        scratch.wide.clear();
        let nothing = self.row() as u32 - 1;
        let matters = |ends: &[u32]| ends.iter().any(|&end| self.is_moved[end as usize]);
        for (reference, &label) in layout.owned_references.iter().zip(&self.reference_labels) {
            let owner = reference.owner;
            if let Some(to) = reference.range.point(state[reference.cell as usize]) {
                let ends = [owner, to as u32, nothing, nothing];
                if to != owner as usize && matters(&ends) {
                    scratch.pairs.push(Edge { label, ends });
                }
            }
        }
        for (multi, &label) in layout.multis.iter().zip(&self.multi_labels) {
            let value = state[multi.cell as usize];
            let mut ends = [nothing; 4];
            let arity = multi.arity as usize;
            ends[..arity].copy_from_slice(&multi.coordinates[..arity]);
            if !matters(&ends) {
                continue;
            }
            match multi.range.point(value) {
                Some(to) => {
                    ends[3] = to as u32;
                    scratch.wide.push(Edge { label, ends });
                }
                None => {
                    let label = mix(u64::from(value as u32).wrapping_add(label));
                    let edges = if arity == 2 { &mut scratch.pairs } else { &mut scratch.wide };
                    edges.push(Edge { label, ends });
                }
            }
        }
    }

    /// The number of different colours of moved points.
    fn distinct(&self, colours: &[u64], scratch: &mut ColourScratch) -> usize {
        let table = &mut scratch.table;
        table.fill(0);
        let mask = table.len() - 1;
        let mut count = 0;
        for &point in &self.moved {
            let colour = colours[point as usize].max(1);
            let mut at = colour as usize & mask;
            while table[at] != 0 && table[at] != colour {
                at = (at + 1) & mask;
            }
            count += usize::from(table[at] == 0);
            table[at] = colour;
        }
        count
    }
}

#[inline(always)]
fn add(colours: &mut [u64], point: usize, word: u64) {
    colours[point] = colours[point].wrapping_add(word);
}
