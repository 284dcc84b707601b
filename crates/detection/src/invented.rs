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
//! Numbers are the more often such that a statement asks for.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::Range;

use kernel::TransitionSystem;
use machine::compile::Edge;
use machine::index::{LocationId, ProcessId, VariableId};
use machine::program::{Action, CellType, Expr, ExprKind, Region};
use machine::uses::walk_action;
use machine::{Machine, State};

use super::classes::{Class, Classes, Meaning};
use super::graph::ProgramGraph;
use super::shape::{Shape, late_edges, unwritten_locals};
use crate::immaterial::{Immaterial, dead_locals};
use crate::settled::{Bounds, Settled};

/// One number in so many is any that its cell can hold.
const ANY: usize = 8;
/// The most elements of an array of which each number is a likely subscript.
const MAX_SUBSCRIPTS: u32 = 16;

/// What states are invented from.
#[derive(Debug)]
pub(crate) struct Invention {
    /// A state in which all processes have just been started.
    base: State,
    /// For each process, where it can stand.
    stands: Vec<Vec<LocationId>>,
    /// Processes where they can do several things in one step.
    begins: Vec<(ProcessId, LocationId)>,
    /// The cells of variables, with what each of them may hold.
    cells: Vec<(Range<u32>, Domain)>,
    channels: Vec<Slots>,
}

/// What a cell may hold.
#[derive(Clone, Debug)]
enum Domain {
    /// One of these.
    Known(Vec<i32>),
    /// Any number that fits; the likely ones.
    Numbers(Vec<i32>, CellType),
}

/// The messages of a channel.
#[derive(Clone, Debug)]
struct Slots {
    /// Its first cell, which says how many there are.
    start: u32,
    capacity: u32,
    fields: Vec<Domain>,
}

impl Domain {
    fn choose(&self, below: &mut dyn FnMut(usize) -> usize) -> i32 {
        match self {
            Domain::Numbers(_, cell) if below(ANY) == 0 => cell.wrap(below(1 << 16) as i32),
            Domain::Known(values) | Domain::Numbers(values, _) => values[below(values.len())],
        }
    }
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
        Invention {
            base: shape.settled.clone(),
            begins: begins.collect(),
            stands,
            cells: inventor.cells(&likely),
            channels: inventor.channels(&likely),
        }
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
        if !self.begins.is_empty() && below(4) > 0 {
            let (process, location) = self.begins[below(self.begins.len())];
            state.set_location(process, location);
        }
        for (cells, domain) in &self.cells {
            cells.clone().for_each(|cell| state.cells[cell as usize] = domain.choose(below));
        }
        for slots in &self.channels {
            let start = slots.start as usize;
            let length = below(slots.capacity as usize + 1);
            state.cells[start] = length as i32;
            for (place, field) in (0..length).flat_map(|_| &slots.fields).enumerate() {
                state.cells[start + 1 + place] = field.choose(below);
            }
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

/// Whether an edge is more than one statement that anybody could look behind.
fn does_several(edge: &Edge) -> bool {
    let is_block = |action: &Action| matches!(action, Action::Deterministic(_));
    edge.atomic || edge.operations.iter().any(|operation| is_block(&operation.action))
}

/// For the classes of values, the numbers that statements ask for.
type Likely = HashMap<usize, BTreeSet<i32>>;

struct Inventor<'a> {
    machine: &'a Machine,
    classes: &'a Classes<'a>,
    shape: &'a Shape,
    bounds: &'a Bounds,
    filler: &'a dyn Fn(Class) -> i32,
}

impl Inventor<'_> {
    /// Where each process can stand: where control can rest, in late code that is drawn.
    fn stands(&self, program: &ProgramGraph) -> Vec<Vec<LocationId>> {
        let rests = self.rests();
        let dead = dead_locals(self.machine);
        let empty = self.empty();
        let places = self.shape.processes().map(|(process, of)| {
            let here = LocationId::below(rests.len()).filter(|location| {
                let only = self.classes.only_occupant(*location);
                rests[location.index()]
                    && self.machine.type_of(*location) == of
                    && program.locations[location.index()].is_some()
                    && only.is_none_or(|only| only == process)
                    && empty[of.index()].iter().all(|v| dead[location.index()].contains(v))
            });
            here.collect()
        });
        places.collect()
    }

