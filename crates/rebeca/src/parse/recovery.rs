//! Where parsing goes on after a mistake.

use syntax::Parsing;

use super::cursor::Parser;
use crate::lex::Kind;

impl Parser<'_> {
    /// Whether a class or `main` begins here, or the text ends: nothing goes on beyond this.
    pub fn at_unit(&self) -> bool {
        begins_unit(self.peek())
    }

    /// Whether what is declared in a class begins here, or the class must be over.
    pub fn at_member(&self) -> bool {
        begins_member(self.peek())
    }

    /// Goes on to the first of some tokens, within the declaration.
    pub fn skip_within(&mut self, stops: impl Fn(Kind) -> bool) {
        self.skip_to(|kind| begins_member(kind) || stops(kind));
    }

    /// Passes over what a parenthesis or brace encloses, if one opens here.
    pub fn skip_group(&mut self) {
        let open = self.peek();
        let close = match open {
            Kind::LeftParen => Kind::RightParen,
            Kind::LeftBrace => Kind::RightBrace,
            _ => return,
        };
        let mut depth = 0_usize;
        while !self.at_unit() {
            let kind = self.bump().kind;
            if kind == open {
                depth += 1;
            } else if kind == close {
                depth -= 1;
                if depth == 0 {
                    return;
                }
            }
        }
    }

    /// Passes over the body of a class that is not read.
    pub fn skip_class(&mut self) {
        let mut depth = 0_usize;
        while !self.at_unit() {
            match self.bump().kind {
                Kind::LeftBrace => depth += 1,
                Kind::RightBrace if depth <= 1 => return,
                Kind::RightBrace => depth -= 1,
                _ => {}
            }
        }
    }

    /// Passes over the rest of a statement, and over what follows its `else`.
    pub fn skip_statement(&mut self) {
        while !self.at_member() && !self.at(Kind::RightBrace) {
            if self.at(Kind::LeftBrace) {
                self.skip_group();
            } else if self.bump().kind != Kind::Semicolon {
                continue;
            }
            if self.eat(Kind::Else).is_none() {
                return;
            }
        }
    }

    /// Passes over the rest of what is declared in a class.
    pub fn skip_member(&mut self) {
        while !self.at_member() {
            match self.peek() {
                Kind::LeftBrace => return self.skip_group(),
                Kind::RightBrace if !self.ends_class() => {
                    self.bump();
                }
                Kind::RightBrace => return,
                _ => {
                    self.bump();
                }
            }
        }
    }

    /// Whether this brace ends a class: where its like or a message server follows, an opening one was missing.
    fn ends_class(&self) -> bool {
        let next = self.peek_after(1);
        !matches!(next, Kind::RightBrace | Kind::MsgSrv | Kind::KnownRebecs | Kind::StateVars)
    }
}

fn begins_unit(kind: Kind) -> bool {
    matches!(kind, Kind::End | Kind::ReactiveClass | Kind::Main | Kind::Interface)
}

fn begins_member(kind: Kind) -> bool {
    matches!(kind, Kind::MsgSrv | Kind::KnownRebecs | Kind::StateVars) || begins_unit(kind)
}
