//! `--reach EXPR` on random models: with the symmetry that leaves the expression alone the answer and the length of the run are those
//! without any, and the expression holds at the end of the run, and nowhere before it, as the states say that are shown.
//!
//! The expressions ask for a cell of one process or of one element, so that most of them are not symmetric. The long run takes as many
//! models as asked for:
//!
//!     QUOTIENT_RANDOM_MODELS=1000 QUOTIENT_RANDOM_SEED=0 cargo test -p promela reach:: -- --ignored --nocapture

use checking::{
    Answer, CheckRequest, ClaimReport, Detail, Language, Loaded, Purpose, REACH,
    RepresentativeRequest, Settings, SymmetrySource,
};
use diagnostics::Sources;
use kernel::{Fairness, Limits, SearchOptions, Silent};
use model::{Cell, Value};
use promela::Promela;
use symmetry::AuditPlan;
use testing::Numbers;

use crate::near_symmetric::{Style, numbered};
use crate::random::symmetric;
use crate::random::text::render;

/// Larger models take too long here.
const MOST_STATES: u64 = 5_000;

fn load(text: &str, settings: &Settings, purpose: Purpose) -> Option<Box<dyn Loaded>> {
    let mut sources = Sources::new();
    let file = sources.add("model.pml", text);
    Promela.load(sources, file, settings, purpose).model
}

/// What stands in the state after a walk of some steps.
fn somewhere(text: &str, numbers: &mut Numbers) -> Option<Vec<Cell>> {
    let model = load(text, &Settings::default(), Purpose::Search)?;
    let mut session = model.session(false).ok()?;
    for _ in 0..numbers.below(40) {
        match session.choice_count() {
            0 => break,
            count => session.take(numbers.below(count)),
        }
    }
    Some(session.cells())
}

/// A question about a cell.
#[derive(Debug)]
struct Question {
    /// The cell as it is shown.
    cell: String,
    is_length: bool,
    operator: &'static str,
    value: i64,
}

impl Question {
    fn new(cell: &Cell, numbers: &mut Numbers) -> Option<Question> {
        let (is_length, value) = match &cell.value {
            Value::Messages(messages) => (true, messages.len() as i64),
            other => (false, number(other)?),
        };
        let value = value + numbers.weighted(&[(6, 0), (2, 1), (1, -1)]);
        let operator = *numbers.pick(&["==", "==", "==", "!=", ">"]);
        Some(Question { cell: cell.name.clone(), is_length, operator, value })
    }

    /// As the language writes it: `user[1]:x` is shown as `user(1).x`.
    fn text(&self) -> String {
        let cell = match self.cell.split_once(").") {
            Some((process, variable)) => format!("{}]:{variable}", process.replace('(', "[")),
            None => self.cell.clone(),
        };
        let asked = if self.is_length { format!("len({cell})") } else { cell };
        format!("{asked} {} {}", self.operator, self.value)
    }

    fn holds(&self, cells: &[Cell]) -> bool {
        let cell = cells.iter().find(|cell| cell.name == self.cell);
        let value = match cell.map(|cell| &cell.value) {
            Some(Value::Messages(messages)) => messages.len() as i64,
            Some(other) => number(other).expect("it was a number before"),
            // What a process has that is not there is 0, as in SPIN.
            None => 0,
        };
        match self.operator {
            "==" => value == self.value,
            "!=" => value != self.value,
            _ => value > self.value,
        }
    }
}

fn number(value: &Value) -> Option<i64> {
    match value {
        Value::Number(number) => Some(*number),
        Value::Truth(truth) => Some(i64::from(*truth)),
        Value::Process(process) => Some(i64::from(*process)),
        Value::Symbol(_) | Value::Channel(_) | Value::Messages(_) | Value::None => None,
    }
}

/// One question, or two.
#[derive(Debug)]
struct Expression {
    first: Question,
    second: Option<(&'static str, Question)>,
}

impl Expression {
    fn new(cells: &[Cell], numbers: &mut Numbers) -> Option<Expression> {
        // Of one process or one element, mostly.
        let special: Vec<&Cell> = cells.iter().filter(|it| it.name.contains(['(', '['])).collect();
        let all: Vec<&Cell> = cells.iter().collect();
        let pick = |numbers: &mut Numbers| {
            let among = if special.is_empty() || numbers.one_in(5) { &all } else { &special };
            let cell = *among.get(numbers.below(among.len().max(1)))?;
            Question::new(cell, numbers)
        };
        let first = pick(numbers)?;
        let second = match numbers.one_in(3) {
            true => Some((*numbers.pick(&["&&", "||"]), pick(numbers)?)),
            false => None,
        };
        Some(Expression { first, second })
    }

