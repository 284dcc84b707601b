//! From a text to a model.

use diagnostics::{Diagnostic, FileId, Sources};
use machine::Machine;
use machine::compile::CompileOptions;
use machine_model::words::NamedMachine;

use crate::ast::Properties;
use crate::lower::lower;
use crate::parse::{parse, parse_properties};

/// How a model is to be understood.
#[derive(Clone, Debug, Default)]
pub struct LoadOptions {
    /// Other values of constants: `NAME=VALUE`.
    pub defines: Vec<String>,
    /// How many rebecs of each class can be created at run time; 8, if nothing is said.
    pub created: Option<u32>,
    /// The property file.
    pub properties: Option<FileId>,
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
    /// One, by its place.
    One(usize),
}

/// A loaded model: `model` is there unless a diagnostic is an error.
#[derive(Debug)]
pub struct Loaded {
    /// The model.
    pub model: Option<NamedMachine>,
    /// The names of the properties.
    pub properties: Vec<String>,
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
    let refused = |diagnostics| Loaded { model: None, properties: Vec::new(), diagnostics };
    let (tree, mut diagnostics) = parse(sources, file);
    let mut properties = Properties::default();
    if let Some(file) = options.properties {
        let (parsed, wrong) = parse_properties(sources, file);
        properties = parsed;
        diagnostics.extend(wrong);
    }
    if !diagnostics.is_empty() {
        return refused(diagnostics);
    }
    let kept = |place: usize| match options.kept {
        KeptProperties::None => false,
        KeptProperties::All => true,
        KeptProperties::One(one) => place == one,
    };
    let names: Vec<String> = properties.properties.iter().map(|it| it.name.text.clone()).collect();
    let (program, meanings) =
        match lower(&tree, &options.defines, options.created, &properties, kept) {
            Ok(lowered) => lowered,
            Err(diagnostics) => return refused(diagnostics),
        };
    // Message servers leave nothing behind that could be dead, and are atomic.
    let compiling = CompileOptions {
        reset_dead_variables: false,
        merge_statements: false,
        forget_hidden: false,
        inner_escapes_first: false,
    };
    match Machine::new(program, compiling) {
        Ok(machine) => {
            let model = Some(NamedMachine { machine, meanings });
            let properties = names;
            Loaded { model, properties, diagnostics: Vec::new() }
        }
        Err(fault) => refused(vec![fault.at_start()]),
    }
}
