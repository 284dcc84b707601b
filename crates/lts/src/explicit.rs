//! Generalised labelled transition systems whose states are numbered (Definition 54 of T. Gibson-Robinson and G. Lowe, *Symmetry
//! reduction in CSP model checking*, 2019).

use std::sync::Arc;

use crate::event::Event;
use crate::term::TermId;

/// A state, by its number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct State(pub u32);

/// The minimal acceptances of a state: sets of events, ✓ possibly among them, each in ascending order; no set is part of another,
/// and shorter sets come first, those of one length in ascending order, so that equal acceptances are the same. None at all if the state is never stable.
pub type Acceptances = Arc<[Box<[Event]>]>;

/// Why a transition system was not made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unfinished {
    /// The work was given up, as somebody had asked for.
    Interrupted,
    /// It has too many states or transitions.
    TooLarge,
}

/// A generalised labelled transition system.
#[derive(Clone, Debug)]
pub struct Explicit {
    /// The state in which it begins.
    pub initial: State,
    /// Where the transitions of each state begin, and behind the last state where they end.
    pub starts: Vec<u32>,
    /// The transitions: event, target. Those of one state are in ascending order, each once.
    pub transitions: Vec<(Event, State)>,
    /// A term that each state is: one of them, if the state is several. A state of a product has the product.
    pub labels: Vec<TermId>,
    /// What states that were made of several accept and whether they diverge at once; none of a plain labelled transition system,
    /// in which the transitions tell (Lemma 55).
    pub generalised: Option<Vec<Marks>>,
}

/// What the transitions of a state do not tell.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Marks {
    /// Its minimal acceptances.
    pub acceptances: Acceptances,
    /// Whether it can do τ for ever.
    pub diverges: bool,
}

impl Explicit {
    /// All states.
    pub fn states(&self) -> impl Iterator<Item = State> + use<> {
        (0..self.len() as u32).map(State)
    }

    /// How many states there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// Whether there are none, which is never so.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }

    /// The transitions of a state, in ascending order.
    #[must_use]
    pub fn of(&self, state: State) -> &[(Event, State)] {
        let place = state.0 as usize;
        &self.transitions[self.starts[place] as usize..self.starts[place + 1] as usize]
    }

    /// Whether a state has no τ.
    #[must_use]
    pub fn is_stable(&self, state: State) -> bool {
        self.of(state).first().is_none_or(|&(event, _)| event != Event::TAU)
    }
}
