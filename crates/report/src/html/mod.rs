//! A finished check, or a run alone, as one page of HTML, which needs no network and can be read without its script.
//!
//! The page is made of parts that other pages can have as well: [`style()`], [`verdict_list`], [`group_section`], [`source_listing`],
//! [`step_table`]. Each takes plain data and escapes whatever text it is given. A page goes out through [`document`], which also writes
//! out characters that are no text.

mod blocked;
mod deepest;
mod group;
mod head;
mod line_notes;
mod numbers;
mod picture;
mod run;
mod run_page;
mod run_table;
mod source;
mod table_columns;
mod verdicts;

use checking::Counterexample;
use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::check::Checked;
use crate::visible::page_text;

pub use group::group_section;
pub use head::Made;
pub use numbers::{Course, Sampled, SearchCourse};
pub use run_page::{RunPage, run_page};
pub use run_table::step_table;
pub use source::{LineNote, LineNotes, SourceFile, Sources, source_listing};
pub use verdicts::verdict_list;

/// All that a page tells of a check.
pub struct Page<'a> {
    /// What was found.
    pub checked: Checked<'a>,
    /// How it was made.
    pub made: Made<'a>,
    /// How the searches went on.
    pub course: &'a Course,
    /// The texts of the model.
    pub sources: Sources<'a>,
    /// The counterexamples of the report, in [full detail](checking::Detail::Effects).
    pub runs: &'a [Counterexample],
    /// Components of which any can be moved to the place of any other.
    pub families: &'a [Vec<String>],
}

/// What nothing on a page may do, and what may be done: styles and the script that stand in it.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; \
                      form-action 'none'; base-uri 'none'";

/// The looks of all parts, to be put into an element `style`.
#[must_use]
pub fn style() -> &'static str {
    include_str!("style.css")
}

/// What makes [step tables](step_table) more than tables: their steps can be gone through, and their rows be filtered.
#[must_use]
pub fn script() -> &'static str {
    include_str!("report.js")
}

/// A whole page: its title, and what it shows. Characters that are no text are written out by their numbers.
#[must_use]
pub fn document(title: &str, body: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="referrer" content="no-referrer";
                title { (title) }
                style { (PreEscaped(style())) }
            }
            body {
                (body)
                script { (PreEscaped(script())) }
            }
        }
    };
    page_text(&page.into_string())
}

/// The page of a check.
#[must_use]
pub fn page(page: &Page<'_>) -> String {
    let Checked { about, report, .. } = &page.checked;
    let title = format!("{}: {}", about.model, head::answer(&report.verdicts).0);
    let body = html! {
        (head::heading(&page.checked, &page.made))
        main {
            div class="told" {
                (verdict_list(&report.verdicts, &report.counterexamples))
                @for (number, run) in page.runs.iter().enumerate() {
                    (run::run_section(number, run, page))
                }
                (deepest::deepest_section(page))
                (group::of_check(report, &page.sources))
                (numbers::numbers_section(&page.checked, page.course))
            }
            (source_listing(&page.sources, &line_notes::notes(report, &page.sources), &line_notes::counted(report)))
        }
    };
    document(&title, &body)
}
