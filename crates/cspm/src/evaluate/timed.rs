//! What timed sections are made of: waiting, and what events take.

use diagnostics::{Diagnostic, Span};
use lts::{Event, Term, TermId};

use super::Evaluator;
use super::apply::Next;
use super::code::{Code, Env, Timed};
use super::failure::Outcome;
use crate::builtin::Builtin;
use crate::values::{ConstructorId, Lazy, Value};

/// No event takes longer, and no wait.
const LONGEST: i64 = 1_000_000;

impl Evaluator<'_> {
    /// The event that says that time passes.
    pub(super) fn tock(&mut self, span: Span) -> Outcome<Event> {
        let bare =
            self.program.tock.map(|tock| self.program.constructors[tock.0 as usize].bare.clone());
        match bare {
            Some(value) => self.event_of(&value, span),
            None => {
                let text = "a timed section needs a channel `tock` that carries nothing";
                Err(self.traced(Diagnostic::error(span, text)).into())
            }
        }
    }

    /// A prefix that waits: `X = tock -> X [] a -> ..`
    pub(super) fn waiting(
        &mut self,
        prefix: &Code,
        tock: ConstructorId,
        whole: &Code,
        env: &Env,
    ) -> Outcome<TermId> {
        let tock = self.program.constructors[tock.0 as usize].bare.clone();
        let tock = self.event_of(&tock, whole.span)?;
        let whole = self.process_of(whole, env)?;
        let wait = self.terms.intern(Term::Prefix([(tock, whole)].into()));
        let prefix = self.process_of(prefix, env)?;
        Ok(self.external_choice(vec![wait, prefix]))
    }

    /// What comes after an event: first so much time.
    pub(super) fn after_duration(
        &mut self,
        timed: &Timed,
        event: Value,
        after: TermId,
        env: &Env,
        span: Span,
    ) -> Outcome<TermId> {
        let ticks = match timed {
            Timed::OneTock => 1,
            Timed::By(code) => {
                let function = self.evaluate_code(code, env)?;
                let arguments = [Lazy::Value(event)].into();
                let next = self.apply(&function, arguments, code.span, false)?;
                let value = match next {
                    Next::Value(value) => value,
                    Next::Code(code) => self.evaluate_code(code.code(), code.env())?,
                };
                match value {
                    Value::Integer(ticks) => ticks,
                    other => return Err(self.unexpected(&other, "an integer", code.span)),
                }
            }
        };
        self.ticks(ticks, after, span)
    }

    /// So many times `tock`, then a process.
    pub(super) fn ticks(&mut self, count: i64, after: TermId, span: Span) -> Outcome<TermId> {
        if !(0..=LONGEST).contains(&count) {
            let text =
                format!("{count} is not a time to wait: it is at least 0 and at most {LONGEST}");
            return Err(self.error(span, text));
        }
        let tock = self.tock(span)?;
        let mut process = after;
        for _ in 0..count {
            process = self.terms.intern(Term::Prefix([(tock, process)].into()));
        }
        Ok(process)
    }

    /// What `TSTOP` and `TSKIP` stand for.
    pub(super) fn unfolded_timed(&mut self, builtin: Builtin) -> Outcome<TermId> {
        let span = self.program.tock.map(|tock| self.program.constructors[tock.0 as usize].span);
        let Some(span) = span else { return Err(self.error_somewhere("there is no `tock`")) };
        let tock = self.tock(span)?;
        let whole = self.named_builtin(builtin, Vec::new());
        let wait = self.terms.intern(Term::Prefix([(tock, whole)].into()));
        if builtin == Builtin::TimedStop {
            return Ok(wait);
        }
        let skip = self.terms.intern(Term::Skip);
        Ok(self.external_choice(vec![skip, wait]))
    }
}
