//! Union, difference, intersection.

use std::cmp::Ordering;

use super::cache::{INTERSECTION, MINUS, UNION};
use super::nodes::{Branch, Diagrams, NodeId, Outcome};

impl Diagrams<'_> {
    /// The vectors of either set.
    ///
    /// # Errors
    /// It was interrupted.
    pub fn union(&mut self, left: NodeId, right: NodeId) -> Outcome {
        if left == right || right.is_empty() {
            return Ok(left);
        }
        if left.is_empty() {
            return Ok(right);
        }
        let (left, right) = (left.min(right), left.max(right));
        if let Some(known) = self.cache.get(UNION, left, right) {
            return Ok(known);
        }
        self.step()?;
        let from = self.stack.len();
        let (mut at, mut beside) = (self.branches_of(left), self.branches_of(right));
        loop {
            let one = (!at.is_empty()).then(|| self.branch(at.start));
            let other = (!beside.is_empty()).then(|| self.branch(beside.start));
            let order = match (one, other) {
                (None, None) => break,
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (Some((value, _)), Some((second, _))) => value.cmp(&second),
            };
            at.start += usize::from(order != Ordering::Greater);
            beside.start += usize::from(order != Ordering::Less);
            let branch = match (one, other) {
                (Some((value, down)), Some((_, below))) if order == Ordering::Equal => {
                    (value, self.union(down, below)?)
                }
                (Some(one), _) if order == Ordering::Less => one,
                (_, other) => other.unwrap_or_default(),
            };
            self.stack.push(branch);
        }
        let result = self.make(from)?;
        self.cache.put(UNION, left, right, result);
        Ok(result)
    }

    /// The vectors of the one set that are not in the other.
    ///
    /// # Errors
    /// It was interrupted.
    pub fn minus(&mut self, left: NodeId, right: NodeId) -> Outcome {
        if left == right || left.is_empty() {
            return Ok(NodeId::EMPTY);
        }
        if right.is_empty() {
            return Ok(left);
        }
        if let Some(known) = self.cache.get(MINUS, left, right) {
            return Ok(known);
        }
        self.step()?;
        let from = self.stack.len();
        let mut beside = self.branches_of(right);
        for place in self.branches_of(left) {
            let (value, down) = self.branch(place);
            let rest = match self.seek(&mut beside, value) {
                Some(below) => self.minus(down, below)?,
                None => down,
            };
            self.push((value, rest));
        }
        let result = self.make(from)?;
        self.cache.put(MINUS, left, right, result);
        Ok(result)
    }

    /// The vectors of both sets.
    ///
    /// # Errors
    /// It was interrupted.
    pub fn intersection(&mut self, left: NodeId, right: NodeId) -> Outcome {
        if left == right {
            return Ok(left);
        }
        if left.is_empty() || right.is_empty() {
            return Ok(NodeId::EMPTY);
        }
        let (left, right) = (left.min(right), left.max(right));
        if let Some(known) = self.cache.get(INTERSECTION, left, right) {
            return Ok(known);
        }
        self.step()?;
        let from = self.stack.len();
        let mut beside = self.branches_of(right);
        for place in self.branches_of(left) {
            let (value, down) = self.branch(place);
            if let Some(below) = self.seek(&mut beside, value) {
                let both = self.intersection(down, below)?;
                self.push((value, both));
            }
        }
        let result = self.make(from)?;
        self.cache.put(INTERSECTION, left, right, result);
        Ok(result)
    }

    /// What follows on a value among branches, which are left behind as far as they come before it.
    pub(super) fn seek(&self, branches: &mut std::ops::Range<usize>, value: i32) -> Option<NodeId> {
        while branches.start < branches.end {
            let (there, down) = self.branch(branches.start);
            match there.cmp(&value) {
                Ordering::Less => branches.start += 1,
                Ordering::Equal => return Some(down),
                Ordering::Greater => return None,
            }
        }
        None
    }

    /// A further branch of the node that is being made, unless nothing follows on it.
    pub(super) fn push(&mut self, branch: Branch) {
        if !branch.1.is_empty() {
            self.stack.push(branch);
        }
    }

    /// The union of many sets, pair by pair.
    ///
    /// # Errors
    /// It was interrupted.
    pub fn union_of(&mut self, mut sets: Vec<NodeId>) -> Outcome {
        while sets.len() > 1 {
            for place in 0..sets.len() / 2 {
                sets[place] = self.union(sets[2 * place], sets[2 * place + 1])?;
            }
            let (last, half) = (sets.len() - 1, sets.len().div_ceil(2));
            if sets.len() % 2 == 1 {
                sets[half - 1] = sets[last];
            }
            sets.truncate(half);
        }
        Ok(sets.pop().unwrap_or_default())
    }
}
