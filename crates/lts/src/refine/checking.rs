//! Checking an implementation.

use kernel::{Reporter, SearchOptions, Statistics, StopReason, Trace, search};

use super::confirm::{Unconfirmed, confirm};
use super::counterexample::Counterexample;
use super::product::Product;
use super::specification::Specification;
use crate::supercombinator::Supercombinator;

/// How a check ended.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The verdict.
    pub answer: Answer,
    /// What was counted: states of the product.
    pub statistics: Statistics,
}

/// Whether an implementation is as a specification demands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// It is.
    Passed,
    /// It is not: the counterexample was confirmed.
    Failed(Box<Counterexample>),
    /// Nobody knows: a limit ended the search.
    Unknown(StopReason),
    /// Nobody knows: what the search found is no counterexample, which is a defect of this program.
    Unconfirmed(Unconfirmed),
}

/// Checks an implementation. Breadth first, counterexamples are shortest, τ counted.
#[must_use]
pub fn check(
    specification: &Specification,
    implementation: &Supercombinator,
    options: &SearchOptions,
    reporter: &dyn Reporter,
) -> Checked {
    let product = Product::new(specification, implementation);
    let outcome = search(&product, options, reporter);
    let answer = match (outcome.violations.first(), outcome.stop) {
        (Some(found), _) => confirmed(&product, &found.trace),
        (None, StopReason::Exhausted) => Answer::Passed,
        (None, stop) => Answer::Unknown(stop),
    };
    Checked { answer, statistics: outcome.statistics }
}

/// What a search found, if it is a counterexample.
fn confirmed(product: &Product<'_>, trace: &Trace<Product<'_>>) -> Answer {
    let found = Counterexample::new(product, trace).and_then(|found| {
        confirm(product.specification, product.implementation, &found)?;
        Ok(found)
    });
    match found {
        Ok(found) => Answer::Failed(Box::new(found)),
        Err(why) => Answer::Unconfirmed(why),
    }
}
