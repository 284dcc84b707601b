//! Whether an automaton bears it that letters are repeated as its states like.

use crate::automaton::{Automaton, Edge, StateId};
use crate::components::Components;
use crate::letters::{MOST_LETTERS, letters};
use crate::limits::Effort;
use crate::{Guard, Limits, TooLarge};

impl Automaton {
    /// Whether each run of the automaton can be stretched and shrunk where a letter is repeated: whether on each way from one state
    /// to another that reads a letter once, it can be read twice, and the other way round, with the same marks.
    ///
    /// It is more than that no repetition of letters changes what the automaton accepts. A search that leaves out transitions
    /// decides which for each state of the system *and* of the automaton, so that it does not search a part of the system of
    /// which the automaton would then accept some run. With an automaton that guesses how often a letter is repeated it can lose
    /// all runs that are accepted (S. Siegel, "What's wrong with on-the-fly partial order reduction", CAV 2019, where such
    /// automata are brought into a normal form of this kind). With this one it does not: take a run of the product that accepts.
    /// Where a transition is taken before others that changes no proposition, the automaton reads the letter once more, and once
    /// less where the transition stood before; its marks stay, but for some where it passes from one component to another, which it
    /// does finitely often. Where all transitions are taken, and on each cycle they are, the run goes on by its next one.
    ///
    /// Deterministic automata of languages that do not tell how often letters are repeated need no more: each word has one run.
    ///
    /// # Errors
    /// There are more letters than the limits allow.
    pub fn bears_delays(&self, limits: &Limits) -> Result<bool, TooLarge> {
        let mut effort = Effort::new(limits);
        let components = Components::of(self);
        let (mut is_deterministic, mut bears) = (true, true);
        for letter in letters(&[self], MOST_LETTERS)? {
            let reading = Reading { automaton: self, components: &components, letter };
            for state in self.states() {
                is_deterministic &= reading.leads_to_one(state);
                bears = bears
                    && reading.stretches(state, &mut effort)?
                    && reading.shrinks(state, &mut effort)?;
            }
        }
        Ok(is_deterministic || bears)
    }
}

/// An automaton that reads one letter.
struct Reading<'a> {
    automaton: &'a Automaton,
    components: &'a Components,
    letter: Guard,
}

impl Reading<'_> {
    fn edges(&self, state: StateId) -> impl Iterator<Item = &Edge> {
        self.automaton.edges(state).iter().filter(|edge| self.letter.implies(edge.guard))
    }

    /// Whether the letter leads from a state to one other at most.
    fn leads_to_one(&self, from: StateId) -> bool {
        let mut edges = self.edges(from);
        edges.next().is_none_or(|first| edges.all(|edge| edge.target == first.target))
    }

    /// The marks that count between two states.
    fn wanted(&self, from: StateId, to: StateId, marks: u64) -> u64 {
        let stays = self.components.component(from) == self.components.component(to);
        if stays { marks } else { 0 }
    }

    /// Whether all that reads the letter once can read it twice.
    fn stretches(&self, from: StateId, effort: &mut Effort) -> Result<bool, TooLarge> {
        for edge in self.edges(from) {
            let wanted = self.wanted(from, edge.target, edge.marks);
            let mut is_found = false;
            for first in self.edges(from) {
                effort.spend(1 + self.automaton.edges(first.target).len())?;
                is_found |= self.edges(first.target).any(|second| {
                    second.target == edge.target && wanted & !(first.marks | second.marks) == 0
                });
            }
            if !is_found {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether all that reads the letter twice can read it once.
    fn shrinks(&self, from: StateId, effort: &mut Effort) -> Result<bool, TooLarge> {
        for first in self.edges(from) {
            for second in self.edges(first.target) {
                effort.spend(1 + self.automaton.edges(from).len())?;
                let wanted = self.wanted(from, second.target, first.marks | second.marks);
                let is_found = self
                    .edges(from)
                    .any(|edge| edge.target == second.target && wanted & !edge.marks == 0);
                if !is_found {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}
