//! Checking what a model says of runs that go on for ever: does some run satisfy the contrary?
//!
//! The contrary is, or becomes, an automaton, and a run of the system is looked for that it accepts (M. Vardi and P. Wolper, *An
//! automata-theoretic approach to automatic program verification*, LICS 1986), one state for each class that the symmetry makes
//! one which keeps every proposition. Where the beginning of a run can tell that it violates the property, the shortest one that
//! does is looked for before ([`temporal::BadPrefixes`]); where one always tells, that is all.

use std::time::Duration;

use confirm::EndlessRunOf;
use groups::{Interrupted, Patience};
use kernel::{
    Algorithm, Emptiness, Fairness, Lasso, Observable, Phase, Prefix, Reporter, SearchOptions,
    Statistics, StopReason, TransitionSystem, find_accepted, find_prefix, find_shorter,
};
use model::{
    Found, Model, Reduced, Requirement, RunProperty, StateOf, Tested, Understanding, Words,
};
use symmetry::{Prepared, Unrolled};
use temporal::{Automaton, BadPrefixes, TooLarge, is_stutter_invariant, translate};

use crate::audited::Audited;
use crate::claim::{ClaimReport, ClaimSearched, Cost};
use crate::counterexample::describe_endless;
use crate::detection::{SymmetryFound, SymmetrySource, detect};
use crate::endless::{confirmed, judge};
use crate::failure::Failure;
use crate::fault_watch::FaultWatch;
use crate::pipeline::{Pursuit, pursue};
use crate::reach;
use crate::representative::{PreparedStrategy, RepresentativeRequest};
use crate::request::CheckRequest;
use crate::trace_file::{StoredFairness, StoredRun, stored_run};
use crate::verdict::{Answer, CUT, Certainty, Verdict, limit_text};
use crate::watching::{Prefixes, Watching};

/// The name of properties of runs in the JSON output.
pub(crate) const TEMPORAL: &str = "temporal";

/// Checks a property of runs.
///
/// # Errors
/// A counterexample that cannot be confirmed.
pub(crate) fn check_runs<M: Words>(
    model: &M,
    property: &RunProperty,
    request: &CheckRequest<'_>,
    reporter: &dyn Reporter,
) -> Result<ClaimReport, Failure> {
    let (name, none) = (property.name.as_str(), Statistics::default());
    let mut searched = ClaimSearched {
        fairness: request.fairness,
        ..ClaimSearched::plainly(name, none, StopReason::Exhausted)
    };
    let findings = match contrary(&property.requirement) {
        Ok(automaton) => {
            let bad = bad_prefixes(&property.requirement, &automaton);
            let mut search =
                Search { model, property, automaton, bad, request, reporter, searched };
            let findings = pursue(model, request, reporter, &mut search)?;
            let findings = search.shortened(findings)?;
            searched = search.searched;
            findings
        }
        Err(TooLarge::Atoms) => {
            Findings::open("the formula has more than 64 propositions".to_owned())
        }
        Err(why) => Findings::open(why.to_string()),
    };
    let described = findings.run.map(|run| {
        let fairness = request.fairness;
        searched.unfair = fairness == Fairness::None
            && run.again.is_some()
            && judge(model, property, Fairness::Weak, &run).is_err();
        let told = describe_endless(model, property, fairness, &run, request.detail);
        let stored = StoredRun {
            again: told.again,
            prefix: told.is_prefix,
            fairness: StoredFairness::of(fairness).filter(|_| !told.is_prefix),
            ..stored_run(model, &run.transitions, &run.last, &property.name, &told.ending)
        };
        let stored = request.store.then_some(stored);
        let exchange = model.exchange().filter(|_| request.export && told.is_prefix);
        let exported = exchange.map(|exchange| exchange.export(&run.transitions));
        (told, (stored, exported))
    });
    let (counterexample, written) = described.unzip();
    let (stored, exported) = written.unzip();
    let stored = stored.flatten();
    let (answer, certainty, reason) = match (&counterexample, findings.open) {
        (Some(it), _) => (Answer::Violated, Certainty::Exact, Some(it.ending.clone())),
        (None, Some(reason)) => (Answer::Inconclusive, Certainty::Bounded, Some(reason)),
        (None, None) => (Answer::Holds, Certainty::Exact, None),
    };
    let kind = if property.is_sought { reach::KIND } else { TEMPORAL };
    let property = property.name.clone();
    let verdict = Verdict { property, kind, answer, certainty, reason, run: None };
    let exported = exported.flatten();
    Ok(ClaimReport { verdict, counterexample, stored, exported, searched })
}

