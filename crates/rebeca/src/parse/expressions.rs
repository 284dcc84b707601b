//! Expressions, by precedence climbing; precedences are those of Java.

use diagnostics::Span;
use syntax::{Mistake, Parse, Parsing};

use super::cursor::Parser;
use super::foreign::Version;
use crate::ast::{Call, Expr, ExprKind, Name, Operator, Reference, Temporal, Unary};
use crate::lex::{Kind, is_primitive};

/// The operator that a token is, and how strongly it binds.
fn operator(kind: Kind) -> Option<(Operator, u8)> {
    Some(match kind {
        Kind::Or => (Operator::Or, 1),
        Kind::And => (Operator::And, 2),
        Kind::Bar => (Operator::BitOr, 3),
        Kind::Caret => (Operator::BitXor, 4),
        Kind::Ampersand => (Operator::BitAnd, 5),
        Kind::Equal => (Operator::Equal, 6),
        Kind::NotEqual => (Operator::NotEqual, 6),
        Kind::Less => (Operator::Less, RELATION),
        Kind::LessEqual => (Operator::LessEqual, RELATION),
        Kind::Greater => (Operator::Greater, RELATION),
        Kind::GreaterEqual => (Operator::GreaterEqual, RELATION),
        Kind::ShiftLeft => (Operator::ShiftLeft, 8),
        Kind::ShiftRight => (Operator::ShiftRight, 8),
        Kind::Plus => (Operator::Add, 9),
        Kind::Minus => (Operator::Subtract, 9),
        Kind::PlusPercent => (Operator::Rotate, 9),
        Kind::Star => (Operator::Multiply, 10),
        Kind::Slash => (Operator::Divide, 10),
        Kind::Percent => (Operator::Modulo, 10),
        _ => return None,
    })
}

/// How strongly comparisons bind, `instanceof` among them.
const RELATION: u8 = 7;

