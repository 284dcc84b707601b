//! Is there a run that an automaton accepts?
//!
//! The product of a system and an automaton is searched depth first for a strongly connected component with a cycle that has
//! all marks of the automaton: Couvreur's algorithm, with Tarjan's numbers and a stack of roots (J.-M. Couvreur, *On-the-fly
//! verification of linear temporal logic*, FM 1999, Sect. 4; J. Geldenhuys and A. Valmari, *Tarjan's algorithm makes on-the-fly
//! LTL verification more efficient*, TACAS 2004). It stops at the first such component, before it is explored to its end.
//!
//! A state without transitions is followed by itself, for ever, as in SPIN. A transition that ends in a run-time error has no
//! successor, and nothing follows.
//!
//! States are stored once, whatever the automaton; a node of the product is a stored state with a place of the automaton, and
//! takes some twenty bytes. Transitions out of a state are computed anew for each of its nodes.

mod lasso;

use std::collections::HashMap;
use std::ops::ControlFlow;

use super::control::Control;
use crate::acceptor::{Acceptor, Observable};
use crate::options::SearchOptions;
use crate::outcome::{Statistics, StopReason};
use crate::report::Reporter;
use crate::store::{StateId, StateStore};
use crate::system::{Transition, TransitionSystem, Visitor};

/// A run that goes on for ever: its states, from an initial state on.
pub struct Lasso<S: TransitionSystem> {
    /// Each is a successor of the one before.
    pub states: Vec<S::State>,
    /// After the last state comes the one with this number again. If that is the last state itself, it has a transition to
    /// itself, or none at all.
    pub again: usize,
}

impl<S: TransitionSystem> Clone for Lasso<S> {
    fn clone(&self) -> Self {
        Lasso { states: self.states.clone(), again: self.again }
    }
}

/// What a search for an accepted run found.
pub struct Emptiness<S: TransitionSystem> {
    /// What was counted: states of the system, and transitions of the product.
    pub statistics: Statistics,
    /// Nodes of the product that were met.
    pub nodes: u64,
    /// Why the search ended. [`Violation`](StopReason::Violation): a run is accepted. [`Exhausted`](StopReason::Exhausted): none is.
    pub stop: StopReason,
    /// A run that is accepted.
    pub accepted: Option<Lasso<S>>,
    /// Whether some state could not be observed: what follows on it is not known then, and the search ended there.
    pub unobserved: bool,
    /// Whether some transition leads nowhere though nothing went wrong, as one that never ends: such runs were not looked at.
    pub endless: bool,
    /// The working memory.
    pub scratch: S::Scratch,
}

/// Searches for a run that the automaton accepts.
///
/// Of the options the limits, the budget and the cancellation count; the depth limits the path of the search. The system must keep
/// states [whole](crate::StateIdentity::Whole).
pub fn find_accepted<S: Observable, A: Acceptor>(
    system: &S,
    acceptor: &A,
    options: &SearchOptions,
    reporter: &dyn Reporter,
) -> Emptiness<S> {
    let mut search = Search {
        product: Product {
            system,
            acceptor,
            store: StateStore::new(system.identity()),
            control: Control::new(options, reporter),
            scratch: system.scratch(),
            state: system.blank(),
            bytes: Vec::new(),
            moves: Vec::new(),
            targets: Vec::new(),
            transitions: 0,
            told: 0,
            work: 0,
            unobserved: false,
            endless: false,
        },
        numbers: HashMap::new(),
        open: Vec::new(),
        roots: Vec::new(),
        frames: Vec::new(),
        pending: Vec::new(),
        found: None,
        accounted: 0,
    };
    let _ = search.run();
    let accepted = search.found.and_then(|root| search.lasso(root));
    search.finish(accepted)
}

/// A node of the product.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Node {
    state: StateId,
    at: u32,
}

/// A transition of the product.
#[derive(Clone, Copy, Debug)]
struct Edge {
    to: Node,
    marks: u64,
}

