//! Tokens to a syntax tree. After a mistake, parsing goes on at the next statement or declaration.

mod cursor;
mod declarations;
mod expressions;
mod statements;
mod types;

use diagnostics::{Diagnostic, FileId, Sources};
use syntax::{Parsing, tokens};

use crate::ast::{Expr, Model};
use crate::lex::{Kind, MAX_TOKENS};
use cursor::Parser;

/// Reads the text of `file`: what was understood of it, and what is wrong.
pub(crate) fn parse(sources: &Sources, file: FileId) -> (Model, Vec<Diagnostic>) {
    let (tokens, wrong) = tokens::<Kind>(sources, file, MAX_TOKENS);
    let mut parser = Parser::new(sources, file, tokens);
    let model = parser.model();
    let mut diagnostics: Vec<Diagnostic> = wrong.into_iter().collect();
    diagnostics.extend(parser.into_diagnostics());
    (model, diagnostics)
}

/// Reads a text that is one guard.
///
/// # Errors
/// What is wrong with it.
pub(crate) fn parse_guard(sources: &Sources, file: FileId) -> Result<Expr, Vec<Diagnostic>> {
    let (tokens, wrong) = tokens::<Kind>(sources, file, MAX_TOKENS);
    let mut parser = Parser::new(sources, file, tokens);
    let found = parser.expr().and_then(|guard| match parser.at(Kind::End) {
        true => Ok(guard),
        false => Err(parser.unexpected("an operator or the end of the guard")),
    });
    let mut diagnostics: Vec<Diagnostic> = wrong.into_iter().collect();
    diagnostics.extend(parser.into_diagnostics());
    found.ok().filter(|_| diagnostics.is_empty()).ok_or(diagnostics)
}
