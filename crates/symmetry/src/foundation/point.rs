//! Typed indices.

macro_rules! define_index {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(u32);

        impl $name {
            /// The one with this number.
            ///
            /// # Panics
            ///
            /// If the number does not fit into 32 bits.
            pub fn new(index: usize) -> Self {
                Self(u32::try_from(index).expect("an index of at most 32 bits"))
            }

            /// Its number.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

define_index! {
    /// A thing that symmetry may permute: a process, a channel, an index, a value of a symmetric datatype.
    Point
}

define_index! {
    /// A family of cells that can be images of one another.
    Family
}

define_index! {
    /// A cell: its place in the state.
    CellId
}
