//! The names that a model declares, for editors: also of one with mistakes, as far as it is understood.

mod uses;
mod values;

use std::collections::HashMap;

use diagnostics::{FileId, Sources, Span};
use logos::Logos;
use model::{Declared, DeclaredKind, in_order};

use crate::ast::{Define, Mode, Model, Name, Variable, VariableKind};
use crate::lex::Kind;
use crate::model::LoadOptions;
use crate::parse::parse;
use values::remarks;

/// The names that a model declares, in the order of the text.
pub(crate) fn names_of(sources: &Sources, file: FileId, options: &LoadOptions) -> Vec<Declared> {
    let (model, _) = parse(sources, file);
    let mut names = Names {
        sources,
        remarks: remarks(&model, options),
        found: Vec::new(),
        known: HashMap::new(),
        bound: Vec::new(),
        within: None,
    };
    names.model(&model);
    in_order(names.found)
}

/// The names that are found so far.
struct Names<'a> {
    sources: &'a Sources,
    /// What there is to know of values, by where the name is declared.
    remarks: HashMap<Span, String>,
    found: Vec<Declared>,
    /// Numbers, variables and modes, by their names: of several with one name the first is meant.
    known: HashMap<String, usize>,
    /// What quantifiers bind, innermost last.
    bound: Vec<(String, usize)>,
    /// The mode around.
    within: Option<usize>,
}

impl Names<'_> {
    fn declare(&mut self, name: &Name, kind: DeclaredKind, whole: Span, text: String) -> usize {
        self.found.push(Declared {
            name: name.text.clone(),
            kind,
            place: name.span,
            whole,
            text,
            remarks: self.remarks.get(&name.span).cloned().into_iter().collect(),
            within: self.within,
            uses: Vec::new(),
        });
        self.found.len() - 1
    }

    /// Declares a name that is known everywhere.
    fn know(&mut self, name: &Name, kind: DeclaredKind, whole: Span, text: String) -> usize {
        let id = self.declare(name, kind, whole, text);
        self.known.entry(name.text.clone()).or_insert(id);
        id
    }

    fn model(&mut self, model: &Model) {
        for define in &model.defines {
            self.define(define);
        }
        for variable in &model.variables {
            self.variable(variable);
        }
        let modes: Vec<usize> = model.modes.iter().map(|mode| self.mode(mode)).collect();
        self.uses(model, &modes);
    }

    fn define(&mut self, define: &Define) {
        let text = format!("#define {} {}", define.name.text, self.line(define.value.span));
        let whole = define.name.span.to(define.value.span);
        self.know(&define.name, DeclaredKind::Constant, whole, text);
    }

    fn variable(&mut self, variable: &Variable) {
        let whose = if variable.is_local { "local" } else { "global" };
        let name = &variable.name;
        let text = match &variable.kind {
            VariableKind::Pointer => format!("{whose} pointer {}", name.text),
            VariableKind::Discrete(None) => format!("{whose} discrete {}", name.text),
            VariableKind::Discrete(Some(range)) => {
                let (lowest, highest) = (self.line(range.0.span), self.line(range.1.span));
                format!("{whose} discrete {}: {lowest}..{highest}", name.text)
            }
        };
        let id = self.know(name, DeclaredKind::Variable, variable.span, text);
        let whose = if variable.is_local { "each process has its own" } else { "of all processes" };
        self.found[id].remarks.push(whose.to_owned());
    }

    fn mode(&mut self, mode: &Mode) -> usize {
        let text = match &mode.invariant {
            Some(invariant) => format!("mode {} {}", mode.name.text, self.line(invariant.span)),
            None => format!("mode {}", mode.name.text),
        };
        self.know(&mode.name, DeclaredKind::Label, mode.span, text)
    }

    /// A stretch of the text without its comments, in one line, which is cut off where it is long.
    fn line(&self, span: Span) -> String {
        let text = self.sources.snippet(span);
        syntax::one_line(text, Kind::lexer(text).spanned().map(|(_, place)| place))
    }
}
