//! Checking what a model says of runs that go on for ever: does some run satisfy the contrary?
//!
//! The contrary is, or becomes, an automaton, and a run of the system is looked for that it accepts (M. Vardi and P. Wolper, *An
//! automata-theoretic approach to automatic program verification*, LICS 1986), one state for each class that the symmetry makes
//! one which keeps every proposition.

use confirm::EndlessRunOf;
use groups::Patience;
use kernel::{
    Acceptor, Algorithm, Fairness, Lasso, Phase, Reporter, SearchOptions, Statistics, StopReason,
    TransitionSystem, find_accepted, find_shorter,
};
use model::{
    Found, Model, PropositionCost, Reduced, Requirement, RunProperty, StateOf, Understanding, Words,
};
use symmetry::{Prepared, Unrolled};
use temporal::{Automaton, StateId, TooLarge, is_stutter_invariant, translate};

use crate::audited::Audited;
use crate::budgets::preparation_budget;
use crate::claim::{ClaimReport, ClaimRequest, ClaimSearched, Cost};
use crate::counterexample::describe_endless;
use crate::detection::{Method, SymmetryFound, SymmetrySource, detect};
use crate::endless::confirmed;
use crate::failure::Failure;
use crate::fault_watch::FaultWatch;
use crate::representative::{Chosen, Wanted};
use crate::trace_file::{StoredFairness, StoredRun, stored_run};
use crate::verdict::{Answer, CUT, Verdict, Worth, limit_text};

/// The name of properties of runs in the JSON output.
pub(crate) const TEMPORAL: &str = "temporal";

/// An automaton that watches a run.
struct Watching<'a> {
    automaton: &'a Automaton,
    states: Vec<StateId>,
}

impl Watching<'_> {
    fn new(automaton: &Automaton) -> Watching<'_> {
        Watching { automaton, states: automaton.states().collect() }
    }
}

impl Acceptor for Watching<'_> {
    fn initial(&self) -> u32 {
        self.automaton.initial().index() as u32
    }

    fn marks(&self) -> u64 {
        self.automaton.all_marks()
    }

    fn moves(&self, from: u32, valuation: u64, visit: &mut dyn FnMut(u32, u64)) {
        for edge in self.automaton.edges(self.states[from as usize]) {
            if edge.guard.holds(valuation) {
                visit(edge.target.index() as u32, edge.marks);
            }
        }
    }
}

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
            let search = Search { model, property, automaton, request, reporter };
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
        let steps = run.transitions.iter().map(|transition| &transition.steps[..]);
        let stored = StoredRun {
            again: told.again,
            fairness: StoredFairness::of(fairness),
            ..stored_run(model, steps, &property.name, &told.ending)
        };
        (told, stored)
    });
    let (counterexample, stored) = described.unzip();
    let (answer, worth, reason) = match (&counterexample, findings.open) {
        (Some(it), _) => (Answer::Violated, Worth::Exact, Some(it.ending.clone())),
        (None, Some(reason)) => (Answer::Inconclusive, Worth::Bounded, Some(reason)),
        (None, None) => (Answer::Holds, Worth::Exact, None),
    };
    let property = property.name.clone();
    let verdict = Verdict { property, kind: TEMPORAL, answer, worth, reason, run: None };
    Ok(ClaimReport { verdict, counterexample, stored, searched })
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
    automaton: Automaton,
    request: &'a ClaimRequest<'a>,
    reporter: &'a dyn Reporter,
}

/// What a search says that found no run.
struct Ended {
    stop: StopReason,
    unobserved: bool,
    endless: bool,
    cut: bool,
}

