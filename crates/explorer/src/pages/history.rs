//! How the run came where it stands: each step leads back to it.

use checking::{Detail, SimulatedStep, line_name};
use maud::{Markup, html};

use super::state::hidden;
use crate::explorer::View;

/// So many of the last steps are shown, unless all are asked for;
const FEW: usize = 30;
/// and so many then.
const MOST: usize = 20_000;

/// The run.
pub(super) fn section(view: &View<'_, '_>) -> Markup {
    let session = view.run.session();
    let at = session.at();
    let shown = if view.request.asked("all").is_some() { MOST } else { FEW };
    let first = at.saturating_sub(shown) + 1;
    html! {
        section id="run" {
            h2 { "Run" }
            @if first > 1 {
                p class="left-out" {
                    (first - 1) " earlier steps. "
                    @if shown < MOST { a href={ (view.link(&view.run.address())) "&all=1" } { "All" } }
                }
            }
            @if at == 0 { p { "It stands at its beginning." } }
            // One form for all: the address of a long run stands in the page once.
            form method="get" action="/" {
                (hidden(view))
                ol start=(first) {
                    @for number in first..=at {
                        @if let Some(step) = session.step(number, Detail::Changes) {
                            li class=[(number == at).then_some("here")] {
                                button class="taken" name="step" value=(number) { (told(view, &step)) }
                                (changes(&step))
                                @for output in &step.output { pre class="output" { (output.text) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn told(view: &View<'_, '_>, step: &SimulatedStep) -> Markup {
    html! {
        @for (place, performed) in step.transition.actions.iter().enumerate() {
            @if place > 0 { " → " }
            b { (performed.action.process) } " " code { (performed.action.statement) }
            @if let Some(place) = &performed.action.place {
                " " span class="place" { (line_name(view.subject.name, place)) }
            }
        }
    }
}

fn changes(step: &SimulatedStep) -> Markup {
    html! {
        @for change in &step.transition.changes {
            " " span class="change" {
                (change.cell) " = " (change.after)
            }
        }
    }
}
