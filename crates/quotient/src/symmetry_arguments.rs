//! `--symmetry`, `--points`, `--detect`, `--scalarset`: where the symmetry comes from, and what is declared of it.

use std::path::PathBuf;
use std::str::FromStr;

use checking::{OWN_METHOD, SymmetrySource};
use clap::{Args, ValueEnum};
use diagnostics::{FileId, Sources};

use crate::exit::Failure;
use crate::files::read;
use crate::load::Subject;

/// Where the symmetry comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SymmetryChoice {
    /// It is found.
    Auto,
    /// There is none: every state is searched.
    Off,
    /// As the model declares it (not supported yet).
    Declared,
    /// From a file with generators in GAP's syntax, each of which is checked.
    File(PathBuf),
}

impl FromStr for SymmetryChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<SymmetryChoice, String> {
        match text {
            "auto" => Ok(SymmetryChoice::Auto),
            "off" => Ok(SymmetryChoice::Off),
            "declared" => Ok(SymmetryChoice::Declared),
            _ => match text.strip_prefix("file:") {
                Some("") => Err("a file is missing after `file:`".to_owned()),
                Some(path) => Ok(SymmetryChoice::File(PathBuf::from(path))),
                None => Err("there are auto, off and file:FILE".to_owned()),
            },
        }
    }
}

/// `--points`.
#[derive(Args, Debug)]
pub struct PointArgs {
    /// What symmetry may move: all = processes, channels, and data that is only told apart; processes = nothing that can move
    /// without a process, so that strategies serve which know processes only
    #[arg(
        long,
        value_enum,
        default_value = "all",
        hide_possible_values = true,
        value_name = "all|processes"
    )]
    pub points: PointChoice,
}

/// Which points the symmetry may move that is found.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PointChoice {
    /// Processes, channels, variables and values
    #[default]
    All,
    /// Processes, and what has to move with them
    Processes,
}

/// A choice, with the text of the file that it names.
pub struct ChosenSymmetry {
    choice: SymmetryChoice,
    points: PointChoice,
    method: String,
    file: Option<(Sources, FileId)>,
}

impl ChosenSymmetry {
    /// Reads the file, if the choice names one.
    ///
    /// # Errors
    /// That it cannot be read, that the choice is not supported yet, or that it chooses its points itself.
    pub fn read(
        choice: &SymmetryChoice,
        points: PointChoice,
        method: &str,
    ) -> Result<ChosenSymmetry, Failure> {
        if points == PointChoice::Processes {
            refuse_points(choice, method)?;
        }
        let file = match choice {
            SymmetryChoice::File(path) => {
                let name = path.display().to_string();
                let mut sources = Sources::new();
                let file = sources
                    .add_bytes(name.clone(), &read(path)?)
                    .map_err(|reason| Failure::input(format!("{name}: {reason}")))?;
                Some((sources, file))
            }
            SymmetryChoice::Declared => {
                return Err(Failure::input("`--symmetry declared` is not supported yet"));
            }
            SymmetryChoice::Auto | SymmetryChoice::Off => None,
        };
        Ok(ChosenSymmetry { choice: choice.clone(), points, method: method.to_owned(), file })
    }

    /// The same for the checker.
    pub fn source(&self) -> SymmetrySource<'_> {
        match &self.file {
            Some((sources, file)) => SymmetrySource::Declared(sources, *file),
            None if self.choice == SymmetryChoice::Off => SymmetrySource::Off,
            None if self.points == PointChoice::Processes => SymmetrySource::FoundOfProcesses,
            None if self.method == OWN_METHOD => SymmetrySource::Found,
            None => SymmetrySource::Published(&self.method),
        }
    }

    /// The sources of a declared group.
    pub fn sources(&self) -> Option<&Sources> {
        self.file.as_ref().map(|(sources, _)| sources)
    }
}

/// Refuses `--points processes` where the symmetry is not found in the program.
///
/// # Errors
/// What it does not go with.
fn refuse_points(choice: &SymmetryChoice, method: &str) -> Result<(), Failure> {
    let other = match choice {
        SymmetryChoice::Off => "--symmetry off".to_owned(),
        SymmetryChoice::File(path) => format!("--symmetry file:{}", path.display()),
        _ if method != OWN_METHOD => format!("--detect {method}"),
        _ => return Ok(()),
    };
    Err(Failure::input(format!(
        "`--points processes` restricts the symmetry that is found in the program, and does not go with `{other}`; leave one of \
         them out"
    )))
}

/// The option, which is the name of its text in messages.
const SCALARSET: &str = "--scalarset";

/// Declares what the options say, whose texts become sources of the model.
///
/// # Errors
/// An option that cannot be understood.
pub fn declare_scalarsets(
    subject: &mut Subject,
    options: &[String],
    choice: &SymmetryChoice,
) -> Result<(), Failure> {
    if *choice == SymmetryChoice::Off {
        return match options {
            [] => Ok(()),
            _ => Err(Failure::input(format!(
                "{SCALARSET}: nothing is interchangeable with `--symmetry off`; leave one of them out"
            ))),
        };
    }
    for option in options {
        let declared = subject.model.declare_scalarsets(SCALARSET, option);
        declared.map_err(|failure| subject.failure(failure))?;
    }
    Ok(())
}
