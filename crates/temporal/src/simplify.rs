//! Making automata smaller.

mod implied;
mod merging;
mod sets;
mod simulation;
mod useless;

use crate::automaton::Automaton;
use crate::limits::Effort;
use crate::{Limits, TooLarge};
use useless::without_useless;

/// One way to make formulas or automata smaller. All keep the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Simplification {
    /// Of formulas: operands that others imply, `a U b` where `a` implies `b`, and the like (Somenzi and Bloem,
    /// "Efficient Büchi automata from LTL formulae", CAV 2000).
    Implication,
    /// Of formulas: pure eventualities and purely universal formulas leave other operators (Etessami and Holzmann,
    /// "Optimizing Büchi automata", CONCUR 2000).
    Suspension,
    /// Of formulas: those that differ in one operand are joined, `X` moves outwards (the same papers).
    Grouping,
    /// Where the formula is an obligation, and this makes the automaton no larger: the minimal weak deterministic
    /// automaton (Dax, Eisinger and Klaedtke, "Mechanizing the powerset construction for restricted classes of
    /// ω-automata", ATVA 2007).
    Determinisation,
    /// States that cannot be reached, or from which nothing is accepted, are removed.
    Useless,
    /// Edges that no accepting run takes infinitely often lose their marks (Somenzi and Bloem 2000).
    Marks,
    /// Acceptance sets that others imply are removed, in each component of the automaton by itself (Babiak, Badie,
    /// Duret-Lutz, Křetínský and Strejček, "Compositional approach to suspension and other improvements to LTL
    /// translation", SPIN 2013).
    Sets,
    /// States with the same edges are joined (Gastin and Oddoux, "Fast LTL to Büchi automata translation", CAV 2001).
    EqualStates,
    /// Edges are removed if others between the same states read the same and have the same marks; guards are joined.
    ImpliedEdges,
    /// States that simulate each other are joined, and edges removed if others lead to states that simulate their
    /// targets (Etessami and Holzmann 2000; Somenzi and Bloem 2000).
    DirectSimulation,
    /// The same with all edges reversed: what leads to a state is compared (Somenzi and Bloem 2000).
    ReverseSimulation,
}

impl Simplification {
    /// All of them; those that work on formulas, or need the formula, come first.
    pub const ALL: [Simplification; 11] = [
        Simplification::Implication,
        Simplification::Suspension,
        Simplification::Grouping,
        Simplification::Determinisation,
        Simplification::Useless,
        Simplification::Marks,
        Simplification::Sets,
        Simplification::EqualStates,
        Simplification::ImpliedEdges,
        Simplification::DirectSimulation,
        Simplification::ReverseSimulation,
    ];
}

/// A set of simplifications.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Simplifications(u16);

impl Simplifications {
    /// None.
    #[must_use]
    pub fn none() -> Self {
        Simplifications(0)
    }

    /// All.
    #[must_use]
    pub fn all() -> Self {
        Simplification::ALL.into_iter().fold(Self::none(), Self::with)
    }

    /// These and one more.
    #[must_use]
    pub fn with(self, one: Simplification) -> Self {
        Simplifications(self.0 | 1 << one as u16)
    }

    /// These but one.
    #[must_use]
    pub fn without(self, one: Simplification) -> Self {
        Simplifications(self.0 & !(1 << one as u16))
    }

    /// Whether it is among them.
    #[must_use]
    pub fn contains(self, one: Simplification) -> bool {
        self.0 >> one as u16 & 1 == 1
    }
}

/// How often all simplifications are repeated at most: one may make another one possible.
const MAX_ROUNDS: usize = 20;

impl Automaton {
    /// An automaton that accepts the same, with one simplification applied once. Those that need the formula change
    /// nothing. An automaton with accepting states keeps having them, unless all its runs turn out to accept.
    #[must_use]
    pub fn simplified_by(&self, simplification: Simplification, limits: &Limits) -> Automaton {
        let mut effort = Effort::new(limits);
        // It is optional: the automaton is correct without it.
        self.step(simplification, &mut effort).unwrap_or_else(|_| self.clone())
    }

    /// An automaton that accepts the same, simplified for as long as it becomes smaller.
    pub(crate) fn simplified_within(
        &self,
        simplifications: Simplifications,
        limits: &Limits,
    ) -> Automaton {
        let size = |automaton: &Automaton| (automaton.size(), automaton.sets());
        let mut effort = Effort::new(limits);
        let mut best = self.clone();
        for _ in 0..MAX_ROUNDS {
            let mut smaller = best.clone();
            for step in Simplification::ALL {
                if simplifications.contains(step)
                    && let Ok(made) = smaller.step(step, &mut effort)
                {
                    smaller = made;
                }
            }
            let is_progress = size(&smaller) < size(&best);
            if size(&smaller) <= size(&best) {
                best = smaller;
            }
            if !is_progress {
                break;
            }
        }
        best
    }

    fn step(
        &self,
        simplification: Simplification,
        effort: &mut Effort,
    ) -> Result<Automaton, TooLarge> {
        use Simplification::*;
        match simplification {
            Implication | Suspension | Grouping | Determinisation => Ok(self.clone()),
            Useless => Ok(without_useless(self)),
            Marks => Ok(sets::without_idle_marks(self)),
            Sets => Ok(sets::with_fewer_sets(self)),
            EqualStates => Ok(without_useless(&merging::equal_states_joined(self, effort)?)),
            ImpliedEdges => implied::without_implied(self, effort),
            DirectSimulation => Ok(without_useless(&simulation::reduced(self, effort)?)),
            ReverseSimulation => {
                Ok(without_useless(&simulation::reduced_in_reverse(self, effort)?))
            }
        }
    }
}