/// The product, computed as it is asked for.
struct Product<'a, S: TransitionSystem, A> {
    system: &'a S,
    acceptor: &'a A,
    store: StateStore,
    control: Control<'a>,
    scratch: S::Scratch,
    state: S::State,
    /// An encoded state.
    bytes: Vec<u8>,
    /// The moves of the automaton for the state at hand.
    moves: Vec<(u32, u64)>,
    /// The successors of the state at hand.
    targets: Vec<StateId>,
    transitions: u64,
    told: u64,
    /// What took time since the last checkpoint.
    work: u64,
    unobserved: bool,
    endless: bool,
}

/// Transitions between two checkpoints.
const PACE: u64 = 1024;

impl<S: Observable, A: Acceptor> Product<'_, S, A> {
    /// Adds the initial nodes.
    fn begin(&mut self, nodes: &mut Vec<Edge>) -> ControlFlow<()> {
        let Product { system, acceptor, store, control, scratch, bytes, .. } = self;
        control.checkpoint(0, store)?;
        let mut flow = ControlFlow::Continue(());
        system.initial_states(scratch, &mut |state| {
            if flow.is_continue() {
                bytes.clear();
                system.encode(state, bytes);
                flow = stored(control, store, bytes).map_continue(|state| {
                    let to = Node { state, at: acceptor.initial() };
                    nodes.push(Edge { to, marks: 0 });
                });
            }
        });
        flow
    }

    /// Adds the edges out of a node, the first last.
    fn expand(&mut self, node: Node, edges: &mut Vec<Edge>) -> ControlFlow<()> {
        self.tick()?;
        self.store.read(node.state, &mut self.bytes);
        self.system.decode(&self.bytes, &mut self.state);
        let Some(valuation) = self.system.valuation(&self.state, &mut self.scratch) else {
            self.unobserved = true;
            return self.control.stop(StopReason::Abandoned);
        };
        self.moves.clear();
        let moves = &mut self.moves;
        self.acceptor.moves(node.at, valuation, &mut |to, marks| moves.push((to, marks)));
        if self.moves.is_empty() {
            return ControlFlow::Continue(());
        }
        self.targets.clear();
        let system = self.system;
        let mut expansion = Expansion {
            system,
            store: &self.store,
            control: &self.control,
            bytes: &mut self.bytes,
            targets: &mut self.targets,
            work: 0,
            stuck: true,
            endless: false,
        };
        let _ = system.successors(&self.state, &mut self.scratch, &mut expansion);
        let stuck = expansion.stuck;
        self.work += expansion.work;
        self.endless |= expansion.endless;
        self.control.go_on()?;
        if stuck {
            self.targets.push(node.state);
        }
        for &state in self.targets.iter().rev() {
            for &(at, marks) in self.moves.iter().rev() {
                edges.push(Edge { to: Node { state, at }, marks });
            }
        }
        self.transitions += (self.targets.len() * self.moves.len()) as u64;
        ControlFlow::Continue(())
    }

    /// Goes to a checkpoint if it is time.
    fn tick(&mut self) -> ControlFlow<()> {
        self.work += 1;
        if self.work < PACE {
            return ControlFlow::Continue(());
        }
        self.work = 0;
        let untold = self.transitions - self.told;
        self.told = self.transitions;
        self.control.checkpoint(untold, &self.store)
    }
}

/// The number of an encoded state, which is stored if it is new and the limits allow it.
fn stored(control: &Control<'_>, store: &StateStore, bytes: &[u8]) -> ControlFlow<(), StateId> {
    match control.insert(store, bytes, None)?.or_else(|| store.find(bytes)) {
        Some(state) => ControlFlow::Continue(state),
        None => ControlFlow::Break(()),
    }
}

/// Receives the transitions out of a state.
struct Expansion<'w, 'a, S> {
    system: &'a S,
    store: &'w StateStore,
    control: &'w Control<'a>,
    bytes: &'w mut Vec<u8>,
    targets: &'w mut Vec<StateId>,
    work: u64,
    /// Whether there was no transition so far.
    stuck: bool,
    endless: bool,
}

impl<S: TransitionSystem> Visitor<S> for Expansion<'_, '_, S> {
    fn transition(&mut self, transition: Transition<'_, S>) -> ControlFlow<()> {
        self.stuck = false;
        self.endless |= transition.target.is_none() && transition.violation.is_none();
        if let Some(state) = transition.target {
            self.bytes.clear();
            self.system.encode(state, self.bytes);
            self.targets.push(stored(self.control, self.store, self.bytes)?);
        }
        self.work += 1;
        ControlFlow::Continue(())
    }

