//! Sequences, which may be infinite: no more elements are computed than are asked for.

use std::rc::Rc;

use super::Evaluator;
use super::code::{Code, Env};
use super::failure::Outcome;
use crate::values::{Lazy, Sequence, Suspended, Value};

/// How many integers of a range are made at once.
const CHUNK: i64 = 64;

impl Evaluator<'_> {
    /// A sequence that was left for later.
    pub(super) fn force_sequence(&mut self, lazy: &Lazy) -> Outcome<Rc<Sequence>> {
        match self.force(lazy)? {
            Value::Sequence(sequence) => Ok(sequence),
            other => Err(self.unexpected_somewhere(&other, "a sequence")),
        }
    }

    /// The first element and the sequence after it.
    pub(super) fn uncons(&mut self, lazy: &Lazy) -> Outcome<Option<(Lazy, Lazy)>> {
        let mut sequence = self.force_sequence(lazy)?;
        loop {
            self.tick()?;
            if let Some(first) = sequence.first().first() {
                let rest = Lazy::Value(Value::Sequence(Rc::new(sequence.without(1))));
                return Ok(Some((first.clone(), rest)));
            }
            let Some(rest) = sequence.rest() else { return Ok(None) };
            sequence = self.force_sequence(&rest.clone())?;
        }
    }

    /// The first elements and the sequence after them, if there are so many.
    pub(super) fn split(
        &mut self,
        sequence: &Rc<Sequence>,
        count: usize,
    ) -> Outcome<Option<(Vec<Lazy>, Rc<Sequence>)>> {
        let (mut sequence, mut taken) = (Rc::clone(sequence), Vec::with_capacity(count));
        loop {
            let there = sequence.first();
            let more = there.len().min(count - taken.len());
            taken.extend_from_slice(&there[..more]);
            if taken.len() == count {
                let rest = if more == 0 { sequence } else { Rc::new(sequence.without(more)) };
                return Ok(Some((taken, rest)));
            }
            let Some(rest) = sequence.rest() else { return Ok(None) };
            sequence = self.force_sequence(&rest.clone())?;
        }
    }

    pub(super) fn is_null(&mut self, sequence: &Rc<Sequence>) -> Outcome<bool> {
        Ok(self.split(sequence, 1)?.is_none())
    }

    /// All elements, which are not computed themselves.
    pub(super) fn elements_of(&mut self, sequence: &Rc<Sequence>) -> Outcome<Vec<Lazy>> {
        let (mut sequence, mut elements) = (Rc::clone(sequence), Vec::new());
        loop {
            self.tick()?;
            elements.extend_from_slice(sequence.first());
            let Some(rest) = sequence.rest() else { return Ok(elements) };
            sequence = self.force_sequence(&rest.clone())?;
        }
    }

    pub(super) fn length(&mut self, sequence: &Rc<Sequence>) -> Outcome<usize> {
        let (mut sequence, mut length) = (Rc::clone(sequence), 0);
        loop {
            self.tick()?;
            length += sequence.first().len();
            let Some(rest) = sequence.rest() else { return Ok(length) };
            sequence = self.force_sequence(&rest.clone())?;
        }
    }

    /// Two sequences, one after the other. The second one is not computed if the first one has an element.
    pub(super) fn append(&mut self, first: &Lazy, more: Lazy) -> Outcome<Value> {
        let mut sequence = self.force_sequence(first)?;
        loop {
            self.tick()?;
            let rest = sequence.rest().cloned();
            match (sequence.first().is_empty(), rest) {
                (true, None) => return self.force(&more),
                (true, Some(rest)) => sequence = self.force_sequence(&rest)?,
                (false, rest) => {
                    let rest = match rest {
                        None => more,
                        Some(rest) => Lazy::suspended(Suspended::Append(rest, more)),
                    };
                    return Ok(Value::Sequence(Rc::new(sequence.continued(rest))));
                }
            }
        }
    }

    /// Sequences, one after the other.
    pub(super) fn concat(&mut self, sequences: &Lazy) -> Outcome<Value> {
        let mut sequences = sequences.clone();
        while let Some((first, rest)) = self.uncons(&sequences)? {
            let first = self.force_sequence(&first)?;
            if !self.is_null(&first)? {
                let rest = Lazy::suspended(Suspended::Concat(rest));
                return self.append(&Lazy::Value(Value::Sequence(first)), rest);
            }
            sequences = rest;
        }
        Ok(Value::sequence([]))
    }

    pub(super) fn sequence_range(
        &mut self,
        from: &Code,
        to: Option<&Code>,
        env: &Env,
    ) -> Outcome<Value> {
        let from = self.integer(from, env)?;
        let Some(to) = to else { return Ok(self.integers_from(from)) };
        let to = self.integer(to, env)?;
        Ok(self.integers(from, to))
    }

    /// All integers from one on: those that there are here, for nobody gets to the end.
    pub(super) fn integers_from(&mut self, from: i64) -> Value {
        self.integers(from, i64::MAX)
    }

    /// The integers of a range, its ends included.
    pub(super) fn integers(&mut self, from: i64, to: i64) -> Value {
        let end = from.saturating_add(CHUNK).min(to);
        let chunk = (from..=end).map(|value| Lazy::Value(Value::Integer(value)));
        Value::Sequence(Rc::new(if end < to {
            Sequence::before(chunk, Lazy::suspended(Suspended::Integers(end + 1, to)))
        } else {
            Sequence::of(chunk)
        }))
    }
}
