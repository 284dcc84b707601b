//! From an assertion to a model of it: its processes are evaluated and compiled.

use std::cell::Cell;
use std::rc::Rc;

use checking::Failure;
use checking::quantities::plural;
use diagnostics::{Diagnostic, Sources, Span};
use kernel::StopReason;
use lts::{
    Assertion, Event, EventSet, Growth, Model, Prepared, Priority, Semantics, Settings, Term,
    TermId, Terms,
};

use crate::evaluate::Evaluator;
use crate::script::Asserted;
use crate::tree::{AssertionKind, AssertionOption, Expression, ProcessProperty, SemanticModel};
use crate::workshop::Bench;

/// How deep terms may be, and how many compressed processes inside one another, given the [large](crate::stack) stack.
const DEEPEST: usize = 5_000;
const MOST_NESTED: usize = 500;

/// Of an example of a state, no more characters are shown.
const LONGEST_EXAMPLE: usize = 80;

/// Why there is no verdict.
pub(crate) enum Stopped {
    /// Something is wrong with the script.
    Failure(Failure),
    /// A limit was reached before there was anything to search.
    Limit(StopReason),
    /// The same, and what was being explored.
    Growing(StopReason, String),
    /// A part that is made explicit as a whole has too many states.
    TooLarge(String),
}

impl From<Diagnostic> for Stopped {
    fn from(diagnostic: Diagnostic) -> Stopped {
        Stopped::Failure(Failure::Model(vec![diagnostic]))
    }
}

/// The limit that was reached, if one was. It is kept when it is seen: a moment later there may be memory again.
#[derive(Clone, Default)]
pub(crate) struct Reached(Rc<Cell<Option<StopReason>>>);

impl Reached {
    /// What interrupts an evaluation when a limit is reached: `check` is asked, given the memory that is in use.
    pub fn interrupt<C: Fn(u64) -> Result<(), StopReason>>(
        &self,
        check: C,
    ) -> impl FnMut() -> bool + use<C> {
        let reached = Rc::clone(&self.0);
        move || {
            if reached.get().is_none() {
                reached.set(check(resident_bytes()).err());
            }
            reached.get().is_some()
        }
    }

    /// That limit.
    pub fn stop(&self) -> Option<StopReason> {
        self.0.get()
    }
}

/// An assertion that a model is made of.
pub(crate) struct Preparation<'a> {
    pub asserted: &'a Asserted,
    pub bench: &'a mut Bench,
    pub sources: &'a Sources,
    /// Of how many states a component may be made; else of as many as there is room for.
    pub most_states: Option<usize>,
}

