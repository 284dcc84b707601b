//! Operators on values that they make no sense of.

use diagnostics::{Diagnostic, Span};

use super::Checker;
use super::cells::Range;
use super::values::{Kind, Value};
use crate::ast::{BinaryOperator, Expr, PathPart};

impl Checker<'_> {
    /// An operand of arithmetic.
    pub fn arithmetic(&mut self, value: &Value) {
        let (message, help) = match &value.kind {
            Kind::Channel(_) => {
                (format!("arithmetic on {}", value.describe()), "channels can only be compared")
            }
            Kind::Symbol(_) => {
                let message = format!("arithmetic on {}", value.describe());
                (message, "symbols of an `mtype` are names: use a `byte` where numbers are meant")
            }
            _ if value.is_word => (
                "arithmetic on `true` or `false`".to_owned(),
                "write 1 or 0 where a number is meant",
            ),
            _ => return,
        };
        self.report(Diagnostic::warning(value.span, message).help(help));
    }

    /// An expression that is true or false.
    pub fn condition(&mut self, expr: &Expr) {
        let value = self.value(expr);
        let (what, help) = match (&value.kind, value.constant) {
            (Kind::Channel(_), _) => (
                format!("{} is used as a condition", value.subject()),
                "ask `nempty(...)`, or compare it with another channel",
            ),
            (Kind::Symbol(_), _) => {
                (format!("{} is used as a condition", value.subject()), "compare it with a symbol")
            }
            (_, Some(constant)) if !Range::BIT.holds(Range::only(constant)) => (
                format!("the number {constant} is used as a condition"),
                "a number is true unless it is 0: write `true`, or compare with the number",
            ),
            _ => return,
        };
        self.report(Diagnostic::warning(value.span, what).help(help));
    }

    /// A comparison.
    pub fn compare(&mut self, operator: BinaryOperator, a: &Value, b: &Value, span: Span) {
        let is_equality = matches!(operator, BinaryOperator::Equal | BinaryOperator::NotEqual);
        match (&a.kind, &b.kind) {
            (Kind::Unknown, _) | (_, Kind::Unknown) => {}
            (Kind::Channel(left), Kind::Channel(right)) => self.same(*left, *right, span),
            (Kind::Symbol(left), Kind::Symbol(right)) if left == right => {}
            (Kind::Symbol(_), Kind::Symbol(_)) => self.different_kinds(a, b, span),
            (Kind::Channel(_), _) => self.channel_and_number(a, b, span),
            (_, Kind::Channel(_)) => self.channel_and_number(b, a, span),
            (Kind::Symbol(_), _) => self.symbol_and_number(a, b, span),
            (_, Kind::Symbol(_)) => self.symbol_and_number(b, a, span),
            _ if is_equality => self.never_equal(operator, a, b, span),
            _ => {}
        }
    }

    fn channel_and_number(&mut self, channel: &Value, other: &Value, span: Span) {
        if other.constant == Some(0) {
            return;
        }
        let message = format!("{} is compared with {}", channel.subject(), other.describe());
        let help = "compare channels with channels";
        self.report(Diagnostic::warning(span, message).help(help));
    }

    fn symbol_and_number(&mut self, symbol: &Value, number: &Value, span: Span) {
        if number.constant.is_none_or(|constant| constant == 0) {
            return;
        }
        let message =
            format!("{} is compared with the number {}", symbol.subject(), number.describe());
        let help = "the numbers of symbols change when symbols are added: compare with a symbol";
        self.report(Diagnostic::warning(span, message).help(help));
    }

    fn different_kinds(&mut self, a: &Value, b: &Value, span: Span) {
        let message = format!("symbols of {} and {} are compared", kind(a), kind(b));
        let help = "the kinds of `mtype` number their symbols independently";
        self.report(Diagnostic::warning(span, message).help(help));
    }

    fn never_equal(&mut self, operator: BinaryOperator, a: &Value, b: &Value, span: Span) {
        let (constant, other) = match (a.constant, b.constant) {
            (Some(constant), None) => (constant, b),
            (None, Some(constant)) => (constant, a),
            _ => return,
        };
        if !other.is_certain || other.range.holds(Range::only(constant)) {
            return;
        }
        let always = if operator == BinaryOperator::Equal { "never" } else { "always" };
        let (low, high) = (other.range.low, other.range.high);
        let message = format!("this is {always} true: {} holds {low} to {high}", other.subject());
        let help = "compare with a value that it can have, or declare the variable wider";
        self.report(Diagnostic::warning(span, message).help(help));
    }

    /// Two alternatives of a conditional expression that are of different sorts.
    pub fn alternatives_clash(&mut self, a: &Value, b: &Value, span: Span) {
        if a.kind == Kind::Unknown || b.kind == Kind::Unknown {
            return;
        }
        let message = format!("the alternatives differ: {} and {}", a.subject(), b.describe());
        let help = "both values should be of one type";
        self.report(Diagnostic::warning(span, message).help(help));
    }

    /// A subscript.
    pub fn index(&mut self, expr: &Expr) {
        let value = self.value(expr);
        let message = match &value.kind {
            Kind::Channel(_) | Kind::Symbol(_) => {
                format!("an index must be a number: {} is not", value.subject())
            }
            _ => return,
        };
        self.report(Diagnostic::warning(value.span, message).help("index with a number"));
    }

    /// A constant subscript that is out of range.
    pub fn bounds(&mut self, part: &PathPart, length: Option<i64>) {
        let Some(length) = length.filter(|length| *length > 0) else { return };
        let Some(index) = &part.index else { return };
        let Some(value) = super::values::constant(index) else { return };
        if (0..length).contains(&value) {
            return;
        }
        let name = &part.name.text;
        let last = length - 1;
        let message =
            format!("`{name}` has the elements 0 to {last}: there is no `{name}[{value}]`");
        let help = "a run-time error if it is executed";
        self.report(Diagnostic::warning(index.span, message).help(help));
    }
}

/// The kind of a symbol, in words.
pub fn kind(value: &Value) -> String {
    match &value.kind {
        Kind::Symbol(Some(kind)) => format!("`mtype:{kind}`"),
        _ => "`mtype`".to_owned(),
    }
}
