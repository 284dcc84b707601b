//! The nearest place, from where a run stands, that somebody asks for.

use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use diagnostics::FileId;
use groups::Patience;
use kernel::{
    Expand, Found, Phase, PropertyId, PropertyKind, PropertySet, Reporter, SearchOptions,
    Statistics, StopReason, TransitionSystem, search_short,
};
use model::{Model, Named, Plan, Reduced, Simulated, StateOf, StepId, StepOf, Value};
use symmetry::AuditPlan;

use crate::aimed::{Aim, Aimed};
use crate::classes::Classes;
use crate::detection::SymmetrySource;
use crate::evaluate::evaluate;
use crate::failure::Failure;
use crate::orbits::OrbitCounts;
use crate::quantities::plural;
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
    /// Nothing: all states are to be counted.
    Count,
}

/// Where a search for a place begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// At the end of the run with this address.
    Run(String),
    /// In all initial states.
    Starts,
}

/// What came of a search for a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// How many states were stored.
    pub states: u64,
    /// Whether these are one of each class.
    pub are_classes: bool,
    /// If all were to be counted, and they are one of each class: how many states the classes have together, in decimal, as far as that
    /// was counted.
    pub stands_for: Option<OrbitCounts>,
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
    /// The names of what is said of whole runs.
    pub claims: &'a [String],
    pub classes: Option<&'a Classes<'a, M>>,
    pub options: &'a SearchOptions,
    pub reporter: &'a dyn Reporter,
}

/// What a search met.
pub(crate) struct Met {
    pub statistics: Statistics,
    /// The way to the goal, or why there is none.
    pub way: Result<Way, StopReason>,
    /// Whether the expression that is looked for had no value in some state.
    pub has_gaps: bool,
    /// Whether one state of each class was searched.
    pub are_classes: bool,
    /// How many states the classes have together, if that was counted.
    pub stands_for: Option<OrbitCounts>,
}

impl Met {
    fn among_all(statistics: Statistics, way: Result<Way, StopReason>) -> Met {
        Met { statistics, way, has_gaps: false, are_classes: false, stands_for: None }
    }

    fn in_quotient(statistics: Statistics, way: Result<Way, StopReason>) -> Met {
        Met { are_classes: true, ..Met::among_all(statistics, way) }
    }
}

/// A way to a goal.
pub(crate) struct Way {
    /// The place, among the states where the search began, of the one where the way begins.
    pub start: usize,
    /// The names of the steps of each transition.
    pub plan: Plan,
}

