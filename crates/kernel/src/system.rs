//! What a search needs to know of a system.

use std::ops::ControlFlow;

use crate::notes::Notes;
use crate::property::{Property, PropertyId};
use crate::store::StateIdentity;

/// A system of states and transitions.
///
/// Every method is a function of its arguments: called twice it answers the same, from whichever thread. (A scratch may
/// remember things for later, such as coverage, but must not change the answers.)
pub trait TransitionSystem: Sync {
    /// A state in the form the system computes with (for example a vector of cells).
    type State: Clone + Send + Sync;
    /// One elementary step. A transition may be several: an atomic sequence, a rendezvous pair.
    type Step: Clone + Send + Sync;
    /// Working memory of one worker. It is returned with the outcome, so systems can keep coverage in it.
    type Scratch: Notes;

    /// Working memory for one worker.
    fn scratch(&self) -> Self::Scratch;

    /// Calls `starts` for every initial state. Stops when it says [`Break`](ControlFlow::Break), and then returns `Break` itself.
    fn initial_states(
        &self,
        scratch: &mut Self::Scratch,
        starts: &mut dyn Starts<Self::State>,
    ) -> ControlFlow<()>;

    /// Calls the visitor for every transition that leaves `state`, in a fixed order. Stops when the visitor says
    /// [`Break`](ControlFlow::Break), and then returns `Break` itself. A system may leave out transitions that no violation
    /// needs, as far as the visitor [allows it](Visitor::wants_all).
    fn successors<V: Visitor<Self>>(
        &self,
        state: &Self::State,
        scratch: &mut Self::Scratch,
        visitor: &mut V,
    ) -> ControlFlow<()>
    where
        Self: Sized;

    /// What of an encoded state says which state it is. A system that keeps one state for each key answers
    /// [`StateIdentity::Key`]; which state that is then depends on the order of the search, and a search on several workers
    /// need not count what one counts. All others answer [`StateIdentity::Whole`].
    fn identity(&self) -> StateIdentity;

    /// Appends the state to `out` as bytes. Different states have different bytes.
    fn encode(&self, state: &Self::State, out: &mut Vec<u8>);

    /// The inverse of [`encode`](Self::encode): overwrites `state`, which was [blank](Self::blank) or holds some other state.
    fn decode(&self, bytes: &[u8], state: &mut Self::State);

    /// A state to decode into.
    fn blank(&self) -> Self::State;

    /// What can be violated. A [`PropertyId`] is a place in this list, which does not change.
    fn properties(&self) -> &[Property];

    /// Whether `state` itself violates `invariant`. Asked once for every stored state and every checked property of the kind
    /// [`Invariant`](crate::PropertyKind::Invariant). A system that has none answers with [`no_invariants`].
    fn violates(
        &self,
        state: &Self::State,
        invariant: PropertyId,
        scratch: &mut Self::Scratch,
    ) -> bool;

    /// Whether a state without transitions is a proper end and no deadlock.
    fn may_halt(&self, state: &Self::State) -> bool;
}

/// The answer to [`TransitionSystem::violates`] of a system without invariants, which nobody asks.
///
/// # Panics
///
/// Always: an invariant that was added to the properties and is not answered must not count as one that holds.
pub fn no_invariants(asked: PropertyId) -> bool {
    panic!("property {} is an invariant of a system that says it has none", asked.index())
}

/// Why a transition cannot be computed to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GivenUp {
    /// It has too many steps.
    TooLong,
    /// It creates more than there is room for.
    OutOfRoom,
}

/// Receives initial states.
///
/// A closure will do, `|state: &State| { ...; ControlFlow::Continue(()) }`, where a system may take as long for one as it likes.
pub trait Starts<State> {
    /// Receives an initial state. After `Break` no more are wanted.
    fn start(&mut self, state: &State) -> ControlFlow<()>;

    /// Called now and then where there is much to compute before the next one, so that limits are looked at in time. After
    /// `Break` no more initial states are wanted.
    fn pause(&mut self) -> ControlFlow<()>;
}

impl<State, F: FnMut(&State) -> ControlFlow<()>> Starts<State> for F {
    fn start(&mut self, state: &State) -> ControlFlow<()> {
        self(state)
    }

