//! Values against patterns. No more of a value is computed than the pattern looks at.

use std::rc::Rc;

use super::Evaluator;
use super::code::{Frame, Match};
use super::failure::Outcome;
use crate::values::{ConstructorId, Lazy, Sequence, Set, Value};

impl Evaluator<'_> {
    /// Whether a value matches, and binds what the pattern names.
    pub(super) fn matches(
        &mut self,
        pattern: &Match,
        value: &Lazy,
        frame: &Frame,
    ) -> Outcome<bool> {
        match pattern {
            Match::Anything => Ok(true),
            Match::Bind(slot) => {
                frame.bind(*slot, value.clone());
                Ok(true)
            }
            Match::Both(one, other) => {
                Ok(self.matches(one, value, frame)? && self.matches(other, value, frame)?)
            }
            _ => {
                let value = self.force(value)?;
                self.matches_value(pattern, &value, frame)
            }
        }
    }

    fn matches_value(&mut self, pattern: &Match, value: &Value, frame: &Frame) -> Outcome<bool> {
        match (pattern, value) {
            (Match::Constant(constant), value) => Ok(constant == value),
            (Match::Constructor(id), value) => Ok(bare(value) == Some(*id)),
            (Match::Tuple(patterns), Value::Tuple(tuple)) => {
                if patterns.len() != tuple.0.len() {
                    return Ok(false);
                }
                self.all_match(patterns, &tuple.0, frame)
            }
            (Match::Dots(patterns), value) => self.dots_match(patterns, value, frame),
            (Match::Sequence { first, rest, last }, Value::Sequence(sequence)) => match rest {
                None => self.whole_sequence_matches(first, sequence, frame),
                Some(rest) => self.sequence_matches(first, rest, last, sequence, frame),
            },
            (Match::EmptySet, Value::Set(set)) => Ok(self.is_empty(set)?),
            (Match::SingletonSet(pattern), Value::Set(set)) => match &**set {
                Set::Range(from, to) if from == to => {
                    self.matches(pattern, &Lazy::Value(Value::Integer(*from)), frame)
                }
                Set::Range(..) => Ok(false),
                Set::Difference(from, without) if self.is_infinite(from)? => {
                    Ok(!self.leaves_infinitely_many(from, without)?)
                }
                set if self.is_infinite(set)? => Ok(false),
                set => match &*self.elements(set)? {
                    [only] => self.matches(pattern, &Lazy::Value(only.clone()), frame),
                    _ => Ok(false),
                },
            },
            _ => Ok(false),
        }
    }

    fn all_match(&mut self, patterns: &[Match], values: &[Lazy], frame: &Frame) -> Outcome<bool> {
        for (pattern, value) in patterns.iter().zip(values) {
            if !self.matches(pattern, value, frame)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The first elements, of which there must be exactly so many.
    fn whole_sequence_matches(
        &mut self,
        patterns: &[Match],
        sequence: &Rc<Sequence>,
        frame: &Frame,
    ) -> Outcome<bool> {
        match self.split(sequence, patterns.len())? {
            Some((first, rest)) => {
                Ok(self.is_null(&rest)? && self.all_match(patterns, &first, frame)?)
            }
            None => Ok(false),
        }
    }

    fn sequence_matches(
        &mut self,
        first: &[Match],
        rest: &Match,
        last: &[Match],
        sequence: &Rc<Sequence>,
        frame: &Frame,
    ) -> Outcome<bool> {
        let Some((begin, mut middle)) = self.split(sequence, first.len())? else {
            return Ok(false);
        };
        if !self.all_match(first, &begin, frame)? {
            return Ok(false);
        }
        if !last.is_empty() {
            let mut elements = self.elements_of(&middle)?;
            let Some(cut) = elements.len().checked_sub(last.len()) else { return Ok(false) };
            let end = elements.split_off(cut);
            if !self.all_match(last, &end, frame)? {
                return Ok(false);
            }
            middle = Rc::new(Sequence::of(elements));
        }
        self.matches(rest, &Lazy::Value(Value::Sequence(middle)), frame)
    }

    /// Patterns with dots between them: a constructor is that of the next field, whose own fields are next then; the last pattern
    /// takes all that remains, and any other one takes one field.
    pub(super) fn dots_match(
        &mut self,
        patterns: &[Match],
        value: &Value,
        frame: &Frame,
    ) -> Outcome<bool> {
        // The next field is the last one here.
        let mut fields: Vec<Value> = value.dotted().iter().rev().cloned().collect();
        let (last, others) = patterns.split_last().expect("two or more");
        for pattern in others {
            if let Match::Constructor(id) = pattern {
                if !opened(*id, &mut fields) {
                    return Ok(false);
                }
                continue;
            }
            let count = width(pattern);
            let Some(cut) = fields.len().checked_sub(count) else { return Ok(false) };
            let mut taken = fields.split_off(cut);
            taken.reverse();
            if !self.matches(pattern, &Lazy::Value(Value::dots(taken)), frame)? {
                return Ok(false);
            }
        }
        if let Match::Constructor(id) = last {
            return Ok(opened(*id, &mut fields) && fields.is_empty());
        }
        if fields.is_empty() {
            return Ok(false);
        }
        fields.reverse();
        self.matches(last, &Lazy::Value(Value::dots(fields)), frame)
    }
}

/// The channel or constructor that a value is without any field.
fn bare(value: &Value) -> Option<ConstructorId> {
    match value {
        Value::Constructed(constructed) if constructed.fields.is_empty() => {
            Some(constructed.constructor)
        }
        _ => None,
    }
}

/// Replaces the next field by its own fields, if it is of this constructor.
fn opened(id: ConstructorId, fields: &mut Vec<Value>) -> bool {
    match fields.pop() {
        Some(Value::Constructed(constructed)) if constructed.constructor == id => {
            fields.extend(constructed.fields.iter().rev().cloned());
            true
        }
        _ => false,
    }
}

/// How many fields a pattern takes that is not the last one: several if it is a list of patterns inside another one.
fn width(pattern: &Match) -> usize {
    match pattern {
        Match::Dots(parts) if !matches!(parts[0], Match::Constructor(_)) => {
            parts.iter().map(width).sum()
        }
        Match::Both(one, other) => width(one).max(width(other)),
        _ => 1,
    }
}
