//! Formulas over the runs of a model: their text, and what they say of a single state.

use crate::random::serving::{State, Value};
use crate::random::tree::{Model, Type};

/// A formula over runs, and what its propositions, which are numbers there, say.
#[derive(Clone, Debug)]
pub struct Asked {
    pub propositions: Vec<Proposition>,
    pub formula: Formula,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Formula {
    Proposition(usize),
    Not(Box<Formula>),
    And(Box<(Formula, Formula)>),
    Or(Box<(Formula, Formula)>),
    Implies(Box<(Formula, Formula)>),
    Next(Box<Formula>),
    Eventually(Box<Formula>),
    Always(Box<Formula>),
    Until(Box<(Formula, Formula)>),
}

/// That some tests hold: all of them, or one.
#[derive(Clone, Debug)]
pub struct Proposition {
    pub tests: Vec<Test>,
    pub all: bool,
    /// Whether it has a name, by which formulas speak of it.
    pub named: bool,
}

/// What is asked of a variable of a rebec of `main`.
#[derive(Clone, Debug)]
pub struct Test {
    pub rebec: usize,
    pub variable: usize,
    /// At which element, counted from 0, where there is a value for each.
    pub element: Option<usize>,
    pub is: Is,
}

#[derive(Clone, Copy, Debug)]
pub enum Is {
    True,
    Equal(i32),
    Less(i32),
    /// An element, counted from 0.
    Element(usize),
}

impl Asked {
    /// Which propositions hold in a state: bit by bit.
    pub fn valuation(&self, model: &Model, state: &State) -> u64 {
        let bit = |(place, proposition): (usize, &Proposition)| {
            u64::from(proposition.holds(model, state)) << place
        };
        self.propositions.iter().enumerate().map(bit).sum()
    }

    /// The valuations there can be, as far as propositions with one text say the same.
    pub fn possible(&self, model: &Model) -> Vec<u64> {
        let texts: Vec<String> = self.propositions.iter().map(|it| it.text(model)).collect();
        let agrees = |valuation: &u64| {
            texts.iter().enumerate().all(|(place, text)| {
                let first = texts.iter().position(|known| known == text);
                first.is_some_and(|first| (valuation >> first ^ valuation >> place) & 1 == 0)
            })
        };
        (0..1 << texts.len()).filter(agrees).collect()
    }

    /// A property file with this one property.
    pub fn text(&self, model: &Model) -> String {
        let written = |proposition: &Proposition| proposition.text(model);
        let texts: Vec<String> = self.propositions.iter().map(written).collect();
        let (mut definitions, mut used) = (String::new(), Vec::new());
        for (place, text) in texts.iter().enumerate() {
            if self.propositions[place].named {
                definitions += &format!("    d{place} = {text};\n");
                used.push(format!("d{place}"));
            } else {
                used.push(format!("({text})"));
            }
        }
        let formula = self.formula.text(&used);
        format!(
            "property {{\n  define {{\n{definitions}  }}\n  LTL {{\n    asked: {formula};\n  }}\n}}\n"
        )
    }
}

impl Formula {
    fn text(&self, propositions: &[String]) -> String {
        let text = |part: &Formula| part.text(propositions);
        match self {
            Formula::Proposition(place) => propositions[*place].clone(),
            Formula::Not(part) => format!("!({})", text(part)),
            Formula::And(parts) => format!("({} && {})", text(&parts.0), text(&parts.1)),
            Formula::Or(parts) => format!("({} || {})", text(&parts.0), text(&parts.1)),
            Formula::Implies(parts) => format!("({} -> {})", text(&parts.0), text(&parts.1)),
            Formula::Next(part) => format!("X({})", text(part)),
            Formula::Eventually(part) => format!("F({})", text(part)),
            Formula::Always(part) => format!("G({})", text(part)),
            Formula::Until(parts) => format!("({} U {})", text(&parts.0), text(&parts.1)),
        }
    }

    /// The formulas of which it consists directly.
    pub fn parts(&self) -> Vec<&Formula> {
        match self {
            Formula::Proposition(_) => Vec::new(),
            Formula::Not(part)
            | Formula::Next(part)
            | Formula::Eventually(part)
            | Formula::Always(part) => vec![part],
            Formula::And(parts)
            | Formula::Or(parts)
            | Formula::Implies(parts)
            | Formula::Until(parts) => vec![&parts.0, &parts.1],
        }
    }
}

impl Proposition {
    fn holds(&self, model: &Model, state: &State) -> bool {
        let mut tests = self.tests.iter();
        match self.all {
            true => tests.all(|test| test.holds(model, state)),
            false => tests.any(|test| test.holds(model, state)),
        }
    }

    fn text(&self, model: &Model) -> String {
        let texts: Vec<String> = self.tests.iter().map(|test| test.text(model)).collect();
        texts.join(if self.all { " && " } else { " || " })
    }
}

impl Test {
    fn holds(&self, model: &Model, state: &State) -> bool {
        let class = model.rebecs[self.rebec].class;
        let before = model.rebecs[..self.rebec].iter();
        let number = before.filter(|rebec| rebec.class == class).count();
        let cell = self.element.map_or(0, |element| element + 1);
        match (state[class][number].variables[self.variable][cell], self.is) {
            (Value::Truth(truth), Is::True) => truth,
            (Value::Number(number), Is::Equal(wanted)) => number == wanted,
            (Value::Number(number), Is::Less(bound)) => number < bound,
            (Value::Element(element), Is::Element(wanted)) => element == Some(wanted),
            (value, is) => panic!("{value:?} is not {is:?}"),
        }
    }

    fn text(&self, model: &Model) -> String {
        let Test { rebec, variable, element, is } = self;
        let low = model.classes[model.rebecs[*rebec].class].set.map_or(0, |set| set.low);
        let index = element.map_or(String::new(), |element| format!("[{}]", low + element as i32));
        let value = format!("r{rebec}.v{variable}{index}");
        match is {
            Is::True => value,
            Is::Equal(number) => format!("{value} == {number}"),
            Is::Less(bound) => format!("{value} < {bound}"),
            Is::Element(wanted) => format!("{value} == {}", low + *wanted as i32),
        }
    }

    /// Whether it fits a model, which may have become smaller.
    pub fn fits(&self, model: &Model) -> bool {
        let Some(rebec) = model.rebecs.get(self.rebec) else { return false };
        let class = &model.classes[rebec.class];
        let Some(variable) = class.variables.get(self.variable) else { return false };
        let size = class.set.map_or(0, |set| set.size);
        let has_place = match self.element {
            Some(element) => variable.grouped && element < size,
            None => !variable.grouped,
        };
        let has_type = match self.is {
            Is::True => variable.ty == Type::Boolean,
            Is::Equal(_) | Is::Less(_) => matches!(variable.ty, Type::Byte | Type::Int),
            Is::Element(element) => variable.ty == Type::Element && element < size,
        };
        has_place && has_type
    }
}
