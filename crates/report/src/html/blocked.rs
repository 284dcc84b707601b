//! What stands at the end of a run: where each process waits, and which events there are.

use checking::place_name;
use maud::{Markup, html};
use model::{Blocked, Offers};

use super::source::Sources;

/// Where each process waits, and why it cannot go on. `main` is the file of the model.
pub(super) fn blocked_table(blocked: &[Blocked], main: &str, sources: &Sources<'_>) -> Markup {
    let is_known = blocked.iter().any(|one| !one.why.is_empty());
    html! {
        @if !blocked.is_empty() {
            div class="wide" {
                table {
                    caption { "Where each process is at the end" }
                    thead {
                        tr {
                            th scope="col" { "process" }
                            th scope="col" { "line" }
                            th scope="col" { "waits at" }
                            @if is_known { th scope="col" { "why it cannot go on" } }
                        }
                    }
                    tbody { @for one in blocked { (row(one, is_known, main, sources)) } }
                }
            }
        }
    }
}

fn row(one: &Blocked, is_known: bool, main: &str, sources: &Sources<'_>) -> Markup {
    html! {
        tr {
            th scope="row" { (one.process) }
            td {
                @if let Some(place) = &one.place {
                    @if let Some(anchor) = sources.anchor(place) {
                        a href={ "#" (anchor) } { (place_name(main, place)) }
                    } @else { (place_name(main, place)) }
                }
            }
            td {
                @if one.place.is_none() && one.waits_at.is_empty() {
                    (if one.may_end { "has finished" } else { "cannot move" })
                } @else {
                    @for (number, statement) in one.waits_at.iter().enumerate() {
                        @if number > 0 { " or " }
                        code { (statement) }
                    }
                    @if one.may_end { " (may end here)" }
                }
            }
            @if is_known { td { (reasons(one)) } }
        }
    }
}

/// Why a process cannot go on: a reason that is the same for all that it waits at is told once.
fn reasons(one: &Blocked) -> String {
    let mut reasons: Vec<&str> = Vec::new();
    for why in &one.why {
        if !reasons.contains(&&why[..]) {
            reasons.push(why);
        }
    }
    reasons.join("; ")
}

/// The events at the end of a run that is compared with a specification.
pub(super) fn offers_list(offers: &Offers) -> Markup {
    html! {
        table {
            caption { "Events at the end" }
            tbody {
                tr { th scope="row" { "can happen" } td { (listed(&offers.accepted)) } }
                @if let Some(allowed) = &offers.allowed {
                    tr { th scope="row" { "may happen" } td { (listed(allowed)) } }
                }
                @if !offers.acceptances.is_empty() {
                    @let sets = offers.acceptances.iter().map(|set| format!("{{{}}}", set.join(", ")));
                    tr {
                        th scope="row" { "to be accepted as a whole" }
                        td { (sets.collect::<Vec<_>>().join(" or ")) }
                    }
                }
            }
        }
    }
}

fn listed(events: &[String]) -> String {
    if events.is_empty() { "nothing".to_owned() } else { events.join(", ") }
}
