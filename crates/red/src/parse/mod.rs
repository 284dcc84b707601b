//! Tokens to a syntax tree. After a mistake, parsing goes on at the next rule, mode or declaration.

mod cursor;
mod declarations;
mod expressions;
mod foreign;
mod modes;

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
    let mut diagnostics = parser.into_diagnostics();
    if let Some(wrong) = wrong {
        // That something is missing at the end only says once more that the text is cut off.
        diagnostics.retain(|diagnostic| diagnostic.primary() != Some(model.end));
        diagnostics.insert(0, wrong);
    }
    (model, diagnostics)
}
