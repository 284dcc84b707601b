//! A system that is searched from a state of a run on, for something that somebody asks for.

use std::ops::ControlFlow;

use kernel::{
    Demand, Notes, Offers, Property, PropertyId, PropertyKind, Starts, StateId, Transition,
    TransitionSystem, Visitor,
};
use model::ShortWay;
use symmetry::Symmetric;

/// The aim of a search.
pub(crate) enum Aim<'a, State, Step> {
    /// A property of the system.
    Property(PropertyId),
    /// A state.
    State(&'a (dyn Fn(&State) -> bool + Sync)),
    /// A transition, given its steps.
    Steps(&'a (dyn Fn(&[Step]) -> bool + Sync)),
}

/// The system. The aim is one property more, the last one.
pub(crate) struct Aimed<'a, S: TransitionSystem> {
    system: &'a S,
    start: &'a S::State,
    aim: &'a Aim<'a, S::State, S::Step>,
    properties: Vec<Property>,
}

/// The working memory of the system.
pub(crate) struct AimedScratch<T> {
    system: T,
}

impl<T: Notes> Notes for AimedScratch<T> {
    fn write(&self, notes: &mut Vec<u64>) {
        self.system.write(notes);
    }

    fn read(&mut self, notes: &mut dyn Iterator<Item = u64>) -> Option<()> {
        self.system.read(notes)
    }
}

impl<'a, S: TransitionSystem> Aimed<'a, S> {
    /// The system, searched from a state on.
    pub fn new(system: &'a S, start: &'a S::State, aim: &'a Aim<'a, S::State, S::Step>) -> Self {
        let kind = match aim {
            Aim::Steps(_) => PropertyKind::Assertion,
            Aim::Property(_) | Aim::State(_) => PropertyKind::Invariant,
        };
        let mut properties = system.properties().to_vec();
        properties.push(Property::new("the aim", kind));
        Aimed { system, start, aim, properties }
    }

    /// The property that is violated where the aim is.
    pub fn wanted(&self) -> PropertyId {
        match self.aim {
            Aim::Property(property) => *property,
            Aim::State(_) | Aim::Steps(_) => self.added(),
        }
    }

    fn added(&self) -> PropertyId {
        PropertyId::new(self.properties.len() - 1)
    }
}

impl<S: TransitionSystem> TransitionSystem for Aimed<'_, S> {
    type State = S::State;
    type Step = S::Step;
    type Scratch = AimedScratch<S::Scratch>;

    fn scratch(&self) -> Self::Scratch {
        AimedScratch { system: self.system.scratch() }
    }

    fn initial_states(
        &self,
        _: &mut Self::Scratch,
        starts: &mut dyn Starts<S::State>,
    ) -> ControlFlow<()> {
        starts.start(self.start)
    }

    fn successors<V: Visitor<Self>>(
        &self,
        state: &S::State,
        scratch: &mut Self::Scratch,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        let mut marking = Marking { aimed: self, visitor };
        self.system.successors(state, &mut scratch.system, &mut marking)
    }

    fn properties(&self) -> &[Property] {
        &self.properties
    }

    fn violates(
        &self,
        state: &S::State,
        invariant: PropertyId,
        scratch: &mut Self::Scratch,
    ) -> bool {
        match self.aim {
            Aim::State(is_met) if invariant == self.added() => is_met(state),
            _ if invariant == self.added() => false,
            _ => self.system.violates(state, invariant, &mut scratch.system),
        }
    }

    kernel::forward!(system: identity, encode, decode, blank, may_halt);
}

/// The short way is that of the system, where a property of its own is looked for.
impl<S: ShortWay> ShortWay for Aimed<'_, S> {
    fn expand(
        &self,
        bytes: &[u8],
        source: StateId,
        scratch: &mut Self::Scratch,
        offers: &mut Offers,
        demand: &mut dyn Demand,
    ) -> bool {
        matches!(self.aim, Aim::Property(_))
            && self.system.expand(bytes, source, &mut scratch.system, offers, demand)
    }
}

impl<S: Symmetric> Symmetric for Aimed<'_, S> {
    symmetry::forward_symmetric!(
        system: reducible, reaches_reducible, cells, cells_like, complete, decode_near, observe, transition_label, agrees_with_original,
        invent, allowance, distrust
    );
}

/// Marks the transition that is looked for.
struct Marking<'m, 'a, S: TransitionSystem, V> {
    aimed: &'m Aimed<'a, S>,
    visitor: &'m mut V,
}

impl<'a, S: TransitionSystem, V: Visitor<Aimed<'a, S>>> Visitor<S> for Marking<'_, 'a, S, V> {
    fn transition(&mut self, transition: Transition<'_, S>) -> ControlFlow<()> {
        let Transition { steps, target, violation } = transition;
        let violation = match self.aimed.aim {
            Aim::Steps(is_met) if is_met(steps) => Some(self.aimed.added()),
            _ => violation,
        };
        self.visitor.transition(Transition { steps, target, violation })
    }

    kernel::forward!(visitor: give_up, pause, abandon, wants_all, ways);
}
