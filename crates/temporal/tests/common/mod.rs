//! What the tests share: random formulas and words, and the notations of other programs.

#![allow(dead_code, reason = "each test uses some of it")]

pub mod foreign;
pub mod lbt;
pub mod notation;
pub mod patterns;
pub mod reader;
pub mod spin;

use temporal::{AtomId, Formula, Lasso};
use testing::Numbers;

/// An operator with one operand.
pub type Unary = fn(Box<Formula>) -> Formula;
/// An operator with two operands.
pub type Binary = fn(Box<Formula>, Box<Formula>) -> Formula;

/// A random formula with that many operators and operands at most, over that many atoms.
pub fn formula(numbers: &mut Numbers, size: usize, atoms: usize) -> Formula {
    use Formula::*;
    if size <= 1 {
        return match numbers.below(12) {
            0 => True,
            1 => False,
            _ => Atom(AtomId(numbers.below(atoms) as u32)),
        };
    }
    let unary: [Unary; 4] = [Not, Next, Always, Eventually];
    if size == 2 || numbers.chance(40) {
        let made = *numbers.pick(&unary);
        return made(Box::new(formula(numbers, size - 1, atoms)));
    }
    let left = numbers.between(1, size - 2);
    let a = formula(numbers, left, atoms);
    let b = formula(numbers, size - 1 - left, atoms);
    let binary: [Binary; 6] = [Implies, Equivalent, Until, WeakUntil, Release, StrongRelease];
    match numbers.below(10) {
        0 | 1 => And(vec![a, b]),
        2 | 3 => Or(vec![a, b]),
        other => binary[other - 4](Box::new(a), Box::new(b)),
    }
}

/// A random word over that many atoms. Every third word changes a letter rarely.
pub fn word(numbers: &mut Numbers, atoms: usize) -> Lasso {
    let is_slow = numbers.one_in(3);
    let mask = (1 << atoms) - 1;
    let mut letter = numbers.word() & mask;
    let mut letters = |count: usize| -> Vec<u64> {
        let any = |_| {
            if !is_slow || numbers.one_in(3) {
                letter = numbers.word() & mask;
            }
            letter
        };
        (0..count).map(any).collect()
    };
    let prefix = letters(6);
    let cycle = letters(5);
    let (from, length) = (numbers.below(7), numbers.between(1, 5));
    Lasso::new(prefix[from..].to_vec(), cycle[..length].to_vec()).expect("a cycle")
}
