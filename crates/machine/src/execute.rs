//! Actions: whether they can happen, and what they do to a state.

use crate::compile::{Edge, Operation};
use crate::evaluate::{View, fields};
use crate::fault::Fault;
use crate::index::{ChannelInstance, ProcessId};
use crate::machine::Machine;
use crate::program::{Action, DeterministicBlock, Expr, Field, Pattern, Place, Reception, Region};
use crate::semantics::FullChannel;
use crate::spin::SpinAction;
use crate::state::State;

/// Deterministic blocks of fewer statements are not watched for loops.
const DETERMINISTIC_PATIENCE: u32 = 256;
/// How many statements a deterministic block may run before it is given up.
const DETERMINISTIC_LIMIT: u32 = 1_000_000;

/// Buffers that live as long as a worker, so that no step allocates.
#[derive(Clone, Debug)]
pub struct Buffers {
    message: Vec<i32>,
    /// A message before its values are wrapped to the fields.
    unwrapped: Vec<i32>,
    /// How many statements may still be run within deterministic blocks.
    pub allowance: u64,
}

impl Default for Buffers {
    fn default() -> Self {
        Buffers { message: Vec::new(), unwrapped: Vec::new(), allowance: u64::MAX }
    }
}

/// A message offered in a rendezvous.
#[derive(Clone, Copy, Debug)]
pub struct Offer<'a> {
    /// The channel.
    pub channel: ChannelInstance,
    /// A value for each field of the channel.
    pub message: &'a [i32],
}

/// Which part of an edge, or of its first operation, is executed.
#[derive(Clone, Copy, Debug)]
pub enum Part<'a> {
    /// All of it.
    Whole,
    /// What comes after the first action, which sent a message in a rendezvous.
    AfterSend,
    /// All of it; the first action takes a message over in a rendezvous.
    Taking(Offer<'a>),
}

impl View<'_> {
    /// Whether the first operation of an edge can happen without a rendezvous partner.
    /// `moved` says whether an edge that is listed before it at the same location could.
    pub(crate) fn is_enabled(&self, action: &Action, moved: bool) -> Result<bool, Fault> {
        Ok(match action {
            Action::Guard(condition) => self.guard(condition)?,
            Action::Else => !moved,
            Action::Send { channel, .. } => {
                let channel = self.channel(channel)?;
                let capacity = channel.declared.capacity;
                capacity > 0
                    && (self.state.cells[channel.start] < capacity as i32
                        || self.machine.program.semantics.full_channel == FullChannel::Fails)
            }
            Action::Receive(reception) => {
                let channel = self.channel(&reception.channel)?;
                match channel.declared.capacity {
                    0 if reception.copy => return Err(Fault::RendezvousPoll),
                    0 => false,
                    _ => self.find_message(reception, false)?.is_some(),
                }
            }
            Action::Terminate => {
                self.machine.removes_ended() && self.process.index() + 1 == self.state.processes()
            }
            Action::Deterministic(block) => self.begins(block, moved)?,
            Action::Skip
            | Action::OutOfRoom
            | Action::Assign(..)
            | Action::Assert(_)
            | Action::Print { .. }
            | Action::Spin(_)
            | Action::Run { .. } => true,
        })
    }

    fn begins(&self, block: &DeterministicBlock, moved: bool) -> Result<bool, Fault> {
        if block.begins_with_else() {
            return Ok(!moved);
        }
        for action in block.beginnings() {
            if self.is_enabled(action, false)? {
                return Ok(true);
            }
        }
        Ok(block.heads.is_empty())
    }

    fn enabled_option(
        &self,
        block: &DeterministicBlock,
        point: usize,
    ) -> Result<Option<usize>, Fault> {
        for (index, (action, _)) in block.points[point].options.iter().enumerate() {
            if self.is_enabled(action, false)? {
                return Ok(Some(index));
            }
        }
        Ok(None)
    }

    /// Whether an action can take a message offered in a rendezvous.
    pub(crate) fn accepts(&self, action: &Action, offer: Offer<'_>) -> Result<bool, Fault> {
        match action {
            Action::Receive(reception) => self.accepts_message(reception, offer),
            Action::Deterministic(block) => Ok(self.accepting(block, offer)?.is_some()),
            _ => Ok(false),
        }
    }

    /// With which of its beginnings a deterministic block can take a message.
    fn accepting(
        &self,
        block: &DeterministicBlock,
        offer: Offer<'_>,
    ) -> Result<Option<(u32, u32)>, Fault> {
        for &head in &block.heads {
            if let Action::Receive(reception) = &block.option(head).0
                && self.accepts_message(reception, offer)?
            {
                return Ok(Some(head));
            }
        }
        Ok(None)
    }

    fn accepts_message(&self, reception: &Reception, offer: Offer<'_>) -> Result<bool, Fault> {
        if self.value(&reception.channel)? != offer.channel.number() || reception.copy {
            return Ok(false);
        }
        let matches = self.matches(&reception.patterns, offer.message)?;
        if matches {
            reception.fits(offer.message.len())?;
        }
        Ok(matches)
    }

    /// What a message has for an expression: its value, or the blank in its place.
    fn message_value(&self, value: &Expr) -> Result<i32, Fault> {
        match self.machine.blanks.in_place_of(value) {
            Some(blank) => Ok(blank),
            None => self.value(value),
        }
    }

    /// The values of a message, wrapped to the fields of the channel, into `out`: 0 where a value is
    /// missing; what is too much is evaluated, and dropped.
    pub(crate) fn message(
        &self,
        fields: &[Field],
        values: &[Expr],
        out: &mut Vec<i32>,
    ) -> Result<(), Fault> {
        out.clear();
        for (place, value) in values.iter().enumerate() {
            let value = self.message_value(value)?;
            out.extend(fields.get(place).map(|field| field.cell.wrap(value)));
        }
        out.resize(fields.len(), 0);
        Ok(())
    }
}

