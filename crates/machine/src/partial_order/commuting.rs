//! A test of partial order on single states: whether what is shown of a state commutes with what is left out.
//!
//! Transitions of a persistent set are independent of all that others can do meanwhile (Godefroid, chapter 4). Of that, what they can
//! do in the state itself is looked at: after either of two transitions the other is possible, and both orders lead to the same state.
//!
//! Guarantee: a pair that does not commute proves the analysis wrong; that all do proves nothing, for what others can do later is not
//! looked at. Cost: the successors of two states for each pair.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use kernel::{GivenUp, Transition, TransitionSystem, Visitor, Ways};

use crate::explore::Scratch;
use crate::index::ProcessId;
use crate::machine::Machine;
use crate::state::State;
use crate::step::Step;

/// States with more transitions, or steps within these, are not looked at.
const MOST_STEPS: usize = 400;
/// So many pairs are looked at.
const MOST_PAIRS: usize = 4;

/// So many states in the middle of steps are looked at.
const MOST_BETWEEN: usize = 8;

/// From each of these, so many to which others move meanwhile.
const MOST_AHEAD: usize = 6;

/// A transition that violates nothing.
#[derive(PartialEq)]
struct Shown {
    steps: Vec<Step>,
    target: State,
}

/// Takes transitions down, as long as there are few.
struct Gathering {
    shown: Vec<Shown>,
    wants_all: bool,
    left: usize,
}

