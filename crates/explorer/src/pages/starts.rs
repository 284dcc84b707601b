//! The states in which runs begin, where there are several.

use maud::{Markup, html};
use model::Cell;

use crate::explorer::View;

/// The most that are listed,
const MOST_STARTS: usize = 100;
/// and the most cells that are told of each.
const MOST_CELLS: usize = 12;

/// The initial states, on the page of a beginning.
pub(super) fn section(view: &View<'_, '_>) -> Markup {
    let session = view.run.session();
    if session.at() > 0 {
        return html! {};
    }
    let (count, starts) = session.starts(MOST_STARTS);
    if count < 2 {
        return html! {};
    }
    html! {
        section id="starts" {
            h2 { "Initial states" }
            p { "Runs begin in one of " b { (count) } " states: this one begins in number " b { (session.start() + 1) } "." }
            ol {
                @for (number, cells) in starts.iter().enumerate() {
                    li class=[(number == session.start()).then_some("here")] {
                        a class="start" href=(view.link(&address(number))) {
                            (told(cells))
                        }
                    }
                }
            }
            @if count > starts.len() { p class="left-out" { "… and " (count - starts.len()) " more" } }
        }
    }
}

/// The address of a run that stands at its beginning.
fn address(start: usize) -> String {
    match start {
        0 => String::new(),
        start => format!("~{start}~"),
    }
}

fn told(cells: &[Cell]) -> Markup {
    html! {
        @for (place, cell) in cells.iter().take(MOST_CELLS).enumerate() {
            @if place > 0 { ", " }
            code { (cell.name) " = " (cell.text) }
        }
        @if cells.is_empty() { "no cell that is shown differs" }
        @if cells.len() > MOST_CELLS { ", …" }
    }
}
