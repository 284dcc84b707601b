//! Edges of one process: when they can be taken, and what they do to a record.

use super::{Channel, Lowering, constant_bytes};
use crate::compile::{self, Operation};
use crate::compiled::code::{ByChannel, Change, Condition, Edge, Node, Offer, Takes, Value};
use crate::index::{EdgeId, LocationId};
use crate::program::{Action, Expr, Pattern, Reception};
use crate::semantics::GuardFault;

impl Lowering<'_> {
    /// What can be done at a location, or that the interpreter knows it.
    pub(in crate::compiled) fn node(&self, location: LocationId, is_known: bool) -> Node {
        let code = &self.machine.code;
        let location = &code.locations[location.index()];
        let edges =
            location.edges.iter().map(|&id| self.edge(id, &code.edges[id.index()], is_known));
        let declared = &self.machine.program.process_types[location.process_type.index()];
        Node { edges: edges.collect(), deterministic: declared.deterministic }
    }

    fn edge(&self, id: EdgeId, edge: &compile::Edge, is_known: bool) -> Edge {
        self.grow(1);
        let mut lowered = Edge {
            id,
            condition: Condition::Never,
            offers: None,
            takes: None,
            changes: Vec::new(),
            after: Vec::new(),
            atomic: edge.atomic,
            joined: edge.joined,
            escape: edge.escape,
        };
        let Some(first) = edge.operations.first().map(|first| &first.action) else {
            return lowered;
        };
        if !is_known || self.begin(first, &mut lowered).is_none() {
            // The interpreter is asked whether it can be taken, by whoever stands here or offers something.
            lowered.condition = Condition::If(Value::Alarm);
            lowered.offers = None;
            lowered.takes = Some(ByChannel::unknown());
            return lowered;
        }
        lowered.changes = self.all_changes(edge, true);
        if lowered.offers.is_some() || lowered.takes.is_some() {
            lowered.after = self.all_changes(edge, false);
        }
        lowered
    }

    /// What an edge does, with its first action or only after it.
    fn all_changes(&self, edge: &compile::Edge, with_first: bool) -> Vec<Change> {
        let mut changes = Vec::new();
        for (place, operation) in edge.operations.iter().enumerate() {
            let is_done = place > 0 || with_first;
            if is_done && self.changes(&operation.action, &mut changes).is_none() {
                return vec![Change::Alarm];
            }
            self.resets(operation, &mut changes);
        }
        self.arrive(edge.to, &mut changes);
        changes
    }

    /// Tells by the first action of an edge when it can be taken. None if that is left to the interpreter.
    fn begin(&self, action: &Action, edge: &mut Edge) -> Option<()> {
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
                Condition::If(Value::Safely(Box::new(test)))
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
                matches.push((field, self.expression(expected)?));
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
