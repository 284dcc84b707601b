//! Where the parser is in the text.

use std::sync::Arc;

use diagnostics::{Diagnostic, Sources, Span};

use crate::lex::{Kind, Token};
use crate::tree::{MAX_DEPTH, Name};

/// At most this many mistakes are reported, and as many of files and tokens.
pub(super) const MAX_MISTAKES: usize = 20;

/// A mistake, which has been noted.
#[derive(Debug)]
pub(super) struct Mistake;

pub(super) type Parse<T> = Result<T, Mistake>;

pub(super) struct Parser<'a> {
    sources: &'a Sources,
    tokens: Vec<Token>,
    at: usize,
    pub diagnostics: Vec<Diagnostic>,
    /// How deep in expressions, patterns and declarations we are.
    pub depth: usize,
    /// How deep the deepest tree is that was made of the parts of what is parsed.
    height: usize,
    /// Whether `>` ends a sequence: one is open in the innermost brackets.
    pub in_sequence: bool,
    /// Whether we are in a timed section.
    pub is_timed: bool,
}

/// A place to come back to.
pub(super) struct Place {
    at: usize,
    diagnostics: usize,
    depth: usize,
    height: usize,
    in_sequence: bool,
}

impl Place {
    /// Whether it is farther on in the text.
    pub fn is_after(&self, other: &Place) -> bool {
        self.at > other.at
    }
}

impl<'a> Parser<'a> {
    pub fn new(sources: &'a Sources, tokens: Vec<Token>) -> Parser<'a> {
        Parser {
            sources,
            tokens,
            at: 0,
            diagnostics: Vec::new(),
            depth: 0,
            height: 0,
            in_sequence: false,
            is_timed: false,
        }
    }

    pub fn token(&self) -> Token {
        self.tokens[self.at]
    }

    pub fn peek(&self) -> Kind {
        self.token().kind
    }

    /// The token so many after the current one.
    pub fn token_after(&self, count: usize) -> Token {
        self.tokens[(self.at + count).min(self.tokens.len() - 1)]
    }

    /// Its kind.
    pub fn peek_after(&self, count: usize) -> Kind {
        self.token_after(count).kind
    }

    pub fn at(&self, kind: Kind) -> bool {
        self.peek() == kind
    }

    /// Whether a declaration may end here, as a line does.
    pub fn at_line_end(&self) -> bool {
        matches!(self.peek(), Kind::Newline | Kind::FileBoundary | Kind::End)
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

    /// Passes over the ends of lines.
    pub fn skip_newlines(&mut self) {
        while self.eat(Kind::Newline).is_some() {}
    }

    pub fn place(&self) -> Place {
        let (at, depth, height) = (self.at, self.depth, self.height);
        let diagnostics = self.diagnostics.len();
        Place { at, diagnostics, depth, height, in_sequence: self.in_sequence }
    }

    /// Goes back, and forgets what was noted since.
    pub fn return_to(&mut self, place: &Place) {
        self.at = place.at;
        self.diagnostics.truncate(place.diagnostics);
        self.resume(place);
    }

    /// Goes on here as it was at a place; what was noted since stays noted.
    pub fn resume(&mut self, place: &Place) {
        self.depth = place.depth;
        self.height = place.height;
        self.in_sequence = place.in_sequence;
    }

    /// The column in which a span starts.
    pub fn column(&self, span: Span) -> usize {
        self.sources.line_column(span).1
    }

    /// Whether nothing stands before a span in its line.
    pub fn begins_line(&self, span: Span) -> bool {
        let before = &self.sources.text(span.file)[..span.start as usize];
        let before = before.trim_end_matches(|c: char| c.is_whitespace() && c != '\n');
        before.is_empty() || before.ends_with('\n')
    }

    /// From a place to the end of the last token.
    pub fn since(&self, start: Span) -> Span {
        let last = self.at.checked_sub(1).map_or(start, |before| self.tokens[before].span);
        start.to(last)
    }

    pub fn slice(&self, span: Span) -> &'a str {
        self.sources.snippet(span)
    }

    pub fn expect(&mut self, kind: Kind, what: &str) -> Parse<Token> {
        match self.eat(kind) {
            Some(token) => Ok(token),
            None => Err(self.unexpected(what)),
        }
    }

    /// Notes that something else should stand here.
    pub fn unexpected(&mut self, what: &str) -> Mistake {
        let token = self.token();
        let (found, help) = match token.kind {
            Kind::End => ("the end of the text".to_owned(), None),
            Kind::Newline => {
                let help = "an expression goes on in the next line only if an operator ends this line or begins the next";
                ("the end of the line".to_owned(), Some(help))
            }
            Kind::FileBoundary => {
                let help = "a declaration stands in one file as a whole";
                ("the beginning or end of an included file".to_owned(), Some(help))
            }
            kind => {
                let text = self.slice(token.span);
                (format!("`{text}`"), misread(kind, text))
            }
        };
        let mut diagnostic =
            Diagnostic::error(token.span, format!("expected {what}, found {found}"));
        diagnostic.help = help.map(str::to_owned);
        self.note(diagnostic)
    }

    /// Notes a mistake at a place.
    pub fn mistake(&mut self, span: Span, message: &str, help: &str) -> Mistake {
        self.note(Diagnostic::error(span, message).help(help))
    }

    pub fn note(&mut self, diagnostic: Diagnostic) -> Mistake {
        if self.diagnostics.len() < MAX_MISTAKES {
            self.diagnostics.push(diagnostic);
        }
        Mistake
    }

    /// Whether there is no use in going on.
    pub fn is_hopeless(&self) -> bool {
        self.diagnostics.len() >= MAX_MISTAKES
    }

    /// What is part of something else. Trees are no deeper than [`MAX_DEPTH`], however they come to be:
    /// whoever walks them relies on it, and so does whoever drops them.
    pub fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.depth >= MAX_DEPTH {
            return Err(self.too_deep());
        }
        let beside = std::mem::take(&mut self.height);
        self.depth += 1;
        let parsed = parse(self);
        self.depth -= 1;
        self.height = self.height.max(beside);
        parsed
    }

