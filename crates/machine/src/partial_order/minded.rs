//! What a process minds where it stands.
//!
//! A process *minds* deeds of others that could change what its edges do now, or whether they can happen: its transitions
//! then depend on theirs. Of an ordinary send or receive with which a step begins, and of a question about a channel, what is
//! minded depends on what is in the channel: while there is room, nobody who receives makes a difference to a send, nor does
//! a sender to who receives while a message waits (Peled, *Combining partial order reductions with on-the-fly
//! model-checking*, 1996; Holzmann, *The SPIN Model Checker*, 2004, has it for `xr` and `xs` channels, which are believed).

use std::ops::Range;

use super::objects::{COUNT, Deeds, END, START, writes};
use super::resolver::{Resolver, Touched, is_block};
use super::touch::{Actor, Channels, Scan, Touch, Toucher, receptions};
use crate::compile::Edge;
use crate::index::{ChannelInstance, LocationId};
use crate::program::ChannelQuery;
use crate::semantics::FullChannel;

/// When something is minded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Condition {
    /// The channel is empty, or is not.
    Empty(ChannelInstance, bool),
    /// The channel is full, or is not.
    Full(ChannelInstance, bool),
    /// No process is younger, or one is.
    Youngest(bool),
}

/// What a process minds at a location.
#[derive(Clone, Debug)]
pub(super) struct Minded {
    pub always: Deeds,
    /// Few at a time: they are listed.
    pub sometimes: Vec<(Condition, Vec<u32>)>,
}

