//! Random models: an interpreter of their trees, which has nothing in common with machines, says what is true of them, and every
//! search must say the same, with whatever reduction.

#[path = "../../machine/tests/support/agree.rs"]
mod agree;
#[path = "random/asking.rs"]
mod asking;
#[path = "random/bodies.rs"]
mod bodies;
#[path = "random/engines.rs"]
pub mod engines;
#[path = "../../checking/tests/support/every_way.rs"]
mod every_way;
#[path = "random/formula.rs"]
mod formula;
#[path = "random/generator.rs"]
pub(crate) mod generator;
#[path = "random/interpreter.rs"]
mod interpreter;
#[path = "random/judge.rs"]
mod judge;
#[cfg(feature = "native")]
#[path = "../../machine/tests/support/native.rs"]
mod native;
#[path = "../../detection/tests/support/orbits.rs"]
mod orbits;
#[path = "random/print.rs"]
pub(crate) mod print;
#[path = "../../detection/tests/support/quotients.rs"]
mod quotients;
#[path = "random/runs.rs"]
mod runs;
#[path = "random/serving.rs"]
mod serving;
#[path = "random/shapes.rs"]
mod shapes;
#[allow(dead_code)]
#[path = "../../machine/tests/support/short_way.rs"]
mod short_way;
#[path = "random/shrink.rs"]
mod shrink;
#[path = "random/tree.rs"]
mod tree;
#[path = "random/values.rs"]
mod values;
#[path = "random/ways.rs"]
mod ways;

use std::collections::BTreeMap;

use engines::{Figures, Look};
use formula::Asked;
use interpreter::Violation;
use testing::Numbers;
use testing::places::Folder;
use tree::Model;

/// How often a model that fails may be run to make it smaller.
const SHRINKING: usize = 2_000;

/// How many formulas are looked at for one on which fairness tells.
const CANDIDATES: usize = 12;

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// What was compared, in numbers of models.
#[derive(Debug, Default)]
struct Sum {
    compared: u64,
    too_large: u64,
    symmetric: u64,
    /// Partial order reduction left states out.
    reduced: u64,
    both: u64,
    created: u64,
    lasting: u64,
    assertions: u64,
    deadlocks: u64,
    errors: u64,
    states: u64,
    orbits: u64,
}

impl Sum {
    fn add(&mut self, figures: Option<Figures>) {
        let Some(figures) = figures else {
            self.too_large += 1;
            return;
        };
        let Figures { truth, order, reduced, orbits, reduced_orbits } = figures;
        let violates = |violation| u64::from(truth.violated.contains_key(&violation));
        self.compared += 1;
        self.symmetric += u64::from(order > 1);
        self.reduced += u64::from(reduced < truth.states);
        self.both += u64::from(reduced_orbits < orbits);
        self.created += u64::from(truth.created > 0);
        self.lasting += u64::from(truth.violated.is_empty());
        self.assertions += violates(Violation::Assertion);
        self.deadlocks += violates(Violation::Deadlock);
        self.errors += violates(Violation::Error);
        self.states += truth.states;
        self.orbits += orbits;
    }

    /// Much of what is to be compared was there.
    fn is_worth_something(&self, count: u64) {
        let floors = [
            (self.compared, 75, "compared"),
            (self.symmetric, 50, "symmetric"),
            (self.reduced, 30, "reduced by partial order"),
            (self.both, 20, "reduced by partial order with symmetry"),
            (self.created, 3, "with rebecs that are created"),
            (self.lasting, 5, "without a violation"),
            (self.assertions, 10, "with assertions that fail"),
            (self.deadlocks, 30, "with deadlocks"),
            (self.errors, 10, "with run-time errors"),
        ];
        for (found, percent, what) in floors {
            assert!(found * 100 >= count * percent, "only {found} of {count} models are {what}");
        }
    }
}

/// Fails with a model made smaller.
fn fail(seed: u64, model: Model, why: &str) -> ! {
    let fails = |model: &Model| matches!(engines::look(model), Look::Differs(_));
    let smaller = shrink::shrink(model, SHRINKING, &fails);
    let Look::Differs(after) = engines::look(&smaller) else { unreachable!("it fails") };
    panic!("{}\nmodel {seed}: {why}\nmade smaller: {after}", print::print(&smaller));
}

#[test]
fn random_models() {
    let first = number("QUOTIENT_RANDOM_SEED", 0);
    let count = number("QUOTIENT_RANDOM_MODELS", 150);
    let mut sum = Sum::default();
    for seed in first..first + count {
        let model = generator::model(seed);
        match engines::look(&model) {
            Look::Agrees(figures) => sum.add(figures),
            Look::Refused(why) => panic!("{}\nmodel {seed}: {why}", print::print(&model)),
            Look::Differs(why) => fail(seed, model, &why),
        }
    }
    println!("{sum:?}");
    sum.is_worth_something(count);
}

