//! Terms in a normal form: equal ones are one number.

use std::collections::HashMap;

/// A term.
pub type Term = i64;

/// What a term is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    List,
    Name,
    Number,
    Load,
    Place,
    Leaf,
    Unary,
    Binary,
    Truth,
    Conditional,
    Query,
    Reception,
    Store,
    Any,
    OwnNumber,
    Other,
    Guard,
    Assert,
    Assign,
    Send,
    Print,
    Run,
    SpinAction,
    Block,
    Node,
    Step,
    To,
    Back,
    Entry,
    Gone,
    Process,
    Pid,
    ProcessOf,
    Claim,
    Formula,
}

/// The terms that were met.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    known: HashMap<Box<[i64]>, Term>,
    /// Whether terms that were not met before are refused.
    complete: bool,
}

impl Terms {
    /// From now on there are no other terms.
    pub fn complete(&mut self) {
        self.complete = true;
    }

    /// The same terms, to which others may be added.
    #[must_use]
    pub fn open(&self) -> Terms {
        Terms { known: self.known.clone(), complete: false }
    }

    /// The term of a kind with its parts, which are terms or numbers, always in the same places; none if all terms are known
    /// and this is not among them.
    pub fn term(&mut self, kind: Kind, parts: &[i64]) -> Option<Term> {
        let mut words = Vec::with_capacity(parts.len() + 1);
        words.push(kind as i64);
        words.extend_from_slice(parts);
        if let Some(&term) = self.known.get(&words[..]) {
            return Some(term);
        }
        if self.complete {
            return None;
        }
        let term = self.known.len() as Term;
        self.known.insert(words.into(), term);
        Some(term)
    }

    /// Terms of which the order does not matter.
    pub fn unordered(&mut self, mut terms: Vec<Term>) -> Option<Term> {
        terms.sort_unstable();
        self.term(Kind::List, &terms)
    }
}
