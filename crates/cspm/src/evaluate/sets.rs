//! What is in sets. Infinite ones are described, and asked whether something is in them.

use std::rc::Rc;

use super::Evaluator;
use super::failure::Outcome;
use crate::values::{ConstructorId, DatatypeId, Lazy, Map, Sequence, Set, Tuple, Value};

/// Sets that have more elements are not listed.
const MOST_LISTED: u128 = 1 << 27;

/// Sets that have more elements stay described where they are compared.
const MOST_NORMAL: u128 = 1 << 22;

impl<'s> Evaluator<'s> {
    /// No fewer elements than there are; none if there are infinitely many.
    pub(super) fn bound(&mut self, set: &Set) -> Outcome<Option<u128>> {
        Ok(match set {
            Set::Listed(elements) => Some(elements.len() as u128),
            Set::Range(from, to) => Some((i128::from(*to) - i128::from(*from) + 1) as u128),
            Set::From(_) | Set::Integers | Set::Processes => None,
            Set::Characters => Some(0x11_0000),
            Set::Tuples(parts) | Set::Dots(parts) | Set::Constructed(_, parts) => {
                self.bound_of_product(parts)?
            }
            Set::Sequences(of) => (self.bound(of)? == Some(0)).then_some(1),
            Set::Subsets(of) => self.bound(of)?.map(|count| power(2, count)),
            Set::Maps(keys, values) => match (self.bound(keys)?, self.bound(values)?) {
                (Some(0), _) | (_, Some(0)) => Some(1),
                (Some(keys), Some(values)) => Some(power(values.saturating_add(1), keys)),
                _ => None,
            },
            Set::Datatype(id) => self.bound_of_datatype(*id)?,
            Set::Events(_) => {
                let channels = self.program.channels.clone();
                self.bound_of_constructors(&channels)?
            }
            Set::Union(parts) => {
                let mut sum = Some(0_u128);
                for part in parts {
                    let more = self.bound(part)?;
                    sum = sum.zip(more).map(|(sum, more)| sum.saturating_add(more));
                }
                sum
            }
            Set::Difference(from, _) => self.bound(from)?,
        })
    }

    fn bound_of_product(&mut self, parts: &[Rc<Set>]) -> Outcome<Option<u128>> {
        let (mut product, mut infinite) = (1_u128, false);
        for part in parts {
            match self.bound(part)? {
                Some(0) => return Ok(Some(0)),
                Some(count) => product = product.saturating_mul(count),
                None => infinite = true,
            }
        }
        Ok((!infinite).then_some(product))
    }

    fn bound_of_constructors(&mut self, ids: &[ConstructorId]) -> Outcome<Option<u128>> {
        let mut sum = Some(0_u128);
        for &id in ids {
            let fields = self.fields(id)?;
            let more = self.bound_of_product(&fields)?;
            sum = sum.zip(more).map(|(sum, more)| sum.saturating_add(more));
        }
        Ok(sum)
    }

    /// A datatype that has itself in it has infinitely many values.
    fn bound_of_datatype(&mut self, id: DatatypeId) -> Outcome<Option<u128>> {
        let datatype = Rc::clone(&self.program.datatypes[id.0 as usize]);
        if let Some(bound) = datatype.bound.get() {
            return Ok(bound);
        }
        datatype.bound.set(Some(None));
        let bound = self.bound_of_constructors(&datatype.constructors);
        datatype.bound.set(bound.as_ref().ok().copied());
        bound
    }

    pub(super) fn is_infinite(&mut self, set: &Set) -> Outcome<bool> {
        Ok(self.bound(set)?.is_none())
    }

    /// Whether it can be listed.
    pub(super) fn is_listable(&mut self, set: &Set) -> Outcome<bool> {
        Ok(self.bound(set)?.is_some_and(|bound| bound <= MOST_LISTED))
    }

