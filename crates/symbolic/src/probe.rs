//! What comes of an attempt in all states that agree on a few cells.
//!
//! The machine is asked which cells decide ([`Machine::needs`]), and then makes the attempt, twice: in two states that agree on
//! these cells and on no other. What both leave alone is kept by every state, and what both leave the same is written. Where they
//! differ otherwise, a cell decided that was not asked for: that is a defect, and is never a wrong answer.

use kernel::TransitionSystem;
use machine::compile::Location;
use machine::explore::{Scratch, Step, StepResult};
use machine::index::{LocationId, ProcessId};
use machine::program::Expr;
use machine::{Attempt, Fault, Machine, Partial, State};

use crate::layout::{Kind, Layout, Shape, TooSmall, holder};

/// What comes of an attempt.
pub enum Answer {
    /// That depends on the cell at this level.
    Asks(u32),
    /// Nothing, or what comes of it is one of these.
    Moves(Vec<ShortMove>),
}

/// What is known of a condition.
pub enum Truth {
    /// Whether it holds depends on the cell at this level.
    Asks(u32),
    /// It holds or does not; or it has no value.
    Is(Option<bool>),
}

/// A move, as far as it is known from a few cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShortMove {
    /// What happens in it.
    pub event: Event,
    /// What is written, by level; none if it ends in an error.
    pub writes: Option<Vec<(u32, i32)>>,
}

/// What happens in a move, besides where it leads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Event {
    /// An assertion fails.
    pub assertion: bool,
    /// A run-time error.
    pub fault: bool,
    /// Nothing follows on it.
    pub is_last: bool,
    /// It was given up as too long.
    pub too_long: bool,
    /// It was given up for want of room.
    pub out_of_room: bool,
}

/// Why there is no answer.
pub enum Unanswered {
    /// The layout has no room for where it leads.
    TooSmall(TooSmall),
    /// A cell decided that was not asked for.
    Unforeseen,
}

impl From<TooSmall> for Unanswered {
    fn from(small: TooSmall) -> Unanswered {
        Unanswered::TooSmall(small)
    }
}

/// Makes attempts.
pub struct Probe<'m> {
    machine: &'m Machine,
    /// The same machine, which clears nothing, where predicates tell what is inactive. Whether that is so before an attempt may depend
    /// on cells that are not known: two states that are as stored ones are would then differ in fewer cells than they should.
    unclearing: Option<Machine>,
    scratch: Scratch,
    partial: Partial,
}

/// A move that was made in a state.
struct Made {
    steps: Vec<Step>,
    target: Option<State>,
    control: Option<ProcessId>,
}

