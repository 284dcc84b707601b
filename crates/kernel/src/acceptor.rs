//! Automata that watch the runs of a system, and what they see of its states.

use crate::system::TransitionSystem;

/// A system whose states can be asked which atomic propositions hold in them.
pub trait Observable: TransitionSystem {
    /// The propositions that hold in a state, a bit each; `None` if one of them cannot be evaluated there.
    fn valuation(&self, state: &Self::State, scratch: &mut Self::Scratch) -> Option<u64>;
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

    /// Calls `visit` with where each move leads from a place under a valuation, and with the move's marks.
    fn moves(&self, from: u32, valuation: u64, visit: &mut dyn FnMut(u32, u64));
}
