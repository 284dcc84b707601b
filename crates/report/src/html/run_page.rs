//! A run alone as a page.

use checking::quantities::plural;
use maud::{Markup, html};
use model::{Blocked, Offers};

use super::blocked::{blocked_table, offers_list};
use super::document;
use super::run::told_run;
use super::source::{LineNotes, Sources, source_listing};
use crate::shown_run::ShownRun;

/// All that a page tells of a run.
pub struct RunPage<'a> {
    /// The run.
    pub run: &'a ShownRun<'a>,
    /// For a deadlock, where each process is at its end.
    pub blocked: &'a [Blocked],
    /// The events at its end, where it is compared with a specification.
    pub offers: Option<&'a Offers>,
    /// The texts of the model.
    pub sources: Sources<'a>,
    /// The hash of these.
    pub model_hash: &'a str,
}

/// The page of a run.
#[must_use]
pub fn run_page(page: &RunPage<'_>) -> String {
    let run = page.run;
    let title = match run.property {
        Some(property) => format!("{}: {property}", run.model),
        None => format!("{}: a run", run.model),
    };
    let body = html! {
        (heading(page))
        main {
            div class="told" {
                section id="run-0" class="run" {
                    h2 { (plural(run.transitions.len() as u64, "step")) }
                    (blocked_table(page.blocked, run.model, &page.sources))
                    @if let Some(offers) = page.offers { (offers_list(offers)) }
                    (told_run("r0", run, &page.sources))
                }
            }
            (source_listing(&page.sources, &LineNotes::new(), ""))
        }
    };
    document(&title, &body)
}

fn heading(page: &RunPage<'_>) -> Markup {
    let run = page.run;
    html! {
        header {
            p class={ "answer " (if run.property.is_some() { "violated" } else { "inconclusive" }) } {
                @match run.property { Some(property) => (property), None => "a run" }
            }
            h1 { (run.model) }
            p class="ending" { @if run.property.is_some() { "✗ " } (run.ending) }
            table class="facts" {
                tr { th scope="row" { "version" } td { "quotient " (env!("CARGO_PKG_VERSION")) } }
                tr { th scope="row" { "hash of the model" } td { code { (page.model_hash) } } }
            }
        }
    }
}
