//! The two kinds of symmetry that the method distinguishes.

/// How freely the rebecs may be permuted that others know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RebecSymmetry {
    /// Those that a rebec knows correspond to those that its image knows, one by one.
    Inter,
    /// Those that it knows by an index may turn.
    Intra,
}