impl Preparation<'_> {
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
                    let event = self.bench.evaluator.event(event, &mut self.bench.terms);
                    events.push(event.map_err(|wrong| self.stopped(wrong))?);
                }
                (Assertion::HasTrace(events, model), process)
            }
            AssertionKind::Symmetric { .. } => {
                let text = "whether a script is symmetric is seen from its text, and from no run";
                return Err(Diagnostic::error(self.asserted.span, text).into());
            }
        };
        Ok((assertion, self.process(process)?))
    }

    /// The same, compiled.
    pub fn prepared(&mut self) -> Result<Prepared, Stopped> {
        let (assertion, process) = self.assertion()?;
        let Bench { evaluator, terms, kept, .. } = &mut *self.bench;
        let mut semantics = Semantics::new(terms, evaluator);
        semantics.kept = std::mem::take(kept);
        semantics.deepest = DEEPEST;
        semantics.most_nested = MOST_NESTED;
        if let Some(most) = self.most_states {
            semantics.most_states = most;
        }
        let prepared = assertion.prepare(&mut semantics, process, Settings::default());
        *kept = semantics.kept;
        let growth = semantics.growth;
        prepared.map_err(|failure| self.unexplored(failure, growth))
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
            (_, Model::Traces) => Err(self.refused("traces do not tell refusals")),
            (ProcessProperty::DeadlockFree, _) => Ok(Assertion::DeadlockFree(model)),
            (ProcessProperty::Deterministic, _) => Ok(Assertion::Deterministic(model)),
        }
    }

    fn process(&mut self, expression: &Expression) -> Result<TermId, Stopped> {
        let process = self.bench.evaluator.process(expression, &mut self.bench.terms);
        let mut term = process.map_err(|wrong| self.stopped(wrong))?;
        for option in &self.asserted.assertion.options {
            if let AssertionOption::TauPriority(events) = option {
                let set = self.bench.evaluator.event_set(events, &mut self.bench.terms);
                let set = set.map_err(|wrong| self.stopped(wrong))?;
                if !set.is_empty() {
                    let priority = self.below_tau(&set, events.span)?;
                    term = self.bench.terms.intern(Term::Prioritise(term, priority.into()));
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
        self.bench.reached.stop().map_or_else(|| wrong.into(), Stopped::Limit)
    }

    /// Why a process has no transition system.
    fn unexplored(&self, failure: lts::Failure, growth: Option<Growth>) -> Stopped {
        let Bench { evaluator, terms, reached, .. } = &*self.bench;
        let grown = growth.map(|growth| grown(growth, self.sources, evaluator, terms));
        match failure {
            lts::Failure::Interrupted => {
                let stop = reached.stop().unwrap_or(StopReason::Cancelled);
                grown.map_or(Stopped::Limit(stop), |grown| Stopped::Growing(stop, grown))
            }
            lts::Failure::TooLarge => Stopped::TooLarge(grown.unwrap_or_else(too_large)),
            _ => match (reached.stop(), grown) {
                // An evaluation that was given up is a fault of its process.
                (Some(stop), Some(grown)) => Stopped::Growing(stop, grown),
                _ => self.stopped(no_system(failure, self.asserted.span, evaluator, terms)),
            },
        }
    }
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
        lts::Failure::Fault(fault) => evaluator.told_fault(terms, fault),
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
            here("`RUN` or `CHAOS` of all events but some: their number is not finite")
        }
        lts::Failure::PriorityOverCompressed => {
            let text =
                "cannot apply priority: the compression lost which events are offered together";
            here(text)
                .help("`sbisim`, `dbisim` and `wbisim` preserve the offers that priority needs")
        }
        lts::Failure::PartOfItself => {
            here("a process that is compressed or watched is part of itself")
        }
        lts::Failure::Unsupported("failure_watchdog") => {
            here("`failure_watchdog` is not supported")
                .help("its meaning in FDR4 is not published; assert the refinement itself")
        }
        lts::Failure::Unsupported(what) => here(&format!("{what} is not supported")),
    }
}

/// What is said of a process that may have infinitely many states: where it is defined, how many it has so far, and one of them.
pub(crate) fn grown(
    growth: Growth,
    sources: &Sources,
    evaluator: &Evaluator<'_>,
    terms: &Terms,
) -> String {
    let Growth { process, states, example } = growth;
    let text = |term| {
        let text = evaluator.term_text(terms, term);
        match text.char_indices().nth(LONGEST_EXAMPLE) {
            Some((end, _)) => format!("{}…", &text[..end]),
            None => text,
        }
    };
    let defined = evaluator.defined(terms, example).or_else(|| evaluator.defined(terms, process));
    let place = defined.map_or(String::new(), |span| {
        format!(" ({}:{})", sources.name(span.file), sources.line_column(span).0)
    });
    let (process, example) = (text(process), text(example));
    let states = plural(states as u64, "state");
    format!(
        "`{process}`{place} has {states} so far, such as `{example}`, and may have infinitely many"
    )
}

/// What is said of a process that has too many states or parts.
pub(crate) fn too_large() -> String {
    "the process, or a part of it that is looked at as a whole, is too large".to_owned()
}

/// The memory of this program, if the system tells.
pub(crate) fn resident_bytes() -> u64 {
    const PAGE: u64 = 4096;
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = text.split_whitespace().nth(1).and_then(|pages| pages.parse::<u64>().ok());
    pages.unwrap_or(0) * PAGE
}
