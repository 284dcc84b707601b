//! What names stand for.

use std::collections::HashMap;

use diagnostics::Span;

use crate::types::TypeId;

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// A declared channel, by its place among those.
    Channel(usize),
    /// A global variable, by its place among those.
    Global(usize),
    /// A parameter or local variable of the proctype at hand, by its place among those.
    Local(usize),
}

/// A declared name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub meaning: Meaning,
    /// None if its type is wrong: that has been said.
    pub ty: Option<TypeId>,
    pub span: Span,
}

/// The names that can be used at a place.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scope {
    names: HashMap<String, Entry>,
}

impl Scope {
    /// Declares a name, unless it is declared already: then that declaration.
    pub fn declare(&mut self, name: &str, entry: Entry) -> Option<Entry> {
        if let Some(&known) = self.names.get(name) {
            return Some(known);
        }
        self.names.insert(name.to_owned(), entry);
        None
    }

    pub fn find(&self, name: &str) -> Option<Entry> {
        self.names.get(name).copied()
    }

    /// Its names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.keys().map(String::as_str)
    }
}
