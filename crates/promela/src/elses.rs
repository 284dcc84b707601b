//! `else` where more than its own choice decides about it.

use diagnostics::Diagnostic;
use machine::choices::{ElsePlace, else_places};
use machine::control::ControlGraph;
use machine::program::Program;

/// How many are reported for one process type.
const ENOUGH: usize = 10;

/// Warns of each `else` that shares its place with what does not belong to its choice, and refuses
/// places with two, as SPIN's verifiers do.
pub fn judge_elses(program: &Program, inner_escapes_first: bool) -> Vec<Diagnostic> {
    let graphs = program.process_types.iter().map(|declared| &declared.control);
    graphs
        .flat_map(|graph| {
            let places = else_places(graph, inner_escapes_first).into_iter().take(ENOUGH);
            places.map(|place| judge(graph, &place))
        })
        .collect()
}

fn judge(graph: &ControlGraph, place: &ElsePlace) -> Diagnostic {
    let span = graph.node(place.statement).span;
    let other = graph.node(place.other).span;
    if place.ambiguous {
        return Diagnostic::error(span, "two `else` of one place: which one is meant is not clear")
            .label(other, "the other")
            .help("put `true ->` before the inner choice, or make one choice of both");
    }
    let message = "this `else` shares its place with statements of another choice";
    Diagnostic::warning(span, message)
        .label(other, "this one, for instance, can be executed at the same place")
        .help(
            "it is taken if nothing listed before it there can be executed, as in SPIN's verifiers; put \
             `true ->` before the inner choice, or make one choice of both",
        )
}
