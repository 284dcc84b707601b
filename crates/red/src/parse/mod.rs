//! Tokens to a syntax tree. After a mistake, parsing goes on at the next rule, mode or declaration.

mod cursor;
mod declarations;
mod expressions;
mod foreign;
mod modes;

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
    let mut diagnostics = parser.into_diagnostics();
    if let Some(wrong) = wrong {
        // That something is missing at the end only says once more that the text is cut off.
        diagnostics.retain(|diagnostic| diagnostic.primary() != Some(model.end));
        diagnostics.insert(0, wrong);
    }
    (model, diagnostics)
}

/// Reads a text that is one condition.
///
/// # Errors
/// What is wrong with it.
pub(crate) fn parse_condition(sources: &Sources, file: FileId) -> Result<Expr, Vec<Diagnostic>> {
    let (tokens, wrong) = tokens::<Kind>(sources, file, MAX_TOKENS);
    let mut parser = Parser::new(sources, file, tokens);
    let found = parser.expr().and_then(|condition| match parser.at(Kind::End) {
        true => Ok(condition),
        false => Err(parser.unexpected("an operator or the end of the condition")),
    });
    let mut diagnostics = parser.into_diagnostics();
    diagnostics.splice(0..0, wrong);
    found.ok().filter(|_| diagnostics.is_empty()).ok_or(diagnostics)
}
