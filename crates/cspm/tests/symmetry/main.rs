//! Searches up to exchanges of values against searches of all states, against brute force, and against published numbers.

mod every_way;
mod mutations;
mod orbits;
mod paper;
mod random;
mod scripts;

use checking::{
    Answer, CheckRequest, ClaimReport, Detail, Failure, Language, Loaded, Purpose,
    RepresentativeRequest, Settings, SymmetrySource,
};
use cspm::Cspm;
use diagnostics::Sources;
use kernel::{Budget, Fairness, Limits, SearchOptions, Silent};
use symmetry::{AuditPlan, Strategy};

/// A script that was loaded.
fn loaded(text: &str) -> Box<dyn Loaded> {
    let mut sources = Sources::new();
    let file = cspm::add_script(&mut sources, "script.csp", text.as_bytes()).expect("a text");
    let loading = Cspm.load(sources, file, &Settings::default(), Purpose::Check);
    loading.model.unwrap_or_else(|| panic!("a script: {:?}", loading.diagnostics))
}

/// Decides an assertion; none if it cannot be, as its processes have no transition systems. Every state that is visited is tested.
fn decided(
    script: &dyn Loaded,
    place: usize,
    symmetry: SymmetrySource<'_>,
    strategy: Option<Strategy>,
    limits: Limits,
) -> Option<ClaimReport> {
    let representative = RepresentativeRequest { strategy, ..RepresentativeRequest::default() };
    let request = CheckRequest {
        symmetry,
        representative,
        audit: AuditPlan::one_in(1),
        orbits: false,
        fairness: Fairness::None,
        shortest: false,
        // What comes before a search holds its limits, too.
        options: SearchOptions {
            budget: Budget::new(&limits, None),
            limits,
            ..SearchOptions::default()
        },
        detail: Detail::Changes,
        store: true,
        export: false,
    };
    match script.check_claim(place, &request, &Silent) {
        Ok(report) => Some(report),
        Err(Failure::Model(_)) => None,
        // A run that is not confirmed, among others.
        Err(wrong) => panic!("{wrong:?}"),
    }
}

/// A verdict, how many states were visited, and the order of the group.
#[derive(PartialEq, Eq, Debug)]
struct Found {
    answer: Answer,
    states: u64,
    order: String,
}

fn found(report: &ClaimReport) -> Found {
    let audited = report.searched.audited.as_ref();
    assert!(audited.is_none_or(|audited| audited.abandoned.is_none()), "{audited:?}");
    let view = report.searched.symmetry.as_ref().and_then(|found| found.symmetry.as_ref());
    Found {
        answer: report.verdict.answer,
        states: report.searched.statistics.states,
        order: view.map_or("1".to_owned(), |view| view.order.clone()),
    }
}

/// Decides an assertion in both ways, and with every strategy that serves. What it comes to with representatives that are unique.
fn reduced(text: &str, place: usize) -> Found {
    let script = loaded(text);
    let decide = |symmetry: SymmetrySource<'_>, strategy| {
        let report = decided(&*script, place, symmetry, strategy, Limits::default());
        found(&report.expect("a verdict"))
    };
    let all = decide(SymmetrySource::Off, None);
    let least = decide(SymmetrySource::Found, None);
    assert_eq!(least.answer, all.answer);
    assert!(least.states <= all.states);
    if least.order == "1" {
        return least;
    }
    for strategy in [Strategy::Canonical, Strategy::ComponentOrder, Strategy::Enumerate] {
        let other = decide(SymmetrySource::Found, Some(strategy));
        assert_eq!((other.answer, &other.order), (least.answer, &least.order), "{strategy:?}");
        // Where something is violated, how much is searched before depends on which states represent theirs.
        if least.answer == Answer::Holds {
            assert!((least.states..=all.states).contains(&other.states), "{strategy:?}");
            assert!(strategy == Strategy::ComponentOrder || other.states == least.states);
        }
    }
    least
}
