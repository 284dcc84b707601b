//! What comes of single [attempts](crate::Attempt), by the moves that a search makes.

use crate::attempt::{Attempt, Attempted, What};
use crate::edge_code::{EdgeCode, Readiness};
use crate::evaluate::View;
use crate::execute::Offer;
use crate::explore::{Move, Mover, Scratch, Step};
use crate::fault::Fault;
use crate::index::{EdgeId, ProcessId};
use crate::machine::Machine;
use crate::state::State;
use crate::step::StepResult;

impl Machine {
    /// Whether it makes a difference whether `timeout` holds.
    #[must_use]
    pub fn asks_timeout(&self) -> bool {
        self.uses_timeout
    }

    /// Calls `visit` for every way in which an attempt can go in a state. The attempts of all processes with all edges of their
    /// locations, and with all partners, go in the ways that [`Machine::small_steps`] lists.
    pub fn attempt(
        &self,
        state: &State,
        attempt: Attempt,
        scratch: &mut Scratch,
        visit: &mut dyn FnMut(Attempted<'_>),
    ) {
        scratch.steps.clear();
        scratch.frames[0].begin(state, Some(attempt.process), attempt.timeout);
        match attempt.what {
            What::Blocks => self.lose_control(scratch, visit),
            What::Takes { edge, partner } => {
                self.take(attempt.process, edge, partner, scratch, visit)
            }
        }
    }

    /// A process that keeps control loses it where it cannot move.
    fn lose_control(&self, scratch: &mut Scratch, visit: &mut dyn FnMut(Attempted<'_>)) {
        if self.next_move(scratch, 0).is_none() {
            let state = &mut scratch.frames[0].state;
            self.forget(state);
            visit(Attempted { steps: &[], target: Some(state), control: None });
        }
    }

    fn take(
        &self,
        process: ProcessId,
        edge: EdgeId,
        partner: Option<ProcessId>,
        scratch: &mut Scratch,
        visit: &mut dyn FnMut(Attempted<'_>),
    ) {
        let location = scratch.frames[0].state.location(process);
        let edges = &self.code.locations[location.index()].edges;
        let Some(place) = edges.iter().position(|&id| id == edge) else { return };
        match self.is_let(process, scratch) {
            Ok(true) => {}
            Ok(false) => return,
            Err(fault) if place == 0 && partner.is_none() => {
                let result = StepResult::Fault { operation: 0, fault, failed: None };
                let steps = [Step { process, edge, result }];
                return visit(Attempted { steps: &steps, target: None, control: None });
            }
            Err(_) => return,
        }
        let first = if self.minds_earlier_edges(edge) { 0 } else { place };
        for (at, &earlier) in edges.iter().enumerate().take(place).skip(first) {
            scratch.frames[0].edge = at;
            if self.is_ruled_out(earlier, scratch) {
                return;
            }
            self.try_edge(process, earlier, scratch, &mut |_, _| true);
        }
        if self.is_ruled_out(edge, scratch) {
            return;
        }
        scratch.frames[0].edge = place;
        let mut ways = self.ways_with(process, edge, partner, scratch);
        if let Some(partner) = partner {
            scratch.frames[0].partner = Some((partner.index() + 1, 0));
        }
        if ways > 0 {
            self.try_edge(process, edge, scratch, &mut |scratch, made| {
                let faulted = made.failure.is_final();
                let control = made.control.filter(|_| !faulted);
                let Scratch { frames, steps, .. } = scratch;
                let target = &mut frames[1].state;
                if control.is_none() {
                    self.forget(target);
                }
                visit(Attempted { steps, target: (!faulted).then_some(target), control });
                ways -= 1;
                ways > 0
            });
        }
    }

    /// Whether nothing but its statements keeps a process from moving.
    fn is_let(&self, process: ProcessId, scratch: &Scratch) -> Result<bool, Fault> {
        match self.restricted {
            true => self.seen_by(process, scratch).may_move(),
            false => Ok(true),
        }
    }

    fn seen_by<'a>(&'a self, process: ProcessId, scratch: &'a Scratch) -> View<'a> {
        let frame = &scratch.frames[0];
        View { machine: self, state: &frame.state, process, timeout: frame.timeout, questions: 0 }
    }

    /// Whether an escape was taken that an edge does not belong to.
    fn is_ruled_out(&self, edge: EdgeId, scratch: &Scratch) -> bool {
        let escape = scratch.frames[0].escape;
        escape.is_some() && escape != self.code.edges[edge.index()].escape
    }

    /// In how many ways an edge can be taken alone, or with a partner: for an edge that offers a message only the latter counts.
    fn ways_with(
        &self,
        process: ProcessId,
        edge: EdgeId,
        partner: Option<ProcessId>,
        scratch: &mut Scratch,
    ) -> usize {
        let mut message = std::mem::take(&mut scratch.message);
        let moved = scratch.frames[0].process_moved;
        let view = self.seen_by(process, scratch);
        let ways = match (self.edge_code.readiness(view, edge, moved, &mut message), partner) {
            (Ok(Readiness::Ready) | Err(_), None) => 1,
            (Ok(Readiness::Offers(channel)), Some(partner)) => {
                self.takes_over(partner, Offer { channel, message: &message }, scratch)
            }
            _ => 0,
        };
        scratch.message = message;
        ways
    }

    /// In how many ways a process can take a message over; one in which it comes to an error is the last.
    fn takes_over(&self, partner: ProcessId, offer: Offer<'_>, scratch: &Scratch) -> usize {
        let view = self.seen_by(partner, scratch);
        let location = view.state.location(partner);
        let (mut ways, mut escape) = (0, None);
        for &id in &self.code.locations[location.index()].edges {
            let edge = &self.code.edges[id.index()];
            if escape.is_some() && escape != edge.escape {
                break;
            }
            let accepts = self.edge_code.accepts(view, id, offer);
            match accepts.and_then(|it| Ok(it && (!self.restricted || view.may_move()?))) {
                Ok(true) => (ways, escape) = (ways + 1, edge.escape),
                Ok(false) => {}
                Err(_) => return ways + 1,
            }
        }
        ways
    }

    /// Makes the moves with an edge in the first frame, as long as `visit` wants more.
    fn try_edge(
        &self,
        process: ProcessId,
        id: EdgeId,
        scratch: &mut Scratch,
        visit: &mut dyn FnMut(&mut Scratch, Move) -> bool,
    ) {
        loop {
            let Scratch { frames, steps, message, buffers, covered, executions, .. } =
                &mut *scratch;
            steps.clear();
            let (before, after) = frames.split_at_mut(1);
            let (frame, target) = (&mut before[0], &mut after[0].state);
            let edge = &self.code.edges[id.index()];
            let made = Mover {
                machine: self,
                frame,
                target,
                process,
                id,
                edge,
                steps,
                message,
                buffers,
                covered,
                executions,
            }
            .attempt();
            let Some(made) = made else { return };
            let frame = &mut scratch.frames[0];
            frame.process_moved = true;
            frame.escape = edge.escape;
            let more = frame.partner.is_some();
            if !visit(scratch, made) || !more {
                return;
            }
        }
    }
}
