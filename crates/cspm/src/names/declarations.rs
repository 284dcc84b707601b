//! Lists of declarations: first everything in them is declared, then names are resolved, since all of a list is known in all of it.

use std::sync::Arc;

use diagnostics::Diagnostic;

use super::scopes::{Entry, Meaning, Scope};
use super::{BoundKind, Resolver};
use crate::builtin::Builtin;
use crate::tree::{
    AnnotatedKind, AnnotatedType, Assertion, AssertionKind, AssertionOption, Constructor,
    Declaration, DeclarationKind, Name, SymmetricType, TypeScheme,
};

/// Declarations that are resolved in one scope.
pub(super) struct Piece {
    pub declarations: Vec<Declaration>,
    /// Where what they declare is known.
    pub scope: Scope,
    /// Where the values of its patterns are resolved: elsewhere for the parameters of an instance.
    pub values: Scope,
    /// Whether those outside a module see it.
    pub exported: bool,
    /// The instances that they belong to, outermost first.
    pub prefix: Vec<Arc<str>>,
}

impl Resolver {
    /// Resolves a list of declarations, which may become a longer one.
    pub(super) fn list(
        &mut self,
        declarations: Vec<Declaration>,
        scope: Scope,
    ) -> Vec<Declaration> {
        let prefix = self.prefix.clone();
        let piece = Piece { declarations, scope, values: scope, exported: true, prefix };
        let mut pieces = Vec::new();
        self.open(piece, &mut pieces);
        for piece in &mut pieces {
            self.prefix.clone_from(&piece.prefix);
            self.declare_patterns(&mut piece.declarations, piece.scope, piece.exported);
        }
        for piece in &mut pieces {
            self.prefix.clone_from(&piece.prefix);
            for declaration in &mut piece.declarations {
                self.declaration(declaration, piece.scope, piece.values);
            }
        }
        self.prefix = pieces.first().map(|piece| piece.prefix.clone()).unwrap_or_default();
        pieces.into_iter().flat_map(|piece| piece.declarations).collect()
    }

    /// Declares what a piece names itself, and opens the modules in it out, into pieces of their own that follow it.
    pub(super) fn open(&mut self, mut piece: Piece, pieces: &mut Vec<Piece>) {
        self.prefix.clone_from(&piece.prefix);
        let (scope, exported) = (piece.scope, piece.exported);
        let place = pieces.len();
        let declarations = std::mem::take(&mut piece.declarations);
        let mut kept = Vec::with_capacity(declarations.len());
        pieces.push(piece);
        for mut declaration in declarations {
            match declaration.kind {
                DeclarationKind::Module(module) => {
                    kept.extend(self.module(module, declaration.span, scope, exported, pieces));
                }
                DeclarationKind::Instance { name, module, arguments } => {
                    self.instance(name, &module, arguments, scope, exported, pieces);
                }
                _ => {
                    self.declare_names(&mut declaration, scope, exported);
                    kept.push(declaration);
                }
            }
        }
        pieces[place].declarations = kept;
    }

    /// Declares the names of channels, types and functions, which patterns must know.
    fn declare_names(&mut self, declaration: &mut Declaration, scope: Scope, exported: bool) {
        match &mut declaration.kind {
            DeclarationKind::Function { name, .. } | DeclarationKind::Nametype { name, .. } => {
                self.declare(name, BoundKind::Value, scope, exported);
            }
            DeclarationKind::Subtype { name, .. } => {
                self.declare(name, BoundKind::Datatype, scope, exported);
            }
            DeclarationKind::Channel { names, .. } => {
                for name in names {
                    self.declare(name, BoundKind::Channel, scope, exported);
                }
            }
            DeclarationKind::Datatype { name, constructors } => {
                self.declare(name, BoundKind::Datatype, scope, exported);
                for constructor in constructors {
                    self.declare(&mut constructor.name, BoundKind::Constructor, scope, exported);
                }
            }
            DeclarationKind::Import { import, names } => {
                for name in names {
                    let known = Builtin::ALL.iter().find(|builtin| *name.text == *builtin.text());
                    match known {
                        Some(builtin) if builtin.import().allows(*import) => {
                            name.binding = Some(builtin.binding());
                            self.bindings.imported.push(*builtin);
                            let meaning = Meaning::Bound(builtin.binding());
                            let entry = Entry { meaning, span: None, exported };
                            // To import a function twice does no harm.
                            let _ = self.scopes.declare(scope, &name.text, entry);
                        }
                        _ => self.say(not_imported(name, known.copied())),
                    }
                }
            }
            DeclarationKind::Timed { declarations, .. } => {
                for declaration in declarations {
                    self.declare_names(declaration, scope, exported);
                }
            }
            _ => (),
        }
    }

