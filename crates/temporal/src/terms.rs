//! Formulas in negation normal form, each stored once.

mod implication;
mod rewriting;

use std::collections::HashMap;

use crate::limits::Effort;
use crate::{AtomId, Formula, Limits, Simplification, Simplifications};

pub(crate) use implication::View;

/// A term, by its number in [`Terms`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct TermId(u32);

impl TermId {
    /// `true`.
    pub const TRUE: TermId = TermId(0);
    /// `false`.
    pub const FALSE: TermId = TermId(1);

    /// Its place among the terms.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Which of two dual fixed points, and which of two dual connectives: what is said of one holds of the other with
/// implication turned around.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Fixpoint {
    /// Until (`b ∨ (a ∧ X self)`), and disjunction.
    Least,
    /// Release (`b ∧ (a ∨ X self)`), and conjunction.
    Greatest,
}

impl Fixpoint {
    pub fn dual(self) -> Self {
        match self {
            Fixpoint::Least => Fixpoint::Greatest,
            Fixpoint::Greatest => Fixpoint::Least,
        }
    }

    /// What its junction does not notice: `false` in a disjunction, `true` in a conjunction.
    pub fn neutral(self) -> TermId {
        match self {
            Fixpoint::Least => TermId::FALSE,
            Fixpoint::Greatest => TermId::TRUE,
        }
    }

    /// What decides its junction: `true` a disjunction, `false` a conjunction.
    pub fn absorbing(self) -> TermId {
        self.dual().neutral()
    }
}

/// A formula in negation normal form over other terms.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Term {
    /// `true` or `false`.
    Constant(bool),
    /// An atom or its negation.
    Literal(AtomId, bool),
    /// A conjunction or disjunction of two or more terms, ascending.
    Junction(Fixpoint, Vec<TermId>),
    /// The term holds at the next position.
    Next(TermId),
    /// `a U b` or `a R b`.
    Temporal(Fixpoint, TermId, TermId),
}

/// What is known of a term by its syntax.
#[derive(Clone, Copy, Debug)]
struct Class {
    /// A word satisfies it if some suffix does: a pure eventuality (Etessami and Holzmann 2000).
    is_eventual: bool,
    /// If a word satisfies it, so do all suffixes: it is purely universal (the same).
    is_universal: bool,
}

/// A table of terms. The operands of a term come before it.
pub(crate) struct Terms {
    terms: Vec<Term>,
    classes: Vec<Class>,
    ids: HashMap<Term, TermId>,
    simplifications: Simplifications,
    implications: HashMap<(View, View), bool>,
    effort: Effort,
    /// How many rules are at work within one another.
    nesting: u32,
}

impl Terms {
    /// A table with the constants. Terms are simplified as they are made. The limits bound what that costs; what
    /// cannot be found out within is left as it is.
    pub fn new(limits: &Limits, simplifications: Simplifications) -> Self {
        let mut terms = Terms {
            terms: Vec::new(),
            classes: Vec::new(),
            ids: HashMap::new(),
            simplifications,
            implications: HashMap::new(),
            effort: Effort::new(limits),
            nesting: 0,
        };
        terms.intern(Term::Constant(true));
        terms.intern(Term::Constant(false));
        terms
    }

    /// What a term is.
    pub fn term(&self, id: TermId) -> &Term {
        &self.terms[id.index()]
    }

    /// Whether the term holds of a word if it holds of a suffix.
    pub fn is_eventual(&self, id: TermId) -> bool {
        self.classes[id.index()].is_eventual
    }

    /// Whether the term holds of all suffixes of a word of which it holds.
    pub fn is_universal(&self, id: TermId) -> bool {
        self.classes[id.index()].is_universal
    }

    /// Whether the term says the same of a word and its suffixes.
    pub fn is_suspendable(&self, id: TermId) -> bool {
        self.is_eventual(id) && self.is_universal(id)
    }

    fn does(&self, simplification: Simplification) -> bool {
        self.simplifications.contains(simplification)
    }

    /// The terms of a formula and its negation.
    pub fn of(&mut self, formula: &Formula) -> Both {
        formula.fold(|part, operands: Vec<Both>| self.combine(part, &operands))
    }

