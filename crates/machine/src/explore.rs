//! The transitions of a machine: interleaving, atomic sequences, rendezvous, timeouts.
//!
//! A transition leads from one stored state to the next. Within an atomic sequence the process
//! keeps control, and the states in between are not stored; they are explored depth-first on a
//! stack of frames, so that nondeterminism inside the sequence is kept; where there are many, none is
//! gone on from twice. An atomic sequence that
//! blocks gives up control: the state where it blocks is stored. A rendezvous is one step of two
//! processes; control then belongs to the receiver. This is the semantics that SPIN 6.5.2's
//! verifiers implement (Holzmann 2004, chapter 7), so that states are counted alike.

mod attempts;
mod candidate;
pub(crate) mod path;
mod small_steps;
mod starting;

use crate::executions::Executions;
pub use crate::step::{Step, StepResult};
pub use small_steps::SmallStep;

use std::ops::ControlFlow;

use candidate::Mover;
use path::{Met, Path, longest};

use kernel::{
    Demand, GivenUp, Notes, Offers, Property, PropertyId, Starts, StateId, StateIdentity,
    Transition, TransitionSystem, Visitor, Ways, no_invariants,
};
use model::{Covering, Flaw, ShortWay, Tested};

use crate::compiled::Records;
use crate::evaluate::View;
use crate::execute::Buffers;
use crate::index::{NodeId, ProcessId};
use crate::machine::Machine;
use crate::partial_order::{Choice, PartialOrder};
use crate::process_set::ProcessSet;
use crate::state::State;

/// The working memory of one worker.
#[derive(Clone, Debug)]
pub struct Scratch {
    frames: Vec<Frame>,
    /// The states of the atomic sequence that is being explored, if it is long.
    path: Path,
    steps: Vec<Step>,
    message: Vec<i32>,
    buffers: Buffers,
    pub(crate) choice: Choice,
    pub(crate) records: Records,
    /// Whether each statement of a loop of movers is a transition of its own.
    pub(crate) apart: bool,
    /// Whether each edge was ever executed.
    pub covered: Vec<bool>,
    /// How often.
    pub executions: Executions,
}

impl Scratch {
    /// How many statements of deterministic blocks may still be run in what follows; a block that needs more is given up as one that is
    /// too long. [`u64::MAX`] is no bound.
    pub fn allowance(&mut self) -> &mut u64 {
        &mut self.buffers.allowance
    }
}

impl Notes for Scratch {
    fn write(&self, notes: &mut Vec<u64>) {
        self.covered.write(notes);
    }

    fn read(&mut self, notes: &mut dyn Iterator<Item = u64>) -> Option<()> {
        // What was executed there is not counted here.
        self.executions.miss();
        self.covered.read(notes)
    }
}

/// A state whose successors are being computed: the stored one, or one inside an atomic sequence.
#[derive(Clone, Debug, Default)]
struct Frame {
    state: State,
    /// The process that keeps control, if one does.
    only: Option<ProcessId>,
    /// Whose moves are wanted.
    movers: ProcessSet,
    /// The next candidate: a process (counted down, plus one) and an edge of it.
    process: usize,
    edge: usize,
    /// Where to go on among the partners of a rendezvous: a process (plus one) and an edge.
    partner: Option<(usize, usize)>,
    /// Whether the current process could move.
    process_moved: bool,
    /// The escape that the current process has taken, if it could.
    escape: Option<NodeId>,
    /// Whether any process could.
    moved: bool,
    timeout: bool,
    /// How many steps led here from the stored state.
    steps: usize,
}

impl Frame {
    fn begin(&mut self, state: &State, control: Option<ProcessId>, timeout: bool) {
        self.state.clone_from(state);
        self.only = control;
        self.movers = ProcessSet::EVERYBODY;
        self.moved = false;
        self.timeout = timeout;
        self.steps = 0;
        self.restart();
    }

    fn wants(&self, process: ProcessId) -> bool {
        self.movers.contains(process)
    }

