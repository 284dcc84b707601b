//! How a model, or a claim, is to be checked.

use kernel::{Fairness, SearchOptions};
use symmetry::AuditPlan;

use crate::counterexample::Detail;
use crate::detection::SymmetrySource;
use crate::representative::RepresentativeRequest;

/// How a model, or a claim, is to be checked.
#[derive(Clone)]
pub struct CheckRequest<'a> {
    /// Where the symmetry comes from.
    pub symmetry: SymmetrySource<'a>,
    /// How states are to be told apart up to it.
    pub representative: RepresentativeRequest,
    /// How much of a reduced search is tested.
    pub audit: AuditPlan,
    /// Whether the states are counted that the classes stand for, in the search for violations of properties of states: without partial
    /// order reduction.
    pub orbits: bool,
    /// Of runs that go on for ever, which count.
    pub fairness: Fairness,
    /// Whether a run that violates a claim is to be a shortest one of the product with an automaton. (Of fair runs that go on for ever
    /// none is shortened.)
    pub shortest: bool,
    /// How to search, for which properties.
    pub options: SearchOptions,
    /// How much is told of counterexamples.
    pub detail: Detail,
    /// Whether a counterexample is wanted to be stored, of those to properties of states the first.
    pub store: bool,
    /// Whether it is wanted in the format of another tool.
    pub export: bool,
}