impl Gathering {
    fn step(&mut self) -> ControlFlow<()> {
        self.left = self.left.saturating_sub(1);
        if self.left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl Visitor<Machine> for Gathering {
    fn transition(&mut self, transition: Transition<'_, Machine>) -> ControlFlow<()> {
        if let (Some(target), None) = (transition.target, transition.violation) {
            self.shown.push(Shown { steps: transition.steps.to_vec(), target: target.clone() });
        }
        self.step()
    }

    fn give_up(&mut self, _: GivenUp) -> ControlFlow<()> {
        ControlFlow::Break(())
    }

    fn pause(&mut self) -> ControlFlow<()> {
        self.step()
    }

    fn abandon(&mut self) -> ControlFlow<()> {
        ControlFlow::Break(())
    }

    fn wants_all(&self) -> bool {
        self.wants_all
    }

    fn ways(&self, _: &[Step]) -> Ways {
        Ways::Every
    }
}

impl Machine {
    /// Whether some transition that partial order shows of a state does not commute with one that it leaves out there, or in the middle
    /// of a step.
    #[must_use]
    pub fn leaves_out_dependent(&self, state: &State, scratch: &mut Scratch) -> bool {
        // What is left out of a state does not depend on which steps are joined.
        scratch.apart = true;
        let depends = self.has_dependent(state, scratch).unwrap_or(false);
        scratch.apart = false;
        depends || self.joins_dependent(state, scratch)
    }

    /// None if that is not known, as there are too many transitions.
    fn has_dependent(&self, state: &State, scratch: &mut Scratch) -> Option<bool> {
        let chosen = self.shown(state, false, scratch)?;
        let all = self.shown(state, true, scratch)?;
        let left_out: Vec<&Shown> = all.iter().filter(|&it| !chosen.contains(it)).collect();
        let pairs = left_out.iter().flat_map(|&other| chosen.iter().map(move |one| (one, other)));
        for (one, other) in pairs.take(MOST_PAIRS) {
            let first = self.after(&one.target, &other.steps, scratch)?;
            let second = self.after(&other.target, &one.steps, scratch)?;
            if !first.iter().any(|target| second.contains(target)) {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Whether some process that goes on in a loop of [movers](Machine::movers) from a state is disturbed on the way, or changes what an
    /// invariant says.
    fn joins_dependent(&self, state: &State, scratch: &mut Scratch) -> bool {
        let mut open = self.within_steps(state, None, scratch);
        for _ in 0..MOST_BETWEEN {
            let Some((between, process)) = open.pop() else { return false };
            if self.is_disturbed(&between, process, scratch).unwrap_or(false) {
                return true;
            }
            let next = self.within_steps(&between, Some(process), scratch);
            if next.iter().any(|(next, _)| self.differs_by_invariants(&between, next)) {
                return true;
            }
            open.extend(next);
        }
        false
    }

    /// The states in the middle of steps that follow on a state, in which a process goes on that could as well be interrupted.
    fn within_steps(
        &self,
        state: &State,
        control: Option<ProcessId>,
        scratch: &mut Scratch,
    ) -> Vec<(State, ProcessId)> {
        let mut met = Vec::new();
        self.small_steps(state, control, scratch, &mut |step| {
            let last = step.steps.last().is_some_and(|it| self.code.edges[it.edge.index()].joined);
            if let (Some(target), Some(process), true) = (step.target, step.control, last) {
                let mut target = target.clone();
                self.forget(&mut target);
                met.push((target, process));
            }
        });
        met
    }

    /// Whether what a process does next in a state does not commute with what others could do there, or a little later.
    fn is_disturbed(
        &self,
        state: &State,
        process: ProcessId,
        scratch: &mut Scratch,
    ) -> Option<bool> {
        let mut open = VecDeque::from([state.clone()]);
        for _ in 0..MOST_AHEAD {
            let Some(state) = open.pop_front() else { break };
            let mut others = self.shown(&state, true, scratch)?;
            others.retain(|it| it.steps.first().is_some_and(|it| it.process != process));
            if self.is_disturbed_by(&others, &state, process, scratch)? {
                return Some(true);
            }
            open.extend(others.into_iter().map(|other| other.target));
        }
        Some(false)
    }

    fn is_disturbed_by(
        &self,
        others: &[Shown],
        state: &State,
        process: ProcessId,
        scratch: &mut Scratch,
    ) -> Option<bool> {
        let next = self.next_of(state, process, scratch);
        let pairs = others.iter().flat_map(|other| next.iter().map(move |one| (one, other)));
        for (one, other) in pairs.take(MOST_PAIRS) {
            let first = self.after(&one.target, &other.steps, scratch)?;
            let second = self.next_of(&other.target, process, scratch);
            let second = second.iter().filter(|it| it.steps == one.steps);
            if !second.into_iter().any(|it| first.contains(&it.target)) {
                return Some(true);
            }
        }
        Some(false)
    }

    /// What a process can do next that goes on, one statement at a time.
    fn next_of(&self, state: &State, process: ProcessId, scratch: &mut Scratch) -> Vec<Shown> {
        let mut next = Vec::new();
        self.small_steps(state, Some(process), scratch, &mut |step| {
            if let Some(mut target) = step.target.cloned() {
                self.forget(&mut target);
                next.push(Shown { steps: step.steps.to_vec(), target });
            }
        });
        next
    }

    fn differs_by_invariants(&self, one: &State, other: &State) -> bool {
        let mut invariants = self.program.invariants.iter();
        invariants.any(|it| self.is_excluded(one, it) != self.is_excluded(other, it))
    }

    /// Where these steps lead.
    fn after(&self, state: &State, steps: &[Step], scratch: &mut Scratch) -> Option<Vec<State>> {
        let mut shown = self.shown(state, true, scratch)?;
        shown.retain(|it| it.steps == steps);
        Some(shown.into_iter().map(|it| it.target).collect())
    }

    /// The transitions of a state that violate nothing; none if there are too many.
    fn shown(&self, state: &State, wants_all: bool, scratch: &mut Scratch) -> Option<Vec<Shown>> {
        let mut gathering = Gathering { shown: Vec::new(), wants_all, left: MOST_STEPS };
        let whole = self.successors(state, scratch, &mut gathering).is_continue();
        whole.then_some(gathering.shown)
    }
}
