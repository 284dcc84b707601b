//! The state graph: every state with its number, and every transition between them.
//!
//! Breadth first on one thread, so that states are numbered from the initial ones on and the same system always has the same
//! graph. Only the states are kept, in a [`StateStore`]; transitions are shown once, when they are met, and forgotten.

use std::collections::HashMap;
use std::ops::ControlFlow;

use super::control::Control;
use crate::options::SearchOptions;
use crate::outcome::{Statistics, StopReason};
use crate::report::Reporter;
use crate::store::{StateId, StateIdentity, StateStore};
use crate::system::{GivenUp, Starts, Transition, TransitionSystem, Visitor, Ways};
use crate::visited::Lookup;

/// A state of the graph.
pub struct GraphNode<'a, S: TransitionSystem> {
    /// Its number: states are counted from 0 in the order in which they are met.
    pub number: u64,
    /// The state.
    pub state: &'a S::State,
    /// Whether it is an initial state.
    pub initial: bool,
}

/// A transition of the graph.
pub struct GraphEdge<'a, S: TransitionSystem> {
    /// The number of the state that it leaves.
    pub source: u64,
    /// The number of the state that it leads to; `None` if the transition has no target.
    pub target: Option<u64>,
    /// The transition itself.
    pub transition: Transition<'a, S>,
}

/// What is known of a state once its transitions have been shown.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// It has transitions, and all were shown.
    Moving,
    /// It has no transition, and [may halt](TransitionSystem::may_halt).
    Halted,
    /// It has no transition, and may not halt.
    Stuck,
    /// A limit kept some or all of its transitions from being shown.
    Cut,
}

/// Receives a state graph: each state once, in the order of the numbers, followed by its transitions. After `Break` no more
/// are wanted.
pub trait GraphVisitor<S: TransitionSystem> {
    /// Receives a state.
    fn enter(&mut self, node: GraphNode<'_, S>) -> ControlFlow<()>;

    /// Receives a transition of the state that was entered last.
    fn edge(&mut self, edge: GraphEdge<'_, S>) -> ControlFlow<()>;

    /// The transitions of the state that was entered last are done.
    fn leave(&mut self, number: u64, ending: Ending) -> ControlFlow<()>;
}

/// How a walk went.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Walk {
    /// What was counted, as [`search`](crate::search) counts.
    pub statistics: Statistics,
    /// Why it ended: [`Exhausted`](StopReason::Exhausted) if the visitor has received the whole graph.
    pub stop: StopReason,
}

/// Shows the state graph to the visitor, as far as the limits let it.
///
/// Of the options, the limits and the cancellation count. Violations do not end the walk, as in a search that keeps going.
/// Where a limit or a cancellation ends it, the states that were met until then are still shown, each as
/// [cut](Ending::Cut).
pub fn walk_graph<S: TransitionSystem, V: GraphVisitor<S>>(
    system: &S,
    options: &SearchOptions,
    reporter: &dyn Reporter,
    visitor: &mut V,
) -> Walk {
    let mut walker = Walker {
        system,
        control: Control::new(options, reporter),
        known: Known::new(system.identity()),
        visitor,
        tally: Tally::default(),
        bytes: Vec::new(),
        dropped: false,
    };
    walker.run();
    let Walker { control, known, tally, dropped, .. } = walker;
    let statistics = Statistics {
        states: known.store.len(),
        transitions: tally.transitions,
        depth: control.depth(),
        elapsed: control.elapsed(),
        store_bytes: known.store.bytes(),
        file_bytes: 0,
        frontier_bytes: known.bytes() as u64,
        omission: None,
        shares: None,
    };
    Walk { statistics, stop: if dropped { StopReason::Cancelled } else { control.stop_reason() } }
}

/// The states that were met, and their numbers.
struct Known {
    store: Box<dyn Lookup>,
    /// By number.
    states: Vec<StateId>,
    numbers: HashMap<StateId, u64>,
}

impl Known {
    fn new(identity: StateIdentity) -> Self {
        let store = Box::new(StateStore::new(identity, false));
        Known { store, states: Vec::new(), numbers: HashMap::new() }
    }

    /// The number of a state that was met, or is met now if the limits allow it.
    fn number(
        &mut self,
        control: &Control<'_>,
        bytes: &[u8],
        source: Option<StateId>,
    ) -> ControlFlow<(), u64> {
        if let Some(id) = control.insert(&*self.store, bytes, source)? {
            let number = self.states.len() as u64;
            self.states.push(id);
            self.numbers.insert(id, number);
            return ControlFlow::Continue(number);
        }
        match self.store.find(bytes).and_then(|id| self.numbers.get(&id)) {
            Some(&number) => ControlFlow::Continue(number),
            None => ControlFlow::Break(()),
        }
    }

    /// Memory of what is kept beside the store.
    fn bytes(&self) -> usize {
        self.states.capacity() * size_of::<StateId>()
            + self.numbers.capacity() * (size_of::<(StateId, u64)>() + 1)
    }
}

/// Transitions and states between two checkpoints.
const PACE: u64 = 1024;

/// What is counted on the way.
#[derive(Default)]
struct Tally {
    /// Transitions that have a target, and one for each initial state.
    transitions: u64,
    /// Those the control knows of.
    told: u64,
    /// Everything that takes time, since the last checkpoint.
    work: u64,
    /// States that are not expanded yet, and memory, as far as the control knows.
    frontier: (i64, i64),
}

struct Walker<'a, S, V> {
    system: &'a S,
    control: Control<'a>,
    known: Known,
    visitor: &'a mut V,
    tally: Tally,
    /// An encoded state.
    bytes: Vec<u8>,
    /// Whether the visitor wants no more.
    dropped: bool,
}

