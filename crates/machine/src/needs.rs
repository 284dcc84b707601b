//! Which cells of a state must be known to know what comes of an attempt.
//!
//! A set of states that is not listed state by state knows of each only what was asked for. So the attempt of a process to take an
//! edge is followed in a state of which some cells are known, in the order in which the interpreter evaluates, up to the first cell
//! that is not. With its value the same question is asked again: an array is read at the one place that its subscript has, and what
//! a short-circuit leaves out is never asked for. What each action does to the state on the way is left to the interpreter.
//!
//! What is asked for may be more than what the attempt depends on, and is never less. Which processes there are, of which types, is
//! taken as known: whoever asks tells states apart by it.

use crate::attempt::{Attempt, What};
use crate::declarations::initial_values;
use crate::edge_code::{EdgeCode, Interpreter, Readiness};
use crate::evaluate::{View, fields};
use crate::execute::{Buffers, Executor, Offer, Part};
use crate::fault::Fault;
use crate::index::{EdgeId, ProcessId, ProcessTypeId};
use crate::machine::Machine;
use crate::program::{
    Action, BinaryOperator, DeterministicBlock, Expr, ExprKind, Owner, Pattern, Place, Reception,
    Region,
};
use crate::semantics::GuardFault;
use crate::spin::SpinExpr;
use crate::state::State;
use crate::touches::Touch;

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

impl Machine {
    /// The first cell that must be known, and is not, to know what comes of an attempt; none if all that it depends on is known.
    #[must_use]
    pub fn needs(&self, partial: &Partial, attempt: Attempt) -> Option<usize> {
        let mut follower = Follower {
            machine: self,
            state: partial.state.clone(),
            known: partial.known.clone(),
            timeout: attempt.timeout,
            buffers: Buffers::default(),
        };
        match follower.attempt(attempt) {
            Err(Halt::Needs(cell)) => Some(cell),
            Ok(()) | Err(Halt::Ends) => None,
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

/// A channel that an expression names.
#[derive(Clone, Copy)]
struct Found {
    capacity: u32,
    fields: usize,
    start: usize,
}

struct Follower<'a> {
    machine: &'a Machine,
    state: State,
    known: Vec<bool>,
    timeout: bool,
    buffers: Buffers,
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
        if let What::Violates(invariant) = attempt.what {
            return machine
                .invariant(invariant)
                .map_or(Ok(()), |it| self.expr(process, &it.condition.expr));
        }
        self.location_of(process)?;
        let is_cleared_late =
            !machine.inactive.is_empty() && machine.code.edges.iter().any(|it| it.atomic);
        if machine.restricted || machine.keep_terminated || is_cleared_late {
            self.everything()?;
        }
        let edges = &machine.code.locations[self.state.location(process).index()].edges;
        match attempt.what {
            What::Violates(_) => Ok(()),
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
        for &cell in written {
            let owner = self.state.starts.partition_point(|&start| start as usize <= cell);
            match owner.checked_sub(1).map(ProcessId::new) {
                Some(owner) if owner != process => self.location_of(owner)?,
                _ => {}
            }
        }
        Ok(())
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
        }
    }
}

impl Follower<'_> {
    /// Whether an action is possible, taken alone.
    fn guard(&self, process: ProcessId, action: &Action) -> Followed<bool> {
        match action {
            Action::Guard(condition) => match self.expr(process, condition) {
                Err(Halt::Ends) if self.blocks_on_faults() => return Ok(false),
                outcome => outcome?,
            },
            Action::Send { channel, .. } => {
                let channel = self.channel(process, channel)?;
                if channel.capacity > 0 {
                    self.cell(channel.start)?;
                }
            }
            Action::Receive(reception)
                if self.channel(process, &reception.channel)?.capacity > 0 =>
            {
                self.find(process, reception)?;
            }
            Action::Deterministic(block) => {
                for beginning in block.beginnings() {
                    if self.guard(process, beginning)? {
                        break;
                    }
                }
            }
            _ => {}
        }
        Ok(self.view(process).is_enabled(action, false)?)
    }

    fn blocks_on_faults(&self) -> bool {
        self.machine.program.semantics.guard_fault == GuardFault::Blocks
    }

