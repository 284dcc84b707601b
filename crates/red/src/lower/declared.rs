//! What a model declares: numbers with names, processes, variables and modes.

use std::collections::HashMap;

use diagnostics::{Diagnostic, Severity, Span, nearest};
use machine::index::VariableId;
use machine::program::{CellType, Region, Variable};

use super::{Lowering, Names, OWNER};
use crate::ast::{self, Expr, Model, Name, VariableKind};
use crate::model::LoadOptions;

/// The most processes: a pointer is a byte.
const MAX_PROCESSES: i32 = 255;

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// A number.
    Constant(i32),
    /// A variable, by its place.
    Variable(usize),
    /// A mode, by its place.
    Mode(usize),
}

/// A variable that is declared.
#[derive(Clone, Debug)]
pub(crate) struct DeclaredVariable<'m> {
    pub name: &'m Name,
    pub is_local: bool,
    pub is_pointer: bool,
    pub lowest: i32,
    pub highest: i32,
    pub id: VariableId,
}

/// A model has no more modes: who asks for the number of one asks for each of them.
const MOST_MODES: usize = 10_000;

/// What a model declares.
pub(crate) struct Declared<'m> {
    /// How many processes there are.
    pub count: i32,
    pub variables: Vec<DeclaredVariable<'m>>,
    pub names: Names<'m, Meaning>,
    pub modes: usize,
    pub diagnostics: Vec<Diagnostic>,
}

impl<'m> Declared<'m> {
    pub fn new(model: &'m Model, options: &LoadOptions) -> Declared<'m> {
        let mut declared = Declared {
            count: 1,
            variables: Vec::new(),
            names: HashMap::new(),
            modes: model.modes.len(),
            diagnostics: Vec::new(),
        };
        declared.constants(model, &options.defines);
        declared.processes(model, options.processes);
        for variable in &model.variables {
            declared.variable(variable);
        }
        for (place, mode) in model.modes.iter().enumerate() {
            declared.name(&mode.name, Meaning::Mode(place));
        }
        if model.modes.is_empty() {
            let help =
                "the first mode is where processes begin, as in `mode idle { when true may ; }`";
            declared.error(model.end, "the model has no mode", help);
        }
        if let Some(beyond) = model.modes.get(MOST_MODES) {
            let message = format!("a model has at most {MOST_MODES} modes");
            declared.error(beyond.name.span, message, "keep what differs in variables");
        }
        declared.once(model.initially.iter().map(|it| it.keyword), "initially", "and");
        declared.once(model.risks.iter().map(|it| it.keyword), "risk", "or");
        declared
    }

    pub fn error(&mut self, span: Span, message: impl Into<String>, help: impl Into<String>) {
        self.diagnostics.push(Diagnostic::error(span, message).help(help));
    }

    /// What is wrong outside of the text.
    pub fn refuse(&mut self, message: String, help: &str) {
        self.diagnostics.push(Diagnostic::new(Severity::Error, message).help(help));
    }

    /// Refuses a condition that is declared once more.
    fn once(&mut self, mut keywords: impl Iterator<Item = Span>, word: &str, connective: &str) {
        let Some(first) = keywords.next() else { return };
        for again in keywords {
            let message = format!("there is another `{word}`");
            let help = format!("join the conditions with `{connective}`");
            let diagnostic = Diagnostic::error(again, message).help(help);
            self.diagnostics.push(diagnostic.label(first, "the first one"));
        }
    }

    /// Gives a name its meaning.
    pub fn name(&mut self, name: &'m Name, meaning: Meaning) {
        let Some(before) = self.names.insert(&name.text, meaning) else { return };
        self.names.insert(&name.text, before);
        let what = match before {
            Meaning::Constant(_) => "a number",
            Meaning::Variable(_) => "a variable",
            Meaning::Mode(_) => "a mode",
        };
        let message = format!("there is {what} `{}` already", name.text);
        self.error(name.span, message, "choose another name");
    }

    /// How many processes there are.
    fn processes(&mut self, model: &'m Model, given: Option<u32>) {
        let counts = &model.counts;
        self.once(counts.iter().map(|count| count.span), "process count", "and");
        if let Some(given) = given {
            self.count = given as i32;
            return;
        }
        let Some(count) = counts.first() else {
            let help = "say it in the model as in `process count = 3;`, or by `--processes 3`";
            return self.error(model.end, "how many processes are there?", help);
        };
        let Some(value) = self.constant(count) else { return };
        if (1..=MAX_PROCESSES).contains(&value) {
            self.count = value;
        } else {
            let message = format!("{value} processes: there can be 1 to {MAX_PROCESSES}");
            self.error(count.span, message, "change the number, or give one by `--processes`");
        }
    }

    fn variable(&mut self, variable: &'m ast::Variable) {
        let (is_pointer, (lowest, highest)) = match &variable.kind {
            VariableKind::Pointer => (true, (0, self.count)),
            VariableKind::Discrete(None) => (false, (0, 1)),
            VariableKind::Discrete(Some(range)) => {
                (false, self.range(&range.0, &range.1).unwrap_or((0, 1)))
            }
        };
        self.name(&variable.name, Meaning::Variable(self.variables.len()));
        self.variables.push(DeclaredVariable {
            name: &variable.name,
            is_local: variable.is_local,
            is_pointer,
            lowest,
            highest,
            id: VariableId::new(self.variables.len()),
        });
    }

    fn range(&mut self, lowest: &'m Expr, highest: &'m Expr) -> Option<(i32, i32)> {
        let (low, high) = (self.constant(lowest), self.constant(highest));
        let (low, high) = (low?, high?);
        if low > high {
            let message = format!("no number is in {low}..{high}");
            let help = format!("write `{high}..{low}`");
            self.error(lowest.span.to(highest.span), message, help);
            return None;
        }
        Some((low, high))
    }

    /// That nothing has a name, with one that is like it.
    pub fn unknown(&mut self, span: Span, name: &str) {
        let like = nearest(name, self.names.keys().copied());
        let help = match like {
            Some(like) => format!("there is `{like}`"),
            None => "declare it, as in `local pointer next;` or `#define N 3`".to_owned(),
        };
        self.error(span, format!("nothing is called `{name}`"), help);
    }
}

impl DeclaredVariable<'_> {
    /// The type of its cells, which have room for what stands where nothing matters, too.
    fn cell(&self) -> CellType {
        let (lowest, highest) = (self.lowest.min(0), self.highest.max(0));
        let fits = |cell: &CellType| cell.wrap(lowest) == lowest && cell.wrap(highest) == highest;
        let signed = lowest < 0;
        let mut types = (1..=32).map(|bits| CellType { bits, signed });
        types.find(fits).unwrap_or(CellType::INT)
    }
}

impl Lowering<'_> {
    pub fn declare_variables(&mut self) {
        for variable in &self.declared.variables {
            let region = if variable.is_local { Region::Local(OWNER) } else { Region::Global };
            let Name { text, span } = variable.name;
            let made = Variable::new(text, region, variable.cell(), *span);
            self.builder.variable(Variable { holds_processes: variable.is_pointer, ..made });
        }
    }
}
