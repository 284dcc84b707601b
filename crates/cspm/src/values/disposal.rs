//! Dropping what is deep: values that were left for later may depend on one another by the million, and the stack is not endless.

use std::cell::{Cell, RefCell};

use super::{Lazy, State, Thunk, Value};
use crate::evaluate::code::{Frame, Slot};

/// What is still to be dropped.
enum Remains {
    State(#[allow(dead_code, reason = "it is only dropped")] State),
    Slots(#[allow(dead_code, reason = "they are only dropped")] Box<[RefCell<Slot>]>),
}

thread_local! {
    static REMAINS: RefCell<Vec<Remains>> = const { RefCell::new(Vec::new()) };
    static DROPPING: Cell<bool> = const { Cell::new(false) };
}

/// Drops something, but leaves what is dropped in turn for later: the outermost call drops that, one after the other.
fn dispose(remains: Remains) {
    if DROPPING.get() {
        return REMAINS.with_borrow_mut(|all| all.push(remains));
    }
    DROPPING.set(true);
    let mut next = Some(remains);
    while let Some(remains) = next {
        drop(remains);
        next = REMAINS.with_borrow_mut(Vec::pop);
    }
    DROPPING.set(false);
}

fn is_plain(value: &Value) -> bool {
    matches!(
        value,
        Value::Integer(_)
            | Value::Boolean(_)
            | Value::Character(_)
            | Value::Process(_)
            | Value::Unused
            | Value::Constructed(_)
            | Value::Set(_)
    )
}

impl Drop for Thunk {
    fn drop(&mut self) {
        match self.0.get_mut() {
            State::Running | State::Failed(_) => {}
            State::Known(value) if is_plain(value) => {}
            state => dispose(Remains::State(std::mem::replace(state, State::Running))),
        }
    }
}

impl Drop for Frame {
    fn drop(&mut self) {
        let plain = |slot: &mut RefCell<Slot>| match slot.get_mut() {
            Slot::Empty | Slot::Running => true,
            Slot::Bound(Lazy::Value(value)) | Slot::Named(Lazy::Value(value)) => is_plain(value),
            Slot::Bound(Lazy::Thunk(_)) | Slot::Named(Lazy::Thunk(_)) => false,
        };
        if !self.slots.iter_mut().all(plain) {
            dispose(Remains::Slots(std::mem::take(&mut self.slots)));
        }
    }
}
