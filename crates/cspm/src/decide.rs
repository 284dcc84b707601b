//! Decides an assertion: evaluates its processes, builds their transition systems, and checks one against the other.

use std::cell::Cell;
use std::collections::HashMap;
use std::rc::Rc;

use checking::{
    Answer, ClaimReport, ClaimRequest, ClaimSearched, Counterexample, Failure, Printed, StoredRun,
    Verdict, Worth, limit_text,
};
use diagnostics::{Diagnostic, Span};
use kernel::{
    Budget, Order, Phase, PropertySet, Reporter, SearchOptions, Silent, Statistics, StopReason,
};
use lts::{
    Assertion, Checked, Event, EventSet, Model, Prepared, Priority, Semantics, Settings, Term,
    TermId, Terms,
};

use crate::evaluate::Evaluator;
use crate::script::{Asserted, PrintStatement, Script};
use crate::stack::with_large_stack;
use crate::story::Teller;
use crate::tree::{AssertionKind, AssertionOption, Expression, ProcessProperty, SemanticModel};

/// How deep terms may be, and how many compressed processes inside one another, given the [large](with_large_stack) stack.
const DEEPEST: usize = 5_000;
const MOST_NESTED: usize = 500;

/// Decides an assertion.
///
/// # Errors
/// It cannot be decided: its processes have no transition systems, or it says what is not supported.
pub(crate) fn decide(
    script: &Script,
    asserted: &Asserted,
    request: &ClaimRequest<'_>,
    reporter: &dyn Reporter,
) -> Result<ClaimReport, Failure> {
    with_large_stack(|stack| {
        let options = &request.options;
        let reached = Reached::default();
        let interrupt = reached.interrupt(&options.budget);
        let evaluator = Evaluator::new(&script.tree, stack, interrupt).map_err(Failure::Model)?;
        let terms = Terms::new();
        let mut decision =
            Decision { asserted, request, options, reporter, evaluator, terms, reached };
        match decision.verdict() {
            Ok(report) => Ok(report),
            Err(Stopped::Failure(failure)) => Err(failure),
            Err(Stopped::Limit(stop)) => Ok(decision.out_of(stop)),
            Err(Stopped::TooLarge) => Ok(decision.open(StopReason::RoomLimit, too_large())),
        }
    })
}

/// Replays a stored run that violates an assertion.
///
/// # Errors
/// It is no such run.
pub(crate) fn replay(
    script: &Script,
    asserted: &Asserted,
    stored: &StoredRun,
    request: &ClaimRequest<'_>,
) -> Result<Counterexample, Failure> {
    with_large_stack(|stack| {
        let evaluator = Evaluator::new(&script.tree, stack, || false).map_err(Failure::Model)?;
        let (options, reporter) = (&request.options, &Silent);
        let (terms, reached) = (Terms::new(), Reached::default());
        let mut decision =
            Decision { asserted, request, options, reporter, evaluator, terms, reached };
        decision.replayed(stored).map_err(|stopped| match stopped {
            Stopped::Failure(failure) => failure,
            Stopped::Limit(stop) => {
                Failure::Limit(limit_text(stop, Phase::Confirmation, &options.limits))
            }
            Stopped::TooLarge => Failure::Limit(too_large()),
        })
    })
}

/// What a script prints.
///
/// # Errors
/// The budget is spent.
pub(crate) fn printed(script: &Script, budget: &Budget) -> Result<Vec<Printed>, StopReason> {
    with_large_stack(|stack| {
        let reached = Reached::default();
        let evaluator = Evaluator::new(&script.tree, stack, reached.interrupt(budget));
        let values: Vec<Result<String, Diagnostic>> = match evaluator {
            Err(wrong) => vec![Err(wrong[0].clone()); script.printed.len()],
            Ok(mut evaluator) => {
                let mut terms = Terms::new();
                let mut value = |statement: &PrintStatement| {
                    let value = evaluator.evaluate(&statement.value, &mut terms)?;
                    Ok(evaluator.value_text(&terms, &value))
                };
                script.printed.iter().map(&mut value).collect()
            }
        };
        if let Some(stop) = reached.0.get() {
            return Err(stop);
        }
        let printed = script.printed.iter().zip(values);
        Ok(printed.map(|(one, value)| Printed { text: one.text.clone(), value }).collect())
    })
}

