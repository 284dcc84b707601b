//! Names in expressions.

use std::sync::Arc;

use diagnostics::{Diagnostic, nearest};

use super::Resolver;
use super::scopes::{Entry, Meaning, Scope};
use super::uses::parts;
use crate::builtin::{Builtin, Imports};
use crate::tree::{
    Collection, Expression, ExpressionKind, Field, FieldKind, Name, Pattern, Relation, Replicated,
    Statement,
};

impl Resolver {
    /// Resolves a name where it is used as a value.
    pub(super) fn use_name(&mut self, name: &mut Name, scope: Scope) {
        match self.meaning(name, scope) {
            Ok(Meaning::Bound(binding)) => name.binding = Some(binding),
            Ok(Meaning::Module(_) | Meaning::Instance(_)) => {
                let text = format!("`{name}` is a module, not a value");
                let help = format!("its exports are named `{name}::x`");
                self.say(Diagnostic::error(name.span, text).help(help));
            }
            Err(diagnostic) => self.say(*diagnostic),
        }
    }

    /// What a name means where it is used.
    pub(super) fn meaning(
        &mut self,
        name: &Name,
        scope: Scope,
    ) -> Result<Meaning, Box<Diagnostic>> {
        let Some((first, inner)) = name.qualifiers.split_first() else {
            return match self.scopes.look_up(scope, &name.text) {
                Some(entry) => {
                    self.note_use(name.span, Some(entry));
                    Ok(entry.meaning)
                }
                None => self.builtin(name, scope),
            };
        };
        let module = self.scopes.look_up_module(scope, first);
        let mut entry = module.or_else(|| self.scopes.look_up(scope, first));
        let mut places = parts(name).into_iter();
        for (part, place) in inner.iter().chain([&name.text]).zip(&mut places) {
            self.note_use(place, entry);
            entry = Some(self.exported(name, entry, part)?);
        }
        places.for_each(|last| self.note_use(last, entry));
        Ok(entry.expect("there is at least one part").meaning)
    }

    /// What the module or instance that was found exports under a name.
    fn exported(
        &self,
        name: &Name,
        found: Option<Entry>,
        part: &Arc<str>,
    ) -> Result<Entry, Box<Diagnostic>> {
        let error = |text: String| Box::new(Diagnostic::error(name.span, text));
        let inside = match found.map(|entry| entry.meaning) {
            Some(Meaning::Instance(scope)) => scope,
            Some(Meaning::Module(place)) => self.modules[place].opened.ok_or_else(|| {
                let text = format!("the module in `{name}` has parameters");
                let help = "declare an instance of it, `instance I = M(..)`, and use that";
                Box::new(Diagnostic::error(name.span, text).help(help))
            })?,
            Some(Meaning::Bound(_)) => {
                return Err(error(format!(
                    "`{name}`: there is a value before `::`, and no module"
                )));
            }
            None => return Err(error(format!("there is no module as in `{name}`"))),
        };
        match self.scopes.own(inside, part) {
            Some(entry) if entry.exported => Ok(entry),
            Some(entry) => {
                let text = format!("`{name}`: `{part}` is private to the module");
                let mut diagnostic = Diagnostic::error(name.span, text);
                if let Some(span) = entry.span {
                    diagnostic = diagnostic.label(span, "declared before `exports`");
                }
                Err(Box::new(diagnostic.help("declare it behind `exports`")))
            }
            None => Err(error(format!("`{name}`: the module has no `{part}`"))),
        }
    }

    /// What a name means that no declaration has.
    fn builtin(&self, name: &Name, scope: Scope) -> Result<Meaning, Box<Diagnostic>> {
        let known = Builtin::ALL.iter().find(|builtin| *name.text == *builtin.text());
        match known {
            Some(builtin) if builtin.import() == Imports::Never => {
                return Ok(Meaning::Bound(builtin.binding()));
            }
            Some(builtin) if builtin.import() == Imports::Timed && self.scopes.is_timed(scope) => {
                return Ok(Meaning::Bound(builtin.binding()));
            }
            _ => (),
        }
        let diagnostic = Diagnostic::error(name.span, format!("`{}` is not defined", name.text));
        if let Some(builtin) = known {
            return Err(Box::new(diagnostic.help(how_to_import(*builtin))));
        }
        let free = |builtin: &&Builtin| builtin.import() == Imports::Never;
        let builtins = Builtin::ALL.iter().filter(free).map(|builtin| builtin.text());
        Err(Box::new(match nearest(&name.text, self.scopes.visible(scope).chain(builtins)) {
            Some(meant) => diagnostic.help(format!("did you mean `{meant}`?")),
            None => diagnostic,
        }))
    }

