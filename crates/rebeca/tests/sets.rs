//! Sets of states: as many as are visited one by one, on the examples and on random models.

#[path = "../../symbolic/tests/support/agree.rs"]
mod agree;

use testing::places;

use crate::random::engines::machine;
use crate::random::{generator, print};
use agree::sets_agree;

/// Models with more states take long one by one, too.
const FEW: u64 = 2_000;

#[test]
fn agree_on_all_examples() {
    let mut agreed = 0;
    for path in places::examples("rebeca") {
        if path.extension().is_none_or(|extension| extension != "rebeca") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a text");
        let machine = machine(&text).expect("a model");
        match sets_agree(&machine, FEW) {
            Ok(states) => agreed += u64::from(states.is_some()),
            Err(why) => panic!("{}: {why}", path.display()),
        }
    }
    assert!(agreed >= 3, "only {agreed} examples were compared");
}

/// `QUOTIENT_RANDOM_MODELS` and `QUOTIENT_RANDOM_SEED` say how many, and which is the first.
#[test]
fn agree_on_random_models() {
    let number = |name, default| {
        std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
    };
    let first: u64 = number("QUOTIENT_RANDOM_SEED", 0);
    let count: u64 = number("QUOTIENT_RANDOM_MODELS", 20);
    let mut agreed = 0;
    for seed in first..first + count {
        let text = print::print(&generator::model(seed));
        let Ok(machine) = machine(&text) else { continue };
        match sets_agree(&machine, 500) {
            Ok(states) => agreed += u64::from(states.is_some()),
            Err(why) => panic!("model {seed}: {why}\n{text}"),
        }
    }
    println!("{agreed} of {count} models were compared");
    assert!(4 * agreed >= count, "only {agreed} of {count} models were compared");
}
