//! Decides an assertion: evaluates its processes, builds their transition systems, and checks one against the other.

use checking::{Answer, ClaimReport, ClaimRequest, ClaimSearched, Failure, Verdict, Worth};
use diagnostics::{Diagnostic, Span};
use kernel::{Reporter, SearchOptions, Statistics, StopReason};
use lts::{
    Event, EventSet, Explicit, Limits, Model, Priority, Semantics, Settings, Specification, Supercombinator,
    Term, TermId, Terms, explore,
};

use crate::evaluate::{Evaluator, with_large_stack};
use crate::script::{Asserted, Script};
use crate::story::Teller;
use crate::tree::{
    AssertionKind, AssertionOption, Expression, ProcessProperty, SemanticModel,
};

/// Decides an assertion.
///
/// # Errors
/// It cannot be decided: its processes have no transition systems, or it says what is not supported.
pub(crate) fn decide(
    script: &Script,
    asserted: &Asserted,
    request: &ClaimRequest<'_>,
    reporter: &(dyn Reporter + Sync),
) -> Result<ClaimReport, Failure> {
    with_large_stack(|stack| {
        let budget = request.options.budget.clone();
        let interrupt = move || budget.go_on(resident_bytes()).is_break();
        let evaluator = Evaluator::new(&script.tree, stack, interrupt).map_err(Failure::Model)?;
        let options = &request.options;
        let mut decision =
            Decision { asserted, request, options, reporter, evaluator, terms: Terms::new() };
        match decision.verdict() {
            Ok(report) => Ok(report),
            Err(Stopped::Failure(failure)) => Err(failure),
            Err(Stopped::Limit(stop)) => Ok(decision.open(stop)),
        }
    })
}

/// Why there is no verdict.
enum Stopped {
    /// Something is wrong with the script.
    Failure(Failure),
    /// A limit was reached before there was anything to search.
    Limit(StopReason),
}

impl From<Diagnostic> for Stopped {
    fn from(diagnostic: Diagnostic) -> Stopped {
        Stopped::Failure(Failure::Model(vec![diagnostic]))
    }
}

struct Decision<'a> {
    asserted: &'a Asserted,
    request: &'a ClaimRequest<'a>,
    options: &'a SearchOptions,
    reporter: &'a (dyn Reporter + Sync),
    evaluator: Evaluator<'a>,
    terms: Terms,
}

