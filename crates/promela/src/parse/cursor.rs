//! Reading tokens one by one, with the semicolons that SPIN puts at the ends of lines.
//!
//! Within a body and outside parentheses, a line break after a token that can end a statement is a
//! semicolon, as in SPIN 6 (`lex` in its `spinlex.c`): `x = 1` needs no `;` at the end of the line,
//! and no operator may stand at the beginning of the next.

use std::rc::Rc;

use diagnostics::{Diagnostic, Span};
use syntax::{Mistake, Parse};

use super::{Known, Parser};
use crate::ast::Name;
use crate::lex::{Kind, NEWLINE, Symbol, Token};
use crate::preprocess::shorten;

/// A position in a list of tokens that ends with `Eof`.
pub(super) struct Cursor {
    tokens: Rc<[Token]>,
    position: usize,
    /// The kind and text of the token before; `Semicolon` where a line break was taken as one.
    previous: (Kind, Option<Symbol>),
}

/// A position to measure a span from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark(usize);

impl Cursor {
    pub(super) fn new(tokens: Rc<[Token]>) -> Self {
        Self { tokens, position: 0, previous: (Kind::Semicolon, None) }
    }

    /// The tokens that have not been read.
    pub(super) fn rest(&self) -> &[Token] {
        self.tokens.get(self.position..).unwrap_or(&[])
    }

    /// How many tokens have been read.
    pub(super) fn position(&self) -> usize {
        self.position
    }
}