    /// Declares what patterns bind, now that channels and constructors are known.
    fn declare_patterns(&mut self, list: &mut [Declaration], scope: Scope, exported: bool) {
        for declaration in list {
            match &mut declaration.kind {
                DeclarationKind::Value { pattern, .. } => {
                    self.pattern(pattern, scope, scope, exported)
                }
                DeclarationKind::Timed { declarations, .. } => {
                    self.declare_patterns(declarations, scope, exported);
                }
                _ => (),
            }
        }
    }

    /// Declares a name in a scope.
    pub(super) fn declare(
        &mut self,
        name: &mut Name,
        kind: BoundKind,
        scope: Scope,
        exported: bool,
    ) {
        let binding = self.bind(name, kind);
        self.enter(name, Meaning::Bound(binding), scope, exported);
    }

    /// Makes a name mean something in a scope.
    pub(super) fn enter(&mut self, name: &Name, meaning: Meaning, scope: Scope, exported: bool) {
        let entry = Entry { meaning, span: Some(name.span), exported };
        if let Err(other) = self.scopes.declare(scope, &name.text, entry) {
            let text = format!("`{}` is defined twice", name.text);
            let mut diagnostic = Diagnostic::error(name.span, text);
            if let Some(span) = other.span {
                diagnostic = diagnostic.label(span, "first defined here");
            }
            let help =
                "the clauses of a function stand together; use another name for something else";
            self.say(diagnostic.help(help));
        }
    }

    fn declaration(&mut self, declaration: &mut Declaration, scope: Scope, values: Scope) {
        match &mut declaration.kind {
            DeclarationKind::Function { clauses, .. } => {
                for clause in clauses {
                    let inner = self.scopes.within(scope);
                    for pattern in clause.parameters.iter_mut().flatten() {
                        self.local_pattern(pattern, inner);
                    }
                    self.expression(&mut clause.body, inner);
                }
            }
            DeclarationKind::Value { value, .. } => self.expression(value, values),
            DeclarationKind::Nametype { set: value, .. } => self.expression(value, scope),
            DeclarationKind::Print { value, .. } => self.expression(value, scope),
            DeclarationKind::Annotation { names, scheme } => self.annotation(names, scheme, scope),
            DeclarationKind::Channel { fields, .. } => {
                if let Some(fields) = fields {
                    self.expression(fields, scope);
                }
            }
            DeclarationKind::Datatype { constructors, .. } => {
                self.constructors(constructors, scope, false);
            }
            DeclarationKind::Subtype { constructors, .. } => {
                self.constructors(constructors, scope, true);
            }
            DeclarationKind::Import { .. } => (),
            DeclarationKind::Assertion(assertion) => self.assertion(assertion, scope),
            DeclarationKind::Module(module) => self.template(Arc::make_mut(module), scope),
            // Instances were opened out.
            DeclarationKind::Instance { .. } => (),
            DeclarationKind::Timed { durations, declarations } => {
                if let Some(durations) = durations {
                    self.expression(durations, scope);
                }
                let inner = self.scopes.timed_within(scope);
                for declaration in declarations {
                    self.declaration(declaration, inner, inner);
                }
            }
        }
    }

    fn constructors(&mut self, constructors: &mut [Constructor], scope: Scope, used: bool) {
        for constructor in constructors {
            if used {
                self.use_name(&mut constructor.name, scope);
            }
            if let Some(fields) = &mut constructor.fields {
                self.expression(fields, scope);
            }
        }
    }

