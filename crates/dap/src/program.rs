//! What the debugger asks of the program that it is a part of.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use checking::{Language, Settings, StoredRun};

/// A model that is to be debugged, as the client has named it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opening {
    /// Its file.
    pub model: PathBuf,
    /// A file with a stored run of it.
    pub trace: Option<PathBuf>,
    /// Options of a check that change what is asked.
    pub arguments: Vec<String>,
}

/// What it takes to load a model.
pub struct Opened {
    /// Its language.
    pub language: &'static dyn Language,
    /// The settings of the language: those of the stored run, unless others are given.
    pub settings: Settings,
    /// The stored run.
    pub run: Option<StoredRun>,
}

/// What a check has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// In words, a line for each property.
    pub text: String,
    /// Whether something is violated.
    pub is_violated: bool,
}

/// The program: it knows the languages, what options mean, and how a check is run.
pub trait Program: Send + Sync {
    /// What it takes to load a model.
    ///
    /// # Errors
    /// What is wrong with an argument or with the stored run, in lines.
    fn open(&self, opening: &Opening) -> Result<Opened, String>;

    /// Checks a model, which stores the counterexample in a file if there is one; ended when `cancelled` becomes true.
    ///
    /// # Errors
    /// Why there is no verdict, in lines.
    fn check(
        &self,
        opening: &Opening,
        run: &Path,
        cancelled: &AtomicBool,
    ) -> Result<Verdict, String>;
}
