//! Modules, opened out: each instance declares anew what its module declares.

use std::sync::Arc;

use diagnostics::{Diagnostic, Span};

use super::declarations::Piece;
use super::scopes::{Meaning, Scope};
use super::{Instance, Resolver};
use crate::tree::{Declaration, DeclarationKind, Expression, Module, Name};

/// A module as it was written, to be declared anew by every instance.
pub(super) struct Template {
    module: Arc<Module>,
    /// Where it is declared.
    scope: Scope,
    /// What it declares itself, if it has no parameters.
    pub opened: Option<Scope>,
}

/// More modules than this are not opened out: instances of instances may be as many as one likes.
const MOST_OPENED: usize = 2_000;

impl Resolver {
    /// Declares a module. One without parameters is opened out at once; the declaration of another one stays, for its types to be
    /// checked.
    pub(super) fn module(
        &mut self,
        module: Arc<Module>,
        span: Span,
        scope: Scope,
        exported: bool,
        pieces: &mut Vec<Piece>,
    ) -> Option<Declaration> {
        let place = self.modules.len();
        self.enter(&module.name, Meaning::Module(place), scope, exported);
        self.modules.push(Template { module: Arc::clone(&module), scope, opened: None });
        if !module.parameters.is_empty() {
            return Some(Declaration { kind: DeclarationKind::Module(module), span });
        }
        let inner = self.scopes.within(scope);
        self.modules[place].opened = Some(inner);
        self.open_module(place, &module.name, inner, pieces);
        None
    }

    /// Declares an instance of a module.
    pub(super) fn instance(
        &mut self,
        name: Name,
        module: &Name,
        arguments: Vec<Expression>,
        scope: Scope,
        exported: bool,
        pieces: &mut Vec<Piece>,
    ) {
        let place = match self.meaning(module, scope) {
            Ok(Meaning::Module(place)) => place,
            Ok(_) => {
                let text = format!("`{module}` is not a module");
                return self.say(Diagnostic::error(module.span, text));
            }
            Err(diagnostic) => {
                let help = "a module stands before its instances";
                let diagnostic = *diagnostic;
                let has_help = diagnostic.help.is_some();
                return self.say(if has_help { diagnostic } else { diagnostic.help(help) });
            }
        };
        let template = &self.modules[place];
        let parameters = template.module.parameters.clone();
        if parameters.len() != arguments.len() {
            let (wanted, given) = (parameters.len(), arguments.len());
            let text = format!("`{module}` takes {wanted} parameters, and {given} are given");
            return self.say(Diagnostic::error(name.span.to(module.span), text));
        }
        let defined_in = template.scope;
        let inner = self.scopes.within(defined_in);
        self.enter(&name, Meaning::Instance(inner), scope, exported);
        let mut prefix = self.prefix.clone();
        prefix.push(name.text.clone());
        if !arguments.is_empty() {
            let arguments = arguments.iter().map(|argument| argument.span).collect();
            self.bindings.instances.push(Instance { name: prefix.clone(), arguments });
        }
        let values = parameters.into_iter().zip(arguments).map(|(pattern, value)| {
            let span = value.span;
            Declaration { kind: DeclarationKind::Value { pattern, value }, span }
        });
        pieces.push(Piece {
            declarations: values.collect(),
            scope: inner,
            values: scope,
            exported: false,
            prefix,
        });
        self.open_module(place, &name, inner, pieces);
    }

    /// Opens the declarations of a module out in a scope of their own.
    fn open_module(&mut self, place: usize, name: &Name, scope: Scope, pieces: &mut Vec<Piece>) {
        if self.instances.contains(&place) {
            let text = format!("`{name}` is an instance of a module inside that module itself");
            return self.say(Diagnostic::error(name.span, text));
        }
        self.opened += 1;
        if self.opened > MOST_OPENED {
            if self.opened == MOST_OPENED + 1 {
                let text = format!("there are more than {MOST_OPENED} instances of modules");
                self.say(Diagnostic::error(name.span, text));
            }
            return;
        }
        let module = Arc::clone(&self.modules[place].module);
        let outside = self.prefix.clone();
        let mut prefix = outside.clone();
        prefix.push(name.text.clone());
        self.instances.push(place);
        for (declarations, exported) in [(&module.private, false), (&module.exported, true)] {
            // Modules within are shared, so that nesting them does not copy them again and again.
            let declarations = declarations.clone();
            let prefix = prefix.clone();
            self.open(Piece { declarations, scope, values: scope, exported, prefix }, pieces);
        }
        self.instances.pop();
        self.prefix = outside;
    }

    /// Resolves a module with parameters, as nobody's instance.
    pub(super) fn template(&mut self, module: &mut Module, scope: Scope) {
        let inner = self.scopes.within(scope);
        for pattern in &mut module.parameters {
            self.pattern(pattern, inner, inner, false);
        }
        let place =
            self.modules.iter().position(|known| known.module.name.span == module.name.span);
        self.instances.extend(place);
        let mut declarations = std::mem::take(&mut module.private);
        declarations.append(&mut module.exported);
        let prefix = self.prefix.clone();
        self.prefix.push(module.name.text.clone());
        module.private = self.list(declarations, inner);
        self.prefix = prefix;
        if place.is_some() {
            self.instances.pop();
        }
    }
}
