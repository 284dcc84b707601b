//! Tokens to a syntax tree. After a mistake, parsing goes on at the next statement or declaration.

mod cursor;
mod declarations;
mod expressions;
mod statements;
mod types;

use diagnostics::{Diagnostic, FileId, Sources};
use syntax::tokens;

use crate::ast::Model;
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
