//! Searching a system by any strategy, and turning what is found into real runs.

use groups::Patience;
use kernel::{
    Outcome, PropertyId, Reporter, SearchOptions, Statistics, StopReason, TransitionSystem, search,
};

use crate::canonical::Canonical;
use crate::lift::{LiftError, LiftedRun, lift_within};
use crate::marked::Marked;
use crate::quotient::{Quotient, Symmetric};
use crate::representative::Identity;
use crate::strategy::Prepared;
use crate::symmetry::SymmetryGroup;

/// What a search of one state for each class found.
pub struct ReducedOutcome<S: TransitionSystem> {
    /// What was counted.
    pub statistics: Statistics,
    /// Why it ended.
    pub stop: StopReason,
    /// One for each violated property.
    pub violations: Vec<ReducedViolation<S>>,
    /// All violations met.
    pub violation_count: u64,
    /// The working memory of the system, one for each worker.
    pub scratches: Vec<S::Scratch>,
}

/// A violation, and the states on the way to it: each stands for its class, and some state of the next class follows it.
pub struct ReducedViolation<S: TransitionSystem> {
    /// What is violated.
    pub property: PropertyId,
    /// From an initial state on.
    pub states: Vec<S::State>,
}

impl Prepared<'_> {
    /// Searches one state for each class that the strategy tells apart.
    pub fn search<S: Symmetric>(
        &self,
        system: &S,
        options: &SearchOptions,
        reporter: &dyn Reporter,
    ) -> ReducedOutcome<S> {
        match self {
            Prepared::Representative(representative) => {
                let outcome = search(&Quotient::new(system, representative), options, reporter);
                reduced(outcome, |state| state, |scratch| scratch.system)
            }
            Prepared::Marker(marker) => {
                let outcome = search(&Marked::new(system, marker), options, reporter);
                reduced(outcome, |marked| marked.state, |scratch| scratch.system)
            }
        }
    }

    /// Runs of the system itself for violations that [`search`](Self::search) found.
    ///
    /// # Errors
    /// A violation that has none: a defect, of the group or of the strategy.
    pub fn lift<S: Symmetric>(
        &self,
        system: &S,
        symmetry: &SymmetryGroup,
        violations: &[ReducedViolation<S>],
    ) -> Result<Vec<LiftedRun<S>>, LiftError> {
        self.lift_within(system, symmetry, violations, &mut Patience::endless())
    }

    /// The same, as long as the caller has patience.
    ///
    /// # Errors
    /// A violation that has no run, or [`LiftError::Interrupted`].
    pub fn lift_within<S: Symmetric>(
        &self,
        system: &S,
        symmetry: &SymmetryGroup,
        violations: &[ReducedViolation<S>],
        patience: &mut Patience<'_>,
    ) -> Result<Vec<LiftedRun<S>>, LiftError> {
        if violations.is_empty() {
            return Ok(Vec::new());
        }
        let violations = violations.iter();
        match self {
            // States follow one another up to symmetry, which a complete strategy cannot tell.
            Prepared::Representative(_) => {
                let orbits = Canonical::new_within(symmetry, patience)?;
                violations
                    .map(|it| lift_within(system, &orbits, &it.states, it.property, patience))
                    .collect()
            }
            // States follow one another as they are.
            Prepared::Marker(_) => violations
                .map(|it| lift_within(system, &Identity, &it.states, it.property, patience))
                .collect(),
        }
    }
}

fn reduced<S: TransitionSystem, T: TransitionSystem>(
    outcome: Outcome<T>,
    state: impl Fn(T::State) -> S::State,
    scratch: impl Fn(T::Scratch) -> S::Scratch,
) -> ReducedOutcome<S> {
    let violations = outcome.violations.into_iter().map(|found| ReducedViolation {
        property: found.property,
        states: found.trace.states.into_iter().map(&state).collect(),
    });
    ReducedOutcome {
        statistics: outcome.statistics,
        stop: outcome.stop,
        violations: violations.collect(),
        violation_count: outcome.violation_count,
        scratches: outcome.scratches.into_iter().map(scratch).collect(),
    }
}