    /// What an action that is possible reads; it returns the cells that it writes.
    fn action(&self, process: ProcessId, action: &Action) -> Followed<Vec<usize>> {
        match action {
            Action::Skip | Action::Else | Action::Guard(_) | Action::Terminate => {}
            Action::OutOfRoom => return Err(Halt::Ends),
            Action::Assert(condition) => self.expr(process, condition)?,
            Action::Print { arguments, .. } => {
                arguments.iter().try_for_each(|argument| self.expr(process, argument))?;
            }
            Action::Assign(place, value) => {
                self.expr(process, value)?;
                return Ok(self.address(process, place)?.into_iter().collect());
            }
            Action::Send { channel, sorted, message } => {
                return self.send(process, channel, *sorted, message);
            }
            Action::Receive(reception) => return self.receive(process, reception),
            Action::Run { process_type, arguments, result, .. } => {
                arguments.iter().try_for_each(|argument| self.expr(process, argument))?;
                if !self.starts_by_itself(*process_type) {
                    self.everything()?;
                }
                if let Some(place) = result {
                    return Ok(self.address(process, place)?.into_iter().collect());
                }
            }
            Action::Spin(_) => self.everything()?,
            // Those in a block are taken one by one.
            Action::Deterministic(_) => self.everything()?,
        }
        Ok(Vec::new())
    }

    fn send(
        &self,
        process: ProcessId,
        channel: &Expr,
        sorted: bool,
        message: &[Expr],
    ) -> Followed<Vec<usize>> {
        let channel = self.channel(process, channel)?;
        if channel.capacity == 0 {
            return Ok(Vec::new());
        }
        self.cell(channel.start)?;
        self.message(process, message)?;
        let (used, end) = self.slots(channel);
        if sorted {
            self.cells(channel.start + 1..used)?;
            return Ok((channel.start..end).collect());
        }
        Ok(std::iter::once(channel.start).chain(used..(used + channel.fields).min(end)).collect())
    }

    fn message(&self, process: ProcessId, message: &[Expr]) -> Followed {
        let blanks = &self.machine.blanks;
        let mut evaluated = message.iter().filter(|value| blanks.in_place_of(value).is_none());
        evaluated.try_for_each(|value| self.expr(process, value))
    }

    /// The end of the slots that are used, and of all.
    fn slots(&self, channel: Found) -> (usize, usize) {
        let length = self.state.cells[channel.start] as usize;
        let first = channel.start + 1;
        (first + length * channel.fields, first + channel.capacity as usize * channel.fields)
    }

    fn receive(&self, process: ProcessId, reception: &Reception) -> Followed<Vec<usize>> {
        let channel = self.channel(process, &reception.channel)?;
        if channel.capacity == 0 {
            return Err(Halt::Ends);
        }
        let Some(position) = self.find(process, reception)? else { return Ok(Vec::new()) };
        let (used, _) = self.slots(channel);
        let first = channel.start + 1 + position * channel.fields;
        let end = if reception.copy { first + channel.fields } else { used };
        self.cells(first..end)?;
        let mut written = self.stored(process, reception)?;
        if !reception.copy {
            written.push(channel.start);
            written.extend(first..end);
        }
        Ok(written)
    }

    /// The cells that a reception stores fields in.
    fn stored(&self, process: ProcessId, reception: &Reception) -> Followed<Vec<usize>> {
        let mut written = Vec::new();
        for (place, pattern) in reception.patterns.iter().enumerate() {
            let Pattern::Store(stored) = pattern else { continue };
            let chosen = stored.other().is_some()
                || stored.subscripts.iter().any(|it| it.index.constant_value().is_none());
            // What was stored before it may decide where it is.
            if place > 0 && chosen {
                self.everything()?;
            }
            written.extend(self.address(process, stored)?);
        }
        Ok(written)
    }

    /// Whether what a new process of a type begins with depends on nothing but its arguments.
    fn starts_by_itself(&self, process_type: ProcessTypeId) -> bool {
        let declared = &self.machine.program.process_types[process_type.index()];
        let mut alone = true;
        initial_values(declared, &mut |touch, _| {
            alone &= match touch {
                Touch::Read(place) => place.other().is_none() && place.region != Region::Global,
                Touch::NameChannel(_) => true,
                Touch::Channel(channel, _) => matches!(channel.kind, ExprKind::OwnChannel(_)),
                _ => false,
            };
        });
        alone
    }

