//! Runs of the original machine: planned by a search, replayed here, never believed unseen.

use std::fmt;
use std::ops::ControlFlow;

use kernel::{PropertyId, PropertyKind, Transition, TransitionSystem, ViolatedBy};
use machine::index::EdgeId;
use machine::program::Action;
use machine::{Machine, Scratch, State, Step};

/// Which process takes which edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlannedStep {
    /// The process.
    pub process: u16,
    /// Its edge.
    pub edge: EdgeId,
}

impl From<&Step> for PlannedStep {
    fn from(step: &Step) -> PlannedStep {
        PlannedStep { process: step.process, edge: step.edge }
    }
}

/// The steps of each transition of a run, the violating one included.
pub type Plan = Vec<Vec<PlannedStep>>;

/// One transition of a run.
#[derive(Clone, Debug)]
pub struct Move {
    /// What the processes did.
    pub steps: Vec<Step>,
    /// Where it started.
    pub before: State,
    /// Where it led; `None` if it ended in the violation.
    pub after: Option<State>,
}

/// A run of the original machine that was seen to violate a property.
#[derive(Clone, Debug)]
pub struct Run {
    /// The property.
    pub property: PropertyId,
    /// The transitions.
    pub moves: Vec<Move>,
    /// The last state.
    pub last: State,
}

/// Where a plan departs from what the machine can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Departure {
    /// The machine cannot make this transition of the plan, counted from 0.
    Move(usize),
    /// The run is possible, and violates nothing at its end.
    NoViolation,
}

impl fmt::Display for Departure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Departure::Move(index) => write!(f, "step {} is not possible", index + 1),
            Departure::NoViolation => write!(f, "nothing is violated at its end"),
        }
    }
}

/// Runs a plan on the machine and sees that it ends in a violation of the property.
///
/// A reduced search leaves terminated processes where they are, so its plans lack their ends: where a step is not possible,
/// finished processes terminate first.
///
/// # Errors
/// Where the plan departs from the machine.
pub fn replay(machine: &Machine, plan: &Plan, property: PropertyId) -> Result<Run, Departure> {
    let mut runner = Runner {
        machine,
        scratch: machine.scratch(),
        run: Run { property, moves: Vec::new(), last: machine.initial().clone() },
    };
    let by_transition = match machine.properties()[property.index()].kind {
        PropertyKind::Assertion | PropertyKind::RuntimeError => true,
        PropertyKind::Deadlock | PropertyKind::Invariant => false,
    };
    let ordinary = if by_transition { plan.len().saturating_sub(1) } else { plan.len() };
    for (index, steps) in plan.iter().enumerate() {
        let wanted = (index >= ordinary).then_some(property);
        if !runner.make(steps, wanted) {
            return Err(match wanted {
                Some(_) if runner.make(steps, None) => Departure::NoViolation,
                _ => Departure::Move(index),
            });
        }
    }
    let violated = if by_transition { !plan.is_empty() } else { runner.is_stuck() };
    if violated { Ok(runner.run) } else { Err(Departure::NoViolation) }
}

struct Runner<'a> {
    machine: &'a Machine,
    scratch: Scratch,
    run: Run,
}

impl Runner<'_> {
    /// Makes the transition, after the ends of finished processes if need be.
    fn make(&mut self, steps: &[PlannedStep], wanted: Option<PropertyId>) -> bool {
        let already = self.run.moves.len();
        loop {
            let found = find(self.machine, &self.run.last, &mut self.scratch, |t| {
                same_steps(t.steps, steps)
                    && match wanted {
                        Some(property) => t.violation == Some(property),
                        None => t.target.is_some(),
                    }
            });
            if let Some(found) = found {
                self.push(found);
                return true;
            }
            if !self.terminate() {
                self.take_back(already);
                return false;
            }
        }
    }

    /// Whether the run ends in a state that is stuck outside its proper ends.
    fn is_stuck(&mut self) -> bool {
        while self.terminate() {}
        let any = find(self.machine, &self.run.last, &mut self.scratch, |_| true);
        any.is_none() && !self.machine.may_halt(&self.run.last)
    }

    /// Lets a finished process terminate, if one can.
    fn terminate(&mut self) -> bool {
        let machine = self.machine;
        let found = find(machine, &self.run.last, &mut self.scratch, |t| {
            t.target.is_some() && t.steps.iter().all(|step| is_end(machine, step.edge))
        });
        found.map(|found| self.push(found)).is_some()
    }

    fn push(&mut self, (steps, after): (Vec<Step>, Option<State>)) {
        let before = self.run.last.clone();
        if let Some(state) = &after {
            self.run.last = state.clone();
        }
        self.run.moves.push(Move { steps, before, after });
    }

    fn take_back(&mut self, moves: usize) {
        if let Some(first) = self.run.moves.get(moves) {
            self.run.last = first.before.clone();
        }
        self.run.moves.truncate(moves);
    }
}

/// Whether an edge is the end of a process and nothing else.
pub fn is_end(machine: &Machine, edge: EdgeId) -> bool {
    let operations = &machine.code.edges[edge.index()].operations;
    operations.first().is_some_and(|o| o.action == Action::Terminate)
}

fn same_steps(steps: &[Step], planned: &[PlannedStep]) -> bool {
    steps.len() == planned.len()
        && steps.iter().zip(planned).all(|(a, b)| PlannedStep::from(a) == *b)
}

/// The first transition out of a state that satisfies the condition.
fn find(
    machine: &Machine,
    state: &State,
    scratch: &mut Scratch,
    mut wanted: impl FnMut(&Transition<'_, Machine>) -> bool,
) -> Option<(Vec<Step>, Option<State>)> {
    let mut found = None;
    let _ = machine.successors(state, scratch, &mut |t: Transition<'_, Machine>| {
        if !wanted(&t) {
            return ControlFlow::Continue(());
        }
        found = Some((t.steps.to_vec(), t.target.cloned()));
        ControlFlow::Break(())
    });
    found
}

/// The plan that follows the states of a trace of the machine itself, then takes the transition that violates the property, if
/// one does.
///
/// # Errors
/// The place of a state that is no successor of the one before.
pub fn plan_along(
    machine: &Machine,
    states: &[State],
    violated_by: &ViolatedBy<Step>,
) -> Result<Plan, usize> {
    let mut scratch = machine.scratch();
    let mut plan = Plan::new();
    for (index, pair) in states.windows(2).enumerate() {
        let found = find(machine, &pair[0], &mut scratch, |t| t.target == Some(&pair[1]));
        let (steps, _) = found.ok_or(index)?;
        plan.push(steps.iter().map(PlannedStep::from).collect());
    }
    if let ViolatedBy::Transition(last) = violated_by {
        plan.push(last.iter().map(PlannedStep::from).collect());
    }
    Ok(plan)
}
