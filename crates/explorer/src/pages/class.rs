//! The class of the state: how large it is, what leaves the state as it is, and the twins of the run.

use maud::{Markup, html};

use super::state::{MOST_CELLS, hidden};
use super::steps::named;
use crate::explorer::View;

/// The class.
pub(super) fn section(view: &View<'_, '_>) -> Markup {
    let session = view.run.session();
    let Some(symmetry) = view.subject.model.symmetry() else { return remarks(view) };
    html! {
        section id="class" {
            h2 { "Class" }
            @match session.class() {
                Err(why) => p { (why) },
                Ok(class) => {
                    p {
                        "One of " b id="size" { (class.size) } " states that symmetry makes one; "
                        @if class.stabiliser_order == "1" {
                            "no exchange leaves it as it is."
                        } @else {
                            b { (class.stabiliser_order) } " of the " (symmetry.order)
                            " symmetries leave it as it is (" (class.stabiliser) ")."
                        }
                    }
                    @if !class.stabiliser_generators.is_empty() {
                        p { "It stays under " (listed(&class.stabiliser_generators)) }
                    }
                    @if class.is_representative {
                        p { "It is the representative of its class." }
                    } @else {
                        p { "Its representative is what it becomes by " code { (named(&class.to_representative)) } }
                        details {
                            summary { "the representative" }
                            table { tbody {
                                @for cell in class.representative.iter().take(MOST_CELLS) {
                                    tr { th scope="row" { (cell.name) } td { (cell.text) } }
                                }
                            } }
                            @if class.representative.len() > MOST_CELLS { p { "…" } }
                        }
                    }
                },
            }
            p { "See this run with parts exchanged:" }
            ul class="exchanges" {
                @for exchange in symmetry.generators.iter().take(MOST_EXCHANGES) {
                    li {
                        form method="get" action="/twin" {
                            (hidden(view))
                            button name="exchange" value=(exchange) { (exchange) }
                        }
                    }
                }
            }
            form method="get" action="/twin" {
                (hidden(view))
                label { "or by " input name="exchange" placeholder=[symmetry.generators.first()] autocomplete="off"; }
            }
            (remarks(view))
        }
    }
}

/// The most exchanges that are offered.
const MOST_EXCHANGES: usize = 12;

fn listed(exchanges: &[String]) -> Markup {
    html! {
        @for (place, exchange) in exchanges.iter().take(MOST_EXCHANGES).enumerate() {
            @if place > 0 { ", " }
            code { (exchange) }
        }
        @if exchanges.len() > MOST_EXCHANGES { ", …" }
    }
}

/// What stood in the way of symmetry.
fn remarks(view: &View<'_, '_>) -> Markup {
    let remarks = view.subject.model.remarks();
    html! {
        @if !remarks.is_empty() {
            details {
                summary { "what stood in the way of more symmetry" }
                ul { @for remark in remarks { li { (remark.text) } } }
            }
        }
    }
}
