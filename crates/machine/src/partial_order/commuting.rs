//! A test of partial order on single states: whether what is shown of a state commutes with what is left out.
//!
//! Transitions of a persistent set are independent of all that others can do meanwhile (Godefroid, chapter 4). Of that, what they can
//! do in the state itself is looked at: after either of two transitions the other is possible, and both orders lead to the same state.
//!
//! Guarantee: a pair that does not commute proves the analysis wrong; that all do proves nothing, for what others can do later is not
//! looked at. Cost: the successors of two states for each pair.

use std::ops::ControlFlow;

use kernel::{GivenUp, Transition, TransitionSystem, Visitor, Ways};

use crate::explore::Scratch;
use crate::machine::Machine;
use crate::state::State;
use crate::step::Step;

/// States with more transitions, or steps within these, are not looked at.
const MOST_STEPS: usize = 400;
/// So many pairs are looked at.
const MOST_PAIRS: usize = 4;

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
    /// Whether some transition that partial order shows of a state does not commute with one that it leaves out there.
    #[must_use]
    pub fn leaves_out_dependent(&self, state: &State, scratch: &mut Scratch) -> bool {
        self.has_dependent(state, scratch).unwrap_or(false)
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
