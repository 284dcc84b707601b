//! Components that are told apart by where statements stand: one after the other.

use std::collections::HashSet;

use diagnostics::Span;
use machine::compile::Edge;
use machine::index::LocationId;
use machine::program::Action;

use super::Explainer;
use super::endings::Ending;
use super::reason::{Form, Reason};

/// How far after a statement another one is looked for, in places.
const MOST_BETWEEN: usize = 16;

/// Of so many statements about each of two components it is asked whether they make a row.
const MOST_COMPARED: usize = 4;

/// What is said where others can look in between.
const IN_SIGHT: &str = "statements about one after the other of them make a row, and others can look in between: make one step of \
                        it by `d_step`";
/// What is said where they cannot.
const ORDERED: &str = "statements about one after the other of them make a row, and that order is seen: let them change places";
/// What is said where some sends wait.
const BLOCKING: &str = "this sequence can block between two sends, and who has got one already is seen: ask before the first whether \
                        all have room";

/// An edge, and those of its statements that are about a component.
type About<'e> = (&'e Edge, Vec<Span>);

impl Explainer<'_> {
    /// That what a statement does for one of two components another one does for the other, before it or after it.
    pub(super) fn stands_elsewhere(&self, end: &Ending) -> Option<Reason> {
        let (first, second) = end.first.filter(|_| end.is_placed)?;
        let (one, two) = end.components;
        let about_two: Vec<About<'_>> = self.edges_about_only(second?, two, one).collect();
        self.row(self.edges_about_only(first, one, two), &about_two)
    }

    /// The same of any statements that do to one component what they do to another.
    pub(super) fn row_about(&self, one: usize, two: usize) -> Option<Reason> {
        let drawn = self.machine.code.edges.iter().zip(&self.program.edges);
        let edges = drawn.filter(|(_, drawn)| drawn.is_some()).map(|(edge, _)| edge);
        if let Some(span) = edges.clone().find_map(|edge| self.row_within(edge, (one, two))) {
            return Some(in_sequence(ORDERED, span));
        }
        let about = |component: usize, other: usize| {
            let only = edges.clone().filter(move |edge| self.mentioning(edge, other).is_empty());
            only.map(move |edge| (edge, self.mentioning(edge, component)))
        };
        let is_about = |(_, spans): &About<'_>| !spans.is_empty();
        let about_two: Vec<About<'_>> = about(two, one).filter(is_about).collect();
        about(one, two).filter(is_about).take(MOST_COMPARED).find_map(|it| {
            let alike = about_two.iter().filter(|other| does_alike(it.0, other.0));
            let alike = alike.take(MOST_COMPARED);
            self.row(std::iter::once(it.clone()), &alike.cloned().collect::<Vec<About<'_>>>())
        })
    }

    /// The first statement of an edge about one component, if it does the same to another one, too.
    fn row_within(&self, edge: &Edge, (one, two): (usize, usize)) -> Option<Span> {
        let only = |component: usize, other: usize| {
            let named = edge.operations.iter().filter(move |it| self.names(&it.action, component));
            named.filter(move |it| !self.names(&it.action, other))
        };
        let has_like = |action: &Action| only(two, one).any(|it| are_alike(action, &it.action));
        let found = only(one, two).find(|it| has_like(&it.action))?;
        let owner = self.machine.type_of(edge.from);
        let control = &self.machine.program.process_types[owner.index()].control;
        Some(control.node(found.node).span)
    }

    /// The first of some edges before or after which one of others stands.
    fn row<'e>(
        &self,
        mut about_one: impl Iterator<Item = About<'e>>,
        about_two: &[About<'_>],
    ) -> Option<Reason> {
        about_one.find_map(|(edge, spans)| {
            let mut others = about_two.iter();
            let in_row = others.find(|(it, _)| self.follows(edge, it) || self.follows(it, edge));
            let spans = spans.iter().chain(&in_row?.1);
            let span = *spans.min_by_key(|span| (span.file, span.start))?;
            let text = if edge.atomic { ORDERED } else { IN_SIGHT };
            Some(self.blocking(span).unwrap_or_else(|| in_sequence(text, span)))
        })
    }

    /// That a statement is one of a sequence that may have to wait between two sends.
    pub(super) fn blocking(&self, span: Span) -> Option<Reason> {
        self.classes.folds().waiting().contains(&span).then(|| in_sequence(BLOCKING, span))
    }

    /// Whether control gets from one edge to another, soon, and not by way of a further round of a loop.
    fn follows(&self, first: &Edge, then: &Edge) -> bool {
        let code = &self.machine.code;
        if self.machine.type_of(first.from) != self.machine.type_of(then.from) {
            return false;
        }
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

/// Whether two edges end in writing one variable, or in a send.
fn does_alike(one: &Edge, other: &Edge) -> bool {
    let lasts = one.operations.last().zip(other.operations.last());
    lasts.is_some_and(|(one, other)| are_alike(&one.action, &other.action))
}

fn are_alike(one: &Action, other: &Action) -> bool {
    match (one, other) {
        (Action::Assign(a, _), Action::Assign(b, _)) => a.variable == b.variable,
        (Action::Send { .. }, Action::Send { .. }) => true,
        _ => false,
    }
}

fn in_sequence(text: &str, span: Span) -> Reason {
    let form = Form::Sequence(text.to_owned());
    Reason { form, sides: Vec::new(), span: Some(span), other: None }
}
