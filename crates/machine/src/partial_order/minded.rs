//! What a process minds where it stands.
//!
//! A process *minds* deeds of others that could change what its edges do now, or whether they can happen: its transitions
//! then depend on theirs. Of an ordinary send or receive with which a step begins, and of a question about a channel, what is
//! minded depends on what is in the channel: while there is room, nobody who receives makes a difference to a send, nor does
//! a sender to who receives while a message waits (Peled, *Combining partial order reductions with on-the-fly
//! model-checking*, 1996; Holzmann, *The SPIN Model Checker*, 2004, has it for `xr` and `xs` channels, which are believed).

use std::ops::Range;

use super::objects::{COUNT, Deeds, END, START, writes};
use super::program::Scan;
use super::resolver::{Resolver, Touched, is_block};
use super::sent::Sent;
use super::touch::{Actor, Channels, Touch, Toucher, receptions};
use crate::compile::Edge;
use crate::index::{ChannelInstance, LocationId};
use crate::program::{Action, ChannelQuery, Pattern};
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
    /// The channel, which is the queue of the process, may overflow before it moves, or cannot.
    Overflows(ChannelInstance, bool),
    /// The channel has no room for so many messages.
    Narrow(ChannelInstance, u32),
}

/// What a process minds at a location, by what it may do there.
#[derive(Clone, Debug)]
pub(super) struct Minded {
    pub parts: Vec<Part>,
}

/// What a process minds who may do something.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// The message that it must begin with.
    pub head: Option<Head>,
    pub always: Deeds,
    /// Few at a time: they are listed.
    pub sometimes: Vec<(Condition, Vec<u32>)>,
}

/// The oldest message of a channel, of which some fields are to hold certain values.
#[derive(Clone, Debug)]
pub(super) struct Head {
    pub channel: ChannelInstance,
    pub fields: Vec<(usize, i32)>,
    /// That something is sent to the channel, and received from it.
    pub send: u32,
    pub receive: u32,
}

/// What is known of the locations of a process where its transitions go on.
#[derive(Clone, Copy)]
struct After<'a> {
    first_location: usize,
    /// What is minded from each location on.
    minded: &'a [Deeds],
    /// What is sent from each on, if a send that is not possible is an error.
    sent: Option<&'a Sent>,
}