    /// A formula and its negation, given those of its operands. Both are computed for all operands, so that nothing
    /// needs to know under how many negations it stands.
    fn combine(&mut self, formula: &Formula, operands: &[Both]) -> Both {
        use Fixpoint::{Greatest, Least};
        let top = Both::new(TermId::TRUE, TermId::FALSE);
        match (formula, operands) {
            (Formula::True, _) => top,
            (Formula::False, _) => top.negated(),
            (Formula::Atom(atom), _) => Both::new(
                self.intern(Term::Literal(*atom, true)),
                self.intern(Term::Literal(*atom, false)),
            ),
            (Formula::And(_), _) => self.both_junctions(Greatest, operands),
            (Formula::Or(_), _) => self.both_junctions(Least, operands),
            (Formula::Not(_), [a]) => a.negated(),
            (Formula::Next(_), [a]) => Both::new(self.next(a.positive), self.next(a.negative)),
            (Formula::Always(_), &[a]) => self.both_temporals(Greatest, top.negated(), a),
            (Formula::Eventually(_), &[a]) => self.both_temporals(Least, top, a),
            (Formula::Implies(..), &[a, b]) => self.both_junctions(Least, &[a.negated(), b]),
            (Formula::Equivalent(..), &[a, b]) => {
                let both = self.both_junctions(Greatest, &[a, b]);
                let neither = self.both_junctions(Greatest, &[a.negated(), b.negated()]);
                let one = self.both_junctions(Greatest, &[a, b.negated()]);
                let other = self.both_junctions(Greatest, &[a.negated(), b]);
                let equal = self.junction(Least, vec![both.positive, neither.positive]);
                Both::new(equal, self.junction(Least, vec![one.positive, other.positive]))
            }
            (Formula::Until(..), &[a, b]) => self.both_temporals(Least, a, b),
            (Formula::Release(..), &[a, b]) => self.both_temporals(Greatest, a, b),
            (Formula::WeakUntil(..), &[a, b]) => {
                let either = self.both_junctions(Least, &[a, b]);
                self.both_temporals(Greatest, b, either)
            }
            (Formula::StrongRelease(..), &[a, b]) => {
                let both = self.both_junctions(Greatest, &[a, b]);
                self.both_temporals(Least, b, both)
            }
            _ => unreachable!("the operands are those of the formula"),
        }
    }

    fn both_junctions(&mut self, kind: Fixpoint, operands: &[Both]) -> Both {
        let positive = operands.iter().map(|operand| operand.positive).collect();
        let negative = operands.iter().map(|operand| operand.negative).collect();
        Both::new(self.junction(kind, positive), self.junction(kind.dual(), negative))
    }

    fn both_temporals(&mut self, kind: Fixpoint, a: Both, b: Both) -> Both {
        Both::new(
            self.temporal(kind, a.positive, b.positive),
            self.temporal(kind.dual(), a.negative, b.negative),
        )
    }

    /// Stores a term as it is.
    fn intern(&mut self, term: Term) -> TermId {
        if let Some(&known) = self.ids.get(&term) {
            return known;
        }
        let id = TermId(u32::try_from(self.terms.len()).expect("memory ends before"));
        self.classes.push(self.classify(&term));
        self.terms.push(term.clone());
        self.ids.insert(term, id);
        id
    }

    fn classify(&self, term: &Term) -> Class {
        let all = |class: fn(&Terms, TermId) -> bool, terms: &[TermId]| {
            terms.iter().all(|&term| class(self, term))
        };
        let (eventual, universal) = (Terms::is_eventual, Terms::is_universal);
        let (is_eventual, is_universal) = match term {
            Term::Constant(_) => (true, true),
            Term::Literal(..) => (false, false),
            Term::Junction(_, operands) => (all(eventual, operands), all(universal, operands)),
            Term::Next(a) => (self.is_eventual(*a), self.is_universal(*a)),
            Term::Temporal(Fixpoint::Least, a, b) => {
                let is_eventual = *a == TermId::TRUE || self.is_eventual(*b);
                (is_eventual, all(universal, &[*a, *b]))
            }
            Term::Temporal(Fixpoint::Greatest, a, b) => {
                let is_universal = *a == TermId::FALSE || self.is_universal(*b);
                (all(eventual, &[*a, *b]), is_universal)
            }
        };
        Class { is_eventual, is_universal }
    }
}

/// A formula and its negation.
#[derive(Clone, Copy)]
pub(crate) struct Both {
    pub positive: TermId,
    pub negative: TermId,
}

impl Both {
    fn new(positive: TermId, negative: TermId) -> Self {
        Both { positive, negative }
    }

    fn negated(self) -> Self {
        Both { positive: self.negative, negative: self.positive }
    }
}
