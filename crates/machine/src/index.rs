//! Typed indices: a variable number is never a channel number.

macro_rules! define_index {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u32);

        impl $name {
            /// The index as a plain number, for subscripts.
            #[must_use]
            pub fn index(self) -> usize {
                self.0 as usize
            }

            /// The index of subscript `index`.
            #[must_use]
            pub fn new(index: usize) -> $name {
                $name(u32::try_from(index).expect("fewer than 2^32 of anything"))
            }
        }
    };
}

define_index!(
    /// A variable: a scalar or an array of cells of one type.
    VariableId
);
define_index!(
    /// A channel.
    ChannelId
);
define_index!(
    /// A process type.
    ProcessTypeId
);
define_index!(
    /// A control point that expressions name.
    LabelId
);
define_index!(
    /// A local variable that other processes read.
    RemoteId
);
define_index!(
    /// A node of a control graph.
    NodeId
);
define_index!(
    /// A control location, numbered over all process types.
    LocationId
);
define_index!(
    /// An edge between locations, numbered over all process types.
    EdgeId
);
