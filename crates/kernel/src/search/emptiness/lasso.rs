//! From a component with an accepted cycle to a run: the shortest way there through what was met, and a tour that takes all marks.
//!
//! Ways are found breadth first, so each leg is as short as it can be within the nodes that were met.

use std::collections::{HashMap, VecDeque};

use super::{Edge, Lasso, Node, Search};
use crate::acceptor::{Acceptor, Observable};
use crate::store::StateId;

impl<S: Observable, A: Acceptor> Search<'_, S, A> {
    /// A run to the component that begins with a number, and round in it with all marks. None if a limit is reached meanwhile.
    pub(super) fn lasso(&mut self, root: u32) -> Option<Lasso<S>> {
        let mut starts = Vec::new();
        self.product.begin(&mut starts).continue_value()?;
        let starts: Vec<Node> = starts.into_iter().map(|edge| edge.to).collect();
        let first = starts.iter().find(|&&node| self.is_in(root, node)).copied();
        let mut way = match first {
            Some(node) => vec![node],
            None => self.way(&starts, |_, _| true, |search, edge| search.is_in(root, edge.to))?,
        };
        let again = way.len() - 1;
        let start = way[again];
        let mut missing = self.product.acceptor.marks();
        loop {
            let here = *way.last()?;
            let leg = self.way(
                &[here],
                |search, node| search.is_in(root, node),
                |search, edge| match missing {
                    0 => edge.to == start,
                    _ => edge.marks & missing != 0 && search.is_in(root, edge.to),
                },
            )?;
            for pair in leg.windows(2) {
                missing &= !self.marks_between(pair[0], pair[1])?;
            }
            way.extend(&leg[1..]);
            if missing == 0 && *way.last()? == start {
                break;
            }
        }
        way.pop();
        let mut states: Vec<StateId> = way.iter().map(|node| node.state).collect();
        let again = fold(&mut states, again);
        let states = states.into_iter().map(|state| self.state(state)).collect();
        Some(Lasso { states, again })
    }

    /// Whether a node belongs to the component that begins with a number, as far as it is known.
    fn is_in(&self, root: u32, node: Node) -> bool {
        self.numbers.get(&node).is_some_and(|&number| number >= root)
    }

    /// A shortest way from one of some nodes, through nodes that were met and are `allowed`, to the end of the first edge that is
    /// `wanted`.
    fn way(
        &mut self,
        starts: &[Node],
        allowed: impl Fn(&Self, Node) -> bool,
        wanted: impl Fn(&Self, Edge) -> bool,
    ) -> Option<Vec<Node>> {
        let mut before: HashMap<Node, Option<Node>> =
            starts.iter().map(|&node| (node, None)).collect();
        let mut queue: VecDeque<Node> = starts.iter().copied().collect();
        let mut edges = Vec::new();
        while let Some(node) = queue.pop_front() {
            edges.clear();
            self.product.expand(node, &mut edges).continue_value()?;
            for edge in edges.iter().rev() {
                if wanted(self, *edge) {
                    let mut way = vec![edge.to, node];
                    let mut at = node;
                    while let Some(&Some(earlier)) = before.get(&at) {
                        way.push(earlier);
                        at = earlier;
                    }
                    way.reverse();
                    return Some(way);
                }
                let known = self.numbers.contains_key(&edge.to);
                if known && allowed(self, edge.to) && !before.contains_key(&edge.to) {
                    before.insert(edge.to, Some(node));
                    queue.push_back(edge.to);
                }
            }
        }
        None
    }

    /// The marks of the edges between two nodes. A run that comes by again and again can take one after the other.
    fn marks_between(&mut self, from: Node, to: Node) -> Option<u64> {
        let mut edges = Vec::new();
        self.product.expand(from, &mut edges).continue_value()?;
        Some(edges.iter().filter(|edge| edge.to == to).fold(0, |marks, edge| marks | edge.marks))
    }

    fn state(&mut self, id: StateId) -> S::State {
        let product = &mut self.product;
        let mut state = product.system.blank();
        product.store.read(id, &mut product.bytes);
        product.system.decode(&product.bytes, &mut state);
        state
    }
}

/// The same sequence of states in the shortest way: the round is no repetition of a shorter one, and begins as early as it
/// can. The automaton may come to other places meanwhile, but what it reads is the same.
fn fold(states: &mut Vec<StateId>, mut again: usize) -> usize {
    let round = states.len() - again;
    let repeats = |&length: &usize| {
        round.is_multiple_of(length)
            && (again..states.len() - length).all(|at| states[at] == states[at + length])
    };
    let length = (1..=round).find(repeats).unwrap_or(round);
    states.truncate(again + length);
    while again > 0 && states.last() == Some(&states[again - 1]) {
        states.pop();
        again -= 1;
    }
    again
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::StateStore;

    #[test]
    fn sequences_are_folded() {
        let store = StateStore::default();
        let id = |byte: u8| match store.insert(&[byte], None) {
            crate::Inserted::New(id) | crate::Inserted::Known(id) => id,
            crate::Inserted::Full => panic!("no room"),
        };
        let check = |states: &[u8], again: usize, folded: &[u8], expected: usize| {
            let mut ids: Vec<StateId> = states.iter().map(|&byte| id(byte)).collect();
            let again = fold(&mut ids, again);
            let wanted: Vec<StateId> = folded.iter().map(|&byte| id(byte)).collect();
            assert_eq!((ids, again), (wanted, expected), "{states:?}");
        };
        check(&[1], 0, &[1], 0);
        check(&[1, 2, 3], 1, &[1, 2, 3], 1);
        check(&[1, 2, 1], 1, &[1, 2], 0);
        check(&[1, 1, 1], 2, &[1], 0);
        check(&[5, 1, 2, 1, 2, 1, 2], 1, &[5, 1, 2], 1);
        check(&[5, 1, 2, 3, 1, 2, 3], 4, &[5, 1, 2, 3], 1);
        check(&[1, 2, 1, 2, 1], 4, &[1, 2, 1, 2, 1], 4);
        check(&[1, 1, 2, 1, 1, 2], 0, &[1, 1, 2], 0);
    }
}
