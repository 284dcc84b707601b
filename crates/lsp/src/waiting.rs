//! Requests that wait until the names of a text are known as it is now.

use serde_json::Value;

use crate::address::Address;
use crate::message::{CONTENT_MODIFIED, REQUEST_CANCELLED, REQUEST_FAILED, Refusal, answer};
use crate::server::Server;

/// The requests that are answered by names.
const BY_NAMES: [&str; 5] = [
    "textDocument/hover",
    "textDocument/definition",
    "textDocument/references",
    "textDocument/documentHighlight",
    "textDocument/documentSymbol",
];
/// So many requests wait; who asks more is refused.
const MOST_WAITING: usize = 1_000;

/// A request that waits.
pub(crate) struct Waiting {
    id: Value,
    method: String,
    params: Value,
    /// The text whose names it waits for.
    address: Address,
}

impl Server<'_> {
    /// Answers a request, or has it wait.
    pub(crate) fn answer_or_wait(&mut self, id: Value, method: String, params: Value) {
        match self.named_by(&method, &params).filter(|address| self.namings.has(address)) {
            Some(_) if self.waiting.len() >= MOST_WAITING => {
                let refusal = Refusal::new(REQUEST_FAILED, "too many requests wait for an answer");
                self.client.send(&answer(&id, Err(refusal)));
            }
            Some(address) => self.waiting.push(Waiting { id, method, params, address }),
            None => self.answer(&id, &method, params),
        }
    }

    /// The text whose names a request is answered by.
    fn named_by(&self, method: &str, params: &Value) -> Option<Address> {
        if !BY_NAMES.contains(&method) || self.phase.admit(method).is_err() {
            return None;
        }
        let uri = serde_json::from_value(params["textDocument"]["uri"].clone()).ok()?;
        Some(Address::of_uri(&uri))
    }

    fn answer(&mut self, id: &Value, method: &str, params: Value) {
        let result = self.asked(method, params);
        self.client.send(&answer(id, result));
    }

    /// Answers those that wait for names that are known now, or that will never be.
    pub(crate) fn answer_waiting(&mut self) {
        let namings = &self.namings;
        let known: Vec<Waiting> =
            self.waiting.extract_if(.., |waiting| !namings.has(&waiting.address)).collect();
        for Waiting { id, method, params, .. } in known {
            self.answer(&id, &method, params);
        }
    }

    /// The client wants no answer to a request any more.
    pub(crate) fn no_longer_wanted(&mut self, params: &Value) {
        let refusal = Refusal::new(REQUEST_CANCELLED, "cancelled");
        self.refuse_waiting(|waiting| waiting.id == params["id"], &refusal);
    }

    /// A text has changed: positions in the one before are none any more. Whoever types would keep requests waiting for ever.
    pub(crate) fn no_longer_as_asked(&mut self, address: &Address) {
        let refusal = Refusal::new(CONTENT_MODIFIED, "the text has changed");
        self.refuse_waiting(|waiting| waiting.address == *address, &refusal);
    }

    /// The server ends.
    pub(crate) fn no_longer_answered(&mut self) {
        let refusal = Refusal::new(REQUEST_CANCELLED, "the server is shut down");
        self.refuse_waiting(|_| true, &refusal);
    }

    fn refuse_waiting(&mut self, is_refused: impl Fn(&Waiting) -> bool, refusal: &Refusal) {
        let refused: Vec<Waiting> = self.waiting.extract_if(.., |it| is_refused(it)).collect();
        for Waiting { id, .. } in refused {
            self.client.send(&answer(&id, Err(refusal.clone())));
        }
    }
}
