//! When two programs count as the same.

/// When a program whose processes and channels were renamed counts as the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Equivalence {
    /// Options may be in another order, and operands of `+`, `*`, `&&` and `||` (Donaldson and Miller 2008, section 7.3.1).
    Published,
    /// The same and more: operands of other commutative operators, independent assignments, and parameters that a process type
    /// treats alike.
    Extended,
}
