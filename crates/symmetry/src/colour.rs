//! Colours of points: 64-bit hashes of what a state says about them, that no symmetry changes.
//!
//! A point is coloured by its orbit, its own data and what refers to it; then, round by round, by the colours of the points it
//! is related to: this is one-dimensional Weisfeiler-Leman refinement on the graph that the state and the group's
//! [orbitals](crate::orbitals) form together. If `g` maps state `s` to `t`, it maps each point of colour `c` in `s` to a point
//! of colour `c` in `t`, since every step is a function of what is preserved, and sums do not depend on order.
//!
//! That implication is all that is relied on. Two points that differ may get equal colours, by a collision of hashes as by the
//! weakness of refinement: then a tie is broken by search instead, at a cost in time and never in exactness. Nothing is ever
//! concluded from equal colours.

use groups::Group;

use crate::layout::Layout;
use crate::mix::{key, mix};
use crate::orbitals::Orbitals;

// Salts of keys.
const ORBIT: u64 = 1;
const DATA: u64 = 2;
const NULL: u64 = 3;
const SELF: u64 = 4;
const OTHER: u64 = 5;
const INCOMING: u64 = 6;
const GLOBAL: u64 = 7;
const EDGE: u64 = 8;
const ORBITAL: u64 = 9;
const MULTI: u64 = 16;
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
    /// The moved points that own data, each with the end of its part of `data`.
    owners: Vec<(u32, u32)>,
    /// Cells of data, each with a factor.
    data: Vec<(u32, u64)>,
    shapes: Vec<ShapeKeys>,
    globals: Vec<u64>,
    multis: Vec<MultiKeys>,
    related: Related,
    refines: bool,
}

struct ShapeKeys {
    references: Vec<ReferenceKeys>,
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

struct ReferenceKeys {
    null: u64,
    to_self: u64,
    to_other: u64,
    incoming: u64,
    edge: u64,
}

struct MultiKeys {
    /// A factor for each coordinate.
    factors: [u64; 3],
    incoming: u64,
    edge: u64,
}

/// Points that a cell relates in a state.
#[derive(Clone, Copy)]
struct Edge {
    label: u64,
    ends: [u32; 4],
}

/// Working memory of colouring.
pub(crate) struct ColourScratch {
    next: Vec<u64>,
    pairs: Vec<Edge>,
    /// Edges of three or four ends.
    wide: Vec<Edge>,
    edges_known: bool,
    table: Vec<u64>,
}

impl Colouring {
    pub(crate) fn new(
        layout: &Layout,
        group: &Group,
        moved: &[u32],
        orbitals: Option<&Orbitals>,
        bits: u32,
    ) -> Self {
        let count = layout.point_count();
        let mut is_moved = vec![false; count + 1];
        moved.iter().for_each(|&point| is_moved[point as usize] = true);
        let mut initial = vec![0; count + 1];
        for (number, orbit) in group.orbits().iter().enumerate() {
            orbit.iter().for_each(|&point| initial[point] = key(number as u64, ORBIT));
        }
        let shapes = layout.shapes.iter().map(|shape| {
            let references = shape.references.iter().map(|&(place, _)| {
                let family = shape.families[place as usize].into();
                ReferenceKeys {
                    null: key(family, NULL),
                    to_self: key(family, SELF),
                    to_other: key(family, OTHER),
                    incoming: key(family, INCOMING),
                    edge: key(family, EDGE),
                }
            });
            ShapeKeys { references: references.collect() }
        });
        let (mut owners, mut data) = (Vec::new(), Vec::new());
        for &point in layout.owners.iter().filter(|&&point| is_moved[point as usize]) {
            let record = layout.records[point as usize];
            let shape = &layout.shapes[record.shape as usize];
            let is_data = |place: u32| shape.references.iter().all(|&(at, _)| at != place);
            for place in (0..shape.families.len() as u32).filter(|&place| is_data(place)) {
                let family = shape.families[place as usize].into();
                let cell = layout.record_cells[(record.start + place) as usize];
                data.push((cell, key(family, DATA)));
            }
            owners.push((point, data.len() as u32));
        }
        let multis = layout.multis.iter().map(|multi| {
            let [a, b, c] = multi.coordinates;
            let equal = u64::from(a == b)
                + if multi.arity > 2 { 2 * u64::from(a == c) + 4 * u64::from(b == c) } else { 0 };
            let family = multi.family.into();
            MultiKeys {
                factors: [0, 1, 2].map(|slot| key(family, MULTI + 16 * (slot + 1) + equal)),
                incoming: key(family, INCOMING),
                edge: key(family, EDGE),
            }
        });
        let related = orbitals.map_or(Related::default(), |orbitals| Related::new(moved, orbitals));
        Colouring {
            moved: moved.to_vec(),
            mask: 1u64.checked_shl(bits).unwrap_or(0).wrapping_sub(1),
            initial,
            owners,
            data,
            is_moved,
            shapes: shapes.collect(),
            globals: layout
                .global_references
                .iter()
                .map(|global| key(global.cell.into(), GLOBAL))
                .collect(),
            multis: multis.collect(),
            refines: layout.relates_points() || !related.list.is_empty(),
            related,
        }
    }

