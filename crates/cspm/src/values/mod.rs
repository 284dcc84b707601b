//! The values of expressions.
//!
//! A value may have parts that are not computed yet. One that has none is *normal*: only normal values are compared, ordered and
//! hashed, and only they are elements of sets, keys of maps, and fields of channels and constructors.

#![allow(
    clippy::mutable_key_type,
    reason = "keys are normal: nothing in them is computed any more"
)]

mod disposal;
mod order;
mod sequence;
mod set;
mod thunk;

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use lts::TermId;

use crate::builtin::Builtin;
use crate::evaluate::code::{DefinitionId, Env};

pub use sequence::Sequence;
pub use set::{DatatypeId, Set};
pub(crate) use thunk::{Lazy, State, Suspended, Thunk};

/// A value, computed as far as its outermost part.
#[derive(Clone)]
pub enum Value {
    /// An integer.
    Integer(i64),
    /// A truth value.
    Boolean(bool),
    /// A character.
    Character(char),
    /// `(a, b)`
    Tuple(Rc<Tuple>),
    /// `<a, b>`
    Sequence(Rc<Sequence>),
    /// `a.b` that is not headed by a channel or a constructor: two or more, none of which is itself such a list.
    Dots(Rc<[Value]>),
    /// A channel or a constructor with all or some of its fields.
    Constructed(Rc<Constructed>),
    /// `{a, b}`
    Set(Rc<Set>),
    /// `(| a => b |)`
    Map(Rc<Map>),
    /// A function.
    Function(Rc<Closure>),
    /// A process.
    Process(TermId),
    /// An argument that is never looked at, in the name of a process.
    Unused,
}

/// The components of a tuple.
pub struct Tuple(pub(crate) Vec<Lazy>);

/// What keys are mapped to.
pub struct Map(pub(crate) BTreeMap<Value, Lazy>);

/// A channel or a constructor, by its place in the order of declarations.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ConstructorId(pub(crate) u32);

/// A channel or a constructor with fields.
#[derive(Clone)]
pub struct Constructed {
    /// Which one.
    pub constructor: ConstructorId,
    /// Whether it has all its fields, and so has the last one.
    pub complete: bool,
    /// How many channels and constructors are inside one another in it, itself included.
    pub depth: u32,
    /// The fields so far.
    pub fields: Vec<Value>,
}

/// A function with what it was applied to so far.
pub struct Closure {
    /// The function.
    pub(crate) callee: Callee,
    /// The groups of arguments that it has.
    pub(crate) given: Vec<Rc<[Lazy]>>,
    /// In a normal value: what tells it from other closures of the same function.
    pub(crate) identity: OnceCell<Box<[Value]>>,
}

/// What is called.
#[derive(Clone)]
pub(crate) enum Callee {
    /// A function of the script, with what it can see.
    Definition(DefinitionId, Env),
    /// A built-in one.
    Builtin(Builtin),
}

impl Value {
    /// A tuple of values.
    #[must_use]
    pub fn tuple(components: impl IntoIterator<Item = Value>) -> Value {
        Value::Tuple(Rc::new(Tuple(components.into_iter().map(Lazy::Value).collect())))
    }

    /// A sequence of values.
    #[must_use]
    pub fn sequence(elements: impl IntoIterator<Item = Value>) -> Value {
        Value::Sequence(Rc::new(Sequence::of(elements.into_iter().map(Lazy::Value))))
    }

    /// A string.
    #[must_use]
    pub fn text(text: &str) -> Value {
        Value::sequence(text.chars().map(Value::Character))
    }

    /// A set of normal values.
    #[must_use]
    pub fn set(elements: Vec<Value>) -> Value {
        Value::Set(Rc::new(Set::of(elements)))
    }

    /// The fields that it has when it is dotted to something.
    #[must_use]
    pub fn dotted(&self) -> &[Value] {
        match self {
            Value::Dots(fields) => fields,
            other => std::slice::from_ref(other),
        }
    }

    /// What fields are, dotted; there is at least one.
    #[must_use]
    pub fn dots(mut fields: Vec<Value>) -> Value {
        match (fields.len(), fields.pop()) {
            (1, Some(only)) => only,
            (_, last) => {
                fields.extend(last);
                Value::Dots(fields.into())
            }
        }
    }

    /// How many channels and constructors are inside one another in a normal value.
    pub(crate) fn depth(&self) -> u32 {
        let deepest =
            |values: &mut dyn Iterator<Item = &Value>| values.map(Value::depth).max().unwrap_or(0);
        let known = |lazy: &Lazy| lazy.known().map_or(0, |value| value.depth());
        match self {
            Value::Constructed(constructed) => constructed.depth,
            Value::Tuple(tuple) => tuple.0.iter().map(known).max().unwrap_or(0),
            Value::Sequence(sequence) => deepest(&mut sequence.values()),
            Value::Dots(fields) => deepest(&mut fields.iter()),
            Value::Map(map) => {
                deepest(&mut map.0.keys()).max(map.0.values().map(known).max().unwrap_or(0))
            }
            Value::Set(set) => match &**set {
                Set::Listed(elements) => deepest(&mut elements.iter()),
                _ => 0,
            },
            _ => 0,
        }
    }

    /// Whether it lacks fields.
    #[must_use]
    pub fn is_incomplete(&self) -> bool {
        matches!(self, Value::Constructed(constructed) if !constructed.complete)
    }
}
