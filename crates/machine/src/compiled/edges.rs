//! Edges of one process: when they can be taken, and what they do to a record.

use super::actions::{Change, ChangeFn, Condition, Store, constant_bytes};
use super::channels::{ByChannel, Channel};
use super::expressions::{Alarm, Compiler, Value};
use crate::compile::{Edge, Operation};
use crate::index::{EdgeId, LocationId, NodeId};
use crate::program::{Action, CellType, Expr, Pattern, Reception};
use crate::semantics::GuardFault;

/// What a process can do where it stands.
pub(super) struct Node {
    /// In the order in which it is tried.
    pub edges: Box<[CompiledEdge]>,
    /// Whether it is an error if two can be taken.
    pub deterministic: bool,
}

/// An edge.
pub(super) struct CompiledEdge {
    pub id: EdgeId,
    /// When it can be taken alone.
    pub condition: Condition,
    /// The message that it offers in a rendezvous, by the channel; none within where the channel has a buffer.
    pub offers: Option<ByChannel<Option<Offer>>>,
    /// What it takes over in one.
    pub takes: Option<ByChannel<Option<Takes>>>,
    /// What it does alone.
    pub changes: Box<[Change]>,
    /// What it does after a message was handed over.
    pub after: Box<[Change]>,
    /// Whether the process keeps control after it.
    pub atomic: bool,
    pub joined: bool,
    pub escape: Option<NodeId>,
}

/// A message offered in a rendezvous: the number of the channel, and a value with its type for each field.
pub(super) struct Offer {
    pub channel: i32,
    pub message: Box<[(Value, CellType)]>,
}

/// How a message is taken over in a rendezvous.
pub(super) struct Takes {
    /// The number of the channel.
    channel: i32,
    matches: Box<[(usize, Value)]>,
    stores: Box<[(usize, Store)]>,
}

impl CompiledEdge {
    /// How a message is taken over that is offered in a channel, if it is.
    #[inline]
    pub(super) fn accepts(
        &self,
        record: &[u8],
        channel: i32,
        message: &[i32],
        alarm: &Alarm,
    ) -> Option<&Takes> {
        let takes = self.takes.as_ref()?.find(record, alarm)?.as_ref()?;
        let fits = takes.channel == channel
            && takes.matches.iter().all(|(field, it)| it(record, alarm) == message[*field]);
        fits.then_some(takes)
    }
}

impl Takes {
    #[inline]
    pub(super) fn store(&self, record: &mut [u8], message: &[i32], alarm: &Alarm) {
        for (field, store) in &self.stores {
            store.store(record, message[*field], alarm);
        }
    }
}

