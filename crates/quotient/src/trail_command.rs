//! `quotient replay MODEL FILE.trail`: a run of another tool on the unreduced model, step by step.

use std::path::Path;

use checking::quantities::plural;
use checking::{Detail, ForeignRuns, ImportedRun, Purpose, Transition};
use kernel::Phase;
use serde::Serialize;

use crate::Context;
use crate::arguments::ReplayArgs;
use crate::check::check_exchange;
use crate::counterexample_text::{write_counterexample, write_transitions};
use crate::exit::{Exit, Failure};
use crate::job::Job;
use crate::load::Subject;
use crate::model_arguments::ModelArgs;
use crate::table::{LanguageRow, Languages};
use crate::terminal::{Paint, print, print_json};

/// The language in whose other tool's format some bytes are, if they are in one. Whatever the file of the model is called, it is
/// in that language unless its name says otherwise.
pub fn foreign(
    languages: Languages,
    model: &Path,
    bytes: &[u8],
) -> Option<(LanguageRow, ForeignRuns)> {
    let found = languages.known.iter().find_map(|language| {
        let format = language.foreign_runs().filter(|format| (format.recognises)(bytes))?;
        Some((*language, format))
    });
    let (language, format) = found?;
    Some((languages.of_extension(model).unwrap_or(language), format))
}

/// Replays a trail.
///
/// # Errors
/// A trail or a model that cannot be read, or that do not fit each other.
pub fn replay_trail(
    args: &ReplayArgs,
    context: Context,
    language: LanguageRow,
    format: ForeignRuns,
    bytes: &[u8],
    job: &Job,
) -> Result<Exit, Failure> {
    let name = args.trace.display();
    let text = std::str::from_utf8(bytes)
        .map_err(|_| Failure::input(format!("{name}: not a trail: not text")))?;
    let settings = match language.foreign_runs() {
        Some(_) => (format.settings)(text, &context.settings)
            .map_err(|wrong| Failure::input(format!("{name}: {wrong}")))?,
        None => context.settings,
    };
    let model = ModelArgs { model: args.model.clone(), language: Some(language.name().to_owned()) };
    let subject = Subject::load(context.languages, &model, settings, Purpose::Search)?;
    check_exchange(&subject)?;
    job.enter(Phase::Confirmation);
    let detail = if args.json { Detail::Effects } else { Detail::Changes };
    let imported = subject.model.import(text, detail).map_err(|failure| match failure {
        checking::Failure::Input(wrong) => {
            Failure::input(format!("the trail does not fit the model: {name}: {wrong}"))
        }
        other => subject.failure(other),
    })?;
    job.enter(Phase::Printing);
    match args.json {
        true => print_json(&json(&subject, &imported)?)?,
        false => print(&shown(&subject, &imported, Paint::stdout()))?,
    }
    Ok(if imported.violates { Exit::Violated } else { Exit::Unknown })
}

fn shown(subject: &Subject, imported: &ImportedRun, paint: Paint) -> String {
    let run = &imported.counterexample;
    let steps = plural(run.transitions.len() as u64, "step");
    let mut out = String::new();
    if imported.violates {
        let title = format!("counterexample for {} ({steps})", run.property);
        out += &format!("{}\n", paint.bold(&title));
        write_counterexample(&mut out, &subject.path, run, true, paint);
        out += "replayed on the unreduced model: the violation is real\n";
        out += &imported.note.as_ref().map_or(String::new(), |note| format!("({note})\n"));
    } else {
        out += &format!("{}\n", paint.bold(&format!("trail ({steps})")));
        write_transitions(&mut out, &subject.path, &run.transitions, paint);
        out += &format!("  {}\n", paint.unsure(&run.ending));
    }
    out
}

#[derive(Serialize)]
struct Object<'a> {
    tool: &'static str,
    version: &'static str,
    model: &'a str,
    property: Option<&'a str>,
    verdict: &'static str,
    reason: &'a str,
    /// The processes that run from the beginning.
    processes: &'a [String],
    trace: &'a [Transition],
}

fn json(subject: &Subject, imported: &ImportedRun) -> Result<String, Failure> {
    let run = &imported.counterexample;
    let object = Object {
        tool: "quotient",
        version: env!("CARGO_PKG_VERSION"),
        model: &subject.path,
        property: imported.violates.then_some(&run.property),
        verdict: if imported.violates { "violated" } else { "none" },
        reason: &run.ending,
        processes: &run.processes,
        trace: &run.transitions,
    };
    let text = serde_json::to_string(&object)
        .map_err(|error| Failure::internal(format!("the replay as JSON: {error}")))?;
    Ok(text + "\n")
}
