//! Statements one after the other, of one edge or of an option within a fold: which of them can change places.

use std::rc::Rc;

use diagnostics::Span;
use machine::Machine;
use machine::program::Action;

use super::commuting::{Commuting, Part};
use super::known::Known;
use super::order::order;
use super::search::never_waits_to_send;
use super::touched::{Reader, Touched};
use super::tree::{Step, Tree};
use crate::constraint::Demands;

/// The most statements that are compared with one another.
const MOST: usize = 256;

/// Orders statements that are done one after the other.
#[derive(Debug)]
pub(crate) struct Rows<'m> {
    reader: Reader<'m>,
    demands: Demands,
    sends_fail: bool,
}

impl<'m> Rows<'m> {
    pub fn new(machine: &'m Machine, demands: Demands) -> Rows<'m> {
        Rows { reader: Reader::new(machine), demands, sends_fail: never_waits_to_send(machine) }
    }

    /// The order of the statements of an edge. What may wait, or is no assignment, stays where it is.
    pub fn of_edge(&self, actions: &[(&'m Action, Span)]) -> Option<Vec<(usize, usize)>> {
        let known = Rc::new(Known::default());
        let step =
            |&(action, span): &(&'m Action, Span)| Step { action, span, known: Rc::clone(&known) };
        let steps: Vec<Step<'m>> = actions.iter().map(step).collect();
        self.order(&steps, |step| matches!(step.action, Action::Skip | Action::Assign(..)))
    }

    /// The order of the statements of an option within a fold. None of them waits, but for the first: that says whether it is possible.
    pub fn of_option(&self, steps: &[Step<'m>]) -> Option<Vec<(usize, usize)>> {
        let first = steps.first().map(std::ptr::from_ref);
        self.order(steps, |step| {
            let moves = matches!(
                step.action,
                Action::Skip | Action::Assign(..) | Action::Send { .. } | Action::Receive(_)
            );
            moves && Some(std::ptr::from_ref(step)) != first
        })
    }

    /// Pairs of statements, the one before the other, of which the rest of their order follows; none if all have one order.
    fn order(
        &self,
        steps: &[Step<'m>],
        moves: impl Fn(&Step<'m>) -> bool,
    ) -> Option<Vec<(usize, usize)>> {
        if steps.len() > MOST {
            return None;
        }
        let trees: Vec<Tree<'m>> = steps.iter().cloned().map(Tree::of).collect();
        let touched = |(tree, step): (&Tree<'m>, &Step<'m>)| {
            if moves(step) { self.reader.tree(tree) } else { None }
        };
        let touched: Vec<Option<Touched<'m>>> = trees.iter().zip(steps).map(touched).collect();
        let commuting =
            Commuting { reader: &self.reader, demands: self.demands, sends_fail: self.sends_fail };
        let part = |place: usize| {
            touched[place].as_ref().map(|touched| Part { tree: &trees[place], touched })
        };
        order(steps.len(), |a, b| {
            part(a).zip(part(b)).is_some_and(|(a, b)| commuting.commute(&a, &b))
        })
    }
}