impl Decision<'_> {
    fn verdict(&mut self) -> Result<ClaimReport, Stopped> {
        let assertion = &self.asserted.assertion;
        let (specification, implementation) = match &assertion.kind {
            AssertionKind::Refinement { specification, model, implementation } => {
                let model = self.model(*model)?;
                let demanded = self.process(specification)?;
                let demanded = self.explicit(demanded)?;
                let specification = self.normalised(|limits| {
                    Specification::refined_process(&demanded, model, limits)
                })?;
                (specification, self.process(implementation)?)
            }
            AssertionKind::Property { process, property, model } => {
                let term = self.process(process)?;
                (self.property(*property, *model, term)?, term)
            }
            AssertionKind::Symmetric { .. } => {
                return Err(self.refused_kind("whether a script is symmetric is not decided yet"));
            }
            AssertionKind::HasTrace { process, model, trace } => {
                let term = self.process(process)?;
                let mut events = Vec::new();
                for event in trace {
                    let event = self.evaluator.event(event, &mut self.terms);
                    events.push(event.map_err(|wrong| self.stopped(wrong))?);
                }
                return self.has_trace(*model, &events, term);
            }
        };
        self.check(&specification, implementation, false)
    }

    /// A process has a trace: in the model of traces it has if it does not lack it.
    fn has_trace(
        &mut self,
        model: Option<SemanticModel>,
        events: &[Event],
        term: TermId,
    ) -> Result<ClaimReport, Stopped> {
        let model = self.model(model.unwrap_or(SemanticModel::FailuresDivergences))?;
        match (model, events) {
            (Model::Traces, []) => Ok(self.report(true, None, Statistics::default())),
            (Model::Traces, _) => {
                self.check(&Specification::lacks_trace(events), term, true)
            }
            _ => {
                let specification = Specification::follows_trace(model, events);
                self.check(&specification, term, false)
            }
        }
    }

    fn property(
        &mut self,
        property: ProcessProperty,
        model: Option<SemanticModel>,
        term: TermId,
    ) -> Result<Specification, Stopped> {
        let model = self.model(model.unwrap_or(SemanticModel::FailuresDivergences))?;
        match (property, model) {
            (ProcessProperty::DivergenceFree, Model::FailuresDivergences) => {
                Ok(Specification::divergence_free())
            }
            (ProcessProperty::DivergenceFree, _) => {
                Err(self.refused("divergence is seen in the model of failures and divergences only"))
            }
            (_, Model::Traces) => Err(self.refused("traces do not tell what a process refuses")),
            (ProcessProperty::DeadlockFree, _) => Ok(Specification::deadlock_free(model)),
            (ProcessProperty::Deterministic, _) => {
                let process = self.explicit(term)?;
                self.normalised(|limits| Specification::deterministic(&process, model, limits))
            }
        }
    }

    /// Searches the product of a specification and a process. Of a specification that is not to be met, a counterexample is what was
    /// asked for.
    fn check(
        &mut self,
        specification: &Specification,
        implementation: TermId,
        contrary: bool,
    ) -> Result<ClaimReport, Stopped> {
        let supercombinator = self.compiled(implementation)?;
        let options = SearchOptions {
            check: kernel::PropertySet::All,
            keep_going: false,
            partial_order: false,
            order: kernel::Order::BreadthFirst,
            ..self.options.clone()
        };
        let checked = lts::check(specification, &supercombinator, &options, self.reporter);
        match checked.answer {
            lts::Answer::Passed => Ok(self.report(!contrary, None, checked.statistics)),
            lts::Answer::Unknown(stop) => {
                let mut report = self.open(stop);
                report.searched.statistics = checked.statistics;
                Ok(report)
            }
            lts::Answer::Failed(found) => {
                let detail = self.request.detail;
                let teller = Teller {
                    evaluator: &self.evaluator,
                    terms: &self.terms,
                    supercombinator: &supercombinator,
                    specification,
                };
                let told = teller.tell(&self.asserted.name, &found, detail);
                Ok(self.report(contrary, Some(told), checked.statistics))
            }
        }
    }

    fn process(&mut self, expression: &Expression) -> Result<TermId, Stopped> {
        let process = self.evaluator.process(expression, &mut self.terms);
        let mut term = process.map_err(|wrong| self.stopped(wrong))?;
        for option in &self.asserted.assertion.options {
            if let AssertionOption::TauPriority(events) = option {
                let set = self.evaluator.event_set(events, &mut self.terms);
                let set = set.map_err(|wrong| self.stopped(wrong))?;
                let priority = self.below_tau(&set, events.span)?;
                term = self.terms.intern(Term::Prioritise(term, priority.into()));
            }
        }
        Ok(term)
    }

    /// That τ and ✓ come before these events.
    fn below_tau(&self, events: &EventSet, span: Span) -> Result<Priority, Stopped> {
        let Some(events) = events.listed() else {
            let text = "τ cannot have priority over all events but some";
            return Err(Diagnostic::error(span, text).help("list the events").into());
        };
        let above = [Event::TAU, Event::TICK].into();
        let above = events.iter().map(|&event| (event, std::rc::Rc::clone(&above)));
        Ok(Priority { above: above.collect() })
    }

    /// The transition system of a process.
    fn explicit(&mut self, term: TermId) -> Result<Explicit, Stopped> {
        let mut semantics = Semantics::new(&mut self.terms, &mut self.evaluator);
        let explored = explore(&mut semantics, term);
        explored.map_err(|failure| self.unexplored(failure))
    }

    /// The supercombinator of a process.
    fn compiled(&mut self, term: TermId) -> Result<Supercombinator, Stopped> {
        let mut semantics = Semantics::new(&mut self.terms, &mut self.evaluator);
        let compiled = lts::compile(&mut semantics, term, Settings::default());
        compiled.map_err(|failure| self.unexplored(failure))
    }

    fn normalised(
        &mut self,
        build: impl FnOnce(&mut Limits<'_>) -> Result<Specification, lts::Unfinished>,
    ) -> Result<Specification, Stopped> {
        let budget = &self.options.budget;
        let mut interrupted = || budget.go_on(resident_bytes()).is_break();
        let mut limits = Limits { states: MOST_STATES, interrupted: &mut interrupted };
        build(&mut limits).map_err(|unfinished| self.unexplored(unfinished.into()))
    }

    fn model(&self, model: SemanticModel) -> Result<Model, Stopped> {
        Ok(match model {
            SemanticModel::Traces => Model::Traces,
            SemanticModel::Failures => Model::Failures,
            SemanticModel::FailuresDivergences => Model::FailuresDivergences,
            SemanticModel::Revivals | SemanticModel::RevivalsDivergences => {
                return Err(self.refused("the models of revivals are not supported"));
            }
            SemanticModel::Refusals | SemanticModel::RefusalsDivergences => {
                return Err(self.refused("the models of refusal testing are not supported"));
            }
        })
    }

    fn refused_kind(&self, why: &str) -> Stopped {
        Diagnostic::error(self.asserted.span, why).into()
    }

    fn refused(&self, why: &str) -> Stopped {
        let help = "the models are traces [T], failures [F], and failures and divergences [FD]";
        Diagnostic::error(self.asserted.span, why).help(help).into()
    }

    /// A diagnostic of the evaluator, unless a limit is the reason for it.
    fn stopped(&self, wrong: Diagnostic) -> Stopped {
        match self.options.budget.check(resident_bytes()) {
            Ok(()) => wrong.into(),
            Err(stop) => Stopped::Limit(stop),
        }
    }

    /// Why a process has no transition system.
    fn unexplored(&self, failure: lts::Failure) -> Stopped {
        let here = |text: String| Diagnostic::error(self.asserted.span, text);
        let name = |call| self.evaluator.call_name(&self.terms, call);
        match failure {
            lts::Failure::Fault(fault) => self.stopped(self.evaluator.fault(fault).clone()),
            lts::Failure::Interrupted => {
                let stop = self.options.budget.check(resident_bytes());
                Stopped::Limit(stop.err().unwrap_or(StopReason::Cancelled))
            }
            lts::Failure::TooLarge => Stopped::Limit(StopReason::StateLimit),
            lts::Failure::Unguarded(call) => {
                let text = format!("`{}` calls itself before it does anything", name(call));
                let help = "put an event before the call, as in `P = a -> P`";
                here(text).help(help).into()
            }
            lts::Failure::TooDeep(call) => {
                let what = call.map_or("a process".to_owned(), |call| format!("`{}`", name(call)));
                here(format!("{what} becomes larger and larger before it does anything")).into()
            }
            lts::Failure::Unlisted => {
                let text = "`RUN` or `CHAOS` of all events but some, which are not listed";
                here(text.to_owned()).into()
            }
            lts::Failure::PriorityOverCompressed => {
                let text = "priority over a process that was compressed so that it cannot be told any \
                            more what it offers together";
                let help = "`sbisim`, `dbisim` and `wbisim` keep what priority needs";
                here(text.to_owned()).help(help).into()
            }
            lts::Failure::PartOfItself(_) => {
                here("a process that is compressed is part of itself".to_owned()).into()
            }
            lts::Failure::Unsupported(what) => here(format!("{what} is not supported")).into(),
        }
    }

    fn kind(&self) -> &'static str {
        match &self.asserted.assertion.kind {
            AssertionKind::Refinement { .. } => "refinement",
            AssertionKind::Property { property, .. } => match property {
                ProcessProperty::DeadlockFree => "deadlock",
                ProcessProperty::DivergenceFree => "divergence",
                ProcessProperty::Deterministic => "determinism",
            },
            AssertionKind::HasTrace { .. } => "trace",
            AssertionKind::Symmetric { .. } => "symmetry",
        }
    }

    /// The report on an assertion whose inner statement is true or not.
    fn report(
        &self,
        is_true: bool,
        told: Option<(checking::Counterexample, checking::StoredRun)>,
        statistics: Statistics,
    ) -> ClaimReport {
        let holds = is_true != self.asserted.assertion.negated;
        let answer = if holds { Answer::Holds } else { Answer::Violated };
        let (counterexample, stored) = match told {
            Some((counterexample, stored)) if !holds => (Some(counterexample), Some(stored)),
            _ => (None, None),
        };
        let reason = (!holds && counterexample.is_none()).then(|| self.why_violated());
        let stop = if holds { StopReason::Exhausted } else { StopReason::Violation };
        let name = self.asserted.name.clone();
        let kind = self.kind();
        ClaimReport {
            verdict: Verdict {
                property: name.clone(),
                kind,
                answer,
                worth: Worth::Exact,
                reason,
                run: None,
            },
            counterexample,
            stored,
            searched: ClaimSearched::plainly(name, statistics, stop),
        }
    }

    fn why_violated(&self) -> String {
        let text = if self.asserted.assertion.negated {
            "what it denies is true"
        } else {
            "the process does not have this trace"
        };
        text.to_owned()
    }

    /// The report on an assertion that was not decided.
    fn open(&self, stop: StopReason) -> ClaimReport {
        let name = self.asserted.name.clone();
        ClaimReport {
            verdict: Verdict {
                property: name.clone(),
                kind: self.kind(),
                answer: Answer::Inconclusive,
                worth: Worth::Bounded,
                reason: Some(checking::limit_text(stop, &self.options.limits)),
                run: None,
            },
            counterexample: None,
            stored: None,
            searched: ClaimSearched::plainly(name, Statistics::default(), stop),
        }
    }
}

/// Transition systems and normal forms have no more states than this.
const MOST_STATES: usize = 10_000_000;

/// The memory of this program, if the system tells.
fn resident_bytes() -> u64 {
    const PAGE: u64 = 4096;
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = text.split_whitespace().nth(1).and_then(|pages| pages.parse::<u64>().ok());
    pages.unwrap_or(0) * PAGE
}
