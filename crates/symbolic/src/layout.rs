//! Where the cells of states are in vectors: each has a level.
//!
//! States differ in which processes there are. A vector has a level for each global cell, and for each place among the processes as
//! many as the largest record takes that was ever there; what a state does not have is 0. Where there is more than one, the *shape*
//! of a state, the types of its processes, has a level of its own. So has *control*: who is inside an atomic sequence, and moves
//! alone; such states are on the way between two that a search stores.

use std::collections::HashMap;

use machine::index::{ProcessId, ProcessTypeId};
use machine::{Machine, State};
use model::LevelOrder;

use crate::order::{improved, positions};

/// The types of the processes of a state, and what follows from them.
#[derive(Clone, Debug)]
pub struct Shape {
    /// A state of the shape, all of whose values are 0 but the places where each record starts.
    pub blank: State,
    /// The types of its processes.
    pub types: Vec<ProcessTypeId>,
    /// The level of each cell.
    pub levels: Vec<u32>,
    /// What kind of cell each of them is.
    pub kinds: Vec<Kind>,
    /// The cell at each level, where there is one.
    pub cells: Vec<Option<u32>>,
}

/// Kinds of cells, by which values they can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Where a process is.
    Location,
    /// How many messages a channel holds.
    Length,
    /// Anything else.
    Value,
}

/// What was asked of a layout is more than it has room for: these many cells for each place among the processes would do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TooSmall {
    /// What stands at each place, as far as it is known.
    pub types: Vec<Vec<ProcessTypeId>>,
}

/// What there is room for, and where it is.
#[derive(Clone, Debug)]
pub struct Room {
    /// The types that may stand at each place among the processes.
    pub types: Vec<Vec<ProcessTypeId>>,
    /// The place among the levels of each cell: of what is global, then of the records of the processes.
    pub positions: Vec<u32>,
}

impl Room {
    /// Room for these types, in an order.
    #[must_use]
    pub fn new(machine: &Machine, types: Vec<Vec<ProcessTypeId>>, order: LevelOrder) -> Room {
        let positions = positions(order, machine, &types, &sizes(machine, &types));
        Room { types, positions }
    }
}

/// How many cells a record takes at each place among the processes.
fn sizes(machine: &Machine, types: &[Vec<ProcessTypeId>]) -> Vec<usize> {
    let declared = &machine.program.process_types;
    let size = |of: &ProcessTypeId| 1 + declared[of.index()].local_cells as usize;
    types.iter().map(|at| at.iter().map(size).max().unwrap_or(1)).collect()
}

/// Where cells are.
pub struct Layout<'m> {
    machine: &'m Machine,
    /// How many levels there are.
    pub levels: usize,
    /// The level that says who has control, if anybody ever has.
    pub control: Option<u32>,
    /// The level that says which shape it is, if there may be several.
    pub shape: Option<u32>,
    /// The first level of a cell.
    first: u32,
    positions: Vec<u32>,
    globals: Vec<u32>,
    /// For each place among the processes the levels of a record that stands there.
    slots: Vec<Vec<u32>>,
    /// The types that may stand there.
    types: Vec<Vec<ProcessTypeId>>,
    shapes: Vec<Shape>,
    by_types: HashMap<Vec<ProcessTypeId>, usize>,
}

impl<'m> Layout<'m> {
    /// With room for these types of processes at each place.
    #[must_use]
    pub fn new(machine: &'m Machine, room: Room) -> Self {
        let Room { types, positions } = room;
        let sizes = sizes(machine, &types);
        let globals = machine.program.global_cells as usize;
        let has_control = machine.code.edges.iter().any(|edge| edge.atomic);
        let has_shapes = crate::shapes::may_change(machine);
        let first = u32::from(has_control) + u32::from(has_shapes);
        let level = |cell: usize| first + positions[cell];
        let mut base = globals;
        let slots = sizes.iter().map(|&size| {
            base += size;
            (base - size..base).map(level).collect()
        });
        let slots: Vec<Vec<u32>> = slots.collect();
        let level_of_globals = (0..globals).map(level).collect();
        Layout {
            machine,
            levels: first as usize + positions.len(),
            first,
            positions,
            control: has_control.then_some(0),
            shape: has_shapes.then_some(u32::from(has_control)),
            globals: level_of_globals,
            slots,
            types,
            shapes: Vec::new(),
            by_types: HashMap::new(),
        }
    }

    /// The same room with levels in a better order for relations that touch these together, if one is known.
    #[must_use]
    pub fn improved(&self, together: &[Vec<u32>]) -> Option<Room> {
        let mut cells = vec![0; self.positions.len()];
        for (cell, &position) in self.positions.iter().enumerate() {
            cells[position as usize] = cell;
        }
        let cell = |level: &u32| level.checked_sub(self.first).map(|at| cells[at as usize]);
        let of_cells = together.iter().map(|levels| levels.iter().filter_map(cell).collect());
        let of_cells: Vec<Vec<usize>> = of_cells.filter(|set: &Vec<usize>| set.len() > 1).collect();
        let positions = improved(&of_cells, &self.positions)?;
        Some(Room { types: self.types.clone(), positions })
    }

