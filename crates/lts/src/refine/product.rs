//! The product of a specification and an implementation, as a transition system that can be searched.
//!
//! All violations are transitions without a target: one that the specification forbids, or one that stands for what a state
//! refuses, or for its divergence.

use std::ops::ControlFlow;

use kernel::{
    GivenUp, Property, PropertyId, PropertyKind, Starts, StateIdentity, Transition,
    TransitionSystem, Visitor, no_invariants,
};

use super::divergence::{Divergence, Known};
use super::specification::{After, Demand, Specification};
use crate::acceptances::is_subset;
use crate::event::Event;
use crate::explicit::State;
use crate::supercombinator::{Firing, Supercombinator};

/// The product.
pub(super) struct Product<'a> {
    pub(super) specification: &'a Specification,
    pub(super) implementation: &'a Supercombinator,
    /// How many bytes a node takes.
    node_bytes: usize,
    properties: [Property; 1],
    /// States of the implementation of which it is known that they do not diverge.
    known: Known,
}

/// What can be violated: there is one property.
fn refinement() -> PropertyId {
    PropertyId::new(0)
}

/// A step of the product.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Step {
    /// The implementation does an event.
    Does(Event),
    /// It is stable and accepts too little.
    Refuses,
    /// It diverges.
    Diverges,
}

/// Working memory.
pub(super) struct Scratch {
    firing: Firing,
    /// The target: node, and state of the implementation.
    target: Vec<u32>,
    /// The events of the state, in any order.
    offered: Vec<Event>,
    divergence: Divergence,
}

impl<'a> Product<'a> {
    pub(super) fn new(
        specification: &'a Specification,
        implementation: &'a Supercombinator,
    ) -> Self {
        let bits = usize::BITS - (specification.nodes.len() - 1).leading_zeros();
        Product {
            specification,
            implementation,
            node_bytes: bits.div_ceil(8) as usize,
            properties: [Property::new("refinement", PropertyKind::Assertion)],
            known: Known::default(),
        }
    }

    /// The transitions of a state whose node makes demands.
    fn step<V: Visitor<Self>>(
        &self,
        state: &[u32],
        scratch: &mut Scratch,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        let specification = self.specification;
        let (node, inner) = (State(state[0]), &state[1..]);
        let Scratch { firing, target, offered, divergence } = scratch;
        offered.clear();
        self.implementation.successors(inner, firing, &mut |event, next| {
            offered.push(event);
            let steps = [Step::Does(event)];
            match specification.after(node, event) {
                After::Node(to) => {
                    target.clear();
                    target.push(to.0);
                    target.extend_from_slice(next);
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
        if self.refuses(node, inner, offered, &mut || visitor.pause())? {
            visitor.transition(violation(&[Step::Refuses]))?;
        }
        let looks = specification.forbids_divergence
            && (offered.contains(&Event::TAU) || self.implementation.is_generalised());
        if looks {
            let mut pause = || visitor.pause();
            if divergence.diverges(self.implementation, &self.known, inner, firing, &mut pause)? {
                visitor.transition(violation(&[Step::Diverges]))?;
            }
        }
        ControlFlow::Continue(())
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
        if matches!(demand, Demand::Nothing) {
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
            Demand::Nothing | Demand::NoMore | Demand::Unreached => false,
        }
    }
}

fn violation<'s, 'p>(steps: &'s [Step]) -> Transition<'s, Product<'p>> {
    Transition { steps, target: None, violation: Some(refinement()) }
}

impl TransitionSystem for Product<'_> {
    type State = Vec<u32>;
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
        starts: &mut dyn Starts<Vec<u32>>,
    ) -> ControlFlow<()> {
        let mut state = vec![self.specification.nodes.initial.0];
        state.extend(self.implementation.initial());
        starts.start(&state)
    }

    fn successors<V: Visitor<Self>>(
        &self,
        state: &Vec<u32>,
        scratch: &mut Scratch,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        match self.specification.demand(State(state[0])) {
            Demand::NoMore => ControlFlow::Continue(()),
            _ => self.step(state, scratch, visitor),
        }
    }

    fn identity(&self) -> StateIdentity {
        StateIdentity::Whole
    }

    fn encode(&self, state: &Vec<u32>, out: &mut Vec<u8>) {
        out.extend_from_slice(&state[0].to_le_bytes()[..self.node_bytes]);
        self.implementation.pack(&state[1..], out);
    }

    fn decode(&self, bytes: &[u8], state: &mut Vec<u32>) {
        let (node, inner) = bytes.split_at(self.node_bytes);
        let mut number = [0; 4];
        number[..node.len()].copy_from_slice(node);
        state[0] = u32::from_le_bytes(number);
        self.implementation.unpack(inner, &mut state[1..]);
    }

    fn blank(&self) -> Vec<u32> {
        vec![0; self.implementation.width() + 1]
    }

    fn properties(&self) -> &[Property] {
        &self.properties
    }

    fn violates(&self, _: &Vec<u32>, invariant: PropertyId, _: &mut Scratch) -> bool {
        no_invariants(invariant)
    }

    fn may_halt(&self, _: &Vec<u32>) -> bool {
        true
    }
}
