//! The files that `check` stores its counterexamples in.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use checking::{Report, Settings};
use model::{Doubt, Exported};
use report::StoredTrail;

use crate::exit::Failure;
use crate::files::{check_apart, check_harmless, check_writable, write};
use crate::load::Subject;
use crate::run_files::{May, check_run_files, write_run};
use crate::table::Languages;
use crate::terminal::{complain, print};

/// Where counterexamples are stored.
pub struct CounterexampleFiles {
    /// The run, each time in the format that the extension says.
    pub traces: Vec<PathBuf>,
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
        traces: Vec<PathBuf>,
        trail: Option<PathBuf>,
        subject: &Subject,
        languages: Languages,
    ) -> Result<CounterexampleFiles, Failure> {
        let files = CounterexampleFiles { traces, trail };
        check_run_files(&files.traces, subject, languages)?;
        if let Some(trail) = &files.trail {
            check_harmless(trail, subject.model.sources(), languages)?;
            files.traces.iter().try_for_each(|trace| check_apart(trace, trail))?;
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

    /// Stores the counterexamples, and answers whether all could be. A failure is told, and costs no verdict.
    pub fn store(
        &self,
        subject: &Subject,
        languages: Languages,
        report: &Report,
        trail: Option<&Trail>,
        tell: bool,
    ) -> bool {
        let may = |path: &Path| {
            check_harmless(path, subject.model.sources(), languages)?;
            self.traces.iter().chain(&self.trail).try_for_each(|other| check_apart(other, path))
        };
        let stored = self.traces.iter().map(|path| store_runs(path, subject, report, &may));
        let mut is_stored = true;
        for failure in stored.chain([store_trail(trail, tell)]).filter_map(Result::err) {
            complain(&failure.message);
            is_stored = false;
        }
        self.note_left_out(report, trail);
        is_stored
    }

    /// Tells which counterexample is the trail, if there are others.
    fn note_left_out(&self, report: &Report, trail: Option<&Trail>) {
        if self.trail.is_some() && trail.is_none() && !report.counterexamples.is_empty() {
            complain(
                "note: no trail was stored: runs that go on for ever cannot be exported yet; `--trace` stores them",
            );
        }
        if let [first, _, ..] = &report.counterexamples[..]
            && trail.is_some()
        {
            let text = format!("note: the trail is the counterexample for `{}`", first.property);
            complain(&text);
        }
    }
}

/// Stores the first counterexample in a file, and those for other properties beside it.
fn store_runs(
    path: &Path,
    subject: &Subject,
    report: &Report,
    may: &May<'_>,
) -> Result<(), Failure> {
    let (settings, families) = (settings_of(subject, report), families(report));
    let mut used: HashSet<PathBuf> = HashSet::from([path.to_owned()]);
    for (number, run) in report.stored.iter().enumerate() {
        if number == 0 {
            write_run(path, subject, &settings, run, &families, may)?;
            continue;
        }
        // Names of properties may differ in what no name of a file has.
        let path = (1..)
            .map(|number| beside(path, &run.property, number))
            .find(|path| used.insert(path.clone()))
            .unwrap_or_default();
        may(&path)?;
        write_run(&path, subject, &settings, run, &families, may)?;
        let (property, path) = (&run.property, path.display());
        complain(&format!("note: the counterexample for `{property}` is stored in {path}"));
    }
    Ok(())
}

/// The file for another property: `run-deadlock.json` beside `run.json`, the second one of that name `run-deadlock-2.json`.
fn beside(path: &Path, property: &str, number: usize) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let (stem, extension) = name.split_once('.').unwrap_or((&name, ""));
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    let property: String = property.chars().map(plain).take(LONGEST_NAME).collect();
    let dot = if extension.is_empty() { "" } else { "." };
    let number = if number == 1 { String::new() } else { format!("-{number}") };
    path.with_file_name(format!("{stem}-{property}{number}{dot}{extension}"))
}

/// So much of the name of a property is in the name of a file.
const LONGEST_NAME: usize = 60;

/// The settings that a stored counterexample is loaded with.
fn settings_of(subject: &Subject, report: &Report) -> Settings {
    match report.keeps_inactive {
        true => subject.language.keeping_inactive(&subject.settings),
        false => subject.settings.clone(),
    }
}

/// Components that can change places in all ways.
pub fn families(report: &Report) -> Vec<Vec<String>> {
    let symmetry = report.preparation.symmetry.as_ref().and_then(|it| it.symmetry.as_ref());
    let orbits = symmetry.map_or(&[][..], |symmetry| &symmetry.orbits);
    let families = orbits.iter().filter(|orbit| orbit.interchangeable);
    families.map(|orbit| orbit.members.clone()).collect()
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
