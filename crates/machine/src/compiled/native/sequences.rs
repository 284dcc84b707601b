//! Atomic sequences: see `Expansion::go_on`. The record within one is behind that which it came from.

use super::super::code::{Edge, Node};
use super::body::{Body, Label, Local};
use super::module::MOVES;
use super::parts::Part;
use crate::index::ProcessId;

impl Body<'_> {
    /// A copy of the record for what follows on it within an atomic sequence.
    pub(super) fn frame(&mut self) -> Local {
        self.count_move();
        let addresses = &self.translation.addresses;
        self.get(self.record);
        self.constant(addresses.deepest() as i32);
        self.op().i32_ge_u();
        self.raise_if();
        self.get(self.record);
        self.constant(addresses.stride as i32);
        self.op().i32_add();
        let frame = self.keep();
        self.copy_record(frame);
        frame
    }

    /// Counts a move within an atomic sequence.
    fn count_move(&mut self) {
        let moves = self.local();
        self.op().global_get(MOVES);
        self.constant(1);
        self.op().i32_add();
        self.tee(moves);
        self.op().global_set(MOVES);
        self.get(moves);
        self.constant(self.translation.program.most_moves as i32);
        self.op().i32_gt_u();
        self.raise_if();
        self.give_back(moves);
    }

    /// Makes the moves that follow in an atomic sequence after one to the record in `frame`.
    pub(super) fn go_on(&mut self, frame: Local, process: ProcessId, joined: bool) {
        if joined {
            self.on(frame, |body| body.forget());
        }
        self.get(frame);
        self.call(Part::GoOn(process), 1);
        self.raise_if_negative();
    }

    /// The sequence of a process, to its end.
    pub(super) fn write_go_on(&mut self, process: ProcessId) {
        let again = self.repeat();
        self.at_location(process, |body, location| match location {
            None => {
                body.get(body.record);
                body.call(Part::Blocked, 1);
                body.op().return_();
            }
            Some(location) => {
                body.get(body.record);
                body.call(Part::Way(process, location), 1);
                let way = body.keep();
                body.get(way);
                body.constant(0);
                body.op().i32_gt_s();
                body.branch_if(again);
                body.get(way);
                body.op().return_();
                body.give_back(way);
            }
        });
        self.end();
    }

    /// The next move of a sequence: if there is one way to go on, and the sequence goes on after it, that is made in place, since nobody
    /// asks for the record any more.
    pub(super) fn write_way(&mut self, process: ProcessId, location: usize) {
        let translation = self.translation;
        let node = &translation.program.processes[process.index()].nodes[location];
        if node.edges.iter().any(|edge| edge.atomic && edge.offers.is_none()) {
            let other = self.block();
            self.go_the_only_way(node, other);
            self.end();
        }
        self.get(self.record);
        self.call(Part::Process(process), 1);
        let moved = self.keep();
        self.get(moved);
        self.raise_if_negative();
        let done = self.block();
        self.get(moved);
        self.branch_if(done);
        self.get(self.record);
        self.call(Part::Blocked, 1);
        self.op().return_();
        self.end();
        self.answer(0);
        self.give_back(moved);
    }

    /// Branches if no way is the only one, or it leads out of the sequence, or it needs a partner.
    fn go_the_only_way(&mut self, node: &Node, other: Label) {
        let found = self.local();
        self.set_constant(found, 0);
        let escape = self.no_escape(&node.edges);
        let chosen = self.block();
        for (place, edge) in node.edges.iter().enumerate() {
            self.leave_for_another(escape, edge.escape, chosen);
            if edge.offers.is_some() {
                self.branch(other);
                break;
            }
            let next = self.block();
            if self.unless(&edge.condition, Some(found), next) {
                if place > 0 {
                    self.get(found);
                    self.branch_if(other);
                }
                self.set_constant(found, place as i32 + 1);
                self.begin_escape(escape, edge.escape);
            }
            self.end();
        }
        self.end();
        for (place, edge) in node.edges.iter().enumerate() {
            if edge.atomic && edge.offers.is_none() {
                let next = self.block();
                self.get(found);
                self.constant(place as i32 + 1);
                self.op().i32_ne();
                self.branch_if(next);
                self.go_in_place(edge);
                self.end();
            }
        }
        self.give_back(found);
        self.end_escape(escape);
    }

    fn go_in_place(&mut self, edge: &Edge) {
        self.count_move();
        self.make(&edge.changes);
        self.cover(edge.id);
        if edge.joined {
            self.forget();
        }
        self.answer(1);
    }

    pub(super) fn write_blocked(&mut self) {
        let target = self.offer_copy();
        self.on(target, |body| body.forget());
        self.answer(0);
        self.give_back(target);
    }
}
