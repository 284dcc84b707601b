//! Properties of runs have one verdict, with symmetry and without, whether runs must be fair or not; and SPIN's, where it has one.
//!
//! Every counterexample is replayed on the model itself, and judged there by the formula and by what fairness means, before it is
//! reported; a search that reports one which is none fails here.
//!
//! The long run takes as many models as asked for:
//!
//!     QUOTIENT_RANDOM_MODELS=400 QUOTIENT_RANDOM_SEED=0 cargo test -p promela liveness:: -- --ignored --nocapture

#[allow(dead_code)]
#[path = "partial_order/endless.rs"]
mod endless;
#[allow(dead_code)]
use std::collections::BTreeMap;

use checking::{
    Answer, CheckRequest, Detail, Language, Loading, Purpose, RepresentativeRequest, Settings,
    SymmetrySource,
};
use diagnostics::Sources;
use kernel::{Algorithm, Fairness, Limits, SearchOptions, Silent};
use promela::Promela;
use symmetry::AuditPlan;
use testing::Numbers;
use testing::peers::{Peer, are_installed};
use testing::spin::{NoReport, Workshop};

const ALL: [Fairness; 3] = [Fairness::None, Fairness::Weak, Fairness::Strong];

/// A model of identical processes, and formulas about them of which some keep the symmetry.
struct Random {
    numbers: Numbers,
    processes: usize,
}

impl Random {
    fn new(seed: u64) -> Random {
        let mut numbers = Numbers::new(seed);
        let processes = numbers.between(2, 3);
        Random { numbers, processes }
    }

    fn statement(&mut self, depth: usize) -> String {
        let (a, b) = (self.numbers.below(3), self.numbers.below(2));
        let nested = if depth == 0 { 17 } else { 21 };
        match self.numbers.below(nested) {
            0 => format!("x = {a}"),
            1 => "x = (x + 1) % 3".to_owned(),
            2 => format!("x == {a}"),
            3 | 4 => "turn = _pid".to_owned(),
            5 => "turn == _pid".to_owned(),
            6 => "turn != _pid".to_owned(),
            7 | 8 => format!("flag[_pid] = {b}"),
            9 => format!("flag[_pid] == {b}"),
            10 => "c!_pid".to_owned(),
            11 => "c?other".to_owned(),
            12 => "r!x".to_owned(),
            13 => "r?l".to_owned(),
            14 => format!("l = {b}"),
            15 => format!("l == {b}"),
            16 => "flag[other] = 0".to_owned(),
            17 => format!("atomic {{ {}; {} }}", self.statement(0), self.statement(0)),
            18 => format!("if :: {} :: {} fi", self.sequence(depth - 1), self.sequence(depth - 1)),
            19 => format!("if :: {} :: else fi", self.sequence(0)),
            _ => format!("do :: {} :: {}; break od", self.sequence(depth - 1), self.sequence(0)),
        }
    }

    fn sequence(&mut self, depth: usize) -> String {
        let count = self.numbers.between(1, 2);
        let statements: Vec<String> = (0..count).map(|_| self.statement(depth)).collect();
        statements.join("; ")
    }

    fn model(&mut self, formulas: usize) -> String {
        let (first, last, other) = (self.sequence(1), self.sequence(1), self.sequence(1));
        let enter = match self.numbers.below(2) {
            0 => "atomic { lock == 0 -> lock = 1 }",
            _ => "lock == 0 -> lock = 1",
        };
        let body = match self.numbers.below(7) {
            0 => format!("{first}; here: {last}"),
            1 => format!("{first}; do :: true; here: {last} od"),
            // Who waits for a lock can move again and again, but not always.
            2 | 3 => format!("do :: {enter}; here: flag[_pid] = 1; flag[_pid] = 0; lock = 0 od"),
            4 => format!("do :: {enter}; here: x = l; lock = 0 :: {other} od"),
            _ => format!("do :: {first}; here: {last} :: {other} od"),
        };
        let count = self.processes;
        let started = match self.numbers.below(3) {
            0 => {
                let run = "run P(); ".repeat(count);
                format!(
                    "proctype P() {{ byte other = 1; bit l; {body} }}\ninit {{ atomic {{ {run}}} }}\n"
                )
            }
            _ => format!("active [{count}] proctype P() {{ byte other; bit l; {body} }}\n"),
        };
        let first = if started.contains("init") { 1 } else { 0 };
        let size = count + first;
        let mut text = format!(
            "byte x, turn = {first};\nbit lock, flag[{size}];\nchan c = [1] of {{ byte }};\nchan r = [0] of {{ bit }};\n{started}"
        );
        // Beside an `init` it would come before those that are started, whose numbers the formulas know.
        if self.numbers.below(3) == 0 && first == 0 {
            text += "active proctype L() { do :: x = 1 - x % 2 od }\n";
        }
        for number in 0..formulas {
            text += &format!("ltl f{number} {{ {} }}\n", self.formula(2, first));
        }
        text
    }

