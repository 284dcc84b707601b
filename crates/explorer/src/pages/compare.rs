//! Two runs side by side.

use checking::quantities::plural;
use checking::{AddressedRun, CellDifference, SimulatedStep, compare as compared, line_name};
use maud::{Markup, html};

use super::frame;
use crate::explorer::View;
use crate::server::Answer;
use crate::short_address::lengthened;

/// Compares the run with that of another address, which may be a whole address of the browser.
pub(crate) fn compare(view: &mut View<'_, '_>) -> Answer {
    let with = address_in(view.request.asked("with").unwrap_or_default());
    let body = match view.subject.model.session() {
        Err(failure) => html! { p class="notice" { (failure.in_words()) } },
        Ok(session) => {
            let mut other = AddressedRun::new(session);
            let parted = other.go(&lengthened(&with)).is_err();
            let comparison = compared(view.run.session(), other.session());
            html! {
                h2 { "Compared" }
                @if parted { p class="notice" { "The other address does not fit the model; it is compared as far as it does." } }
                p id="common" {
                    @if !comparison.begin_alike { "The runs begin in different states. " }
                    "Both runs begin with the same " b { (plural(comparison.common as u64, "step")) } "."
                }
                @let ends = [view.run.session().at(), other.session().at()];
                @let is_same = comparison.begin_alike && ends == [comparison.common; 2];
                p id="equal" { (equal(view, &other.address(), is_same)) }
                table {
                    thead { tr {
                        th scope="col" { "this run goes on with" }
                        th scope="col" { a href=(view.link(&other.address())) { "the other" } " with" }
                    } }
                    tbody { tr {
                        td { (told(view, comparison.first.as_ref())) }
                        td { (told(view, comparison.second.as_ref())) }
                    } }
                }
                (differences(&comparison.cells))
            }
        }
    };
    let view = &*view;
    let body = html! {
        (frame::heading(view))
        main { div class="column" {
            (body)
            p { a rel="prev" data-key="u" href=(view.link(&view.run.address())) { "Back" } }
        } }
    };
    Answer::Page(frame::page("Compare", &body))
}

/// The address of a run in what was typed: itself, or the part of a link that says it.
fn address_in(text: &str) -> String {
    let text = text.trim();
    match text.split_once("run=") {
        Some((_, rest)) => rest.split(['&', '#']).next().unwrap_or_default().to_owned(),
        None => text.to_owned(),
    }
}

/// Whether an exchange makes one run of the other.
fn equal(view: &View<'_, '_>, other: &str, is_same: bool) -> Markup {
    if is_same {
        return html! { "They are the same run." };
    }
    match view.subject.model.exchange(&view.run.address(), other) {
        Ok(Some(exchange)) if exchange.is_empty() => {
            html! { "They go through the same states, up to parts without names." }
        }
        Ok(Some(exchange)) => html! { "The other run is this one after " code { (exchange) } "." },
        Ok(None) => html! { "No symmetry of the model makes one of the other." },
        Err(why) => html! { (why) },
    }
}

fn told(view: &View<'_, '_>, step: Option<&SimulatedStep>) -> Markup {
    let Some(step) = step else { return html! { "nothing: it ends there" } };
    html! {
        @for performed in &step.transition.actions {
            b { (performed.action.process) } " " code { (performed.action.statement) } " "
            @if let Some(place) = &performed.action.place { (line_name(view.subject.name, place)) }
        }
    }
}

fn differences(cells: &[CellDifference]) -> Markup {
    html! {
        @if cells.is_empty() { p { "Where they stand, all cells are equal." } }
        @else {
            table {
                caption { "where they stand" }
                thead { tr { th scope="col" { "cell" } th scope="col" { "this run" } th scope="col" { "the other" } } }
                tbody {
                    @for cell in cells {
                        tr {
                            th scope="row" { (cell.cell) }
                            td { (cell.first.as_deref().unwrap_or("–")) }
                            td { (cell.second.as_deref().unwrap_or("–")) }
                        }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::address_in;

    #[test]
    fn an_address_is_found_in_a_link() {
        assert_eq!(address_in(" abcdef.2 "), "abcdef.2");
        let link = "http://127.0.0.1:4000/?model=1&run=abc.1&as=classes#line-3";
        assert_eq!(address_in(link), "abc.1");
    }
}
