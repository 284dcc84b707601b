//! From a path on the command line to a model.

use std::path::Path;

use diagnostics::{Diagnostic, Sources};
use machine::compile::CompileOptions;
use promela::{LoadOptions, Model, ParseOptions, load, read_file};

use crate::arguments::{ModelArgs, StateArgs};
use crate::diagnostics_text::render;
use crate::exit::Failure;
use crate::terminal::{Paint, complain};

/// Extensions of Promela models.
const PROMELA: [&str; 6] = ["pml", "prom", "promela", "p", "pr", "spin"];
/// Languages of the design that are not there yet: extension, name on the command line.
const LATER: [(&str, &str); 5] =
    [("csp", "cspm"), ("rebeca", "rebeca"), ("red", "red"), ("d", "red"), ("prl", "promela-lite")];

/// A loaded model with its sources.
pub struct Subject {
    /// The path as given.
    pub path: String,
    /// The sources, for excerpts and lines.
    pub sources: Sources,
    /// The model.
    pub model: Model,
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
        check_language(&args.model, args.language.as_deref())?;
        check_defines(&args.define)?;
        let path = args.model.display().to_string();
        let mut sources = Sources::new();
        let bytes = read(&args.model)?;
        let file = sources
            .add_bytes(path.clone(), &bytes)
            .map_err(|reason| Failure::input(format!("{path}: {reason}")))?;
        if sources.text(file).trim().is_empty() {
            return Err(Failure::input(format!("{path}: the file is empty")));
        }
        let parsing = ParseOptions {
            defines: args.define.clone(),
            include_paths: args.include.clone(),
            ..ParseOptions::default()
        };
        let loaded = load(&mut sources, file, &parsing, load_options(states));
        match loaded.model {
            Some(model) => Ok((Subject { path, sources, model }, loaded.diagnostics)),
            None => {
                let colour = Paint::stderr().is_on();
                Err(refused(&path, &loaded.diagnostics, &sources, colour))
            }
        }
    }
}

fn refused(path: &str, diagnostics: &[Diagnostic], sources: &Sources, colour: bool) -> Failure {
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

fn check_language(model: &Path, language: Option<&str>) -> Result<(), Failure> {
    if let Some(name) = language {
        let name = name.to_ascii_lowercase();
        return match name.as_str() {
            "promela" => Ok(()),
            _ if LATER.iter().any(|(_, later)| *later == name) => {
                Err(Failure::input(format!("the language `{name}` is not supported yet")))
            }
            _ => Err(Failure::input(format!("unknown language `{name}`: there is `promela`"))),
        };
    }
    // What is missing is said before what it would be.
    if !model.exists() || model.is_dir() {
        return Ok(());
    }
    let extension = model.extension().map(|e| e.to_string_lossy().to_ascii_lowercase());
    let extension = extension.unwrap_or_default();
    let path = model.display();
    if PROMELA.contains(&extension.as_str()) {
        Ok(())
    } else if let Some((_, later)) = LATER.iter().find(|(e, _)| *e == extension) {
        Err(Failure::input(format!("{path}: the language `{later}` is not supported yet")))
    } else {
        Err(Failure::input(format!(
            "{path}: the extension does not tell the language; say `--language promela`"
        )))
    }
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
