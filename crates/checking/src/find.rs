//! The nearest place, from where a run stands, that somebody asks for.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use groups::Patience;
use kernel::{
    Expand, Found, Phase, Property, PropertyId, PropertyKind, PropertySet, Reporter, SearchOptions,
    Statistics, StopReason, TransitionSystem, search_short,
};
use model::{Model, Named, Plan, Reduced, Simulated, StateOf, StepId, StepOf, Value};
use symmetry::AuditPlan;

use crate::aimed::{Aim, Aimed};
use crate::classes::Classes;
use crate::detection::SymmetrySource;
use crate::evaluate::evaluate;
use crate::failure::Failure;
use crate::representative::RepresentativeRequest;
use crate::trace_file::is_called;

/// What is looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// A state in which an expression is true, as it is typed.
    Predicate(String),
    /// A step that executes something on a line of a file.
    Line {
        /// The file, as places name it; none for that of the model.
        file: Option<String>,
        /// The line, from 1.
        line: usize,
    },
    /// A state without steps that is no proper end.
    Deadlock,
    /// A violation of the property of this name.
    Violation(String),
}

/// What came of a search for a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// How many states were stored: one of each class, if a deadlock or a violation was looked for, and else of all.
    pub states: u64,
    /// Whether the expression that was looked for had no value in some of them, and so was not true there.
    pub has_gaps: bool,
    /// The place.
    pub place: Nearest,
}

/// The nearest place that was looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Nearest {
    /// The nearest one, so many steps away; the run that leads there, by its address.
    Found {
        /// The address.
        address: String,
        /// How many transitions lead there from where the search began.
        steps: usize,
    },
    /// There is none.
    Nowhere,
    /// A limit was reached before.
    Unknown(StopReason),
}

/// A search from a state on.
pub(crate) struct Quest<'a, M: Model> {
    pub model: &'a M,
    pub main: &'a str,
    pub classes: Option<&'a Classes<'a, M>>,
    pub options: &'a SearchOptions,
    pub reporter: &'a dyn Reporter,
}

/// What a search met: how many states it stored, and the names of the steps of each transition that leads to the goal.
pub(crate) struct Met {
    pub statistics: Statistics,
    pub plan: Result<Plan, StopReason>,
    /// Whether the expression that is looked for had no value in some state.
    pub has_gaps: bool,
}

