//! Deciding what a CSPM script asserts first, within limits, as the command does.

use std::time::{Duration, Instant};

use checking::{
    Answer, ClaimReport, Language, Loaded, Purpose, RepresentativeRequest, Settings, limit_name,
};
use cspm::Cspm;
use diagnostics::Sources;
use kernel::{Silent, Statistics};

use crate::reading::{failure_text, first_error};
use crate::requests::request;
use crate::searches::Budget;

/// How states are told apart.
#[derive(Clone, Copy)]
pub struct Reduced<'a> {
    /// The datatypes whose values are exchanged, as `--symmetric` takes them; all that are symmetric, if none are named.
    pub types: Option<&'a str>,
    /// The representatives.
    pub representative: RepresentativeRequest,
}

/// What came of an assertion.
#[derive(Clone, Debug)]
pub struct Decided {
    /// `holds`, `violated`, or why it is not known.
    pub end: String,
    /// Whether every state was searched.
    pub is_complete: bool,
    /// The order of the group that was used; 1 where none was.
    pub order: String,
    /// What was counted, as far as the search went.
    pub statistics: Statistics,
    /// What was spent on all that is no search: evaluation, compilation, the group.
    pub before: Duration,
}

impl Decided {
    /// What there is to say of a script of which nothing was searched, for this reason.
    #[must_use]
    pub fn nothing(why: String) -> Decided {
        Decided {
            end: why,
            is_complete: false,
            order: "-".to_owned(),
            statistics: Statistics::default(),
            before: Duration::ZERO,
        }
    }
}

/// Decides the first assertion of a script, with every state searched if it is not to be reduced.
///
/// # Errors
/// A script that is not understood, a strategy that does not serve, or a defect.
pub fn decide(
    name: &str,
    text: &str,
    reduced: Option<Reduced<'_>>,
    budget: &Budget,
) -> Result<Decided, String> {
    let start = Instant::now();
    let script = script(name, text, reduced.and_then(|reduced| reduced.types))?;
    let report =
        script.check_claim(0, &request(reduced.map(|it| it.representative), budget), &Silent);
    let report = report.map_err(|failure| failure_text(failure, script.sources()))?;
    Ok(decided(&report, start.elapsed()))
}

fn script(name: &str, text: &str, types: Option<&str>) -> Result<Box<dyn Loaded>, String> {
    let mut sources = Sources::new();
    let file = sources.add(name, text);
    let mut settings = Settings::default();
    settings.add("assertion", "1");
    types.into_iter().for_each(|types| settings.add("symmetric", types));
    let loading = Cspm.load(sources, file, &settings, Purpose::Check);
    let wrong = || first_error(&loading.diagnostics, &loading.sources);
    loading.model.ok_or_else(wrong)
}

fn decided(report: &ClaimReport, elapsed: Duration) -> Decided {
    let ClaimReport { verdict, searched, .. } = report;
    let abandoned = searched.audited.as_ref().and_then(|audited| audited.abandoned.as_ref());
    let end = match (verdict.answer, abandoned) {
        (_, Some(_)) => "the symmetry does not hold".to_owned(),
        (Answer::Holds, None) => "holds".to_owned(),
        (Answer::Violated, None) => "violated".to_owned(),
        (Answer::Inconclusive, None) => match limit_name(searched.stop) {
            Some(limit) => limit.to_owned(),
            None => verdict.reason.clone().unwrap_or_default(),
        },
    };
    let view = searched.symmetry.as_ref().and_then(|found| found.symmetry.as_ref());
    Decided {
        is_complete: end == "holds",
        end,
        order: view.map_or("1".to_owned(), |view| view.order.clone()),
        statistics: searched.statistics,
        before: elapsed.saturating_sub(searched.statistics.elapsed),
    }
}
