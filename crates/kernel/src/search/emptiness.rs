//! Is there a run that an automaton accepts?
//!
//! The product of a system and an automaton is searched depth first for a strongly connected component with a cycle that has
//! all marks of the automaton: Couvreur's algorithm, with Tarjan's numbers and a stack of roots (J.-M. Couvreur, *On-the-fly
//! verification of linear temporal logic*, FM 1999, Sect. 4; J. Geldenhuys and A. Valmari, *Tarjan's algorithm makes on-the-fly
//! LTL verification more efficient*, TACAS 2004). It stops at the first such component, before it is explored to its end.
//! Nested depth-first search answers the same question in another way: see `nested`.
//!
//! A state without transitions is followed by itself, for ever, as in SPIN. A transition that ends in a run-time error has no
//! successor, and nothing follows.
//!
//! States are stored once, whatever the automaton; a node of the product is a stored state with a place of the automaton, and
//! takes some twenty bytes. Transitions out of a state are computed anew for each of its nodes.

//! Under fairness a component must have a fair run besides: see `fairness`.

mod components;
mod fairness;
mod lasso;
mod nested;
mod prefix;
mod product;
mod shortest;

use std::ops::ControlFlow;

use rapidhash::{RapidHashMap, RapidHashSet};

use super::control::Control;
use crate::acceptor::{Acceptor, Fairness, Observable};
use crate::options::{Algorithm, SearchOptions};
use crate::outcome::{Statistics, StopReason};
use crate::report::Reporter;
use crate::system::TransitionSystem;
use lasso::Guide;
pub use prefix::{Prefix, find_prefix};
use product::{Edge, Node, Product};
pub use shortest::{Shorter, find_shorter};

/// A run that goes on for ever, as the system has it: where states stand for others up to renaming, so do those of the run.
pub struct Lasso<S: TransitionSystem> {
    /// How things were renamed from a true initial state to the first one; `None` if nothing was.
    pub start: Option<Vec<u32>>,
    /// Each leads to the next by the move of its place, from an initial state on.
    pub states: Vec<S::State>,
    /// One for each state; that of the last leads to the one with number `again`.
    pub moves: Vec<Move>,
    /// Where the round begins.
    pub again: usize,
}

/// A transition on a run that goes on for ever.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The thread that makes it. None does where a state without transitions is followed by itself.
    pub actor: Option<u32>,
    /// How things are renamed on the way, as in [`Observable::renaming`].
    pub renaming: Option<Vec<u32>>,
}

impl<S: TransitionSystem> Clone for Lasso<S> {
    fn clone(&self) -> Self {
        Lasso {
            start: self.start.clone(),
            states: self.states.clone(),
            moves: self.moves.clone(),
            again: self.again,
        }
    }
}

/// What a search for an accepted run found: one that goes on for ever, or the beginning of one.
pub struct Emptiness<S: TransitionSystem, Run = Lasso<S>> {
    /// What was counted: states of the system, and transitions of the product.
    pub statistics: Statistics,
    /// Nodes of the product that were met.
    pub nodes: u64,
    /// Why the search ended. [`Violation`](StopReason::Violation): a run is accepted, whether it could be written down or not. [`Exhausted`](StopReason::Exhausted): none is.
    pub stop: StopReason,
    /// A run that is accepted.
    pub accepted: Option<Run>,
    /// Whether some state could not be observed: what follows on it is not known then, and the search ended there.
    pub unobserved: bool,
    /// Whether some transition leads nowhere though nothing went wrong, as one that never ends: such runs were not looked at.
    pub endless: bool,
    /// The working memory.
    pub scratch: S::Scratch,
}

/// Searches for a run that the automaton accepts, among those that are as fair as is wanted.
///
/// Of the options the limits, the budget and the cancellation count. The depth limits the path of the search, of a nested one that
/// of its first search: what that does not expand, its second search does not expand either. Transitions may be left out
/// ([`SearchOptions::partial_order`]) for an automaton that bears it that valuations are repeated as its places like (that it does
/// not tell how often they are is not enough: S. Siegel, *What's wrong with on-the-fly partial order reduction*, CAV 2019); under
/// fairness none are, as each counts, and none by a [nested](Algorithm::Nested) search.
///
/// # Panics
/// If the system does not keep states [whole](crate::StateIdentity::Whole): one that stands for others by a key leads where just
/// that one does. If a [nested](Algorithm::Nested) search is asked for a fair run.
pub fn find_accepted<S: Observable, A: Acceptor>(
    system: &S,
    acceptor: &A,
    fairness: Fairness,
    options: &SearchOptions,
    reporter: &dyn Reporter,
) -> Emptiness<S> {
    assert!(system.identity().is_whole(), "states must be kept whole");
    let by_components = options.algorithm == Algorithm::Components;
    assert!(by_components || fairness == Fairness::None, "a nested search knows no fairness");
    let partial_order = options.partial_order && fairness == Fairness::None && by_components;
    let product = Product::new(system, acceptor, Control::new(options, reporter), partial_order);
    match options.algorithm {
        Algorithm::Components => search_components(product, fairness),
        Algorithm::Nested => nested::search(product),
    }
}

