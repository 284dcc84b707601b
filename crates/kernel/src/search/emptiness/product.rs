//! The product of a system and an automaton, computed as it is asked for.

use std::ops::ControlFlow;
use std::rc::Rc;

use crate::acceptor::{Acceptor, Observable, PrefixAcceptor};
use crate::outcome::StopReason;
use crate::search::control::Control;
use crate::store::{StateId, StateStore};
use crate::system::{GivenUp, Starts, Transition, TransitionSystem, Visitor, Ways};
use crate::visited::Lookup;

/// A node of the product.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Node {
    /// A state of the system.
    pub state: StateId,
    /// A place of the automaton.
    pub at: u32,
}

/// A transition of the product.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub to: Node,
    pub marks: u64,
}

/// A transition of the product, with all that is known of it.
#[derive(Clone, Debug)]
pub(super) struct Taken {
    pub to: Node,
    pub marks: u64,
    /// The thread that makes it.
    pub actor: Option<u32>,
    /// How threads are renamed on the way.
    pub renaming: Option<Rc<[u32]>>,
}

impl Taken {
    /// Which thread a thread is afterwards.
    pub fn renamed(&self, thread: u32) -> u32 {
        self.renaming.as_ref().map_or(thread, |renaming| renaming[thread as usize])
    }
}

/// All that leaves a node.
#[derive(Default)]
pub(super) struct Leaving {
    pub taken: Vec<Taken>,
    /// For each thread, whether it is enabled.
    pub enabled: Vec<bool>,
}

/// The product, computed as it is asked for.
pub(super) struct Product<'a, S: TransitionSystem, A> {
    pub system: &'a S,
    pub acceptor: &'a A,
    pub store: Box<dyn Lookup>,
    pub control: Control<'a>,
    pub scratch: S::Scratch,
    /// Whether the system may leave transitions out.
    partial_order: bool,
    state: S::State,
    /// An encoded state.
    bytes: Vec<u8>,
    /// The moves of the automaton for the state at hand.
    moves: Vec<(u32, u64)>,
    /// The successors of the state at hand.
    targets: Vec<StateId>,
    pub transitions: u64,
    told: u64,
    /// What took time since the last checkpoint.
    work: u64,
    /// Whether some state could not be observed.
    pub unobserved: bool,
    /// Whether some transition leads nowhere though nothing went wrong.
    pub endless: bool,
}

/// Transitions between two checkpoints.
const PACE: u64 = 1024;

/// All transitions are wanted.
const ALL: Option<fn(StateId) -> bool> = None;

/// Receives the initial states.
struct Beginning<'w, 'a, S> {
    system: &'a S,
    control: &'w Control<'a>,
    store: &'w dyn Lookup,
    /// Where the acceptor begins.
    at: u32,
    bytes: &'w mut Vec<u8>,
    nodes: Vec<Taken>,
}

impl<S: Observable> Starts<S::State> for Beginning<'_, '_, S> {
    fn start(&mut self, state: &S::State) -> ControlFlow<()> {
        self.bytes.clear();
        self.system.encode(state, self.bytes);
        let to = Node { state: stored(self.control, self.store, self.bytes)?, at: self.at };
        let renaming = self.system.renaming(state).map(Rc::from);
        self.nodes.push(Taken { to, marks: 0, actor: None, renaming });
        ControlFlow::Continue(())
    }

    fn pause(&mut self) -> ControlFlow<()> {
        self.control.checkpoint(0, self.store)
    }
}

impl<'a, S: Observable, A: Acceptor> Product<'a, S, A> {
    pub fn new(system: &'a S, acceptor: &'a A, control: Control<'a>, partial_order: bool) -> Self {
        Product {
            system,
            acceptor,
            store: Box::new(StateStore::new(system.identity(), false)),
            control,
            scratch: system.scratch(),
            partial_order,
            state: system.blank(),
            bytes: Vec::new(),
            moves: Vec::new(),
            targets: Vec::new(),
            transitions: 0,
            told: 0,
            work: 0,
            unobserved: false,
            endless: false,
        }
    }

    /// The initial nodes, and how things were renamed in each.
    pub fn begin(&mut self) -> ControlFlow<(), Vec<Taken>> {
        let Product { system, acceptor, store, control, scratch, bytes, .. } = self;
        let store: &dyn Lookup = &**store;
        control.checkpoint(0, store)?;
        let at = acceptor.initial();
        let mut beginning =
            Beginning { system: *system, control, store, at, bytes, nodes: Vec::new() };
        system.initial_states(scratch, &mut beginning)?;
        ControlFlow::Continue(beginning.nodes)
    }

