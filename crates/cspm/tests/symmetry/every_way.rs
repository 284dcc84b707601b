//! Random scripts, decided in every way there is: with either store, by one worker and by several, up to symmetry and not. All say the same.
//!
//!     QUOTIENT_RANDOM_MODELS=4000 QUOTIENT_RANDOM_SEED=0 cargo test --release -p cspm long_ways -- --ignored --nocapture

#[path = "../../../checking/tests/support/every_way.rs"]
mod checked;

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::Duration;

use checked::{Look, Sum};
use kernel::Limits;

use super::loaded;
use super::random::{ASSERTIONS, script};

/// Compares so many scripts, from a number on, of which each has some assertions, in no more than `most` states each.
fn every_way(first: u64, count: u64, most: u64) {
    let (mut sum, mut open) = (Sum::default(), 0);
    for seed in first..first + count {
        let text = script(seed);
        for place in 0..ASSERTIONS {
            let time = Some(Duration::from_millis(700));
            let limits = Limits { states: Some(most), time, ..Limits::default() };
            let look = || checked::look_at_claim(&*loaded(&text), place, limits);
            let look = catch_unwind(AssertUnwindSafe(look));
            let look = look.unwrap_or_else(|why| {
                println!("script {seed}, {place}\n{text}");
                resume_unwind(why)
            });
            match look {
                Look::TooLarge => open += 1,
                Look::Differs(why) => panic!("{text}\nscript {seed}, assertion {place}: {why}"),
                Look::Agrees(figures) => sum.add(figures, false),
            }
        }
    }
    println!("{count} scripts, {open} assertions open: {sum:?}");
    let Sum { compared, violated, symmetric, .. } = sum;
    assert!(compared > 2 * open && violated * 10 > compared && violated * 10 < compared * 9);
    assert!(symmetric * 10 > compared);
}

#[test]
fn every_way_says_the_same() {
    every_way(0, 8, 3_000);
}

#[test]
#[ignore = "long"]
fn long_ways() {
    let number = |variable: &str, default: u64| {
        std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
    };
    let count = number("QUOTIENT_RANDOM_MODELS", 500);
    every_way(number("QUOTIENT_RANDOM_SEED", 0), count, 20_000);
}
