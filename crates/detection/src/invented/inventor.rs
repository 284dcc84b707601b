//! Where processes can stand in an invented state, and what its cells may hold.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::Range;

use machine::Machine;
use machine::index::{LocationId, VariableId};
use machine::program::{Action, CellType, Expr, ExprKind, Region};
use machine::uses::walk_action;

use super::domain::{Domain, Slots};
use crate::classes::{Class, Classes, Meaning};
use crate::graph::ProgramGraph;
use crate::immaterial::dead_locals;
use crate::settled::Bounds;
use crate::shape::{Shape, late_edges, unwritten_locals};

/// The most elements of an array of which each number is a likely subscript.
const MAX_SUBSCRIPTS: u32 = 16;

/// For the classes of values, the numbers that statements ask for.
pub(super) type Likely = HashMap<usize, BTreeSet<i32>>;

/// Finds out what states are invented from.
pub(super) struct Inventor<'a> {
    pub machine: &'a Machine,
    pub classes: &'a Classes<'a>,
    pub shape: &'a Shape,
    pub bounds: &'a Bounds,
    pub filler: &'a dyn Fn(Class) -> i32,
}

impl Inventor<'_> {
    /// Where each process can stand: where control can rest, in late code that is drawn.
    pub fn stands(&self, program: &ProgramGraph) -> Vec<Vec<LocationId>> {
        let rests = self.rests();
        let dead = dead_locals(self.machine);
        let empty = self.empty();
        let simplified = self.machine.simplification();
        let places = self.shape.processes().map(|(process, of)| {
            let here = LocationId::below(rests.len()).filter(|location| {
                let only = self.classes.only_occupant(*location);
                rests[location.index()]
                    && simplified.is_none_or(|it| it.locations[location.index()])
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
        // Where a sequence begins, what counts must have its first value, and channels be as full as was asked just before.
        let folds = self.classes.folds().at_locations.iter();
        let begun = folds.filter(|(_, fold)| fold.begins_known);
        begun.for_each(|(head, _)| rests[head.index()] = false);
        rests
    }

    pub fn cells(&self, likely: &Likely) -> Vec<(Range<u32>, Domain)> {
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
            let simplified = self.machine.simplification();
            let rested_on = simplified.and_then(|it| it.variables[index].as_ref());
            // Bounds are those of the variable, the same for all of its cells.
            for first in starts.into_iter().map(|start| start + variable.offset) {
                let domain = self.domain(first, class, Some(held), &numbers);
                let domain = domain.and_then(|it| it.within(rested_on));
                cells.extend(domain.map(|domain| (first..first + variable.cells(), domain)));
            }
        }
        cells
    }

    pub fn channels(&self, likely: &Likely) -> Vec<Slots> {
        let mut found = Vec::new();
        for (channel, _) in self.shape.channel_instances() {
            let at = self.machine.channel_at(&self.shape.settled, channel);
            let Some((declared, start)) = at else { continue };
            let channel = &self.machine.program.channels[declared.index()];
            if channel.capacity == 0 {
                continue;
            }
            let simplified = self.machine.simplification();
            let rested_on = simplified.and_then(|it| it.messages[declared.index()].as_ref());
            if rested_on.is_some_and(|fields| fields.len() < channel.fields.len()) {
                continue;
            }
            let fields = channel.fields.iter().enumerate().map(|(place, field)| {
                let class = self.classes.field(declared, place);
                let numbers = self.numbers(class, field.cell, likely);
                let held = self.classes.held.classes.get(&self.classes.root(class));
                let domain = self.domain((start + 1 + place) as u32, class, held, &numbers);
                domain?.within(rested_on.and_then(|fields| fields[place].as_ref()))
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
    pub fn likely(&self) -> Likely {
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