/// Compares all ways to check so many models, from a number on, of no more than `most` states. So many of 100 must go the short way, and
/// have more than 500 states.
fn every_way(first: u64, count: u64, most: u64, (short, large): (u64, u64)) {
    let mut sum = every_way::Sum::default();
    for seed in first..first + count {
        let model = generator::model(seed);
        let why = match ways::look(seed, &model, most) {
            ways::Look::Agrees(figures, is_short) => {
                sum.add(figures, is_short);
                continue;
            }
            ways::Look::TooLarge => continue,
            ways::Look::Refused => panic!("{}\nmodel {seed}: refused", print::print(&model)),
            ways::Look::Differs(why) => why,
        };
        let fails = |model: &Model| matches!(ways::look(seed, model, most), ways::Look::Differs(_));
        let smaller = shrink::shrink(model, SHRINKING, &fails);
        let ways::Look::Differs(after) = ways::look(seed, &smaller, most) else {
            panic!("model {seed}: {why}; not always")
        };
        panic!("{}\nmodel {seed}: {why}\nmade smaller: {after}", print::print(&smaller));
    }
    println!("of {count}: {sum:?}");
    assert!(sum.compared * 2 > count);
    sum.is_worth_something(short, large);
}

#[test]
fn every_way_says_the_same() {
    // Larger ones take long; the long run has them.
    every_way(0, 15, 3_000, (35, 0));
}

/// `QUOTIENT_RANDOM_MODELS=4000 cargo test --release -p rebeca long_ways -- --ignored --nocapture`
#[test]
#[ignore = "long"]
fn long_ways() {
    let count = number("QUOTIENT_RANDOM_MODELS", 1_000);
    every_way(number("QUOTIENT_RANDOM_SEED", 0), count, 20_000, (40, 8));
}

/// What was compared of formulas, in numbers of them.
#[derive(Debug, Default)]
struct FormulaSum {
    compared: u64,
    too_large: u64,
    /// Models without a variable that could be asked for.
    none: u64,
    answers: BTreeMap<String, u64>,
    by_fairness: u64,
    /// Answers that are open although they need not be.
    cautious: u64,
    /// Formulas that hold, and how many states were searched, and of how many: with symmetry, and with partial order reduction.
    symmetric: u64,
    orbits: (u64, u64),
    partial_order: u64,
    left: (u64, u64),
}

impl FormulaSum {
    fn add(&mut self, found: runs::Found) {
        self.compared += 1;
        for (answer, count) in found.answers {
            *self.answers.entry(answer).or_default() += count;
        }
        self.by_fairness += u64::from(found.by_fairness);
        self.cautious += found.cautious;
        self.symmetric += found.symmetric;
        self.orbits = (self.orbits.0 + found.orbits.0, self.orbits.1 + found.orbits.1);
        self.partial_order += found.partial_order;
        self.left = (self.left.0 + found.left.0, self.left.1 + found.left.1);
    }

    /// Much of what is to be compared was there.
    fn is_worth_something(&self, count: u64) {
        assert!(self.compared * 100 >= count * 60, "{self:?}");
        for fairness in runs::ALL {
            for (answer, percent) in [("Holds", 8), ("Violated", 15), ("Inconclusive", 1)] {
                let found = self.answers.get(&format!("{fairness:?} {answer}"));
                assert!(found.copied().unwrap_or(0) * 100 >= self.compared * percent, "{self:?}");
            }
        }
        assert!(self.by_fairness * 50 >= self.compared, "{self:?}");
        assert!(self.orbits.0 < self.orbits.1 && self.left.0 < self.left.1, "{self:?}");
    }
}

/// Fails with a model and a formula made smaller.
fn fail_of_runs(seed: u64, model: Model, mut asked: Asked, folder: &Folder, why: &str) -> ! {
    let differs = |model: &Model, asked: &Asked| {
        matches!(runs::look(model, asked, folder), runs::Look::Differs(_))
    };
    let smaller = shrink::shrink(model, SHRINKING, &|model| differs(model, &asked));
    loop {
        let parts = asked.formula.parts().into_iter();
        let candidates = parts.map(|part| Asked { formula: part.clone(), ..asked.clone() });
        let Some(better) = candidates.into_iter().find(|it| differs(&smaller, it)) else { break };
        asked = better;
    }
    let runs::Look::Differs(after) = runs::look(&smaller, &asked, folder) else {
        unreachable!("it fails")
    };
    let (model, properties) = (print::print(&smaller), asked.text(&smaller));
    panic!("{model}\n{properties}\nmodel {seed}: {why}\nmade smaller: {after}");
}

#[test]
fn random_formulas() {
    let first = number("QUOTIENT_RANDOM_SEED", 0);
    let count = number("QUOTIENT_RANDOM_MODELS", 60);
    let folder = Folder::new("random-formulas");
    let mut sum = FormulaSum::default();
    for seed in first..first + count {
        let model = generator::model(seed);
        let mut numbers = Numbers::new(seed);
        let candidates = (0..CANDIDATES).map(|_| asking::asked(&mut numbers, &model));
        let Some(candidates) = candidates.collect() else {
            sum.none += 1;
            continue;
        };
        let asked = runs::best(&model, candidates);
        match runs::look(&model, &asked, &folder) {
            runs::Look::Agrees(found) => sum.add(*found),
            runs::Look::TooLarge => sum.too_large += 1,
            runs::Look::Refused(why) => {
                let (text, properties) = (print::print(&model), asked.text(&model));
                panic!("{text}\n{properties}\nmodel {seed}: {why}");
            }
            runs::Look::Differs(why) => fail_of_runs(seed, model, asked, &folder, &why),
        }
    }
    println!("{sum:?}");
    sum.is_worth_something(count);
}
