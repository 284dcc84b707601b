//! Searches of any symmetric system by any strategy.

use kernel::{Outcome, PropertyId, SearchOptions, Silent, TransitionSystem, search};
use symmetry::{
    Canonical, Identity, LiftError, LiftedRun, Marked, Prepared, Quotient, Symmetric,
    SymmetryGroup, lift,
};

/// What a search found.
pub struct Found<S: Symmetric> {
    pub states: u64,
    pub violations: Vec<(PropertyId, Vec<S::State>)>,
}

/// What is of interest of an outcome, of the system or of a reduced one.
fn found<S: Symmetric, T: TransitionSystem>(
    outcome: Outcome<T>,
    state: impl Fn(T::State) -> S::State,
) -> Found<S> {
    let violations = outcome.violations.into_iter().map(|violation| {
        (violation.property, violation.trace.states.into_iter().map(&state).collect())
    });
    Found { states: outcome.statistics.states, violations: violations.collect() }
}

/// Searches without any reduction.
pub fn unreduced<S: Symmetric>(system: &S, options: &SearchOptions) -> Found<S> {
    found(search(system, options, &Silent), |state| state)
}

/// Searches by a strategy: one that gives states, or one that only names classes.
pub fn reduced<S: Symmetric>(
    system: &S,
    strategy: &Prepared<'_>,
    options: &SearchOptions,
) -> Found<S> {
    match strategy {
        Prepared::Representative(representative) => {
            let quotient = Quotient::new(system, representative);
            found(search(&quotient, options, &Silent), |state| state)
        }
        Prepared::Marker(marker) => {
            let marked = Marked::new(system, marker);
            found(search(&marked, options, &Silent), |marked| marked.state)
        }
    }
}

/// A run of the system itself that ends in a violation that a search by `strategy` found.
pub fn run_of<S: Symmetric>(
    system: &S,
    symmetry: &SymmetryGroup,
    strategy: &Prepared<'_>,
    (property, states): &(PropertyId, Vec<S::State>),
) -> Result<LiftedRun<S>, LiftError> {
    match strategy {
        // Its states follow one another only up to symmetry.
        Prepared::Representative(_) => lift(system, &Canonical::new(symmetry), states, *property),
        // They follow one another as they are.
        Prepared::Marker(_) => lift(system, &Identity, states, *property),
    }
}