    /// A colour made of what is known.
    #[inline(always)]
    pub(crate) fn mixed(&self, word: u64) -> u64 {
        mix(word) & self.mask
    }

    /// Whether [`refine`](Self::refine) can tell more points apart than [`own`](Self::own).
    pub(crate) fn refines(&self) -> bool {
        self.refines
    }

    /// The number of colours of a row, one for each point and one for none.
    pub(crate) fn row(&self) -> usize {
        self.initial.len()
    }

    pub(crate) fn scratch(&self, layout: &Layout) -> ColourScratch {
        let references = layout.referrers.iter().map(|&point| {
            layout.shapes[layout.records[point as usize].shape as usize].references.len()
        });
        ColourScratch {
            next: self.initial.clone(),
            pairs: Vec::with_capacity(references.sum::<usize>() + layout.multis.len()),
            wide: Vec::with_capacity(layout.multis.len()),
            edges_known: false,
            table: vec![0; (2 * self.moved.len()).next_power_of_two()],
        }
    }

    /// Colours the points by their orbits, their own data and how they are referred to.
    #[inline]
    pub(crate) fn own(
        &self,
        layout: &Layout,
        state: &[i32],
        colours: &mut [u64],
        scratch: &mut ColourScratch,
    ) {
        scratch.edges_known = false;
        colours.copy_from_slice(&self.initial);
        let mut start = 0;
        for &(point, end) in &self.owners {
            let data = &self.data[start..end as usize];
            let sum = data.iter().fold(0u64, |sum, &(cell, factor)| {
                sum.wrapping_add(u64::from(state[cell as usize] as u32).wrapping_mul(factor))
            });
            add(colours, point as usize, sum);
            start = end as usize;
        }
        for &point in &layout.referrers {
            let record = layout.records[point as usize];
            let references = &layout.shapes[record.shape as usize].references;
            for (&(place, range), keys) in
                references.iter().zip(&self.shapes[record.shape as usize].references)
            {
                let value = state[layout.record_cells[(record.start + place) as usize] as usize];
                match range.point(value) {
                    Some(to) => {
                        let own = if to == point as usize { keys.to_self } else { keys.to_other };
                        add(colours, point as usize, own);
                        add(colours, to, keys.incoming);
                    }
                    None => add(
                        colours,
                        point as usize,
                        keys.null.wrapping_mul(u64::from(value as u32)),
                    ),
                }
            }
        }
        for (global, &key) in layout.global_references.iter().zip(&self.globals) {
            if let Some(to) = global.range.point(state[global.cell as usize]) {
                add(colours, to, key);
            }
        }
        for (multi, keys) in layout.multis.iter().zip(&self.multis) {
            let value = state[multi.cell as usize];
            let (value, to) = match multi.range.point(value) {
                Some(to) => (MULTI, Some(to)),
                None => (u64::from(value as u32), None),
            };
            for slot in 0..multi.arity as usize {
                add(
                    colours,
                    multi.coordinates[slot] as usize,
                    value.wrapping_mul(keys.factors[slot]),
                );
            }
            if let Some(to) = to {
                add(colours, to, keys.incoming);
            }
        }
        for &point in &self.moved {
            colours[point as usize] = self.mixed(colours[point as usize]);
        }
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
        let nothing = self.initial.len() as u32 - 1;
        let matters = |ends: &[u32]| ends.iter().any(|&end| self.is_moved[end as usize]);
        for &point in &layout.referrers {
            let record = layout.records[point as usize];
            let references = &layout.shapes[record.shape as usize].references;
            for (&(place, range), keys) in
                references.iter().zip(&self.shapes[record.shape as usize].references)
            {
                let value = state[layout.record_cells[(record.start + place) as usize] as usize];
                if let Some(to) = range.point(value) {
                    let ends = [point, to as u32, nothing, nothing];
                    if to != point as usize && matters(&ends) {
                        scratch.pairs.push(Edge { label: keys.edge, ends });
                    }
                }
            }
        }
        for (multi, keys) in layout.multis.iter().zip(&self.multis) {
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
                    scratch.wide.push(Edge { label: keys.edge, ends });
                }
                None => {
                    let label = mix(u64::from(value as u32).wrapping_add(keys.edge));
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
