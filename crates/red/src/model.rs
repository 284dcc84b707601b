//! From a text to a model.

use diagnostics::{Diagnostic, FileId, Severity, Sources, Span};
use machine::Machine;
use machine::compile::CompileOptions;
use machine::program::Program;
use machine_model::claimed::{ClaimedProgram, SeparateClaim};
use machine_model::words::{Meanings, NamedMachine};
use symbolic::NoPredicates;

use crate::inactive::notes;
use crate::lower::{Lowered, lower};
use crate::parse::{parse, parse_condition};

/// How a model is to be understood.
#[derive(Clone, Debug)]
pub struct LoadOptions {
    /// The text of a condition of which it is claimed that it never holds.
    pub sought: Option<FileId>,
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
    /// Whether all local variables of a process tell what is inactive, and not its mode alone ([`symbolic::predicates`]). Nothing is
    /// cleared by them unless something is.
    pub by_predicates: bool,
}

impl Default for LoadOptions {
    fn default() -> Self {
        LoadOptions {
            sought: None,
            defines: Vec::new(),
            processes: None,
            open: Open::Free,
            logic: Logic::Strict,
            faults: Faults::Lenient,
            clear_inactive: true,
            by_predicates: false,
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
    /// The claim that what is sought never holds.
    pub claims: Option<ClaimedProgram>,
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
    let refused = |diagnostics| Loaded { model: None, claims: None, diagnostics };
    let (tree, mut diagnostics) = parse(sources, file);
    let mut sought = None;
    match options.sought.map(|file| parse_condition(sources, file)) {
        Some(Ok(condition)) => sought = Some(condition),
        Some(Err(wrong)) => diagnostics.extend(wrong),
        None => {}
    }
    if !diagnostics.is_empty() {
        return refused(diagnostics);
    }
    let lowered = match lower(&tree, sought.as_ref(), options) {
        Ok(lowered) => lowered,
        Err(diagnostics) => return refused(diagnostics),
    };
    let Lowered { mut program, meanings, ranges, notes: mut diagnostics } = lowered;
    let claim = program.claims.pop().and_then(SeparateClaim::new);
    let compiling = CompileOptions {
        reset_dead_variables: false,
        // What a rule does is one step.
        merge_statements: true,
        despite_others: true,
        clear_inactive: options.clear_inactive,
        forget_hidden: false,
        inner_escapes_first: false,
    };
    let claims = claim.map(|claim| claimed(claim, &program, &meanings, compiling));
    let machine = match Machine::new(program, compiling) {
        Ok(machine) => machine,
        Err(fault) => {
            diagnostics.push(fault.at_start());
            return refused(diagnostics);
        }
    };
    let machine = match options.clear_inactive && options.by_predicates {
        false => Ok(machine),
        true => symbolic::predicates(&machine, &|variable| ranges[&variable])
            .map(|predicates| machine.clearing_by(predicates)),
    };
    match machine {
        Ok(machine) => {
            let modes: Vec<&str> = tree.modes.iter().map(|mode| &*mode.name.text).collect();
            diagnostics.extend(notes(&machine, &modes));
            Loaded { model: Some(NamedMachine { machine, meanings }), claims, diagnostics }
        }
        Err(why) => {
            diagnostics.push(without_predicates(&why, tree.modes[0].name.span));
            refused(diagnostics)
        }
    }
}

/// A claim of a program in whose states all variables are kept, as it may look at any.
fn claimed(
    claim: SeparateClaim,
    program: &Program,
    meanings: &Meanings,
    compiling: CompileOptions,
) -> ClaimedProgram {
    ClaimedProgram {
        program: Program { keeps_dead: true, ..program.clone() },
        meanings: meanings.clone(),
        infers_symbols: false,
        options: CompileOptions { clear_inactive: false, ..compiling },
        claims: vec![claim],
    }
}

/// What is said of a model of which it is not found out what is inactive.
fn without_predicates(why: &NoPredicates, span: Span) -> Diagnostic {
    let (severity, message) = match why {
        // That is no mistake in the model.
        NoPredicates::TooMany => (
            Severity::Limit,
            "the variables that steps read have too many values to find out when each is inactive",
        ),
        NoPredicates::Unsettled | NoPredicates::Defect => {
            (Severity::Error, "internal error: it cannot be found out when variables are inactive")
        }
    };
    let help = "use `--dead-variables on`: what is inactive by the mode of its process is cleared";
    Diagnostic { severity, ..Diagnostic::error(span, message).help(help) }
}
