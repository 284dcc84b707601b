//! Decides assertions, replays what violates them, and makes models that are run and drawn.

use std::sync::Arc;

use checking::{
    CheckRequest, ClaimReport, Counterexample, Detail, Failure, RunOf, StoredRun, SymmetrySource,
    check_claim, left_open, limit_text, replay, settled,
};
use diagnostics::{Diagnostic, Sources};
use kernel::{Budget, Phase, Reporter, SearchOptions, Silent, Statistics, StopReason};
use lts::{
    Failure as NoSystem, Prepared, Refinement, Semantics, Settings, SymmetricValues, Terms, compile,
};
use model::{Claim, Goal};
use symmetry::AuditPlan;

use crate::evaluate::Evaluator;
use crate::naming::{add_parts, names};
use crate::preparation::{Preparation, Stopped, grown, no_system, resident_bytes};
use crate::script::{Asserted, Script};
use crate::stack::with_large_stack;
use crate::symmetric::{Symmetry, symmetry_of, unmet};
use crate::tree::{AssertionKind, AssertionOption, Expression, SymmetricType};
use crate::workshop::{Bench, Workshop};

/// More memory than this is not taken to get a process ready to be walked.
const MOST_BYTES: u64 = 4 << 30;

/// Nor are components made of more states than this: nobody walks or draws them.
const MOST_STATES: usize = 1_000_000;

/// Why an assertion with `not` is violated.
const DENIED_IS_TRUE: &str = "what it denies is true";

const TOO_MUCH: &str = "to get this process ready to be walked takes more than 4 GB of memory";

/// A script, the file that it is in, what else was read with it, and where it is evaluated.
#[derive(Clone, Copy)]
pub(crate) struct Read<'a> {
    pub script: &'a Arc<Script>,
    pub sources: &'a Sources,
    pub main: &'a str,
    pub workshop: &'a Workshop,
}

/// Decides the assertion at a place.
///
/// # Errors
/// It cannot be decided: its processes have no transition systems, or it says what is not supported.
pub(crate) fn decide(
    read: Read<'_>,
    place: usize,
    request: &CheckRequest<'_>,
    reporter: &dyn Reporter,
) -> Result<ClaimReport, Failure> {
    let options = &request.options;
    // Evaluation and compilation can take as long as any search.
    options.budget.begin();
    let decision = Decision { read, place, most_states: None, request, reporter };
    let is_kept = read.workshop.is_used();
    let mut answer = decision.verdict();
    // What was kept of other assertions may be what there is no room for.
    let memory = StopReason::MemoryLimit;
    if is_kept
        && matches!(answer, Err(Stopped::Limit(stop) | Stopped::Growing(stop, _)) if stop == memory)
    {
        read.workshop.clear();
        answer = decision.verdict();
    }
    match answer {
        Ok(_) => read.workshop.tidy(options.limits.memory_bytes),
        // What fails with so much of the stack in use need not fail with less.
        Err(_) => _ = read.workshop.clear(),
    }
    let claim = decision.claim(true, "");
    match answer {
        Ok(report) => Ok(report),
        Err(Stopped::Failure(failure)) => Err(failure),
        Err(Stopped::Limit(stop)) => Ok(left_open(&claim, stop, None, options)),
        Err(Stopped::Growing(stop, grown)) => {
            let limit = limit_text(stop, Phase::Preparation, &options.limits);
            Ok(left_open(&claim, stop, Some(format!("{limit}: {grown}")), options))
        }
        Err(Stopped::TooLarge(why)) => {
            Ok(left_open(&claim, StopReason::RoomLimit, Some(why), options))
        }
    }
}

/// Replays a stored run that violates the assertion at a place.
///
/// # Errors
/// It is no such run.
pub(crate) fn replayed(
    read: Read<'_>,
    place: usize,
    stored: &StoredRun,
    detail: Detail,
) -> Result<Counterexample, Failure> {
    with_model(read, place, None, None, |decision, prepared| {
        decision.replayed(prepared, stored, detail)
    })
}

