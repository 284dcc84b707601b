//! A run as a table: a row for each action, a column for each cell that changes.

use checking::quantities::count;
use checking::{Transition, line_name};
use maud::{Markup, html};
use model::{Change, Performed};

use super::source::Sources;
use super::table_columns::{Columns, Widths};
use crate::shown_run::ShownRun;

/// So many steps are shown.
const MOST_STEPS: usize = 20_000;
/// So many characters of a value are shown.
const LONGEST_VALUE: usize = 300;

/// So many steps stand in one table: browsers lay out those alone that are in sight.
const PART: usize = 250;

/// The steps of a run, whose rows are called `ID-1`, `ID-2` and so on, that of the initial values `ID-0`. A step of several actions has a row
/// for each. What does not change is left out. Of many steps there are several tables, one below the other.
#[must_use]
pub fn step_table(id: &str, run: &ShownRun<'_>, sources: &Sources<'_>) -> Markup {
    let columns = Columns::of(run);
    let widths = Widths::of(run, &columns, LONGEST_VALUE);
    let shown = &run.transitions[..run.transitions.len().min(MOST_STEPS)];
    let parts = shown.len().div_ceil(PART).max(1);
    html! {
        div class="wide steps" data-run=(id) {
            @for part in 0..parts {
                @let first = part * PART;
                @let steps = &shown[first..shown.len().min(first + PART)];
                div class="part" {
                    table class="steps" style={ "width:" (widths.sum()) "ch" } {
                        (widths.colgroup())
                        (head(&columns))
                        tbody {
                            @if part == 0 { (beginning(id, run, &columns)) }
                            @for (number, made) in steps.iter().enumerate() {
                                (step(id, run, &columns, sources, (first + number, made)))
                            }
                            @if part + 1 == parts { (more(run, &columns)) (end(run, &columns)) }
                        }
                    }
                }
            }
        }
    }
}

fn head(columns: &Columns<'_>) -> Markup {
    html! {
        thead {
            tr {
                th scope="col" { "step" }
                th scope="col" { "process" }
                th scope="col" { "statement" }
                th scope="col" { "line" }
                @for (_, name) in &columns.cells { th scope="col" class="cell" { (name) } }
            }
        }
    }
}

/// The row of the initial values.
fn beginning(id: &str, run: &ShownRun<'_>, columns: &Columns<'_>) -> Markup {
    html! {
        tr id={ (id) "-0" } class="start" data-step="0" {
            th scope="row" { a href={ "#" (id) "-0" } { "0" } }
            td { }
            td { "initial values" }
            td { }
            (values(columns, &columns.initial(run.start), None))
        }
    }
}

/// That steps are left out.
fn more(run: &ShownRun<'_>, columns: &Columns<'_>) -> Markup {
    let more = run.transitions.len().saturating_sub(MOST_STEPS);
    html! {
        @if more > 0 {
            tr class="end" {
                td { "…" }
                td colspan=(3 + columns.cells.len()) {
                    (count(more as u64)) " more steps: " code { "quotient replay" } " shows all"
                }
            }
        }
    }
}

/// The rows of a step.
fn step(
    id: &str,
    run: &ShownRun<'_>,
    columns: &Columns<'_>,
    sources: &Sources<'_>,
    (number, made): (usize, &Transition),
) -> Markup {
    let is_last = number + 1 == run.transitions.len();
    let class = match run.again {
        _ if is_last && run.is_violated_by_step => Some("violating"),
        Some(again) if again == made.step => Some("again"),
        _ => None,
    };
    html! {
        @for (action, performed) in made.actions.iter().enumerate() {
            @let name = (action == 0).then(|| format!("{id}-{}", made.step));
            tr id=[name] class=[class] data-step=(made.step) {
                @if action == 0 {
                    th scope="row" {
                        a href={ "#" (id) "-" (made.step) } { (made.step) }
                        @if class == Some("again") { " ↺" }
                        @if class == Some("violating") { " ✗" }
                    }
                } @else { td { } }
                (acted(run.model, performed, sources))
                (values(columns, &changed(columns, made, action), Some(made)))
            }
        }
    }
}

/// Who did what, and where that stands.
fn acted(main: &str, performed: &Performed, sources: &Sources<'_>) -> Markup {
    let action = &performed.action;
    html! {
        td { (action.process) }
        td { code { (action.statement) } }
        td {
            @if let Some(place) = &action.place {
                @if let Some(anchor) = sources.anchor(place) {
                    a href={ "#" (anchor) } { (line_name(main, place)) }
                } @else { (line_name(main, place)) }
            }
        }
    }
}

/// What an action changed, by columns, with the last value of each.
fn changed<'v>(
    columns: &Columns<'_>,
    made: &'v Transition,
    action: usize,
) -> Vec<(usize, &'v str)> {
    let last = made.actions.len() - 1;
    let is_made = |change: &&Change| change.action.min(last) == action;
    let mut changed: Vec<(usize, &str)> = Vec::new();
    for change in made.changes.iter().filter(is_made) {
        let Some(place) = columns.place(change.kind, &change.cell) else { continue };
        match changed.iter_mut().find(|(known, _)| *known == place) {
            Some((_, value)) => *value = &change.after,
            None => changed.push((place, &change.after)),
        }
    }
    changed.sort_by_key(|&(place, _)| place);
    changed
}

/// Values in their columns; what is between them is one empty cell.
fn values(columns: &Columns<'_>, values: &[(usize, &str)], made: Option<&Transition>) -> Markup {
    let class = made.map(|_| "changed");
    let after_last = [(columns.cells.len(), "")];
    let mut next = 0;
    let gaps = values.iter().chain(&after_last).map(|&(place, value)| {
        let gap = place - next;
        next = place + 1;
        (gap, (place < columns.cells.len()).then_some(value))
    });
    html! {
        @for (gap, value) in gaps {
            @if gap > 0 { td colspan=[(gap > 1).then_some(gap)] { } }
            @if let Some(value) = value { td class=[class] { (shortened(value)) } }
        }
    }
}

fn shortened(value: &str) -> String {
    match value.char_indices().nth(LONGEST_VALUE) {
        Some((end, _)) => format!("{} …", &value[..end]),
        None => value.to_owned(),
    }
}

/// How the run goes on, and what is wrong at its end.
fn end(run: &ShownRun<'_>, columns: &Columns<'_>) -> Markup {
    let width = 3 + columns.cells.len();
    html! {
        @if let Some(again) = run.again {
            tr class="end" {
                td { "↺" }
                td colspan=(width) {
                    @if again <= run.transitions.len() { "again from step " (again) ", for ever" }
                    @else { "nothing can move, for ever" }
                }
            }
        }
        tr class={ "end" @if run.property.is_some() { " violating" } } {
            td { @if run.property.is_some() { "✗" } }
            td colspan=(width) { (run.ending) }
        }
    }
}
