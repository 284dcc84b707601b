//! The shortest beginning of a run after which an automaton accepts, whatever comes later.
//!
//! Nodes of the product are met breadth first, so the first one in which the automaton decides lies at the end of a run with the
//! fewest transitions among those that are searched. What such a state leads to does not matter: not that it leads nowhere, nor
//! that something goes wrong there.
//!
//! Transitions may be left out for an automaton that is deterministic, up to what follows, and does not tell how often a valuation
//! is repeated. A node that is on a cycle and is expanded as the last of it leads to one that was expanded before, so each cycle has
//! a node of which none is left out. That is enough: let `k` be the fewest transitions from a node to a decision. They can be made as
//! well after a transition that is taken before others, which is independent of them and changes no valuation; or one of
//! them is taken first. The words that are read differ in repetitions. So `k` never grows, and where nothing is left out it
//! falls. (P. Godefroid, *Partial-Order Methods for the Verification of Concurrent Systems*, LNCS 1032, 1996, Sect. 7, for traps.)

use std::ops::ControlFlow;

use rapidhash::RapidHashMap;

use super::product::{Edge, Leaving, Node, Product};
use super::{Emptiness, Move, conclude};
use crate::acceptor::{Observable, PrefixAcceptor};
use crate::options::SearchOptions;
use crate::outcome::StopReason;
use crate::report::Reporter;
use crate::search::control::Control;
use crate::system::TransitionSystem;

/// The beginning of a run, as the system has it: where states stand for others up to renaming, so do those of the run.
pub struct Prefix<S: TransitionSystem> {
    /// How things were renamed from a true initial state to the first one; `None` if nothing was.
    pub start: Option<Vec<u32>>,
    /// Each leads to the next by the move of its place, from an initial state on.
    pub states: Vec<S::State>,
    /// One for each state but the last.
    pub moves: Vec<Move>,
}

/// Searches for a shortest beginning of a run after which the automaton accepts, whatever comes later. A state without transitions
/// is followed by itself.
///
/// Of the options the limits, the budget and the cancellation count; the depth limits the length. Transitions may be left out
/// ([`SearchOptions::partial_order`]) for an automaton that is deterministic, or in which all places that the same valuations lead
/// to accept the same, if it does not tell how often a valuation is repeated.
///
/// # Panics
/// If the system does not keep states [whole](crate::StateIdentity::Whole).
pub fn find_prefix<S: Observable, A: PrefixAcceptor>(
    system: &S,
    acceptor: &A,
    options: &SearchOptions,
    reporter: &dyn Reporter,
) -> Emptiness<S, Prefix<S>> {
    assert!(system.identity().is_whole(), "states must be kept whole");
    let control = Control::new(options, reporter);
    let mut search = Search {
        product: Product::new(system, acceptor, control, options.partial_order),
        nodes: Vec::new(),
        numbers: RapidHashMap::default(),
        accounted: 0,
    };
    let found = match search.run() {
        ControlFlow::Continue(found) => found,
        ControlFlow::Break(()) => None,
    };
    let prefix = found.and_then(|last| search.prefix(last));
    let Search { product, nodes, .. } = search;
    conclude(product, nodes.len(), found.is_some(), prefix)
}

/// A node that was met.
struct Met {
    node: Node,
    /// From where it was met first; none of initial ones.
    before: Option<u32>,
}

struct Search<'a, S: TransitionSystem, A> {
    product: Product<'a, S, A>,
    /// In the order in which they were met, the nearest first.
    nodes: Vec<Met>,
    numbers: RapidHashMap<Node, u32>,
    /// Memory of all this that the control knows of.
    accounted: usize,
}

impl<S: Observable, A: PrefixAcceptor> Search<'_, S, A> {
    /// The number of a nearest node in which the automaton decides, if there is one.
    fn run(&mut self) -> ControlFlow<(), Option<u32>> {
        for start in self.product.begin()? {
            self.meet(start.to, None)?;
        }
        let (mut here, mut depth, mut level_end) = (0, 0, self.nodes.len());
        let mut edges: Vec<Edge> = Vec::new();
        while here < self.nodes.len() {
            if here == level_end {
                depth += 1;
                level_end = self.nodes.len();
                self.product.control.reached(depth);
            }
            let (node, number) = (self.nodes[here].node, here as u32);
            if self.product.decides(node)? {
                return ControlFlow::Continue(Some(number));
            }
            if self.product.control.may_expand(depth) {
                let Search { product, numbers, .. } = self;
                let was_expanded = |node| numbers.get(&node).is_some_and(|&other| other <= number);
                product.expand_observed(node, &mut edges, was_expanded)?;
                while let Some(edge) = edges.pop() {
                    self.meet(edge.to, Some(number))?;
                }
            }
            here += 1;
        }
        ControlFlow::Continue(None)
    }

    fn meet(&mut self, node: Node, before: Option<u32>) -> ControlFlow<()> {
        if self.numbers.contains_key(&node) {
            return ControlFlow::Continue(());
        }
        let Ok(number) = u32::try_from(self.nodes.len()) else {
            return self.product.control.stop(StopReason::MemoryLimit);
        };
        self.numbers.insert(node, number);
        self.nodes.push(Met { node, before });
        self.account();
        ControlFlow::Continue(())
    }

    /// The way to a node. None if a limit is reached meanwhile.
    fn prefix(&mut self, last: u32) -> Option<Prefix<S>> {
        let before = |&number: &u32| self.nodes[number as usize].before;
        let mut way: Vec<Node> = std::iter::successors(Some(last), before)
            .map(|number| self.nodes[number as usize].node)
            .collect();
        way.reverse();
        let starts = self.product.begin().continue_value()?;
        let start = starts.into_iter().find(|start| start.to == way[0])?.renaming;
        let mut leaving = Leaving::default();
        let mut moves = Vec::with_capacity(way.len() - 1);
        for pair in way.windows(2) {
            self.product.leave(pair[0], &mut leaving).continue_value()?;
            let taken = leaving.taken.iter().find(|taken| taken.to == pair[1])?;
            let renaming = taken.renaming.as_ref().map(|it| it.to_vec());
            moves.push(Move { actor: taken.actor, renaming });
        }
        let states = way.iter().map(|node| self.product.state(node.state)).collect();
        Some(Prefix { start: start.map(|renaming| renaming.to_vec()), states, moves })
    }

    /// Tells the control what memory is in use.
    fn account(&mut self) {
        let bytes = self.numbers.capacity() * (size_of::<(Node, u32)>() + 1)
            + self.nodes.capacity() * size_of::<Met>();
        if bytes != self.accounted {
            self.product.control.frontier_changed(0, bytes as i64 - self.accounted as i64);
            self.accounted = bytes;
        }
    }
}
