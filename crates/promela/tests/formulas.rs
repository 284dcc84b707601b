//! Formulas of linear temporal logic have the verdicts that SPIN gives them: on random models, and on models that people wrote.
//!
//! Every counterexample is replayed and judged by the formula itself before it is reported; a search that reports one which is
//! none fails here.
//!
//! The long run takes as many models as asked for:
//!
//!     QUOTIENT_RANDOM_MODELS=1000 QUOTIENT_RANDOM_SEED=0 cargo test -p promela formulas:: -- --ignored --nocapture

use std::fs;
use std::path::Path;

use checking::{
    Answer, CheckRequest, Counterexample, Detail, Language, Loading, Purpose,
    RepresentativeRequest, Settings, SymmetrySource,
};
use diagnostics::Sources;
use kernel::{Fairness, Limits, SearchOptions, Silent};
use promela::Promela;
use symmetry::AuditPlan;
use testing::Numbers;
use testing::peers::{Peer, are_installed, ask};
use testing::places::{files_below, shared_or_skip};
use testing::spin::{NoReport, Workshop};

/// A model of a few processes over two variables and a channel, and formulas about them.
struct Random {
    numbers: Numbers,
    /// How a statement is written that a run-time error ends if `x` is 2, if there are such.
    error: Option<&'static str>,
}

/// Reads beyond an array if `x` is 2.
const ERROR: &str = "l = e[x]";
/// Waits instead.
const WAITS: &str = "atomic { x < 2 -> l = e[x] }";

impl Random {
    fn new(seed: u64) -> Random {
        Random { numbers: Numbers::new(seed), error: None }
    }

    fn value(&mut self) -> usize {
        self.numbers.below(3)
    }

    fn statement(&mut self, depth: usize) -> String {
        let (a, b) = (self.value(), self.value());
        if self.error.is_some() && self.numbers.one_in(4) {
            return self.error.unwrap_or_default().to_owned();
        }
        let nested = if depth == 0 { 8 } else { 12 };
        match self.numbers.below(nested) {
            0 => format!("x = {a}"),
            1 => format!("y = {a}"),
            2 => format!("x == {a}"),
            3 => format!("(y != {a} || x == {b})"),
            4 => format!("c!{a}"),
            5 => "c?l".to_owned(),
            6 => "x = l".to_owned(),
            7 => format!("l = {a}"),
            8 => {
                // What waits in an atomic sequence lets others go on, and what fails there does not.
                let error = self.error.take();
                let statement =
                    format!("atomic {{ {}; {} }}", self.statement(0), self.statement(0));
                self.error = error;
                statement
            }
            9 => format!("if :: {} :: {} fi", self.sequence(depth - 1), self.sequence(depth - 1)),
            10 => format!("do :: {} :: {}; break od", self.sequence(depth - 1), self.sequence(0)),
            _ => format!("d_step {{ x = {a}; y = {b} }}"),
        }
    }

    fn sequence(&mut self, depth: usize) -> String {
        let count = self.numbers.between(1, 2);
        let statements: Vec<String> = (0..count).map(|_| self.statement(depth)).collect();
        statements.join("; ")
    }

    fn process(&mut self) -> String {
        let body = self.sequence(2);
        let last = self.sequence(1);
        match self.numbers.below(3) {
            0 => format!("byte l; {body}; here: {last}"),
            _ => format!("byte l; do :: {body}; here: {last} :: {} od", self.sequence(1)),
        }
    }

    fn atom(&mut self) -> String {
        let value = self.value();
        match self.numbers.below(6) {
            0 | 1 => format!("(x == {value})"),
            2 => format!("(y > {value})"),
            3 => format!("(x == y && y != {value})"),
            4 => "(len(c) == 1)".to_owned(),
            _ => "(A@here)".to_owned(),
        }
    }

    fn formula(&mut self, depth: usize) -> String {
        self.formula_of(depth, &mut Random::atom)
    }

    fn formula_of(&mut self, depth: usize, atom: &mut dyn FnMut(&mut Random) -> String) -> String {
        if depth == 0 {
            return atom(self);
        }
        let one = self.formula_of(depth - 1, atom);
        match self.numbers.below(9) {
            0 => format!("([] {one})"),
            1 => format!("(<> {one})"),
            2 => format!("([] <> {one})"),
            3 => format!("(!{one})"),
            4 => format!("({one} && {})", self.formula_of(depth - 1, atom)),
            5 => format!("({one} || {})", self.formula_of(depth - 1, atom)),
            6 => format!("({one} -> {})", self.formula_of(depth - 1, atom)),
            7 => format!("({one} U {})", self.formula_of(depth - 1, atom)),
            _ => format!("({one} V {})", self.formula_of(depth - 1, atom)),
        }
    }

