//! The text of the model, with the lines lit at which its processes are.

use std::collections::HashMap;

use checking::Detail;
use diagnostics::FileId;
use maud::{Markup, html};

use crate::explorer::View;

/// The most lines that are shown.
const MOST_LINES: usize = 10_000;

/// The text.
pub(super) fn section(view: &View<'_, '_>) -> Markup {
    let session = view.run.session();
    let sources = view.subject.sources;
    let main = FileId(0);
    if sources.is_empty() {
        return html! {};
    }
    let name = sources.name(main);
    let mut here: HashMap<usize, Vec<String>> = HashMap::new();
    for process in session.processes() {
        if let Some(place) = process.place.filter(|place| place.file == name) {
            here.entry(place.line).or_default().push(process.process);
        }
    }
    let last = session.step(session.at(), Detail::Actions);
    let actions = last.iter().flat_map(|step| &step.transition.actions);
    let places = actions.filter_map(|performed| performed.action.place.as_ref());
    let done: Vec<usize> =
        places.filter(|place| place.file == name).map(|place| place.line).collect();
    let text = sources.text(main);
    html! {
        section id="source" {
            h2 { (name) }
            div class="listing" {
                table { tbody {
                    @for (line, text) in (1..).zip(text.lines()).take(MOST_LINES) {
                        tr id={ "line-" (line) } class=[class(here.contains_key(&line), done.contains(&line))] {
                            th scope="row" { (line) }
                            td { code { (text) } }
                            td class="who" { @if let Some(who) = here.get(&line) { (who.join(", ")) } }
                        }
                    }
                } }
            }
            @if text.lines().nth(MOST_LINES).is_some() { p class="left-out" { "… the rest is not shown" } }
        }
    }
}

fn class(is_here: bool, is_done: bool) -> Option<&'static str> {
    match (is_here, is_done) {
        (true, true) => Some("lit done"),
        (true, false) => Some("lit"),
        (false, true) => Some("done"),
        (false, false) => None,
    }
}
