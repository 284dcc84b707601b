//! What is known of a process before it moves: its number, and what its unchanging variables hold.

use std::collections::HashSet;

use detection::shape::{Shape, late_edges};
use machine::Machine;
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
            ExprKind::Load(place) if place.other().is_some() => None,
            ExprKind::Load(place) => match place.region {
                Region::Constant => self.constant(place, process),
                Region::Local(owner) => self.local(place.variable, owner, process?),
                Region::Global | Region::Discarded => None,
            },
            _ => None,
        }
    }

    /// What an expression is a name of, or the number that it is, whoever reads it: numbers, the names of channels, and constants
    /// that hold channels.
    #[must_use]
    pub fn literal(&self, expr: &Expr) -> Option<i32> {
        match &expr.kind {
            ExprKind::Constant(value) => Some(*value),
            ExprKind::Channel(channel) => Some(ChannelInstance::unowned(*channel).number()),
            ExprKind::ProcessOf(process_type) => self.first_of(*process_type),
            ExprKind::Load(place) if self.is_channel_constant(place) => self.constant(place, None),
            _ => None,
        }
    }

    /// The value that an expression has for a process before it moves, if it is a name, or a parameter, or a cell of a constant
    /// array: what a statement names in the sense of Definition 11.
    #[must_use]
    pub fn first_name(&self, expr: &Expr, process: ProcessId) -> Option<i32> {
        let ExprKind::Load(place) = &expr.kind else { return self.value(expr, Some(process)) };
        let Region::Local(owner) = place.region else { return self.value(expr, Some(process)) };
        place.own_variable()?;
        let parameters = &self.machine.program.process_types[owner.index()].parameters;
        let is_its = self.shape.types.get(process.index()) == Some(&owner);
        (is_its && parameters.contains(&place.variable))
            .then(|| self.first(place.variable, process))
    }

    /// What a scalar local of a process holds when all processes were just started.
    #[must_use]
    pub fn first(&self, variable: VariableId, process: ProcessId) -> i32 {
        let offset = self.machine.program.variables[variable.index()].offset;
        let cell = self.shape.settled.starts[process.index()] + 1 + offset;
        self.shape.settled.cells[cell as usize]
    }

    fn is_channel_constant(&self, place: &Place) -> bool {
        place.region == Region::Constant
            && self.machine.program.variables[place.variable.index()].holds_channels
    }

    /// The constants that matter if only names of channels stand for what they hold: all but those that hold channels and of
    /// which it is known, for each statement, which cell is read.
    #[must_use]
    pub fn read_constants(&self) -> HashSet<VariableId> {
        let mut read = HashSet::new();
        let mut visit = |expr: &Expr| {
            if let ExprKind::Load(place) = &expr.kind
                && place.region == Region::Constant
                && self.literal(expr).is_none()
            {
                read.insert(place.variable);
            }
        };
        for operation in self.machine.code.edges.iter().flat_map(|edge| &edge.operations) {
            walk_action(&operation.action, &mut visit, &mut |_| {});
        }
        self.machine.program.claims.iter().for_each(|claim| claim.walk(&mut |e| visit(e)));
        read
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
        // A claim is no process.
        for claim in &self.machine.program.claims {
            claim.walk(&mut |expr| {
                if let ExprKind::Load(place) = &expr.kind
                    && place.region == Region::Constant
                    && self.constant(place, None).is_none()
                {
                    searched.insert(place.variable);
                }
            });
        }
        searched
    }

    /// Whether a variable is part of the state of its process.
    #[must_use]
    pub fn has_cell(&self, variable: VariableId) -> bool {
        matches!(self.machine.program.variables[variable.index()].region, Region::Local(_))
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
        Some(self.first(variable, process))
    }
}
