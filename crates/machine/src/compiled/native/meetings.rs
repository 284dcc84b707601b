//! Rendezvous: see `Expansion::meet`. The message is handed over by parameters, so that meetings within atomic sequences do not lose it.

use super::super::code::{ByChannel, Edge, Offer, Takes};
use super::body::{Body, Label, Local};
use super::nodes::Mover;
use super::parts::Part;
use crate::index::ProcessId;

/// The parameters before the message: the record, the process that offers it, what that does afterwards.
const BEFORE_OFFER: u32 = 3;
/// Without the process.
const BEFORE_TAKE: u32 = 2;

impl Body<'_> {
    /// Hands the message of an edge over to all who take it, one after the other. Branches if nobody does.
    pub(super) fn meet(&mut self, edge: &Edge, mover: Mover, offer: &Offer, not: Label) {
        let (process, location, place) = mover;
        let after = self.translation.parts.after(Part::After(process, location, place));
        self.get(self.record);
        self.constant(process.0 as i32);
        self.constant(after as i32);
        for (value, cell) in &offer.message {
            self.value(value);
            self.wrap(*cell);
        }
        self.call(Part::Offer(offer.channel), BEFORE_OFFER + offer.message.len() as u32);
        let met = self.local();
        self.tee(met);
        self.raise_if_negative();
        self.get(met);
        self.op().i32_eqz();
        self.branch_if(not);
        self.give_back(met);
        self.cover(edge.id);
    }

    /// Offers a message to all others, the last first.
    pub(super) fn write_offer(&mut self, channel: i32, parameters: u32) {
        let program = self.translation.program;
        let met = self.local();
        self.set_constant(met, 0);
        for partner in ProcessId::below(program.processes.len()).rev() {
            let mut nodes = program.processes[partner.index()].nodes.iter();
            if !nodes.any(|node| node.edges.iter().any(|edge| may_take(edge, channel))) {
                continue;
            }
            let next = self.block();
            self.get(self.parameter(1));
            self.constant(partner.0 as i32);
            self.op().i32_eq();
            self.branch_if(next);
            self.get(self.record);
            for parameter in BEFORE_TAKE..parameters {
                self.get(self.parameter(parameter));
            }
            self.call(Part::Take(partner, channel), parameters - 1);
            let took = self.local();
            self.tee(took);
            self.raise_if_negative();
            self.get(met);
            self.get(took);
            self.op().i32_or();
            self.set(met);
            self.give_back(took);
            self.end();
        }
        self.get(met);
        self.op().return_();
        self.give_back(met);
    }

    /// Hands a message over to one process by each edge that takes it.
    pub(super) fn write_take(&mut self, partner: ProcessId, channel: i32) {
        let translation = self.translation;
        self.at_location(partner, |body, location| {
            let edges = location.map_or(&[][..], |location| {
                &translation.program.processes[partner.index()].nodes[location].edges
            });
            body.take_by_each(edges, partner, channel);
        });
    }

    fn take_by_each(&mut self, edges: &[Edge], partner: ProcessId, channel: i32) {
        self.by_each(
            edges,
            |edge| may_take(edge, channel),
            |body, place, _, not| {
                let edge = &edges[place];
                let is_meant =
                    |it: &Option<Takes>| it.as_ref().is_some_and(|it| it.channel == channel);
                let take = |body: &mut Self, it: &Option<Takes>| match it {
                    Some(takes) if takes.channel == channel => {
                        body.unless_fits(takes, not);
                        body.hand_over(edge, partner, takes);
                    }
                    _ => body.branch(not),
                };
                match &edge.takes {
                    Some(ByChannel::Any(number, all)) => {
                        body.by_number(number, all, is_meant, take)
                    }
                    Some(ByChannel::One(it)) => take(body, it),
                    None => {}
                }
            },
        );
    }

    /// Branches if a message is another one than is taken.
    fn unless_fits(&mut self, takes: &Takes, not: Label) {
        for (field, expected) in &takes.matches {
            self.value(expected);
            self.get(self.field(*field));
            self.op().i32_ne();
            self.branch_if(not);
        }
    }

    fn field(&self, field: usize) -> Local {
        self.parameter(BEFORE_TAKE + field as u32)
    }

    fn hand_over(&mut self, edge: &Edge, partner: ProcessId, takes: &Takes) {
        let target = if edge.atomic { self.frame() } else { self.offer_copy() };
        self.get(target);
        self.get(self.parameter(1));
        self.call_by_number();
        self.raise_if_negative();
        self.on(target, |body| {
            for (field, store) in &takes.stores {
                let field = body.field(*field);
                body.hand(store, |body| body.get(field));
            }
            body.make(&edge.after);
        });
        self.cover(edge.id);
        if edge.atomic {
            self.go_on(target, partner, edge.joined);
        } else {
            self.on(target, |body| body.forget());
        }
        self.give_back(target);
    }

    /// What a process does after its message was taken, but for what its partner does.
    pub(super) fn write_after(&mut self, (process, location, place): Mover) {
        let program = self.translation.program;
        let edge = &program.processes[process.index()].nodes[location].edges[place];
        self.make(&edge.after);
        self.answer(0);
    }
}

/// Whether an edge may take a message from a channel, or an alarm may be raised when it is asked.
fn may_take(edge: &Edge, channel: i32) -> bool {
    match &edge.takes {
        None | Some(ByChannel::One(None)) => false,
        Some(ByChannel::One(Some(takes))) => takes.channel == channel,
        Some(ByChannel::Any(..)) => true,
    }
}