    fn pause(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// Receives the transitions that leave a state.
///
/// A closure will do, `|t: Transition<'_, S>| { ...; ControlFlow::Continue(()) }`, where it does no harm that transitions are
/// missing: it is shown all that the system can compute, and does not learn where the system [gives up](Self::give_up). With
/// [`by_way`] it says which ways it wants.
pub trait Visitor<S: TransitionSystem> {
    /// Receives one transition. After `Break` no more are wanted.
    fn transition(&mut self, transition: Transition<'_, S>) -> ControlFlow<()>;

    /// Called where a transition cannot be computed to its end: what comes of it is not known, and a search can no longer be
    /// exhaustive. After `Break` no more transitions are wanted.
    fn give_up(&mut self, why: GivenUp) -> ControlFlow<()>;

    /// Called now and then where there is much to compute between two transitions, so that limits are
    /// looked at in time. After `Break` no more transitions are wanted.
    fn pause(&mut self) -> ControlFlow<()>;

    /// Called where a system finds that its transitions are not to be relied on, because something does not hold that they
    /// rest on: nothing may be concluded from those passed on so far. After `Break` no more transitions are wanted.
    fn abandon(&mut self) -> ControlFlow<()>;

    /// Whether all transitions out of the state are wanted, given those that were passed so far: else a system may leave out the
    /// others, if it knows that no violation needs them ([partial order reduction](crate::SearchOptions::partial_order)).
    ///
    /// Who must be shown all transitions answers `true`, also before the first of them. A search answers `true` while what was
    /// passed could put the others off for ever. For what states and transitions violate, one transition is enough whose target is
    /// certain to be expanded later than the state that is being expanded (breadth first), or to be finished earlier (depth first);
    /// for runs that go on for ever, no transition may close a cycle.
    fn wants_all(&self) -> bool;

    /// Asked where a system walks through states that it does not show, with the steps so far: which of the ways that go on from
    /// them are wanted.
    fn ways(&self, begun: &[S::Step]) -> Ways;
}

impl<S: TransitionSystem, F: FnMut(Transition<'_, S>) -> ControlFlow<()>> Visitor<S> for F {
    fn transition(&mut self, transition: Transition<'_, S>) -> ControlFlow<()> {
        self(transition)
    }

    fn give_up(&mut self, _: GivenUp) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn pause(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn abandon(&mut self) -> ControlFlow<()> {
        ControlFlow::Break(())
    }

    fn wants_all(&self) -> bool {
        true
    }

    fn ways(&self, _: &[S::Step]) -> Ways {
        Ways::Every
    }
}

/// A closure that is shown the transitions of the ways that another one wants.
pub fn by_way<S: TransitionSystem>(
    ways: impl Fn(&[S::Step]) -> Ways,
    see: impl FnMut(Transition<'_, S>) -> ControlFlow<()>,
) -> impl Visitor<S> {
    ByWay { ways, see }
}

/// A closure that is shown one way to each target.
pub fn one_way<S: TransitionSystem>(
    see: impl FnMut(Transition<'_, S>) -> ControlFlow<()>,
) -> impl Visitor<S> {
    by_way(|_| Ways::One, see)
}

struct ByWay<W, F> {
    ways: W,
    see: F,
}

impl<S, W, F> Visitor<S> for ByWay<W, F>
where
    S: TransitionSystem,
    W: Fn(&[S::Step]) -> Ways,
    F: FnMut(Transition<'_, S>) -> ControlFlow<()>,
{
    fn transition(&mut self, transition: Transition<'_, S>) -> ControlFlow<()> {
        self.see.transition(transition)
    }

    crate::forward!(see: give_up, pause, abandon, wants_all);

    fn ways(&self, begun: &[S::Step]) -> Ways {
        (self.ways)(begun)
    }
}

/// Which ways to a target are wanted, of several that differ by their steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ways {
    /// None of them.
    None,
    /// One for each target and violation, of those that begin with the same move: a system need not go on twice from a state that it
    /// does not show.
    One,
    /// All.
    Every,
}

/// One transition out of a state.
pub struct Transition<'a, S: TransitionSystem> {
    /// The steps it consists of. A transition without any is one all the same, that the system has nothing to say of: it leads
    /// where it leads, and does not stand for the state that it leaves.
    pub steps: &'a [S::Step],
    /// Where it leads; `None` if it ended in a run-time error.
    pub target: Option<&'a S::State>,
    /// The property it violates. It may still have a target: a search that keeps going continues from there.
    pub violation: Option<PropertyId>,
}

impl<S: TransitionSystem> Clone for Transition<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: TransitionSystem> Copy for Transition<'_, S> {}