/// The automaton that accepts the runs that are not as required.
///
/// # Errors
/// It is too large.
fn contrary(requirement: &Requirement) -> Result<Automaton, TooLarge> {
    match requirement {
        Requirement::Satisfies(formula) => {
            translate(&formula.clone().negated(), &temporal::Limits::default())
        }
        Requirement::Never(automaton) => Ok(automaton.clone()),
    }
}

/// The beginnings of runs that are not as required, whatever comes later, if there can be such. It is no harm not to know them.
fn bad_prefixes(requirement: &Requirement, contrary: &Automaton) -> Option<BadPrefixes> {
    let limits = temporal::Limits::default();
    let found = match requirement {
        Requirement::Satisfies(formula) => BadPrefixes::of_formula(formula, contrary, &limits),
        Requirement::Never(automaton) => BadPrefixes::of_automaton(automaton, &limits),
    };
    found.ok().flatten()
}

/// What came of a search.
struct Findings<M: Model> {
    /// A run that violates the property.
    run: Option<EndlessRunOf<M>>,
    /// Why it is open whether there is one.
    open: Option<String>,
}

impl<M: Model> Findings<M> {
    fn open(reason: String) -> Self {
        Findings { run: None, open: Some(reason) }
    }
}

/// A search to be made.
struct Search<'a, M> {
    model: &'a M,
    property: &'a RunProperty,
    /// What accepts the runs that violate it.
    automaton: Automaton,
    /// What tells that one does from how it begins.
    bad: Option<BadPrefixes>,
    request: &'a CheckRequest<'a>,
    reporter: &'a dyn Reporter,
    /// What is told of it.
    searched: ClaimSearched,
}

/// So many states are searched for a beginning that tells where a run for ever may be what violates the property.
const MOST_PREFIX_STATES: u64 = 100_000;
/// How many times the states of a search one for a shorter beginning may take, and how many in any case.
const DEARER: u64 = 8;
const FEW_STATES: u64 = 100_000;

/// What is looked for.
#[derive(Clone, Copy)]
enum Sought<'a> {
    /// The beginning of a run that violates the property whatever comes later.
    Prefix(&'a BadPrefixes),
    /// A run that goes on for ever.
    Endless,
}

/// The states that are searched.
enum Among<'a, M: Model> {
    /// One for each class, as a strategy tells them apart.
    Classes(&'a M::Reduced, &'a PreparedStrategy<'a>),
    All,
}

impl<M: Model> Clone for Among<'_, M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M: Model> Copy for Among<'_, M> {}

/// What came of one search.
struct Ended<State> {
    statistics: Statistics,
    stop: StopReason,
    /// A run, or that it takes too long to be written down.
    run: Option<Result<Unrolled<State>, Interrupted>>,
    unobserved: bool,
    endless: bool,
    cut: bool,
}

impl<State> Ended<State> {
    /// Of a search of a system whose states stand for themselves.
    fn of<S: Observable<State = State> + Tested, Run>(
        found: Emptiness<FaultWatch<'_, S>, Run>,
        unrolled: impl FnOnce(Run) -> Unrolled<State>,
    ) -> Self {
        Ended {
            statistics: found.statistics,
            stop: found.stop,
            run: found.accepted.map(|run| Ok(unrolled(run))),
            unobserved: found.unobserved,
            endless: found.endless,
            cut: found.scratch.cut,
        }
    }
}

