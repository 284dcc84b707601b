//! Components that are told apart by where statements stand: one after the other.

use std::collections::HashSet;

use machine::compile::Edge;

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

impl Explainer<'_> {
    /// That what a statement does for one of two components another one does for the other, before it or after it.
    pub(super) fn stands_elsewhere(&self, end: &Ending) -> Option<Reason> {
        let (first, second) = end.first.filter(|_| end.is_placed)?;
        let (one, two) = end.components;
        for (edge, spans) in self.edges_about(first, one) {
            let mut others = self.edges_about(second?, two);
            let in_row = others.find(|&(it, _)| self.follows(edge, it) || self.follows(it, edge));
            let Some((_, others)) = in_row else { continue };
            let text = if edge.atomic { ORDERED } else { IN_SIGHT };
            let span = spans.into_iter().chain(others).min_by_key(|span| (span.file, span.start));
            return Some(Reason {
                form: Form::Row(text.to_owned()),
                sides: Vec::new(),
                span,
                other: None,
            });
        }
        None
    }

    /// Whether control gets from one edge to another, soon, and not past the place where the first begins.
    fn follows(&self, first: &Edge, then: &Edge) -> bool {
        let code = &self.machine.code;
        let mut seen: HashSet<_> = HashSet::from([first.from]);
        let mut pending: Vec<_> = first.to.into_iter().filter(|to| seen.insert(*to)).collect();
        while let Some(at) = pending.pop().filter(|_| seen.len() <= MOST_BETWEEN) {
            if at == then.from {
                return true;
            }
            let edges = code.locations[at.index()].edges.iter();
            let targets = edges.filter_map(|edge| code.edges[edge.index()].to);
            pending.extend(targets.filter(|to| seen.insert(*to)));
        }
        false
    }
}