    fn restart(&mut self) {
        self.process = self.only.map_or(self.state.processes(), |p| p.index() + 1);
        self.edge = 0;
        self.partner = None;
        self.process_moved = false;
        self.escape = None;
    }
}

/// A move just made from a frame into the frame after it.
struct Move {
    /// Who has control after it, if it is in an atomic sequence.
    control: Option<ProcessId>,
    failure: StepResult,
}

impl Covering for Machine {
    fn executed<'a>(&self, scratch: &'a Scratch) -> &'a [bool] {
        &scratch.covered
    }

    fn executions<'a>(&self, scratch: &'a Scratch) -> Option<&'a [u64]> {
        scratch.executions.counts()
    }
}

impl ShortWay for Machine {
    fn expand(
        &self,
        bytes: &[u8],
        source: StateId,
        scratch: &mut Scratch,
        offers: &mut Offers,
        demand: &mut dyn Demand,
    ) -> bool {
        self.expand_record(self, bytes, source, scratch, offers, demand)
    }
}

impl Tested for Machine {
    fn flaw(&self, state: &State, leaves_out: bool, scratch: &mut Scratch) -> Option<Flaw> {
        if !self.clears_what_nobody_reads(state, scratch) {
            return Some(Flaw::Cleared);
        }
        (leaves_out && self.leaves_out_dependent(state, scratch)).then_some(Flaw::LeftOut)
    }
}

impl TransitionSystem for Machine {
    type State = State;
    type Step = Step;
    type Scratch = Scratch;

    fn scratch(&self) -> Scratch {
        Scratch {
            frames: vec![Frame::default(), Frame::default()],
            path: Path::default(),
            steps: Vec::new(),
            message: Vec::new(),
            buffers: Buffers::default(),
            choice: Choice::default(),
            records: Records::default(),
            apart: false,
            covered: vec![false; self.code.edges.len()],
            executions: Executions::none(self.code.edges.len()),
        }
    }

    fn initial_states(
        &self,
        _scratch: &mut Scratch,
        starts: &mut dyn Starts<State>,
    ) -> ControlFlow<()> {
        self.all_initial().iter().try_for_each(|state| starts.start(state))
    }

    fn successors<V: Visitor<Self>>(
        &self,
        state: &State,
        scratch: &mut Scratch,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        scratch.steps.clear();
        scratch.frames[0].begin(state, None, false);
        if !visitor.wants_all()
            && let Ok(order) = &self.partial_order
            && scratch.choice.prepare(self, order, state)
        {
            self.some_moves(order, scratch, visitor)?;
        } else {
            self.moves(scratch, visitor)?;
        }
        let first = &mut scratch.frames[0];
        if !first.moved && self.uses_timeout {
            first.begin(state, None, true);
            return self.moves(scratch, visitor);
        }
        ControlFlow::Continue(())
    }

    fn identity(&self) -> StateIdentity {
        self.record_length().map_or(StateIdentity::Whole, StateIdentity::Fixed)
    }

    fn encode(&self, state: &State, out: &mut Vec<u8>) {
        if !self.write_record(state, out) {
            self.encode_state(state, out);
        }
    }

    fn decode(&self, bytes: &[u8], state: &mut State) {
        if !self.read_record(bytes, state) {
            self.decode_state(bytes, state);
        }
    }

    fn blank(&self) -> State {
        State::default()
    }

    fn properties(&self) -> &[Property] {
        &self.properties
    }

    fn violates(&self, state: &State, invariant: PropertyId, _: &mut Scratch) -> bool {
        match self.invariant(invariant) {
            Some(invariant) => self.is_excluded(state, invariant),
            None => no_invariants(invariant),
        }
    }

    fn may_halt(&self, state: &State) -> bool {
        state.process_ids().all(|p| self.ends_properly(state.location(p)))
    }
}

