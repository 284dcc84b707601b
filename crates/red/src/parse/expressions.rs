//! Expressions, of numbers and of truth alike: which of both one is does not show by its form. From weak to strong bind `=>`, `or`,
//! `and`, `not`, comparisons, `+` and `-`, `*` and `/`, `-` before an operand, `->`. What a quantifier says goes as far as it can.

use diagnostics::Span;
use syntax::{Parse, Parsing};

use super::cursor::Parser;
use crate::ast::{Expr, ExprKind, Operator, Quantifier, Relation};
use crate::lex::Kind;

/// How deep expressions may stand in one another.
const MAX_NESTING: usize = 64;
const NESTED: &str = "conditions and expressions";

impl Parser<'_> {
    /// A condition, or a number.
    pub fn expr(&mut self) -> Parse<Expr> {
        self.restart_count();
        self.implication()
    }

    /// A number, where `=` would be an assignment or the end.
    pub fn value(&mut self) -> Parse<Expr> {
        self.restart_count();
        self.sum()
    }

    /// `a => b => c` is `a => (b => c)`.
    fn implication(&mut self) -> Parse<Expr> {
        let start = self.token().span;
        let premise = self.disjunction()?;
        if self.eat(Kind::Implies).is_none() {
            return Ok(premise);
        }
        let conclusion = self.nested(NESTED, MAX_NESTING, Self::implication)?;
        Ok(self.made(start, ExprKind::Implies(Box::new((premise, conclusion)))))
    }

    fn disjunction(&mut self) -> Parse<Expr> {
        self.chain(Kind::Or, Self::conjunction, ExprKind::Or)
    }

    fn conjunction(&mut self) -> Parse<Expr> {
        self.chain(Kind::And, Self::negation, ExprKind::And)
    }

    /// Operands with a connective between them.
    fn chain(
        &mut self,
        connective: Kind,
        operand: impl Fn(&mut Self) -> Parse<Expr>,
        kind: impl FnOnce(Vec<Expr>) -> ExprKind,
    ) -> Parse<Expr> {
        let start = self.token().span;
        let first = operand(self)?;
        if !self.at(connective) {
            return Ok(first);
        }
        let mut operands = vec![first];
        while self.eat(connective).is_some() {
            operands.push(operand(self)?);
        }
        Ok(self.made(start, kind(operands)))
    }

    fn negation(&mut self) -> Parse<Expr> {
        let start = self.token().span;
        match self.peek() {
            Kind::Not => {
                self.bump();
                let operand = self.nested(NESTED, MAX_NESTING, Self::negation)?;
                Ok(self.made(start, ExprKind::Not(Box::new(operand))))
            }
            Kind::Forall | Kind::Exists => self.nested(NESTED, MAX_NESTING, Self::quantified),
            _ => self.comparison(),
        }
    }

    /// `forall i, j: CONDITION`
    fn quantified(&mut self) -> Parse<Expr> {
        let start = self.token().span;
        let quantifier = match self.bump().kind {
            Kind::Forall => Quantifier::All,
            _ => Quantifier::Some,
        };
        let names = self.list(|parser| parser.name("a name for a process"))?;
        self.expect(Kind::Colon, "`,` and another name, or `:` and a condition")?;
        let body = self.implication()?;
        Ok(self.made(start, ExprKind::Quantified(quantifier, names, Box::new(body))))
    }

    fn comparison(&mut self) -> Parse<Expr> {
        let start = self.token().span;
        let first = self.sum()?;
        let mut others = Vec::new();
        while let Some(relation) = relation(self.peek()) {
            self.bump();
            others.push((relation, self.sum()?));
        }
        match others.is_empty() {
            true => Ok(first),
            false => Ok(self.made(start, ExprKind::Comparison(Box::new(first), others))),
        }
    }

    fn sum(&mut self) -> Parse<Expr> {
        let operator = |kind| match kind {
            Kind::Plus => Some(Operator::Add),
            Kind::Minus => Some(Operator::Subtract),
            _ => None,
        };
        self.arithmetic(operator, Self::product)
    }

    fn product(&mut self) -> Parse<Expr> {
        let operator = |kind| match kind {
            Kind::Star => Some(Operator::Multiply),
            Kind::Slash => Some(Operator::Divide),
            _ => None,
        };
        self.arithmetic(operator, Self::signed)
    }

    fn arithmetic(
        &mut self,
        operator: impl Fn(Kind) -> Option<Operator>,
        operand: impl Fn(&mut Self) -> Parse<Expr>,
    ) -> Parse<Expr> {
        let start = self.token().span;
        let first = operand(self)?;
        let mut others = Vec::new();
        while let Some(operator) = operator(self.peek()) {
            self.count()?;
            self.bump();
            others.push((operator, operand(self)?));
        }
        match others.is_empty() {
            true => Ok(first),
            false => Ok(self.made(start, ExprKind::Arithmetic(Box::new(first), others))),
        }
    }

    fn signed(&mut self) -> Parse<Expr> {
        let start = self.token().span;
        if self.eat(Kind::Minus).is_none() {
            return self.operand();
        }
        self.count()?;
        let operand = self.nested(NESTED, MAX_NESTING, Self::signed)?;
        Ok(self.made(start, ExprKind::Negate(Box::new(operand))))
    }

    /// What operators stand between: `x`, `y->x`, `y[2]->x->z`, `(a + b)`; a number may have a sign where one is defined.
    pub fn operand(&mut self) -> Parse<Expr> {
        let start = self.token().span;
        if self.at(Kind::Minus) {
            return self.signed();
        }
        let mut operand = self.primary()?;
        while self.at(Kind::Arrow) {
            self.count()?;
            self.bump();
            let inner = self.primary()?;
            operand = self.made(start, ExprKind::Arrow(Box::new(operand), Box::new(inner)));
        }
        Ok(operand)
    }

    fn primary(&mut self) -> Parse<Expr> {
        let start = self.token().span;
        let kind = match self.peek() {
            Kind::Number => ExprKind::Number(self.number()?),
            Kind::LeftParen => return self.nested(NESTED, MAX_NESTING, Self::parentheses),
            Kind::Name => {
                let name = self.bump();
                ExprKind::Name(self.named(name).text)
            }
            kind => {
                let known = match kind {
                    Kind::Null => ExprKind::Null,
                    Kind::Own => ExprKind::Own,
                    Kind::True => ExprKind::Truth(true),
                    Kind::False => ExprKind::Truth(false),
                    Kind::Mode => ExprKind::Mode,
                    _ => return Err(self.unexpected("a condition or an expression")),
                };
                self.bump();
                known
            }
        };
        let primary = self.made(start, kind);
        if !matches!(primary.kind, ExprKind::Name(_) | ExprKind::Mode)
            || !self.at(Kind::LeftBracket)
        {
            return Ok(primary);
        }
        self.count()?;
        self.bump();
        let process = self.nested(NESTED, MAX_NESTING, Self::sum)?;
        self.expect(Kind::RightBracket, "an operator, or `]`")?;
        Ok(self.made(start, ExprKind::Of(Box::new(primary), Box::new(process))))
    }

    /// `( ... )`; the parentheses belong to its place.
    fn parentheses(&mut self) -> Parse<Expr> {
        let start = self.bump().span;
        let inner = self.implication()?;
        self.expect(Kind::RightParen, "an operator, or `)`")?;
        Ok(Expr { span: self.since(start), ..inner })
    }

    fn made(&self, start: Span, kind: ExprKind) -> Expr {
        Expr { kind, span: self.since(start) }
    }
}

/// The relation that a token is: in a condition nothing is assigned.
fn relation(kind: Kind) -> Option<Relation> {
    Some(match kind {
        Kind::Equal | Kind::Assign => Relation::Equal,
        Kind::NotEqual => Relation::NotEqual,
        Kind::Less => Relation::Less,
        Kind::LessEqual => Relation::LessEqual,
        Kind::Greater => Relation::Greater,
        Kind::GreaterEqual => Relation::GreaterEqual,
        _ => return None,
    })
}
