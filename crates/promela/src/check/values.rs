//! What expressions compute: kinds and ranges of values.
//!
//! Ranges follow declarations, not runs. A sum has the range of its widest operand, so that
//! `b = b + 1` is no narrowing, as with `-Wconversion` of C compilers, and constants in a sum do
//! not count; a remainder, a mask or a quotient has the range that it can have.

use super::Checker;
use super::cells::{Cell, Range};
use super::messages::Usage;
use super::names::{Holds, Place};
use super::signatures::SignatureId;
use crate::ast::{BinaryOperator, ChannelQuery, Expr, ExprKind, LValue, Type, UnaryOperator};
use diagnostics::Span;

/// What sort of value it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    Number,
    /// The outcome of a comparison, or what a `bool` or `bit` holds.
    Truth,
    /// A symbol of an `mtype`, with the name of its kind.
    Symbol(Option<String>),
    Channel(SignatureId),
    /// Not known, or wrong in a way that is said elsewhere.
    Unknown,
}

/// What an expression computes.
#[derive(Clone, Debug)]
pub struct Value {
    pub kind: Kind,
    pub range: Range,
    /// Its value, if it is a constant number.
    pub constant: Option<i64>,
    pub span: Span,
    /// The variable, the widest one among its operands, or the symbol, in words: as in
    /// "`s`, a `short`".
    pub operand: Option<String>,
    /// It is written `true` or `false`.
    pub is_word: bool,
    /// It cannot be outside its range, whatever happens: sums can.
    pub is_certain: bool,
}

impl Value {
    pub fn unknown(span: Span) -> Value {
        Value::of(Kind::Unknown, Range::BIT, span)
    }

    fn of(kind: Kind, range: Range, span: Span) -> Value {
        Value {
            kind,
            range,
            constant: None,
            span,
            operand: None,
            is_word: false,
            is_certain: false,
        }
    }

    fn number(value: i64, span: Span) -> Value {
        let range = Range::only(value);
        Value { constant: Some(value), ..Value::of(Kind::Number, range, span) }
    }

    /// What a place holds.
    pub fn of_cell(cell: &Cell, name: &str, span: Span) -> Value {
        let kind = match (&cell.ty, cell.signature) {
            (_, Some(signature)) => Kind::Channel(signature),
            (Type::Mtype(kind), _) => Kind::Symbol(kind.clone()),
            (Type::Bit | Type::Bool, _) => Kind::Truth,
            _ => Kind::Number,
        };
        let operand = Some(format!("{name}, {}", with_article(cell)));
        let is_certain = !cell.is_loose;
        Value { operand, is_certain, ..Value::of(kind, cell.range(), span) }
    }

    /// In words, as the subject of a sentence, before a verb or "and".
    pub fn subject(&self) -> String {
        let words = self.describe();
        if words.contains(", ") { words + "," } else { words }
    }

    /// In words.
    pub fn describe(&self) -> String {
        match (&self.operand, self.constant) {
            (Some(operand), _) => operand.clone(),
            (None, Some(constant)) => constant.to_string(),
            (None, None) => match self.kind {
                Kind::Truth => "a truth value".to_owned(),
                Kind::Symbol(_) => "a symbol".to_owned(),
                _ => "this number".to_owned(),
            },
        }
    }
}

/// As in "a `byte`".
pub fn with_article(cell: &Cell) -> String {
    let article = if matches!(cell.ty, Type::Int | Type::Unsigned) { "an" } else { "a" };
    let article = if matches!(cell.ty, Type::Mtype(_)) { "an" } else { article };
    format!("{article} `{cell}`")
}

