//! One candidate move: whether it is possible, and what comes of it.

use super::{Frame, Move};
use crate::compile::Edge;
use crate::edge_code::{EdgeCode, Readiness, Turn};
use crate::evaluate::View;
use crate::execute::{Buffers, Offer, Part};
use crate::executions::Executions;
use crate::fault::Fault;
use crate::index::{EdgeId, ProcessId};
use crate::machine::Machine;
use crate::state::State;
use crate::step::{Step, StepResult};

/// One candidate move.
pub(super) struct Mover<'a> {
    pub machine: &'a Machine,
    pub frame: &'a mut Frame,
    pub target: &'a mut State,
    pub process: ProcessId,
    pub id: EdgeId,
    pub edge: &'a Edge,
    pub steps: &'a mut Vec<Step>,
    pub message: &'a mut Vec<i32>,
    pub buffers: &'a mut Buffers,
    pub covered: &'a mut [bool],
    pub executions: &'a mut Executions,
}

impl Mover<'_> {
    fn view(&self, process: ProcessId) -> View<'_> {
        View {
            machine: self.machine,
            state: &self.frame.state,
            process,
            timeout: self.frame.timeout,
            questions: 0,
        }
    }

    /// Makes the move if it is possible. Leaves `frame.partner` set while there may be further
    /// partners of a rendezvous.
    #[inline(always)]
    pub fn attempt(&mut self) -> Option<Move> {
        match self.try_attempt() {
            Ok(made) => made,
            Err(fault) => {
                self.frame.partner = None;
                let result = StepResult::Fault { operation: 0, fault, failed: None };
                Some(self.done(self.process, self.id, result, None))
            }
        }
    }

    #[inline(always)]
    fn try_attempt(&mut self) -> Result<Option<Move>, Fault> {
        let (machine, state, timeout) = (self.machine, &self.frame.state, self.frame.timeout);
        let view = View { machine, state, process: self.process, timeout, questions: 0 };
        let moved = self.frame.process_moved;
        match machine.edge_code.readiness(view, self.id, moved, self.message)? {
            Readiness::Blocked => Ok(None),
            Readiness::Ready => self.proceed(),
            Readiness::Offers(channel) => {
                let message = std::mem::take(self.message);
                let outcome = self.pair(Offer { channel, message: &message });
                *self.message = message;
                outcome
            }
        }
    }

    /// Executes the edge alone, if it leads to what may be a state.
    fn proceed(&mut self) -> Result<Option<Move>, Fault> {
        self.target.clone_from(&self.frame.state);
        let mut result = self.execute(self.process, self.id, Part::Whole);
        if self.frame.process_moved {
            self.forbid_choice(&mut result);
        }
        let control = self.edge.atomic.then_some(self.process);
        if control.is_none() && !self.leads_to_state(&mut result) {
            return Ok(None);
        }
        Ok(Some(self.done(self.process, self.id, result, control)))
    }

    /// Whether what an edge has led to may be a state. That it cannot be told is an error where guards that cannot be evaluated are.
    fn leads_to_state(&self, result: &mut StepResult) -> bool {
        let machine = self.machine;
        let Some(condition) = &machine.program.state_condition else { return true };
        if result.is_final() {
            return true;
        }
        let (state, process) = (&*self.target, ProcessId(0));
        let view = View { machine, state, process, timeout: false, questions: 0 };
        view.guard(&condition.expr).unwrap_or_else(|fault| {
            let operation = self.edge.operations.len().saturating_sub(1) as u16;
            *result = StepResult::Fault { operation, fault, failed: None };
            true
        })
    }

    /// A second statement that can be executed is an error where the process type is said to be
    /// deterministic.
    fn forbid_choice(&self, result: &mut StepResult) {
        let process_type = self.machine.type_of(self.edge.from);
        let deterministic = self.machine.program.process_types[process_type.index()].deterministic;
        if deterministic && *result == StepResult::Done {
            *result =
                StepResult::Fault { operation: 0, fault: Fault::Nondeterminism, failed: None };
        }
    }

    fn execute(&mut self, process: ProcessId, edge: EdgeId, part: Part<'_>) -> StepResult {
        let (machine, timeout) = (self.machine, self.frame.timeout);
        let (state, buffers) = (&mut *self.target, &mut *self.buffers);
        let turn = Turn { machine, state, process, timeout, buffers };
        machine.edge_code.execute(turn, edge, part)
    }

    /// Records a step; the move is complete with it.
    fn done(
        &mut self,
        process: ProcessId,
        edge: EdgeId,
        result: StepResult,
        control: Option<ProcessId>,
    ) -> Move {
        self.covered[edge.index()] = true;
        self.executions.add(edge);
        self.steps.push(Step { process, edge, result });
        Move { control, failure: result }
    }

    /// Pairs the send with the next receiver that takes its message.
    fn pair(&mut self, offer: Offer<'_>) -> Result<Option<Move>, Fault> {
        let processes = self.frame.state.processes();
        let (mut partner, mut index) = self.frame.partner.take().unwrap_or((processes, 0));
        while partner > 0 {
            let receiver = ProcessId::new(partner - 1);
            let location = self.frame.state.location(receiver);
            let edges = &self.machine.code.locations[location.index()].edges;
            // Of the edge that received last, if one did.
            let taken = index.checked_sub(1).map(|last| edges[last]);
            let escape = taken.and_then(|id| self.machine.code.edges[id.index()].escape);
            while receiver != self.process && index < edges.len() {
                let id = edges[index];
                let edge = &self.machine.code.edges[id.index()];
                index += 1;
                if escape.is_some() && escape != edge.escape {
                    break;
                }
                let view = self.view(receiver);
                let accepts = self.machine.edge_code.accepts(view, id, offer)?;
                if accepts && (!self.machine.restricted || view.may_move()?) {
                    self.frame.partner = Some((partner, index));
                    return Ok(Some(self.hand_over(receiver, id, offer)));
                }
            }
            partner -= 1;
            index = 0;
        }
        Ok(None)
    }

    fn hand_over(&mut self, receiver: ProcessId, id: EdgeId, offer: Offer<'_>) -> Move {
        self.target.clone_from(&self.frame.state);
        let sent = self.execute(self.process, self.id, Part::AfterSend);
        // No chain begins with a send where there are rendezvous channels.
        debug_assert_eq!(sent, StepResult::Done);
        self.done(self.process, self.id, sent, None);
        let result = self.execute(receiver, id, Part::Taking(offer));
        let edge = &self.machine.code.edges[id.index()];
        self.done(receiver, id, result, edge.atomic.then_some(receiver))
    }
}
