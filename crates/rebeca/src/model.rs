//! From a text to a model.

use diagnostics::{Diagnostic, FileId, Severity, Sources};
use machine::Machine;
use machine::compile::CompileOptions;
use machine::words::NamedMachine;

use crate::lower::lower;
use crate::parse::parse;

/// A loaded model: `model` is there unless a diagnostic is an error.
#[derive(Debug)]
pub struct Loaded {
    /// The model.
    pub model: Option<NamedMachine>,
    /// What was found on the way.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads the model in `file` of `sources`. A state is what the variables and the queue of each rebec hold between two messages:
/// for each message in a queue which one it is, its sender and its parameters.
#[must_use]
pub fn load(sources: &Sources, file: FileId) -> Loaded {
    let refused = |diagnostics| Loaded { model: None, diagnostics };
    let (tree, diagnostics) = parse(sources, file);
    if !diagnostics.is_empty() {
        return refused(diagnostics);
    }
    let (program, meanings) = match lower(&tree) {
        Ok(lowered) => lowered,
        Err(diagnostics) => return refused(diagnostics),
    };
    // Message servers leave nothing behind that could be dead, and are atomic.
    let options = CompileOptions {
        reset_dead_variables: false,
        merge_statements: false,
        forget_hidden: false,
        inner_escapes_first: false,
    };
    match Machine::new(program, options) {
        Ok(machine) => {
            let model = Some(NamedMachine { machine, meanings });
            Loaded { model, diagnostics: Vec::new() }
        }
        Err(fault) => {
            let message = format!("the initial state cannot be computed: {fault}");
            refused(vec![Diagnostic::new(Severity::Error, message)])
        }
    }
}
