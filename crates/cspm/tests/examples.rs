//! The example scripts: each says at its head what its assertions come to, and how many states were visited where one holds, all of
//! them and up to symmetry. That these are orbits is tested in `symmetry/orbits.rs`.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use checking::{
    Answer, CheckRequest, ClaimReport, Detail, Language, Loaded, Purpose, RepresentativeRequest,
    Settings, StoredRun, SymmetrySource,
};
use cspm::evaluate::Evaluator;
use cspm::{Asserted, Cspm, Script, with_large_stack};
use diagnostics::{Sources, read_file};
use kernel::{Fairness, SearchOptions, Silent};
use lts::{Compression, Failure, Limits, Semantics, Terms, compress, explore};
use suites::{Fact, Head};
use symmetry::AuditPlan;
use testing::cases::{self, Completion, Suite};
use testing::places;

/// What a head says of an assertion.
#[derive(Clone)]
struct Expected {
    assertion: String,
    verdict: String,
    states: Option<u64>,
    /// How many are visited up to symmetry, if there is one.
    up_to_symmetry: Option<u64>,
}

fn expected(text: &str) -> Vec<Expected> {
    let head = Head::read(text);
    assert_eq!(head.mistakes, []);
    let facts = head.runs.into_iter().flat_map(|run| run.expectations).map(|it| it.fact);
    facts
        .map(|fact| {
            let Fact::Verdict(assertion, judged) = fact else { panic!("{fact:?}") };
            let (states, up_to_symmetry) = (judged.states, judged.classes);
            Expected { assertion, verdict: judged.verdict, states, up_to_symmetry }
        })
        .collect()
}

fn decide(model: &dyn Loaded, place: usize, symmetry: SymmetrySource<'_>) -> ClaimReport {
    let request = CheckRequest {
        symmetry,
        representative: RepresentativeRequest::default(),
        audit: AuditPlan::OFF,
        orbits: false,
        fairness: Fairness::None,
        shortest: false,
        options: SearchOptions::default(),
        detail: Detail::Changes,
        store: true,
        export: false,
    };
    model.check_claim(place, &request, &Silent).expect("a verdict")
}

/// An example: its name, its text, and what its head says of its assertions.
#[derive(Clone)]
struct Example {
    name: String,
    text: Vec<u8>,
    expected: Vec<Expected>,
}

impl Example {
    fn read(path: &Path) -> Example {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let text = fs::read(path).expect("a text");
        let expected = expected(std::str::from_utf8(&text).expect("a text"));
        Example { name, text, expected }
    }

    fn model(&self) -> Box<dyn Loaded> {
        let mut sources = Sources::new();
        let file = cspm::add_script(&mut sources, self.name.clone(), &self.text).expect("a text");
        let loading = Cspm.load(sources, file, &Settings::default(), Purpose::Check);
        loading.model.expect("a model")
    }

    fn has_a_violation(&self) -> bool {
        self.expected.iter().any(|expected| expected.verdict == "violated")
    }

    /// That every assertion comes to what the head says, in as many states.
    fn is_as_it_says(&self) {
        self.comes_to(SymmetrySource::Off, |expected| expected.states);
        self.comes_to(SymmetrySource::Found, |expected| {
            expected.up_to_symmetry.or(expected.states)
        });
    }

    fn comes_to(&self, symmetry: SymmetrySource<'_>, states: fn(&Expected) -> Option<u64>) {
        let model = self.model();
        assert_eq!(model.claims().len(), self.expected.len());
        for (place, expected) in self.expected.iter().enumerate() {
            let report = decide(model.as_ref(), place, symmetry);
            let told = &expected.assertion;
            assert_eq!(&report.verdict.property, told);
            let verdict = match report.verdict.answer {
                Answer::Holds => "holds",
                Answer::Violated => "violated",
                _ => "open",
            };
            assert_eq!(verdict, expected.verdict, "{told}");
            assert_eq!(verdict == "holds", expected.states.is_some(), "{told}");
            if let Some(states) = states(expected) {
                assert_eq!(report.searched.statistics.states, states, "{told}");
            }
        }
    }

    /// That the numbers of states lie between bounds that the reference semantics gives: components are made smaller before they
    /// are put together, and what they make is not. Ignored where no number is small enough.
    fn is_within_bounds(&self) -> Completion {
        let mut bounded = 0;
        for (expected, bounds) in self.expected.iter().zip(bounds(&self.text)) {
            if let (Some(states), Some((least, most))) = (expected.states, bounds) {
                let told = format!("{}: {least} to {most}", expected.assertion);
                assert!((least..=most).contains(&states), "{told}");
                bounded += 1;
            }
        }
        if bounded == 0 {
            return Completion::ignored_with("no assertion is small enough");
        }
        Completion::Completed
    }

    /// That the runs to its violations can be replayed. Ignored where no violation is a run.
    fn is_replayed(&self) -> Completion {
        let model = self.model();
        let mut replayed = 0;
        for (place, expected) in self.expected.iter().enumerate() {
            if expected.verdict == "violated"
                && let Some(stored) = decide(model.as_ref(), place, SymmetrySource::Off).stored
            {
                can_be_replayed(model.as_ref(), stored, &expected.assertion);
                replayed += 1;
            }
        }
        if replayed == 0 {
            return Completion::ignored_with("no violation is a run");
        }
        Completion::Completed
    }
}

fn main() -> ExitCode {
    let mut verdicts = Suite::new("verdicts", 7);
    let (mut bounds, mut replayed) = (Suite::new("bounds", 6), Suite::new("replayed", 4));
    for example in places::examples("cspm").iter().map(|path| Example::read(path)) {
        let name = example.name.clone();
        if example.has_a_violation() {
            let example = example.clone();
            replayed.add(&name, move || example.is_replayed());
        }
        let bounded = example.clone();
        bounds.add(&name, move || bounded.is_within_bounds());
        verdicts.add(&name, move || {
            example.is_as_it_says();
            Completion::Completed
        });
    }
    cases::run(vec![verdicts, bounds, replayed])
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
    let read = Script::load(&mut sources, file, &[], &mut read_file);
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
