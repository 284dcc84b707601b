//! From a run of the quotient back to a run of the original system.
//!
//! The states of a trace of the quotient are representatives: each is a successor of the one before only up to a symmetry.
//! The real run is found by walking: from a concrete state in the orbit of one trace state, some successor lies in the orbit
//! of the next, since symmetries map transitions to transitions. This needs neither the permutations that were met on the way
//! nor anything of the strategy that the search used, and it checks the group at the same time: if no such successor exists,
//! the group was no symmetry.

use std::error::Error;
use std::fmt;
use std::ops::ControlFlow;

use groups::{Interrupted, Patience};
use kernel::{
    GivenUp, PropertyId, PropertyKind, Transition, TransitionSystem, Visitor, Ways, has_no_exit,
    one_way,
};

use crate::foundation::quotient::Quotient;
use crate::foundation::representative::Representative;
use crate::foundation::symmetric::Symmetric;

/// A run of the original system that ends in a violation.
pub struct LiftedRun<S: TransitionSystem> {
    /// The states, from an initial state on.
    pub states: Vec<S::State>,
    /// For each state but the last, the steps of the transition that leads to the next.
    pub steps: Vec<Vec<S::Step>>,
    /// The transition out of the last state that violates the property; none if that state itself violates it.
    pub violation: Option<ViolatingTransition<S>>,
}

/// The transition that violates a property.
pub struct ViolatingTransition<S: TransitionSystem> {
    /// Its steps.
    pub steps: Vec<S::Step>,
    /// Where it leads, unless it ended in a run-time error.
    pub target: Option<S::State>,
}

impl<S: TransitionSystem> Clone for LiftedRun<S> {
    fn clone(&self) -> Self {
        LiftedRun {
            states: self.states.clone(),
            steps: self.steps.clone(),
            violation: self.violation.clone(),
        }
    }
}

impl<S: TransitionSystem> Clone for ViolatingTransition<S> {
    fn clone(&self) -> Self {
        ViolatingTransition { steps: self.steps.clone(), target: self.target.clone() }
    }
}

impl<S: TransitionSystem> fmt::Debug for LiftedRun<S>
where
    S::State: fmt::Debug,
    S::Step: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let violation =
            self.violation.as_ref().map(|violation| (&violation.steps, &violation.target));
        f.debug_struct("LiftedRun")
            .field("states", &self.states)
            .field("steps", &self.steps)
            .field("violation", &violation)
            .finish()
    }
}

/// Where the run of the quotient has no counterpart in the original system. This is a defect, unless it was interrupted: the group is not a symmetry, or
/// the representative does not stay in the orbit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum LiftError {
    /// The trace has no states.
    Empty,
    /// No initial state is symmetric to the first state of the trace.
    Initial,
    /// No successor is symmetric to the state with this number.
    Step(usize),
    /// The last state does not violate the property, nor does a transition out of it.
    Violation,
    /// No defect: the caller lost patience.
    Interrupted,
}

impl fmt::Display for LiftError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::Interrupted {
            return write!(f, "the lifting of the run was interrupted");
        }
        write!(f, "the run cannot be lifted (this is a defect: the group is not a symmetry): ")?;
        match self {
            Self::Empty => write!(f, "the run has no states"),
            Self::Initial => write!(f, "no initial state is symmetric to its first"),
            Self::Step(number) => write!(f, "no successor is symmetric to its state {number}"),
            Self::Violation => write!(f, "its end does not violate the property"),
            Self::Interrupted => Ok(()),
        }
    }
}

impl Error for LiftError {}

/// Lifts the trace of a violation of `property` that a search of a quotient of `system` found.
///
/// `orbits` tells whether states are symmetric: it must be [unique](crate::Guarantee::Unique), whichever strategy the search
/// used; or the [`Identity`](crate::Identity) if the search was not reduced.
pub fn lift<S: Symmetric, R: Representative>(
    system: &S,
    orbits: &R,
    states: &[S::State],
    property: PropertyId,
) -> Result<LiftedRun<S>, LiftError> {
    lift_within(system, orbits, states, property, &mut Patience::endless())
}

/// The same, as long as the caller has patience.
pub fn lift_within<S: Symmetric, R: Representative>(
    system: &S,
    orbits: &R,
    states: &[S::State],
    property: PropertyId,
    patience: &mut Patience<'_>,
) -> Result<LiftedRun<S>, LiftError> {
    let mut run = lift_way_within(system, orbits, states, patience)?;
    let mut scratch = system.scratch();
    let last = &run.states[run.states.len() - 1];
    let kind = system.properties().get(property.index()).ok_or(LiftError::Violation)?.kind;
    let violated = match kind {
        PropertyKind::Invariant => system.violates(last, property, &mut scratch),
        PropertyKind::Deadlock => has_no_exit(system, last, &mut scratch) && !system.may_halt(last),
        PropertyKind::Assertion | PropertyKind::RuntimeError => {
            run.violation = violating(system, last, property, &mut scratch);
            run.violation.is_some()
        }
    };
    if violated { Ok(run) } else { Err(LiftError::Violation) }
}

