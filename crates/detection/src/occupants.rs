//! Which processes can be at a location, as far as guards on what never changes in a process tell: `_pid`, and parameters that
//! are never written.
//!
//! A statement before all loops that only one process can reach says `_pid` and means a number:
//! `if :: _pid == 0 -> token[_pid] = 1 :: else fi` is the usual way to begin with an asymmetry. Taken for what it is, it does
//! not make positions of the elements of `token` out of process numbers. The program is read with that number in place of
//! `_pid` then. It is the same program as long as no other process is where that was concluded, so symmetry must keep who
//! can be there: in the graph of the program such a location is joined to its only occupant ([`super::graph`]).

use machine::Machine;
use machine::compile::Edge;
use machine::index::{LocationId, ProcessId, ProcessTypeId, VariableId};
use machine::program::{Action, BinaryOperator, Expr, ExprKind, Region, UnaryOperator};
use machine::uses::walk_action;

use super::by_expression::ByExpression;
use super::constraint::{Constraint, Demands};
use super::shape::{Shape, unwritten_locals};

/// Who can be where.
#[derive(Debug)]
pub(super) struct Occupants<'m> {
    /// For each location before all loops that only one of several processes of its type can be at: which.
    pub only: Vec<Option<ProcessId>>,
    /// The values of expressions in statements that only one process can execute.
    pub values: ByExpression<'m, i32>,
}

impl<'m> Occupants<'m> {
    /// Finds out who can be where.
    pub fn of(machine: &'m Machine, shape: &Shape, demands: Demands) -> Occupants<'m> {
        let mut constant = unwritten_locals(machine, |_| true);
        let holds_channels = |v: &VariableId| machine.program.variables[v.index()].holds_channels;
        let is_constant = |v: &VariableId| {
            shape.frozen.contains(v) || !demands.make(Constraint::OccupantConstants)
        };
        constant.retain(|variable| is_constant(variable) && !holds_channels(variable));
        let finder = Finder { machine, shape, constant };
        let present = finder.present();
        let first = before_loops(machine);
        let only: Vec<_> = (0..present.len())
            .map(|location| finder.only(location, &present).filter(|_| first[location]))
            .collect();
        let mut values = ByExpression::new(machine);
        for edge in machine.code.edges.iter().filter(|edge| first[edge.from.index()]) {
            let alone = only[edge.from.index()];
            let Some(process) = alone.or_else(|| finder.only_able(edge)) else { continue };
            // A guard that tells the process apart must go on doing so.
            let tells = alone.is_none() && demands.make(Constraint::OccupantGuard);
            let operations = edge.operations.iter().skip(usize::from(tells));
            for operation in operations {
                finder.evaluate(&operation.action, process, &mut values);
            }
        }
        Occupants { only, values }
    }
}

/// For each location whether it comes before all loops: a process is there at most once, at the start.
fn before_loops(machine: &Machine) -> Vec<bool> {
    let code = &machine.code;
    let mut entries = vec![0_usize; code.locations.len()];
    code.edges.iter().filter_map(|edge| edge.to).for_each(|to| entries[to.index()] += 1);
    let mut pending: Vec<usize> = (0..entries.len()).filter(|&l| entries[l] == 0).collect();
    let mut first = vec![false; entries.len()];
    while let Some(location) = pending.pop() {
        first[location] = true;
        let edges = code.locations[location].edges.iter();
        for to in edges.filter_map(|edge| code.edges[edge.index()].to) {
            entries[to.index()] -= 1;
            if entries[to.index()] == 0 {
                pending.push(to.index());
            }
        }
    }
    first
}

struct Finder<'a> {
    machine: &'a Machine,
    shape: &'a Shape,
    /// The locals that have one value from the start of a process to its end.
    constant: Vec<VariableId>,
}

