//! A system of which one state is searched for each marker.
//!
//! What an approximate strategy gives is no state, so there is nothing to search in its place: the first state that is met
//! with a marker is searched itself, and later ones with the same marker are taken for known. Runs that are found are
//! therefore runs of the original, step by step. Where the markers are not exact, which states are met depends on the order
//! of the search: breadth first and depth first, or several workers, may count differently. Representatives
//! can be [used as markers](crate::ByRepresentative), too.

use std::ops::ControlFlow;

use groups::{Interrupted, Patience};
use kernel::{
    Notes, PropertyId, Starts, StateIdentity, Transition, TransitionSystem, Visitor, push_key,
    split_key,
};

use crate::foundation::representative::Marker;
use crate::foundation::symmetric::Symmetric;

/// Tells the keys of reducible states, which are markers, from those of others, which are the states themselves.
const REDUCIBLE: u8 = 1;
const OTHER: u8 = 0;

/// A system of which one state is searched for each marker.
pub struct Marked<'a, S, M> {
    system: &'a S,
    marker: &'a M,
}

impl<'a, S: Symmetric, M: Marker> Marked<'a, S, M> {
    /// `system`, of which states with equal markers are taken for one.
    pub fn new(system: &'a S, marker: &'a M) -> Self {
        Marked { system, marker }
    }

    /// The original system.
    pub fn original(&self) -> &'a S {
        self.system
    }

    /// The strategy.
    pub fn strategy(&self) -> &'a M {
        self.marker
    }

    fn mark(
        &self,
        state: &S::State,
        reducible: bool,
        marked: &mut MarkedState<S::State>,
        scratch: &mut Marks<M>,
        patience: &mut Patience<'_>,
    ) -> Result<(), Interrupted> {
        marked.state.clone_from(state);
        marked.key.clear();
        if !reducible {
            marked.key.push(OTHER);
            self.system.encode(state, &mut marked.key);
            return Ok(());
        }
        let Marks { strategy, marker } = scratch;
        marker.clear();
        self.marker.mark_within(self.system.cells(state), marker, strategy, patience)?;
        marked.key.push(REDUCIBLE);
        for &word in &*marker {
            push_number(word, &mut marked.key);
        }
        Ok(())
    }
}

/// Appends a number in as few bytes as it needs; small ones of either sign need one.
fn push_number(word: i32, out: &mut Vec<u8>) {
    let mut rest = ((word << 1) ^ (word >> 31)) as u32;
    while rest >= 0x80 {
        out.push(rest as u8 | 0x80);
        rest >>= 7;
    }
    out.push(rest as u8);
}

/// A state and what names its class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MarkedState<State> {
    /// The state.
    pub state: State,
    key: Vec<u8>,
}

/// The working memory of a marked system.
pub struct MarkedScratch<S: TransitionSystem, M: Marker> {
    /// The working memory of the original system.
    pub system: S::Scratch,
    marks: Marks<M>,
    marked: MarkedState<S::State>,
}

impl<S: TransitionSystem, M: Marker> Notes for MarkedScratch<S, M> {
    fn write(&self, notes: &mut Vec<u64>) {
        self.system.write(notes);
    }

    fn read(&mut self, notes: &mut dyn Iterator<Item = u64>) -> Option<()> {
        self.system.read(notes)
    }
}

struct Marks<M: Marker> {
    strategy: M::Scratch,
    marker: Vec<i32>,
}

impl<S: Symmetric, M: Marker> TransitionSystem for Marked<'_, S, M> {
    type State = MarkedState<S::State>;
    type Step = S::Step;
    type Scratch = MarkedScratch<S, M>;

    fn scratch(&self) -> Self::Scratch {
        MarkedScratch {
            system: self.system.scratch(),
            marks: Marks { strategy: self.marker.scratch(), marker: Vec::new() },
            marked: self.blank(),
        }
    }

    fn initial_states(
        &self,
        scratch: &mut Self::Scratch,
        starts: &mut dyn Starts<Self::State>,
    ) -> ControlFlow<()> {
        let MarkedScratch { system, marks, marked } = scratch;
        self.system.initial_states(system, &mut |state: &S::State| {
            let reducible = self.system.reducible(state);
            let mut pause = |_| starts.pause();
            let patience = &mut Patience::new(&mut pause);
            match self.mark(state, reducible, marked, marks, patience) {
                Ok(()) => starts.start(marked),
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
        let MarkedScratch { system, marks, marked } = scratch;
        let from_reducible = self.system.reducible(&state.state);
        let mut adapter = Adapter { system: self, from_reducible, marks, marked, visitor };
        self.system.successors(&state.state, system, &mut adapter)
    }

    fn identity(&self) -> StateIdentity {
        StateIdentity::Key
    }

    fn encode(&self, state: &Self::State, out: &mut Vec<u8>) {
        push_key(&state.key, out);
        self.system.encode(&state.state, out);
    }

    fn decode(&self, bytes: &[u8], state: &mut Self::State) {
        let (key, rest) = split_key(bytes);
        state.key.clear();
        state.key.extend_from_slice(key);
        self.system.decode(rest, &mut state.state);
    }

    fn blank(&self) -> Self::State {
        MarkedState { state: self.system.blank(), key: Vec::new() }
    }

    kernel::forward!(system: properties);

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

/// Passes the transitions of the original on, with targets marked.
struct Adapter<'q, 'a, S: TransitionSystem, M: Marker, V> {
    system: &'q Marked<'a, S, M>,
    from_reducible: bool,
    marks: &'q mut Marks<M>,
    marked: &'q mut MarkedState<S::State>,
    visitor: &'q mut V,
}

impl<'a, S: Symmetric, M: Marker, V: Visitor<Marked<'a, S, M>>> Visitor<S>
    for Adapter<'_, 'a, S, M, V>
{
    fn transition(&mut self, transition: Transition<'_, S>) -> ControlFlow<()> {
        let mut target = None;
        if let Some(reached) = transition.target {
            let reducible = self.system.system.reaches_reducible(self.from_reducible, reached);
            let mut pause = |_| self.visitor.pause();
            let patience = &mut Patience::new(&mut pause);
            if self.system.mark(reached, reducible, self.marked, self.marks, patience).is_err() {
                return ControlFlow::Break(());
            }
            target = Some(&*self.marked);
        }
        self.visitor.transition(Transition {
            steps: transition.steps,
            target,
            violation: transition.violation,
        })
    }

    kernel::forward!(visitor: give_up, pause, abandon, wants_all, ways);
}
