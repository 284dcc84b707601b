//! What is asserted of processes.

use std::sync::Arc;

use kernel::{Reporter, SearchOptions};

use super::checking::{Answer, Checked, check};
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
    /// The trace that it has to have.
    trace: Vec<Event>,
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
        let (mut specification, mut required) = (None, Vec::new());
        match self {
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
                required = trace;
            }
        }
        Ok(Prepared { process, implementation, specification, trace: required })
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
            Some(checked) if checked.answer != Answer::Passed || self.trace.is_empty() => checked,
            _ => self.find_trace(options, reporter),
        }
    }

    /// Looks for a run that has the trace. If there is none, one that has as much of it as possible tells where it ends.
    fn find_trace(&self, options: &SearchOptions, reporter: &dyn Reporter) -> Checked {
        let mut missing = None;
        for length in (0..=self.trace.len()).rev() {
            let (done, next) = self.trace.split_at(length);
            let Some((&last, before)) = done.split_last() else { break };
            let lacks = Specification::lacks_trace(done);
            let checked = check(&lacks, &self.implementation, options, reporter);
            let answer = match (checked.answer, next.first()) {
                (Answer::Passed, _) => {
                    missing.get_or_insert(checked.statistics);
                    continue;
                }
                (Answer::Failed(_), None) => Answer::Passed,
                (Answer::Failed(found), Some(&next)) => {
                    let run = found.run.followed_by(&self.implementation, last);
                    Answer::Failed(Box::new(Counterexample {
                        node: State(before.len() as u32 + 1),
                        violation: Violation::Missing(next),
                        run,
                    }))
                }
                (unknown, _) => unknown,
            };
            return Checked { answer, statistics: missing.unwrap_or(checked.statistics) };
        }
        let answer = match self.trace.first() {
            None => Answer::Passed,
            Some(&first) => Answer::Failed(Box::new(Counterexample {
                run: Run { states: vec![self.implementation.initial()], events: Vec::new() },
                node: State(0),
                violation: Violation::Missing(first),
            })),
        };
        Checked { answer, statistics: missing.unwrap_or_default() }
    }
}
