//! The calls that are being answered.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::Value;

/// A call that is being answered.
pub(crate) struct Call {
    /// What the answer repeats.
    pub id: Value,
    /// What ends it.
    pub cancel: Arc<AtomicBool>,
    /// Whether it runs the program.
    pub is_program: bool,
    /// The session that it opens, if it does.
    pub opens: Option<String>,
    /// Whether nobody wants its answer.
    pub is_unwanted: bool,
}

impl Call {
    /// A call that neither runs the program nor opens a session.
    pub fn new(id: Value, cancel: Arc<AtomicBool>) -> Call {
        Call { id, cancel, is_program: false, opens: None, is_unwanted: false }
    }
}

/// The calls that are being answered, by their numbers.
#[derive(Default)]
pub(crate) struct Running {
    calls: HashMap<u64, Call>,
    last: u64,
}

impl Running {
    /// The number of the next call: no two ever have the same, whatever clients call them.
    pub fn number(&mut self) -> u64 {
        self.last += 1;
        self.last
    }

    /// Whether a call that a client calls so is being answered.
    pub fn has(&self, id: &Value) -> bool {
        self.calls.values().any(|call| call.id == *id)
    }

    /// One more.
    pub fn insert(&mut self, number: u64, call: Call) {
        self.calls.insert(number, call);
    }

    /// One that is answered.
    pub fn remove(&mut self, number: u64) -> Option<Call> {
        self.calls.remove(&number)
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.calls.len()
    }

    /// How many of them run the program.
    pub fn programs(&self) -> usize {
        self.calls.values().filter(|call| call.is_program).count()
    }

    /// Ends a call whose answer nobody wants; the session that it would have opened, if so.
    pub fn cancel(&mut self, id: &Value) -> Option<String> {
        let call = self.calls.values_mut().find(|call| call.id == *id)?;
        call.is_unwanted = true;
        call.cancel.store(true, Ordering::Relaxed);
        call.opens.clone()
    }

    /// Ends all.
    pub fn cancel_all(&self) {
        self.calls.values().for_each(|call| call.cancel.store(true, Ordering::Relaxed));
    }
}