impl<M: Words> Search<'_, M> {
    /// How to search: transitions may be left out where that is wanted and nobody can tell.
    fn options(&self) -> SearchOptions {
        let ClaimRequest { options, fairness, .. } = self.request;
        let may_be = *fairness == Fairness::None
            && options.algorithm == Algorithm::Components
            && self.model.partial_order().is_ok()
            && self.is_stutter_invariant();
        SearchOptions { partial_order: options.partial_order && may_be, ..options.clone() }
    }

    /// Searches with the symmetry there is, or without.
    fn findings(&self, searched: &mut ClaimSearched) -> Result<Findings<M>, Failure> {
        searched.partial_order = self.options().partial_order;
        let budget = preparation_budget(&self.request.options);
        let mut ask = |bytes| budget.go_on(bytes);
        let patience = &mut Patience::new(&mut ask);
        self.reporter.phase(Phase::Detection);
        let found = self.detect(searched, patience)?;
        self.reporter.phase(Phase::Preparation);
        if let Some(reduction) = found.as_ref().and_then(|found| found.reduction.as_ref())
            && let Some(chosen) = self.prepare(reduction, searched, patience)?
            && let Some(findings) = self.reduced(reduction, &chosen, searched)
        {
            return self.shortened(findings, searched);
        }
        let findings = self.unreduced(searched)?;
        self.shortened(findings, searched)
    }

    /// With a run that has the fewest steps, if that is wanted: among all states, as in a run of the quotient each round may have
    /// to be made several times.
    fn shortened(
        &self,
        mut findings: Findings<M>,
        searched: &mut ClaimSearched,
    ) -> Result<Findings<M>, Failure> {
        let Some(run) = findings.run.as_ref().filter(|_| self.request.shortest) else {
            return Ok(findings);
        };
        if self.request.fairness != Fairness::None {
            searched.shortest = Some(false);
            return Ok(findings);
        }
        // At its end a run may stay where it is, for ever.
        let steps = run.transitions.len().max(run.again + 1);
        let mut options = self.request.options.clone();
        let elapsed = searched.statistics.elapsed;
        options.limits.time = options.limits.time.map(|time| time.saturating_sub(elapsed));
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
            // The published diagram knows of no properties.
            SymmetrySource::Found(_) => SymmetrySource::Found(Method::Program),
            other => other,
        };
        let understanding = self.model.understand();
        let found = match detect::<M>(&*understanding, source, patience) {
            Err(Failure::NoSymmetry(_)) => {
                let why = "a declared generator is no symmetry with what it asks for";
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
            let why = "to get the reduction ready takes more time or memory than it may";
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
        reduction: &M::Reduced,
        chosen: &Chosen<'_>,
        searched: &mut ClaimSearched,
    ) -> Option<Findings<M>> {
        let ClaimRequest { audit, fairness, .. } = self.request;
        let options = &self.options();
        let watch = FaultWatch::new(reduction.system());
        let watching = Watching::new(&self.automaton);
        self.reporter.phase(Phase::Search);
        let found = chosen.prepared.find_accepted(
            &watch,
            reduction.symmetry(),
            *audit,
            &watching,
            *fairness,
            options,
            self.reporter,
        )?;
        self.reporter.phase(Phase::Confirmation);
        let audited = Audited::new(&found.sightings);
        let abandoned = audited.abandoned.is_some();
        searched.audited = Some(audited.clone());
        searched.statistics = found.statistics;
        searched.stop = found.stop;
        let run = match found.accepted {
            _ if abandoned => return self.give_up(searched),
            // What the reduction leaves as it is, as the channels of ended processes, may have a value in the model.
            _ if found.unobserved => {
                let why = "it cannot be evaluated in some state of the reduction";
                searched.unused = Some(why.to_owned());
                return self.give_up(searched);
            }
            Some(Ok(unrolled)) => {
                match confirmed(self.model, reduction.system(), self.property, *fairness, unrolled)
                {
                    Ok(run) => Some(run),
                    Err(why) => {
                        searched.audited = Some(audited.refuted(why));
                        return self.give_up(searched);
                    }
                }
            }
            Some(Err(_)) => {
                let why = "a run was found that violates it, and takes too long to be written down";
                return Some(Findings::open(why.to_owned()));
            }
            None => None,
        };
        let ended = Ended {
            stop: found.stop,
            unobserved: found.unobserved,
            endless: found.endless,
            cut: found.scratch.cut,
        };
        Some(self.conclude(run, &ended))
    }

    /// The symmetry turned out not to hold.
    fn give_up(&self, searched: &mut ClaimSearched) -> Option<Findings<M>> {
        searched.representative = None;
        None
    }

    /// Searches all states.
    fn unreduced(&self, searched: &mut ClaimSearched) -> Result<Findings<M>, Failure> {
        let ClaimRequest { fairness, .. } = self.request;
        let options = &self.options();
        let system = self.model.system();
        let watch = FaultWatch::new(system);
        let watching = Watching::new(&self.automaton);
        self.reporter.phase(Phase::Search);
        let found = find_accepted(&watch, &watching, *fairness, options, self.reporter);
        self.reporter.phase(Phase::Confirmation);
        searched.statistics = found.statistics;
        searched.stop = found.stop;
        let run = found.accepted.map(|lasso| self.confirmed(unrolled(lasso))).transpose()?;
        let ended = Ended {
            stop: found.stop,
            unobserved: found.unobserved,
            endless: found.endless,
            cut: found.scratch.cut,
        };
        Ok(self.conclude(run, &ended))
    }

    /// A run of the model itself, confirmed.
    fn confirmed(&self, run: Unrolled<StateOf<M>>) -> Result<EndlessRunOf<M>, Failure> {
        let Search { model, property, request, .. } = self;
        confirmed(*model, model.system(), property, request.fairness, run).map_err(|why| {
            Failure::Internal(format!("the counterexample for `{}`: {why}", property.name))
        })
    }

    fn conclude(&self, run: Option<EndlessRunOf<M>>, ended: &Ended) -> Findings<M> {
        let open = match ended {
            _ if run.is_some() => None,
            Ended { unobserved: true, .. } => {
                Some("it cannot be evaluated in some state that was reached".to_owned())
            }
            Ended { stop, .. } if *stop != StopReason::Exhausted => {
                Some(limit_text(*stop, Phase::Search, &self.request.options.limits))
            }
            Ended { endless: true, .. } => {
                let why = "what an atomic sequence does that goes round for ever was not looked at";
                Some(why.to_owned())
            }
            Ended { cut: true, .. } => Some(CUT.to_owned()),
            Ended { .. } => None,
        };
        Findings { run, open }
    }
}

/// A run of a system whose states stand for themselves.
fn unrolled<S: TransitionSystem>(lasso: Lasso<S>) -> Unrolled<S::State> {
    Unrolled {
        states: lasso.states,
        actors: lasso.moves.into_iter().map(|step| step.actor).collect(),
        again: lasso.again,
    }
}