    /// The shape with a number.
    #[must_use]
    pub fn shape_at(&self, shape: usize) -> &Shape {
        &self.shapes[shape]
    }

    /// How many shapes are known.
    #[must_use]
    pub fn shapes(&self) -> usize {
        self.shapes.len()
    }

    /// The level that says where a process is.
    #[must_use]
    pub fn location(&self, process: ProcessId) -> u32 {
        self.slots[process.index()][0]
    }

    /// The number of the shape of a state.
    ///
    /// # Errors
    /// There is no room for it.
    pub fn shape_of(&mut self, state: &State) -> Result<usize, TooSmall> {
        let type_of = |process| self.machine.type_of(state.location(process));
        let types: Vec<ProcessTypeId> = state.process_ids().map(type_of).collect();
        if let Some(&known) = self.by_types.get(&types) {
            return Ok(known);
        }
        let fits = |(place, of): (usize, &ProcessTypeId)| {
            let size = self.machine.program.process_types[of.index()].local_cells as usize;
            self.slots.get(place).is_some_and(|slot| size < slot.len())
        };
        if !types.iter().enumerate().all(fits) {
            return Err(self.too_small(&types));
        }
        let shape = self.new_shape(types.clone());
        self.shapes.push(shape);
        self.by_types.insert(types, self.shapes.len() - 1);
        Ok(self.shapes.len() - 1)
    }

    fn too_small(&self, wanted: &[ProcessTypeId]) -> TooSmall {
        let mut types = self.types.clone();
        types.resize(types.len().max(wanted.len()), Vec::new());
        for (at, of) in types.iter_mut().zip(wanted) {
            if !at.contains(of) {
                at.push(*of);
            }
        }
        TooSmall { types }
    }

    fn new_shape(&self, types: Vec<ProcessTypeId>) -> Shape {
        let program = &self.machine.program;
        let mut blank = State { cells: vec![0; self.globals.len()], ..State::default() };
        let (mut levels, mut kinds) = (self.globals.clone(), vec![Kind::Value; self.globals.len()]);
        for channel in program.channels.iter().filter(|it| it.owner.is_none() && it.capacity > 0) {
            kinds[channel.offset as usize] = Kind::Length;
        }
        for (place, of) in types.iter().enumerate() {
            let declared = &program.process_types[of.index()];
            let (start, size) = (blank.cells.len(), 1 + declared.local_cells as usize);
            blank.starts.push(start as u32);
            blank.cells.resize(start + size, 0);
            self.machine.reopen_channels(&mut blank, *of, start as u32 + 1);
            levels.extend(&self.slots[place][..size]);
            kinds.push(Kind::Location);
            kinds.resize(start + size, Kind::Value);
            for channel in &declared.channels {
                let channel = &program.channels[channel.index()];
                if channel.capacity > 0 {
                    kinds[start + 1 + channel.offset as usize] = Kind::Length;
                }
            }
        }
        let mut cells = vec![None; self.levels];
        for (cell, &level) in levels.iter().enumerate() {
            cells[level as usize] = Some(cell as u32);
        }
        Shape { blank, types, levels, kinds, cells }
    }

    /// The vector of a state in which a process may have control.
    ///
    /// # Errors
    /// There is no room for it.
    pub fn vector(
        &mut self,
        state: &State,
        control: Option<ProcessId>,
    ) -> Result<Vec<i32>, TooSmall> {
        let shape = self.shape_of(state)?;
        let mut vector = vec![0; self.levels];
        if let Some(level) = self.shape {
            vector[level as usize] = shape as i32;
        }
        if let Some(level) = self.control {
            vector[level as usize] = holder(control);
        }
        for (&value, &level) in state.cells.iter().zip(&self.shapes[shape].levels) {
            vector[level as usize] = value;
        }
        Ok(vector)
    }

    /// The state of a vector, and who has control.
    #[must_use]
    pub fn state(&self, vector: &[i32]) -> (State, Option<ProcessId>) {
        let shape = self.shape.map_or(0, |level| vector[level as usize] as usize);
        let shape = &self.shapes[shape];
        let mut state = shape.blank.clone();
        for (cell, &level) in state.cells.iter_mut().zip(&shape.levels) {
            *cell = vector[level as usize];
        }
        let control = self.control.map_or(0, |level| vector[level as usize]);
        (state, (control > 0).then(|| ProcessId::new(control as usize - 1)))
    }
}

/// What stands at the level of control: 0 for nobody.
#[must_use]
pub fn holder(control: Option<ProcessId>) -> i32 {
    control.map_or(0, |process| process.index() as i32 + 1)
}
