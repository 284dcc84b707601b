//! Values that are computed when they are asked for, and then once.

use std::cell::RefCell;
use std::rc::Rc;

use crate::evaluate::code::{Closed, Code, Env};
use crate::evaluate::comprehension::Stream;
use crate::evaluate::failure::Failure;

use super::Value;

/// A value, or one that is yet to be computed.
#[derive(Clone)]
pub(crate) enum Lazy {
    /// A value.
    Value(Value),
    /// A value to compute, shared by all that may ask.
    Thunk(Rc<Thunk>),
}

/// What may have been computed.
pub(crate) struct Thunk(pub(crate) RefCell<State>);

/// How far it is.
pub(crate) enum State {
    /// It was not asked for.
    Suspended(Suspended),
    /// It is being computed.
    Running,
    /// It is known.
    Known(Value),
    /// It cannot be computed.
    Failed(Failure),
}

/// How to compute a value.
pub(crate) enum Suspended {
    /// An expression where it stands.
    Code(Closed),
    /// Two sequences, one after the other.
    Append(Lazy, Lazy),
    /// The sequence of integers of a range, its ends included.
    Integers(i64, i64),
    /// What is left of a comprehension.
    Stream(Stream),
    /// The sequences that are left, one after the other.
    Concat(Lazy),
}

impl Lazy {
    /// What is computed when it is asked for.
    pub(crate) fn suspended(how: Suspended) -> Lazy {
        Lazy::Thunk(Rc::new(Thunk(RefCell::new(State::Suspended(how)))))
    }

    /// The value of an expression, which is not evaluated now.
    pub(crate) fn code(code: &Code, env: &Env) -> Lazy {
        Lazy::suspended(Suspended::Code(Closed::new(code, env)))
    }

    /// Its value if that is known.
    pub(crate) fn known(&self) -> Option<Value> {
        match self {
            Lazy::Value(value) => Some(value.clone()),
            Lazy::Thunk(thunk) => match &*thunk.0.borrow() {
                State::Known(value) => Some(value.clone()),
                _ => None,
            },
        }
    }
}
