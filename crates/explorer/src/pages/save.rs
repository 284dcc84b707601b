//! The run as a file, for the browser to store.

use checking::Detail;
use report::{ShownRun, chart, itf};

use crate::explorer::View;
use crate::server::Answer;

/// The most steps that are drawn, and the most values that are written of all states.
const MOST_STEPS: usize = 5_000;
const MOST_VALUES: usize = 1_000_000;

/// The run in the format that is asked for.
pub(crate) fn save(view: &View<'_, '_>) -> Answer {
    let session = view.run.session();
    let ending = session.ending().or_else(|| session.excluded());
    let kind = view.request.asked("kind").unwrap_or_default();
    if kind == "json" {
        return match (view.subject.stored)(session.stored(ending.as_ref())) {
            Ok(text) => download("json", "application/json", text),
            Err(_) => Answer::Refused(500, "The run cannot be stored."),
        };
    }
    let detail = if kind == "itf.json" { Detail::States } else { Detail::Effects };
    let (processes, start) = session.beginning();
    if session.at() > MOST_STEPS || (kind == "itf.json" && session.at() * start.len() > MOST_VALUES)
    {
        return Answer::Refused(
            413,
            "The run is too long for that: the trace can be had of any run.",
        );
    }
    let steps = (1..=session.at()).filter_map(|number| session.step(number, detail));
    let transitions: Vec<_> = steps.map(|step| step.transition).collect();
    let families = families(view);
    let text = ending.as_ref().map_or("the run goes on", |ending| ending.text.as_str());
    let run = ShownRun {
        model: view.subject.name,
        property: ending.as_ref().map(|it| it.property.as_str()).filter(|it| !it.is_empty()),
        processes: &processes,
        start: &start,
        transitions: &transitions,
        again: None,
        ending: text,
        is_violated_by_step: session.has_failed(),
        families: &families,
    };
    match kind {
        "svg" => download("svg", "image/svg+xml", chart(&run).svg()),
        "mmd" => {
            let mut parts = chart(&run).mermaid();
            match parts.len() {
                1 => download("mmd", "text/plain; charset=utf-8", parts.remove(0)),
                _ => Answer::Refused(413, "The run is too long for one text for Mermaid."),
            }
        }
        "itf.json" => download("itf.json", "application/json", itf(&run)),
        _ => Answer::NotFound,
    }
}

fn families(view: &View<'_, '_>) -> Vec<Vec<String>> {
    let orbits = view.subject.model.symmetry().map(|symmetry| &symmetry.orbits[..]);
    let alike = orbits.unwrap_or_default().iter().filter(|orbit| orbit.interchangeable);
    alike.map(|orbit| orbit.members.clone()).collect()
}

fn download(extension: &str, kind: &'static str, text: String) -> Answer {
    Answer::Download { name: format!("run.{extension}"), kind, body: text.into_bytes() }
}