    /// A formula that fails on a word only if it fails after a prefix of it, whatever comes later.
    fn safety(&mut self, depth: usize) -> String {
        if depth == 0 {
            let atom = self.atom();
            return if self.numbers.one_in(2) { format!("(!{atom})") } else { atom };
        }
        let one = self.safety(depth - 1);
        match self.numbers.below(8) {
            0 | 1 => format!("([] {one})"),
            2 => format!("({one} && {})", self.safety(depth - 1)),
            3 => format!("({one} || {})", self.safety(depth - 1)),
            4 => format!("((!{}) || {one})", self.atom()),
            5 => format!("([] ({} -> {one}))", self.atom()),
            6 => format!("({one} W {})", self.safety(depth - 1)),
            _ => format!("({} V {one})", self.safety(depth - 1)),
        }
    }

    /// A model without formulas.
    fn bare_model(&mut self) -> String {
        let (a, b) = (self.process(), self.process());
        let array = if self.error.is_some() { "byte e[2];\n" } else { "" };
        format!(
            "byte x, y;\n{array}chan c = [1] of {{ byte }};\nactive proctype A() {{ {a} }}\nactive proctype B() {{ {b} }}\n"
        )
    }

    fn model(&mut self, formulas: usize) -> String {
        let mut text = self.bare_model();
        for number in 0..formulas {
            text += &format!("ltl f{number} {{ {} }}\n", self.formula(3));
        }
        text
    }
}

/// An answer.
#[derive(Clone, Copy, Debug)]
struct Found {
    answer: Answer,
    /// Whether it is violated by a run after which nothing happens any more.
    stops: bool,
    /// The number of steps after which it is violated whatever comes later, if it is.
    prefix: Option<usize>,
}

/// The answers to what a model says of its runs, by name.
fn answers(
    name: &str,
    text: &str,
    fairness: Fairness,
    symmetry: SymmetrySource<'_>,
    most_states: u64,
    settings: &Settings,
) -> Result<Vec<(String, Found)>, String> {
    let limits = Limits { states: Some(most_states), ..Limits::default() };
    let options = SearchOptions { limits, ..SearchOptions::default() };
    answers_with(name, text, fairness, symmetry, &options, settings)
}

/// The same with options of the search.
fn answers_with(
    name: &str,
    text: &str,
    fairness: Fairness,
    symmetry: SymmetrySource<'_>,
    options: &SearchOptions,
    settings: &Settings,
) -> Result<Vec<(String, Found)>, String> {
    let mut sources = Sources::new();
    let file = sources.add(name, text);
    let Loading { model, diagnostics, sources } =
        Promela.load(sources, file, settings, Purpose::Check);
    if let Some(error) = diagnostics.iter().find(|diagnostic| diagnostic.is_error()) {
        return Err(error.one_line(&sources));
    }
    let model = model.expect("a model");
    let answer = |place: usize| {
        let request = CheckRequest {
            symmetry,
            representative: RepresentativeRequest::default(),
            audit: AuditPlan::default(),
            orbits: false,
            fairness,
            shortest: false,
            options: options.clone(),
            detail: Detail::Actions,
            store: true,
            export: false,
        };
        let found = model.check_claim(place, &request, &Silent);
        let found = found.unwrap_or_else(|failure| panic!("{name}: {failure:?}\n{text}"));
        let run = found.counterexample.as_ref();
        let stops =
            |it: &Counterexample| it.again.is_some_and(|again| again > it.transitions.len());
        let prefix = run.filter(|it| it.is_prefix).map(|it| it.transitions.len());
        let (answer, stops) = (found.verdict.answer, run.is_some_and(stops));
        (found.verdict.property, Found { answer, stops, prefix })
    };
    Ok((0..model.claims().len()).map(answer).collect())
}

/// Larger models take too long here.
const MOST_STATES: u64 = 30_000;

/// What was compared with SPIN: formulas.
#[derive(Default, Debug)]
struct Compared {
    hold: u64,
    fail: u64,
    /// For which SPIN's verifier is not made, or runs out of memory, depth or time.
    without_spin: u64,
    /// That are violated by a fair run at whose end nothing happens any more, which SPIN's algorithm for fairness does not find.
    missed_by_spin: u64,
    /// Of models that are too large.
    open: u64,
    most_states: u64,
}

