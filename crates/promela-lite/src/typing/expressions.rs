//! Expressions.

use diagnostics::Span;

use super::Typing;
use super::guards::is_guard;
use crate::ast::{Asked, Expr, ExprKind, Name};
use crate::rules::Rule;
use crate::types::{Node, TypeId, Types};

/// What an expression is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    /// Of a declared type.
    Of(TypeId),
    /// A number that is written as such: an `int`, and perhaps a process identifier.
    Number(i32),
    /// `null`: of every channel type.
    Null,
    /// The name of a proctype, whose type is a tuple.
    Proctype,
    /// A guard.
    Truth,
    /// Wrong: that has been said.
    Wrong,
}

impl Value {
    fn of(ty: Option<TypeId>) -> Value {
        ty.map_or(Value::Wrong, Value::Of)
    }
}

impl Typing<'_> {
    /// The value of an expression.
    pub(super) fn value(&mut self, expr: &Expr) -> Value {
        match &expr.kind {
            _ if is_guard(expr) => self.guard_as_value(expr),
            ExprKind::Number(number) => Value::Number(*number),
            ExprKind::Null => Value::Null,
            ExprKind::OwnPid => Value::Of(Types::PID),
            ExprKind::Name(name) if self.is_proctype(name) => Value::Proctype,
            ExprKind::Name(name) => {
                let entry = self.find(name, expr.span);
                entry.map_or(Value::Wrong, |entry| Value::of(entry.ty))
            }
            ExprKind::Parenthesised(inner) => self.value(inner),
            ExprKind::Query(query, asked) => {
                if let Asked::Name(channel) = asked {
                    let what = format!("`{}` is of a channel", query.text());
                    self.fields_of(channel, Rule::Len, &what);
                }
                Value::Of(Types::INT)
            }
            ExprKind::Binary(_, operands) => self.arithmetic(&operands.0, &operands.1),
            ExprKind::Not(_) => Value::Truth,
        }
    }

    /// A guard where a value should be: what uses it says so.
    fn guard_as_value(&mut self, expr: &Expr) -> Value {
        if let ExprKind::Parenthesised(_) = expr.kind {
            let what = "a value in parentheses is expected, and this is a guard";
            let help = "guards are combined by `&&`, `||` and `!`";
            self.violated(Rule::ParenthesisExpression, expr.span, what, help);
            return Value::Wrong;
        }
        self.form_of_guard(expr);
        Value::Truth
    }

    /// Whether a name is that of a proctype that is declared before.
    pub(super) fn is_proctype(&self, name: &str) -> bool {
        self.declared(name).is_none() && self.proctypes.contains_key(name)
    }

    /// The types of the fields of a channel's messages; an error if it is no channel.
    pub(super) fn fields_of(
        &mut self,
        channel: &Name,
        rule: Rule,
        what: &str,
    ) -> Option<Vec<TypeId>> {
        let ty = self.find(&channel.text, channel.span)?.ty?;
        let fields = self.types.fields(ty).map(<[TypeId]>::to_vec);
        if fields.is_none() {
            let text = format!("{what}, and `{}` is {}", channel.text, self.type_text(ty));
            let help = "give it a channel type, such as `chan{int}`, or name a channel";
            self.violated(rule, channel.span, &text, help);
        }
        fields
    }

    fn arithmetic(&mut self, left: &Expr, right: &Expr) -> Value {
        let left = self.number(left, Rule::Arith, "arithmetic");
        let right = self.number(right, Rule::Arith, "arithmetic");
        if left && right { Value::Of(Types::INT) } else { Value::Wrong }
    }

    /// Whether an operand is an `int`; says so if it is not.
    pub(super) fn number(&mut self, expr: &Expr, rule: Rule, operator: &str) -> bool {
        let value = self.value(expr);
        let help = match value {
            Value::Number(_) => return true,
            Value::Wrong => return false,
            Value::Of(ty) => match self.types.node(ty) {
                Node::Int => return true,
                Node::Pid => "process identifiers can only be compared, by `==` and `!=`",
                Node::Channel(_) => "`len` gives the number of messages that a channel holds",
            },
            Value::Null => "`null` can only be compared with channels, by `==` and `!=`",
            Value::Proctype => "proctypes can only be run, by `init`",
            Value::Truth => "guards can be combined by `&&`, `||` and `!`",
        };
        let what = format!("{operator} needs an `int`, and this is {}", self.text(value));
        self.violated(rule, expr.span, &what, help);
        false
    }

    pub(super) fn comparable(&mut self, left: &Expr, right: &Expr, span: Span) {
        let (a, b) = (self.value(left), self.value(right));
        let fits = match (a, b) {
            (Value::Wrong, _) | (_, Value::Wrong) => return,
            (Value::Of(ty), _) => self.fits_or_says(b, ty, right.span),
            (_, Value::Of(ty)) => self.fits_or_says(a, ty, left.span),
            (Value::Number(_), Value::Number(_)) | (Value::Null, Value::Null) => true,
            _ => false,
        };
        if !fits {
            let what = format!("{} cannot be compared with {}", self.text(a), self.text(b));
            let help = match (a, b) {
                (Value::Truth, _) | (_, Value::Truth) => {
                    "guards are not compared: combine them by `&&`, `||` and `!`"
                }
                (Value::Proctype, _) | (_, Value::Proctype) => "proctypes are not compared",
                _ => "both sides must have the same type",
            };
            self.violated(Rule::Eq, span, &what, help);
        }
    }

    /// Whether a value is of a type. Of a literal that is of another type, it is said here.
    pub(super) fn fits_or_says(&mut self, value: Value, ty: TypeId, span: Span) -> bool {
        match (value, self.types.node(ty)) {
            (Value::Wrong, _) | (Value::Number(_), Node::Int) | (Value::Null, Node::Channel(_)) => {
                true
            }
            (Value::Number(number), Node::Pid) => {
                self.process_identifier(number, span);
                true
            }
            (Value::Null, _) => {
                let what = format!("`null` is a channel, and {} is needed", self.type_text(ty));
                self.violated(Rule::Null, span, &what, "write a number, such as 0");
                true
            }
            (Value::Of(other), _) => self.types.equal(other, ty),
            _ => false,
        }
    }

    fn process_identifier(&mut self, number: i32, span: Span) {
        let known = usize::try_from(number).is_ok_and(|number| number <= self.processes);
        if !known {
            let what = format!("there is no process {number}");
            let help = match self.processes {
                0 => "`init` starts no process; 0 stands for none".to_owned(),
                last => {
                    format!("processes are 1 to {last}, in the order of `run`; 0 stands for none")
                }
            };
            self.violated(Rule::PidLiteral, span, &what, help);
        }
    }

    /// What a value is, for messages.
    pub(super) fn text(&self, value: Value) -> String {
        match value {
            Value::Of(ty) => self.type_text(ty),
            Value::Number(_) => "a number".to_owned(),
            Value::Null => "`null`".to_owned(),
            Value::Proctype => "a proctype".to_owned(),
            Value::Truth => "a guard".to_owned(),
            Value::Wrong => "wrong".to_owned(),
        }
    }

    pub(super) fn type_text(&self, ty: TypeId) -> String {
        let article = if ty == Types::INT { "an" } else { "a" };
        format!("{article} `{}`", self.types.text(ty))
    }
}
