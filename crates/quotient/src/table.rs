//! The languages of models, and which one a file is in.

use std::path::Path;

use checking::Language;

use crate::exit::Failure;

/// A language of the table.
pub type LanguageRow = &'static dyn Language;

/// A table of languages.
#[derive(Clone, Copy)]
pub struct Languages {
    /// The languages that there are; the first is that of old traces.
    pub known: &'static [LanguageRow],
    /// Languages that are not there yet: extension, name on the command line.
    pub later: &'static [(&'static str, &'static str)],
}

impl Languages {
    /// The language that the extension of a file tells.
    pub(crate) fn of_extension(self, model: &Path) -> Option<LanguageRow> {
        let extension = extension(model);
        self.known.iter().copied().find(|l| l.extensions().contains(&extension.as_str()))
    }

    /// The language of a model: the named one, or else as the extension tells.
    ///
    /// # Errors
    /// That it is not known, or not supported yet.
    pub(crate) fn of(self, model: &Path, name: Option<&str>) -> Result<LanguageRow, Failure> {
        if let Some(name) = name {
            return self.named(&name.to_ascii_lowercase());
        }
        // What is missing is said before what it would be.
        if !model.exists() || model.is_dir() {
            return Ok(self.known[0]);
        }
        if let Some(language) = self.of_extension(model) {
            return Ok(language);
        }
        let (path, extension) = (model.display(), extension(model));
        let first = self.known[0].name();
        Err(Failure::input(match self.later.iter().find(|(later, _)| *later == extension) {
            Some((_, name)) => format!("{path}: the language `{name}` is not supported yet"),
            None => format!(
                "{path}: the extension does not tell the language; say `--language {first}`, or another of {}",
                self.names()
            ),
        }))
    }

    fn named(self, name: &str) -> Result<LanguageRow, Failure> {
        if let Some(language) = self.known.iter().copied().find(|l| l.name() == name) {
            return Ok(language);
        }
        Err(Failure::input(match self.later.iter().any(|(_, later)| *later == name) {
            true => format!("the language `{name}` is not supported yet"),
            false => format!("unknown language `{name}`: there are {}", self.names()),
        }))
    }

    fn names(self) -> String {
        let names: Vec<String> =
            self.known.iter().map(|language| format!("`{}`", language.name())).collect();
        names.join(", ")
    }

    /// What `--help` says of the extensions.
    pub(crate) fn extensions_text(self) -> String {
        let row = |language: &LanguageRow| {
            let extensions: Vec<String> =
                language.extensions().iter().map(|extension| format!(".{extension}")).collect();
            format!("{}: {}", language.name(), extensions.join(" "))
        };
        let told = |language: &&LanguageRow| !language.extensions().is_empty();
        let rows: Vec<String> = self.known.iter().filter(told).map(row).collect();
        format!("The language [default: by extension: {}]", rows.join("; "))
    }
}

fn extension(model: &Path) -> String {
    model.extension().map(|e| e.to_string_lossy().to_ascii_lowercase()).unwrap_or_default()
}
