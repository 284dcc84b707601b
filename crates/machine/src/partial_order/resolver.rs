//! What a process may do at its locations and from there on, as deeds that others may mind.

use std::ops::Range;

use super::objects::{COUNT, Deeds, END, Objects, START, reads, writes};
use super::program::PartialOrder;
use super::touch::{Actor, Channels, Touch, Toucher};
use crate::compile::{Edge, Location};
use crate::index::{ChannelInstance, EdgeId, LabelId, LocationId, ProcessTypeId};
use crate::machine::Machine;
use crate::program::Action;
use crate::state::State;

/// What an edge touches: with its first operation, and with those after it.
pub(super) struct Touched {
    pub first: Vec<Touch>,
    pub later: Vec<Touch>,
    /// Whether it cannot be said which channel is meant.
    fails: bool,
}

impl Touched {
    pub(super) fn of(edge: &Edge, actor: Actor<'_>, order: &PartialOrder) -> Touched {
        let process_type = actor.view.machine.type_of(edge.from);
        let mut toucher = Toucher::new(actor, order).of_type(process_type);
        let Some((first, later)) = edge.operations.split_first() else {
            return Touched { first: Vec::new(), later: Vec::new(), fails: false };
        };
        toucher.operation(first);
        let first = std::mem::take(&mut toucher.touched);
        later.iter().for_each(|operation| toucher.operation(operation));
        let machine = actor.view.machine;
        let ends = |to: LocationId| machine.has_ended(&machine.code.locations[to.index()]);
        if order.counts_processes && edge.to.is_some_and(ends) {
            toucher.touched.push(Touch::Finish);
        }
        Touched { first, later: toucher.touched, fails: toucher.fails }
    }

    /// Whether there may be a rendezvous.
    fn may_meet(&self, resolver: &Resolver<'_>) -> bool {
        self.first.iter().chain(&self.later).any(|touch| match touch {
            Touch::Send { to: channels, .. } | Touch::Receive { from: channels, .. } => {
                resolver.may_be_rendezvous(channels)
            }
            _ => false,
        })
    }
}

/// Whether an edge begins with a deterministic block.
pub(super) fn is_block(edge: &Edge) -> bool {
    edge.operations.first().is_some_and(|it| matches!(it.action, Action::Deterministic(_)))
}

/// Finds out what a process does and minds.
pub(super) struct Resolver<'a> {
    pub(super) machine: &'a Machine,
    pub(super) state: &'a State,
    pub(super) order: &'a PartialOrder,
    pub(super) objects: &'a Objects,
    pub(super) actor: Actor<'a>,
    deterministic: bool,
    /// The channels of its own.
    pub(super) own: Vec<ChannelInstance>,
    started: &'a [Deeds],
    pub(super) fails: bool,
}

