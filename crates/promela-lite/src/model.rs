//! From a text to a model.

use diagnostics::{Diagnostic, FileId, Sources};
use machine::Machine;
use machine::compile::CompileOptions;
use machine_model::words::{Meanings, NamedMachine};

use crate::ast;
use crate::lower::lower;
use crate::parse::parse;
use crate::translate::translate;
use crate::typing::{Typed, check};

/// A loaded model: `model` is there unless a diagnostic is an error.
#[derive(Debug)]
pub struct Loaded {
    /// The model.
    pub model: Option<NamedMachine>,
    /// What was found on the way.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads the model in `file` of `sources`. A state is a valuation of all variables and channels: no
/// analysis makes them fewer. (Donaldson and Miller 2008, appendix B.)
#[must_use]
pub fn load(sources: &Sources, file: FileId) -> Loaded {
    let refused = |diagnostics| Loaded { model: None, diagnostics };
    let (tree, typed) = match read(sources, file) {
        Ok(read) => read,
        Err(diagnostics) => return refused(diagnostics),
    };
    let program = match lower(&tree, &typed) {
        Ok(program) => program,
        Err(diagnostic) => return refused(vec![diagnostic]),
    };
    let options = CompileOptions {
        reset_dead_variables: false,
        merge_statements: false,
        despite_others: false,
        clear_inactive: false,
        forget_hidden: false,
        inner_escapes_first: false,
    };
    match Machine::new(program, options) {
        Ok(machine) => {
            let model = Some(NamedMachine { machine, meanings: Meanings::default() });
            Loaded { model, diagnostics: Vec::new() }
        }
        Err(fault) => refused(vec![fault.at_start()]),
    }
}

/// The model in `file` of `sources`, in Promela.
///
/// # Errors
/// What is wrong with it.
pub fn to_promela(sources: &Sources, file: FileId) -> Result<String, Vec<Diagnostic>> {
    let (tree, typed) = read(sources, file)?;
    Ok(translate(sources, file, &tree, &typed))
}

/// Parses and checks a text.
fn read(sources: &Sources, file: FileId) -> Result<(ast::Model, Typed), Vec<Diagnostic>> {
    let (tree, diagnostics) = parse(sources, file);
    if !diagnostics.is_empty() {
        return Err(diagnostics);
    }
    let mut typed = check(&tree);
    let diagnostics = std::mem::take(&mut typed.diagnostics);
    if diagnostics.is_empty() { Ok((tree, typed)) } else { Err(diagnostics) }
}