impl Compared {
    /// Compares with SPIN, with and without weak fairness.
    fn model(&mut self, name: &str, text: &str, workshop: &Workshop) {
        for (fairness, options) in [(Fairness::None, &[][..]), (Fairness::Weak, &["-f"])] {
            let ours = |symmetry| {
                let settings = &Settings::default();
                let found = answers(name, text, fairness, symmetry, self.most_states, settings);
                found.unwrap_or_else(|error| panic!("{error}\n{text}"))
            };
            let reduced = ours(SymmetrySource::Found);
            let ours = ours(SymmetrySource::Off);
            if ours.iter().any(|(_, found)| found.answer == Answer::Inconclusive) {
                self.open += ours.len() as u64;
                return;
            }
            for ((name, all), (_, reduced)) in ours.iter().zip(&reduced) {
                assert_eq!(all.answer, reduced.answer, "{name}, {fairness:?}, in\n{text}");
            }
            let names: Vec<&str> = ours.iter().map(|(name, _)| name.as_str()).collect();
            let theirs = match workshop.satisfies(text, &names, options) {
                Ok(theirs) => theirs,
                Err(NoReport::Refused(why)) if why.contains("syntax error") => {
                    panic!("{why}\n{text}");
                }
                Err(NoReport::Died(_) | NoReport::Refused(_)) => {
                    self.without_spin += ours.len() as u64;
                    continue;
                }
                Err(why) => panic!("{why:?}\n{text}"),
            };
            for ((name, found), holds) in ours.iter().zip(theirs) {
                if holds && found.stops && fairness == Fairness::Weak {
                    self.missed_by_spin += 1;
                    continue;
                }
                let expected = if holds { Answer::Holds } else { Answer::Violated };
                assert_eq!(found.answer, expected, "{name}, {fairness:?}, in\n{text}");
                *if holds { &mut self.hold } else { &mut self.fail } += 1;
            }
        }
    }
}

fn run(seeds: std::ops::Range<u64>) -> Compared {
    let workshop = Workshop::new(&format!("formulas-{}", seeds.start));
    let mut compared = Compared { most_states: MOST_STATES, ..Compared::default() };
    for seed in seeds {
        let text = Random::new(seed).model(8);
        compared.model("model.pml", &text, &workshop);
    }
    println!("{compared:?}");
    compared
}

#[test]
fn random_formulas_have_the_verdicts_of_spin() {
    if !are_installed(&[Peer::Spin, Peer::Gcc]) {
        return;
    }
    let compared = run(0..12);
    assert!(compared.hold >= 30 && compared.fail >= 30, "{compared:?}");
}

/// What came of formulas about models with run-time errors.
#[derive(Default, Debug)]
struct BeforeErrors {
    /// Violated by a prefix, though runs end in errors.
    by_prefix: u64,
    /// Violated by a run that goes on for ever.
    for_ever: u64,
    /// Not violated as far as runs go that an error ends.
    open: u64,
    hold: u64,
    without_spin: u64,
}

impl BeforeErrors {
    /// Compares with SPIN, which is given the model with statements that wait where the others fail. A safety formula without `X`
    /// is violated by one just if it is by the other: a run of which an error ends the rest violates it before that, or does not,
    /// and to stay in its last state for ever violates nothing either. Another formula may be violated by that.
    fn formulas(&mut self, seed: u64, workshop: &Workshop) {
        let model = |error| {
            let mut random = Random { error: Some(error), ..Random::new(seed) };
            let mut text = random.bare_model();
            for number in 0..8 {
                let formula = if number < 5 { random.safety(3) } else { random.formula(3) };
                text += &format!("ltl f{number} {{ {formula} }}\n");
            }
            text
        };
        let (text, waits) = (model(ERROR), model(WAITS));
        let ours = all_alike(&text);
        let names: Vec<&str> = ours.iter().map(|(name, _)| name.as_str()).collect();
        let Ok(theirs) = workshop.satisfies(&waits, &names, &[]) else {
            self.without_spin += ours.len() as u64;
            return;
        };
        for (number, ((name, found), holds)) in ours.iter().zip(theirs).enumerate() {
            let is_violated = found.answer == Answer::Violated;
            let is_safety = number < 5;
            assert!(!is_violated || !holds, "{name}, seed {seed}, in\n{text}");
            assert!(is_violated || holds || !is_safety, "{name}, seed {seed}, in\n{text}");
            assert!(!is_violated || !is_safety || found.prefix.is_some() || found.stops, "{text}");
            let count = match (found.answer, found.prefix) {
                (Answer::Violated, Some(_)) => &mut self.by_prefix,
                (Answer::Violated, None) => &mut self.for_ever,
                (Answer::Inconclusive, _) => &mut self.open,
                (Answer::Holds, _) => &mut self.hold,
            };
            *count += 1;
        }
    }
}

