//! Expressions and guards, by precedence climbing; precedences are those of Promela.

use syntax::{Parse, Parsing};

use super::cursor::Parser;
use crate::ast::{Asked, Expr, ExprKind, Operator, Query};
use crate::lex::Kind;
use crate::rules::Rule;

/// The operator that a token is, and how strongly it binds.
fn operator(kind: Kind) -> Option<(Operator, u8)> {
    Some(match kind {
        Kind::Or => (Operator::Or, 1),
        Kind::And => (Operator::And, 2),
        Kind::Equal => (Operator::Equal, 3),
        Kind::NotEqual => (Operator::NotEqual, 3),
        Kind::Less => (Operator::Less, 4),
        Kind::LessEqual => (Operator::LessEqual, 4),
        Kind::Greater => (Operator::Greater, 4),
        Kind::GreaterEqual => (Operator::GreaterEqual, 4),
        Kind::Plus => (Operator::Add, 5),
        Kind::Minus => (Operator::Subtract, 5),
        // Division is none of the language: it is read, and refused.
        Kind::Star | Kind::Slash | Kind::Percent => (Operator::Multiply, 6),
        _ => return None,
    })
}

impl Parser<'_> {
    pub fn expr(&mut self) -> Parse<Expr> {
        self.restart_count();
        self.binary(1)
    }

    fn binary(&mut self, least: u8) -> Parse<Expr> {
        let start = self.token().span;
        let mut left = self.unary()?;
        while let Some((operator, strength)) = operator(self.peek()).filter(|o| o.1 >= least) {
            self.count()?;
            let sign = self.bump().kind;
            let right = self.binary(strength + 1)?;
            if matches!(sign, Kind::Slash | Kind::Percent) {
                let what = "the operators are `+`, `-` and `*`";
                let help = "do without: so that there is no division by zero";
                self.violated(Rule::Arith, self.since(start), what, help);
            }
            let kind = ExprKind::Binary(operator, Box::new((left, right)));
            left = Expr { kind, span: self.since(start) };
        }
        Ok(left)
    }

    fn unary(&mut self) -> Parse<Expr> {
        let token = self.token();
        let kind = match token.kind {
            Kind::Bang => {
                self.count()?;
                self.bump();
                ExprKind::Not(Box::new(self.unary()?))
            }
            Kind::Minus if self.peek_after(1) == Kind::Number => {
                self.bump();
                let digits = self.bump().span;
                let text = format!("-{}", self.slice(digits));
                ExprKind::Number(self.number_of(&text, self.since(token.span))?.value)
            }
            Kind::Minus => {
                self.count()?;
                self.bump();
                let operand = self.unary()?;
                let span = self.since(token.span);
                self.violated(Rule::Arith, span, "`-` is of two `int`s", "subtract it from 0");
                operand.kind
            }
            Kind::LeftParen => {
                self.count()?;
                self.bump();
                let inner = self.binary(1)?;
                self.expect(Kind::RightParen, "`)` or an operator")?;
                ExprKind::Parenthesised(Box::new(inner))
            }
            Kind::Number => ExprKind::Number(self.number("a number")?.value),
            Kind::Len => self.query(Query::Length)?,
            Kind::Nfull => self.query(Query::NotFull)?,
            Kind::Nempty => self.query(Query::NotEmpty)?,
            Kind::Name => ExprKind::Name(self.name("an expression")?.text),
            kind => {
                let constant = match kind {
                    Kind::Null => ExprKind::Null,
                    Kind::OwnPid => ExprKind::OwnPid,
                    _ => return Err(self.unexpected("an expression")),
                };
                self.bump();
                constant
            }
        };
        Ok(Expr { kind, span: self.since(token.span) })
    }

    fn query(&mut self, query: Query) -> Parse<ExprKind> {
        self.bump();
        self.expect(Kind::LeftParen, "`(` and a channel")?;
        let asked = match self.eat(Kind::Null) {
            Some(_) => Asked::Null,
            None => Asked::Name(self.name("the name of a channel, or `null`")?),
        };
        self.expect(Kind::RightParen, "`)` after the channel")?;
        Ok(ExprKind::Query(query, asked))
    }
}
