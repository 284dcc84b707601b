//! A session: a thread that owns a model and a run through it, and answers what it is asked.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, Sender};
use std::time::Duration;

use checking::{Explorable, Failure, Language, Loaded, Loading, Purpose, Settings, SymmetrySource};
use diagnostics::{Diagnostic, Sources};
use kernel::{Budget, Limits, SearchOptions};
use serde_json::json;

use crate::answer::Answer;
use crate::ask::Asked;
use crate::bounded::rows;
use crate::ticket::{Event, Ticket};
use crate::walker::{Walked, Walker, failure_text};

/// For so long symmetry is looked for: without it, searches see every state.
const DETECTION: Duration = Duration::from_secs(2);
/// For so long, and in so much memory, a model is made ready.
const PREPARATION: Duration = Duration::from_secs(60);
const MOST_MEMORY: u64 = 4 << 30;

/// What a session is of.
pub(crate) struct Opening {
    /// Its name.
    pub name: String,
    /// The file of the model.
    pub path: String,
    /// The language of that.
    pub language: &'static dyn Language,
    /// The settings of the language.
    pub settings: Settings,
}

/// Opens a session, which answers until it is asked to close, or nobody can ask any more. `place` is one of those that sessions have.
pub(crate) fn live(
    opening: &Opening,
    ticket: Ticket,
    asked: Receiver<Asked>,
    events: &Sender<Event>,
    place: Arc<()>,
) {
    let ended = catch_unwind(AssertUnwindSafe(|| opened(opening, ticket, &asked)));
    // Whoever asks from now on is told that it has ended.
    drop(asked);
    drop(place);
    // A server that has ended need not know.
    let _ = events.send(Event::Ended(opening.name.clone()));
    if let Ok(Some(closing)) = ended {
        let name = &opening.name;
        let text = format!("session {name} is closed\n");
        closing.answer(Answer::told(text, json!({"session": name})));
    }
}

/// The call that has closed the session, if one has.
fn opened(opening: &Opening, ticket: Ticket, asked: &Receiver<Asked>) -> Option<Ticket> {
    let (model, warnings) = match loaded(opening) {
        Ok(loaded) => loaded,
        Err(wrong) => {
            ticket.answer(Answer::failed(wrong));
            return None;
        }
    };
    let (mut ticket, mut closing) = (Some(ticket), None);
    let cancel = ticket.as_ref().map(|ticket| Arc::clone(ticket.cancel()));
    let walked = explored(&*model, cancel, &mut |explorable| {
        if let Some(ticket) = ticket.take() {
            let Opening { name, path, .. } = opening;
            let walked = Walked { name, main: path, loaded: &*model, model: explorable };
            closing = conversed(walked, ticket, asked, &warnings);
        }
    });
    if let Some((failure, ticket)) = walked.err().zip(ticket) {
        ticket.answer(Answer::failed(failure_text(&*model, &failure)));
    }
    closing
}

/// Finds the symmetry of a model for a while, and hands both to `walk`; both end when that is cancelled.
fn explored(
    model: &dyn Loaded,
    cancel: Option<Arc<AtomicBool>>,
    walk: &mut dyn FnMut(&dyn Explorable),
) -> Result<(), Failure> {
    let within = |time| {
        let memory_bytes = Some(MOST_MEMORY);
        let limits = Limits { time: Some(time), memory_bytes, ..Limits::default() };
        let budget = Budget::new(&limits, cancel.clone());
        SearchOptions { limits, budget, ..SearchOptions::default() }
    };
    match model.explorable(SymmetrySource::Found, &within(DETECTION), walk) {
        Err(Failure::Limit(_)) => model.explorable(SymmetrySource::Off, &within(PREPARATION), walk),
        found => found,
    }
}

/// Answers until the session is closed; the call that has closed it, if one has.
fn conversed(
    walked: Walked<'_>,
    ticket: Ticket,
    asked: &Receiver<Asked>,
    warnings: &[String],
) -> Option<Ticket> {
    let mut walker = match Walker::new(walked) {
        Ok(walker) => walker,
        Err(wrong) => {
            ticket.answer(Answer::failed(wrong));
            return None;
        }
    };
    ticket.answer(walker.beginning(warnings));
    for asked in asked {
        match asked {
            Asked::Close(ticket) => return Some(ticket),
            Asked::Question(_, ticket) if ticket.is_cancelled() => {
                ticket.answer(Answer::failed("cancelled"));
            }
            Asked::Question(ask, ticket) => {
                let answer = walker.obey(&ask, ticket.cancel());
                ticket.answer(answer.into());
            }
        }
    }
    None
}

/// A model as it is written, so that every value is true that is told, and what is said of it.
fn loaded(opening: &Opening) -> Result<(Box<dyn Loaded>, Vec<String>), String> {
    let Opening { path, language, settings, .. } = opening;
    if let Some(objection) = language.objection(settings) {
        return Err(objection);
    }
    let mut sources = Sources::new();
    let bytes = sources.origin().read(Path::new(path));
    let bytes = bytes.map_err(|error| format!("{path}: {error}"))?;
    let file = sources.add_bytes(path.clone(), &bytes);
    let file = file.map_err(|reason| format!("{path}: {reason}"))?;
    if sources.text(file).trim().is_empty() {
        return Err(format!("{path}: the file is empty"));
    }
    let settings = language.as_written(settings);
    let Loading { model, sources, diagnostics } =
        language.load(sources, file, &settings, Purpose::Check);
    let told = |sources: &Sources| -> Vec<String> {
        let line = |diagnostic: &Diagnostic| diagnostic.one_line(sources);
        let mut lines: Vec<String> = diagnostics.iter().map(line).collect();
        lines.dedup();
        lines
    };
    match model {
        Some(model) => {
            let warnings = told(model.sources());
            Ok((model, warnings))
        }
        None => Err(rows(told(&sources).into_iter())),
    }
}
