//! Expanding a state: what every order of search does alike.
//!
//! A worker checks a state's invariants, hands its successors on to a [`Targets`], counts, and notes violations. The orders
//! differ only in what they do with a successor, and in which state they take next.

use std::ops::ControlFlow;

use super::checkpoints::notes_of;
use super::deferred::Deferred;
use super::foresight::Foresight;
use super::violations::{Place, Violator};
use super::{Demand, Expand, Shared};
use crate::notes::Notes;
use crate::options::Engine;
use crate::outcome::StopReason;
use crate::property::PropertyId;
use crate::store::StateId;
use crate::system::{GivenUp, Starts, Transition, TransitionSystem, Visitor, Ways};
use crate::visited::Offers;

/// Transitions between two checkpoints, if states are small.
const PACE: u64 = 1024;

/// So many bytes of a state count as another transition: large states take long.
const LARGE: usize = 256;

/// What an order of search does with the states that transitions lead to.
pub(super) trait Targets<S: TransitionSystem> {
    /// Receives an encoded state, known or new, and the state from which it was reached (none for an initial state).
    fn reached(
        &mut self,
        shared: &Shared<'_, S>,
        bytes: &[u8],
        source: Option<StateId>,
    ) -> ControlFlow<()>;

    /// Where targets may be put without a word, if they may: the search goes by levels, and looks at no target before all of a state's
    /// are known; and where questions may be asked. [`settle`](Self::settle) follows.
    fn offers(&mut self) -> Option<(&mut Offers, &mut Deferred)>;

    /// Receives what was put into the [offers](Self::offers).
    fn settle(&mut self, shared: &Shared<'_, S>) -> ControlFlow<()>;

    /// Whether a transition from the state that is being expanded to this one, which was received, may close a
    /// cycle of what is searched.
    fn may_close_cycle(&self, shared: &Shared<'_, S>, bytes: &[u8]) -> bool;
}

/// One thread's part of a search.
pub(super) struct Worker<'a, S: TransitionSystem> {
    shared: &'a Shared<'a, S>,
    scratch: S::Scratch,
    /// The [short way](Expand), if it will do: nothing is to be said of a state but what follows on it.
    short: Option<&'a Expand<'a, S>>,
    /// Working memory for what is looked at ahead, of which nothing is noted.
    ahead: Option<S::Scratch>,
    /// The state being expanded.
    state: S::State,
    tally: Tally,
    /// A successor, encoded.
    target: Vec<u8>,
}

/// What a worker counts.
#[derive(Default)]
pub(super) struct Tally {
    /// Transitions that have a target.
    transitions: u64,
    /// Those the control knows of.
    told: u64,
    /// Everything that takes time, since the last checkpoint.
    work: u64,
}

impl Tally {
    /// Goes to a checkpoint if it is time, after looking at a state of so many bytes.
    pub(super) fn work<S: TransitionSystem>(
        &mut self,
        shared: &Shared<'_, S>,
        bytes: usize,
    ) -> ControlFlow<()> {
        self.work += 1 + (bytes / LARGE) as u64;
        if self.work < PACE {
            return ControlFlow::Continue(());
        }
        self.checkpoint(shared)
    }

    #[cold]
    fn checkpoint<S: TransitionSystem>(&mut self, shared: &Shared<'_, S>) -> ControlFlow<()> {
        let untold = self.transitions - self.told;
        self.told = self.transitions;
        self.work = 0;
        shared.control.checkpoint(untold, shared.visited)
    }
}

impl<'a, S: TransitionSystem> Worker<'a, S> {
    pub(super) fn new(shared: &'a Shared<'a, S>) -> Self {
        Worker {
            shared,
            scratch: shared.system.scratch(),
            short: shared.short.filter(|_| shared.invariants.is_empty()),
            ahead: None,
            state: shared.system.blank(),
            tally: Tally::default(),
            target: Vec::new(),
        }
    }

    /// Transitions explored that have a target, initial states included.
    pub(super) fn transitions(&self) -> u64 {
        self.tally.transitions
    }

    /// What has noted something.
    pub(super) fn scratch(&self) -> &S::Scratch {
        &self.scratch
    }

    /// The same, to be added to.
    pub(super) fn scratch_mut(&mut self) -> &mut S::Scratch {
        &mut self.scratch
    }

