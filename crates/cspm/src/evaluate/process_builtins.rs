//! Built-in functions whose results are processes.

use diagnostics::Span;
use lts::{Compression, Term, TermId};

use super::Evaluator;
use super::failure::Outcome;
use crate::builtin::Builtin;
use crate::values::{Lazy, Value};

impl Evaluator<'_> {
    pub(super) fn process_builtin(
        &mut self,
        builtin: Builtin,
        arguments: &[Lazy],
        span: Span,
    ) -> Outcome<TermId> {
        if let (Some(compression), [process]) = (compression(builtin), arguments) {
            let process = self.process_argument(process, span)?;
            return Ok(self.terms.intern(Term::Compress(compression, process)));
        }
        match (builtin, arguments) {
            (Builtin::Chaos, [events]) => {
                let set = self.set_argument(events, span)?;
                let events = lts::EventSet::of(self.listed_events(&set, span)?);
                let events = self.terms.set(events);
                Ok(self.terms.intern(Term::Chaos(events)))
            }
            (Builtin::Run, [events]) => {
                let set = self.set_argument(events, span)?;
                let events = lts::EventSet::of(self.listed_events(&set, span)?);
                let events = self.terms.set(events);
                Ok(self.terms.intern(Term::Run(events)))
            }
            (Builtin::Buffer | Builtin::WeakBuffer | Builtin::SignalBuffer, _) => {
                self.buffer(builtin, arguments, span)
            }
            (Builtin::Loop, [process]) => {
                let process = self.process_argument(process, span)?;
                Ok(self.named_builtin(Builtin::Loop, vec![Value::Process(process)]))
            }
            (Builtin::Wait, [time]) => {
                let time = match self.force(time)? {
                    Value::Integer(time) => time,
                    other => return Err(self.unexpected(&other, "an integer", span)),
                };
                self.tock(span)?;
                let skip = self.named_builtin(Builtin::TimedSkip, Vec::new());
                self.ticks(time, skip, span)
            }
            (Builtin::TimedPriority, [process]) => {
                let process = self.process_argument(process, span)?;
                let tock = self.tock(span)?;
                Ok(self.below_all(process, &[tock]))
            }
            (Builtin::Prioritise | Builtin::PrioritiseNoCache, [process, sets]) => {
                let process = self.process_argument(process, span)?;
                self.prioritised(process, sets, span)
            }
            (Builtin::PrioritisePo, [process, events, order, highest]) => {
                let process = self.process_argument(process, span)?;
                self.partially_prioritised(process, [events, order, highest], span)
            }
            (Builtin::FailureWatchdog | Builtin::TraceWatchdog, [process, events, bark]) => {
                let process = self.process_argument(process, span)?;
                let set = self.set_argument(events, span)?;
                let events = self.events_in(&set, span)?;
                let events = self.terms.set(events);
                let bark = self.normal_of(bark)?;
                let bark = self.event_of(&bark, span)?;
                let term = match builtin {
                    Builtin::TraceWatchdog => Term::TraceWatchdog(process, events, bark),
                    _ => Term::FailureWatchdog(process, events, bark),
                };
                Ok(self.terms.intern(term))
            }
            _ => Err(self.wrong_arguments(builtin, arguments.len(), span)),
        }
    }

    fn process_argument(&mut self, argument: &Lazy, span: Span) -> Outcome<TermId> {
        let value = self.force(argument)?;
        self.as_process(&value, span)
    }

    /// What the name of a built-in process stands for.
    pub(super) fn unfolded_builtin(
        &mut self,
        builtin: Builtin,
        arguments: &[Value],
    ) -> Outcome<TermId> {
        match (builtin, arguments) {
            (Builtin::TimedStop | Builtin::TimedSkip, _) => self.unfolded_timed(builtin),
            (Builtin::Loop, [Value::Process(process)]) => {
                let again = self.named_builtin(Builtin::Loop, arguments.to_vec());
                Ok(self.terms.intern(Term::Sequence(*process, again)))
            }
            _ => self.unfolded_buffer(builtin, arguments),
        }
    }
}

/// The compression that a function is.
fn compression(builtin: Builtin) -> Option<Compression> {
    Some(match builtin {
        Builtin::StrongBisimulation => Compression::StrongBisimulation,
        Builtin::DelayBisimulation => Compression::DelayBisimulation,
        Builtin::WeakBisimulation => Compression::WeakBisimulation,
        Builtin::Diamond => Compression::Diamond,
        // The normal form, only computed later.
        Builtin::Normal | Builtin::LazyNorm => Compression::Normal,
        Builtin::Explicate => Compression::Explicate,
        Builtin::LazyEnumerate => Compression::LazyEnumerate,
        Builtin::TauLoopFactor => Compression::TauLoopFactor,
        Builtin::ModelCompress => Compression::ModelCompress,
        Builtin::Chase => Compression::Chase,
        Builtin::ChaseNoCache => Compression::ChaseNoCache,
        Builtin::Deter => Compression::Deterministic,
        _ => return None,
    })
}