/// Why there is no verdict.
enum Stopped {
    /// Something is wrong with the script.
    Failure(Failure),
    /// A limit was reached before there was anything to search.
    Limit(StopReason),
    /// A part that is made explicit as a whole has too many states.
    TooLarge,
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
    reporter: &'a dyn Reporter,
    evaluator: Evaluator<'a>,
    terms: Terms,
    reached: Reached,
}

/// The limit that was reached, if one was. It is kept when it is seen: a moment later there may be memory again.
#[derive(Clone, Default)]
struct Reached(Rc<Cell<Option<StopReason>>>);

impl Reached {
    /// What interrupts an evaluation when a limit is reached.
    fn interrupt<'b>(&self, budget: &'b Budget) -> impl FnMut() -> bool + use<'b> {
        let reached = Rc::clone(&self.0);
        move || {
            if reached.get().is_none() {
                reached.set(budget.check(resident_bytes()).err());
            }
            reached.get().is_some()
        }
    }
}

impl Decision<'_> {
    fn verdict(&mut self) -> Result<ClaimReport, Stopped> {
        let (assertion, process) = self.assertion()?;
        self.check(assertion, process)
    }

    fn replayed(&mut self, stored: &StoredRun) -> Result<Counterexample, Stopped> {
        let (assertion, process) = self.assertion()?;
        let prepared = self.prepared(assertion, process)?;
        let mut numbers: HashMap<String, Event> = HashMap::new();
        // A state may diverge although no rule makes τ.
        let of_rules = prepared.implementation.rules().iter().map(|rule| rule.event);
        for event in of_rules.chain([Event::TAU]) {
            numbers.insert(self.evaluator.event_name(event), event);
        }
        let mut events = Vec::new();
        for step in &stored.steps {
            let text = step.moves.first().map_or("", |step| step.text.as_str());
            let Some(&event) = numbers.get(text) else {
                let text = format!("step {}: the process never does `{text}`", step.step);
                return Err(Stopped::Failure(Failure::Input(text)));
            };
            events.push(event);
        }
        let again = stored.again.map(|again| again.saturating_sub(1));
        let found = prepared.replay(&events, again).map_err(unconfirmed)?;
        let Some(found) = found else {
            let text = "no run of the process does this and violates the assertion at its end";
            return Err(Stopped::Failure(Failure::Input(text.to_owned())));
        };
        self.confirm(&prepared, &found)?;
        Ok(self.told(&prepared, &found)?.0)
    }

    /// What is asserted, and of which process.
    fn assertion(&mut self) -> Result<(Assertion, TermId), Stopped> {
        let (assertion, process) = match &self.asserted.assertion.kind {
            AssertionKind::Refinement { specification, model, implementation } => {
                let model = self.model(*model)?;
                (Assertion::Refines(self.process(specification)?, model), implementation)
            }
            AssertionKind::Property { process, property, model } => {
                (self.property(*property, *model)?, process)
            }
            AssertionKind::HasTrace { process, model, trace } => {
                let model = self.model(model.unwrap_or(SemanticModel::FailuresDivergences))?;
                let mut events = Vec::new();
                for event in trace {
                    let event = self.evaluator.event(event, &mut self.terms);
                    events.push(event.map_err(|wrong| self.stopped(wrong))?);
                }
                (Assertion::HasTrace(events, model), process)
            }
            AssertionKind::Symmetric { .. } => {
                let text = "whether a script is symmetric is not decided yet";
                return Err(Diagnostic::error(self.asserted.span, text).into());
            }
        };
        Ok((assertion, self.process(process)?))
    }

    fn prepared(&mut self, assertion: Assertion, process: TermId) -> Result<Prepared, Stopped> {
        let mut semantics = Semantics::new(&mut self.terms, &mut self.evaluator);
        semantics.deepest = DEEPEST;
        semantics.most_nested = MOST_NESTED;
        let prepared = assertion.prepare(&mut semantics, process, Settings::default());
        prepared.map_err(|failure| self.unexplored(failure))
    }

    fn told(
        &self,
        prepared: &Prepared,
        found: &lts::Counterexample,
    ) -> Result<(Counterexample, StoredRun), Stopped> {
        let (evaluator, terms) = (&self.evaluator, &self.terms);
        let about_choices = self.kind() == "determinism";
        let teller = Teller { evaluator, terms, prepared, about_choices };
        teller.tell(&self.asserted.name, found, self.request.detail).map_err(unconfirmed)
    }

    fn property(
        &self,
        property: ProcessProperty,
        model: Option<SemanticModel>,
    ) -> Result<Assertion, Stopped> {
        let model = self.model(model.unwrap_or(SemanticModel::FailuresDivergences))?;
        match (property, model) {
            (ProcessProperty::DivergenceFree, Model::FailuresDivergences) => {
                Ok(Assertion::DivergenceFree)
            }
            (ProcessProperty::DivergenceFree, _) => {
                Err(self
                    .refused("divergence is seen in the model of failures and divergences only"))
            }
            (_, Model::Traces) => Err(self.refused("traces do not tell what a process refuses")),
            (ProcessProperty::DeadlockFree, _) => Ok(Assertion::DeadlockFree(model)),
            (ProcessProperty::Deterministic, _) => Ok(Assertion::Deterministic(model)),
        }
    }

    /// Searches the product of what is asserted and a process.
    fn check(&mut self, assertion: Assertion, process: TermId) -> Result<ClaimReport, Stopped> {
        let prepared = self.prepared(assertion, process)?;
        let options = SearchOptions {
            check: PropertySet::All,
            keep_going: false,
            partial_order: false,
            order: Order::BreadthFirst,
            ..self.options.clone()
        };
        let Checked { answer, statistics } = prepared.check(&options, self.reporter);
        match answer {
            lts::Answer::Passed => Ok(self.report(true, None, statistics)),
            lts::Answer::Unknown(stop) => {
                let mut report = self.out_of(stop);
                report.searched.statistics = statistics;
                Ok(report)
            }
            lts::Answer::Failed(found) => {
                self.confirm(&prepared, &found)?;
                let told = self.told(&prepared, &found)?;
                Ok(self.report(false, Some(told), statistics))
            }
            lts::Answer::Unconfirmed(why) => Err(unconfirmed(why)),
        }
    }

    /// Confirms a counterexample by the reference semantics, as far as that is affordable: that the compiled process has it is known.
    fn confirm(&mut self, prepared: &Prepared, found: &lts::Counterexample) -> Result<(), Stopped> {
        let mut semantics = Semantics::without_compressions(&mut self.terms, &mut self.evaluator);
        let confirmed = prepared.confirm_by_semantics(&mut semantics, found);
        confirmed.map(|_| ()).map_err(unconfirmed)
    }

    fn process(&mut self, expression: &Expression) -> Result<TermId, Stopped> {
        let process = self.evaluator.process(expression, &mut self.terms);
        let mut term = process.map_err(|wrong| self.stopped(wrong))?;
        for option in &self.asserted.assertion.options {
            if let AssertionOption::TauPriority(events) = option {
                let set = self.evaluator.event_set(events, &mut self.terms);
                let set = set.map_err(|wrong| self.stopped(wrong))?;
                if !set.is_empty() {
                    let priority = self.below_tau(&set, events.span)?;
                    term = self.terms.intern(Term::Prioritise(term, priority.into()));
                }
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

    fn refused(&self, why: &str) -> Stopped {
        let help = "the models are traces [T], failures [F], and failures and divergences [FD]";
        Diagnostic::error(self.asserted.span, why).help(help).into()
    }

    /// A diagnostic of the evaluator, unless a limit is the reason for it.
    fn stopped(&self, wrong: Diagnostic) -> Stopped {
        self.reached.0.get().map_or_else(|| wrong.into(), Stopped::Limit)
    }

    /// Why a process has no transition system.
    fn unexplored(&self, failure: lts::Failure) -> Stopped {
        match failure {
            lts::Failure::Interrupted => {
                Stopped::Limit(self.reached.0.get().unwrap_or(StopReason::Cancelled))
            }
            lts::Failure::TooLarge => Stopped::TooLarge,
            _ => self.stopped(no_system(failure, self.asserted.span, &self.evaluator, &self.terms)),
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
        told: Option<(Counterexample, StoredRun)>,
        statistics: Statistics,
    ) -> ClaimReport {
        let holds = is_true != self.asserted.assertion.negated;
        let answer = if holds { Answer::Holds } else { Answer::Violated };
        let (counterexample, stored) = match told {
            Some((counterexample, stored)) if !holds => (Some(counterexample), Some(stored)),
            _ => (None, None),
        };
        let reason =
            (!holds && counterexample.is_none()).then(|| "what it denies is true".to_owned());
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
            exported: None,
            searched: ClaimSearched::plainly(name, statistics, stop),
        }
    }

    /// The report on an assertion that was not decided within a limit.
    fn out_of(&self, stop: StopReason) -> ClaimReport {
        self.open(stop, limit_text(stop, Phase::Search, &self.options.limits))
    }

    /// The report on an assertion that was not decided.
    fn open(&self, stop: StopReason, reason: String) -> ClaimReport {
        let name = self.asserted.name.clone();
        ClaimReport {
            verdict: Verdict {
                property: name.clone(),
                kind: self.kind(),
                answer: Answer::Inconclusive,
                worth: Worth::Bounded,
                reason: Some(reason),
                run: None,
            },
            counterexample: None,
            stored: None,
            exported: None,
            searched: ClaimSearched::plainly(name, Statistics::default(), stop),
        }
    }
}

/// What was found is no counterexample: there is no verdict.
fn unconfirmed(why: lts::Unconfirmed) -> Stopped {
    let text = format!("the counterexample that was found is none: {why}");
    Stopped::Failure(Failure::Internal(text))
}

/// Why the process at a place has no transition system.
pub(crate) fn no_system(
    failure: lts::Failure,
    span: Span,
    evaluator: &Evaluator<'_>,
    terms: &Terms,
) -> Diagnostic {
    let here = |text: &str| Diagnostic::error(span, text);
    let name = |call| evaluator.call_name(terms, call);
    match failure {
        lts::Failure::Fault(fault) => evaluator.fault(fault).clone(),
        lts::Failure::Interrupted => here("the work was interrupted"),
        lts::Failure::TooLarge => here(&too_large()),
        lts::Failure::Unguarded(call) => {
            let text = format!("`{}` calls itself before it does anything", name(call));
            here(&text).help("put an event before the call, as in `P = a -> P`")
        }
        lts::Failure::TooDeep(call) => {
            let what = call.map_or("a process".to_owned(), |call| format!("`{}`", name(call)));
            here(&format!("{what} becomes larger and larger before it does anything"))
        }
        lts::Failure::Nested => here("too many compressed processes are inside one another"),
        lts::Failure::Unlisted => {
            here("`RUN` or `CHAOS` of all events but some, which are not listed")
        }
        lts::Failure::PriorityOverCompressed => {
            let text = "priority over a process that was compressed so that it cannot be told any more \
                        what it offers together";
            here(text).help("`sbisim`, `dbisim` and `wbisim` keep what priority needs")
        }
        lts::Failure::PartOfItself => {
            here("a process that is compressed or watched is part of itself")
        }
        lts::Failure::Unsupported("failure_watchdog") => {
            here("`failure_watchdog` is not supported")
                .help("what FDR4 makes of it is not published; assert the refinement itself")
        }
        lts::Failure::Unsupported(what) => here(&format!("{what} is not supported")),
    }
}

/// What is said of a process that has too many states or parts.
fn too_large() -> String {
    "the process, or a part of it that is looked at as a whole, is too large".to_owned()
}

/// The memory of this program, if the system tells.
pub(crate) fn resident_bytes() -> u64 {
    const PAGE: u64 = 4096;
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = text.split_whitespace().nth(1).and_then(|pages| pages.parse::<u64>().ok());
    pages.unwrap_or(0) * PAGE
}
