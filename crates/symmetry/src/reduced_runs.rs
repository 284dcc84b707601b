//! Looking for runs among those of one state for each class: such as go on for ever, and beginnings.

use groups::{Interrupted, Patience};
use kernel::{
    Acceptor, Emptiness, Fairness, Lasso, Observable, Prefix, PrefixAcceptor, Reporter,
    SearchOptions, Statistics, StopReason, find_accepted, find_prefix,
};

use crate::foundation::any::AnyRepresentative;
use crate::foundation::symmetric::Symmetric;
use crate::foundation::symmetry::SymmetryGroup;
use crate::foundation::tracked::TrackedQuotient;
use crate::foundation::unroll::{Unrolled, real_prefix, unroll};
use crate::foundation::watch::{Abandonment, AuditPlan, Sightings, Watched};
use crate::strategy::Prepared;

/// What a search for a run found, among the runs of a quotient.
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
        let quotient = TrackedQuotient::new(&watched, strategy, points, plan);
        let found = find_accepted(&quotient, acceptor, fairness, options, reporter);
        let mut ask = |bytes| options.budget.go_on(bytes);
        let patience = &mut Patience::new(&mut ask);
        let real = |lasso: &Lasso<_>| unroll(system, symmetry, lasso, patience);
        let accepted = found.accepted.as_ref().map(real);
        Some(concluded(system, found, accepted))
    }

    /// The same with a shortest beginning of a run after which the automaton accepts, whatever comes later.
    pub fn find_prefix<S: Symmetric<State: PartialEq> + Observable, A: PrefixAcceptor>(
        &self,
        system: &S,
        symmetry: &SymmetryGroup,
        plan: AuditPlan,
        acceptor: &A,
        options: &SearchOptions,
        reporter: &dyn Reporter,
    ) -> Option<ReducedRuns<S>> {
        let Prepared::Representative(strategy) = self else { return None };
        let watched = Watched::new(system, symmetry, plan);
        let points = symmetry.layout().point_count();
        let quotient = TrackedQuotient::new(&watched, strategy, points, plan);
        let found = find_prefix(&quotient, acceptor, options, reporter);
        let mut ask = |bytes| options.budget.go_on(bytes);
        let patience = &mut Patience::new(&mut ask);
        let real = |prefix: &Prefix<_>| real_prefix(system, symmetry, prefix, patience);
        let accepted = found.accepted.as_ref().map(real);
        Some(concluded(system, found, accepted))
    }
}

/// A quotient that is watched.
type Tracked<'q, 's, S> = TrackedQuotient<'q, Watched<'s, S>, AnyRepresentative<'s>>;

/// What a search of a quotient found, and whether it may be relied on.
fn concluded<S: Symmetric<State: PartialEq> + Observable, Run>(
    system: &S,
    found: Emptiness<Tracked<'_, '_, S>, Run>,
    accepted: Option<Result<Unrolled<S::State>, Interrupted>>,
) -> ReducedRuns<S> {
    let tells_apart = found.scratch.tells_apart().then_some(Abandonment::Observed);
    let watched = found.scratch.system;
    let mut sightings = watched.sightings;
    let distrust = system.distrust(&watched.system).map(Abandonment::System);
    sightings.abandoned = sightings.abandoned.or(distrust).or(tells_apart);
    ReducedRuns {
        statistics: found.statistics,
        stop: found.stop,
        accepted,
        unobserved: found.unobserved,
        endless: found.endless,
        sightings,
        scratch: watched.system,
    }
}