    /// Counts transitions that were explored before a checkpoint.
    pub(super) fn resume(&mut self, transitions: u64) {
        self.tally.transitions += transitions;
    }

    /// Gives the working memory back.
    pub(super) fn into_scratch(self) -> S::Scratch {
        self.scratch
    }

    /// Looks at the limits at once.
    pub(super) fn checkpoint(&mut self) -> ControlFlow<()> {
        self.tally.checkpoint(self.shared)
    }

    /// Hands on the initial states.
    pub(super) fn begin(&mut self, targets: &mut impl Targets<S>) -> ControlFlow<()> {
        let Worker { shared, scratch, tally, target, .. } = self;
        tally.checkpoint(shared)?;
        shared.system.initial_states(scratch, &mut Beginning { shared, tally, target, targets })
    }

    /// Puts what follows on a state into the offers, if that is all there is to say of it.
    #[inline]
    fn goes_the_short_way(
        &mut self,
        source: StateId,
        bytes: &[u8],
        depth: u64,
        targets: &mut impl Targets<S>,
    ) -> bool {
        let shared = self.shared;
        // Near a limit transitions are counted one by one.
        let Some(expand) = self.short else { return false };
        if !shared.control.may_expand(depth) || shared.control.batch() == 1 {
            return false;
        }
        let Some((offers, deferred)) = targets.offers() else { return false };
        let (before, asked) = (offers.len(), deferred.asked());
        let mut demand = ByLevel { shared, tally: &mut self.tally, bytes: bytes.len(), deferred };
        if !expand(bytes, source, &mut self.scratch, offers, &mut demand) {
            deferred.take_back(asked);
            return false;
        }
        if deferred.asked() > asked {
            // It is expanded again when the answers are there.
            offers.truncate(before);
            deferred.push(source);
            return true;
        }
        let transitions = (offers.len() - before) as u64;
        self.tally.transitions += transitions;
        self.tally.work += transitions * (1 + (bytes.len() / LARGE) as u64);
        true
    }

    /// Looks at the transitions of the state, if it is not known at once whether they may close a cycle. Answers whether it is put off.
    fn is_put_off(&mut self, source: StateId, targets: &mut impl Targets<S>) -> bool {
        let shared = self.shared;
        if !shared.partial_order || shared.visited.answers_each() {
            return false;
        }
        let Some((_, deferred)) = targets.offers() else { return false };
        let scratch = self.ahead.get_or_insert_with(|| shared.system.scratch());
        let mut ahead = Foresight::new(shared, &mut self.tally, &mut self.target, deferred);
        // The control knows whether it was cut short.
        let _ = shared.system.successors(&self.state, scratch, &mut ahead);
        if ahead.is_abandoned() {
            // Why is noted there.
            let noted = notes_of(scratch);
            let added = self.scratch.read(&mut noted.into_iter());
            assert!(added.is_some(), "both are of one system");
            return false;
        }
        let is_put_off = ahead.has_questions();
        if is_put_off {
            deferred.push(source);
        }
        is_put_off
    }

    /// Checks a stored state and hands on its successors, unless it lies at the depth limit.
    pub(super) fn expand(
        &mut self,
        source: StateId,
        bytes: &[u8],
        depth: u64,
        targets: &mut impl Targets<S>,
    ) -> ControlFlow<()> {
        let shared = self.shared;
        let system = shared.system;
        shared.control.go_on()?;
        self.tally.work(shared, bytes.len())?;
        if self.goes_the_short_way(source, bytes, depth, targets) {
            return targets.settle(shared);
        }
        let place = Place { state: source, bytes, depth };
        system.decode(bytes, &mut self.state);
        if shared.control.may_expand(depth) && self.is_put_off(source, targets) {
            return ControlFlow::Continue(());
        }
        shared.control.go_on()?;
        for &invariant in &shared.invariants {
            if system.violates(&self.state, invariant, &mut self.scratch) {
                shared.violated(invariant, place, Violator::State)?;
            }
        }
        if !shared.control.may_expand(depth) {
            return ControlFlow::Continue(());
        }
        let mut expansion = Expansion {
            shared,
            place,
            tally: &mut self.tally,
            target: &mut self.target,
            targets,
            stuck: true,
            leads_on: false,
        };
        // The control knows whether it was cut short, even if the system does not pass that on.
        let _ = system.successors(&self.state, &mut self.scratch, &mut expansion);
        let stuck = expansion.stuck;
        shared.control.go_on()?;
        if let Some(deadlock) = shared.deadlock
            && stuck
            && !system.may_halt(&self.state)
        {
            shared.violated(deadlock, place, Violator::State)?;
        }
        ControlFlow::Continue(())
    }
}

impl<S: TransitionSystem> Shared<'_, S> {
    fn violated(
        &self,
        property: PropertyId,
        place: Place<'_>,
        by: Violator<'_, S::Step>,
    ) -> ControlFlow<()> {
        if !self.violations.note(property, place, by) {
            return self.control.stop(StopReason::Violation);
        }
        if self.violations.are_enough() {
            self.visited.end_with_level();
        }
        ControlFlow::Continue(())
    }
}

