//! Statements.

use diagnostics::{Diagnostic, Span};

use super::cursor::{Mistake, Parse, Parser};
use super::foreign::Version;
use crate::ast::{Expr, ExprKind, Operator, Reference, Statement, StatementKind};
use crate::lex::Kind;

/// How deep statements may be nested; an `else if` is deeper than its `if`.
const MAX_NESTING: usize = 200;

impl Parser<'_> {
    /// `{ ... }`.
    pub fn braced(&mut self, what: &str) -> Parse<Vec<Statement>> {
        self.expect(Kind::LeftBrace, what)?;
        let mut statements = Vec::new();
        while self.eat(Kind::RightBrace).is_none() {
            if self.statement(&mut statements).is_err() {
                self.skip_statement();
                if self.at_member() {
                    return Err(Mistake);
                }
            }
        }
        Ok(statements)
    }

    /// A statement. An empty one is none, and a declaration of several variables is several.
    fn statement(&mut self, statements: &mut Vec<Statement>) -> Parse<()> {
        if self.nesting >= MAX_NESTING {
            let message = format!("too complex: statements may be nested {MAX_NESTING} deep");
            self.note(Diagnostic::error(self.token().span, message));
            return Err(Mistake);
        }
        self.nesting += 1;
        let parsed = self.nested_statement(statements);
        self.nesting -= 1;
        parsed
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
            Kind::Assertion => self.assertion()?,
            Kind::Own | Kind::Sender => {
                let own = self.bump().kind == Kind::Own;
                let kind = if own { ExprKind::Own } else { ExprKind::Sender };
                self.send(Expr { kind, span: start })?
            }
            Kind::Name => {
                if self.foreign_statement()? {
                    return Ok(());
                }
                if self.at_declaration() {
                    return self.local(statements);
                }
                self.with_reference()?
            }
            // `((T) sender).m();`, which the expression refuses.
            Kind::LeftParen if self.at_cast(0) || self.at_cast(1) => {
                self.operators = 0;
                let receiver = self.unary()?;
                self.send(receiver)?
            }
            Kind::Increment | Kind::Decrement => {
                let help = "write it behind the variable, as in `v++;`";
                return Err(self.unexpected("a statement or `}`", Some(help)));
            }
            _ => return Err(self.unexpected("a statement or `}`", None)),
        };
        statements.push(Statement { kind, span: self.since(start) });
        Ok(())
    }

    /// What an `if`, an `else` or a loop governs.
    fn body(&mut self) -> Parse<Vec<Statement>> {
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

    fn assertion(&mut self) -> Parse<StatementKind> {
        self.bump();
        self.expect(Kind::LeftParen, "`(` and what is asserted")?;
        let asserted = self.expr()?;
        if self.at(Kind::Comma) && self.peek_after(1) == Kind::Quoted {
            self.bump();
            let span = self.bump().span;
            self.refuse(span, "texts of assertions are", Version::Core, Some("leave it out"));
        }
        self.expect(Kind::RightParen, "`)` or an operator")?;
        self.end_of_statement()?;
        Ok(StatementKind::Assert(asserted))
    }

    fn end_of_statement(&mut self) -> Parse<()> {
        self.expect(Kind::Semicolon, "`;` after the statement").map(|_| ())
    }

    /// Refuses a statement of other versions, and goes past it; false if none stands here.
    fn foreign_statement(&mut self) -> Parse<bool> {
        let next = self.peek_after(1);
        match self.word() {
            "for" | "while" => {
                self.refuse_foreign();
                self.bump();
                self.skip_group();
                // What is wrong with the body is said, too.
                self.body()?;
            }
            "switch" => {
                self.refuse_foreign();
                self.bump();
                self.skip_group();
                self.skip_group();
            }
            "break" | "continue" | "return" => {
                self.refuse_foreign();
                self.skip_to(&[Kind::Semicolon, Kind::RightBrace]);
                self.eat(Kind::Semicolon);
            }
            "delay" if next == Kind::LeftParen => {
                self.refuse_word(Version::Timed, None);
                self.skip_group();
                self.end_of_statement()?;
            }
            "pAlt" if next == Kind::LeftBrace => {
                self.refuse_word(Version::Probabilistic, None);
                self.skip_group();
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Whether `T v` or `T[i] v` stands here.
    fn at_declaration(&self) -> bool {
        if self.peek_after(1) == Kind::Name {
            return true;
        }
        self.peek_after(1) == Kind::LeftBracket
            && matches!(self.peek_after(2), Kind::Name | Kind::Number)
            && self.peek_after(3) == Kind::RightBracket
            && self.peek_after(4) == Kind::Name
    }

    /// `T v, w = e;`.
    fn local(&mut self, statements: &mut Vec<Statement>) -> Parse<()> {
        let start = self.token().span;
        let (ty, shared) = self.ty("the type of a variable")?;
        let declared = self.list(|parser| {
            let variable = parser.variable(&ty, shared.clone())?;
            let begins = parser.eat(Kind::Assign).is_some();
            let initial = if begins { Some(parser.value()?) } else { None };
            let kind = StatementKind::Declare(variable, initial);
            Ok(Statement { kind, span: parser.since(start) })
        })?;
        statements.extend(declared);
        self.end_of_declaration()
    }

    /// What begins with a variable: it is assigned to, or a message is sent to what it holds.
    fn with_reference(&mut self) -> Parse<StatementKind> {
        let start = self.token().span;
        self.operators = 0;
        let reference = self.reference("a statement or `}`")?;
        let span = self.since(start);
        let kind = match self.peek() {
            Kind::Dot => return self.send(Expr { kind: ExprKind::Reference(reference), span }),
            Kind::Assign => {
                self.bump();
                StatementKind::Assign(reference, self.value()?)
            }
            Kind::PlusAssign | Kind::MinusAssign => {
                let operator = self.step(&reference)?;
                let by = self.expr()?;
                changed(reference, span, operator, by)
            }
            Kind::Increment | Kind::Decrement => {
                let place = self.token().span;
                let operator = self.step(&reference)?;
                changed(reference, span, operator, Expr { kind: ExprKind::Number(1), span: place })
            }
            _ => {
                let what = "`=` and a value, or `.` and a message";
                return Err(self.unexpected(what, None));
            }
        };
        self.end_of_statement()?;
        Ok(kind)
    }

    /// Whether a variable is made larger or smaller. It is read and written, so its subscript stands twice in the
    /// tree: a choice there would be made twice.
    fn step(&mut self, reference: &Reference) -> Parse<Operator> {
        let token = self.bump();
        if reference.subscript.as_ref().is_some_and(|subscript| chooses(subscript)) {
            let text = self.slice(token.span);
            let message = format!("`{text}` with a choice in the subscript is not supported");
            let help =
                "choose before: assign the choice to a variable, and let that be the subscript";
            self.note(Diagnostic::error(token.span, message).help(help));
            return Err(Mistake);
        }
        let adds = matches!(token.kind, Kind::PlusAssign | Kind::Increment);
        Ok(if adds { Operator::Add } else { Operator::Subtract })
    }

    /// `.message(arguments);` after the receiver.
    fn send(&mut self, receiver: Expr) -> Parse<StatementKind> {
        self.expect(Kind::Dot, "`.` and a message")?;
        let message = self.name("the name of a message")?;
        let close = "`,` or `)` after the argument";
        let arguments = self.parenthesised("`(` and the arguments", close, Self::expr)?;
        self.timing();
        self.end_of_statement()?;
        Ok(StatementKind::Send(receiver, message, arguments))
    }
}

/// `v = v + e;`, for `v += e;`.
fn changed(reference: Reference, span: Span, operator: Operator, by: Expr) -> StatementKind {
    let old = Expr { kind: ExprKind::Reference(reference.clone()), span };
    let span = span.to(by.span);
    let kind = ExprKind::Binary(operator, Box::new((old, by)));
    StatementKind::Assign(reference, Expr { kind, span })
}

/// Whether an expression holds a choice.
fn chooses(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Choice(_) => true,
        ExprKind::Reference(reference) => {
            reference.subscript.as_ref().is_some_and(|subscript| chooses(subscript))
        }
        ExprKind::Not(inner) | ExprKind::Negate(inner) => chooses(inner),
        ExprKind::Binary(_, sides) => chooses(&sides.0) || chooses(&sides.1),
        ExprKind::New(..)
        | ExprKind::Number(_)
        | ExprKind::Truth(_)
        | ExprKind::Null
        | ExprKind::Own
        | ExprKind::Sender => false,
    }
}