impl View<'_> {
    /// The first message that is greater in the buffered channel at `start`; none if that goes to the end.
    pub(crate) fn sorted_position(&self, start: usize, message: &[i32]) -> Option<usize> {
        let length = self.state.cells[start] as usize;
        let mut slots = self.state.cells[start + 1..].chunks(message.len().max(1)).take(length);
        slots.position(|slot| message < slot)
    }
}

impl Reception {
    /// # Errors
    /// More patterns than a message that matches has [`fields`].
    pub(crate) fn fits(&self, fields: usize) -> Result<(), Fault> {
        if self.patterns.len() > fields && fields != 1 {
            return Err(self.arity(fields));
        }
        Ok(())
    }

    pub(crate) fn arity(&self, fields: usize) -> Fault {
        Fault::MessageArity { expected: fields as u32, given: self.patterns.len() as u32 }
    }

    /// # Errors
    /// A statement that stores nothing, and does not say what every field is. SPIN's verifiers look at
    /// that for ordinary receives outside of deterministic blocks.
    fn is_complete(&self, fields: usize) -> Result<(), Fault> {
        let asks = |pattern: &Pattern| matches!(pattern, Pattern::Match(_));
        let ordinary = !self.random && !self.copy;
        if ordinary && self.patterns.len() != fields && self.patterns.iter().all(asks) {
            return Err(self.arity(fields));
        }
        Ok(())
    }
}

/// Changes one state on behalf of one process.
pub(crate) struct Executor<'a> {
    pub machine: &'a Machine,
    pub state: &'a mut State,
    pub process: ProcessId,
    pub timeout: bool,
    pub buffers: &'a mut Buffers,
    /// Which operation of the edge is being executed.
    pub operation: u16,
    /// The operation in which an assertion failed first.
    pub failed_assertion: Option<u16>,
    /// Who wants to know what happens: nobody during a search.
    pub listener: Option<&'a mut dyn Listener>,
}

/// Hears what happens within an operation.
pub(crate) trait Listener {
    /// A process prints in a state.
    fn hear(&mut self, view: View<'_>, format: &str, arguments: &[Expr]);

    /// An action of a deterministic block is about to be done, with the message that it takes over in a rendezvous.
    fn begin(&mut self, view: View<'_>, action: &Action, accepted: Option<&[i32]>);
}

impl Executor<'_> {
    fn view(&self) -> View<'_> {
        View {
            machine: self.machine,
            state: self.state,
            process: self.process,
            timeout: self.timeout,
            questions: 0,
        }
    }

    /// Runs the operations of an enabled edge and moves the process.
    pub fn edge(&mut self, edge: &Edge, part: Part<'_>) -> Result<(), Fault> {
        if let Some((first, others)) = edge.operations.split_first() {
            self.operation(first, part)?;
            for operation in others {
                self.operation += 1;
                self.operation(operation, Part::Whole)?;
            }
        }
        self.machine.arrive_at(self.state, self.process, edge.to);
        Ok(())
    }

    /// Runs one operation.
    #[inline]
    pub fn operation(&mut self, operation: &Operation, part: Part<'_>) -> Result<(), Fault> {
        self.act(&operation.action, part)?;
        if !operation.resets.is_empty() {
            let start = self.state.starts[self.process.index()];
            for reset in &operation.resets {
                self.state.cells[(start + reset.offset) as usize] = 0;
            }
        }
        Ok(())
    }

