//! Tokens to a syntax tree. After a mistake, parsing goes on at the next declaration.

mod annotations;
mod assertions;
mod clauses;
mod collections;
mod cursor;
mod declarations;
mod expressions;
mod fields;
mod literals;
mod operands;
mod patterns;
mod processes;
mod script;

use diagnostics::{Diagnostic, FileId, Sources};
use syntax::MAX_MISTAKES;

use crate::include::{Reader, script_tokens};
use crate::stack::with_large_stack;
use crate::tree::Script;
use cursor::Parser;

/// Reads the script in `file` and the files that it includes, which are added to the sources: what was understood of it, and what
/// is wrong.
pub fn parse(
    sources: &mut Sources,
    file: FileId,
    read: &mut Reader<'_>,
) -> (Script, Vec<Diagnostic>) {
    parsed(sources, file, read, |parser| parser.script())
}

/// Reads datatypes, as they stand after `:[symmetry reduce]:`, into a script whose one assertion says nothing else.
pub fn parse_types(
    sources: &mut Sources,
    file: FileId,
    read: &mut Reader<'_>,
) -> (Script, Vec<Diagnostic>) {
    parsed(sources, file, read, |parser| parser.symmetric_types())
}

fn parsed(
    sources: &mut Sources,
    file: FileId,
    read: &mut Reader<'_>,
    script: impl FnOnce(&mut Parser<'_>) -> Script + Send,
) -> (Script, Vec<Diagnostic>) {
    let (tokens, mut diagnostics) = script_tokens(sources, file, read);
    let (script, mistakes) = with_large_stack(|_| {
        let mut parser = Parser::new(sources, file, tokens);
        (script(&mut parser), parser.into_diagnostics())
    });
    diagnostics.truncate(MAX_MISTAKES);
    diagnostics.extend(mistakes);
    (script, diagnostics)
}
