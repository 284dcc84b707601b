//! Stretches of a script in one line.

use diagnostics::{Sources, Span};
use logos::Logos;

use crate::lex::Kind;

/// A stretch of a script without its comments, in one line, which is cut off where it is long.
pub(super) fn one_line(sources: &Sources, span: Span) -> String {
    let text = sources.snippet(span);
    let tokens = Kind::lexer(text).spanned().filter(|(kind, _)| *kind != Ok(Kind::Newline));
    syntax::one_line(text, tokens.map(|(_, place)| place))
}
