//! What was counted and measured of the searches.

use checking::quantities::{count, duration, grouped, plural, rate, size};
use checking::{PartialOrder, Report};
use kernel::Statistics;
use maud::{Markup, html};
use pictures::{Histogram, Series};

use super::picture::picture;
use crate::check::Checked;

/// How the searches of a check went on.
#[derive(Clone, Debug, Default)]
pub struct Course(pub Vec<SearchCourse>);

/// How a search went on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchCourse {
    /// The claim that it was for; none if it was for properties of states.
    pub claim: Option<String>,
    /// How many states are new at each depth, from 0; empty if it did not go by levels.
    pub levels: Vec<u64>,
    /// How many states were waiting, at equal distances in time.
    pub waiting: Vec<u64>,
    /// That distance.
    pub every: Sampled,
}

/// The distance between two samples.
pub type Sampled = std::time::Duration;

/// The counts, and pictures of how the searches went on.
pub(super) fn numbers_section(checked: &Checked<'_>, course: &Course) -> Markup {
    let report = checked.report;
    let has_own = report.statistics.states > 0 || report.claims.is_empty();
    html! {
        section id="numbers" {
            h2 { "Numbers" }
            @if has_own { (counts(checked)) }
            @if !report.claims.is_empty() { (of_claims(report)) }
            @for (number, search) in course.0.iter().enumerate() { (drawn(number, search)) }
        }
    }
}

fn counts(checked: &Checked<'_>) -> Markup {
    let report = checked.report;
    let statistics = &report.statistics;
    html! {
        table class="facts" {
            @if let Some(sets) = &report.sets {
                tr { th scope="row" { "states" } td { (grouped(&sets.states)) } }
                tr { th scope="row" { "nodes of the diagram" } td { (count(sets.nodes)) } }
                tr { th scope="row" { "rounds" } td { (count(sets.rounds)) } }
            } @else { (of_states(statistics)) }
            @match report.preparation.partial_order {
                PartialOrder::Off => {}
                PartialOrder::On => { tr { th scope="row" { "partial order reduction" } td { "on" } } }
                PartialOrder::None(why) => { tr { th scope="row" { "partial order reduction" } td { "none: " (why) } } }
            }
            @if report.violation_count > 0 {
                tr { th scope="row" { "violations that were met" } td { (count(report.violation_count)) } }
            }
            @if let Some(audited) = &report.audited {
                tr { th scope="row" { "states tested against their images" } td class="measured" { (count(audited.tested)) } }
                tr { th scope="row" { "states that were not reduced" } td { (count(audited.unreduced)) } }
                @if let Some(why) = &audited.abandoned {
                    tr { th scope="row" { "the symmetry was given up" } td { (why) } }
                }
            }
            (measured(checked))
        }
    }
}

fn of_states(statistics: &Statistics) -> Markup {
    let known = statistics.transitions.saturating_sub(statistics.states);
    html! {
        tr { th scope="row" { "states" } td { (count(statistics.states)) } }
        tr { th scope="row" { "transitions" } td { (count(statistics.transitions)) } }
        tr { th scope="row" { "of these to known states" } td { (count(known)) } }
        tr { th scope="row" { "depth" } td { (count(statistics.depth)) } }
    }
}

/// What is another time something else.
fn measured(checked: &Checked<'_>) -> Markup {
    let statistics = &checked.report.statistics;
    let speed = rate(statistics.states, statistics.elapsed);
    html! {
        tr { th scope="row" { "time" } td class="measured" { (duration(statistics.elapsed)) } }
        tr {
            th scope="row" { "states a second" }
            td class="measured" { @if speed.is_empty() { "too short to tell" } @else { (speed) } }
        }
        tr { th scope="row" { "most memory" } td class="measured" { (size(checked.peak_memory_bytes)) } }
        tr { th scope="row" { "memory of visited states" } td class="measured" { (size(statistics.store_bytes)) } }
        @if statistics.file_bytes > 0 {
            tr { th scope="row" { "in files" } td class="measured" { (size(statistics.file_bytes)) } }
        }
    }
}

fn of_claims(report: &Report) -> Markup {
    html! {
        table {
            caption { "Searches for formulas and assertions" }
            thead {
                tr {
                    th scope="col" { "property" }
                    th scope="col" { "states" }
                    th scope="col" { "transitions" }
                    th scope="col" { "depth" }
                    th scope="col" { "time" }
                }
            }
            tbody {
                @for claim in &report.claims {
                    tr {
                        th scope="row" { (claim.property) }
                        td { (count(claim.statistics.states)) }
                        td { (count(claim.statistics.transitions)) }
                        td { (count(claim.statistics.depth)) }
                        td class="measured" { (duration(claim.statistics.elapsed)) }
                    }
                }
            }
        }
    }
}

/// The pictures of a search.
fn drawn(number: usize, search: &SearchCourse) -> Markup {
    let whose = search.claim.as_ref().map_or_else(String::new, |claim| format!("{claim}: "));
    html! {
        @if search.levels.len() > 1 {
            (picture(&format!("levels-{number}"), &histogram(
                format!("{whose}states by depth"), "depth".to_owned(), "states that are new", &search.levels,
            )))
        }
        // How long it takes decides which of these is there.
        section class="measured" {
            @if !search.waiting.is_empty() {
                (picture(&format!("waiting-{number}"), &histogram(
                    format!("{whose}states that wait to be expanded, over time"),
                    format!("sample; one every {}", duration(search.every)),
                    "states that wait", &search.waiting,
                )))
            } @else if search.claim.is_none() {
                p {
                    "The search was over within " (plural(SAMPLE_MILLISECONDS, "millisecond"))
                    ", before a first look at how many states wait to be expanded."
                }
            }
        }
    }
}

/// Searches tell so often how far they have come.
const SAMPLE_MILLISECONDS: u64 = 500;

fn histogram(title: String, label_x: String, label_y: &str, values: &[u64]) -> String {
    let series = vec![Series { name: label_y.to_owned(), values: values.to_vec() }];
    Histogram { title, label_x, label_y: "states".to_owned(), series }.svg()
}