    /// Which message a receive would take.
    fn find(&self, process: ProcessId, reception: &Reception) -> Followed<Option<usize>> {
        let channel = self.channel(process, &reception.channel)?;
        if channel.capacity == 0 {
            return Err(Halt::Ends);
        }
        self.cell(channel.start)?;
        let length = self.state.cells[channel.start] as usize;
        let candidates = if reception.random { length } else { length.min(1) };
        for position in 0..candidates {
            let at = channel.start + 1 + position * channel.fields;
            if self.matches(process, &reception.patterns, at..at + channel.fields)? {
                return Ok(Some(position));
            }
        }
        Ok(None)
    }

    fn matches(
        &self,
        process: ProcessId,
        patterns: &[Pattern],
        slot: std::ops::Range<usize>,
    ) -> Followed<bool> {
        let message = &self.state.cells[slot.clone()];
        for (place, (pattern, field)) in patterns.iter().zip(fields(message)).enumerate() {
            let Pattern::Match(expected) = pattern else { continue };
            let expected = self.value(process, expected)?;
            if slot.start + place < slot.end {
                self.cell(slot.start + place)?;
            }
            if expected != field {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn channel(&self, process: ProcessId, expr: &Expr) -> Followed<Found> {
        self.expr(process, expr)?;
        let view = self.view(process);
        let named = view.channel(expr)?;
        Ok(Found {
            capacity: named.declared.capacity,
            fields: named.declared.fields.len(),
            start: named.start,
        })
    }

    fn value(&self, process: ProcessId, expr: &Expr) -> Followed<i32> {
        self.expr(process, expr)?;
        Ok(self.view(process).value(expr)?)
    }

    /// What an expression reads.
    fn expr(&self, process: ProcessId, expr: &Expr) -> Followed {
        match &expr.kind {
            ExprKind::Constant(_)
            | ExprKind::Channel(_)
            | ExprKind::OwnChannel(_)
            | ExprKind::Pid
            | ExprKind::ProcessOf(_)
            | ExprKind::Timeout => Ok(()),
            ExprKind::Load(place) => match self.address(process, place)? {
                Some(cell) => self.cell(cell),
                None => Ok(()),
            },
            ExprKind::Unary(_, operand)
            | ExprKind::Existing(operand)
            | ExprKind::Within(operand, ..) => self.expr(process, operand),
            ExprKind::At(other, _) => {
                let number = self.value(process, other)?;
                match self.view(process).process_with_number(number) {
                    Some(other) => self.location_of(other),
                    None => Ok(()),
                }
            }
            ExprKind::Binary(operator, operands) => {
                let left = self.value(process, &operands.0)?;
                match operator {
                    BinaryOperator::And if left == 0 => Ok(()),
                    BinaryOperator::Or if left != 0 => Ok(()),
                    _ => self.expr(process, &operands.1),
                }
            }
            ExprKind::Conditional(parts) => {
                let holds = self.value(process, &parts.0)? != 0;
                self.expr(process, if holds { &parts.1 } else { &parts.2 })
            }
            ExprKind::Query(_, channel) => {
                let channel = self.channel(process, channel)?;
                if channel.capacity > 0 { self.cell(channel.start) } else { Ok(()) }
            }
            ExprKind::Poll(reception) => self.find(process, reception).map(|_| ()),
            ExprKind::Spin(asked) => match &**asked {
                SpinExpr::ProcessCount => Ok(()),
                _ => self.everything(),
            },
        }
    }

    /// The cell of a state that a place names, once all is known that decides which; none if no state holds it.
    fn address(&self, process: ProcessId, place: &Place) -> Followed<Option<usize>> {
        if let Owner::Process(other) = &place.owner {
            self.expr(process, other)?;
        }
        place.subscripts.iter().try_for_each(|it| self.expr(process, &it.index))?;
        let view = self.view(process);
        match (place.region, &place.owner) {
            (Region::Constant | Region::Discarded, _) => {
                view.address(place)?;
                Ok(None)
            }
            (Region::Local(_), Owner::Process(other)) => {
                Ok(view.cell_of_other(other, place)?.map(|(_, cell)| cell))
            }
            _ => Ok(Some(view.address(place)?)),
        }
    }
}
