//! Scalarsets that a model or its user declares: checked before anything else is done.

use diagnostics::Diagnostic;
use groups::{Interrupted, Patience};
use model::{Breach, Found, Model, Place, Scalarset, ScalarsetOutcome, Understanding, Words};
use serde::Serialize;

use crate::failure::Failure;

/// Values that are interchangeable, as declared.
#[derive(Clone, Debug, Serialize)]
pub struct HeldScalarset {
    /// What was declared, as in `turn` or `a[]`.
    pub name: String,
    /// Its values that can be permuted in every way.
    pub values: Vec<i32>,
    /// `S3`.
    pub structure: String,
    /// Where it was declared.
    pub file: String,
    /// The line of that.
    pub line: usize,
}

/// Checks what is declared against what detection finds; `found` is none where the group is not all of that.
///
/// # Errors
/// What is no scalarset, and why.
pub(crate) fn hold<M: Words>(
    model: &M,
    understanding: &dyn Understanding<M::Reduced>,
    found: Option<&Found<M::Reduced>>,
    patience: &mut Patience<'_>,
) -> Result<Vec<HeldScalarset>, Failure> {
    let declared = model.scalarsets();
    if declared.is_empty() {
        return Ok(Vec::new());
    }
    let outcomes = outcomes::<M>(understanding, declared, found, patience);
    let outcomes = outcomes.map_err(|Interrupted| {
        let text = "checking the scalarsets exceeded the time or memory limit";
        Failure::Limit(text.to_owned())
    })?;
    let mut held = Vec::new();
    let mut problems = Vec::new();
    for (scalarset, outcome) in declared.iter().zip(outcomes) {
        match outcome {
            ScalarsetOutcome::Holds { sets } => {
                held.extend(sets.into_iter().map(|values| one(model, scalarset, values)));
            }
            ScalarsetOutcome::Refused(breach) => problems.push(diagnostic(scalarset, breach)),
        }
    }
    if problems.is_empty() { Ok(held) } else { Err(Failure::Model(problems)) }
}

fn outcomes<M: Model>(
    understanding: &dyn Understanding<M::Reduced>,
    declared: &[Scalarset],
    found: Option<&Found<M::Reduced>>,
    patience: &mut Patience<'_>,
) -> Result<Vec<ScalarsetOutcome>, Interrupted> {
    match found {
        Some(found) => understanding.check_scalarsets(found, declared, patience),
        None => {
            let found = understanding.detect(patience);
            understanding.check_scalarsets(&found, declared, patience)
        }
    }
}

fn one(model: &impl Words, scalarset: &Scalarset, values: Vec<i32>) -> HeldScalarset {
    let place = Place::of(scalarset.span, model.sources());
    HeldScalarset {
        name: scalarset.name(),
        structure: format!("S{}", values.len()),
        values,
        file: place.file,
        line: place.line,
    }
}

fn diagnostic(scalarset: &Scalarset, breach: Breach) -> Diagnostic {
    let message = format!("`{scalarset}` is not a scalarset: {}", breach.reason);
    let mut diagnostic = Diagnostic::error(scalarset.span, message);
    for (place, remark) in [(breach.span, "here"), (breach.other, "and here")] {
        if let Some(place) = place {
            diagnostic = diagnostic.label(place, remark);
        }
    }
    match breach.help {
        Some(help) => diagnostic.help(help),
        None => diagnostic,
    }
}