impl Checker<'_> {
    /// What an expression computes; what is wrong inside it is reported.
    pub fn value(&mut self, expr: &Expr) -> Value {
        let span = expr.span;
        let truth = Value::of(Kind::Truth, Range::BIT, span);
        let process = Value::of(Kind::Number, Range::BYTE, span);
        match &expr.kind {
            ExprKind::Number(value) => {
                let is_word = matches!(self.sources.snippet(span), "true" | "false");
                Value { is_word, ..Value::number(*value, span) }
            }
            ExprKind::Variable(path) => self.variable(path, span),
            ExprKind::Unary(UnaryOperator::Not, operand) => {
                self.condition(operand);
                truth
            }
            ExprKind::Unary(operator, operand) => self.unary(*operator, operand, span),
            ExprKind::Binary(operator, left, right) => self.binary(*operator, left, right, span),
            ExprKind::Conditional(condition, a, b) => {
                self.condition(condition);
                let (a, b) = (self.value(a), self.value(b));
                self.alternatives(a, b, span)
            }
            ExprKind::Channel(query, channel) => {
                self.channel(channel);
                match query {
                    // How long the channel can be is not followed: no range is held against it.
                    ChannelQuery::Length => Value { range: Range::BIT, ..process },
                    _ => truth,
                }
            }
            ExprKind::Poll { channel, arguments, .. } => {
                self.receive(Usage::Poll, channel, arguments);
                truth
            }
            ExprKind::Run { process: name, arguments, priority } => {
                priority.iter().for_each(|p| drop(self.value(p)));
                self.instances.start(name);
                self.run(name, arguments);
                Value { range: self.pids, ..process }
            }
            ExprKind::Enabled(of) => {
                self.value(of);
                truth
            }
            ExprKind::PcValue(of) | ExprKind::GetPriority(of) => {
                self.value(of);
                process
            }
            ExprKind::RemoteLabel { process, instance, label } => {
                self.instances.ask(process, instance.as_deref());
                self.labels.watch(&label.text);
                instance.iter().for_each(|i| drop(self.value(i)));
                truth
            }
            ExprKind::RemoteVariable { process, instance, variable } => {
                self.instances.ask(process, instance.as_deref());
                instance.iter().for_each(|i| drop(self.value(i)));
                variable.path.iter().flat_map(|p| &p.index).for_each(|i| drop(self.value(i)));
                self.mentioned.extend(variable.path.first().map(|part| part.name.text.clone()));
                Value::unknown(span)
            }
            ExprKind::Pid => Value { range: self.pids, ..process },
            ExprKind::ProcessCount | ExprKind::Last | ExprKind::Priority => process,
            ExprKind::Timeout | ExprKind::NonProgress => truth,
            ExprKind::Scratch => Value::unknown(span),
        }
    }

    fn variable(&mut self, path: &LValue, span: Span) -> Value {
        if let Some(kind) = self.symbol(path) {
            let operand = path.path.first().map(|part| format!("the symbol `{}`", part.name.text));
            return Value { operand, ..Value::of(Kind::Symbol(kind), Range::BYTE, span) };
        }
        let Some(place) = self.place(path) else { return Value::unknown(span) };
        self.names.declared[place.root].read = true;
        self.content(&place, span)
    }

    /// What a place holds.
    pub fn content(&self, place: &Place, span: Span) -> Value {
        match &place.holds {
            Holds::Cell(cell) => Value::of_cell(cell, &format!("`{}`", place.name), span),
            Holds::Structure(_) => Value::unknown(span),
        }
    }

    /// The kind of an `mtype` symbol, if a path is one.
    pub fn symbol(&self, path: &LValue) -> Option<Option<String>> {
        let [part] = &path.path[..] else { return None };
        let name = &part.name.text;
        let symbol = self.symbols.get(name.as_str())?;
        (part.index.is_none() && self.names.find(name).is_none()).then(|| symbol.clone())
    }

    fn unary(&mut self, operator: UnaryOperator, operand: &Expr, span: Span) -> Value {
        let value = self.value(operand);
        self.arithmetic(&value);
        let constant = value.constant.and_then(|value| fold_unary(operator, value));
        match constant {
            Some(constant) => Value::number(constant, span),
            None => {
                let kind = number_unless_unknown(&value.kind);
                Value { kind, span, is_certain: false, ..value }
            }
        }
    }

    fn binary(&mut self, operator: BinaryOperator, left: &Expr, right: &Expr, span: Span) -> Value {
        use BinaryOperator as B;
        if matches!(operator, B::And | B::Or) {
            self.condition(left);
            self.condition(right);
            return Value::of(Kind::Truth, Range::BIT, span);
        }
        let (a, b) = (self.value(left), self.value(right));
        if is_comparison(operator) {
            self.compare(operator, &a, &b, span);
            return Value::of(Kind::Truth, Range::BIT, span);
        }
        self.arithmetic(&a);
        self.arithmetic(&b);
        let both = a.constant.zip(b.constant);
        if let Some(constant) = both.and_then(|(a, b)| fold(operator, a, b)) {
            return Value::number(constant, span);
        }
        let range = result_range(operator, &a, &b);
        let wider = match (a.constant, b.constant) {
            (Some(_), None) => b,
            (None, Some(_)) => a,
            _ if a.range.holds(b.range) => a,
            _ => b,
        };
        let kind = number_unless_unknown(&wider.kind);
        Value { range, constant: None, kind, span, is_certain: false, ..wider }
    }

    /// `(condition -> a : b)`.
    fn alternatives(&mut self, a: Value, b: Value, span: Span) -> Value {
        if let (Kind::Channel(left), Kind::Channel(right)) = (&a.kind, &b.kind) {
            self.same(*left, *right, span);
        }
        let range = a.range.hull(b.range);
        let kind = match (&a.kind, &b.kind) {
            (x, y) if x == y => x.clone(),
            (Kind::Channel(_), Kind::Channel(_)) => a.kind.clone(),
            // A null among channels or symbols.
            (_, x @ (Kind::Channel(_) | Kind::Symbol(_))) if a.constant == Some(0) => x.clone(),
            (x @ (Kind::Channel(_) | Kind::Symbol(_)), _) if b.constant == Some(0) => x.clone(),
            (Kind::Number | Kind::Truth, Kind::Number | Kind::Truth) => Kind::Number,
            _ => {
                self.alternatives_clash(&a, &b, span);
                Kind::Unknown
            }
        };
        let wider = if a.range.holds(b.range) { a } else { b };
        Value { kind, range, span, constant: None, is_certain: false, ..wider }
    }
}

