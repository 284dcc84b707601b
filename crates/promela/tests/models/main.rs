//! What is known of models: suites with a case for each model.
//!
//!     cargo test -p promela --test models                    # all of them
//!     cargo test -p promela --test models examples/leader    # the examples with names that begin with `leader`
//!
//! Searches that take long, or much memory, are left out unless `QUOTIENT_LARGE` is set.

mod against_spin;
mod attack;
mod corpus_quotients;
mod examples;
mod newcomer;
mod published_detection;
mod published_quotients;
#[allow(dead_code)]
#[path = "../../../detection/tests/support/soundness.rs"]
mod soundness;
mod spin_counts;
#[path = "../support/mod.rs"]
mod support;
#[path = "../../../detection/tests/support/transitions.rs"]
mod transitions;
#[path = "../../../detection/tests/support/verdicts.rs"]
mod verdicts;

use std::process::ExitCode;

use testing::cases;

fn main() -> ExitCode {
    cases::run(vec![
        examples::suite(),
        examples::wrong_groups(),
        against_spin::suite(),
        spin_counts::suite(),
        corpus_quotients::suite(),
        attack::suite(),
        newcomer::suite(),
        published_detection::test_suite(),
        published_detection::paper(),
        published_quotients::suite(),
    ])
}

fn is_large_run() -> bool {
    std::env::var_os("QUOTIENT_LARGE").is_some()
}