    /// Adds the edges out of a node, the first last. The system may leave some out, if that is wanted, unless one of the others leads
    /// to a node that `may_be_on_path`: then each cycle has a node of which none is left out (D. Peled, *Combining partial order
    /// reductions with on-the-fly model-checking*, FMSD 1996, condition C3).
    pub fn expand(
        &mut self,
        node: Node,
        edges: &mut Vec<Edge>,
        may_be_on_path: impl Fn(Node) -> bool,
    ) -> ControlFlow<()> {
        self.observe(node)?;
        self.expand_observed(node, edges, may_be_on_path)
    }

    /// The same with the node that was observed last.
    pub fn expand_observed(
        &mut self,
        node: Node,
        edges: &mut Vec<Edge>,
        may_be_on_path: impl Fn(Node) -> bool,
    ) -> ControlFlow<()> {
        if self.moves.is_empty() {
            return ControlFlow::Continue(());
        }
        let mut targets = std::mem::take(&mut self.targets);
        targets.clear();
        let moves = std::mem::take(&mut self.moves);
        let may_close_cycle =
            |state| moves.iter().any(|&(at, _)| may_be_on_path(Node { state, at }));
        let leaves_out = self.partial_order.then_some(may_close_cycle);
        let stuck = self.successors(leaves_out, |_, target| targets.extend(target))?;
        self.moves = moves;
        if stuck {
            targets.push(node.state);
        }
        for &state in targets.iter().rev() {
            for &(at, marks) in self.moves.iter().rev() {
                edges.push(Edge { to: Node { state, at }, marks });
            }
        }
        self.transitions += (targets.len() * self.moves.len()) as u64;
        self.targets = targets;
        ControlFlow::Continue(())
    }

    /// Overwrites `leaving` with all that leaves a node, in order.
    pub fn leave(&mut self, node: Node, leaving: &mut Leaving) -> ControlFlow<()> {
        self.observe(node)?;
        let Leaving { taken, enabled } = leaving;
        taken.clear();
        enabled.clear();
        enabled.resize(self.system.threads(&self.state), false);
        let system = self.system;
        let moves = std::mem::take(&mut self.moves);
        let stuck = self.successors(ALL, |transition, target| {
            let actor = system.actor(transition.steps);
            if let Some(enabled) = actor.and_then(|actor| enabled.get_mut(actor as usize)) {
                *enabled = true;
            }
            let Some((state, id)) = transition.target.zip(target) else { return };
            let renaming = system.renaming(state).map(Rc::from);
            taken.extend(moves.iter().map(|&(at, marks)| {
                let to = Node { state: id, at };
                Taken { to, marks, actor, renaming: renaming.clone() }
            }));
        });
        if stuck? {
            taken.extend(moves.iter().map(|&(at, marks)| {
                let to = Node { state: node.state, at };
                Taken { to, marks, actor: None, renaming: None }
            }));
        }
        self.moves = moves;
        ControlFlow::Continue(())
    }

    /// Reads the state of a node, and finds the moves of the automaton in it.
    fn observe(&mut self, node: Node) -> ControlFlow<()> {
        self.tick()?;
        self.store.get(node.state, &mut self.bytes);
        self.system.decode(&self.bytes, &mut self.state);
        let valuation = self.system.valuation(&self.state, &mut self.scratch);
        self.moves.clear();
        let moves = &mut self.moves;
        let mut visit = |to, marks| moves.push((to, marks));
        if !self.acceptor.moves(node.at, valuation, &mut visit) {
            self.unobserved = true;
            return self.control.stop(StopReason::Abandoned);
        }
        ControlFlow::Continue(())
    }

