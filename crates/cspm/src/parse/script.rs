//! Lists of declarations, and where parsing goes on after a mistake.

use super::clauses::Clauses;
use syntax::{Parse, Parsing};

use super::cursor::Parser;
use crate::lex::{Kind, Token};
use crate::tree::{Declaration, Script};

/// Where declarations stand, which decides what may be declared.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Scope {
    /// In the script itself.
    Script,
    /// In a module.
    Module,
    /// In a timed section of the script.
    TimedScript,
    /// Between `let` and `within`.
    Let,
}

impl Parser<'_> {
    pub fn script(&mut self) -> Script {
        let declarations = self.declarations(Scope::Script, |_| false).unwrap_or_default();
        Script { declarations, processes: Default::default() }
    }

    pub fn let_declarations(&mut self) -> Parse<Vec<Declaration>> {
        let declarations = self.declarations(Scope::Let, |kind| kind == Kind::Within)?;
        if declarations.is_empty() {
            return Err(self.unexpected("a declaration after `let`"));
        }
        Ok(declarations)
    }

    /// Declarations up to what closes them, which is left. After a mistake goes on with the next one, but not in an expression,
    /// where it is not clear which one that is.
    pub fn declarations(
        &mut self,
        scope: Scope,
        is_end: impl Fn(Kind) -> bool + Copy,
    ) -> Parse<Vec<Declaration>> {
        let mut clauses = Clauses::default();
        loop {
            while let Some(end) = self.eat_line_end() {
                if end == Kind::FileBoundary {
                    clauses.end_function();
                }
            }
            if self.at(Kind::End) || is_end(self.peek()) || self.is_hopeless() {
                return Ok(clauses.declarations);
            }
            let (first, place) = (self.token(), self.place());
            let timed = self.is_timed;
            let parsed = self.deeper(|parser| {
                let declared = parser.declaration(scope)?;
                if !parser.at_line_end() && !is_end(parser.peek()) {
                    return Err(parser.unexpected("an operator, or the end of the declaration"));
                }
                parser.grow()?;
                Ok(declared)
            });
            match parsed {
                Ok(declared) => clauses.add(self, declared),
                Err(mistake) if scope == Scope::Let => return Err(mistake),
                Err(_) => {
                    self.is_timed = timed;
                    self.resume(&place);
                    self.recover(first, is_end);
                }
            }
        }
    }

    fn eat_line_end(&mut self) -> Option<Kind> {
        let at_end = matches!(self.peek(), Kind::Newline | Kind::FileBoundary);
        at_end.then(|| self.bump().kind)
    }

    /// Passes over the rest of a declaration of which the first token is known: up to a line that begins as far to the left, or
    /// to what ends the list. Where a line break means nothing, the next line may yet begin a declaration.
    fn recover(&mut self, first: Token, is_end: impl Fn(Kind) -> bool) {
        let column = self.column(first.span);
        loop {
            let next = self.token();
            if next.span != first.span && self.begins_line(next.span) {
                let begins = !next.kind.belongs_to_line_before();
                if is_end(next.kind) || begins && self.column(next.span) <= column {
                    return;
                }
            }
            if matches!(next.kind, Kind::End | Kind::FileBoundary) {
                return;
            }
            self.bump();
        }
    }
}
