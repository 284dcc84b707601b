//! The verdicts of a check, one below the other.

use checking::quantities::plural;
use checking::{Answer, Certainty, Counterexample, Verdict};
use maud::{Markup, html};

/// The verdicts, each with its certainty, its reason, and a link to the section of its counterexample: `#run-0` for the first.
#[must_use]
pub fn verdict_list(verdicts: &[Verdict], counterexamples: &[Counterexample]) -> Markup {
    html! {
        section id="verdicts" {
            h2 { "Verdicts" }
            @if verdicts.is_empty() { p { "Nothing was checked." } }
            @else {
                div class="wide" {
                    table class="verdicts" {
                        thead {
                            tr {
                                th scope="col" { "property" }
                                th scope="col" { "verdict" }
                                th scope="col" { "certainty" }
                                th scope="col" { "reason" }
                            }
                        }
                        tbody {
                            @for verdict in verdicts { (row(verdict, counterexamples)) }
                        }
                    }
                }
            }
        }
    }
}

fn row(verdict: &Verdict, counterexamples: &[Counterexample]) -> Markup {
    let (text, class) = match verdict.answer {
        Answer::Inconclusive => ("inconclusive", "inconclusive"),
        _ if verdict.is_sought() => (verdict.word(), "holds"),
        Answer::Holds => ("holds", "holds"),
        Answer::Violated => ("VIOLATED", "violated"),
    };
    let run = verdict.run.and_then(|run| Some((run, counterexamples.get(run)?)));
    html! {
        tr {
            th scope="row" { (verdict.property) }
            td class=(class) { (text) }
            td { (certainty(verdict)) }
            td {
                @if let Some((number, run)) = run {
                    a href={ "#run-" (number) } {
                        "after " (plural(run.transitions.len() as u64, "step"))
                    }
                    ": " (run.place)
                } @else if let Some(reason) = &verdict.reason { (reason) }
            }
        }
    }
}

/// What an answer rests on.
fn certainty(verdict: &Verdict) -> &'static str {
    match (verdict.certainty, verdict.answer) {
        (Certainty::Exact, Answer::Violated) => "exact: a run is the proof",
        (Certainty::Exact, _) => "exact: all states were searched",
        (Certainty::Approximate, _) => "approximate: states may have been taken for one another",
        (Certainty::Bounded, _) => "bounded: only a part was searched",
    }
}
