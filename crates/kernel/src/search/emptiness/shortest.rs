//! The shortest of the runs that an automaton accepts: of all ways to a round and round it, one with the fewest transitions.
//!
//! A run of so many transitions goes through nodes that are met within that many, so these are what is held of the product, in
//! full, with the edges between them. From each of them in turn, the nearest first, the shortest round is looked for that takes
//! all marks: breadth first over nodes with the marks that were taken, within the component. Each that is found bounds what is
//! looked for afterwards.

use std::ops::ControlFlow;

use rapidhash::{RapidHashMap, RapidHashSet};

use super::components::Graph;
use super::product::{Leaving, Node, Product, Taken};
use super::{Lasso, Move};
use crate::acceptor::{Acceptor, Observable};
use crate::options::SearchOptions;
use crate::outcome::StopReason;
use crate::report::Reporter;
use crate::search::control::Control;
use crate::system::TransitionSystem;

/// What a search for a shorter run found.
pub struct Shorter<S: TransitionSystem> {
    /// The shortest run that was found, if one is shorter than was asked for.
    pub run: Option<Lasso<S>>,
    /// Why the search ended. [`Exhausted`](StopReason::Exhausted): there is no shorter one.
    pub stop: StopReason,
}

/// Searches for a shortest run among those that the automaton accepts and that have fewer transitions than so many, whether they
/// are fair or not. All transitions are taken.
///
/// Of the options the limits, the budget and the cancellation count.
pub fn find_shorter<S: Observable, A: Acceptor>(
    system: &S,
    acceptor: &A,
    than: usize,
    options: &SearchOptions,
    reporter: &dyn Reporter,
) -> Shorter<S> {
    let product = Product::new(system, acceptor, Control::new(options, reporter), false);
    let mut search = Search {
        product,
        longest: than.saturating_sub(1),
        nodes: Vec::new(),
        numbers: RapidHashMap::default(),
        graph: Graph::default(),
        marks: Vec::new(),
        accounted: 0,
    };
    let mut best = None;
    let _ = search.run(&mut best);
    let run = best.and_then(|(way, again)| search.lasso(&way, again));
    Shorter { run, stop: search.product.control.stop_reason() }
}

/// The nodes of a run, of which the last leads to the one with the number that follows.
type Way = (Vec<u32>, usize);

/// A node that was met.
struct Met {
    node: Node,
    /// How many transitions away it is.
    depth: usize,
    /// From where it was met first; none of initial ones.
    before: Option<u32>,
}

struct Search<'a, S: TransitionSystem, A> {
    product: Product<'a, S, A>,
    /// Runs of more transitions are not looked for.
    longest: usize,
    /// In the order in which they were met, the nearest first.
    nodes: Vec<Met>,
    numbers: RapidHashMap<Node, u32>,
    graph: Graph,
    /// The marks of its edges.
    marks: Vec<u64>,
    /// Memory of all this that the control knows of.
    accounted: usize,
}

/// A node on a round, the marks that were taken, and the place of the one before.
#[derive(Clone, Copy)]
struct Step {
    node: u32,
    marks: u64,
    before: usize,
}

