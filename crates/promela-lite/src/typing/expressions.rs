//! Expressions and guards.

use diagnostics::Span;

use super::Typing;
use crate::ast::{Expr, ExprKind, Name, Operator, Query};
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
            ExprKind::Number(number) => Value::Number(*number),
            ExprKind::Truth(_) => Value::Truth,
            ExprKind::Null => Value::Null,
            ExprKind::OwnPid => {
                if !self.in_proctype {
                    let help = "give the number of the process: they are numbered from 1, in the \
                                order of `run`";
                    self.violated(Rule::Own, expr.span, "`_pid` outside a proctype", help);
                    return Value::Wrong;
                }
                Value::Of(Types::PID)
            }
            ExprKind::Name(name) => {
                let entry = self.find(name, expr.span);
                entry.map_or(Value::Wrong, |entry| Value::of(entry.ty))
            }
            ExprKind::Query(query, channel) => self.query(*query, channel),
            ExprKind::Not(operand) => {
                self.truth(operand, Rule::Not, "`!`");
                Value::Truth
            }
            ExprKind::Negate(operand) => {
                let fits = self.number(operand, Rule::Arith, "`-`");
                if fits { Value::Of(Types::INT) } else { Value::Wrong }
            }
            ExprKind::Binary(operator, operands) => {
                self.binary(*operator, &operands.0, &operands.1, expr.span)
            }
        }
    }

    fn query(&mut self, query: Query, channel: &Name) -> Value {
        let (rule, what, value) = match query {
            Query::Length => (Rule::Len, "len", Value::Of(Types::INT)),
            Query::NotFull => (Rule::Nfull, "nfull", Value::Truth),
            Query::NotEmpty => (Rule::Nempty, "nempty", Value::Truth),
        };
        self.fields_of(channel, rule, &format!("`{what}` is of a channel"));
        value
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

    fn binary(&mut self, operator: Operator, left: &Expr, right: &Expr, span: Span) -> Value {
        match operator {
            Operator::And | Operator::Or => {
                let (rule, name) = match operator {
                    Operator::And => (Rule::And, "`&&`"),
                    _ => (Rule::Or, "`||`"),
                };
                self.truth(left, rule, name);
                self.truth(right, rule, name);
                Value::Truth
            }
            Operator::Equal | Operator::NotEqual => {
                self.comparable(left, right, span);
                Value::Truth
            }
            Operator::Less | Operator::LessEqual | Operator::Greater | Operator::GreaterEqual => {
                self.number(left, Rule::Order, "an order");
                self.number(right, Rule::Order, "an order");
                Value::Truth
            }
            _ => {
                let left = self.number(left, Rule::Arith, "arithmetic");
                let right = self.number(right, Rule::Arith, "arithmetic");
                if left && right { Value::Of(Types::INT) } else { Value::Wrong }
            }
        }
    }

    /// Sees that an operand is a guard.
    pub(super) fn truth(&mut self, expr: &Expr, rule: Rule, operator: &str) {
        let value = self.value(expr);
        if !matches!(value, Value::Truth | Value::Wrong) {
            let what = format!("{operator} needs a guard, and this is {}", self.text(value));
            self.violated(rule, expr.span, &what, "compare it with something, as in `x != 0`");
        }
    }

    /// Whether an operand is an `int`; says so if it is not.
    fn number(&mut self, expr: &Expr, rule: Rule, operator: &str) -> bool {
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
            Value::Truth => "guards can be combined by `&&`, `||` and `!`",
        };
        let what = format!("{operator} needs an `int`, and this is {}", self.text(value));
        self.violated(rule, expr.span, &what, help);
        false
    }

    fn comparable(&mut self, left: &Expr, right: &Expr, span: Span) {
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
                _ => "both sides must have the same type",
            };
            self.violated(Rule::Equal, span, &what, help);
        }
    }

    /// Whether a value is of a type. A number that is no process identifier is spoken of here.
    pub(super) fn fits_or_says(&mut self, value: Value, ty: TypeId, span: Span) -> bool {
        match (value, self.types.node(ty)) {
            (Value::Wrong, _) | (Value::Number(_), Node::Int) | (Value::Null, Node::Channel(_)) => {
                true
            }
            (Value::Number(number), Node::Pid) => {
                self.process_identifier(number, span);
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
            self.violated(Rule::Pid, span, &what, help);
        }
    }

    /// What a value is, for messages.
    pub(super) fn text(&self, value: Value) -> String {
        match value {
            Value::Of(ty) => self.type_text(ty),
            Value::Number(_) => "a number".to_owned(),
            Value::Null => "`null`".to_owned(),
            Value::Truth => "a guard".to_owned(),
            Value::Wrong => "wrong".to_owned(),
        }
    }

    pub(super) fn type_text(&self, ty: TypeId) -> String {
        let article = if ty == Types::INT { "an" } else { "a" };
        format!("{article} `{}`", self.types.text(ty))
    }
}
