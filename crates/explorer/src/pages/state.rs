//! What the state holds, and which properties are true of it.

use std::collections::HashMap;

use checking::Detail;
use maud::{Markup, html};
use model::Cell;

use crate::explorer::View;

/// The most cells that are shown.
pub(super) const MOST_CELLS: usize = 2_000;

/// The cells, those marked that the last step changed.
pub(super) fn section(view: &View<'_, '_>) -> Markup {
    let session = view.run.session();
    let cells = session.cells();
    let last = session.step(session.at(), Detail::Changes);
    let mut before: HashMap<String, String> = HashMap::new();
    for change in last.iter().flat_map(|step| &step.transition.changes) {
        before
            .entry(change.cell.clone())
            .or_insert_with(|| change.before.clone().unwrap_or_default());
    }
    let asked = view.request.asked("eval").filter(|text| !text.trim().is_empty());
    html! {
        section id="state" {
            h2 { "State after step " (session.at()) }
            table {
                thead { tr { th scope="col" { "cell" } th scope="col" { "value" } th scope="col" { "before" } } }
                tbody {
                    @for cell in cells.iter().take(MOST_CELLS) { (row(cell, before.get(&cell.name))) }
                }
            }
            @if cells.len() > MOST_CELLS {
                p class="left-out" { "… and " (cells.len() - MOST_CELLS) " more cells" }
            }
            @if !session.constants().is_empty() {
                details {
                    summary { "constants" }
                    table { tbody {
                        @for (name, value) in session.constants() { tr { th scope="row" { (name) } td { (value) } } }
                    } }
                }
            }
            form method="get" action="/" {
                (hidden(view))
                label { "Value of " input name="eval" value=[asked] placeholder="an expression" autocomplete="off"; }
                @if let Some(text) = asked {
                    output id="value" {
                        @match session.evaluate(text) {
                            Ok(value) => { " = " b { (value) } },
                            Err(why) => span class="wrong" { " " (why) },
                        }
                    }
                }
            }
        }
    }
}

/// What a form must send so that the same run is shown.
pub(super) fn hidden(view: &View<'_, '_>) -> Markup {
    html! {
        input type="hidden" name="model" value=(view.subject.hash);
        input type="hidden" name="run" value=(view.address());
        @if view.shows_classes() { input type="hidden" name="as" value="classes"; }
    }
}

fn row(cell: &Cell, before: Option<&String>) -> Markup {
    html! {
        tr class=[before.map(|_| "changed")] {
            th scope="row" { (cell.name) }
            td { (cell.text) }
            td { @if let Some(before) = before { (before) } }
        }
    }
}

/// Each property, and whether it is violated here.
pub(super) fn properties(view: &View<'_, '_>) -> Markup {
    let properties = view.run.session().properties();
    let claims = view.subject.model.claims();
    html! {
        @if !properties.is_empty() || !claims.is_empty() {
            section id="properties" {
                h2 { "Properties here" }
                ul {
                    @for (name, holds) in &properties {
                        li class=(if *holds { "holds" } else { "violated" }) {
                            @if *holds { "✓ " } @else { "✗ " }
                            (name)
                            @if !holds { " is violated" }
                        }
                    }
                    @for name in claims {
                        li class="of-runs" { (name) ": of whole runs, judged by " code { "quotient check" } }
                    }
                }
            }
        }
    }
}
