//! From several acceptance sets to one, on edges or on states.

use crate::automaton::{Automaton, Edge, StateId};
use crate::components::{Components, Kind};
use crate::exploration::explore;
use crate::limits::Limits;
use crate::{Guard, Simplification, Simplifications};

/// A state, and how many acceptance sets of a list were seen, in its order, since the last round was completed.
type Level = (StateId, usize);

impl Automaton {
    /// An automaton with one acceptance set of edges that accepts the same.
    ///
    /// States count the acceptance sets that were seen, in some order: an edge climbs as many levels at once as it
    /// has marks (Gastin and Oddoux, "Fast LTL to Büchi automata translation", CAV 2001: from generalised to plain
    /// Büchi automata). Each component counts by itself, and only those that accept do (Babiak, Badie,
    /// Duret-Lutz, Křetínský and Strejček, "Compositional approach to suspension and other improvements to LTL
    /// translation", SPIN 2013). The result is simplified.
    ///
    /// Cost: at most as many times the states as there are acceptance sets.
    #[must_use]
    pub fn degeneralised(&self) -> Automaton {
        if self.sets == 1 {
            return self.clone();
        }
        let by_edges = self.smallest_by_order(|order| self.counted(order, Wrap::Edge));
        let by_states = self.state_based();
        if by_states.size() < by_edges.size() { by_states } else { by_edges }
    }

    /// An automaton with accepting states that accepts the same.
    ///
    /// The same construction with one level more, on which states accept. Cost: at most as many times the states as
    /// there are acceptance sets, and once more.
    #[must_use]
    pub fn state_based(&self) -> Automaton {
        if self.is_state_based() {
            return self.clone();
        }
        self.smallest_by_order(|order| self.counted(order, Wrap::State))
    }

    /// The smallest of what is made with the acceptance sets in some orders.
    fn smallest_by_order(&self, made: impl Fn(&[u32]) -> Automaton) -> Automaton {
        // There shall be one set, even if no run needs it.
        let steps = Simplifications::all().without(Simplification::Sets);
        let simplified =
            |order: Vec<u32>| made(&order).simplified_within(steps, &Limits::default());
        let made = orders(self.sets).into_iter().map(simplified);
        let smallest = made.min_by_key(Automaton::size);
        smallest.unwrap_or_else(|| self.clone())
    }

    /// The automaton that counts acceptance sets in an order.
    fn counted(&self, order: &[u32], wrap: Wrap) -> Automaton {
        let counter = Counter { automaton: self, components: Components::of(self), order, wrap };
        let first = (self.initial, 0);
        let unlimited = Limits { states: usize::MAX, edges: usize::MAX, work: u64::MAX };
        let explored = explore(first, &unlimited, |&state, out| {
            counter.edges(state, out);
            Ok(())
        });
        // Without limits nothing fails.
        let Ok(explored) = explored else { return self.clone() };
        let initial = StateId::new(0);
        let made = Automaton { atoms: self.atoms.clone(), initial, sets: 1, edges: explored.edges };
        counter.entered_late(made, &explored.states)
    }
}

/// All orders of a few sets, and some of many.
fn orders(sets: u32) -> Vec<Vec<u32>> {
    if sets > 3 {
        let forward: Vec<u32> = (0..sets).collect();
        let backward = forward.iter().rev().copied().collect();
        return vec![forward, backward];
    }
    let mut orders = vec![Vec::new()];
    for set in 0..sets {
        let inserted = |order: &Vec<u32>| -> Vec<Vec<u32>> {
            let at = |at: usize| [&order[..at], &[set], &order[at..]].concat();
            (0..=order.len()).map(at).collect()
        };
        orders = orders.iter().flat_map(inserted).collect();
    }
    orders
}

/// What accepts when the last level is reached.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wrap {
    /// The edge that reaches it; it leads to the first level.
    Edge,
    /// The state there, from which counting begins anew.
    State,
}

struct Counter<'a> {
    automaton: &'a Automaton,
    components: Components,
    order: &'a [u32],
    wrap: Wrap,
}

impl Counter<'_> {
    /// The level that is reached with some marks.
    fn climbed(&self, from: usize, marks: u64) -> usize {
        let climbed = self.order[from..].iter().take_while(|&&set| marks >> set & 1 == 1).count();
        from + climbed
    }

    fn edges(&self, (state, level): Level, out: &mut Vec<(Level, u64, Guard)>) {
        let full = self.order.len();
        let accepts = self.components.kind_of(state) == Kind::Accepting;
        let below = if level == full { 0 } else { level };
        for edge in self.automaton.edges(state) {
            let counts = accepts && self.components.is_inside(state, edge);
            let reached = if counts { self.climbed(below, edge.marks) } else { 0 };
            let (next, is_marked) = match self.wrap {
                Wrap::State => (reached, accepts && level == full),
                // What is left of its marks counts in the next round, but no further than where this edge began.
                Wrap::Edge if counts && reached == full => {
                    (self.climbed(0, edge.marks).min(below), true)
                }
                Wrap::Edge => (reached, false),
            };
            out.push(((edge.target, next), u64::from(is_marked), edge.guard));
        }
    }

    /// Leads the edges that enter a component to levels on which runs return: those on which they only enter are then
    /// not needed.
    fn entered_late(&self, mut made: Automaton, levels: &[Level]) -> Automaton {
        let found = Components::of(&made);
        // Of the copies of a state, the one in the component with the lowest number: the others can only come before.
        let mut last: Vec<Option<StateId>> = vec![None; self.automaton.state_count()];
        for copy in made.states() {
            let last = &mut last[levels[copy.index()].0.index()];
            if last.is_none_or(|last| found.component(copy) < found.component(last)) {
                *last = Some(copy);
            }
        }
        let of = |copy: StateId| last[levels[copy.index()].0.index()].unwrap_or(copy);
        let component = |copy: StateId| self.components.component(levels[copy.index()].0);
        let copies: Vec<StateId> = made.states().collect();
        for copy in copies {
            let enters = |edge: &&mut Edge| component(edge.target) != component(copy);
            for edge in made.edges[copy.index()].iter_mut().filter(enters) {
                edge.target = of(edge.target);
            }
        }
        made.initial = of(made.initial);
        made
    }
}
