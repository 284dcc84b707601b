//! The example scripts: each says at its head what its assertions come to, and how many states were visited where one holds.

use std::fs;

use checking::{
    Answer, CheckRequest, ClaimReport, Detail, Language, Loaded, Purpose, RepresentativeRequest,
    Settings, StoredRun, SymmetrySource,
};
use cspm::evaluate::Evaluator;
use cspm::{Asserted, Cspm, Script, with_large_stack};
use diagnostics::{Sources, read_file};
use kernel::{Fairness, SearchOptions, Silent};
use lts::{Compression, Failure, Limits, Semantics, Terms, compress, explore};
use symmetry::AuditPlan;
use testing::places;

/// What a head says of an assertion.
struct Expected {
    assertion: String,
    verdict: String,
    states: Option<u64>,
}

/// The lines `-- expect ASSERTION: VERDICT` and `-- expect ASSERTION: VERDICT, N states`.
fn expected(text: &str) -> Vec<Expected> {
    let lines = text.lines().filter_map(|line| line.strip_prefix("-- expect "));
    lines
        .map(|line| {
            let (assertion, rest) = line.rsplit_once(": ").expect("a verdict");
            let (verdict, states) = match rest.split_once(", ") {
                Some((verdict, states)) => {
                    let number = states.strip_suffix(" states").expect("states");
                    (verdict, Some(number.parse().expect("a number")))
                }
                None => (rest, None),
            };
            Expected { assertion: assertion.to_owned(), verdict: verdict.to_owned(), states }
        })
        .collect()
}

fn decide(model: &dyn Loaded, place: usize) -> ClaimReport {
    let request = CheckRequest {
        symmetry: SymmetrySource::Off,
        representative: RepresentativeRequest::default(),
        audit: AuditPlan::OFF,
        fairness: Fairness::None,
        shortest: false,
        options: SearchOptions::default(),
        detail: Detail::Changes,
        store: true,
        export: false,
    };
    model.check_claim(place, &request, &Silent).expect("a verdict")
}

#[test]
fn the_examples_are_as_they_say() {
    let folder = places::root().join("models/cspm");
    let (mut scripts, mut bounded, mut replayed) = (0, 0, 0);
    for entry in fs::read_dir(&folder).expect("the examples") {
        let path = entry.expect("an example").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let text = fs::read(&path).expect("a text");
        let expected = expected(&String::from_utf8(text.clone()).expect("a text"));
        let mut sources = Sources::new();
        let file = cspm::add_script(&mut sources, name.clone(), &text).expect("a text");
        let loading = Cspm.load(sources, file, &Settings::default(), Purpose::Check);
        let model = loading.model.expect("a model");
        assert_eq!(model.claims().len(), expected.len(), "{name}");
        for (place, expected) in expected.iter().enumerate() {
            let report = decide(model.as_ref(), place);
            let told = format!("{name}: {}", expected.assertion);
            assert_eq!(report.verdict.property, expected.assertion, "{told}");
            let verdict = match report.verdict.answer {
                Answer::Holds => "holds",
                Answer::Violated => "violated",
                _ => "open",
            };
            assert_eq!(verdict, expected.verdict, "{told}");
            assert_eq!(verdict == "holds", expected.states.is_some(), "{told}");
            if let Some(stored) = report.stored {
                can_be_replayed(model.as_ref(), stored, &told);
                replayed += 1;
            }
            if let Some(states) = expected.states {
                assert_eq!(report.searched.statistics.states, states, "{told}");
            }
        }
        for (expected, bounds) in expected.iter().zip(bounds(&text)) {
            // Components are made smaller before they are put together, and what they make is not.
            if let (Some(states), Some((least, most))) = (expected.states, bounds) {
                let told = format!("{name}: {}: {least} to {most}", expected.assertion);
                assert!((least..=most).contains(&states), "{told}");
                bounded += 1;
            }
        }
        scripts += 1;
    }
    assert!(scripts >= 7 && bounded >= 10 && replayed >= 3, "{scripts}, {bounded}, {replayed}");
}

/// That a stored run is confirmed again, and refused without its last step, or with any other that stands for what is wrong.
fn can_be_replayed(claim: &dyn Loaded, mut stored: StoredRun, told: &str) {
    assert!(claim.replay(&stored, Detail::Changes).is_ok(), "{told}");
    let last = stored.steps.last().expect("it ends in something").moves[0].edge;
    for other in (u32::MAX - 2..=u32::MAX).filter(|&other| other != last) {
        stored.steps.last_mut().expect("the same").moves[0].edge = other;
        assert!(claim.replay(&stored, Detail::Changes).is_err(), "{told}: {other}");
    }
    stored.steps.pop();
    assert!(claim.replay(&stored, Detail::Changes).is_err(), "{told}");
}

/// For each assertion, how many states its process has at least and at most: by the reference semantics, with bisimilar states as one
/// and without. None if that is very many.
fn bounds(text: &[u8]) -> Vec<Option<(u64, u64)>> {
    let mut sources = Sources::new();
    let file = cspm::add_script(&mut sources, "m", text).expect("a text");
    let read = Script::load(&mut sources, file, None, &mut read_file);
    let (script, _) = read.expect("a script");
    with_large_stack(|stack| {
        let mut evaluator = Evaluator::new(&script.tree, stack, || false).expect("values");
        let mut terms = Terms::new();
        let mut bounds = |asserted: &Asserted| {
            let process = evaluator.process(asserted.process(), &mut terms).expect("a process");
            let mut semantics = Semantics::new(&mut terms, &mut evaluator);
            semantics.most_states = 50_000;
            let explicit = match explore(&mut semantics, process) {
                Ok(explicit) => explicit,
                Err(Failure::TooLarge) => return None,
                Err(failure) => panic!("{failure:?}"),
            };
            let limits = &mut Limits { states: usize::MAX, interrupted: &mut || false };
            let least = compress(Compression::StrongBisimulation, &explicit, limits);
            Some((least.expect("no limit").len() as u64, explicit.len() as u64))
        };
        script.asserted.iter().map(&mut bounds).collect()
    })
}
