//! Prefixes: an event, or a channel and what fields dot on to it.

use diagnostics::{Diagnostic, Span};

use crate::tree::{Expression, Field, FieldKind, Pattern};
use crate::types::constraint::Constraint;
use crate::types::store::{Form, Store, TypeId};
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
        result.map_err(|why| match self.wrong_field(&parts) {
            Some(diagnostic) => diagnostic,
            None => self.mismatch(span, Store::EVENT, event, why),
        })
    }

    /// The type of what an input takes: whole fields.
    fn input(&mut self, pattern: &Pattern, set: Option<&Expression>) -> Checked<TypeId> {
        let values = set.map(|set| Ok((set.span, self.infer(set)?))).transpose()?;
        let of = self.pattern(pattern)?;
        if let Some((span, found)) = values {
            let expected = self.set_of(of);
            self.store.place = span;
            let result = self.store.unify_pattern(expected, found);
            result.map_err(|why| self.mismatch(span, expected, found, why))?;
        }
        self.constrain(pattern.span, Constraint::Complete, of)?;
        Ok(of)
    }

    /// The first field that is not what its channel carries there, if all types are plain ones.
    fn wrong_field(&mut self, parts: &[(Span, TypeId)]) -> Option<Box<Diagnostic>> {
        let (&(span, channel), fields) = parts.split_first()?;
        let (mut wanted, becomes) = self.store.spine(channel);
        if becomes != Store::EVENT {
            return None;
        }
        wanted.reverse();
        for &(span, field) in fields {
            for found in self.store.elements(field) {
                let Some(expected) = wanted.pop() else {
                    let text = "the channel carries no such field";
                    return Some(Box::new(Diagnostic::error(span, text)));
                };
                if !self.is_plain(expected) || !self.is_plain(found) {
                    return None;
                }
                if let Err(diagnostic) = self.unify(span, expected, found) {
                    return Some(diagnostic);
                }
            }
        }
        wanted.reverse();
        let left = self.store.dots(&wanted);
        let [left] = self.printed([left]);
        let text = format!("the event is not complete: `{left}` is missing");
        let help = "`?x` takes a value of any kind, `!v` gives one";
        (!wanted.is_empty()).then(|| Box::new(Diagnostic::error(span, text).help(help)))
    }

    /// Whether values of a type are single fields for certain.
    fn is_plain(&mut self, of: TypeId) -> bool {
        !matches!(
            self.store.resolved(of),
            Form::Variable(_) | Form::Dotable(..) | Form::Extendable { .. } | Form::Unknown
        )
    }
}
