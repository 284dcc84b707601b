//! Where the parser is in the text.

use diagnostics::{Diagnostic, Span};

use crate::ast::{Name, Number};
use crate::lex::{Kind, Token};
use crate::rename::is_of_promela;
use crate::rules::Rule;

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
    /// How many operators and parentheses the expression has so far.
    pub operators: usize,
    /// How many types the type stands in.
    pub nesting: usize,
}

impl<'a> Parser<'a> {
    pub fn new(text: &'a str, tokens: Vec<Token>) -> Parser<'a> {
        Parser { text, tokens, at: 0, diagnostics: Vec::new(), operators: 0, nesting: 0 }
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

    /// The token after the current one.
    pub fn peek_second(&self) -> Kind {
        self.tokens[(self.at + 1).min(self.tokens.len() - 1)].kind
    }

    pub fn at(&self, kind: Kind) -> bool {
        self.peek() == kind
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
        let token = self.token();
        let found = match token.kind {
            Kind::End => "the end of the text".to_owned(),
            _ => format!("`{}`", self.slice(token.span)),
        };
        let mut diagnostic =
            Diagnostic::error(token.span, format!("expected {what}, found {found}"));
        diagnostic.help = help.map(str::to_owned).or_else(|| self.mend(token));
        self.note(diagnostic);
        Mistake
    }

    /// What is known about what is mistaken for Promela-Lite.
    fn mend(&self, token: Token) -> Option<String> {
        let text = self.slice(token.span);
        if text == "#" {
            return Some(
                "Promela-Lite has no preprocessor: write out what the macro means".to_owned(),
            );
        }
        (token.kind == Kind::Name && is_of_promela(text))
            .then(|| format!("`{text}` is of Promela, and not of Promela-Lite"))
    }

    pub fn note(&mut self, diagnostic: Diagnostic) {
        if self.diagnostics.len() < MAX_MISTAKES {
            self.diagnostics.push(diagnostic);
        }
    }

    pub fn name(&mut self, what: &str) -> Parse<Name> {
        let token = self.token();
        let text = self.slice(token.span);
        if token.kind != Kind::Name {
            return Err(self.unexpected(what, None));
        }
        self.bump();
        Ok(Name { text: text.to_owned(), span: token.span })
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
        let message = format!("{}: this number is no `int`", Rule::IntLiteral);
        let help = format!("an `int` is from {} to {}", i32::MIN, i32::MAX);
        self.note(Diagnostic::error(span, message).help(help));
        Err(Mistake)
    }

    /// Goes on to the first of some tokens.
    pub fn skip_to(&mut self, kinds: &[Kind]) {
        while !self.at(Kind::End) && !kinds.contains(&self.peek()) {
            self.bump();
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
}
