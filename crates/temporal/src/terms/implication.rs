//! Implications that show in the syntax of terms.

use super::{Fixpoint, Term, TermId, Terms};
use crate::AtomId;

/// A term, or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct View {
    term: TermId,
    is_negated: bool,
}

impl View {
    /// The term itself.
    pub fn of(term: TermId) -> Self {
        View { term, is_negated: false }
    }

    /// The negation of the term.
    pub fn not(term: TermId) -> Self {
        View { term, is_negated: true }
    }

    fn within(self, term: TermId) -> Self {
        View { term, ..self }
    }
}

/// A view with the negation pushed to its operands.
enum Shape {
    Constant(bool),
    Literal(AtomId, bool),
    Junction(Fixpoint, Vec<View>),
    Next(View),
    Temporal(Fixpoint, View, View),
}

/// How deep within formulas implications are looked for.
const MAX_DEPTH: u32 = 60;

impl Terms {
    /// Whether one formula implies another, as far as that shows in their syntax.
    ///
    /// The rules of Somenzi and Bloem ("Efficient Büchi automata from LTL formulae", CAV 2000), and a few for pure
    /// eventualities and purely universal formulas. Where they do not help, where formulas are deep, or once the effort is
    /// spent, the answer is no. Quadratic, at worst, in the size of the formulas: answers are kept.
    pub fn implies(&mut self, a: View, b: View) -> bool {
        self.implies_within(a, b, MAX_DEPTH)
    }

    fn implies_within(&mut self, a: View, b: View, depth: u32) -> bool {
        if a == b {
            return true;
        }
        if depth == 0 || self.effort.spend(1).is_err() {
            return false;
        }
        if let Some(&known) = self.implications.get(&(a, b)) {
            return known;
        }
        let (left, right) = (self.shape(a), self.shape(b));
        let answer = self.is_seen_to_imply((a, &left), (b, &right), depth - 1);
        self.implications.insert((a, b), answer);
        answer
    }

    /// The rules. Conditions on the parts of `a` and `b` are implications again.
    fn is_seen_to_imply(
        &mut self,
        (a, left): (View, &Shape),
        (b, right): (View, &Shape),
        depth: u32,
    ) -> bool {
        use Fixpoint::{Greatest, Least};
        use Shape::{Constant, Junction, Literal, Next, Temporal};
        let mut implies = |one, other| self.implies_within(one, other, depth);
        match (left, right) {
            (Constant(false), _) | (_, Constant(true)) => return true,
            (Constant(true), Constant(false)) => return false,
            (Literal(a, positive), Literal(b, other)) => return a == b && positive == other,
            (Junction(Least, parts), _) => return parts.iter().all(|&part| implies(part, b)),
            (_, Junction(Greatest, parts)) => return parts.iter().all(|&part| implies(a, part)),
            (Next(x), Next(y)) if implies(*x, *y) => return true,
            (Temporal(one, x, y), Temporal(other, z, w))
                if one == other && implies(*x, *z) && implies(*y, *w) =>
            {
                return true;
            }
            _ => {}
        }
        self.is_weakened(left, b, depth) || self.is_strengthened(a, right, depth)
    }

    /// Whether something that `a` implies implies `b`.
    fn is_weakened(&mut self, a: &Shape, b: View, depth: u32) -> bool {
        let b_is_eventual = self.view_is_eventual(b);
        let mut implies = |one| self.implies_within(one, b, depth);
        match a {
            Shape::Junction(Fixpoint::Greatest, parts) => parts.iter().any(|&part| implies(part)),
            // One of both holds now; and `y` does at some time.
            Shape::Temporal(Fixpoint::Least, x, y) => implies(*y) && (b_is_eventual || implies(*x)),
            // `y` holds now.
            Shape::Temporal(Fixpoint::Greatest, _, y) => implies(*y),
            Shape::Next(x) => b_is_eventual && implies(*x),
            _ => false,
        }
    }

    /// Whether `a` implies something that implies `b`.
    fn is_strengthened(&mut self, a: View, b: &Shape, depth: u32) -> bool {
        let a_is_universal = self.view_is_universal(a);
        let mut implied = |other| self.implies_within(a, other, depth);
        match b {
            Shape::Junction(Fixpoint::Least, parts) => parts.iter().any(|&part| implied(part)),
            Shape::Temporal(Fixpoint::Least, _, y) => implied(*y),
            Shape::Temporal(Fixpoint::Greatest, x, y) => {
                implied(*y) && (a_is_universal || implied(*x))
            }
            Shape::Next(x) => a_is_universal && implied(*x),
            _ => false,
        }
    }

    fn view_is_eventual(&self, view: View) -> bool {
        if view.is_negated { self.is_universal(view.term) } else { self.is_eventual(view.term) }
    }

    fn view_is_universal(&self, view: View) -> bool {
        if view.is_negated { self.is_eventual(view.term) } else { self.is_universal(view.term) }
    }

    fn shape(&self, view: View) -> Shape {
        let kind = |kind: Fixpoint| if view.is_negated { kind.dual() } else { kind };
        match self.term(view.term) {
            Term::Constant(value) => Shape::Constant(*value != view.is_negated),
            Term::Literal(atom, value) => Shape::Literal(*atom, *value != view.is_negated),
            Term::Junction(of, parts) => {
                Shape::Junction(kind(*of), parts.iter().map(|&part| view.within(part)).collect())
            }
            Term::Next(a) => Shape::Next(view.within(*a)),
            Term::Temporal(of, a, b) => {
                Shape::Temporal(kind(*of), view.within(*a), view.within(*b))
            }
        }
    }
}
