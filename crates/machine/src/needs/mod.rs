//! Which cells of a state must be known to know what comes of an attempt.
//!
//! A set of states that is not listed state by state knows of each only what was asked for. So the attempt of a process to take an
//! edge is followed in a state of which some cells are known, in the order in which the interpreter evaluates, up to the first cell
//! that is not. With its value the same question is asked again: an array is read at the one place that its subscript has, and what
//! a short-circuit leaves out is never asked for. What each action does to the state on the way is left to the interpreter.
//!
//! What is asked for may be more than what the attempt depends on, and is never less. Which processes there are, of which types, is
//! taken as known: whoever asks tells states apart by it.

mod actions;

use crate::attempt::{Attempt, What};
use crate::edge_code::{EdgeCode, Interpreter, Readiness};
use crate::evaluate::{View, fields};
use crate::execute::{Buffers, Executor, Offer, Part};
use crate::fault::Fault;
use crate::index::{EdgeId, ProcessId};
use crate::machine::Machine;
use crate::predicates::Predicates;
use crate::program::{Action, DeterministicBlock, Expr, Pattern, Reception};
use crate::state::State;

/// So many statements of a deterministic block are followed: as many as the interpreter runs before it gives up.
const LONGEST: u32 = 1_000_000;

/// A state of which some cells are known.
#[derive(Clone, Debug, Default)]
pub struct Partial {
    /// The state. What is not known of it may be anything that such a cell can hold.
    pub state: State,
    /// For each cell whether it is known.
    pub known: Vec<bool>,
}

/// Why an attempt is not followed further.
enum Halt {
    /// This cell is not known.
    Needs(usize),
    /// It ends here, in a run-time error.
    Ends,
}

impl From<Fault> for Halt {
    fn from(_: Fault) -> Halt {
        Halt::Ends
    }
}

type Followed<T = ()> = Result<T, Halt>;

/// What following comes to.
trait Needed {
    /// The cell that is not known.
    fn needed(self) -> Option<usize>;
}

impl Needed for Followed {
    fn needed(self) -> Option<usize> {
        match self {
            Err(Halt::Needs(cell)) => Some(cell),
            Ok(()) | Err(Halt::Ends) => None,
        }
    }
}

impl Machine {
    /// The first cell that must be known, and is not, to know what comes of an attempt; none if all that it depends on is known.
    #[must_use]
    pub fn needs(&self, partial: &Partial, attempt: Attempt) -> Option<usize> {
        self.follower(partial, attempt.timeout).attempt(attempt).needed()
    }

    /// The first cell that must be known, and is not, to know whether a condition holds, for the first process; none if all is known
    /// that decides.
    #[must_use]
    pub fn needs_for(&self, partial: &Partial, condition: &Expr) -> Option<usize> {
        self.follower(partial, false).expr(ProcessId(0), condition).needed()
    }

    fn follower(&self, partial: &Partial, timeout: bool) -> Follower<'_> {
        Follower {
            machine: self,
            state: partial.state.clone(),
            known: partial.known.clone(),
            timeout,
            buffers: Buffers::default(),
            written: Vec::new(),
        }
    }

    /// Whether it depends on edges that are listed before it at its location what comes of the attempt to take an edge.
    pub(crate) fn minds_earlier_edges(&self, edge: EdgeId) -> bool {
        let edge = &self.code.edges[edge.index()];
        let location = &self.code.locations[edge.from.index()];
        let declared = &self.program.process_types[location.process_type.index()];
        let escapes = |id: &EdgeId| self.code.edges[id.index()].escape.is_some();
        edge.is_else() || declared.deterministic || location.edges.iter().any(escapes)
    }
}

struct Follower<'a> {
    machine: &'a Machine,
    state: State,
    known: Vec<bool>,
    timeout: bool,
    buffers: Buffers,
    /// The processes whose records were written to.
    written: Vec<usize>,
}

