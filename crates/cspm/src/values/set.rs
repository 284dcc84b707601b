//! Sets: listed, or described where there may be too many elements to list.

use std::rc::Rc;

use super::{ConstructorId, Value};

/// A set. Sets with the same elements may be described differently, but a listed one never is.
pub enum Set {
    /// These values, in ascending order, each once. They are not the integers of a range.
    Listed(Rc<[Value]>),
    /// The integers of a range, its ends included; at least one.
    Range(i64, i64),
    /// All integers from one on.
    From(i64),
    /// All integers.
    Integers,
    /// All characters.
    Characters,
    /// All processes.
    Processes,
    /// All tuples of elements of these sets.
    Tuples(Vec<Rc<Set>>),
    /// All `a.b` of elements of these sets.
    Dots(Vec<Rc<Set>>),
    /// All finite sequences of elements.
    Sequences(Rc<Set>),
    /// All subsets.
    Subsets(Rc<Set>),
    /// All maps from elements of the one set to elements of the other.
    Maps(Rc<Set>, Rc<Set>),
    /// All values of a datatype.
    Datatype(DatatypeId),
    /// A channel or a constructor with fields in these sets.
    Constructed(ConstructorId, Vec<Rc<Set>>),
    /// All complete events but these.
    Events(Rc<[Value]>),
    /// What is in any of these.
    Union(Vec<Rc<Set>>),
    /// What is in the first, but not in the second.
    Difference(Rc<Set>, Rc<Set>),
}

/// A datatype, by its place in the order of declarations.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct DatatypeId(pub(crate) u32);

impl Set {
    /// The set of normal values.
    #[must_use]
    pub fn of(mut elements: Vec<Value>) -> Set {
        elements.sort();
        elements.dedup();
        Set::ascending(elements)
    }

    /// The set of normal values that are in ascending order, each once.
    #[must_use]
    pub fn ascending(elements: Vec<Value>) -> Set {
        if let (Some(&Value::Integer(first)), Some(&Value::Integer(last))) =
            (elements.first(), elements.last())
            && i128::from(last) - i128::from(first) + 1 == elements.len() as i128
        {
            return Set::Range(first, last);
        }
        Set::Listed(elements.into())
    }

    /// The set of nothing.
    #[must_use]
    pub fn empty() -> Set {
        Set::Listed(Rc::new([]))
    }

    /// The integers of a range, its ends included.
    #[must_use]
    pub fn range(from: i64, to: i64) -> Set {
        if from <= to { Set::Range(from, to) } else { Set::empty() }
    }

    /// Whether there is nothing in it, if that can be seen.
    #[must_use]
    pub fn is_listed_empty(&self) -> bool {
        matches!(self, Set::Listed(elements) if elements.is_empty())
    }
}
