//! Annotations: comments that SPIN passes over, such as `//@ scalarset turn = 1..N`.

use diagnostics::{Diagnostic, Span};
use machine_model::words::scalarsets_with;

use super::Preprocessor;
use crate::lex::{self, Annotation, Kind, Token};

/// The most tokens that a bound may have.
const MAX_BOUND: usize = 1000;

impl Preprocessor<'_> {
    /// Obeys an annotation. Others than ours are taken for mistakes, but only warned about.
    pub(super) fn annotation(&mut self, annotation: &Annotation) {
        let said = annotation.text.trim_start();
        let start = annotation.span.start + (annotation.text.len() - said.len()) as u32;
        let span = Span { start, ..annotation.span };
        let length = said.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let (word, rest) = said.split_at(length.unwrap_or(said.len()));
        let end_of_word = start + word.len() as u32;
        match word {
            // A frame of characters, perhaps.
            "" => {}
            "scalarset" => {
                let place = Span { start: end_of_word, ..span };
                self.declare(rest, place);
            }
            _ => {
                let message = format!("there is no annotation `{word}`");
                let place = Span { end: end_of_word, ..span };
                let help = "there is `scalarset`, as in `//@ scalarset turn = 1..3`";
                self.report(Diagnostic::warning(place, message).help(help));
            }
        }
    }

    fn declare(&mut self, text: &str, span: Span) {
        match scalarsets_with(text, span, &mut |bound, place| self.bound(bound, place)) {
            // A file may be included twice.
            Ok(found) => {
                for scalarset in found {
                    if !self.scalarsets.contains(&scalarset) {
                        self.scalarsets.push(scalarset);
                    }
                }
            }
            Err(problem) => self.report(problem),
        }
    }

    /// The value of a bound: numbers, macros as they are defined here, and arithmetic.
    fn bound(&mut self, text: &str, span: Span) -> Result<i32, Diagnostic> {
        let (tokens, _) = lex::tokens(text, &mut self.interner, MAX_BOUND, |_, _| span);
        let tokens: Vec<Token> = self.expand_apart(tokens, |_, token, _| token);
        if let Some(name) = tokens.iter().find(|token| token.kind == Kind::Identifier) {
            let name = self.interner.text(name.symbol);
            let message = format!("`{name}` is no number, and no macro that is defined here");
            return Err(Diagnostic::error(span, message)
                .help("write the values as in `turn = 1..3`, or with macros for numbers"));
        }
        let value = self.value(span, &tokens).map_err(|(_, what)| what);
        value.and_then(|value| i32::try_from(value).map_err(|_| "too large".to_owned())).map_err(
            |what| {
                let message = format!("`{text}` is no value: {what}");
                Diagnostic::error(span, message).help("write the values as in `turn = 1..3`")
            },
        )
    }
}
