//! Numbers that are known before a model runs: those with names, how many processes there are, the ends of ranges.

use std::collections::HashMap;

use super::declared::{Declared, Meaning};
use crate::ast::{Define, Expr, ExprKind, Model, Operator};

/// Numbers are defined by way of no more others.
const DEEPEST: usize = 1_000;

impl<'m> Declared<'m> {
    /// Computes the numbers that have names; `given` gives them other values from outside, as in `N=3`.
    pub fn constants(&mut self, model: &'m Model, given: &[String]) {
        let mut defined: HashMap<&str, &Define> = HashMap::new();
        for define in &model.defines {
            if defined.insert(&define.name.text, define).is_some() {
                let message = format!("`{}` is defined once more", define.name.text);
                self.error(define.name.span, message, "leave one of the definitions out");
            }
        }
        for given in given {
            self.given(given, &defined);
        }
        for define in &model.defines {
            self.define(define, &defined, &mut Vec::new());
        }
    }

    /// A number that is given from outside.
    fn given(&mut self, given: &str, defined: &HashMap<&str, &'m Define>) {
        let (name, value) = given.split_once('=').unwrap_or((given, ""));
        let Some(define) = defined.get(name) else {
            let message = format!("-D {given}: the model has no number `{name}`");
            return self.refuse(message, "numbers have names as in `#define N 3`");
        };
        match value.parse() {
            Ok(value) => {
                self.names.insert(&define.name.text, Meaning::Constant(value));
            }
            Err(_) => {
                let message = format!("-D {given}: `{value}` is no number");
                self.refuse(message, "write it as in `-D N=3`");
            }
        }
    }

    /// Gives a name its number, and those that it is made of first. `open` are the names that are being given theirs.
    fn define(
        &mut self,
        define: &'m Define,
        defined: &HashMap<&str, &'m Define>,
        open: &mut Vec<&'m str>,
    ) {
        let name = define.name.text.as_str();
        if self.names.contains_key(name) {
            return;
        }
        if let Some(first) = open.iter().position(|&it| it == name) {
            let circle: Vec<String> = open[first..].iter().map(|it| format!("`{it}`")).collect();
            let message = format!("`{name}` is defined by itself");
            let help = format!("give a number to one of {}", circle.join(", "));
            return self.error(define.value.span, message, help);
        }
        if open.len() == DEEPEST {
            let message = format!("`{name}` is defined by way of more than {DEEPEST} others");
            return self.error(define.value.span, message, "give a number to one of them");
        }
        open.push(name);
        for used in names(&define.value) {
            if let Some(other) = defined.get(used) {
                self.define(other, defined, open);
            }
        }
        open.pop();
        // Whatever is wrong with it is said once.
        let value = if self.diagnostics.is_empty() { self.constant(&define.value) } else { None };
        self.names.entry(name).or_insert(Meaning::Constant(value.unwrap_or(1)));
    }

    /// The value of an expression that depends on no state.
    pub fn constant(&mut self, expr: &'m Expr) -> Option<i32> {
        let value = self.number(expr)?;
        if let Ok(value) = i32::try_from(value) {
            return Some(value);
        }
        let message = format!("{value} is too large: numbers go to {}", i32::MAX);
        self.error(expr.span, message, "choose a smaller one");
        None
    }

    fn number(&mut self, expr: &'m Expr) -> Option<i64> {
        match &expr.kind {
            ExprKind::Number(value) => Some((*value).into()),
            ExprKind::Negate(operand) => Some(-self.number(operand)?),
            ExprKind::Name(name) => match self.names.get(name.as_str()) {
                Some(Meaning::Constant(value)) => Some((*value).into()),
                Some(_) => self.no_constant(expr),
                None => {
                    self.unknown(expr.span, name);
                    None
                }
            },
            ExprKind::Arithmetic(first, others) => {
                let mut value = self.number(first)?;
                for (operator, operand) in others {
                    let by = self.number(operand)?;
                    if *operator == Operator::Divide && by == 0 {
                        self.error(operand.span, "this divides by 0", "divide by another number");
                        return None;
                    }
                    value = match operator {
                        Operator::Add => value.saturating_add(by),
                        Operator::Subtract => value.saturating_sub(by),
                        Operator::Multiply => value.saturating_mul(by),
                        Operator::Divide => value.saturating_div(by),
                    };
                }
                Some(value)
            }
            _ => self.no_constant(expr),
        }
    }

    fn no_constant(&mut self, expr: &Expr) -> Option<i64> {
        let help = "write a number, or a name that `#define` gives to one";
        self.error(expr.span, "a number that is known before the model runs is wanted here", help);
        None
    }
}

/// The names that a constant is made of.
fn names(expr: &Expr) -> Vec<&str> {
    let mut found = Vec::new();
    let mut pending = vec![expr];
    while let Some(expr) = pending.pop() {
        match &expr.kind {
            ExprKind::Name(name) => found.push(name.as_str()),
            ExprKind::Negate(operand) => pending.push(operand),
            ExprKind::Arithmetic(first, others) => {
                pending.push(first);
                pending.extend(others.iter().map(|(_, operand)| operand));
            }
            _ => {}
        }
    }
    found
}
