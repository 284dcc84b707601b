//! Which propositions of a claim hold along a run that violates it.

use kernel::{Observable, TransitionSystem};
use model::{EndlessRun, StateOf, StepOf, Words};
use serde::Serialize;

/// A proposition along a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Proposition {
    /// The proposition.
    pub text: String,
    /// Whether it holds in the first state, and in the one that each step leads to; null where it cannot be evaluated.
    pub values: Vec<Option<bool>>,
}

/// The propositions of a model of a claim, along a run.
pub(crate) fn along<M: Words>(
    model: &M,
    run: &EndlessRun<StateOf<M>, StepOf<M>>,
) -> Vec<Proposition> {
    let system = model.system();
    let scratch = &mut system.scratch();
    let texts = model.propositions().into_iter();
    let mut propositions: Vec<Proposition> =
        texts.map(|text| Proposition { text, values: Vec::new() }).collect();
    let before = run.transitions.iter().map(|transition| &transition.before);
    for state in before.chain([&run.last]) {
        let valuation = system.valuation(state, scratch);
        for (proposition, bit) in propositions.iter_mut().zip(0..u64::BITS) {
            let is = |bits: u64| bits >> bit & 1 == 1;
            let value = (!is(valuation.unknown)).then_some(is(valuation.holds));
            proposition.values.push(value);
        }
    }
    propositions
}
