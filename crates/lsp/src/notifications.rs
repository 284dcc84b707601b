//! What clients tell: texts are opened, changed, saved and closed.

use checking::Language;
use lsp_types::{
    DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    TextDocumentItem,
};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::address::Address;
use crate::document::{Document, taken};
use crate::server::{Known, Server};

impl Server<'_> {
    /// Takes a notification. One that is not known, or does not hold what it must, is passed over: nobody waits for an answer.
    pub(crate) fn notified(&mut self, method: &str, params: Value) {
        match method {
            "textDocument/didOpen" => self.with(params, Server::opened),
            "textDocument/didChange" => self.with(params, Server::edited),
            "textDocument/didSave" | "workspace/didChangeWatchedFiles" => self.saved(),
            "textDocument/didClose" => self.with(params, Server::closed),
            "window/workDoneProgress/cancel" => self.with(params, |server, params| {
                if let Some(address) = server.progress.cancelled(&params) {
                    server.checks.cancel(address);
                }
            }),
            "$/cancelRequest" => self.no_longer_wanted(&params),
            _ => {}
        }
    }

    fn with<P: DeserializeOwned>(&mut self, params: Value, told: impl FnOnce(&mut Self, P)) {
        if let Ok(params) = serde_json::from_value(params) {
            told(self, params);
        }
    }

    fn opened(&mut self, params: DidOpenTextDocumentParams) {
        let TextDocumentItem { uri, language_id, version, text } = params.text_document;
        let address = Address::of_uri(&uri);
        let language = self.language(&address, &language_id);
        let text = taken(text).map(Into::into);
        self.documents.insert(address.clone(), Document { uri, language, version, text });
        self.changed(&address);
    }

    /// The language that the extension of a name tells, or else the one that the client calls so.
    fn language(&self, address: &Address, name: &str) -> Option<&'static dyn Language> {
        let file = address.name();
        let extension = file.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase());
        let extension = extension.unwrap_or_default();
        let mut known = self.languages.iter().copied();
        let told = known.find(|language| language.extensions().contains(&extension.as_str()));
        told.or_else(|| self.languages.iter().copied().find(|it| it.name() == name))
    }

    fn edited(&mut self, params: DidChangeTextDocumentParams) {
        let address = Address::of_uri(&params.text_document.uri);
        let Some(document) = self.documents.get_mut(&address) else { return };
        document.change(params.content_changes, self.client.encoding);
        document.version = params.text_document.version;
        self.changed(&address);
    }

    /// A text is another one: whatever was found of the one before is dropped, and it is loaded.
    pub(crate) fn changed(&mut self, address: &Address) {
        self.symmetry.cancel(address);
        self.checks.cancel(address);
        self.no_longer_as_asked(address);
        self.loads.ask(address);
        self.namings.ask(address);
        let is_outdated = |known: &Known| known.results().any(|it| !self.is_current(it));
        let outdated = self.known.iter().filter(|(_, known)| is_outdated(known));
        let outdated: Vec<Address> = outdated.map(|(address, _)| address.clone()).collect();
        outdated.iter().for_each(|about| self.forget_results(about));
        if self.documents.get(address).is_some_and(|document| document.text.is_err()) {
            self.publish(address);
        }
    }

    /// Drops the verdict on a text, and what is in the way of its symmetry, and has it taken back at once where it is shown.
    pub(crate) fn forget_results(&mut self, address: &Address) {
        let Some(known) = self.known.get_mut(address) else { return };
        let verdict = known.verdict.take();
        let had_verdict = verdict.is_some();
        let dropped = [known.symmetry.take().map(|it| it.obstacles), verdict.map(|it| it.remarks)];
        let notes = dropped.into_iter().flatten().flat_map(|remarks| remarks.notes);
        let mut shown: Vec<Address> = notes.map(|note| note.address).collect();
        shown.sort();
        shown.dedup();
        shown.iter().for_each(|address| self.publish(address));
        if had_verdict {
            self.client.refresh_lenses();
        }
    }

    /// A file was written, which others may include.
    fn saved(&mut self) {
        self.look_at_files();
        for address in self.documents.keys() {
            self.loads.ask(address);
            self.namings.ask(address);
        }
    }

    fn closed(&mut self, params: DidCloseTextDocumentParams) {
        let address = Address::of_uri(&params.text_document.uri);
        let Some(document) = self.documents.remove(&address) else { return };
        self.symmetry.cancel(&address);
        self.checks.cancel(&address);
        self.loads.cancel(&address);
        self.namings.cancel(&address);
        self.answer_waiting();
        let known = self.known.remove(&address).unwrap_or_default();
        let mut shown: Vec<Address> = known.notes().map(|note| note.address.clone()).collect();
        shown.retain(|other| *other != address);
        shown.sort();
        shown.dedup();
        if document.language.is_some() {
            self.publish(&address);
        }
        shown.iter().for_each(|other| self.publish(other));
    }
}
