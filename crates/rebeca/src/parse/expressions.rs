//! Expressions, by precedence climbing; precedences are those of Java.

use diagnostics::{Diagnostic, Span};

use super::cursor::{Mistake, Parse, Parser};
use super::foreign::Version;
use crate::ast::{Expr, ExprKind, Operator, Reference};
use crate::lex::Kind;

/// How many operators, parentheses and subscripts an expression may have: its depth is no larger.
const MAX_OPERATORS: usize = 256;

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
        Kind::PlusPercent => (Operator::Rotate, 5),
        Kind::Star => (Operator::Multiply, 6),
        Kind::Slash => (Operator::Divide, 6),
        Kind::Percent => (Operator::Modulo, 6),
        _ => return None,
    })
}

impl Parser<'_> {
    pub fn expr(&mut self) -> Parse<Expr> {
        self.operators = 0;
        self.whole()
    }

    /// What a variable may be set to.
    pub fn value(&mut self) -> Parse<Expr> {
        if !self.at(Kind::New) {
            return self.expr();
        }
        let start = self.bump().span;
        let class = self.name("the class of the new rebec")?;
        let close = "`,` or `)` after the known rebec";
        let known = self.parenthesised("`(` and the known rebecs", close, Self::expr)?;
        let arguments = self.initial_arguments()?;
        Ok(Expr { kind: ExprKind::New(class, known, arguments), span: self.since(start) })
    }

    /// `:(arguments, ...)` for `initial`.
    pub fn initial_arguments(&mut self) -> Parse<Vec<Expr>> {
        self.expect(Kind::Colon, "`:` and the arguments of `initial`, as in `:()`")?;
        let open = "`(` and the arguments of `initial`";
        self.parenthesised(open, "`,` or `)` after the argument", Self::expr)
    }

    /// An expression that may be part of one.
    fn whole(&mut self) -> Parse<Expr> {
        let expr = self.binary(1)?;
        if self.at(Kind::Question) {
            let span = self.token().span;
            self.refuse(span, "`c ? a : b` is", Version::Core, Some("write `if` and `else`"));
            return Err(Mistake);
        }
        if self.at(Kind::Dot) && self.peek_after(2) == Kind::LeftParen {
            return Err(self.method_call(self.token().span));
        }
        Ok(expr)
    }

    fn method_call(&mut self, span: Span) -> Mistake {
        let instead = "a message is sent by a statement, `self.message(...);`, and has no value";
        self.refuse(span, "calls of methods are", Version::Core, Some(instead));
        Mistake
    }

    fn binary(&mut self, least: u8) -> Parse<Expr> {
        let start = self.token().span;
        let mut left = self.unary()?;
        while let Some((operator, strength)) = operator(self.peek()).filter(|o| o.1 >= least) {
            self.count()?;
            self.bump();
            let right = self.binary(strength + 1)?;
            let kind = ExprKind::Binary(operator, Box::new((left, right)));
            left = Expr { kind, span: self.since(start) };
        }
        Ok(left)
    }

    fn count(&mut self) -> Parse<()> {
        self.operators += 1;
        if self.operators <= MAX_OPERATORS {
            return Ok(());
        }
        let message = format!(
            "too complex: an expression of more than {MAX_OPERATORS} operators, parentheses and subscripts"
        );
        self.note(Diagnostic::error(self.token().span, message));
        Err(Mistake)
    }

    pub fn unary(&mut self) -> Parse<Expr> {
        let token = self.token();
        let kind = match token.kind {
            Kind::Bang => {
                self.count()?;
                self.bump();
                ExprKind::Not(Box::new(self.unary()?))
            }
            Kind::Minus => {
                self.count()?;
                self.bump();
                ExprKind::Negate(Box::new(self.unary()?))
            }
            Kind::LeftParen => {
                self.count()?;
                if self.at_cast(0) { self.cast()?.kind } else { self.parentheses()?.kind }
            }
            Kind::Question => self.choice()?,
            Kind::Number => ExprKind::Number(self.number("a number")?.value),
            Kind::Name => ExprKind::Reference(self.reference("an expression")?),
            Kind::New => {
                let help =
                    "`new` stands alone on the right of `=`, as in `v = new C(known):(arguments);`";
                return Err(self.unexpected("an expression", Some(help)));
            }
            kind => {
                let constant = match kind {
                    Kind::True => ExprKind::Truth(true),
                    Kind::False => ExprKind::Truth(false),
                    Kind::Null => ExprKind::Null,
                    Kind::Own => ExprKind::Own,
                    Kind::Sender => ExprKind::Sender,
                    _ => return Err(self.unexpected("an expression", None)),
                };
                self.bump();
                constant
            }
        };
        Ok(Expr { kind, span: self.since(token.span) })
    }

    fn parentheses(&mut self) -> Parse<Expr> {
        self.bump();
        let inner = self.whole()?;
        self.expect(Kind::RightParen, "`)` or an operator")?;
        Ok(inner)
    }

    /// Whether `(T)` and an operand stand so many tokens after the current one.
    pub fn at_cast(&self, from: usize) -> bool {
        let operand = matches!(
            self.peek_after(from + 3),
            Kind::Name
                | Kind::Number
                | Kind::LeftParen
                | Kind::Own
                | Kind::Sender
                | Kind::True
                | Kind::False
                | Kind::Null
                | Kind::Bang
        );
        operand
            && self.peek_after(from) == Kind::LeftParen
            && self.peek_after(from + 1) == Kind::Name
            && self.peek_after(from + 2) == Kind::RightParen
    }

    /// Refuses a cast, and goes on with its operand.
    fn cast(&mut self) -> Parse<Expr> {
        let start = self.bump().span;
        self.bump();
        self.bump();
        let instead = "write the value without its type";
        self.refuse(self.since(start), "casts are", Version::Core, Some(instead));
        self.unary()
    }

    /// `?(a, b)` or `?{a, b}`.
    fn choice(&mut self) -> Parse<ExprKind> {
        self.count()?;
        self.bump();
        let close = match self.peek() {
            Kind::LeftParen => Kind::RightParen,
            Kind::LeftBrace => Kind::RightBrace,
            _ => return Err(self.unexpected("`(` and what is chosen from", None)),
        };
        self.bump();
        let alternatives = self.alternatives(close);
        if alternatives.is_err() {
            // Otherwise a brace would be taken for the end of the block.
            self.skip_to(&[close, Kind::Semicolon, Kind::RightBrace]);
            self.eat(close);
        }
        alternatives.map(ExprKind::Choice)
    }

    fn alternatives(&mut self, close: Kind) -> Parse<Vec<Expr>> {
        let alternatives = self.list(|parser| {
            let fraction = parser.at(Kind::Fraction).then(|| parser.token().span);
            let alternative = if fraction.is_some() { None } else { Some(parser.whole()?) };
            match alternative {
                Some(alternative) if !parser.at(Kind::Colon) => Ok(alternative),
                _ => {
                    let span = fraction.unwrap_or(parser.token().span);
                    let what = "choices with probabilities are";
                    parser.refuse(span, what, Version::Probabilistic, None);
                    Err(Mistake)
                }
            }
        })?;
        self.expect(close, "`,` and an alternative, or the end of the choice")?;
        Ok(alternatives)
    }

    /// `v` or `v[e]`.
    pub fn reference(&mut self, what: &str) -> Parse<Reference> {
        let name = self.name(what)?;
        if self.at(Kind::LeftParen) {
            return Err(self.method_call(name.span));
        }
        if !self.at(Kind::LeftBracket) {
            return Ok(Reference { name, subscript: None });
        }
        self.count()?;
        self.bump();
        let subscript = self.whole()?;
        self.expect(Kind::RightBracket, "`]` or an operator")?;
        self.no_second_dimension()?;
        Ok(Reference { name, subscript: Some(Box::new(subscript)) })
    }
}
