//! Lists of declarations.

use std::collections::HashMap;

use diagnostics::{Diagnostic, Span};

use crate::tree::{
    Binding, Declaration, DeclarationKind, Expression, ExpressionKind, Module, Name, Pattern,
    PatternKind,
};
use crate::types::annotation::Annotated;
use crate::types::constraint::{Comparable, Constraint};
use crate::types::groups::{Node, groups};
use crate::types::scheme::Scheme;
use crate::types::store::{Store, TypeId};
use crate::types::timed::Tock;
use crate::types::{Checked, Checker, uses};

/// Where declarations stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    /// At the top of a script.
    Top,
    /// In a module with parameters: channels may carry what is not known until there is an instance.
    Module,
    /// In `let`: only what is annotated is generalised.
    Let,
}

impl Checker<'_> {
    pub fn script(&mut self, declarations: &[Declaration]) {
        self.tock = Tock::among(declarations);
        self.declarations(declarations, Place::Top);
    }

    /// Checks the declarations of `let`.
    ///
    /// # Errors
    /// The first mistake: what is around is not understood without them.
    pub fn local_declarations(&mut self, declarations: &[Declaration]) -> Checked<()> {
        let before = std::mem::take(&mut self.diagnostics);
        self.declarations(declarations, Place::Let);
        let mut mistakes = std::mem::replace(&mut self.diagnostics, before).into_iter();
        match mistakes.next() {
            Some(first) => {
                // It is passed on, and said in the end.
                first.primary().map(|span| self.mistaken.remove(&span));
                Err(Box::new(first))
            }
            None => Ok(()),
        }
    }

    fn declarations(&mut self, declarations: &[Declaration], place: Place) {
        let mut all = Vec::new();
        flatten(declarations, &mut all);
        self.datatypes.extend(all.iter().filter_map(|one| match &one.kind {
            DeclarationKind::Datatype { name, .. } => name.binding,
            _ => None,
        }));
        self.annotations(&all);
        let nodes: Vec<Node> = all
            .iter()
            .map(|declaration| Node {
                defines: self
                    .bindings
                    .defined_by(declaration)
                    .iter()
                    .filter_map(|name| name.binding)
                    .collect(),
                uses: uses::of_declaration(declaration),
            })
            .collect();
        for group in groups(&nodes) {
            let mut group: Vec<&Declaration> = group.into_iter().map(|node| all[node]).collect();
            // Datatypes first: so it is known what constructors become.
            group.sort_by_key(|one| !matches!(one.kind, DeclarationKind::Datatype { .. }));
            self.group(&group, place);
        }
    }

    /// Finds the types of declarations that use each other.
    fn group(&mut self, group: &[&Declaration], place: Place) {
        self.store.level += 1;
        let names: Vec<&Name> =
            group.iter().flat_map(|one| self.bindings.defined_by(one)).collect();
        for name in &names {
            let Some(binding) = name.binding else { continue };
            if !self.annotated.contains_key(&binding) {
                let of = self.store.fresh();
                self.schemes.insert(binding, Scheme::single(of));
            }
        }
        for declaration in group {
            if let DeclarationKind::Datatype { name, .. } = &declaration.kind {
                self.store.comparable.extend(name.binding.map(|one| (one, Comparable::Later)));
            }
        }
        if let Some(diagnostic) = only_names(group) {
            self.say(diagnostic);
        }
        for declaration in group {
            let owner = self.bindings.first_of(declaration);
            let outside = std::mem::replace(&mut self.owner, owner);
            let checked = self.declaration(declaration);
            self.owner = outside;
            if let Err(diagnostic) = checked {
                self.say_of_instance(declaration, *diagnostic);
                self.give_up(declaration);
            }
        }
        self.compare_datatypes(group);
        self.store.level -= 1;
        for name in names {
            if let Err(diagnostic) = self.conclude(name, place) {
                self.say(*diagnostic);
            }
        }
    }

    /// Says what is wrong in a declaration; if only one instance of a module has that mistake, of which one.
    fn say_of_instance(&mut self, declaration: &Declaration, mut diagnostic: Diagnostic) {
        let primary = diagnostic.primary();
        let is_within = |module: &&Span| {
            primary.is_some_and(|span| module.to(span) == **module && span.file == module.file)
        };
        let name =
            self.bindings.defined_by(declaration).first().map(|name| name.qualifiers.join("::"));
        if let (Some(_), Some(instance)) = (self.templates.iter().find(is_within), name) {
            diagnostic.message += &format!(" (in `{instance}`)");
        }
        self.say(diagnostic);
    }

    /// What a wrong declaration defines agrees with everything.
    fn give_up(&mut self, declaration: &Declaration) {
        for binding in self.bindings.defined_by(declaration).iter().filter_map(|name| name.binding)
        {
            if !self.annotated.contains_key(&binding) {
                self.schemes.insert(binding, Scheme::single(Store::UNKNOWN));
            }
        }
    }

    /// Gives a name its type when its group is done.
    fn conclude(&mut self, name: &Name, place: Place) -> Checked<()> {
        let Some(binding) = name.binding else { return Ok(()) };
        let level = self.store.level;
        if !self.annotated.contains_key(&binding) {
            let of = self.schemes.get(&binding).map_or(Store::UNKNOWN, |scheme| scheme.of);
            let scheme = self.at(name.span, of, |store| store.generalise(of, level));
            let scheme = scheme.inspect_err(|_| {
                self.schemes.insert(binding, Scheme::single(Store::UNKNOWN));
            })?;
            let scheme = if place == Place::Let {
                self.at(name.span, of, |store| store.sink(of, level))?;
                Scheme::single(scheme.of)
            } else {
                scheme
            };
            self.schemes.insert(binding, scheme);
        }
        self.is_determined(name, binding, place)
    }

    /// What channels and constructors carry is known.
    fn is_determined(&mut self, name: &Name, binding: Binding, place: Place) -> Checked<()> {
        let scheme = &self.schemes[&binding];
        if place == Place::Module
            || scheme.any.is_empty()
            || !self.bindings.get(binding).kind.is_constant()
        {
            return Ok(());
        }
        let [of] = self.printed([scheme.of]);
        let message = format!("the fields of `{name}` are not known: it is a `{of}`");
        let help = "the type of the elements of an empty set is not known";
        self.schemes.insert(binding, Scheme::single(Store::UNKNOWN));
        Err(Box::new(Diagnostic::error(name.span, message).help(help)))
    }

    fn declaration(&mut self, declaration: &Declaration) -> Checked<()> {
        match &declaration.kind {
            DeclarationKind::Function { name, clauses } => self.with_variables(name, |checker| {
                let of = checker.type_of(name);
                clauses.iter().try_for_each(|clause| {
                    let groups: Vec<&[Pattern]> =
                        clause.parameters.iter().map(Vec::as_slice).collect();
                    checker.clause(&groups, &clause.body, of, clause.span)
                })
            }),
            DeclarationKind::Value { pattern, value } => self.value(pattern, value),
            DeclarationKind::Channel { names, fields } => self.channels(names, fields.as_ref()),
            DeclarationKind::Datatype { name, constructors } => self.datatype(name, constructors),
            DeclarationKind::Subtype { name, constructors } => self.subtype(name, constructors),
            DeclarationKind::Nametype { name, set } => {
                let element = self.elements_of(set)?;
                self.constrain(set.span, Constraint::Complete, element)?;
                let of = self.set_of(element);
                let expected = self.type_of(name);
                self.unify(set.span, expected, of)
            }
            DeclarationKind::Assertion(assertion) => self.assertion(assertion),
            DeclarationKind::Print { value, .. } => self.evaluated_value(value).map(|_| ()),
            DeclarationKind::Module(module) => self.module(module, declaration.span),
            DeclarationKind::Timed { durations, .. } => {
                self.timed(declaration.span, durations.as_ref())
            }
            DeclarationKind::Instance { .. }
            | DeclarationKind::Import { .. }
            | DeclarationKind::Annotation { .. } => Ok(()),
        }
    }

    fn value(&mut self, pattern: &Pattern, value: &Expression) -> Checked<()> {
        if let PatternKind::Name(name) = &pattern.kind {
            return self.with_variables(name, |checker| {
                let of = checker.pattern(pattern)?;
                checker.value_of(value, of)
            });
        }
        let of = self.pattern(pattern)?;
        let found = self.evaluated_value(value)?;
        let of = self.evaluated(pattern.span, of)?;
        self.match_pattern(pattern.span, of, found)
    }

    /// The type of what a name is being defined to be.
    pub fn type_of(&mut self, name: &Name) -> TypeId {
        let Some(binding) = name.binding else { return Store::UNKNOWN };
        match self.annotated.get(&binding) {
            Some(annotated) => annotated.of,
            None => self.schemes.get(&binding).map_or(Store::UNKNOWN, |scheme| scheme.of),
        }
    }

    /// Does something while the type variables of the annotation of a name are known.
    fn with_variables<T>(&mut self, name: &Name, inside: impl FnOnce(&mut Self) -> T) -> T {
        let annotated = name.binding.and_then(|binding| self.annotated.get(&binding));
        let variables = annotated.map_or_else(HashMap::new, |one| one.variables.clone());
        self.variables.push(variables);
        let result = inside(self);
        self.variables.pop();
        result
    }

    /// Notes the types that are written down in a list of declarations.
    fn annotations(&mut self, declarations: &[&Declaration]) {
        let mut spans: HashMap<Binding, Span> = HashMap::new();
        for declaration in declarations {
            let DeclarationKind::Annotation { names, scheme } = &declaration.kind else { continue };
            for name in names {
                let Some(binding) = name.binding else { continue };
                if let Some(&span) = spans.get(&binding) {
                    let message = format!("`{name}` has two types");
                    self.say(Diagnostic::error(name.span, message).label(span, "the first one"));
                    continue;
                }
                spans.insert(binding, name.span);
                self.store.level += 1;
                let annotated = self.annotated_scheme(scheme);
                self.store.level -= 1;
                let level = self.store.level;
                let annotated = annotated.and_then(|annotated| {
                    let of = annotated.of;
                    let scheme = self.at(name.span, of, |store| store.generalise(of, level))?;
                    Ok((annotated, scheme))
                });
                match annotated {
                    Ok((annotated, scheme)) => {
                        self.annotated.insert(binding, annotated);
                        self.schemes.insert(binding, scheme);
                    }
                    Err(diagnostic) => {
                        self.say(*diagnostic);
                        let of = Store::UNKNOWN;
                        let variables = HashMap::new();
                        self.annotated.insert(binding, Annotated { of, variables });
                        self.schemes.insert(binding, Scheme::single(of));
                    }
                }
            }
        }
    }

    /// A module with parameters, which are of single types in it.
    fn module(&mut self, module: &Module, span: Span) -> Checked<()> {
        for parameter in &module.parameters {
            let of = self.pattern(parameter)?;
            self.evaluated(parameter.span, of)?;
        }
        for declarations in [&module.private, &module.exported] {
            self.declarations(declarations, Place::Module);
        }
        self.templates.push(span);
        Ok(())
    }
}

/// What is wrong with `y = I::y` in a module of which `I` is an instance, and the like: names that mean each other, by way of an
/// instance. Without one, `x = x` is a value that nobody may ask for.
fn only_names(group: &[&Declaration]) -> Option<Diagnostic> {
    let mut by_instance = None;
    for declaration in group {
        let DeclarationKind::Value { pattern, value } = &declaration.kind else { return None };
        let (PatternKind::Name(name), ExpressionKind::Name(other)) = (&pattern.kind, &value.kind)
        else {
            return None;
        };
        if group.len() == 1 && name.binding != other.binding {
            return None;
        }
        if !other.qualifiers.is_empty() {
            by_instance = by_instance.or(Some((name, value.span)));
        }
    }
    let (name, span) = by_instance?;
    let text = format!("`{name}` is defined as itself, by way of an instance of a module");
    Some(Diagnostic::error(span, text))
}

/// All declarations of a list: those in timed sections belong to the list around.
pub(super) fn flatten<'d>(declarations: &'d [Declaration], all: &mut Vec<&'d Declaration>) {
    for declaration in declarations {
        all.push(declaration);
        if let DeclarationKind::Timed { declarations, .. } = &declaration.kind {
            flatten(declarations, all);
        }
    }
}
