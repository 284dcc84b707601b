//! From nodes with an accepted run to that run: the shortest way there through what was met, and a tour that takes all marks, and
//! treats all threads as fairness wants it.
//!
//! Ways are found breadth first, so each leg is as short as it can be within the nodes that were met.

use std::collections::VecDeque;

use rapidhash::{RapidHashMap, RapidHashSet};

use super::product::{Leaving, Node, Product, Taken};
use super::{Fairness, Lasso, Move};
use crate::acceptor::{Acceptor, Observable};
use crate::system::TransitionSystem;

/// What a leg of a tour is to end with.
#[derive(Clone, Copy)]
enum Goal {
    /// A node of the part.
    Part,
    /// One of these marks.
    Marks(u64),
    /// A move of the thread that is followed.
    Moves,
    /// The same, or a node in which it is not enabled.
    MovesOrRests,
    /// This node, after an edge at least.
    Node(Node),
}

/// A node, and the thread in it that is followed, if one is.
type Followed = (Node, Option<u32>);

/// Who finds runs in what a search met.
pub(super) struct Guide<'g, 'a, S: TransitionSystem, A> {
    pub product: &'g mut Product<'a, S, A>,
    pub fairness: Fairness,
    /// Whether the search met a node.
    pub met: &'g dyn Fn(Node) -> bool,
}

impl<S: Observable, A: Acceptor> Guide<'_, '_, S, A> {
    /// A run to a strongly connected part of the product, and round in it. None if a limit is reached meanwhile.
    pub(super) fn lasso(&mut self, part: &RapidHashSet<Node>) -> Option<Lasso<S>> {
        let starts = self.product.begin().continue_value()?;
        let direct = starts.iter().find(|start| part.contains(&start.to));
        let (first, way) = match direct {
            Some(start) => (start.clone(), Vec::new()),
            None => {
                let nodes: Vec<Node> = starts.iter().map(|start| start.to).collect();
                let (first, way) = self.way(&nodes, None, part, Goal::Part)?;
                (starts.into_iter().find(|start| start.to == first)?, way)
            }
        };
        let entry = way.last().map_or(first.to, |taken| taken.to);
        let tour = self.tour(entry, part)?;
        let again = way.len();
        let mut states = vec![self.product.state(first.to.state)];
        let mut moves = Vec::new();
        for taken in way.into_iter().chain(tour) {
            states.push(self.product.state(taken.to.state));
            moves.push(Move { actor: taken.actor, renaming: taken.renaming.map(|r| r.to_vec()) });
        }
        // The last one is the one where the round begins.
        states.pop();
        let start = first.renaming.map(|renaming| renaming.to_vec());
        Some(Lasso { start, states, moves, again })
    }

    /// From a node of the part round to it again.
    fn tour(&mut self, entry: Node, part: &RapidHashSet<Node>) -> Option<Vec<Taken>> {
        let mut tour = Tour {
            taken: Vec::new(),
            here: entry,
            missing: self.product.acceptor.marks(),
            threads: self.product.threads(entry).continue_value().map_or(0, |it| it as u32),
            places: Vec::new(),
            moved: Vec::new(),
        };
        tour.places = (0..tour.threads).collect();
        tour.moved = vec![false; tour.threads as usize];
        while tour.missing != 0 {
            let (_, leg) = self.way(&[tour.here], None, part, Goal::Marks(tour.missing))?;
            tour.go(leg);
        }
        let goal = match self.fairness {
            Fairness::None => None,
            Fairness::Weak => Some(Goal::MovesOrRests),
            Fairness::Strong => Some(Goal::Moves),
        };
        for thread in (0..tour.threads as usize).filter(|_| goal.is_some()) {
            let (Some(goal), false) = (goal, tour.moved[thread]) else { continue };
            let place = Some(tour.places[thread]);
            match self.way(&[tour.here], place, part, goal) {
                Some((_, leg)) => tour.go(leg),
                // A thread that never moves there is never enabled there either.
                None => self.product.look_at_limits().continue_value()?,
            }
        }
        if tour.here != entry || tour.taken.is_empty() {
            let (_, leg) = self.way(&[tour.here], None, part, Goal::Node(entry))?;
            tour.go(leg);
        }
        Some(tour.taken)
    }

    /// A shortest way from one of some nodes to the goal, and where it begins: through nodes that were met, or of the part once it is there.
    fn way(
        &mut self,
        starts: &[Node],
        thread: Option<u32>,
        part: &RapidHashSet<Node>,
        goal: Goal,
    ) -> Option<(Node, Vec<Taken>)> {
        let starts = starts.iter().map(|&node| (node, thread));
        let mut before: RapidHashMap<Followed, Option<(Followed, Taken)>> =
            starts.clone().map(|start| (start, None)).collect();
        let mut queue: VecDeque<Followed> = starts.collect();
        let mut leaving = Leaving::default();
        while let Some(here) = queue.pop_front() {
            self.product.leave(here.0, &mut leaving).continue_value()?;
            let rests = |thread: u32| !leaving.enabled.get(thread as usize).is_some_and(|it| *it);
            if matches!(goal, Goal::MovesOrRests) && here.1.is_some_and(rests) {
                return Some(back(&before, here, Vec::new()));
            }
            for taken in &leaving.taken {
                let inside = part.contains(&taken.to);
                let reached = match goal {
                    Goal::Part => inside,
                    Goal::Marks(marks) => inside && taken.marks & marks != 0,
                    Goal::Moves | Goal::MovesOrRests => inside && taken.actor == here.1,
                    Goal::Node(node) => taken.to == node,
                };
                if reached {
                    return Some(back(&before, here, vec![taken.clone()]));
                }
                let allowed = match goal {
                    Goal::Part => (self.met)(taken.to),
                    _ => inside,
                };
                let renamed = |thread: u32| taken.renamed(thread);
                let next = (taken.to, here.1.map(renamed));
                if allowed && !before.contains_key(&next) {
                    before.insert(next, Some((here, taken.clone())));
                    queue.push_back(next);
                }
            }
        }
        None
    }
}

/// The way to a node, followed by what comes after it, and where it begins.
fn back(
    before: &RapidHashMap<Followed, Option<(Followed, Taken)>>,
    mut at: Followed,
    mut way: Vec<Taken>,
) -> (Node, Vec<Taken>) {
    way.reverse();
    while let Some(Some((earlier, taken))) = before.get(&at) {
        way.push(taken.clone());
        at = *earlier;
    }
    way.reverse();
    (at.0, way)
}

/// A tour under way.
struct Tour {
    taken: Vec<Taken>,
    here: Node,
    /// Marks that are still to be taken.
    missing: u64,
    /// How many threads there are where it began.
    threads: u32,
    /// For each of these, which one it is here.
    places: Vec<u32>,
    /// Whether it has moved.
    moved: Vec<bool>,
}

impl Tour {
    fn go(&mut self, leg: Vec<Taken>) {
        for taken in &leg {
            self.missing &= !taken.marks;
            for (place, moved) in self.places.iter_mut().zip(&mut self.moved) {
                *moved |= taken.actor == Some(*place);
                *place = taken.renamed(*place);
            }
            self.here = taken.to;
        }
        self.taken.extend(leg);
    }
}