/// The model of the assertion at a place that a stored run violates, to be run along it.
///
/// # Errors
/// Why there is none.
pub(crate) fn along(
    read: Read<'_>,
    place: usize,
    stored: &StoredRun,
) -> Result<Refinement, Failure> {
    with_model(read, place, Some(MOST_STATES), None, |decision, prepared| {
        let model = decision.violated(prepared, stored)?;
        decision.name(&model)?;
        Ok(Arc::into_inner(model).expect("nobody else has it"))
    })
}

/// Does something with an assertion for which there are no limits but the largest, or those of a budget.
fn with_model<T>(
    read: Read<'_>,
    place: usize,
    most_states: Option<usize>,
    budget: Option<&Budget>,
    work: impl FnOnce(&Decision<'_>, &Arc<Prepared>) -> Result<T, Stopped>,
) -> Result<T, Failure> {
    let request = CheckRequest {
        symmetry: SymmetrySource::Off,
        representative: checking::RepresentativeRequest::default(),
        audit: AuditPlan::OFF,
        orbits: false,
        fairness: kernel::Fairness::None,
        shortest: false,
        options: SearchOptions {
            budget: budget.cloned().unwrap_or_default(),
            ..SearchOptions::default()
        },
        detail: Detail::Actions,
        store: true,
        export: false,
    };
    let decision = Decision { read, place, most_states, request: &request, reporter: &Silent };
    let prepared = decision.prepared();
    let done = prepared.and_then(|prepared| work(&decision, &prepared));
    done.map_err(|stopped| match stopped {
        Stopped::Failure(failure) => failure,
        Stopped::Limit(stop) => {
            Failure::Limit(limit_text(stop, Phase::Confirmation, &request.options.limits))
        }
        Stopped::Growing(stop, grown) => {
            let limit = limit_text(stop, Phase::Confirmation, &request.options.limits);
            Failure::Limit(format!("{limit}: {grown}"))
        }
        Stopped::TooLarge(why) => Failure::Limit(why),
    })
}

/// The model of the assertion at a place, of which the symmetry is asked; none if it is decided without a search, as what the text says
/// of itself is.
///
/// # Errors
/// Why there is none.
pub(crate) fn of_claim(
    read: Read<'_>,
    place: usize,
    budget: &Budget,
) -> Result<Option<Refinement>, Failure> {
    if matches!(read.script.asserted[place].assertion.kind, AssertionKind::Symmetric { .. }) {
        return Ok(None);
    }
    let model = with_model(read, place, None, Some(budget), |decision, prepared| {
        let name = decision.asserted().name.as_str();
        let model = prepared.refinement(name).or_else(|| prepared.sought(name));
        let Some(model) = model.map(Arc::new) else { return Ok(None) };
        decision.permit(&model)?;
        decision.name(&model)?;
        Ok(Arc::into_inner(model))
    });
    match model {
        // What is wrong with an assertion, `check` tells; the others have their symmetry.
        Err(Failure::Model(_)) => Ok(None),
        model => model,
    }
}

/// The datatypes that options say an assertion is to be reduced by; none if it is by all.
pub(crate) fn reduced_by(options: &[AssertionOption]) -> Vec<SymmetricType> {
    let named = options.iter().filter_map(|option| match option {
        AssertionOption::SymmetryReduce(types) => Some(types.clone()),
        AssertionOption::TauPriority(_) | AssertionOption::PartialOrderReduce => None,
    });
    named.flatten().collect()
}

/// Tells where the text names values.
fn add_constants(values: &mut SymmetricValues, script: &Script, roots: &[&Expression]) {
    for found in symmetry_of(script, roots) {
        if let Symmetry::Subtype { without } = &found.verdict {
            for constant in without {
                values.add_constant(&found.name, &constant.name, constant.reason.cause.span());
            }
        }
    }
}

/// The model of a process, to be run and drawn, and reduced by values of some datatypes; of all, if none are given.
///
/// # Errors
/// It has no transition system.
pub(crate) fn walked(
    read: Read<'_>,
    process: &Expression,
    only: &[SymmetricType],
) -> Result<Refinement, Diagnostic> {
    with_large_stack(|stack| {
        let evaluator = Evaluator::new(&read.script.tree, stack, || resident_bytes() > MOST_BYTES);
        let mut evaluator = evaluator.map_err(|mut wrong| wrong.swap_remove(0))?;
        let mut terms = Terms::new();
        let term = evaluator.process(process, &mut terms)?;
        let mut semantics = Semantics::new(&mut terms, &mut evaluator);
        semantics.most_states = MOST_STATES;
        let compiled = compile(&mut semantics, term, Settings::default());
        let growth = semantics.growth;
        let compiled = compiled.map_err(|failure| {
            let wrong = match failure {
                NoSystem::Interrupted => Diagnostic::error(process.span, TOO_MUCH),
                failure => no_system(failure, process.span, &evaluator, &terms),
            };
            let grown = growth
                .filter(|_| matches!(failure, NoSystem::Interrupted | NoSystem::TooLarge))
                .map(|growth| grown(growth, read.sources, &evaluator, &terms));
            grown.map_or(wrong.clone(), |grown| wrong.story(grown))
        })?;
        let model = Refinement::walked(Arc::new(compiled));
        if let Some(mut values) = evaluator.symmetric_values(&model.events(), only) {
            add_constants(&mut values, read.script, &[process]);
            model.permit(values);
        }
        let called = on_one_line(read.sources.snippet(process.span));
        model.name(names(&mut evaluator, &mut terms, read.sources, &model, &called, None));
        Ok(model)
    })
}

fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

struct Decision<'a> {
    read: Read<'a>,
    /// Of the assertion.
    place: usize,
    most_states: Option<usize>,
    request: &'a CheckRequest<'a>,
    reporter: &'a dyn Reporter,
}

