//! Nested depth-first search: a first search for edges that accept, and from each of them a second one for a cycle.
//!
//! The first search goes through the product. Each time it backtracks over an accepting edge, the second search starts at the
//! target of that edge and looks for a way back to the path of the first, which leads to the edge again. What a second search has
//! left in vain, no later one enters: all of them together visit each node once. Nothing is missed by that, because accepting
//! edges are backtracked over in postorder. Let an edge on a cycle be the first such, and let a node on the way from it back to
//! its source have been left in vain by an earlier second search. If the source was on the path then, that search would have
//! reached it. If it was not, it had not been met; but all successors of a node that the first search has left were met, so the
//! way there led through the path, and that search would have ended on it (C. Courcoubetis, M. Vardi, P. Wolper, M. Yannakakis,
//! *Memory-efficient algorithms for the verification of temporal properties*, FMSD 1992).
//!
//! A second search ends at any node on the path, and the first one where an accepting edge leads to a node on the path (S. Schwoon
//! and J. Esparza, *A note on on-the-fly verification algorithms*, TACAS 2005). There states accept; here an accepting edge is
//! like an accepting state between its ends. When the second search begins, the target of the edge is not on the path any more.
//!
//! An automaton with several marks is turned into one with a single mark on the way: nodes have a *level*, the number of marks
//! that were taken in turn. An edge raises it by each mark that comes next, and one that takes the last accepts and begins at
//! level 0 again. A cycle with an accepting edge passes all levels, so it has all marks. Without marks every edge accepts.
//!
//! The guarantee is that of the search for components. A node is expanded at most twice for each level, and takes two bits for it.
//!
//! The second search has to see the same transitions as the first. A system that leaves some out decides by the path of the search,
//! which differs between the two (G. Holzmann, D. Peled, M. Yannakakis, *On nested depth first search*, SPIN 1996); so none are
//! left out.

use std::ops::ControlFlow;

use rapidhash::{RapidHashMap, RapidHashSet};

use super::lasso::Guide;
use super::product::{Edge, Node, Product};
use super::{Emptiness, Fairness, conclude};
use crate::acceptor::{Acceptor, Observable};
use crate::system::TransitionSystem;

/// Searches the product, in which no transitions are left out.
pub(super) fn search<S: Observable, A: Acceptor>(product: Product<'_, S, A>) -> Emptiness<S> {
    let wanted = product.acceptor.marks();
    let mut search = Search {
        product,
        wanted: (0..u64::BITS).map(|bit| 1 << bit).filter(|mark| wanted & mark != 0).collect(),
        colours: RapidHashMap::default(),
        path: Vec::new(),
        way: Vec::new(),
        pending: Vec::new(),
        found: None,
        accounted: 0,
    };
    let _ = search.run();
    let Search { mut product, colours, found, .. } = search;
    let accepted = found.as_ref().and_then(|part| {
        let met = |node| colours.contains_key(&node);
        Guide { product: &mut product, fairness: Fairness::None, met: &met }.lasso(part)
    });
    conclude(product, colours.len(), found.is_some(), accepted)
}

struct Search<'a, S: TransitionSystem, A> {
    product: Product<'a, S, A>,
    /// The marks of the automaton, in the order in which they are taken.
    wanted: Vec<u64>,
    /// The nodes that were met.
    colours: RapidHashMap<Node, Colours>,
    /// The path of the first search.
    path: Vec<Frame>,
    /// The path of the second search.
    way: Vec<Frame>,
    /// Edges out of the nodes on both paths that were not followed yet.
    pending: Vec<Edge>,
    /// The nodes of a cycle that is accepted.
    found: Option<RapidHashSet<Node>>,
    /// Memory of all this that the control knows of.
    accounted: usize,
}

/// How far the search got with a node at one level.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Colour {
    /// It was not met.
    White,
    /// It is on the path of the first search.
    Cyan,
    /// The first search has left it.
    Blue,
    /// The second search has met it, too, or the depth limit has kept the first one from expanding it.
    Red,
}

/// The colours of a node, with a bit of each word for each level.
#[derive(Clone, Copy, Default)]
struct Colours {
    low: u64,
    high: u64,
}

impl Colours {
    fn get(self, level: u8) -> Colour {
        match (self.high >> level & 1, self.low >> level & 1) {
            (0, 0) => Colour::White,
            (0, _) => Colour::Cyan,
            (_, 0) => Colour::Blue,
            _ => Colour::Red,
        }
    }

    fn set(&mut self, level: u8, colour: Colour) {
        let put =
            |word: &mut u64, bit: bool| *word = *word & !(1 << level) | u64::from(bit) << level;
        put(&mut self.low, matches!(colour, Colour::Cyan | Colour::Red));
        put(&mut self.high, matches!(colour, Colour::Blue | Colour::Red));
    }
}

/// A node of the product with a level.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Place {
    node: Node,
    level: u8,
}

/// Where an edge leads, and whether it accepts.
#[derive(Clone, Copy)]
struct Step {
    to: Place,
    accepts: bool,
}

