//! The evaluator: expressions to values, and processes to terms.
//!
//! Evaluation is lazy: what is passed on or bound is computed when it is asked for, and then once. A process that has a name is not
//! evaluated when the name is met: it becomes a [`Term::Call`], with its arguments fully computed, and is evaluated
//! when the transition system asks for it.

#![allow(
    clippy::mutable_key_type,
    reason = "keys are normal: nothing in them is computed any more"
)]

mod alphabets;
mod apply;
mod binary;
mod buffers;
mod builtins;
mod calls;
pub(crate) mod code;
mod compile;
pub(crate) mod comprehension;
mod copies;
mod dots;
mod events;
mod expressions;
mod extensions;
pub(crate) mod failure;
mod fields;
mod force;
mod maps;
mod matching;
mod places;
mod prefix;
mod print;
mod priority;
mod process;
mod process_builtins;
mod relations;
mod renaming;
mod replicated;
mod sequences;
mod set_operations;
mod sets;
mod symmetric_values;
mod timed;

use std::collections::HashMap;
use std::rc::Rc;

use diagnostics::{Diagnostic, Span};
use lts::{Call, Definitions, Event, EventSet, Fault, Term, TermId, Terms};

use crate::stack::Stack;
use crate::tree::{Expression, Script};
use crate::values::Value;
use calls::Calls;
use code::{Code, DefinitionId, Env, Frame};
use compile::Program;
use copies::Copies;
use events::Events;
use failure::{Failure, Outcome};

/// Evaluates the expressions of a script. All terms that it makes belong to the same [`Terms`].
pub struct Evaluator<'s> {
    program: Program,
    globals: Env,
    /// The caller's terms, while it waits.
    terms: Terms,
    calls: Calls,
    events: Events,
    /// Where prefixes stand; of equal ones the first that was met.
    prefixes: HashMap<TermId, Span, rapidhash::fast::RandomState>,
    copies: Copies,
    /// What went wrong, and in which process that was found first.
    faults: Vec<(Diagnostic, Option<Call>)>,
    /// The calls of functions that are being evaluated, innermost last, and where they stand.
    trail: Vec<(DefinitionId, Span)>,
    stack: Stack,
    ticks: u32,
    interrupted: bool,
    interrupt: Box<dyn FnMut() -> bool + 's>,
}

/// How many calls are named in a message.
const MOST_NAMED_CALLS: usize = 4;

/// Fewer processes than this are named that led to an error.
const MOST_LED: usize = 9;

/// After how many evaluations it is asked whether to go on.
const PATIENCE: u32 = 1 << 12;

