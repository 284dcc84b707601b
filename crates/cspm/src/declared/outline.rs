//! What the tree of a script declares, and what lies in what.

use std::collections::{HashMap, HashSet};

use diagnostics::{Sources, Span};
use model::{Declared, DeclaredKind};

use super::text::one_line;
use super::types::TypeOf;
use crate::names::Use;
use crate::tree::{
    Clause, Constructor, Declaration, DeclarationKind, Expression, Field, FieldKind, Module, Name,
    Pattern, Script, Statement,
};
use crate::walk::Visitor;

/// What a script declares, still without its uses.
pub(super) struct Outline {
    /// In no particular order.
    pub declared: Vec<Declared>,
    /// The names of functions before their second clauses and those after it.
    pub clauses: Vec<Use>,
}

/// What a script declares. Names in patterns are declared there if they are not among those that are used.
pub(super) fn outline(
    script: &Script,
    sources: &Sources,
    used: &HashSet<Span>,
    types: &HashMap<Span, TypeOf>,
) -> Outline {
    let found = Outline { declared: Vec::new(), clauses: Vec::new() };
    let binder = Binder { whole: None, is_value: false };
    let places = HashSet::new();
    let mut walk = Walk { sources, used, types, found, places, within: None, binder };
    walk.declarations(&script.declarations);
    walk.found
}

/// What a pattern belongs to.
#[derive(Clone, Copy)]
struct Binder {
    /// The declaration, generator or input; none of a parameter, which stands alone.
    whole: Option<Span>,
    /// Whether it is defined, as `x` is by `x = 1`.
    is_value: bool,
}

struct Walk<'a> {
    sources: &'a Sources,
    used: &'a HashSet<Span>,
    types: &'a HashMap<Span, TypeOf>,
    found: Outline,
    /// Where something is declared: a file that is included twice declares nothing anew.
    places: HashSet<Span>,
    within: Option<usize>,
    binder: Binder,
}

impl Walk<'_> {
    /// Notes a declaration.
    fn add(&mut self, name: &Name, kind: DeclaredKind, whole: Span, text: String) -> Option<usize> {
        let place = name.span;
        if !self.places.insert(place) {
            return None;
        }
        let holds = whole.file == place.file && whole.to(place) == whole;
        let is_type = matches!(kind, DeclaredKind::Type | DeclaredKind::Module);
        let of = self.types.get(&place).filter(|_| !is_type);
        self.found.declared.push(Declared {
            name: name.text.to_string(),
            kind,
            place,
            whole: if holds { whole } else { place },
            text,
            remarks: of.map(|of| format!("of type `{}`", of.text)).into_iter().collect(),
            within: self.within,
            uses: Vec::new(),
        });
        Some(self.found.declared.len() - 1)
    }

    fn line(&self, span: Span) -> String {
        one_line(self.sources, span)
    }

    /// Shows what lies in a declaration, if that is one.
    fn inside(&mut self, declared: Option<usize>, show: impl FnOnce(&mut Self)) {
        let outside = self.within;
        self.within = declared.or(outside);
        show(self);
        self.within = outside;
    }

    /// Shows a pattern that belongs to something.
    fn bound_by(&mut self, binder: Binder, pattern: &Pattern) {
        let outside = std::mem::replace(&mut self.binder, binder);
        self.pattern(pattern);
        self.binder = outside;
    }

    /// What is defined is a process if its type is known to be one.
    fn kind_of_value(&self, name: &Name, otherwise: DeclaredKind) -> DeclaredKind {
        let is_process = self.types.get(&name.span).is_some_and(|of| of.is_process);
        if is_process { DeclaredKind::Process } else { otherwise }
    }

    fn function(&mut self, name: &Name, clauses: &[Clause], whole: Span) {
        let text = match clauses {
            [only] => self.line(only.span),
            [first, ..] => self.line(Span { end: first.body.span.start, ..first.span }),
            [] => String::new(),
        };
        let text = text.trim_end_matches(['=', ' ']).to_owned();
        let declared =
            self.add(name, self.kind_of_value(name, DeclaredKind::Function), whole, text);
        if let Some(declared) = declared.filter(|_| clauses.len() > 1) {
            let remark = format!("defined by {} clauses", clauses.len());
            self.found.declared[declared].remarks.push(remark);
        }
        for clause in clauses {
            let start = clause.span.start;
            let place = Span { start, end: start + name.text.len() as u32, ..clause.span };
            self.found.clauses.push(Use { place, declared: name.span });
        }
        self.inside(declared, |walk| {
            for clause in clauses {
                clause.parameters.iter().flatten().for_each(|pattern| walk.pattern(pattern));
                walk.expression(&clause.body);
            }
        });
    }

    /// A definition by a pattern: what is in the value lies in the first name that it defines.
    fn value(&mut self, pattern: &Pattern, value: &Expression, whole: Span) {
        let before = self.found.declared.len();
        self.bound_by(Binder { whole: Some(whole), is_value: true }, pattern);
        let first = (self.found.declared.len() > before).then_some(before);
        self.inside(first, |walk| walk.expression(value));
    }

    fn channels(&mut self, names: &[Name], fields: Option<&Expression>, whole: Span) {
        let mut first = None;
        for name in names {
            let text = match fields {
                Some(fields) => format!("channel {name} : {}", self.line(fields.span)),
                None => format!("channel {name}"),
            };
            let declared = self.add(name, DeclaredKind::Event, whole, text);
            first = first.or(declared);
        }
        self.inside(first, |walk| walk.all(fields));
    }

    fn datatype(&mut self, name: &Name, constructors: &[Constructor], whole: Span) {
        let declared = self.add(name, DeclaredKind::Type, whole, self.line(whole));
        self.inside(declared, |walk| {
            for Constructor { name, fields } in constructors {
                let whole = fields.as_ref().map_or(name.span, |fields| name.span.to(fields.span));
                let declared = walk.add(name, DeclaredKind::Member, whole, walk.line(whole));
                walk.inside(declared, |walk| walk.all(fields));
            }
        });
    }

    fn module(&mut self, module: &Module, whole: Span) {
        let parameters = module.parameters.last().map_or(module.name.span, |last| last.span);
        let closes = if module.parameters.is_empty() { "" } else { ")" };
        let heading = Span { end: parameters.end, ..whole };
        let text = self.line(heading) + closes;
        let declared = self.add(&module.name, DeclaredKind::Module, whole, text);
        self.inside(declared, |walk| {
            module.parameters.iter().for_each(|pattern| walk.pattern(pattern));
            let first = walk.found.declared.len();
            walk.declarations(&module.private);
            for private in &mut walk.found.declared[first..] {
                if private.within == declared {
                    private.remarks.push("known in its module only".to_owned());
                }
            }
            walk.declarations(&module.exported);
        });
    }
}

