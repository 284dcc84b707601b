//! The files that `check` stores its first counterexample in.

use std::path::{Path, PathBuf};

use checking::Report;
use model::{Doubt, Exported};
use report::StoredTrail;

use crate::exit::Failure;
use crate::files::{check_apart, check_harmless, check_writable, write};
use crate::load::Subject;
use crate::stored_run::trace_text;
use crate::table::Languages;
use crate::terminal::{complain, print};

/// Where counterexamples are stored.
pub struct CounterexampleFiles {
    /// The stored run.
    pub trace: Option<PathBuf>,
    /// The run in the format of another tool.
    pub trail: Option<PathBuf>,
}

/// A counterexample in the format of another tool.
pub struct Trail {
    /// How it is stored.
    pub stored: StoredTrail,
    text: String,
}

impl CounterexampleFiles {
    /// The files that were asked for.
    ///
    /// # Errors
    /// What stands in the way of storing a counterexample there.
    pub fn new(
        trace: Option<PathBuf>,
        trail: Option<PathBuf>,
        subject: &Subject,
        languages: Languages,
    ) -> Result<CounterexampleFiles, Failure> {
        let files = CounterexampleFiles { trace, trail };
        for path in files.trace.iter().chain(&files.trail) {
            check_harmless(path, subject.model.sources(), languages)?;
        }
        files.trace.as_deref().map_or(Ok(()), check_writable)?;
        if let Some(trail) = &files.trail {
            files.trace.as_deref().map_or(Ok(()), |trace| check_apart(trace, trail))?;
            subject.check_exchange()?;
            check_writable(trail)?;
        }
        Ok(files)
    }

    /// The first counterexample as a trail, if one is asked for and can be had.
    pub fn exported(&self, subject: &Subject, report: &Report) -> Option<Trail> {
        let path = self.trail.as_ref()?;
        let Exported { text, doubts } = match report.exported.as_ref()? {
            Ok(exported) => exported.clone(),
            Err(why) => {
                complain(&Failure::input(why).message);
                return None;
            }
        };
        let command = subject.model.exchange_command(path).unwrap_or_default();
        let replay = format!("quotient replay {} {}", subject.path, path.display());
        doubts.iter().for_each(|doubt| complain(&warning(doubt, &replay)));
        Some(Trail { stored: StoredTrail { path: path.clone(), command, doubts }, text })
    }

    /// Stores the first counterexample. A failure is told, and costs no verdict.
    pub fn store(&self, subject: &Subject, report: &Report, trail: Option<&Trail>, tell: bool) {
        let stored = [self.store_trace(subject, report), store_trail(trail, tell)];
        for failure in stored.into_iter().filter_map(Result::err) {
            complain(&failure.message);
        }
        self.note_left_out(report, trail);
    }

    fn store_trace(&self, subject: &Subject, report: &Report) -> Result<(), Failure> {
        let (Some(path), Some(run)) = (&self.trace, &report.stored) else { return Ok(()) };
        let loaded = &subject.settings;
        let settings = match report.keeps_inactive {
            true => subject.language.keeping_inactive(loaded),
            false => loaded.clone(),
        };
        write(path, &trace_text(subject, &settings, run.clone())?)
    }

    /// Tells which counterexample was stored, if there are others.
    fn note_left_out(&self, report: &Report, trail: Option<&Trail>) {
        if self.trail.is_some() && trail.is_none() && !report.counterexamples.is_empty() {
            complain(
                "note: no trail was stored: runs that go on for ever cannot be exported yet; `--trace` stores them",
            );
        }
        let is_stored = self.trace.is_some() || trail.is_some();
        if let [first, _, ..] = &report.counterexamples[..]
            && is_stored
        {
            complain(&format!("note: only the counterexample for `{}` was stored", first.property));
        }
    }
}

/// The trail of a model: into the current directory unless another place is given.
pub fn trail_of(model: &Path) -> PathBuf {
    let mut name = model.file_name().unwrap_or_default().to_os_string();
    name.push(".trail");
    PathBuf::from(name)
}

fn store_trail(trail: Option<&Trail>, tell: bool) -> Result<(), Failure> {
    let Some(Trail { stored: StoredTrail { path, command, .. }, text }) = trail else {
        return Ok(());
    };
    write(path, text)?;
    if !tell {
        return Ok(());
    }
    print(&format!("trail: {}; to replay it: {command}\n", path.display()))
}

/// A doubt as a warning; `replay` is the command that has none.
fn warning(doubt: &Doubt, replay: &str) -> String {
    let Doubt { file, line, statement, reason } = doubt;
    format!(
        "warning: {file}:{line}: `spin -t` may fail at `{statement}`, or depart from the run \
         there: {reason}; `{replay}` shows the run"
    )
}
