//! Searching a system by any strategy, and turning what is found into real runs.

use groups::Patience;
use kernel::{
    Expand, Outcome, PropertyId, Reporter, SearchOptions, Statistics, StopReason, TransitionSystem,
    search, search_short,
};

use crate::canonical::Canonical;
use crate::foundation::concrete::ByRepresentative;
use crate::foundation::lift::{LiftError, LiftedRun, lift_way_within, lift_within};
use crate::foundation::marked::Marked;
use crate::foundation::quotient::Quotient;
use crate::foundation::representative::{Guarantee, Identity, Representative};
use crate::foundation::symmetric::Symmetric;
use crate::foundation::symmetry::SymmetryGroup;
use crate::foundation::watch::{Abandonment, AuditPlan, Sightings, Watched, WatchedScratch};
use crate::orbits::{Counted, OrbitSizes, Orbits};
use crate::strategy::Prepared;

/// What a search of one state for each class found.
pub struct ReducedOutcome<S: TransitionSystem> {
    /// What was counted.
    pub statistics: Statistics,
    /// Why it ended.
    pub stop: StopReason,
    /// One for each violated property.
    pub violations: Vec<ReducedViolation<S>>,
    /// The states on a way to one of the last level, as in [`Outcome::deepest`].
    pub deepest: Option<Vec<S::State>>,
    /// All violations met.
    pub violation_count: u64,
    /// What was tested on the way. If the search was abandoned, nothing that it found may be relied on.
    pub sightings: Sightings<S::State>,
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
    /// Searches one state for each class that the strategy tells apart, and tests on the way, as the plan says, that the group
    /// consists of symmetries of the system.
    pub fn search<S: Symmetric>(
        &self,
        system: &S,
        symmetry: &SymmetryGroup,
        plan: AuditPlan,
        options: &SearchOptions,
        reporter: &dyn Reporter,
    ) -> ReducedOutcome<S> {
        self.search_short(system, &|_, _, _, _, _| false, symmetry, plan, options, reporter)
    }

    /// The same, by the short way of the system where representatives are searched.
    pub fn search_short<S: Symmetric>(
        &self,
        system: &S,
        expand: &Expand<'_, S>,
        symmetry: &SymmetryGroup,
        plan: AuditPlan,
        options: &SearchOptions,
        reporter: &dyn Reporter,
    ) -> ReducedOutcome<S> {
        let watched = Watched::new(system, symmetry, plan);
        match self {
            Prepared::Representative(representative) => {
                let quotient = Quotient::new(&watched, representative).leaving_out_images();
                let expand: &Expand<'_, Quotient<'_, Watched<'_, S>, _>> =
                    &|bytes, source, scratch, offers, demand| {
                        quotient.expand(expand, bytes, source, scratch, offers, demand)
                    };
                let mut outcome = search_short(&quotient, expand, options, reporter);
                // A second search, for traces alone, does not count.
                let first = outcome.scratches.iter().take(options.workers.max(1));
                let left_out: u64 = first.map(|it| it.left_out()).sum();
                outcome.statistics.transitions += left_out;
                reduced(system, outcome, options.workers, |state| state, |scratch| scratch.system)
            }
            Prepared::Concrete(representative) => {
                let marker = ByRepresentative(representative);
                let outcome = search(&Marked::new(&watched, &marker), options, reporter);
                reduced(
                    system,
                    outcome,
                    options.workers,
                    |marked| marked.state,
                    |scratch| scratch.system,
                )
            }
            Prepared::Marker(marker) => {
                let outcome = search(&Marked::new(&watched, marker), options, reporter);
                reduced(
                    system,
                    outcome,
                    options.workers,
                    |marked| marked.state,
                    |scratch| scratch.system,
                )
            }
        }
    }

    /// Whether the states that a search keeps are one of each orbit, so that their [orbits can be counted](Self::search_counting).
    pub fn has_countable_orbits(&self) -> bool {
        match self {
            Prepared::Representative(strategy) => strategy.guarantee() == Guarantee::Unique,
            Prepared::Concrete(_) | Prepared::Marker(_) => false,
        }
    }

    /// The same with the sizes of orbits added up, by the long way, where all transitions are seen; none where that
    /// [cannot be](Self::has_countable_orbits). The sizes are those of the same group, and the search leaves no transitions out.
    pub fn search_counting<S: Symmetric>(
        &self,
        system: &S,
        symmetry: &SymmetryGroup,
        sizes: &OrbitSizes<'_>,
        plan: AuditPlan,
        options: &SearchOptions,
        reporter: &dyn Reporter,
    ) -> Option<(ReducedOutcome<S>, Orbits)> {
        let Prepared::Representative(representative) = self else { return None };
        if !self.has_countable_orbits() {
            return None;
        }
        let watched = Watched::new(system, symmetry, plan);
        let counted = Counted::new(Quotient::new(&watched, representative), sizes);
        let outcome = search(&counted, options, reporter);
        let mut orbits = Orbits::default();
        // A second search, for traces alone, does not count.
        let first = outcome.scratches.iter().take(options.workers.max(1));
        first.for_each(|scratch| orbits.add(&scratch.orbits));
        let reduced = reduced(
            system,
            outcome,
            options.workers,
            |state| state,
            |scratch| scratch.system.system,
        );
        Some((reduced, orbits))
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
            Prepared::Concrete(_) | Prepared::Marker(_) => violations
                .map(|it| lift_within(system, &Identity, &it.states, it.property, patience))
                .collect(),
        }
    }

    /// A run of the system itself along states that follow one another in a search of this strategy, as long as the caller has patience.
    ///
    /// # Errors
    /// There is none, or [`LiftError::Interrupted`].
    pub fn lift_way_within<S: Symmetric>(
        &self,
        system: &S,
        symmetry: &SymmetryGroup,
        states: &[S::State],
        patience: &mut Patience<'_>,
    ) -> Result<LiftedRun<S>, LiftError> {
        match self {
            Prepared::Representative(_) => {
                let orbits = Canonical::new_within(symmetry, patience)?;
                lift_way_within(system, &orbits, states, patience)
            }
            Prepared::Concrete(_) | Prepared::Marker(_) => {
                lift_way_within(system, &Identity, states, patience)
            }
        }
    }
}

fn reduced<'a, S: Symmetric + 'a, T: TransitionSystem>(
    system: &S,
    outcome: Outcome<T>,
    workers: usize,
    state: impl Fn(T::State) -> S::State,
    scratch: impl Fn(T::Scratch) -> WatchedScratch<'a, S>,
) -> ReducedOutcome<S> {
    let violations = outcome.violations.into_iter().map(|found| ReducedViolation {
        property: found.property,
        states: found.trace.states.into_iter().map(&state).collect(),
    });
    let violations = violations.collect();
    let deepest = outcome.deepest.map(|states| states.into_iter().map(&state).collect());
    let mut sightings = Sightings::none();
    let mut scratches = Vec::new();
    for (number, watched) in outcome.scratches.into_iter().map(scratch).enumerate() {
        let seen = watched.sightings;
        sightings.add(match number < workers.max(1) {
            true => seen,
            // A second search, for traces alone, does not count.
            false => Sightings { abandoned: seen.abandoned, ..Sightings::none() },
        });
        let distrust = system.distrust(&watched.system).map(Abandonment::System);
        sightings.abandoned = sightings.abandoned.or(distrust);
        scratches.push(watched.system);
    }
    ReducedOutcome {
        statistics: outcome.statistics,
        stop: outcome.stop,
        violations,
        deepest,
        violation_count: outcome.violation_count,
        sightings,
        scratches,
    }
}
