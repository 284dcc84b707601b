//! Whether formulas notice that letters are repeated.

use crate::automaton::{Automaton, Edge, StateId};
use crate::exploration::explore;
use crate::letters::letters;
use crate::limits::Effort;
use crate::{Formula, Guard, Lasso, Limits, TooLarge, translate};

/// Two words, equal but for how often letters are repeated, that a formula tells apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StutterCounterexample {
    /// The formula holds on this word.
    pub holds: Lasso,
    /// On this one it does not.
    pub fails: Lasso,
}

/// Whether a formula cannot tell words apart that are equal but for how often letters are repeated, finitely often
/// each (Lamport, "What good is temporal logic?", 1983). Partial-order reduction keeps the truth of such formulas.
///
/// Formulas without `X` cannot, and are answered at once. For others see [`stutter_counterexample`].
///
/// # Errors
/// The formula or its negation cannot be translated within the limits, or the product of both is too large.
pub fn is_stutter_invariant(formula: &Formula, limits: &Limits) -> Result<bool, TooLarge> {
    Ok(stutter_counterexample(formula, limits)?.is_none())
}

/// What shows that a formula is not stutter-invariant; none if it is.
///
/// Exact: a formula is invariant if no repetition of letters turns a word on which it holds and one on which it does
/// not into the same word (Michaud and Duret-Lutz, "Practical stutter-invariance checks for ω-regular languages",
/// SPIN 2015: the product of `sl(A)` and `sl(¬A)`). Both closures are made while the product is explored.
///
/// Cost: the product of the sizes of both automata, times the number of letters that guards tell apart, which is
/// exponential in the number of atoms, at worst.
///
/// # Errors
/// As [`is_stutter_invariant`].
pub fn stutter_counterexample(
    formula: &Formula,
    limits: &Limits,
) -> Result<Option<StutterCounterexample>, TooLarge> {
    if !formula.has_next() {
        return Ok(None);
    }
    let holds = translate(formula, limits)?;
    let fails = translate(&formula.clone().negated(), limits)?;
    let product = Stuttering { holds: &holds, fails: &fails }.product(limits)?;
    let Some(run) = product.accepting_run() else { return Ok(None) };
    // What each automaton read, without the repetitions of the other one.
    let word = |read: u64| {
        let letters = |edges: &[Edge]| -> Vec<u64> {
            let read = edges.iter().filter(|edge| edge.marks & read != 0);
            read.map(|edge| edge.guard.positive()).collect()
        };
        Lasso::new(letters(&run.prefix), letters(&run.cycle))
    };
    let both = word(READ_BY_HOLDS).zip(word(READ_BY_FAILS));
    Ok(both.map(|(holds, fails)| StutterCounterexample { holds, fails }))
}

/// The acceptance set of edges on which the automaton of the formula reads a letter: it may not repeat one for ever.
const READ_BY_HOLDS: u64 = 1;
/// The same for the automaton of the negation.
const READ_BY_FAILS: u64 = 2;

/// Two automata that read the same letters, each repeated as often as either likes.
struct Stuttering<'a> {
    holds: &'a Automaton,
    fails: &'a Automaton,
}

impl Stuttering<'_> {
    fn product(&self, limits: &Limits) -> Result<Automaton, TooLarge> {
        let sets = 2 + self.holds.sets + self.fails.sets;
        if sets > u64::BITS {
            return Err(TooLarge::AcceptanceSets);
        }
        let letters = letters(&[self.holds, self.fails], limits.edges)?;
        let mut effort = Effort::new(limits);
        // States, and the letter that was read last.
        let first = (self.holds.initial, self.fails.initial, None);
        let explored = explore(first, limits, |&(one, other, last), out| {
            for (at, &letter) in letters.iter().enumerate() {
                effort.spend(1)?;
                let is_repeated = last == Some(at);
                let left = moves(self.holds, one, letter, is_repeated, READ_BY_HOLDS, 2);
                let shift = 2 + self.holds.sets;
                let right = moves(self.fails, other, letter, is_repeated, READ_BY_FAILS, shift);
                for &(one, marks) in &left {
                    effort.spend(right.len())?;
                    let both = right
                        .iter()
                        .map(|&(other, others)| ((one, other, Some(at)), marks | others, letter));
                    out.extend(both);
                }
            }
            Ok(())
        })?;
        let initial = StateId::new(0);
        Ok(Automaton { atoms: Vec::new(), initial, sets, edges: explored.edges })
    }
}

/// Where an automaton can be after a letter, and the marks of that: it reads it, or stays where it is if that repeats
/// the last one.
fn moves(
    automaton: &Automaton,
    state: StateId,
    letter: Guard,
    is_repeated: bool,
    read: u64,
    shift: u32,
) -> Vec<(StateId, u64)> {
    let edges = automaton.edges(state).iter().filter(|edge| letter.implies(edge.guard));
    // No shift by 64: then there are no marks.
    let marks = |edge: &Edge| read | edge.marks.checked_shl(shift).unwrap_or(0);
    let reading = edges.map(|edge| (edge.target, marks(edge)));
    reading.chain(is_repeated.then_some((state, 0))).collect()
}
