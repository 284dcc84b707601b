//! A quotient that knows by which permutation each state was replaced: what goes along its runs needs it.

use std::ops::ControlFlow;

use groups::{Interrupted, Patience};
use kernel::{
    Notes, Observable, PropertyId, Starts, Transition, TransitionSystem, Valuation, Visitor,
};

use crate::foundation::representative::{Permuting, write_identity};
use crate::foundation::symmetric::Symmetric;
use crate::foundation::watch::AuditPlan;

/// The quotient of a system, as [`Quotient`](crate::Quotient) is, whose states know how they were renamed on the way.
///
/// The propositions that are observed must be kept by the group: a sample of states and their representatives is compared, as
/// the plan says, and the search is abandoned where they differ. With any [`Permuting`] strategy the quotient has a run for each run
/// of the system, along which the same is observed, and the other way round (E. M. Clarke, R. Enders, T. Filkorn and S. Jha,
/// *Exploiting symmetry in temporal logic model checking*, FMSD 1996, Theorem 3.1).
pub struct TrackedQuotient<'a, S, R> {
    system: &'a S,
    representative: &'a R,
    points: usize,
    plan: AuditPlan,
}

impl<'a, S: Symmetric + Observable, R: Permuting> TrackedQuotient<'a, S, R> {
    /// The quotient of `system` under `representative`, where there are so many points.
    pub fn new(system: &'a S, representative: &'a R, points: usize, plan: AuditPlan) -> Self {
        TrackedQuotient { system, representative, points, plan }
    }
}

/// A state of the quotient.
#[derive(Clone, Debug)]
pub struct TrackedState<State> {
    /// The representative.
    pub state: State,
    /// Whether it was just reached, and stands for another state.
    replaces: bool,
    /// The permutation that takes that state to it.
    image: Vec<u32>,
}

/// The working memory of a quotient that knows its permutations.
pub struct TrackedScratch<S: TransitionSystem, R: Permuting> {
    /// The working memory of the original system.
    pub system: S::Scratch,
    replacement: Replacement<S, R>,
}

impl<S: TransitionSystem, R: Permuting> Notes for TrackedScratch<S, R> {
    fn write(&self, notes: &mut Vec<u64>) {
        self.system.write(notes);
    }

    fn read(&mut self, notes: &mut dyn Iterator<Item = u64>) -> Option<()> {
        self.system.read(notes)
    }
}

impl<S: TransitionSystem, R: Permuting> TrackedScratch<S, R> {
    /// Whether a proposition was found to tell symmetric states apart.
    pub fn tells_apart(&self) -> bool {
        self.replacement.tells_apart
    }
}

/// What replaces states by representatives.
struct Replacement<S: TransitionSystem, R: Permuting> {
    representative: R::Scratch,
    reduced: TrackedState<S::State>,
    /// For a look at the propositions.
    observer: S::Scratch,
    /// How many states were replaced.
    count: u64,
    tells_apart: bool,
}

impl<S: Symmetric + Observable, R: Permuting> Replacement<S, R> {
    /// Overwrites `reduced` with the representative of a state, or with the state itself if it is not reducible. Returns whether
    /// the state is observed as its representative is, as far as that was looked at.
    fn replace(
        &mut self,
        quotient: &TrackedQuotient<'_, S, R>,
        state: &S::State,
        reducible: bool,
        patience: &mut Patience<'_>,
    ) -> Result<bool, Interrupted> {
        let Replacement { representative, reduced, .. } = self;
        reduced.replaces = reducible;
        if !reducible {
            reduced.state.clone_from(state);
            return Ok(true);
        }
        let TrackedQuotient { system, plan, .. } = quotient;
        let cells = system.cells_like(state, &mut reduced.state);
        let strategy = quotient.representative;
        let replacement = (cells, &mut reduced.image[..]);
        strategy.represent_by_within(system.cells(state), replacement, representative, patience)?;
        system.complete(&mut reduced.state);
        let number = self.count;
        self.count += 1;
        if plan.takes(number) {
            let observed = system.valuation(state, &mut self.observer);
            if observed != system.valuation(&reduced.state, &mut self.observer) {
                self.tells_apart = true;
                return Ok(false);
            }
        }
        Ok(true)
    }
}

