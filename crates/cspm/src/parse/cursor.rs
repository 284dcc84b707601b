//! Where the parser is in the text.

use std::sync::Arc;

use diagnostics::{Diagnostic, FileId, Sources, Span};
use syntax::{Cursor, Mark, Mistake, Parse, Parsing};

use crate::lex::{Kind, Token};
use crate::tree::{MAX_DEPTH, Name};

pub(super) struct Parser<'a> {
    cursor: Cursor<'a, Kind>,
    /// How deep in expressions, patterns and declarations we are.
    depth: usize,
    /// How deep the deepest tree is that was made of the parts of what is parsed.
    height: usize,
    /// Whether `>` ends a sequence: one is open in the innermost brackets.
    pub in_sequence: bool,
    /// Whether we are in a timed section.
    pub is_timed: bool,
}

/// A place to come back to.
pub(super) struct Place {
    pub mark: Mark,
    depth: usize,
    height: usize,
    in_sequence: bool,
}

impl<'a> Parsing<'a> for Parser<'a> {
    type Kind = Kind;

    fn cursor(&self) -> &Cursor<'a, Kind> {
        &self.cursor
    }

    fn cursor_mut(&mut self) -> &mut Cursor<'a, Kind> {
        &mut self.cursor
    }

    fn advice(&self, token: Token) -> Option<String> {
        misread(token.kind, self.slice(token.span)).map(str::to_owned)
    }
}

impl<'a> Parser<'a> {
    pub fn new(sources: &'a Sources, file: FileId, tokens: Vec<Token>) -> Parser<'a> {
        Parser {
            cursor: Cursor::new(sources, file, tokens),
            depth: 0,
            height: 0,
            in_sequence: false,
            is_timed: false,
        }
    }

    pub fn into_diagnostics(self) -> Vec<Diagnostic> {
        self.cursor.into_diagnostics()
    }

    /// Whether a declaration may end here, as a line does.
    pub fn at_line_end(&self) -> bool {
        matches!(self.peek(), Kind::Newline | Kind::FileBoundary | Kind::End)
    }

    /// Passes over the ends of lines.
    pub fn skip_newlines(&mut self) {
        while self.eat(Kind::Newline).is_some() {}
    }

    pub fn place(&self) -> Place {
        let (depth, height) = (self.depth, self.height);
        Place { mark: self.mark(), depth, height, in_sequence: self.in_sequence }
    }

    /// Goes back, and forgets what was noted since.
    pub fn restore(&mut self, place: &Place) {
        self.return_to(place.mark);
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
        self.sources().line_column(span).1
    }

    /// Whether nothing stands before a span in its line.
    pub fn begins_line(&self, span: Span) -> bool {
        let before = &self.sources().text(span.file)[..span.start as usize];
        let before = before.trim_end_matches(|c: char| c.is_whitespace() && c != '\n');
        before.is_empty() || before.ends_with('\n')
    }

    /// Notes a mistake at a place.
    pub fn mistake(&mut self, span: Span, message: &str, help: &str) -> Mistake {
        self.note(Diagnostic::error(span, message).help(help))
    }

    /// What is part of something else. Trees are no deeper than [`MAX_DEPTH`], however they come to be:
    /// whoever walks them relies on it, and so does whoever drops them.
    pub fn deeper<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
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
            && self.end() == scope.span.start
    }
}

/// What a token may be that was meant otherwise.
fn misread(kind: Kind, text: &str) -> Option<&'static str> {
    match kind {
        Kind::Newline => Some(
            "an expression goes on in the next line only if an operator ends this line or begins the next",
        ),
        Kind::FileBoundary => Some("a declaration stands in one file as a whole"),
        Kind::Greater => Some("in a sequence, `>` ends it: write `(a > b)` for a comparison"),
        Kind::DrawnFrom => Some("`<-` is one symbol: write `a < -b` for a comparison"),
        Kind::Wildcard => Some("`_` stands in patterns only"),
        Kind::Both => Some("`@@` stands in patterns only"),
        Kind::Unknown if text.starts_with('"') => Some("a string ends with `\"` in its line"),
        Kind::Unknown if text.starts_with('\'') => Some(
            "one character stands between two `'`, as in `'a'`; strings are written `\"text\"`",
        ),
        Kind::Unknown => {
            Some("other characters may stand only in comments, characters and strings")
        }
        _ => None,
    }
}
