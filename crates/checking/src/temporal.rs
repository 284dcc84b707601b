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
    Found, Model, PropositionCost, Reduced, Requirement, RunProperty, StateOf, Understanding, Words,
};
use symmetry::{Prepared, Unrolled};
use temporal::{Automaton, BadPrefixes, TooLarge, is_stutter_invariant, translate};

use crate::audited::Audited;
use crate::budgets::preparation_budget;
use crate::claim::{ClaimReport, ClaimRequest, ClaimSearched, Cost};
use crate::counterexample::describe_endless;
use crate::detection::{SymmetryFound, SymmetrySource, detect};
use crate::endless::confirmed;
use crate::failure::Failure;
use crate::fault_watch::FaultWatch;
use crate::representative::{Chosen, Wanted};
use crate::trace_file::{StoredFairness, StoredRun, stored_run};
use crate::verdict::{Answer, CUT, Verdict, Worth, limit_text};
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
    request: &ClaimRequest<'_>,
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
            let search = Search { model, property, automaton, bad, request, reporter };
            search.findings(&mut searched)?
        }
        Err(TooLarge::Atoms) => {
            Findings::open("the formula has more than 64 propositions".to_owned())
        }
        Err(why) => Findings::open(why.to_string()),
    };
    let described = findings.run.map(|run| {
        let fairness = request.fairness;
        let told = describe_endless(model, &property.name, fairness, &run, request.detail);
        let stored = StoredRun {
            again: told.again,
            prefix: told.is_prefix,
            fairness: StoredFairness::of(fairness).filter(|_| !told.is_prefix),
            ..stored_run(model, &run.transitions, &property.name, &told.ending)
        };
        let exchange = model.exchange().filter(|_| request.export && told.is_prefix);
        let exported = exchange.map(|exchange| exchange.export(&run.transitions));
        (told, (stored, exported))
    });
    let (counterexample, written) = described.unzip();
    let (stored, exported) = written.unzip();
    let (answer, worth, reason) = match (&counterexample, findings.open) {
        (Some(it), _) => (Answer::Violated, Worth::Exact, Some(it.ending.clone())),
        (None, Some(reason)) => (Answer::Inconclusive, Worth::Bounded, Some(reason)),
        (None, None) => (Answer::Holds, Worth::Exact, None),
    };
    let property = property.name.clone();
    let verdict = Verdict { property, kind: TEMPORAL, answer, worth, reason, run: None };
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

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
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
    request: &'a ClaimRequest<'a>,
    reporter: &'a dyn Reporter,
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
    fn of<S: Observable<State = State>, Run>(
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
        let ClaimRequest { options, fairness, .. } = self.request;
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
        SearchOptions { partial_order: may_be, ..without(options, elapsed) }
    }

    /// Searches with the symmetry there is, or without.
    fn findings(&self, searched: &mut ClaimSearched) -> Result<Findings<M>, Failure> {
        let budget = preparation_budget(&self.request.options);
        let mut ask = |bytes| budget.go_on(bytes);
        let patience = &mut Patience::new(&mut ask);
        self.reporter.phase(Phase::Detection);
        let found = self.detect(searched, patience)?;
        self.reporter.phase(Phase::Preparation);
        let reduction = found.as_ref().and_then(|found| found.reduction.as_ref());
        let chosen = match reduction {
            Some(reduction) => self.prepare(reduction, searched, patience)?,
            None => None,
        };
        let mut reduced = reduction.zip(chosen.as_ref());
        let is_decided = self.bad.as_ref().is_some_and(BadPrefixes::is_complete);
        let endless = (!is_decided).then_some(Sought::Endless);
        let mut findings = Findings { run: None, open: None };
        for sought in self.bad.iter().map(Sought::Prefix).chain(endless) {
            let mut options = self.options(sought, searched.statistics.elapsed);
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
            searched.partial_order = options.partial_order;
            findings = self.look_for(sought, &mut reduced, &options, searched)?;
            if options.partial_order {
                self.look_nearer(sought, &mut findings, &mut reduced, &options, searched)?;
            }
            if findings.run.is_some() {
                break;
            }
        }
        self.shortened(findings, searched)
    }

    /// Looks for a run that violates the property, among one state for each class as long as that is possible.
    fn look_for(
        &self,
        sought: Sought<'_>,
        reduced: &mut Option<(&M::Reduced, &Chosen<'_>)>,
        options: &SearchOptions,
        searched: &mut ClaimSearched,
    ) -> Result<Findings<M>, Failure> {
        if let Some((reduction, chosen)) = *reduced {
            match self.reduced(sought, reduction, chosen, options, searched) {
                Some(findings) => return Ok(findings),
                // The symmetry turned out not to hold.
                None => *reduced = None,
            }
        }
        searched.representative = None;
        self.unreduced(sought, options, searched)
    }

    /// Looks for a beginning with fewer steps than the one that was found where transitions were left out, if that takes not much
    /// more than to find that one.
    fn look_nearer(
        &self,
        sought: Sought<'_>,
        findings: &mut Findings<M>,
        reduced: &mut Option<(&M::Reduced, &Chosen<'_>)>,
        options: &SearchOptions,
        searched: &mut ClaimSearched,
    ) -> Result<(), Failure> {
        let (Sought::Prefix(_), Some(run)) = (sought, &findings.run) else { return Ok(()) };
        let Some(nearer) = run.transitions.len().checked_sub(1) else { return Ok(()) };
        let mut options = without(options, searched.statistics.elapsed);
        options.partial_order = false;
        options.limits.depth = Some(nearer as u64);
        let most = searched.statistics.states.saturating_mul(DEARER).max(FEW_STATES);
        options.limits.states = Some(options.limits.states.map_or(most, |limit| limit.min(most)));
        let first = (searched.statistics, searched.stop);
        let found = self.look_for(sought, reduced, &options, searched)?;
        (searched.statistics, searched.stop) = first;
        if found.run.is_some() {
            *findings = found;
        }
        Ok(())
    }

    /// With a run that has the fewest steps, if that is wanted: among all states, as in a run of the quotient each round may have
    /// to be made several times. A beginning that was found has the fewest.
    fn shortened(
        &self,
        mut findings: Findings<M>,
        searched: &mut ClaimSearched,
    ) -> Result<Findings<M>, Failure> {
        let Some(run) = findings.run.as_ref().filter(|_| self.request.shortest) else {
            return Ok(findings);
        };
        let Some(again) = run.again.filter(|_| self.request.fairness == Fairness::None) else {
            searched.shortest = Some(run.again.is_none());
            return Ok(findings);
        };
        // At its end a run may stay where it is, for ever.
        let steps = run.transitions.len().max(again + 1);
        let options = without(&self.request.options, searched.statistics.elapsed);
        let watching = Watching::new(&self.automaton);
        let watch = FaultWatch::new(self.model.system());
        self.reporter.phase(Phase::Search);
        let found = find_shorter(&watch, &watching, steps, &options, self.reporter);
        if let Some(shorter) = found.run {
            findings.run = Some(self.confirmed(unrolled(shorter))?);
        }
        searched.shortest = Some(found.stop == StopReason::Exhausted);
        Ok(findings)
    }

    /// The symmetry that keeps what the property asks for.
    fn detect(
        &self,
        searched: &mut ClaimSearched,
        patience: &mut Patience<'_>,
    ) -> Result<Option<Found<M::Reduced>>, Failure> {
        let source = match self.request.symmetry {
            // Published methods know of no properties.
            SymmetrySource::Published(_) => SymmetrySource::Found,
            other => other,
        };
        let understanding = self.model.understand();
        let found = match detect::<M>(&*understanding, source, patience) {
            Err(Failure::NoSymmetry(_)) => {
                let why = "a declared generator does not preserve the propositions of this formula";
                searched.unused = Some(why.to_owned());
                None
            }
            other => other?,
        };
        searched.symmetry = found.as_ref().map(|found| SymmetryFound::new(self.model, found));
        if found.is_some() {
            self.add_costs(&*understanding, searched, patience);
        }
        Ok(found)
    }

    /// Tells which propositions make the symmetry smaller, if there is time for that.
    fn add_costs(
        &self,
        understanding: &dyn Understanding<M::Reduced>,
        searched: &mut ClaimSearched,
        patience: &mut Patience<'_>,
    ) {
        let Ok(found) = understanding.proposition_costs(patience) else { return };
        searched.without = found.without;
        for PropositionCost { span, order } in found.propositions {
            let proposition = one_line(self.model.sources().snippet(span));
            if searched.costs.iter().all(|known| known.proposition != proposition) {
                searched.costs.push(Cost { proposition, order });
            }
        }
    }

    /// A strategy for a reduction that serves the property.
    fn prepare<'r>(
        &self,
        reduction: &'r M::Reduced,
        searched: &mut ClaimSearched,
        patience: &mut Patience<'_>,
    ) -> Result<Option<Chosen<'r>>, Failure> {
        if reduction.leaves_out_steps() && !self.is_stutter_invariant() {
            let why = "it may tell how many steps are made, and the reduction leaves out the ends of processes";
            searched.unused = Some(why.to_owned());
            return Ok(None);
        }
        let wanted = self.request.representative;
        let chosen = match wanted.prepare(reduction.symmetry(), patience)? {
            // Markers merge states that can differ in what follows.
            Some(Chosen { prepared: Prepared::Marker(_), .. }) => {
                Wanted::default().prepare(reduction.symmetry(), patience)?
            }
            Some(Chosen { prepared: Prepared::Concrete(_), .. }) => {
                let why = "formulas and claims are searched from representatives, not from the states themselves";
                return Err(Failure::Input(why.to_owned()));
            }
            other => other,
        };
        searched.representative = chosen.as_ref().map(Chosen::describe);
        if chosen.is_none() {
            let why = "preparing the reduction exceeded the time or memory limit";
            searched.unused = Some(why.to_owned());
        }
        Ok(chosen)
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
        &self,
        sought: Sought<'_>,
        reduction: &M::Reduced,
        chosen: &Chosen<'_>,
        options: &SearchOptions,
        searched: &mut ClaimSearched,
    ) -> Option<Findings<M>> {
        let ClaimRequest { audit, fairness, .. } = self.request;
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
        searched.audited = Some(audited.clone());
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
            searched.unused = Some(why.to_owned());
            return None;
        }
        let confirm =
            |run| confirmed(self.model, reduction.system(), self.property, *fairness, run);
        match self.conclude(ended, confirm, searched) {
            Ok(findings) => Some(findings),
            Err(why) => {
                searched.audited = Some(audited.refuted(why));
                None
            }
        }
    }

    /// Searches all states.
    fn unreduced(
        &self,
        sought: Sought<'_>,
        options: &SearchOptions,
        searched: &mut ClaimSearched,
    ) -> Result<Findings<M>, Failure> {
        let ClaimRequest { fairness, .. } = self.request;
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
        self.conclude(ended, |run| self.confirmed(run), searched)
    }

    /// A run of the model itself, confirmed.
    fn confirmed(&self, run: Unrolled<StateOf<M>>) -> Result<EndlessRunOf<M>, Failure> {
        let Search { model, property, request, .. } = self;
        confirmed(*model, model.system(), property, request.fairness, run).map_err(|why| {
            Failure::Internal(format!("the counterexample for `{}`: {why}", property.name))
        })
    }

    /// # Errors
    /// Why a run is no counterexample.
    fn conclude<E>(
        &self,
        ended: Ended<StateOf<M>>,
        confirm: impl FnOnce(Unrolled<StateOf<M>>) -> Result<EndlessRunOf<M>, E>,
        searched: &mut ClaimSearched,
    ) -> Result<Findings<M>, E> {
        let before = searched.statistics.elapsed;
        searched.statistics = ended.statistics;
        searched.statistics.elapsed += before;
        searched.stop = ended.stop;
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
