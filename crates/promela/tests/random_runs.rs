//! Random runs end as the search says that they can: what a run is said to violate at its end is confirmed.

// Only the generator is used here.
use crate::random;
use crate::random::text::render;
#[allow(dead_code)]
use checking::{Detail, Ending, Language, Loaded, Purpose, Session, Settings};
use diagnostics::Sources;
use promela::Promela;
use testing::{Numbers, places};

/// How long runs are.
const STEPS: usize = 200;

fn load(text: &str) -> Option<Box<dyn Loaded>> {
    let mut sources = Sources::new();
    let file = sources.add("m.pml", text);
    let settings = Promela.as_written(&Settings::default());
    Promela.load(sources, file, &settings, Purpose::Search).model
}

/// The end of a random run; none if it goes on.
fn run(session: &mut dyn Session, numbers: &mut Numbers) -> Option<Ending> {
    for _ in 0..STEPS {
        if let Some(ending) = session.ending() {
            return Some(ending);
        }
        session.take(numbers.below(session.choice_count()));
    }
    session.ending()
}

/// How many runs ended in a violation.
fn confirmed(text: &str, runs: u64, numbers: &mut Numbers) -> usize {
    let Some(model) = load(text) else { return 0 };
    let mut violations = 0;
    for _ in 0..runs {
        let mut session = model.session(true).expect("a session");
        let Some(ending) = run(&mut *session, numbers) else { continue };
        if ending.property.is_empty() {
            continue;
        }
        let stored = session.stored(Some(&ending));
        let replayed = model.replay(&stored, Detail::Actions);
        assert!(replayed.is_ok(), "{:?}: {}\n{text}", replayed.err(), ending.text);
        violations += 1;
    }
    violations
}

#[test]
fn endings_of_random_models_are_confirmed() {
    let mut numbers = Numbers::new(1);
    let violations: usize = (0..400)
        .map(|seed| confirmed(&render(&random::generator::model(seed)), 5, &mut numbers))
        .sum();
    assert!(violations > 100, "only {violations} runs ended in a violation");
}

#[test]
fn endings_of_examples_are_confirmed() {
    let mut numbers = Numbers::new(2);
    for path in places::examples("promela") {
        let text = std::fs::read_to_string(&path).expect("the example");
        confirmed(&text, 5, &mut numbers);
    }
}

/// A process in an atomic sequence that blocks lets the others go on, who stand elsewhere.
#[test]
fn an_atomic_sequence_that_blocks_is_no_deadlock() {
    let text = "chan c = [0] of { byte }; byte g;
        active proctype p() { atomic { g++; c!1; g++ } }
        active proctype q() { byte v; v = 3; c?v; g == 2 }";
    let model = load(text).expect("a model");
    for seed in 0..20 {
        let mut session = model.session(true).expect("a session");
        let ending = run(&mut *session, &mut Numbers::new(seed)).expect("an end");
        assert!(ending.property.is_empty(), "{}", ending.text);
        assert_eq!(session.cells()[0].text, "2");
    }
}