    /// Does what an operation does, without the resets that follow.
    #[inline]
    pub fn act(&mut self, action: &Action, part: Part<'_>) -> Result<(), Fault> {
        match part {
            Part::Taking(offer) => self.accept(action, offer),
            Part::AfterSend => Ok(()),
            Part::Whole => self.statement(action),
        }
    }

    fn accept(&mut self, action: &Action, offer: Offer<'_>) -> Result<(), Fault> {
        match action {
            Action::Receive(reception) => {
                reception.is_complete(offer.message.len())?;
                self.store_all(&reception.patterns, offer.message)
            }
            Action::Deterministic(block) => {
                let Some(head) = self.view().accepting(block, offer)? else { return Ok(()) };
                let (first, target) = block.option(head);
                self.announce(first, Some(offer.message));
                if let Action::Receive(reception) = first {
                    self.store_all(&reception.patterns, offer.message)?;
                }
                self.block(block, *target)
            }
            _ => Ok(()),
        }
    }

    /// Runs one enabled action that is not in a deterministic block.
    fn statement(&mut self, action: &Action) -> Result<(), Fault> {
        if let Action::Receive(reception) = action {
            let fields = self.view().channel(&reception.channel)?.declared.fields.len();
            reception.is_complete(fields)?;
        }
        self.action(action)
    }

    /// Runs one enabled action, of a deterministic block for instance.
    pub fn action(&mut self, action: &Action) -> Result<(), Fault> {
        match action {
            Action::Skip | Action::Guard(_) | Action::Else => {}
            Action::OutOfRoom => return Err(Fault::OutOfRoom),
            Action::Print { format, arguments } => {
                // What is printed is seen by nobody, but it must be there.
                for argument in arguments {
                    self.view().value(argument)?;
                }
                if let Some(listener) = self.listener.take() {
                    listener.hear(self.view(), format, arguments);
                    self.listener = Some(listener);
                }
            }
            Action::Assign(place, value) => {
                let value = self.view().value(value)?;
                self.store(place, value)?;
            }
            Action::Send { channel, sorted, message } => {
                let mut values = std::mem::take(&mut self.buffers.message);
                let view = self.view();
                let outcome = view.channel(channel).and_then(|channel| {
                    let capacity = channel.declared.capacity;
                    // Where it would block nobody comes here, unless what a rendezvous offers cannot be computed. That has no cells.
                    if capacity > 0 && self.state.cells[channel.start] >= capacity as i32 {
                        return Err(Fault::FullChannel);
                    }
                    view.message(&channel.declared.fields, message, &mut values)?;
                    if capacity > 0 { Ok(channel.start) } else { Err(Fault::FullChannel) }
                });
                if let Ok(start) = outcome {
                    let fields = values.len();
                    let position =
                        if *sorted { self.sorted_position(start, message, fields)? } else { None };
                    self.insert(start, position, &values);
                }
                self.buffers.message = values;
                outcome?;
            }
            Action::Receive(reception) => self.receive(reception)?,
            Action::Assert(condition) => {
                if !self.view().holds(condition)? {
                    self.failed_assertion.get_or_insert(self.operation);
                }
            }
            Action::Run { process_type, arguments, priority, result } => {
                let mut values = std::mem::take(&mut self.buffers.message);
                values.clear();
                for argument in arguments {
                    values.push(self.view().value(argument)?);
                }
                let started = self.machine.start(self.state, *process_type, &values, *priority);
                self.buffers.message = values;
                let started = started?;
                if let Some(place) = result {
                    let number = self.machine.program.semantics.process_number(started);
                    self.store(place, number)?;
                }
            }
            Action::Spin(SpinAction::SetPriority { process, priority }) => {
                self.set_priority(process, priority)?;
            }
            Action::Deterministic(block) => self.block(block, Some(0))?,
            Action::Terminate => {
                if let Some(start) = self.state.starts.pop() {
                    self.state.cells.truncate(start as usize);
                    let own = self.state.queues.partition_point(|queue| queue.start <= start);
                    self.state.queues.truncate(own);
                }
            }
        }
        Ok(())
    }

    fn set_priority(&mut self, process: &Expr, priority: &Expr) -> Result<(), Fault> {
        let (process, value) = (self.view().value(process)?, self.view().value(priority)?);
        let view = self.view();
        let process = view.process_with_number(process);
        let Some(cell) = process.and_then(|process| view.priority_cell(process)) else {
            return Ok(());
        };
        if !(1..=255).contains(&value) {
            return Err(Fault::Priority { value });
        }
        self.state.cells[cell] = value;
        Ok(())
    }

