//! One pass of exchanges of processes by what points to them.
//!
//! F. Wang and K. Schmidt, "Symmetric symbolic safety-analysis of concurrent software with pointer data structures" (FORTE
//! 2002), Sect. 7.1, `IbSINC`: for `i` from 1 to `m - 1` and `j` from `i + 1` to `m`, processes `i` and `j` are exchanged in
//! the states of `reverse(i, j)`. If pointers hold the number of a process, or 0 for none, these are the states in which
//! 1. some global pointer equals `j`, and no earlier one equals `i`; or
//! 2. all global pointers are less than `i`, and
//!    - reading the pointers of processes 1 to `i - 1` in order, `j` is met before `i`; or
//!    - neither is met (see below), and of the first pointers in which `i` and `j` differ, and of which one at least is no more than `i`,
//!      that of `j` is no more than `i` and less than that of `i`.
//!
//! So processes are ordered as they are found by following pointers from the global ones. Data are never compared.
//!
//! A process is a block of points here; each family of blocks is a set of processes by itself. The pointers of a process are
//! the references to processes of the family in cells of its points alone (points that do not move may own them as well), in
//! the order that the cells of the first process have in the layout; a reference to any point of a block refers to the process.
//! The global pointers are the references in cells that no moved point owns.
//!
//! Guarantee: [`Complete`](Guarantee::Complete): each exchange is in the group, but one pass does not find one state for each
//! orbit, and processes that data alone tell apart keep their order. Cost: quadratic in the number of processes; the state is
//! not touched before the end, when all exchanges are applied as one.
//!
//! Limits: what a process of another family points to, and what several processes own together, is not looked at.
//!
//! Our choices: the rule as printed has a name that it does not define, `l_b'`; we read `l_b`, the pointer of `i` at hand, but for
//! [`ComparePointers::Printed`]. As it is printed, pointers are compared wherever `j` is not met first, and so even where `i` is: [`ComparePointers::Always`]. Then what is
//! met first may be exchanged away, and more states are kept; by default they are compared only where neither is met. Blocks are
//! numbered as the points of the family's first orbit are.

use std::collections::HashMap;

use groups::Patience;

use crate::canonical::blocks::{BlockFamily, Blocks};
use crate::canonical::parts::blocks_for;
use crate::foundation::layout::{Layout, NONE};
use crate::foundation::point::{CellId, Family, Point};
use crate::foundation::range::Range;
use crate::foundation::refusal::{Refusal, Unready, patiently};
use crate::foundation::representative::{Guarantee, Permuting, Representative};
use crate::foundation::symmetry::SymmetryGroup;

/// Where the pointers of two processes decide about their order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum ComparePointers {
    /// Where no pointer before them meets either.
    #[default]
    Unmet,
    /// Wherever none meets the second before the first, as the rule is printed.
    Always,
    /// Nowhere: as it is printed word for word, `b'` is bound by what holds of all pointers before the `b`-th. There is none before the
    /// first, so that all are exchanged that have pointers, and of which the second is not met first.
    Printed,
}

/// One pass of exchanges of processes by what points to them.
pub struct Sinc<'a> {
    symmetry: &'a SymmetryGroup,
    compare: ComparePointers,
    blocks: Blocks,
    /// For each family of blocks.
    pointers: Vec<Pointers>,
    /// For each point the number of its block in its family, or `NONE`.
    block_of: Vec<u32>,
}

/// The pointers to the processes of one family.
struct Pointers {
    globals: Vec<Pointer>,
    /// Those of the first process, then those of the second, and so on.
    locals: Vec<Pointer>,
    /// How many a process has.
    per_process: usize,
    /// For each point whether it is in a block of the family.
    members: Vec<bool>,
}

/// A cell that can refer to processes.
#[derive(Clone)]
struct Pointer {
    cell: u32,
    range: Range,
}

/// Working memory of [`Sinc`]. Places and times count from 0, and `NONE` stands for a process that is not met.
pub struct SincScratch {
    /// For each place the process that is there.
    order: Vec<u32>,
    /// For each process its place.
    places: Vec<u32>,
    /// For each process when it is met first, reading the global pointers in order.
    global: Vec<u32>,
    /// The same, reading the pointers of the processes in the places that are settled.
    met: Vec<u32>,
    /// For each pointer of each process the process that it refers to, or `NONE`.
    targets: Vec<u32>,
    image: Vec<u32>,
}

