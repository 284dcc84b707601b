//! From a path on the command line to a model.

use std::path::Path;

use diagnostics::{Diagnostic, FileId, Sources};
use machine::compile::CompileOptions;
use machine::detect::scalarset::Scalarset;
use promela::{ChannelTypes, LoadOptions, Numbering, ParseOptions, read_file};
use words::Model;

use crate::arguments::{ModelArgs, StateArgs};
use crate::diagnostics_text::render;
use crate::exit::Failure;
use crate::language::Language;
use crate::terminal::{Paint, complain};

/// A loaded model with its sources.
pub struct Subject {
    /// The path as given.
    pub path: String,
    /// The sources, for excerpts and lines.
    pub sources: Sources,
    /// Its language.
    pub language: Language,
    /// The model.
    pub model: Model,
    /// How SPIN numbers its statements, if it is a model of SPIN's.
    pub numbering: Option<Numbering>,
    /// The types of its channels, if they are inferred.
    pub channel_types: Option<ChannelTypes>,
    /// The scalarsets that it declares, unchecked.
    pub scalarsets: Vec<Scalarset>,
}

impl Subject {
    /// Loads a model; warnings go to standard error.
    ///
    /// # Errors
    /// What is wrong with the model, ready to be shown.
    pub fn load(args: &ModelArgs, states: StateArgs) -> Result<Subject, Failure> {
        let (subject, warnings) = Subject::read(args, states)?;
        if !warnings.is_empty() {
            complain(&render(&warnings, &subject.sources, Paint::stderr().is_on()));
        }
        Ok(subject)
    }

    /// The same without showing the warnings, which are returned.
    ///
    /// # Errors
    /// What is wrong with the model, ready to be shown.
    pub fn read(
        args: &ModelArgs,
        states: StateArgs,
    ) -> Result<(Subject, Vec<Diagnostic>), Failure> {
        let language = Language::of(&args.model, args.language.as_deref())?;
        check_defines(&args.define)?;
        let mut sources = Sources::new();
        let (path, file) = open(&args.model, &mut sources)?;
        let loaded = match language {
            Language::Promela => promela(args, states, &mut sources, file),
            Language::PromelaLite => promela_lite(args, &sources, file)?,
        };
        let Loaded { model, numbering, channel_types, scalarsets, diagnostics } = loaded;
        match model {
            Some(model) => {
                let subject = Subject {
                    path,
                    sources,
                    language,
                    model,
                    numbering,
                    channel_types,
                    scalarsets,
                };
                Ok((subject, diagnostics))
            }
            None => {
                let colour = Paint::stderr().is_on();
                Err(refused(&path, &diagnostics, &sources, colour))
            }
        }
    }
}

/// What a language makes of a text.
struct Loaded {
    model: Option<Model>,
    numbering: Option<Numbering>,
    channel_types: Option<ChannelTypes>,
    scalarsets: Vec<Scalarset>,
    diagnostics: Vec<Diagnostic>,
}

fn promela(args: &ModelArgs, states: StateArgs, sources: &mut Sources, file: FileId) -> Loaded {
    let parsing = ParseOptions {
        defines: args.define.clone(),
        include_paths: args.include.clone(),
        ..ParseOptions::default()
    };
    let loaded = promela::load(sources, file, &parsing, load_options(states));
    let (numbering, channel_types) = (Some(loaded.numbering), Some(loaded.channel_types));
    let (model, scalarsets, diagnostics) = (loaded.model, loaded.scalarsets, loaded.diagnostics);
    Loaded { model, numbering, channel_types, scalarsets, diagnostics }
}

/// The options that shape the states of Promela models are left alone: they turn off what
/// Promela-Lite never does, or speak of what it has not.
fn promela_lite(args: &ModelArgs, sources: &Sources, file: FileId) -> Result<Loaded, Failure> {
    no_preprocessor(args, Language::PromelaLite)?;
    let loaded = promela_lite::load(sources, file);
    let (model, diagnostics) = (loaded.model, loaded.diagnostics);
    let scalarsets = Vec::new();
    Ok(Loaded { model, numbering: None, channel_types: None, scalarsets, diagnostics })
}

/// Refuses `-D` and `-I` where there is no preprocessor.
///
/// # Errors
/// The option.
pub fn no_preprocessor(args: &ModelArgs, language: Language) -> Result<(), Failure> {
    let option = match (args.define.is_empty(), args.include.is_empty()) {
        (false, _) => "-D",
        (_, false) => "-I",
        _ => return Ok(()),
    };
    let path = args.model.display();
    let title = language.title();
    Err(Failure::input(format!(
        "{path}: `{option}` means nothing here: {title} has no preprocessor"
    )))
}

/// What is wrong with a model.
pub fn refused(path: &str, diagnostics: &[Diagnostic], sources: &Sources, colour: bool) -> Failure {
    if diagnostics.is_empty() {
        return Failure::internal(format!("{path} was refused without a reason"));
    }
    Failure::rendered(render(diagnostics, sources, colour))
}

fn load_options(states: StateArgs) -> LoadOptions {
    LoadOptions {
        compile: CompileOptions {
            reset_dead_variables: !states.no_dataflow,
            merge_statements: !states.no_merge,
            forget_hidden: !states.keep_hidden,
            inner_escapes_first: states.java_unless,
        },
        hide_unread: !states.keep_unread,
        ignore_claims: states.no_claims,
        keep_claims: states.keep_claims,
    }
}

/// Reads a text that a person named, which is not empty; its name and place.
///
/// # Errors
/// That it cannot be read, or is no text.
pub fn open(model: &Path, sources: &mut Sources) -> Result<(String, FileId), Failure> {
    let path = model.display().to_string();
    let bytes = read(model)?;
    let file = sources
        .add_bytes(path.clone(), &bytes)
        .map_err(|reason| Failure::input(format!("{path}: {reason}")))?;
    if sources.text(file).trim().is_empty() {
        return Err(Failure::input(format!("{path}: the file is empty")));
    }
    Ok((path, file))
}

/// Reads a file that a person named.
///
/// # Errors
/// That it cannot be read, and why.
pub fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let name = path.display();
    if path.is_dir() {
        return Err(Failure::input(format!("{name}: is a directory, not a file")));
    }
    read_file(path).map_err(|error| {
        let reason = match error.kind() {
            std::io::ErrorKind::NotFound => "no such file".to_owned(),
            std::io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
            _ => error.to_string(),
        };
        Failure::input(format!("{name}: {reason}"))
    })
}

fn check_defines(defines: &[String]) -> Result<(), Failure> {
    for define in defines {
        let name = define.split('=').next().unwrap_or_default();
        let mut characters = name.chars();
        let starts = characters.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_');
        if !starts || !characters.all(|c| c.is_ascii_alphanumeric() || c == '_') {
            return Err(Failure::input(format!("-D {define}: `{name}` is no name of a macro")));
        }
    }
    Ok(())
}
