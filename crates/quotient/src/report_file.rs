//! The page that `check --report` writes.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use checking::{Counterexample, Detail, Report};
use report::Checked;
use report::html::{Course, Made, Page, Sources, page};

use crate::counterexample_files::families;
use crate::exit::Failure;
use crate::files::{check_apart, check_harmless, check_writable, write};
use crate::load::Subject;
use crate::model_hash::model_hash;
use crate::moment::moment;
use crate::table::Languages;

/// The page of a check, to be written.
pub struct ReportFile {
    path: PathBuf,
    /// The command, as it was typed.
    command: String,
}

impl ReportFile {
    /// The page that was asked for, of a command; nothing else may go into the files `others`.
    ///
    /// # Errors
    /// What stands in the way of writing it there.
    pub fn new(
        path: PathBuf,
        command: &[OsString],
        others: &[&Path],
        subject: &Subject,
        languages: Languages,
    ) -> Result<ReportFile, Failure> {
        let extension = path.extension().unwrap_or_default().to_ascii_lowercase();
        if extension != "html" && extension != "htm" {
            return Err(Failure::input(format!(
                "{}: a report is a page: its name ends in .html; `--trace` stores counterexamples in other formats, and `--json` \
                 prints all as one document",
                path.display()
            )));
        }
        check_harmless(&path, subject.model.sources(), languages)?;
        others.iter().try_for_each(|other| check_apart(other, &path))?;
        check_writable(&path)?;
        Ok(ReportFile { path, command: typed(command) })
    }

    /// Writes it.
    ///
    /// # Errors
    /// It cannot be written, or a counterexample cannot be told in full.
    pub fn write(
        &self,
        subject: &Subject,
        checked: &Checked<'_>,
        course: &Course,
    ) -> Result<(), Failure> {
        let sources = subject.model.sources();
        let (runs, families) = (runs(subject, checked.report)?, families(checked.report));
        let (hash, when) = (model_hash(sources), moment(SystemTime::now()));
        let made = Made { command: &self.command, model_hash: &hash, when: &when };
        let text = page(&Page {
            checked: *checked,
            made,
            course,
            sources: Sources::of(sources),
            runs: &runs,
            families: &families,
        });
        write(&self.path, &text)
    }
}

/// The counterexamples in full detail, in their order.
fn runs(subject: &Subject, report: &Report) -> Result<Vec<Counterexample>, Failure> {
    // What was stored is replayed by the name of the property: of several of one name it stays as it was told.
    let is_alone = |property: &str| {
        report.counterexamples.iter().filter(|it| it.property == property).count() == 1
    };
    let told = report.counterexamples.iter().zip(0..);
    let full = told.map(|(run, place): (_, usize)| match report.stored.get(place) {
        Some(stored) if is_alone(&run.property) => subject.model.replay(stored, Detail::Effects),
        _ => Ok(run.clone()),
    });
    full.collect::<Result<_, _>>().map_err(|failure| subject.failure(failure))
}

/// A command as it may be typed: what a shell would take apart stands between quotes.
fn typed(command: &[OsString]) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./=:,+@%".contains(c);
    let word = |(place, word): (usize, &OsString)| {
        let word = word.to_string_lossy();
        match place {
            // However the program was found.
            0 => "quotient".to_owned(),
            _ if !word.is_empty() && word.chars().all(is_plain) => word.into_owned(),
            _ => format!("'{}'", word.replace('\'', "'\\''")),
        }
    };
    command.iter().enumerate().map(word).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_can_be_typed_again() {
        let command = ["/x/quotient", "check", "a b.pml", "--ltl", "[] !p", "", "it's"];
        let command: Vec<OsString> = command.map(OsString::from).into();
        assert_eq!(typed(&command), r"quotient check 'a b.pml' --ltl '[] !p' '' 'it'\''s'");
    }
}
