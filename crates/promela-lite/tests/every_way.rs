//! Random models, checked in every way there is: all say the same.
//!
//!     QUOTIENT_RANDOM_MODELS=5000 QUOTIENT_RANDOM_SEED=0 cargo test --release -p promela-lite long_ways -- --ignored --nocapture

#[path = "../../checking/tests/support/every_way.rs"]
mod checked;
#[allow(dead_code)]
#[path = "../../quotient/tests/lite/generator.rs"]
mod generator;
#[cfg(feature = "native")]
#[path = "../../machine/tests/support/native.rs"]
mod native;
#[allow(dead_code)]
#[path = "../../machine/tests/support/short_way.rs"]
mod short_way;

use std::time::Duration;

use checked::{Look, Sum};
use checking::{Language, Purpose, Settings};
use diagnostics::Sources;
use kernel::Limits;
use promela_lite::{PromelaLite, load};
use testing::Numbers;

/// So many states of each model are looked at to tell whether they go the short way.
const LOOKED_AT: usize = 200;

/// Compares so many models, from a number on, of no more than `most` states.
fn every_way(first: u64, count: u64, most: u64) {
    let mut sum = Sum::default();
    for seed in first..first + count {
        let text = generator::model(&mut Numbers::new(seed));
        let mut sources = Sources::new();
        let file = sources.add("m.prl", &text);
        let machine = load(&sources, file).model.expect("a model").machine;
        let load = || {
            let settings = Settings::default();
            let loading = PromelaLite.load(sources.clone(), file, &settings, Purpose::Check);
            loading.model.expect("a model")
        };
        let time = Some(Duration::from_secs(1));
        let limits = Limits { states: Some(most), time, ..Limits::default() };
        match checked::look(&load, seed, limits) {
            Look::TooLarge => {}
            Look::Differs(why) => panic!("{text}\nmodel {seed}: {why}"),
            Look::Agrees(figures) => {
                let compared = short_way::compare(&machine, LOOKED_AT);
                sum.add(figures, compared.short * 2 > compared.states);
            }
        }
    }
    println!("of {count}: {sum:?}");
    assert!(sum.compared * 2 > count);
    // Hardly one of these is large.
    sum.is_worth_something(35, 0);
}

#[test]
fn every_way_says_the_same() {
    every_way(0, 40, 3_000);
}

#[test]
#[ignore = "long"]
fn long_ways() {
    let number = |variable: &str, default: u64| {
        std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
    };
    let count = number("QUOTIENT_RANDOM_MODELS", 1_000);
    every_way(number("QUOTIENT_RANDOM_SEED", 0), count, 20_000);
}
