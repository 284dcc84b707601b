//! What is asserted of processes.

use std::sync::Arc;

use super::confirm::{Unconfirmed, confirm, confirm_missing};
use super::counterexample::{Counterexample, Violation};
use super::product_state::ProductState;
use super::reference::Grounds;
use super::refinement::{Kind, Refinement, Step};
use super::specification::Specification;
use crate::event::Event;
use crate::failure::Failure;
use crate::kept::Demanded;
use crate::normal::Model;
use crate::semantics::Semantics;
use crate::supercombinator::{Settings, Supercombinator, compiled};
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
#[derive(Clone)]
pub struct Prepared {
    /// The process.
    pub process: TermId,
    /// The same, compiled.
    pub implementation: Arc<Supercombinator>,
    /// What is demanded of it, if anything is.
    pub specification: Option<Arc<Specification>>,
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
        let implementation = compiled(semantics, process, settings)?;
        let specification = match &self {
            Assertion::Refines(refined, model) => {
                Some(demanded(semantics, *refined, Demanded::Refinement(*model), settings)?)
            }
            Assertion::DeadlockFree(model) => Some(Arc::new(Specification::deadlock_free(*model))),
            Assertion::DivergenceFree => Some(Arc::new(Specification::divergence_free())),
            Assertion::Deterministic(model) => {
                Some(demanded(semantics, process, Demanded::Determinism(*model), settings)?)
            }
            Assertion::HasTrace(_, Model::Traces) => None,
            Assertion::HasTrace(trace, model) => {
                Some(Arc::new(Specification::follows_trace(*model, trace)))
            }
        };
        Ok(Prepared { process, implementation, specification, assertion: self })
    }
}

/// What a process demands, made once.
fn demanded(
    semantics: &mut Semantics<'_>,
    process: TermId,
    demanded: Demanded,
    settings: Settings,
) -> Result<Arc<Specification>, Failure> {
    if let Some(specification) = semantics.kept.specifications.get(&(process, demanded)) {
        return Ok(Arc::clone(specification));
    }
    let system = compiled(semantics, process, settings)?;
    let explicit = system.explicit(semantics, process)?;
    let made = semantics.limited(|limits| match demanded {
        Demanded::Refinement(model) => Specification::refined_process(&explicit, model, limits),
        Demanded::Determinism(model) => Specification::deterministic(&explicit, model, limits),
    });
    let specification = Arc::new(made?);
    semantics.kept.specifications.insert((process, demanded), Arc::clone(&specification));
    Ok(specification)
}

impl Prepared {
    /// What is demanded of the process, to be searched for a run that violates it.
    #[must_use]
    pub fn refinement(&self, name: &str) -> Option<Refinement> {
        let kind = match self.assertion {
            Assertion::Deterministic(_) => Kind::Deterministic,
            _ => Kind::Compared,
        };
        let specification = Arc::clone(self.specification.as_ref()?);
        Some(Refinement::of_kind(kind, name, specification, Arc::clone(&self.implementation)))
    }

    /// The trace that the process has to have, to be searched for a run that has it.
    #[must_use]
    pub fn sought(&self, name: &str) -> Option<Refinement> {
        let trace = Some(self.trace()).filter(|trace| !trace.is_empty())?;
        let lacks = Arc::new(Specification::lacks_trace(trace));
        Some(Refinement::of_kind(Kind::Sought, name, lacks, Arc::clone(&self.implementation)))
    }

    /// The same where no run has more of the trace than this: each that has so much of it violates that it goes on.
    #[must_use]
    pub fn lacking(&self, name: &str, furthest: usize) -> Refinement {
        let specification = Arc::new(Specification::lacking(self.trace(), furthest));
        Refinement::new(name, specification, Arc::clone(&self.implementation))
    }

    /// The trace that the process has to have.
    fn trace(&self) -> &[Event] {
        match &self.assertion {
            Assertion::HasTrace(trace, _) => trace,
            _ => &[],
        }
    }

    /// Confirms a counterexample on the compiled process.
    ///
    /// # Errors
    /// It is none.
    pub fn confirm(&self, found: &Counterexample) -> Result<(), Unconfirmed> {
        match (&found.violation, &self.specification) {
            (Violation::Missing(_), _) => {
                confirm_missing(self.trace(), &self.implementation, found)
            }
            (Violation::Event(_), _) if !self.trace().is_empty() => {
                let lacks = Specification::lacks_trace(self.trace());
                confirm(&lacks, &self.implementation, found)
            }
            (_, Some(specification)) => confirm(specification, &self.implementation, found),
            (_, None) => Err(Unconfirmed::Allowed),
        }
    }

    /// Confirms a run of a product: on the compiled process, and then by the reference semantics, as far as that is affordable.
    ///
    /// # Errors
    /// It is no counterexample.
    pub fn judge(
        &self,
        refinement: &Refinement,
        semantics: &mut Semantics<'_>,
        run: &model::Run<ProductState, Step>,
    ) -> Result<Grounds, Unconfirmed> {
        let found = Counterexample::of_run(refinement, run)?;
        self.confirm(&found)?;
        self.confirm_by_semantics(semantics, &found)
    }
}
