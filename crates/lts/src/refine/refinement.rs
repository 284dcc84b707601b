//! The product of a specification and an implementation, as a transition system that can be searched.
//!
//! All violations are transitions without a target: one that the specification forbids, or one that stands for what a state
//! refuses, for its divergence, or for what no state with its trace can do.
//!
//! It owns its parts, which are plain data: threads share it, and nobody who made it is asked any more. What its events and states are
//! called is told it before anybody reads of them ([`Names`]).

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, LazyLock, OnceLock};

use kernel::{
    GivenUp, Notes, Property, PropertyId, PropertyKind, Starts, StateIdentity, Transition,
    TransitionSystem, Visitor, no_invariants,
};

use super::divergence::{Divergence, Known};
use super::product_state::ProductState;
use super::specification::{After, Demand, Specification};
use crate::acceptances::is_subset;
use crate::event::Event;
use crate::explicit::State;
use crate::names::Names;
use crate::supercombinator::{Firing, Supercombinator};
use crate::symmetric::{Forms, SymmetricValues};

/// The product.
pub struct Refinement {
    pub(crate) specification: Arc<Specification>,
    pub(crate) implementation: Arc<Supercombinator>,
    /// How many bytes a node takes.
    node_bytes: usize,
    properties: [Property; 1],
    /// What is said of a state that refuses too much depends on it.
    pub(crate) kind: Kind,
    names: Arc<OnceLock<Names>>,
    /// The highest number of a node that a search came to.
    furthest: Arc<AtomicU32>,
    /// States of the implementation of which it is known that they do not diverge.
    known: Arc<Known>,
    /// The datatypes whose values may be interchangeable, and how events are made of them; told once, as names are.
    values: Arc<OnceLock<SymmetricValues>>,
    /// States as cells, where the product is searched up to symmetry.
    forms: Option<Arc<Forms>>,
}

/// For whom nothing was told.
static UNNAMED: LazyLock<Names> = LazyLock::new(Names::default);

/// What a product is made for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// To find out whether the implementation is as it should be.
    Compared,
    /// To find out whether only the environment makes choices.
    Deterministic,
    /// To find a run that has a trace.
    Sought,
    /// To be run and drawn: there is nothing to compare with, each transition is shown once, and a state without any is a deadlock.
    Walked,
}

/// A step of the product.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// The implementation does an event.
    Does {
        /// The event.
        event: Event,
        /// Which of the transitions of its state it is, in the order in which they are shown.
        number: u32,
    },
    /// It is stable and accepts too little.
    Refuses,
    /// It diverges.
    Diverges,
    /// No state that is here with the same trace can do what the trace goes on with.
    Lacks,
}

/// Working memory.
pub struct Scratch {
    firing: Firing,
    /// The target: node, and state of the implementation.
    target: ProductState,
    /// The events of the state, in any order.
    offered: Vec<Event>,
    divergence: Divergence,
}

/// Nothing is noted: what a worker reads of the specification it reads again.
impl Notes for Scratch {
    fn write(&self, _: &mut Vec<u64>) {}

    fn read(&mut self, _: &mut dyn Iterator<Item = u64>) -> Option<()> {
        Some(())
    }
}

impl Refinement {
    /// That an implementation is as a specification demands, under a name.
    #[must_use]
    pub fn new(
        name: &str,
        specification: Arc<Specification>,
        implementation: Arc<Supercombinator>,
    ) -> Refinement {
        Refinement::of_kind(Kind::Compared, name, specification, implementation)
    }

    /// A process to be run and drawn.
    #[must_use]
    pub fn walked(process: Arc<Supercombinator>) -> Refinement {
        let anything = Arc::new(Specification::anything());
        Refinement::of_kind(Kind::Walked, "deadlock", anything, process)
    }

    pub(super) fn of_kind(
        kind: Kind,
        name: &str,
        specification: Arc<Specification>,
        implementation: Arc<Supercombinator>,
    ) -> Refinement {
        let bits = usize::BITS - (specification.nodes.len() - 1).leading_zeros();
        let property = match kind {
            Kind::Walked => PropertyKind::Deadlock,
            Kind::Compared | Kind::Deterministic | Kind::Sought => PropertyKind::Assertion,
        };
        Refinement {
            specification,
            implementation,
            node_bytes: bits.div_ceil(8) as usize,
            properties: [Property::new(name, property)],
            kind,
            names: Arc::default(),
            furthest: Arc::default(),
            known: Arc::default(),
            values: Arc::default(),
            forms: None,
        }
    }

