//! Built-in functions of relations, which are sets of pairs.

use std::collections::BTreeMap;

use diagnostics::Span;
use groups::Partition;

use super::Evaluator;
use super::failure::Outcome;
use crate::builtin::Builtin;
use crate::values::{Lazy, Value};

impl Evaluator<'_> {
    pub(super) fn relation_builtin(
        &mut self,
        builtin: Builtin,
        arguments: &[Lazy],
        span: Span,
    ) -> Outcome<Value> {
        match (builtin, arguments) {
            (Builtin::RelationalImage, [relation, value]) => {
                let (pairs, value) = (self.relation(relation, span)?, self.normal_of(value)?);
                let image = pairs.into_iter().filter(|(from, _)| *from == value);
                Ok(Value::set(image.map(|(_, to)| to).collect()))
            }
            (Builtin::RelationalInverseImage, [relation, value]) => {
                let (pairs, value) = (self.relation(relation, span)?, self.normal_of(value)?);
                let image = pairs.into_iter().filter(|(_, to)| *to == value);
                Ok(Value::set(image.map(|(from, _)| from).collect()))
            }
            (Builtin::Transpose, [relation]) => {
                let pairs = self.relation(relation, span)?.into_iter();
                Ok(Value::set(pairs.map(|(from, to)| Value::tuple([to, from])).collect()))
            }
            (Builtin::TransitiveClosure, [relation, domain]) => {
                let pairs = self.relation(relation, span)?;
                let domain = self.set_argument(domain, span)?;
                let domain = self.elements(&domain)?;
                Ok(Value::set(representatives(pairs, &domain)))
            }
            _ => Err(self.wrong_arguments(builtin, arguments.len(), span)),
        }
    }

    /// The pairs of a relation.
    pub(super) fn relation(&mut self, argument: &Lazy, span: Span) -> Outcome<Vec<(Value, Value)>> {
        let set = self.set_argument(argument, span)?;
        let mut pairs = Vec::new();
        for element in self.elements(&set)?.iter() {
            let pair = match element {
                Value::Tuple(tuple) => tuple.0.iter().filter_map(Lazy::known).collect(),
                _ => Vec::new(),
            };
            match <[Value; 2]>::try_from(pair) {
                Ok([from, to]) => pairs.push((from, to)),
                Err(_) => return Err(self.unexpected(element, "a pair", span)),
            }
        }
        Ok(pairs)
    }
}

/// The pairs of a representative and another element of its class, for the elements of the domain, where classes are those of the
/// smallest equivalence that holds the relation. The least element of a class represents it.
fn representatives(pairs: Vec<(Value, Value)>, domain: &[Value]) -> Vec<Value> {
    let mut places: BTreeMap<Value, usize> = BTreeMap::new();
    for (from, to) in &pairs {
        for value in [from, to] {
            places.entry(value.clone()).or_default();
        }
    }
    // Places are in the order of values, so that the least place of a class is that of its least element.
    places.values_mut().enumerate().for_each(|(place, entry)| *entry = place);
    let values: Vec<Value> = places.keys().cloned().collect();
    let mut classes = Partition::singletons(values.len());
    for (from, to) in &pairs {
        classes.join(places[from], places[to]);
    }
    let mut found = Vec::new();
    for value in domain {
        let Some(&place) = places.get(value) else { continue };
        let representative = classes.find(place);
        if representative != place {
            found.push(Value::tuple([values[representative].clone(), value.clone()]));
        }
    }
    found
}