impl Follower<'_> {
    fn view(&self, process: ProcessId) -> View<'_> {
        let (machine, state, timeout) = (self.machine, &self.state, self.timeout);
        View { machine, state, process, timeout, questions: 0 }
    }

    fn cell(&self, cell: usize) -> Followed {
        if self.known[cell] { Ok(()) } else { Err(Halt::Needs(cell)) }
    }

    fn cells(&self, mut cells: std::ops::Range<usize>) -> Followed {
        cells.try_for_each(|cell| self.cell(cell))
    }

    /// What may depend on anything is known once all cells are.
    fn everything(&self) -> Followed {
        self.cells(0..self.known.len())
    }

    fn location_of(&self, process: ProcessId) -> Followed {
        self.cell(self.state.starts[process.index()] as usize)
    }

    fn attempt(&mut self, attempt: Attempt) -> Followed {
        let (machine, process) = (self.machine, attempt.process);
        self.location_of(process)?;
        let is_cleared_late = machine.clears() && machine.code.edges.iter().any(|it| it.atomic);
        if machine.restricted || machine.keep_terminated || is_cleared_late {
            self.everything()?;
        }
        let edges = &machine.code.locations[self.state.location(process).index()].edges;
        match attempt.what {
            What::Blocks => {
                for &edge in edges {
                    if self.could_move(process, edge, false)? {
                        break;
                    }
                }
                Ok(())
            }
            What::Takes { edge, partner } => {
                let mut moved = false;
                if machine.minds_earlier_edges(edge) {
                    for &earlier in edges.iter().take_while(|&&earlier| earlier != edge) {
                        moved |= self.could_move(process, earlier, moved)?;
                    }
                }
                self.take(process, edge, partner, moved)
            }
        }
    }

    /// Whether a process can take an edge; an error of its guard counts as that.
    fn could_move(&self, process: ProcessId, edge: EdgeId, moved: bool) -> Followed<bool> {
        match self.begins_alone_or_not(process, edge, moved) {
            Err(Halt::Ends) => Ok(true),
            outcome => outcome,
        }
    }

    fn begins_alone_or_not(&self, process: ProcessId, edge: EdgeId, moved: bool) -> Followed<bool> {
        let mut message = Vec::new();
        match self.readiness(process, edge, moved, &mut message)? {
            Readiness::Blocked => Ok(false),
            Readiness::Ready => Ok(true),
            Readiness::Offers(channel) => {
                let offer = Offer { channel, message: &message };
                for partner in self.state.process_ids().rev().filter(|&other| other != process) {
                    if !self.takers(partner, offer)?.is_empty() {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
        }
    }

    /// Whether an edge can begin, with its message if that takes a partner.
    fn readiness(
        &self,
        process: ProcessId,
        edge: EdgeId,
        moved: bool,
        message: &mut Vec<i32>,
    ) -> Followed<Readiness> {
        if let Some(first) = self.machine.code.edges[edge.index()].operations.first() {
            self.guard(process, &first.action)?;
            if let Action::Send { channel, message, .. } = &first.action
                && self.channel(process, channel)?.capacity == 0
            {
                self.message(process, message)?;
            }
        }
        Ok(Interpreter.readiness(self.view(process), edge, moved, message)?)
    }

    /// The edges with which a process can take a message over.
    fn takers(&self, partner: ProcessId, offer: Offer<'_>) -> Followed<Vec<EdgeId>> {
        self.location_of(partner)?;
        let machine = self.machine;
        let mut takers = Vec::new();
        for &edge in &machine.code.locations[self.state.location(partner).index()].edges {
            if self.accepts(partner, edge, offer)? {
                takers.push(edge);
            }
        }
        Ok(takers)
    }

    fn accepts(&self, process: ProcessId, edge: EdgeId, offer: Offer<'_>) -> Followed<bool> {
        let first = self.machine.code.edges[edge.index()].operations.first();
        match first.map(|first| &first.action) {
            Some(Action::Receive(reception)) => self.fits(process, reception, offer)?,
            Some(Action::Deterministic(block)) => {
                for &head in &block.heads {
                    if let Action::Receive(reception) = &block.option(head).0 {
                        self.fits(process, reception, offer)?;
                    }
                }
            }
            _ => return Ok(false),
        }
        Ok(Interpreter.accepts(self.view(process), edge, offer)?)
    }

    fn fits(&self, process: ProcessId, reception: &Reception, offer: Offer<'_>) -> Followed {
        let channel = self.value(process, &reception.channel)?;
        if channel != offer.channel.number() || reception.copy {
            return Ok(());
        }
        for (pattern, field) in reception.patterns.iter().zip(fields(offer.message)) {
            if let Pattern::Match(expected) = pattern
                && self.value(process, expected)? != field
            {
                return Ok(());
            }
        }
        Ok(())
    }

    fn take(
        &mut self,
        process: ProcessId,
        edge: EdgeId,
        partner: Option<ProcessId>,
        moved: bool,
    ) -> Followed {
        let mut message = Vec::new();
        let readiness = self.readiness(process, edge, moved, &mut message)?;
        match (readiness, partner) {
            (Readiness::Ready, None) => {
                self.edge(process, edge, Part::Whole)?;
                self.state_condition(edge)
            }
            (Readiness::Offers(channel), Some(partner)) => {
                let offer = Offer { channel, message: &message };
                let before = (self.state.clone(), self.known.clone());
                for taker in self.takers(partner, offer)? {
                    (self.state, self.known) = before.clone();
                    match self.hand_over(process, edge, partner, taker, offer) {
                        Ok(()) | Err(Halt::Ends) => {}
                        needs => return needs,
                    }
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// What it depends on whether a state may be one that an edge leads to.
    fn state_condition(&self, edge: EdgeId) -> Followed {
        match &self.machine.program.state_condition {
            Some(condition) if !self.machine.code.edges[edge.index()].atomic => {
                self.expr(ProcessId(0), &condition.expr)
            }
            _ => Ok(()),
        }
    }

    fn hand_over(
        &mut self,
        sender: ProcessId,
        edge: EdgeId,
        receiver: ProcessId,
        taker: EdgeId,
        offer: Offer<'_>,
    ) -> Followed {
        self.edge(sender, edge, Part::AfterSend)?;
        self.edge(receiver, taker, Part::Taking(offer))
    }

    /// Follows an edge that can begin to its end.
    fn edge(&mut self, process: ProcessId, edge: EdgeId, part: Part<'_>) -> Followed {
        let machine = self.machine;
        for (place, operation) in machine.code.edges[edge.index()].operations.iter().enumerate() {
            let part = if place == 0 { part } else { Part::Whole };
            match part {
                Part::AfterSend => {}
                Part::Whole => self.statement(process, &operation.action)?,
                Part::Taking(offer) => self.take_over(process, &operation.action, offer)?,
            }
            for reset in &operation.resets {
                let cell = (self.state.starts[process.index()] + reset.offset) as usize;
                self.state.cells[cell] = 0;
                self.known[cell] = true;
            }
        }
        if process.index() < self.state.processes() {
            machine.arrive_at(&mut self.state, process, machine.code.edges[edge.index()].to);
            self.known[self.state.starts[process.index()] as usize] = true;
        }
        if let Some(last) = machine.last {
            self.known[last as usize] = true;
        }
        match &machine.predicates {
            Some(predicates) => self.predicates(predicates, process),
            None => Ok(()),
        }
    }

    /// What decides what is inactive in the record of a process that has moved, and in those that it wrote to.
    fn predicates(&self, predicates: &Predicates, process: ProcessId) -> Followed {
        for (other, of_process) in predicates.processes.iter().enumerate() {
            if other != process.index() && !self.written.contains(&other) {
                continue;
            }
            let start = self.state.starts[other] as usize;
            for predicate in of_process {
                predicates.is_inactive(predicate.root, &mut |cell| {
                    let cell = start + cell as usize;
                    self.cell(cell).map(|()| self.state.cells[cell])
                })?;
            }
        }
        Ok(())
    }

    fn take_over(&mut self, process: ProcessId, action: &Action, offer: Offer<'_>) -> Followed {
        match action {
            Action::Deterministic(block) => {
                for &head in &block.heads {
                    let (first, target) = block.option(head);
                    let Action::Receive(reception) = first else { continue };
                    self.fits(process, reception, offer)?;
                    if !self.view(process).accepts(first, offer)? {
                        continue;
                    }
                    let written = self.stored(process, reception)?;
                    self.perform(process, first, Part::Taking(offer), &written)?;
                    return self.block(process, block, *target);
                }
                Ok(())
            }
            Action::Receive(reception) => {
                let written = self.stored(process, reception)?;
                self.perform(process, action, Part::Taking(offer), &written)
            }
            _ => Ok(()),
        }
    }

    /// Follows an action that is possible.
    fn statement(&mut self, process: ProcessId, action: &Action) -> Followed {
        if let Action::Deterministic(block) = action {
            return self.block(process, block, Some(0));
        }
        let written = self.action(process, action)?;
        self.perform(process, action, Part::Whole, &written)
    }

    fn block(
        &mut self,
        process: ProcessId,
        block: &DeterministicBlock,
        from: Option<u32>,
    ) -> Followed {
        let mut at = from;
        for _ in 0..LONGEST {
            let Some(point) = at else { return Ok(()) };
            let options = &block.points[point as usize].options;
            let mut chosen = None;
            for option in options {
                if self.guard(process, &option.0)? {
                    chosen = Some(option);
                    break;
                }
            }
            let Some((action, target)) = chosen else { return Err(Halt::Ends) };
            let written = self.action(process, action)?;
            self.perform_inside(process, action, &written)?;
            at = *target;
        }
        Err(Halt::Ends)
    }

    fn perform(
        &mut self,
        process: ProcessId,
        action: &Action,
        part: Part<'_>,
        written: &[usize],
    ) -> Followed {
        self.owners_of(process, written)?;
        self.executor(process).act(action, part)?;
        self.learn(written);
        Ok(())
    }

    /// What others have is cleared again where it is inactive, which depends on where they are.
    fn owners_of(&self, process: ProcessId, written: &[usize]) -> Followed {
        if self.machine.inactive.is_empty() {
            return Ok(());
        }
        for owner in written.iter().filter_map(|&cell| self.owner(cell)) {
            if owner != process {
                self.location_of(owner)?;
            }
        }
        Ok(())
    }

    /// The process in whose record a cell is.
    fn owner(&self, cell: usize) -> Option<ProcessId> {
        let after = self.state.starts.partition_point(|&start| start as usize <= cell);
        after.checked_sub(1).map(ProcessId::new)
    }

    /// The same of an action of a deterministic block.
    fn perform_inside(
        &mut self,
        process: ProcessId,
        action: &Action,
        written: &[usize],
    ) -> Followed {
        self.owners_of(process, written)?;
        self.executor(process).action(action)?;
        self.learn(written);
        Ok(())
    }

    fn executor(&mut self, process: ProcessId) -> Executor<'_> {
        Executor {
            machine: self.machine,
            state: &mut self.state,
            process,
            timeout: self.timeout,
            buffers: &mut self.buffers,
            operation: 0,
            failed_assertion: None,
            listener: None,
        }
    }

    /// What was written is known, and so are the cells of processes that were started.
    fn learn(&mut self, written: &[usize]) {
        self.known.resize(self.state.cells.len(), true);
        for &cell in written.iter().filter(|&&cell| cell < self.state.cells.len()) {
            self.known[cell] = true;
            let owner = self.owner(cell).map(ProcessId::index);
            self.written.extend(owner.filter(|owner| !self.written.contains(owner)));
        }
    }
}