impl<'s> Evaluator<'s> {
    /// Makes a script ready, in which names are resolved. It is asked now and then whether to give up.
    ///
    /// # Errors
    /// Something cannot be evaluated whatever is asked for.
    pub fn new(
        script: &Script,
        stack: Stack,
        interrupt: impl FnMut() -> bool + 's,
    ) -> Result<Evaluator<'s>, Vec<Diagnostic>> {
        let program = Program::new(script)?;
        let globals = Frame::outermost(program.slots);
        Ok(Evaluator {
            program,
            globals,
            terms: Terms::new(),
            calls: Calls::default(),
            events: Events::default(),
            prefixes: HashMap::default(),
            copies: Copies::default(),
            faults: Vec::new(),
            trail: Vec::new(),
            stack,
            ticks: 0,
            interrupted: false,
            interrupt: Box::new(interrupt),
        })
    }

    /// The value of an expression that stands outside all definitions, computed wholly.
    ///
    /// # Errors
    /// It has none.
    pub fn evaluate(
        &mut self,
        expression: &Expression,
        terms: &mut Terms,
    ) -> Result<Value, Diagnostic> {
        self.outside(expression, terms, |evaluator, code, env| {
            let value = evaluator.evaluate_code(code, env)?;
            evaluator.normal(&value)
        })
    }

    /// The process that an expression is that stands outside all definitions.
    ///
    /// # Errors
    /// It cannot be evaluated.
    pub fn process(
        &mut self,
        expression: &Expression,
        terms: &mut Terms,
    ) -> Result<TermId, Diagnostic> {
        self.outside(expression, terms, Evaluator::process_of)
    }

    /// The set of events that an expression is that stands outside all definitions.
    ///
    /// # Errors
    /// It cannot be evaluated.
    pub fn event_set(
        &mut self,
        expression: &Expression,
        terms: &mut Terms,
    ) -> Result<EventSet, Diagnostic> {
        self.outside(expression, terms, Evaluator::alphabet)
    }

    /// The event that an expression is that stands outside all definitions.
    ///
    /// # Errors
    /// It cannot be evaluated, or is not a whole event.
    pub fn event(
        &mut self,
        expression: &Expression,
        terms: &mut Terms,
    ) -> Result<Event, Diagnostic> {
        self.outside(expression, terms, |evaluator, code, env| {
            let value = evaluator.evaluate_code(code, env)?;
            let value = evaluator.normal(&value)?;
            evaluator.event_of(&value, code.span)
        })
    }

    fn outside<T>(
        &mut self,
        expression: &Expression,
        terms: &mut Terms,
        work: impl FnOnce(&mut Self, &Code, &Env) -> Outcome<T>,
    ) -> Result<T, Diagnostic> {
        let compiled = self.program.expression(expression);
        let code = compiled.map_err(|mut found| found.swap_remove(0))?;
        let env = Rc::clone(&self.globals);
        let result = self.lent(terms, |evaluator| work(evaluator, &code, &env));
        result.map_err(|failure| match failure {
            Failure::Error(diagnostic) => Diagnostic::clone(&diagnostic),
            Failure::Interrupted => interrupted(),
        })
    }

    /// Works with the caller's terms.
    fn lent<T>(&mut self, terms: &mut Terms, work: impl FnOnce(&mut Self) -> T) -> T {
        std::mem::swap(&mut self.terms, terms);
        let result = work(self);
        std::mem::swap(&mut self.terms, terms);
        self.trail.clear();
        result
    }

    /// What went wrong with a process.
    #[must_use]
    pub fn fault(&self, fault: Fault) -> &Diagnostic {
        &self.faults[fault.0 as usize].0
    }

    /// The same with the processes that led there.
    #[must_use]
    pub fn told_fault(&self, terms: &Terms, fault: Fault) -> Diagnostic {
        let (diagnostic, call) = &self.faults[fault.0 as usize];
        let mut calls: Vec<Call> =
            call.iter().flat_map(|&call| self.calls.leading_to(call)).take(MOST_LED).collect();
        let goes_on = calls.len() == MOST_LED;
        calls.truncate(MOST_LED - 1);
        if calls.len() < 2 && !goes_on {
            return diagnostic.clone();
        }
        let name = |call: &Call| format!("`{}`", self.call_name(terms, *call));
        let names: Vec<String> = calls.iter().rev().map(name).collect();
        let begin = if goes_on { "… → " } else { "" };
        diagnostic.clone().story(format!("the calls that led there: {begin}{}", names.join(" → ")))
    }

    /// The term of a process that cannot be evaluated.
    fn fault_term(&mut self, failure: Failure) -> TermId {
        let diagnostic = match failure {
            Failure::Error(diagnostic) => Diagnostic::clone(&diagnostic),
            Failure::Interrupted => interrupted(),
        };
        let known = self.faults.iter().position(|(fault, _)| *fault == diagnostic);
        let place = known.unwrap_or_else(|| {
            self.faults.push((diagnostic, self.calls.unfolding));
            self.faults.len() - 1
        });
        self.terms.intern(Term::Fault(Fault(place as u32)))
    }

    /// An error at a place, with the calls that led there.
    fn error(&self, span: Span, text: impl Into<String>) -> Failure {
        self.traced(Diagnostic::error(span, text)).into()
    }

    fn traced(&self, mut diagnostic: Diagnostic) -> Diagnostic {
        for &(definition, span) in self.trail.iter().rev().take(MOST_NAMED_CALLS) {
            let remark = match &self.program.definitions[definition.0 as usize].name {
                Some(name) => format!("in this call of `{name}`"),
                None => "in this call of a lambda".to_owned(),
            };
            diagnostic = diagnostic.label(span, remark);
        }
        diagnostic
    }

    /// Asks now and then whether to go on.
    #[inline]
    fn tick(&mut self) -> Outcome<()> {
        self.ticks += 1;
        if self.ticks < PATIENCE { Ok(()) } else { self.ask() }
    }

    #[cold]
    fn ask(&mut self) -> Outcome<()> {
        self.ticks = 0;
        self.interrupted = self.interrupted || (self.interrupt)();
        if self.interrupted { Err(Failure::Interrupted) } else { Ok(()) }
    }

    /// Goes one level deeper, if there is room.
    #[inline]
    fn deeper(&mut self, span: Span) -> Outcome<()> {
        if self.stack.is_used_up() {
            return Err(self.too_deep(span));
        }
        self.tick()
    }

    #[cold]
    fn too_deep(&self, span: Span) -> Failure {
        let text = "the evaluation is too deep: functions or values depend on one another without end, or nearly so";
        self.error(span, text)
    }
}

fn interrupted() -> Diagnostic {
    Diagnostic::new(diagnostics::Severity::Error, "the evaluation was interrupted")
}

impl Definitions for Evaluator<'_> {
    fn unfold(&mut self, terms: &mut Terms, call: Call) -> TermId {
        self.lent(terms, |evaluator| {
            let outer = evaluator.calls.unfolding.replace(call);
            let term = match evaluator.unfolded(call) {
                Ok(term) => term,
                Err(failure) => evaluator.fault_term(failure),
            };
            evaluator.calls.unfolding = outer;
            term
        })
    }

    fn interrupted(&mut self) -> bool {
        self.ask().is_err()
    }
}