/// The answers without fairness. Those of every way to search agree, for each kind of fairness; and bad prefixes are as short for all.
fn all_alike(text: &str) -> Vec<(String, Found)> {
    let kinds = [Fairness::None, Fairness::Weak, Fairness::Strong];
    let mut alike = kinds.map(|fairness| {
        let mut found = answers_of_all_ways(text, fairness).into_iter();
        let first = found.next().unwrap_or_default();
        for other in found {
            for ((name, one), (_, other)) in first.iter().zip(&other) {
                let both = (one.answer, one.prefix);
                assert_eq!(both, (other.answer, other.prefix), "{name}, {fairness:?} in\n{text}");
            }
        }
        first
    });
    for fair in &alike[1..] {
        for ((name, one), (_, fair)) in alike[0].iter().zip(fair) {
            assert_eq!(one.prefix, fair.prefix, "{name} in\n{text}");
        }
    }
    std::mem::take(&mut alike[0])
}

fn answers_of_all_ways(text: &str, fairness: Fairness) -> Vec<Vec<(String, Found)>> {
    let limits = Limits { states: Some(MOST_STATES), ..Limits::default() };
    let mut all = Vec::new();
    for partial_order in [false, true] {
        for symmetry in [SymmetrySource::Off, SymmetrySource::Found] {
            let options = SearchOptions { limits, partial_order, ..SearchOptions::default() };
            let settings = &Settings::default();
            let found = answers_with("m.pml", text, fairness, symmetry, &options, settings);
            all.push(found.unwrap_or_else(|error| panic!("{error}\n{text}")));
        }
    }
    all
}

fn before_errors(seeds: std::ops::Range<u64>) -> BeforeErrors {
    let workshop = Workshop::new(&format!("formulas-errors-{}", seeds.start));
    let mut found = BeforeErrors::default();
    seeds.for_each(|seed| found.formulas(seed, &workshop));
    println!("{found:?}");
    found
}

#[test]
fn bad_prefixes_before_errors_have_the_verdicts_of_spin() {
    if !are_installed(&[Peer::Spin, Peer::Gcc]) {
        return;
    }
    let found = before_errors(300..308);
    assert!(found.by_prefix >= 20 && found.open >= 8 && found.hold >= 3, "{found:?}");
}

#[test]
#[ignore = "long"]
fn long_bad_prefixes_before_errors() {
    let number = |name, default| {
        std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
    };
    let first = number("QUOTIENT_RANDOM_SEED", 0);
    before_errors(first..first + number("QUOTIENT_RANDOM_MODELS", 300));
}

/// Labels say which cycles should not be.
#[test]
fn cycles_have_the_verdicts_of_spin() {
    if !are_installed(&[Peer::Spin, Peer::Gcc]) {
        return;
    }
    let workshop = Workshop::new("formulas-cycles");
    // Violated, holding, without an answer of SPIN.
    let mut counts = [0u64; 3];
    for seed in 200..215 {
        let model = Random::new(seed).model(0);
        for (label, setting) in [("progress", "progress"), ("accept", "acceptance")] {
            let text = model.replace("here:", &format!("{label}:"));
            let mut settings = Settings::default();
            settings.set(setting);
            for (fairness, options) in [(Fairness::None, &[][..]), (Fairness::Weak, &["-f"])] {
                let found = |symmetry| {
                    let found = answers("m.pml", &text, fairness, symmetry, MOST_STATES, &settings);
                    found.unwrap_or_else(|error| panic!("{error}\n{text}"))[0].1
                };
                let (all, reduced) = (found(SymmetrySource::Off), found(SymmetrySource::Found));
                assert_eq!(all.answer, reduced.answer, "{label}, {fairness:?}, in\n{text}");
                // With `-a -f` and labels its verifier misses cycles that it finds when a formula asks for them, and takes a state for
                // accepting in which a process has stopped between others that accept: it is not asked.
                if fairness == Fairness::Weak && label == "accept" {
                    continue;
                }
                let Ok(holds) = workshop.has_no_cycle(&text, label == "progress", options) else {
                    counts[2] += 1;
                    continue;
                };
                let expected = if holds { Answer::Holds } else { Answer::Violated };
                assert_eq!(all.answer, expected, "{label}, {fairness:?}, in\n{text}");
                counts[usize::from(holds)] += 1;
            }
        }
    }
    println!("{counts:?}");
    assert!(counts[0] >= 12 && counts[1] >= 5, "{counts:?}");
}

