//! Whether an automaton accepts anything, and what.

use std::collections::VecDeque;

use crate::Lasso;
use crate::automaton::{Automaton, Edge, StateId};
use crate::components::{Components, Kind};

/// An accepting run: edges that are taken once, and edges that are repeated for ever.
pub(crate) struct AcceptingRun {
    pub prefix: Vec<Edge>,
    pub cycle: Vec<Edge>,
}

impl Automaton {
    /// Whether no word is accepted: whether no strongly connected component that has edges of all acceptance sets can
    /// be reached (Emerson and Lei, "Modalities for model checking: branching time logic strikes back", 1987). Linear
    /// in the size of the automaton.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let components = Components::of(self);
        !components.useful(self)[components.component(self.initial)]
    }

    /// A word that is accepted; none if there is none. Atoms of which nothing is demanded are false. Its prefix is as
    /// short as can be. Cost: the size of the automaton for each acceptance set.
    #[must_use]
    pub fn accepted_word(&self) -> Option<Lasso> {
        let run = self.accepting_run()?;
        let letters = |edges: &[Edge]| edges.iter().map(|edge| edge.guard.positive()).collect();
        Lasso::new(letters(&run.prefix), letters(&run.cycle))
    }

    /// An accepting run; none if there is none.
    pub(crate) fn accepting_run(&self) -> Option<AcceptingRun> {
        let components = Components::of(self);
        let accepts = |state: StateId| components.kind_of(state) == Kind::Accepting;
        let prefix = if accepts(self.initial) {
            Vec::new()
        } else {
            self.shortest_path(self.initial, |_| true, |edge| accepts(edge.target))?
        };
        let start = prefix.last().map_or(self.initial, |edge| edge.target);
        let component = components.component(start);
        let stays = |edge: &Edge| components.component(edge.target) == component;
        let mut cycle: Vec<Edge> = Vec::new();
        let mut at = start;
        for set in 0..self.sets {
            let is_in = |edge: &Edge| edge.marks >> set & 1 == 1;
            if !cycle.iter().any(is_in) {
                cycle.extend(self.shortest_path(at, stays, is_in)?);
                at = cycle.last()?.target;
            }
        }
        if at != start || cycle.is_empty() {
            cycle.extend(self.shortest_path(at, stays, |edge| edge.target == start)?);
        }
        Some(AcceptingRun { prefix, cycle })
    }

    /// The shortest path from a state over edges that are allowed, the last of which is a goal.
    pub(crate) fn shortest_path(
        &self,
        from: StateId,
        is_allowed: impl Fn(&Edge) -> bool,
        is_goal: impl Fn(&Edge) -> bool,
    ) -> Option<Vec<Edge>> {
        // The edge over which each state was reached, and its source.
        let mut reached: Vec<Option<(StateId, Edge)>> = vec![None; self.state_count()];
        let mut open = VecDeque::from([from]);
        while let Some(state) = open.pop_front() {
            for edge in self.edges(state).iter().filter(|edge| is_allowed(edge)) {
                if is_goal(edge) {
                    let mut path = vec![*edge];
                    let mut at = state;
                    while at != from {
                        let (source, edge) = reached[at.index()]?;
                        path.push(edge);
                        at = source;
                    }
                    path.reverse();
                    return Some(path);
                }
                if edge.target != from && reached[edge.target.index()].is_none() {
                    reached[edge.target.index()] = Some((state, *edge));
                    open.push_back(edge.target);
                }
            }
        }
        None
    }
}
