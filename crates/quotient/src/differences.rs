//! Why components of one sort are not interchangeable, in words.

use std::fmt::Write;

use diagnostics::Span;
use groups::uninterrupted;
use machine::detect::Understanding;
use machine::detect::explain::Difference;
use serde::Serialize;

use crate::load::Subject;
use crate::symmetry_view::ranges;
use crate::terminal::{Paint, shorten, width};

/// How many differences are shown as text; JSON has all.
const MOST: usize = 20;

/// A difference as JSON shows it.
#[derive(Clone, Debug, Serialize)]
pub struct DifferenceObject {
    /// The components that symmetry exchanges with the first of the two.
    first: Vec<String>,
    /// Those that it exchanges with the second.
    second: Vec<String>,
    /// What tells them apart.
    reason: String,
    /// The statement or declaration that does.
    place: Option<Statement>,
    /// What stands there for the second.
    other: Option<Statement>,
}

#[derive(Clone, Debug, Serialize)]
struct Statement {
    file: String,
    line: usize,
    text: String,
}

/// The differences that the model makes between components of one sort.
pub fn of(subject: &Subject, understanding: &Understanding<'_>) -> Vec<DifferenceObject> {
    let object = |difference: Difference| DifferenceObject {
        first: difference.first,
        second: difference.second,
        reason: difference.reason,
        place: difference.span.map(|span| statement(subject, span)),
        other: difference.other.map(|span| statement(subject, span)),
    };
    let found = uninterrupted(|patience| understanding.differences(patience));
    found.into_iter().map(object).collect()
}

fn statement(subject: &Subject, span: Span) -> Statement {
    let (line, _) = subject.sources.line_column(span);
    let text = subject.sources.line_text(span.file, line).trim().to_owned();
    Statement { file: subject.sources.name(span.file).to_owned(), line, text }
}

/// One paragraph for each two kinds of components.
pub fn text(differences: &[DifferenceObject], paint: Paint) -> String {
    let mut out = String::new();
    if !differences.is_empty() {
        let _ = writeln!(out, "{}", paint.dim("what tells components apart"));
    }
    for difference in differences.iter().take(MOST) {
        let (first, second) = (ranges(&difference.first), ranges(&difference.second));
        let _ = writeln!(out, "  {first} and {second}: {}", difference.reason);
        for place in difference.place.iter().chain(&difference.other) {
            let name = format!("{}:{}", place.file, place.line);
            let source = shorten(&place.text, width().saturating_sub(name.len() + 6).max(30));
            let _ = writeln!(out, "    {}  {source}", paint.dim(&name));
        }
    }
    if differences.len() > MOST {
        let more = differences.len() - MOST;
        let _ = writeln!(out, "  … {more} more; `--json` shows them");
    }
    out
}
