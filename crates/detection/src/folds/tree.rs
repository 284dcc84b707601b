//! What a process does between two places at which nothing else can be: statements, and choices between them.

use std::rc::Rc;

use diagnostics::Span;
use machine::program::Action;

use super::known::Known;

/// A statement, with what is known of counters when it is done.
#[derive(Clone, Debug)]
pub(crate) struct Step<'m> {
    pub action: &'m Action,
    pub span: Span,
    pub known: Rc<Known>,
}

/// Statements one after the other, and how it goes on.
#[derive(Clone, Debug)]
pub(crate) struct Tree<'m> {
    pub steps: Vec<Step<'m>>,
    pub end: End<'m>,
}

/// How it goes on after some statements.
#[derive(Clone, Debug)]
pub(crate) enum End<'m> {
    /// With what follows.
    GoesOn,
    /// Out of the loop, before its end.
    Leaves,
    /// With one of several.
    Choice {
        options: Vec<Tree<'m>>,
        /// Whether it is the first possible one, and that can be another than the only possible one.
        ordered: bool,
    },
}

impl<'m> Tree<'m> {
    /// One statement.
    pub fn of(step: Step<'m>) -> Tree<'m> {
        Tree { steps: vec![step], end: End::GoesOn }
    }

    /// All statements.
    pub fn all(&self) -> Vec<&Step<'m>> {
        let mut all: Vec<&Step<'m>> = self.steps.iter().collect();
        self.options().iter().for_each(|option| all.extend(option.all()));
        all
    }

    /// What it chooses from.
    pub fn options(&self) -> &[Tree<'m>] {
        match &self.end {
            End::Choice { options, .. } => options,
            End::GoesOn | End::Leaves => &[],
        }
    }

    /// Whether it may leave the loop.
    pub fn leaves(&self) -> bool {
        matches!(self.end, End::Leaves) || self.options().iter().any(Tree::leaves)
    }

    /// How many ways there are through it.
    pub fn ways(&self) -> usize {
        self.options().iter().map(Tree::ways).sum::<usize>().max(1)
    }

    /// The ways through it: what is done on each, and whether it leaves the loop.
    pub fn paths(&self) -> Vec<(Vec<&Step<'m>>, bool)> {
        let options = self.options();
        if options.is_empty() {
            return vec![(self.steps.iter().collect(), matches!(self.end, End::Leaves))];
        }
        let mut all = Vec::new();
        for (rest, leaves) in options.iter().flat_map(Tree::paths) {
            all.push((self.steps.iter().chain(rest).collect(), leaves));
        }
        all
    }
}
