//! The ways through one round of a loop, and how the loop is entered.

use std::collections::HashSet;

use diagnostics::Span;
use machine::index::{ExprId, VariableId};
use machine::program::{Action, CellType};

use super::control::{Control, Way};
use super::path::{Path, writes};
use crate::constraint::{Constraint, Demands};

/// The most ways through a round, and the most statements on one.
const MAX_PATHS: usize = 16;
const MAX_ACTIONS: usize = 32;
/// The most places on a way through a round.
const MAX_PLACES: usize = 64;
/// How far before a loop its counter may be given its first value, in statements.
const MAX_BEFORE: usize = 16;

/// A walk through the rounds of a loop.
pub(super) struct Walk<'c, 'm> {
    pub control: &'c Control<'m>,
    pub head: u32,
    /// Where the loop is left to, and whether no other process can look there.
    pub exit: (Option<u32>, bool),
    pub counter: VariableId,
    /// What the counter can hold.
    pub cell: CellType,
    /// Whether a send never waits: where it cannot be done it fails.
    pub sends_fail: bool,
    pub demands: Demands,
    /// The places inside the loop, besides its head.
    pub inside: HashSet<u32>,
    /// Those of them on the way that is being followed.
    pub trail: Vec<u32>,
}

impl<'m> Walk<'_, 'm> {
    /// Follows a way, from its statement `from` on, to the next round, or out of the loop to where the last way leads. A round that
    /// goes round itself has no end that is known.
    pub fn round(
        &mut self,
        way: &Way<'m>,
        from: usize,
        mut done: Vec<(&'m Action, Span)>,
        paths: &mut Vec<Path<'m>>,
    ) -> Option<()> {
        done.extend(way.actions[from..].iter().filter(|(action, _)| **action != Action::Skip));
        if done.len() > MAX_ACTIONS || paths.len() >= MAX_PATHS {
            return None;
        }
        if way.to != Some(self.head) && self.control.landing(way) == self.exit {
            paths.push(Path { actions: done, leaves: true, to: way.to });
            return Some(());
        }
        if !way.keeps && self.demands.make(Constraint::FoldUninterrupted) {
            return None;
        }
        let to = way.to?;
        if to == self.head {
            paths.push(Path { actions: done, leaves: false, to: way.to });
            return Some(());
        }
        if self.trail.len() >= MAX_PLACES || self.trail.contains(&to) {
            return None;
        }
        self.inside.insert(to);
        self.trail.push(to);
        let ended = self.onwards(to, done, paths);
        self.trail.pop();
        ended
    }

    /// Follows the ways from a place inside the loop.
    fn onwards(
        &mut self,
        at: u32,
        done: Vec<(&'m Action, Span)>,
        paths: &mut Vec<Path<'m>>,
    ) -> Option<()> {
        let ways = self.control.ways(at)?;
        match &ways[..] {
            [only] => {
                let (first, _) = only.actions.first()?;
                let goes_on = matches!(first, Action::Skip | Action::Assign(..))
                    || self.sends_fail && matches!(first, Action::Send { .. });
                goes_on.then(|| self.round(only, 0, done, paths))?
            }
            [first, second] => {
                let choice = (first.actions.first()?.0, second.actions.first()?.0);
                let (Action::Guard(_), Action::Else) = choice else { return None };
                self.round(first, 0, done.clone(), paths)?;
                self.round(second, 0, done, paths)
            }
            _ => None,
        }
    }

    /// Whether what is inside the loop can only be entered through its head.
    pub fn is_closed(&self) -> bool {
        let within = |at: u32| at == self.head || self.inside.contains(&at);
        let is_inner = |at: u32| self.control.entries(at).all(|(from, _)| within(from));
        self.inside.iter().all(|&at| is_inner(at) && !self.control.is_entry(at))
    }

    /// The value that the counter has before the first round, whatever leads there, and the expressions that give it. Nothing
    /// that happens between may block, so that nobody sees it.
    pub fn start(&self) -> Option<(i32, Vec<ExprId>)> {
        let mut found: Option<i32> = None;
        let mut given = Vec::new();
        let within = |at: u32| at == self.head || self.inside.contains(&at);
        let mut pending: Vec<(u32, usize)> = vec![(self.head, 0)];
        while let Some((at, before)) = pending.pop() {
            if before > MAX_BEFORE || self.control.is_entry(at) {
                return None;
            }
            for (from, way) in self.control.entries(at) {
                if at == self.head && within(from) {
                    continue;
                }
                let keeps = way.keeps || !self.demands.make(Constraint::FoldUninterrupted);
                if !keeps || within(from) {
                    return None;
                }
                let writes = |(action, _): &(&Action, Span)| writes(action, self.counter);
                let Some(last) = way.actions.iter().rposition(writes) else {
                    if !self.passes(from)? {
                        return None;
                    }
                    pending.push((from, before + 1));
                    continue;
                };
                let (Action::Assign(_, value), _) = way.actions[last] else { return None };
                let start = value.constant_value()?;
                let fits = self.demands.make(Constraint::FoldFirstValue);
                let start = if fits { self.cell.wrap(start) } else { start };
                if found.is_some_and(|other| other != start) {
                    return None;
                }
                found = Some(start);
                given.push(value.id()?);
            }
        }
        Some((found?, given))
    }

    /// Whether there is one way on from a place, which never blocks.
    fn passes(&self, at: u32) -> Option<bool> {
        let ways = self.control.ways(at)?;
        let [only] = &ways[..] else { return Some(false) };
        let goes_on = |(action, _): &(&Action, Span)| {
            matches!(action, Action::Skip | Action::Assign(..) | Action::Print { .. })
        };
        Some(only.actions.iter().all(goes_on))
    }
}
