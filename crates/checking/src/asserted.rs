//! Assertions: claims that a language makes a model of, each its own, on which a run is looked for.

use confirm::Judge;
use kernel::{
    Order, Phase, PropertyId, PropertySet, Reporter, SearchOptions, Statistics, StopReason,
};
use model::Words;

use crate::check::{CheckRequest, Report, check};
use crate::claim::{ClaimReport, ClaimRequest, ClaimSearched};
use crate::counterexample::{Counterexample, Detail};
use crate::failure::Failure;
use crate::trace_file::{StoredRun, replay};
use crate::verdict::{Answer, Verdict, Worth, limit_text};

/// What is asserted. Its model has one property, which the runs violate that are looked for.
#[derive(Clone, Copy, Debug)]
pub struct Asserted<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its kind, as in the JSON output.
    pub kind: &'static str,
    /// Whether such a run refutes it. Else it is what has to be there, and is no counterexample.
    pub is_refuted: bool,
    /// Why it does not hold if there is none and that refutes it.
    pub otherwise: &'static str,
}

impl Asserted<'_> {
    /// The report on an assertion of which it is known whether it holds.
    fn known(&self, holds: bool, reason: Option<String>, searched: ClaimSearched) -> ClaimReport {
        let answer = if holds { Answer::Holds } else { Answer::Violated };
        self.report(answer, Worth::Exact, reason, searched)
    }

    /// The report on an assertion that was decided without a search for runs.
    #[must_use]
    pub fn settled(&self, holds: bool, reason: Option<String>, counted: Statistics) -> ClaimReport {
        let stop = if holds { StopReason::Exhausted } else { StopReason::Violation };
        self.known(holds, reason, ClaimSearched::plainly(self.name, counted, stop))
    }

    /// The report on an assertion that was not decided.
    fn open(&self, worth: Worth, reason: Option<String>, searched: ClaimSearched) -> ClaimReport {
        self.report(Answer::Inconclusive, worth, reason, searched)
    }

    fn report(
        &self,
        answer: Answer,
        worth: Worth,
        reason: Option<String>,
        searched: ClaimSearched,
    ) -> ClaimReport {
        let (property, kind) = (self.name.to_owned(), self.kind);
        ClaimReport {
            verdict: Verdict { property, kind, answer, worth, reason, run: None },
            counterexample: None,
            stored: None,
            exported: None,
            searched,
        }
    }

    /// The report on an assertion whose model could not be made within the limits.
    #[must_use]
    pub fn left_open(
        &self,
        stop: StopReason,
        reason: Option<String>,
        options: &SearchOptions,
    ) -> ClaimReport {
        let reason = reason.unwrap_or_else(|| limit_text(stop, Phase::Search, &options.limits));
        let searched = ClaimSearched::plainly(self.name, Statistics::default(), stop);
        self.open(Worth::Bounded, Some(reason), searched)
    }
}

/// Checks an assertion on its model, as every model is checked: breadth first, so that counterexamples are shortest, up to the first
/// run. The judge is asked of it. `main` is the name of the file.
///
/// # Errors
/// Why there is no verdict.
pub fn check_assertion<M: Words>(
    model: &M,
    main: &str,
    asserted: &Asserted<'_>,
    request: &ClaimRequest<'_>,
    reporter: &dyn Reporter,
    judge: &mut Judge<'_, M>,
) -> Result<ClaimReport, Failure> {
    let options = SearchOptions {
        check: PropertySet::Only(vec![PropertyId::new(0)]),
        keep_going: false,
        partial_order: false,
        order: Order::BreadthFirst,
        ..request.options.clone()
    };
    let wanted = CheckRequest {
        symmetry: request.symmetry,
        representative: request.representative,
        audit: request.audit,
        options,
        detail: request.detail,
        store: true,
        export: false,
    };
    let report = check(model, main, wanted, reporter, &mut |_| (), judge)?;
    Ok(of_claim(asserted, report))
}

/// What a report on the model of an assertion says of that.
fn of_claim(asserted: &Asserted<'_>, report: Report) -> ClaimReport {
    let representative = report.representative();
    let Report { mut verdicts, mut counterexamples, stored, preparation, audited, .. } = report;
    let Verdict { answer, worth, reason, .. } = verdicts.swap_remove(0);
    let searched = ClaimSearched {
        symmetry: preparation.symmetry.filter(|_| representative.is_some()),
        representative,
        audited,
        ..ClaimSearched::plainly(asserted.name, report.statistics, report.stop)
    };
    match (answer, asserted.is_refuted) {
        (Answer::Inconclusive, _) => asserted.open(worth, reason, searched),
        (Answer::Holds, true) => asserted.known(true, None, searched),
        (Answer::Violated, false) => {
            let searched = ClaimSearched { stop: StopReason::Exhausted, ..searched };
            asserted.known(true, None, searched)
        }
        (Answer::Holds, false) => {
            let searched = ClaimSearched { stop: StopReason::Violation, ..searched };
            asserted.known(false, Some(asserted.otherwise.to_owned()), searched)
        }
        (Answer::Violated, true) => {
            let named =
                |run: Counterexample| Counterexample { property: asserted.name.to_owned(), ..run };
            let counterexample = counterexamples.pop().map(named);
            ClaimReport {
                stored: stored.map(|run| StoredRun { property: asserted.name.to_owned(), ..run }),
                counterexample,
                ..asserted.known(false, None, searched)
            }
        }
    }
}

/// Replays a stored run on the model of the assertion that it violates, and asks the judge of it.
///
/// # Errors
/// Where it departs from the model.
pub fn replay_assertion<M: Words>(
    model: &M,
    main: &str,
    stored: &StoredRun,
    detail: Detail,
    judge: &mut Judge<'_, M>,
) -> Result<Counterexample, Failure> {
    replay(model, main, stored, detail, judge)
}