impl<'a> Resolver<'a> {
    pub(super) fn new(
        order: &'a PartialOrder,
        actor: Actor<'a>,
        process_type: ProcessTypeId,
        started: &'a [Deeds],
    ) -> Resolver<'a> {
        let machine = actor.view.machine;
        let declared = machine.program.process_types.get(process_type.index());
        let count = declared.map_or(0, |declared| declared.channels.len()) as u32;
        // What has no process yet has no channels that anybody knows.
        let count = if actor.is_known { count } else { 0 };
        let own = (0..count).map(|it| actor.view.own_instance(it)).collect();
        Resolver {
            machine,
            state: actor.view.state,
            order,
            objects: &order.objects,
            actor,
            deterministic: declared.is_some_and(|declared| declared.deterministic),
            own,
            started,
            fails: false,
        }
    }

    pub(super) fn nothing(&self) -> Deeds {
        Deeds::none(self.objects.words())
    }

    pub(super) fn location(&self, id: LocationId) -> &'a Location {
        &self.machine.code.locations[id.index()]
    }

    pub(super) fn edges(&self, id: LocationId) -> impl Iterator<Item = &'a Edge> + use<'a> {
        let machine = self.machine;
        self.location(id).edges.iter().map(|EdgeId(edge)| &machine.code.edges[*edge as usize])
    }

    pub(super) fn touched(&mut self, edge: &Edge) -> Touched {
        let touched = Touched::of(edge, self.actor, self.order);
        self.fails |= touched.fails;
        touched
    }

    /// Where a process may go on in the transition that took an edge: in control, or as the partner of another rendezvous.
    pub(super) fn goes_on(&self, edge: &Edge) -> Option<LocationId> {
        let again =
            || self.order.meets_again && Touched::of(edge, self.actor, self.order).may_meet(self);
        edge.to.filter(|_| edge.atomic && !edge.joined || again())
    }

    /// Whether some of these channels may pass messages from hand to hand.
    pub(super) fn may_be_rendezvous(&self, channels: &Channels) -> bool {
        match channels {
            Channels::One(channel) => self.capacity(*channel).is_none_or(|capacity| capacity == 0),
            Channels::Some(_) | Channels::Any => self.order.has_rendezvous,
        }
    }

    pub(super) fn capacity(&self, channel: ChannelInstance) -> Option<u32> {
        let (declared, _) = self.machine.channel(self.state, channel)?;
        Some(declared.capacity)
    }

    /// The labels that are asked for at which an edge begins or ends.
    pub(super) fn labels(&self, edge: &Edge) -> impl Iterator<Item = LabelId> + use<'a> {
        let places: Vec<_> =
            edge.to.into_iter().chain([edge.from]).map(|it| self.location(it)).collect();
        let labels = self.machine.program.labels.iter().enumerate();
        labels
            .filter(move |(_, label)| {
                places
                    .iter()
                    .any(|it| it.process_type == label.process_type && it.node == label.node)
            })
            .map(|(index, _)| LabelId::new(index))
    }

    /// What may ever be done from each of these locations on.
    pub(super) fn futures(&mut self, range: Range<usize>) -> Vec<Deeds> {
        let mut futures: Vec<Deeds> =
            range.clone().map(|it| self.deeds(LocationId::new(it))).collect();
        self.carry_back(range, &mut futures, |edge| edge.to);
        futures
    }

    /// Adds to each location what holds of those that edges lead to, as far as `to` follows them.
    pub(super) fn carry_back(
        &self,
        range: Range<usize>,
        all: &mut [Deeds],
        to: impl Fn(&Edge) -> Option<LocationId>,
    ) {
        let order = self.targets_first(range.clone(), &to);
        let mut after = Vec::new();
        let mut news = true;
        while std::mem::take(&mut news) {
            for &location in &order {
                for target in self.edges(LocationId::new(location)).filter_map(&to) {
                    after.clear();
                    after.extend_from_slice(all[target.index() - range.start].words());
                    news |= all[location - range.start].add_all(&after);
                }
            }
        }
    }

    /// These locations, each after those that edges lead to, but for what leads back: so few passes are enough.
    pub(super) fn targets_first(
        &self,
        range: Range<usize>,
        to: &impl Fn(&Edge) -> Option<LocationId>,
    ) -> Vec<usize> {
        let mut order = Vec::with_capacity(range.len());
        let mut met = vec![false; range.len()];
        let mut open = Vec::new();
        for first in range.clone() {
            open.push((first, false));
            while let Some((location, is_left)) = open.pop() {
                if is_left {
                    order.push(location);
                } else if !std::mem::replace(&mut met[location - range.start], true) {
                    open.push((location, true));
                    let targets = self.edges(LocationId::new(location)).filter_map(to);
                    open.extend(targets.map(|target| (target.index(), false)));
                }
            }
        }
        order
    }

    /// What may be done at a location.
    fn deeds(&mut self, location: LocationId) -> Deeds {
        let mut deeds = self.nothing();
        let is_plain = self.is_plain(location);
        for edge in self.edges(location) {
            let touched = self.touched(edge);
            touched.first.iter().for_each(|touch| self.add_deeds(touch, is_plain, &mut deeds));
            touched.later.iter().for_each(|touch| self.add_deeds(touch, false, &mut deeds));
            for label in self.labels(edge) {
                writes(&self.objects.label(label)).for_each(|deed| deeds.add(deed));
            }
        }
        deeds
    }

    /// Whether nothing depends on that a send or receive at a location is *not* possible: no `else`, no escape, no
    /// sequence in control that would end there, no block that takes the first of its options.
    pub(super) fn is_plain(&self, location: LocationId) -> bool {
        !self.deterministic
            && !self.order.continued[location.index()]
            && !self
                .edges(location)
                .any(|edge| edge.is_else() || edge.escape.is_some() || is_block(edge))
    }

    pub(super) fn all(&self, channels: &Channels) -> Vec<ChannelInstance> {
        match channels {
            Channels::One(channel) => vec![*channel],
            Channels::Some(channels) => channels.clone(),
            Channels::Any => self.objects.all_channels().collect(),
        }
    }

    /// Adds what touching is, as others may mind. Where it is `plain`, nothing depends on that it is not possible.
    pub(super) fn add_deeds(&self, touch: &Touch, is_plain: bool, deeds: &mut Deeds) {
        let objects = self.objects;
        match touch {
            Touch::Read(things) => reads(things).for_each(|deed| deeds.add(deed)),
            Touch::Write(things) => writes(things).for_each(|deed| deeds.add(deed)),
            Touch::Send { to, sorted } => {
                for channel in self.all(to) {
                    deeds.add(objects.send(channel));
                    if *sorted {
                        // It may come first.
                        deeds.add(objects.receive(channel));
                    }
                    if !is_plain && !self.never_waits_to_send() {
                        deeds.add(objects.ask(channel));
                    }
                }
            }
            Touch::Receive { from, .. } => {
                for channel in self.all(from) {
                    deeds.add(objects.receive(channel));
                    if !is_plain {
                        deeds.add(objects.ask(channel));
                    }
                }
            }
            Touch::Ask(of, _) => {
                self.all(of).into_iter().for_each(|channel| deeds.add(objects.ask(channel)));
            }
            Touch::Start(process_type) => {
                deeds.add(START);
                if let Some(started) = self.started.get(process_type.index()) {
                    deeds.add_all(started.words());
                }
            }
            Touch::End => {
                deeds.add(END);
                self.add_own_channels(deeds);
            }
            Touch::Finish => deeds.add(END),
            Touch::Count => deeds.add(COUNT),
            Touch::Everything => deeds.add_everything(),
        }
    }

    /// Adds what is done to the channels of a process when it ends.
    pub(super) fn add_own_channels(&self, deeds: &mut Deeds) {
        self.uses_of_own_channels().for_each(|deed| deeds.add(deed));
    }

    pub(super) fn add_uses(&self, channel: ChannelInstance, deeds: &mut Deeds) {
        self.uses(channel).into_iter().for_each(|deed| deeds.add(deed));
    }

    fn uses(&self, channel: ChannelInstance) -> [u32; 3] {
        let objects = self.objects;
        [objects.send(channel), objects.receive(channel), objects.ask(channel)]
    }

    /// What is done to the channels of a process when it ends.
    pub(super) fn uses_of_own_channels(&self) -> impl Iterator<Item = u32> {
        self.own.iter().flat_map(|&channel| self.uses(channel))
    }
}
