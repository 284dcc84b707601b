//! Formulas of linear temporal logic.

/// An atomic proposition, known by its number alone. What it means is its user's business.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AtomId(pub u32);

/// How many atoms there can be: a valuation is a machine word, with bit `i` for atom `i`.
pub const MAX_ATOMS: u32 = 64;

impl AtomId {
    /// Whether the atom is true in a valuation. Atoms for which a valuation has no bit are false.
    #[must_use]
    pub fn is_true_in(self, valuation: u64) -> bool {
        self.0 < MAX_ATOMS && valuation >> self.0 & 1 == 1
    }
}

/// A formula of linear temporal logic (Pnueli, "The temporal logic of programs", FOCS 1977), over infinite words.
///
/// The operators that binary ones abbreviate are kept, for formulas are also read. The crate walks formulas without
/// recursion; what Rust derives (`Clone`, `Debug`, equality, dropping) recurses, so whoever builds formulas from
/// input bounds their depth.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Formula {
    /// Holds everywhere.
    True,
    /// Holds nowhere.
    False,
    /// The atom is true now.
    Atom(AtomId),
    /// The operand does not hold.
    Not(Box<Formula>),
    /// All operands hold; true if there are none.
    And(Vec<Formula>),
    /// Some operand holds; false if there are none.
    Or(Vec<Formula>),
    /// If the first operand holds, so does the second.
    Implies(Box<Formula>, Box<Formula>),
    /// Both operands hold, or neither.
    Equivalent(Box<Formula>, Box<Formula>),
    /// `X a`: the operand holds at the next position.
    Next(Box<Formula>),
    /// `G a`: the operand holds now and ever after.
    Always(Box<Formula>),
    /// `F a`: the operand holds now or later.
    Eventually(Box<Formula>),
    /// `a U b`: `b` holds now or later, and `a` until then.
    Until(Box<Formula>, Box<Formula>),
    /// `a W b`: `a` holds until `b` does, or for ever.
    WeakUntil(Box<Formula>, Box<Formula>),
    /// `a R b`: `b` holds up to and including the position where `a` does, or for ever.
    Release(Box<Formula>, Box<Formula>),
    /// `a M b`: `a` holds now or later, and `b` up to and including that position.
    StrongRelease(Box<Formula>, Box<Formula>),
}

impl Formula {
    /// The formula that holds where this one does not.
    #[must_use]
    pub fn negated(self) -> Formula {
        Formula::Not(Box::new(self))
    }

    /// The number of operators, atoms and constants.
    #[must_use]
    pub fn size(&self) -> usize {
        self.parts().count()
    }

    /// The atoms that occur, ascending, each once.
    #[must_use]
    pub fn atoms(&self) -> Vec<AtomId> {
        let atom = |part: &Formula| if let Formula::Atom(atom) = part { Some(*atom) } else { None };
        let mut atoms: Vec<AtomId> = self.parts().filter_map(atom).collect();
        atoms.sort_unstable();
        atoms.dedup();
        atoms
    }

    /// Whether the formula speaks of the next position anywhere.
    #[must_use]
    pub fn has_next(&self) -> bool {
        self.parts().any(|part| matches!(part, Formula::Next(_)))
    }

    /// The formula and all formulas within, from the outside in.
    fn parts(&self) -> impl Iterator<Item = &Formula> {
        let mut open = vec![self];
        std::iter::from_fn(move || {
            let part = open.pop()?;
            part.for_each_operand(|operand| open.push(operand));
            Some(part)
        })
    }

    fn for_each_operand<'a>(&'a self, mut visit: impl FnMut(&'a Formula)) {
        use Formula::*;
        match self {
            True | False | Atom(_) => {}
            Not(a) | Next(a) | Always(a) | Eventually(a) => visit(a),
            And(operands) | Or(operands) => operands.iter().for_each(visit),
            Implies(a, b)
            | Equivalent(a, b)
            | Until(a, b)
            | WeakUntil(a, b)
            | Release(a, b)
            | StrongRelease(a, b) => {
                visit(a);
                visit(b);
            }
        }
    }

    /// Computes a value of the formula from the values of its operands, from the inside out. It keeps its own stack:
    /// input decides how deep formulas are.
    pub(crate) fn fold<T>(&self, mut combine: impl FnMut(&Formula, Vec<T>) -> T) -> T {
        let mut open = vec![(self, false)];
        let mut values: Vec<T> = Vec::new();
        while let Some((part, is_ready)) = open.pop() {
            let first = open.len();
            if is_ready {
                let mut count = 0;
                part.for_each_operand(|_| count += 1);
                let operands = values.split_off(values.len() - count);
                values.push(combine(part, operands));
            } else {
                open.push((part, true));
                part.for_each_operand(|operand| open.push((operand, false)));
                // The operand that is on top is computed first: let that be the first one.
                open[first + 1..].reverse();
            }
        }
        values.pop().expect("the value of the formula itself")
    }
}
