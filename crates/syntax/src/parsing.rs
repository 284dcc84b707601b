//! What every parser does with its tokens.

use diagnostics::{Diagnostic, Sources, Span};

use crate::cursor::{Cursor, MAX_MISTAKES, Mark};
use crate::tokens::{Token, TokenKind};

/// How many operators, parentheses and the like an expression may have: its depth is no larger.
pub const MAX_OPERATORS: usize = 256;

/// A mistake, which has been noted.
#[derive(Clone, Copy, Debug)]
pub struct Mistake;

/// What was understood, or a mistake.
pub type Parse<T> = Result<T, Mistake>;

/// A parser of a language: what it does with the tokens at its cursor.
pub trait Parsing<'a>: Sized {
    /// The kinds of its tokens.
    type Kind: TokenKind;

    /// The parts of expressions that are counted, since they make them deeper.
    const COUNTED_PARTS: &'static str = "operators and parentheses";

    /// Where it is.
    fn cursor(&self) -> &Cursor<'a, Self::Kind>;

    /// The same, to go on.
    fn cursor_mut(&mut self) -> &mut Cursor<'a, Self::Kind>;

    /// What the author of an unexpected token may have meant.
    fn advice(&self, _token: Token<Self::Kind>) -> Option<String> {
        None
    }

    /// Notes that the current token is wrong in itself, so that it does not matter what was expected.
    fn refuse_token(&mut self) -> Option<Mistake> {
        None
    }

    /// The text, and those of other files.
    fn sources(&self) -> &'a Sources {
        self.cursor().sources
    }

    /// The current token.
    fn token(&self) -> Token<Self::Kind> {
        self.token_after(0)
    }

    /// The token after the current one and `count - 1` others.
    fn token_after(&self, count: usize) -> Token<Self::Kind> {
        let Cursor { tokens, at, .. } = self.cursor();
        tokens[(at + count).min(tokens.len() - 1)]
    }

    /// The kind of the current token.
    fn peek(&self) -> Self::Kind {
        self.token().kind
    }

    /// The kind of a token after the current one.
    fn peek_after(&self, count: usize) -> Self::Kind {
        self.token_after(count).kind
    }

    /// Whether the current token is of this kind.
    fn at(&self, kind: Self::Kind) -> bool {
        self.peek() == kind
    }

    /// The current token as it is written.
    fn word(&self) -> &'a str {
        self.slice(self.token().span)
    }

    /// The text at a place.
    fn slice(&self, span: Span) -> &'a str {
        self.sources().snippet(span)
    }

    /// The end of the text.
    fn end_of_text(&self) -> Span {
        self.token_after(self.cursor().tokens.len()).span
    }

    /// The end of the token before the current one.
    fn end(&self) -> u32 {
        let Cursor { tokens, at, .. } = self.cursor();
        at.checked_sub(1).map_or(0, |before| tokens[before].span.end)
    }

    /// From a place to the end of the token before the current one.
    fn since(&self, start: Span) -> Span {
        let Cursor { tokens, at, .. } = self.cursor();
        match at.checked_sub(1).map(|before| tokens[before].span) {
            Some(last) if last.file == start.file => Span { end: last.end.max(start.end), ..start },
            _ => start,
        }
    }

    /// Takes the current token; the end of the text stays.
    fn bump(&mut self) -> Token<Self::Kind> {
        let token = self.token();
        if token.kind != Self::Kind::END {
            self.cursor_mut().at += 1;
        }
        token
    }

    /// Takes the current token if it is of this kind.
    fn eat(&mut self, kind: Self::Kind) -> Option<Token<Self::Kind>> {
        self.at(kind).then(|| self.bump())
    }

    /// Takes a token of this kind; notes a mistake where none stands.
    fn expect(&mut self, kind: Self::Kind, what: &str) -> Parse<Token<Self::Kind>> {
        self.eat(kind).ok_or_else(|| self.unexpected(what))
    }

    /// Notes that something else should stand here.
    fn unexpected(&mut self, what: &str) -> Mistake {
        self.unexpected_because(what, None)
    }

    /// The same, with what to do about it.
    fn unexpected_because(&mut self, what: &str, help: Option<&str>) -> Mistake {
        if let Some(mistake) = self.refuse_token() {
            return mistake;
        }
        let token = self.token();
        let found = match token.kind {
            end if end == Self::Kind::END => "the end of the text".to_owned(),
            kind => match kind.name() {
                Some(name) => name.to_owned(),
                None => format!("`{}`", self.slice(token.span)),
            },
        };
        let message = format!("expected {what}, found {found}");
        let mut diagnostic = Diagnostic::error(token.span, message);
        diagnostic.help = help.map(str::to_owned).or_else(|| self.advice(token));
        self.note(diagnostic)
    }

    /// Notes a mistake, unless there are many already.
    fn note(&mut self, diagnostic: Diagnostic) -> Mistake {
        if !self.is_hopeless() {
            self.cursor_mut().diagnostics.push(diagnostic);
        }
        Mistake
    }

    /// Whether no further mistakes are noted, so that there is no use in going on.
    fn is_hopeless(&self) -> bool {
        self.cursor().diagnostics.len() >= MAX_MISTAKES
    }

    /// A place to come back to.
    fn mark(&self) -> Mark {
        let Cursor { at, diagnostics, .. } = self.cursor();
        Mark { at: *at, diagnostics: diagnostics.len() }
    }

    /// Goes back, and forgets what was noted since.
    fn return_to(&mut self, mark: Mark) {
        let cursor = self.cursor_mut();
        cursor.at = mark.at;
        cursor.diagnostics.truncate(mark.diagnostics);
    }

    /// Goes on to the first token of a kind to stop at, or to the end of the text.
    fn skip_to(&mut self, stops: impl Fn(Self::Kind) -> bool) {
        while !self.at(Self::Kind::END) && !stops(self.peek()) {
            self.bump();
        }
    }

    /// One or more things, with commas between them.
    fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> Parse<T>) -> Parse<Vec<T>> {
        let mut items = vec![item(self)?];
        while self.eat(Self::Kind::COMMA).is_some() {
            items.push(item(self)?);
        }
        Ok(items)
    }

    /// Begins to count the parts of an expression.
    fn restart_count(&mut self) {
        self.cursor_mut().operators = 0;
    }

    /// Counts a part of an expression.
    fn count(&mut self) -> Parse<()> {
        self.cursor_mut().operators += 1;
        if self.cursor().operators <= MAX_OPERATORS {
            return Ok(());
        }
        let parts = Self::COUNTED_PARTS;
        let message = format!("too complex: an expression of more than {MAX_OPERATORS} {parts}");
        Err(self.note(Diagnostic::error(self.token().span, message)))
    }

    /// Parses one of the `things` that stand in one another, at most `most` deep.
    fn nested<T>(
        &mut self,
        things: &str,
        most: usize,
        parse: impl FnOnce(&mut Self) -> Parse<T>,
    ) -> Parse<T> {
        if self.cursor().nesting >= most {
            let message = format!("too complex: {things} may be nested {most} deep");
            return Err(self.note(Diagnostic::error(self.token().span, message)));
        }
        self.cursor_mut().nesting += 1;
        let parsed = parse(self);
        self.cursor_mut().nesting -= 1;
        parsed
    }
}
