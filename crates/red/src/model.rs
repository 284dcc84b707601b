//! From a text to a model.

use diagnostics::{Diagnostic, FileId, Sources};
use machine::Machine;
use machine::compile::CompileOptions;
use machine_model::words::NamedMachine;

use crate::lower::lower;
use crate::parse::parse;

/// How a model is to be understood.
#[derive(Clone, Debug)]
pub struct LoadOptions {
    /// Other values of numbers that have names: `NAME=VALUE`.
    pub defines: Vec<String>,
    /// How many processes there are; as many as the model says, if nothing is said.
    pub processes: Option<u32>,
    /// What variables begin with that `initially` does not mention.
    pub open: Open,
    /// When connectives have a value.
    pub logic: Logic,
    /// What it means that a condition has no value.
    pub faults: Faults,
    /// Whether inactive variables are cleared ([`machine::compile::CompileOptions::clear_inactive`]).
    pub clear_inactive: bool,
}

impl Default for LoadOptions {
    fn default() -> Self {
        LoadOptions {
            defines: Vec::new(),
            processes: None,
            open: Open::Free,
            logic: Logic::Strict,
            faults: Faults::Lenient,
            clear_inactive: true,
        }
    }
}

/// What variables begin with that `initially` does not mention.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Open {
    /// Any value of their range, as in the paper.
    #[default]
    Free,
    /// 0 or NULL, or what is nearest in the range.
    Zero,
}

/// When connectives have a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Logic {
    /// When all of their operands have one, as in the paper.
    #[default]
    Strict,
    /// When the first operands have one that decides: the others are not evaluated.
    ShortCircuit,
}

/// What it means that a condition has no value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Faults {
    /// That it does not hold, as in the paper.
    #[default]
    Lenient,
    /// That something is wrong with the model.
    Strict,
}

/// A loaded model: `model` is there unless a diagnostic is an error.
#[derive(Debug)]
pub struct Loaded {
    /// The model.
    pub model: Option<NamedMachine>,
    /// What was found on the way.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads the model in `file` of `sources`. A state is in which mode each process is, and what the variables hold that are active
/// there.
#[must_use]
pub fn load(sources: &Sources, file: FileId) -> Loaded {
    load_with(sources, file, &LoadOptions::default())
}

/// Reads a model otherwise.
#[must_use]
pub fn load_with(sources: &Sources, file: FileId, options: &LoadOptions) -> Loaded {
    let refused = |diagnostics| Loaded { model: None, diagnostics };
    let (tree, diagnostics) = parse(sources, file);
    if !diagnostics.is_empty() {
        return refused(diagnostics);
    }
    let (program, meanings, mut diagnostics) = match lower(&tree, options) {
        Ok(lowered) => lowered,
        Err(diagnostics) => return refused(diagnostics),
    };
    let compiling = CompileOptions {
        reset_dead_variables: false,
        // What a rule does is one step.
        merge_statements: true,
        despite_others: true,
        clear_inactive: options.clear_inactive,
        forget_hidden: false,
        inner_escapes_first: false,
    };
    match Machine::new(program, compiling) {
        Ok(machine) => Loaded { model: Some(NamedMachine { machine, meanings }), diagnostics },
        Err(fault) => {
            diagnostics.push(fault.at_start());
            refused(diagnostics)
        }
    }
}