impl<M: Words> Search<'_, M> {
    /// How to search, after searches that took so long: transitions may be left out where that is wanted and nobody can tell.
    fn options(&self, sought: Sought<'_>, elapsed: Duration) -> SearchOptions {
        let CheckRequest { options, fairness, .. } = self.request;
        let can_tell = || match sought {
            // What reads along is deterministic.
            Sought::Prefix(_) => false,
            Sought::Endless => {
                let bears = self.automaton.bears_delays(&temporal::Limits::default());
                *fairness != Fairness::None
                    || options.algorithm != Algorithm::Components
                    || bears != Ok(true)
            }
        };
        let may_be = options.partial_order
            && self.model.partial_order().is_ok()
            && self.is_stutter_invariant()
            && !can_tell();
        // The run that is looked for is a shortest one.
        let may_be = may_be && !self.property.is_sought;
        SearchOptions { partial_order: may_be, ..without(options, elapsed) }
    }

    /// Looks for a run that violates the property: for how one begins, if that can tell, and for one that goes on for ever, if that
    /// must. `None` if the symmetry turned out not to hold.
    fn look(&mut self, among: Among<'_, M>) -> Result<Option<Findings<M>>, Failure> {
        let bad = self.bad.take();
        let found = self.look_for_each(bad.as_ref(), among);
        self.bad = bad;
        found
    }

    fn look_for_each(
        &mut self,
        bad: Option<&BadPrefixes>,
        among: Among<'_, M>,
    ) -> Result<Option<Findings<M>>, Failure> {
        let is_decided = bad.is_some_and(BadPrefixes::is_complete);
        let endless = (!is_decided).then_some(Sought::Endless);
        let mut findings = Findings { run: None, open: None };
        for sought in bad.map(Sought::Prefix).into_iter().chain(endless) {
            let mut options = self.options(sought, self.searched.statistics.elapsed);
            // Where no prefix need tell, only so much is spent on it: a run for ever may be near.
            if matches!(sought, Sought::Prefix(_)) && !is_decided {
                let most = options
                    .limits
                    .states
                    .map_or(MOST_PREFIX_STATES, |it| it.min(MOST_PREFIX_STATES));
                options.limits.states = Some(most);
                let left = [options.limits.time, options.budget.left()].into_iter().flatten();
                options.limits.time = left.min().map(|time| time / 2);
            }
            self.searched.partial_order = options.partial_order;
            let Some(found) = self.look_for(sought, among, &options)? else { return Ok(None) };
            findings = found;
            if options.partial_order {
                self.look_nearer(sought, &mut findings, among, &options)?;
            }
            if findings.run.is_some() {
                break;
            }
        }
        Ok(Some(findings))
    }

    fn look_for(
        &mut self,
        sought: Sought<'_>,
        among: Among<'_, M>,
        options: &SearchOptions,
    ) -> Result<Option<Findings<M>>, Failure> {
        match among {
            Among::Classes(reduction, chosen) => {
                Ok(self.reduced(sought, reduction, chosen, options))
            }
            Among::All => self.unreduced(sought, options).map(Some),
        }
    }

    /// Looks for a beginning with fewer steps than the one that was found where transitions were left out, if that takes not much
    /// more than to find that one.
    fn look_nearer(
        &mut self,
        sought: Sought<'_>,
        findings: &mut Findings<M>,
        among: Among<'_, M>,
        options: &SearchOptions,
    ) -> Result<(), Failure> {
        let (Sought::Prefix(_), Some(run)) = (sought, &findings.run) else { return Ok(()) };
        let Some(nearer) = run.transitions.len().checked_sub(1) else { return Ok(()) };
        let mut options = without(options, self.searched.statistics.elapsed);
        options.partial_order = false;
        options.limits.depth = Some(nearer as u64);
        let most = self.searched.statistics.states.saturating_mul(DEARER).max(FEW_STATES);
        options.limits.states = Some(options.limits.states.map_or(most, |limit| limit.min(most)));
        let first = (self.searched.statistics, self.searched.stop);
        let found = self.look_for(sought, among, &options)?;
        (self.searched.statistics, self.searched.stop) = first;
        if let Some(nearer) = found.filter(|found| found.run.is_some()) {
            *findings = nearer;
        }
        Ok(())
    }

    /// With a run that has the fewest steps, if that is wanted: among all states, as in a run of the quotient each round may have
    /// to be made several times. A beginning that was found has the fewest.
    fn shortened(&mut self, mut findings: Findings<M>) -> Result<Findings<M>, Failure> {
        let Some(run) = findings.run.as_ref().filter(|_| self.request.shortest) else {
            return Ok(findings);
        };
        let Some(again) = run.again.filter(|_| self.request.fairness == Fairness::None) else {
            self.searched.shortest = Some(run.again.is_none());
            return Ok(findings);
        };
        // At its end a run may stay where it is, for ever.
        let steps = run.transitions.len().max(again + 1);
        let options = without(&self.request.options, self.searched.statistics.elapsed);
        let watching = Watching::new(&self.automaton);
        let watch = FaultWatch::new(self.model.system());
        self.reporter.phase(Phase::Search);
        let found = find_shorter(&watch, &watching, steps, &options, self.reporter);
        if let Some(shorter) = found.run {
            let (fairness, all) = (Fairness::None, &self.request.options);
            let run = confirmed_of(self.model, self.property, fairness, all, unrolled(shorter));
            findings.run = Some(run?);
        }
        self.searched.shortest = Some(found.stop == StopReason::Exhausted);
        Ok(findings)
    }

    /// Whether the property does not tell how often a state is repeated. Of an automaton that is not known.
    fn is_stutter_invariant(&self) -> bool {
        match &self.property.requirement {
            Requirement::Satisfies(formula) => {
                is_stutter_invariant(formula, &temporal::Limits::default()).unwrap_or(false)
            }
            Requirement::Never(_) => false,
        }
    }

    /// Searches one state for each class. None if the symmetry turned out not to hold.
    fn reduced(
        &mut self,
        sought: Sought<'_>,
        reduction: &M::Reduced,
        chosen: &PreparedStrategy<'_>,
        options: &SearchOptions,
    ) -> Option<Findings<M>> {
        let CheckRequest { audit, fairness, .. } = self.request;
        let watch = FaultWatch::new(reduction.system());
        self.reporter.phase(Phase::Search);
        let (symmetry, reporter) = (reduction.symmetry(), self.reporter);
        let found = match sought {
            Sought::Prefix(bad) => {
                let bad = Prefixes::new(bad);
                chosen.prepared.find_prefix(&watch, symmetry, *audit, &bad, options, reporter)?
            }
            Sought::Endless => {
                let accepted = Watching::new(&self.automaton);
                chosen.prepared.find_accepted(
                    &watch, symmetry, *audit, &accepted, *fairness, options, reporter,
                )?
            }
        };
        self.reporter.phase(Phase::Confirmation);
        let audited = Audited::new(&found.sightings);
        let abandoned = audited.abandoned.is_some();
        self.searched.audited = Some(audited.clone());
        let ended = Ended {
            statistics: found.statistics,
            stop: found.stop,
            run: found.accepted,
            unobserved: found.unobserved,
            endless: found.endless,
            cut: found.scratch.cut,
        };
        if abandoned {
            return None;
        }
        // What the reduction leaves as it is, as the channels of ended processes, may have a value in the model.
        if ended.unobserved {
            let why = "it cannot be evaluated in some state of the reduction";
            self.searched.unused = Some(why.to_owned());
            return None;
        }
        let (model, property, fairness) = (self.model, self.property, *fairness);
        let all = &self.request.options;
        let confirm = |run| confirmed(model, reduction.system(), property, fairness, all, run);
        match self.conclude(ended, confirm) {
            Ok(findings) => Some(findings),
            Err(why) => {
                self.searched.audited = Some(audited.refuted(why));
                None
            }
        }
    }

    /// Searches all states.
    fn unreduced(
        &mut self,
        sought: Sought<'_>,
        options: &SearchOptions,
    ) -> Result<Findings<M>, Failure> {
        let CheckRequest { fairness, .. } = self.request;
        self.reporter.phase(Phase::Search);
        let watch = FaultWatch::new(self.model.system());
        let ended = match sought {
            Sought::Prefix(bad) => {
                let found = find_prefix(&watch, &Prefixes::new(bad), options, self.reporter);
                Ended::of(found, begun)
            }
            Sought::Endless => {
                let accepted = Watching::new(&self.automaton);
                let found = find_accepted(&watch, &accepted, *fairness, options, self.reporter);
                Ended::of(found, unrolled)
            }
        };
        self.reporter.phase(Phase::Confirmation);
        let (model, property, fairness) = (self.model, self.property, *fairness);
        let all = &self.request.options;
        self.conclude(ended, |run| confirmed_of(model, property, fairness, all, run))
    }

    /// # Errors
    /// Why a run is no counterexample.
    fn conclude<E>(
        &mut self,
        ended: Ended<StateOf<M>>,
        confirm: impl FnOnce(Unrolled<StateOf<M>>) -> Result<EndlessRunOf<M>, E>,
    ) -> Result<Findings<M>, E> {
        let before = self.searched.statistics.elapsed;
        self.searched.statistics = ended.statistics;
        self.searched.statistics.elapsed += before;
        self.searched.stop = ended.stop;
        let limits = &self.request.options.limits;
        let open = match ended {
            Ended { run: Some(Ok(run)), .. } => {
                return Ok(Findings { run: Some(confirm(run)?), open: None });
            }
            Ended { run: Some(Err(_)), .. } => {
                Some("a run was found that violates it, and takes too long to be written down")
            }
            Ended { unobserved: true, .. } => {
                Some("it cannot be evaluated in some state that was reached")
            }
            Ended { stop, .. } if stop != StopReason::Exhausted => {
                return Ok(Findings::open(limit_text(stop, Phase::Search, limits)));
            }
            Ended { endless: true, .. } => {
                Some("an atomic sequence that never ends was not explored")
            }
            Ended { cut: true, .. } => Some(CUT),
            Ended { .. } => None,
        };
        Ok(Findings { run: None, open: open.map(str::to_owned) })
    }
}