    fn atom(&mut self, first: usize) -> String {
        let value = self.numbers.below(3);
        let processes = first..first + self.processes;
        let one = first + self.numbers.below(self.processes);
        let of_all = |text: &dyn Fn(usize) -> String, join: &str| {
            let parts: Vec<String> = processes.clone().map(text).collect();
            format!("({})", parts.join(join))
        };
        match self.numbers.below(9) {
            0 | 1 => format!("(x == {value})"),
            2 => of_all(&|p| format!("flag[{p}] == 1"), " || "),
            3 => of_all(&|p| format!("flag[{p}] == 1"), " && "),
            4 => of_all(&|p| format!("P[{p}]@here"), " || "),
            5 => "(len(c) == 1)".to_owned(),
            6 => format!("(flag[{one}] == 1)"),
            7 => format!("(turn == {one})"),
            _ => format!("(P[{one}]@here)"),
        }
    }

    fn formula(&mut self, depth: usize, first: usize) -> String {
        if depth == 0 {
            return self.atom(first);
        }
        let one = self.formula(depth - 1, first);
        match self.numbers.below(13) {
            11 => format!("([] <> {})", self.atom(first)),
            12 => format!("([] ({} -> <> {}))", self.atom(first), self.atom(first)),
            0 => format!("([] {one})"),
            1 => format!("(<> {one})"),
            2..5 => format!("([] <> {one})"),
            5 => format!("(<> [] {one})"),
            6 => format!("(!{one})"),
            7 => format!("({one} && {})", self.formula(depth - 1, first)),
            8 => format!("({one} || {})", self.formula(depth - 1, first)),
            9 => format!("([] ({one} -> <> {}))", self.formula(depth - 1, first)),
            _ => format!("({one} U {})", self.formula(depth - 1, first)),
        }
    }
}

/// The answer to one question, and how it was found.
#[derive(Clone, Debug)]
struct Found {
    answer: Answer,
    states: u64,
    /// Whether states were searched up to symmetry to the end.
    reduced: bool,
    /// Whether it is violated by a run after which nothing happens any more.
    stops: bool,
}

/// Larger models take too long here.
const MOST_STATES: u64 = 20_000;

/// What is found of each of the things that a model says of its runs.
fn found(
    text: &str,
    source: SymmetrySource<'_>,
    fairness: Fairness,
    options: SearchOptions,
) -> Vec<(String, Found)> {
    let mut sources = Sources::new();
    let file = sources.add("model.pml", text);
    let Loading { model, diagnostics, sources } =
        Promela.load(sources, file, &Settings::default(), Purpose::Check);
    if let Some(error) = diagnostics.iter().find(|diagnostic| diagnostic.is_error()) {
        panic!("{}\n{text}", error.one_line(&sources));
    }
    let limits = Limits { states: Some(MOST_STATES), ..Limits::default() };
    let request = CheckRequest {
        symmetry: source,
        representative: RepresentativeRequest::default(),
        audit: AuditPlan::one_in(10),
        orbits: false,
        fairness,
        // Where it finds another run, that is confirmed, too.
        shortest: fairness == Fairness::None,
        options: SearchOptions { limits, ..options },
        detail: Detail::Actions,
        store: true,
        export: false,
    };
    let model = model.expect("a model");
    let check = |place: usize| {
        let found = model.check_claim(place, &request, &Silent);
        let found = found.unwrap_or_else(|failure| panic!("{failure:?}\n{text}"));
        let audited = found.searched.audited.as_ref();
        if let Some(why) = audited.and_then(|audited| audited.abandoned.as_ref()) {
            panic!("{}: the symmetry was given up: {why}\n{text}", found.verdict.property);
        }
        let one = Found {
            answer: found.verdict.answer,
            states: found.searched.statistics.states,
            reduced: found.searched.representative.is_some(),
            stops: found
                .counterexample
                .is_some_and(|it| it.again.is_some_and(|again| again > it.transitions.len())),
        };
        (found.verdict.property, one)
    };
    (0..model.claims().len()).map(check).collect()
}