    fn give_up(&mut self) -> ControlFlow<()> {
        self.control.stop(StopReason::StepLimit)
    }

    fn pause(&mut self) -> ControlFlow<()> {
        self.control.checkpoint(0, self.store)
    }

    fn abandon(&mut self) -> ControlFlow<()> {
        self.control.stop(StopReason::Abandoned)
    }

    fn may_close_cycle(&self) -> bool {
        true
    }
}

/// The number of nodes whose component is known to the end: no accepted run goes through them.
const CLOSED: u32 = 0;

struct Search<'a, S: TransitionSystem, A> {
    product: Product<'a, S, A>,
    /// The order in which nodes were met, from 1.
    numbers: HashMap<Node, u32>,
    /// The nodes of components that are not known to the end, in the order of their numbers.
    open: Vec<Node>,
    /// The components on the path, as far as they are known.
    roots: Vec<Root>,
    /// The path.
    frames: Vec<Frame>,
    /// Edges out of the nodes on the path that were not followed yet.
    pending: Vec<Edge>,
    /// Where the component begins that has an accepted cycle.
    found: Option<u32>,
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
}

/// A node on the path.
struct Frame {
    number: u32,
    /// The length of `pending` without its edges.
    base: usize,
}

impl<S: Observable, A: Acceptor> Search<'_, S, A> {
    /// Searches, until an accepted cycle is found, or `Break` says that a limit is reached.
    fn run(&mut self) -> ControlFlow<()> {
        self.product.begin(&mut self.pending)?;
        let first = Frame { number: CLOSED, base: 0 };
        self.frames.push(first);
        while let (Some(frame), None) = (self.frames.last(), self.found) {
            if self.pending.len() > frame.base {
                if let Some(edge) = self.pending.pop() {
                    self.follow(edge)?;
                }
            } else {
                self.leave();
            }
        }
        ControlFlow::Continue(())
    }

    fn follow(&mut self, edge: Edge) -> ControlFlow<()> {
        match self.numbers.get(&edge.to) {
            None => self.enter(edge),
            Some(&CLOSED) => ControlFlow::Continue(()),
            Some(&number) => {
                self.close_cycle(number, edge.marks);
                ControlFlow::Continue(())
            }
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
        self.roots.push(Root { number, incoming: edge.marks, inside: 0 });
        self.frames.push(Frame { number, base: self.pending.len() });
        self.account();
        if self.product.control.may_expand(depth) {
            self.product.expand(edge.to, &mut self.pending)?;
        }
        ControlFlow::Continue(())
    }

    /// An edge leads back: all components from the one that has the number on are one.
    fn close_cycle(&mut self, number: u32, mut marks: u64) {
        while let Some(root) = self.roots.pop_if(|root| root.number > number) {
            marks |= root.incoming | root.inside;
        }
        let Some(root) = self.roots.last_mut() else { return };
        root.inside |= marks;
        if self.product.acceptor.marks() & !root.inside == 0 {
            self.found = Some(root.number);
        }
    }

    /// Leaves the last node of the path. If it is the first of its component, that is known to the end.
    fn leave(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        if self.roots.last().is_none_or(|root| root.number != frame.number) {
            return;
        }
        self.roots.pop();
        while let Some(&node) = self.open.last() {
            if self.numbers[&node] < frame.number {
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

    fn finish(self, accepted: Option<Lasso<S>>) -> Emptiness<S> {
        let Product { store, control, scratch, transitions, unobserved, endless, .. } =
            self.product;
        Emptiness {
            statistics: Statistics {
                states: store.len(),
                transitions,
                depth: control.depth(),
                elapsed: control.elapsed(),
                store_bytes: store.bytes(),
                frontier_bytes: control.peak_frontier_bytes(),
            },
            nodes: self.numbers.len() as u64,
            stop: match accepted {
                Some(_) => StopReason::Violation,
                None => control.stop_reason(),
            },
            accepted,
            unobserved,
            endless,
            scratch,
        }
    }
}
