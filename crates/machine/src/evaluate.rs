//! Expressions: 32-bit two's complement arithmetic, as in C.

use crate::fault::Fault;
use crate::index::{ChannelInstance, ProcessId};
use crate::machine::Machine;
use crate::program::{
    BinaryOperator, Channel, ChannelQuery, Expr, ExprKind, Owner, Pattern, Place, Reception,
    Region, UnaryOperator,
};
use crate::semantics::GuardFault;
use crate::state::State;

/// Who evaluates, and where.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// The machine.
    pub machine: &'a Machine,
    /// A state of it.
    pub state: &'a State,
    /// The process.
    pub process: ProcessId,
    /// Whether `timeout` holds.
    pub timeout: bool,
    /// How many processes asked, each about the next, whether it can move.
    pub(crate) questions: usize,
}

/// A channel that an expression names.
#[derive(Clone, Copy)]
pub(crate) struct Named<'a> {
    pub instance: ChannelInstance,
    pub declared: &'a Channel,
    /// Its first cell in the state.
    pub start: usize,
}

impl View<'_> {
    /// The value of an expression.
    pub(crate) fn value(&self, expr: &Expr) -> Result<i32, Fault> {
        Ok(match &expr.kind {
            ExprKind::Constant(value) => *value,
            ExprKind::Load(place) => return self.load(place),
            ExprKind::Binary(operator, operands) => {
                return self.binary(*operator, &operands.0, &operands.1);
            }
            ExprKind::Pid => self.own_number(),
            ExprKind::Unary(operator, operand) => operator.apply(self.value(operand)?),
            ExprKind::Channel(channel) => ChannelInstance::unowned(*channel).number(),
            ExprKind::OwnChannel(index) => self.own_channel(*index),
            ExprKind::Conditional(parts) => return self.conditional(parts),
            ExprKind::Query(query, channel) => self.query(*query, channel)?,
            ExprKind::Poll(reception) => i32::from(self.find_message(reception, true)?.is_some()),
            ExprKind::Timeout => i32::from(self.timeout),
            // All in one place: what is seldom asked must not make this slow.
            ExprKind::ProcessOf(_)
            | ExprKind::At(..)
            | ExprKind::Existing(_)
            | ExprKind::Within(..)
            | ExprKind::Spin(_) => {
                return self.other_process(expr);
            }
        })
    }

    /// Whether an expression is not zero.
    pub(crate) fn holds(&self, expr: &Expr) -> Result<bool, Fault> {
        Ok(self.value(expr)? != 0)
    }

    /// A function of its own: as part of [`View::value`] it would make a loop of that, and all else slower.
    #[inline(never)]
    fn conditional(&self, parts: &(Expr, Expr, Expr)) -> Result<i32, Fault> {
        let chosen = if self.value(&parts.0)? != 0 { &parts.1 } else { &parts.2 };
        self.value(chosen)
    }

    /// The number of the process that evaluates.
    #[inline]
    pub(crate) fn own_number(&self) -> i32 {
        self.machine.program.semantics.process_number(self.process)
    }

    /// Whether a guard with a condition is possible.
    pub(crate) fn guard(&self, condition: &Expr) -> Result<bool, Fault> {
        match self.holds(condition) {
            Err(_) if self.machine.program.semantics.guard_fault == GuardFault::Blocks => Ok(false),
            outcome => outcome,
        }
    }

    fn binary(&self, operator: BinaryOperator, left: &Expr, right: &Expr) -> Result<i32, Fault> {
        let a = self.value(left)?;
        match operator {
            BinaryOperator::And if a == 0 => return Ok(0),
            BinaryOperator::Or if a != 0 => return Ok(1),
            _ => {}
        }
        let b = self.value(right)?;
        operator.apply(a, b)
    }

    fn query(&self, query: ChannelQuery, channel: &Expr) -> Result<i32, Fault> {
        let channel = self.channel(channel)?;
        let length = match channel.declared.capacity {
            0 => 0,
            _ => self.state.cells[channel.start],
        };
        // SPIN's view of a rendezvous channel between steps: empty, with room for one.
        let capacity = channel.declared.capacity.max(1) as i32;
        Ok(match query {
            ChannelQuery::Length => length,
            ChannelQuery::Empty => i32::from(length == 0),
            ChannelQuery::NotEmpty => i32::from(length != 0),
            ChannelQuery::Full => i32::from(length == capacity),
            ChannelQuery::NotFull => i32::from(length != capacity),
        })
    }

    /// The channel that an expression names.
    pub(crate) fn channel(&self, expr: &Expr) -> Result<Named<'_>, Fault> {
        let value = self.value(expr)?;
        let instance = ChannelInstance::with_number(value).ok_or(Fault::NoChannel)?;
        if self.machine.is_ended_channel(self.state, instance) {
            return Err(Fault::EndedChannel);
        }
        let found = self.machine.channel(self.state, instance);
        found.map(|(declared, start)| Named { instance, declared, start }).ok_or(Fault::NoChannel)
    }

    /// The number of the `index`-th of the channels that the process has of its own.
    fn own_channel(&self, index: u32) -> i32 {
        self.own_instance(index).number()
    }

    /// The `index`-th of the channels that the process has of its own.
    pub(crate) fn own_instance(&self, index: u32) -> ChannelInstance {
        let record = self.state.starts[self.process.index()];
        let before = self.state.queues.partition_point(|queue| queue.start <= record);
        ChannelInstance::new(self.machine.global_channels + before + index as usize)
    }

    #[inline]
    fn load(&self, place: &Place) -> Result<i32, Fault> {
        if let Owner::Process(process) = &place.owner {
            return self.load_of_other(process, place);
        }
        let cell = self.address(place)?;
        Ok(match place.region {
            Region::Constant => self.machine.constants[cell],
            Region::Discarded => 0,
            _ => self.state.cells[cell],
        })
    }

    /// The cell that a place names: in the constants for a constant, else in the state.
    ///
    /// # Errors
    /// There is none: a subscript is out of range, or there is no such process.
    #[inline]
    pub(crate) fn address(&self, place: &Place) -> Result<usize, Fault> {
        let base = match (place.region, &place.owner) {
            (Region::Global | Region::Constant | Region::Discarded, _) => 0,
            (Region::Local(_), Owner::Actor) => {
                self.state.starts[self.process.index()] as usize + 1
            }
            (Region::Local(_), Owner::Process(process)) => {
                return self.address_of_other(process, place);
            }
        };
        let mut cell = base + place.offset as usize;
        for subscript in &place.subscripts {
            let index = self.value(&subscript.index)?;
            if index < 0 || index as u32 >= subscript.length {
                return Err(Fault::IndexOutOfRange { index, length: subscript.length });
            }
            cell += index as usize * subscript.stride as usize;
        }
        Ok(cell)
    }

    /// Which message of a buffered channel a receive would take: its position in the queue. A poll
    /// looks only at the fields that it asks for.
    ///
    /// # Errors
    /// A message that matches as far as it goes has fewer fields than there are patterns; or the channel has no buffer.
    pub(crate) fn find_message(
        &self,
        reception: &Reception,
        poll: bool,
    ) -> Result<Option<usize>, Fault> {
        let channel = self.channel(&reception.channel)?;
        if channel.declared.capacity == 0 {
            return Err(Fault::RendezvousPoll);
        }
        let fields = channel.declared.fields.len();
        let start = channel.start;
        let length = self.state.cells[start] as usize;
        let candidates = if reception.random { length } else { length.min(1) };
        for position in 0..candidates {
            let at = start + 1 + position * fields;
            if self.matches(&reception.patterns, &self.state.cells[at..at + fields])? {
                let mut rest = reception.patterns.iter().skip(fields);
                let is_asked = rest.any(|pattern| matches!(pattern, Pattern::Match(_)));
                if !poll || is_asked {
                    reception.fits(fields)?;
                }
                return Ok(Some(position));
            }
        }
        Ok(None)
    }

    /// Whether a message fits the patterns, as far as there are [`fields`].
    pub(crate) fn matches(&self, patterns: &[Pattern], message: &[i32]) -> Result<bool, Fault> {
        for (pattern, field) in patterns.iter().zip(fields(message)) {
            if let Pattern::Match(expected) = pattern
                && self.value(expected)? != field
            {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

impl UnaryOperator {
    /// The operator's value.
    #[must_use]
    #[inline]
    pub fn apply(self, a: i32) -> i32 {
        match self {
            UnaryOperator::Negate => a.wrapping_neg(),
            UnaryOperator::Not => i32::from(a == 0),
            UnaryOperator::Complement => !a,
        }
    }
}

impl BinaryOperator {
    /// The operator's value when both operands are evaluated.
    ///
    /// # Errors
    /// Division and remainder by zero.
    #[inline]
    pub fn apply(self, a: i32, b: i32) -> Result<i32, Fault> {
        Ok(match self {
            BinaryOperator::Multiply => a.wrapping_mul(b),
            BinaryOperator::Divide if b == 0 => return Err(Fault::DivisionByZero),
            BinaryOperator::Divide => a.wrapping_div(b),
            BinaryOperator::Modulo if b == 0 => return Err(Fault::DivisionByZero),
            BinaryOperator::Modulo => a.wrapping_rem(b),
            BinaryOperator::Add => a.wrapping_add(b),
            BinaryOperator::Subtract => a.wrapping_sub(b),
            BinaryOperator::ShiftLeft => a.wrapping_shl(b as u32),
            BinaryOperator::ShiftRight => a.wrapping_shr(b as u32),
            BinaryOperator::Less => i32::from(a < b),
            BinaryOperator::LessEqual => i32::from(a <= b),
            BinaryOperator::Greater => i32::from(a > b),
            BinaryOperator::GreaterEqual => i32::from(a >= b),
            BinaryOperator::Equal => i32::from(a == b),
            BinaryOperator::NotEqual => i32::from(a != b),
            BinaryOperator::BitAnd => a & b,
            BinaryOperator::BitXor => a ^ b,
            BinaryOperator::BitOr => a | b,
            BinaryOperator::And => i32::from(a != 0 && b != 0),
            BinaryOperator::Or => i32::from(a != 0 || b != 0),
        })
    }
}

/// The fields of a message that a receive may ask for. SPIN's verifiers find 0 beyond the only field of a message that has
/// one; beyond several fields there is nothing.
pub(crate) fn fields(message: &[i32]) -> impl Iterator<Item = i32> {
    let beyond = if message.len() == 1 { usize::MAX } else { 0 };
    message.iter().copied().chain(std::iter::repeat_n(0, beyond))
}
