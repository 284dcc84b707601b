//! One pass over a program: what may happen, by what may have happened so far.

use super::Possible;
use super::values::Values;
use crate::compile::{Edge, Location};
use crate::index::{ChannelId, ChannelInstance, ProcessTypeId};
use crate::machine::Machine;
use crate::partial_order::{Held, Holdings};
use crate::program::{
    Action, DeterministicBlock, Expr, ExprKind, Pattern, Place, Reception, Region,
};

pub(super) struct Flow<'a> {
    pub machine: &'a Machine,
    holdings: &'a Holdings,
    pub possible: &'a mut Possible,
    /// Whether more may happen than was known.
    pub news: bool,
    /// Whether a process may be started.
    pub starts: bool,
}

impl<'a> Flow<'a> {
    pub fn new(
        machine: &'a Machine,
        holdings: &'a Holdings,
        possible: &'a mut Possible,
    ) -> Flow<'a> {
        Flow { machine, holdings, possible, news: false, starts: false }
    }
}

impl Flow<'_> {
    pub fn pass(&mut self) {
        let machine = self.machine;
        for (index, location) in machine.code.locations.iter().enumerate() {
            if self.possible.locations[index] {
                self.location(location);
            }
        }
    }

    fn location(&mut self, location: &Location) {
        let machine = self.machine;
        // Whether an edge before is always possible.
        let mut certain = false;
        for &id in &location.edges {
            let edge = &machine.code.edges[id.index()];
            if edge.is_else() && certain {
                continue;
            }
            if let Some(first) = edge.operations.first().map(|it| &it.action) {
                certain |= self.always(location.process_type, first);
                if !self.may_begin(location.process_type, first) {
                    continue;
                }
            }
            if !std::mem::replace(&mut self.possible.edges[id.index()], true) {
                self.news = true;
            }
            self.edge(location.process_type, edge);
        }
    }

    fn edge(&mut self, of: ProcessTypeId, edge: &Edge) {
        for operation in &edge.operations {
            self.action(of, &operation.action);
        }
        if let Some(to) = edge.to {
            self.news |= !std::mem::replace(&mut self.possible.locations[to.index()], true);
        }
    }

    /// Whether an action can always begin, and does not fail to say so.
    fn always(&self, of: ProcessTypeId, action: &Action) -> bool {
        match action {
            Action::Skip => true,
            Action::Guard(condition) => {
                let outcome = self.outcome(of, condition);
                !outcome.fails && outcome.values.truths() == (false, true)
            }
            _ => false,
        }
    }

    /// Whether an action may ever begin, or fail.
    fn may_begin(&self, of: ProcessTypeId, action: &Action) -> bool {
        match action {
            Action::Guard(condition) => {
                let outcome = self.outcome(of, condition);
                outcome.fails || outcome.values.truths().1
            }
            Action::Receive(reception) => self.may_receive(of, reception),
            Action::Deterministic(block) => self.may_begin_block(of, block),
            _ => true,
        }
    }

    fn may_begin_block(&self, of: ProcessTypeId, block: &DeterministicBlock) -> bool {
        block.heads.is_empty()
            || block.begins_with_else()
            || block.beginnings().any(|action| self.may_begin(of, action))
    }

    /// Whether there may be a message that fits, or looking for it may fail.
    pub fn may_receive(&self, of: ProcessTypeId, reception: &Reception) -> bool {
        match self.sure_channels(of, &reception.channel) {
            Some(channels) => channels.iter().any(|&channel| self.fits(of, channel, reception)),
            None => true,
        }
    }

    /// The same of a poll. A channel without a buffer cannot be polled.
    pub fn may_be_polled(&self, of: ProcessTypeId, reception: &Reception) -> bool {
        let has_buffer = |it: &ChannelId| self.machine.program.channels[it.index()].capacity > 0;
        let channels = self.sure_channels(of, &reception.channel);
        let all_have = channels.is_some_and(|channels| channels.iter().all(has_buffer));
        !all_have || self.may_receive(of, reception)
    }

    /// The declarations of the channels that an expression may name, if it surely names one.
    pub fn sure_channels(&self, of: ProcessTypeId, channel: &Expr) -> Option<Vec<ChannelId>> {
        let is_sure = match &channel.kind {
            ExprKind::Channel(_) | ExprKind::OwnChannel(_) => true,
            ExprKind::Load(place) if place.region == Region::Constant => {
                let outcome = self.outcome(of, channel);
                !outcome.fails && !outcome.values.truths().0
            }
            _ => false,
        };
        if is_sure { self.channels(of, channel) } else { None }
    }

    fn fits(&self, of: ProcessTypeId, channel: ChannelId, reception: &Reception) -> bool {
        let declared = &self.machine.program.channels[channel.index()];
        if reception.copy && declared.capacity == 0 {
            // An error, whatever is offered.
            return true;
        }
        let Some(fields) = &self.possible.messages[channel.index()] else { return false };
        if reception.patterns.len() > fields.len() {
            return true;
        }
        reception.patterns.iter().zip(fields).all(|(pattern, field)| match pattern {
            Pattern::Match(expected) => {
                let outcome = self.outcome(of, expected);
                outcome.fails || outcome.values.meet(field)
            }
            Pattern::Store(_) | Pattern::Any | Pattern::OwnNumber => true,
        })
    }

    /// The declarations of the channels that an expression may name; none if they may be any.
    pub fn channels(&self, of: ProcessTypeId, channel: &Expr) -> Option<Vec<ChannelId>> {
        if let ExprKind::Load(place) = &channel.kind
            && let Some(number) = self.machine.constant_load(place)
        {
            return self.unowned(number).map(|channel| vec![channel]);
        }
        match self.holdings.named(&self.machine.program, Some(of), channel) {
            Held::Of(channels) => Some(channels.into_iter().collect()),
            Held::Any => None,
        }
    }

    /// The channel without an owner that a number names.
    fn unowned(&self, number: i32) -> Option<ChannelId> {
        let place = ChannelInstance::with_number(number)?.index();
        let declared = self.machine.program.channels.get(place)?;
        declared.owner.is_none().then(|| ChannelId::new(place))
    }

    fn all_channels(&self, of: ProcessTypeId, channel: &Expr) -> Vec<ChannelId> {
        let all = || self.holdings.declarations(&self.machine.program, Some(of), channel);
        self.channels(of, channel).unwrap_or_else(all)
    }

    fn action(&mut self, of: ProcessTypeId, action: &Action) {
        match action {
            Action::Assign(place, value) => {
                let values = self.outcome(of, value).values;
                self.write(place, &values);
            }
            Action::Send { channel, message, .. } => self.send(of, channel, message),
            Action::Receive(reception) => self.receive(of, reception),
            Action::Run { .. } => self.starts = true,
            Action::Deterministic(block) => {
                let options = block.points.iter().flat_map(|point| &point.options);
                for (action, _) in options {
                    if self.may_begin(of, action) {
                        self.action(of, action);
                    }
                }
            }
            Action::Skip
            | Action::Guard(_)
            | Action::Else
            | Action::Assert(_)
            | Action::Print { .. }
            | Action::Terminate
            | Action::OutOfRoom
            | Action::Spin(_) => {}
        }
    }

    fn write(&mut self, place: &Place, values: &Values) {
        let held = &mut self.possible.variables[place.variable.index()];
        self.news |= held.add_all(values, place.cell);
    }

    fn send(&mut self, of: ProcessTypeId, channel: &Expr, message: &[Expr]) {
        let values: Vec<Values> = message.iter().map(|it| self.outcome(of, it).values).collect();
        let missing = Values::one(0);
        for channel in self.all_channels(of, channel) {
            let declared = &self.machine.program.channels[channel.index()].fields;
            self.news |= self.possible.messages[channel.index()].is_none();
            let known = self.possible.fields(channel, declared.len());
            for (place, (field, known)) in declared.iter().zip(known).enumerate() {
                let value = values.get(place).unwrap_or(&missing);
                self.news |= known.add_all(value, field.cell);
            }
        }
    }

    fn receive(&mut self, of: ProcessTypeId, reception: &Reception) {
        for channel in self.all_channels(of, &reception.channel) {
            let Some(fields) = self.possible.messages[channel.index()].clone() else { continue };
            for (place, pattern) in reception.patterns.iter().enumerate() {
                if let Pattern::Store(target) = pattern {
                    // Beyond the only field there is 0.
                    let beyond = Values::one(0);
                    self.write(target, fields.get(place).unwrap_or(&beyond));
                }
            }
        }
    }
}
