//! Computing what was left for later, and all parts of values.

use std::cell::OnceCell;
use std::rc::Rc;

use diagnostics::Span;

use super::Evaluator;
use super::code::{Env, Slot, up};
use super::failure::Outcome;
use crate::values::{Callee, Closure, Lazy, Map, Sequence, State, Suspended, Thunk, Tuple, Value};

impl Evaluator<'_> {
    /// The value, computed as far as its outermost part.
    pub(super) fn force(&mut self, lazy: &Lazy) -> Outcome<Value> {
        match lazy {
            Lazy::Value(value) => Ok(value.clone()),
            Lazy::Thunk(thunk) => self.force_thunk(thunk),
        }
    }

    fn force_thunk(&mut self, thunk: &Rc<Thunk>) -> Outcome<Value> {
        let how = match &mut *thunk.0.borrow_mut() {
            State::Known(value) => return Ok(value.clone()),
            State::Failed(failure) => return Err(failure.clone()),
            State::Running => None,
            state => match std::mem::replace(state, State::Running) {
                State::Suspended(how) => Some(how),
                _ => None,
            },
        };
        let Some(how) = how else { return Err(self.depends_on_itself(None)) };
        let result = self.resume(how);
        *thunk.0.borrow_mut() = match &result {
            Ok(value) => State::Known(value.clone()),
            Err(failure) => State::Failed(failure.clone()),
        };
        result
    }

    fn resume(&mut self, how: Suspended) -> Outcome<Value> {
        match how {
            Suspended::Code(code) => self.evaluate_code(code.code(), code.env()),
            Suspended::Append(first, more) => self.append(&first, more),
            Suspended::Integers(from, to) => Ok(self.integers(from, to)),
            Suspended::Stream(stream) => self.next_of_stream(stream),
            Suspended::Concat(sequences) => self.concat(&sequences),
        }
    }

    pub(super) fn depends_on_itself(&self, span: Option<Span>) -> super::Failure {
        let span = span.or(self.trail.last().map(|&(_, span)| span));
        let text = "a value depends on itself";
        match span {
            Some(span) => self.error(span, text),
            None => diagnostics::Diagnostic::new(diagnostics::Severity::Error, text).into(),
        }
    }

    /// The value of a variable.
    pub(super) fn variable(&mut self, env: &Env, slot: u32, span: Span) -> Outcome<Value> {
        let lazy = match &*env.slots[slot as usize].borrow() {
            Slot::Bound(Lazy::Value(value)) => return Ok(value.clone()),
            Slot::Bound(lazy) => lazy.clone(),
            Slot::Empty | Slot::Running | Slot::Named(_) => {
                return Err(self.depends_on_itself(Some(span)));
            }
        };
        let value = self.force(&lazy)?;
        env.bind(slot, Lazy::Value(value.clone()));
        Ok(value)
    }

    /// The value with all its parts.
    pub(super) fn normal_of(&mut self, lazy: &Lazy) -> Outcome<Value> {
        let value = self.force(lazy)?;
        self.normal(&value)
    }

    /// The value with all its parts.
    pub(super) fn normal(&mut self, value: &Value) -> Outcome<Value> {
        if is_normal(value) {
            return Ok(value.clone());
        }
        if self.stack.is_used_up() {
            let text = "a value is too deep: it is inside itself without end, or nearly so";
            let diagnostic = diagnostics::Diagnostic::new(diagnostics::Severity::Error, text);
            return Err(self.traced(diagnostic).into());
        }
        match value {
            Value::Tuple(tuple) => {
                Ok(Value::Tuple(Rc::new(Tuple(self.normal_parts(tuple.0.iter())?))))
            }
            Value::Sequence(sequence) => {
                let elements = self.elements_of(sequence)?;
                let elements = self.normal_parts(elements.iter())?;
                Ok(Value::Sequence(Rc::new(Sequence::of(elements))))
            }
            Value::Dots(fields) => {
                let fields = fields.iter().map(|field| self.normal(field));
                Ok(Value::Dots(fields.collect::<Outcome<_>>()?))
            }
            Value::Map(map) => {
                let values = self.normal_parts(map.0.values())?;
                let map = map.0.keys().cloned().zip(values).collect();
                Ok(Value::Map(Rc::new(Map(map))))
            }
            Value::Set(set) => Ok(Value::Set(self.normal_set(set)?)),
            Value::Function(closure) => self.normal_closure(closure),
            other => Ok(other.clone()),
        }
    }

    fn normal_parts<'p>(&mut self, parts: impl Iterator<Item = &'p Lazy>) -> Outcome<Vec<Lazy>> {
        parts
            .map(|part| {
                self.tick()?;
                Ok(Lazy::Value(self.normal_of(part)?))
            })
            .collect()
    }

    fn normal_closure(&mut self, closure: &Closure) -> Outcome<Value> {
        let mut identity = match &closure.callee {
            Callee::Builtin(_) => Vec::new(),
            Callee::Definition(id, env) => self.captured(*id, env)?,
        };
        for group in &closure.given {
            for argument in group.iter() {
                identity.push(self.normal_of(argument)?);
            }
        }
        Ok(Value::Function(Rc::new(Closure {
            callee: closure.callee.clone(),
            given: closure.given.clone(),
            identity: OnceCell::from(identity.into_boxed_slice()),
        })))
    }

    /// The values of the variables further out on which a definition depends, seen from where it is defined.
    pub(super) fn captured(
        &mut self,
        definition: super::code::DefinitionId,
        env: &Env,
    ) -> Outcome<Vec<Value>> {
        let definition = Rc::clone(&self.program.definitions[definition.0 as usize]);
        let captures = definition.captures.get().map_or(&[][..], |captures| captures);
        captures
            .iter()
            .map(|capture| {
                let frame = up(env, capture.place.depth);
                let value = self.variable(frame, capture.place.slot, definition.span)?;
                let value = self.normal(&value)?;
                frame.bind(capture.place.slot, Lazy::Value(value.clone()));
                Ok(value)
            })
            .collect()
    }
}

/// Whether all parts are computed. Sets of finitely many elements are listed.
fn is_normal(value: &Value) -> bool {
    let part = |part: &Lazy| matches!(part, Lazy::Value(value) if is_normal(value));
    match value {
        Value::Tuple(tuple) => tuple.0.iter().all(part),
        Value::Sequence(sequence) => sequence.is_flat() && sequence.first().iter().all(part),
        Value::Map(map) => map.0.values().all(part),
        Value::Dots(fields) => fields.iter().all(is_normal),
        Value::Set(set) => {
            matches!(**set, crate::values::Set::Listed(_) | crate::values::Set::Range(..))
        }
        Value::Function(closure) => closure.identity.get().is_some(),
        _ => true,
    }
}
