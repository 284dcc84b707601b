//! The progress of checks, where the client shows it.

use lsp_types::{ProgressToken, WorkDoneProgressCancelParams};
use serde_json::{Value, json};

use crate::address::Address;
use crate::client::Client;

/// The progress of the check that goes on.
#[derive(Default)]
pub(crate) struct Progress {
    shown: Option<Shown>,
    /// Checks so far: no two have one token.
    checks: u64,
}

struct Shown {
    address: Address,
    token: String,
    /// Under which the client was asked to show it.
    id: String,
    /// Whether the client does.
    has_begun: bool,
}

impl Progress {
    /// Asks the client to show that a text is checked.
    pub(crate) fn begin(&mut self, address: &Address, client: &mut Client<'_>) {
        if client.has_progress {
            self.checks += 1;
            let token = format!("quotient-check-{}", self.checks);
            let id = client.ask("window/workDoneProgress/create", json!({ "token": token }));
            self.shown = Some(Shown { address: address.clone(), token, id, has_begun: false });
        }
    }

    /// The client has answered a request: perhaps this one.
    pub(crate) fn answered(&mut self, id: &Value, is_error: bool, client: &mut Client<'_>) {
        let Some(shown) = self.shown.as_mut().filter(|shown| *id == shown.id) else { return };
        if is_error {
            self.shown = None;
            return;
        }
        shown.has_begun = true;
        let title = format!("checking {}", shown.address.name());
        client.notify(
            "$/progress",
            shown.told(json!({ "kind": "begin", "title": title, "cancellable": true })),
        );
    }

    /// The check has ended.
    pub(crate) fn end(&mut self, client: &mut Client<'_>) {
        if let Some(shown) = self.shown.take().filter(|shown| shown.has_begun) {
            client.notify("$/progress", shown.told(json!({ "kind": "end" })));
        }
    }

    /// The text whose check the client wants cancelled.
    pub(crate) fn cancelled(&self, params: &WorkDoneProgressCancelParams) -> Option<&Address> {
        let shown = self.shown.as_ref()?;
        let ProgressToken::String(token) = &params.token else { return None };
        (*token == shown.token).then_some(&shown.address)
    }
}

impl Shown {
    fn told(&self, value: Value) -> Value {
        json!({ "token": self.token, "value": value })
    }
}
