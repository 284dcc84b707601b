//! What is known of a process before it moves: its number, and what its unchanging variables hold.

use std::collections::HashSet;

use machine::Machine;
use machine::detect::shape::Shape;
use machine::detect::shape::late_edges;
use machine::index::{ChannelInstance, ProcessId, ProcessTypeId, VariableId};
use machine::program::{Expr, ExprKind, Place, Region};
use machine::uses::walk_action;

/// The values that are bound once and for all when the processes are started.
#[derive(Debug)]
pub struct Statics<'a> {
    machine: &'a Machine,
    shape: &'a Shape,
    /// For each variable, whether it is a scalar of a process that no late statement writes.
    fixed: Vec<bool>,
}

impl<'a> Statics<'a> {
    /// Finds the variables that hold what they were given at the start. That a variable is reset when it is dead does not
    /// count: nothing reads it then.
    #[must_use]
    pub fn new(machine: &'a Machine, shape: &'a Shape) -> Self {
        let variables = &machine.program.variables;
        let is_scalar = |region| matches!(region, Region::Local(_));
        let mut fixed: Vec<bool> =
            variables.iter().map(|v| is_scalar(v.region) && v.dimensions.is_empty()).collect();
        for operation in late_edges(machine, shape).flat_map(|edge| &edge.operations) {
            walk_action(&operation.action, &mut |_| {}, &mut |place| {
                fixed[place.variable.index()] = false;
            });
        }
        Statics { machine, shape, fixed }
    }

    /// The value of an expression for a process, or before there are any, if it is known without running it. Nothing is
    /// computed: numbers, names, `_pid`, unchanging variables and cells of constant arrays have values.
    #[must_use]
    pub fn value(&self, expr: &Expr, process: Option<ProcessId>) -> Option<i32> {
        match &expr.kind {
            ExprKind::Constant(value) => Some(*value),
            ExprKind::Channel(channel) => Some(ChannelInstance::unowned(*channel).number()),
            ExprKind::Pid => Some(self.machine.program.semantics.process_number(process?)),
            ExprKind::ProcessOf(process_type) => self.first_of(*process_type),
            ExprKind::Load(place) => match place.region {
                Region::Constant => self.constant(place, process),
                Region::Local(owner) => self.local(place.variable, owner, process?),
                Region::Global | Region::Discarded => None,
            },
            _ => None,
        }
    }

    /// The constant arrays of which it is not known, for each statement and each process, which cell is read.
    #[must_use]
    pub fn searched_constants(&self) -> HashSet<VariableId> {
        let mut searched = HashSet::new();
        for edge in &self.machine.code.edges {
            let owner = self.machine.type_of(edge.from);
            let runs = self.shape.processes().filter(|&(_, process_type)| process_type == owner);
            let processes: Vec<ProcessId> = runs.map(|(process, _)| process).collect();
            let mut visit = |expr: &Expr| {
                if let ExprKind::Load(place) = &expr.kind
                    && place.region == Region::Constant
                    && processes
                        .iter()
                        .any(|&process| self.constant(place, Some(process)).is_none())
                {
                    searched.insert(place.variable);
                }
            };
            for operation in &edge.operations {
                walk_action(&operation.action, &mut visit, &mut |_| {});
            }
        }
        searched
    }

    /// Whether a variable holds for ever what it was given at the start.
    #[must_use]
    pub fn is_fixed(&self, variable: VariableId) -> bool {
        self.fixed[variable.index()]
    }

    fn first_of(&self, process_type: ProcessTypeId) -> Option<i32> {
        let first = self.shape.processes().find(|&(_, t)| t == process_type);
        first.map(|(process, _)| self.machine.program.semantics.process_number(process))
    }

    fn constant(&self, place: &Place, process: Option<ProcessId>) -> Option<i32> {
        let cell = place.subscripts.iter().try_fold(place.offset, |cell, s| {
            let index = u32::try_from(self.value(&s.index, process)?).ok()?;
            (index < s.length).then_some(cell + index * s.stride)
        })?;
        Some(self.machine.constant(cell))
    }

    fn local(&self, variable: VariableId, owner: ProcessTypeId, process: ProcessId) -> Option<i32> {
        if !self.is_fixed(variable) || self.shape.types.get(process.index()) != Some(&owner) {
            return None;
        }
        let offset = self.machine.program.variables[variable.index()].offset;
        let cell = self.shape.settled.starts[process.index()] + 1 + offset;
        Some(self.shape.settled.cells[cell as usize])
    }
}
