//! Dots: what feeds channels and constructors (section 5.2 of the notes on the language).

use std::rc::Rc;

use diagnostics::{Diagnostic, Span};

use super::Evaluator;
use super::failure::Outcome;
use crate::values::{Constructed, Value};

/// No more constructors than this are inside one another, so that values can be compared and printed recursively.
const DEEPEST: u32 = 20_000;

impl Evaluator<'_> {
    /// `a.b`: each field of `b` goes to the innermost constructor at the end of `a` that lacks one, or to `a` as a list.
    pub(super) fn combine(&mut self, left: Value, right: &Value, span: Span) -> Outcome<Value> {
        let mut whole = self.normal_but_sets(left)?;
        let right = self.normal_but_sets(right.clone())?;
        for field in right.dotted() {
            whole = self.fed(whole, field.clone(), span)?;
        }
        Ok(whole)
    }

    /// Dotted sets stand for types. They are not listed: a datatype that is being declared may be among them.
    fn normal_but_sets(&mut self, value: Value) -> Outcome<Value> {
        match value {
            Value::Set(_) | Value::Dots(_) => Ok(value),
            other => self.normal(&other),
        }
    }

    fn fed(&mut self, whole: Value, field: Value, span: Span) -> Outcome<Value> {
        match whole {
            Value::Dots(fields) => {
                let mut fields = fields.to_vec();
                let last = fields.pop().expect("two or more");
                if last.is_incomplete() {
                    fields.push(self.fed(last, field, span)?);
                } else {
                    fields.extend([last, field]);
                }
                Ok(Value::dots(fields))
            }
            Value::Constructed(constructed) if !constructed.complete => {
                let constructed = Rc::unwrap_or_clone(constructed);
                Ok(Value::Constructed(Rc::new(self.constructed(constructed, field, span)?)))
            }
            other => Ok(Value::dots(vec![other, field])),
        }
    }

    /// A channel or a constructor with one more field, or with more in its last field.
    fn constructed(
        &mut self,
        mut whole: Constructed,
        field: Value,
        span: Span,
    ) -> Outcome<Constructed> {
        let sets = self.fields(whole.constructor)?;
        let field = self.normal(&field)?;
        match whole.fields.pop() {
            Some(last) if last.is_incomplete() => {
                let last = self.fed(last, field, span)?;
                whole.fields.push(last);
            }
            last => {
                whole.fields.extend(last);
                whole.fields.push(field);
            }
        }
        let count = whole.fields.len();
        let last = &whole.fields[count - 1];
        whole.depth = whole.depth.max(1 + last.depth());
        if whole.depth > DEEPEST {
            let text = format!("more than {DEEPEST} constructors would be inside one another");
            return Err(self.error(span, text));
        }
        if !last.is_incomplete() {
            if !self.contains(&sets[count - 1], last)? {
                return Err(self.out_of_range(&whole, span));
            }
            whole.complete = count == sets.len();
        }
        Ok(whole)
    }

    fn out_of_range(&mut self, whole: &Constructed, span: Span) -> super::Failure {
        let place = whole.fields.len();
        let shown = self.shown(&whole.fields[place - 1]);
        let constructor = Rc::clone(&self.program.constructors[whole.constructor.0 as usize]);
        let (name, kind) = match constructor.datatype {
            Some(_) => (&constructor.name, "constructor"),
            None => (&constructor.name, "channel"),
        };
        let text = format!(
            "the value {shown} is not in the set that {kind} `{name}` was declared with for field {place}"
        );
        let diagnostic = Diagnostic::error(span, text)
            .label(constructor.span, format!("`{name}` is declared here"));
        self.traced(diagnostic).into()
    }
}
