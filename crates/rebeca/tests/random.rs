//! Random models: an interpreter of their trees, which has nothing in common with machines, says what is true of them, and every
//! search must say the same, with whatever reduction.

#[path = "../../promela/tests/partial_order/agree.rs"]
mod agree;
#[path = "random/bodies.rs"]
mod bodies;
#[path = "random/engines.rs"]
mod engines;
#[path = "random/generator.rs"]
mod generator;
#[path = "random/interpreter.rs"]
mod interpreter;
#[path = "../../promela/tests/support/orbits.rs"]
mod orbits;
#[path = "random/print.rs"]
mod print;
#[path = "random/serving.rs"]
mod serving;
#[path = "random/shapes.rs"]
mod shapes;
#[path = "random/shrink.rs"]
mod shrink;
#[path = "random/tree.rs"]
mod tree;
#[path = "random/values.rs"]
mod values;

use engines::{Figures, Look};
use interpreter::Violation;
use tree::Model;

/// How often a model that fails may be run to make it smaller.
const SHRINKING: usize = 2_000;

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
