//! Records that are offered, and what is remembered of the way to them.

use wasm_encoder::InstructionSink;

use super::body::{Body, Local};
use super::cells::place;
use super::changes::pieces;
use super::memory::{COVERED, NEWS};
use super::module::END;
use super::parts::Part;
use crate::index::EdgeId;

/// Records of more bytes are copied by a call: what is written out for each copy would be too long.
const LONG: usize = 256;
/// What is copied at a time.
const WIDE: usize = 16;

impl Body<'_> {
    /// Offers a copy of the record, to be changed.
    pub(super) fn offer_copy(&mut self) -> Local {
        let addresses = &self.translation.addresses;
        let target = self.local();
        self.op().global_get(END);
        self.tee(target);
        self.constant(addresses.stride as i32);
        self.op().i32_add();
        let end = self.keep();
        self.get(end);
        self.constant(addresses.tables as i32);
        self.op().i32_gt_u();
        self.raise_if();
        self.get(end);
        self.op().global_set(END);
        self.give_back(end);
        self.copy_record(target);
        target
    }

    /// Takes back what was offered last.
    pub(super) fn take_back(&mut self, target: Local) {
        self.get(target);
        self.op().global_set(END);
    }

    /// Copies the record, with the zeros behind it.
    pub(super) fn copy_record(&mut self, target: Local) {
        let stride = self.translation.addresses.stride;
        if stride > LONG {
            self.get(target);
            self.get(self.record);
            self.constant(stride as i32);
            self.op().memory_copy(0, 0);
            return;
        }
        for (at, length) in pieces(stride, WIDE) {
            self.get(target);
            self.get(self.record);
            let at = place(at);
            let copy: fn(&mut InstructionSink, _) = match length {
                WIDE => |op, at| _ = op.v128_load(at).v128_store(at),
                _ => |op, at| _ = op.i64_load(at).i64_store(at),
            };
            copy(&mut self.op(), at);
        }
    }

    /// Forgets what is forgotten of a state before it is stored.
    pub(super) fn forget(&mut self) {
        let translation = self.translation;
        self.make(&translation.program.forgotten);
    }

    /// An edge was executed. Most were before.
    pub(super) fn cover(&mut self, edge: EdgeId) {
        let known = self.block();
        self.constant(0);
        self.op().i32_load8_u(place(COVERED + edge.index()));
        self.branch_if(known);
        self.constant(edge.index() as i32);
        self.call(Part::Cover, 1);
        self.op().drop();
        self.end();
    }

    pub(super) fn write_cover(&mut self) {
        self.get(self.parameter(0));
        self.constant(1);
        self.op().i32_store8(place(COVERED));
        self.constant(0);
        self.constant(1);
        self.op().i32_store(place(NEWS));
        self.answer(0);
    }
}
