//! Where names are used.

use std::sync::Arc;

use diagnostics::Span;

use super::Resolver;
use super::scopes::Entry;
use crate::tree::Name;

/// A use of a name that the script declares, a module perhaps. What a module holds is noted once more for each of its instances.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Use {
    /// The name where it is used, without what qualifies it.
    pub place: Span,
    /// The name where it is declared.
    pub declared: Span,
}

impl Resolver {
    /// Notes that a name stands somewhere which means what a scope has of it. Imported names are declared nowhere.
    pub(super) fn note_use(&mut self, place: Span, entry: Option<Entry>) {
        let declared = entry.and_then(|entry| entry.span);
        self.uses.extend(declared.map(|declared| Use { place, declared }));
    }
}

/// Where the parts of a name stand: its qualifiers and the name itself, between which there are no blanks.
pub(super) fn parts(name: &Name) -> Vec<Span> {
    let mut start = name.span.start;
    let texts = name.qualifiers.iter().chain([&name.text]);
    let part = |text: &Arc<str>| {
        let end = start + text.len() as u32;
        let span = Span { start, end, ..name.span };
        start = end + "::".len() as u32;
        span
    };
    texts.map(part).collect()
}
