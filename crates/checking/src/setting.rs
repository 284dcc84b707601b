//! Settings of languages, and how stored runs keep them.

use serde_json::Value;

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
    /// Those that run or draw it.
    Walks,
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
