//! The files that runs are written to, each in the format that its extension says.

use std::path::{Path, PathBuf};

use checking::quantities::{count, plural};
use checking::{Detail, Ending, Session, Settings, StoredRun};
use report::{ShownRun, chart, itf};

use crate::exit::Failure;
use crate::files::{check_apart, check_harmless, check_writable, write};
use crate::load::Subject;
use crate::stored_run::trace_text;
use crate::table::Languages;

/// The format of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunFormat {
    /// That of `quotient replay`.
    Stored,
    /// The Informal Trace Format of Apalache.
    Itf,
    /// A sequence chart as a picture.
    Svg,
    /// A sequence chart as text for Mermaid.
    Mermaid,
}

impl RunFormat {
    /// The format of a file.
    ///
    /// # Errors
    /// That runs are not written in the format that its extension stands for.
    pub fn of(path: &Path) -> Result<RunFormat, Failure> {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        let formats =
            [(".itf.json", RunFormat::Itf), (".svg", RunFormat::Svg), (".mmd", RunFormat::Mermaid)];
        if let Some((_, format)) = formats.iter().find(|(extension, _)| name.ends_with(extension)) {
            return Ok(*format);
        }
        match OTHERS.iter().find(|extension| name.ends_with(**extension)) {
            Some(extension) => Err(Failure::input(format!(
                "{}: runs are not written as {extension}; a name that ends in .svg or .mmd makes a chart, .itf.json a trace for \
                 other tools, any other one for `quotient replay`",
                path.display()
            ))),
            None => Ok(RunFormat::Stored),
        }
    }
}

/// What a picture or a page might be expected to be called.
const OTHERS: [&str; 6] = [".html", ".htm", ".png", ".pdf", ".jpg", ".jpeg"];

/// Refuses files that runs cannot be written to, or that are one.
///
/// # Errors
/// What stands in the way.
pub fn check_run_files(
    paths: &[PathBuf],
    subject: &Subject,
    languages: Languages,
) -> Result<(), Failure> {
    for (number, path) in paths.iter().enumerate() {
        RunFormat::of(path)?;
        check_harmless(path, subject.model.sources(), languages)?;
        paths[..number].iter().try_for_each(|other| check_apart(other, path))?;
        check_writable(path)?;
    }
    Ok(())
}

/// How much a run must tell to be shown in a format.
fn detail_of(format: RunFormat) -> Detail {
    if format == RunFormat::Itf { Detail::States } else { Detail::Effects }
}

/// The most steps that are drawn,
const MOST_STEPS: usize = 20_000;
/// and the most values that are written of all states.
const MOST_VALUES: usize = 1_000_000;

/// What keeps a run of so many steps, whose states hold so many values, from being shown in a format, if it is too long.
///
/// # Errors
/// That it is.
pub fn check_length(
    path: &Path,
    format: RunFormat,
    steps: usize,
    values: usize,
) -> Result<(), Failure> {
    let (length, what, most) = match format {
        RunFormat::Stored => return Ok(()),
        RunFormat::Itf => ((steps + 1).saturating_mul(values), "value", MOST_VALUES),
        RunFormat::Svg | RunFormat::Mermaid => (steps, "step", MOST_STEPS),
    };
    if length <= most {
        return Ok(());
    }
    let (length, most) = (plural(length as u64, what), count(most as u64));
    Err(Failure::input(format!(
        "{}: not written: the run has {length}, and of no more than {most} is something made that can be looked at; with another \
         extension it is stored for `quotient replay`",
        path.display()
    )))
}

/// Whether a file beside those that were named may be written, and why not.
pub type May<'m> = dyn Fn(&Path) -> Result<(), Failure> + 'm;

/// Writes a stored run, which these settings load, in the format that the extension says; `families` are components that can change places.
///
/// # Errors
/// A run that is too long for the format, or a file that cannot be written.
pub fn write_run(
    path: &Path,
    subject: &Subject,
    settings: &Settings,
    run: &StoredRun,
    families: &[Vec<String>],
    may: &May<'_>,
) -> Result<(), Failure> {
    let format = RunFormat::of(path)?;
    if format == RunFormat::Stored {
        return write(path, &trace_text(subject, settings, run.clone())?);
    }
    let replay =
        |detail| subject.model.replay(run, detail).map_err(|failure| subject.failure(failure));
    check_length(path, format, run.steps.len(), 1)?;
    let values = replay(Detail::Actions)?.start.len();
    check_length(path, format, run.steps.len(), values)?;
    let replayed = replay(detail_of(format))?;
    write_shown(path, format, &ShownRun::violating(&subject.path, &replayed, families), may)
}

/// Writes a run in a format that is not for `quotient replay`. A Mermaid chart that is too large for one goes on in further files, as
/// `run-2.mmd`, if they `may` be written.
///
/// # Errors
/// A file that cannot be written.
///
/// # Panics
/// The format is that for `quotient replay`.
fn write_shown(
    path: &Path,
    format: RunFormat,
    run: &ShownRun<'_>,
    may: &May<'_>,
) -> Result<(), Failure> {
    match format {
        RunFormat::Itf => write(path, &itf(run)),
        RunFormat::Svg => write(path, &chart(run).svg()),
        RunFormat::Mermaid => {
            for (number, part) in chart(run).mermaid().iter().enumerate() {
                let part_path = part_of(path, number + 1);
                if number > 0 {
                    may(&part_path)?;
                }
                write(&part_path, part)?;
            }
            Ok(())
        }
        RunFormat::Stored => unreachable!("a stored run is not shown"),
    }
}

/// Writes the run of a session, in the format that the extension says; `ending` is how it ends, if it does.
///
/// # Errors
/// A file that cannot be written.
pub fn save_session(
    path: &Path,
    subject: &Subject,
    session: &dyn Session,
    ending: Option<&Ending>,
    languages: Languages,
) -> Result<(), Failure> {
    let format = RunFormat::of(path)?;
    if format == RunFormat::Stored {
        let text = trace_text(subject, &subject.settings, session.stored(ending))?;
        return write(path, &text);
    }
    let (processes, start) = session.beginning();
    check_length(path, format, session.at(), start.len())?;
    let steps = (1..=session.at()).filter_map(|step| session.step(step, detail_of(format)));
    let transitions: Vec<_> = steps.map(|step| step.transition).collect();
    let property = ending.map(|ending| ending.property.as_str()).filter(|name| !name.is_empty());
    let run = ShownRun {
        model: &subject.path,
        property,
        processes: &processes,
        start: &start,
        transitions: &transitions,
        again: None,
        ending: ending.map_or("the run goes on", |ending| &ending.text),
        is_violated_by_step: session.has_failed(),
        families: &[],
    };
    write_shown(path, format, &run, &|path| {
        check_harmless(path, subject.model.sources(), languages)
    })
}

/// The file of a part, counted from 1.
fn part_of(path: &Path, number: usize) -> PathBuf {
    if number == 1 {
        return path.to_owned();
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!("{stem}-{number}.mmd"))
}
