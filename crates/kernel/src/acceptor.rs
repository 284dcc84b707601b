//! Automata that watch the runs of a system, and what they see of its states.

use crate::system::TransitionSystem;

/// A system whose runs can be watched: which atomic propositions hold in a state, and which thread makes a transition.
///
/// Threads are what fairness is about: the processes of a model. A state has them by number, from 0.
pub trait Observable: TransitionSystem {
    /// The propositions that hold in a state.
    fn valuation(&self, state: &Self::State, scratch: &mut Self::Scratch) -> Valuation;

    /// How many threads there are in a state.
    fn threads(&self, state: &Self::State) -> usize;

    /// The thread that makes a transition of these steps, if one does: of several, the one that takes the first step.
    fn actor(&self, steps: &[Self::Step]) -> Option<u32>;

    /// How things were renamed on the way to a state that was just passed on, as the target of a transition or as an initial state:
    /// number `n` before is `renaming[n]` in it. Threads come first among what has a number, and are renamed to threads. `None` if nothing was renamed.
    ///
    /// States that were decoded do not know it any more.
    fn renaming<'s>(&self, target: &'s Self::State) -> Option<&'s [u32]>;
}

/// Which atomic propositions hold in a state, a bit each.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Valuation {
    /// Those that hold.
    pub holds: u64,
    /// Those that cannot be evaluated; none of them is among the first.
    pub unknown: u64,
}

impl From<u64> for Valuation {
    fn from(holds: u64) -> Valuation {
        Valuation { holds, unknown: 0 }
    }
}

/// Which runs count: those on which no thread is left out.
///
/// A thread is enabled in a state if it makes some transition out of it. Of a rendezvous that is who sends, as in SPIN.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Fairness {
    /// All of them.
    #[default]
    None,
    /// Those on which no thread is enabled for ever, from some state on, and never moves again.
    Weak,
    /// Those on which no thread is enabled again and again and never moves again.
    Strong,
}

/// An automaton over infinite sequences of valuations, which moves along with a run: before each transition it reads the
/// valuation of the state that is left. It accepts a run on which it can move for ever and take moves with each of its marks
/// again and again (a generalised Büchi automaton; Couvreur, *On-the-fly verification of linear temporal logic*, FM 1999).
///
/// It may have several moves, or none, for a valuation.
pub trait Acceptor: Sync {
    /// Where it begins.
    fn initial(&self) -> u32;

    /// The marks, a bit each. If there are none, every run on which it can move for ever is accepted.
    fn marks(&self) -> u64;

    /// Calls `visit` with where each move leads from a place under a valuation, and with the move's marks. Answers whether these
    /// are all: not if a move depends on a proposition that cannot be evaluated.
    #[must_use]
    fn moves(&self, from: u32, valuation: Valuation, visit: &mut dyn FnMut(u32, u64)) -> bool;
}

/// An automaton that may know, before a run is at its end, that it accepts it.
pub trait PrefixAcceptor: Acceptor {
    /// Whether a run that comes to a place is accepted, whatever is read from there on.
    fn is_decided(&self, place: u32) -> bool;
}
