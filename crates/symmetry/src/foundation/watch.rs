//! A reduced search that tests, while it runs, what its reduction rests on.
//!
//! That a group consists of symmetries is reasoned from the text of a model, and reasoning can be wrong. A [`Watched`] system
//! passes the transitions of another on, and on the way:
//!
//! - tests states that the search visits against an element of the group chosen at random, on the system as it was loaded
//!   ([`Auditor`]): the first states of each worker one by one, later one in two hundred, which costs a few per cent of the time;
//!   and with each of them a state that the system [invents](Symmetric::invent), so that code is tested that no state has come to;
//! - sees that reducible states lead to reducible states only. That is a condition of the proof: of the image of a state
//!   that is not reducible nothing is known;
//! - counts the states that were left as they are.
//!
//! Where a test fails, the search is [abandoned](kernel::StopReason::Abandoned): it says nothing, and is to be repeated
//! without the reduction.
//!
//! Guarantee: a search that ends otherwise has met no difference; that is no proof, as only a sample was tested. Cost: a
//! test computes the successors of a state four times or so, and allocates. States of which they take long to compute are not
//! tested: limits are not looked at meanwhile.

use std::fmt;
use std::ops::ControlFlow;

use kernel::{
    Demand, Expand, Notes, Observable, Offers, StateId, Transition, TransitionSystem, Visitor,
};

use crate::forward_symmetric;
use crate::foundation::audit::{
    Auditor, Difference, DifferenceKind, MOST_STEPS_OF_ONE, random_element,
};
use crate::foundation::mix::Numbers;
use crate::foundation::symmetric::Symmetric;
use crate::foundation::symmetry::SymmetryGroup;

/// How many of the states that a search visits are tested.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AuditPlan {
    /// So many reducible states at the start of each worker, all of them.
    pub first: u64,
    /// After that, one in so many; 0 for none.
    pub every: u64,
}

impl AuditPlan {
    /// No state.
    pub const OFF: AuditPlan = AuditPlan { first: 0, every: 0 };

    /// The first states, then one in `every`.
    pub fn one_in(every: u64) -> AuditPlan {
        AuditPlan { every, ..AuditPlan::default() }
    }

    /// Whether the state with this number, counted from 0, is tested.
    #[must_use]
    pub fn takes(self, number: u64) -> bool {
        number < self.first || self.every > 0 && number.is_multiple_of(self.every)
    }
}

impl Default for AuditPlan {
    /// A few hundred states, then one in two hundred.
    fn default() -> Self {
        AuditPlan { first: 250, every: 200 }
    }
}

/// Why a reduced search was abandoned.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Abandonment<State> {
    /// A state and its image differ.
    Difference(Box<Difference<State>>),
    /// A reducible state led to one that is not.
    Left,
    /// The system itself found that its reduction does not hold, and says why.
    System(&'static str),
    /// A state and its image are observed differently.
    Observed,
    /// Another machine of those that share the search has abandoned it, for the reason of the [system](Self::System) or another one.
    Elsewhere {
        /// Whether for that of the system.
        by_system: bool,
    },
}

impl<State> Abandonment<State> {
    /// Whether the system itself found that its reduction does not hold.
    pub fn is_by_system(&self) -> bool {
        matches!(self, Self::System(_) | Self::Elsewhere { by_system: true })
    }
}

impl<State> fmt::Display for Abandonment<State> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Difference(difference) => difference.kind.fmt(f),
            Self::Left => f.write_str("a state led out of those that the symmetry is known for"),
            Self::System(reason) => f.write_str(reason),
            Self::Observed => f.write_str("a proposition holds in a state and not in its image"),
            Self::Elsewhere { .. } => f.write_str("another machine found that it does not hold"),
        }
    }
}

/// What was watched.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sightings<State> {
    /// States that were tested.
    pub tested: u64,
    /// States whose transitions were asked for and that are not reducible.
    pub unreduced: u64,
    /// Why the search was abandoned, if it was.
    pub abandoned: Option<Abandonment<State>>,
}

impl<State> Sightings<State> {
    pub(crate) fn none() -> Self {
        Sightings { tested: 0, unreduced: 0, abandoned: None }
    }

    pub(crate) fn add(&mut self, other: Sightings<State>) {
        self.tested += other.tested;
        self.unreduced += other.unreduced;
        self.abandoned = self.abandoned.take().or(other.abandoned);
    }
}

/// For another program, why the search was abandoned is not told in full.
impl<State: Send> Notes for Sightings<State> {
    fn write(&self, notes: &mut Vec<u64>) {
        let by_system = self.abandoned.as_ref().map(Abandonment::is_by_system);
        let abandoned = by_system.map_or(0, |by_system| if by_system { 1 } else { 2 });
        notes.extend([self.tested, self.unreduced, abandoned]);
    }

    fn read(&mut self, notes: &mut dyn Iterator<Item = u64>) -> Option<()> {
        let (tested, unreduced) = (notes.next()?, notes.next()?);
        let abandoned = match notes.next()? {
            0 => None,
            number @ 1..=2 => Some(Abandonment::Elsewhere { by_system: number == 1 }),
            _ => return None,
        };
        self.add(Sightings { tested, unreduced, abandoned });
        Some(())
    }
}

/// A system whose reduction is tested while it is searched.
pub struct Watched<'a, S> {
    system: &'a S,
    symmetry: &'a SymmetryGroup,
    plan: AuditPlan,
}

