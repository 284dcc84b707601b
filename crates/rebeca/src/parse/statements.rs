//! Statements.

use syntax::{Mistake, Parse, Parsing};

use super::cursor::Parser;
use crate::ast::{Call, Expr, ExprKind, Initial, Operator, Reference, Statement, StatementKind};
use crate::lex::Kind;

/// How deep statements may be nested; an `else if` is deeper than its `if`.
const MAX_NESTING: usize = 200;

impl Parser<'_> {
    /// `{ ... }`.
    pub fn braced(&mut self, what: &str) -> Parse<Vec<Statement>> {
        let mut statements = Vec::new();
        self.braced_into(&mut statements, what).map(|()| statements)
    }

    /// The same, where statements are kept of what goes wrong behind them.
    pub fn braced_into(&mut self, statements: &mut Vec<Statement>, what: &str) -> Parse<()> {
        self.expect(Kind::LeftBrace, what)?;
        while self.eat(Kind::RightBrace).is_none() {
            if self.statement(statements).is_err() {
                self.skip_statement();
                if self.at_member() {
                    return Err(Mistake);
                }
            }
        }
        Ok(())
    }

    /// A statement. An empty one is none, and a declaration of several variables is several.
    pub fn statement(&mut self, statements: &mut Vec<Statement>) -> Parse<()> {
        self.nested("statements", MAX_NESTING, |parser| parser.nested_statement(statements))
    }

    fn nested_statement(&mut self, statements: &mut Vec<Statement>) -> Parse<()> {
        self.annotations();
        let start = self.token().span;
        let kind = match self.peek() {
            Kind::Semicolon => {
                self.bump();
                return Ok(());
            }
            Kind::LeftBrace => StatementKind::Block(self.braced("`{`")?),
            Kind::If => self.conditional()?,
            Kind::ForEachValueOf => self.for_each()?,
            Kind::For => self.for_loop()?,
            Kind::While => self.while_loop()?,
            Kind::Switch => self.switch()?,
            Kind::Assertion => self.assertion()?,
            Kind::Break => self.leaving(StatementKind::Break)?,
            Kind::Continue => self.leaving(StatementKind::Continue)?,
            Kind::Return => self.result()?,
            Kind::Name if self.foreign_statement() => return Ok(()),
            Kind::Name if self.at_declaration() => return self.local(statements),
            Kind::PythonText => return Err(self.unexpected("a statement or `}`")),
            _ => {
                let kind = self.simple()?;
                self.end_of_statement()?;
                kind
            }
        };
        statements.push(Statement { kind, span: self.since(start) });
        Ok(())
    }

    /// A statement without others in it, and without its semicolon.
    pub fn simple(&mut self) -> Parse<StatementKind> {
        self.restart_count();
        let start = self.token().span;
        match self.peek() {
            Kind::Own
                if self.peek_after(1) == Kind::Dot && self.peek_after(3) != Kind::LeftParen =>
            {
                self.bump();
                self.bump();
                let reference = self.reference("a variable of the rebec")?;
                self.with_reference(Reference { own: true, ..reference })
            }
            Kind::Own | Kind::Sender => {
                let own = self.bump().kind == Kind::Own;
                let kind = if own { ExprKind::Own } else { ExprKind::Sender };
                self.send(Expr { kind, span: start })
            }
            Kind::Super => Ok(StatementKind::Call(self.upward_call()?)),
            Kind::Name if self.peek_after(1) == Kind::LeftParen => {
                if let Some(mistake) = self.foreign_function() {
                    return Err(mistake);
                }
                let name = Some(self.name("the name of a method")?);
                let arguments = self.call_arguments()?;
                let span = self.since(start);
                self.timing();
                Ok(StatementKind::Call(Call { upwards: false, name, arguments, span }))
            }
            Kind::Name => {
                let reference = self.reference("a statement or `}`")?;
                self.with_reference(reference)
            }
            // `((T) sender).m();`.
            Kind::LeftParen if self.at_cast(0) || self.at_cast(1) => {
                let receiver = self.unary()?;
                self.send(receiver)
            }
            Kind::Increment | Kind::Decrement => {
                let sign = self.bump();
                let own = self.at(Kind::Own) && self.peek_after(1) == Kind::Dot;
                if own {
                    self.bump();
                    self.bump();
                }
                let reference = self.reference("a variable")?;
                Ok(self.step(Reference { own, ..reference }, sign.kind, sign.span))
            }
            _ => Err(self.unexpected("a statement or `}`")),
        }
    }

    /// What an `if`, an `else` or a loop governs.
    pub fn body(&mut self) -> Parse<Vec<Statement>> {
        if self.at(Kind::LeftBrace) {
            return self.braced("`{`");
        }
        let mut statements = Vec::new();
        self.statement(&mut statements)?;
        Ok(statements)
    }

    fn conditional(&mut self) -> Parse<StatementKind> {
        self.bump();
        self.expect(Kind::LeftParen, "`(` and a condition")?;
        let condition = self.expr()?;
        self.expect(Kind::RightParen, "`)` or an operator")?;
        let then = self.body()?;
        let otherwise = if self.eat(Kind::Else).is_some() { self.body()? } else { Vec::new() };
        Ok(StatementKind::If(condition, then, otherwise))
    }

    fn for_each(&mut self) -> Parse<StatementKind> {
        self.bump();
        self.expect(Kind::LeftParen, "`(` and a scalar set")?;
        let index = self.name("the name of a scalar set")?;
        self.expect(Kind::RightParen, "`)` after the scalar set")?;
        Ok(StatementKind::ForEach(index, self.body()?))
    }

    /// `assertion(e);`, perhaps with a text that says what is asserted.
    fn assertion(&mut self) -> Parse<StatementKind> {
        self.bump();
        self.expect(Kind::LeftParen, "`(` and the assertion")?;
        let asserted = self.expr()?;
        if self.at(Kind::Comma) && self.peek_after(1) == Kind::Quoted {
            self.bump();
            self.bump();
        }
        self.expect(Kind::RightParen, "`)` or an operator")?;
        self.end_of_statement()?;
        Ok(StatementKind::Assert(asserted))
    }

    fn leaving(&mut self, kind: StatementKind) -> Parse<StatementKind> {
        self.bump();
        self.end_of_statement()?;
        Ok(kind)
    }

    fn result(&mut self) -> Parse<StatementKind> {
        self.bump();
        let value = if self.at(Kind::Semicolon) { None } else { Some(self.expr()?) };
        self.end_of_statement()?;
        Ok(StatementKind::Return(value))
    }

    fn end_of_statement(&mut self) -> Parse<()> {
        self.expect(Kind::Semicolon, "`;` after the statement").map(|_| ())
    }

    /// Whether `T v` or `T[i] v` stands here.
    pub fn at_declaration(&self) -> bool {
        let mut at = 1;
        while self.peek_after(at) == Kind::LeftBracket
            && matches!(self.peek_after(at + 1), Kind::Name | Kind::Number)
            && self.peek_after(at + 2) == Kind::RightBracket
        {
            at += 3;
        }
        self.at(Kind::Name) && self.peek_after(at) == Kind::Name
    }

    /// `T v, w = e;`.
    pub fn local(&mut self, statements: &mut Vec<Statement>) -> Parse<()> {
        let start = self.token().span;
        self.foreign_type();
        let (ty, shared) = self.ty("the type of a variable")?;
        let declared = self.list(|parser| {
            let variable = parser.variable(&ty, shared.clone())?;
            let begins = parser.eat(Kind::Assign).is_some();
            let initial = if begins { Some(parser.initial()?) } else { None };
            let kind = StatementKind::Declare(variable, initial);
            Ok(Statement { kind, span: parser.since(start) })
        })?;
        statements.extend(declared);
        self.end_of_declaration()
    }

    fn initial(&mut self) -> Parse<Initial> {
        if !self.at(Kind::LeftBrace) {
            return Ok(Initial::Value(self.value()?));
        }
        let start = self.bump().span;
        let elements =
            self.nested("statements", MAX_NESTING, |parser| parser.list(Self::initial))?;
        self.expect(Kind::RightBrace, "`,` or `}` after the element")?;
        Ok(Initial::Elements(elements, self.since(start)))
    }

    /// What begins with a variable: it is assigned to, or a message is sent to what it holds.
    fn with_reference(&mut self, reference: Reference) -> Parse<StatementKind> {
        let token = self.token();
        let start = reference.name.span;
        let operator = match token.kind {
            Kind::Dot => {
                let span = self.since(start);
                return self.send(Expr { kind: ExprKind::Reference(reference), span });
            }
            Kind::Increment | Kind::Decrement => {
                self.bump();
                return Ok(self.step(reference, token.kind, token.span));
            }
            Kind::Assign => None,
            kind => match changing(kind) {
                Some(operator) => Some(operator),
                None => return Err(self.unexpected("`=` and a value, or `.` and a message")),
            },
        };
        self.bump();
        let value = if operator.is_some() { self.expr()? } else { self.value()? };
        Ok(StatementKind::Assign(reference, operator, value))
    }

    /// `v++` or `v--`.
    fn step(&self, reference: Reference, sign: Kind, span: diagnostics::Span) -> StatementKind {
        let up = sign == Kind::Increment;
        let operator = if up { Operator::Add } else { Operator::Subtract };
        StatementKind::Assign(reference, Some(operator), Expr { kind: ExprKind::Number(1), span })
    }

    /// `.message(arguments)` after the receiver.
    fn send(&mut self, receiver: Expr) -> Parse<StatementKind> {
        self.expect(Kind::Dot, "`.` and a message")?;
        let message = self.name("the name of a message")?;
        let close = "`,` or `)` after the argument";
        let arguments = self.parenthesised("`(` and the arguments", close, Self::expr)?;
        self.timing();
        Ok(StatementKind::Send(receiver, message, arguments))
    }
}

/// The operator of `+=` and the like.
fn changing(kind: Kind) -> Option<Operator> {
    Some(match kind {
        Kind::PlusAssign => Operator::Add,
        Kind::MinusAssign => Operator::Subtract,
        Kind::StarAssign => Operator::Multiply,
        Kind::SlashAssign => Operator::Divide,
        Kind::PercentAssign => Operator::Modulo,
        Kind::AmpersandAssign => Operator::BitAnd,
        Kind::BarAssign => Operator::BitOr,
        Kind::CaretAssign => Operator::BitXor,
        Kind::ShiftLeftAssign => Operator::ShiftLeft,
        Kind::ShiftRightAssign => Operator::ShiftRight,
        _ => return None,
    })
}
