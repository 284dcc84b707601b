//! Running the program on a saved text. What it says is of the files as they were before and after: else it is dropped.

use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use diagnostics::read_file;
use serde_json::Value;

use crate::files::Files;
use crate::loading::Subject;
use crate::model_options::ModelOptions;
use crate::program::Program;
use crate::remarks::Remarks;

/// A question to the program.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Question {
    /// The command.
    pub command: &'static str,
    /// What follows it, besides the file and its language.
    pub arguments: &'static [&'static str],
    /// The options that a model names for it.
    pub of_model: fn(&ModelOptions) -> &[String],
    /// How long it may take.
    pub patience: Duration,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Unanswered {
    /// The file is not there, or does not hold the text.
    Unsaved,
    /// A file has changed meanwhile.
    Changed,
    /// It took too long.
    Late,
    /// Nobody wants to know any more.
    Cancelled,
    /// The program has failed, with these words.
    Failed(String),
}

impl Unanswered {
    /// What the user is told, unless it was the user's doing.
    pub(crate) fn in_words(&self) -> Option<String> {
        Some(match self {
            Unanswered::Unsaved => "save the file first: what is checked is the file".to_owned(),
            Unanswered::Changed => {
                "a file changed during the check: there is no verdict".to_owned()
            }
            Unanswered::Late => "the check took too long: there is no verdict".to_owned(),
            Unanswered::Failed(words) => words.clone(),
            Unanswered::Cancelled => return None,
        })
    }
}

/// Asks the program about a text, which its file must hold; the texts that the answer rests on, and the answer.
pub(crate) fn ask(
    program: &dyn Program,
    subject: &Subject,
    question: Question,
    cancelled: &AtomicBool,
) -> Result<(Remarks, Value), Unanswered> {
    let path = subject.address.path().ok_or(Unanswered::Unsaved)?;
    if !holds(&path, &subject.text) {
        return Err(Unanswered::Unsaved);
    }
    let (sources, _, _) = subject.sources();
    let files = Files::before(&path, &sources).ok_or(Unanswered::Changed)?;
    let mut arguments: Vec<OsString> = vec![question.command.into(), path.into()];
    arguments.extend(["--language", subject.language.name()].map(OsString::from));
    arguments.extend(question.arguments.iter().map(OsString::from));
    let of_model = (question.of_model)(&subject.options);
    arguments.extend(of_model.iter().map(OsString::from));
    let printed = program.run(&arguments, question.patience, cancelled);
    if cancelled.load(Ordering::Relaxed) {
        return Err(Unanswered::Cancelled);
    }
    let printed = printed.map_err(|error| Unanswered::Failed(format!("no check: {error}")))?;
    let printed = printed.ok_or(Unanswered::Late)?;
    if !files.are_as_before() {
        return Err(Unanswered::Changed);
    }
    let answer: Option<Value> = serde_json::from_slice(&printed.output).ok();
    let answer = answer.filter(|answer| answer["error"].is_null());
    let answer = answer.ok_or_else(|| Unanswered::Failed(complaint(&printed.complaints)))?;
    let main = (subject.address.clone(), Arc::clone(&subject.text));
    let texts = [main].into_iter().chain(files.included()).collect();
    Ok((Remarks { texts, notes: Vec::new() }, answer))
}

/// Whether a file holds just this text.
pub(crate) fn holds(path: &Path, text: &str) -> bool {
    let is_as_long = fs::metadata(path).is_ok_and(|it| it.len() == text.len() as u64);
    is_as_long && read_file(path).is_ok_and(|bytes| bytes == text.as_bytes())
}

/// What a program says when it has no answer, without what it points at.
fn complaint(complaints: &[u8]) -> String {
    let text = String::from_utf8_lossy(complaints);
    let first = text.lines().find(|line| !line.trim().is_empty());
    first.unwrap_or("the program has ended without an answer").to_owned()
}