impl<'a> Sinc<'a> {
    /// Finds the processes and their pointers. Refuses groups that do not permute blocks of points in all ways.
    pub fn new(symmetry: &'a SymmetryGroup) -> Result<Self, Refusal> {
        Self::comparing(symmetry, ComparePointers::default())
    }

    /// The same, where pointers are compared as told.
    pub fn comparing(
        symmetry: &'a SymmetryGroup,
        compare: ComparePointers,
    ) -> Result<Self, Refusal> {
        patiently(|patience| Self::prepare(symmetry, compare, patience))
    }

    pub(crate) fn prepare(
        symmetry: &'a SymmetryGroup,
        compare: ComparePointers,
        patience: &mut Patience<'_>,
    ) -> Result<Self, Unready> {
        let blocks = blocks_for("sinc", symmetry, patience)?;
        let layout = symmetry.layout();
        let mut block_of = vec![NONE; layout.point_count()];
        for family in blocks.families() {
            for number in 0..family.count() {
                let points = family.block(number).iter();
                points.for_each(|&point| block_of[point as usize] = number as u32);
            }
        }
        let families = blocks.families().iter();
        let pointers = families.map(|family| Pointers::of(layout, family, &block_of)).collect();
        Ok(Sinc { symmetry, compare, blocks, pointers, block_of })
    }
}

impl Pointers {
    fn of(layout: &Layout, family: &BlockFamily, block_of: &[u32]) -> Self {
        let mut members = vec![false; layout.point_count()];
        for number in 0..family.count() {
            family.block(number).iter().for_each(|&point| members[point as usize] = true);
        }
        let cells = || CellId::below(layout.cell_count());
        let names =
            cells().map(|id| ((layout.cell(id).family, &layout.cell(id).coordinates[..]), id));
        let names: HashMap<(Family, &[Point]), CellId> = names.collect();
        let (mut globals, mut firsts) = (Vec::new(), Vec::new());
        for id in cells() {
            let Some(range) = layout.range(id) else { continue };
            if !range.points().any(|point| members[point as usize]) {
                continue;
            }
            let owners = layout.cell(id).coordinates.iter().map(|point| point.index());
            let mut moved = owners.filter(|&owner| block_of[owner] != NONE).peekable();
            if moved.peek().is_none() {
                globals.push(Pointer { cell: id.index() as u32, range });
            } else if moved.all(|owner| members[owner] && block_of[owner] == 0) {
                firsts.push((id, range));
            }
        }
        let locals = (0..family.count()).flat_map(|number| {
            let corresponding = |point: &Point| {
                let mut pairs = family.block(0).iter().zip(family.block(number));
                let image = pairs.find(|&(&from, _)| from as usize == point.index());
                image.map_or(*point, |(_, &to)| Point::new(to as usize))
            };
            firsts
                .iter()
                .map(|(id, range)| {
                    let cell = layout.cell(*id);
                    let coordinates: Vec<Point> =
                        cell.coordinates.iter().map(corresponding).collect();
                    let image = names[&(cell.family, &coordinates[..])];
                    Pointer { cell: image.index() as u32, range: range.clone() }
                })
                .collect::<Vec<_>>()
        });
        Pointers { globals, locals: locals.collect(), per_process: firsts.len(), members }
    }
}

impl Sinc<'_> {
    /// Exchanges the processes of a family in the scratch.
    fn pass(
        &self,
        family: &BlockFamily,
        pointers: &Pointers,
        state: &[i32],
        scratch: &mut SincScratch,
    ) {
        let target = |pointer: &Pointer| match pointer.range.point(state[pointer.cell as usize]) {
            Some(point) if pointers.members[point] => self.block_of[point],
            _ => NONE,
        };
        let count = family.count();
        scratch.start(count);
        for (time, pointer) in pointers.globals.iter().enumerate() {
            meet(&mut scratch.global, target(pointer), time);
        }
        scratch.targets.extend(pointers.locals.iter().map(target));
        for i in 0..count - 1 {
            // The rest is only exchanged among itself meanwhile.
            let rest = &scratch.order[i..];
            let settled = rest.iter().all(|&process| scratch.global[process as usize] == NONE);
            for j in i + 1..count {
                if scratch.reverse(self.compare, settled, pointers.per_process, i, j) {
                    scratch.exchange(i, j);
                }
            }
            scratch.read(i, pointers.per_process);
        }
    }
}

