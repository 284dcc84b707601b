//! The run as a file, for the browser to store.

use report::html::{RunPage, Sources, run_page};
use report::{SessionRun, ShownFormat, ShownRun, TooLong, chart, itf};

use crate::explorer::View;
use crate::server::Answer;

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
    let Some((format, content)) = format_of(kind) else { return Answer::NotFound };
    let run = match SessionRun::new(session, ending.as_ref(), format) {
        Ok(run) => run,
        Err(TooLong { .. }) => {
            let why = "The run is too long for that: the trace can be had of any run.";
            return Answer::Refused(413, why);
        }
    };
    let families = families(view);
    let shown = run.shown(view.subject.name, &families);
    let text = match format {
        ShownFormat::Itf => itf(&shown),
        ShownFormat::Svg => chart(&shown).svg(),
        ShownFormat::Page => page(view, &run, &shown),
        ShownFormat::Mermaid => {
            let mut parts = chart(&shown).mermaid();
            match parts.len() {
                1 => parts.remove(0),
                _ => return Answer::Refused(413, "The run is too long for one text for Mermaid."),
            }
        }
    };
    download(kind, content, text)
}

/// A format, and the kind of its text, by the extension of its files.
fn format_of(kind: &str) -> Option<(ShownFormat, &'static str)> {
    Some(match kind {
        "svg" => (ShownFormat::Svg, "image/svg+xml"),
        "mmd" => (ShownFormat::Mermaid, "text/plain; charset=utf-8"),
        "itf.json" => (ShownFormat::Itf, "application/json"),
        "html" => (ShownFormat::Page, "text/html; charset=utf-8"),
        _ => return None,
    })
}

fn page(view: &View<'_, '_>, run: &SessionRun, shown: &ShownRun<'_>) -> String {
    run_page(&RunPage {
        run: shown,
        blocked: run.blocked(),
        offers: None,
        sources: Sources::of(view.subject.sources),
        model_hash: view.subject.hash,
    })
}

fn families(view: &View<'_, '_>) -> Vec<Vec<String>> {
    let orbits = view.subject.model.symmetry().map(|symmetry| &symmetry.orbits[..]);
    let alike = orbits.unwrap_or_default().iter().filter(|orbit| orbit.interchangeable);
    alike.map(|orbit| orbit.members.clone()).collect()
}

fn download(extension: &str, kind: &'static str, text: String) -> Answer {
    Answer::Download { name: format!("run.{extension}"), kind, body: text.into_bytes() }
}