impl<'m> Probe<'m> {
    /// For attempts of the processes of a machine.
    #[must_use]
    pub fn new(machine: &'m Machine) -> Probe<'m> {
        let unclearing = machine.predicates().map(|_| machine.clearing_nothing());
        Probe { machine, unclearing, scratch: machine.scratch(), partial: Partial::default() }
    }

    /// What comes of an attempt in all vectors of a shape that have these values at some levels. The other values of one of them
    /// are in `example`.
    ///
    /// # Errors
    /// Why there is no answer.
    pub fn answer(
        &mut self,
        layout: &mut Layout<'m>,
        shape: usize,
        known: &[(u32, i32)],
        example: &[i32],
        attempt: Attempt,
    ) -> Result<Answer, Unanswered> {
        self.set(layout.shape_at(shape), known, example);
        if let Some(cell) = self.machine.needs(&self.partial, attempt) {
            return Ok(Answer::Asks(layout.shape_at(shape).levels[cell]));
        }
        let control = layout
            .control
            .and_then(|level| known.iter().find(|(at, _)| *at == level))
            .map_or(0, |&(_, value)| value);
        let one = self.partial.state.clone();
        let mut other = self.varied(layout.shape_at(shape));
        if control == 0 {
            // It is to be as stored states are.
            self.unclearing.as_ref().unwrap_or(self.machine).forget(&mut other);
        }
        let (ones, others) = (self.moves(&one, attempt), self.moves(&other, attempt));
        if ones.len() != others.len() {
            return Err(Unanswered::Unforeseen);
        }
        let pairs = ones.into_iter().zip(others);
        let moves = pairs.map(|(mut made, mut again)| {
            let before = Before { shape, control, one: &one, other: &other };
            self.clear(&before, &mut made, &mut again);
            short(layout, &before, &made, &again)
        });
        Ok(Answer::Moves(moves.collect::<Result<_, Unanswered>>()?))
    }

    /// Whether a condition holds in all of these vectors.
    ///
    /// # Errors
    /// Why there is no answer.
    pub fn truth(
        &mut self,
        layout: &Layout<'m>,
        shape: usize,
        known: &[(u32, i32)],
        example: &[i32],
        condition: &Expr,
    ) -> Result<Truth, Unanswered> {
        let shape = layout.shape_at(shape);
        self.set(shape, known, example);
        if let Some(cell) = self.machine.needs_for(&self.partial, condition) {
            return Ok(Truth::Asks(shape.levels[cell]));
        }
        let is = self.machine.truth(condition, &self.partial.state);
        if is != self.machine.truth(condition, &self.varied(shape)) {
            return Err(Unanswered::Unforeseen);
        }
        Ok(Truth::Is(is))
    }

    fn set(&mut self, shape: &Shape, known: &[(u32, i32)], example: &[i32]) {
        let Partial { state, known: cells } = &mut self.partial;
        state.clone_from(&shape.blank);
        for (cell, &level) in state.cells.iter_mut().zip(&shape.levels) {
            *cell = example[level as usize];
        }
        cells.clear();
        cells.resize(state.cells.len(), false);
        for &(level, value) in known {
            if let Some(cell) = shape.cells[level as usize] {
                state.cells[cell as usize] = value;
                cells[cell as usize] = true;
            }
        }
    }

    /// The same state with something else in every cell that is not known, as far as there is something else.
    fn varied(&self, shape: &Shape) -> State {
        let mut state = self.partial.state.clone();
        for (place, &kind) in shape.kinds.iter().enumerate() {
            if self.partial.known[place] {
                continue;
            }
            let value = &mut state.cells[place];
            *value = match (kind, *value) {
                (Kind::Location, here) => self.elsewhere(here),
                (_, 0) => 1,
                (Kind::Length, length) => length - 1,
                (Kind::Value, _) => 0,
            };
        }
        state
    }

    /// Another location of the same type.
    fn elsewhere(&self, here: i32) -> i32 {
        let locations = &self.machine.code.locations;
        let of = self.machine.type_of(LocationId(here as u32));
        let is_of = |place: i32| {
            let at: Option<&Location> = locations.get(place as usize);
            at.is_some_and(|location| location.process_type == of)
        };
        [here + 1, here - 1].into_iter().find(|&place| is_of(place)).unwrap_or(here)
    }

    fn moves(&mut self, state: &State, attempt: Attempt) -> Vec<Made> {
        let mut moves = Vec::new();
        let machine = self.unclearing.as_ref().unwrap_or(self.machine);
        machine.attempt(state, attempt, &mut self.scratch, &mut |made| {
            let (steps, target) = (made.steps.to_vec(), made.target.cloned());
            moves.push(Made { steps, target, control: made.control });
        });
        moves
    }

    /// Clears, by predicates, what is inactive after a move in the processes that it changed: all that this depends on there is known.
    /// The others are as they were.
    fn clear(&self, before: &Before<'_>, made: &mut Made, again: &mut Made) {
        if self.unclearing.is_none() || made.control.is_some() {
            return;
        }
        let (Some(one), Some(other)) = (&mut made.target, &mut again.target) else { return };
        for process in before.one.process_ids() {
            if changes(process, before.one, one) || changes(process, before.other, other) {
                self.machine.clear_record(one, process);
                self.machine.clear_record(other, process);
            }
        }
    }
}

/// The two states in which an attempt is made, and what they agree on.
struct Before<'a> {
    shape: usize,
    control: i32,
    one: &'a State,
    other: &'a State,
}

