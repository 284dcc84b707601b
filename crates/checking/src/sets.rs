//! Checking a model with sets of states: the search alone is another one. Runs are confirmed, and told, as those of every search.

use std::time::Instant;

use confirm::Judge;
use groups::Patience;
use kernel::{Phase, Reporter, SearchOptions, Statistics};
use model::{Found, Model, NoSets, SetOptions, Words};
use symmetry::Guarantee;

use crate::budgets::preparation_budget;
use crate::check::{Preparation, Report, keeping_inactive, report};
use crate::deepest::{Deepest, OF_SETS};
use crate::detection::{SymmetryFound, detect};
use crate::explore::{Findings, runs_along};
use crate::failure::Failure;
use crate::representative::Representative;
use crate::request::CheckRequest;

/// How sets of states are reduced by symmetry.
const SINC: Representative =
    Representative { name: "sinc", guarantee: Guarantee::Complete, concrete: false, reason: None };

/// What was found of the symmetry of a model, if it was asked for.
type Symmetry<M> = Option<Found<<M as Model>::Reduced>>;

/// The symmetry of a model, as it is asked for; and whether a group was refuted.
///
/// # Errors
/// What is wrong with it.
fn symmetry_of<M: Words>(
    model: &M,
    request: &CheckRequest<'_>,
    reporter: &dyn Reporter,
) -> Result<(Symmetry<M>, bool), Failure> {
    let budget = preparation_budget(&request.options);
    let mut ask = |bytes| budget.go_on(bytes);
    reporter.phase(Phase::Detection);
    let understanding = model.understand();
    let found = detect::<M>(&*understanding, request.symmetry, &mut Patience::new(&mut ask))?;
    Ok((found, understanding.is_refuted()))
}

/// Checks what states and transitions of a model can violate, with sets of states.
///
/// # Errors
/// Why there is no verdict.
pub(crate) fn check_sets<M: Words>(
    model: &M,
    main: &str,
    request: &CheckRequest<'_>,
    sets: SetOptions,
    reporter: &dyn Reporter,
    prepared: &mut dyn FnMut(&Preparation),
    judge: &mut Judge<'_, M>,
) -> Result<Report, Failure> {
    let (found, is_refuted) = match sets.sinc {
        Some(_) => symmetry_of(model, request, reporter)?,
        None => (None, false),
    };
    let reduction = found.as_ref().and_then(|found| found.reduction.as_ref());
    let preparation = Preparation {
        symmetry: found.as_ref().map(|found| SymmetryFound::new(model, found)),
        representative: reduction.map(|_| SINC),
        ..Preparation::nothing()
    };
    prepared(&preparation);
    let kept = if is_refuted { keeping_inactive(model)? } else { None };
    let model = kept.as_ref().unwrap_or(model);
    let options = SearchOptions { partial_order: false, ..request.options.clone() };
    reporter.phase(Phase::Search);
    request.options.budget.begin();
    let start = Instant::now();
    let found =
        model.explore_sets(reduction, &options, sets, reporter).map_err(|why| match why {
            NoSets::Refused(why) => Failure::Input(why),
            NoSets::Defect(why) => Failure::Internal(why),
        })?;
    let elapsed = start.elapsed();
    reporter.phase(Phase::Confirmation);
    let runs = runs_along(model, model.system(), &found.violations, &options, judge)?;
    let findings = Findings {
        executions: None,
        // Transitions and depth are not known, and not told.
        statistics: Statistics {
            states: found.counts.states.parse().unwrap_or(u64::MAX),
            elapsed,
            store_bytes: found.counts.peak_bytes,
            file_bytes: 0,
            ..Statistics::default()
        },
        stop: found.stop,
        phase: Phase::Search,
        violation_count: runs.len() as u64,
        runs,
        deepest: None,
        held: found.held,
        cut: found.cut,
        coverage: None,
        flaw: None,
        orbits: None,
        audited: None,
    };
    reporter.phase(Phase::Description);
    let report = report(model, main, request, preparation, None, findings);
    let deepest = report.deepest.as_ref().map(|_| Deepest::Unknown(OF_SETS));
    Ok(Report { sets: Some(found.counts), deepest, keeps_inactive: kept.is_some(), ..report })
}