impl<M: Simulated> Quest<'_, M> {
    /// Searches from some states on, of which the symmetric system may be in others, in the same order: one state of each class for what the
    /// model itself calls a violation, if it is, and else all states.
    ///
    /// # Errors
    /// What is wrong with the goal, or a defect.
    pub fn search(
        &self,
        goal: &Goal,
        starts: &[StateOf<M>],
        symmetric: Option<&[StateOf<M>]>,
    ) -> Result<Met, Failure> {
        self.reporter.phase(Phase::Search);
        match goal {
            Goal::Predicate(text) => {
                if let Some(first) = starts.first() {
                    let value = evaluate(self.model, first, text).map_err(Failure::Input)?;
                    if truth(&value).is_none() {
                        return Err(Failure::Input(format!("`{text}` is neither true nor false")));
                    }
                }
                let has_gaps = AtomicBool::new(false);
                let holds = |state: &StateOf<M>| {
                    let truth = evaluate(self.model, state, text).ok().and_then(|it| truth(&it));
                    has_gaps.fetch_or(truth.is_none(), Ordering::Relaxed);
                    truth == Some(true)
                };
                let met = self.among_all(starts, &Aim::State(&holds))?;
                Ok(Met { has_gaps: has_gaps.into_inner(), ..met })
            }
            Goal::Line { file, line } => {
                let file = file.as_deref().unwrap_or(self.main);
                let file = &self.file_with(file, *line).map_err(Failure::Input)?;
                let known: Mutex<HashMap<StepId, bool>> = Mutex::default();
                let executes = |steps: &[StepOf<M>]| {
                    steps.iter().any(|step| {
                        let id = self.model.step_id(step);
                        let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
                        *known.entry(id).or_insert_with(|| self.is_at(id, file, *line))
                    })
                };
                // What symmetry makes of a step may stand on another line.
                self.among_all(starts, &Aim::Steps(&executes))
            }
            Goal::Deadlock => {
                let properties = self.model.system().properties();
                let place = properties.iter().position(|it| it.kind == PropertyKind::Deadlock);
                let none = || Failure::Input("the model has no deadlocks".to_owned());
                let aim = Aim::Property(PropertyId::new(place.ok_or_else(none)?));
                self.by_classes(starts, symmetric, &aim)
            }
            Goal::Violation(name) => {
                let property = self.of_states(name).map_err(Failure::Input)?;
                self.by_classes(starts, symmetric, &Aim::Property(property))
            }
            Goal::Count => self.by_classes(starts, symmetric, &Aim::Nothing),
        }
    }

    /// The property of states or steps that is meant by a name: the one that is called just so, before others that differ in capitals.
    ///
    /// # Errors
    /// That none is, and which there are.
    fn of_states(&self, name: &str) -> Result<PropertyId, String> {
        let properties = self.model.system().properties();
        let exact = properties.iter().position(|it| it.name == name);
        let is_claim = self.claims.iter().any(|claim| claim == name);
        let alike = || properties.iter().position(|it| is_called(it, name)).filter(|_| !is_claim);
        if let Some(place) = exact.or_else(alike) {
            return Ok(PropertyId::new(place));
        }
        let mut names: Vec<&str> = properties.iter().map(|it| it.name.as_str()).collect();
        if is_claim {
            return Err(format!(
                "`{name}` is not looked for in states: `quotient check --property {name}` judges it; {} are",
                names.join(", ")
            ));
        }
        names.extend(self.claims.iter().map(String::as_str));
        Err(format!("the model has no property `{name}`, but {}", names.join(", ")))
    }

    fn by_classes(
        &self,
        starts: &[StateOf<M>],
        symmetric: Option<&[StateOf<M>]>,
        aim: &Aim<'_, StateOf<M>, StepOf<M>>,
    ) -> Result<Met, Failure> {
        if let Some((classes, symmetric)) = self.classes.zip(symmetric) {
            let met = self.in_quotient(classes, symmetric, aim)?;
            // A symmetry that turns out not to hold is none.
            if !matches!(met.way, Err(StopReason::Abandoned)) {
                return Ok(met);
            }
        }
        self.among_all(starts, aim)
    }

    /// The file that has a line, as places name it: one that ends as it is typed. Where no text of the model is known, as it is typed.
    ///
    /// # Errors
    /// That there is none.
    fn file_with(&self, typed: &str, line: usize) -> Result<String, String> {
        let sources = self.model.sources();
        if sources.is_empty() {
            return Ok(typed.to_owned());
        }
        let files = || (0..sources.len() as u32).map(FileId);
        let ending = typed.trim_start_matches("./");
        let ends_so = |&known: &FileId| Path::new(sources.name(known)).ends_with(ending);
        let exact = files().find(|&known| sources.name(known) == typed);
        let alike: Vec<FileId> =
            exact.map_or_else(|| files().filter(ends_so).collect(), |it| vec![it]);
        let file = match alike[..] {
            [file] => file,
            [] => return Err(format!("the model has no file `{typed}`")),
            _ => return Err(format!("several files of the model end in `{typed}`")),
        };
        let count = sources.text(file).lines().count();
        match (1..=count).contains(&line) {
            true => Ok(sources.name(file).to_owned()),
            false => Err(format!("{typed} has {}", plural(count as u64, "line"))),
        }
    }

    /// Whether a step executes something on a line.
    fn is_at(&self, id: StepId, file: &str, line: usize) -> bool {
        let Named::Actions(actions) = self.model.named(id) else { return false };
        let mut places = actions.iter().filter_map(|action| action.place.as_ref());
        places.any(|place| place.file == file && place.line == line)
    }

    fn options(&self, check: PropertySet) -> SearchOptions {
        SearchOptions { check, partial_order: false, keep_going: false, ..self.options.clone() }
    }

    fn among_all(
        &self,
        starts: &[StateOf<M>],
        aim: &Aim<'_, StateOf<M>, StepOf<M>>,
    ) -> Result<Met, Failure> {
        let system = self.model.system();
        let aimed = Aimed::new(system, starts, aim);
        let expand: &Expand<'_, Aimed<'_, M::System>> =
            &|bytes, source, scratch, offers, demand| {
                model::ShortWay::expand(&aimed, bytes, source, scratch, offers, demand)
            };
        let outcome = search_short(&aimed, expand, &self.options(aimed.wanted()), self.reporter);
        let way = match outcome.violations.first() {
            Some(Found { trace, .. }) => {
                let plan =
                    confirm::plan_along(self.model, system, &trace.states, &trace.violated_by);
                let departs = |step| {
                    Failure::Internal(format!("the search's way is none at step {}", step + 1))
                };
                let start = self.place(starts, trace.states.first())?;
                Ok(Way { start, plan: plan.map_err(departs)? })
            }
            None => Err(outcome.stop),
        };
        Ok(Met::among_all(outcome.statistics, way))
    }

    fn in_quotient(
        &self,
        classes: &Classes<'_, M>,
        starts: &[StateOf<M>],
        aim: &Aim<'_, StateOf<M>, StepOf<M>>,
    ) -> Result<Met, Failure> {
        let (reduction, budget) = (classes.reduction, &self.options.budget);
        let mut ask = |bytes| budget.go_on(bytes);
        let patience = &mut Patience::new(&mut ask);
        let spent = || budget.check(0).err().unwrap_or(StopReason::MemoryLimit);
        let chosen =
            RepresentativeRequest::default().prepare(reduction, SymmetrySource::Found, patience)?;
        let Some(chosen) = chosen else {
            return Ok(Met::in_quotient(Statistics::default(), Err(spent())));
        };
        let aimed = Aimed::new(reduction.system(), starts, aim);
        let symmetry = reduction.symmetry();
        let expand: &Expand<'_, Aimed<'_, <M::Reduced as Reduced>::System>> =
            &|bytes, source, scratch, offers, demand| {
                model::ShortWay::expand(&aimed, bytes, source, scratch, offers, demand)
            };
        let options = self.options(aimed.wanted());
        let (plan, reporter) = (AuditPlan::default(), self.reporter);
        let counted = match aim {
            Aim::Nothing => {
                let sizes = &classes.sizes;
                let strategy = &chosen.prepared;
                strategy.search_counting(&aimed, symmetry, sizes, plan, &options, reporter)
            }
            _ => None,
        };
        let (outcome, orbits) = match counted {
            Some((outcome, orbits)) => (outcome, Some(orbits)),
            None => {
                let strategy = &chosen.prepared;
                (strategy.search_short(&aimed, expand, symmetry, plan, &options, reporter), None)
            }
        };
        let counts = |orbits| OrbitCounts::of_classes(self.model, reduction, &orbits, outcome.stop);
        let stands_for = orbits.map(counts);
        let met = |way| Met { stands_for, ..Met::in_quotient(outcome.statistics, way) };
        if outcome.sightings.abandoned.is_some() {
            return Ok(met(Err(StopReason::Abandoned)));
        }
        if outcome.violations.is_empty() {
            return Ok(met(Err(outcome.stop)));
        }
        self.reporter.phase(Phase::Lifting);
        let lifted = chosen.prepared.lift_within(&aimed, symmetry, &outcome.violations, patience);
        let way = match lifted {
            Ok(runs) => {
                let run = runs.into_iter().next();
                let run = run.ok_or_else(|| Failure::Internal("no run was lifted".to_owned()))?;
                let last = run.violation.iter().map(|violation| &violation.steps);
                let steps = run.steps.iter().chain(last);
                let plan = steps.map(|steps| confirm::names(self.model, steps)).collect();
                Ok(Way { start: self.place(starts, run.states.first())?, plan })
            }
            Err(symmetry::LiftError::Interrupted) => Err(spent()),
            // The symmetry does not hold.
            Err(_) => Err(StopReason::Abandoned),
        };
        Ok(met(way))
    }

    /// The place, among states where a search began, of the first of a way.
    fn place(&self, starts: &[StateOf<M>], first: Option<&StateOf<M>>) -> Result<usize, Failure> {
        let place = starts.iter().position(|start| first == Some(start));
        place.ok_or_else(|| Failure::Internal("the search's way begins elsewhere".to_owned()))
    }
}

fn truth(value: &Value) -> Option<bool> {
    match value {
        Value::Truth(truth) => Some(*truth),
        Value::Number(number) => Some(*number != 0),
        _ => None,
    }
}
