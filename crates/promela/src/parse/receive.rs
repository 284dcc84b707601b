//! Patterns of received messages.

use syntax::Parse;

use super::Parser;
use crate::ast::{Expr, ExprKind, ReceiveArgument};
use crate::lex::Kind;

impl Parser<'_> {
    /// `a, b`, `a(b, c)` or `(a, b)`: positions of a message, however grouped.
    pub(super) fn pattern(&mut self, arguments: &mut Vec<ReceiveArgument>) -> Parse<()> {
        self.nested(|p| p.pattern_positions(arguments))
    }

    fn pattern_positions(&mut self, arguments: &mut Vec<ReceiveArgument>) -> Parse<()> {
        loop {
            if !self.at(Kind::LeftParen) {
                let argument = self.receive_argument()?;
                arguments.push(argument);
            }
            if self.eat(Kind::LeftParen).is_some() {
                self.pattern(arguments)?;
                self.expect(Kind::RightParen, "`,` or `)` in the message pattern")?;
                return Ok(());
            }
            if self.eat(Kind::Comma).is_none() {
                return Ok(());
            }
        }
    }

    fn receive_argument(&mut self) -> Parse<ReceiveArgument> {
        let token = self.token();
        match self.peek() {
            Kind::Eval => {
                self.bump();
                self.expect(Kind::LeftParen, "`(` after `eval`")?;
                let value = self.expression()?;
                self.expect(Kind::RightParen, "`)` after the value")?;
                Ok(ReceiveArgument::Eval(value))
            }
            Kind::Number | Kind::Character | Kind::True | Kind::False | Kind::Skip => {
                self.bump();
                let value = self.constant(token)?;
                Ok(ReceiveArgument::Match(Expr { kind: ExprKind::Number(value), span: token.span }))
            }
            Kind::Minus => {
                let mark = self.mark();
                self.bump();
                let number = self.expect(Kind::Number, "a number after `-`")?;
                let value = self.constant(number)?.wrapping_neg();
                let span = self.span_from(mark);
                Ok(ReceiveArgument::Match(Expr { kind: ExprKind::Number(value), span }))
            }
            Kind::Identifier if self.text(token) == "_" => {
                self.bump();
                Ok(ReceiveArgument::Any(token.span))
            }
            Kind::Identifier => Ok(ReceiveArgument::Store(self.lvalue()?)),
            _ => Err(self
                .unexpected("a variable, a constant, `_` or `eval(...)` in the message pattern")),
        }
    }
}