/// Numbers the initial states.
struct Beginning<'w, 'a, S> {
    system: &'a S,
    control: &'w Control<'a>,
    known: &'w mut Known,
    tally: &'w mut Tally,
    bytes: &'w mut Vec<u8>,
}

impl<S: TransitionSystem> Starts<S::State> for Beginning<'_, '_, S> {
    fn start(&mut self, state: &S::State) -> ControlFlow<()> {
        self.tally.transitions += 1;
        self.bytes.clear();
        self.system.encode(state, self.bytes);
        self.known.number(self.control, self.bytes, None).map_continue(|_| ())
    }

    fn pause(&mut self) -> ControlFlow<()> {
        self.control.checkpoint(0, &*self.known.store)
    }
}

impl<S: TransitionSystem, V: GraphVisitor<S>> Walker<'_, S, V> {
    fn run(&mut self) {
        let mut scratch = self.system.scratch();
        let mut state = self.system.blank();
        let initial = self.begin(&mut scratch);
        let (mut next, mut depth, mut level) = (0, 0, initial);
        while let Some(&id) = self.known.states.get(next) {
            if next == level {
                (depth, level) = (depth + 1, self.known.states.len());
            }
            self.known.store.get(id, &mut self.bytes);
            self.system.decode(&self.bytes, &mut state);
            let number = next as u64;
            let node = GraphNode { number, state: &state, initial: next < initial };
            let shown = match self.visitor.enter(node) {
                ControlFlow::Continue(()) => match self.expand(number, depth, &state, &mut scratch)
                {
                    Some(ending) => self.visitor.leave(number, ending),
                    None => ControlFlow::Break(()),
                },
                dropped => dropped,
            };
            if shown.is_break() {
                self.dropped = true;
                return;
            }
            next += 1;
        }
    }

    /// Numbers the initial states, and returns how many there are.
    fn begin(&mut self, scratch: &mut S::Scratch) -> usize {
        let Walker { system, control, known, tally, bytes, .. } = self;
        if control.checkpoint(0, &*known.store).is_continue() {
            // The control knows whether it was cut short.
            let _ = system.initial_states(
                scratch,
                &mut Beginning { system: *system, control, known, tally, bytes },
            );
        }
        known.states.len()
    }

    /// Shows the transitions of a state; `None` if the visitor wants no more.
    fn expand(
        &mut self,
        number: u64,
        depth: u64,
        state: &S::State,
        scratch: &mut S::Scratch,
    ) -> Option<Ending> {
        if self.begin_expansion(number, depth).is_break() {
            return Some(Ending::Cut);
        }
        let system = self.system;
        let mut expansion = Expansion { walker: self, source: number, stuck: true };
        let flow = system.successors(state, scratch, &mut expansion);
        let stuck = expansion.stuck;
        match flow {
            _ if self.dropped => None,
            ControlFlow::Break(()) => Some(Ending::Cut),
            ControlFlow::Continue(()) if !stuck => Some(Ending::Moving),
            ControlFlow::Continue(()) if system.may_halt(state) => Some(Ending::Halted),
            ControlFlow::Continue(()) => Some(Ending::Stuck),
        }
    }

    /// Whether a state at this depth is to be expanded.
    fn begin_expansion(&mut self, number: u64, depth: u64) -> ControlFlow<()> {
        self.control.reached(depth);
        self.control.go_on()?;
        self.work(number)?;
        if self.control.may_expand(depth) {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }

    /// Goes to a checkpoint if it is time. `number` is that of the state which is being expanded.
    fn work(&mut self, number: u64) -> ControlFlow<()> {
        self.tally.work += 1;
        if self.tally.work < PACE {
            return ControlFlow::Continue(());
        }
        let known = &self.known;
        let frontier = ((known.states.len() as u64 - number) as i64, known.bytes() as i64);
        let before = std::mem::replace(&mut self.tally.frontier, frontier);
        self.control.frontier_changed(frontier.0 - before.0, frontier.1 - before.1);
        let untold = self.tally.transitions - self.tally.told;
        self.tally.told = self.tally.transitions;
        self.tally.work = 0;
        self.control.checkpoint(untold, &*known.store)
    }
}

/// Receives the transitions of the state that is being expanded.
struct Expansion<'w, 'a, S, V> {
    walker: &'w mut Walker<'a, S, V>,
    source: u64,
    /// Whether there was no transition so far.
    stuck: bool,
}

impl<S: TransitionSystem, V: GraphVisitor<S>> Visitor<S> for Expansion<'_, '_, S, V> {
    fn transition(&mut self, transition: Transition<'_, S>) -> ControlFlow<()> {
        let Expansion { walker, source, .. } = self;
        let mut target = None;
        if let Some(state) = transition.target {
            walker.bytes.clear();
            walker.system.encode(state, &mut walker.bytes);
            let parent = walker.known.states.get(*source as usize).copied();
            target = Some(walker.known.number(&walker.control, &walker.bytes, parent)?);
            walker.tally.transitions += 1;
        }
        self.stuck = false;
        if walker.visitor.edge(GraphEdge { source: *source, target, transition }).is_break() {
            walker.dropped = true;
            return ControlFlow::Break(());
        }
        walker.work(*source)
    }

    fn give_up(&mut self, why: GivenUp) -> ControlFlow<()> {
        self.walker.control.stop(why.into())
    }

    fn pause(&mut self) -> ControlFlow<()> {
        self.walker.work(self.source)
    }

    fn abandon(&mut self) -> ControlFlow<()> {
        self.walker.control.stop(StopReason::Abandoned)
    }

    /// A graph shows every transition.
    fn wants_all(&self) -> bool {
        true
    }

    fn ways(&self, _: &[S::Step]) -> Ways {
        Ways::One
    }
}