    /// For each process type, the locals that never hold anything: where they matter no process comes.
    fn empty(&self) -> Vec<Vec<VariableId>> {
        let mut empty = vec![Vec::new(); self.machine.program.process_types.len()];
        for (index, variable) in self.machine.program.variables.iter().enumerate() {
            let id = VariableId::new(index);
            let meaning = self.classes.meaning(self.classes.content(id));
            let is_name = matches!(meaning, Meaning::Process | Meaning::Value(_));
            if let Region::Local(owner) = variable.region
                && is_name
                && variable.dimensions.is_empty()
                && self.classes.held.variables[index].is_empty()
            {
                empty[owner.index()].push(id);
            }
        }
        empty
    }

    /// For each location whether control can rest there: not in an atomic sequence that surely goes on.
    fn rests(&self) -> Vec<bool> {
        let code = &self.machine.code;
        let goes_on = |location: &machine::compile::Location| {
            let mut edges = location.edges.iter().map(|edge| &code.edges[edge.index()]);
            edges.any(|edge| {
                edge.is_else()
                    || edge.operations.first().is_none_or(|first| {
                        matches!(
                            first.action,
                            Action::Skip
                                | Action::Assign(..)
                                | Action::Print { .. }
                                | Action::Assert(_)
                        )
                    })
            })
        };
        let mut rests: Vec<bool> =
            code.locations.iter().map(|location| !goes_on(location)).collect();
        let begins = code.entries.iter().chain(code.begins.iter().flatten());
        begins.for_each(|begin| rests[begin.index()] = true);
        // Who sends in a rendezvous loses control.
        let has_rendezvous = self.machine.program.channels.iter().any(|it| it.capacity == 0);
        for edge in &code.edges {
            let meets = has_rendezvous
                && edge.operations.iter().any(|o| matches!(o.action, Action::Send { .. }));
            if let Some(to) = edge.to.filter(|_| !edge.atomic || meets) {
                rests[to.index()] = true;
            }
        }
        // Where a sequence begins, what counts must have its first value, and channels the room that was asked for just before.
        let folds = self.classes.folds().at_locations.iter();
        let begun = folds.filter(|(_, fold)| fold.begins_known);
        begun.for_each(|(head, _)| rests[head.index()] = false);
        rests
    }

    fn cells(&self, likely: &Likely) -> Vec<(Range<u32>, Domain)> {
        let is_late = |location| self.shape.is_late(location);
        let unwritten: HashSet<VariableId> =
            unwritten_locals(self.machine, is_late).into_iter().collect();
        let constant: HashSet<VariableId> = self.shape.constant.iter().copied().collect();
        let mut cells = Vec::new();
        for (index, variable) in self.machine.program.variables.iter().enumerate() {
            let id = VariableId::new(index);
            let starts: Vec<u32> = match variable.region {
                Region::Global if !constant.contains(&id) => vec![0],
                Region::Local(owner) if !unwritten.contains(&id) => {
                    let own = self.shape.processes_of(owner);
                    own.map(|process| self.shape.settled.starts[process.index()] + 1).collect()
                }
                _ => continue,
            };
            let class = self.classes.content(id);
            let numbers = self.numbers(class, variable.cell, likely);
            let held = &self.classes.held.variables[index];
            // Bounds are those of the variable, the same for all of its cells.
            for first in starts.into_iter().map(|start| start + variable.offset) {
                let domain = self.domain(first, class, Some(held), &numbers);
                cells.extend(domain.map(|domain| (first..first + variable.cells(), domain)));
            }
        }
        cells
    }

