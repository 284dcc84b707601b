//! Claims of a model: what is checked each with a system of its own, as formulas about runs and assertions about processes.

use diagnostics::Sources;
use kernel::{Fairness, Statistics, StopReason};
use model::{Exported, PropositionCost};
use serde::Serialize;

use crate::audited::Audited;
use crate::counterexample::Counterexample;
use crate::detection::SymmetryFound;
use crate::representative::Representative;
use crate::trace_file::StoredRun;
use crate::verdict::Verdict;

/// What is said of a claim.
pub struct ClaimReport {
    /// The answer.
    pub verdict: Verdict,
    /// A run that violates it.
    pub counterexample: Option<Counterexample>,
    /// The same, to be stored.
    pub stored: Option<StoredRun>,
    /// The same in the format of another tool, if it was wanted, or why it cannot be had. None of a run that goes on for ever.
    pub exported: Option<Result<Exported, String>>,
    /// How it was looked for.
    pub searched: ClaimSearched,
}

/// How a run was looked for that violates a claim.
#[derive(Clone, Debug)]
pub struct ClaimSearched {
    /// The claim.
    pub property: String,
    /// Which runs counted.
    pub fairness: Fairness,
    /// Whether all runs counted, and the one that was found is not weakly fair.
    pub unfair: bool,
    /// What was counted; transitions are those of the product with an automaton.
    pub statistics: Statistics,
    /// Why the search ended.
    pub stop: StopReason,
    /// The symmetry that keeps what the property asks for; none if it was declined.
    pub symmetry: Option<SymmetryFound>,
    /// How states were told apart up to it, if it was used.
    pub representative: Option<Representative>,
    /// The order of the group if it had to keep nothing that the property asks for, in decimal, where that is larger.
    pub without: Option<String>,
    /// The propositions that make it smaller.
    pub costs: Vec<Cost>,
    /// Why it was not used, if there is one.
    pub unused: Option<String>,
    /// Whether transitions were left out that nobody can tell.
    pub partial_order: bool,
    /// What was tested of the reduction, if there was one.
    pub audited: Option<Audited>,
    /// Whether no run in the product with an automaton is shorter; none where that was not asked.
    pub shortest: Option<bool>,
}

/// A proposition for which the symmetry is smaller.
#[derive(Clone, Debug, Serialize)]
pub struct Cost {
    /// Its text.
    pub proposition: String,
    /// The order of the group that keeps just this one, in decimal.
    pub order: String,
}

impl Cost {
    /// Each proposition once, by its text.
    pub(crate) fn all(propositions: Vec<PropositionCost>, sources: &Sources) -> Vec<Cost> {
        let mut costs: Vec<Cost> = Vec::new();
        for PropositionCost { span, order } in propositions {
            let words: Vec<&str> = sources.snippet(span).split_whitespace().collect();
            let proposition = words.join(" ");
            if costs.iter().all(|known| known.proposition != proposition) {
                costs.push(Cost { proposition, order });
            }
        }
        costs
    }
}

impl ClaimSearched {
    /// A search of all states of a system that is the claim's own.
    #[must_use]
    pub fn plainly(property: impl Into<String>, statistics: Statistics, stop: StopReason) -> Self {
        ClaimSearched {
            property: property.into(),
            fairness: Fairness::None,
            unfair: false,
            statistics,
            stop,
            symmetry: None,
            representative: None,
            without: None,
            costs: Vec::new(),
            unused: None,
            partial_order: false,
            audited: None,
            shortest: None,
        }
    }
}
