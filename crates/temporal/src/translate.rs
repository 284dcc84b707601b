//! From formulas to automata.

use crate::alternating::{Alternating, Move, Obligations, is_subset, union};
use crate::automaton::{Automaton, StateId};
use crate::exploration::explore;
use crate::limits::Effort;
use crate::terms::{Both, Fixpoint, Term, TermId, Terms};
use crate::{AtomId, Formula, Guard, Limits, MAX_ATOMS, Simplification, Simplifications, TooLarge};

/// The automaton that accepts the words on which a formula holds, made small.
///
/// Gastin and Oddoux, "Fast LTL to Büchi automata translation", CAV 2001: the formula is simplified, becomes a very weak
/// alternating automaton, and then a transition-based generalised Büchi automaton whose states are sets of formulas
/// that must hold. At last the automaton is simplified ([`Simplification`](crate::Simplification) lists how).
///
/// Cost: exponential in the size of the formula, at worst; milliseconds for formulas that people write.
///
/// # Errors
/// The formula has an atom beyond [`MAX_ATOMS`], or there would be more acceptance sets than there can be, or the
/// limits are reached.
pub fn translate(formula: &Formula, limits: &Limits) -> Result<Automaton, TooLarge> {
    translate_with(formula, limits, Simplifications::all())
}

/// The same with some simplifications only.
///
/// # Errors
/// As [`translate`].
pub fn translate_with(
    formula: &Formula,
    limits: &Limits,
    simplifications: Simplifications,
) -> Result<Automaton, TooLarge> {
    let atoms = formula.atoms();
    if atoms.last().is_some_and(|atom| atom.0 >= MAX_ATOMS) {
        return Err(TooLarge::Atoms);
    }
    let mut terms = Terms::new(limits, simplifications);
    let Both { positive, negative } = terms.of(formula);
    let automaton = automaton_of(&terms, positive, &atoms, limits)?;
    let automaton = automaton.simplified_within(simplifications, limits);
    if !simplifications.contains(Simplification::Determinisation) {
        return Ok(automaton);
    }
    // It is optional: where the limits do not allow it, the automaton is correct without it.
    let negation = || automaton_of(&terms, negative, &atoms, limits);
    let weak = automaton.weak_deterministic(negation, limits);
    Ok(weak.ok().flatten().unwrap_or(automaton))
}

/// The automaton of a term, as it arises.
fn automaton_of(
    terms: &Terms,
    root: TermId,
    atoms: &[AtomId],
    limits: &Limits,
) -> Result<Automaton, TooLarge> {
    let mut effort = Effort::new(limits);
    let alternating = Alternating::new(terms, root, &mut effort)?;
    let sets = u32::try_from(alternating.untils().len()).unwrap_or(u32::MAX);
    if sets > u64::BITS {
        return Err(TooLarge::AcceptanceSets);
    }
    let first = match terms.term(root) {
        Term::Junction(Fixpoint::Greatest, operands) => operands.clone(),
        _ => vec![root],
    };
    let explored = explore(first, limits, |state, out| {
        let found = successors(&alternating, state, &mut effort)?;
        out.extend(found.into_iter().map(|edge| (edge.next, edge.marks, edge.guard)));
        Ok(())
    })?;
    let initial = StateId::new(0);
    Ok(Automaton { atoms: atoms.to_vec(), initial, sets, edges: explored.edges })
}

/// An edge of the automaton whose states are sets of obligations.
struct Successor {
    guard: Guard,
    next: Obligations,
    marks: u64,
}

/// All ways to satisfy all obligations at once, but those that others make superfluous.
fn successors(
    alternating: &Alternating,
    state: &[TermId],
    effort: &mut Effort,
) -> Result<Vec<Successor>, TooLarge> {
    let mut all = vec![Move { guard: Guard::TRUE, next: Vec::new() }];
    for &obligation in state {
        let mut both = Vec::new();
        for left in &all {
            for right in alternating.moves(obligation) {
                let Some(guard) = left.guard.and(right.guard) else { continue };
                let next = union(&left.next, &right.next);
                effort.spend(1 + next.len())?;
                both.push(Move { guard, next });
            }
        }
        both.sort_unstable();
        both.dedup();
        all = both;
    }
    let mut found = Vec::with_capacity(all.len());
    for Move { guard, next } in all {
        let marks = marks(alternating, guard, &next, effort)?;
        found.push(Successor { guard, next, marks });
    }
    minimal(found, effort)
}

/// The acceptance sets of an edge, one for each until (Gastin and Oddoux 2001): those whose until is not among the
/// obligations any more, or could have been satisfied by what was read, with no more obligations than there are.
fn marks(
    alternating: &Alternating,
    guard: Guard,
    next: &[TermId],
    effort: &mut Effort,
) -> Result<u64, TooLarge> {
    let mut marks = 0;
    for (set, until) in alternating.untils().iter().enumerate() {
        let moves = alternating.moves(*until);
        effort.spend(moves.len())?;
        let satisfies = |one: &Move| {
            guard.implies(one.guard) && !one.next.contains(until) && is_subset(&one.next, next)
        };
        if next.binary_search(until).is_err() || moves.iter().any(satisfies) {
            marks |= 1 << set;
        }
    }
    Ok(marks)
}

/// Drops edges if others demand less.
fn minimal(edges: Vec<Successor>, effort: &mut Effort) -> Result<Vec<Successor>, TooLarge> {
    effort.spend(edges.len().saturating_mul(edges.len()))?;
    // No two edges make each other superfluous: they differ in their guards or in their obligations.
    let is_superfluous = |(at, one): (usize, &Successor)| {
        edges.iter().enumerate().any(|(other_at, other)| {
            at != other_at
                && one.guard.implies(other.guard)
                && one.marks & !other.marks == 0
                && is_subset(&other.next, &one.next)
        })
    };
    let superfluous: Vec<bool> = edges.iter().enumerate().map(is_superfluous).collect();
    let kept = edges.into_iter().zip(superfluous).filter(|(_, superfluous)| !superfluous);
    Ok(kept.map(|(edge, _)| edge).collect())
}
