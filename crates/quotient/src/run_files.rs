//! The files that runs are written to, each in the format that its extension says.

use std::path::{Path, PathBuf};

use checking::quantities::{count, plural};
use checking::{Detail, Ending, Session, Settings, StoredRun};
use model::{Blocked, Offers};
use report::html::{RunPage, Sources, run_page};
use report::{SessionRun, ShownFormat, ShownRun, TooLong, chart, itf};

use crate::exit::Failure;
use crate::files::{check_apart, check_harmless, check_writable, write};
use crate::load::Subject;
use crate::model_hash::model_hash;
use crate::stored_run::trace_text;
use crate::table::Languages;

/// The format of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunFormat {
    /// That of `quotient replay`.
    Stored,
    /// Another one, that shows it.
    Shown(ShownFormat),
}

/// What names end in whose files show a run.
const SHOWN: [(&str, ShownFormat); 5] = [
    (".itf.json", ShownFormat::Itf),
    (".svg", ShownFormat::Svg),
    (".mmd", ShownFormat::Mermaid),
    (".html", ShownFormat::Page),
    (".htm", ShownFormat::Page),
];

impl RunFormat {
    /// The format of a file.
    ///
    /// # Errors
    /// That runs are not written in the format that its extension stands for.
    pub fn of(path: &Path) -> Result<RunFormat, Failure> {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        if let Some((_, format)) = SHOWN.iter().find(|(extension, _)| name.ends_with(extension)) {
            return Ok(RunFormat::Shown(*format));
        }
        match OTHERS.iter().find(|extension| name.ends_with(**extension)) {
            Some(extension) => Err(Failure::input(format!(
                "{}: runs are not written as {extension}; a name that ends in .svg or .mmd makes a chart, .html a page, .itf.json a trace \
                 for other tools, any other one for `quotient replay`",
                path.display()
            ))),
            None => Ok(RunFormat::Stored),
        }
    }
}

/// What a picture might be expected to be called.
const OTHERS: [&str; 4] = [".png", ".pdf", ".jpg", ".jpeg"];

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

/// Looks whether a run of so many steps, whose states hold so many values, can be written to a file.
///
/// # Errors
/// It is too long for the format.
pub fn check_length(
    path: &Path,
    format: RunFormat,
    steps: usize,
    values: usize,
) -> Result<(), Failure> {
    match format {
        RunFormat::Stored => Ok(()),
        RunFormat::Shown(format) => {
            format.has_room(steps, values).map_err(|why| too_long(path, why))
        }
    }
}

fn too_long(path: &Path, why: TooLong) -> Failure {
    let (length, most) = (plural(why.length as u64, why.unit), count(why.most as u64));
    Failure::input(format!(
        "{}: not written: the run has {length}, and of no more than {most} is something made that can be looked at; with another \
         extension it is stored for `quotient replay`",
        path.display()
    ))
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
    let RunFormat::Shown(shown) = format else {
        return write(path, &trace_text(subject, settings, run.clone())?);
    };
    let replay =
        |detail| subject.model.replay(run, detail).map_err(|failure| subject.failure(failure));
    check_length(path, format, run.steps.len(), 1)?;
    let values = replay(Detail::Actions)?.start.len();
    check_length(path, format, run.steps.len(), values)?;
    let replayed = replay(shown.detail())?;
    let end = End { blocked: &replayed.blocked, offers: replayed.offers.as_ref() };
    let run = ShownRun::violating(&subject.path, &replayed, families);
    write_shown(path, shown, subject, &run, &end, may)
}

/// More about the end of a run, for a page.
struct End<'a> {
    blocked: &'a [Blocked],
    offers: Option<&'a Offers>,
}

/// Writes a run in a format that shows it. A Mermaid chart that is too large for one goes on in further files, as `run-2.mmd`, if they
/// `may` be written.
///
/// # Errors
/// A file that cannot be written.
fn write_shown(
    path: &Path,
    format: ShownFormat,
    subject: &Subject,
    run: &ShownRun<'_>,
    end: &End<'_>,
    may: &May<'_>,
) -> Result<(), Failure> {
    match format {
        ShownFormat::Itf => write(path, &itf(run)),
        ShownFormat::Svg => write(path, &chart(run).svg()),
        ShownFormat::Page => write(path, &page(subject, run, end)),
        ShownFormat::Mermaid => {
            for (number, part) in chart(run).mermaid().iter().enumerate() {
                let part_path = part_of(path, number + 1);
                if number > 0 {
                    may(&part_path)?;
                }
                write(&part_path, part)?;
            }
            Ok(())
        }
    }
}

fn page(subject: &Subject, run: &ShownRun<'_>, end: &End<'_>) -> String {
    let sources = subject.model.sources();
    run_page(&RunPage {
        run,
        blocked: end.blocked,
        offers: end.offers,
        sources: Sources::of(sources),
        model_hash: &model_hash(sources),
    })
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
    let RunFormat::Shown(format) = RunFormat::of(path)? else {
        let text = trace_text(subject, &subject.settings, session.stored(ending))?;
        return write(path, &text);
    };
    let run = SessionRun::new(session, ending, format).map_err(|why| too_long(path, why))?;
    let end = End { blocked: run.blocked(), offers: None };
    write_shown(path, format, subject, &run.shown(&subject.path, &[]), &end, &|path| {
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
