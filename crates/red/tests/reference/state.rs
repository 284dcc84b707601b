//! States of the interpreter, and what a model fixes of them.

use std::collections::BTreeMap;

use crate::ast::{Expr, ExprKind, Model, Operator, VariableKind};
use crate::model::LoadOptions;

/// A state: in which mode each process is, and what each variable holds. The place of a global is 0, that of a local variable the
/// number of its process.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct State {
    pub modes: Vec<usize>,
    pub cells: BTreeMap<(String, usize), i64>,
}

/// A variable as declared.
#[derive(Clone, Debug)]
pub struct Declared {
    pub is_local: bool,
    pub is_pointer: bool,
    pub lowest: i64,
    pub highest: i64,
}

/// What a model fixes.
#[derive(Clone, Debug)]
pub struct Constants {
    pub count: usize,
    pub numbers: BTreeMap<String, i64>,
    pub variables: BTreeMap<String, Declared>,
    pub modes: Vec<String>,
}

impl Constants {
    pub fn of(model: &Model, options: &LoadOptions) -> Constants {
        let mut numbers = BTreeMap::new();
        // Definitions may use others that come later.
        for _ in 0..=model.defines.len() {
            for define in &model.defines {
                if let Some(value) = number(&define.value, &numbers) {
                    numbers.insert(define.name.text.clone(), value);
                }
            }
            for given in &options.defines {
                let (name, value) = given.split_once('=').expect("NAME=VALUE");
                numbers.insert(name.to_owned(), value.parse().expect("a number"));
            }
        }
        let count = match options.processes {
            Some(count) => count as usize,
            None => number(&model.counts[0], &numbers).expect("a number") as usize,
        };
        let mut variables = BTreeMap::new();
        for variable in &model.variables {
            let (is_pointer, lowest, highest) = match &variable.kind {
                VariableKind::Pointer => (true, 0, count as i64),
                VariableKind::Discrete(None) => (false, 0, 1),
                VariableKind::Discrete(Some(range)) => {
                    let end = |expr| number(expr, &numbers).expect("a number");
                    (false, end(&range.0), end(&range.1))
                }
            };
            let declared = Declared { is_local: variable.is_local, is_pointer, lowest, highest };
            variables.insert(variable.name.text.clone(), declared);
        }
        let modes = model.modes.iter().map(|mode| mode.name.text.clone()).collect();
        Constants { count, numbers, variables, modes }
    }

    /// The places of a variable.
    pub fn places(&self, name: &str) -> std::ops::RangeInclusive<usize> {
        if self.variables[name].is_local { 1..=self.count } else { 0..=0 }
    }

    /// A state in words, as the commands show it.
    pub fn words(&self, state: &State) -> Vec<String> {
        let cell = |((name, place), value): (&(String, usize), &i64)| {
            let text = match (self.variables[name].is_pointer, value) {
                (true, 0) => "NULL".to_owned(),
                _ => value.to_string(),
            };
            if *place == 0 {
                format!("{name} = {text}")
            } else {
                format!("{name}[{place}] = {text}")
            }
        };
        let mut words: Vec<String> = state.cells.iter().map(cell).collect();
        let modes = state.modes.iter().zip(1..);
        words.extend(
            modes.map(|(&mode, process)| format!("mode[{process}] = {}", self.modes[mode])),
        );
        words.sort();
        words
    }
}

fn number(expr: &Expr, known: &BTreeMap<String, i64>) -> Option<i64> {
    Some(match &expr.kind {
        ExprKind::Number(value) => (*value).into(),
        ExprKind::Name(name) => *known.get(name)?,
        ExprKind::Negate(operand) => -number(operand, known)?,
        ExprKind::Arithmetic(first, others) => {
            let mut value = number(first, known)?;
            for (operator, operand) in others {
                let by = number(operand, known)?;
                value = match operator {
                    Operator::Add => value + by,
                    Operator::Subtract => value - by,
                    Operator::Multiply => value * by,
                    Operator::Divide => value / by,
                };
            }
            value
        }
        _ => return None,
    })
}
