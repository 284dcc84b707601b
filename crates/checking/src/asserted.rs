//! Checking a claim on a model that is its own, and what is said of one that was decided without a search.

use confirm::Judge;
use kernel::{
    Order, Phase, PropertyId, PropertySet, Reporter, SearchOptions, Statistics, StopReason,
};
use model::{Claim, Goal, Words};

use crate::check::{Report, check};
use crate::claim::{ClaimReport, ClaimSearched};
use crate::counterexample::Counterexample;
use crate::detection::SymmetryFound;
use crate::failure::Failure;
use crate::request::CheckRequest;
use crate::temporal::check_runs;
use crate::trace_file::StoredRun;
use crate::verdict::{Answer, Certainty, Verdict, limit_text};

/// Checks a claim on its model. `main` is the name of the file. The judge is asked of a run at whose end the property of the model is
/// violated; of others the property is.
///
/// # Errors
/// Why there is no verdict.
pub fn check_claim<M: Words>(
    model: &M,
    main: &str,
    claim: &Claim<'_>,
    request: &CheckRequest<'_>,
    reporter: &dyn Reporter,
    judge: &mut Judge<'_, M>,
) -> Result<ClaimReport, Failure> {
    match claim.goal {
        Goal::Runs(property) => check_runs(model, property, request, reporter),
        Goal::States => {
            let request = of_states(request);
            let report = check(model, main, request, reporter, &mut |_| (), judge)?;
            Ok(of_claim(claim, report))
        }
    }
}

/// A search breadth first, so that counterexamples are shortest, up to the first run.
fn of_states<'a>(request: &CheckRequest<'a>) -> CheckRequest<'a> {
    let options = SearchOptions {
        check: PropertySet::Only(vec![PropertyId::new(0)]),
        keep_going: false,
        deepest: false,
        partial_order: false,
        order: Order::BreadthFirst,
        ..request.options.clone()
    };
    CheckRequest { options, export: false, orbits: false, ..request.clone() }
}

/// The report on a claim that was decided without a search.
#[must_use]
pub fn settled(
    claim: &Claim<'_>,
    holds: bool,
    reason: Option<String>,
    counted: Statistics,
) -> ClaimReport {
    let stop = if holds { StopReason::Exhausted } else { StopReason::Violation };
    known(claim, holds, reason, ClaimSearched::plainly(claim.name, counted, stop))
}

/// The report on a claim whose model could not be made within the limits.
#[must_use]
pub fn left_open(
    claim: &Claim<'_>,
    stop: StopReason,
    reason: Option<String>,
    options: &SearchOptions,
) -> ClaimReport {
    let reason = reason.unwrap_or_else(|| limit_text(stop, Phase::Search, &options.limits));
    let searched = ClaimSearched::plainly(claim.name, Statistics::default(), stop);
    open(claim, Certainty::Bounded, Some(reason), searched)
}

/// The report on a claim of which it is known whether it holds.
fn known(
    claim: &Claim<'_>,
    holds: bool,
    reason: Option<String>,
    searched: ClaimSearched,
) -> ClaimReport {
    let answer = if holds { Answer::Holds } else { Answer::Violated };
    reported(claim, answer, Certainty::Exact, reason, searched)
}

/// The report on a claim that was not decided.
fn open(
    claim: &Claim<'_>,
    certainty: Certainty,
    reason: Option<String>,
    searched: ClaimSearched,
) -> ClaimReport {
    reported(claim, Answer::Inconclusive, certainty, reason, searched)
}

fn reported(
    claim: &Claim<'_>,
    answer: Answer,
    certainty: Certainty,
    reason: Option<String>,
    searched: ClaimSearched,
) -> ClaimReport {
    let (property, kind) = (claim.name.to_owned(), claim.kind);
    ClaimReport {
        verdict: Verdict { property, kind, answer, certainty, reason, run: None },
        counterexample: None,
        stored: None,
        exported: None,
        searched,
    }
}

/// What a report on the model of a claim says of that.
fn of_claim(claim: &Claim<'_>, report: Report) -> ClaimReport {
    let representative = report.representative();
    let Report { mut verdicts, mut counterexamples, stored, preparation, audited, .. } = report;
    let Verdict { answer, certainty, reason, .. } = verdicts.swap_remove(0);
    let remark = |found: &SymmetryFound| found.remarks.first().map(|why| why.text.clone());
    let searched = ClaimSearched {
        unused: preparation.symmetry.as_ref().and_then(remark),
        symmetry: preparation.symmetry.filter(|_| representative.is_some()),
        representative,
        audited,
        ..ClaimSearched::plainly(claim.name, report.statistics, report.stop)
    };
    match (answer, claim.is_refuted) {
        (Answer::Inconclusive, _) => open(claim, certainty, reason, searched),
        (Answer::Holds, true) => known(claim, true, None, searched),
        (Answer::Violated, false) => {
            let searched = ClaimSearched { stop: StopReason::Exhausted, ..searched };
            known(claim, true, None, searched)
        }
        (Answer::Holds, false) => {
            let searched = ClaimSearched { stop: StopReason::Violation, ..searched };
            known(claim, false, Some(claim.otherwise.to_owned()), searched)
        }
        (Answer::Violated, true) => {
            let named =
                |run: Counterexample| Counterexample { property: claim.name.to_owned(), ..run };
            let counterexample = counterexamples.pop().map(named);
            let reason = counterexample.as_ref().map(|run| run.place.clone());
            ClaimReport {
                stored: stored
                    .into_iter()
                    .next()
                    .map(|run| StoredRun { property: claim.name.to_owned(), ..run }),
                counterexample,
                ..known(claim, false, reason, searched)
            }
        }
    }
}
