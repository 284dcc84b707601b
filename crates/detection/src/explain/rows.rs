//! Components that are told apart by where statements stand: one after the other.

use std::collections::HashSet;

use diagnostics::Span;
use machine::compile::Edge;
use machine::index::LocationId;

use super::Explainer;
use super::endings::Ending;
use super::reason::{Form, Reason};

/// How far after a statement another one is looked for, in places.
const MOST_BETWEEN: usize = 16;

/// What is said where others can look in between.
const IN_SIGHT: &str = "statements about one after the other of them make a row, and others can look in between: make one step of \
                        it by `d_step`";
/// What is said where they cannot.
const ORDERED: &str = "statements about one after the other of them make a row, and that order is seen: let them change places";
/// What is said where some sends wait.
const BLOCKING: &str = "this sequence can block between two sends, and who has got one already is seen: ask before the first whether \
                        all have room";

impl Explainer<'_> {
    /// That what a statement does for one of two components another one does for the other, before it or after it.
    pub(super) fn stands_elsewhere(&self, end: &Ending) -> Option<Reason> {
        let (first, second) = end.first.filter(|_| end.is_placed)?;
        let (one, two) = end.components;
        for (edge, spans) in self.edges_about_only(first, one, two) {
            let mut others = self.edges_about_only(second?, two, one);
            let in_row = others.find(|&(it, _)| self.follows(edge, it) || self.follows(it, edge));
            let Some((_, others)) = in_row else { continue };
            let spans = spans.into_iter().chain(others);
            let span = spans.min_by_key(|span| (span.file, span.start))?;
            let text = if edge.atomic { ORDERED } else { IN_SIGHT };
            return Some(self.blocking(span).unwrap_or_else(|| in_sequence(text, span)));
        }
        None
    }

    /// That a statement is one of a sequence that may have to wait between two sends.
    pub(super) fn blocking(&self, span: Span) -> Option<Reason> {
        self.classes.folds().waiting().contains(&span).then(|| in_sequence(BLOCKING, span))
    }

    /// Whether control gets from one edge to another, soon, and not by way of a further round of a loop.
    fn follows(&self, first: &Edge, then: &Edge) -> bool {
        let code = &self.machine.code;
        let mut seen: HashSet<LocationId> = HashSet::new();
        let onward = |edge: &Edge| edge.to.filter(|&to| !self.is_passed_before(to, edge.from));
        let mut pending: Vec<LocationId> = onward(first).into_iter().collect();
        while let Some(at) = pending.pop().filter(|_| seen.len() <= MOST_BETWEEN) {
            if at == then.from {
                return true;
            }
            let edges = code.locations[at.index()].edges.iter();
            let targets = edges.filter_map(|edge| onward(&code.edges[edge.index()]));
            pending.extend(targets.filter(|to| seen.insert(*to)));
        }
        false
    }

    /// Whether no way leads to a place but past another one: a step back there begins a further round.
    fn is_passed_before(&self, head: LocationId, place: LocationId) -> bool {
        let code = &self.machine.code;
        let is_here = |it: &&LocationId| self.machine.type_of(**it) == self.machine.type_of(place);
        let begins = code.entries.iter().chain(code.begins.iter().flatten()).filter(is_here);
        let mut pending: Vec<LocationId> = begins.copied().filter(|&it| it != head).collect();
        let mut seen: HashSet<LocationId> = pending.iter().copied().collect();
        while let Some(at) = pending.pop() {
            let edges = code.locations[at.index()].edges.iter();
            let targets = edges.filter_map(|edge| code.edges[edge.index()].to);
            pending.extend(targets.filter(|&to| to != head && seen.insert(to)));
        }
        !seen.contains(&place)
    }
}

fn in_sequence(text: &str, span: Span) -> Reason {
    let form = Form::Sequence(text.to_owned());
    Reason { form, sides: Vec::new(), span: Some(span), other: None }
}
