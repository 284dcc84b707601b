//! Guarded statements and their updates.

use syntax::{Parse, Parsing};

use super::cursor::Parser;
use crate::ast::{Statement, Update, UpdateKind};
use crate::lex::Kind;

impl Parser<'_> {
    /// The statements of a loop, to its `od`.
    pub fn statements(&mut self) -> Parse<Vec<Statement>> {
        let mut statements = Vec::new();
        if !self.at(Kind::DoubleColon) {
            return Err(self.unexpected("`::` and a statement"));
        }
        while self.eat(Kind::DoubleColon).is_some() {
            match self.statement() {
                Ok(statement) => statements.push(statement),
                Err(_) => self.skip_to(ends_statement),
            }
        }
        Ok(statements)
    }

    fn statement(&mut self) -> Parse<Statement> {
        if !self.at(Kind::Atomic) {
            let help = "a statement is `:: atomic { guard -> update; ... }`";
            return Err(self.unexpected_because("`atomic`", Some(help)));
        }
        self.bump();
        self.expect(Kind::LeftBrace, "`{` and a guard")?;
        let start = self.token().span;
        let guard = self.expr()?;
        if !self.at(Kind::Arrow) {
            let help = "a guard stands before every statement; `0 == 0` is one that always holds";
            return Err(self.unexpected_because("`->` and the updates", Some(help)));
        }
        self.bump();
        let mut updates = vec![self.update()?];
        while self.eat(Kind::Semicolon).is_some() && !self.at(Kind::RightBrace) {
            updates.push(self.update()?);
        }
        let end = updates.last().map_or(start.end, |update| update.span.end);
        self.expect(Kind::RightBrace, "`;` or `}` after the update")?;
        self.eat(Kind::Semicolon);
        Ok(Statement { guard, updates, span: diagnostics::Span { end, ..start } })
    }

    fn update(&mut self) -> Parse<Update> {
        let start = self.token().span;
        let kind = if self.eat(Kind::Skip).is_some() {
            UpdateKind::Skip
        } else {
            let name = self.name("an update: `skip`, `x = e`, `c!e` or `c?x`")?;
            match self.peek() {
                Kind::Assign => {
                    self.bump();
                    UpdateKind::Assign(name, self.expr()?)
                }
                Kind::Bang => {
                    self.bump();
                    UpdateKind::Send(name, self.list(Self::expr)?)
                }
                Kind::Question => {
                    self.bump();
                    let target = |p: &mut Self| p.name("a variable that takes a field");
                    UpdateKind::Receive(name, self.list(target)?)
                }
                _ => return Err(self.unexpected("`=`, `!` or `?`")),
            }
        };
        Ok(Update { kind, span: self.since(start) })
    }
}

/// Whether parsing goes on at a token after a mistake in a statement.
fn ends_statement(kind: Kind) -> bool {
    matches!(kind, Kind::DoubleColon | Kind::Od | Kind::Proctype | Kind::Init)
}