impl<S: Symmetric + Observable, R: Permuting> TransitionSystem for TrackedQuotient<'_, S, R> {
    type State = TrackedState<S::State>;
    type Step = S::Step;
    type Scratch = TrackedScratch<S, R>;

    fn scratch(&self) -> Self::Scratch {
        let replacement = Replacement {
            representative: self.representative.scratch(),
            reduced: self.blank(),
            observer: self.system.scratch(),
            count: 0,
            tells_apart: false,
        };
        TrackedScratch { system: self.system.scratch(), replacement }
    }

    fn initial_states(
        &self,
        scratch: &mut Self::Scratch,
        starts: &mut dyn Starts<Self::State>,
    ) -> ControlFlow<()> {
        let TrackedScratch { system, replacement } = scratch;
        self.system.initial_states(system, &mut |state: &S::State| {
            let reducible = self.system.reducible(state);
            let mut pause = |_| starts.pause();
            let patience = &mut Patience::new(&mut pause);
            match replacement.replace(self, state, reducible, patience) {
                // If it is not observed alike, the search is abandoned as soon as it goes on.
                Ok(_) => starts.start(&replacement.reduced),
                Err(Interrupted) => ControlFlow::Break(()),
            }
        })
    }

    fn successors<V: Visitor<Self>>(
        &self,
        state: &Self::State,
        scratch: &mut Self::Scratch,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        let TrackedScratch { system, replacement } = scratch;
        if replacement.tells_apart {
            return visitor.abandon();
        }
        let from_reducible = self.system.reducible(&state.state);
        let mut adapter = Adapter { quotient: self, from_reducible, replacement, visitor };
        self.system.successors(&state.state, system, &mut adapter)
    }

    kernel::forward!(system: identity, properties);

    fn encode(&self, state: &Self::State, out: &mut Vec<u8>) {
        self.system.encode(&state.state, out);
    }

    fn decode(&self, bytes: &[u8], state: &mut Self::State) {
        self.system.decode(bytes, &mut state.state);
        state.replaces = false;
    }

    fn blank(&self) -> Self::State {
        let mut image = vec![0; self.points];
        write_identity(&mut image);
        TrackedState { state: self.system.blank(), replaces: false, image }
    }

    fn violates(
        &self,
        state: &Self::State,
        invariant: PropertyId,
        scratch: &mut Self::Scratch,
    ) -> bool {
        self.system.violates(&state.state, invariant, &mut scratch.system)
    }

    fn may_halt(&self, state: &Self::State) -> bool {
        self.system.may_halt(&state.state)
    }
}

impl<S: Symmetric + Observable, R: Permuting> Observable for TrackedQuotient<'_, S, R> {
    fn valuation(&self, state: &Self::State, scratch: &mut Self::Scratch) -> Valuation {
        self.system.valuation(&state.state, &mut scratch.system)
    }

    fn threads(&self, state: &Self::State) -> usize {
        self.system.threads(&state.state)
    }

    kernel::forward!(system: actor);

    /// The threads of a system that can be reduced are its first points.
    fn renaming<'s>(&self, target: &'s Self::State) -> Option<&'s [u32]> {
        target.replaces.then_some(&target.image[..])
    }
}

/// Passes the transitions of the original on, with targets replaced.
struct Adapter<'q, 'a, S: Symmetric, R: Permuting, V> {
    quotient: &'q TrackedQuotient<'a, S, R>,
    from_reducible: bool,
    replacement: &'q mut Replacement<S, R>,
    visitor: &'q mut V,
}

impl<'a, S: Symmetric + Observable, R: Permuting, V: Visitor<TrackedQuotient<'a, S, R>>> Visitor<S>
    for Adapter<'_, 'a, S, R, V>
{
    fn transition(&mut self, transition: Transition<'_, S>) -> ControlFlow<()> {
        let Transition { steps, target, violation } = transition;
        let Some(target) = target else {
            return self.visitor.transition(Transition { steps, target: None, violation });
        };
        let reducible = self.quotient.system.reaches_reducible(self.from_reducible, target);
        let mut pause = |_| self.visitor.pause();
        let patience = &mut Patience::new(&mut pause);
        match self.replacement.replace(self.quotient, target, reducible, patience) {
            Ok(true) => {}
            Ok(false) => return self.visitor.abandon(),
            Err(Interrupted) => return ControlFlow::Break(()),
        }
        let target = Some(&self.replacement.reduced);
        self.visitor.transition(Transition { steps, target, violation })
    }

    kernel::forward!(visitor: give_up, pause, abandon, wants_all, ways);
}
