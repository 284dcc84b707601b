//! Checking a model with sets of states: the search alone is another one. Runs are confirmed, and told, as those of every search.

use std::time::Instant;

use confirm::Judge;
use kernel::{Phase, Reporter, SearchOptions, Statistics};
use model::{NoSets, SetOptions, Words};

use crate::check::{Preparation, Report, report};
use crate::explore::{Findings, runs_along};
use crate::failure::Failure;
use crate::request::CheckRequest;

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
    let preparation = Preparation::nothing();
    prepared(&preparation);
    let options = SearchOptions { partial_order: false, ..request.options.clone() };
    reporter.phase(Phase::Search);
    let start = Instant::now();
    let found = model.explore_sets(&options, sets, reporter).map_err(|why| match why {
        NoSets::Refused(why) => Failure::Input(why),
        NoSets::Defect(why) => Failure::Internal(why),
    })?;
    let elapsed = start.elapsed();
    reporter.phase(Phase::Confirmation);
    let runs = runs_along(model, &found.violations, judge)?;
    let findings = Findings {
        statistics: Statistics {
            states: found.counts.states.parse().unwrap_or(u64::MAX),
            transitions: 0,
            depth: found.counts.rounds,
            elapsed,
            store_bytes: found.counts.peak_bytes,
            frontier_bytes: 0,
        },
        stop: found.stop,
        phase: Phase::Search,
        violation_count: runs.len() as u64,
        runs,
        cut: found.cut,
        coverage: None,
        audited: None,
    };
    reporter.phase(Phase::Description);
    let report = report(model, main, request, preparation, None, findings);
    Ok(Report { sets: Some(found.counts), ..report })
}