    /// The same product, whose states hold cells as well.
    pub(crate) fn with_forms(&self, forms: Forms) -> Refinement {
        Refinement {
            specification: Arc::clone(&self.specification),
            implementation: Arc::clone(&self.implementation),
            node_bytes: self.node_bytes,
            properties: self.properties.clone(),
            kind: self.kind,
            names: Arc::clone(&self.names),
            furthest: Arc::clone(&self.furthest),
            known: Arc::clone(&self.known),
            values: Arc::clone(&self.values),
            forms: Some(Arc::new(forms)),
        }
    }

    /// States as cells, if they hold such.
    pub(crate) fn forms(&self) -> Option<&Forms> {
        self.forms.as_deref()
    }

    /// Tells it which values may be interchangeable, if it was not told before.
    pub fn permit(&self, values: SymmetricValues) {
        let _ = self.values.set(values);
    }

    /// All events of its parts, in ascending order.
    #[must_use]
    pub fn events(&self) -> Vec<Event> {
        let nodes = self.specification.nodes.transitions.iter().map(|&(event, _)| event);
        let mut events: Vec<Event> = nodes.collect();
        self.implementation.add_events(&mut events);
        events.sort_unstable();
        events.dedup();
        events
    }

    /// The values that may be interchangeable.
    pub(crate) fn values(&self) -> Option<&SymmetricValues> {
        self.values.get()
    }

    pub(crate) fn is_walked(&self) -> bool {
        self.kind == Kind::Walked
    }

    /// The process.
    #[must_use]
    pub fn implementation(&self) -> &Supercombinator {
        &self.implementation
    }

    /// What it is compared with.
    #[must_use]
    pub fn specification(&self) -> &Specification {
        &self.specification
    }

    /// Tells it what things are called, if it was not told before.
    pub fn name(&self, names: Names) {
        let _ = self.names.set(names);
    }

    /// What things are called.
    pub(crate) fn names(&self) -> &Names {
        self.names.get().unwrap_or(&UNNAMED)
    }

    /// How many numbers each part of a state has: the node, the components, the switches.
    pub(crate) fn counts(&self) -> Vec<u32> {
        let nodes = self.specification.nodes.len() as u32;
        std::iter::once(nodes).chain(self.implementation.counts()).collect()
    }

    /// The state with these numbers.
    pub(crate) fn state(&self, numbers: Vec<u32>) -> ProductState {
        let mut state = ProductState::from(numbers);
        if let Some(forms) = &self.forms {
            forms.write_cells(&mut state);
        }
        state
    }

    /// How much of a trace that is looked for some run has, once all states were searched.
    #[must_use]
    pub fn furthest(&self) -> usize {
        self.furthest.load(Ordering::Relaxed) as usize
    }

