//! From a path on the command line to a model.

use checking::quantities::plural;
use checking::{Loaded, Loading, Purpose, Session, Settings};
use diagnostics::{Diagnostic, Severity, Sources};
use report::About;

use crate::applicable::{applicable, setting_name};
use crate::diagnostics_text::render;
use crate::exit::{Exit, Failure};
use crate::files::open;
use crate::model_arguments::{ModelArgs, Warnings};
use crate::table::{LanguageRow, Languages};
use crate::terminal::{Paint, complain};

/// A loaded model, and how it was loaded.
pub struct Subject {
    /// The path as given.
    pub path: String,
    /// Its language.
    pub language: LanguageRow,
    /// The settings of the language.
    pub settings: Settings,
    /// The model.
    pub model: Box<dyn Loaded>,
    /// The warnings on it that documents have, a line each.
    pub warnings: Vec<String>,
}

impl Subject {
    /// Loads a model for a command, whose answer comes first: the warnings follow on standard error, where they are seen.
    ///
    /// # Errors
    /// What is wrong with the model, ready to be shown, or what the command does not succeed in.
    pub fn answer<T>(
        languages: Languages,
        args: &ModelArgs,
        settings: Settings,
        purpose: Purpose,
        command: impl FnOnce(Subject) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let language = languages.of(&args.model, args.language.as_deref())?;
        let (mut subject, warnings) = Subject::read(language, args, settings, purpose)?;
        let sources = subject.model.sources();
        let warnings = each_once(warnings);
        let told = warnings.iter().map(|warning| warning.one_line(sources)).collect();
        let warnings = warnings_text(&warnings, args.warnings, sources);
        subject.warnings = told;
        let ended = command(subject);
        warnings.iter().for_each(|text| complain(text));
        ended
    }

    /// Loads a model; warnings are returned.
    ///
    /// # Errors
    /// What is wrong with the model, ready to be shown.
    pub fn read(
        language: LanguageRow,
        args: &ModelArgs,
        settings: Settings,
        purpose: Purpose,
    ) -> Result<(Subject, Vec<Diagnostic>), Failure> {
        if let Some(objection) = language.objection(&settings) {
            return Err(Failure::input(objection));
        }
        let mut sources = Sources::among(args.files.clone());
        let (path, file) = open(&args.model, &mut sources)?;
        refuse_foreign(&path, language, &settings)?;
        let Loading { model, sources, diagnostics } =
            language.load(sources, file, &settings, purpose);
        match model {
            Some(model) => {
                let warnings = Vec::new();
                Ok((Subject { path, language, settings, model, warnings }, diagnostics))
            }
            None => Err(refused(&path, &diagnostics, &sources)),
        }
    }

    /// The model as reports name it.
    pub fn about(&self) -> About<'_> {
        let language = self.language.name();
        About { model: &self.path, language, warnings: &self.warnings }
    }

    /// Refuses trails where they cannot be had, before any work is done.
    ///
    /// # Errors
    /// That the language has none, or the statement that is in the way.
    pub fn check_exchange(&self) -> Result<(), Failure> {
        match self.model.exchange_obstacle() {
            None => Ok(()),
            Some(Some(obstacle)) => Err(Failure::input(obstacle)),
            Some(None) => Err(Failure::input(format!(
                "{}: trails are of SPIN, which does not know {}; `--trace` stores the counterexample \
                 all the same",
                self.path,
                self.language.title()
            ))),
        }
    }

    /// A run that stands at its beginning.
    ///
    /// # Errors
    /// That the model has no initial state.
    pub fn session(&self, keeps_history: bool) -> Result<Box<dyn Session + '_>, Failure> {
        self.model.session(keeps_history).map_err(|failure| self.failure(failure))
    }

    /// A failure as it is shown.
    pub fn failure(&self, failure: checking::Failure) -> Failure {
        failed(failure, self.model.sources())
    }
}

fn each_once(warnings: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut told: Vec<Diagnostic> = Vec::new();
    for warning in warnings {
        if !told.contains(&warning) {
            told.push(warning);
        }
    }
    told
}

/// Those warnings that are wanted as they are shown, if there are any.
fn warnings_text(warnings: &[Diagnostic], wanted: Warnings, sources: &Sources) -> Option<String> {
    let shown = match wanted {
        Warnings::On => warnings,
        Warnings::Off => &[],
        Warnings::First => &warnings[..warnings.len().min(1)],
    };
    if shown.is_empty() {
        return None;
    }
    let mut text = render(shown, sources, Paint::stderr().is_on());
    if shown.len() < warnings.len() {
        let others = plural((warnings.len() - shown.len()) as u64, "warning");
        text += &format!("\n… and {others} more: `--warnings on`");
    }
    Some(text)
}

/// A failure as it is shown, whose places are in these sources.
pub fn failed(failure: checking::Failure, sources: &Sources) -> Failure {
    match failure {
        checking::Failure::Input(message) => Failure::input(message),
        checking::Failure::Model(diagnostics)
        | checking::Failure::Group(diagnostics)
        | checking::Failure::NoSymmetry(diagnostics) => {
            Failure::rendered(render(&diagnostics, sources, Paint::stderr().is_on()))
        }
        checking::Failure::Limit(message) => Failure::limit(message),
        checking::Failure::Internal(message) => Failure::internal(message),
    }
}

/// Refuses settings that the language does not have.
///
/// # Errors
/// The first of them.
pub fn refuse_foreign(
    path: &str,
    language: LanguageRow,
    settings: &Settings,
) -> Result<(), Failure> {
    let Some(setting) = settings.outside(language.settings()) else { return Ok(()) };
    let (setting, title) = (setting_name(setting), language.title());
    let applicable = applicable(language);
    Err(Failure::input(format!("{path}: {setting} does not apply to {title}\n{applicable}")))
}

/// What is wrong with a model.
pub fn refused(path: &str, diagnostics: &[Diagnostic], sources: &Sources) -> Failure {
    if diagnostics.is_empty() {
        return Failure::internal(format!("{path} was refused without a reason"));
    }
    let rendered = render(diagnostics, sources, Paint::stderr().is_on());
    let only_limits = diagnostics.iter().all(|it| it.severity != Severity::Error);
    Failure { exit: if only_limits { Exit::Unknown } else { Exit::Input }, message: rendered }
}