impl<S: Observable, A: Acceptor> Search<'_, S, A> {
    /// Overwrites `best` with each run that is shorter than all before.
    fn run(&mut self, best: &mut Option<Way>) -> ControlFlow<()> {
        self.meet()?;
        let component = self.components();
        let mut place = 0;
        // A round has a transition at least.
        while place < self.nodes.len() && self.nodes[place].depth < self.longest {
            let node = place as u32;
            if let Some(round) = self.round(node, &component)? {
                let way = self.way(node);
                let again = way.len();
                self.longest = again + round.len() - 1;
                *best = Some((way.into_iter().chain(round).collect(), again));
            }
            place += 1;
        }
        ControlFlow::Continue(())
    }

    /// Meets all nodes that a run can go through which is short enough.
    fn meet(&mut self) -> ControlFlow<()> {
        for start in self.product.begin()? {
            self.number(start.to, 0, None);
        }
        let mut edges = Vec::new();
        let mut here = 0;
        while here < self.nodes.len() {
            let Met { node, depth, .. } = self.nodes[here];
            edges.clear();
            self.product.expand(node, &mut edges, |_| false)?;
            for edge in edges.iter().rev() {
                if let Some(to) = self.number(edge.to, depth + 1, Some(here as u32)) {
                    self.graph.edge(to);
                    self.marks.push(edge.marks);
                }
            }
            self.graph.end_node();
            self.account(0);
            here += 1;
        }
        ControlFlow::Continue(())
    }

    /// The number of a node; none if a run through it is too long.
    fn number(&mut self, node: Node, depth: usize, before: Option<u32>) -> Option<u32> {
        if let Some(&number) = self.numbers.get(&node) {
            return Some(number);
        }
        let number = u32::try_from(self.nodes.len()).ok().filter(|_| depth < self.longest)?;
        self.numbers.insert(node, number);
        self.nodes.push(Met { node, depth, before });
        Some(number)
    }

    /// Where the edges out of a node end, with their marks.
    fn edges(&self, node: u32) -> impl Iterator<Item = (u32, u64)> + '_ {
        let marks = &self.marks[self.graph.range(node)];
        self.graph.edges(node).iter().copied().zip(marks.iter().copied())
    }

    /// For each node the number of its component, from 1; 0 of those in which no round has all marks.
    fn components(&self) -> Vec<u32> {
        let wanted = self.product.acceptor.marks();
        let mut numbers = vec![0; self.nodes.len()];
        let all = self.graph.components(&vec![true; self.nodes.len()]);
        for (part, number) in all.iter().zip(1..) {
            part.iter().for_each(|&node| numbers[node as usize] = number);
            let mut marks = 0;
            for &node in part {
                let inside = self.edges(node).filter(|(to, _)| numbers[*to as usize] == number);
                inside.for_each(|(_, taken)| marks |= taken);
            }
            if marks & wanted != wanted {
                part.iter().for_each(|&node| numbers[node as usize] = 0);
            }
        }
        numbers
    }

    /// A shortest round from a node with all marks, as the nodes on it, if one is short enough.
    fn round(&mut self, start: u32, component: &[u32]) -> ControlFlow<(), Option<Vec<u32>>> {
        let own = component[start as usize];
        let wanted = self.product.acceptor.marks();
        let most = self.longest - self.nodes[start as usize].depth;
        let mut steps = vec![Step { node: start, marks: 0, before: 0 }];
        let mut seen = RapidHashSet::from_iter([(start, 0)]);
        let (mut here, mut length, mut end) = (0, 1, 1);
        while own != 0 && here < steps.len() && length <= most {
            self.product.tick()?;
            let Step { node, marks, .. } = steps[here];
            for (to, taken) in self.edges(node) {
                let marks = marks | taken & wanted;
                if to == start && marks == wanted {
                    return ControlFlow::Continue(Some(back(&steps, here)));
                }
                if component[to as usize] == own && seen.insert((to, marks)) {
                    steps.push(Step { node: to, marks, before: here });
                }
            }
            here += 1;
            if here == end {
                length += 1;
                end = steps.len();
                self.account(steps.capacity() * size_of::<Step>() + seen.capacity() * 17);
            }
        }
        ControlFlow::Continue(None)
    }

    /// The nodes on a shortest way to one, without it.
    fn way(&self, to: u32) -> Vec<u32> {
        let before = |&node: &u32| self.nodes[node as usize].before;
        let mut way: Vec<u32> = std::iter::successors(before(&to), before).collect();
        way.reverse();
        way
    }

    /// The run through some nodes. None if a limit is reached meanwhile.
    fn lasso(&mut self, way: &[u32], again: usize) -> Option<Lasso<S>> {
        let start = self.product.begin().continue_value()?;
        let first = self.nodes[way[0] as usize].node;
        let start = start.into_iter().find(|start| start.to == first)?.renaming;
        let mut leaving = Leaving::default();
        let (mut states, mut moves) = (Vec::new(), Vec::new());
        for (place, &here) in way.iter().enumerate() {
            let node = self.nodes[here as usize].node;
            let next = way.get(place + 1).unwrap_or(&way[again]);
            let next = self.nodes[*next as usize].node;
            self.product.leave(node, &mut leaving).continue_value()?;
            let Taken { actor, renaming, .. } = leaving.taken.iter().find(|it| it.to == next)?;
            states.push(self.product.state(node.state));
            moves.push(Move { actor: *actor, renaming: renaming.as_ref().map(|it| it.to_vec()) });
        }
        Some(Lasso { start: start.map(|renaming| renaming.to_vec()), states, moves, again })
    }

    /// Tells the control what memory is in use.
    fn account(&mut self, more: usize) {
        let bytes = more
            + self.numbers.capacity() * (size_of::<(Node, u32)>() + 1)
            + self.nodes.capacity() * size_of::<Met>()
            + self.marks.capacity() * size_of::<u64>()
            + self.graph.bytes();
        if bytes != self.accounted {
            self.product.control.frontier_changed(0, bytes as i64 - self.accounted as i64);
            self.accounted = bytes;
        }
    }
}

/// The nodes that were taken up to a step.
fn back(steps: &[Step], mut at: usize) -> Vec<u32> {
    let mut nodes = vec![steps[at].node];
    while at != 0 {
        at = steps[at].before;
        nodes.push(steps[at].node);
    }
    nodes.reverse();
    nodes
}
