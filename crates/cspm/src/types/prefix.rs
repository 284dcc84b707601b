//! Prefixes: an event, or a channel and what fields dot on to it.

use crate::tree::{Expression, Field, FieldKind, Pattern};
use crate::types::constraint::Constraint;
use crate::types::store::{Store, TypeId};
use crate::types::{Checked, Checker};

impl Checker<'_> {
    pub fn prefix(&mut self, channel: &Expression, fields: &[Field]) -> Checked<()> {
        let Some(last) = fields.last() else { return self.expect(channel, Store::EVENT) };
        let mut parts = vec![(channel.span, self.infer(channel)?)];
        for field in fields {
            let of = match &field.kind {
                FieldKind::Output(value) => self.infer(value)?,
                FieldKind::Input(pattern, set) | FieldKind::Chosen(pattern, set) => {
                    self.input(pattern, set.as_ref())?
                }
            };
            parts.push((field.span, of));
        }
        let types: Vec<TypeId> = parts.iter().map(|&(_, of)| of).collect();
        let event = self.store.dots(&types);
        let span = channel.span.to(last.span);
        self.store.place = span;
        let result = self.store.unify(Store::EVENT, event);
        result.map_err(|why| match self.wrong_part(&parts, true) {
            Some(diagnostic) => diagnostic,
            None => self.mismatch(span, Store::EVENT, event, why),
        })
    }

    /// The type of what an input takes: whole fields.
    fn input(&mut self, pattern: &Pattern, set: Option<&Expression>) -> Checked<TypeId> {
        let values = set.map(|set| self.infer(set)).transpose()?;
        let of = self.pattern(pattern)?;
        if let (Some(set), Some(found)) = (set, values) {
            let expected = self.set_of(of);
            self.store.place = set.span;
            let result = self.store.unify_pattern(expected, found);
            result.map_err(|why| self.mismatch(set.span, expected, found, why))?;
        }
        self.constrain(pattern.span, Constraint::Complete, of)?;
        Ok(of)
    }
}
