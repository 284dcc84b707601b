//! What a language is to the commands: a name, extensions, settings of its own, and a way to load a model.

use diagnostics::{Diagnostic, FileId, Sources};
use kernel::Fairness;
use model::{Declared, Method};

use crate::habit::{Lack, Peer};
use crate::loaded::Loaded;
use crate::setting::{Setting, Settings};

/// A language of models: a row of the commands' table.
pub trait Language: Sync {
    /// Its name on the command line.
    fn name(&self) -> &'static str;

    /// Its name for people.
    fn title(&self) -> &'static str;

    /// The extensions of its files, in small letters.
    fn extensions(&self) -> &'static [&'static str];

    /// The settings that it has beside those of every language.
    fn settings(&self) -> &'static [Setting];

    /// The published methods of finding symmetry that its models offer.
    fn methods(&self) -> Vec<&'static Method>;

    /// What options of every language ask for and this one does not have.
    fn lacks(&self) -> &'static [Lack];

    /// The other tool that people of this language come from.
    fn peer(&self) -> Option<&'static Peer>;

    /// The runs that formulas and claims consider unless the user says which.
    fn fairness(&self) -> Fairness;

    /// Whether models may assert something: else nothing is said of assertions.
    fn has_assertions(&self) -> bool;

    /// Whether deadlocks are looked for unless the user says.
    fn looks_for_deadlocks(&self) -> bool;

    /// What is wrong with the settings before any file is read, if anything is.
    fn objection(&self, settings: &Settings) -> Option<String>;

    /// Loads the model in a file of the sources, which includes may add to.
    fn load(
        &self,
        sources: Sources,
        file: FileId,
        settings: &Settings,
        purpose: Purpose,
    ) -> Loading;

    /// The names that a text declares, and those of what it includes, which is added to the sources; with mistakes in the text, as far as
    /// it is understood.
    fn declared(&self, sources: &mut Sources, file: FileId, settings: &Settings) -> Vec<Declared>;

    /// The same settings, but for a model that is watched statement by statement: no analysis makes its states fewer.
    fn as_written(&self, settings: &Settings) -> Settings;

    /// The same settings for a model that keeps what is inactive, where a setting of the language says that it is cleared.
    fn keeping_inactive(&self, settings: &Settings) -> Settings;

    /// A model in another language of the table, if this one is translated to it.
    fn translation(&self) -> Option<Translate>;

    /// How runs of another tool of the language are recognised.
    fn foreign_runs(&self) -> Option<ForeignRuns>;
}

/// Translates the model in a file, or says what is wrong with it.
pub type Translate = fn(&Sources, FileId) -> Result<String, Vec<Diagnostic>>;

/// Runs in the file format of another tool.
#[derive(Clone, Copy)]
pub struct ForeignRuns {
    /// Whether some bytes look like such a run rather than like anything else.
    pub recognises: fn(&[u8]) -> bool,
    /// The settings to load the model with, given those that the user gave and the run.
    pub settings: fn(&str, &Settings) -> Result<Settings, String>,
}

/// What a model is loaded for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To be run, or its states to be drawn.
    Search,
    /// To be checked, with its claims.
    Check,
    /// To ask for its symmetry, and what its claims leave of that.
    Symmetry,
}

/// What came of loading.
pub struct Loading {
    /// The model, unless a diagnostic is an error.
    pub model: Option<Box<dyn Loaded>>,
    /// The sources, if there is no model to keep them.
    pub sources: Sources,
    /// What was found on the way.
    pub diagnostics: Vec<Diagnostic>,
}

impl Loading {
    /// A model.
    #[must_use]
    pub fn of(model: Box<dyn Loaded>, diagnostics: Vec<Diagnostic>) -> Loading {
        Loading { model: Some(model), sources: Sources::new(), diagnostics }
    }

    /// No model, for the reason that a diagnostic gives.
    #[must_use]
    pub fn refused(sources: Sources, diagnostics: Vec<Diagnostic>) -> Loading {
        Loading { model: None, sources, diagnostics }
    }
}
