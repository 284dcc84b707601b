//! What patterns bind, and which constants they hold.

use super::scopes::{Meaning, Scope};
use super::{BoundKind, Resolver};
use crate::tree::{Pattern, PatternKind};

impl Resolver {
    /// Resolves the constants of a pattern, looked up from one scope, and declares its other names in another one.
    pub(super) fn pattern(
        &mut self,
        pattern: &mut Pattern,
        from: Scope,
        into: Scope,
        exported: bool,
    ) {
        match &mut pattern.kind {
            PatternKind::Anything
            | PatternKind::Integer(_)
            | PatternKind::Boolean(_)
            | PatternKind::Character(_)
            | PatternKind::Text(_)
            | PatternKind::EmptySet => (),
            PatternKind::Name(name) => {
                let constant = !name.qualifiers.is_empty() || {
                    let meaning = self.scopes.look_up(from, &name.text).map(|entry| entry.meaning);
                    matches!(meaning, Some(Meaning::Bound(binding))
                        if self.bindings.get(binding).kind.is_constant())
                };
                if constant {
                    self.use_name(name, from);
                } else {
                    self.declare(name, BoundKind::Value, into, exported);
                }
            }
            PatternKind::Tuple(all) => {
                all.iter_mut().for_each(|one| self.pattern(one, from, into, exported));
            }
            PatternKind::Dot(left, right) | PatternKind::Both(left, right) => {
                self.pattern(left, from, into, exported);
                self.pattern(right, from, into, exported);
            }
            PatternKind::Sequence { first, rest, last } => {
                let all = first.iter_mut().chain(rest.as_deref_mut()).chain(last);
                all.for_each(|one| self.pattern(one, from, into, exported));
            }
            PatternKind::SingletonSet(inner) => self.pattern(inner, from, into, exported),
        }
    }
}
