//! The run to a deepest state, where there is no counterexample.

use checking::quantities::plural;
use checking::{Deepest, limit_text};
use kernel::{Phase, StopReason};
use maud::{Markup, html};

use super::Page;
use super::run::told_run;
use crate::shown_run::ShownRun;

/// The section, if nothing is violated.
pub(super) fn deepest_section(page: &Page<'_>) -> Markup {
    let report = page.checked.report;
    let is_told = report.counterexamples.is_empty() && !report.verdicts.is_empty();
    let Some(deepest) = report.deepest.as_ref().filter(|_| is_told) else { return html! {} };
    html! {
        section id="deepest" class="run" {
            @match deepest {
                Deepest::Unknown(why) => {
                    h2 { "The deepest state" }
                    p { "No run to it is known: " (why) "." }
                }
                Deepest::Run(run) => {
                    h2 { "The deepest state: " (plural(run.transitions.len() as u64, "step")) }
                    p {
                        "No state that was searched is further from the beginning than the one where this run ends, and no run that was "
                        "searched leads there in fewer steps. It violates nothing that was checked, and shows what the model can do."
                        @if let Some(limit) = limit(page) { " " (limit) }
                    }
                    (told_run("deepest-run", &ShownRun {
                        model: page.checked.about.model,
                        property: None,
                        processes: &run.processes,
                        start: &run.start,
                        transitions: &run.transitions,
                        again: None,
                        ending: "the deepest state",
                        is_violated_by_step: false,
                        families: page.families,
                    }, &page.sources))
                }
            }
        }
    }
}

/// That a limit ended the search, if one did.
fn limit(page: &Page<'_>) -> Option<String> {
    let report = page.checked.report;
    match report.stop {
        StopReason::Exhausted | StopReason::Violation | StopReason::Approximate => None,
        stop => {
            let why = limit_text(stop, Phase::Search, &report.limits);
            Some(format!("The search was not finished ({why}): others may lie deeper."))
        }
    }
}
