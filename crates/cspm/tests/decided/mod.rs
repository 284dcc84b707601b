//! Scripts, loaded, and all their assertions decided.
#![allow(dead_code, reason = "each test uses a part of it")]

use std::time::Duration;

use checking::{
    Answer, CheckRequest, ClaimReport, Detail, Failure, Language, Loaded, Purpose,
    RepresentativeRequest, Settings, SymmetrySource,
};
use cspm::{Cspm, add_script};
use diagnostics::Sources;
use kernel::{Budget, Fairness, Limits, SearchOptions, Silent};
use symmetry::AuditPlan;

/// What comes of each assertion of a script.
pub fn decide(text: &str) -> Vec<Result<ClaimReport, Failure>> {
    decide_within(text, None)
}

/// The same, each within some time, up to the first that cannot be decided in it.
pub fn decide_within(text: &str, time: Option<Duration>) -> Vec<Result<ClaimReport, Failure>> {
    let model = load(text);
    let mut found = Vec::new();
    for place in 0..model.claims().len() {
        found.push(model.check_claim(place, &request(time), &Silent));
        let is_open = |report: &ClaimReport| report.verdict.answer == Answer::Inconclusive;
        if found.last().is_some_and(|last| last.as_ref().is_ok_and(is_open)) {
            break;
        }
    }
    found
}

/// A script that is right, loaded.
pub fn load(text: &str) -> Box<dyn Loaded> {
    let mut sources = Sources::new();
    let file = add_script(&mut sources, "script.csp", text.as_bytes()).expect("a text");
    let loading = Cspm.load(sources, file, &Settings::default(), Purpose::Check);
    let said: Vec<String> = loading.diagnostics.iter().map(|d| format!("{d:?}")).collect();
    loading.model.unwrap_or_else(|| panic!("{said:?}\n{text}"))
}

/// To check one assertion, within some time.
pub fn request(time: Option<Duration>) -> CheckRequest<'static> {
    let limits = Limits { time, ..Limits::default() };
    CheckRequest {
        symmetry: SymmetrySource::Off,
        representative: RepresentativeRequest::default(),
        audit: AuditPlan::OFF,
        orbits: false,
        fairness: Fairness::None,
        shortest: false,
        options: SearchOptions {
            limits,
            budget: Budget::new(&limits, None),
            workers: 1,
            ..SearchOptions::default()
        },
        detail: Detail::Actions,
        store: true,
        export: false,
    }
}

/// The verdicts on the assertions of a script, all of which can be decided.
pub fn answers(text: &str) -> Vec<Answer> {
    let answer = |found: Result<ClaimReport, Failure>| match found {
        Ok(report) => report.verdict.answer,
        Err(failure) => panic!("{failure:?}\n{text}"),
    };
    decide(text).into_iter().map(answer).collect()
}
