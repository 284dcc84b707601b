//! Variables that are no part of the state, since nothing reads them.

use diagnostics::Diagnostic;
use machine::program::{Program, Region, Variable};

use crate::ast::{Model, Unit};
use crate::model::KeptClaims;

/// Tells of the variables that are no part of the state. What a claim reads that is left out is none either, but that is not told.
pub(crate) fn unread(program: &Program, model: &Model, claims: KeptClaims) -> Option<Diagnostic> {
    let is_claim = |unit: &Unit| matches!(unit, Unit::Never(..) | Unit::Ltl { .. });
    if !claims.are_kept() && model.units.iter().any(is_claim) {
        return None;
    }
    let is_unread = |variable: &&Variable| variable.region == Region::Discarded;
    let variables: Vec<&Variable> = program.variables.iter().filter(is_unread).collect();
    let span = variables.first()?.span;
    let name =
        |variable: &&Variable| variable.name.split('.').next().unwrap_or_default().to_owned();
    let mut names: Vec<String> = variables.iter().map(name).collect();
    names.dedup();
    let (named, they_are, them) = match names.split_last()? {
        (last, []) => (format!("`{last}`"), "it is", "it"),
        (last, others) => (format!("`{}` and `{last}`", others.join("`, `")), "they are", "them"),
    };
    let message = format!("nothing reads {named}, so {they_are} no part of the state");
    let help =
        format!("`--keep-unread` keeps {them}, as `spin -o2` does; without it no run shows {them}");
    Some(Diagnostic::warning(span, message).help(help))
}
