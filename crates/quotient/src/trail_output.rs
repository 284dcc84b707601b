//! `check --trail`: the counterexample as a trail that `spin -t` replays.

use std::path::{Path, PathBuf};

use machine::Step;
use promela::Numbering;

use crate::arguments::CheckArgs;
use crate::exit::Failure;
use crate::load::Subject;
use crate::run::Run;
use crate::trace_file::cannot_write;
use crate::trail_doubts::{Doubt, doubts};
use crate::trail_file::{Trail, TrailStep};

/// A stored trail, and how to replay it.
pub struct StoredTrail {
    /// Where it is.
    pub path: PathBuf,
    /// The command that replays it.
    pub command: String,
    /// Where that may go astray.
    pub doubts: Vec<Doubt>,
}

/// Where the trail goes: as pan's, into the current directory unless another place is given.
pub fn trail_path(args: &CheckArgs) -> Option<PathBuf> {
    match args.trail.as_ref()? {
        Some(path) => Some(path.clone()),
        None => Some(default_path(&args.model.model)),
    }
}

fn default_path(model: &Path) -> PathBuf {
    let mut name = model.file_name().unwrap_or_default().to_os_string();
    name.push(".trail");
    PathBuf::from(name)
}

/// SPIN's numbers of the statements; refuses where they are not known, before any work is done.
///
/// # Errors
/// That SPIN does not know the language, or which statement is in the way.
pub fn check_numbering(subject: &Subject) -> Result<&Numbering, Failure> {
    let Some(numbering) = &subject.numbering else {
        return Err(Failure::input(format!(
            "{}: trails are of SPIN, which does not know {}; `--trace` stores the counterexample \
             all the same",
            subject.path,
            subject.language.title()
        )));
    };
    let Some(span) = numbering.irregular else { return Ok(numbering) };
    let (line, _) = subject.sources.line_column(span);
    let file = subject.sources.name(span.file);
    Err(Failure::input(format!(
        "{file}:{line}: SPIN numbers this statement in a way of its own, so that no trail can be \
         read or written: a labelled `d_step` with an `unless`, or a jump whose label a claim \
         names before other processes are declared; `--trace` stores the counterexample all the same"
    )))
}

/// Stores a run.
///
/// # Errors
/// That the file cannot be written.
pub fn store_trail(
    subject: &Subject,
    args: &CheckArgs,
    run: &Run,
    path: PathBuf,
) -> Result<StoredTrail, Failure> {
    let trail = trail(subject, run, !args.states.no_merge)?;
    std::fs::write(&path, trail.text()).map_err(|error| cannot_write(&path, &error))?;
    let command = command(args, &path);
    Ok(StoredTrail { path, command, doubts: doubts(subject, run) })
}

fn trail(subject: &Subject, run: &Run, merged: bool) -> Result<Trail, Failure> {
    let numbering = check_numbering(subject)?;
    let steps = run.moves.iter().flat_map(|made| &made.steps).enumerate().map(|(index, step)| {
        let number = numbering.of_edge(&subject.model, step.edge);
        let number = number.ok_or_else(|| unnumbered(subject, step))?;
        Ok(TrailStep { process: u32::from(step.process), number, line: index + 1 })
    });
    let steps = steps.collect::<Result<_, Failure>>()?;
    Ok(Trail { merged, claimed: false, steps, cycle: None })
}

/// A jump of its own, out of an atomic sequence, whose label a property names.
fn unnumbered(subject: &Subject, step: &Step) -> Failure {
    let text = subject.model.step_text(&subject.sources, step);
    let line = text.statements.first().map_or(0, |statement| statement.line);
    Failure::input(format!(
        "{}:{line}: SPIN numbers this jump in a way of its own, so that no trail can name it; \
         `--trace` stores the counterexample all the same",
        subject.path
    ))
}

/// What to type to see the trail in SPIN. Whether statements are merged is said by the trail.
fn command(args: &CheckArgs, path: &Path) -> String {
    let mut words = vec!["spin".to_owned()];
    let model = &args.model.model;
    let found = path.parent().is_none_or(|p| p.as_os_str().is_empty())
        && default_path(model) == path
        && model.parent().is_none_or(|p| p.as_os_str().is_empty());
    if found {
        words.push("-t".to_owned());
    } else {
        words.extend(["-k".to_owned(), quoted(&path.display().to_string())]);
    }
    words.extend(["-p", "-g"].map(str::to_owned));
    words.extend(args.model.define.iter().map(|define| quoted(&format!("-D{define}"))));
    let include = |dir: &PathBuf| quoted(&format!("-E-I{}", dir.display()));
    words.extend(args.model.include.iter().map(include));
    words.push(quoted(&model.display().to_string()));
    words.join(" ")
}

/// A word for a shell.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=+:,@%".contains(c);
    if word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_for_a_shell() {
        assert_eq!(quoted("-DN=3"), "-DN=3");
        assert_eq!(quoted("-DN=(a b)"), "'-DN=(a b)'");
        assert_eq!(quoted("it's"), r"'it'\''s'");
    }

    #[test]
    fn the_trail_is_named_after_the_model() {
        assert_eq!(default_path(Path::new("a/m.pml")), Path::new("m.pml.trail"));
    }
}
