//! States that may never be reached, to try a group on.
//!
//! What makes a reduction sound is claimed of every state that symmetry applies to, not only of those that a search happens to
//! visit: [`Settled`] says which these are. So states are invented, each cell from the values that it may hold there, and the group
//! must respect their transitions like those of others ([`symmetry::audit_invented`]): loops whose rounds are drawn in no order,
//! runs of assignments, tables of arithmetic and kinds of values that were taken together are executed as they stand, whatever
//! was concluded about them.
//!
//! Where something is known of reachable states that no bound says, an invented state keeps to it: a process stands only where
//! control can rest, and where it can come to; what no late code writes is as it was when all processes had been started.
//! Numbers are the more often such that a statement asks for; in every other state all values of a kind are a few; and mostly what
//! one process asks for is made to hold ([`enabling`]).

mod domain;
mod enabling;
mod inventor;

use std::ops::Range;

use kernel::TransitionSystem;
use machine::compile::Edge;
use machine::index::{LocationId, ProcessId};
use machine::program::Action;
use machine::{Machine, State};

use self::domain::{Domain, Palette, Slots};
use self::enabling::Enabling;
use self::inventor::Inventor;
use super::classes::{Class, Classes};
use super::graph::ProgramGraph;
use super::shape::Shape;
use crate::immaterial::Immaterial;
use crate::settled::{Bounds, Settled};

/// What states are invented from.
#[derive(Debug)]
pub(crate) struct Invention {
    /// A state in which all processes have just been started.
    base: State,
    /// For each process, where it can stand.
    stands: Vec<Vec<LocationId>>,
    /// Processes where they can do several things in one step.
    begins: Vec<(ProcessId, LocationId)>,
    /// The cells of variables, with what each of them may hold, in their order.
    cells: Vec<(Range<u32>, Domain)>,
    /// By their first cells.
    channels: Vec<Slots>,
}

impl Invention {
    /// What the states of a reduction are invented from. `filler` is what stands in a cell of a class that does not matter.
    pub(super) fn new(
        machine: &Machine,
        classes: &Classes<'_>,
        shape: &Shape,
        program: &ProgramGraph,
        bounds: &Bounds,
        filler: &dyn Fn(Class) -> i32,
    ) -> Invention {
        let inventor = Inventor { machine, classes, shape, bounds, filler };
        let (stands, likely) = (inventor.stands(program), inventor.likely());
        let several = |location: &LocationId| {
            let edges = machine.code.locations[location.index()].edges.iter();
            edges.map(|edge| &machine.code.edges[edge.index()]).any(does_several)
        };
        let begins = ProcessId::below(stands.len()).zip(&stands).flat_map(|(process, stands)| {
            stands.iter().copied().filter(several).map(move |location| (process, location))
        });
        let (mut cells, mut channels) = (inventor.cells(&likely), inventor.channels(&likely));
        cells.sort_by_key(|(cells, _)| cells.start);
        channels.sort_by_key(|channel| channel.start);
        let base = shape.settled.clone();
        Invention { base, begins: begins.collect(), stands, cells, channels }
    }

    /// A state, with what does not matter in it cleared, if symmetry applies to it. `below` gives a random number below its argument.
    pub fn state(
        &self,
        machine: &Machine,
        settled: &Settled,
        immaterial: &Immaterial,
        below: &mut dyn FnMut(usize) -> usize,
    ) -> Option<State> {
        let mut state = self.base.clone();
        for (process, stands) in ProcessId::below(self.stands.len()).zip(&self.stands) {
            state.set_location(process, *stands.get(below(stands.len().max(1)))?);
        }
        let mut moving = ProcessId::new(below(self.stands.len().max(1)));
        if !self.begins.is_empty() && below(4) > 0 {
            let (process, location) = self.begins[below(self.begins.len())];
            state.set_location(process, location);
            moving = process;
        }
        let palette = Palette::choose(below);
        for (cells, domain) in &self.cells {
            let choose = |cell: u32| state.cells[cell as usize] = domain.choose(&palette, below);
            cells.clone().for_each(choose);
        }
        for slots in &self.channels {
            slots.fill(
                &mut state,
                palette.below(slots.capacity as usize + 1, below),
                &palette,
                below,
            );
        }
        if below(4) > 0 {
            Enabling::new(self, machine, &palette, moving, below).enable(&mut state);
        }
        machine.forget(&mut state);
        // Unused slots are filled, and everything is cut to the size of its cell.
        let mut bytes = Vec::new();
        machine.encode(&state, &mut bytes);
        machine.decode(&bytes, &mut state);
        immaterial.clear_all(&mut state);
        settled.holds(&state).then_some(state)
    }
}

impl Invention {
    /// The channel that begins at a cell.
    fn slots(&self, start: usize) -> Option<&Slots> {
        let found = self.channels.binary_search_by_key(&(start as u32), |slots| slots.start);
        found.ok().map(|place| &self.channels[place])
    }

    /// Puts another value into a cell, this one if it is given and may be there; whether there is one. A channel that holds more messages
    /// then is filled.
    fn change(
        &self,
        state: &mut State,
        cell: usize,
        given: Option<i32>,
        palette: &Palette,
        below: &mut dyn FnMut(usize) -> usize,
    ) -> bool {
        if let Some(slots) = self.slots(cell) {
            let bound = slots.capacity as usize + 1;
            let length = given.and_then(|given| usize::try_from(given).ok());
            let length = length.filter(|&length| length < bound);
            slots.fill(state, length.unwrap_or_else(|| below(bound)), palette, below);
            return true;
        }
        let Some(domain) = self.domain_of(cell as u32) else { return false };
        let given = given.filter(|&given| domain.allows(given));
        state.cells[cell] = given.unwrap_or_else(|| domain.choose(palette, below));
        true
    }

    /// What a cell of a variable or of a message may hold.
    fn domain_of(&self, cell: u32) -> Option<&Domain> {
        let place = self.cells.partition_point(|(cells, _)| cells.end <= cell);
        if let Some((cells, domain)) = self.cells.get(place)
            && cells.contains(&cell)
        {
            return Some(domain);
        }
        let place = self.channels.partition_point(|slots| slots.start < cell).checked_sub(1)?;
        let slots = &self.channels[place];
        let offset = (cell - slots.start) as usize - 1;
        let is_within = offset < slots.capacity as usize * slots.fields.len();
        is_within.then(|| &slots.fields[offset % slots.fields.len()])
    }
}

/// Whether an edge is more than one statement that anybody could look behind.
fn does_several(edge: &Edge) -> bool {
    let is_block = |action: &Action| matches!(action, Action::Deterministic(_));
    edge.atomic || edge.operations.iter().any(|operation| is_block(&operation.action))
}
