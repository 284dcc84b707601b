//! Union, intersection, difference and inclusion. Of infinite sets, a description is kept where there is one.

use std::rc::Rc;

use super::Evaluator;
use super::failure::Outcome;
use crate::values::{Set, Value};

impl Evaluator<'_> {
    pub(super) fn union(&mut self, left: &Rc<Set>, right: &Rc<Set>) -> Outcome<Rc<Set>> {
        match (&**left, &**right) {
            (Set::Events(without), _) => return self.events_and(without, right),
            (_, Set::Events(without)) => return self.events_and(without, left),
            (Set::Listed(elements), _) if elements.is_empty() => return Ok(Rc::clone(right)),
            (_, Set::Listed(elements)) if elements.is_empty() => return Ok(Rc::clone(left)),
            (Set::From(one), Set::From(other)) => return Ok(Rc::new(Set::From(*one.min(other)))),
            (Set::Range(from, to), Set::From(on)) | (Set::From(on), Set::Range(from, to))
                if *on <= to.saturating_add(1) =>
            {
                return Ok(Rc::new(Set::From(*from.min(on))));
            }
            _ => {}
        }
        if self.is_listable(left)? && self.is_listable(right)? {
            let (left, right) = (self.elements(left)?, self.elements(right)?);
            return Ok(Rc::new(Set::ascending(merged(&left, &right))));
        }
        for (one, other) in [(left, right), (right, left)] {
            if self.includes(one, other)? == Some(true) {
                return Ok(Rc::clone(one));
            }
        }
        let mut parts = Vec::new();
        for set in [left, right] {
            match &**set {
                Set::Union(inner) => parts.extend(inner.iter().cloned()),
                _ => parts.push(Rc::clone(set)),
            }
        }
        Ok(Rc::new(Set::Union(parts)))
    }

    /// All events but some, and these: fewer are left out then.
    fn events_and(&mut self, without: &Rc<[Value]>, more: &Rc<Set>) -> Outcome<Rc<Set>> {
        let left_out = self.filtered(without, more, false)?;
        Ok(Rc::new(Set::Events(left_out.into())))
    }

    /// The values that are in a set, or those that are not.
    fn filtered(&mut self, values: &[Value], set: &Set, inside: bool) -> Outcome<Vec<Value>> {
        let mut found = Vec::new();
        for value in values {
            self.tick()?;
            if self.contains(set, value)? == inside {
                found.push(value.clone());
            }
        }
        Ok(found)
    }

    pub(super) fn union_of(&mut self, sets: Vec<Rc<Set>>) -> Outcome<Rc<Set>> {
        let mut all_listed = true;
        for set in &sets {
            all_listed &= !matches!(**set, Set::Events(_)) && self.is_listable(set)?;
        }
        if all_listed && sets.len() > 2 {
            let mut elements = Vec::new();
            for set in &sets {
                self.tick()?;
                elements.extend(self.elements(set)?.iter().cloned());
            }
            return Ok(Rc::new(Set::of(elements)));
        }
        let mut sets = sets.into_iter();
        let Some(mut union) = sets.next() else { return Ok(Rc::new(Set::empty())) };
        for set in sets {
            union = self.union(&union, &set)?;
        }
        Ok(union)
    }

    pub(super) fn intersection(&mut self, left: &Rc<Set>, right: &Rc<Set>) -> Outcome<Rc<Set>> {
        match (&**left, &**right) {
            (Set::Events(without), Set::Events(others)) => {
                return Ok(Rc::new(Set::Events(merged(without, others).into())));
            }
            (Set::From(one), Set::From(other)) => return Ok(Rc::new(Set::From(*one.max(other)))),
            (Set::Range(from, to), Set::From(on)) | (Set::From(on), Set::Range(from, to)) => {
                return Ok(Rc::new(Set::range(*from.max(on), *to)));
            }
            (Set::Range(from, to), Set::Range(other_from, other_to)) => {
                return Ok(Rc::new(Set::range(*from.max(other_from), *to.min(other_to))));
            }
            _ => {}
        }
        for (one, other) in [(left, right), (right, left)] {
            if !matches!(**one, Set::Events(_)) && self.is_listable(one)? {
                let elements = self.elements(one)?;
                let both = self.filtered(&elements, other, true)?;
                return Ok(Rc::new(Set::ascending(both)));
            }
        }
        let outside = self.difference(left, right)?;
        self.difference(left, &outside)
    }

    pub(super) fn difference(&mut self, left: &Rc<Set>, right: &Rc<Set>) -> Outcome<Rc<Set>> {
        match (&**left, &**right) {
            (_, Set::Listed(elements)) if elements.is_empty() => return Ok(Rc::clone(left)),
            (Set::Events(without), Set::Events(others)) => {
                let left_in = others.iter().filter(|value| without.binary_search(value).is_err());
                return Ok(Rc::new(Set::ascending(left_in.cloned().collect())));
            }
            (Set::Events(without), _) if self.is_listable(right)? => {
                let more = self.elements(right)?;
                return Ok(Rc::new(Set::Events(merged(without, &more).into())));
            }
            (Set::From(on), Set::Range(from, to)) if from <= on && *to < i64::MAX => {
                return Ok(Rc::new(Set::From(*on.max(&(to + 1)))));
            }
            (Set::From(on), Set::From(other)) => {
                return Ok(Rc::new(Set::range(*on, other.saturating_sub(1))));
            }
            _ => {}
        }
        if self.is_listable(left)? {
            let elements = self.elements(left)?;
            let rest = self.filtered(&elements, right, false)?;
            return Ok(Rc::new(Set::ascending(rest)));
        }
        if self.includes(right, left)? == Some(true) {
            return Ok(Rc::new(Set::empty()));
        }
        if let Set::Difference(from, without) = &**left {
            let without = self.union(without, right)?;
            return Ok(Rc::new(Set::Difference(Rc::clone(from), without)));
        }
        Ok(Rc::new(Set::Difference(Rc::clone(left), Rc::clone(right))))
    }

    /// Whether all elements of one set are in another one.
    pub(super) fn is_subset(&mut self, small: &Set, large: &Set) -> Outcome<bool> {
        match self.includes(large, small)? {
            Some(answer) => Ok(answer),
            None => {
                let (small, large) = (self.shown_set(small), self.shown_set(large));
                let text = format!("the infinite sets {small} and {large} cannot be compared");
                Err(self.error_somewhere(&text))
            }
        }
    }

    pub(super) fn same_elements(&mut self, left: &Rc<Set>, right: &Rc<Set>) -> Outcome<bool> {
        let (left, right) = (self.normal_set(left)?, self.normal_set(right)?);
        if left == right {
            return Ok(true);
        }
        let listed = |set: &Set| matches!(set, Set::Listed(_) | Set::Range(..));
        if listed(&left) && listed(&right) {
            return Ok(false);
        }
        if self.is_infinite(&left)? != self.is_infinite(&right)?
            && !has_difference(&left)
            && !has_difference(&right)
        {
            return Ok(false);
        }
        Ok(self.is_subset(&left, &right)? && self.is_subset(&right, &left)?)
    }

    /// Whether all elements of a set are in another one; none if that cannot be told.
    fn includes(&mut self, large: &Set, small: &Set) -> Outcome<Option<bool>> {
        let answer = match (large, small) {
            (Set::Range(from, to), Set::Range(other_from, other_to)) => {
                Some(from <= other_from && other_to <= to)
            }
            (Set::From(on), Set::Range(from, _)) => Some(on <= from),
            (Set::From(on), Set::From(other)) => Some(on <= other),
            (Set::Integers, Set::From(_) | Set::Integers | Set::Range(..)) => Some(true),
            (Set::From(_), Set::Integers) => Some(false),
            (Set::Sequences(large), Set::Sequences(small))
            | (Set::Subsets(large), Set::Subsets(small)) => self.includes(large, small)?,
            (Set::Tuples(large), Set::Tuples(small)) | (Set::Dots(large), Set::Dots(small))
                if large.len() == small.len() =>
            {
                self.all_include(large, small)?
            }
            (Set::Constructed(id, large), Set::Constructed(other, small)) if id == other => {
                self.all_include(large, small)?
            }
            (Set::Datatype(id), Set::Datatype(other)) if id == other => Some(true),
            (Set::Datatype(id), Set::Constructed(constructor, _)) => {
                let constructor = &self.program.constructors[constructor.0 as usize];
                Some(constructor.datatype == Some(*id))
            }
            (Set::Events(large), Set::Events(small)) => {
                let left_out = |value: &Value| small.binary_search(value).is_ok();
                Some(large.iter().all(left_out))
            }
            (_, Set::Union(parts)) => {
                let mut all = Some(true);
                for part in parts {
                    all = all.zip(self.includes(large, part)?).map(|(all, one)| all && one);
                }
                all
            }
            _ => None,
        };
        if answer.is_some() {
            return Ok(answer);
        }
        if self.is_listable(small)? {
            let elements = self.elements(small)?;
            for element in elements.iter() {
                self.tick()?;
                if !self.contains(large, element)? {
                    return Ok(Some(false));
                }
            }
            return Ok(Some(true));
        }
        if large == small {
            return Ok(Some(true));
        }
        // What is infinite is not part of what is finite; but a difference is perhaps not infinite.
        let finite = self.bound(large)?.is_some();
        let infinite = self.bound(small)?.is_none() && !has_difference(small);
        Ok((finite && infinite).then_some(false))
    }

    /// Product in product. If a factor is not included, the small product may be empty.
    fn all_include(&mut self, large: &[Rc<Set>], small: &[Rc<Set>]) -> Outcome<Option<bool>> {
        let mut all = Some(true);
        for (large, small) in large.iter().zip(small) {
            if self.is_empty(small)? {
                return Ok(Some(true));
            }
            all = all.zip(self.includes(large, small)?).map(|(all, one)| all && one);
        }
        Ok(all)
    }
}

/// Whether an infinite set is left out of another one in it, so that it may be finite all the same.
fn has_difference(set: &Set) -> bool {
    match set {
        Set::Difference(..) => true,
        Set::Tuples(parts) | Set::Dots(parts) | Set::Union(parts) | Set::Constructed(_, parts) => {
            parts.iter().any(|part| has_difference(part))
        }
        Set::Sequences(of) | Set::Subsets(of) => has_difference(of),
        Set::Maps(keys, values) => has_difference(keys) || has_difference(values),
        _ => false,
    }
}

/// The values of two ascending lists, ascending.
pub(super) fn merged(left: &[Value], right: &[Value]) -> Vec<Value> {
    let mut merged = Vec::with_capacity(left.len() + right.len());
    let (mut left, mut right) = (left.iter().peekable(), right.iter().peekable());
    loop {
        let order = match (left.peek(), right.peek()) {
            (Some(one), Some(other)) => one.cmp(other),
            (Some(_), None) => std::cmp::Ordering::Less,
            (None, Some(_)) => std::cmp::Ordering::Greater,
            (None, None) => return merged,
        };
        if order.is_eq() {
            right.next();
        }
        merged.extend(if order.is_le() { left.next() } else { right.next() }.cloned());
    }
}