    /// Notes that the parts parsed so far have become parts of a larger one, or that something without parts was parsed.
    pub fn grow(&mut self) -> Parse<()> {
        if self.height >= MAX_DEPTH {
            return Err(self.too_deep());
        }
        self.height += 1;
        Ok(())
    }

    fn too_deep(&mut self) -> Mistake {
        let message = format!(
            "too complex: operators and brackets are nested more than {MAX_DEPTH} levels deep"
        );
        let help = "give parts of it names, or write a replicated operator";
        self.note(Diagnostic::error(self.token().span, message).help(help))
    }

    /// What stands in brackets, where `>` is greater again.
    pub fn bracketed<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        let outside = std::mem::replace(&mut self.in_sequence, false);
        let parsed = parse(self);
        self.in_sequence = outside;
        parsed
    }

    /// A name that is bound here.
    pub fn own_name(&mut self, what: &str) -> Parse<Name> {
        let name = self.name(what)?;
        if name.qualifiers.is_empty() {
            return Ok(name);
        }
        Err(self.foreign_name(&name))
    }

    /// Notes that a name is declared which belongs to a module.
    pub fn foreign_name(&mut self, name: &Name) -> Mistake {
        let message = format!("`{name}` cannot be declared outside its module");
        let help = "if a type is meant, write blanks around `::`";
        self.mistake(name.span, &message, help)
    }

    /// `x`, or `M::x` without blanks.
    pub fn name(&mut self, what: &str) -> Parse<Name> {
        let first = self.expect(Kind::Name, what)?.span;
        let mut parts = vec![first];
        while self.at_scope() {
            self.bump();
            parts.push(self.bump().span);
        }
        let mut texts: Vec<Arc<str>> =
            parts.iter().map(|&part| Arc::from(self.slice(part))).collect();
        let text = texts.pop().unwrap_or_default();
        Ok(Name { qualifiers: texts, text, span: self.since(first), binding: None })
    }

    /// Whether `::` and a name follow the token before without blanks; otherwise `::` goes before a type.
    fn at_scope(&self) -> bool {
        let (scope, after) = (self.token(), self.token_after(1));
        scope.kind == Kind::Scope
            && after.kind == Kind::Name
            && scope.span.end == after.span.start
            && self.tokens[self.at - 1].span.end == scope.span.start
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

/// What a token may be that was meant otherwise.
fn misread(kind: Kind, text: &str) -> Option<&'static str> {
    match kind {
        Kind::Greater => Some("in a sequence, `>` ends it: write `(a > b)` for a comparison"),
        Kind::DrawnFrom => Some("`<-` is one symbol: write `a < -b` for a comparison"),
        Kind::Wildcard => Some("`_` stands in patterns only"),
        Kind::Both => Some("`@@` stands in patterns only"),
        Kind::Unknown if text.starts_with('"') => Some("a string ends with `\"` in its line"),
        Kind::Unknown if text.starts_with('\'') => Some(
            "one character stands between two `'`, as in `'a'`; strings are written `\"text\"`",
        ),
        Kind::Unknown => {
            Some("only comments, characters and strings may hold what is not of the language")
        }
        _ => None,
    }
}
