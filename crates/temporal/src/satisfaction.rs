//! Whether a formula holds on a word, computed from the definition of its operators.

use crate::{Formula, Lasso};

impl Formula {
    /// Whether the formula holds at the first position of a word.
    ///
    /// Each operator is evaluated at all positions, temporal ones as the fixed points that define them (Emerson and
    /// Clarke, "Characterizing correctness properties of parallel programs using fixpoints", ICALP 1980). It shares
    /// nothing with the translation to automata, which is tested against it. Cost: the size of the formula times the
    /// length of the word.
    #[must_use]
    pub fn holds_on(&self, word: &Lasso) -> bool {
        let positions = Positions { letters: word.letters(), word };
        self.fold(|part, operands| positions.evaluate(part, &operands))[0]
    }
}

struct Positions<'a> {
    word: &'a Lasso,
    letters: Vec<u64>,
}

impl Positions<'_> {
    /// At which positions a formula holds, given that of its operands.
    fn evaluate(&self, formula: &Formula, operands: &[Vec<bool>]) -> Vec<bool> {
        let a = |at: usize| operands[0][at];
        let b = |at: usize| operands[1][at];
        match formula {
            Formula::True => self.each(|_| true),
            Formula::False => self.each(|_| false),
            Formula::Atom(atom) => self.each(|at| atom.is_true_in(self.letters[at])),
            Formula::Not(_) => self.each(|at| !a(at)),
            Formula::And(_) => self.each(|at| operands.iter().all(|operand| operand[at])),
            Formula::Or(_) => self.each(|at| operands.iter().any(|operand| operand[at])),
            Formula::Implies(..) => self.each(|at| !a(at) || b(at)),
            Formula::Equivalent(..) => self.each(|at| a(at) == b(at)),
            Formula::Next(_) => self.each(|at| a(self.word.after(at))),
            Formula::Always(_) => self.greatest(|at, next| a(at) && next),
            Formula::Eventually(_) => self.least(|at, next| a(at) || next),
            Formula::Until(..) => self.least(|at, next| b(at) || a(at) && next),
            Formula::WeakUntil(..) => self.greatest(|at, next| b(at) || a(at) && next),
            Formula::Release(..) => self.greatest(|at, next| b(at) && (a(at) || next)),
            Formula::StrongRelease(..) => self.least(|at, next| b(at) && (a(at) || next)),
        }
    }

    fn each(&self, value: impl Fn(usize) -> bool) -> Vec<bool> {
        (0..self.letters.len()).map(value).collect()
    }

    fn least(&self, step: impl Fn(usize, bool) -> bool) -> Vec<bool> {
        self.fixed_point(false, step)
    }

    fn greatest(&self, step: impl Fn(usize, bool) -> bool) -> Vec<bool> {
        self.fixed_point(true, step)
    }

    fn fixed_point(&self, start: bool, step: impl Fn(usize, bool) -> bool) -> Vec<bool> {
        let mut values = vec![start; self.letters.len()];
        loop {
            let before = values.clone();
            for at in (0..values.len()).rev() {
                values[at] = step(at, values[self.word.after(at)]);
            }
            if values == before {
                return values;
            }
        }
    }
}