/// Searches the product for a component with a run that is as fair as is wanted.
fn search_components<S: Observable, A: Acceptor>(
    product: Product<'_, S, A>,
    fairness: Fairness,
) -> Emptiness<S> {
    let mut search = Search {
        product,
        fairness,
        numbers: RapidHashMap::default(),
        open: Vec::new(),
        roots: Vec::new(),
        frames: Vec::new(),
        pending: Vec::new(),
        found: None,
        accounted: 0,
    };
    let _ = search.run();
    let Search { mut product, numbers, found, .. } = search;
    let accepted = found.as_ref().and_then(|part| {
        let met = |node| numbers.contains_key(&node);
        Guide { product: &mut product, fairness, met: &met }.lasso(part)
    });
    conclude(product, numbers.len(), found.is_some(), accepted)
}

/// What came of a search. A run that was found and could not be written down is still none that is not there.
fn conclude<S: Observable, A: Acceptor, Run>(
    product: Product<'_, S, A>,
    nodes: usize,
    is_found: bool,
    accepted: Option<Run>,
) -> Emptiness<S, Run> {
    let Product { store, control, scratch, transitions, unobserved, endless, .. } = product;
    Emptiness {
        statistics: Statistics {
            states: store.len(),
            transitions,
            depth: control.depth(),
            elapsed: control.elapsed(),
            store_bytes: store.bytes(),
            file_bytes: 0,
            frontier_bytes: control.peak_frontier_bytes(),
            omission: None,
            shares: None,
        },
        nodes: nodes as u64,
        stop: match control.stop_reason() {
            StopReason::Exhausted | StopReason::DepthLimit if is_found => StopReason::Violation,
            _ if accepted.is_some() => StopReason::Violation,
            reason => reason,
        },
        accepted,
        unobserved,
        endless,
        scratch,
    }
}

/// The number of nodes whose component is known to the end: no accepted run goes through them.
const CLOSED: u32 = 0;

struct Search<'a, S: TransitionSystem, A> {
    product: Product<'a, S, A>,
    fairness: Fairness,
    /// The order in which nodes were met, from 1.
    numbers: RapidHashMap<Node, u32>,
    /// The nodes of components that are not known to the end, in the order of their numbers.
    open: Vec<Node>,
    /// The components on the path, as far as they are known.
    roots: Vec<Root>,
    /// The path.
    frames: Vec<Frame>,
    /// Edges out of the nodes on the path that were not followed yet.
    pending: Vec<Edge>,
    /// A strongly connected part with a run that is looked for.
    found: Option<RapidHashSet<Node>>,
    /// Memory of all this that the control knows of.
    accounted: usize,
}

/// A component on the path: the nodes from this number on, up to the next.
struct Root {
    number: u32,
    /// The marks of the edge that led to it.
    incoming: u64,
    /// The marks of the edges inside that were followed.
    inside: u64,
    /// Whether there are such edges.
    has_edges: bool,
    /// How many nodes it had when a fair run was looked for in vain.
    surveyed: usize,
}

/// A node on the path.
struct Frame {
    number: u32,
    /// The length of `pending` without its edges.
    base: usize,
}

impl Root {
    fn new(number: u32, incoming: u64) -> Root {
        Root { number, incoming, inside: 0, has_edges: false, surveyed: 0 }
    }
}

