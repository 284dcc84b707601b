//! Looking for a run that goes on for ever among those of one state for each class.

use groups::{Interrupted, Patience};
use kernel::{
    Acceptor, Fairness, Lasso, Observable, Reporter, SearchOptions, Statistics, StopReason,
    find_accepted,
};

use crate::foundation::any::AnyRepresentative;
use crate::foundation::symmetric::Symmetric;
use crate::foundation::symmetry::SymmetryGroup;
use crate::foundation::tracked::TrackedQuotient;
use crate::foundation::unroll::{Unrolled, unroll};
use crate::foundation::watch::{Abandonment, AuditPlan, Sightings, Watched};
use crate::strategy::Prepared;

/// What a search for a run that goes on for ever found, among the runs of a quotient.
pub struct ReducedRuns<S: Symmetric> {
    /// What was counted: representatives, and transitions of the product with the automaton.
    pub statistics: Statistics,
    /// Why it ended.
    pub stop: StopReason,
    /// A run of the system itself that is accepted, or that the caller lost patience while it was made.
    pub accepted: Option<Result<Unrolled<S::State>, Interrupted>>,
    /// Whether some state could not be observed.
    pub unobserved: bool,
    /// Whether some transition leads nowhere though nothing went wrong.
    pub endless: bool,
    /// What was tested on the way. If the search was abandoned, nothing that it found may be relied on.
    pub sightings: Sightings<S::State>,
    /// The working memory of the system.
    pub scratch: S::Scratch,
}

impl Prepared<'_> {
    /// Searches one state for each class that the strategy tells apart for a run that the automaton accepts, and tests on the way,
    /// as the plan says, that the group consists of symmetries of the system and keeps what is observed.
    ///
    /// None with a strategy that gives markers: what it merges can be told apart by what follows. Nor are runs looked for among
    /// states that are not replaced: who moves along such a run would not be known once it comes to the representative of
    /// another state.
    #[expect(clippy::too_many_arguments, reason = "a search has many sides")]
    pub fn find_accepted<S: Symmetric<State: PartialEq> + Observable, A: Acceptor>(
        &self,
        system: &S,
        symmetry: &SymmetryGroup,
        plan: AuditPlan,
        acceptor: &A,
        fairness: Fairness,
        options: &SearchOptions,
        reporter: &dyn Reporter,
    ) -> Option<ReducedRuns<S>> {
        let Prepared::Representative(strategy) = self else { return None };
        let watched = Watched::new(system, symmetry, plan);
        let points = symmetry.layout().point_count();
        let quotient: TrackedQuotient<'_, _, AnyRepresentative<'_>> =
            TrackedQuotient::new(&watched, strategy, points, plan);
        let found = find_accepted(&quotient, acceptor, fairness, options, reporter);
        let mut ask = |bytes| options.budget.go_on(bytes);
        let patience = &mut Patience::new(&mut ask);
        let real = |lasso: &Lasso<_>| unroll(system, symmetry, lasso, patience);
        let accepted = found.accepted.as_ref().map(real);
        let tells_apart = found.scratch.tells_apart().then_some(Abandonment::Observed);
        let watched = found.scratch.system;
        let mut sightings = watched.sightings;
        let distrust = system.distrust(&watched.system).map(Abandonment::System);
        sightings.abandoned = sightings.abandoned.or(distrust).or(tells_apart);
        Some(ReducedRuns {
            statistics: found.statistics,
            stop: found.stop,
            accepted,
            unobserved: found.unobserved,
            endless: found.endless,
            sightings,
            scratch: watched.system,
        })
    }
}
