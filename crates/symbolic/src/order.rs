//! The order of levels: cells that edges touch together stand near each other.

use std::collections::BTreeSet;

use machine::Machine;
use machine::footprint::{Cells, Channels, Footprint, Holder};
use machine::index::{ChannelId, EdgeId, ProcessTypeId};
use model::LevelOrder;

/// So many times cells are moved.
const ROUNDS: usize = 100;
/// An edge that touches more cells than this says nothing of which belong together.
const MOST_TOGETHER: usize = 64;

/// The place of each cell: of what is global, then of the records of processes, which have these types and sizes.
pub fn positions(
    order: LevelOrder,
    machine: &Machine,
    types: &[Vec<ProcessTypeId>],
    sizes: &[usize],
) -> Vec<u32> {
    let globals = machine.program.global_cells as usize;
    let cells = globals + sizes.iter().sum::<usize>();
    let declared: Vec<usize> = (0..cells).collect();
    let order = match order {
        LevelOrder::Declared => declared,
        LevelOrder::Interleaved => interleaved(globals, sizes),
        LevelOrder::Near | LevelOrder::Learnt => {
            let together = together(machine, types, sizes);
            best(&together, [declared, interleaved(globals, sizes)])
        }
    };
    places(&order)
}

/// The place of each cell in an order of as many by which those that stand together in these sets are near each other; and of one
/// that has such places already, if none is better.
pub fn improved(together: &[Vec<usize>], before: &[u32]) -> Option<Vec<u32>> {
    let mut order: Vec<usize> = (0..before.len()).collect();
    order.sort_unstable_by_key(|&cell| before[cell]);
    let is = span(together, &order);
    let declared = (0..before.len()).collect();
    let better = best(together, [order, declared]);
    (span(together, &better) < is).then(|| places(&better))
}

fn places(order: &[usize]) -> Vec<u32> {
    inverse(order).into_iter().map(|position| position as u32).collect()
}

/// The best of the orders that come of moving cells in each of these.
fn best(together: &[Vec<usize>], from: [Vec<usize>; 2]) -> Vec<usize> {
    let [one, other] = from.map(|order| near(together, order));
    if span(together, &other) < span(together, &one) { other } else { one }
}

fn interleaved(globals: usize, sizes: &[usize]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..globals).collect();
    for offset in 0..sizes.iter().copied().max().unwrap_or(0) {
        let mut start = globals;
        for &size in sizes {
            order.extend((offset < size).then_some(start + offset));
            start += size;
        }
    }
    order
}

/// Moves each cell to the middle of the middles of the sets that it is in, as long as that brings them together.
fn near(together: &[Vec<usize>], mut order: Vec<usize>) -> Vec<usize> {
    let cells = order.len();
    let mut of_cell = vec![Vec::new(); cells];
    for (place, set) in together.iter().enumerate() {
        set.iter().for_each(|&cell| of_cell[cell].push(place));
    }
    let mut best = (span(together, &order), order.clone());
    for _ in 0..ROUNDS {
        let positions = inverse(&order);
        let middle = |set: &Vec<usize>| {
            set.iter().map(|&cell| positions[cell] as f64).sum::<f64>() / set.len() as f64
        };
        let middles: Vec<f64> = together.iter().map(middle).collect();
        let wish = |cell: usize| match of_cell[cell].len() {
            0 => positions[cell] as f64,
            sets => of_cell[cell].iter().map(|&set| middles[set]).sum::<f64>() / sets as f64,
        };
        let wishes: Vec<f64> = (0..cells).map(wish).collect();
        order.sort_by(|&one, &other| wishes[one].total_cmp(&wishes[other]));
        let now = span(together, &order);
        if now < best.0 {
            best = (now, order.clone());
        }
    }
    best.1
}

fn inverse(order: &[usize]) -> Vec<usize> {
    let mut positions = vec![0; order.len()];
    order.iter().enumerate().for_each(|(position, &cell)| positions[cell] = position);
    positions
}

/// How far the cells of each set are apart, in sum.
fn span(together: &[Vec<usize>], order: &[usize]) -> usize {
    let positions = inverse(order);
    let of_set = |set: &Vec<usize>| {
        let places = set.iter().map(|&cell| positions[cell]);
        places.clone().max().unwrap_or(0) - places.min().unwrap_or(0)
    };
    together.iter().map(of_set).sum()
}

/// The sets of cells that some edge of some process touches.
fn together(machine: &Machine, types: &[Vec<ProcessTypeId>], sizes: &[usize]) -> Vec<Vec<usize>> {
    let mut starts = Vec::new();
    let mut start = machine.program.global_cells as usize;
    for &size in sizes {
        starts.push(start);
        start += size;
    }
    let places = Places { machine, types, starts };
    let footprints: Vec<Footprint> =
        EdgeId::below(machine.code.edges.len()).map(|edge| machine.footprint(edge)).collect();
    let mut sets = Vec::new();
    for (place, of) in types.iter().enumerate() {
        for (edge, footprint) in machine.code.edges.iter().zip(&footprints) {
            if of.contains(&machine.type_of(edge.from)) {
                let set = places.touched(place, machine.type_of(edge.from), footprint);
                if (2..=MOST_TOGETHER).contains(&set.len()) {
                    sets.push(set.into_iter().collect());
                }
            }
        }
    }
    sets
}

struct Places<'a> {
    machine: &'a Machine,
    types: &'a [Vec<ProcessTypeId>],
    /// Where the records start.
    starts: Vec<usize>,
}

impl Places<'_> {
    /// The cells that the process at a place may touch.
    fn touched(&self, actor: usize, of: ProcessTypeId, footprint: &Footprint) -> BTreeSet<usize> {
        let mut set = BTreeSet::from([self.starts[actor]]);
        for cells in footprint.reads.iter().chain(&footprint.may_write) {
            self.add(actor, cells, &mut set);
        }
        for contact in &footprint.contacts {
            let program = &self.machine.program;
            match contact.channels {
                Channels::Declared(channel) => self.add_channel(0, channel, &mut set),
                Channels::Own(place) => {
                    let channel = program.process_types[of.index()].channels[place as usize];
                    self.add_channel(self.starts[actor] + 1, channel, &mut set);
                }
                Channels::Any => {}
            }
        }
        set
    }

    fn add(&self, actor: usize, cells: &Cells, set: &mut BTreeSet<usize>) {
        let offset = self.machine.program.variables[cells.variable.index()].offset;
        let range = (offset + cells.first) as usize..(offset + cells.end) as usize;
        match cells.holder {
            Holder::Nobody => set.extend(range),
            Holder::Actor => set.extend(range.map(|cell| self.starts[actor] + 1 + cell)),
            Holder::Of(of) => {
                for (place, types) in self.types.iter().enumerate() {
                    if types.contains(&of) {
                        set.extend(range.clone().map(|cell| self.starts[place] + 1 + cell));
                    }
                }
            }
        }
    }

    fn add_channel(&self, base: usize, channel: ChannelId, set: &mut BTreeSet<usize>) {
        let declared = &self.machine.program.channels[channel.index()];
        let first = base + declared.offset as usize;
        set.extend(first..first + declared.cells() as usize);
    }
}