/// Lifts a trace that violates nothing, as long as the caller has patience.
pub fn lift_way_within<S: Symmetric, R: Representative>(
    system: &S,
    orbits: &R,
    states: &[S::State],
    patience: &mut Patience<'_>,
) -> Result<LiftedRun<S>, LiftError> {
    let mut lifter = Lifter::new(system, orbits);
    let mut scratch = system.scratch();
    lifter.aim(states.first().ok_or(LiftError::Empty)?, patience)?;
    let start = lifter.start(&mut scratch, patience)?;
    let mut run = LiftedRun {
        states: vec![start.ok_or(LiftError::Initial)?],
        steps: Vec::new(),
        violation: None,
    };
    for (number, state) in states.iter().enumerate().skip(1) {
        lifter.aim(state, patience)?;
        let mut search = Successor { lifter: &mut lifter, patience, found: None };
        let _ = system.successors(&run.states[number - 1], &mut scratch, &mut search);
        let found = search.found;
        patience.spend(0)?;
        let (steps, target) = found.ok_or(LiftError::Step(number))?;
        run.steps.push(steps);
        run.states.push(target);
    }
    Ok(run)
}

/// What a comparison of states is said to cost for each byte of them.
const STEPS_A_CELL: usize = 64;

impl From<Interrupted> for LiftError {
    fn from(_: Interrupted) -> Self {
        LiftError::Interrupted
    }
}

/// Compares states up to symmetry.
struct Lifter<'a, S: Symmetric, R: Representative> {
    quotient: Quotient<'a, S, R>,
    scratch: R::Scratch,
    reduced: S::State,
    aim: Vec<u8>,
    bytes: Vec<u8>,
}

impl<'a, S: Symmetric, R: Representative> Lifter<'a, S, R> {
    fn new(system: &'a S, orbits: &'a R) -> Self {
        Lifter {
            quotient: Quotient::new(system, orbits),
            scratch: orbits.scratch(),
            reduced: system.blank(),
            aim: Vec::new(),
            bytes: Vec::new(),
        }
    }

    /// Looks for the orbit of `state` from now on.
    fn aim(&mut self, state: &S::State, patience: &mut Patience<'_>) -> Result<(), Interrupted> {
        self.hits(state, patience)?;
        std::mem::swap(&mut self.aim, &mut self.bytes);
        Ok(())
    }

    /// The first initial state in the orbit looked for.
    fn start(
        &mut self,
        scratch: &mut S::Scratch,
        patience: &mut Patience<'_>,
    ) -> Result<Option<S::State>, Interrupted> {
        let mut start = None;
        let _ = self.quotient.original().initial_states(scratch, &mut |state: &S::State| {
            match self.hits(state, patience) {
                Ok(false) => return ControlFlow::Continue(()),
                Ok(true) => start = Some(state.clone()),
                // What asks next is told so.
                Err(Interrupted) => {}
            }
            ControlFlow::Break(())
        });
        patience.spend(0)?;
        Ok(start)
    }

    /// Whether `state` is in the orbit looked for.
    fn hits(&mut self, state: &S::State, patience: &mut Patience<'_>) -> Result<bool, Interrupted> {
        // A representative takes some passes over the state, or a search.
        patience.spend(STEPS_A_CELL * self.bytes.len().max(64))?;
        let Lifter { quotient, scratch, reduced, .. } = self;
        quotient.represent_within(state, reduced, scratch, patience)?;
        self.bytes.clear();
        self.quotient.encode(&self.reduced, &mut self.bytes);
        Ok(self.bytes == self.aim)
    }
}

struct Successor<'l, 'a, 'p, S: Symmetric, R: Representative> {
    lifter: &'l mut Lifter<'a, S, R>,
    patience: &'l mut Patience<'p>,
    found: Option<(Vec<S::Step>, S::State)>,
}

impl<S: Symmetric, R: Representative> Visitor<S> for Successor<'_, '_, '_, S, R> {
    fn transition(&mut self, transition: Transition<'_, S>) -> ControlFlow<()> {
        let Some(target) = transition.target else { return ControlFlow::Continue(()) };
        match self.lifter.hits(target, self.patience) {
            Ok(false) => return ControlFlow::Continue(()),
            Ok(true) => self.found = Some((transition.steps.to_vec(), target.clone())),
            // What asks next is told so.
            Err(Interrupted) => {}
        }
        ControlFlow::Break(())
    }

    fn give_up(&mut self, _: GivenUp) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn pause(&mut self) -> ControlFlow<()> {
        match self.patience.spend(1) {
            Ok(()) => ControlFlow::Continue(()),
            Err(Interrupted) => ControlFlow::Break(()),
        }
    }

    fn abandon(&mut self) -> ControlFlow<()> {
        // What was passed on so far may be wrong; a run that is found all the same is confirmed by whoever asked for it.
        ControlFlow::Break(())
    }

    fn wants_all(&self) -> bool {
        true
    }

    fn ways(&self, _: &[S::Step]) -> Ways {
        Ways::One
    }
}

/// A transition out of a state that violates a property. What is passed on before the system says that nothing is to be relied on may
/// be wrong: a run that is found all the same is confirmed by whoever asked for it.
fn violating<S: TransitionSystem>(
    system: &S,
    state: &S::State,
    property: PropertyId,
    scratch: &mut S::Scratch,
) -> Option<ViolatingTransition<S>> {
    let mut found = None;
    let see = |t: Transition<'_, S>| {
        if t.violation != Some(property) {
            return ControlFlow::Continue(());
        }
        found = Some(ViolatingTransition { steps: t.steps.to_vec(), target: t.target.cloned() });
        ControlFlow::Break(())
    };
    let _ = system.successors(state, scratch, &mut one_way(see));
    found
}