/// A node on the path of a search.
struct Frame {
    /// How it was reached.
    step: Step,
    /// The length of `pending` without its edges.
    base: usize,
}

impl<S: Observable, A: Acceptor> Search<'_, S, A> {
    /// Searches, until an accepted cycle is found, or `Break` says that a limit is reached.
    fn run(&mut self) -> ControlFlow<()> {
        for start in self.product.begin()? {
            let to = Place { node: start.to, level: 0 };
            if self.colour(to) == Colour::White {
                self.enter(Step { to, accepts: false })?;
            }
            while let (Some(frame), None) = (self.path.last(), &self.found) {
                match next(&mut self.pending, frame) {
                    Some(edge) => {
                        let step = self.step(frame.step.to.level, edge);
                        self.follow(step)?;
                    }
                    None => self.leave()?,
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Follows an edge of the first search.
    fn follow(&mut self, step: Step) -> ControlFlow<()> {
        match self.colour(step.to) {
            Colour::White => self.enter(step)?,
            Colour::Cyan if step.accepts => self.close_cycle(step.to),
            Colour::Blue if step.accepts => self.search_again(step)?,
            Colour::Cyan | Colour::Blue | Colour::Red => {}
        }
        ControlFlow::Continue(())
    }

    /// Goes to a node that was not met before.
    fn enter(&mut self, step: Step) -> ControlFlow<()> {
        let depth = self.path.len() as u64;
        let control = &self.product.control;
        control.reached(depth);
        if !control.may_expand(depth) {
            // The second search must not go further either.
            self.paint(step.to, Colour::Red);
            return ControlFlow::Continue(());
        }
        self.paint(step.to, Colour::Cyan);
        self.path.push(Frame { step, base: self.pending.len() });
        self.expand(step.to)
    }

    /// Leaves the last node of the path. If an accepting edge led to it, that is backtracked over.
    fn leave(&mut self) -> ControlFlow<()> {
        let Some(Frame { step, .. }) = self.path.pop() else { return ControlFlow::Continue(()) };
        self.paint(step.to, Colour::Blue);
        if step.accepts {
            self.search_again(step)?;
        }
        ControlFlow::Continue(())
    }

    /// The second search: for a way from a node that the first one has left to a node on its path.
    fn search_again(&mut self, start: Step) -> ControlFlow<()> {
        self.enter_again(start)?;
        while let (Some(frame), None) = (self.way.last(), &self.found) {
            let Some(edge) = next(&mut self.pending, frame) else {
                self.way.pop();
                continue;
            };
            let step = self.step(frame.step.to.level, edge);
            match self.colour(step.to) {
                Colour::Cyan => self.close_cycle(step.to),
                Colour::Blue => self.enter_again(step)?,
                Colour::White | Colour::Red => {}
            }
        }
        ControlFlow::Continue(())
    }

    /// Goes to a node that the second search has not met before.
    fn enter_again(&mut self, step: Step) -> ControlFlow<()> {
        self.paint(step.to, Colour::Red);
        self.way.push(Frame { step, base: self.pending.len() });
        self.expand(step.to)
    }

    /// Computes the edges out of a node that was put on one of the paths.
    fn expand(&mut self, place: Place) -> ControlFlow<()> {
        self.account();
        // Nothing closes a cycle for the system: it is asked for all transitions.
        self.product.expand(place.node, &mut self.pending, |_| false)
    }

    /// A cycle is found: from this node along the path of the first search, and back by that of the second.
    fn close_cycle(&mut self, from: Place) {
        let first = self.path.iter().rposition(|frame| frame.step.to == from).unwrap_or(0);
        let frames = self.path[first..].iter().chain(&self.way);
        self.found = Some(frames.map(|frame| frame.step.to.node).collect());
    }

    /// Where an edge out of a node of a level leads.
    fn step(&self, level: u8, edge: Edge) -> Step {
        let rest = &self.wanted[usize::from(level)..];
        let taken = rest.iter().take_while(|&mark| edge.marks & mark != 0).count();
        let accepts = taken == rest.len();
        let level = if accepts { 0 } else { level + taken as u8 };
        Step { to: Place { node: edge.to, level }, accepts }
    }

    fn colour(&self, place: Place) -> Colour {
        self.colours.get(&place.node).map_or(Colour::White, |colours| colours.get(place.level))
    }

    fn paint(&mut self, place: Place, colour: Colour) {
        self.colours.entry(place.node).or_default().set(place.level, colour);
    }

    /// Tells the control what memory is in use.
    fn account(&mut self) {
        let bytes = self.colours.capacity() * (size_of::<(Node, Colours)>() + 1)
            + (self.path.capacity() + self.way.capacity()) * size_of::<Frame>()
            + self.pending.capacity() * size_of::<Edge>();
        if bytes != self.accounted {
            self.product.control.frontier_changed(0, bytes as i64 - self.accounted as i64);
            self.accounted = bytes;
        }
    }
}

/// The next edge out of the last node on a path.
fn next(pending: &mut Vec<Edge>, frame: &Frame) -> Option<Edge> {
    if pending.len() > frame.base { pending.pop() } else { None }
}
