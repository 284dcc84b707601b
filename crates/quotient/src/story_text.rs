//! A story in columns: step, process, line, statement, changes.

use std::fmt::Write;

use crate::load::Subject;
use crate::story::{Changed, Chapter, Deed, Story, Stuck, line_name};
use crate::terminal::{Paint, pad, shorten, width};

/// The most steps that are shown of a long story, its end; the most statements of a long step, its
/// beginning and its end.
const MOST: usize = 200;
const WIDEST_PROCESS: usize = 22;
const WIDEST_STATEMENT: usize = 48;

/// Writes a story; a long one without its beginning unless `whole`.
pub fn write_story(out: &mut String, subject: &Subject, story: &Story, whole: bool, paint: Paint) {
    let skipped = if whole { 0 } else { story.chapters.len().saturating_sub(MOST) };
    if skipped > 0 {
        let text = format!("  … {skipped} steps left out: `--trace FILE` and `replay` show all");
        let _ = writeln!(out, "{}", paint.dim(&text));
    }
    write_chapters(out, subject, &story.chapters[skipped..], paint);
    let _ = writeln!(out, "  {} {}", paint.bad("✗"), paint.bold(&story.ending));
    write_stuck(out, &story.stuck, paint);
}

/// Writes what happened, without the ending.
pub fn write_chapters(out: &mut String, subject: &Subject, chapters: &[Chapter], paint: Paint) {
    let columns = Columns::fit(subject, chapters);
    for chapter in chapters {
        columns.write(out, subject, chapter, paint);
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
    fn fit(subject: &Subject, chapters: &[Chapter]) -> Columns {
        let deeds: Vec<&Deed> = chapters.iter().flat_map(|chapter| &chapter.actions).collect();
        Columns::of(subject, &deeds, chapters.last().map_or(1, |last| last.step))
    }

    /// Columns for these deeds and for steps up to a number.
    pub fn of(subject: &Subject, deeds: &[&Deed], last_step: usize) -> Columns {
        let deeds = || deeds.iter();
        let widest = |lengths: &mut dyn Iterator<Item = usize>, most: usize| {
            lengths.max().unwrap_or(0).clamp(1, most)
        };
        let step = last_step.to_string().len();
        let process = widest(&mut deeds().map(|d| d.process.chars().count()), WIDEST_PROCESS);
        let line = widest(&mut deeds().map(|d| line_name(subject, d).chars().count()), 30);
        let statement = widest(&mut deeds().map(|d| d.statement.chars().count()), WIDEST_STATEMENT);
        let used = 2 + step + 2 + process + 2 + line + 2 + statement + 2;
        Columns { step, process, line, statement, changes: width().saturating_sub(used).max(24) }
    }

    /// Writes what happened in a transition.
    pub fn write(&self, out: &mut String, subject: &Subject, chapter: &Chapter, paint: Paint) {
        self.write_with(out, subject, chapter, &[], paint);
    }

    /// Writes what happened in a transition, with remarks before what changed.
    pub fn write_with(
        &self,
        out: &mut String,
        subject: &Subject,
        chapter: &Chapter,
        remarks: &[String],
        paint: Paint,
    ) {
        let news = chapter.changes.iter().filter(|c| is_news(c)).map(change_text);
        let changes = wrapped(remarks.iter().cloned().chain(news), self.changes);
        let rows = chapter.actions.len().max(changes.len());
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
            let number = if row == 0 { chapter.step.to_string() } else { String::new() };
            let deed = chapter.actions.get(row);
            let same =
                row > 0 && deed.is_some_and(|d| d.process == chapter.actions[row - 1].process);
            let process = deed.filter(|_| !same).map_or("", |d| d.process.as_str());
            let line = deed.map_or(String::new(), |d| line_name(subject, d));
            let statement = deed.map_or("", |d| d.statement.as_str());
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
fn is_news(change: &Changed) -> bool {
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

fn change_text(change: &Changed) -> String {
    match &change.before {
        Some(before) => format!("{}: {before} → {}", change.cell, change.after),
        None if change.after == "running" => format!("{} starts", change.cell),
        None => format!("{} = {}", change.cell, change.after),
    }
}

/// Writes where each process waits.
pub fn write_stuck(out: &mut String, stuck: &[Stuck], paint: Paint) {
    let process = stuck.iter().map(|s| s.process.chars().count()).max().unwrap_or(0);
    let line = stuck.iter().filter_map(|s| s.line).max().unwrap_or(0).to_string().len();
    for one in stuck {
        let name = paint.bold(&pad(&one.process, process));
        let waits: Vec<String> = one.waits_at.iter().map(|w| shorten(w, 60)).collect();
        let text = match one.line {
            Some(number) => format!(
                "{}  waits at  {}",
                paint.dim(&format!("line {number:>line$}")),
                shorten(&waits.join("  or  "), width().saturating_sub(process + line + 24).max(30)),
            ),
            None => "has finished".to_owned(),
        };
        let end = if one.may_end && one.line.is_some() { "  (may end here)" } else { "" };
        let _ = writeln!(out, "      {name}  {text}{}", paint.dim(end));
    }
}