/// SPIN makes a never claim of the contrary of a formula.
#[test]
fn never_claims_have_the_verdicts_of_their_formulas() {
    if !are_installed(&[Peer::Spin]) {
        return;
    }
    let (mut hold, mut fail) = (0, 0);
    for seed in 100..160 {
        let mut random = Random::new(seed);
        let model = random.model(0);
        let propositions: String =
            (0..3).map(|n| format!("#define p{n} {}\n", random.atom())).collect();
        let mut name = |random: &mut Random| format!("p{}", random.numbers.below(3));
        let formula = random.formula_of(2, &mut name);
        let contrary = format!("!({formula})");
        let Some(claim) = ask(Peer::Spin, &["-f", &contrary], "") else { continue };
        let base = propositions + &model;
        let settings = &Settings::default();
        let ask = |text: &str| {
            let off = SymmetrySource::Off;
            answers("m.pml", text, Fairness::None, off, MOST_STATES, settings)
        };
        let by_formula = ask(&format!("{base}ltl f {{ {formula} }}\n"));
        let by_claim = ask(&format!("{base}{claim}"));
        let answer = |found: Result<Vec<(String, Found)>, String>| {
            found.unwrap_or_else(|error| panic!("{error}\n{base}{claim}"))[0].1.answer
        };
        let (by_formula, by_claim) = (answer(by_formula), answer(by_claim));
        assert_eq!(by_formula, by_claim, "{formula} in\n{base}{claim}");
        *if by_claim == Answer::Holds { &mut hold } else { &mut fail } += 1;
    }
    assert!(hold >= 10 && fail >= 10, "{hold} hold, {fail} do not");
}

#[test]
#[ignore = "long"]
fn long_random_formulas() {
    let number = |name, default| {
        std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
    };
    let first = number("QUOTIENT_RANDOM_SEED", 0);
    run(first..first + number("QUOTIENT_RANDOM_MODELS", 300));
}

/// Models of other people with formulas or claims, each with the verdicts that SPIN's verifier gives.
#[test]
fn formulas_that_people_wrote_have_the_verdicts_of_spin() {
    of_people(MOST_STATES);
}

/// The same with models of some hundred thousand states.
#[test]
#[ignore = "long"]
fn long_formulas_that_people_wrote() {
    of_people(1_000_000);
}

fn of_people(most_states: u64) {
    let Some(folder) = shared_or_skip("models") else { return };
    if !are_installed(&[Peer::Spin, Peer::Gcc]) {
        return;
    }
    let workshop = Workshop::new("formulas-of-people");
    let mut compared = Compared { most_states, ..Compared::default() };
    for path in files_below(&folder) {
        let Ok(text) = fs::read_to_string(&path) else { continue };
        let has = |word: &str| text.lines().any(|line| line.trim_start().starts_with(word));
        let both = has("ltl ") && has("never");
        if (has("ltl ") || has("never")) && !both && !includes(&text) && is_read(&text) {
            let open = (compared.open, compared.without_spin);
            compared.model(name(&path), &text, &workshop);
            if open != (compared.open, compared.without_spin) {
                println!("not compared, or not wholly: {}", path.display());
            }
        }
    }
    println!("{compared:?}");
    assert!(compared.hold + compared.fail >= 16, "{compared:?}");
}

/// Whether the model and its claims are read; what is refused is tested elsewhere.
fn is_read(text: &str) -> bool {
    let mut sources = Sources::new();
    let file = sources.add("model.pml", text);
    Promela.load(sources, file, &Settings::default(), Purpose::Check).model.is_some()
}

fn includes(text: &str) -> bool {
    text.lines().any(|line| line.trim_start().starts_with("#include"))
}

fn name(path: &Path) -> &str {
    path.file_name().and_then(|name| name.to_str()).unwrap_or("model.pml")
}
