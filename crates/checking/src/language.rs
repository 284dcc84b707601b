//! What a language is to the commands: a name, extensions, settings of its own, and a way to load a model.

use diagnostics::{Diagnostic, FileId, Sources};
use serde_json::Value;

use crate::loaded::Loaded;

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

    /// The same settings, but for a model that is watched statement by statement: no analysis makes its states fewer.
    fn as_written(&self, settings: &Settings) -> Settings;

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
    /// To ask for its symmetry, which may have to keep more than a search checks yet.
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

/// A setting of a language.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// Its name: `--name`, or `-n` where it is a single letter.
    pub name: &'static str,
    /// What its values are called, if it takes any; else it is given or not.
    pub value: Option<&'static str>,
    /// What it does.
    pub help: &'static str,
    /// Which commands have it.
    pub scope: Scope,
    /// How a stored run keeps it.
    pub stored: Option<StoredAs>,
}

/// Which commands have a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Whatever reads a model, translations among them.
    Text,
    /// Those that ask which states a model has.
    States,
    /// The same, and those that run it.
    Runs,
    /// Those that ask what a model satisfies, or what symmetry it has with that.
    Properties,
}

/// How a stored run keeps a setting.
#[derive(Clone, Copy, Debug)]
pub struct StoredAs {
    /// Its key.
    pub key: &'static str,
    /// Whether the key says the contrary of the setting.
    pub negated: bool,
}

/// Settings that were given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings(Vec<(&'static str, String)>);

impl Settings {
    /// Gives a setting that takes no value.
    pub fn set(&mut self, name: &'static str) {
        if !self.is_set(name) {
            self.0.push((name, String::new()));
        }
    }

    /// Gives one more value of a setting.
    pub fn add(&mut self, name: &'static str, value: impl Into<String>) {
        self.0.push((name, value.into()));
    }

    /// Takes a setting back.
    pub fn remove(&mut self, name: &str) {
        self.0.retain(|(given, _)| *given != name);
    }

    /// Whether a setting is given.
    #[must_use]
    pub fn is_set(&self, name: &str) -> bool {
        self.0.iter().any(|(given, _)| *given == name)
    }

    /// The values of a setting, in the order in which they were given.
    #[must_use]
    pub fn values(&self, name: &str) -> Vec<String> {
        let given = self.0.iter().filter(|(given, _)| *given == name);
        given.map(|(_, value)| value.clone()).collect()
    }

    /// The first of the settings given that is none of these.
    #[must_use]
    pub fn outside(&self, known: &[Setting]) -> Option<&'static str> {
        let foreign = |name: &str| known.iter().all(|setting| setting.name != name);
        self.0.iter().map(|(name, _)| *name).find(|name| foreign(name))
    }
}

impl StoredAs {
    /// What a stored run keeps of a setting: a list of its values, or whether it is given.
    pub(crate) fn of(self, setting: &Setting, settings: &Settings) -> Value {
        match setting.value {
            Some(_) => settings.values(setting.name).into(),
            None => (settings.is_set(setting.name) != self.negated).into(),
        }
    }

    /// # Errors
    /// The value is of another type.
    pub(crate) fn restore(
        self,
        setting: &Setting,
        value: &Value,
        settings: &mut Settings,
    ) -> Result<(), String> {
        let wrong = |wanted: &str| {
            let mut found: String = value.to_string().chars().take(LONGEST_SHOWN).collect();
            if found.len() < value.to_string().len() {
                found.push('…');
            }
            format!("the trace does not fit the language: `{}` is {wanted}, not {found}", self.key)
        };
        match (setting.value, value) {
            (None, Value::Bool(flag)) => {
                if *flag != self.negated {
                    settings.set(setting.name);
                }
            }
            (None, _) => return Err(wrong("true or false")),
            (Some(_), Value::Array(values)) => {
                for value in values {
                    let text = value.as_str().ok_or_else(|| wrong("a list of texts"))?;
                    settings.add(setting.name, text);
                }
            }
            (Some(_), _) => return Err(wrong("a list of texts")),
        }
        Ok(())
    }
}

/// How much is shown of a value that is of the wrong type.
const LONGEST_SHOWN: usize = 40;