fn is_refused(text: &str) -> bool {
    let mut sources = Sources::new();
    let file = sources.add("model.pml", text);
    let loading = Promela.load(sources, file, &Settings::default(), Purpose::Check);
    loading.diagnostics.iter().any(|it| it.is_error() && it.message.starts_with("two `else`"))
}

/// What was compared.
#[derive(Default, Debug)]
struct Compared {
    /// With symmetry and without: how often each answer was given, by fairness.
    answers: BTreeMap<String, u64>,
    /// Of these, up to symmetry.
    reduced: u64,
    /// How many states were searched up to symmetry, and of how many.
    states: (u64, u64),
    /// How many states were searched, and of how many, where a formula holds and transitions could be left out.
    left_out: (u64, u64),
    /// With SPIN.
    with_spin: u64,
    /// Runs that SPIN's algorithm for fairness does not find: at their end nothing happens any more, and nobody is treated unfairly.
    missed_by_spin: u64,
    /// Models that have two `else` of one place.
    refused: u64,
    /// What is too large, or has no answer for another reason.
    open: u64,
    /// Answers that SPIN does not give.
    without_spin: u64,
}

impl Compared {
    fn model(&mut self, text: &str, workshop: Option<&Workshop>) {
        if is_refused(text) {
            self.refused += 1;
            return;
        }
        for fairness in ALL {
            let all = found(text, SymmetrySource::Off, fairness, SearchOptions::default());
            let reduced = found(text, SymmetrySource::Found, fairness, SearchOptions::default());
            self.left_out(text, fairness, &all);
            if fairness == Fairness::None {
                Self::nested(text, &all);
            }
            for ((name, all), (_, reduced)) in all.iter().zip(&reduced) {
                if [all.answer, reduced.answer].contains(&Answer::Inconclusive) {
                    self.open += 1;
                    continue;
                }
                assert_eq!(all.answer, reduced.answer, "{name}, {fairness:?}, in\n{text}");
                *self.answers.entry(format!("{fairness:?} {:?}", all.answer)).or_default() += 1;
                if reduced.reduced {
                    self.reduced += 1;
                    self.states.0 += reduced.states;
                    self.states.1 += all.states;
                }
            }
            let options: &[&str] = match fairness {
                Fairness::None => &[],
                Fairness::Weak => &["-f"],
                Fairness::Strong => continue,
            };
            if let Some(workshop) = workshop {
                self.spin(text, &all, workshop, options);
            }
        }
    }

    /// The same by nested search.
    fn nested(text: &str, all: &[(String, Found)]) {
        for source in [SymmetrySource::Off, SymmetrySource::Found] {
            let options =
                SearchOptions { algorithm: Algorithm::Nested, ..SearchOptions::default() };
            let nested = found(text, source, Fairness::None, options);
            for ((name, all), (_, nested)) in all.iter().zip(&nested) {
                if ![all.answer, nested.answer].contains(&Answer::Inconclusive) {
                    assert_eq!(all.answer, nested.answer, "{name}, nested, in\n{text}");
                }
            }
        }
    }

    /// The same where transitions may be left out.
    fn left_out(&mut self, text: &str, fairness: Fairness, all: &[(String, Found)]) {
        for source in [SymmetrySource::Off, SymmetrySource::Found] {
            let options = SearchOptions { partial_order: true, ..SearchOptions::default() };
            let fewer = found(text, source, fairness, options);
            for ((name, all), (_, fewer)) in all.iter().zip(&fewer) {
                if [all.answer, fewer.answer].contains(&Answer::Inconclusive) {
                    continue;
                }
                assert_eq!(all.answer, fewer.answer, "{name}, {fairness:?}, left out, in\n{text}");
                if all.answer == Answer::Holds && source.is_off() {
                    assert!(fewer.states <= all.states, "{name}, {fairness:?}, in\n{text}");
                    self.left_out.0 += fewer.states;
                    self.left_out.1 += all.states;
                }
            }
        }
    }

