//! Scalarsets that the model or the command line declares: checked before anything else is done.

use std::fmt::Write;

use diagnostics::{Diagnostic, Span};
use groups::{Interrupted, Patience};
use machine::detect::scalarset::{Breach, Outcome, Scalarset};
use machine::detect::{Detected, Understanding};
use promela::scalarsets;
use serde::Serialize;

use crate::diagnostics_text::render;
use crate::exit::Failure;
use crate::load::Subject;
use crate::symmetry_source::SymmetryChoice;
use crate::terminal::Paint;

/// The option, which is the name of its text in messages.
const OPTION: &str = "--scalarset";

/// Values that are interchangeable, as declared.
#[derive(Clone, Debug, Serialize)]
pub struct Held {
    /// What was declared, as in `turn` or `a[]`.
    name: String,
    /// Its values that can be permuted in every way.
    values: Vec<i32>,
    /// `S3`.
    structure: String,
    /// Where it was declared.
    file: String,
    line: usize,
}

/// What is declared by the model and by the options, whose texts become sources of the subject.
///
/// # Errors
/// An option that cannot be understood.
pub fn declared(
    subject: &mut Subject,
    options: &[String],
    choice: &SymmetryChoice,
) -> Result<Vec<Scalarset>, Failure> {
    if *choice == SymmetryChoice::Off {
        return match options {
            [] => Ok(Vec::new()),
            _ => Err(Failure::input(format!(
                "{OPTION}: nothing is interchangeable with `--symmetry off`; leave one of them out"
            ))),
        };
    }
    let mut found = subject.scalarsets.clone();
    for option in options {
        let file = subject.sources.add(OPTION, option.clone());
        let end = subject.sources.text(file).len() as u32;
        match scalarsets(option, Span { file, start: 0, end }) {
            Ok(more) => found.extend(more),
            Err(problem) => return Err(refused(subject, &[problem])),
        }
    }
    Ok(found)
}

/// Checks what is declared against what detection finds.
///
/// # Errors
/// What is no scalarset, and why.
pub fn hold(
    subject: &Subject,
    understanding: &Understanding<'_>,
    declared: &[Scalarset],
    choice: &SymmetryChoice,
    found: Option<&Detected>,
    patience: &mut Patience<'_>,
) -> Result<Vec<Held>, Failure> {
    if declared.is_empty() {
        return Ok(Vec::new());
    }
    // A group from a file may be smaller than what holds.
    let outcomes = match (choice, found) {
        (SymmetryChoice::Auto, Some(found)) => {
            understanding.check_scalarsets(found, declared, patience)
        }
        _ => {
            let found = understanding.detect(patience);
            understanding.check_scalarsets(&found, declared, patience)
        }
    };
    let outcomes = outcomes.map_err(|Interrupted| {
        Failure::limit(
            "whether the scalarsets are such takes more time or memory to find out than it may",
        )
    })?;
    let mut held = Vec::new();
    let mut problems = Vec::new();
    for (scalarset, outcome) in declared.iter().zip(outcomes) {
        match outcome {
            Outcome::Holds { sets } => {
                held.extend(sets.into_iter().map(|values| one(subject, scalarset, values)));
            }
            Outcome::Refused(breach) => problems.push(diagnostic(scalarset, breach)),
        }
    }
    if problems.is_empty() { Ok(held) } else { Err(refused(subject, &problems)) }
}

fn refused(subject: &Subject, problems: &[Diagnostic]) -> Failure {
    Failure::rendered(render(problems, &subject.sources, Paint::stderr().is_on()))
}

fn one(subject: &Subject, scalarset: &Scalarset, values: Vec<i32>) -> Held {
    Held {
        name: scalarset.name(),
        structure: format!("S{}", values.len()),
        values,
        file: subject.sources.name(scalarset.span.file).to_owned(),
        line: subject.sources.line_column(scalarset.span).0,
    }
}

fn diagnostic(scalarset: &Scalarset, breach: Breach) -> Diagnostic {
    let message = format!("`{scalarset}` is no scalarset: {}", breach.reason);
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

/// `scalarset turn = 1..3: holds, S3`, a line for each.
pub fn text(held: &[Held], paint: Paint) -> String {
    let mut out = String::new();
    for one in held {
        let values = ranges(&one.values);
        let word = paint.dim("scalarset");
        let _ = writeln!(out, "{word} {} = {values}: holds, {}", one.name, one.structure);
    }
    out
}

/// `1..3, 5`.
fn ranges(values: &[i32]) -> String {
    let runs = values.chunk_by(|a, b| *b == *a + 1).map(|run| match run {
        [first, .., last] => format!("{first}..{last}"),
        _ => run.iter().map(i32::to_string).collect(),
    });
    runs.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    #[test]
    fn consecutive_values_are_drawn_together() {
        assert_eq!(super::ranges(&[1, 2, 3, 5, 7, 8]), "1..3, 5, 7..8");
    }
}