impl Resolver<'_> {
    /// What is minded at each of these locations: by the first operations of its edges, which take place in the state as it is,
    /// and by all that may come in the same transition.
    pub(super) fn all_minded(&mut self, range: Range<usize>) -> Vec<Minded> {
        let within = self.minded_within(range.clone());
        let sent = self.never_waits_to_send().then(|| Sent::within(self, range.clone()));
        let after = After { first_location: range.start, minded: &within, sent: sent.as_ref() };
        range.map(|location| self.minded(location, after)).collect()
    }

    /// What is minded at each of these locations in any state in which the process can move. (Who waits to send, and has nothing else
    /// to do, cannot: that somebody makes room is not minded.)
    pub(super) fn minded_by_movers(&mut self, range: Range<usize>) -> Vec<Deeds> {
        let within = self.minded_within(range.clone());
        let after = After { first_location: range.start, minded: &within, sent: None };
        range.map(|location| self.minded_by_mover(LocationId::new(location), after)).collect()
    }

    fn minded_by_mover(&mut self, location: LocationId, after: After<'_>) -> Deeds {
        let mut minded = self.nothing();
        let is_alone = self.location(location).edges.len() == 1;
        for edge in self.edges(location) {
            let touched = self.touched(edge);
            for touch in &touched.first {
                match touch {
                    Touch::Send { to, sorted: false }
                        if is_alone && !is_block(edge) && !self.may_be_rendezvous(to) =>
                    {
                        for channel in self.all(to) {
                            minded.add(self.objects.send(channel));
                            minded.add(self.objects.ask(channel));
                        }
                    }
                    touch => self.mind(touch, &mut minded),
                }
            }
            self.mind_rest(edge, &touched, &mut minded);
            if let Some(to) = self.goes_on(edge) {
                minded.add_all(after.minded[to.index() - after.first_location].words());
            }
        }
        minded
    }

    fn minded(&mut self, location: usize, after: After<'_>) -> Minded {
        let mut parts = vec![Part { head: None, always: self.nothing(), sometimes: Vec::new() }];
        let location = LocationId::new(location);
        let is_plain = self.is_plain(location);
        for edge in self.edges(location) {
            let head = if is_plain { self.head(edge) } else { None };
            let mut place = 0;
            if head.is_some() {
                place = parts.len();
                parts.push(Part { head, always: self.nothing(), sometimes: Vec::new() });
            }
            self.mind_edge(edge, after, &mut parts[place]);
        }
        Minded { parts }
    }

    /// Adds what is minded by who may take an edge.
    fn mind_edge(&mut self, edge: &Edge, after: After<'_>, part: &mut Part) {
        let touched = self.touched(edge);
        for touch in &touched.first {
            let minded = if is_block(edge) { Vec::new() } else { self.by_contents(touch) };
            if minded.is_empty() {
                self.mind(touch, &mut part.always);
            }
            part.sometimes.extend(minded);
        }
        self.mind_rest(edge, &touched, &mut part.always);
        if let Some(to) = self.goes_on(edge) {
            part.always.add_all(after.minded[to.index() - after.first_location].words());
        }
        for (channel, count) in after.sent.map(|sent| sent.from(self, edge)).unwrap_or_default() {
            let received = self.objects.receive(channel);
            part.sometimes.push((Condition::Narrow(channel, count), vec![received]));
        }
    }

    /// The message that an edge must begin with, if that is the oldest in a channel that is known.
    fn head(&self, edge: &Edge) -> Option<Head> {
        let Action::Receive(reception) = &edge.operations.first()?.action else { return None };
        if reception.random || reception.copy {
            return None;
        }
        let mut toucher = Toucher::new(self.actor, self.order);
        let Channels::One(channel) = toucher.channels(&reception.channel) else { return None };
        let (declared, _) = self.machine.channel(self.state, channel)?;
        if declared.capacity == 0 {
            return None;
        }
        let patterns = reception.patterns.iter().take(declared.fields.len());
        let fields = patterns.enumerate().filter_map(|(field, pattern)| {
            let Pattern::Match(value) = pattern else { return None };
            Some((field, value.constant_value()?))
        });
        let (send, receive) = (self.objects.send(channel), self.objects.receive(channel));
        Some(Head { channel, fields: fields.collect(), send, receive })
    }

    /// Whether a channel is what the process receives from, and nothing else, with a bound on what comes to it.
    fn is_queue(&self, channel: ChannelInstance) -> bool {
        self.own == [channel] && self.order.inflow.is_some()
    }

    /// Whether a send that is not possible is an error.
    pub(super) fn never_waits_to_send(&self) -> bool {
        self.machine.program.semantics.full_channel == FullChannel::Fails
            && !self.order.has_rendezvous
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
            // How much room there is is asked apart.
            Touch::Send { to: channels, sorted: false } if self.never_waits_to_send() => {
                for channel in self.all(channels) {
                    minded.add(self.objects.send(channel));
                    minded.add(self.objects.ask(channel));
                }
            }
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
            Touch::Finish => minded.add(COUNT),
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
        let (send, receive, ask) =
            (objects.send(channel), objects.receive(channel), objects.ask(channel));
        match touch {
            // Whether a later send fails depends on whether something was received before.
            Touch::Receive { .. } if fails && !self.is_queue(channel) => Vec::new(),
            Touch::Receive { .. } if fails => vec![
                (Condition::Overflows(channel, false), vec![receive, ask]),
                (Condition::Overflows(channel, true), vec![send, receive, ask]),
                (Condition::Empty(channel, true), vec![send]),
            ],
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