impl Machine {
    /// Reports the move just made. Says whether to go on from the frame after `depth`, which is
    /// inside an atomic sequence.
    fn arrive<V: Visitor<Self>>(
        &self,
        scratch: &mut Scratch,
        depth: usize,
        made: Move,
        visitor: &mut V,
    ) -> ControlFlow<(), bool> {
        let violation = match made.failure {
            StepResult::Done => None,
            StepResult::AssertionFailed { .. } => Some(Machine::assertions()),
            StepResult::Fault { .. } => Some(Machine::runtime_errors()),
        };
        if let Some(failed) = made.failure.failed_before() {
            self.tell_failed(scratch, failed, visitor)?;
        }
        if let Some(why) = made.failure.given_up() {
            visitor.give_up(why)?;
            return ControlFlow::Continue(false);
        }
        let faulted = made.failure.is_final();
        let steps = &scratch.steps[..];
        let joined = self.is_joined(steps);
        let control = made.control.filter(|_| !(joined && scratch.apart));
        if faulted || (control.is_some() && violation.is_some()) {
            visitor.transition(Transition { steps, target: None, violation })?;
        }
        if faulted {
            self.stop_before(scratch, depth, visitor)?;
            return ControlFlow::Continue(false);
        }
        let Some(control) = control else {
            self.forget(&mut scratch.frames[depth + 1].state);
            let target = Some(&scratch.frames[depth + 1].state);
            visitor.transition(Transition { steps, target, violation })?;
            return ControlFlow::Continue(false);
        };
        if joined {
            self.forget(&mut scratch.frames[depth + 1].state);
        }
        let steps_so_far = steps.len();
        let ways = visitor.ways(steps);
        if ways == Ways::None {
            return ControlFlow::Continue(false);
        }
        let every_way = ways == Ways::Every;
        match scratch.path.meet(&scratch.frames[..=depth + 1], control, every_way) {
            Met::OnTheWay => {
                // An atomic sequence that goes round for ever never reaches a stored state again; in a loop of movers others may move.
                let target = joined.then_some(&scratch.frames[depth + 1].state);
                visitor.transition(Transition { steps, target, violation: None })?;
                return ControlFlow::Continue(false);
            }
            Met::Before => return ControlFlow::Continue(false),
            Met::First => {}
        }
        if depth >= longest(scratch.frames[depth + 1].state.cells.len()) {
            if joined && !self.goes_through {
                let target = Some(&scratch.frames[depth + 1].state);
                visitor.transition(Transition { steps, target, violation: None })?;
            } else {
                visitor.give_up(GivenUp::TooLong)?;
            }
            return ControlFlow::Continue(false);
        }
        let next = &mut scratch.frames[depth + 1];
        next.only = Some(control);
        next.movers = ProcessSet::EVERYBODY;
        next.moved = false;
        next.timeout = false;
        next.steps = steps_so_far;
        next.restart();
        ControlFlow::Continue(true)
    }

    /// Reports the state in the middle of a step in which a process was that failed then: others might have moved there.
    fn stop_before<V: Visitor<Self>>(
        &self,
        scratch: &Scratch,
        depth: usize,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        let frame = &scratch.frames[depth];
        let steps = &scratch.steps[..frame.steps];
        if depth == 0 || self.goes_through || !self.is_joined(steps) {
            return ControlFlow::Continue(());
        }
        visitor.transition(Transition { steps, target: Some(&frame.state), violation: None })
    }

    /// Whether the process that made the last step keeps control only because nobody can tell.
    fn is_joined(&self, steps: &[Step]) -> bool {
        steps.last().is_some_and(|last| self.code.edges[last.edge.index()].joined)
    }

    /// Reports the assertion that failed in the step just made, which ended in an error afterwards.
    fn tell_failed<V: Visitor<Self>>(
        &self,
        scratch: &mut Scratch,
        failed: StepResult,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        let Some(last) = scratch.steps.last_mut() else { return ControlFlow::Continue(()) };
        let result = std::mem::replace(&mut last.result, failed);
        let violation = Some(Machine::assertions());
        visitor.transition(Transition { steps: &scratch.steps, target: None, violation })?;
        if let Some(last) = scratch.steps.last_mut() {
            last.result = result;
        }
        ControlFlow::Continue(())
    }

