//! What a single action reads, and which cells it writes.

use super::{Followed, Follower, Halt};
use crate::declarations::initial_values;
use crate::evaluate::fields;
use crate::index::{ProcessId, ProcessTypeId};
use crate::program::{
    Action, BinaryOperator, Expr, ExprKind, Owner, Pattern, Place, Reception, Region,
};
use crate::semantics::GuardFault;
use crate::spin::SpinExpr;
use crate::touches::Touch;

/// A channel that an expression names.
#[derive(Clone, Copy)]
pub(super) struct Found {
    pub(super) capacity: u32,
    pub(super) fields: usize,
    pub(super) start: usize,
}

impl Follower<'_> {
    /// Whether an action is possible, taken alone.
    pub(super) fn guard(&self, process: ProcessId, action: &Action) -> Followed<bool> {
        match action {
            Action::Guard(condition) => match self.expr(process, condition) {
                Err(Halt::Ends) if self.blocks_on_faults() => return Ok(false),
                outcome => outcome?,
            },
            Action::Send { channel, .. } => {
                let channel = self.channel(process, channel)?;
                if channel.capacity > 0 {
                    self.cell(channel.start)?;
                }
            }
            Action::Receive(reception)
                if self.channel(process, &reception.channel)?.capacity > 0 =>
            {
                self.find(process, reception)?;
            }
            Action::Deterministic(block) => {
                for beginning in block.beginnings() {
                    if self.guard(process, beginning)? {
                        break;
                    }
                }
            }
            _ => {}
        }
        Ok(self.view(process).is_enabled(action, false)?)
    }

    fn blocks_on_faults(&self) -> bool {
        self.machine.program.semantics.guard_fault == GuardFault::Blocks
    }

    /// What an action that is possible reads; it returns the cells that it writes.
    pub(super) fn action(&self, process: ProcessId, action: &Action) -> Followed<Vec<usize>> {
        match action {
            Action::Skip | Action::Else | Action::Guard(_) | Action::Terminate => {}
            Action::OutOfRoom => return Err(Halt::Ends),
            Action::Assert(condition) => self.expr(process, condition)?,
            Action::Print { arguments, .. } => {
                arguments.iter().try_for_each(|argument| self.expr(process, argument))?;
            }
            Action::Assign(place, value) => {
                self.expr(process, value)?;
                return Ok(self.address(process, place)?.into_iter().collect());
            }
            Action::Send { channel, sorted, message } => {
                return self.send(process, channel, *sorted, message);
            }
            Action::Receive(reception) => return self.receive(process, reception),
            Action::Run { process_type, arguments, result, .. } => {
                arguments.iter().try_for_each(|argument| self.expr(process, argument))?;
                if !self.starts_by_itself(*process_type) {
                    self.everything()?;
                }
                if let Some(place) = result {
                    return Ok(self.address(process, place)?.into_iter().collect());
                }
            }
            Action::Spin(_) => self.everything()?,
            // Those in a block are taken one by one.
            Action::Deterministic(_) => self.everything()?,
        }
        Ok(Vec::new())
    }

    fn send(
        &self,
        process: ProcessId,
        channel: &Expr,
        sorted: bool,
        message: &[Expr],
    ) -> Followed<Vec<usize>> {
        let channel = self.channel(process, channel)?;
        if channel.capacity == 0 {
            return Ok(Vec::new());
        }
        self.cell(channel.start)?;
        self.message(process, message)?;
        let (used, end) = self.slots(channel);
        if sorted {
            self.cells(channel.start + 1..used)?;
            return Ok((channel.start..end).collect());
        }
        Ok(std::iter::once(channel.start).chain(used..(used + channel.fields).min(end)).collect())
    }

    pub(super) fn message(&self, process: ProcessId, message: &[Expr]) -> Followed {
        let blanks = &self.machine.blanks;
        let mut evaluated = message.iter().filter(|value| blanks.in_place_of(value).is_none());
        evaluated.try_for_each(|value| self.expr(process, value))
    }

    /// The end of the slots that are used, and of all.
    fn slots(&self, channel: Found) -> (usize, usize) {
        let length = self.state.cells[channel.start] as usize;
        let first = channel.start + 1;
        (first + length * channel.fields, first + channel.capacity as usize * channel.fields)
    }

    fn receive(&self, process: ProcessId, reception: &Reception) -> Followed<Vec<usize>> {
        let channel = self.channel(process, &reception.channel)?;
        if channel.capacity == 0 {
            return Err(Halt::Ends);
        }
        let Some(position) = self.find(process, reception)? else { return Ok(Vec::new()) };
        let (used, _) = self.slots(channel);
        let first = channel.start + 1 + position * channel.fields;
        let end = if reception.copy { first + channel.fields } else { used };
        self.cells(first..end)?;
        let mut written = self.stored(process, reception)?;
        if !reception.copy {
            written.push(channel.start);
            written.extend(first..end);
        }
        Ok(written)
    }

    /// The cells that a reception stores fields in.
    pub(super) fn stored(&self, process: ProcessId, reception: &Reception) -> Followed<Vec<usize>> {
        let mut written = Vec::new();
        for (place, pattern) in reception.patterns.iter().enumerate() {
            let Pattern::Store(stored) = pattern else { continue };
            let chosen = stored.other().is_some()
                || stored.subscripts.iter().any(|it| it.index.constant_value().is_none());
            // What was stored before it may decide where it is.
            if place > 0 && chosen {
                self.everything()?;
            }
            written.extend(self.address(process, stored)?);
        }
        Ok(written)
    }

    /// Whether what a new process of a type begins with depends on nothing but its arguments.
    fn starts_by_itself(&self, process_type: ProcessTypeId) -> bool {
        let declared = &self.machine.program.process_types[process_type.index()];
        let mut alone = true;
        initial_values(declared, &mut |touch, _| {
            alone &= match touch {
                Touch::Read(place) => place.other().is_none() && place.region != Region::Global,
                Touch::NameChannel(_) => true,
                Touch::Channel(channel, _) => matches!(channel.kind, ExprKind::OwnChannel(_)),
                _ => false,
            };
        });
        alone
    }

    /// Which message a receive would take.
    fn find(&self, process: ProcessId, reception: &Reception) -> Followed<Option<usize>> {
        let channel = self.channel(process, &reception.channel)?;
        if channel.capacity == 0 {
            return Err(Halt::Ends);
        }
        self.cell(channel.start)?;
        let length = self.state.cells[channel.start] as usize;
        let candidates = if reception.random { length } else { length.min(1) };
        for position in 0..candidates {
            let at = channel.start + 1 + position * channel.fields;
            if self.matches(process, &reception.patterns, at..at + channel.fields)? {
                return Ok(Some(position));
            }
        }
        Ok(None)
    }

    fn matches(
        &self,
        process: ProcessId,
        patterns: &[Pattern],
        slot: std::ops::Range<usize>,
    ) -> Followed<bool> {
        let message = &self.state.cells[slot.clone()];
        for (place, (pattern, field)) in patterns.iter().zip(fields(message)).enumerate() {
            let Pattern::Match(expected) = pattern else { continue };
            let expected = self.value(process, expected)?;
            if slot.start + place < slot.end {
                self.cell(slot.start + place)?;
            }
            if expected != field {
                return Ok(false);
            }
        }
        Ok(true)
    }

    pub(super) fn channel(&self, process: ProcessId, expr: &Expr) -> Followed<Found> {
        self.expr(process, expr)?;
        let view = self.view(process);
        let named = view.channel(expr)?;
        Ok(Found {
            capacity: named.declared.capacity,
            fields: named.declared.fields.len(),
            start: named.start,
        })
    }

    pub(super) fn value(&self, process: ProcessId, expr: &Expr) -> Followed<i32> {
        self.expr(process, expr)?;
        Ok(self.view(process).value(expr)?)
    }

    /// What an expression reads.
    pub(super) fn expr(&self, process: ProcessId, expr: &Expr) -> Followed {
        match &expr.kind {
            ExprKind::Constant(_)
            | ExprKind::Channel(_)
            | ExprKind::OwnChannel(_)
            | ExprKind::Pid
            | ExprKind::ProcessOf(_)
            | ExprKind::Timeout => Ok(()),
            ExprKind::Load(place) => match self.address(process, place)? {
                Some(cell) => self.cell(cell),
                None => Ok(()),
            },
            ExprKind::Unary(_, operand)
            | ExprKind::Existing(operand)
            | ExprKind::Within(operand, ..) => self.expr(process, operand),
            ExprKind::At(other, _) => {
                let number = self.value(process, other)?;
                match self.view(process).process_with_number(number) {
                    Some(other) => self.location_of(other),
                    None => Ok(()),
                }
            }
            ExprKind::Binary(operator, operands) => {
                let left = self.value(process, &operands.0)?;
                match operator {
                    BinaryOperator::And if left == 0 => Ok(()),
                    BinaryOperator::Or if left != 0 => Ok(()),
                    _ => self.expr(process, &operands.1),
                }
            }
            ExprKind::Conditional(parts) => {
                let holds = self.value(process, &parts.0)? != 0;
                self.expr(process, if holds { &parts.1 } else { &parts.2 })
            }
            ExprKind::Query(_, channel) => {
                let channel = self.channel(process, channel)?;
                if channel.capacity > 0 { self.cell(channel.start) } else { Ok(()) }
            }
            ExprKind::Poll(reception) => self.find(process, reception).map(|_| ()),
            ExprKind::Spin(asked) => match &**asked {
                SpinExpr::ProcessCount => Ok(()),
                _ => self.everything(),
            },
        }
    }

    /// The cell of a state that a place names, once all is known that decides which; none if no state holds it.
    fn address(&self, process: ProcessId, place: &Place) -> Followed<Option<usize>> {
        if let Owner::Process(other) = &place.owner {
            self.expr(process, other)?;
        }
        place.subscripts.iter().try_for_each(|it| self.expr(process, &it.index))?;
        let view = self.view(process);
        match (place.region, &place.owner) {
            (Region::Constant | Region::Discarded, _) => {
                view.address(place)?;
                Ok(None)
            }
            (Region::Local(_), Owner::Process(other)) => {
                Ok(view.cell_of_other(other, place)?.map(|(_, cell)| cell))
            }
            _ => Ok(Some(view.address(place)?)),
        }
    }
}
