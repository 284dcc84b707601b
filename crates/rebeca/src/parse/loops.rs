//! Loops, `switch`, and what leaves them.

use diagnostics::Diagnostic;
use syntax::{Parse, Parsing};

use super::cursor::Parser;
use crate::ast::{Case, Loop, Statement, StatementKind};
use crate::lex::Kind;

impl Parser<'_> {
    pub fn while_loop(&mut self) -> Parse<StatementKind> {
        self.bump();
        self.expect(Kind::LeftParen, "`(` and a condition")?;
        let condition = Some(self.expr()?);
        self.expect(Kind::RightParen, "`)` or an operator")?;
        let body = self.body()?;
        let (first, next) = (Vec::new(), Vec::new());
        Ok(StatementKind::Loop(Box::new(Loop { first, condition, next, body })))
    }

    /// `for (first; condition; next) body`.
    pub fn for_loop(&mut self) -> Parse<StatementKind> {
        self.bump();
        self.expect(Kind::LeftParen, "`(` and how the loop begins")?;
        let mut first = Vec::new();
        if self.eat(Kind::Semicolon).is_none() {
            if self.at_declaration() {
                self.local(&mut first)?;
            } else {
                first = self.list(Self::changing)?;
                self.expect(Kind::Semicolon, "`;` and a condition")?;
            }
        }
        let condition = if self.at(Kind::Semicolon) { None } else { Some(self.expr()?) };
        self.expect(Kind::Semicolon, "`;` or an operator")?;
        let next = if self.at(Kind::RightParen) { Vec::new() } else { self.list(Self::changing)? };
        self.expect(Kind::RightParen, "`)` and the body of the loop")?;
        let body = self.body()?;
        Ok(StatementKind::Loop(Box::new(Loop { first, condition, next, body })))
    }

    /// A statement among others within the head of a loop.
    fn changing(&mut self) -> Parse<Statement> {
        let start = self.token().span;
        let kind = self.simple()?;
        Ok(Statement { kind, span: self.since(start) })
    }

    pub fn switch(&mut self) -> Parse<StatementKind> {
        self.bump();
        self.expect(Kind::LeftParen, "`(` and the value to compare")?;
        let subject = self.expr()?;
        self.expect(Kind::RightParen, "`)` or an operator")?;
        self.expect(Kind::LeftBrace, "`{` and the cases")?;
        let mut cases: Vec<Case> = Vec::new();
        while self.eat(Kind::RightBrace).is_none() {
            let case = self.case()?;
            let is_default = |case: &Case| case.value.is_none();
            if is_default(&case) && cases.iter().any(is_default) {
                let message = "there are two `default`";
                self.note(Diagnostic::error(case.span, message).help("leave one of them out"));
            }
            cases.push(case);
        }
        Ok(StatementKind::Switch(subject, cases))
    }

    fn case(&mut self) -> Parse<Case> {
        let start = self.token().span;
        let value = match self.peek() {
            Kind::Case => {
                self.bump();
                Some(self.expr()?)
            }
            Kind::Default => {
                self.bump();
                None
            }
            _ => return Err(self.unexpected("`case`, `default` or `}`")),
        };
        self.expect(Kind::Colon, "`:` and statements")?;
        let span = self.since(start);
        let mut body = Vec::new();
        while !matches!(self.peek(), Kind::Case | Kind::Default | Kind::RightBrace) {
            self.statement(&mut body)?;
        }
        Ok(Case { value, span, body })
    }
}