impl Parser<'_> {
    pub fn expr(&mut self) -> Parse<Expr> {
        self.restart_count();
        self.whole()
    }

    /// What a variable may be set to.
    pub fn value(&mut self) -> Parse<Expr> {
        if !self.at(Kind::New) {
            return self.expr();
        }
        let start = self.bump().span;
        let class = self.name("the class of the new rebec")?;
        self.created.push(class.text.clone());
        let close = "`,` or `)` after the known rebec";
        let known = self.parenthesised("`(` and the known rebecs", close, Self::expr)?;
        let arguments = self.initial_arguments()?;
        Ok(Expr { kind: ExprKind::New(class, known, arguments), span: self.since(start) })
    }

    /// `:(arguments, ...)` for the constructor or for `initial`.
    pub fn initial_arguments(&mut self) -> Parse<Vec<Expr>> {
        self.expect(Kind::Colon, "`:` and the arguments of the constructor, as in `:()`")?;
        let open = "`(` and the arguments of the constructor";
        self.parenthesised(open, "`,` or `)` after the argument", Self::expr)
    }

    /// An expression that may be part of one.
    fn whole(&mut self) -> Parse<Expr> {
        let start = self.token().span;
        let first = self.conditional_expr(start)?;
        let until = self.in_properties && self.at(Kind::Name) && self.word() == "U";
        let implies = self.in_properties && self.at(Kind::Arrow);
        if !until && !implies {
            return Ok(first);
        }
        self.count()?;
        self.bump();
        let operator = if until { Temporal::Until } else { Temporal::Implies };
        let second = self.whole()?;
        let kind = ExprKind::Temporal(operator, vec![first, second]);
        Ok(Expr { kind, span: self.since(start) })
    }

    fn conditional_expr(&mut self, start: Span) -> Parse<Expr> {
        let condition = self.binary(1)?;
        if !self.at(Kind::Question) {
            return Ok(condition);
        }
        self.count()?;
        self.bump();
        let then = self.whole()?;
        self.expect(Kind::Colon, "`:` and the value if the condition does not hold")?;
        let otherwise = self.whole()?;
        let kind = ExprKind::Conditional(Box::new((condition, then, otherwise)));
        Ok(Expr { kind, span: self.since(start) })
    }

    fn binary(&mut self, least: u8) -> Parse<Expr> {
        let start = self.token().span;
        let mut left = self.unary()?;
        loop {
            if self.at(Kind::InstanceOf) && least <= RELATION {
                self.count()?;
                self.bump();
                let class = self.name("a class")?;
                self.asks_senders |= matches!(left.kind, ExprKind::Sender);
                let kind = ExprKind::InstanceOf(Box::new(left), class);
                left = Expr { kind, span: self.since(start) };
                continue;
            }
            let Some((operator, strength)) = operator(self.peek()).filter(|o| o.1 >= least) else {
                return Ok(left);
            };
            self.count()?;
            self.bump();
            let right = self.binary(strength + 1)?;
            let kind = ExprKind::Binary(operator, Box::new((left, right)));
            left = Expr { kind, span: self.since(start) };
        }
    }

    pub fn unary(&mut self) -> Parse<Expr> {
        let token = self.token();
        let kind = match token.kind {
            Kind::Bang | Kind::Minus | Kind::Tilde | Kind::Plus => self.signed(token.kind)?,
            Kind::LeftParen => {
                self.count()?;
                if self.at_cast(0) { self.cast()? } else { self.parentheses()?.kind }
            }
            Kind::Question => self.choice()?,
            Kind::Number => ExprKind::Number(self.number("a number")?.value),
            Kind::Name => self.named()?,
            Kind::Own => self.own()?,
            Kind::Super => ExprKind::Call(self.upward_call()?),
            Kind::New => {
                let help =
                    "`new` stands alone on the right of `=`, as in `v = new C(known):(arguments);`";
                return Err(self.unexpected_because("an expression", Some(help)));
            }
            Kind::Increment | Kind::Decrement => {
                let help = "it changes a variable, and stands alone, as in `v++;`";
                return Err(self.unexpected_because("an expression", Some(help)));
            }
            kind => {
                let constant = match kind {
                    Kind::True => ExprKind::Truth(true),
                    Kind::False => ExprKind::Truth(false),
                    Kind::Null => ExprKind::Null,
                    Kind::Sender => ExprKind::Sender,
                    _ => return Err(self.unexpected("an expression")),
                };
                self.bump();
                constant
            }
        };
        Ok(Expr { kind, span: self.since(token.span) })
    }

    fn signed(&mut self, sign: Kind) -> Parse<ExprKind> {
        self.count()?;
        self.bump();
        let operand = self.unary()?;
        let operator = match sign {
            Kind::Bang => Unary::Not,
            Kind::Minus => Unary::Negate,
            Kind::Tilde => Unary::Complement,
            _ => return Ok(operand.kind),
        };
        Ok(ExprKind::Unary(operator, Box::new(operand)))
    }

    fn parentheses(&mut self) -> Parse<Expr> {
        self.bump();
        let inner = self.whole()?;
        self.expect(Kind::RightParen, "`)` or an operator")?;
        Ok(inner)
    }

    /// Whether `(T)` and an operand stand so many tokens after the current one.
    pub fn at_cast(&self, from: usize) -> bool {
        let after = self.peek_after(from + 3);
        let primitive = is_primitive(self.slice(self.token_after(from + 1).span));
        let operand = matches!(
            after,
            Kind::Name
                | Kind::Number
                | Kind::LeftParen
                | Kind::Own
                | Kind::Sender
                | Kind::True
                | Kind::False
                | Kind::Null
                | Kind::Bang
                | Kind::Tilde
                | Kind::Super
        ) || (primitive
            && matches!(after, Kind::Minus | Kind::Plus | Kind::Question));
        operand
            && self.peek_after(from) == Kind::LeftParen
            && self.peek_after(from + 1) == Kind::Name
            && self.peek_after(from + 2) == Kind::RightParen
            && !self.in_properties
    }

    /// `(T) e`.
    fn cast(&mut self) -> Parse<ExprKind> {
        self.bump();
        self.foreign_type();
        let ty = self.name_or_type("a type")?;
        self.bump();
        let operand = self.unary()?;
        Ok(ExprKind::Cast(ty, Box::new(operand)))
    }

    /// `?(a, b)` or `?{a, b}`.
    fn choice(&mut self) -> Parse<ExprKind> {
        self.count()?;
        self.bump();
        let close = match self.peek() {
            Kind::LeftParen => Kind::RightParen,
            Kind::LeftBrace => Kind::RightBrace,
            _ => return Err(self.unexpected("`(` and the alternatives")),
        };
        self.bump();
        let alternatives = self.alternatives(close);
        if alternatives.is_err() {
            // Otherwise a brace would be taken for the end of the block.
            let stops = [close, Kind::Semicolon, Kind::RightBrace];
            self.skip_within(|kind| stops.contains(&kind));
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

    /// What begins with a name.
    fn named(&mut self) -> Parse<ExprKind> {
        if self.in_properties {
            return self.named_in_property();
        }
        if self.peek_after(1) != Kind::LeftParen {
            let reference = self.reference("an expression")?;
            return if self.at(Kind::Dot) {
                self.foreign_field(reference)
            } else {
                Ok(ExprKind::Reference(reference))
            };
        }
        if let Some(mistake) = self.foreign_function() {
            return Err(mistake);
        }
        let start = self.token().span;
        let name = self.name("the name of a method")?;
        let arguments = self.call_arguments()?;
        if matches!(&*name.text, "pow" | "sqrt") {
            return Ok(ExprKind::Mathematics(name, arguments));
        }
        let span = self.since(start);
        Ok(ExprKind::Call(Call { upwards: false, name: Some(name), arguments, span }))
    }

    /// What is asked of another rebec: only its own messages see its variables.
    fn foreign_field(&mut self, rebec: Reference) -> Parse<ExprKind> {
        let (name, called) = (rebec.name.text, self.peek_after(2) == Kind::LeftParen);
        let what =
            if called { "methods of other rebecs are" } else { "variables of other rebecs are" };
        let instead = format!("send `{name}` a message, which it answers by another");
        self.refuse(rebec.name.span, what, Version::Core, Some(&instead));
        Err(Mistake)
    }

    /// `self`, `self.v` or `self.f(...)`.
    fn own(&mut self) -> Parse<ExprKind> {
        let start = self.bump().span;
        if !self.at(Kind::Dot) {
            return Ok(ExprKind::Own);
        }
        self.bump();
        if self.peek_after(1) == Kind::LeftParen {
            let name = self.name("the name of a method")?;
            let arguments = self.call_arguments()?;
            let span = self.since(start);
            return Ok(ExprKind::Call(Call { upwards: false, name: Some(name), arguments, span }));
        }
        let reference = self.reference("a variable of the rebec")?;
        Ok(ExprKind::Reference(Reference { own: true, ..reference }))
    }

    /// `super.f(...)` or `super(...)`.
    pub fn upward_call(&mut self) -> Parse<Call> {
        let start = self.bump().span;
        let named = self.eat(Kind::Dot).is_some();
        let name = if named { Some(self.name("the name of a method")?) } else { None };
        let arguments = self.call_arguments()?;
        Ok(Call { upwards: true, name, arguments, span: self.since(start) })
    }

    /// `(a, b, ...)`; each is counted to the expression that the call is part of.
    pub fn call_arguments(&mut self) -> Parse<Vec<Expr>> {
        self.count()?;
        let close = "`,` or `)` after the argument";
        self.parenthesised("`(` and the arguments", close, Self::whole)
    }

    /// `v`, `v[e]` or `v[e][f]`.
    pub fn reference(&mut self, what: &str) -> Parse<Reference> {
        let name: Name = self.name(what)?;
        let mut subscripts = Vec::new();
        while self.at(Kind::LeftBracket) {
            self.count()?;
            self.bump();
            subscripts.push(self.whole()?);
            self.expect(Kind::RightBracket, "`]` or an operator")?;
        }
        Ok(Reference { own: false, name, subscripts })
    }
}