impl<'a, S: Symmetric> Watched<'a, S> {
    /// `system`, with a group that is to be one of its symmetries.
    pub fn new(system: &'a S, symmetry: &'a SymmetryGroup, plan: AuditPlan) -> Self {
        Watched { system, symmetry, plan }
    }
}

/// The working memory of a watched system.
pub struct WatchedScratch<'a, S: Symmetric> {
    /// The working memory of the system itself.
    pub system: S::Scratch,
    /// What was seen so far.
    pub sightings: Sightings<S::State>,
    /// Made for the first test.
    auditor: Option<Auditor<'a, S>>,
    numbers: Numbers,
    /// How many reducible states were met.
    met: u64,
}

/// Which states are tested begins anew after a checkpoint.
impl<S: Symmetric> Notes for WatchedScratch<'_, S> {
    fn write(&self, notes: &mut Vec<u64>) {
        self.system.write(notes);
        self.sightings.write(notes);
    }

    fn read(&mut self, notes: &mut dyn Iterator<Item = u64>) -> Option<()> {
        self.system.read(notes)?;
        self.sightings.read(notes)
    }
}

impl<'a, S: Symmetric> Watched<'a, S> {
    /// Tests a reducible state, if it is its turn.
    fn test(&self, state: &S::State, scratch: &mut WatchedScratch<'a, S>) -> ControlFlow<()> {
        let number = scratch.met;
        scratch.met += 1;
        if !self.plan.takes(number) || self.symmetry.is_trivial() {
            return ControlFlow::Continue(());
        }
        let numbers = &mut scratch.numbers;
        let auditor =
            scratch.auditor.get_or_insert_with(|| Auditor::new(self.system, self.symmetry));
        if !auditor.is_light(state) {
            return ControlFlow::Continue(());
        }
        scratch.sightings.tested += 1;
        let visited = auditor.test(state, &random_element(self.symmetry, numbers));
        match visited.and_then(|()| auditor.test_invented(numbers, &mut { MOST_STEPS_OF_ONE })) {
            Ok(()) => ControlFlow::Continue(()),
            Err(difference) => {
                scratch.sightings.abandoned = Some(match difference.kind {
                    DifferenceKind::Distrusted(reason) => Abandonment::System(reason),
                    _ => Abandonment::Difference(difference),
                });
                ControlFlow::Break(())
            }
        }
    }
}

impl<S: Symmetric> Watched<'_, S> {
    /// What follows on a state by the short way of the system. States that are not reducible, and those that are tested, go the long one.
    pub(crate) fn expand(
        &self,
        inner: &Expand<'_, S>,
        state: &S::State,
        (bytes, source): (&[u8], StateId),
        scratch: &mut WatchedScratch<'_, S>,
        offers: &mut Offers,
        demand: &mut dyn Demand,
    ) -> bool {
        let is_tested = self.plan.takes(scratch.met) && !self.symmetry.is_trivial();
        if is_tested || !self.system.reducible(state) {
            return false;
        }
        let expanded = inner(bytes, source, &mut scratch.system, offers, demand);
        scratch.met += u64::from(expanded);
        expanded
    }
}

impl<'a, S: Symmetric> TransitionSystem for Watched<'a, S> {
    type State = S::State;
    type Step = S::Step;
    type Scratch = WatchedScratch<'a, S>;

    fn scratch(&self) -> Self::Scratch {
        WatchedScratch {
            system: self.system.scratch(),
            sightings: Sightings::none(),
            auditor: None,
            numbers: Numbers::new(1),
            met: 0,
        }
    }

    fn successors<V: Visitor<Self>>(
        &self,
        state: &Self::State,
        scratch: &mut Self::Scratch,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        let reducible = self.system.reducible(state);
        if !reducible {
            scratch.sightings.unreduced += 1;
        } else if self.test(state, scratch).is_break() {
            return visitor.abandon();
        }
        let abandoned = &mut scratch.sightings.abandoned;
        let mut adapter =
            Adapter { system: self.system, from_reducible: reducible, abandoned, visitor };
        self.system.successors(state, &mut scratch.system, &mut adapter)
    }

    kernel::forward!(system: initial_states, identity, encode, decode, blank, properties, violates, may_halt);
}

impl<S: Symmetric> Symmetric for Watched<'_, S> {
    /// A search is abandoned where a reducible state leads to one that is not.
    fn reaches_reducible(&self, from_reducible: bool, target: &S::State) -> bool {
        from_reducible || self.system.reducible(target)
    }

    forward_symmetric!(system: reducible, cells, cells_like, complete, decode_near, observe, transition_label, agrees_with_original, invent, allowance, distrust);
}

impl<S: Symmetric + Observable> Observable for Watched<'_, S> {
    kernel::forward!(system: valuation, threads, actor, renaming);
}

/// Passes transitions on, and sees where they lead.
struct Adapter<'w, S: Symmetric, V> {
    system: &'w S,
    from_reducible: bool,
    abandoned: &'w mut Option<Abandonment<S::State>>,
    visitor: &'w mut V,
}

impl<'a, S: Symmetric + 'a, V: Visitor<Watched<'a, S>>> Visitor<S> for Adapter<'_, S, V> {
    fn transition(&mut self, transition: Transition<'_, S>) -> ControlFlow<()> {
        if self.from_reducible && transition.target.is_some_and(|t| !self.system.reducible(t)) {
            self.abandoned.get_or_insert(Abandonment::Left);
            return self.visitor.abandon();
        }
        self.visitor.transition(Transition {
            steps: transition.steps,
            target: transition.target,
            violation: transition.violation,
        })
    }

    kernel::forward!(visitor: give_up, pause, abandon, wants_all, ways);
}