    fn text(&self) -> String {
        match &self.second {
            Some((operator, second)) => {
                format!("{} {operator} {}", self.first.text(), second.text())
            }
            None => self.first.text(),
        }
    }

    fn holds(&self, cells: &[Cell]) -> bool {
        let first = self.first.holds(cells);
        match &self.second {
            Some(("&&", second)) => first && second.holds(cells),
            Some((_, second)) => first || second.holds(cells),
            None => first,
        }
    }
}

fn answer(model: &dyn Loaded, symmetry: SymmetrySource<'_>, workers: usize) -> ClaimReport {
    let limits = Limits { states: Some(MOST_STATES), ..Limits::default() };
    let request = CheckRequest {
        symmetry,
        representative: RepresentativeRequest::default(),
        audit: AuditPlan::default(),
        orbits: false,
        fairness: Fairness::None,
        shortest: false,
        options: SearchOptions { limits, workers, partial_order: true, ..SearchOptions::default() },
        detail: Detail::States,
        store: false,
        export: false,
    };
    model.check_claim(0, &request, &Silent).expect("a run that was found is one")
}

/// What was compared.
#[derive(Debug, Default)]
struct Compared {
    reached: u64,
    unreachable: u64,
    /// A limit, or an expression that has no value somewhere.
    open: u64,
    /// With a group that leaves the expression alone.
    symmetric: u64,
    /// Where that is smaller than it was.
    cut: u64,
    /// No model, or no expression that the language takes.
    refused: u64,
    longest: usize,
}

impl Compared {
    fn model(&mut self, seed: u64) {
        let mut numbers = Numbers::new(seed);
        let text = match seed % 3 {
            0 => render(&numbered(seed, Style::Idioms).nodes),
            _ => render(&symmetric::model(seed)),
        };
        let found = somewhere(&text, &mut numbers);
        let found = found.and_then(|cells| Expression::new(&cells, &mut numbers));
        let Some(expression) = found else { return self.refused += 1 };
        let typed = expression.text();
        let mut settings = Settings::default();
        settings.add(REACH.name, &*typed);
        let Some(model) = load(&text, &settings, Purpose::Check) else {
            return self.refused += 1;
        };
        let all = answer(&*model, SymmetrySource::Off, 1);
        let reduced = answer(&*model, SymmetrySource::Found, 1);
        let context = format!("seed {seed}: {typed}\n{text}");
        if all.verdict.answer == Answer::Inconclusive {
            return self.open += 1;
        }
        assert_eq!(reduced.verdict.answer, all.verdict.answer, "{context}");
        let steps =
            |report: &ClaimReport| report.counterexample.as_ref().map(|run| run.transitions.len());
        assert_eq!(steps(&reduced), steps(&all), "{context}");
        self.symmetric += u64::from(reduced.searched.representative.is_some());
        self.cut += u64::from(reduced.searched.without.is_some());
        match all.verdict.answer {
            Answer::Violated => self.reached += 1,
            _ => self.unreachable += 1,
        }
        for run in [all.counterexample, reduced.counterexample].into_iter().flatten() {
            self.longest = self.longest.max(run.transitions.len());
            let after = run.transitions.iter().map(|transition| &transition.cells);
            let states: Vec<&Vec<Cell>> = [&run.start].into_iter().chain(after).collect();
            let held: Vec<bool> = states.iter().map(|cells| expression.holds(cells)).collect();
            let (last, before) = held.split_last().expect("there is an initial state");
            assert!(*last && !before.contains(&true), "{held:?}, {context}");
        }
    }
}

fn run(seeds: std::ops::Range<u64>) -> Compared {
    let mut compared = Compared::default();
    seeds.for_each(|seed| compared.model(seed));
    println!("{compared:?}");
    compared
}

#[test]
fn answers_and_lengths_are_those_without_symmetry() {
    let compared = run(0..60);
    assert!(compared.reached >= 15 && compared.unreachable >= 2, "{compared:?}");
    assert!(compared.symmetric >= 3 && compared.cut >= 3, "{compared:?}");
}

#[test]
#[ignore = "long"]
fn long_answers_and_lengths() {
    let number = |name, default| {
        std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
    };
    let first = number("QUOTIENT_RANDOM_SEED", 0);
    let count = number("QUOTIENT_RANDOM_MODELS", 1000);
    let compared = run(first..first + count);
    assert!(compared.reached * 3 >= count, "{compared:?}");
}
