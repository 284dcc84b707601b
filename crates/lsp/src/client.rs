//! The client: what it can do, and what it is sent.

use std::io::{self, Write};

use lsp_types::{ClientCapabilities, MessageType};
use serde_json::{Value, json};

use crate::lines::Encoding;
use crate::message::{notification, request};

/// The client.
pub(crate) struct Client<'o> {
    output: &'o mut dyn Write,
    /// Why nothing can be sent any more.
    failure: Option<io::Error>,
    /// What columns count.
    pub encoding: Encoding,
    /// Whether it shows lenses.
    pub has_lenses: bool,
    /// Whether it can be asked to look at them again.
    has_refresh: bool,
    /// Whether it shows progress that the server reports.
    pub has_progress: bool,
    /// Whether it shows what a text declares as a tree.
    pub has_tree: bool,
    /// Whether diagnostics may name other places.
    pub has_related: bool,
    /// Requests that were sent.
    requests: u64,
}

impl<'o> Client<'o> {
    /// One that can do nothing yet.
    pub(crate) fn new(output: &'o mut dyn Write) -> Client<'o> {
        Client {
            output,
            failure: None,
            encoding: Encoding::Utf16,
            has_lenses: false,
            has_refresh: false,
            has_progress: false,
            has_tree: false,
            has_related: false,
            requests: 0,
        }
    }

    /// Learns what it can do.
    pub(crate) fn can(&mut self, capabilities: &ClientCapabilities) {
        let general = capabilities.general.as_ref();
        let encodings = general.and_then(|it| it.position_encodings.as_deref());
        self.encoding = Encoding::among(encodings.unwrap_or_default());
        let lens = capabilities.workspace.as_ref().and_then(|it| it.code_lens.as_ref());
        self.has_refresh = lens.and_then(|it| it.refresh_support).unwrap_or_default();
        let window = capabilities.window.as_ref();
        self.has_progress = window.and_then(|it| it.work_done_progress).unwrap_or_default();
        let texts = capabilities.text_document.as_ref();
        self.has_lenses = texts.is_some_and(|it| it.code_lens.is_some());
        let symbols = texts.and_then(|it| it.document_symbol.as_ref());
        let tree = symbols.and_then(|it| it.hierarchical_document_symbol_support);
        self.has_tree = tree.unwrap_or_default();
        let diagnostics = texts.and_then(|it| it.publish_diagnostics.as_ref());
        self.has_related = diagnostics.and_then(|it| it.related_information).unwrap_or_default();
    }

    /// Sends a message. Where that fails, nothing more is sent.
    pub(crate) fn send(&mut self, message: &Value) {
        if self.failure.is_none() {
            self.failure = framing::write(self.output, message).err();
        }
    }

    /// Sends a notification.
    pub(crate) fn notify(&mut self, method: &str, params: Value) {
        self.send(&notification(method, params));
    }

    /// Sends a request; the number under which its answer comes.
    pub(crate) fn ask(&mut self, method: &str, params: Value) -> String {
        self.requests += 1;
        let id = format!("quotient-{}", self.requests);
        self.send(&request(&id, method, params));
        id
    }

    /// Shows a text to the user.
    pub(crate) fn show(&mut self, kind: MessageType, text: &str) {
        self.notify("window/showMessage", json!({ "type": kind, "message": text }));
    }

    /// Has lenses looked at again, if the client can do that. Its answer matters to nobody.
    pub(crate) fn refresh_lenses(&mut self) {
        if self.has_refresh {
            self.ask("workspace/codeLens/refresh", Value::Null);
        }
    }

    /// Whether it can be sent anything.
    ///
    /// # Errors
    /// Why not; said once.
    pub(crate) fn is_there(&mut self) -> io::Result<()> {
        self.failure.take().map_or(Ok(()), Err)
    }
}
