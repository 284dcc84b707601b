//! The names that a text and what it includes declare, and where they stand.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use diagnostics::{Sources, Span};
use lsp_types::{Location, Range};
use model::{Declared, DeclaredKind};

use crate::address::Address;
use crate::lines::{Encoding, Lines};
use crate::loading::Subject;

/// The names that some texts declare.
#[derive(Debug, Default)]
pub(crate) struct Names {
    /// The texts, by the numbers of files: that of the document first.
    texts: Vec<(Address, Arc<str>)>,
    /// All that is declared.
    pub declared: Vec<Declared>,
}

impl Subject {
    /// Its names. Where the language fails at it there are none: loading it tells.
    pub(crate) fn names(&self) -> Names {
        let told = catch_unwind(AssertUnwindSafe(|| {
            let mut sources = Sources::new();
            let file = sources.add_bytes(self.name(), self.text.as_bytes()).ok()?;
            let declared = self.language.declared(&mut sources, file, &self.options.settings);
            Some(Names { texts: self.texts(&sources), declared })
        }));
        told.ok().flatten().unwrap_or_default()
    }
}

impl Names {
    /// The text at an address, if it is one of these.
    pub(crate) fn text(&self, address: &Address) -> Option<&Arc<str>> {
        self.texts.iter().find(|(known, _)| known == address).map(|(_, text)| text)
    }

    /// What the name means that stands at a byte of a text, or that ends there, and where it stands. It may mean several things, as in the
    /// body of an inline.
    pub(crate) fn at<'n>(
        &'n self,
        address: &'n Address,
        byte: usize,
    ) -> impl Iterator<Item = (Span, &'n Declared)> {
        let is_here = move |span: &Span| {
            let file = self.texts.get(span.file.0 as usize);
            let is_around = (span.start as usize..=span.end as usize).contains(&byte);
            is_around && file.is_some_and(|(known, _)| known == address)
        };
        self.declared.iter().filter_map(move |declared| {
            let mut places = [declared.place].into_iter().chain(declared.uses.iter().copied());
            Some((places.find(is_here)?, declared))
        })
    }

    /// The names that are declared in a text.
    pub(crate) fn declared_in<'n>(
        &'n self,
        address: &'n Address,
    ) -> impl Iterator<Item = (usize, &'n Declared)> {
        let file = move |span: Span| self.texts.get(span.file.0 as usize).map(|(known, _)| known);
        let all = self.declared.iter().enumerate();
        all.filter(move |(_, declared)| file(declared.place) == Some(address))
    }

    /// Whether something that is declared may be meant at a byte of the document: it is no part of anything, or of what is around there, or is
    /// named with what it is a part of.
    pub(crate) fn is_seen(&self, declared: &Declared, byte: usize) -> bool {
        if matches!(declared.kind, DeclaredKind::Field | DeclaredKind::Member | DeclaredKind::Label)
        {
            return true;
        }
        let around = declared.within.and_then(|within| self.declared.get(within));
        let is_around = |it: &Declared| {
            it.whole.file.0 == 0
                && (it.whole.start as usize..=it.whole.end as usize).contains(&byte)
        };
        around.is_none_or(is_around)
    }

    /// The locations of some places, in their order, in texts that are as they were.
    pub(crate) fn locations(
        &self,
        places: impl Iterator<Item = Span>,
        is_current: impl Fn(&Address, &Arc<str>) -> bool,
        encoding: Encoding,
    ) -> Vec<Location> {
        let texts = self.texts.iter();
        let lines: Vec<Lines<'_>> = texts.map(|(_, text)| Lines::of(text, encoding)).collect();
        let location = |place: Span| {
            let file = place.file.0 as usize;
            let (address, _) = self.texts.get(file).filter(|(it, text)| is_current(it, text))?;
            Some(Location { uri: address.uri()?, range: range(&lines[file], place) })
        };
        places.filter_map(location).collect()
    }
}

/// The range of a place in its text.
pub(crate) fn range(lines: &Lines<'_>, place: Span) -> Range {
    lines.range(place.start as usize, place.end as usize)
}