    /// Whether there is nothing in it.
    ///
    /// # Errors
    /// That cannot be told: infinitely many elements are left out of infinitely many.
    pub(super) fn is_empty(&mut self, set: &Set) -> Outcome<bool> {
        match set {
            Set::Listed(elements) => Ok(elements.is_empty()),
            Set::Range(..) => Ok(false),
            Set::Events(_) | Set::Difference(..) if self.is_listable(set)? => {
                Ok(self.elements(set)?.is_empty())
            }
            Set::Difference(from, without) => {
                Ok(self.is_empty(from)? || !self.leaves_infinitely_many(from, without)?)
            }
            Set::Union(parts) => {
                for part in parts {
                    if !self.is_empty(part)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Set::Tuples(parts) | Set::Dots(parts) | Set::Constructed(_, parts) => {
                for part in parts {
                    if self.is_empty(part)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            _ => Ok(self.bound(set)? == Some(0)),
        }
    }

    /// Whether infinitely many elements are left of an infinite set: where finitely many are left out.
    ///
    /// # Errors
    /// Others are left out, so that it cannot be told how many are left.
    pub(super) fn leaves_infinitely_many(&mut self, from: &Set, without: &Set) -> Outcome<bool> {
        if self.bound(from)?.is_none() && self.bound(without)?.is_some() {
            return Ok(true);
        }
        let (from, without) = (self.shown_set(from), self.shown_set(without));
        let text =
            format!("cannot compute the difference of the infinite sets {from} and {without}");
        Err(self.error_somewhere(&text))
    }

    /// The set as it is compared: listed, unless there are too many elements.
    pub(super) fn normal_set(&mut self, set: &Rc<Set>) -> Outcome<Rc<Set>> {
        if matches!(**set, Set::Listed(_) | Set::Range(..)) {
            return Ok(Rc::clone(set));
        }
        if self.bound(set)?.is_some_and(|bound| bound <= MOST_NORMAL) {
            let elements = self.elements(set)?;
            return Ok(Rc::new(match Set::ascending(elements.to_vec()) {
                Set::Listed(_) => Set::Listed(elements),
                range => range,
            }));
        }
        Ok(Rc::new(match &**set {
            Set::Sequences(of) => Set::Sequences(self.normal_set(of)?),
            Set::Subsets(of) => Set::Subsets(self.normal_set(of)?),
            Set::Maps(keys, values) => Set::Maps(self.normal_set(keys)?, self.normal_set(values)?),
            Set::Tuples(parts) => Set::Tuples(self.normal_sets(parts)?),
            Set::Dots(parts) => Set::Dots(self.normal_sets(parts)?),
            Set::Constructed(id, parts) => Set::Constructed(*id, self.normal_sets(parts)?),
            _ => return Ok(Rc::clone(set)),
        }))
    }

    fn normal_sets(&mut self, sets: &[Rc<Set>]) -> Outcome<Vec<Rc<Set>>> {
        sets.iter().map(|set| self.normal_set(set)).collect()
    }

    /// Whether a normal value is in a set.
    pub(super) fn contains(&mut self, set: &Set, value: &Value) -> Outcome<bool> {
        Ok(match (set, value) {
            (Set::Listed(elements), _) => elements.binary_search(value).is_ok(),
            (Set::Range(from, to), Value::Integer(value)) => (from..=to).contains(&value),
            (Set::From(from), Value::Integer(value)) => from <= value,
            (Set::Integers, Value::Integer(_)) => true,
            (Set::Characters, Value::Character(_)) => true,
            (Set::Processes, Value::Process(_)) => true,
            (Set::Tuples(sets), Value::Tuple(tuple)) => {
                let values: Vec<Value> = tuple.0.iter().filter_map(Lazy::known).collect();
                sets.len() == values.len() && self.all_contain(sets, &values)?
            }
            (Set::Dots(sets), value) => self.dots_contain(sets, value.dotted())?,
            (Set::Sequences(of), Value::Sequence(sequence)) => {
                let values: Vec<Value> = sequence.values().cloned().collect();
                self.all_in(of, &values)?
            }
            (Set::Subsets(of), Value::Set(subset)) => self.is_subset(subset, of)?,
            (Set::Maps(keys, values), Value::Map(map)) => {
                let of_values: Vec<Value> = map.0.values().filter_map(Lazy::known).collect();
                let of_keys: Vec<Value> = map.0.keys().cloned().collect();
                self.all_in(keys, &of_keys)? && self.all_in(values, &of_values)?
            }
            (Set::Datatype(id), Value::Constructed(value)) => {
                let constructor = &self.program.constructors[value.constructor.0 as usize];
                value.complete && constructor.datatype == Some(*id)
            }
            (Set::Constructed(id, sets), Value::Constructed(value)) => {
                value.complete
                    && value.constructor == *id
                    && self.all_contain(sets, &value.fields)?
            }
            (Set::Events(without), Value::Constructed(event)) => {
                let constructor = &self.program.constructors[event.constructor.0 as usize];
                event.complete
                    && constructor.datatype.is_none()
                    && without.binary_search(value).is_err()
            }
            (Set::Union(sets), value) => {
                for set in sets {
                    if self.contains(set, value)? {
                        return Ok(true);
                    }
                }
                false
            }
            (Set::Difference(from, without), value) => {
                self.contains(from, value)? && !self.contains(without, value)?
            }
            _ => false,
        })
    }

    fn all_in(&mut self, set: &Set, values: &[Value]) -> Outcome<bool> {
        for value in values {
            if !self.contains(set, value)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn all_contain(&mut self, sets: &[Rc<Set>], values: &[Value]) -> Outcome<bool> {
        for (set, value) in sets.iter().zip(values) {
            if !self.contains(set, value)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn dots_contain(&mut self, sets: &[Rc<Set>], mut fields: &[Value]) -> Outcome<bool> {
        for set in sets {
            let Some((taken, rest)) = fields.split_at_checked(width(set)) else {
                return Ok(false);
            };
            if !self.contains(set, &Value::dots(taken.to_vec()))? {
                return Ok(false);
            }
            fields = rest;
        }
        Ok(fields.is_empty())
    }

    /// Does something for each element, in ascending order.
    pub(super) fn each_element(
        &mut self,
        set: &Set,
        visit: &mut dyn FnMut(&mut Evaluator<'s>, Value) -> Outcome<()>,
    ) -> Outcome<()> {
        match set {
            Set::Range(from, to) => {
                (*from..=*to).try_for_each(|value| visit(self, Value::Integer(value)))
            }
            _ => {
                let elements = self.elements(set)?;
                elements.iter().try_for_each(|element| visit(self, element.clone()))
            }
        }
    }

    /// The elements, in ascending order.
    pub(super) fn elements(&mut self, set: &Set) -> Outcome<Rc<[Value]>> {
        if let Set::Listed(elements) = set {
            return Ok(Rc::clone(elements));
        }
        match self.bound(set)? {
            Some(bound) if bound <= MOST_LISTED => {}
            bound => return Err(self.not_listed(set, bound.is_none())),
        }
        Ok(match set {
            Set::Datatype(id) => self.elements_of_datatype(*id)?,
            Set::Events(without) => {
                let channels = self.program.channels.clone();
                let mut events = self.elements_of_constructors(&channels)?;
                if !without.is_empty() {
                    events.retain(|event| without.binary_search(event).is_err());
                }
                events.into()
            }
            Set::Constructed(id, parts) => self.elements_of_constructed(*id, parts)?.into(),
            Set::Subsets(of) => self.subsets(of)?.into(),
            _ => {
                let mut elements = self.unsorted(set)?;
                elements.sort();
                elements.dedup();
                elements.into()
            }
        })
    }

    fn unsorted(&mut self, set: &Set) -> Outcome<Vec<Value>> {
        Ok(match set {
            Set::Range(from, to) => (*from..=*to).map(Value::Integer).collect(),
            Set::Characters => ('\0'..=char::MAX).map(Value::Character).collect(),
            Set::Tuples(parts) => {
                let tuple = |values: Vec<Value>| {
                    Value::Tuple(Rc::new(Tuple(values.into_iter().map(Lazy::Value).collect())))
                };
                self.product(parts)?.into_iter().map(tuple).collect()
            }
            Set::Dots(parts) => {
                let flat = |values: Vec<Value>| {
                    Value::dots(values.iter().flat_map(|value| value.dotted().to_vec()).collect())
                };
                self.product(parts)?.into_iter().map(flat).collect()
            }
            // Of nothing, there is the empty sequence only.
            Set::Sequences(_) => vec![Value::Sequence(Rc::new(Sequence::of([])))],
            Set::Maps(keys, values) => self.maps(keys, values)?,
            Set::Union(parts) => {
                let mut elements = Vec::new();
                for part in parts {
                    elements.extend(self.elements(part)?.iter().cloned());
                }
                elements
            }
            Set::Difference(from, without) => {
                let mut elements = Vec::new();
                for element in self.elements(from)?.iter() {
                    if !self.contains(without, element)? {
                        elements.push(element.clone());
                    }
                }
                elements
            }
            _ => self.elements(set)?.to_vec(),
        })
    }

    /// All ways to take one element of each set; the last one changes first.
    pub(super) fn product(&mut self, sets: &[Rc<Set>]) -> Outcome<Vec<Vec<Value>>> {
        let mut product = vec![Vec::new()];
        for set in sets {
            let elements = self.elements(set)?;
            let mut longer = Vec::with_capacity(product.len() * elements.len());
            for begin in &product {
                for element in elements.iter() {
                    self.tick()?;
                    let mut values = Vec::with_capacity(sets.len());
                    values.extend_from_slice(begin);
                    values.push(element.clone());
                    longer.push(values);
                }
            }
            product = longer;
        }
        Ok(product)
    }

    fn elements_of_datatype(&mut self, id: DatatypeId) -> Outcome<Rc<[Value]>> {
        let datatype = Rc::clone(&self.program.datatypes[id.0 as usize]);
        if let Some(listed) = datatype.listed.get() {
            return Ok(Rc::clone(listed));
        }
        let listed: Rc<[Value]> = self.elements_of_constructors(&datatype.constructors)?.into();
        let _ = datatype.listed.set(Rc::clone(&listed));
        Ok(listed)
    }

    fn elements_of_constructors(&mut self, ids: &[ConstructorId]) -> Outcome<Vec<Value>> {
        let mut elements = Vec::new();
        for &id in ids {
            let constructor = Rc::clone(&self.program.constructors[id.0 as usize]);
            if constructor.listed.get().is_none() {
                let fields = self.fields(id)?;
                let listed = self.elements_of_constructed(id, &fields)?;
                let _ = constructor.listed.set(listed.into());
            }
            elements
                .extend(constructor.listed.get().into_iter().flat_map(|all| all.iter().cloned()));
        }
        Ok(elements)
    }

    fn elements_of_constructed(
        &mut self,
        constructor: ConstructorId,
        parts: &[Rc<Set>],
    ) -> Outcome<Vec<Value>> {
        let value = |fields: Vec<Value>| {
            let depth = 1 + fields.iter().map(Value::depth).max().unwrap_or(0);
            let complete = true;
            Value::Constructed(Rc::new(crate::values::Constructed {
                constructor,
                complete,
                depth,
                fields,
            }))
        };
        Ok(self.product(parts)?.into_iter().map(value).collect())
    }

    fn subsets(&mut self, of: &Set) -> Outcome<Vec<Value>> {
        let mut subsets: Vec<Vec<Value>> = vec![Vec::new()];
        for element in self.elements(of)?.iter() {
            for place in 0..subsets.len() {
                self.tick()?;
                let mut with = subsets[place].clone();
                with.push(element.clone());
                subsets.push(with);
            }
        }
        let mut sets: Vec<Value> = Vec::with_capacity(subsets.len());
        sets.extend(subsets.into_iter().map(|s| Value::Set(Rc::new(Set::ascending(s)))));
        sets.sort();
        Ok(sets)
    }

    fn maps(&mut self, keys: &Set, values: &Set) -> Outcome<Vec<Value>> {
        let values = if self.is_empty(keys)? { Rc::new([]) } else { self.elements(values)? };
        let keys = if values.is_empty() { Rc::new([]) } else { self.elements(keys)? };
        let mut maps = vec![std::collections::BTreeMap::new()];
        for key in keys.iter() {
            let without = maps.clone();
            for value in values.iter() {
                for map in &without {
                    self.tick()?;
                    let mut map = map.clone();
                    map.insert(key.clone(), Lazy::Value(value.clone()));
                    maps.push(map);
                }
            }
        }
        Ok(maps.into_iter().map(|map| Value::Map(Rc::new(Map(map)))).collect())
    }

    fn not_listed(&mut self, set: &Set, infinite: bool) -> super::Failure {
        let shown = self.shown_set(set);
        let why = if infinite { "is infinite" } else { "has too many elements" };
        self.error_somewhere(&format!(
            "the set {shown} {why}, and its elements would have to be listed"
        ))
    }
}

/// How many fields the elements of a set are.
pub(super) fn width(set: &Set) -> usize {
    match set {
        Set::Dots(parts) => parts.iter().map(|part| width(part)).sum(),
        Set::Listed(elements) => elements.first().map_or(1, |first| first.dotted().len()),
        _ => 1,
    }
}

fn power(base: u128, exponent: u128) -> u128 {
    u32::try_from(exponent).map_or(u128::MAX, |exponent| base.saturating_pow(exponent))
}