/// Notes when a process is met, if it is the first time.
#[inline(always)]
fn meet(times: &mut [u32], process: u32, time: usize) {
    if process != NONE {
        let first = &mut times[process as usize];
        *first = (*first).min(time as u32);
    }
}

impl SincScratch {
    fn start(&mut self, count: usize) {
        for (list, all) in [
            (&mut self.order, true),
            (&mut self.places, true),
            (&mut self.global, false),
            (&mut self.met, false),
        ] {
            list.clear();
            list.extend((0..count as u32).map(|process| if all { process } else { NONE }));
        }
        self.targets.clear();
    }

    /// Whether the state is one of `reverse(i, j)`. It is `settled` if all global pointers refer to places before `i`.
    #[inline]
    fn reverse(
        &self,
        compare: ComparePointers,
        settled: bool,
        per_process: usize,
        i: usize,
        j: usize,
    ) -> bool {
        let (a, b) = (self.order[i] as usize, self.order[j] as usize);
        if !settled {
            return self.global[b] < self.global[a];
        }
        let second_is_first = self.met[b] < self.met[a];
        let unmet = self.met[a] == self.met[b];
        if second_is_first || compare == ComparePointers::Unmet && !unmet {
            return second_is_first;
        }
        if compare == ComparePointers::Printed {
            return per_process > 0;
        }
        // No process counts as the place before the first.
        let place = |target: u32| match target {
            NONE => -1,
            process => self.places[process as usize] as i32,
        };
        let at = i as i32;
        let pairs = self.pointers(a, per_process).iter().zip(self.pointers(b, per_process));
        let pairs = pairs.map(|(&own, &other)| (place(own), place(other)));
        let mut telling = pairs.filter(|&(own, other)| own != other && (own <= at || other <= at));
        telling.next().is_some_and(|(own, other)| other <= at && other < own)
    }

    #[inline(always)]
    fn pointers(&self, process: usize, per_process: usize) -> &[u32] {
        &self.targets[process * per_process..(process + 1) * per_process]
    }

    #[inline(always)]
    fn exchange(&mut self, i: usize, j: usize) {
        self.order.swap(i, j);
        self.places[self.order[i] as usize] = i as u32;
        self.places[self.order[j] as usize] = j as u32;
    }

    /// Reads the pointers of the process in a place, after those before it.
    fn read(&mut self, place: usize, per_process: usize) {
        let process = self.order[place] as usize;
        for number in 0..per_process {
            let target = self.targets[process * per_process + number];
            meet(&mut self.met, target, place * per_process + number);
        }
    }
}

impl Representative for Sinc<'_> {
    type Scratch = SincScratch;

    fn scratch(&self) -> SincScratch {
        let counts = self.blocks.families().iter().map(BlockFamily::count);
        let processes = counts.max().unwrap_or(0);
        let targets = self.pointers.iter().map(|pointers| pointers.locals.len()).max();
        let list = || Vec::with_capacity(processes);
        SincScratch {
            order: list(),
            places: list(),
            global: list(),
            met: list(),
            targets: Vec::with_capacity(targets.unwrap_or(0)),
            image: (0..self.block_of.len() as u32).collect(),
        }
    }

    fn representative(&self, state: &[i32], target: &mut [i32], scratch: &mut SincScratch) {
        for (family, pointers) in self.blocks.families().iter().zip(&self.pointers) {
            self.pass(family, pointers, state, scratch);
            for (place, &process) in scratch.order.iter().enumerate() {
                let blocks = family.block(process as usize).iter().zip(family.block(place));
                blocks.for_each(|(&from, &to)| scratch.image[from as usize] = to);
            }
        }
        self.symmetry.layout().apply(&scratch.image, state, target);
    }

    fn guarantee(&self) -> Guarantee {
        Guarantee::Complete
    }

    fn name(&self) -> &'static str {
        "sinc"
    }
}

impl Permuting for Sinc<'_> {
    fn represent_by(
        &self,
        state: &[i32],
        target: &mut [i32],
        image: &mut [u32],
        scratch: &mut SincScratch,
    ) {
        self.representative(state, target, scratch);
        image.copy_from_slice(&scratch.image);
    }
}
