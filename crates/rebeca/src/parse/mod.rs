//! Tokens to a syntax tree. After a mistake, parsing goes on at the next statement, declaration or class.

mod cursor;
mod declarations;
mod expressions;
mod foreign;
mod loops;
mod members;
mod properties;
mod recovery;
mod statements;
#[cfg(test)]
mod tests;

use diagnostics::{Diagnostic, FileId, Sources};
use syntax::tokens;

use crate::ast::{Expr, Model, Properties};
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

/// Reads an expression as properties have them, which is the whole text of `file`; none if something is wrong with it.
pub(crate) fn parse_expression(sources: &Sources, file: FileId) -> Result<Expr, Vec<Diagnostic>> {
    let (tokens, wrong) = tokens::<Kind>(sources, file, MAX_TOKENS);
    let mut parser = Parser::new(sources, file, tokens);
    parser.in_properties = true;
    let found = parser.whole_expression();
    let mut diagnostics = parser.into_diagnostics();
    diagnostics.splice(0..0, wrong);
    found.ok().filter(|_| diagnostics.is_empty()).ok_or(diagnostics)
}

/// Reads a property file: what was understood of it, and what is wrong.
pub(crate) fn parse_properties(sources: &Sources, file: FileId) -> (Properties, Vec<Diagnostic>) {
    let (tokens, wrong) = tokens::<Kind>(sources, file, MAX_TOKENS);
    let mut parser = Parser::new(sources, file, tokens);
    parser.in_properties = true;
    let properties = parser.properties();
    let mut diagnostics = parser.into_diagnostics();
    diagnostics.splice(0..0, wrong);
    (properties, diagnostics)
}
