//! A counterexample in columns: step, process, line, statement, changes.

use std::fmt::Write;

use checking::{Counterexample, Transition, line_name};
use model::{Action, Blocked, Change};

use crate::terminal::{Paint, pad, shorten, width};

/// The most steps that are shown of a long counterexample, its end; the most statements of a long step, its
/// beginning and its end.
const MOST: usize = 200;
const WIDEST_PROCESS: usize = 22;
const WIDEST_STATEMENT: usize = 48;

/// Writes a counterexample; a long one without its beginning unless `whole`. `main` is the file of the model.
pub fn write_counterexample(
    out: &mut String,
    main: &str,
    counterexample: &Counterexample,
    whole: bool,
    paint: Paint,
) {
    let length = counterexample.transitions.len();
    let skipped = if whole { 0 } else { length.saturating_sub(MOST) };
    if skipped > 0 {
        let text = format!("  … {skipped} steps left out: `--trace FILE` and `replay` show all");
        let _ = writeln!(out, "{}", paint.dim(&text));
    }
    write_transitions(out, main, &counterexample.transitions[skipped..], paint);
    let _ = writeln!(out, "  {} {}", paint.bad("✗"), paint.bold(&counterexample.ending));
    write_blocked(out, &counterexample.blocked, paint);
}

/// Writes what happened, without the ending.
pub fn write_transitions(out: &mut String, main: &str, transitions: &[Transition], paint: Paint) {
    let columns = Columns::fit(main, transitions);
    for transition in transitions {
        columns.write(out, main, transition, &[], paint);
    }
}

/// How wide the columns are.
pub struct Columns {
    step: usize,
    process: usize,
    line: usize,
    statement: usize,
    changes: usize,
}

impl Columns {
    fn fit(main: &str, transitions: &[Transition]) -> Columns {
        let actions: Vec<&Action> = transitions
            .iter()
            .flat_map(|it| &it.actions)
            .map(|performed| &performed.action)
            .collect();
        Columns::of(main, &actions, transitions.last().map_or(1, |last| last.step))
    }

    /// Columns for these actions and for steps up to a number.
    pub fn of(main: &str, actions: &[&Action], last_step: usize) -> Columns {
        let actions = || actions.iter();
        let widest = |lengths: &mut dyn Iterator<Item = usize>, most: usize| {
            // Of what is not known beforehand, half of the most is enough.
            lengths.max().unwrap_or(most / 2).clamp(1, most)
        };
        let step = last_step.to_string().len();
        let process = widest(&mut actions().map(|a| a.process.chars().count()), WIDEST_PROCESS);
        let line = widest(&mut actions().map(|a| line_name(main, a).chars().count()), 30);
        let statement =
            widest(&mut actions().map(|a| a.statement.chars().count()), WIDEST_STATEMENT);
        let used = 2 + step + 2 + process + 2 + line + 2 + statement + 2;
        Columns { step, process, line, statement, changes: width().saturating_sub(used).max(24) }
    }

    /// Writes what happened in a transition, with remarks before what changed.
    pub fn write(
        &self,
        out: &mut String,
        main: &str,
        transition: &Transition,
        remarks: &[String],
        paint: Paint,
    ) {
        let news = transition.changes.iter().filter(|c| is_news(c)).map(change_text);
        let changes = wrapped(remarks.iter().cloned().chain(news), self.changes);
        let rows = transition.actions.len().max(changes.len());
        // What changed stands beside the last statements.
        let first = rows - changes.len();
        for row in 0..rows {
            if rows > MOST && (MOST / 2..rows - MOST / 2).contains(&row) {
                if row == MOST / 2 {
                    let text = format!("  … {} statements left out", rows - MOST);
                    let _ = writeln!(out, "{}", paint.dim(&text));
                }
                continue;
            }
            let number = if row == 0 { transition.step.to_string() } else { String::new() };
            let action_at = |row: usize| transition.actions.get(row).map(|it| &it.action);
            let action = action_at(row);
            let before = row.checked_sub(1).and_then(action_at);
            let same = action.zip(before).is_some_and(|(a, b)| a.process == b.process);
            let process = action.filter(|_| !same).map_or("", |a| a.process.as_str());
            let line = action.map_or(String::new(), |a| line_name(main, a));
            let statement = action.map_or("", |a| a.statement.as_str());
            let change = row.checked_sub(first).map_or("", |index| changes[index].as_str());
            let text = format!(
                "  {}  {}  {}  {}  {}",
                paint.dim(&format!("{number:>width$}", width = self.step)),
                paint.bold(&pad(&shorten(process, self.process), self.process)),
                paint.dim(&format!("{line:>width$}", width = self.line)),
                pad(&shorten(statement, self.statement), self.statement),
                change,
            );
            let _ = writeln!(out, "{}", text.trim_end());
        }
    }
}

/// That the variables of a new process are 0 goes without saying.
fn is_news(change: &Change) -> bool {
    change.before.is_some() || !matches!(change.after.as_str(), "0" | "no channel")
}

/// Texts with commas between them, as many to a row as fit.
pub fn wrapped(texts: impl Iterator<Item = String>, width: usize) -> Vec<String> {
    let mut rows: Vec<String> = Vec::new();
    for text in texts {
        let text = shorten(&text, width);
        match rows.last_mut() {
            Some(row) if row.chars().count() + 2 + text.chars().count() <= width => {
                row.push_str(", ");
                row.push_str(&text);
            }
            _ => rows.push(text),
        }
    }
    rows
}

fn change_text(change: &Change) -> String {
    match &change.before {
        Some(before) => format!("{}: {before} → {}", change.cell, change.after),
        None if change.after == "running" => format!("{} starts", change.cell),
        None => format!("{} = {}", change.cell, change.after),
    }
}

/// Writes where each process waits.
pub fn write_blocked(out: &mut String, blocked: &[Blocked], paint: Paint) {
    let process = blocked.iter().map(|s| s.process.chars().count()).max().unwrap_or(0);
    let line = blocked.iter().filter_map(|s| s.line).max().unwrap_or(0).to_string().len();
    for one in blocked {
        let name = paint.bold(&pad(&one.process, process));
        let waits: Vec<String> = one.waits_at.iter().map(|w| shorten(w, 60)).collect();
        let text = match one.line {
            Some(number) => format!(
                "{}  waits at  {}",
                paint.dim(&format!("line {number:>line$}")),
                shorten(&waits.join("  or  "), width().saturating_sub(process + line + 24).max(30)),
            ),
            None if one.may_end => "has finished".to_owned(),
            None => "cannot move".to_owned(),
        };
        let end = if one.may_end && one.line.is_some() { "  (may end here)" } else { "" };
        let _ = writeln!(out, "      {name}  {text}{}", paint.dim(end));
    }
}
