//! The statements of one edge: which of them can change places.

use std::rc::Rc;

use diagnostics::Span;
use machine::Machine;
use machine::program::Action;

use super::commuting::{Commuting, Part};
use super::known::Known;
use super::order::order;
use super::touched::{Reader, Touched};
use super::tree::{Step, Tree};
use crate::constraint::Demands;

/// The most statements that are compared with one another.
const MOST: usize = 256;

/// Orders the statements of edges.
#[derive(Debug)]
pub(crate) struct Rows<'m> {
    reader: Reader<'m>,
    demands: Demands,
}

impl<'m> Rows<'m> {
    pub fn new(machine: &'m Machine, demands: Demands) -> Rows<'m> {
        Rows { reader: Reader::new(machine), demands }
    }

    /// Pairs of statements, the one before the other, of which the rest of their order follows; none if all have one order. What may
    /// wait, or is no assignment, stays where it is.
    pub fn order(&self, actions: &[(&'m Action, Span)]) -> Option<Vec<(usize, usize)>> {
        if actions.len() > MOST {
            return None;
        }
        let known = Rc::new(Known::default());
        let tree = |&(action, span): &(&'m Action, Span)| {
            Tree::of(Step { action, span, known: Rc::clone(&known) })
        };
        let trees: Vec<Tree<'m>> = actions.iter().map(tree).collect();
        let touched = |(tree, (action, _)): (&Tree<'m>, &(&'m Action, Span))| {
            let moves = matches!(action, Action::Skip | Action::Assign(..));
            if moves { self.reader.tree(tree) } else { None }
        };
        let touched: Vec<Option<Touched<'m>>> = trees.iter().zip(actions).map(touched).collect();
        let commuting =
            Commuting { reader: &self.reader, demands: self.demands, sends_fail: false };
        let part = |place: usize| {
            touched[place].as_ref().map(|touched| Part { tree: &trees[place], touched })
        };
        order(actions.len(), |a, b| {
            part(a).zip(part(b)).is_some_and(|(a, b)| commuting.commute(&a, &b))
        })
    }
}
