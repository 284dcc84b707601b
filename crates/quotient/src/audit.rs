//! `--audit`: the symmetry tested on the model's own transitions.

use machine::State;
use machine::detect::Reduction;
use symmetry::{AuditOptions, Difference, DifferenceKind, audit};

use crate::exit::{Exit, Failure};
use crate::load::Subject;
use crate::symmetry_view::SymmetryView;
use crate::units::plural;

/// Tests the symmetry at states of random runs; says how it went.
///
/// # Errors
/// A difference: the group does not consist of symmetries.
pub fn run_audit(
    subject: &Subject,
    reduction: Option<&Reduction>,
    states: u64,
) -> Result<String, Failure> {
    let Some(reduction) = reduction else {
        return Ok("audit: there is no symmetry to test\n".to_owned());
    };
    let options = AuditOptions { states, ..AuditOptions::default() };
    match audit(reduction, &reduction.symmetry, &options) {
        Ok(()) => Ok(format!("audit: {}, all generators agree\n", plural(states, "state"))),
        Err(difference) => Err(failure(subject, reduction, &difference)),
    }
}

fn failure(subject: &Subject, reduction: &Reduction, difference: &Difference<State>) -> Failure {
    let generators = SymmetryView::new(reduction).generators;
    let generator = generators.get(difference.generator).map_or("?", String::as_str);
    let what = match &difference.kind {
        DifferenceKind::Missing(_) => "a transition of the state is not one of its image",
        DifferenceKind::Extra(_) => "a transition of the image is not one of the state",
        DifferenceKind::Invariant(_) => "only one of them violates a property",
        _ => "they differ in shape",
    };
    let mut message = format!("audit: {generator} is not a symmetry: {what}");
    message.push_str("\nin the state");
    for (cell, value) in subject.model.cells(&difference.state) {
        message.push_str(&format!("\n  {cell} = {value}"));
    }
    message
        .push_str("\nThis is a defect of quotient; please report it. `--symmetry off` avoids it.");
    Failure { exit: Exit::Internal, message }
}
