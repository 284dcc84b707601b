//! The heading of a page: the answer, the model, and how the page was made.

use checking::{Answer, Verdict};
use maud::{Markup, html};

use crate::check::Checked;

/// How a page was made.
#[derive(Clone, Copy, Debug)]
pub struct Made<'a> {
    /// The command, as it was typed.
    pub command: &'a str,
    /// The hash of the texts of the model.
    pub model_hash: &'a str,
    /// The date and time.
    pub when: &'a str,
}

/// The answer for all properties together, and what it looks like.
pub(super) fn answer(verdicts: &[Verdict]) -> (&'static str, &'static str) {
    let some = |answer| verdicts.iter().any(|verdict| verdict.answer == answer);
    // An expression that is sought is the only one.
    if let Some(sought) = verdicts.iter().find(|verdict| verdict.is_sought()) {
        (sought.word(), if some(Answer::Inconclusive) { "inconclusive" } else { "holds" })
    } else if some(Answer::Violated) {
        ("VIOLATED", "violated")
    } else if some(Answer::Inconclusive) {
        ("inconclusive", "inconclusive")
    } else if verdicts.is_empty() {
        ("nothing was checked", "inconclusive")
    } else {
        ("holds", "holds")
    }
}

/// The heading.
pub(super) fn heading(checked: &Checked<'_>, made: &Made<'_>) -> Markup {
    let (text, class) = answer(&checked.report.verdicts);
    html! {
        header {
            p class={ "answer " (class) } { (text) }
            h1 { (checked.about.model) }
            table class="facts" {
                tr { th scope="row" { "command" } td { code { (made.command) } } }
                tr { th scope="row" { "version" } td { "quotient " (env!("CARGO_PKG_VERSION")) } }
                tr { th scope="row" { "language" } td { (checked.about.language) } }
                tr { th scope="row" { "hash of the model" } td { code { (made.model_hash) } } }
                tr { th scope="row" { "made" } td class="measured" { (made.when) } }
                @for printed in checked.printed {
                    tr {
                        th scope="row" { "printed" }
                        td {
                            code { (printed.text) }
                            @if let Ok(value) = &printed.value { " = " code { (value) } }
                            @else { ": has no value" }
                        }
                    }
                }
            }
            @if let Some(remark) = checked.only_loads { p { (checked.about.model) " " (remark) } }
        }
    }
}
