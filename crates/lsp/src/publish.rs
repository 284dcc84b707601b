//! What the client is told of each text, by whatever rests on it.

use std::collections::{BTreeMap, BTreeSet};

use lsp_types::{Diagnostic, DiagnosticSeverity, PublishDiagnosticsParams, Range};
use serde_json::json;

use crate::address::Address;
use crate::document::Unknown;
use crate::loading::SOURCE;
use crate::remarks::{Note, Remarks};
use crate::server::{Known, Server};

/// What the client was told last of each text, where that is anything.
#[derive(Default)]
pub(crate) struct Published(BTreeMap<Address, Vec<Diagnostic>>);

impl Server<'_> {
    /// Tells the client what is known of a text.
    pub(crate) fn publish(&mut self, address: &Address) {
        let diagnostics = self.diagnostics(address);
        let document = self.documents.get(address);
        let Some(uri) = document.map(|it| it.uri.clone()).or_else(|| address.uri()) else { return };
        let version = document.map(|document| document.version);
        let params = PublishDiagnosticsParams { uri, diagnostics: diagnostics.clone(), version };
        self.client.notify("textDocument/publishDiagnostics", json!(params));
        if diagnostics.is_empty() {
            self.published.0.remove(address);
        } else {
            self.published.0.insert(address.clone(), diagnostics);
        }
    }

    /// Does so for all texts that are spoken of with one, or were in some remarks, where that is something new. A text that
    /// is being loaded is told of then.
    pub(crate) fn publish_beside(&mut self, address: &Address, before: &Remarks) {
        let known = self.known.get(address);
        let now = known.into_iter().flat_map(Known::notes);
        let spoken_of: BTreeSet<Address> =
            now.chain(&before.notes).map(|note| note.address.clone()).collect();
        for address in spoken_of {
            let told = self.published.0.get(&address).map_or(&[][..], Vec::as_slice);
            if !self.loads.has(&address) && self.diagnostics(&address) != told {
                self.publish(&address);
            }
        }
    }

    /// All that is known of a text.
    fn diagnostics(&self, address: &Address) -> Vec<Diagnostic> {
        if let Some(document) = self.documents.get(address)
            && document.language.is_some()
            && let Err(unknown) = document.text
        {
            return vec![not_looked_at(unknown)];
        }
        let mut diagnostics = Vec::new();
        for note in self.notes(address) {
            let mut diagnostic = note.diagnostic.clone();
            if !self.client.has_related {
                diagnostic.related_information = None;
            }
            if !diagnostics.contains(&diagnostic) {
                diagnostics.push(diagnostic);
            }
        }
        diagnostics
    }

    /// The remarks on a text as it is now.
    pub(crate) fn notes<'s>(&'s self, address: &'s Address) -> impl Iterator<Item = &'s Note> {
        let open = self.documents.get(address).map(|document| document.text.as_ref());
        let is_now = move |remarks: &Remarks| {
            open.is_none_or(|open| open.ok().is_some_and(|now| remarks.text(address) == Some(now)))
        };
        let all = self.known.values().flat_map(Known::remarks).filter(move |it| is_now(it));
        all.flat_map(|remarks| &remarks.notes).filter(move |note| note.address == *address)
    }
}

impl Known {
    /// All that is known, with the texts that it is known of.
    pub(crate) fn remarks(&self) -> impl Iterator<Item = &Remarks> {
        [&self.read].into_iter().chain(self.results())
    }

    /// Those of the program.
    pub(crate) fn results(&self) -> impl Iterator<Item = &Remarks> {
        let verdict = self.verdict.as_ref().map(|verdict| &verdict.remarks);
        [self.symmetry.as_ref().map(|it| &it.obstacles), verdict].into_iter().flatten()
    }

    /// All remarks that are known.
    pub(crate) fn notes(&self) -> impl Iterator<Item = &Note> {
        self.remarks().flat_map(|remarks| &remarks.notes)
    }
}

fn not_looked_at(unknown: Unknown) -> Diagnostic {
    Diagnostic {
        range: Range::default(),
        severity: Some(DiagnosticSeverity::WARNING),
        source: Some(SOURCE.to_owned()),
        message: unknown.in_words().to_owned(),
        ..Default::default()
    }
}
