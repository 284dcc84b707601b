//! The document of `symmetry`.

use checking::{
    ClaimSymmetry, Cost, DiagramView, DifferenceView, Effect, HeldScalarset, RemarkView,
    SymmetryReport, SymmetryView,
};
use serde::Serialize;

use crate::head::{About, Head};

/// The symmetry of a model, and the obstacles to more.
#[derive(Serialize)]
pub struct SymmetryDocument<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    symmetry: Option<Symmetry<'a>>,
    claims: Vec<OfClaim<'a>>,
    remarks: Vec<Remark<'a>>,
    scalarsets: &'a [HeldScalarset],
    differences: &'a [DifferenceView],
    #[serde(skip_serializing_if = "Option::is_none")]
    channel_diagram: Option<&'a DiagramView>,
}

#[derive(Serialize)]
struct Symmetry<'a> {
    #[serde(flatten)]
    view: &'a SymmetryView,
    /// Whether some reachable state is taken to another one; null where that is not known.
    reduces: Option<bool>,
}

/// What is left of the symmetry for a claim.
#[derive(Serialize)]
struct OfClaim<'a> {
    property: &'a str,
    symmetry: Option<&'a SymmetryView>,
    /// The order of the group if it had to keep nothing that the claim asks for, where that is larger.
    order_without: Option<&'a str>,
    /// The propositions that make it smaller, each with the order of the group that keeps just this one.
    costs: &'a [Cost],
}

#[derive(Serialize)]
struct Remark<'a> {
    text: &'a str,
    file: Option<&'a str>,
    line: Option<usize>,
}

impl<'a> SymmetryDocument<'a> {
    /// The document of what was found.
    #[must_use]
    pub fn new(about: About<'a>, report: &'a SymmetryReport) -> SymmetryDocument<'a> {
        let found = &report.found;
        let reduces = report.effect.and_then(Effect::reduces);
        SymmetryDocument {
            head: Head::new(about),
            symmetry: found.symmetry.as_ref().map(|view| Symmetry { view, reduces }),
            claims: report.claims.iter().map(of_claim).collect(),
            remarks: found.remarks.iter().map(remark).collect(),
            scalarsets: &report.scalarsets,
            differences: &report.differences,
            channel_diagram: found.diagram.as_ref(),
        }
    }
}

fn of_claim(claim: &ClaimSymmetry) -> OfClaim<'_> {
    OfClaim {
        property: &claim.property,
        symmetry: claim.symmetry.as_ref(),
        order_without: claim.without.as_deref(),
        costs: &claim.costs,
    }
}

fn remark(remark: &RemarkView) -> Remark<'_> {
    let place = remark.place.as_ref().map(|(place, _)| place);
    Remark {
        text: &remark.text,
        file: place.map(|place| place.file.as_str()),
        line: place.map(|place| place.line),
    }
}
