//! Terms as states of a very weak alternating automaton.

use std::collections::{BTreeMap, BTreeSet};

use crate::limits::Effort;
use crate::terms::{Fixpoint, Term, TermId, Terms};
use crate::{Guard, TooLarge};

/// Terms that must all hold, ascending, each once. None is a conjunction.
pub(crate) type Obligations = Vec<TermId>;

/// One way to satisfy a term: what must be true now, and what must hold from the next position on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Move {
    pub guard: Guard,
    pub next: Obligations,
}

/// A very weak alternating automaton: each term is a state, whose moves lead to sets of terms. A run is accepting if
/// no branch remains for ever in the same until.
///
/// Gastin and Oddoux, "Fast LTL to Büchi automata translation", CAV 2001. Moves that others make superfluous are
/// dropped as they arise, as there. The number of moves is exponential in the formula, at worst.
pub(crate) struct Alternating {
    /// The moves of each term that the formula has; of others, none.
    moves: Vec<Vec<Move>>,
    /// The untils among the terms.
    untils: Vec<TermId>,
}

impl Alternating {
    /// The automaton of a term.
    pub fn new(terms: &Terms, root: TermId, effort: &mut Effort) -> Result<Self, TooLarge> {
        let mut moves = vec![Vec::new(); root.index() + 1];
        let mut untils = Vec::new();
        for id in parts_within(root, |id| all_operands(terms, id)) {
            moves[id.index()] = moves_of(terms, id, &moves, effort)?;
            if matches!(terms.term(id), Term::Temporal(Fixpoint::Least, ..)) {
                untils.push(id);
            }
        }
        Ok(Alternating { moves, untils })
    }

    /// The moves of a term.
    pub fn moves(&self, term: TermId) -> &[Move] {
        &self.moves[term.index()]
    }

    /// The terms in which no branch of an accepting run remains.
    pub fn untils(&self) -> &[TermId] {
        &self.untils
    }
}

/// A term and all terms within, as far as they are asked for, operands first.
fn parts_within(root: TermId, operands: impl Fn(TermId) -> Vec<TermId>) -> BTreeSet<TermId> {
    let mut parts = BTreeSet::new();
    let mut open = vec![root];
    while let Some(id) = open.pop() {
        if parts.insert(id) {
            open.extend(operands(id));
        }
    }
    parts
}

fn all_operands(terms: &Terms, id: TermId) -> Vec<TermId> {
    match terms.term(id) {
        Term::Constant(_) | Term::Literal(..) => Vec::new(),
        Term::Junction(_, operands) => operands.clone(),
        Term::Next(a) => vec![*a],
        Term::Temporal(_, a, b) => vec![*a, *b],
    }
}

fn junction_operands(terms: &Terms, id: TermId) -> Vec<TermId> {
    match terms.term(id) {
        Term::Junction(_, operands) => operands.clone(),
        _ => Vec::new(),
    }
}

fn moves_of(
    terms: &Terms,
    id: TermId,
    moves: &[Vec<Move>],
    effort: &mut Effort,
) -> Result<Vec<Move>, TooLarge> {
    let known = |operand: TermId| moves[operand.index()].clone();
    let stay = vec![Move { guard: Guard::TRUE, next: vec![id] }];
    let made = match terms.term(id) {
        Term::Constant(true) => vec![Move { guard: Guard::TRUE, next: Vec::new() }],
        Term::Constant(false) => Vec::new(),
        Term::Literal(atom, value) => {
            vec![Move { guard: Guard::literal(*atom, *value), next: Vec::new() }]
        }
        Term::Junction(Fixpoint::Least, operands) => {
            operands.iter().flat_map(|&operand| known(operand)).collect()
        }
        Term::Junction(Fixpoint::Greatest, operands) => {
            let mut all = vec![Move { guard: Guard::TRUE, next: Vec::new() }];
            for &operand in operands {
                all = conjunction(&all, &moves[operand.index()], effort)?;
            }
            all
        }
        Term::Next(a) => {
            let alternatives = alternatives(terms, *a, effort)?;
            alternatives.into_iter().map(|next| Move { guard: Guard::TRUE, next }).collect()
        }
        Term::Temporal(Fixpoint::Least, a, b) => {
            let go_on = conjunction(&known(*a), &stay, effort)?;
            [known(*b), go_on].concat()
        }
        Term::Temporal(Fixpoint::Greatest, a, b) => {
            conjunction(&[known(*a), stay].concat(), &known(*b), effort)?
        }
    };
    minimal(made, effort)
}

/// All ways to satisfy two things at once.
fn conjunction(one: &[Move], other: &[Move], effort: &mut Effort) -> Result<Vec<Move>, TooLarge> {
    let mut both = Vec::new();
    for left in one {
        effort.spend(other.len())?;
        for right in other {
            if let Some(guard) = left.guard.and(right.guard) {
                let next = union(&left.next, &right.next);
                effort.spend(next.len())?;
                both.push(Move { guard, next });
            }
        }
    }
    minimal(both, effort)
}

/// Drops moves that demand more than others.
fn minimal(mut moves: Vec<Move>, effort: &mut Effort) -> Result<Vec<Move>, TooLarge> {
    moves.sort_unstable();
    moves.dedup();
    let mut kept: Vec<Move> = Vec::with_capacity(moves.len());
    for (at, one) in moves.iter().enumerate() {
        effort.spend(moves.len())?;
        let is_superfluous = moves.iter().enumerate().any(|(other_at, other)| {
            at != other_at && one.guard.implies(other.guard) && is_subset(&other.next, &one.next)
        });
        if !is_superfluous {
            kept.push(one.clone());
        }
    }
    Ok(kept)
}

/// The sets of terms one of which must hold for a term to hold: its disjunctive normal form, down to temporal operators.
fn alternatives(
    terms: &Terms,
    root: TermId,
    effort: &mut Effort,
) -> Result<Vec<Obligations>, TooLarge> {
    let mut known: BTreeMap<TermId, Vec<Obligations>> = BTreeMap::new();
    for id in parts_within(root, |id| junction_operands(terms, id)) {
        let made = match terms.term(id) {
            Term::Constant(true) => vec![Vec::new()],
            Term::Constant(false) => Vec::new(),
            Term::Junction(Fixpoint::Least, operands) => {
                operands.iter().flat_map(|operand| known[operand].clone()).collect()
            }
            Term::Junction(Fixpoint::Greatest, operands) => {
                let mut all = vec![Vec::new()];
                for operand in operands {
                    all = unions(&all, &known[operand], effort)?;
                }
                all
            }
            _ => vec![vec![id]],
        };
        known.insert(id, made);
    }
    Ok(known.remove(&root).unwrap_or_default())
}

fn unions(
    one: &[Obligations],
    other: &[Obligations],
    effort: &mut Effort,
) -> Result<Vec<Obligations>, TooLarge> {
    let mut all = Vec::new();
    for left in one {
        for right in other {
            let both = union(left, right);
            effort.spend(1 + both.len())?;
            all.push(both);
        }
    }
    all.sort_unstable();
    all.dedup();
    Ok(all)
}

/// The terms of both.
pub(crate) fn union(one: &[TermId], other: &[TermId]) -> Obligations {
    let mut both = [one, other].concat();
    both.sort_unstable();
    both.dedup();
    both
}

/// Whether all terms of the first are in the second.
pub(crate) fn is_subset(one: &[TermId], other: &[TermId]) -> bool {
    one.len() <= other.len() && one.iter().all(|term| other.binary_search(term).is_ok())
}