/// What a search by levels asks of a short way.
struct ByLevel<'w, 'a, S: TransitionSystem> {
    shared: &'a Shared<'a, S>,
    tally: &'w mut Tally,
    /// The length of the state that is expanded.
    bytes: usize,
    deferred: &'w mut Deferred,
}

impl<S: TransitionSystem> Demand for ByLevel<'_, '_, S> {
    /// As [`Expansion::wants_all`]: what is older than the level may close a cycle.
    fn wants_all(&mut self, offers: &mut Offers, first: usize) -> bool {
        if !self.shared.partial_order {
            return true;
        }
        let targets = (first..offers.len()).map(|target| offers.state(target));
        self.deferred.may_all_be_older(self.shared.visited, targets)
    }

    fn engine(&self) -> Engine {
        self.shared.engine
    }

    fn pause(&mut self) -> ControlFlow<()> {
        self.tally.work(self.shared, self.bytes)
    }
}

/// Receives the initial states.
struct Beginning<'w, 'a, S: TransitionSystem, T> {
    shared: &'a Shared<'a, S>,
    tally: &'w mut Tally,
    target: &'w mut Vec<u8>,
    targets: &'w mut T,
}

impl<S: TransitionSystem, T: Targets<S>> Starts<S::State> for Beginning<'_, '_, S, T> {
    fn start(&mut self, state: &S::State) -> ControlFlow<()> {
        self.tally.transitions += 1;
        self.target.clear();
        self.shared.system.encode(state, self.target);
        self.targets.reached(self.shared, self.target, None)?;
        self.tally.work(self.shared, self.target.len())
    }

    fn pause(&mut self) -> ControlFlow<()> {
        self.tally.checkpoint(self.shared)
    }
}

/// Receives the transitions out of the state that is being expanded.
struct Expansion<'w, 'a, S: TransitionSystem, T> {
    shared: &'a Shared<'a, S>,
    place: Place<'w>,
    tally: &'w mut Tally,
    target: &'w mut Vec<u8>,
    targets: &'w mut T,
    /// Whether there was no transition so far.
    stuck: bool,
    /// Whether some transition certainly closes no cycle.
    leads_on: bool,
}

impl<S: TransitionSystem, T: Targets<S>> Visitor<S> for Expansion<'_, '_, S, T> {
    fn transition(&mut self, transition: Transition<'_, S>) -> ControlFlow<()> {
        self.stuck = false;
        if let Some(property) = transition.violation {
            let by = Violator::Transition(transition.steps);
            self.shared.violated(property, self.place, by)?;
        }
        if let Some(state) = transition.target {
            self.tally.transitions += 1;
            self.target.clear();
            self.shared.system.encode(state, self.target);
            self.targets.reached(self.shared, self.target, Some(self.place.state))?;
            if self.shared.partial_order && !self.leads_on {
                self.leads_on = !self.targets.may_close_cycle(self.shared, self.target);
            }
        }
        self.tally.work(self.shared, self.target.len())
    }

    fn give_up(&mut self, why: GivenUp) -> ControlFlow<()> {
        self.shared.control.stop(why.into())
    }

    fn pause(&mut self) -> ControlFlow<()> {
        self.tally.work(self.shared, self.target.len())
    }

    fn abandon(&mut self) -> ControlFlow<()> {
        self.shared.control.stop(StopReason::Abandoned)
    }

    fn wants_all(&self) -> bool {
        !self.shared.partial_order || !self.stuck && !self.leads_on
    }

    /// One way is enough.
    fn ways(&self, _: &[S::Step]) -> Ways {
        Ways::One
    }
}
