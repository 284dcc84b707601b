//! The texts of a model, line by line, with what is known of each line beside it.

use std::collections::HashMap;

use checking::quantities::count;
use diagnostics::FileId;
use maud::{Markup, html};
use model::Place;

/// A text that a model was read from.
#[derive(Clone, Copy, Debug)]
pub struct SourceFile<'a> {
    /// The name of its file, as places have it.
    pub name: &'a str,
    /// The text.
    pub text: &'a str,
}

/// The texts of a model; the first is that of its main file.
#[derive(Clone, Debug)]
pub struct Sources<'a>(pub Vec<SourceFile<'a>>);

impl<'a> Sources<'a> {
    /// The texts that a model was read from.
    #[must_use]
    pub fn of(sources: &'a diagnostics::Sources) -> Sources<'a> {
        let file = |number| {
            let file = FileId(number as u32);
            SourceFile { name: sources.name(file), text: sources.text(file) }
        };
        Sources((0..sources.len()).map(file).collect())
    }
}

impl Sources<'_> {
    /// A line by the places of its text and of itself in that, from 1.
    pub(super) fn line(&self, place: &Place) -> Option<(usize, usize)> {
        let file = self.0.iter().position(|file| file.name == place.file)?;
        Some((file, place.line))
    }

    /// The name of a line within a page, as in `s0-12`.
    #[must_use]
    pub fn anchor(&self, place: &Place) -> Option<String> {
        self.line(place).map(anchor)
    }
}

fn anchor((file, line): (usize, usize)) -> String {
    format!("s{file}-{line}")
}

/// What is known of a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineNote {
    /// Its statements, and how often each was executed.
    pub executed: Vec<(String, u64)>,
    /// What of it is never reached.
    pub unreached: Vec<String>,
    /// What of it is perhaps never reached.
    pub undecided: Vec<String>,
}

/// What is known of lines, by the places of their texts and of themselves in these, from 1.
pub type LineNotes = HashMap<(usize, usize), LineNote>;

/// So many lines are shown.
const MOST_LINES: usize = 20_000;
/// So many lines stand in one table: browsers lay out those alone that are in sight.
const PART: usize = 500;

/// The texts, each line by its number and under its own [name](Sources::anchor). If there are counts of statements, `counted` says what they
/// are of.
#[must_use]
pub fn source_listing(sources: &Sources<'_>, notes: &LineNotes, counted: &str) -> Markup {
    html! {
        section id="source" {
            h2 { "Source" }
            @if !notes.is_empty() { (legend(notes, counted)) }
            @for (number, file) in sources.0.iter().enumerate() {
                @if !file.text.is_empty() { (listing(number, file, notes)) }
            }
        }
    }
}

fn legend(notes: &LineNotes, counted: &str) -> Markup {
    html! {
        p class="legend" {
            @if notes.values().any(|note| !note.executed.is_empty()) { (counted) " " }
            @if notes.values().any(|note| !note.unreached.is_empty()) {
                span class="unreached" { "✗" } " never reached. "
            }
            @if notes.values().any(|note| !note.undecided.is_empty()) {
                span class="undecided" { "?" }
                " perhaps never reached, which symmetry leaves open: "
                code { "--symmetry off" } " tells. "
            }
        }
    }
}

fn listing(number: usize, file: &SourceFile<'_>, notes: &LineNotes) -> Markup {
    let lines: Vec<(usize, &str)> = (1..).zip(file.text.lines()).collect();
    let shown = &lines[..lines.len().min(MOST_LINES)];
    let digits = shown.len().to_string().len();
    html! {
        h3 { (file.name) }
        div class="wide" {
            @for part in shown.chunks(PART) {
                div class="part" {
                    table class="listing" {
                        colgroup { col style="width:8ch"; col style={ "width:" (digits + 2) "ch" }; col; }
                        tbody {
                            @for &(line, text) in part {
                                (row((number, line), text, notes.get(&(number, line))))
                            }
                        }
                    }
                }
            }
        }
        @if lines.len() > shown.len() { p { "… and " (lines.len() - shown.len()) " more lines" } }
    }
}

fn row(line: (usize, usize), text: &str, note: Option<&LineNote>) -> Markup {
    let none = LineNote::default();
    let note = note.unwrap_or(&none);
    let (mark, class, told) = match (&note.unreached[..], &note.undecided[..]) {
        ([], []) => (counts(&note.executed), None, told(&note.executed)),
        ([], some) => ("?".to_owned(), Some("undecided"), listed("perhaps never reached: ", some)),
        (some, _) => ("✗".to_owned(), Some("unreached"), listed("never reached: ", some)),
    };
    html! {
        tr id=(anchor(line)) class=[class] title=[told] {
            td class="mark" { (mark) }
            th scope="row" { (line.1) }
            td { code { (text) } }
        }
    }
}

fn listed(words: &str, statements: &[String]) -> Option<String> {
    Some(format!("{words}{}", statements.join("; ")))
}

/// The counts of the statements of a line; one if all are the same.
fn counts(executed: &[(String, u64)]) -> String {
    let mut counts: Vec<u64> = executed.iter().map(|&(_, count)| count).collect();
    counts.dedup();
    counts.into_iter().map(count).collect::<Vec<_>>().join(", ")
}

/// The statements of a line with their counts, if there are several.
fn told(executed: &[(String, u64)]) -> Option<String> {
    let told =
        executed.iter().map(|(statement, number)| format!("{statement}: {}", count(*number)));
    (executed.len() > 1).then(|| told.collect::<Vec<_>>().join("; "))
}
