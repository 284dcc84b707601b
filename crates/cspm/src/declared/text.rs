//! Stretches of a script in one line.

use diagnostics::{Sources, Span};
use logos::Logos;

use crate::lex::Kind;

/// A line longer than this is cut off.
const MAX_LENGTH: usize = 160;

/// A stretch of a script without its comments, in one line, which is cut off where it is long.
pub(super) fn one_line(sources: &Sources, span: Span) -> String {
    let text = sources.snippet(span);
    let (mut line, mut end) = (String::new(), 0);
    for (kind, place) in Kind::lexer(text).spanned() {
        if kind == Ok(Kind::Newline) {
            continue;
        }
        let token = &text[place.clone()];
        if line.len() + token.len() > MAX_LENGTH {
            line.push_str(" ..");
            break;
        }
        line.push_str(if place.start > end && end > 0 { " " } else { "" });
        line.push_str(token);
        end = place.end;
    }
    line
}
