//! Built-in functions of maps.

use std::rc::Rc;

use diagnostics::Span;

use super::Evaluator;
use super::failure::Outcome;
use crate::builtin::Builtin;
use crate::values::{Lazy, Map, Tuple, Value};

impl Evaluator<'_> {
    pub(super) fn map_builtin(
        &mut self,
        builtin: Builtin,
        arguments: &[Lazy],
        span: Span,
    ) -> Outcome<Value> {
        match (builtin, arguments) {
            (Builtin::MapFromList, [pairs]) => {
                // Of equal keys, the last one counts.
                let map = self.pairs_argument(pairs, span)?.into_iter().collect();
                Ok(Value::Map(Rc::new(Map(map))))
            }
            (Builtin::MapLookup, [map, key]) => {
                let (map, key) = (self.map_argument(map, span)?, self.normal_of(key)?);
                match map.0.get(&key) {
                    Some(value) => self.force(value),
                    None => {
                        let shown = self.shown(&key);
                        Err(self.error(span, format!("the map has no key {shown}")))
                    }
                }
            }
            (Builtin::MapMember, [map, key]) => {
                let (map, key) = (self.map_argument(map, span)?, self.normal_of(key)?);
                Ok(Value::Boolean(map.0.contains_key(&key)))
            }
            (Builtin::MapToList, [map]) => {
                let map = self.map_argument(map, span)?;
                let pair = |(key, value): (&Value, &Lazy)| {
                    let pair = Tuple(vec![Lazy::Value(key.clone()), value.clone()]);
                    Lazy::Value(Value::Tuple(Rc::new(pair)))
                };
                Ok(Evaluator::sequence_of(map.0.iter().map(pair).collect()))
            }
            (Builtin::MapUpdate, [map, key, value]) => {
                let (map, key) = (self.map_argument(map, span)?, self.normal_of(key)?);
                let mut updated = map.0.clone();
                updated.insert(key, value.clone());
                Ok(Value::Map(Rc::new(Map(updated))))
            }
            (Builtin::MapUpdateMultiple, [map, pairs]) => {
                let map = self.map_argument(map, span)?;
                let mut updated = map.0.clone();
                // Of equal keys, the first one counts: so does libcspm, though the manual says the last one.
                updated.extend(self.pairs_argument(pairs, span)?.into_iter().rev());
                Ok(Value::Map(Rc::new(Map(updated))))
            }
            (Builtin::MapDelete, [map, key]) => {
                let (map, key) = (self.map_argument(map, span)?, self.normal_of(key)?);
                let mut updated = map.0.clone();
                updated.remove(&key);
                Ok(Value::Map(Rc::new(Map(updated))))
            }
            _ => Err(self.wrong_arguments(builtin, arguments.len(), span)),
        }
    }

    fn map_argument(&mut self, argument: &Lazy, span: Span) -> Outcome<Rc<Map>> {
        match self.force(argument)? {
            Value::Map(map) => Ok(map),
            other => Err(self.unexpected(&other, "a map", span)),
        }
    }

    fn pairs_argument(&mut self, argument: &Lazy, span: Span) -> Outcome<Vec<(Value, Lazy)>> {
        let sequence = self.force_sequence(argument)?;
        let mut pairs = Vec::new();
        for element in self.elements_of(&sequence)? {
            match self.force(&element)? {
                Value::Tuple(tuple) if tuple.0.len() == 2 => {
                    pairs.push((self.normal_of(&tuple.0[0])?, tuple.0[1].clone()));
                }
                other => return Err(self.unexpected(&other, "a pair", span)),
            }
        }
        Ok(pairs)
    }
}
