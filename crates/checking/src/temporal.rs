//! Checking what a model says of runs that go on for ever: does some run satisfy the contrary?
//!
//! The contrary is, or becomes, an automaton, and a run of the system is looked for that it accepts (Vardi and Wolper, *An automata-theoretic
//! approach to automatic program verification*, LICS 1986). What is found is run again on the system that the user gave, and the
//! formula is evaluated on what is observed there, which shares nothing with the automaton.

use confirm::{EndlessRunOf, confirm_endless, plan_endless};
use kernel::{
    Acceptor, Observable, Reporter, SearchOptions, Statistics, StopReason, TransitionSystem,
    find_accepted,
};
use model::{Model, Requirement, RunProperty, StateOf, Words};
use temporal::{Automaton, StateId, TooLarge, translate};

use crate::counterexample::{Counterexample, Detail, describe_endless};
use crate::failure::Failure;
use crate::fault_watch::FaultWatch;
use crate::verdict::{Answer, CUT, Verdict, Worth, limit_text};

/// The name of properties of runs in the JSON output.
pub(crate) const TEMPORAL: &str = "temporal";

/// What is said of a property of runs.
pub struct TemporalReport {
    /// The answer.
    pub verdict: Verdict,
    /// A run that goes on for ever and violates the property.
    pub counterexample: Option<Counterexample>,
    /// What was counted; transitions are those of the product with an automaton.
    pub statistics: Statistics,
    /// Why the search ended.
    pub stop: StopReason,
}

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

/// Checks a property of runs, on all states.
///
/// # Errors
/// A counterexample that cannot be confirmed.
pub(crate) fn check_runs<M: Words>(
    model: &M,
    property: &RunProperty,
    options: &SearchOptions,
    detail: Detail,
    reporter: &dyn Reporter,
) -> Result<TemporalReport, Failure> {
    let verdict = |answer, worth, reason| Verdict {
        property: property.name.clone(),
        kind: TEMPORAL,
        answer,
        worth,
        reason,
        run: None,
    };
    let automaton = match contrary(&property.requirement) {
        Ok(automaton) => automaton,
        Err(why) => {
            let reason = match why {
                TooLarge::Atoms => "the formula has more than 64 propositions".to_owned(),
                _ => why.to_string(),
            };
            return Ok(TemporalReport {
                verdict: verdict(Answer::Inconclusive, Worth::Bounded, Some(reason)),
                counterexample: None,
                statistics: Statistics::default(),
                stop: StopReason::StepLimit,
            });
        }
    };
    let watch = FaultWatch::new(model.system());
    let found = find_accepted(&watch, &Watching::new(&automaton), options, reporter);
    let counterexample = match &found.accepted {
        Some(lasso) => {
            let run = confirmed(model, property, &lasso.states, lasso.again).map_err(|why| {
                Failure::Internal(format!("the counterexample for `{}`: {why}", property.name))
            })?;
            Some(describe_endless(model, &property.name, &run, detail))
        }
        None => None,
    };
    let verdict = match &counterexample {
        Some(it) => verdict(Answer::Violated, Worth::Exact, Some(it.ending.clone())),
        None if found.unobserved => {
            let reason = "it cannot be evaluated in some state that was reached";
            verdict(Answer::Inconclusive, Worth::Bounded, Some(reason.to_owned()))
        }
        None if found.stop != StopReason::Exhausted => {
            let reason = limit_text(found.stop, &options.limits);
            verdict(Answer::Inconclusive, Worth::Bounded, Some(reason))
        }
        None if found.endless => {
            let reason = "what an atomic sequence does that goes round for ever was not looked at";
            verdict(Answer::Inconclusive, Worth::Bounded, Some(reason.to_owned()))
        }
        None if found.scratch.cut => {
            verdict(Answer::Inconclusive, Worth::Bounded, Some(CUT.to_owned()))
        }
        None => verdict(Answer::Holds, Worth::Exact, None),
    };
    Ok(TemporalReport { verdict, counterexample, statistics: found.statistics, stop: found.stop })
}

/// The run along some states that then goes on from the one with number `again`, done over again on the system that the user gave.
///
/// # Errors
/// Why it is no counterexample.
fn confirmed<M: Words>(
    model: &M,
    property: &RunProperty,
    states: &[StateOf<M>],
    again: usize,
) -> Result<EndlessRunOf<M>, String> {
    let (plan, again) = plan_endless(model, states, again)
        .map_err(|step| format!("it is no run at step {}", step + 1))?;
    let run = confirm_endless(model, &plan, again)
        .map_err(|departure| format!("it does not replay on the unreduced model: {departure}"))?;
    let word = observed(model, &run).ok_or("it cannot be observed")?;
    let violates = match &property.requirement {
        Requirement::Satisfies(formula) => !formula.holds_on(&word),
        Requirement::Never(automaton) => automaton.accepts(&word),
    };
    if violates { Ok(run) } else { Err("it is as it should be".to_owned()) }
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

/// What is observed on a run; `None` if some state cannot be observed.
fn observed<M: Model>(model: &M, run: &EndlessRunOf<M>) -> Option<temporal::Lasso> {
    let system = model.system();
    let mut scratch = system.scratch();
    let mut letters = Vec::new();
    let stays = run.again == run.transitions.len();
    let states = run.transitions.iter().map(|made| &made.before);
    for state in states.chain(stays.then_some(&run.last)) {
        letters.push(system.valuation(state, &mut scratch)?);
    }
    let cycle = letters.split_off(run.again);
    temporal::Lasso::new(letters, cycle)
}
