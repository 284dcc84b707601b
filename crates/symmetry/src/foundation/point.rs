//! What symmetry permutes, and what states are made of.

use kernel::define_index;

define_index! {
    /// A thing that symmetry may permute: a process, a channel, an index, a value of a symmetric datatype.
    pub struct Point(u32);
}

define_index! {
    /// A family of cells that can be images of one another.
    pub struct Family(u32);
}

define_index! {
    /// A cell: its place in the state.
    pub struct CellId(u32);
}
