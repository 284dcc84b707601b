//! Handing expanded tokens to the parser.

use diagnostics::{Diagnostic, FileId, Span};

use super::macros::shorten;
use super::{MAX_TEXT, MAX_TOKENS, Preprocessor};
use crate::lex::{Interner, Kind, NEWLINE, SPACE, Token, split_number};

impl Preprocessor<'_> {
    /// Appends a token to the output: numbers are cut again, names become keywords.
    pub(super) fn emit(&mut self, mut token: Token) {
        match token.kind {
            Kind::Number => {
                self.emit_number(token);
                return;
            }
            Kind::Identifier => {
                if let Some(keyword) = Interner::keyword(token.symbol) {
                    token.kind = keyword;
                }
            }
            Kind::CommentEnd => {
                self.report(Diagnostic::warning(token.span, "this `*/` closes no comment"));
                self.pending |= token.flags & (NEWLINE | SPACE);
                return;
            }
            Kind::Unclosed => {
                let quote =
                    if self.interner.text(token.symbol).starts_with('"') { "\"" } else { "'" };
                self.report(
                    Diagnostic::error(token.span, format!("missing closing {quote}"))
                        .help("a text ends on the line on which it starts"),
                );
                if quote == "'" {
                    return;
                }
                token.kind = Kind::Text;
            }
            _ => {}
        }
        self.push(token);
    }

    fn emit_number(&mut self, token: Token) {
        let text = self.interner.text(token.symbol);
        if text.bytes().all(|b| b.is_ascii_digit()) {
            self.push(token);
            return;
        }
        let text = text.to_owned();
        let parts = split_number(&text);
        let written = self.sources.snippet(token.span) == text;
        let mut offset = 0_u32;
        let mut flags = token.flags;
        let mut previous = None;
        for (kind, part) in parts {
            let symbol = self.interner.intern(part);
            let mut piece = Token { kind, symbol, flags, ..token };
            if written {
                let start = token.span.start + offset;
                let span = Span { start, end: start + part.len() as u32, ..token.span };
                let is_there = token.place == token.span;
                piece = Token { span, place: if is_there { span } else { token.place }, ..piece };
            }
            if kind == Kind::Identifier {
                let keyword = Interner::keyword(symbol);
                // A word may follow a number, as in `1od`.
                let hexadecimal = keyword.is_none() && part.starts_with(['x', 'X']);
                if previous == Some(Kind::Number) && hexadecimal {
                    let message = format!("`{}` is not a number", shorten(&text));
                    self.report(
                        Diagnostic::error(token.span, message)
                            .help("Promela has decimal numbers only"),
                    );
                    offset += part.len() as u32;
                    continue;
                }
                if self.macros.contains_key(&symbol) {
                    let message =
                        format!("macro `{}` is not expanded within `{}`", part, shorten(&text));
                    self.report(
                        Diagnostic::warning(token.span, message).help(
                            "the preprocessor takes this as one word; put blanks around `..`",
                        ),
                    );
                }
                if let Some(keyword) = keyword {
                    piece.kind = keyword;
                }
            }
            previous = Some(kind);
            self.push(piece);
            offset += part.len() as u32;
            flags &= !(NEWLINE | SPACE);
        }
    }

    fn push(&mut self, token: Token) {
        if self.stopped {
            return;
        }
        self.output_text += self.interner.text(token.symbol).len();
        if self.output.len() >= MAX_TOKENS || self.output_text > MAX_TEXT {
            self.stop(Diagnostic::error(
                token.span,
                format!(
                    "the model is too large: more than {MAX_TOKENS} tokens or {MAX_TEXT} bytes"
                ),
            ));
            return;
        }
        self.output.push(token);
    }

    /// Appends the end of the text.
    pub(super) fn finish(&mut self, main: FileId) {
        let end = self.sources.text(main).len() as u32;
        let span = Span { file: main, start: end, end };
        let symbol = self.interner.intern("");
        self.output.push(Token { kind: Kind::Eof, symbol, span, place: span, flags: NEWLINE });
    }
}
