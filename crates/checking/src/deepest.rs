//! The run to a deepest state, of a search that found no violation: confirmed on the system that the user gave, and told in words.

use confirm::{EndlessRunOf, confirm_prefix};
use kernel::{Order, SearchOptions, Statistics, Store, TraceChoice};
use model::{Cell, Model, Plan, Words};

use crate::counterexample::{Detail, Transition, run_in_words};
use crate::told;

/// A shortest run to a deepest state that a search met, or why none is known.
#[derive(Clone, Debug)]
pub enum Deepest {
    /// The run: it violates nothing that was checked.
    Run(DeepestRun),
    /// Why there is none, as a sentence goes on after "no run is known: ".
    Unknown(&'static str),
}

/// A run in the words of the model.
#[derive(Clone, Debug)]
pub struct DeepestRun {
    /// The processes that run from the beginning; others start with an action.
    pub processes: Vec<String>,
    /// The contents of the first state.
    pub start: Vec<Cell>,
    /// What happened.
    pub transitions: Vec<Transition>,
}

/// Why searches for formulas and assertions have none.
pub(crate) const OF_CLAIMS: &str = "formulas and assertions are searched for in pairs of states, and how deep a state of the model alone lies is not kept";

/// Why searches with sets of states have none.
pub(crate) const OF_SETS: &str =
    "the states were searched as sets, and single runs are only looked for to violations";

/// The run along a plan, with few switches between components.
///
/// # Errors
/// It departs from the system that the user gave.
pub(crate) fn confirmed<M: Model>(
    model: &M,
    plan: &Plan,
    options: &SearchOptions,
) -> Result<EndlessRunOf<M>, String> {
    let anything = |_: &_| Ok(());
    let run = confirm_prefix(model, plan, &anything).map_err(|departure| {
        format!("the run to the deepest state does not replay on the unreduced model: {departure}")
    })?;
    let part = 0..run.transitions.len();
    let parts = std::slice::from_ref(&part);
    let other = told::plan(model, &run.transitions, &run.last, parts, options);
    let other = other.and_then(|plan| confirm_prefix(model, &plan, &anything).ok());
    Ok(other.filter(|other| other.last == run.last).unwrap_or(run))
}

/// The run that a search found, in words; or why it found none.
pub(crate) fn described<M: Words>(
    model: &M,
    run: Option<&EndlessRunOf<M>>,
    options: &SearchOptions,
    statistics: &Statistics,
    detail: Detail,
) -> Deepest {
    let Some(run) = run else { return Deepest::Unknown(why_unknown(options, statistics)) };
    let (processes, start, transitions) = run_in_words(model, &run.transitions, &run.last, detail);
    Deepest::Run(DeepestRun { processes, start, transitions })
}

/// Why a search does not know which of its states are deepest, or no way to one.
fn why_unknown(options: &SearchOptions, statistics: &Statistics) -> &'static str {
    match options.store {
        _ if options.order == Order::DepthFirst => {
            "a search depth first does not know how deep states lie"
        }
        Store::Bitstate { .. } | Store::Fingerprint { .. } => {
            "the store keeps some bits of each state, from which no run can be told"
        }
        Store::Compressed => "the compressed store does not keep how states were reached",
        _ if options.team.is_some() => "machines shared the states, and none has all of a level",
        _ if statistics.file_bytes > 0 => "some of the levels are in files",
        _ if options.trace_choice == TraceChoice::Met => {
            "with `--trace-order found` the levels of the search are not kept"
        }
        _ if options.budget.check(0).is_err() => "the limit leaves no time to look for it",
        _ => "the levels of the search are not kept with this strategy",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_of_search_has_its_reason() {
        let plain = SearchOptions::default();
        let mut reasons = Vec::new();
        for options in [
            SearchOptions { order: Order::DepthFirst, ..plain.clone() },
            SearchOptions { store: Store::Fingerprint { bytes: 8 }, ..plain.clone() },
            SearchOptions { store: Store::Compressed, ..plain.clone() },
            SearchOptions { trace_choice: TraceChoice::Met, ..plain.clone() },
            plain.clone(),
        ] {
            reasons.push(why_unknown(&options, &Statistics::default()));
        }
        let in_files = Statistics { file_bytes: 1, ..Statistics::default() };
        reasons.push(why_unknown(&SearchOptions { store: Store::Disk, ..plain }, &in_files));
        let count = reasons.len();
        reasons.sort_unstable();
        reasons.dedup();
        assert_eq!(reasons.len(), count, "{reasons:?}");
    }
}