impl Visitor for Walk<'_> {
    fn name(&mut self, _: &Name) {}

    fn name_in_pattern(&mut self, name: &Name) {
        if !name.qualifiers.is_empty() || self.used.contains(&name.span) {
            return;
        }
        let Binder { whole, is_value } = self.binder;
        let kind = match is_value {
            true => self.kind_of_value(name, DeclaredKind::Constant),
            false => DeclaredKind::Parameter,
        };
        let whole = whole.unwrap_or(name.span);
        self.add(name, kind, whole, self.line(whole));
    }

    fn declaration(&mut self, declaration: &Declaration) {
        let whole = declaration.span;
        match &declaration.kind {
            DeclarationKind::Function { name, clauses } => self.function(name, clauses, whole),
            DeclarationKind::Value { pattern, value } => self.value(pattern, value, whole),
            DeclarationKind::Channel { names, fields } => {
                self.channels(names, fields.as_ref(), whole);
            }
            DeclarationKind::Datatype { name, constructors } => {
                self.datatype(name, constructors, whole);
            }
            DeclarationKind::Subtype { name, constructors } => {
                let declared = self.add(name, DeclaredKind::Type, whole, self.line(whole));
                self.inside(declared, |walk| walk.constructors(constructors));
            }
            DeclarationKind::Nametype { name, set } => {
                let declared = self.add(name, DeclaredKind::Type, whole, self.line(whole));
                self.inside(declared, |walk| walk.expression(set));
            }
            DeclarationKind::Module(module) => self.module(module, whole),
            DeclarationKind::Instance { name, arguments, .. } => {
                let declared = self.add(name, DeclaredKind::Module, whole, self.line(whole));
                self.inside(declared, |walk| walk.all(arguments));
            }
            DeclarationKind::Assertion(assertion) => self.assertion(assertion),
            DeclarationKind::Print { value, .. } => self.expression(value),
            DeclarationKind::Timed { durations, .. } => self.all(durations),
            DeclarationKind::Annotation { .. } | DeclarationKind::Import { .. } => (),
        }
    }

    fn statements(&mut self, statements: &[Statement]) {
        for statement in statements {
            match statement {
                Statement::Generator(pattern, values) => {
                    let whole = Some(pattern.span.to(values.span));
                    self.bound_by(Binder { whole, is_value: false }, pattern);
                    self.expression(values);
                }
                Statement::Condition(condition) => self.expression(condition),
            }
        }
    }

    fn field(&mut self, field: &Field) {
        match &field.kind {
            FieldKind::Output(value) => self.expression(value),
            FieldKind::Input(pattern, set) | FieldKind::Chosen(pattern, set) => {
                let whole = Some(field.span);
                self.bound_by(Binder { whole, is_value: false }, pattern);
                self.all(set);
            }
        }
    }
}
