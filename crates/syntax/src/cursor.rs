//! Where a parser is in a text.

use diagnostics::{Diagnostic, FileId, Sources, Span};

use crate::tokens::{Token, TokenKind};

/// At most this many mistakes are kept.
pub const MAX_MISTAKES: usize = 20;

/// A place in a list of tokens, and the mistakes that were noted on the way there.
pub struct Cursor<'a, K> {
    pub(crate) sources: &'a Sources,
    pub(crate) tokens: Vec<Token<K>>,
    pub(crate) at: usize,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// How many operators, parentheses and the like the expression has so far.
    pub(crate) operators: usize,
    /// In how many things of its kind the current one stands.
    pub(crate) nesting: usize,
}

/// A place to come back to.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    pub(crate) at: usize,
    pub(crate) diagnostics: usize,
}

impl Mark {
    /// Whether it is farther on in the text.
    #[must_use]
    pub fn is_after(self, other: Mark) -> bool {
        self.at > other.at
    }
}

impl<'a, K: TokenKind> Cursor<'a, K> {
    /// The beginning of some tokens, which end where `file` does.
    #[must_use]
    pub fn new(sources: &'a Sources, file: FileId, mut tokens: Vec<Token<K>>) -> Self {
        let end = sources.text(file).len() as u32;
        tokens.push(Token { kind: K::END, span: Span { file, start: end, end } });
        Cursor { sources, tokens, at: 0, diagnostics: Vec::new(), operators: 0, nesting: 0 }
    }

    /// The mistakes that were noted.
    #[must_use]
    pub fn into_diagnostics(self) -> Vec<Diagnostic> {
        self.diagnostics
    }
}
