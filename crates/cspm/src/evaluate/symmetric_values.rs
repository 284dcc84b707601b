//! Which values may be interchangeable, and how events are made of them.
//!
//! Candidates are the values of datatypes that consist of nothing that is a candidate itself: constructors without fields, and such
//! whose fields are numbers, truth values and characters. Whether they are interchangeable is not decided here, nor does anything
//! rest on what is said here: a permutation of events is tested before it is used.

use std::collections::{BTreeMap, BTreeSet};

use lts::{Datum, Event, SymmetricDatatype, SymmetricValues};
use rapidhash::RapidHashMap;

use super::Evaluator;
use crate::tree::SymmetricType;
use crate::values::{Constructed, DatatypeId, Set, Value};

/// A datatype of which more values are met has no candidates: no more can be told from one another by numbers of events alone in
/// reasonable time.
const MOST_VALUES: usize = 1_000;

/// What rows are: of constructors these are followed by their numbers.
const TUPLE: u32 = 0;
const SEQUENCE: u32 = 1;
const DOTS: u32 = 2;
const PAIR: u32 = 3;
const CONSTRUCTED: u32 = 4;

impl Evaluator<'_> {
    /// The values that may be interchangeable, as far as these events have such in them; none if there are no two of one datatype.
    /// If `only` is not empty, values of these datatypes alone.
    pub fn symmetric_values(
        &self,
        events: &[Event],
        only: &[SymmetricType],
    ) -> Option<SymmetricValues> {
        let visible = || events.iter().filter(|event| event.is_visible());
        let value = |event: &Event| &self.events.values[(event.0 - Event::FIRST.0) as usize];
        let mut candidates: BTreeMap<DatatypeId, BTreeSet<Value>> = BTreeMap::new();
        for event in visible() {
            self.collect(value(event), &mut candidates);
        }
        if !only.is_empty() {
            candidates.retain(|datatype, values| {
                let name = &self.program.datatypes[datatype.0 as usize].name;
                let asked = only.iter().find(|asked| asked.name.text == *name);
                values.retain(|value| asked.is_some_and(|asked| self.is_left(value, asked)));
                true
            });
        }
        candidates.retain(|_, values| (2..=MOST_VALUES).contains(&values.len()));
        if candidates.is_empty() {
            return None;
        }
        let datatypes = candidates.iter().map(|(datatype, values)| SymmetricDatatype {
            name: self.program.datatypes[datatype.0 as usize].name.to_string(),
            values: values.iter().map(|value| self.display(value)).collect(),
        });
        let datatypes = datatypes.collect();
        let points = candidates.into_values().flatten().zip(0..).collect();
        let mut data = Data { points, atoms: RapidHashMap::default() };
        let events = visible().map(|event| (*event, data.of(value(event)))).collect::<Vec<_>>();
        Some(SymmetricValues::new(datatypes, events))
    }

    /// Whether a value belongs to what is left of its datatype.
    fn is_left(&self, value: &Value, of: &SymmetricType) -> bool {
        let Value::Constructed(constructed) = value else { return false };
        let name = &self.program.constructors[constructed.constructor.0 as usize].name;
        of.without.iter().all(|without| without.text != *name)
    }

    /// Collects the candidates that are in a value.
    fn collect(&self, value: &Value, into: &mut BTreeMap<DatatypeId, BTreeSet<Value>>) {
        if let Value::Constructed(constructed) = value
            && let Some(datatype) =
                self.program.constructors[constructed.constructor.0 as usize].datatype
            && is_candidate(constructed)
        {
            into.entry(datatype).or_default().insert(value.clone());
            return;
        }
        each_part(value, &mut |part| self.collect(part, into));
    }
}

/// Whether a value of a datatype has nothing in it that could be a candidate itself.
fn is_candidate(value: &Constructed) -> bool {
    value.complete
        && value.fields.iter().all(|field| {
            matches!(field, Value::Integer(_) | Value::Boolean(_) | Value::Character(_))
        })
}

/// The values that a normal value consists of.
fn each_part(value: &Value, visit: &mut dyn FnMut(&Value)) {
    match value {
        Value::Tuple(tuple) => {
            tuple.0.iter().filter_map(|part| part.known()).for_each(|part| visit(&part))
        }
        Value::Sequence(sequence) => sequence.values().for_each(visit),
        Value::Dots(fields) => fields.iter().for_each(visit),
        Value::Constructed(constructed) => constructed.fields.iter().for_each(visit),
        Value::Set(set) => {
            if let Set::Listed(elements) = &**set {
                elements.iter().for_each(visit);
            }
        }
        Value::Map(map) => {
            for (key, value) in &map.0 {
                visit(key);
                if let Some(value) = value.known() {
                    visit(&value);
                }
            }
        }
        _ => {}
    }
}

/// Values as data.
struct Data {
    points: RapidHashMap<Value, u32>,
    atoms: RapidHashMap<Value, u32>,
}

impl Data {
    fn of(&mut self, value: &Value) -> Datum {
        if let Some(&point) = self.points.get(value) {
            return Datum::Point(point);
        }
        match value {
            Value::Tuple(_) => self.row(TUPLE, value),
            Value::Sequence(_) => self.row(SEQUENCE, value),
            Value::Dots(_) => self.row(DOTS, value),
            Value::Constructed(constructed) => {
                self.row(CONSTRUCTED + constructed.constructor.0, value)
            }
            Value::Set(set) if matches!(**set, Set::Listed(_)) => {
                let mut elements = self.parts(value);
                elements.sort_unstable();
                Datum::Set(elements.into())
            }
            Value::Map(_) => {
                let parts = self.parts(value);
                let pairs = parts.chunks(2).map(|pair| Datum::Row(PAIR, pair.into()));
                let mut pairs: Vec<Datum> = pairs.collect();
                pairs.sort_unstable();
                Datum::Set(pairs.into())
            }
            _ => {
                let next = self.atoms.len() as u32;
                Datum::Atom(*self.atoms.entry(value.clone()).or_insert(next))
            }
        }
    }

    fn row(&mut self, kind: u32, value: &Value) -> Datum {
        Datum::Row(kind, self.parts(value).into())
    }

    fn parts(&mut self, value: &Value) -> Vec<Datum> {
        let mut parts = Vec::new();
        each_part(value, &mut |part| parts.push(self.of(part)));
        parts
    }
}
