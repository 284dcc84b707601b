//! The states that symmetry applies to.

use std::collections::{BTreeSet, HashMap};

use machine::State;
use machine::index::{LocationId, ProcessTypeId};

/// What the states that symmetry applies to have in common: the expected processes run, no process can be started any more,
/// what never changes is as expected, and cells hold only what the group was found for.
#[derive(Clone, Debug)]
pub(crate) struct Settled {
    /// Where the records of the processes start.
    pub starts: Vec<u32>,
    /// The types of the processes.
    pub types: Vec<ProcessTypeId>,
    /// For each location from which no process can be started any more, its process type.
    late: Vec<Option<ProcessTypeId>>,
    /// Cells that never change, with their values.
    frozen: Vec<(u32, i32)>,
    /// What cells may hold.
    pub bounds: Bounds,
    /// The same for each cell that something is demanded of, up to the last of them.
    demands: Vec<Demand>,
}

/// What is demanded of a cell.
#[derive(Clone, Debug, Default)]
struct Demand {
    /// That it is a late location of this type.
    location: Option<ProcessTypeId>,
    /// That it holds these values: one at most, or nothing satisfies it.
    frozen: Vec<i32>,
    /// That it holds a value of each set at these places.
    sets: Vec<u32>,
}

impl Settled {
    /// States with processes of these types, where they start, at one of the locations that are late.
    pub fn new(
        processes: (Vec<u32>, Vec<ProcessTypeId>),
        late: Vec<Option<ProcessTypeId>>,
        frozen: Vec<(u32, i32)>,
        bounds: Bounds,
    ) -> Settled {
        let (starts, types) = processes;
        let mut settled = Settled { starts, types, late, frozen, bounds, demands: Vec::new() };
        let Settled { starts, types, frozen, bounds, demands, .. } = &mut settled;
        let mut demand = |cell: u32, of: &dyn Fn(&mut Demand)| {
            let cell = cell as usize;
            if demands.len() <= cell {
                demands.resize_with(cell + 1, Demand::default);
            }
            of(&mut demands[cell]);
        };
        for (&start, &process_type) in starts.iter().zip(&*types) {
            demand(start, &|it| it.location = Some(process_type));
        }
        for &(cell, value) in &*frozen {
            demand(cell, &|it| it.frozen.push(value));
        }
        for &(cell, set) in &bounds.cells {
            demand(cell, &|it| it.sets.push(set));
        }
        settled
    }

    /// Whether a state has the processes of these, where they should be, with what they never change.
    pub fn has_shape(&self, state: &State) -> bool {
        state.starts == self.starts
            && self
                .types
                .iter()
                .zip(state.process_ids())
                .all(|(t, p)| self.late[state.location(p).index()] == Some(*t))
            && self.frozen.iter().all(|&(cell, value)| state.cells[cell as usize] == value)
    }

    /// Whether a state is one of these.
    #[inline]
    pub fn holds(&self, state: &State) -> bool {
        self.has_shape(state) && self.bounds.hold(&state.cells)
    }

    /// Whether a state is one of these that has the processes of one of them and differs from it in the given cells only.
    #[inline]
    pub fn holds_but_for(&self, state: &State, differing: &[u32]) -> bool {
        differing.iter().all(|&cell| {
            let Some(demand) = self.demands.get(cell as usize) else { return true };
            let value = state.cells[cell as usize];
            let is_late = |of| self.late[LocationId(value as u32).index()] == Some(of);
            demand.location.is_none_or(is_late)
                && demand.frozen.iter().all(|&frozen| frozen == value)
                && demand.sets.iter().all(|&set| self.bounds.sets[set as usize].contains(value))
        })
    }
}

/// Cells that may hold certain values only.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bounds {
    sets: Vec<ValueSet>,
    /// Cells, with the place of their set.
    cells: Vec<(u32, u32)>,
    /// The set of each cell.
    by_cell: HashMap<u32, u32>,
}

impl Bounds {
    /// Lets a cell hold only the given values.
    pub fn add(&mut self, cells: impl Iterator<Item = u32>, values: &BTreeSet<i32>) {
        let set = ValueSet::new(values);
        let place = self.sets.iter().position(|known| *known == set).unwrap_or_else(|| {
            self.sets.push(set);
            self.sets.len() - 1
        });
        for cell in cells {
            self.cells.push((cell, place as u32));
            self.by_cell.insert(cell, place as u32);
        }
    }

    /// What a cell may hold, if it may not hold everything that fits.
    pub fn allowed(&self, cell: u32) -> Option<Vec<i32>> {
        self.by_cell.get(&cell).map(|&set| self.sets[set as usize].values())
    }

    #[inline]
    fn hold(&self, cells: &[i32]) -> bool {
        self.cells.iter().all(|&(cell, set)| self.sets[set as usize].contains(cells[cell as usize]))
    }
}

/// A set of values, most of which are small.
#[derive(Clone, Debug, PartialEq, Eq)]
struct ValueSet {
    /// A bit for each value from 0 to 255.
    small: [u64; 4],
    /// The others, in order.
    others: Vec<i32>,
}

impl ValueSet {
    fn new(values: &BTreeSet<i32>) -> ValueSet {
        let mut set = ValueSet { small: [0; 4], others: Vec::new() };
        for &value in values {
            match u8::try_from(value) {
                Ok(small) => set.small[usize::from(small >> 6)] |= 1 << (small & 63),
                Err(_) => set.others.push(value),
            }
        }
        set
    }

    fn values(&self) -> Vec<i32> {
        let small = (0..=255).filter(|&value| self.contains(value));
        small.chain(self.others.iter().copied()).collect()
    }

    #[inline]
    fn contains(&self, value: i32) -> bool {
        match u8::try_from(value) {
            Ok(small) => self.small[usize::from(small >> 6)] >> (small & 63) & 1 != 0,
            Err(_) => self.others.binary_search(&value).is_ok(),
        }
    }
}
