//! Which lines have statements that no run arrives at.

use checking::Report;
use model::Unreached;

use super::source::{LineNote, LineNotes, Sources};

/// What the report knows of lines.
pub(super) fn notes(report: &Report, sources: &Sources<'_>) -> LineNotes {
    let mut notes = LineNotes::new();
    let Some(never) = &report.unreached else { return notes };
    let mut note = |all: &[Unreached], statements: fn(&mut LineNote) -> &mut Vec<String>| {
        for unreached in all {
            if let Some(line) = sources.line(&unreached.place) {
                let known = statements(notes.entry(line).or_default());
                known.push(format!("{} in {}", unreached.statement, unreached.owner));
            }
        }
    };
    note(&never.certain, |note| &mut note.unreached);
    note(&never.undecided, |note| &mut note.undecided);
    notes
}
