//! The processes of a machine that may change places in all ways, told to who computes with sets of states.

use std::collections::HashMap;

use detection::Reduction;
use groups::Permutation;
use machine::Machine;
use symbolic::Interchangeable;
use symmetry::{CellId, Content, Layout, Point};

/// What a reduction of a machine says of its processes, as cells and values of its states.
///
/// # Errors
/// Why sets of the machine's own states cannot be reduced by exchanges of processes.
pub fn interchangeable(
    machine: &Machine,
    reduction: &Reduction,
) -> Result<Interchangeable, &'static str> {
    if let Some(why) = reduction.departs_from_states_of(machine) {
        return Err(why);
    }
    let (symmetry, layout) = (&reduction.symmetry, reduction.symmetry.layout());
    let mut orbits = symmetry.orbits();
    orbits.retain(|orbit| orbit.len() > 1);
    let [processes] = &orbits[..] else {
        return Err("more than one kind of components is interchangeable");
    };
    let are_processes = processes.iter().all(|&point| point < reduction.processes);
    let change = |pair: &[usize]| {
        let exchange = exchange(symmetry.group().degree(), pair[0], pair[1]);
        symmetry.group().contains(&exchange)
    };
    if !are_processes || !processes.windows(2).all(change) {
        return Err("it is not processes that are interchangeable in all ways");
    }
    Roles { layout, processes }.told()
}

/// The permutation of so many points that exchanges two.
fn exchange(degree: usize, one: usize, other: usize) -> Permutation {
    let mut images: Vec<u32> = (0..degree as u32).collect();
    images.swap(one, other);
    Permutation::from_images(images).unwrap_or_else(|_| Permutation::identity(degree))
}

/// The parts that processes have in a layout.
struct Roles<'a> {
    layout: &'a Layout,
    processes: &'a [usize],
}

impl Roles<'_> {
    fn told(&self) -> Result<Interchangeable, &'static str> {
        let mut names = HashMap::new();
        let mut globals = Vec::new();
        let mut records: Vec<Vec<(CellId, u32)>> = vec![Vec::new(); self.processes.len()];
        for id in CellId::below(self.layout.cell_count()) {
            let cell = id.index() as u32;
            if let Some(values) = self.names(id)? {
                names.insert(cell, values);
            }
            let owners = self.layout.cell(id).coordinates.iter();
            let mut moved = owners.filter_map(|owner| self.rank(owner.index()));
            match (moved.next(), moved.next()) {
                (None, _) => globals.extend(names.contains_key(&cell).then_some(cell)),
                (Some(process), None) => records[process].push((id, cell)),
                _ => return Err("several processes own something together"),
            }
        }
        let records = self.in_order(&records)?;
        let first = &records[0];
        let locals = (0..first.len()).filter(|&place| names.contains_key(&first[place])).collect();
        Ok(Interchangeable { records, names, globals, locals })
    }

    /// The place of a point among the processes.
    fn rank(&self, point: usize) -> Option<usize> {
        self.processes.iter().position(|&process| process == point)
    }

    /// The values of a cell that name processes.
    fn names(&self, id: CellId) -> Result<Option<Vec<i32>>, &'static str> {
        let name = |process: usize| match self.layout.cell(id).content {
            Content::Data => None,
            Content::Reference { first_value, first_point, count } => {
                let place = process.checked_sub(first_point.index())?;
                (place < count as usize).then_some(first_value + place as i32)
            }
            Content::Listed { values, first_point } => {
                let place = process.checked_sub(first_point.index())?;
                self.layout.values(values).get(place).copied()
            }
        };
        let names: Vec<i32> = self.processes.iter().filter_map(|&it| name(it)).collect();
        match names.len() {
            0 => Ok(None),
            all if all == self.processes.len() => Ok(Some(names)),
            _ => Err("a variable names some of the interchangeable processes and not others"),
        }
    }

    /// The cells of each process, in the order of those of the first.
    fn in_order(&self, records: &[Vec<(CellId, u32)>]) -> Result<Vec<Vec<u32>>, &'static str> {
        const UNLIKE: &str = "the records of interchangeable processes differ";
        let role = |id: CellId, process: usize| {
            let cell = self.layout.cell(id);
            let own = Point::new(self.processes[process]);
            let others: Vec<Point> =
                cell.coordinates.iter().copied().filter(|owner| *owner != own).collect();
            (cell.family, others)
        };
        let mut ordered = Vec::new();
        for (process, cells) in records.iter().enumerate() {
            let by_role: HashMap<_, u32> =
                cells.iter().map(|&(id, cell)| (role(id, process), cell)).collect();
            if by_role.len() != cells.len() || cells.len() != records[0].len() {
                return Err(UNLIKE);
            }
            let own = records[0].iter().map(|&(id, _)| by_role.get(&role(id, 0)).copied());
            ordered.push(own.collect::<Option<Vec<u32>>>().ok_or(UNLIKE)?);
        }
        Ok(ordered)
    }
}
