//! Types that are written down.

use std::collections::HashMap;
use std::sync::Arc;

use diagnostics::Diagnostic;

use crate::tree::{AnnotatedKind, AnnotatedType, Name, TypeScheme};
use crate::types::constraint::{Constraint, Constraints};
use crate::types::store::{Form, Store, TypeId};
use crate::types::{Checked, Checker};

/// A type that is written beside a definition.
#[derive(Clone, Debug)]
pub(super) struct Annotated {
    /// The type, in which variables stand for any type.
    pub of: TypeId,
    /// Those variables that it is the first one to name.
    pub variables: HashMap<Arc<str>, TypeId>,
}

impl Checker<'_> {
    /// The type that is written. Variables of annotations around are the same here.
    pub fn annotated_scheme(&mut self, scheme: &TypeScheme) -> Checked<Annotated> {
        let mut names = Vec::new();
        variables(&scheme.annotated, &mut names);
        let mut constraints: HashMap<Arc<str>, Constraints> = HashMap::new();
        for (constraint, variable) in &scheme.constraints {
            let Some(known) = Constraint::named(&constraint.text) else {
                let message = format!("there is no constraint `{constraint}`");
                let help = "there are `Eq`, `Ord`, `Set`, `Complete` and `Yieldable`";
                return Err(Box::new(Diagnostic::error(constraint.span, message).help(help)));
            };
            let is_own = names.iter().any(|name| name.text == variable.text);
            if !is_own || self.outer_variable(&variable.text).is_some() {
                return Err(foreign(variable, is_own));
            }
            constraints.entry(Arc::clone(&variable.text)).or_default().add(known);
        }
        let mut own = HashMap::new();
        for name in names {
            if self.outer_variable(&name.text).is_none() && !own.contains_key(&name.text) {
                let constraints = constraints.get(&name.text).copied().unwrap_or_default();
                let rigid = self.store.fresh_rigid(Arc::clone(&name.text), constraints);
                own.insert(Arc::clone(&name.text), rigid);
            }
        }
        self.variables.push(own);
        let of = self.annotated_type(&scheme.annotated);
        let variables = self.variables.pop().unwrap_or_default();
        Ok(Annotated { of: of?, variables })
    }

    fn outer_variable(&self, name: &str) -> Option<TypeId> {
        self.variables.iter().rev().find_map(|scope| scope.get(name).copied())
    }

    fn annotated_type(&mut self, annotated: &AnnotatedType) -> Checked<TypeId> {
        let form = match &annotated.kind {
            AnnotatedKind::Name(name) => return self.named_type(name),
            AnnotatedKind::Set(element) => Form::Set(self.annotated_type(element)?),
            AnnotatedKind::Sequence(element) => Form::Sequence(self.annotated_type(element)?),
            AnnotatedKind::Tuple(parts) => Form::Tuple(self.annotated_types(parts)?.into()),
            AnnotatedKind::Map(key, value) => {
                Form::Map(self.annotated_type(key)?, self.annotated_type(value)?)
            }
            AnnotatedKind::Function(parameters, result) => {
                let parameters = self.annotated_types(parameters)?;
                Form::Function(parameters.into(), self.annotated_type(result)?)
            }
            AnnotatedKind::Dot(a, b) => Form::Dot(self.annotated_type(a)?, self.annotated_type(b)?),
            AnnotatedKind::Dotable(field, becomes) => {
                Form::Dotable(self.annotated_type(field)?, self.annotated_type(becomes)?)
            }
            AnnotatedKind::Extendable(fields, complete) => {
                let rigid = self.annotated_type(fields)?;
                if !matches!(self.store.resolved(rigid), Form::Rigid(_)) {
                    let message =
                        "a type variable cannot stand before `=>*`: nothing is known of it";
                    return Err(Box::new(Diagnostic::error(fields.span, message)));
                }
                Form::Extendable { complete: self.annotated_type(complete)?, fields: rigid }
            }
        };
        Ok(self.store.add(form))
    }

    fn annotated_types(&mut self, all: &[AnnotatedType]) -> Checked<Vec<TypeId>> {
        all.iter().map(|one| self.annotated_type(one)).collect()
    }

    fn named_type(&mut self, name: &Name) -> Checked<TypeId> {
        if let Some(binding) = name.binding {
            if !self.datatypes.contains(&binding) {
                let message = format!("`{name}` is not a type");
                let help = "types are named by datatypes, not by sets";
                return Err(Box::new(Diagnostic::error(name.span, message).help(help)));
            }
            return Ok(self.store.add(Form::Datatype(binding)));
        }
        if !name.qualifiers.is_empty() {
            return Ok(Store::UNKNOWN);
        }
        Ok(match plain(&name.text) {
            Some(of) => of,
            None => self.outer_variable(&name.text).unwrap_or(Store::UNKNOWN),
        })
    }
}

/// A constraint on a variable that is not that of its type.
fn foreign(variable: &Name, is_outer: bool) -> Box<Diagnostic> {
    let message = if is_outer {
        format!("`{variable}` is a variable of a type around this one, which says what it must be")
    } else {
        format!("`{variable}` is not a variable of this type")
    };
    Box::new(Diagnostic::error(variable.span, message))
}

/// The types that have names of their own.
fn plain(name: &str) -> Option<TypeId> {
    Some(match name {
        "Int" => Store::INT,
        "Bool" => Store::BOOL,
        "Char" => Store::CHAR,
        "Proc" => Store::PROC,
        "Event" => Store::EVENT,
        _ => return None,
    })
}

/// The variables of a type that is written down.
fn variables<'a>(annotated: &'a AnnotatedType, names: &mut Vec<&'a Name>) {
    match &annotated.kind {
        AnnotatedKind::Name(name) => {
            let is_variable = name.binding.is_none() && name.qualifiers.is_empty();
            names.extend((is_variable && plain(&name.text).is_none()).then_some(name));
        }
        AnnotatedKind::Set(element) | AnnotatedKind::Sequence(element) => {
            variables(element, names);
        }
        AnnotatedKind::Tuple(parts) => parts.iter().for_each(|part| variables(part, names)),
        AnnotatedKind::Function(parameters, result) => {
            parameters.iter().for_each(|parameter| variables(parameter, names));
            variables(result, names);
        }
        AnnotatedKind::Map(a, b)
        | AnnotatedKind::Dot(a, b)
        | AnnotatedKind::Dotable(a, b)
        | AnnotatedKind::Extendable(a, b) => {
            variables(a, names);
            variables(b, names);
        }
    }
}