impl<'a> Decision<'a> {
    fn asserted(&self) -> &'a Asserted {
        &self.read.script.asserted[self.place]
    }

    /// Does something in the workshop.
    fn work<T: Send + 'static>(
        &self,
        job: impl FnOnce(&mut Bench) -> T + Send + 'static,
    ) -> Result<T, Stopped> {
        let done = self.read.workshop.work(&self.request.options.budget, job);
        done.map_err(|wrong| Stopped::Failure(Failure::Model(wrong)))
    }

    fn prepared(&self) -> Result<Arc<Prepared>, Stopped> {
        let (script, sources) = (Arc::clone(self.read.script), self.read.sources.clone());
        let (place, most_states) = (self.place, self.most_states);
        if script.chooses() {
            self.read.workshop.clear();
        }
        self.work(move |bench| {
            let (asserted, sources) = (&script.asserted[place], &sources);
            Preparation { asserted, bench, sources, most_states }.prepared().map(Arc::new)
        })?
    }

    fn verdict(&self) -> Result<ClaimReport, Stopped> {
        if let AssertionKind::Symmetric { types, .. } = &self.asserted().assertion.kind {
            return Ok(self.symmetric(types));
        }
        let prepared = self.prepared()?;
        let asserted = self.asserted();
        let (name, negated) = (asserted.name.as_str(), asserted.assertion.negated);
        let denied = DENIED_IS_TRUE;
        let mut searched = None;
        if let Some(model) = prepared.refinement(name) {
            let (report, is_found) = self.check(&prepared, &Arc::new(model), !negated, denied)?;
            if is_found != Some(false) {
                return Ok(report);
            }
            searched = Some(report);
        }
        let Some(model) = prepared.sought(name).map(Arc::new) else {
            return Ok(searched.unwrap_or_else(|| {
                let reason = negated.then(|| denied.to_owned());
                let claim = self.claim(!negated, denied);
                settled(&claim, !negated, reason, Statistics::default())
            }));
        };
        let (report, is_found) = self.check(&prepared, &model, negated, "no run has the trace")?;
        if is_found != Some(false) || negated {
            return Ok(report);
        }
        // Every state was searched: how far the trace is possible is known.
        let lacking = Arc::new(prepared.lacking(name, model.furthest()));
        match self.check(&prepared, &lacking, true, "")? {
            (shown, Some(true)) => Ok(ClaimReport { searched: report.searched, ..shown }),
            _ => Ok(report),
        }
    }

    /// Whether the script is symmetric in some types is read off its text.
    fn symmetric(&self, types: &[SymmetricType]) -> ClaimReport {
        let asserted = self.asserted();
        let unmet = unmet(self.read.script, asserted, types);
        let negated = asserted.assertion.negated;
        let holds = unmet.is_empty() != negated;
        let told: Vec<String> = unmet.iter().map(|one| one.told(self.read.sources)).collect();
        let reason = match (holds, negated) {
            (true, _) => None,
            (false, true) => Some(DENIED_IS_TRUE.to_owned()),
            (false, false) => Some(told.join("; ")),
        };
        settled(&self.claim(!negated, ""), holds, reason, Statistics::default())
    }

    /// Looks for a run that violates a model, which refutes the assertion or is what was to be found. Says whether there is one, if
    /// that is known.
    fn check(
        &self,
        prepared: &Arc<Prepared>,
        model: &Arc<Refinement>,
        is_refuted: bool,
        otherwise: &'static str,
    ) -> Result<(ClaimReport, Option<bool>), Stopped> {
        let mut request = self.request.clone();
        let is_permitted = request.symmetry.is_off() || self.permit(model)?;
        let is_found =
            matches!(request.symmetry, SymmetrySource::Found | SymmetrySource::FoundOfProcesses);
        if is_found && !is_permitted {
            // There is nothing to look for, and nothing to say of it.
            request.symmetry = SymmetrySource::Off;
        }
        let claim = self.claim(is_refuted, otherwise);
        let (main, reporter) = (self.read.main, self.reporter);
        let mut judge = |run: &RunOf<Refinement>| self.judge(prepared, model, run);
        let report = check_claim(&**model, main, &claim, &request, reporter, &mut judge);
        let report = report.map_err(Stopped::Failure)?;
        let is_found = match report.verdict.answer {
            checking::Answer::Holds => Some(!is_refuted),
            checking::Answer::Violated => Some(is_refuted),
            checking::Answer::Inconclusive => None,
        };
        Ok((report, is_found))
    }

    /// Tells a model which values may be interchangeable. Whether there are any.
    fn permit(&self, model: &Arc<Refinement>) -> Result<bool, Stopped> {
        let model = Arc::clone(model);
        let only = reduced_by(&self.asserted().assertion.options);
        let script = Arc::clone(self.read.script);
        let place = self.place;
        self.work(move |bench| {
            let Some(mut values) = bench.evaluator.symmetric_values(&model.events(), &only) else {
                return false;
            };
            add_constants(&mut values, &script, &script.asserted[place].expressions());
            model.permit(values);
            true
        })
    }

    fn claim(&self, is_refuted: bool, otherwise: &'static str) -> Claim<'a> {
        let (name, kind) = (self.asserted().name.as_str(), self.asserted().kind());
        Claim { name, kind, goal: Goal::States, is_refuted, otherwise }
    }

    /// Confirms a run on the compiled process and by the reference semantics, and tells the model the words for it.
    fn judge(
        &self,
        prepared: &Arc<Prepared>,
        model: &Arc<Refinement>,
        run: &RunOf<Refinement>,
    ) -> Result<(), String> {
        let (prepared, judged, run) = (Arc::clone(prepared), Arc::clone(model), run.clone());
        let naming = self.naming(model, Some(&run));
        let done = self.work(move |bench| {
            let mut semantics =
                Semantics::without_compressions(&mut bench.terms, &mut bench.evaluator);
            prepared.judge(&judged, &mut semantics, &run).map_err(|why| why.to_string())?;
            naming(bench);
            Ok(())
        });
        done.unwrap_or_else(|_| Err("the script cannot be evaluated any more".to_owned()))
    }

    /// Tells a model what all things are called.
    fn name(&self, model: &Arc<Refinement>) -> Result<(), Stopped> {
        self.work(self.naming(model, None))
    }

    /// What tells a model what things are called: all, or what is met on a run.
    fn naming(
        &self,
        model: &Arc<Refinement>,
        run: Option<&RunOf<Refinement>>,
    ) -> impl FnOnce(&mut Bench) + Send + use<> {
        let run = run.map(|run| (model.states_of(run), model.steps_of(run)));
        let (model, sources) = (Arc::clone(model), self.read.sources.clone());
        let process = on_one_line(sources.snippet(self.asserted().process().span));
        move |bench| {
            let Bench { evaluator, terms, .. } = bench;
            let states = run.as_ref().map(|(states, _)| &states[..]);
            let mut names = names(evaluator, terms, &sources, &model, &process, states);
            if let Some((_, steps)) = &run {
                add_parts(&mut names, evaluator, terms, &sources, &model, steps);
            }
            model.name(names);
        }
    }

    fn replayed(
        &self,
        prepared: &Arc<Prepared>,
        stored: &StoredRun,
        detail: Detail,
    ) -> Result<Counterexample, Stopped> {
        let model = self.violated(prepared, stored)?;
        let main = self.read.main;
        let mut judge = |run: &RunOf<Refinement>| self.judge(prepared, &model, run);
        let replayed = replay(&*model, main, stored, detail, &mut judge);
        replayed.map_err(Stopped::Failure)
    }

    /// The model that a stored run violates. That a trace is missing is seen from no single run: how far it is possible is found out
    /// again.
    fn violated(
        &self,
        prepared: &Arc<Prepared>,
        stored: &StoredRun,
    ) -> Result<Arc<Refinement>, Stopped> {
        let name = stored.property.as_str();
        let model = prepared.refinement(name).map(Arc::new);
        if self.asserted().assertion.negated {
            return self.denied(prepared, model, name);
        }
        let last = stored.steps.last().and_then(|last| last.moves.first());
        let is_lacking = last.is_some_and(|last| Refinement::is_lacking(last.edge));
        let (true, Some(sought)) =
            (is_lacking || model.is_none(), prepared.sought(name).map(Arc::new))
        else {
            let none = || {
                let text = "no run can violate this assertion";
                Stopped::Failure(Failure::Input(text.to_owned()))
            };
            return model.ok_or_else(none);
        };
        if self.has_run(prepared, &sought)? {
            let text = "the process has a run with the trace that is said to be missing";
            return Err(Stopped::Failure(Failure::Input(text.to_owned())));
        }
        Ok(Arc::new(prepared.lacking(name, sought.furthest())))
    }

    /// The model that a run violates which shows that what an assertion denies is true: that it has a trace, where nothing else
    /// stands against that. No other truth is seen from a run.
    fn denied(
        &self,
        prepared: &Arc<Prepared>,
        refutation: Option<Arc<Refinement>>,
        name: &str,
    ) -> Result<Arc<Refinement>, Stopped> {
        let wrong = |text: &str| Err(Stopped::Failure(Failure::Input(text.to_owned())));
        let Some(sought) = prepared.sought(name).map(Arc::new) else {
            return wrong("no run can violate this assertion: it denies what no run shows");
        };
        match refutation {
            Some(model) if self.has_run(prepared, &model)? => {
                wrong("the assertion holds: what it denies is false")
            }
            _ => Ok(sought),
        }
    }

    /// Whether some run violates a model.
    fn has_run(&self, prepared: &Arc<Prepared>, model: &Arc<Refinement>) -> Result<bool, Stopped> {
        let is_found = self.check(prepared, model, false, "")?.1;
        is_found.ok_or(Stopped::Limit(StopReason::MemoryLimit))
    }
}
