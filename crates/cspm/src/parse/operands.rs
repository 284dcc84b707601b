//! Operands: what begins with a symbol or a word of its own, and what is applied or renamed.

use syntax::{Parse, Parsing};

use super::cursor::Parser;
use super::expressions::level;
use crate::lex::Kind;
use crate::tree::{Expression, ExpressionKind, Relation};

impl Parser<'_> {
    /// An expression without operators between expressions, but with those before one.
    pub fn operand(&mut self) -> Parse<Expression> {
        let start = self.token().span;
        let kind = match self.peek() {
            Kind::Minus => {
                self.bump();
                ExpressionKind::Negate(self.operand_of(level::PLUS)?)
            }
            Kind::Length => {
                self.bump();
                ExpressionKind::Length(self.operand_of(level::LENGTH)?)
            }
            Kind::Not => {
                self.bump();
                ExpressionKind::Not(self.operand_of(level::NOT)?)
            }
            Kind::If => self.conditional()?,
            Kind::Let => self.let_within()?,
            Kind::Backslash => self.lambda()?,
            kind => match self.replicated(kind)? {
                Some(replicated) => replicated,
                None => return self.applied(),
            },
        };
        self.made(kind, start)
    }

    /// `f(x)(y)[[a <- b]]`: nothing binds more tightly.
    fn applied(&mut self) -> Parse<Expression> {
        let start = self.token().span;
        let mut applied = self.atom()?;
        loop {
            let kind = match self.peek() {
                Kind::LeftParen => {
                    let arguments = self.arguments()?;
                    ExpressionKind::Apply { function: Box::new(applied), arguments }
                }
                Kind::LeftRename => ExpressionKind::Rename(Box::new(applied), self.renaming()?),
                _ => return Ok(applied),
            };
            applied = self.made(kind, start)?;
        }
    }

    /// `(a, b)` after a function.
    pub fn arguments(&mut self) -> Parse<Vec<Expression>> {
        self.bump();
        self.bracketed(|parser| {
            let is_empty = parser.at(Kind::RightParen);
            let arguments = if is_empty { Vec::new() } else { parser.list(Self::expression)? };
            parser.expect(Kind::RightParen, "`,` or `)` after the argument")?;
            Ok(arguments)
        })
    }

    /// `[[a <- b, .. | ..]]`.
    fn renaming(&mut self) -> Parse<Relation> {
        self.bump();
        self.bracketed(|parser| {
            let first = parser.expression()?;
            let relation = parser.relation(first, Kind::DrawnFrom, "`<-` and the new event")?;
            parser.expect(Kind::RightRename, "`,`, `|` or `]]` after the event")?;
            Ok(relation)
        })
    }

    /// Pairs, of which the first half of the first one was read, and the statements after them.
    pub fn relation(&mut self, first: Expression, between: Kind, what: &str) -> Parse<Relation> {
        self.expect(between, what)?;
        let mut pairs = vec![(first, self.expression()?)];
        while self.eat(Kind::Comma).is_some() {
            let from = self.expression()?;
            self.expect(between, what)?;
            pairs.push((from, self.expression()?));
        }
        Ok(Relation { pairs, statements: self.statements_after_bar()? })
    }

    fn atom(&mut self) -> Parse<Expression> {
        let start = self.token().span;
        let kind = match self.peek() {
            Kind::Name => ExpressionKind::Name(self.name("a name")?),
            Kind::Integer => ExpressionKind::Integer(self.integer()?),
            Kind::Character => ExpressionKind::Character(self.character()?),
            Kind::Text => ExpressionKind::Text(self.text()?),
            Kind::True | Kind::False => ExpressionKind::Boolean(self.bump().kind == Kind::True),
            Kind::LeftParen => return self.parentheses(),
            Kind::LeftMap => self.map()?,
            Kind::Less => self.sequence()?,
            Kind::LeftBrace => self.set()?,
            Kind::LeftProductions => self.productions()?,
            _ => return Err(self.unexpected("an expression")),
        };
        self.made(kind, start)
    }

    /// `(e)` or `(a, b)`.
    fn parentheses(&mut self) -> Parse<Expression> {
        let start = self.bump().span;
        self.bracketed(|parser| {
            let mut parts = parser.list(Self::expression)?;
            parser.expect(Kind::RightParen, "`,`, `)` or an operator")?;
            match parts.pop() {
                Some(only) if parts.is_empty() => Ok(only),
                last => {
                    parts.extend(last);
                    parser.made(ExpressionKind::Tuple(parts), start)
                }
            }
        })
    }

    fn conditional(&mut self) -> Parse<ExpressionKind> {
        self.bump();
        let condition = Box::new(self.expression()?);
        self.expect(Kind::Then, "`then` or an operator")?;
        let then = Box::new(self.expression()?);
        self.expect(Kind::Else, "`else` or an operator")?;
        Ok(ExpressionKind::If(condition, then, Box::new(self.expression()?)))
    }

    fn let_within(&mut self) -> Parse<ExpressionKind> {
        self.bump();
        let declarations = self.let_declarations()?;
        self.expect(Kind::Within, "a declaration or `within`")?;
        Ok(ExpressionKind::Let(declarations, Box::new(self.expression()?)))
    }

    fn lambda(&mut self) -> Parse<ExpressionKind> {
        self.bump();
        let parameters = self.list(Self::pattern)?;
        self.expect(Kind::At, "`,` or `@` after the parameter")?;
        Ok(ExpressionKind::Lambda(parameters, Box::new(self.expression()?)))
    }
}
