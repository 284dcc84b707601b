//! Closures composed of [`code`](super::code). Constants, single bytes and comparisons are told apart when they are composed, so that
//! what is asked most costs one call.

mod changes;
mod channels;
mod edges;
mod values;

use std::cell::Cell as Flag;

pub(super) use changes::{Change, changes, make};
pub(super) use edges::{Edge, Node, Offer, Takes, node};
pub(super) use values::test;

use super::code;

/// Raised as [`code`] says.
#[derive(Debug, Default)]
pub(super) struct Alarm(Flag<bool>);

impl Alarm {
    #[cold]
    pub(super) fn raise(&self) {
        self.0.set(true);
    }

    #[inline(always)]
    pub(super) fn is_raised(&self) -> bool {
        self.0.get()
    }

    /// Whether it was raised. It is not any more.
    pub(super) fn take(&self) -> bool {
        self.0.take()
    }
}

/// What is computed from a record.
type Computed<T> = Box<dyn Fn(&[u8], &Alarm) -> T + Send + Sync>;
/// A number computed from a record.
type Value = Computed<i32>;
/// A condition on a record.
pub(super) type Test = Computed<bool>;
