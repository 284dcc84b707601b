//! Patterns.

use crate::tree::{Pattern, PatternKind};
use crate::types::constraint::Constraint;
use crate::types::scheme::Scheme;
use crate::types::store::{Form, Store, TypeId};
use crate::types::{Checked, Checker};

impl Checker<'_> {
    /// The type of the values that a pattern is for. Names that it binds get types.
    pub fn pattern(&mut self, pattern: &Pattern) -> Checked<TypeId> {
        Ok(match &pattern.kind {
            PatternKind::Anything => self.store.fresh(),
            PatternKind::Integer(_) => Store::INT,
            PatternKind::Boolean(_) => Store::BOOL,
            PatternKind::Character(_) => Store::CHAR,
            PatternKind::Text(_) => self.sequence_of(Store::CHAR),
            PatternKind::Name(name) => {
                let Some(binding) = name.binding else { return Ok(Store::UNKNOWN) };
                if !self.bindings.get(binding).kind.is_constant() {
                    if let Some(annotated) = self.annotated.get(&binding) {
                        return Ok(annotated.of);
                    }
                    let fresh = self.store.fresh();
                    let scheme = self.schemes.entry(binding).or_insert(Scheme::single(fresh));
                    return Ok(scheme.of);
                }
                self.use_of(name.span, name.binding)?
            }
            PatternKind::Tuple(parts) => {
                let parts: Checked<_> = parts.iter().map(|part| self.pattern(part)).collect();
                self.store.add(Form::Tuple(parts?))
            }
            PatternKind::Dot(first, second) => {
                let form = Form::Dot(self.pattern(first)?, self.pattern(second)?);
                self.store.add(form)
            }
            PatternKind::Sequence { first, rest, last } => {
                let element = self.store.fresh();
                for part in first.iter().chain(last) {
                    self.part_of_pattern(part, element)?;
                }
                let sequence = self.sequence_of(element);
                if let Some(rest) = rest {
                    self.part_of_pattern(rest, sequence)?;
                }
                sequence
            }
            PatternKind::EmptySet => {
                let element = self.store.fresh_with(Constraint::Eq.closure());
                self.set_of(element)
            }
            // To tell `{x}` from a larger set, elements are compared.
            PatternKind::SingletonSet(element) => {
                let of = self.pattern(element)?;
                self.constrain(element.span, Constraint::Eq, of)?;
                self.set_of(of)
            }
            PatternKind::Both(first, second) => {
                let of = self.pattern(first)?;
                self.part_of_pattern(second, of)?;
                of
            }
        })
    }

    fn part_of_pattern(&mut self, part: &Pattern, expected: TypeId) -> Checked<()> {
        let found = self.pattern(part)?;
        self.unify(part.span, expected, found)
    }

    /// Makes a pattern of values of a type that is known before.
    pub fn match_pattern(
        &mut self,
        span: diagnostics::Span,
        pattern: TypeId,
        value: TypeId,
    ) -> Checked<()> {
        self.store.place = span;
        let result = self.store.unify_pattern(pattern, value);
        result.map_err(|why| self.mismatch(span, value, pattern, why))
    }
}
