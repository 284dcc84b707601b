//! The languages of models, and which one a file is in.

use std::path::Path;

use crate::exit::Failure;

/// A language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// Promela.
    Promela,
    /// Promela-Lite.
    PromelaLite,
}

/// Languages of the design that are not there yet: extension, name on the command line.
const LATER: [(&str, &str); 4] =
    [("csp", "cspm"), ("rebeca", "rebeca"), ("red", "red"), ("d", "red")];

impl Language {
    const ALL: [Language; 2] = [Language::Promela, Language::PromelaLite];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Language::Promela => "promela",
            Language::PromelaLite => "promela-lite",
        }
    }

    /// Its name for people.
    pub fn title(self) -> &'static str {
        match self {
            Language::Promela => "Promela",
            Language::PromelaLite => "Promela-Lite",
        }
    }

    fn extensions(self) -> &'static [&'static str] {
        match self {
            Language::Promela => &["pml", "prom", "promela", "p", "pr", "spin"],
            Language::PromelaLite => &["prl"],
        }
    }

    /// The language that the extension of a file tells.
    pub fn of_extension(model: &Path) -> Option<Language> {
        let extension = extension(model);
        Language::ALL.into_iter().find(|l| l.extensions().contains(&extension.as_str()))
    }

    /// The language of a model: the named one, or else as the extension tells.
    ///
    /// # Errors
    /// That it is not known, or not supported yet.
    pub fn of(model: &Path, name: Option<&str>) -> Result<Language, Failure> {
        if let Some(name) = name {
            return Language::named(&name.to_ascii_lowercase());
        }
        // What is missing is said before what it would be.
        if !model.exists() || model.is_dir() {
            return Ok(Language::Promela);
        }
        if let Some(language) = Language::of_extension(model) {
            return Ok(language);
        }
        let (path, extension) = (model.display(), extension(model));
        Err(Failure::input(match LATER.iter().find(|(later, _)| *later == extension) {
            Some((_, name)) => format!("{path}: the language `{name}` is not supported yet"),
            None => format!(
                "{path}: the extension does not tell the language; say `--language promela`"
            ),
        }))
    }

    fn named(name: &str) -> Result<Language, Failure> {
        if let Some(language) = Language::ALL.into_iter().find(|l| l.name() == name) {
            return Ok(language);
        }
        let known: Vec<String> =
            Language::ALL.iter().map(|language| format!("`{}`", language.name())).collect();
        Err(Failure::input(match LATER.iter().any(|(_, later)| *later == name) {
            true => format!("the language `{name}` is not supported yet"),
            false => format!("unknown language `{name}`: there are {}", known.join(" and ")),
        }))
    }
}

fn extension(model: &Path) -> String {
    model.extension().map(|e| e.to_string_lossy().to_ascii_lowercase()).unwrap_or_default()
}
