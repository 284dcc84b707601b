//! Which part of `c.x.y` is the wrong one.

use diagnostics::{Diagnostic, Span};

use crate::tree::{Expression, ExpressionKind};
use crate::types::Checker;
use crate::types::expressions::bracketed;
use crate::types::store::{Form, TypeId};

impl Checker<'_> {
    /// The part of an expression with dots that a constructor before it cannot take, if there is one.
    pub fn wrong_part_of(&mut self, expression: &Expression) -> Option<Box<Diagnostic>> {
        let (mut parts, mut rest) = (Vec::new(), expression);
        while let ExpressionKind::Dot(first, second) = &rest.kind {
            parts.push(&**first);
            rest = second;
        }
        parts.push(rest);
        if parts.len() == 1 {
            return None;
        }
        let types: Option<Vec<(Span, TypeId)>> =
            parts.iter().map(|part| Some((part.span, self.infer(part).ok()?))).collect();
        let diagnostic = self.wrong_part(&types?, false)?;
        Some(parts.into_iter().fold(diagnostic, |diagnostic, part| bracketed(part, diagnostic)))
    }

    /// The same of parts with dots between; `whole` if nothing may be missing in the end.
    pub fn wrong_part(&mut self, parts: &[(Span, TypeId)], whole: bool) -> Option<Box<Diagnostic>> {
        let (&(start, head), rest) = parts.split_first()?;
        let mut list = self.store.elements(head);
        let mut before = start;
        for &(span, of) in rest {
            let head = *list.first()?;
            if list.len() > 1 {
                return None;
            }
            match self.store.resolved(head) {
                Form::Dotable(field, _) => {
                    let elements = self.store.elements(of);
                    list = vec![head];
                    list.extend(elements.iter().take(1));
                    match self.store.fed(list) {
                        Ok(fed) => list = fed,
                        Err(why) => return Some(self.mismatch(span, field, of, why)),
                    }
                    // What has dots itself is not looked into.
                    if elements.len() > 1 {
                        return None;
                    }
                }
                Form::Event | Form::Datatype(_) => {
                    let [head] = self.printed([head]);
                    let text =
                        format!("there is nothing left to take this: it follows a whole `{head}`");
                    let diagnostic = Diagnostic::error(span, text);
                    return Some(Box::new(diagnostic.label(before, "is whole")));
                }
                _ => return None,
            }
            before = start.to(span);
        }
        let &[last] = list.as_slice() else { return None };
        let (fields, becomes) = self.store.spine(last);
        let is_event = matches!(self.store.resolved(becomes), Form::Event);
        if !whole || fields.is_empty() || !is_event {
            return None;
        }
        let missing = self.store.dots(&fields);
        let [missing] = self.printed([missing]);
        let text = format!("the event is not complete: `{missing}` is missing");
        let help = "`?x` takes a value of any kind, `!v` gives one";
        Some(Box::new(Diagnostic::error(before, text).help(help)))
    }
}