impl Parser<'_> {
    /// The coming token, whether or not a line break before it counts.
    pub(super) fn token(&self) -> Token {
        self.ahead(0)
    }

    /// The token after `distance` others.
    pub(super) fn ahead(&self, distance: usize) -> Token {
        let tokens = &self.cursor.tokens;
        let last = tokens.len().saturating_sub(1);
        if self.halted {
            return tokens[last];
        }
        tokens[(self.cursor.position + distance).min(last)]
    }

    /// The kind of the coming token; `Semicolon` if a line break stands for one.
    pub(super) fn peek(&self) -> Kind {
        if self.line_ends_statement() { Kind::Semicolon } else { self.token().kind }
    }

    /// True if a line break stands here for a semicolon.
    pub(super) fn line_ends_statement(&self) -> bool {
        let token = self.token();
        token.has(NEWLINE)
            && self.in_body
            && self.parens == 0
            && !matches!(token.kind, Kind::RightBrace | Kind::Arrow | Kind::Semicolon | Kind::Eof)
            && self.previous_ends_statement(token.kind)
    }

    fn previous_ends_statement(&self, next: Kind) -> bool {
        if next == Kind::Unless {
            return false;
        }
        match self.cursor.previous {
            (Kind::Identifier, Some(symbol)) => !matches!(
                self.known.get(&symbol),
                Some(Known::Typedef | Known::Proctype | Known::Inline(_))
            ),
            (kind, _) => matches!(
                kind,
                Kind::RightParen
                    | Kind::RightBracket
                    | Kind::RightBrace
                    | Kind::Od
                    | Kind::Fi
                    | Kind::Else
                    | Kind::Break
                    | Kind::Number
                    | Kind::Character
                    | Kind::True
                    | Kind::False
                    | Kind::Skip
                    | Kind::Timeout
                    | Kind::Increment
                    | Kind::Decrement
            ),
        }
    }

    /// Takes the coming token (or the line break that stands for one).
    pub(super) fn bump(&mut self) -> Token {
        let token = self.token();
        if self.line_ends_statement() {
            self.cursor.previous = (Kind::Semicolon, None);
            return token;
        }
        match token.kind {
            Kind::LeftParen | Kind::LeftBracket => self.parens += 1,
            Kind::RightParen | Kind::RightBracket => self.parens = self.parens.saturating_sub(1),
            _ => {}
        }
        if !self.halted && self.cursor.position + 1 < self.cursor.tokens.len() {
            self.cursor.position += 1;
        }
        self.cursor.previous = (token.kind, Some(token.symbol));
        token
    }

    /// The kind of the token before.
    pub(super) fn previous(&self) -> Kind {
        self.cursor.previous.0
    }

    /// Makes the token before count as this one.
    pub(super) fn pretend_previous(&mut self, kind: Kind) {
        self.cursor.previous = (kind, None);
    }

    /// True if the coming token is of this kind.
    pub(super) fn at(&self, kind: Kind) -> bool {
        self.peek() == kind
    }

    /// Takes the coming token if it is of this kind.
    pub(super) fn eat(&mut self, kind: Kind) -> Option<Token> {
        if self.at(kind) { Some(self.bump()) } else { None }
    }

    /// Takes a token of this kind, or reports that `what` was expected.
    pub(super) fn expect(&mut self, kind: Kind, what: &str) -> Parse<Token> {
        match self.eat(kind) {
            Some(token) => Ok(token),
            None => Err(self.unexpected(what)),
        }
    }

    /// Where the coming token is.
    pub(super) fn span(&self) -> Span {
        self.token().span
    }

    /// The token so many before the coming one, if there is one.
    pub(super) fn before_by(&self, distance: usize) -> Option<Token> {
        self.cursor.position.checked_sub(distance).and_then(|p| self.cursor.tokens.get(p)).copied()
    }

    /// Just after the token before.
    pub(super) fn after_previous(&self) -> Span {
        match self.before_by(1) {
            Some(token) => Span { start: token.place.end, end: token.place.end, ..token.place },
            None => self.span(),
        }
    }

    /// A mark at the coming token.
    pub(super) fn mark(&self) -> Mark {
        Mark(self.cursor.position)
    }

    /// From the mark to the token before.
    pub(super) fn span_from(&self, mark: Mark) -> Span {
        self.span_between(mark, self.mark())
    }

    /// From one mark to the token before another.
    pub(super) fn span_between(&self, start: Mark, end: Mark) -> Span {
        let tokens = &self.cursor.tokens;
        let first = tokens[start.0.min(tokens.len() - 1)].place;
        match end.0.checked_sub(1) {
            Some(last) if last > start.0 => first.to(tokens[last].place),
            _ => first,
        }
    }

    /// The tokens from the mark to the token before.
    pub(super) fn tokens_from(&self, mark: Mark) -> Vec<Token> {
        self.cursor.tokens.get(mark.0..self.cursor.position).unwrap_or(&[]).to_vec()
    }

    /// The text of a token.
    pub(super) fn text(&self, token: Token) -> &str {
        self.interner.text(token.symbol)
    }

    /// The name that a token is.
    pub(super) fn name(&self, token: Token) -> Name {
        Name { text: self.text(token).to_owned(), span: token.span }
    }

    /// A token, in a message.
    pub(super) fn describe(&self, token: Token) -> String {
        let text = shorten(self.text(token));
        match token.kind {
            Kind::Eof if self.calls.is_empty() => "the end of the file".to_owned(),
            Kind::Eof => "the end of the inline".to_owned(),
            Kind::Unknown => format!("the character `{text}`"),
            Kind::Text => "a text".to_owned(),
            kind if crate::lex::KEYWORDS.iter().any(|&(_, k)| k == kind) => {
                format!("keyword `{text}`")
            }
            _ => format!("`{text}`"),
        }
    }

    /// Reports that something else than the coming token was expected.
    pub(super) fn unexpected(&mut self, expected: &str) -> Mistake {
        let token = self.token();
        let found = self.describe(token);
        let mut diagnostic = if self.line_ends_statement() {
            let before = self.after_previous();
            Diagnostic::error(before, format!("expected {expected}, found the end of the line"))
        } else {
            Diagnostic::error(token.span, format!("expected {expected}, found {found}"))
        };
        let meant = self.meant_behind(token).map(str::to_owned);
        if let Some(help) = meant.or_else(|| self.mend(token, expected)) {
            diagnostic = diagnostic.help(help);
        }
        self.report(diagnostic)
    }

    /// What the author of an unexpected token may have meant.
    fn mend(&self, token: Token, expected: &str) -> Option<String> {
        let next = self.ahead(1);
        let joined = next.place.start == token.place.end && next.place.file == token.place.file;
        Some(match token.kind {
            Kind::Assign if joined && next.kind == Kind::Greater => {
                "write `>=` for \"at least\"".to_owned()
            }
            Kind::Assign if joined && next.kind == Kind::Less => {
                "write `<=` for \"at most\"".to_owned()
            }
            Kind::Less if joined && next.kind == Kind::Greater => {
                "write `!=` for \"not equal\"".to_owned()
            }
            Kind::Assign => "`=` assigns; compare with `==`".to_owned(),
            Kind::Compound => {
                let operator = self.text(token).trim_end_matches('=');
                format!("Promela has no `{operator}=`: write `x = x {operator} ...`")
            }
            Kind::Text => "a text stands only in `printf`".to_owned(),
            kind if crate::lex::KEYWORDS.iter().any(|&(_, k)| k == kind)
                && ["the name", "a variable", "a symbol", "a label", "a field"]
                    .iter()
                    .any(|name| expected.starts_with(name)) =>
            {
                format!("`{}` is a keyword of Promela: it cannot be a name", self.text(token))
            }
            Kind::Proctype | Kind::Init | Kind::Active => "is a `}` missing above?".to_owned(),
            _ => return None,
        })
    }
}