impl Resolver<'_> {
    /// What is minded at each of these locations: by the first operations of its edges, which take place in the state as it is,
    /// and by all that may come in the same transition.
    pub(super) fn all_minded(&mut self, range: Range<usize>) -> Vec<Minded> {
        let within = self.minded_within(range.clone());
        range.clone().map(|location| self.minded(location, range.start, &within)).collect()
    }

    fn minded(&mut self, location: usize, first_location: usize, within: &[Deeds]) -> Minded {
        let mut minded = Minded { always: self.nothing(), sometimes: Vec::new() };
        for edge in self.edges(LocationId::new(location)) {
            let touched = self.touched(edge);
            for touch in &touched.first {
                let parts = if is_block(edge) { Vec::new() } else { self.by_contents(touch) };
                if parts.is_empty() {
                    self.mind(touch, &mut minded.always);
                }
                minded.sometimes.extend(parts);
            }
            self.mind_rest(edge, &touched, &mut minded.always);
            if let Some(to) = self.goes_on(edge) {
                minded.always.add_all(within[to.index() - first_location].words());
            }
        }
        minded
    }

    /// What is minded where a transition that came to a location goes on from there.
    fn minded_within(&mut self, range: Range<usize>) -> Vec<Deeds> {
        let mut within = vec![self.nothing(); range.len()];
        for location in range.clone().filter(|&location| self.order.continued[location]) {
            let minded = &mut within[location - range.start];
            for edge in self.edges(LocationId::new(location)) {
                let touched = self.touched(edge);
                touched.first.iter().for_each(|touch| self.mind(touch, minded));
                self.mind_rest(edge, &touched, minded);
            }
        }
        self.carry_back(range, &mut within, |edge| self.goes_on(edge));
        within
    }

    /// What is minded besides the first operation.
    fn mind_rest(&self, edge: &Edge, touched: &Touched, minded: &mut Deeds) {
        touched.later.iter().for_each(|touch| self.mind(touch, minded));
        for label in self.labels(edge) {
            self.mind(&Touch::Write(self.objects.label(label)), minded);
        }
        if self.hands_over(edge, touched) {
            minded.add_everything();
        }
        let Some(to) = edge.to else { return };
        if self.machine.has_ended(self.location(to)) {
            // While ended processes stay, their channels must not be used any more.
            self.add_own_channels(minded);
        }
        self.mind_arrival(to, self.actor, minded);
    }

    /// Whether a process that is started may take part in the very same transition: by a rendezvous, it can take over control.
    /// (Other partners are there before, and belong to who minds what happens to the channel.)
    fn hands_over(&self, edge: &Edge, touched: &Touched) -> bool {
        let mut all = touched.first.iter().chain(&touched.later);
        self.order.has_rendezvous
            && all.any(|touch| matches!(touch, Touch::Start(_)))
            && (edge.atomic || is_block(edge) || edge.operations.len() > 1)
    }

    /// Who arrives where it receives becomes a partner of a rendezvous: a sender that has something else to do if there is none
    /// sees it.
    fn mind_arrival(&self, to: LocationId, who: Actor<'_>, minded: &mut Deeds) {
        if !self.order.has_rendezvous {
            return;
        }
        let first = self.edges(to).filter_map(|edge| edge.operations.first());
        let received: Vec<_> = first.flat_map(|it| receptions(&it.action)).collect();
        for reception in received {
            let mut toucher = Toucher::new(who, self.order);
            let from = toucher.channels(&reception.channel);
            for channel in self.all(&from) {
                minded.add(self.objects.ask(channel));
            }
        }
    }

    /// Adds what is minded by who touches something, whatever the state.
    fn mind(&self, touch: &Touch, minded: &mut Deeds) {
        match touch {
            Touch::Read(things) => writes(things).for_each(|deed| minded.add(deed)),
            Touch::Write(things) => things.clone().for_each(|deed| minded.add(deed)),
            Touch::Send { to: channels, .. } | Touch::Receive { from: channels, .. } => {
                self.all(channels).into_iter().for_each(|channel| self.add_uses(channel, minded));
                if matches!(touch, Touch::Send { .. }) {
                    self.mind_scan(channels, minded);
                }
            }
            Touch::Ask(channels, _) => {
                for channel in self.all(channels) {
                    minded.add(self.objects.send(channel));
                    minded.add(self.objects.receive(channel));
                }
            }
            Touch::Start(process_type) => {
                [START, END, COUNT].into_iter().for_each(|deed| minded.add(deed));
                let entry = self.machine.code.entries[process_type.index()];
                self.mind_arrival(entry, Actor::unknown(self.machine), minded);
            }
            Touch::End => {
                [START, END, COUNT].into_iter().for_each(|deed| minded.add(deed));
                self.add_own_channels(minded);
            }
            Touch::Count => [START, END].into_iter().for_each(|deed| minded.add(deed)),
            Touch::Everything => minded.add_everything(),
        }
    }

    /// A rendezvous looks at all processes for one that receives.
    fn mind_scan(&self, channels: &Channels, minded: &mut Deeds) {
        match self.order.scan {
            _ if !self.may_be_rendezvous(channels) => {}
            Scan::Safe => {}
            Scan::Fixed => minded.add(START),
            Scan::MayFail => minded.add_everything(),
        }
    }

    /// What is minded of others by who touches something in the state as it is, where that depends on what is in a channel, or
    /// on who is the youngest; nothing if it does not.
    fn by_contents(&self, touch: &Touch) -> Vec<(Condition, Vec<u32>)> {
        let objects = self.objects;
        let channel = match touch {
            Touch::Send { to: Channels::One(channel), sorted: false }
            | Touch::Receive { from: Channels::One(channel), random: false }
            | Touch::Ask(Channels::One(channel), Some(_)) => *channel,
            Touch::End => {
                let own = self.uses_of_own_channels();
                return vec![
                    (Condition::Youngest(true), [START, COUNT].into_iter().chain(own).collect()),
                    (Condition::Youngest(false), vec![END]),
                ];
            }
            _ => return Vec::new(),
        };
        if self.capacity(channel).is_none_or(|capacity| capacity == 0) {
            return Vec::new();
        }
        let fails = self.machine.program.semantics.full_channel == FullChannel::Fails;
        if fails && matches!(touch, Touch::Receive { .. }) {
            // Whether a later send fails depends on whether something was received before.
            return Vec::new();
        }
        let (send, receive, ask) =
            (objects.send(channel), objects.receive(channel), objects.ask(channel));
        match touch {
            Touch::Send { .. } => vec![
                (Condition::Full(channel, false), vec![send, ask]),
                (Condition::Full(channel, true), vec![receive]),
            ],
            Touch::Receive { .. } => vec![
                (Condition::Empty(channel, false), vec![receive, ask]),
                (Condition::Empty(channel, true), vec![send]),
            ],
            Touch::Ask(_, Some(ChannelQuery::Empty | ChannelQuery::NotEmpty)) => vec![
                (Condition::Empty(channel, false), vec![receive]),
                (Condition::Empty(channel, true), vec![send]),
            ],
            Touch::Ask(_, Some(ChannelQuery::Full | ChannelQuery::NotFull)) => vec![
                (Condition::Full(channel, false), vec![send]),
                (Condition::Full(channel, true), vec![receive]),
            ],
            _ => Vec::new(),
        }
    }
}
