//! What stands beside a counterexample where that is asked: the values of expressions, and whole states.

use std::fmt::Write;

use checking::{Counterexample, Loaded, Proposition};
use model::{Cell, CellKind};

use crate::terminal::{Paint, width};
use crate::wrap::wrap_list;

/// The narrowest that values are written.
const NARROWEST: usize = 40;
/// How far they are indented.
const INDENT: usize = 4;
/// So many rows are taken by what there is at the beginning, unless all is asked for.
const MOST_ROWS: usize = 2;

/// What is to be shown of the states of a run.
pub struct Beside<'a> {
    /// The model.
    pub model: &'a dyn Loaded,
    /// Expressions, of which the values are shown where they change.
    pub expressions: &'a [String],
    /// Whether all is shown that each state holds.
    pub states: bool,
}

impl Beside<'_> {
    /// Whether the states of the run must be known.
    pub fn asks(&self) -> bool {
        self.states || !self.expressions.is_empty()
    }

    /// The values of what a claim looks at and of the expressions in the first state, and what changes of them with each step.
    pub fn values(&self, run: &Counterexample) -> Vec<Vec<String>> {
        let mut values = self.of_expressions(run);
        if !run.propositions.is_empty() {
            values.resize(run.transitions.len() + 1, Vec::new());
        }
        // The value of a variable by itself is told with the variable.
        let is_told = |it: &&Proposition| run.start.iter().any(|cell| cell.name == it.text);
        for Proposition { text, values: along } in run.propositions.iter().filter(|it| !is_told(it))
        {
            let name = if text.contains(' ') { format!("`{text}`") } else { text.clone() };
            let mut known = None;
            for (news, value) in values.iter_mut().zip(along) {
                let value = value.map_or("no value".to_owned(), |value| value.to_string());
                news.extend(change(&name, known.replace(value.clone()), &value));
            }
        }
        values
    }

    fn of_expressions(&self, run: &Counterexample) -> Vec<Vec<String>> {
        if self.expressions.is_empty() {
            return Vec::new();
        }
        let after = run.transitions.iter().map(|transition| &transition.cells);
        let mut known: Vec<Option<String>> = vec![None; self.expressions.len()];
        let states = [&run.start].into_iter().chain(after);
        states.map(|cells| self.news(cells, &mut known)).collect()
    }

    fn news(&self, cells: &[Cell], known: &mut [Option<String>]) -> Vec<String> {
        let mut news = Vec::new();
        for (expression, known) in self.expressions.iter().zip(known) {
            let value = match self.model.evaluate(cells, expression) {
                Ok(value) => value.to_string(),
                Err(why) => format!("no value: {why}"),
            };
            news.extend(change(expression, known.replace(value.clone()), &value));
        }
        news
    }

    /// Writes what the first state of a run holds: as much as has room in a few rows, unless all is asked for.
    pub fn write_start(&self, out: &mut String, start: &[Cell], paint: Paint) {
        let rows = rows("initially ", start);
        let most = if self.states { rows.len() } else { MOST_ROWS };
        write_rows(out, &rows[..most.min(rows.len())], paint);
        if rows.len() > most {
            let text = format!("{:INDENT$}… and more (`--state` shows all)", "");
            let _ = writeln!(out, "{}", paint.dim(&text));
        }
    }

    /// Writes what the state holds that a step leads to, if that is asked for.
    pub fn write_state(&self, out: &mut String, cells: &[Cell], paint: Paint) {
        if self.states {
            write_rows(out, &rows("", cells), paint);
        }
    }
}

/// The value of an expression, if it is another one than before.
fn change(expression: &str, before: Option<String>, value: &str) -> Option<String> {
    match before {
        Some(before) if before == value => None,
        Some(before) => Some(format!("{expression}: {before} → {value}")),
        None => Some(format!("{expression} = {value}")),
    }
}

fn write_rows(out: &mut String, rows: &[String], paint: Paint) {
    for row in rows {
        let _ = writeln!(out, "{}", paint.dim(&format!("{:INDENT$}{row}", "")));
    }
}

/// The variables and channels of a state, but for what components are, with a word before the first.
fn rows(before: &str, cells: &[Cell]) -> Vec<String> {
    let shown = cells.iter().filter(|cell| cell.kind != CellKind::Component);
    let words = [before].into_iter().chain(std::iter::repeat(""));
    let texts = shown.zip(words).map(|(cell, word)| format!("{word}{} = {}", cell.name, cell.text));
    wrap_list(texts, ", ", width().saturating_sub(INDENT).max(NARROWEST))
}
