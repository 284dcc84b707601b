//! From a text to a model.

use diagnostics::{Diagnostic, FileId, Sources};
use machine::Machine;
use machine::compile::CompileOptions;
use machine_model::claimed::{ClaimedProgram, SeparateClaim};
use machine_model::words::{Meanings, NamedMachine};

use crate::ast;
use crate::lower::lower;
use crate::parse::{parse, parse_guard};
use crate::translate::translate;
use crate::typing::{Typed, check};

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

/// Reads the model in `file` of `sources`. A state is a valuation of all variables and channels: no
/// analysis makes them fewer. (Donaldson and Miller 2008, appendix B.)
#[must_use]
pub fn load(sources: &Sources, file: FileId) -> Loaded {
    load_seeking(sources, file, None)
}

/// The same, with the claim that the guard in another file never holds.
pub(crate) fn load_seeking(sources: &Sources, file: FileId, sought: Option<FileId>) -> Loaded {
    let refused = |diagnostics| Loaded { model: None, claims: None, diagnostics };
    let (tree, sought, typed) = match read(sources, file, sought) {
        Ok(read) => read,
        Err(diagnostics) => return refused(diagnostics),
    };
    let mut program = match lower(&tree, sought.as_ref(), &typed) {
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
    let claim = program.claims.pop().and_then(SeparateClaim::new);
    let meanings = Meanings::default();
    let claims = claim.map(|claim| ClaimedProgram {
        program: program.clone(),
        meanings: meanings.clone(),
        infers_symbols: false,
        options,
        claims: vec![claim],
    });
    match Machine::new(program, options) {
        Ok(machine) => {
            let model = Some(NamedMachine { machine, meanings });
            Loaded { model, claims, diagnostics: Vec::new() }
        }
        Err(fault) => refused(vec![fault.at_start()]),
    }
}

/// The model in `file` of `sources`, in Promela.
///
/// # Errors
/// What is wrong with it.
pub fn to_promela(sources: &Sources, file: FileId) -> Result<String, Vec<Diagnostic>> {
    let (tree, _, typed) = read(sources, file, None)?;
    Ok(translate(sources, file, &tree, &typed))
}

/// A text that is parsed and checked, with what is sought.
type Read = (ast::Model, Option<ast::Expr>, Typed);

/// Parses and checks a text.
fn read(sources: &Sources, file: FileId, sought: Option<FileId>) -> Result<Read, Vec<Diagnostic>> {
    let (tree, mut diagnostics) = parse(sources, file);
    let mut guard = None;
    match sought.map(|file| parse_guard(sources, file)) {
        Some(Ok(sought)) => guard = Some(sought),
        Some(Err(wrong)) => diagnostics.extend(wrong),
        None => {}
    }
    if !diagnostics.is_empty() {
        return Err(diagnostics);
    }
    let mut typed = check(&tree, guard.as_ref());
    let diagnostics = std::mem::take(&mut typed.diagnostics);
    if diagnostics.is_empty() { Ok((tree, guard, typed)) } else { Err(diagnostics) }
}
