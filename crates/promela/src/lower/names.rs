//! Names and what they stand for.

use std::collections::HashMap;

use diagnostics::Span;
use machine::index::VariableId;

/// A declared variable: a leaf, or a structure of them; perhaps an array of either.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Array length, if it is an array.
    pub length: Option<u32>,
    /// What each element is.
    pub shape: Shape,
    /// Where it is declared.
    pub span: Span,
    /// What SPIN takes its name for where a length is to be: the number that it is declared with.
    pub number: Option<i32>,
}

/// What a variable, or each element of an array, is.
#[derive(Clone, Debug)]
pub enum Shape {
    /// Cells of one type.
    Leaf(VariableId),
    /// A structure: its fields in the order of their declaration.
    Structure(Vec<(String, Entry)>),
}

/// The names that can be seen from a place, and what each is: the innermost scope comes last.
#[derive(Debug)]
pub struct Scopes<T = Entry> {
    scopes: Vec<HashMap<String, T>>,
}

impl<T> Default for Scopes<T> {
    fn default() -> Self {
        Scopes { scopes: Vec::new() }
    }
}

impl<T> Scopes<T> {
    /// Opens a scope inside those that are open.
    pub fn open(&mut self) {
        self.scopes.push(HashMap::new());
    }

    /// Closes the innermost scope.
    pub fn close(&mut self) {
        self.scopes.pop();
    }

    /// Declares a name in the innermost scope; the earlier declaration there, if any.
    pub fn declare(&mut self, name: &str, entry: T) -> Option<T> {
        self.scopes.last_mut()?.insert(name.to_owned(), entry)
    }

    /// What a name stands for.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&T> {
        self.scopes.iter().rev().find_map(|scope| scope.get(name))
    }

    /// What a name stands for if the innermost scope declares it.
    #[must_use]
    pub fn find_innermost(&self, name: &str) -> Option<&T> {
        self.scopes.last()?.get(name)
    }

    /// Whether a scope within the outermost declares a name, innermost first.
    #[must_use]
    pub fn is_local(&self, name: &str) -> bool {
        self.scopes.iter().skip(1).any(|scope| scope.contains_key(name))
    }

    /// All names, for suggestions.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.scopes.iter().flat_map(|scope| scope.keys().map(String::as_str))
    }
}