/// Whether something in the record of a process is another in another state with the same processes.
fn changes(process: ProcessId, before: &State, after: &State) -> bool {
    let start = before.starts[process.index()] as usize;
    let end = before.starts.get(process.index() + 1);
    let end = end.map_or(before.cells.len(), |&end| end as usize);
    before.cells[start..end] != after.cells[start..end]
}

/// What two moves from two states have in common, which must be all but what neither of them touches.
fn short(
    layout: &mut Layout<'_>,
    before: &Before<'_>,
    made: &Made,
    again: &Made,
) -> Result<ShortMove, Unanswered> {
    if made.steps != again.steps || made.control != again.control {
        return Err(Unanswered::Unforeseen);
    }
    let event = made.steps.last().map_or(Event::default(), |step| event(step.result));
    let writes = match (&made.target, &again.target) {
        (None, None) => None,
        (Some(one), Some(other)) => {
            let mut writes = writes(layout, before, one, other)?;
            if let Some(level) = layout.control.filter(|_| holder(made.control) != before.control) {
                writes.push((level, holder(made.control)));
            }
            writes.sort_unstable();
            Some(writes)
        }
        _ => return Err(Unanswered::Unforeseen),
    };
    Ok(ShortMove { event, writes })
}

fn writes(
    layout: &mut Layout<'_>,
    before: &Before<'_>,
    one: &State,
    other: &State,
) -> Result<Vec<(u32, i32)>, Unanswered> {
    let after = layout.shape_of(one)?;
    if after != layout.shape_of(other)? {
        return Err(Unanswered::Unforeseen);
    }
    let mut writes = Vec::new();
    if let Some(level) = layout.shape.filter(|_| after != before.shape) {
        writes.push((level, after as i32));
    }
    let (from, to) = (layout.shape_at(before.shape), layout.shape_at(after));
    let common = from.types.iter().zip(&to.types).take_while(|(a, b)| a == b).count();
    let end = |state: &State, shape: &Shape| match shape.types.len() > common {
        true => state.starts[common] as usize,
        false => state.cells.len(),
    };
    let shared = end(before.one, from);
    for cell in 0..shared {
        let (was, were) = (before.one.cells[cell], before.other.cells[cell]);
        let (is, are) = (one.cells[cell], other.cells[cell]);
        let is_kept = is == was && are == were;
        if !is_kept && is != are {
            return Err(Unanswered::Unforeseen);
        }
        // What cannot be varied is kept wherever it is not changed.
        if !is_kept {
            writes.push((to.levels[cell], is));
        }
    }
    // Of a process that is gone, nothing is left; of one that is new, everything is.
    let new = &to.levels[end(one, to)..];
    for level in &from.levels[shared..] {
        if !new.contains(level) {
            writes.push((*level, 0));
        }
    }
    for (&level, (is, are)) in
        new.iter().zip(one.cells[shared..].iter().zip(&other.cells[shared..]))
    {
        if is != are {
            return Err(Unanswered::Unforeseen);
        }
        writes.push((level, *is));
    }
    Ok(writes)
}

fn event(result: StepResult) -> Event {
    match result {
        StepResult::Done => Event::default(),
        StepResult::AssertionFailed { .. } => Event { assertion: true, ..Event::default() },
        StepResult::Fault { fault, failed, .. } => {
            let (too_long, out_of_room) =
                (fault == Fault::LongDeterministicStep, fault == Fault::OutOfRoom);
            let fault = !too_long && !out_of_room;
            let (assertion, is_last) = (failed.is_some(), result.is_final());
            Event { assertion, fault, is_last, too_long, out_of_room }
        }
    }
}
