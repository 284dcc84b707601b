//! Where the parser is in the text.

use diagnostics::{Diagnostic, Span};

use crate::ast::{Name, Number};
use crate::lex::{Kind, Token, is_primitive};

/// At most this many mistakes are reported.
const MAX_MISTAKES: usize = 20;

/// A mistake, which has been noted.
#[derive(Debug)]
pub(super) struct Mistake;

pub(super) type Parse<T> = Result<T, Mistake>;

pub(super) struct Parser<'a> {
    text: &'a str,
    tokens: Vec<Token>,
    at: usize,
    pub diagnostics: Vec<Diagnostic>,
    /// How many operators, parentheses and subscripts the expression has so far.
    pub operators: usize,
    /// How many statements the statement stands in.
    pub nesting: usize,
    /// Whether formulas over runs may stand here.
    pub in_properties: bool,
    /// Whether somebody asked of which class a sender is.
    pub asks_senders: bool,
    /// The classes of which rebecs are created at run time.
    pub created: Vec<String>,
}

impl<'a> Parser<'a> {
    pub fn new(text: &'a str, tokens: Vec<Token>) -> Parser<'a> {
        Parser {
            text,
            tokens,
            at: 0,
            diagnostics: Vec::new(),
            operators: 0,
            nesting: 0,
            in_properties: false,
            asks_senders: false,
            created: Vec::new(),
        }
    }

    pub fn token(&self) -> Token {
        self.tokens[self.at]
    }

    pub fn peek(&self) -> Kind {
        self.token().kind
    }

    /// The end of the text.
    pub fn last(&self) -> Span {
        self.tokens[self.tokens.len() - 1].span
    }

    /// The kind of the token so many after the current one.
    pub fn peek_after(&self, count: usize) -> Kind {
        self.tokens[(self.at + count).min(self.tokens.len() - 1)].kind
    }

    pub fn at(&self, kind: Kind) -> bool {
        self.peek() == kind
    }

    /// The current token as it is written.
    pub fn word(&self) -> &'a str {
        self.slice(self.token().span)
    }

    /// The token so many after the current one, as it is written.
    pub fn word_after(&self, count: usize) -> &'a str {
        self.slice(self.tokens[(self.at + count).min(self.tokens.len() - 1)].span)
    }

    pub fn bump(&mut self) -> Token {
        let token = self.token();
        if token.kind != Kind::End {
            self.at += 1;
        }
        token
    }

    pub fn eat(&mut self, kind: Kind) -> Option<Token> {
        self.at(kind).then(|| self.bump())
    }

    /// How far parsing has come, to see whether it goes on.
    pub fn position(&self) -> usize {
        self.at
    }

    /// The end of the token before the current one.
    pub fn end(&self) -> u32 {
        self.at.checked_sub(1).map_or(0, |before| self.tokens[before].span.end)
    }

    /// From a place to the end of the last token.
    pub fn since(&self, start: Span) -> Span {
        Span { end: self.end().max(start.end), ..start }
    }

    pub fn slice(&self, span: Span) -> &'a str {
        &self.text[span.start as usize..span.end as usize]
    }

    pub fn expect(&mut self, kind: Kind, what: &str) -> Parse<Token> {
        if let Some(token) = self.eat(kind) {
            return Ok(token);
        }
        Err(self.unexpected(what, None))
    }

    /// Notes that something else should stand here.
    pub fn unexpected(&mut self, what: &str, help: Option<&str>) -> Mistake {
        if let Some(mistake) = self.refuse_foreign() {
            return mistake;
        }
        let token = self.token();
        let found = match token.kind {
            Kind::End => "the end of the text".to_owned(),
            _ => format!("`{}`", self.slice(token.span)),
        };
        let mut diagnostic =
            Diagnostic::error(token.span, format!("expected {what}, found {found}"));
        diagnostic.help = help.map(str::to_owned);
        self.note(diagnostic);
        Mistake
    }

    pub fn note(&mut self, diagnostic: Diagnostic) {
        if self.diagnostics.len() < MAX_MISTAKES {
            self.diagnostics.push(diagnostic);
        }
    }

    pub fn name(&mut self, what: &str) -> Parse<Name> {
        if self.at(Kind::Name) && is_primitive(self.word()) {
            let help = format!("`{}` is a type: choose another name", self.word());
            return Err(self.unexpected(what, Some(&help)));
        }
        self.name_or_type(what)
    }

    /// A name, or the word for a type.
    pub fn name_or_type(&mut self, what: &str) -> Parse<Name> {
        if !self.at(Kind::Name) {
            return Err(self.unexpected(what, None));
        }
        let span = self.bump().span;
        Ok(Name { text: self.slice(span).to_owned(), span })
    }

    pub fn number(&mut self, what: &str) -> Parse<Number> {
        let token = self.expect(Kind::Number, what)?;
        match self.slice(token.span).parse() {
            Ok(value) => Ok(Number { value, span: token.span }),
            Err(_) => {
                let message = format!("this number is too large: at most {} is an `int`", i32::MAX);
                self.note(Diagnostic::error(token.span, message));
                Err(Mistake)
            }
        }
    }

    /// One or more things, with commas between them.
    pub fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> Parse<T>) -> Parse<Vec<T>> {
        let mut items = vec![item(self)?];
        while self.eat(Kind::Comma).is_some() {
            items.push(item(self)?);
        }
        Ok(items)
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
