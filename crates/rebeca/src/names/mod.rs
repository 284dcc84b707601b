//! The names that a model declares, for editors: also of one with mistakes, as far as it is understood.

mod bodies;
mod classes;
mod text;

use std::collections::HashMap;

use diagnostics::{FileId, Sources, Span};
use model::{Declared, DeclaredKind, in_order};

use crate::ast::{self, Expr, ExprKind, Model, Name, Properties};
use crate::parse::{parse, parse_properties};
use classes::ClassNames;
use text::one_line;

/// The names that a model declares, and those of its property file, in the order of files and texts.
pub(crate) fn names_of(
    sources: &Sources,
    file: FileId,
    properties: Option<FileId>,
    defines: &[String],
) -> Vec<Declared> {
    let (model, _) = parse(sources, file);
    let mut names = Names::new(sources, defines);
    names.model(&model);
    if let Some(file) = properties {
        names.properties(&parse_properties(sources, file).0);
    }
    in_order(names.found)
}

/// A name that is declared, by its place among all.
pub(super) type Id = usize;

/// A rebec of `main`.
#[derive(Clone, Copy)]
struct RebecNames {
    id: Id,
    class: Option<usize>,
}

/// The names that are found so far.
struct Names<'a> {
    sources: &'a Sources,
    /// The values that the command line gives to constants, as `NAME=VALUE`.
    defines: &'a [String],
    found: Vec<Declared>,
    constants: HashMap<String, Id>,
    classes: Vec<ClassNames>,
    class_names: HashMap<String, usize>,
    rebecs: HashMap<String, RebecNames>,
}

impl<'a> Names<'a> {
    fn new(sources: &'a Sources, defines: &'a [String]) -> Names<'a> {
        Names {
            sources,
            defines,
            found: Vec::new(),
            constants: HashMap::new(),
            classes: Vec::new(),
            class_names: HashMap::new(),
            rebecs: HashMap::new(),
        }
    }

    fn declare(
        &mut self,
        name: &Name,
        kind: DeclaredKind,
        whole: Span,
        text: String,
        within: Option<Id>,
    ) -> Id {
        self.found.push(Declared {
            name: name.text.clone(),
            kind,
            place: name.span,
            whole,
            text,
            remarks: Vec::new(),
            within,
            uses: Vec::new(),
        });
        self.found.len() - 1
    }

    fn remark(&mut self, id: Id, remark: impl Into<String>) {
        self.found[id].remarks.push(remark.into());
    }

    /// Notes that a name is used, if it is known.
    fn used(&mut self, id: Option<Id>, place: Span) {
        if let Some(id) = id {
            self.found[id].uses.push(place);
        }
    }

    fn class_named(&self, name: &str) -> Option<usize> {
        self.class_names.get(name).copied()
    }

    fn use_class(&mut self, name: &Name) -> Option<usize> {
        let class = self.class_named(&name.text);
        self.used(class.map(|class| self.classes[class].id), name.span);
        class
    }

    fn model(&mut self, model: &Model) {
        for constant in &model.constants {
            self.constant(constant);
        }
        for class in &model.classes {
            self.class(class);
        }
        for (class, tree) in model.classes.iter().enumerate() {
            self.above(class, tree);
        }
        for class in 0..model.classes.len() {
            self.inherit(class);
        }
        for rebec in &model.rebecs {
            self.rebec(rebec);
        }
        for constant in &model.constants {
            self.constant_expression(&constant.value);
        }
        for (class, tree) in model.classes.iter().enumerate() {
            self.members(class, tree);
        }
        for rebec in &model.rebecs {
            self.given_to(rebec);
        }
    }

    fn constant(&mut self, constant: &ast::Constant) {
        let name = &constant.name;
        let value = one_line(self.sources, constant.value.span);
        let text = format!("env {} {} = {value}", constant.ty.text, name.text);
        let id = self.declare(name, DeclaredKind::Constant, constant.span, text, None);
        let given = |define: &String| {
            define
                .split_once('=')
                .filter(|(given, _)| *given == name.text)
                .map(|it| it.1.to_owned())
        };
        if let Some(value) = self.defines.iter().rev().find_map(given) {
            self.remark(id, format!("`-D` gives it the value {value}"));
        }
        self.constants.entry(name.text.clone()).or_insert(id);
    }

    /// An expression that is computed before the model runs: names are those of constants.
    fn constant_expression(&mut self, expression: &Expr) {
        self.body(None).expression(expression);
    }

    fn rebec(&mut self, rebec: &ast::Rebec) {
        let class = self.use_class(&rebec.class);
        let text = format!("{} {}", rebec.class.text, rebec.name.text);
        let id = self.declare(&rebec.name, DeclaredKind::Variable, rebec.span, text, None);
        self.rebecs.entry(rebec.name.text.clone()).or_insert(RebecNames { id, class });
    }

    /// What a rebec of `main` knows and is given: other rebecs, or constants.
    fn given_to(&mut self, rebec: &ast::Rebec) {
        for known in &rebec.known {
            let id = self.rebecs.get(&known.text).map(|rebec| rebec.id);
            self.used(id, known.span);
        }
        for argument in &rebec.arguments {
            match &argument.kind {
                ExprKind::Reference(reference)
                    if self.rebecs.contains_key(&reference.name.text) =>
                {
                    let id = self.rebecs[&reference.name.text].id;
                    self.used(Some(id), reference.name.span);
                }
                _ => self.constant_expression(argument),
            }
        }
    }

    fn properties(&mut self, properties: &Properties) {
        let mut definitions = HashMap::new();
        for (name, value) in &properties.definitions {
            let whole = name.span.to(value.span);
            let text = one_line(self.sources, whole);
            let id = self.declare(name, DeclaredKind::Claim, whole, text, None);
            definitions.entry(name.text.as_str()).or_insert(id);
        }
        for property in &properties.properties {
            let name = &property.name;
            let whole = name.span.to(property.formula.span);
            let text = one_line(self.sources, whole);
            let id = self.declare(name, DeclaredKind::Claim, whole, text, None);
            let kind = if property.invariant { "every state" } else { "every run" };
            self.remark(id, format!("of {kind}"));
        }
        let definition_values = properties.definitions.iter().map(|(_, value)| value);
        let formulas = properties.properties.iter().map(|property| &property.formula);
        for formula in definition_values.chain(formulas) {
            let mut body = self.body(None);
            body.definitions = Some(&definitions);
            body.expression(formula);
        }
    }
}
