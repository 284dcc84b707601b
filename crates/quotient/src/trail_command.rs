//! `quotient replay MODEL FILE.trail`: a run of another tool on the unreduced model, step by step.

use std::path::Path;

use checking::quantities::plural;
use checking::{Detail, ForeignRuns, ImportedRun, Purpose};
use kernel::Phase;
use report::ReplayDocument;

use crate::beside::Beside;
use crate::context::Context;
use crate::counterexample_text::{write_counterexample, write_transitions};
use crate::exit::{Exit, Failure};
use crate::job::Job;
use crate::load::Subject;
use crate::model_arguments::{ModelArgs, Warnings};
use crate::table::{LanguageRow, Languages};
use crate::terminal::{Paint, print, print_document};

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

/// A run of another tool in a file.
pub struct TrailFile<'a> {
    /// The file.
    pub path: &'a Path,
    /// The language of its model.
    pub language: LanguageRow,
    /// Its format.
    pub format: ForeignRuns,
    /// What it holds.
    pub bytes: &'a [u8],
}

/// Replays a trail.
///
/// # Errors
/// A trail or a model that cannot be read, or that do not fit each other.
pub fn replay_trail(
    trail: &TrailFile<'_>,
    model: &Path,
    context: Context,
    as_json: bool,
    job: &Job,
) -> Result<Exit, Failure> {
    let &TrailFile { path, language, format, bytes } = trail;
    let name = path.display();
    let text = std::str::from_utf8(bytes)
        .map_err(|_| Failure::input(format!("{name}: not a trail: not text")))?;
    let settings = match language.foreign_runs() {
        Some(_) => (format.settings)(text, &context.settings)
            .map_err(|wrong| Failure::input(format!("{name}: {wrong}")))?,
        None => context.settings,
    };
    let language = Some(language.name().to_owned());
    let model = ModelArgs {
        model: model.to_owned(),
        language,
        files: diagnostics::Files::OfSystem,
        warnings: Warnings::On,
    };
    Subject::answer(context.languages, &model, settings, Purpose::Search, |subject| {
        shown_along(&subject, text, &name.to_string(), as_json, job)
    })
}

/// Replays a trail, of the name, on a model that was loaded.
fn shown_along(
    subject: &Subject,
    text: &str,
    name: &str,
    as_json: bool,
    job: &Job,
) -> Result<Exit, Failure> {
    subject.check_exchange()?;
    job.enter(Phase::Confirmation);
    let detail = if as_json { Detail::Effects } else { Detail::Changes };
    let imported = subject.model.import(text, detail).map_err(|failure| match failure {
        checking::Failure::Input(wrong) => {
            Failure::input(format!("the trail does not fit the model: {name}: {wrong}"))
        }
        other => subject.failure(other),
    })?;
    job.enter(Phase::Printing);
    match as_json {
        true => print_document(&ReplayDocument::imported(subject.about(), &imported))?,
        false => print(&shown(subject, &imported, Paint::stdout()))?,
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
        let beside = Beside { model: &*subject.model, expressions: &[], states: false };
        write_counterexample(&mut out, &subject.path, run, true, &beside, paint);
        out += "replayed on the unreduced model: the violation is real\n";
        out += &imported.note.as_ref().map_or(String::new(), |note| format!("({note})\n"));
    } else {
        out += &format!("{}\n", paint.bold(&format!("trail ({steps})")));
        write_transitions(&mut out, &subject.path, &run.transitions, paint);
        out += &format!("  {}\n", paint.unsure(&run.ending));
    }
    out
}
