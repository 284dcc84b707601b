//! What a report knows of the lines of a model.

use checking::{PartialOrder, Report};
use model::Unreached;

use super::source::{LineNote, LineNotes, Sources};

/// How often the statements of lines were executed, and which are never reached.
pub(super) fn notes(report: &Report, sources: &Sources<'_>) -> LineNotes {
    let mut notes = LineNotes::new();
    for executed in report.executed.iter().flatten() {
        if let Some(line) = sources.line(&executed.place) {
            let known = &mut notes.entry(line).or_default().executed;
            known.push((executed.statement.clone(), executed.count));
        }
    }
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

/// What the numbers are of.
pub(super) fn counted(report: &Report) -> String {
    let mut text = "Numbers: how often the search executed the statements of a line".to_owned();
    if report.representative().is_some() {
        text.push_str(", from one state of each class of symmetric ones");
    }
    if report.preparation.partial_order == PartialOrder::On {
        text.push_str("; what partial order reduction leaves out is not counted");
    }
    text + "."
}