    fn spin(&mut self, text: &str, all: &[(String, Found)], workshop: &Workshop, options: &[&str]) {
        let names: Vec<&str> = all.iter().map(|(name, _)| name.as_str()).collect();
        let theirs = match workshop.satisfies(text, &names, options) {
            Ok(theirs) => theirs,
            // It runs out of memory over some formulas, and of depth or time over some models.
            Err(NoReport::Died(_)) => return self.without_spin += names.len() as u64,
            Err(why) => panic!("{why:?}\n{text}"),
        };
        for ((name, found), holds) in all.iter().zip(theirs) {
            let expected = if holds { Answer::Holds } else { Answer::Violated };
            if found.stops && holds && !options.is_empty() {
                self.missed_by_spin += 1;
            } else if found.answer != Answer::Inconclusive {
                assert_eq!(found.answer, expected, "{name} {options:?} in\n{text}");
                self.with_spin += 1;
            }
        }
    }
}

fn run(seeds: std::ops::Range<u64>) -> Compared {
    let workshop = are_installed(&[Peer::Spin, Peer::Gcc])
        .then(|| Workshop::new(&format!("liveness-{}", seeds.start)));
    let mut compared = Compared::default();
    for seed in seeds {
        let text = Random::new(seed).model(4);
        // SPIN's verifier takes longest to be made.
        compared.model(&text, workshop.as_ref().filter(|_| seed.is_multiple_of(3)));
    }
    println!("{compared:?}");
    compared
}

/// What is left out changes no verdict on processes that never end and start others, nor has SPIN another one.
fn run_endless(seeds: std::ops::Range<u64>) -> Compared {
    let workshop = are_installed(&[Peer::Spin, Peer::Gcc])
        .then(|| Workshop::new(&format!("endless-{}", seeds.start)));
    let mut compared = Compared::default();
    for seed in seeds {
        let text = endless::model_with_formula(seed);
        if is_refused(&text) {
            compared.refused += 1;
            continue;
        }
        let all = found(&text, SymmetrySource::Off, Fairness::None, SearchOptions::default());
        compared.left_out(&text, Fairness::None, &all);
        Compared::nested(&text, &all);
        if let Some(workshop) = workshop.as_ref().filter(|_| seed.is_multiple_of(5)) {
            // There an assertion that fails counts as well, and what is hidden is not stored.
            let text = text.replace("assert(", "printf(\"%d\", ").replace("hidden ", "");
            let all = found(&text, SymmetrySource::Off, Fairness::None, SearchOptions::default());
            // It counts the claim among the processes.
            let theirs = text.replace("_nr_pr < 4", "_nr_pr < 5");
            compared.spin(&theirs, &all, workshop, &[]);
        }
    }
    println!("{compared:?}");
    compared
}

#[test]
fn what_is_left_out_changes_no_verdict() {
    let compared = run_endless(0..40);
    assert!(compared.left_out.0 < compared.left_out.1, "{compared:?}");
}

#[test]
fn symmetry_and_fairness_change_no_verdict() {
    let compared = run(0..20);
    assert!(compared.reduced >= 50, "{compared:?}");
    // What holds of fair runs only: that fairness makes a difference.
    let holds = |fairness: &str| compared.answers[&format!("{fairness} Holds")];
    assert!(holds("None") < holds("Weak") && holds("Weak") < holds("Strong"), "{compared:?}");
}

/// The models that a long run looks at.
fn asked(default: u64) -> std::ops::Range<u64> {
    let number = |name, default| {
        std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
    };
    let first = number("QUOTIENT_RANDOM_SEED", 0);
    first..first + number("QUOTIENT_RANDOM_MODELS", default)
}

#[test]
#[ignore = "long"]
fn long_symmetry_and_fairness() {
    run(asked(400));
}

#[test]
#[ignore = "long"]
fn long_left_out() {
    run_endless(asked(2000));
}