    fn channels(&self, likely: &Likely) -> Vec<Slots> {
        let mut found = Vec::new();
        for (channel, _) in self.shape.channel_instances() {
            let at = self.machine.channel_at(&self.shape.settled, channel);
            let Some((declared, start)) = at else { continue };
            let channel = &self.machine.program.channels[declared.index()];
            if channel.capacity == 0 {
                continue;
            }
            let fields = channel.fields.iter().enumerate().map(|(place, field)| {
                let class = self.classes.field(declared, place);
                let numbers = self.numbers(class, field.cell, likely);
                let held = self.classes.held.classes.get(&self.classes.root(class));
                self.domain((start + 1 + place) as u32, class, held, &numbers)
            });
            // Where a field never holds anything there are no messages.
            if let Some(fields) = fields.collect() {
                found.push(Slots { start: start as u32, capacity: channel.capacity, fields });
            }
        }
        found
    }

    /// What a cell may hold where it matters: what symmetry applies to, if that is bounded; none if it never matters.
    fn domain(
        &self,
        cell: u32,
        class: Class,
        held: Option<&BTreeSet<i32>>,
        numbers: &Domain,
    ) -> Option<Domain> {
        if self.classes.meaning(class) == Meaning::Channel {
            return Some(Domain::Known(self.channels_of(class)));
        }
        let Some(mut allowed) = self.bounds.allowed(cell) else { return Some(numbers.clone()) };
        let filler = (self.filler)(class);
        if !held.is_some_and(|held| held.contains(&filler)) {
            allowed.retain(|&value| value != filler);
        }
        (!allowed.is_empty()).then_some(Domain::Known(allowed))
    }

    /// The channels of a class, and none: messages of others may mean something else.
    fn channels_of(&self, class: Class) -> Vec<i32> {
        let channels = self.shape.channel_instances();
        let own = channels.filter(|(_, of)| self.classes.same(self.classes.channel(*of), class));
        std::iter::once(0).chain(own.map(|(channel, _)| channel.index() as i32 + 1)).collect()
    }

    /// The numbers that cells of a class may hold.
    fn numbers(&self, class: Class, cell: CellType, likely: &Likely) -> Domain {
        let asked = likely.get(&self.classes.root(class)).into_iter().flatten();
        let values: BTreeSet<i32> = asked.chain(&[0, 1]).map(|&value| cell.wrap(value)).collect();
        match self.classes.meaning(class) {
            Meaning::Data => Domain::Numbers(values.into_iter().collect(), cell),
            _ => Domain::Known(values.into_iter().collect()),
        }
    }

    /// The numbers that statements ask for, by class: those that are named, those beside them where an order is asked for, and
    /// subscripts.
    fn likely(&self) -> Likely {
        let mut likely = Likely::new();
        let mut add = |expr: &Expr, values: &mut dyn Iterator<Item = i32>| {
            if let Some(class) = self.classes.of(expr) {
                likely.entry(self.classes.root(class)).or_default().extend(values);
            }
        };
        let mut visit = |expr: &Expr| match &expr.kind {
            ExprKind::Constant(value) => add(expr, &mut std::iter::once(*value)),
            ExprKind::Binary(_, parts) => {
                for (one, other) in [(&parts.0, &parts.1), (&parts.1, &parts.0)] {
                    if let Some(value) = other.constant_value() {
                        add(one, &mut (value.saturating_sub(1)..=value.saturating_add(1)));
                    }
                }
            }
            ExprKind::Load(place) => {
                for subscript in place.subscripts.iter().filter(|s| s.length <= MAX_SUBSCRIPTS) {
                    add(&subscript.index, &mut (0..subscript.length as i32));
                }
            }
            _ => {}
        };
        for operation in late_edges(self.machine, self.shape).flat_map(|edge| &edge.operations) {
            walk_action(&operation.action, &mut visit, &mut |_| {});
        }
        likely
    }
}