fn number_unless_unknown(kind: &Kind) -> Kind {
    if *kind == Kind::Unknown { Kind::Unknown } else { Kind::Number }
}

fn is_comparison(operator: BinaryOperator) -> bool {
    use BinaryOperator as B;
    matches!(
        operator,
        B::Equal | B::NotEqual | B::Less | B::LessEqual | B::Greater | B::GreaterEqual
    )
}

/// The range of a result that is no constant.
fn result_range(operator: BinaryOperator, a: &Value, b: &Value) -> Range {
    use BinaryOperator as B;
    let plain = match (a.constant, b.constant) {
        (Some(_), None) => b.range,
        (None, Some(_)) => a.range,
        _ => a.range.hull(b.range),
    };
    match (operator, b.constant) {
        (B::Modulo, Some(divisor)) if divisor != 0 => {
            Range { low: 0, high: a.range.high.min(divisor.abs() - 1).max(0) }
        }
        // What is right of `%` bounds the result.
        (B::Modulo, _) => Range { low: 0, high: a.range.high.min(b.range.high).max(0) },
        (B::Divide, Some(divisor)) if divisor > 0 => {
            Range { low: a.range.low / divisor, high: a.range.high / divisor }
        }
        (B::ShiftRight, Some(by)) if (0..32).contains(&by) => {
            Range { low: a.range.low >> by, high: a.range.high >> by }
        }
        (B::ShiftLeft | B::ShiftRight | B::Divide, _) => a.range,
        (B::BitAnd, _) => {
            let positive = [a.range, b.range].into_iter().filter(|range| range.low >= 0);
            match positive.map(|range| range.high).min() {
                Some(high) => Range { low: 0, high },
                None => plain,
            }
        }
        _ => plain,
    }
}

/// The value of an expression of numbers alone.
pub fn constant(expr: &Expr) -> Option<i64> {
    match &expr.kind {
        ExprKind::Number(value) => Some(*value),
        ExprKind::Unary(operator, operand) => fold_unary(*operator, constant(operand)?),
        ExprKind::Binary(operator, a, b) => fold(*operator, constant(a)?, constant(b)?),
        _ => None,
    }
}

fn fold_unary(operator: UnaryOperator, value: i64) -> Option<i64> {
    match operator {
        UnaryOperator::Negate => wrap(value.checked_neg()?),
        UnaryOperator::Complement => Some(!value),
        UnaryOperator::Not => Some(i64::from(value == 0)),
    }
}

/// Arithmetic as in C's `int`; `None` where there is no result.
fn fold(operator: BinaryOperator, a: i64, b: i64) -> Option<i64> {
    use BinaryOperator as B;
    let shift = u32::try_from(b).ok().filter(|by| *by < 32);
    match operator {
        B::Add => wrap(a.checked_add(b)?),
        B::Subtract => wrap(a.checked_sub(b)?),
        B::Multiply => wrap(a.checked_mul(b)?),
        B::Divide => a.checked_div(b),
        B::Modulo => a.checked_rem(b),
        B::ShiftLeft => wrap(a.checked_shl(shift?)?),
        B::ShiftRight => a.checked_shr(shift?),
        B::BitAnd => Some(a & b),
        B::BitOr => Some(a | b),
        B::BitXor => Some(a ^ b),
        _ => None,
    }
}

#[allow(clippy::unnecessary_wraps)] // It ends the arms of a `match` whose others may fail.
fn wrap(value: i64) -> Option<i64> {
    Some(i64::from(value as i32))
}
