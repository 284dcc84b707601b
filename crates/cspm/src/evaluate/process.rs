//! Processes to terms.

use std::rc::Rc;

use diagnostics::{Diagnostic, Severity, Span};
use lts::{EventSet, Term, TermId};

use super::apply::Next;
use super::code::{Body, Closed, Code, Env, Frame, Kind, Slot, up};
use super::expressions::all_delayed;
use super::failure::Outcome;
use super::replicated::Replicated;
use super::{Evaluator, Failure};
use crate::values::{Lazy, Value};

impl Evaluator<'_> {
    /// The process that an expression is. Names are not looked into.
    pub(super) fn process_of(&mut self, code: &Code, env: &Env) -> Outcome<TermId> {
        self.deeper(code.span)?;
        let trail = self.trail.len();
        let mut at = Closed::new(code, env);
        let result = loop {
            match self.process_step(at.code(), at.env(), trail) {
                Ok(Next::Code(next)) => {
                    at = next;
                    if let Err(failure) = self.tick() {
                        break Err(failure);
                    }
                }
                Ok(Next::Value(value)) => break self.as_process(&value, at.span()),
                Err(failure) => break Err(failure),
            }
        };
        self.trail.truncate(trail);
        result
    }

    /// The process, or the expression that is the same process.
    fn process_step(&mut self, code: &Code, env: &Env, trail: usize) -> Outcome<Next> {
        match code.seen_from(env) {
            Kind::If(condition, yes, no) => {
                let branch = if self.condition(condition, env)? { yes } else { no };
                Ok(Next::Code(Closed::new(branch, env)))
            }
            Kind::Let(slots, body) => Ok(Next::Code(Closed::new(body, &Frame::new(*slots, env)))),
            Kind::Apply(function, arguments) => {
                let function = self.evaluate_code(function, env)?;
                self.trail.truncate(trail);
                let arguments = all_delayed(arguments, env).into();
                self.apply(&function, arguments, code.span, true)
            }
            Kind::Definition(depth, id) => {
                let env = up(env, *depth);
                let definition = Rc::clone(&self.program.definitions[id.0 as usize]);
                if let Some(Body::Function(_)) = definition.body.get() {
                    return self.definition(*id, env, code.span).map(Next::Value);
                }
                if let Some(slot) = definition.slot
                    && let Slot::Bound(Lazy::Value(value)) = &*env.slots[slot as usize].borrow()
                {
                    return Ok(Next::Value(value.clone()));
                }
                self.named(*id, env, &[]).map(Next::Value)
            }
            _ => self.evaluate_code(code, env).map(Next::Value),
        }
    }

    pub(super) fn as_process(&mut self, value: &Value, span: Span) -> Outcome<TermId> {
        match value {
            Value::Process(term) => Ok(*term),
            other => Err(self.unexpected(other, "a process", span)),
        }
    }

    /// A process that is reached later, if at all: that it cannot be evaluated is an error only then.
    pub(super) fn later(&mut self, code: &Code, env: &Env) -> Outcome<TermId> {
        let trail = self.trail.len();
        let result = self.process_of(code, env);
        self.trail.truncate(trail);
        match result {
            Err(failure @ Failure::Error(_)) => Ok(self.fault_term(failure)),
            other => other,
        }
    }

    fn processes(&mut self, operands: &[Code], env: &Env) -> Outcome<Vec<TermId>> {
        operands.iter().map(|operand| self.process_of(operand, env)).collect()
    }

    /// A process with an operator.
    pub(super) fn operator(&mut self, code: &Code, env: &Env) -> Outcome<TermId> {
        let term = match code.seen_from(env) {
            Kind::Prefix(prefix) => return self.prefix(prefix, env, code.span),
            Kind::Waiting(prefix, tock, whole) => return self.waiting(prefix, *tock, whole, env),
            Kind::ExternalChoice(operands) => {
                let operands = self.processes(operands, env)?;
                return Ok(self.external_choice(operands));
            }
            Kind::InternalChoice(operands) => {
                let operands = self.processes(operands, env)?;
                return Ok(self.internal_choice(operands));
            }
            Kind::SlidingChoice(left, right) => {
                Term::SlidingChoice(self.process_of(left, env)?, self.process_of(right, env)?)
            }
            Kind::Then(left, right) => {
                Term::Sequence(self.process_of(left, env)?, self.later(right, env)?)
            }
            Kind::Interrupt(left, right) => {
                Term::Interrupt(self.process_of(left, env)?, self.process_of(right, env)?)
            }
            Kind::Synchronised(events, operands) => {
                let events = self.alphabet_id(events, env)?;
                Term::Synchronised(events, self.processes(operands, env)?.into())
            }
            Kind::Alphabetised(sides) => {
                let mut operands = Vec::new();
                for (process, alphabet) in sides {
                    let alphabet = self.alphabet_id(alphabet, env)?;
                    operands.push((self.process_of(process, env)?, alphabet));
                }
                Term::Alphabetised(operands.into())
            }
            Kind::Exception(process, events, handler) => {
                let events = self.alphabet_id(events, env)?;
                let process = self.process_of(process, env)?;
                Term::Exception(process, events, self.later(handler, env)?)
            }
            Kind::SynchronisingChoice(events, operands) => {
                let events = self.alphabet_id(events, env)?;
                Term::SynchronisingChoice(events, self.processes(operands, env)?.into())
            }
            Kind::SynchronisingInterrupt(left, events, right) => {
                let events = self.alphabet_id(events, env)?;
                let left = self.process_of(left, env)?;
                Term::SynchronisingInterrupt(left, events, self.process_of(right, env)?)
            }
            Kind::Linked(left, right, links) => {
                let left = self.process_of(left, env)?;
                let right = self.process_of(right, env)?;
                Term::Linked(left, right, self.links(links, env, code.span)?.into())
            }
            Kind::Hide(process, events) => {
                let events = self.alphabet(events, env)?;
                let process = self.process_of(process, env)?;
                return Ok(self.hidden(process, events));
            }
            Kind::Project(process, events) => {
                let set = self.set(events, env)?;
                let all = Rc::new(crate::values::Set::Events(Rc::new([])));
                let others = self.difference(&all, &set)?;
                let hidden = self.events_in(&others, events.span)?;
                let process = self.process_of(process, env)?;
                return Ok(self.hidden(process, hidden));
            }
            Kind::Rename(process, relation) => {
                let process = self.process_of(process, env)?;
                let pairs = self.renaming(relation, env)?;
                if pairs.is_empty() {
                    return Ok(process);
                }
                Term::Rename(process, pairs.into())
            }
            Kind::Replicated { operator, steps, body, indices, empty } => {
                let replicated = Replicated { operator, steps, body, indices, empty: *empty };
                return self.replicated(&replicated, env, code.span);
            }
            _ => unreachable!("other expressions are evaluated elsewhere"),
        };
        let is_parallel =
            matches!(term, Term::Synchronised(..) | Term::Alphabetised(_) | Term::Linked(..));
        let term = self.terms.intern(term);
        if is_parallel {
            // An equal process may be a replicated one, whose indices are none here.
            self.remember_copies(term, Vec::new());
        }
        Ok(term)
    }

    /// `P \ A`; hiding nothing changes nothing.
    fn hidden(&mut self, process: TermId, events: EventSet) -> TermId {
        if events.is_empty() {
            return process;
        }
        let events = self.terms.set(events);
        self.terms.intern(Term::Hide(process, events))
    }

    /// `[]` of any number: `STOP` is nothing in it, and a choice in it is part of it.
    pub(super) fn external_choice(&mut self, operands: Vec<TermId>) -> TermId {
        let mut all = Vec::new();
        for operand in operands {
            match self.terms.term(operand) {
                Term::Stop => {}
                Term::ExternalChoice(inner) => all.extend_from_slice(inner),
                _ => all.push(operand),
            }
        }
        match all[..] {
            [] => self.terms.intern(Term::Stop),
            [only] => only,
            _ => self.terms.intern(Term::ExternalChoice(all.into())),
        }
    }

    /// `|~|` of one or more. A choice in it is part of it: one τ leads to each alternative.
    pub(super) fn internal_choice(&mut self, operands: Vec<TermId>) -> TermId {
        let mut all = Vec::new();
        for operand in operands {
            match self.terms.term(operand) {
                Term::InternalChoice(inner) => all.extend_from_slice(inner),
                _ => all.push(operand),
            }
        }
        self.terms.intern(Term::InternalChoice(all.into()))
    }

    /// An error whose place is that of the innermost call.
    pub(super) fn error_somewhere(&self, text: &str) -> Failure {
        match self.trail.last() {
            Some(&(_, span)) => self.error(span, text),
            None => self.traced(Diagnostic::new(Severity::Error, text)).into(),
        }
    }

    pub(super) fn unexpected_somewhere(&self, value: &Value, wanted: &str) -> Failure {
        let shown = self.shown(value);
        self.error_somewhere(&format!("{wanted} is expected, and this is {shown}"))
    }
}