    /// The names must be defined in the same list.
    fn annotation(&mut self, names: &mut [Name], scheme: &mut TypeScheme, scope: Scope) {
        let list = self.scopes.list_of(scope);
        for name in names {
            let entry = self.scopes.own(list, &name.text);
            match entry.map(|entry| entry.meaning) {
                Some(Meaning::Bound(binding)) if Builtin::of(binding).is_none() => {
                    self.note_use(name.span, entry);
                    name.qualifiers.clone_from(&self.prefix);
                    name.binding = Some(binding);
                }
                _ => {
                    let text = format!("`{}` has a type, but no definition beside it", name.text);
                    let help = "the type stands in the same list of declarations as the definition";
                    self.say(Diagnostic::error(name.span, text).help(help));
                }
            }
        }
        self.annotated_type(&mut scheme.annotated, scope);
    }

    /// Names of types are resolved where they are those of datatypes; all others stay as they are: `Int`, `Event`, or a variable.
    fn annotated_type(&mut self, annotated: &mut AnnotatedType, scope: Scope) {
        match &mut annotated.kind {
            AnnotatedKind::Name(name) => {
                if !name.qualifiers.is_empty() {
                    self.use_name(name, scope);
                    return;
                }
                if let Some(entry) = self.scopes.look_up(scope, &name.text)
                    && let Meaning::Bound(binding) = entry.meaning
                    && self.bindings.get(binding).kind == BoundKind::Datatype
                {
                    self.note_use(name.span, Some(entry));
                    name.binding = Some(binding);
                }
            }
            AnnotatedKind::Set(inner) | AnnotatedKind::Sequence(inner) => {
                self.annotated_type(inner, scope);
            }
            AnnotatedKind::Tuple(all) => {
                all.iter_mut().for_each(|one| self.annotated_type(one, scope));
            }
            AnnotatedKind::Function(parameters, result) => {
                parameters.iter_mut().for_each(|one| self.annotated_type(one, scope));
                self.annotated_type(result, scope);
            }
            AnnotatedKind::Map(left, right)
            | AnnotatedKind::Dot(left, right)
            | AnnotatedKind::Dotable(left, right)
            | AnnotatedKind::Extendable(left, right) => {
                self.annotated_type(left, scope);
                self.annotated_type(right, scope);
            }
        }
    }

    fn assertion(&mut self, assertion: &mut Assertion, scope: Scope) {
        match &mut assertion.kind {
            AssertionKind::Refinement { specification, implementation, .. } => {
                self.expression(specification, scope);
                self.expression(implementation, scope);
            }
            AssertionKind::Property { process, .. } => self.expression(process, scope),
            AssertionKind::Symmetric { process, types } => {
                self.expression(process, scope);
                self.symmetric_types(types, scope);
            }
            AssertionKind::HasTrace { process, trace, .. } => {
                self.expression(process, scope);
                trace.iter_mut().for_each(|event| self.expression(event, scope));
            }
        }
        for option in &mut assertion.options {
            match option {
                AssertionOption::TauPriority(events) => self.expression(events, scope),
                AssertionOption::PartialOrderReduce => (),
                AssertionOption::SymmetryReduce(types) => self.symmetric_types(types, scope),
            }
        }
    }

    fn symmetric_types(&mut self, types: &mut [SymmetricType], scope: Scope) {
        for one in types {
            self.use_name(&mut one.name, scope);
            one.without.iter_mut().for_each(|name| self.use_name(name, scope));
        }
    }
}

fn not_imported(name: &Name, known: Option<Builtin>) -> Diagnostic {
    match known {
        None => {
            let text = format!("there is no function `{}` to import", name.text);
            let functions = Builtin::ALL.iter().map(|builtin| builtin.text());
            let meant = diagnostics::nearest(&name.text, functions);
            let diagnostic = Diagnostic::error(name.span, text);
            match meant {
                Some(meant) => diagnostic.help(format!("did you mean `{meant}`?")),
                None => diagnostic,
            }
        }
        Some(builtin) => {
            let text = format!("`{}` cannot be imported so", name.text);
            let help = super::expressions::how_to_import(builtin);
            Diagnostic::error(name.span, text).help(help)
        }
    }
}
