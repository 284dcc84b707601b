//! Sequences: some elements, and perhaps more that are not computed yet.

use std::rc::Rc;

use super::{Lazy, Value};

/// A sequence.
pub struct Sequence {
    /// The first elements are those from `start` on.
    chunk: Rc<[Lazy]>,
    start: usize,
    /// The sequence after them, if there is more.
    rest: Option<Lazy>,
}

impl Sequence {
    /// The sequence of these elements.
    pub(crate) fn of(elements: impl IntoIterator<Item = Lazy>) -> Sequence {
        Sequence { chunk: elements.into_iter().collect(), start: 0, rest: None }
    }

    /// The sequence that begins with these elements.
    pub(crate) fn before(elements: impl IntoIterator<Item = Lazy>, rest: Lazy) -> Sequence {
        Sequence { chunk: elements.into_iter().collect(), start: 0, rest: Some(rest) }
    }

    /// The elements that are there, with another sequence after them.
    pub(crate) fn continued(&self, rest: Lazy) -> Sequence {
        Sequence { chunk: Rc::clone(&self.chunk), start: self.start, rest: Some(rest) }
    }

    /// The elements that are there, computed or not.
    pub(crate) fn first(&self) -> &[Lazy] {
        &self.chunk[self.start..]
    }

    /// The sequence after those.
    pub(crate) fn rest(&self) -> Option<&Lazy> {
        self.rest.as_ref()
    }

    /// The sequence without some of the elements that are there.
    pub(crate) fn without(&self, count: usize) -> Sequence {
        let start = self.start + count;
        Sequence { chunk: Rc::clone(&self.chunk), start, rest: self.rest.clone() }
    }

    /// All elements of a normal sequence.
    pub fn values(&self) -> impl Iterator<Item = &Value> {
        self.first().iter().map(|element| match element {
            Lazy::Value(value) => value,
            Lazy::Thunk(_) => unreachable!("a normal sequence"),
        })
    }

    /// Whether everything in it is computed, but perhaps parts of its elements.
    pub(crate) fn is_flat(&self) -> bool {
        self.rest.is_none() && self.first().iter().all(|lazy| matches!(lazy, Lazy::Value(_)))
    }
}
