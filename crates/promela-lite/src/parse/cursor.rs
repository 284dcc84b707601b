//! Where the parser is in the text.

use diagnostics::{Diagnostic, FileId, Sources, Span};
use syntax::{Cursor, Mistake, Parse, Parsing};

use crate::ast::{Name, Number};
use crate::lex::{Kind, Token};
use crate::rename::is_of_promela;
use crate::rules::Rule;

pub(super) struct Parser<'a> {
    cursor: Cursor<'a, Kind>,
}

impl<'a> Parsing<'a> for Parser<'a> {
    type Kind = Kind;

    fn cursor(&self) -> &Cursor<'a, Kind> {
        &self.cursor
    }

    fn cursor_mut(&mut self) -> &mut Cursor<'a, Kind> {
        &mut self.cursor
    }

    /// What is known about what is mistaken for Promela-Lite.
    fn advice(&self, token: Token) -> Option<String> {
        let text = self.slice(token.span);
        if text == "#" {
            return Some(
                "Promela-Lite has no preprocessor: write out what the macro means".to_owned(),
            );
        }
        (token.kind == Kind::Name && is_of_promela(text))
            .then(|| format!("`{text}` is of Promela, and not of Promela-Lite"))
    }
}

impl<'a> Parser<'a> {
    pub fn new(sources: &'a Sources, file: FileId, tokens: Vec<Token>) -> Parser<'a> {
        Parser { cursor: Cursor::new(sources, file, tokens) }
    }

    pub fn into_diagnostics(self) -> Vec<Diagnostic> {
        self.cursor.into_diagnostics()
    }

    /// Notes that a rule of the paper forbids what stands at a place.
    pub fn violated(&mut self, rule: Rule, span: Span, what: &str, help: &str) -> Mistake {
        self.note(Diagnostic::error(span, format!("{rule}: {what}")).help(help))
    }

    pub fn name(&mut self, what: &str) -> Parse<Name> {
        let span = self.expect(Kind::Name, what)?.span;
        Ok(Name { text: self.slice(span).to_owned(), span })
    }

    pub fn number(&mut self, what: &str) -> Parse<Number> {
        let token = self.expect(Kind::Number, what)?;
        let text = self.slice(token.span);
        self.number_of(text, token.span)
    }

    /// The number that some digits are, perhaps after a minus.
    pub fn number_of(&mut self, text: &str, span: Span) -> Parse<Number> {
        if let Ok(value) = text.parse() {
            return Ok(Number { value, span });
        }
        let help = format!("an `int` is from {} to {}", i32::MIN, i32::MAX);
        Err(self.violated(Rule::IntLiteral, span, "this number is not an `int`", &help))
    }
}
