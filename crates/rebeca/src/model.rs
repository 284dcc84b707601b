//! From a text to a model.

use diagnostics::{Diagnostic, FileId, Sources};
use machine::compile::CompileOptions;
use machine_model::claimed::{ClaimedProgram, SeparateClaim};
use machine_model::words::NamedMachine;

use crate::ast::Properties;
use crate::lower::lower;
use crate::parse::{parse, parse_expression, parse_properties};

/// How a model is to be understood.
#[derive(Clone, Debug, Default)]
pub struct LoadOptions {
    /// Other values of constants: `NAME=VALUE`.
    pub defines: Vec<String>,
    /// How many rebecs of each class can be created at run time; 8, if nothing is said.
    pub created: Option<u32>,
    /// The property file.
    pub properties: Option<FileId>,
    /// The text of an expression of which it is claimed, after all properties, that it never holds.
    pub sought: Option<FileId>,
    /// Which of the properties become claims.
    pub kept: KeptProperties,
}

/// Which properties become claims of a program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum KeptProperties {
    /// None.
    #[default]
    None,
    /// All.
    All,
    /// None; all are kept apart from it, each to be checked on a machine of its own.
    Separate,
}

/// A loaded model: `model` is there unless a diagnostic is an error.
#[derive(Debug)]
pub struct Loaded {
    /// The model.
    pub model: Option<NamedMachine>,
    /// The properties, if there are any, and they are kept apart.
    pub claims: Option<ClaimedProgram>,
    /// What was found on the way.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads the model in `file` of `sources`. A state is what the variables and the queue of each rebec hold between two messages:
/// for each message in a queue which one it is, its sender and its parameters.
#[must_use]
pub fn load(sources: &Sources, file: FileId) -> Loaded {
    load_with(sources, file, &LoadOptions::default())
}

/// Reads a model, with properties or with other constants.
#[must_use]
pub fn load_with(sources: &Sources, file: FileId, options: &LoadOptions) -> Loaded {
    let refused = |diagnostics| Loaded { model: None, claims: None, diagnostics };
    let (tree, mut diagnostics) = parse(sources, file);
    let mut properties = Properties::default();
    if let Some(file) = options.properties {
        let (parsed, wrong) = parse_properties(sources, file);
        properties = parsed;
        diagnostics.extend(wrong);
    }
    match options.sought.map(|file| parse_expression(sources, file)) {
        Some(Ok(expression)) => properties.sought = Some(expression),
        Some(Err(wrong)) => diagnostics.extend(wrong),
        None => {}
    }
    if !diagnostics.is_empty() {
        return refused(diagnostics);
    }
    let (mut program, meanings) = match lower(&tree, &options.defines, options.created, &properties)
    {
        Ok(lowered) => lowered,
        Err(diagnostics) => return refused(diagnostics),
    };
    let claims = match options.kept {
        KeptProperties::All => Vec::new(),
        KeptProperties::None | KeptProperties::Separate => std::mem::take(&mut program.claims),
    };
    // Message servers leave nothing behind that could be dead, and are atomic.
    let compiling = CompileOptions {
        reset_dead_variables: false,
        merge_statements: false,
        despite_others: false,
        clear_inactive: false,
        forget_hidden: false,
        inner_escapes_first: false,
    };
    let claimed = ClaimedProgram {
        program,
        meanings,
        infers_symbols: false,
        options: compiling,
        // The program has room for all that properties refer to, whichever is checked. Formulas are always ones that can be.
        claims: claims.into_iter().filter_map(SeparateClaim::new).collect(),
    };
    match claimed.machine() {
        Ok(machine) => {
            let is_wanted = options.kept == KeptProperties::Separate && !claimed.claims.is_empty();
            let claims = is_wanted.then_some(claimed);
            Loaded { model: Some(machine), claims, diagnostics: Vec::new() }
        }
        Err(problem) => refused(vec![problem]),
    }
}