impl<S: Observable, A: Acceptor> Search<'_, S, A> {
    /// Searches, until an accepted cycle is found, or `Break` says that a limit is reached.
    fn run(&mut self) -> ControlFlow<()> {
        let starts = self.product.begin()?;
        self.pending.extend(starts.iter().map(|start| Edge { to: start.to, marks: 0 }));
        let first = Frame { number: CLOSED, base: 0 };
        self.frames.push(first);
        while let (Some(frame), None) = (self.frames.last(), &self.found) {
            if self.pending.len() > frame.base {
                if let Some(edge) = self.pending.pop() {
                    self.follow(edge)?;
                }
            } else {
                self.leave()?;
            }
        }
        ControlFlow::Continue(())
    }

    fn follow(&mut self, edge: Edge) -> ControlFlow<()> {
        match self.numbers.get(&edge.to) {
            None => self.enter(edge),
            Some(&CLOSED) => ControlFlow::Continue(()),
            Some(&number) => self.close_cycle(number, edge.marks),
        }
    }

    /// Goes to a node that was not met before.
    fn enter(&mut self, edge: Edge) -> ControlFlow<()> {
        let depth = self.frames.len() as u64 - 1;
        let control = &self.product.control;
        let Ok(number) = u32::try_from(self.numbers.len() + 1) else {
            return control.stop(StopReason::MemoryLimit);
        };
        control.reached(depth);
        self.numbers.insert(edge.to, number);
        self.open.push(edge.to);
        self.roots.push(Root::new(number, edge.marks));
        self.frames.push(Frame { number, base: self.pending.len() });
        self.account();
        if self.product.control.may_expand(depth) {
            let Search { product, numbers, pending, .. } = self;
            let is_open = |node| numbers.get(&node).is_some_and(|&number| number != CLOSED);
            product.expand(edge.to, pending, is_open)?;
        }
        ControlFlow::Continue(())
    }

    /// An edge leads back: all components from the one that has the number on are one.
    fn close_cycle(&mut self, number: u32, mut marks: u64) -> ControlFlow<()> {
        let mut surveyed = 0;
        while let Some(root) = self.roots.pop_if(|root| root.number > number) {
            marks |= root.incoming | root.inside;
            surveyed = surveyed.max(root.surveyed);
        }
        let Some(root) = self.roots.last_mut() else { return ControlFlow::Continue(()) };
        root.inside |= marks;
        root.has_edges = true;
        root.surveyed = root.surveyed.max(surveyed);
        let (number, surveyed) = (root.number, root.surveyed);
        if self.lacks_marks() {
            return ControlFlow::Continue(());
        }
        // To look twice as late each time costs as much as to look once.
        let nodes = self.nodes_from(number);
        if self.fairness == Fairness::None || nodes.len() >= 2 * surveyed {
            self.look(number)?;
        }
        ControlFlow::Continue(())
    }

    /// Whether the last component on the path lacks some marks, as far as it is known.
    fn lacks_marks(&self) -> bool {
        let marks = self.product.acceptor.marks();
        self.roots.last().is_none_or(|root| !root.has_edges || marks & !root.inside != 0)
    }

    /// The nodes of the last component on the path, as far as they are known, given where it begins.
    fn nodes_from(&self, number: u32) -> &[Node] {
        let first = self.open.partition_point(|node| self.numbers[node] < number);
        &self.open[first..]
    }

    /// Looks for a run in the last component on the path, which has all marks.
    fn look(&mut self, number: u32) -> ControlFlow<()> {
        let nodes = self.nodes_from(number).to_vec();
        let count = nodes.len();
        let part = match self.fairness {
            Fairness::None => Some(nodes),
            Fairness::Weak | Fairness::Strong => self.fair_part(nodes)?,
        };
        self.found = part.map(|nodes| nodes.into_iter().collect());
        if let Some(root) = self.roots.last_mut() {
            root.surveyed = count;
        }
        ControlFlow::Continue(())
    }

    /// Leaves the last node of the path. If it is the first of its component, that is known to the end.
    fn leave(&mut self) -> ControlFlow<()> {
        let Some(&Frame { number, .. }) = self.frames.last() else {
            return ControlFlow::Continue(());
        };
        let is_root = self.roots.last().is_some_and(|root| root.number == number);
        if is_root && self.fairness != Fairness::None && !self.lacks_marks() {
            self.look(number)?;
        }
        self.frames.pop();
        if is_root && self.found.is_none() {
            self.roots.pop();
            self.close(number);
        }
        ControlFlow::Continue(())
    }

    /// Takes the nodes from a number on for known to the end.
    fn close(&mut self, number: u32) {
        while let Some(&node) = self.open.last() {
            if self.numbers[&node] < number {
                return;
            }
            self.numbers.insert(node, CLOSED);
            self.open.pop();
        }
    }

    /// Tells the control what memory is in use.
    fn account(&mut self) {
        let bytes = self.numbers.capacity() * (size_of::<(Node, u32)>() + 1)
            + self.open.capacity() * size_of::<Node>()
            + self.roots.capacity() * size_of::<Root>()
            + self.frames.capacity() * size_of::<Frame>()
            + self.pending.capacity() * size_of::<Edge>();
        if bytes != self.accounted {
            self.product.control.frontier_changed(0, bytes as i64 - self.accounted as i64);
            self.accounted = bytes;
        }
    }
}