impl<M: Simulated> Quest<'_, M> {
    /// Searches from where a run stands: one state of each class for what the model itself calls a violation, if the symmetric system is in
    /// a state there, and else all states.
    ///
    /// # Errors
    /// What is wrong with the goal, or a defect.
    pub fn search(
        &self,
        goal: &Goal,
        state: &StateOf<M>,
        symmetric: Option<&StateOf<M>>,
    ) -> Result<Met, Failure> {
        self.reporter.phase(Phase::Search);
        match goal {
            Goal::Predicate(text) => {
                let value = evaluate(self.model, state, text).map_err(Failure::Input)?;
                if truth(&value).is_none() {
                    return Err(Failure::Input(format!("`{text}` is neither true nor false")));
                }
                let has_gaps = AtomicBool::new(false);
                let holds = |state: &StateOf<M>| {
                    let truth = evaluate(self.model, state, text).ok().and_then(|it| truth(&it));
                    has_gaps.fetch_or(truth.is_none(), Ordering::Relaxed);
                    truth == Some(true)
                };
                let met = self.among_all(state, &Aim::State(&holds))?;
                Ok(Met { has_gaps: has_gaps.into_inner(), ..met })
            }
            Goal::Line { file, line } => {
                let file = file.as_deref().unwrap_or(self.main);
                let known: Mutex<HashMap<StepId, bool>> = Mutex::default();
                let executes = |steps: &[StepOf<M>]| {
                    steps.iter().any(|step| {
                        let id = self.model.step_id(step);
                        let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
                        *known.entry(id).or_insert_with(|| self.is_at(id, file, *line))
                    })
                };
                // What symmetry makes of a step may stand on another line.
                self.among_all(state, &Aim::Steps(&executes))
            }
            Goal::Deadlock => {
                self.property(state, symmetric, |it| it.kind == PropertyKind::Deadlock)
            }
            Goal::Violation(name) => self.property(state, symmetric, |it| is_called(it, name)),
        }
    }

    fn property(
        &self,
        state: &StateOf<M>,
        symmetric: Option<&StateOf<M>>,
        is_meant: impl Fn(&Property) -> bool,
    ) -> Result<Met, Failure> {
        let place = self.model.system().properties().iter().position(is_meant);
        let none = || Failure::Input("the model has no such property".to_owned());
        let aim = Aim::Property(PropertyId::new(place.ok_or_else(none)?));
        self.by_classes(state, symmetric, &aim)
    }

    fn by_classes(
        &self,
        state: &StateOf<M>,
        symmetric: Option<&StateOf<M>>,
        aim: &Aim<'_, StateOf<M>, StepOf<M>>,
    ) -> Result<Met, Failure> {
        if let Some((classes, symmetric)) = self.classes.zip(symmetric) {
            let met = self.in_quotient(classes, symmetric, aim)?;
            // A symmetry that turns out not to hold is none.
            if met.plan != Err(StopReason::Abandoned) {
                return Ok(met);
            }
        }
        self.among_all(state, aim)
    }

    /// Whether a step executes something on a line.
    fn is_at(&self, id: StepId, file: &str, line: usize) -> bool {
        let Named::Actions(actions) = self.model.named(id) else { return false };
        let mut places = actions.iter().filter_map(|action| action.place.as_ref());
        places.any(|place| place.file == file && place.line == line)
    }

    fn options(&self, property: PropertyId) -> SearchOptions {
        SearchOptions {
            check: PropertySet::Only(vec![property]),
            partial_order: false,
            keep_going: false,
            ..self.options.clone()
        }
    }

    fn among_all(
        &self,
        state: &StateOf<M>,
        aim: &Aim<'_, StateOf<M>, StepOf<M>>,
    ) -> Result<Met, Failure> {
        let system = self.model.system();
        let aimed = Aimed::new(system, state, aim);
        let expand: &Expand<'_, Aimed<'_, M::System>> =
            &|bytes, source, scratch, offers, demand| {
                model::ShortWay::expand(&aimed, bytes, source, scratch, offers, demand)
            };
        let outcome = search_short(&aimed, expand, &self.options(aimed.wanted()), self.reporter);
        let plan = match outcome.violations.first() {
            Some(Found { trace, .. }) => {
                let plan =
                    confirm::plan_along(self.model, system, &trace.states, &trace.violated_by);
                let departs = |step| {
                    Failure::Internal(format!("the search's way is none at step {}", step + 1))
                };
                Ok(plan.map_err(departs)?)
            }
            None => Err(outcome.stop),
        };
        Ok(Met { statistics: outcome.statistics, plan, has_gaps: false })
    }

    fn in_quotient(
        &self,
        classes: &Classes<'_, M>,
        state: &StateOf<M>,
        aim: &Aim<'_, StateOf<M>, StepOf<M>>,
    ) -> Result<Met, Failure> {
        let (reduction, budget) = (classes.reduction, &self.options.budget);
        let mut ask = |bytes| budget.go_on(bytes);
        let patience = &mut Patience::new(&mut ask);
        let spent = || budget.check(0).err().unwrap_or(StopReason::MemoryLimit);
        let chosen =
            RepresentativeRequest::default().prepare(reduction, SymmetrySource::Found, patience)?;
        let Some(chosen) = chosen else {
            let statistics = Statistics::default();
            return Ok(Met { statistics, plan: Err(spent()), has_gaps: false });
        };
        let aimed = Aimed::new(reduction.system(), state, aim);
        let symmetry = reduction.symmetry();
        let expand: &Expand<'_, Aimed<'_, <M::Reduced as Reduced>::System>> =
            &|bytes, source, scratch, offers, demand| {
                model::ShortWay::expand(&aimed, bytes, source, scratch, offers, demand)
            };
        let options = self.options(aimed.wanted());
        let outcome = chosen.prepared.search_short(
            &aimed,
            expand,
            symmetry,
            AuditPlan::default(),
            &options,
            self.reporter,
        );
        let met = |plan| Met { statistics: outcome.statistics, plan, has_gaps: false };
        if outcome.sightings.abandoned.is_some() {
            return Ok(met(Err(StopReason::Abandoned)));
        }
        if outcome.violations.is_empty() {
            return Ok(met(Err(outcome.stop)));
        }
        self.reporter.phase(Phase::Lifting);
        let lifted = chosen.prepared.lift_within(&aimed, symmetry, &outcome.violations, patience);
        let plan = match lifted {
            Ok(runs) => {
                let run = runs.into_iter().next();
                let run = run.ok_or_else(|| Failure::Internal("no run was lifted".to_owned()))?;
                let last = run.violation.iter().map(|violation| &violation.steps);
                let steps = run.steps.iter().chain(last);
                Ok(steps.map(|steps| confirm::names(self.model, steps)).collect())
            }
            Err(symmetry::LiftError::Interrupted) => Err(spent()),
            // The symmetry does not hold.
            Err(_) => Err(StopReason::Abandoned),
        };
        Ok(met(plan))
    }
}

fn truth(value: &Value) -> Option<bool> {
    match value {
        Value::Truth(truth) => Some(*truth),
        Value::Number(number) => Some(*number != 0),
        _ => None,
    }
}
