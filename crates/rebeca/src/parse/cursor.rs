//! Where the parser is in the text.

use diagnostics::{Diagnostic, FileId, Sources};
use syntax::{Cursor, Mistake, Parse, Parsing};

use crate::ast::{Name, Number};
use crate::lex::{Kind, Token, is_primitive};

pub(super) struct Parser<'a> {
    cursor: Cursor<'a, Kind>,
    /// Whether formulas over runs may stand here.
    pub in_properties: bool,
    /// Whether somebody asked of which class a sender is.
    pub asks_senders: bool,
    /// The classes of which rebecs are created at run time.
    pub created: Vec<String>,
}

impl<'a> Parsing<'a> for Parser<'a> {
    type Kind = Kind;

    const COUNTED_PARTS: &'static str = "operators, parentheses and subscripts";

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
        Parser {
            cursor: Cursor::new(sources, file, tokens),
            in_properties: false,
            asks_senders: false,
            created: Vec::new(),
        }
    }

    pub fn into_diagnostics(self) -> Vec<Diagnostic> {
        self.cursor.into_diagnostics()
    }

    pub fn name(&mut self, what: &str) -> Parse<Name> {
        if self.at(Kind::Name) && is_primitive(self.word()) {
            let help = format!("`{}` is a type: choose another name", self.word());
            return Err(self.unexpected_because(what, Some(&help)));
        }
        self.name_or_type(what)
    }

    /// A name, or the word for a type.
    pub fn name_or_type(&mut self, what: &str) -> Parse<Name> {
        let span = self.expect(Kind::Name, what)?.span;
        Ok(Name { text: self.slice(span).to_owned(), span })
    }

    pub fn number(&mut self, what: &str) -> Parse<Number> {
        let token = self.expect(Kind::Number, what)?;
        match self.slice(token.span).parse() {
            Ok(value) => Ok(Number { value, span: token.span }),
            Err(_) => {
                let message = format!("this number is too large: at most {} is an `int`", i32::MAX);
                Err(self.note(Diagnostic::error(token.span, message)))
            }
        }
    }

    /// `(thing, ...)`, perhaps without a thing.
    pub fn parenthesised<T>(
        &mut self,
        open: &str,
        close: &str,
        item: impl FnMut(&mut Self) -> Parse<T>,
    ) -> Parse<Vec<T>> {
        self.expect(Kind::LeftParen, open)?;
        let items = if self.at(Kind::RightParen) { Vec::new() } else { self.list(item)? };
        self.expect(Kind::RightParen, close)?;
        Ok(items)
    }
}
