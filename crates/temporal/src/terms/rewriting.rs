//! Terms are simplified where they are made.

use super::{Fixpoint, Term, TermId, Terms, View};
use crate::Simplification;

/// How deep rules may call for one another. Terms below are stored as they are.
const MAX_NESTING: u32 = 50;

/// Among how many operands of a junction two are looked for that can be simplified.
const MAX_COMPARED: usize = 30;

/// How many operands a junction has at most that becomes part of another one. With longer ones, a chain of operators
/// would take quadratic memory.
const MAX_FLATTENED: usize = 100;

impl Terms {
    /// The conjunction or disjunction of terms.
    pub fn junction(&mut self, kind: Fixpoint, operands: Vec<TermId>) -> TermId {
        self.nested(
            |terms| terms.simpler_junction(kind, operands.clone()),
            |terms| terms.plain_junction(kind, terms.flattened(kind, &operands)),
        )
    }

    /// `X a`.
    pub fn next(&mut self, a: TermId) -> TermId {
        let is_same = matches!(self.term(a), Term::Constant(_))
            || self.does(Simplification::Suspension) && self.is_suspendable(a);
        if is_same { a } else { self.intern(Term::Next(a)) }
    }

    /// `a U b` or `a R b`.
    pub fn temporal(&mut self, kind: Fixpoint, a: TermId, b: TermId) -> TermId {
        self.nested(
            |terms| terms.simpler_temporal(kind, a, b),
            |terms| terms.intern(Term::Temporal(kind, a, b)),
        )
    }

    /// Applies rules, unless so many are at work that the stack might not suffice.
    fn nested(
        &mut self,
        simpler: impl FnOnce(&mut Self) -> TermId,
        plain: impl FnOnce(&mut Self) -> TermId,
    ) -> TermId {
        if self.nesting == MAX_NESTING {
            return plain(self);
        }
        self.nesting += 1;
        let made = simpler(self);
        self.nesting -= 1;
        made
    }

    fn simpler_junction(&mut self, kind: Fixpoint, operands: Vec<TermId>) -> TermId {
        let mut operands = self.flattened(kind, &operands);
        if self.does(Simplification::Implication) && operands.len() <= MAX_COMPARED {
            if self.is_decided(kind, &operands) {
                return kind.absorbing();
            }
            self.drop_implied(kind, &mut operands);
        }
        if self.does(Simplification::Grouping) && operands.len() <= MAX_COMPARED {
            self.group(kind, &mut operands);
        }
        self.plain_junction(kind, operands)
    }

    /// The junction without rules that cost anything.
    fn plain_junction(&mut self, kind: Fixpoint, operands: Vec<TermId>) -> TermId {
        match operands[..] {
            [] => kind.neutral(),
            [single] => single,
            _ if operands.contains(&kind.absorbing()) => kind.absorbing(),
            _ => self.intern(Term::Junction(kind, operands)),
        }
    }

    /// Replaces operands that are junctions of the same kind by theirs; sorts, and drops what the junction does not
    /// notice.
    fn flattened(&self, kind: Fixpoint, operands: &[TermId]) -> Vec<TermId> {
        let mut flat = Vec::with_capacity(operands.len());
        for &operand in operands {
            match self.term(operand) {
                Term::Junction(inner, parts) if *inner == kind && parts.len() <= MAX_FLATTENED => {
                    flat.extend(parts);
                }
                _ if operand == kind.neutral() => {}
                _ => flat.push(operand),
            }
        }
        flat.sort_unstable();
        flat.dedup();
        flat
    }

    /// Whether two operands contradict each other (in a conjunction), or one of both always holds (in a disjunction).
    fn is_decided(&mut self, kind: Fixpoint, operands: &[TermId]) -> bool {
        operands.iter().enumerate().any(|(at, &one)| {
            operands[at + 1..].iter().any(|&other| match kind {
                Fixpoint::Least => self.implies(View::not(one), View::of(other)),
                Fixpoint::Greatest => self.implies(View::of(one), View::not(other)),
            })
        })
    }

    /// Drops operands that others imply (in a conjunction) or that imply others (in a disjunction).
    fn drop_implied(&mut self, kind: Fixpoint, operands: &mut Vec<TermId>) {
        let mut at = 0;
        while at < operands.len() {
            let one = operands[at];
            let others = operands.iter().enumerate().filter(|&(other, _)| other != at);
            let is_implied =
                others.map(|(_, &other)| other).any(|other| self.yields(kind, one, other));
            if is_implied {
                operands.remove(at);
            } else {
                at += 1;
            }
        }
    }

    /// Whether, in a junction of that kind, the first of two operands changes nothing.
    fn yields(&mut self, kind: Fixpoint, one: TermId, other: TermId) -> bool {
        match kind {
            Fixpoint::Least => self.implies(View::of(one), View::of(other)),
            Fixpoint::Greatest => self.implies(View::of(other), View::of(one)),
        }
    }

    /// Joins operands that differ in one operand only: `X a ∧ X b`, `(a R b) ∧ (a R c)`, `(a U c) ∧ (b U c)`, and
    /// their duals; `FG a ∧ FG b`, and `GF a ∨ GF b`.
    fn group(&mut self, kind: Fixpoint, operands: &mut Vec<TermId>) {
        let mut at = 0;
        while at < operands.len() {
            let joined = (at + 1..operands.len()).find_map(|other| {
                self.joined(kind, operands[at], operands[other]).map(|joined| (other, joined))
            });
            let Some((other, joined)) = joined else {
                at += 1;
                continue;
            };
            operands.remove(other);
            operands.remove(at);
            operands.push(joined);
            *operands = self.flattened(kind, operands);
            at = 0;
        }
    }

