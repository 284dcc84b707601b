//! How a run was looked for that violates a claim: a part of the document of `check`.

use checking::{Audited, ClaimSearched, Cost, SymmetryView};
use kernel::Fairness;
use serde::Serialize;

/// How a run was looked for that violates a property.
#[derive(Serialize)]
pub(crate) struct ClaimSearch<'a> {
    /// `none`, `weak` or `strong`.
    fairness: &'static str,
    states: u64,
    /// Those of the product with an automaton.
    transitions: u64,
    depth: u64,
    elapsed_s: f64,
    /// The symmetry that was used: one that keeps what the property asks for.
    symmetry: Option<UsedSymmetry<'a>>,
    /// Why none was, if there is one.
    symmetry_unused: Option<&'a str>,
    /// Whether transitions were left out that nobody can tell.
    partial_order: bool,
    /// The order of the group if it had to keep nothing that the property asks for, where that is larger.
    order_without: Option<&'a str>,
    /// The propositions that make it smaller, each with the order of the group that keeps just this one.
    costs: &'a [Cost],
    /// What was tested of the reduction; null where there was none.
    audit: Option<&'a Audited>,
    /// Whether no run of model and automaton is shorter; null where that was not asked.
    shortest: Option<bool>,
}

#[derive(Serialize)]
struct UsedSymmetry<'a> {
    #[serde(flatten)]
    view: &'a SymmetryView,
    representative: &'static str,
}

impl<'a> ClaimSearch<'a> {
    pub(crate) fn new(searched: &'a ClaimSearched) -> ClaimSearch<'a> {
        let view = searched.symmetry.as_ref().and_then(|found| found.symmetry.as_ref());
        let used = searched.representative.zip(view);
        ClaimSearch {
            fairness: match searched.fairness {
                Fairness::None => "none",
                Fairness::Weak => "weak",
                Fairness::Strong => "strong",
            },
            states: searched.statistics.states,
            transitions: searched.statistics.transitions,
            depth: searched.statistics.depth,
            elapsed_s: searched.statistics.elapsed.as_secs_f64(),
            symmetry: used.map(|(chosen, view)| UsedSymmetry { view, representative: chosen.name }),
            partial_order: searched.partial_order,
            symmetry_unused: searched.unused.as_deref(),
            order_without: searched.without.as_deref(),
            costs: &searched.costs,
            audit: searched.audited.as_ref(),
            shortest: searched.shortest,
        }
    }
}
