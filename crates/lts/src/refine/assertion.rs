//! What is asserted of processes.

use std::sync::Arc;

use kernel::{Reporter, SearchOptions};

use super::checking::{Answer, Checked, check};
use super::confirm::{Unconfirmed, confirm, confirm_missing};
use super::counterexample::{Counterexample, Run, Violation};
use super::specification::Specification;
use crate::event::Event;
use crate::explicit::State;
use crate::failure::Failure;
use crate::normal::Model;
use crate::semantics::Semantics;
use crate::supercombinator::{Settings, Supercombinator, compile};
use crate::term::TermId;

/// An assertion about a process.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Assertion {
    /// That it refines another one, in a model.
    Refines(TermId, Model),
    /// That it never stops for good, with or without termination. In the model of failures and divergences, that it does not
    /// diverge either.
    DeadlockFree(Model),
    /// That it never diverges.
    DivergenceFree,
    /// That it never has a choice to do an event or to refuse it. In the model of failures and divergences, that it does not
    /// diverge either.
    Deterministic(Model),
    /// That it can do a trace. In the other models, that it does not refuse it at any point, nor diverge.
    HasTrace(Vec<Event>, Model),
}

/// An assertion, ready to be checked: plain data.
pub struct Prepared {
    /// The process.
    pub process: TermId,
    /// The same, compiled.
    pub implementation: Arc<Supercombinator>,
    /// What is demanded of it, if anything is.
    pub specification: Option<Specification>,
    /// What is asserted.
    pub(super) assertion: Assertion,
}

impl Assertion {
    /// Compiles a process, and what is asserted of it.
    ///
    /// # Errors
    /// A process cannot be compiled, a limit was reached, or the work was interrupted.
    pub fn prepare(
        self,
        semantics: &mut Semantics<'_>,
        process: TermId,
        settings: Settings,
    ) -> Result<Prepared, Failure> {
        let implementation = Arc::new(compile(semantics, process, settings)?);
        let mut specification = None;
        match self.clone() {
            Assertion::Refines(refined, model) => {
                let system = compile(semantics, refined, settings)?;
                let refined = system.explicit(semantics, refined)?;
                let made = semantics
                    .limited(|limits| Specification::refined_process(&refined, model, limits));
                specification = Some(made?);
            }
            Assertion::DeadlockFree(model) => {
                specification = Some(Specification::deadlock_free(model));
            }
            Assertion::DivergenceFree => specification = Some(Specification::divergence_free()),
            Assertion::Deterministic(model) => {
                let process = implementation.explicit(semantics, process)?;
                let made = semantics
                    .limited(|limits| Specification::deterministic(&process, model, limits));
                specification = Some(made?);
            }
            Assertion::HasTrace(trace, model) => {
                if model != Model::Traces {
                    specification = Some(Specification::follows_trace(model, &trace));
                }
            }
        }
        Ok(Prepared { process, implementation, specification, assertion: self })
    }
}

impl Prepared {
    /// Checks the assertion.
    #[must_use]
    pub fn check(&self, options: &SearchOptions, reporter: &dyn Reporter) -> Checked {
        let checked = self
            .specification
            .as_ref()
            .map(|specification| check(specification, &self.implementation, options, reporter));
        match checked {
            Some(checked) if checked.answer != Answer::Passed || self.trace().is_empty() => checked,
            _ => self.find_trace(options, reporter),
        }
    }

    /// The trace that the process has to have.
    fn trace(&self) -> &[Event] {
        match &self.assertion {
            Assertion::HasTrace(trace, _) => trace,
            _ => &[],
        }
    }

    /// Confirms a counterexample on the compiled process. [`check`](Self::check) and [`replay`](Self::replay) give none that is not.
    ///
    /// # Errors
    /// It is none.
    pub fn confirm(&self, found: &Counterexample) -> Result<(), Unconfirmed> {
        match (&found.violation, &self.specification) {
            (Violation::Missing(_), _) => {
                confirm_missing(self.trace(), &self.implementation, found)
            }
            (_, Some(specification)) => confirm(specification, &self.implementation, found),
            (_, None) => Err(Unconfirmed::Allowed),
        }
    }

    /// That the process cannot go on from a run as it should.
    fn missing(&self, run: Run, event: Event) -> Answer {
        let node = State(run.visible().count() as u32);
        let found = Counterexample { run, node, violation: Violation::Missing(event) };
        match self.confirm(&found) {
            Ok(()) => Answer::Failed(Box::new(found)),
            Err(why) => Answer::Unconfirmed(why),
        }
    }

    /// Looks for a run that has the trace. If there is none, one that has as much of it as possible tells where it ends.
    fn find_trace(&self, options: &SearchOptions, reporter: &dyn Reporter) -> Checked {
        let mut missing = None;
        for length in (0..=self.trace().len()).rev() {
            let (done, next) = self.trace().split_at(length);
            let Some(&last) = done.last() else { break };
            let lacks = Specification::lacks_trace(done);
            let checked = check(&lacks, &self.implementation, options, reporter);
            let answer = match (checked.answer, next.first()) {
                (Answer::Passed, _) => {
                    missing.get_or_insert(checked.statistics);
                    continue;
                }
                (Answer::Failed(_), None) => Answer::Passed,
                (Answer::Failed(found), Some(&next)) => {
                    match found.run.followed_by(&self.implementation, last) {
                        Ok(run) => self.missing(run, next),
                        Err(why) => Answer::Unconfirmed(why),
                    }
                }
                (unknown, _) => unknown,
            };
            return Checked { answer, statistics: missing.unwrap_or(checked.statistics) };
        }
        let answer = match self.trace().first() {
            None => Answer::Passed,
            Some(&first) => {
                let states = vec![self.implementation.initial()];
                self.missing(Run { states, events: Vec::new() }, first)
            }
        };
        Checked { answer, statistics: missing.unwrap_or_default() }
    }
}
