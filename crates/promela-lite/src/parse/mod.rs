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
use crate::variant::Variant;
use cursor::Parser;

/// Reads the text of `file`: what was understood of it, and what is wrong.
pub(crate) fn parse(sources: &Sources, file: FileId, variant: Variant) -> (Model, Vec<Diagnostic>) {
    let (mut tokens, wrong) = tokens::<Kind>(sources, file, MAX_TOKENS);
    if variant == Variant::Printed {
        // `true` and `false` are names like others there (figure 8).
        let truths = tokens.iter_mut().filter(|t| matches!(t.kind, Kind::True | Kind::False));
        truths.for_each(|token| token.kind = Kind::Name);
    }
    let mut parser = Parser::new(sources, file, tokens);
    let model = parser.model();
    let mut diagnostics: Vec<Diagnostic> = wrong.into_iter().collect();
    diagnostics.extend(parser.into_diagnostics());
    (model, diagnostics)
}
