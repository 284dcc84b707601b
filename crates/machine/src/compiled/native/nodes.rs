//! What a process does where it stands: see `Expansion::moves_of`.

use super::super::code::{ByChannel, Edge, Node, Offer};
use super::body::{Body, Label, Local};
use super::parts::Part;
use crate::index::{NodeId, ProcessId};

/// The process that moves, and the place of its edge at its location.
pub(super) type Mover = (ProcessId, usize, usize);

/// The escape that was begun last, where that matters: its number plus one, or zero.
#[derive(Clone, Copy)]
pub(super) struct Escape(Option<Local>);

impl Body<'_> {
    /// Makes all moves of a process at a location, and answers whether there are any.
    pub(super) fn moves(&mut self, process: ProcessId, location: usize) {
        let translation = self.translation;
        let node = &translation.program.processes[process.index()].nodes[location];
        self.by_each(
            &node.edges,
            |_| true,
            |body, place, moved, not| {
                body.move_by(node, (process, location, place), moved, not);
                if node.deterministic && place > 0 {
                    body.get(moved);
                    body.raise_if();
                }
            },
        );
    }

    /// Tries edges one after the other, those that may be taken, and answers whether any was, which is in a local on the way. What is
    /// written of each, by its place, branches if it cannot be taken.
    pub(super) fn by_each(
        &mut self,
        edges: &[Edge],
        may_be_taken: impl Fn(&Edge) -> bool,
        mut take: impl FnMut(&mut Self, usize, Local, Label),
    ) {
        let moved = self.local();
        self.set_constant(moved, 0);
        let escape = self.no_escape(edges);
        let end = self.block();
        for (place, edge) in edges.iter().enumerate() {
            self.leave_for_another(escape, edge.escape, end);
            if !may_be_taken(edge) {
                continue;
            }
            let not = self.block();
            take(self, place, moved, not);
            self.set_constant(moved, 1);
            self.begin_escape(escape, edge.escape);
            self.end();
        }
        self.end();
        self.get(moved);
        self.op().return_();
        self.give_back(moved);
        self.end_escape(escape);
    }

    /// Takes an edge, alone or with partners. Branches if it cannot be taken.
    fn move_by(&mut self, node: &Node, mover: Mover, moved: Local, not: Label) {
        let edge = &node.edges[mover.2];
        match &edge.offers {
            None | Some(ByChannel::One(None)) => self.alone(edge, mover.0, moved, not),
            Some(ByChannel::One(Some(offer))) => self.meet(edge, mover, offer, not),
            Some(offers) => {
                let made = self.block();
                let alone = self.block();
                self.by_channel(offers, |body, offer: &Option<Offer>| match offer {
                    None => body.branch(alone),
                    Some(offer) => {
                        body.meet(edge, mover, offer, not);
                        body.branch(made);
                    }
                });
                self.op().unreachable();
                self.end();
                self.alone(edge, mover.0, moved, not);
                self.end();
            }
        }
    }

    fn alone(&mut self, edge: &Edge, process: ProcessId, moved: Local, not: Label) {
        if self.unless(&edge.condition, Some(moved), not) {
            self.take(edge, process, not);
        }
    }

    /// Takes an edge that can be taken alone. Branches if what it leads to is no state.
    fn take(&mut self, edge: &Edge, process: ProcessId, not: Label) {
        if edge.atomic {
            let frame = self.frame();
            self.on(frame, |body| body.make(&edge.changes));
            self.go_on(frame, process, edge.joined);
            self.give_back(frame);
        } else {
            let target = self.offer_copy();
            self.on(target, |body| {
                body.make(&edge.changes);
                if body.translation.program.state_condition.is_some() {
                    body.get(target);
                    body.call(Part::IsState, 1);
                    body.branch_unless_state(target, not);
                }
                body.forget();
            });
            self.give_back(target);
        }
        self.cover(edge.id);
    }

    /// Takes an offer back that is no state, and branches.
    fn branch_unless_state(&mut self, target: Local, not: Label) {
        let is_state = self.keep();
        self.get(is_state);
        self.raise_if_negative();
        let states = self.block();
        self.get(is_state);
        self.branch_if(states);
        self.take_back(target);
        self.branch(not);
        self.end();
        self.give_back(is_state);
    }

    /// Where no edge was taken yet.
    pub(super) fn no_escape(&mut self, edges: &[Edge]) -> Escape {
        if edges.iter().all(|edge| edge.escape.is_none()) {
            return Escape(None);
        }
        let escape = self.local();
        self.set_constant(escape, 0);
        Escape(Some(escape))
    }

    pub(super) fn end_escape(&mut self, Escape(escape): Escape) {
        if let Some(escape) = escape {
            self.give_back(escape);
        }
    }

    /// An edge was taken.
    pub(super) fn begin_escape(&mut self, Escape(escape): Escape, begun: Option<NodeId>) {
        if let Some(escape) = escape {
            self.set_constant(escape, number(begun));
        }
    }

    /// Branches if an escape was begun, and an edge belongs to another or to none.
    pub(super) fn leave_for_another(
        &mut self,
        Escape(escape): Escape,
        own: Option<NodeId>,
        label: Label,
    ) {
        let Some(escape) = escape else { return };
        let goes_on = self.block();
        self.get(escape);
        self.op().i32_eqz();
        self.branch_if(goes_on);
        self.get(escape);
        self.constant(number(own));
        self.op().i32_ne();
        self.branch_if(label);
        self.end();
    }
}

fn number(escape: Option<NodeId>) -> i32 {
    escape.map_or(0, |escape| escape.0 as i32 + 1)
}