/// A run of the model itself, confirmed.
fn confirmed_of<M: Words>(
    model: &M,
    property: &RunProperty,
    fairness: Fairness,
    options: &SearchOptions,
    run: Unrolled<StateOf<M>>,
) -> Result<EndlessRunOf<M>, Failure> {
    confirmed(model, model.system(), property, fairness, options, run).map_err(|why| {
        Failure::Internal(format!("the counterexample for `{}`: {why}", property.name))
    })
}

impl<M: Words> Pursuit<M> for Search<'_, M> {
    type Findings = Findings<M>;

    /// The symmetry that keeps what the property asks for.
    fn detect(
        &mut self,
        understanding: &dyn Understanding<M::Reduced>,
        request: &CheckRequest<'_>,
        patience: &mut Patience<'_>,
    ) -> Result<Option<Found<M::Reduced>>, Failure> {
        let source = request.symmetry.of_claims();
        let found = match detect::<M>(understanding, source, patience) {
            Err(Failure::NoSymmetry(_)) => {
                let why = "a declared generator does not preserve the propositions of this formula";
                self.searched.unused = Some(why.to_owned());
                None
            }
            other => other?,
        };
        // A group that is declared or restricted is not smaller because of propositions.
        if found.is_some() && matches!(source, SymmetrySource::Found) {
            self.add_costs(understanding, patience);
        }
        Ok(found)
    }

    fn prepare<'r>(
        &mut self,
        reduction: &'r M::Reduced,
        request: &CheckRequest<'_>,
        patience: &mut Patience<'_>,
    ) -> Result<Option<PreparedStrategy<'r>>, Failure> {
        if reduction.leaves_out_steps() && !self.is_stutter_invariant() {
            let why = "it may tell how many steps are made, and the reduction leaves out the ends of processes";
            self.searched.unused = Some(why.to_owned());
            return Ok(None);
        }
        let chosen = match request.representative.prepare(reduction, request.symmetry, patience)? {
            // Markers merge states that can differ in what follows.
            Some(PreparedStrategy { prepared: Prepared::Marker(_), .. }) => {
                RepresentativeRequest::default().prepare(reduction, request.symmetry, patience)?
            }
            Some(PreparedStrategy { prepared: Prepared::Concrete(_), .. }) => {
                let why = "formulas and claims are searched from representatives, not from the states themselves";
                return Err(Failure::Input(why.to_owned()));
            }
            other => other,
        };
        if chosen.is_none() {
            let why = "preparing the reduction exceeded the time or memory limit";
            self.searched.unused = Some(why.to_owned());
        }
        Ok(chosen)
    }

    fn prepared(
        &mut self,
        found: Option<&Found<M::Reduced>>,
        chosen: Option<&PreparedStrategy<'_>>,
    ) {
        self.searched.symmetry = found.map(|found| SymmetryFound::new(self.model, found));
        self.searched.representative = chosen.map(PreparedStrategy::describe);
    }

    fn in_quotient(
        &mut self,
        reduction: &M::Reduced,
        chosen: &PreparedStrategy<'_>,
    ) -> Result<Option<Findings<M>>, Failure> {
        self.look(Among::Classes(reduction, chosen))
    }

    fn among_all(&mut self) -> Result<Findings<M>, Failure> {
        self.searched.representative = None;
        Ok(self.look(Among::All)?.unwrap_or_else(|| Findings { run: None, open: None }))
    }
}