    /// The transitions of a state whose node makes demands.
    fn step<V: Visitor<Self>>(
        &self,
        state: &[u32],
        scratch: &mut Scratch,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        let specification = &*self.specification;
        let (node, inner) = (State(state[0]), &state[1..]);
        if self.kind == Kind::Sought {
            self.furthest.fetch_max(node.0, Ordering::Relaxed);
        }
        let Scratch { firing, target, offered, divergence } = scratch;
        offered.clear();
        let mut number = 0;
        self.implementation.successors(inner, firing, &mut |event, next| {
            offered.push(event);
            let steps = [Step::Does { event, number }];
            number += 1;
            match specification.after(node, event) {
                After::Node(to) => {
                    target.numbers.clear();
                    target.numbers.push(to.0);
                    target.numbers.extend_from_slice(next);
                    if let Some(forms) = &self.forms {
                        forms.write_cells(target);
                    }
                    let target = Some(&*target);
                    visitor.transition(Transition { steps: &steps, target, violation: None })
                }
                After::Forbidden => visitor.transition(violation(&steps)),
                After::Ignored => ControlFlow::Continue(()),
            }
        })?;
        if self.implementation.is_cut_short() {
            return visitor.give_up(GivenUp::OutOfRoom);
        }
        if *specification.demand(node) == Demand::Lacking {
            visitor.transition(violation(&[Step::Lacks]))?;
        }
        if self.refuses(node, inner, offered, &mut || visitor.pause())? {
            visitor.transition(violation(&[Step::Refuses]))?;
        }
        let looks = specification.forbids_divergence
            && (offered.contains(&Event::TAU) || self.implementation.is_generalised());
        if looks {
            let mut pause = || visitor.pause();
            if divergence.diverges(&self.implementation, &self.known, inner, firing, &mut pause)? {
                visitor.transition(violation(&[Step::Diverges]))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The transitions of a state of a process that is walked, in an order of their own, each once.
    fn walk<V: Visitor<Self>>(
        &self,
        state: &[u32],
        scratch: &mut Scratch,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        let mut found: Vec<(Event, Vec<u32>)> = Vec::new();
        let _ =
            self.implementation.successors(&state[1..], &mut scratch.firing, &mut |event, to| {
                found.push((event, [&state[..1], to].concat()));
                ControlFlow::Continue(())
            });
        found.sort_unstable();
        found.dedup();
        for ((event, target), number) in found.iter().zip(0..) {
            let steps = [Step::Does { event: *event, number }];
            let target = self.state(target.clone());
            let target = Some(&target);
            visitor.transition(Transition { steps: &steps, target, violation: None })?;
        }
        match self.implementation.is_cut_short() {
            true => visitor.give_up(GivenUp::OutOfRoom),
            false => ControlFlow::Continue(()),
        }
    }

    /// Whether a state accepts too little.
    fn refuses(
        &self,
        node: State,
        inner: &[u32],
        offered: &mut Vec<Event>,
        pause: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> ControlFlow<(), bool> {
        let demand = self.specification.demand(node);
        if matches!(demand, Demand::Nothing | Demand::Lacking) {
            return ControlFlow::Continue(false);
        }
        if self.implementation.is_generalised() {
            let falls_short = |accepted: &[Event]| demand.is_missed_by(accepted);
            let found = self.implementation.find_acceptance(inner, &falls_short, pause)?;
            return ControlFlow::Continue(found.is_some());
        }
        if offered.contains(&Event::TAU) {
            return ControlFlow::Continue(false);
        }
        offered.sort_unstable();
        offered.dedup();
        ControlFlow::Continue(demand.is_missed_by(offered))
    }
}

impl Demand {
    /// Whether a stable state that accepts these events, which are in ascending order, falls short of it.
    pub(super) fn is_missed_by(&self, accepted: &[Event]) -> bool {
        match self {
            Demand::OneOf(sets) => !sets.iter().any(|set| is_subset(set, accepted)),
            Demand::Something => accepted.is_empty(),
            Demand::Nothing | Demand::NoMore | Demand::Unreached | Demand::Lacking => false,
        }
    }
}

fn violation(steps: &[Step]) -> Transition<'_, Refinement> {
    Transition { steps, target: None, violation: Some(PropertyId::new(0)) }
}

impl TransitionSystem for Refinement {
    type State = ProductState;
    type Step = Step;
    type Scratch = Scratch;

    fn scratch(&self) -> Scratch {
        Scratch {
            firing: self.implementation.firing(),
            target: self.blank(),
            offered: Vec::new(),
            divergence: Divergence::default(),
        }
    }

    fn initial_states(
        &self,
        _: &mut Scratch,
        starts: &mut dyn Starts<ProductState>,
    ) -> ControlFlow<()> {
        let mut state = vec![self.specification.nodes.initial.0];
        state.extend(self.implementation.initial());
        starts.start(&self.state(state))
    }

    fn successors<V: Visitor<Self>>(
        &self,
        state: &ProductState,
        scratch: &mut Scratch,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        match self.specification.demand(State(state[0])) {
            Demand::NoMore => ControlFlow::Continue(()),
            _ if self.kind == Kind::Walked => self.walk(state, scratch, visitor),
            _ => self.step(state, scratch, visitor),
        }
    }

    fn identity(&self) -> StateIdentity {
        StateIdentity::Fixed(self.node_bytes + self.implementation.bytes())
    }

    fn encode(&self, state: &ProductState, out: &mut Vec<u8>) {
        out.extend_from_slice(&state[0].to_le_bytes()[..self.node_bytes]);
        self.implementation.pack(&state[1..], out);
    }

    fn decode(&self, bytes: &[u8], state: &mut ProductState) {
        let (node, inner) = bytes.split_at(self.node_bytes);
        let mut number = [0; 4];
        number[..node.len()].copy_from_slice(node);
        state.numbers[0] = u32::from_le_bytes(number);
        self.implementation.unpack(inner, &mut state.numbers[1..]);
        if let Some(forms) = &self.forms {
            forms.write_cells(state);
        }
    }

    fn blank(&self) -> ProductState {
        self.state(vec![0; self.implementation.width() + 1])
    }

    fn properties(&self) -> &[Property] {
        &self.properties
    }

    fn violates(&self, _: &ProductState, invariant: PropertyId, _: &mut Scratch) -> bool {
        no_invariants(invariant)
    }

    /// Whether a process may stop is for its specification to say. Where there is none, termination is no deadlock to those who walk.
    fn may_halt(&self, _: &ProductState) -> bool {
        self.kind != Kind::Walked
    }
}
