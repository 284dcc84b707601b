//! What a process can learn of others, and what others can forbid it.

use crate::control::Node;
use crate::evaluate::View;
use crate::fault::Fault;
use crate::index::{LabelId, ProcessId, ProcessTypeId};
use crate::program::{Expr, ExprKind, Place, Region};
use crate::semantics::MissingProcess;
use crate::spin::SpinExpr;

/// What keeps a process from moving, whatever its statements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Barrier {
    /// The condition of its type does not hold.
    NotProvided,
    /// This process has a higher priority, and can move.
    Outranked(ProcessId),
}

impl View<'_> {
    /// The value of an expression that asks about other processes, or is seldom met.
    pub(crate) fn other_process(&self, expr: &Expr) -> Result<i32, Fault> {
        match &expr.kind {
            ExprKind::ProcessOf(process_type) => Ok(self.first_of_type(*process_type)),
            ExprKind::At(process, label) => Ok(i32::from(self.is_at(process, *label)?)),
            ExprKind::Existing(process) => self.existing(process),
            ExprKind::Within(value, lowest, highest) => self.within(value, *lowest, *highest),
            ExprKind::Spin(asked) => self.spin(asked),
            _ => self.value(expr),
        }
    }

    /// The answer to what only SPIN's languages ask.
    fn spin(&self, asked: &SpinExpr) -> Result<i32, Fault> {
        Ok(match asked {
            SpinExpr::ProcessCount => self.count() as i32,
            SpinExpr::NonProgress => i32::from(!self.rests(|node| node.progress)),
            SpinExpr::Accepting => i32::from(self.rests(|node| node.accepting)),
            SpinExpr::Enabled(process) => i32::from(self.is_process_enabled(process)?),
            SpinExpr::ControlPoint(process) => self.control_point(process)?,
            SpinExpr::Priority(process) => self.priority(process)?,
        })
    }

    /// How many processes there are. Where those that have ended stay, it is as many as if they were removed, the youngest first.
    fn count(&self) -> usize {
        let (machine, state) = (self.machine, self.state);
        if !machine.keep_terminated {
            return state.processes();
        }
        let goes_on = |&it: &ProcessId| !machine.has_ended(machine.location_of(state, it));
        state.process_ids().rev().find(goes_on).map_or(0, |youngest| youngest.index() + 1)
    }

    /// The number of the first process of a type; -1 if there is none.
    fn first_of_type(&self, process_type: ProcessTypeId) -> i32 {
        let of_type = |&p: &ProcessId| self.machine.type_of(self.state.location(p)) == process_type;
        let first = self.state.process_ids().find(of_type);
        first.map_or(-1, |process| self.machine.program.semantics.process_number(process))
    }

    /// The process that a number names, if there is one.
    pub(crate) fn process_with_number(&self, number: i32) -> Option<ProcessId> {
        let process = self.machine.program.semantics.process_with_number(number)?;
        (process.index() < self.state.processes()).then_some(process)
    }

    /// Whether some process rests at a node that is of a kind.
    fn rests(&self, is_of_kind: impl Fn(&Node) -> bool + Copy) -> bool {
        self.state.process_ids().any(|process| {
            let location = &self.machine.code.locations[self.state.location(process).index()];
            let process_type = &self.machine.program.process_types[location.process_type.index()];
            process_type.control.begins_with(location.node, is_of_kind)
        })
    }

    /// The same state, seen by another process.
    fn of(&self, process: ProcessId) -> View<'_> {
        View { process, questions: self.questions + 1, ..*self }
    }

    fn is_process_enabled(&self, process: &Expr) -> Result<bool, Fault> {
        match self.process_with_number(self.value(process)?) {
            Some(process) if process == self.process => Err(Fault::EnabledOfItself),
            // More questions than processes: some process asks for the answer to its own question.
            Some(_) if self.questions > self.state.processes() => Err(Fault::EnabledOfEachOther),
            Some(process) => self.of(process).can_move(),
            None => Ok(false),
        }
    }

    /// Whether this process has a statement that it can execute. There are no rendezvous channels
    /// in programs that ask.
    fn can_move(&self) -> Result<bool, Fault> {
        let location = &self.machine.code.locations[self.state.location(self.process).index()];
        let mut any = false;
        for edge in &location.edges {
            let edge = &self.machine.code.edges[edge.index()];
            let Some(first) = edge.operations.first() else { continue };
            any = any || self.is_enabled(&first.action, false)?;
        }
        Ok(any)
    }

    fn control_point(&self, process: &Expr) -> Result<i32, Fault> {
        let Some(process) = self.process_with_number(self.value(process)?) else { return Ok(0) };
        let location = &self.machine.code.locations[self.state.location(process).index()];
        let process_type = &self.machine.program.process_types[location.process_type.index()];
        Ok(process_type.control.node(location.node).number as i32)
    }

    fn priority(&self, process: &Expr) -> Result<i32, Fault> {
        let process = self.process_with_number(self.value(process)?);
        Ok(process.map_or(0, |process| self.priority_of(process)))
    }

    /// The priority of a process; 0 where processes have none.
    fn priority_of(&self, process: ProcessId) -> i32 {
        self.priority_cell(process).map_or(0, |cell| self.state.cells[cell])
    }

    /// The cell that holds the priority of a process.
    pub(crate) fn priority_cell(&self, process: ProcessId) -> Option<usize> {
        let process_type = self.machine.type_of(self.state.location(process));
        let program = &self.machine.program;
        let variable = program.process_types[process_type.index()].priority?;
        let offset = program.variables[variable.index()].offset;
        Some((self.state.starts[process.index()] + 1 + offset) as usize)
    }

    fn is_at(&self, process: &Expr, label: LabelId) -> Result<bool, Fault> {
        let Some(process) = self.process_with_number(self.value(process)?) else {
            return Ok(false);
        };
        let label = &self.machine.program.labels[label.index()];
        let location = &self.machine.code.locations[self.state.location(process).index()];
        Ok(location.process_type == label.process_type && location.node == label.node)
    }

    /// The number of a process that has to be there.
    fn existing(&self, process: &Expr) -> Result<i32, Fault> {
        let number = self.value(process)?;
        match self.process_with_number(number) {
            Some(_) => Ok(number),
            None => Err(Fault::Missing { process: number, named_by: process.id() }),
        }
    }

    /// A value that has to be in a range.
    fn within(&self, value: &Expr, lowest: i32, highest: i32) -> Result<i32, Fault> {
        match self.value(value)? {
            value if (lowest..=highest).contains(&value) => Ok(value),
            value => Err(Fault::OutsideRange { value, lowest, highest }),
        }
    }

    /// What a variable of another process holds; if there is no such process, what the language says of that.
    #[inline(never)]
    pub(crate) fn load_of_other(&self, process: &Expr, place: &Place) -> Result<i32, Fault> {
        match self.cell_of_other(process, place)? {
            Some((_, cell)) => Ok(self.state.cells[cell]),
            None => self.missing(process),
        }
    }

    /// What is read of a process that is not there.
    pub(crate) fn missing(&self, process: &Expr) -> Result<i32, Fault> {
        match self.machine.program.semantics.missing_process {
            MissingProcess::ReadsZero => Ok(0),
            MissingProcess::Fails => Err(self.fault_of_missing(process)?),
        }
    }

    fn fault_of_missing(&self, process: &Expr) -> Result<Fault, Fault> {
        Ok(Fault::Missing { process: self.value(process)?, named_by: process.id() })
    }

    /// The cell of a variable of another process.
    #[inline(never)]
    pub(crate) fn address_of_other(&self, process: &Expr, place: &Place) -> Result<usize, Fault> {
        match self.cell_of_other(process, place)? {
            Some((_, cell)) => Ok(cell),
            None => Err(match self.machine.program.semantics.missing_process {
                MissingProcess::ReadsZero => Fault::NoProcess { process: self.value(process)? },
                MissingProcess::Fails => self.fault_of_missing(process)?,
            }),
        }
    }

    /// The process that has a variable, and the cell; none if there is no such process.
    pub(crate) fn cell_of_other(
        &self,
        process: &Expr,
        place: &Place,
    ) -> Result<Option<(ProcessId, usize)>, Fault> {
        let number = self.value(process)?;
        let (mut cell, mut beyond) = (place.offset as usize, None);
        for subscript in &place.subscripts {
            let (index, length) = (self.value(&subscript.index)?, subscript.length);
            match u32::try_from(index) {
                Ok(inside) if inside < length => cell += (inside * subscript.stride) as usize,
                _ => beyond = beyond.or(Some(Fault::IndexOutOfRange { index, length })),
            }
        }
        let Some(process) = self.process_with_number(number) else { return Ok(None) };
        if place.region != Region::Local(self.machine.type_of(self.state.location(process))) {
            return Err(Fault::OtherType { process: number });
        }
        match beyond {
            Some(fault) => Err(fault),
            None => Ok(Some((process, self.state.starts[process.index()] as usize + 1 + cell))),
        }
    }

    /// Whether nothing but its statements keeps the process from moving.
    pub(crate) fn may_move(&self) -> Result<bool, Fault> {
        Ok(self.barrier()?.is_none())
    }

    /// What keeps the process from moving, whatever its statements: the condition of its type, or a
    /// process of a higher priority that could move instead (SPIN's rules since version 6.2).
    pub(crate) fn barrier(&self) -> Result<Option<Barrier>, Fault> {
        if !self.is_provided()? {
            return Ok(Some(Barrier::NotProvided));
        }
        let own = self.priority_of(self.process);
        for process in self.state.process_ids().filter(|&p| self.priority_of(p) > own) {
            let other = self.of(process);
            if other.can_move()? && other.is_provided()? {
                return Ok(Some(Barrier::Outranked(process)));
            }
        }
        Ok(None)
    }

    fn is_provided(&self) -> Result<bool, Fault> {
        let process_type = self.machine.type_of(self.state.location(self.process));
        match &self.machine.program.process_types[process_type.index()].provided {
            Some(condition) => self.holds(condition),
            None => Ok(true),
        }
    }
}