    /// Shows the transitions out of the state that was read, with what they lead to. Answers whether there are none. All are shown,
    /// unless it is told which targets may close a cycle.
    fn successors(
        &mut self,
        may_close_cycle: Option<impl Fn(StateId) -> bool>,
        met: impl FnMut(Transition<'_, S>, Option<StateId>),
    ) -> ControlFlow<(), bool> {
        let system = self.system;
        let mut expansion = Expansion {
            system,
            store: &*self.store,
            control: &self.control,
            bytes: &mut self.bytes,
            met,
            may_close_cycle,
            closes_cycle: false,
            leads_on: false,
            work: 0,
            stuck: true,
            endless: false,
        };
        // The control knows whether it was cut short, even if the system does not pass that on.
        let _ = system.successors(&self.state, &mut self.scratch, &mut expansion);
        let Expansion { stuck, work, endless, .. } = expansion;
        self.work += work;
        self.endless |= endless;
        self.control.go_on()?;
        ControlFlow::Continue(stuck)
    }

    /// How many threads there are in a node.
    pub fn threads(&mut self, node: Node) -> ControlFlow<(), usize> {
        self.tick()?;
        self.store.get(node.state, &mut self.bytes);
        self.system.decode(&self.bytes, &mut self.state);
        ControlFlow::Continue(self.system.threads(&self.state))
    }

    /// Goes to a checkpoint at once.
    pub fn look_at_limits(&self) -> ControlFlow<()> {
        self.control.checkpoint(0, &*self.store)
    }

    /// Goes to a checkpoint if it is time.
    pub fn tick(&mut self) -> ControlFlow<()> {
        self.work += 1;
        if self.work < PACE {
            return ControlFlow::Continue(());
        }
        self.work = 0;
        let untold = self.transitions - self.told;
        self.told = self.transitions;
        self.control.checkpoint(untold, &*self.store)
    }

    /// A stored state.
    pub fn state(&mut self, id: StateId) -> S::State {
        let mut state = self.system.blank();
        self.store.get(id, &mut self.bytes);
        self.system.decode(&self.bytes, &mut state);
        state
    }
}

impl<S: Observable, A: PrefixAcceptor> Product<'_, S, A> {
    /// Observes a node, and tells whether the automaton accepts all that may follow on what it sees there.
    pub fn decides(&mut self, node: Node) -> ControlFlow<(), bool> {
        self.observe(node)?;
        let acceptor = self.acceptor;
        ControlFlow::Continue(self.moves.iter().any(|&(to, _)| acceptor.is_decided(to)))
    }
}

/// The number of an encoded state, which is stored if it is new and the limits allow it.
fn stored(control: &Control<'_>, store: &dyn Lookup, bytes: &[u8]) -> ControlFlow<(), StateId> {
    match control.insert(store, bytes, None)?.or_else(|| store.find(bytes)) {
        Some(state) => ControlFlow::Continue(state),
        None => ControlFlow::Break(()),
    }
}

/// Receives the transitions out of a state.
struct Expansion<'w, 'a, S, C, F> {
    system: &'a S,
    store: &'w dyn Lookup,
    control: &'w Control<'a>,
    bytes: &'w mut Vec<u8>,
    /// Is shown each, with the number of its target.
    met: F,
    /// Whether a target may close a cycle; none if all transitions are wanted.
    may_close_cycle: Option<C>,
    /// Whether one that was met may, and whether one certainly does not.
    closes_cycle: bool,
    leads_on: bool,
    work: u64,
    /// Whether there was no transition so far.
    stuck: bool,
    endless: bool,
}

impl<S, C, F> Visitor<S> for Expansion<'_, '_, S, C, F>
where
    S: TransitionSystem,
    C: Fn(StateId) -> bool,
    F: FnMut(Transition<'_, S>, Option<StateId>),
{
    fn transition(&mut self, transition: Transition<'_, S>) -> ControlFlow<()> {
        self.stuck = false;
        self.endless |= transition.target.is_none() && transition.violation.is_none();
        let target = match transition.target {
            Some(state) => {
                self.bytes.clear();
                self.system.encode(state, self.bytes);
                Some(stored(self.control, self.store, self.bytes)?)
            }
            None => None,
        };
        if let (Some(may_close_cycle), Some(target)) = (&self.may_close_cycle, target) {
            let closes_cycle = may_close_cycle(target);
            self.closes_cycle |= closes_cycle;
            self.leads_on |= !closes_cycle;
        }
        (self.met)(transition, target);
        self.work += 1;
        ControlFlow::Continue(())
    }

    fn give_up(&mut self, why: GivenUp) -> ControlFlow<()> {
        self.control.stop(why.into())
    }

    fn pause(&mut self) -> ControlFlow<()> {
        self.control.checkpoint(0, self.store)
    }

    fn abandon(&mut self) -> ControlFlow<()> {
        self.control.stop(StopReason::Abandoned)
    }

    fn wants_all(&self) -> bool {
        self.may_close_cycle.is_none() || !self.stuck && (self.closes_cycle || !self.leads_on)
    }

    /// One way is enough.
    fn ways(&self, _: &[S::Step]) -> Ways {
        Ways::One
    }
}
