//! Expressions.

use std::rc::Rc;

use diagnostics::{Diagnostic, Span};

use crate::tree::{BinaryOperator, Expression, ExpressionKind};
use crate::types::constraint::Constraint;
use crate::types::store::{Form, Store, TypeId};
use crate::types::{Checked, Checker, Comparison, Occurrence};

impl Checker<'_> {
    /// Checks that an expression is of a type.
    pub fn expect(&mut self, expression: &Expression, expected: TypeId) -> Checked<()> {
        match &expression.kind {
            ExpressionKind::If(condition, first, second) => {
                self.expect(condition, Store::BOOL)?;
                self.expect(first, expected)?;
                self.expect(second, expected)
            }
            ExpressionKind::Let(declarations, body) => {
                self.local_declarations(declarations)?;
                self.expect(body, expected)
            }
            _ => {
                let found = self.infer(expression)?;
                let result = self.unify(expression.span, expected, found);
                result.map_err(|diagnostic| self.wrong_part_of(expression).unwrap_or(diagnostic))
            }
        }
    }

    pub fn expect_all(&mut self, expressions: &[Expression], expected: TypeId) -> Checked<()> {
        expressions.iter().try_for_each(|expression| self.expect(expression, expected))
    }

    /// The type of an expression.
    pub fn infer(&mut self, expression: &Expression) -> Checked<TypeId> {
        match &expression.kind {
            ExpressionKind::Integer(_) => Ok(Store::INT),
            ExpressionKind::Boolean(_) => Ok(Store::BOOL),
            ExpressionKind::Character(_) => Ok(Store::CHAR),
            ExpressionKind::Text(_) => Ok(self.sequence_of(Store::CHAR)),
            ExpressionKind::Name(name) => self.use_of(name.span, name.binding),
            ExpressionKind::Tuple(parts) => {
                let parts: Checked<_> = parts.iter().map(|part| self.infer(part)).collect();
                Ok(self.store.add(Form::Tuple(parts?)))
            }
            ExpressionKind::Apply { function, arguments } => {
                self.application(function, arguments, expression.span)
            }
            ExpressionKind::Dot(first, second) => {
                let form = Form::Dot(self.dotted(first)?, self.dotted(second)?);
                Ok(self.store.add(form))
            }
            ExpressionKind::Negate(value) => {
                self.expect(value, Store::INT)?;
                Ok(Store::INT)
            }
            ExpressionKind::Not(value) => {
                self.expect(value, Store::BOOL)?;
                Ok(Store::BOOL)
            }
            ExpressionKind::Length(value) => {
                let element = self.store.fresh();
                let sequence = self.sequence_of(element);
                self.expect(value, sequence)?;
                Ok(Store::INT)
            }
            ExpressionKind::Binary(operator, left, right) => self.binary(*operator, left, right),
            ExpressionKind::If(condition, first, second) => {
                self.expect(condition, Store::BOOL)?;
                let of = self.infer(first)?;
                self.expect(second, of)?;
                Ok(of)
            }
            ExpressionKind::Let(declarations, body) => {
                self.local_declarations(declarations)?;
                self.infer(body)
            }
            ExpressionKind::Lambda(parameters, body) => {
                let of = self.store.fresh();
                self.clause(&[parameters], body, of, expression.span)?;
                Ok(of)
            }
            ExpressionKind::Sequence(collection) => self.sequence(collection),
            ExpressionKind::Set(collection) => self.set(collection),
            ExpressionKind::Productions { elements, statements } => {
                self.productions(elements, statements)
            }
            ExpressionKind::Map(pairs) => {
                let key = self.store.fresh_with(Constraint::Set.closure());
                let value = self.store.fresh();
                for (a, b) in pairs {
                    self.expect(a, key)?;
                    self.expect(b, value)?;
                }
                Ok(self.store.add(Form::Map(key, value)))
            }
            _ => {
                self.process(expression)?;
                Ok(Store::PROC)
            }
        }
    }

    /// Something between dots.
    fn dotted(&mut self, part: &Expression) -> Checked<TypeId> {
        self.infer(part).map_err(|diagnostic| bracketed(part, diagnostic))
    }

    fn application(
        &mut self,
        function: &Expression,
        arguments: &[Expression],
        span: Span,
    ) -> Checked<TypeId> {
        let of = self.infer(function)?;
        let (parameters, result) = match self.store.resolved(of) {
            Form::Function(parameters, result) if parameters.len() == arguments.len() => {
                (parameters, result)
            }
            Form::Function(parameters, _) => {
                let [of] = self.printed([of]);
                let (wanted, given) = (parameters.len(), arguments.len());
                let given = if given == 1 { "1 argument" } else { &format!("{given} arguments") };
                let message = format!("the function takes {wanted}, and is given {given}");
                let diagnostic = Diagnostic::error(span, message);
                return Err(Box::new(diagnostic.label(function.span, format!("is a `{of}`"))));
            }
            Form::Variable(_) | Form::Unknown => {
                let parameters = arguments.iter().map(|_| self.store.fresh()).collect();
                let result = self.store.fresh();
                let expected = self.store.add(Form::Function(Rc::clone(&parameters), result));
                self.unify(function.span, expected, of)?;
                (parameters, result)
            }
            _ => {
                let [of] = self.printed([of]);
                let message = format!("expected a function, found `{of}`");
                return Err(Box::new(Diagnostic::error(function.span, message)));
            }
        };
        for (argument, &parameter) in arguments.iter().zip(&*parameters) {
            let found = self.evaluated_value(argument)?;
            let parameter = self.evaluated(argument.span, parameter)?;
            // Parameters may be patterns, which do not take arguments apart into constructors and fields.
            self.store.place = argument.span;
            let result = self.store.unify_pattern(parameter, found);
            result.map_err(|why| self.mismatch(argument.span, parameter, found, why))?;
        }
        Ok(result)
    }

    fn binary(
        &mut self,
        operator: BinaryOperator,
        left: &Expression,
        right: &Expression,
    ) -> Checked<TypeId> {
        use BinaryOperator::{
            Add, And, Append, Divide, Equal, Greater, GreaterOrEqual, Less, LessOrEqual, Multiply,
            Or, Remainder, Subtract, Unequal,
        };
        match operator {
            Add | Subtract | Multiply | Divide | Remainder => {
                self.expect(left, Store::INT)?;
                self.expect(right, Store::INT)?;
                Ok(Store::INT)
            }
            And | Or => {
                self.expect(left, Store::BOOL)?;
                self.expect(right, Store::BOOL)?;
                Ok(Store::BOOL)
            }
            Equal | Unequal => self.compared(left, right, Constraint::Eq),
            Less | LessOrEqual | Greater | GreaterOrEqual => {
                self.compared(left, right, Constraint::Ord)
            }
            Append => {
                let element = self.store.fresh();
                let sequence = self.sequence_of(element);
                self.expect(left, sequence)?;
                self.expect(right, sequence)?;
                Ok(sequence)
            }
        }
    }

    fn compared(
        &mut self,
        left: &Expression,
        right: &Expression,
        constraint: Constraint,
    ) -> Checked<TypeId> {
        let of = self.infer(left)?;
        self.expect(right, of)?;
        let span = left.span.to(right.span);
        self.constrain(span, constraint, of)?;
        if constraint == Constraint::Ord {
            let place = Occurrence { owner: self.owner, span };
            self.compared.push(Comparison { place, of });
        }
        Ok(Store::BOOL)
    }
}

/// What is wrong about something between dots: where a comparison stands there, brackets are missing.
pub(super) fn bracketed(part: &Expression, mut diagnostic: Box<Diagnostic>) -> Box<Diagnostic> {
    let ExpressionKind::Binary(operator, left, right) = &part.kind else { return diagnostic };
    let primary = diagnostic.primary();
    let is_here = [part.span, left.span, right.span].iter().any(|&span| primary == Some(span));
    if let (true, Some(text)) = (is_here, comparison(*operator)) {
        diagnostic.help = Some(format!(
            "`{text}` binds more tightly than `.`: write `(c.x) {text} (d.y)` for `c.x {text} d.y`"
        ));
    }
    diagnostic
}

/// How an operator that compares is written.
fn comparison(operator: BinaryOperator) -> Option<&'static str> {
    Some(match operator {
        BinaryOperator::Equal => "==",
        BinaryOperator::Unequal => "!=",
        BinaryOperator::Less => "<",
        BinaryOperator::LessOrEqual => "<=",
        BinaryOperator::Greater => ">",
        BinaryOperator::GreaterOrEqual => ">=",
        _ => return None,
    })
}
