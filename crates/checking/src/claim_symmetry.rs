//! The symmetry that is left for each claim of a model, as `check` searches for a run that violates it.

use groups::Patience;
use model::{PropositionCosts, Words};

use crate::claim::Cost;
use crate::detection::{DifferenceView, SymmetrySource, detect};
use crate::failure::Failure;
use crate::symmetry_view::SymmetryView;

/// The symmetry that keeps what a claim asks for.
#[derive(Clone, Debug)]
pub struct ClaimSymmetry {
    /// The claim.
    pub property: String,
    /// The symmetry, if there is one.
    pub symmetry: Option<SymmetryView>,
    /// The order of the group if it had to keep nothing that the claim asks for, in decimal, where that is larger.
    pub without: Option<String>,
    /// The propositions that make it smaller.
    pub costs: Vec<Cost>,
    /// Why components of one sort are not interchangeable.
    pub(crate) differences: Vec<DifferenceView>,
}

impl ClaimSymmetry {
    /// The order of the group, in decimal.
    #[must_use]
    pub fn order(&self) -> &str {
        self.symmetry.as_ref().map_or("1", |view| &view.order)
    }
}

/// The symmetry of a model that was made for a claim; none where the caller lost patience.
///
/// # Errors
/// That the source does not serve.
pub(crate) fn claim_symmetry<M: Words>(
    model: &M,
    property: &str,
    source: SymmetrySource<'_>,
    patience: &mut Patience<'_>,
) -> Result<Option<ClaimSymmetry>, Failure> {
    let understanding = model.understand();
    let found = detect::<M>(&*understanding, source.of_claims(), patience)?.unwrap_or_default();
    let costs = match source.of_claims() {
        // A group that is restricted is not smaller because of propositions.
        SymmetrySource::Found => understanding.proposition_costs(patience),
        _ => Ok(PropositionCosts::default()),
    };
    let told = costs.and_then(|costs| Ok((costs, understanding.differences(patience)?)));
    let Ok((costs, differences)) = told else { return Ok(None) };
    let view = |difference| DifferenceView::new(difference, model.sources());
    Ok(Some(ClaimSymmetry {
        property: property.to_owned(),
        symmetry: found.reduction.as_ref().map(SymmetryView::new),
        without: costs.without,
        costs: Cost::all(costs.propositions, model.sources()),
        differences: differences.into_iter().map(view).collect(),
    }))
}