    fn block(&mut self, block: &DeterministicBlock, from: Option<u32>) -> Result<(), Fault> {
        let mut at = from;
        let mut before: Option<(u32, Vec<i32>)> = None;
        for count in 0..DETERMINISTIC_LIMIT {
            let Some(point) = at else { return Ok(()) };
            if self.buffers.allowance == 0 {
                break;
            }
            self.buffers.allowance -= 1;
            // Brent 1980: who stands again where it stood at the last power of two goes in circles.
            if before.as_ref().is_some_and(|(p, cells)| *p == point && *cells == self.state.cells) {
                return Err(Fault::EndlessDeterministicStep);
            }
            if count >= DETERMINISTIC_PATIENCE && count.is_power_of_two() {
                before = Some((point, self.state.cells.clone()));
            }
            let point = point as usize;
            let Some(option) = self.view().enabled_option(block, point)? else {
                return Err(Fault::BlockedDeterministicStep);
            };
            let (action, target) = &block.points[point].options[option];
            self.announce(action, None);
            self.action(action)?;
            at = *target;
        }
        Err(Fault::LongDeterministicStep)
    }

    /// Says what is about to be done, if somebody listens.
    fn announce(&mut self, action: &Action, accepted: Option<&[i32]>) {
        if let Some(listener) = self.listener.take() {
            listener.begin(self.view(), action, accepted);
            self.listener = Some(listener);
        }
    }

    #[inline]
    fn store(&mut self, place: &Place, value: i32) -> Result<(), Fault> {
        let cell = self.view().address(place)?;
        if place.region != Region::Discarded {
            self.state.cells[cell] = place.cell.wrap(value);
        }
        Ok(())
    }

    fn store_all(&mut self, patterns: &[Pattern], message: &[i32]) -> Result<(), Fault> {
        for (pattern, field) in patterns.iter().zip(fields(message)) {
            match pattern {
                Pattern::Store(place) => self.store(place, field)?,
                Pattern::OwnNumber if field != self.view().own_number() => {
                    return Err(Fault::ForeignNumber { value: field });
                }
                Pattern::OwnNumber | Pattern::Any | Pattern::Match(_) => {}
            }
        }
        Ok(())
    }

    /// Before which message of the buffered channel at `start` a sorted send puts its own. SPIN compares
    /// the values before they are wrapped to the fields.
    fn sorted_position(
        &mut self,
        start: usize,
        values: &[Expr],
        fields: usize,
    ) -> Result<Option<usize>, Fault> {
        let mut message = std::mem::take(&mut self.buffers.unwrapped);
        message.clear();
        for value in values.iter().take(fields) {
            message.push(self.view().message_value(value)?);
        }
        message.resize(fields, 0);
        let position = self.view().sorted_position(start, &message);
        self.buffers.unwrapped = message;
        Ok(position)
    }

    /// Puts a message into the buffered channel at `start`, which has room: before the message at
    /// `position`, or at the end.
    fn insert(&mut self, start: usize, position: Option<usize>, message: &[i32]) {
        let fields = message.len();
        let length = self.state.cells[start] as usize;
        let slots = &mut self.state.cells[start + 1..];
        let position = position.unwrap_or(length);
        slots.copy_within(position * fields..length * fields, (position + 1) * fields);
        slots[position * fields..(position + 1) * fields].copy_from_slice(message);
        self.state.cells[start] += 1;
    }

    /// Takes, or copies, the first matching message of a buffered channel.
    fn receive(&mut self, reception: &Reception) -> Result<(), Fault> {
        let view = self.view();
        let Some(position) = view.find_message(reception, false)? else { return Ok(()) };
        let channel = view.channel(&reception.channel)?;
        let start = channel.start;
        let machine = self.machine;
        let Some((id, _)) = machine.channel_at(self.state, channel.instance) else { return Ok(()) };
        let blanks = &machine.blanks.fields[id.index()];
        let fields = blanks.len();
        let first = start + 1 + position * fields;
        let mut message = std::mem::take(&mut self.buffers.message);
        message.clear();
        message.extend_from_slice(&self.state.cells[first..first + fields]);
        let outcome = self.store_all(&reception.patterns, &message);
        self.buffers.message = message;
        outcome?;
        if !reception.copy {
            let end = start + 1 + self.state.cells[start] as usize * fields;
            self.state.cells.copy_within(first + fields..end, first);
            self.state.cells[end - fields..end].copy_from_slice(blanks);
            self.state.cells[start] -= 1;
        }
        Ok(())
    }
}
