//! What channels and constructors still lack: extensions, productions, and the next field.

use std::rc::Rc;

use diagnostics::Span;

use super::Evaluator;
use super::code::{Code, Env, Step};
use super::comprehension::Source;
use super::failure::Outcome;
use crate::values::{Constructed, ConstructorId, Set, Value};

impl Evaluator<'_> {
    /// The sets of what is lacking, whose elements may be several fields: the product of these sets is all that makes the value
    /// complete. None if nothing is lacking.
    pub(super) fn lacking(&mut self, value: &Value, span: Span) -> Outcome<Vec<Rc<Set>>> {
        match value {
            Value::Constructed(constructed) => self.lacking_in(constructed, span),
            Value::Dots(fields) => self.lacking(&fields[fields.len() - 1], span),
            other => Err(self.unexpected(other, "a channel or a constructor", span)),
        }
    }

    fn lacking_in(&mut self, value: &Constructed, span: Span) -> Outcome<Vec<Rc<Set>>> {
        let declared = self.fields(value.constructor)?;
        let count = value.fields.len();
        let mut sets = match value.fields.last() {
            Some(last) if last.is_incomplete() => match &*declared[count - 1] {
                Set::Datatype(_) => self.lacking(last, span)?,
                Set::Constructed(id, parts) if lacks_all(last, *id) => parts.clone(),
                set => {
                    let elements = self.elements(set)?;
                    let rest = elements.iter().filter_map(|element| beyond(last, element));
                    vec![Rc::new(Set::of(rest.map(Value::dots).collect()))]
                }
            },
            _ => Vec::new(),
        };
        sets.extend(declared[count..].iter().cloned());
        Ok(sets)
    }

    /// All values that make this one complete when they are dotted to it.
    pub(super) fn extensions(&mut self, value: &Value, span: Span) -> Outcome<Rc<Set>> {
        let mut sets = self.lacking(value, span)?;
        Ok(match sets.len() {
            0 => {
                let shown = self.shown(value);
                return Err(self.error(span, format!("{shown} is complete and has no extensions")));
            }
            1 => sets.swap_remove(0),
            _ => Rc::new(Set::Dots(sets)),
        })
    }

    /// What the next field may be.
    pub(super) fn next_field(&mut self, value: &Value, span: Span) -> Outcome<Rc<Set>> {
        let sets = self.lacking(value, span)?;
        let Some(set) = sets.first() else {
            let shown = self.shown(value);
            return Err(self.error(span, format!("{shown} is complete and takes no more fields")));
        };
        if super::sets::width(set) == 1 {
            return Ok(Rc::clone(set));
        }
        let elements = self.elements(set)?;
        let first = elements.iter().map(|element| element.dotted()[0].clone());
        Ok(Rc::new(Set::of(first.collect())))
    }

    /// All complete values that begin like this one.
    pub(super) fn productions(&mut self, value: &Value, span: Span) -> Outcome<Rc<Set>> {
        let Value::Constructed(constructed) = value else {
            return Err(self.unexpected(value, "a channel or a constructor", span));
        };
        if constructed.complete {
            return Ok(Rc::new(Set::of(vec![value.clone()])));
        }
        let declared = self.fields(constructed.constructor)?;
        let mut sets: Vec<Rc<Set>> = Vec::new();
        for (place, field) in constructed.fields.iter().enumerate() {
            sets.push(match field.is_incomplete() {
                false => Rc::new(Set::of(vec![field.clone()])),
                true => self.productions_in(&declared[place], field, span)?,
            });
        }
        sets.extend(declared[sets.len()..].iter().cloned());
        Ok(Rc::new(Set::Constructed(constructed.constructor, sets)))
    }

    /// The values of a set that begin like this incomplete one. Sets without an end are taken apart, not listed.
    fn productions_in(&mut self, set: &Set, value: &Value, span: Span) -> Outcome<Rc<Set>> {
        match set {
            Set::Datatype(_) => self.productions(value, span),
            Set::Constructed(id, parts) if lacks_all(value, *id) => {
                Ok(Rc::new(Set::Constructed(*id, parts.clone())))
            }
            Set::Union(parts) => {
                let mut sets = Vec::new();
                for part in parts {
                    sets.push(self.productions_in(part, value, span)?);
                }
                self.union_of(sets)
            }
            set => {
                let elements = self.elements(set)?;
                let begin = |element: &&Value| beyond(value, element).is_some();
                Ok(Rc::new(Set::of(elements.iter().filter(begin).cloned().collect())))
            }
        }
    }

    /// `{| a, b | .. |}`
    pub(super) fn productions_of(
        &mut self,
        elements: &[Code],
        steps: &[Step],
        env: &Env,
    ) -> Outcome<Value> {
        let mut sets = Vec::new();
        self.each(steps, Source::Sets, env, &mut |evaluator, env| {
            for element in elements {
                let value = evaluator.evaluate_code(element, env)?;
                let value = evaluator.normal(&value)?;
                sets.push(evaluator.productions(&value, element.span)?);
            }
            Ok(())
        })?;
        Ok(Value::Set(self.union_of(sets)?))
    }
}

/// Whether a value is a constructor that has no field yet.
fn lacks_all(value: &Value, constructor: ConstructorId) -> bool {
    matches!(value, Value::Constructed(one) if one.constructor == constructor && one.fields.is_empty())
}

/// The fields that a value has beyond those of one that lacks some, if it begins like that one.
fn beyond(begin: &Value, whole: &Value) -> Option<Vec<Value>> {
    let (Value::Constructed(begin), Value::Constructed(whole)) = (begin, whole) else {
        return None;
    };
    let count = begin.fields.len();
    if begin.constructor != whole.constructor || count > whole.fields.len() {
        return None;
    }
    let Some((last, others)) = begin.fields.split_last() else {
        return Some(whole.fields.clone());
    };
    if *others != whole.fields[..count - 1] {
        return None;
    }
    let mut fields = match last.is_incomplete() {
        true => beyond(last, &whole.fields[count - 1])?,
        false if *last == whole.fields[count - 1] => Vec::new(),
        false => return None,
    };
    fields.extend_from_slice(&whole.fields[count..]);
    Some(fields)
}
