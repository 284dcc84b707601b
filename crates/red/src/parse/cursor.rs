//! Where the parser is in the text.

use diagnostics::{Diagnostic, FileId, Sources};
use syntax::{Cursor, Mistake, Parse, Parsing};

use crate::ast::Name;
use crate::lex::{Kind, Token};

pub(super) struct Parser<'a> {
    cursor: Cursor<'a, Kind>,
}

impl<'a> Parsing<'a> for Parser<'a> {
    type Kind = Kind;

    const COUNTED_PARTS: &'static str = "operators, arrows and brackets";

    fn cursor(&self) -> &Cursor<'a, Kind> {
        &self.cursor
    }

    fn cursor_mut(&mut self) -> &mut Cursor<'a, Kind> {
        &mut self.cursor
    }

    fn refuse_token(&mut self) -> Option<Mistake> {
        self.refuse_foreign()
    }
}

impl<'a> Parser<'a> {
    pub fn new(sources: &'a Sources, file: FileId, tokens: Vec<Token>) -> Parser<'a> {
        Parser { cursor: Cursor::new(sources, file, tokens) }
    }

    pub fn into_diagnostics(self) -> Vec<Diagnostic> {
        self.cursor.into_diagnostics()
    }

    pub fn name(&mut self, what: &str) -> Parse<Name> {
        let help = match self.peek() {
            Kind::Own => Some("`P` is the process that acts: choose another name".to_owned()),
            Kind::Mode => {
                Some("`mode` is the mode that a process is in: choose another name".to_owned())
            }
            _ => None,
        };
        match self.eat(Kind::Name) {
            Some(token) => Ok(self.named(token)),
            None => Err(self.unexpected_because(what, help.as_deref())),
        }
    }

    /// The name that a token is.
    pub fn named(&self, token: Token) -> Name {
        Name { text: self.slice(token.span).to_owned(), span: token.span }
    }

    /// The value of a token that is a number.
    pub fn number(&mut self) -> Parse<i32> {
        let token = self.expect(Kind::Number, "a number")?;
        match self.slice(token.span).parse() {
            Ok(value) => Ok(value),
            Err(_) => {
                let message = format!("this number is too large: {} is the largest", i32::MAX);
                Err(self.note(Diagnostic::error(token.span, message)))
            }
        }
    }
}
