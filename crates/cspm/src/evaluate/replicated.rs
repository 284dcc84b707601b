//! Replicated operators.

use std::rc::Rc;

use diagnostics::Span;
use lts::{Term, TermId};

use super::Evaluator;
use super::code::{Code, Env, Place, Replication, Step};
use super::comprehension::Source;
use super::failure::Outcome;
use crate::builtin::Builtin;

/// A process that is written once and is there for everything that generators bind.
#[derive(Clone, Copy)]
pub(super) struct Replicated<'a> {
    pub operator: &'a Replication,
    pub steps: &'a [Step],
    pub body: &'a Code,
    /// The variables that the steps bind, where the body sees them.
    pub indices: &'a [(Rc<str>, Place)],
    /// What it is of nothing; none if that is an error.
    pub empty: Option<Builtin>,
}

impl Evaluator<'_> {
    pub(super) fn replicated(
        &mut self,
        replicated: &Replicated<'_>,
        env: &Env,
        span: Span,
    ) -> Outcome<TermId> {
        let &Replicated { operator, steps, body, indices, empty } = replicated;
        let mut copies = Vec::new();
        let term = match operator {
            Replication::Sequence => return self.replicated_sequence(replicated, env, span),
            Replication::Linked(_) => return self.replicated_links(replicated, env, span),
            Replication::Alphabetised(alphabet) => {
                let mut operands = Vec::new();
                self.each(steps, Source::Sets, env, &mut |evaluator, env| {
                    let alphabet = evaluator.alphabet_id(alphabet, env)?;
                    operands.push((evaluator.process_of(body, env)?, alphabet));
                    copies.push(evaluator.indices_at(indices, env));
                    Ok(())
                })?;
                if operands.is_empty() {
                    return self.of_nothing(empty, span);
                }
                Term::Alphabetised(operands.into())
            }
            Replication::ExternalChoice
            | Replication::InternalChoice
            | Replication::Synchronised(_)
            | Replication::SynchronisingChoice(_) => {
                let mut operands = Vec::new();
                self.each(steps, Source::Sets, env, &mut |evaluator, env| {
                    operands.push(evaluator.process_of(body, env)?);
                    if let Replication::Synchronised(_) = operator {
                        copies.push(evaluator.indices_at(indices, env));
                    }
                    Ok(())
                })?;
                if operands.is_empty() {
                    return self.of_nothing(empty, span);
                }
                match operator {
                    Replication::ExternalChoice => return Ok(self.external_choice(operands)),
                    Replication::InternalChoice => return Ok(self.internal_choice(operands)),
                    _ if operands.len() == 1 => return Ok(operands[0]),
                    Replication::Synchronised(events) => {
                        Term::Synchronised(self.alphabet_id(events, env)?, operands.into())
                    }
                    Replication::SynchronisingChoice(events) => {
                        Term::SynchronisingChoice(self.alphabet_id(events, env)?, operands.into())
                    }
                    _ => unreachable!("treated above"),
                }
            }
        };
        let term = self.terms.intern(term);
        if !copies.is_empty() {
            self.remember_copies(term, copies);
        }
        Ok(term)
    }

    fn of_nothing(&mut self, empty: Option<Builtin>, span: Span) -> Outcome<TermId> {
        match empty {
            Some(builtin) => {
                let value = self.builtin_value(builtin, span)?;
                self.as_process(&value, span)
            }
            None => {
                let text = "this choice or parallel composition is of no processes at all";
                Err(self.error(span, text))
            }
        }
    }

    fn replicated_sequence(
        &mut self,
        replicated: &Replicated<'_>,
        env: &Env,
        span: Span,
    ) -> Outcome<TermId> {
        let &Replicated { steps, body, empty, .. } = replicated;
        let mut operands = Vec::new();
        self.each(steps, Source::Sequences, env, &mut |evaluator, env| {
            let process = match operands.is_empty() {
                true => evaluator.process_of(body, env)?,
                false => evaluator.later(body, env)?,
            };
            operands.push(process);
            Ok(())
        })?;
        let Some(mut whole) = operands.pop() else { return self.of_nothing(empty, span) };
        while let Some(before) = operands.pop() {
            whole = self.terms.intern(Term::Sequence(before, whole));
        }
        Ok(whole)
    }

    /// Each process is linked with all that follow it, as its own binding says.
    fn replicated_links(
        &mut self,
        replicated: &Replicated<'_>,
        env: &Env,
        span: Span,
    ) -> Outcome<TermId> {
        let &Replicated { operator, steps, body, indices, .. } = replicated;
        let Replication::Linked(links) = operator else { unreachable!("only linked processes") };
        let mut operands = Vec::new();
        self.each(steps, Source::Sequences, env, &mut |evaluator, env| {
            operands.push((evaluator.process_of(body, env)?, env.clone()));
            Ok(())
        })?;
        let Some((mut whole, last)) = operands.pop() else { return self.of_nothing(None, span) };
        // Of a chain of pairs the first of each pair is a copy, and the second of the last one.
        let mut second = self.indices_at(indices, &last);
        while let Some((before, env)) = operands.pop() {
            let links = self.links(links, &env, span)?;
            let first = self.indices_at(indices, &env);
            whole = self.terms.intern(Term::Linked(before, whole, links.into()));
            self.remember_copies(whole, vec![first, std::mem::take(&mut second)]);
        }
        Ok(whole)
    }
}
