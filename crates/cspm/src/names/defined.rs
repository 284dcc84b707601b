//! The names that declarations define.

use super::Bindings;
use crate::tree::{Binding, Declaration, DeclarationKind, Name, Pattern, PatternKind};

impl Bindings {
    /// The first name that a declaration defines, if it defines any.
    pub(crate) fn first_of(&self, declaration: &Declaration) -> Option<Binding> {
        self.defined_by(declaration).first().and_then(|name| name.binding)
    }

    /// The names that a declaration defines.
    pub(crate) fn defined_by<'d>(&self, declaration: &'d Declaration) -> Vec<&'d Name> {
        match &declaration.kind {
            DeclarationKind::Function { name, .. }
            | DeclarationKind::Nametype { name, .. }
            | DeclarationKind::Subtype { name, .. } => vec![name],
            DeclarationKind::Channel { names, .. } => names.iter().collect(),
            DeclarationKind::Datatype { name, constructors } => {
                [name].into_iter().chain(constructors.iter().map(|one| &one.name)).collect()
            }
            DeclarationKind::Value { pattern, .. } => {
                let mut names = Vec::new();
                bound(pattern, &mut names);
                names.retain(|name| {
                    let kind = name.binding.map(|binding| self.get(binding).kind);
                    kind.is_some_and(|kind| !kind.is_constant())
                });
                names
            }
            _ => Vec::new(),
        }
    }
}

/// The names in a pattern.
fn bound<'p>(pattern: &'p Pattern, names: &mut Vec<&'p Name>) {
    match &pattern.kind {
        PatternKind::Name(name) => names.push(name),
        PatternKind::Tuple(parts) => parts.iter().for_each(|part| bound(part, names)),
        PatternKind::Dot(a, b) | PatternKind::Both(a, b) => {
            bound(a, names);
            bound(b, names);
        }
        PatternKind::Sequence { first, rest, last } => {
            let parts = first.iter().chain(rest.as_deref()).chain(last);
            parts.for_each(|part| bound(part, names));
        }
        PatternKind::SingletonSet(element) => bound(element, names),
        _ => (),
    }
}