impl<M: Words> Search<'_, M> {
    /// Tells which propositions make the symmetry smaller, if there is time for that.
    fn add_costs(
        &mut self,
        understanding: &dyn Understanding<M::Reduced>,
        patience: &mut Patience<'_>,
    ) {
        let Ok(found) = understanding.proposition_costs(patience) else { return };
        self.searched.without = found.without;
        self.searched.costs = Cost::all(found.propositions, self.model.sources());
    }
}

/// The options for what comes after a search that took so long.
fn without(options: &SearchOptions, elapsed: Duration) -> SearchOptions {
    let mut options = options.clone();
    options.limits.time = options.limits.time.map(|time| time.saturating_sub(elapsed));
    options
}

/// A run of a system whose states stand for themselves.
fn unrolled<S: TransitionSystem>(lasso: Lasso<S>) -> Unrolled<S::State> {
    Unrolled {
        states: lasso.states,
        actors: lasso.moves.into_iter().map(|step| step.actor).collect(),
        again: Some(lasso.again),
    }
}

/// The beginning of one.
fn begun<S: TransitionSystem>(prefix: Prefix<S>) -> Unrolled<S::State> {
    let actors = prefix.moves.into_iter().map(|step| step.actor);
    Unrolled { states: prefix.states, actors: actors.chain([None]).collect(), again: None }
}
