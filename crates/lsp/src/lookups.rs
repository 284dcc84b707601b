//! What clients ask of names: what they mean, where they are declared and used.

use std::sync::Arc;

use lsp_types::{
    DocumentSymbolParams, GotoDefinitionParams, Hover, HoverContents, HoverParams, Location,
    MarkupContent, MarkupKind, ReferenceParams, TextDocumentPositionParams,
};
use model::Declared;
use serde_json::{Value, json};

use crate::address::Address;
use crate::lines::Lines;
use crate::names::{Names, range};
use crate::outline;
use crate::server::{Known, Server};

impl Server<'_> {
    /// The names that a text is known to have a part in, its own first: those of texts that include it come after them. Only names of
    /// the text as it is now count.
    fn names_of<'s>(
        &'s self,
        address: &'s Address,
    ) -> impl Iterator<Item = (&'s Known, &'s Names)> {
        let now = self.documents.get(address).and_then(|it| it.text.as_ref().ok());
        let own = self.known.get_key_value(address);
        let others = self.known.iter().filter(move |(other, _)| *other != address);
        own.into_iter().chain(others).filter_map(move |(_, known)| {
            (now.is_some() && known.names.text(address) == now).then_some((known, &known.names))
        })
    }

    /// The byte of a text that is meant.
    fn byte(&self, place: &TextDocumentPositionParams) -> Option<(Address, Arc<str>, usize)> {
        let address = Address::of_uri(&place.text_document.uri);
        let text = Arc::clone(self.documents.get(&address)?.text.as_ref().ok()?);
        let byte = Lines::of(&text, self.client.encoding).offset(place.position);
        Some((address, text, byte))
    }

    /// What the name at a position means.
    pub(crate) fn hover(&self, params: &HoverParams) -> Value {
        let place = &params.text_document_position_params;
        let Some((address, text, byte)) = self.byte(place) else { return Value::Null };
        let language = self.documents.get(&address).and_then(|it| it.language);
        let language = language.map_or("", |it| it.name());
        for (known, names) in self.names_of(&address) {
            let mut told: Vec<String> = Vec::new();
            let mut stands = None;
            for (span, declared) in names.at(&address, byte) {
                let one = described(declared, known, names, language);
                if !told.contains(&one) {
                    told.push(one);
                }
                stands = Some(span);
            }
            let Some(span) = stands else { continue };
            let value = told.join("\n\n---\n\n");
            let contents =
                HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value });
            let range = range(&Lines::of(&text, self.client.encoding), span);
            return json!(Hover { contents, range: Some(range) });
        }
        Value::Null
    }

    /// Where the name at a position is declared.
    pub(crate) fn definition(&self, params: &GotoDefinitionParams) -> Value {
        let place = &params.text_document_position_params;
        json!(self.places(place, false, |declared| vec![declared.place]))
    }

    /// Where it is used, in the document, what that includes, and the open texts that include it.
    pub(crate) fn references(&self, params: &ReferenceParams) -> Value {
        let with_declaration = params.context.include_declaration;
        json!(self.places(&params.text_document_position, true, |declared| {
            let declaration = with_declaration.then_some(declared.place);
            declaration.into_iter().chain(declared.uses.iter().copied()).collect()
        }))
    }

    /// Where it is used in the document.
    pub(crate) fn highlights(&self, params: &GotoDefinitionParams) -> Value {
        let place = &params.text_document_position_params;
        let all = self.places(place, false, |declared| {
            [declared.place].into_iter().chain(declared.uses.iter().copied()).collect()
        });
        let here = Address::of_uri(&place.text_document.uri);
        let here = all.iter().filter(|location| Address::of_uri(&location.uri) == here);
        here.map(|location| json!({ "range": location.range })).collect()
    }

    /// The places of what a name means, each once: as the first texts know it in which it means something, or as all do.
    fn places(
        &self,
        place: &TextDocumentPositionParams,
        in_all: bool,
        places: impl Fn(&Declared) -> Vec<diagnostics::Span>,
    ) -> Vec<Location> {
        let Some((address, _, byte)) = self.byte(place) else { return Vec::new() };
        let mut found: Vec<Location> = Vec::new();
        for (_, names) in self.names_of(&address) {
            let spans = names.at(&address, byte).flat_map(|(_, declared)| places(declared));
            let is_current = |address: &Address, text: &Arc<str>| {
                let document = self.documents.get(address);
                document.is_none_or(|document| document.text.as_ref() == Ok(text))
            };
            for location in names.locations(spans, is_current, self.client.encoding) {
                if !found.contains(&location) {
                    found.push(location);
                }
            }
            if !found.is_empty() && !in_all {
                break;
            }
        }
        found
    }

    /// What a text declares, as a tree or a list, as the client has it.
    pub(crate) fn symbols(&self, params: &DocumentSymbolParams) -> Value {
        let address = Address::of_uri(&params.text_document.uri);
        let Some((_, names)) = self.names_of(&address).next() else { return json!([]) };
        let Some(text) = names.text(&address) else { return json!([]) };
        let lines = Lines::of(text, self.client.encoding);
        let symbols = outline::symbols(names, &address, &lines);
        match self.client.has_tree {
            true => json!(symbols),
            false => json!(outline::flat(symbols, &params.text_document.uri)),
        }
    }
}

/// What there is to know of a name.
fn described(declared: &Declared, known: &Known, names: &Names, language: &str) -> String {
    let mut told = format!("```{language}\n{}\n```", declared.text);
    let around = declared.within.and_then(|within| names.declared.get(within));
    let around = around.map(|around| format!("in `{}`", around.name));
    let orbits = known.symmetry.iter().flat_map(|it| it.orbits_of(&declared.name));
    let orbits = orbits.map(|members| format!("{} change places", listed(members)));
    for remark in declared.remarks.iter().cloned().chain(around).chain(orbits) {
        told += &format!("\n\n{remark}");
    }
    told
}

/// So many members of an orbit are named.
const MOST_NAMED: usize = 8;

fn listed(members: &[String]) -> String {
    let named = members.iter().take(MOST_NAMED).map(|member| format!("`{member}`"));
    let mut named = named.collect::<Vec<_>>().join(", ");
    if members.len() > MOST_NAMED {
        named += &format!(" and {} more", members.len() - MOST_NAMED);
    }
    named
}
