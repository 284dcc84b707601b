//! A system that is searched from the end of a run, or from where all runs begin, for something that somebody asks for.

use std::ops::ControlFlow;

use kernel::{
    Demand, Notes, Offers, Property, PropertyId, PropertyKind, PropertySet, Starts, StateId,
    Transition, TransitionSystem, Visitor,
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
    /// Nothing: all states are to be seen.
    Nothing,
}

/// The system. The aim is one property more, the last one.
pub(crate) struct Aimed<'a, S: TransitionSystem> {
    system: &'a S,
    starts: &'a [S::State],
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
    /// The system, searched from some states on.
    pub fn new(system: &'a S, starts: &'a [S::State], aim: &'a Aim<'a, S::State, S::Step>) -> Self {
        let kind = match aim {
            Aim::Steps(_) => PropertyKind::Assertion,
            Aim::Property(_) | Aim::State(_) | Aim::Nothing => PropertyKind::Invariant,
        };
        let mut properties = system.properties().to_vec();
        properties.push(Property::new("the aim", kind));
        Aimed { system, starts, aim, properties }
    }

    /// The property that is violated where the aim is.
    pub fn wanted(&self) -> PropertySet {
        PropertySet::Only(match self.aim {
            Aim::Property(property) => vec![*property],
            Aim::State(_) | Aim::Steps(_) => vec![self.added()],
            Aim::Nothing => Vec::new(),
        })
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
        self.starts.iter().try_for_each(|state| starts.start(state))
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
        matches!(self.aim, Aim::Property(_) | Aim::Nothing)
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