impl Compiler<'_> {
    /// What can be done at a location, or that the interpreter knows it.
    pub(super) fn node(&self, location: LocationId, is_known: bool) -> Node {
        let code = &self.machine.code;
        let location = &code.locations[location.index()];
        let edges =
            location.edges.iter().map(|&id| self.edge(id, &code.edges[id.index()], is_known));
        let declared = &self.machine.program.process_types[location.process_type.index()];
        Node { edges: edges.collect(), deterministic: declared.deterministic }
    }

    fn edge(&self, id: EdgeId, edge: &Edge, is_known: bool) -> CompiledEdge {
        self.size.set(self.size.get() + 1);
        let mut compiled = CompiledEdge {
            id,
            condition: Condition::Never,
            offers: None,
            takes: None,
            changes: Box::default(),
            after: Box::default(),
            atomic: edge.atomic,
            joined: edge.joined,
            escape: edge.escape,
        };
        let Some(first) = edge.operations.first().map(|first| &first.action) else {
            return compiled;
        };
        if !is_known || self.begin(first, &mut compiled).is_none() {
            // The interpreter is asked whether it can be taken, by whoever stands here or offers something.
            compiled.condition = Condition::If(Box::new(|_, alarm| {
                alarm.raise();
                false
            }));
            compiled.takes = Some(ByChannel::unknown());
            return compiled;
        }
        compiled.changes = self.all_changes(edge, true);
        if compiled.offers.is_some() || compiled.takes.is_some() {
            compiled.after = self.all_changes(edge, false);
        }
        compiled
    }

    /// What an edge does, with its first action or only after it.
    fn all_changes(&self, edge: &Edge, with_first: bool) -> Box<[Change]> {
        let mut changes = Vec::new();
        for (place, operation) in edge.operations.iter().enumerate() {
            let is_done = place > 0 || with_first;
            if is_done && self.changes(&operation.action, &mut changes).is_none() {
                let change: ChangeFn = Box::new(|_, alarm| alarm.raise());
                return Box::new([Change::Run(change)]);
            }
            self.resets(operation, &mut changes);
        }
        self.arrive(edge.to, &mut changes);
        changes.into()
    }

    /// Tells by the first action of an edge when it can be taken. None if that is left to the interpreter.
    fn begin(&self, action: &Action, edge: &mut CompiledEdge) -> Option<()> {
        match action {
            Action::Send { channel, message, .. } if self.may_meet(channel) => {
                edge.offers = Some(self.by_channel(channel, |it| self.offer(it, message))?);
            }
            Action::Receive(reception) if self.may_meet(&reception.channel) => {
                let channel = &reception.channel;
                edge.takes = Some(self.by_channel(channel, |it| self.takes(it, reception))?);
            }
            Action::Deterministic(block) if block.beginnings().any(|it| self.may_take(it)) => {
                return None;
            }
            _ => {}
        }
        edge.condition = self.guarded(self.condition(action)?, action);
        Some(())
    }

    /// A guard that cannot be evaluated does not hold, where it is so.
    fn guarded(&self, condition: Condition, action: &Action) -> Condition {
        let blocks = self.machine.program.semantics.guard_fault == GuardFault::Blocks;
        match (condition, action) {
            (Condition::If(test), Action::Guard(_)) if blocks => {
                Condition::If(Box::new(move |s, alarm| test(s, alarm) & !alarm.take()))
            }
            (condition, _) => condition,
        }
    }

    fn may_take(&self, action: &Action) -> bool {
        matches!(action, Action::Receive(reception) if self.may_meet(&reception.channel))
    }

    /// Whether a channel may be one without a buffer.
    pub(super) fn may_meet(&self, channel: &Expr) -> bool {
        match self.channel(channel) {
            Some(channel) => channel.buffer.is_none(),
            None => self.machine.program.channels.iter().any(|it| it.capacity == 0),
        }
    }

    /// What a send to a channel offers: nothing, if that has a buffer.
    fn offer(&self, channel: &Channel, message: &[Expr]) -> Option<Option<Offer>> {
        if channel.buffer.is_some() {
            return Some(None);
        }
        let values = self.message(channel, message)?;
        let fields = &self.machine.program.channels[channel.declared.index()].fields;
        let message = values.into_iter().zip(fields.iter().map(|field| field.cell)).collect();
        Some(Some(Offer { channel: channel.number, message }))
    }

    /// How a message is taken over from a channel: not at all, if that has a buffer.
    fn takes(&self, channel: &Channel, reception: &Reception) -> Option<Option<Takes>> {
        if channel.buffer.is_some() {
            return Some(None);
        }
        let fields = self.machine.program.channels[channel.declared.index()].fields.len();
        if reception.copy || reception.patterns.len() != fields {
            return None;
        }
        let (mut matches, mut stores) = (Vec::new(), Vec::new());
        for (field, pattern) in reception.patterns.iter().enumerate() {
            if let Pattern::Match(expected) = pattern {
                matches.push((field, self.expression(expected)?.value()));
            } else if let Some(store) = self.pattern_store(pattern)? {
                stores.push((field, store));
            }
        }
        let (matches, stores) = (matches.into(), stores.into());
        Some(Some(Takes { channel: channel.number, matches, stores }))
    }

    fn resets(&self, operation: &Operation, changes: &mut Vec<Change>) {
        let start = self.layout.slots[self.process.index()].start;
        for reset in &operation.resets {
            constant_bytes(self.layout.cells[start + reset.offset as usize], 0, changes);
        }
    }

    /// The process goes to a location, unless it is gone.
    fn arrive(&self, to: Option<LocationId>, changes: &mut Vec<Change>) {
        let cells = &self.layout.cells;
        if let Some(to) = to {
            let slot = self.layout.slots[self.process.index()];
            constant_bytes(cells[slot.start], to.0 as i32 + 1, changes);
        }
        if let Some(last) = self.machine.last {
            let number = self.machine.program.semantics.process_number(self.process);
            constant_bytes(cells[last as usize], number, changes);
        }
    }
}
