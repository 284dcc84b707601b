//! A run: its chart beside its table.

use checking::Counterexample;
use checking::quantities::plural;
use maud::{Markup, html};

use super::Page;
use super::blocked::{blocked_table, offers_list};
use super::picture::picture;
use super::run_table::step_table;
use super::source::Sources;
use crate::chart::chart;
use crate::shown_format::MOST_STEPS;
use crate::shown_run::ShownRun;

/// Charts are shown if they take no more bytes.
const MOST_BYTES: usize = 2 << 20;
/// Longer charts are folded away until they are asked for.
const MOST_OPEN: usize = 100;

/// The section of a counterexample, by its number from 0: `run-0`.
pub(super) fn run_section(number: usize, run: &Counterexample, page: &Page<'_>) -> Markup {
    let main = page.checked.about.model;
    let steps = plural(run.transitions.len() as u64, "step");
    html! {
        section id={ "run-" (number) } class="run" {
            @if run.is_sought {
                h2 { (run.property) ": reached after " (steps) }
            } @else {
                h2 { (run.property) ": counterexample, " (steps) }
                p class="ending" { "✗ " (run.ending) }
            }
            (blocked_table(&run.blocked, main, &page.sources))
            @if let Some(offers) = &run.offers { (offers_list(offers)) }
            (told_run(&format!("r{number}"), &ShownRun::violating(main, run, page.families), &page.sources))
        }
    }
}

/// A run as its chart and its table, whose parts are called after `id`.
pub(super) fn told_run(id: &str, shown: &ShownRun<'_>, sources: &Sources<'_>) -> Markup {
    let steps = shown.transitions.len();
    let drawn = (steps <= MOST_STEPS).then(|| chart(shown).svg());
    let drawn = drawn.filter(|svg| svg.len() <= MOST_BYTES);
    html! {
        h3 { "Sequence chart" }
        @if let Some(svg) = drawn {
            details open[steps <= MOST_OPEN] {
                summary { "Time goes down; a dashed arrow leads from a write to the read that sees it" }
                (picture(id, &svg))
            }
        } @else {
            p {
                "The chart is too large for this page: " code { "--trace FILE.svg" } " draws it."
            }
        }
        h3 { "Steps" }
        (controls(id))
        (step_table(id, shown, sources))
        div class="states" id={ (id) "-states" } hidden { }
    }
}

/// What the script gives life to.
fn controls(id: &str) -> Markup {
    html! {
        div class="controls" id={ (id) "-controls" } hidden {
            button type="button" class="previous" { "← step before" }
            " "
            button type="button" class="next" { "step after →" }
            " "
            label { "process or cell " input type="search" class="filter" autocomplete="off"; }
            " "
            span class="hint" { "Arrow keys go from step to step; a click on a step lights its line." }
        }
    }
}
