//! What a translation may cost.

use std::fmt;

use crate::MAX_ATOMS;

/// What a translation may cost. Automata are exponential in the size of formulas, at worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// States of any automaton on the way.
    pub states: usize,
    /// Edges of any automaton on the way.
    pub edges: usize,
    /// Elementary operations (some nanoseconds each) of each phase. When they are spent, the translation itself fails;
    /// simplifications, which are optional, are left out.
    pub work: u64,
}

impl Default for Limits {
    /// Enough for the formulas that people write. Whatever the formula, it is a matter of seconds.
    fn default() -> Self {
        Limits { states: 10_000, edges: 200_000, work: 50_000_000 }
    }
}

/// Why there is no automaton.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TooLarge {
    /// An atom has a number that is not below [`MAX_ATOMS`].
    Atoms,
    /// There are more acceptance sets than a machine word has bits.
    AcceptanceSets,
    /// There are more states than the limits allow.
    States(usize),
    /// There are more edges than the limits allow.
    Edges(usize),
    /// It takes more work than the limits allow.
    Work(u64),
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TooLarge::Atoms => write!(f, "the formula has an atom beyond the first {MAX_ATOMS}"),
            TooLarge::AcceptanceSets => {
                write!(f, "the automaton needs more than {} acceptance sets", u64::BITS)
            }
            TooLarge::States(limit) => write!(f, "the automaton has more than {limit} states"),
            TooLarge::Edges(limit) => write!(f, "the automaton has more than {limit} edges"),
            TooLarge::Work(limit) => {
                write!(f, "the translation takes more than {limit} operations")
            }
        }
    }
}

impl std::error::Error for TooLarge {}

/// The work of one phase.
#[derive(Clone, Debug)]
pub(crate) struct Effort {
    limit: u64,
    left: u64,
}

impl Effort {
    /// A phase that has not begun.
    pub fn new(limits: &Limits) -> Self {
        Effort { limit: limits.work, left: limits.work }
    }

    /// Spends some operations, if as many are left.
    pub fn spend(&mut self, operations: usize) -> Result<(), TooLarge> {
        match self.left.checked_sub(operations as u64) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => {
                self.left = 0;
                Err(TooLarge::Work(self.limit))
            }
        }
    }
}