    /// Shows the transitions of one set of processes after the other that may move before the rest, until no others are wanted.
    fn some_moves<V: Visitor<Self>>(
        &self,
        order: &PartialOrder,
        scratch: &mut Scratch,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        let mut moved = ProcessSet::NOBODY;
        while moved != ProcessSet::EVERYBODY && (!scratch.frames[0].moved || visitor.wants_all()) {
            let first = &mut scratch.frames[0];
            let movers = scratch.choice.next(self, order, &first.state, &moved);
            let movers = movers.unwrap_or(ProcessSet::EVERYBODY);
            first.movers = movers.without(&moved);
            first.restart();
            moved.add_all(&movers);
            self.moves(scratch, visitor)?;
        }
        ControlFlow::Continue(())
    }

    /// Shows the transitions that begin with moves of those who are to move in the first frame.
    fn moves<V: Visitor<Self>>(&self, scratch: &mut Scratch, visitor: &mut V) -> ControlFlow<()> {
        let mut depth = 0;
        loop {
            match depth {
                // Who begins belongs to a transition: another beginning is walked by itself.
                0 => scratch.path.begin(),
                _ => visitor.pause()?,
            }
            match self.next_move(scratch, depth) {
                Some(made) => {
                    if self.arrive(scratch, depth, made, visitor)? {
                        depth += 1;
                    }
                }
                None if depth == 0 => return ControlFlow::Continue(()),
                None => {
                    self.exhausted(scratch, depth, visitor)?;
                    depth -= 1;
                }
            }
        }
    }

    /// A frame inside an atomic sequence has no further moves: if it had none at all, the sequence blocks.
    fn exhausted<V: Visitor<Self>>(
        &self,
        scratch: &mut Scratch,
        depth: usize,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        let frame = &mut scratch.frames[depth];
        if frame.moved {
            return ControlFlow::Continue(());
        }
        self.forget(&mut frame.state);
        let steps = &scratch.steps[..frame.steps];
        visitor.transition(Transition { steps, target: Some(&frame.state), violation: None })
    }

    /// Makes the next possible move from frame `depth` into frame `depth + 1`.
    fn next_move(&self, scratch: &mut Scratch, depth: usize) -> Option<Move> {
        if scratch.frames.len() < depth + 2 {
            scratch.frames.push(Frame::default());
        }
        let Scratch { frames, steps, message, buffers, covered, executions, .. } = scratch;
        let (before, after) = frames.split_at_mut(depth + 1);
        let frame = &mut before[depth];
        let target = &mut after[0].state;
        steps.truncate(frame.steps);
        let last = frame.only.map_or(0, ProcessId::index);
        let code = &*self.code;
        while frame.process > last {
            let process = ProcessId::new(frame.process - 1);
            if !frame.wants(process) {
                frame.process -= 1;
                continue;
            }
            let location = &code.locations[frame.state.location(process).index()];
            if self.restricted && frame.edge == 0 && frame.partner.is_none() {
                let (state, timeout) = (&frame.state, frame.timeout);
                let view = View { machine: self, state, process, timeout, questions: 0 };
                match (view.may_move(), location.edges.first()) {
                    (Ok(true), _) | (_, None) => {}
                    (Ok(false), _) => frame.edge = location.edges.len(),
                    (Err(fault), Some(&edge)) => {
                        frame.edge = location.edges.len();
                        frame.moved = true;
                        let result = StepResult::Fault { operation: 0, fault, failed: None };
                        steps.push(Step { process, edge, result });
                        return Some(Move { control: None, failure: result });
                    }
                }
            }
            while frame.edge < location.edges.len() {
                let id = location.edges[frame.edge];
                let edge = &code.edges[id.index()];
                if frame.escape.is_some() && frame.escape != edge.escape {
                    break;
                }
                let mut mover = Mover {
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
                };
                let made = mover.attempt();
                if frame.partner.is_none() {
                    frame.edge += 1;
                }
                if let Some(made) = made {
                    frame.moved = true;
                    frame.process_moved = true;
                    frame.escape = edge.escape;
                    return Some(made);
                }
            }
            frame.process -= 1;
            frame.edge = 0;
            frame.partner = None;
            frame.process_moved = false;
            frame.escape = None;
        }
        None
    }
}
