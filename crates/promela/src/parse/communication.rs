//! Sending and receiving, and the variables they name.

use super::{Known, Parser};
use crate::ast::{Expr, LValue, PathPart, StatementKind};
use crate::lex::Kind;
use diagnostics::Diagnostic;
use syntax::Parse;

impl Parser<'_> {
    /// A variable, an array element, a field.
    pub(super) fn lvalue(&mut self) -> Parse<LValue> {
        let mark = self.mark();
        let first = self.token();
        let known = self.known(first.kind, first.symbol).filter(|k| !matches!(k, Known::Mtype));
        if let Some(what) = known.map(Known::describe) {
            let message = format!("`{}` is {what}, not a variable", self.text(first));
            return Err(self.report(Diagnostic::error(first.span, message)));
        }
        let mut path = Vec::new();
        loop {
            let expected = if path.is_empty() { "a variable" } else { "a field after `.`" };
            let name = self.expect(Kind::Identifier, expected)?;
            let mut part = PathPart { name: self.name(name), index: None };
            if self.eat(Kind::LeftBracket).is_some() {
                part.index = Some(self.nested(Self::expression)?);
                self.expect(Kind::RightBracket, "`]` after the index")?;
            }
            path.push(part);
            if self.eat(Kind::Dot).is_none() {
                break;
            }
        }
        Ok(LValue { path, span: self.span_from(mark) })
    }

    /// `c ! a, b` or `c ! a(b)`, after the channel.
    pub(super) fn send(&mut self, channel: LValue) -> Parse<StatementKind> {
        let sorted = self.bump().kind == Kind::BangBang;
        let mut arguments = vec![self.expression()?];
        if self.eat(Kind::LeftParen).is_some() {
            if self.at(Kind::RightParen) {
                return Err(self.unexpected("the rest of the message"));
            }
            self.list(&mut arguments)?;
            self.expect(Kind::RightParen, "`,` or `)` in the message")?;
        } else if self.eat(Kind::Comma).is_some() {
            self.list(&mut arguments)?;
        }
        Ok(StatementKind::Send { channel, sorted, arguments })
    }

    /// `e, e, ...`, at least one.
    pub(super) fn list(&mut self, values: &mut Vec<Expr>) -> Parse<()> {
        loop {
            values.push(self.expression()?);
            if self.eat(Kind::Comma).is_none() {
                return Ok(());
            }
        }
    }

    /// `c ? pattern` and its variants (not `c ? [pattern]`, an expression), after the channel.
    pub(super) fn receive(&mut self, channel: LValue) -> Parse<StatementKind> {
        let random = self.bump().kind == Kind::QuestionQuestion;
        let copy = self.eat(Kind::Less).is_some();
        let mut arguments = Vec::new();
        self.pattern(&mut arguments)?;
        if copy {
            self.expect(Kind::Greater, "`,` or `>` in the message pattern")?;
        }
        Ok(StatementKind::Receive { channel, random, copy, arguments })
    }
}
