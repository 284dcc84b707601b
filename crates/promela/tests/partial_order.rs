//! Partial order reduction finds what the search of all interleavings finds: the same violated properties, as many deadlocks, the
//! same code; breadth first, with one worker and two, and depth first; alone and with symmetry.

#[path = "../../machine/tests/support/agree.rs"]
mod agree;
#[allow(dead_code)]
#[path = "../../red/tests/mutations/checked.rs"]
mod checked;
#[path = "partial_order/corpus.rs"]
mod corpus;
#[path = "partial_order/disturbed.rs"]
mod disturbed;
#[allow(dead_code)]
#[path = "partial_order/endless.rs"]
mod endless;
#[path = "../../detection/tests/support/quotients.rs"]
mod quotients;
#[path = "partial_order/rounds.rs"]
mod rounds;
#[allow(dead_code)]
#[path = "partial_order/traps.rs"]
mod traps;

use crate::random;
use crate::random::text::{Node, render, shrink};
use agree::{agrees, joined_agrees};
use diagnostics::Sources;
use machine::Machine;
use promela::{KeptClaims, LoadOptions, ParseOptions, load};
use quotients::quotient_agrees;

/// Models with more states are set aside.
const MAX_STATES: u64 = 20_000;
/// How often a model that fails may be run to make it smaller.
const SHRINKING: usize = 400;

fn machine(text: &str) -> Option<Machine> {
    let mut sources = Sources::new();
    let file = sources.add("model.pml", text);
    let options = LoadOptions { claims: KeptClaims::All, ..LoadOptions::default() };
    let loaded = load(&mut sources, file, &ParseOptions::default(), options);
    loaded.model.map(|model| model.machine)
}

/// How many states were searched, of how many, in all models.
#[derive(Default, Debug)]
struct Sum {
    models: u64,
    all: u64,
    reduced: u64,
    all_orbits: u64,
    reduced_orbits: u64,
    /// Of models with loops of movers: how many, and how many states partial order leaves without and with such steps.
    joined_models: u64,
    apart: u64,
    joined: u64,
}

impl Sum {
    fn look(&mut self, text: &str) -> Result<(), String> {
        let Some(machine) = machine(text) else { return Ok(()) };
        if let Some((all, reduced)) = agrees(&machine, MAX_STATES)? {
            self.models += 1;
            self.all += all;
            self.reduced += reduced;
            if let Some((_, joined)) = joined_agrees(&machine, MAX_STATES)? {
                self.joined_models += 1;
                self.apart += reduced;
                self.joined += joined;
            }
            let quotient = quotient_agrees(&machine, MAX_STATES);
            if let Some((all, reduced)) = quotient.map_err(|why| format!("quotient: {why}"))? {
                self.all_orbits += all;
                self.reduced_orbits += reduced;
            }
        }
        Ok(())
    }
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// Looks at models by their numbers, and makes one that fails smaller.
fn look(name: &str, few: u64, model: impl Fn(u64) -> Vec<Node>) -> Sum {
    let first = number("QUOTIENT_RANDOM_SEED", 0);
    let count = number("QUOTIENT_RANDOM_MODELS", few);
    let mut sum = Sum::default();
    for seed in first..first + count {
        let nodes = model(seed);
        let Err(why) = sum.look(&render(&nodes)) else { continue };
        let fails = |text: &str| Sum::default().look(text).is_err();
        let smaller = render(&shrink(nodes, SHRINKING, &fails));
        let after = Sum::default().look(&smaller);
        panic!("{name}, model {seed}: {why}\n{after:?}\n{smaller}");
    }
    println!("{name}: {sum:?}");
    assert!(sum.models * 2 > count, "too few models were compared");
    assert!(sum.reduced < sum.all, "nothing was reduced");
    sum
}

#[test]
fn random_models() {
    look("random", 150, random::generator::model);
}

#[test]
fn random_symmetric_models() {
    look("symmetric", 150, random::symmetric::model);
}

#[test]
fn random_models_with_loops() {
    let sum = look("loops", 150, rounds::model);
    assert!(sum.joined_models * 3 > sum.models, "too few loops are of movers");
    assert!(sum.joined < sum.apart, "nothing was joined");
}

#[test]
fn random_models_that_never_end() {
    look("endless", 500, endless::model);
}
