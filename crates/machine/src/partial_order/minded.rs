//! What a process minds where it stands.
//!
//! A process *minds* deeds of others that could change what its edges do now, or whether they can happen: its transitions
//! then depend on theirs. Of an ordinary send or receive with which a step begins, and of a question about a channel, what is
//! minded depends on what is in the channel: while there is room, nobody who receives makes a difference to a send, nor does
//! a sender to who receives while a message waits (Peled, *Combining partial order reductions with on-the-fly
//! model-checking*, 1996; Holzmann, *The SPIN Model Checker*, 2004, has it for `xr` and `xs` channels, which are believed).

use super::objects::{COUNT, Deeds, END, START, writes};
use super::resolver::{Resolver, Touched, is_block};
use super::touch::{Channels, Scan, Touch, Toucher, receptions};
use crate::compile::Edge;
use crate::index::{ChannelInstance, LocationId};
use crate::program::ChannelQuery;

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
    pub sometimes: Vec<(Condition, Deeds)>,
}

impl Resolver<'_> {
    /// What is minded at a location: by the first operations of its edges, which take place in the state as it is, and by all
    /// that may come in the same transition.
    pub(super) fn minded(&mut self, location: LocationId) -> Minded {
        let mut minded = Minded { always: self.nothing(), sometimes: Vec::new() };
        let mut reached: Vec<LocationId> = Vec::new();
        for edge in self.edges(location) {
            let Touched { first, later } = self.touched(edge);
            for touch in first {
                let parts = if is_block(edge) { Vec::new() } else { self.by_contents(&touch) };
                if parts.is_empty() {
                    self.mind(&touch, &mut minded.always);
                }
                minded.sometimes.extend(parts);
            }
            self.mind_rest(edge, &later, &mut minded.always, &mut reached);
        }
        let mut done = 0;
        while done < reached.len() {
            for edge in self.edges(reached[done]) {
                let Touched { mut first, later } = self.touched(edge);
                first.extend(later);
                self.mind_rest(edge, &first, &mut minded.always, &mut reached);
            }
            done += 1;
        }
        minded
    }

    /// What is minded besides the first operation; and where the transition goes on.
    fn mind_rest(
        &mut self,
        edge: &Edge,
        touched: &[Touch],
        minded: &mut Deeds,
        reached: &mut Vec<LocationId>,
    ) {
        touched.iter().for_each(|touch| self.mind(touch, minded));
        for label in self.labels(edge) {
            self.mind(&Touch::Write(self.objects.label(label)), minded);
        }
        let Some(to) = edge.to else { return };
        if self.machine.has_ended(self.location(to)) {
            // While ended processes stay, their channels must not be used any more.
            self.add_own_channels(minded);
        }
        self.mind_arrival(to, minded);
        if edge.atomic && !reached.contains(&to) {
            reached.push(to);
        }
    }

    /// Who arrives where it receives becomes a partner of a rendezvous: a sender that has something else to do if there is none
    /// sees it.
    fn mind_arrival(&mut self, to: LocationId, minded: &mut Deeds) {
        if !self.order.has_rendezvous {
            return;
        }
        let first = self.edges(to).filter_map(|edge| edge.operations.first());
        let received: Vec<_> = first.flat_map(|it| receptions(&it.action)).collect();
        for reception in received {
            let mut toucher = Toucher::new(self.actor, self.order);
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
            Touch::Start(_) => [START, END, COUNT].into_iter().for_each(|deed| minded.add(deed)),
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
        let is_rendezvous = match channels {
            Channels::One(channel) => self.capacity(*channel) == Some(0),
            Channels::Some(_) | Channels::Any => self.order.has_rendezvous,
        };
        match self.order.scan {
            _ if !is_rendezvous => {}
            Scan::Safe => {}
            Scan::Fixed => minded.add(START),
            Scan::MayFail => minded.add_everything(),
        }
    }

    fn capacity(&self, channel: ChannelInstance) -> Option<u32> {
        let (declared, _) = self.machine.channel(self.state, channel)?;
        Some(declared.capacity)
    }

    /// What is minded of others by who touches something in the state as it is, where that depends on what is in a channel, or
    /// on who is the youngest; nothing if it does not.
    fn by_contents(&self, touch: &Touch) -> Vec<(Condition, Deeds)> {
        let objects = self.objects;
        let channel = match touch {
            Touch::Send { to: Channels::One(channel), sorted: false }
            | Touch::Receive { from: Channels::One(channel), random: false }
            | Touch::Ask(Channels::One(channel), Some(_)) => *channel,
            Touch::End => {
                let mut youngest = self.of([START, COUNT]);
                self.add_own_channels(&mut youngest);
                return vec![
                    (Condition::Youngest(true), youngest),
                    (Condition::Youngest(false), self.of([END])),
                ];
            }
            _ => return Vec::new(),
        };
        if self.capacity(channel).is_none_or(|capacity| capacity == 0) {
            return Vec::new();
        }
        let (send, receive, ask) =
            (objects.send(channel), objects.receive(channel), objects.ask(channel));
        match touch {
            Touch::Send { .. } => vec![
                (Condition::Full(channel, false), self.of([send, ask])),
                (Condition::Full(channel, true), self.of([receive])),
            ],
            Touch::Receive { .. } => vec![
                (Condition::Empty(channel, false), self.of([receive, ask])),
                (Condition::Empty(channel, true), self.of([send])),
            ],
            Touch::Ask(_, Some(ChannelQuery::Empty | ChannelQuery::NotEmpty)) => vec![
                (Condition::Empty(channel, false), self.of([receive])),
                (Condition::Empty(channel, true), self.of([send])),
            ],
            Touch::Ask(_, Some(ChannelQuery::Full | ChannelQuery::NotFull)) => vec![
                (Condition::Full(channel, false), self.of([send])),
                (Condition::Full(channel, true), self.of([receive])),
            ],
            _ => Vec::new(),
        }
    }

    fn of<const N: usize>(&self, deeds: [u32; N]) -> Deeds {
        let mut set = self.nothing();
        deeds.into_iter().for_each(|deed| set.add(deed));
        set
    }
}