impl Finder<'_> {
    /// For each location and each process whether the process can be there.
    fn present(&self) -> Vec<Vec<bool>> {
        let code = &self.machine.code;
        let mut present = vec![vec![false; self.shape.types.len()]; code.locations.len()];
        let mut pending: Vec<(LocationId, ProcessId)> = self
            .shape
            .processes()
            .flat_map(|(process, of)| {
                let entry = std::slice::from_ref(&code.entries[of.index()]);
                let begins = code.begins.get(process.index()).map_or(entry, Vec::as_slice);
                begins.iter().map(move |&begin| (begin, process))
            })
            .collect();
        while let Some((location, process)) = pending.pop() {
            if std::mem::replace(&mut present[location.index()][process.index()], true) {
                continue;
            }
            for edge in &code.locations[location.index()].edges {
                let edge = &code.edges[edge.index()];
                if let Some(to) = edge.to.filter(|_| self.can_pass(edge, process)) {
                    pending.push((to, process));
                }
            }
        }
        present
    }

    /// The only one of several processes that can be at a location.
    fn only(&self, location: usize, present: &[Vec<bool>]) -> Option<ProcessId> {
        let of = self.machine.code.locations[location].process_type;
        self.only_one(of, |process| present[location][process.index()])
    }

    /// The only one of several processes that can execute an edge beyond its first operation, wherever they are.
    fn only_able(&self, edge: &Edge) -> Option<ProcessId> {
        self.only_one(self.machine.type_of(edge.from), |process| self.can_pass(edge, process))
    }

    /// The only one of several processes of a type that something is said of.
    fn only_one(&self, of: ProcessTypeId, said: impl Fn(ProcessId) -> bool) -> Option<ProcessId> {
        let several = self.shape.processes_of(of).nth(1).is_some();
        let mut meant = self.shape.processes_of(of).filter(|&process| said(process));
        let first = meant.next()?;
        (several && meant.next().is_none()).then_some(first)
    }

    /// Whether the first operation of an edge may be possible for a process.
    fn can_pass(&self, edge: &Edge, process: ProcessId) -> bool {
        match edge.operations.first().map(|operation| &operation.action) {
            Some(Action::Guard(guard)) => self.value(guard, process) != Some(0),
            Some(Action::Else) => !self.is_preceded(edge, process),
            _ => true,
        }
    }

    /// Whether an edge that stands before another at its location is always possible.
    fn is_preceded(&self, edge: &Edge, process: ProcessId) -> bool {
        let code = &self.machine.code;
        let edges = &code.locations[edge.from.index()].edges;
        let mut before =
            edges.iter().map(|e| &code.edges[e.index()]).take_while(|e| !std::ptr::eq(*e, edge));
        before.any(|other| match other.operations.first().map(|o| &o.action) {
            Some(Action::Guard(guard)) => {
                self.value(guard, process).is_some_and(|value| value != 0)
            }
            _ => false,
        })
    }

    /// The value of an expression that is always the same in a process.
    fn value(&self, expr: &Expr, process: ProcessId) -> Option<i32> {
        match &expr.kind {
            ExprKind::Constant(value) => Some(*value),
            ExprKind::Pid => Some(self.machine.program.semantics.process_number(process)),
            ExprKind::Load(place)
                if place.own_variable().is_some_and(|it| self.constant.contains(&it)) =>
            {
                let variable = &self.machine.program.variables[place.variable.index()];
                let is_here = variable.region == Region::Local(self.shape.types[process.index()]);
                is_here.then(|| self.shape.frozen_value(variable, process))
            }
            ExprKind::Unary(UnaryOperator::Not, operand) => {
                Some(i32::from(self.value(operand, process)? == 0))
            }
            ExprKind::Unary(operator, operand) => {
                Some(operator.apply(self.value(operand, process)?))
            }
            ExprKind::Binary(operator, parts) => {
                let (left, right) = (self.value(&parts.0, process), self.value(&parts.1, process));
                match operator {
                    // Where the other operand fails, the guard is not passed either.
                    BinaryOperator::And if left == Some(0) || right == Some(0) => Some(0),
                    BinaryOperator::And => Some(i32::from(left? != 0 && right? != 0)),
                    BinaryOperator::Or if left.is_some_and(|value| value != 0) => Some(1),
                    BinaryOperator::Or => Some(i32::from(left? != 0 || right? != 0)),
                    _ => operator.apply(left?, right?).ok(),
                }
            }
            _ => None,
        }
    }

    /// Notes the values that `_pid` and constant locals have in what only one process does.
    fn evaluate<'m>(
        &self,
        action: &'m Action,
        process: ProcessId,
        values: &mut ByExpression<'m, i32>,
    ) {
        let mut note = |expr: &'m Expr| {
            let is_known = matches!(expr.kind, ExprKind::Pid | ExprKind::Load(_));
            if let Some(value) = self.value(expr, process).filter(|_| is_known) {
                values.insert(expr, value);
            }
        };
        walk_action(action, &mut note, &mut |_| {});
    }
}
