//! Typed indices: a variable number is never a channel number.

use kernel::define_index;

define_index! {
    /// A variable: a scalar or an array of cells of one type.
    pub struct VariableId(pub u32);
}

define_index! {
    /// A channel of the program, by its declaration. In a state, each process of a type has its own of those that belong to the
    /// type: [`ChannelInstance`].
    pub struct ChannelId(pub u32);
}

define_index! {
    /// A channel of a state. First come those that belong to no process, with the indices of their declarations
    /// ([`ChannelId`]), then those that processes own, in the order of the processes: several may have one declaration. A
    /// process that is started later adds its own.
    ///
    /// Programs know a channel by another number, from 1 on: [`ChannelInstance::number`].
    pub struct ChannelInstance(pub u32);
}

define_index! {
    /// A process of a state, counted from 0 in the order in which they were started.
    ///
    /// Programs and users know it by another number, where their language does not count from 0:
    /// [`crate::semantics::Semantics::process_number`].
    pub struct ProcessId(pub u16);
}

define_index! {
    /// A process type.
    pub struct ProcessTypeId(pub u32);
}

define_index! {
    /// An enumeration, whose symbols expressions name: `machine::words::Meanings` lists them.
    pub struct EnumerationId(pub u32);
}

define_index! {
    /// A control point that expressions name.
    pub struct LabelId(pub u32);
}

define_index! {
    /// A node of a control graph.
    pub struct NodeId(pub u32);
}

define_index! {
    /// A control location, numbered over all process types.
    pub struct LocationId(pub u32);
}

define_index! {
    /// An expression of a machine, numbered over all that it evaluates: in its edges, its initial values, the conditions of its
    /// process types and its claims. Copies of the machine give the same expressions the same numbers.
    pub struct ExprId(u32);
}

define_index! {
    /// A deterministic block of a machine, numbered over all of its edges and claims.
    pub struct BlockId(u32);
}

define_index! {
    /// An edge between locations, numbered over all process types.
    pub struct EdgeId(pub u32);
}

impl ChannelInstance {
    /// The only channel of a declaration that belongs to no process.
    #[must_use]
    #[inline]
    pub fn unowned(declared: ChannelId) -> ChannelInstance {
        ChannelInstance(declared.0)
    }

    /// The number by which programs know the channel. They count from 1: 0 names none.
    #[must_use]
    #[inline]
    pub fn number(self) -> i32 {
        self.0 as i32 + 1
    }

    /// The channel that programs know by a number, if there are as many as that.
    #[must_use]
    #[inline]
    pub fn with_number(number: i32) -> Option<ChannelInstance> {
        u32::try_from(number).ok()?.checked_sub(1).map(ChannelInstance)
    }
}