    fn joined(&mut self, kind: Fixpoint, one: TermId, other: TermId) -> Option<TermId> {
        match (self.term(one).clone(), self.term(other).clone()) {
            (Term::Next(a), Term::Next(b)) => {
                let both = self.junction(kind, vec![a, b]);
                Some(self.next(both))
            }
            (Term::Temporal(left, a, b), Term::Temporal(right, c, d)) if left == right => {
                if left == kind && a == c {
                    let both = self.junction(kind, vec![b, d]);
                    return Some(self.temporal(kind, a, both));
                }
                if left != kind && b == d {
                    let both = self.junction(kind, vec![a, c]);
                    return Some(self.temporal(left, both, b));
                }
                // `FG` in a conjunction, `GF` in a disjunction: each is true of a word or of none of its suffixes.
                let inner = [self.infinitely(left, a, b)?, self.infinitely(left, c, d)?];
                if left == kind {
                    return None;
                }
                let both = self.junction(kind, inner.to_vec());
                let within = self.temporal(kind, kind.absorbing(), both);
                Some(self.temporal(left, left.absorbing(), within))
            }
            _ => None,
        }
    }

    /// `a` in `FG a` or `GF a`, given the operands of the outer operator.
    fn infinitely(&self, outer: Fixpoint, a: TermId, b: TermId) -> Option<TermId> {
        match *self.term(b) {
            Term::Temporal(inner, c, d)
                if inner != outer && a == outer.absorbing() && c == inner.absorbing() =>
            {
                Some(d)
            }
            _ => None,
        }
    }

    fn simpler_temporal(&mut self, kind: Fixpoint, a: TermId, b: TermId) -> TermId {
        if a == kind.neutral() || matches!(self.term(b), Term::Constant(_)) {
            return b;
        }
        let by_rule = self
            .by_implication(kind, a, b)
            .or_else(|| self.by_suspension(kind, a, b))
            .or_else(|| self.by_next(kind, a, b));
        by_rule.unwrap_or_else(|| self.intern(Term::Temporal(kind, a, b)))
    }

    /// Somenzi and Bloem, "Efficient Büchi automata from LTL formulae", CAV 2000. Written for until; release is dual.
    fn by_implication(&mut self, kind: Fixpoint, a: TermId, b: TermId) -> Option<TermId> {
        if !self.does(Simplification::Implication) {
            return None;
        }
        if self.yields(kind, a, b) {
            return Some(b);
        }
        // If one of both always holds, `a U b` is `F b`.
        let always = kind.absorbing();
        if a != always && self.is_decided(kind, &[a, b]) {
            return Some(self.temporal(kind, always, b));
        }
        match *self.term(b) {
            // `a U (c U d)`.
            Term::Temporal(inner, c, d) if inner == kind => {
                if self.yields(kind, a, c) {
                    Some(b)
                } else if self.yields(kind, c, a) {
                    Some(self.temporal(kind, a, d))
                } else {
                    None
                }
            }
            _ => None,
        }
    }

    /// Etessami and Holzmann, "Optimizing Büchi automata", CONCUR 2000. Written for until; release is dual, with purely
    /// universal formulas for pure eventualities.
    fn by_suspension(&mut self, kind: Fixpoint, a: TermId, b: TermId) -> Option<TermId> {
        if !self.does(Simplification::Suspension) {
            return None;
        }
        if self.is_absorbed(kind, b) {
            return Some(b);
        }
        let Term::Junction(of, parts) = self.term(b).clone() else { return None };
        // `a U (b ∨ e)` is `(a U b) ∨ e` if `e` is a pure eventuality. `a U (b ∧ s)` is `(a U b) ∧ s` if `s` says the
        // same of a word and its suffixes.
        let is_free = |part: &TermId| {
            if of == kind { self.is_absorbed(kind, *part) } else { self.is_suspendable(*part) }
        };
        let (mut free, bound): (Vec<TermId>, Vec<TermId>) = parts.into_iter().partition(is_free);
        if free.is_empty() {
            return None;
        }
        let bound = self.junction(of, bound);
        free.push(self.temporal(kind, a, bound));
        Some(self.junction(of, free))
    }

    /// Whether `a U b` is `b` for any `a` (dually, `a R b`).
    fn is_absorbed(&self, kind: Fixpoint, b: TermId) -> bool {
        match kind {
            Fixpoint::Least => self.is_eventual(b),
            Fixpoint::Greatest => self.is_universal(b),
        }
    }

    /// `(X a) U (X b)` is `X (a U b)`, and `F X b` is `X F b`.
    fn by_next(&mut self, kind: Fixpoint, a: TermId, b: TermId) -> Option<TermId> {
        if !self.does(Simplification::Grouping) {
            return None;
        }
        let Term::Next(b) = *self.term(b) else { return None };
        let a = match *self.term(a) {
            Term::Next(a) => a,
            Term::Constant(_) => a,
            _ => return None,
        };
        let inner = self.temporal(kind, a, b);
        Some(self.next(inner))
    }
}