    pub(super) fn expression(&mut self, expression: &mut Expression, scope: Scope) {
        match &mut expression.kind {
            ExpressionKind::Integer(_)
            | ExpressionKind::Boolean(_)
            | ExpressionKind::Character(_)
            | ExpressionKind::Text(_) => (),
            ExpressionKind::Name(name) => self.use_name(name, scope),
            ExpressionKind::Tuple(all) => self.all(all, scope),
            ExpressionKind::Apply { function, arguments } => {
                self.expression(function, scope);
                self.all(arguments, scope);
            }
            ExpressionKind::Negate(one)
            | ExpressionKind::Not(one)
            | ExpressionKind::Length(one) => self.expression(one, scope),
            ExpressionKind::Dot(left, right)
            | ExpressionKind::Binary(_, left, right)
            | ExpressionKind::Guard(left, right)
            | ExpressionKind::Process(_, left, right) => {
                self.expression(left, scope);
                self.expression(right, scope);
            }
            ExpressionKind::If(first, second, third)
            | ExpressionKind::Synchronised(first, second, third)
            | ExpressionKind::Exception(first, second, third)
            | ExpressionKind::SynchronisingChoice(first, second, third)
            | ExpressionKind::SynchronisingInterrupt(first, second, third) => {
                for part in [first, second, third] {
                    self.expression(part, scope);
                }
            }
            ExpressionKind::Let(declarations, body) => {
                let inner = self.scopes.within(scope);
                let list = std::mem::take(declarations);
                let prefix = std::mem::take(&mut self.prefix);
                *declarations = self.list(list, inner);
                self.expression(body, inner);
                self.prefix = prefix;
            }
            ExpressionKind::Lambda(parameters, body) => {
                let inner = self.scopes.within(scope);
                for pattern in parameters {
                    self.local_pattern(pattern, inner);
                }
                self.expression(body, inner);
            }
            ExpressionKind::Sequence(collection) | ExpressionKind::Set(collection) => {
                self.collection(collection, scope);
            }
            ExpressionKind::Productions { elements, statements } => {
                let inner = self.statements(statements, scope);
                self.all(elements, inner);
            }
            ExpressionKind::Map(pairs) => {
                for (key, value) in pairs {
                    self.expression(key, scope);
                    self.expression(value, scope);
                }
            }
            ExpressionKind::Prefix { channel, fields, after } => {
                self.expression(channel, scope);
                let inner = self.fields(fields, scope);
                self.expression(after, inner);
            }
            ExpressionKind::Alphabetised { left, right } => {
                for (process, alphabet) in [&mut **left, &mut **right] {
                    self.expression(process, scope);
                    self.expression(alphabet, scope);
                }
            }
            ExpressionKind::Linked { left, right, links } => {
                self.expression(left, scope);
                self.expression(right, scope);
                self.relation(links, scope);
            }
            ExpressionKind::Rename(process, relation) => {
                self.expression(process, scope);
                self.relation(relation, scope);
            }
            ExpressionKind::Replicated { operator, statements, body } => {
                let inner = self.statements(statements, scope);
                self.expression(body, inner);
                match operator {
                    Replicated::ExternalChoice
                    | Replicated::InternalChoice
                    | Replicated::Interleave
                    | Replicated::Sequence => (),
                    Replicated::Alphabetised(alphabet) => self.expression(alphabet, inner),
                    Replicated::Synchronised(events) | Replicated::SynchronisingChoice(events) => {
                        self.expression(events, scope)
                    }
                    Replicated::Linked(links) => self.relation(links, inner),
                }
            }
        }
    }

    fn all(&mut self, expressions: &mut [Expression], scope: Scope) {
        expressions.iter_mut().for_each(|one| self.expression(one, scope));
    }

    /// A pattern of parameters or of generators.
    pub(super) fn local_pattern(&mut self, pattern: &mut Pattern, scope: Scope) {
        let prefix = std::mem::take(&mut self.prefix);
        self.pattern(pattern, scope, scope, false);
        self.prefix = prefix;
    }

    fn collection(&mut self, collection: &mut Collection, scope: Scope) {
        match collection {
            Collection::Elements(elements, statements) => {
                let inner = self.statements(statements, scope);
                self.all(elements, inner);
            }
            Collection::Range { from, to, statements } => {
                let inner = self.statements(statements, scope);
                self.expression(from, inner);
                if let Some(to) = to {
                    self.expression(to, inner);
                }
            }
        }
    }

    /// The scope of what stands before the statements: each knows what those before it bind.
    fn statements(&mut self, statements: &mut [Statement], scope: Scope) -> Scope {
        if statements.is_empty() {
            return scope;
        }
        let inner = self.scopes.within(scope);
        for statement in statements {
            match statement {
                Statement::Generator(pattern, values) => {
                    self.expression(values, inner);
                    self.local_pattern(pattern, inner);
                }
                Statement::Condition(condition) => self.expression(condition, inner),
            }
        }
        inner
    }

    /// The scope of what comes after the fields: each knows what those before it bind.
    fn fields(&mut self, fields: &mut [Field], scope: Scope) -> Scope {
        if fields.is_empty() {
            return scope;
        }
        let inner = self.scopes.within(scope);
        for field in fields {
            match &mut field.kind {
                FieldKind::Output(value) => self.expression(value, inner),
                FieldKind::Input(pattern, set) | FieldKind::Chosen(pattern, set) => {
                    if let Some(set) = set {
                        self.expression(set, inner);
                    }
                    self.local_pattern(pattern, inner);
                }
            }
        }
        inner
    }

    fn relation(&mut self, relation: &mut Relation, scope: Scope) {
        let inner = self.statements(&mut relation.statements, scope);
        for (left, right) in &mut relation.pairs {
            self.expression(left, inner);
            self.expression(right, inner);
        }
    }
}

/// What to write so that a built-in name is known.
pub(super) fn how_to_import(builtin: Builtin) -> String {
    let name = builtin.text();
    match builtin.import() {
        Imports::Never => format!("`{name}` is known without being imported"),
        Imports::Transparent | Imports::Either => {
            format!("`transparent {name}` makes it known")
        }
        Imports::External => format!("`external {name}` makes it known"),
        Imports::Timed => format!("`{name}` is known in `Timed {{ .. }}` only"),
    }
}
