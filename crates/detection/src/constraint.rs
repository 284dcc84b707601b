//! What detection demands, one thing after the other, so that tests can leave one out.
//!
//! A condition that nothing misses when it is gone is either implied by others, or tested by nothing. So each can be dropped,
//! by [`detect_without`](super::detect_without), and a test knows for each a model that is then answered wrongly.

/// Declares the constraints, and lists them all.
macro_rules! constraints {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// A condition on what may be exchanged, or on where symmetry applies.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Constraint {
            $($(#[$doc])* $name,)*
        }

        impl Constraint {
            /// Every constraint.
            pub const ALL: &[Constraint] = &[$(Constraint::$name,)*];
        }
    };
}

/// The constraints that are kept: all, but in tests.
#[derive(Clone, Copy, Debug, Default)]
pub struct Demands {
    /// What a test leaves out.
    pub(super) dropped: Option<Constraint>,
}

impl Demands {
    /// Whether a constraint is kept.
    #[must_use]
    pub fn make(self, constraint: Constraint) -> bool {
        self.dropped != Some(constraint)
    }
}

constraints! {
    /// Processes are told apart by type.
    ProcessType,
    /// Channels by capacity.
    ChannelCapacity,
    /// Channels by the widths of their fields.
    FieldWidth,
    /// Channels by what their fields mean.
    FieldMeaning,
    /// The own channels of a process go where it goes: they are gone when it is.
    ChannelOwner,
    /// Locations are told apart by the variables that do not matter there.
    DeadLocals,
    /// Variables by where they live: global, or local to a process type.
    VariableRegion,
    /// Variables by how wide they are.
    VariableWidth,
    /// Variables by what they mean.
    VariableMeaning,
    /// Arrays by their lengths.
    ArrayLength,
    /// Hidden and unused variables by themselves.
    HiddenVariable,
    /// What is set to 0 is passed over only where it does not matter.
    OnlyCleared,
    /// Values by their kind.
    ValueKind,
    /// The value that stands in unused cells is not renamed.
    PinnedFiller,
    /// Processes by what their locals hold for ever.
    FrozenLocals,
    /// Elements of arrays belong to who indexes them.
    Elements,
    /// What constant arrays hold.
    ConstantArrays,
    /// Locations by process type.
    LocationType,
    /// Locations that only one process can be at belong to it.
    LocationOccupant,
    /// A guard that tells a process apart goes on doing so.
    OccupantGuard,
    /// Who can be where is told by what never changes in a process, whichever way it was started.
    OccupantConstants,
    /// What a process holds for ever it holds when it has ended.
    FrozenOfEnded,
    /// Locations by whether a process may stay there.
    ValidEnd,
    /// Loops by what their rounds do.
    FoldRounds,
    /// Loops have no order only where no claim and no condition to move looks at what they do.
    FoldUnwatched,
    /// Only where nothing else reads what counts their rounds.
    FoldCounterUnread,
    /// Only where no other process can look in between.
    FoldUninterrupted,
    /// Only where they are entered at their head.
    FoldClosed,
    /// They send one message to a channel.
    FoldMessages,
    /// What they send to different channels they may send in any order, and only that.
    FoldChannels,
    /// They send only where there is room, so that they never wait.
    FoldRoom,
    /// They receive only where there is a message.
    FoldHeld,
    /// Where they choose, something is always possible.
    FoldTotal,
    /// What a round leaves in a variable matters to no other, as each writes it before it reads it.
    FoldWrittenFirst,
    /// And to nobody after them.
    FoldDeadAfter,
    /// What does not commute comes one after the other.
    FoldOrder,
    /// What several rounds change is changed by one operation.
    FoldAccumulators,
    /// Nothing in a round depends on what others change.
    FoldDependence,
    /// All ways out do the same.
    FoldLeavesAlike,
    /// Where a loop may be left early, rounds that go on do nothing.
    FoldGoesOnIdle,
    /// A maximum is as wide as that of which it is one.
    FoldWidth,
    /// At most one round acts only where the elements differ.
    FoldElementsDiffer,
    /// Or where they ask for different values of one thing that neither changes.
    FoldExcludedByKept,
    /// What is known to be true or false is no name.
    KnownTruth,
    /// Statements by whether they keep control.
    Atomic,
    /// Statements by where they start.
    EdgeFrom,
    /// Statements by where they lead.
    EdgeTo,
    /// Statements by the order of escapes and of options that exclude each other.
    Precedence,
    /// Statements by how many `else` come before.
    ElsePlace,
    /// Statements by the condition under which their process may move.
    Provided,
    /// Statements by what they reset.
    Resets,
    /// Assertions are no conditions.
    AssertOrGuard,
    /// Assignments by what they assign to.
    AssignTarget,
    /// Assignments by the value.
    AssignValue,
    /// Sends by whether they sort.
    SortedSend,
    /// The fields of a message have an order.
    FieldOrder,
    /// Fields that a send leaves out are 0, which may be a name.
    MissingFields,
    /// The same among the values that the fields take.
    MissingFieldValues,
    /// Receives by whether they take a message out of the middle.
    RandomReceive,
    /// Receives by whether they leave the message.
    CopyReceive,
    /// Patterns by whether they store or compare.
    StoreOrMatch,
    /// What is done in one step has an order.
    SequenceOrder,
    /// So have the options of a deterministic block.
    OptionOrder,
    /// Options of a deterministic block by where they lead.
    OptionTarget,
    /// Constants that name processes belong to them.
    NamedProcess,
    /// Constants that name channels belong to them.
    NamedChannel,
    /// Constants that name values belong to them.
    NamedValue,
    /// Numbers are themselves.
    Number,
    /// The truth of a name depends on what 0 names.
    TruthOfNames,
    /// `&&` and `||` have an order where an operand can fail.
    FailureOrder,
    /// The operands of `-`, `<` and the like have an order.
    OperandOrder,
    /// Operators are themselves.
    Operator,
    /// The parts of a conditional expression have an order.
    ConditionalOrder,
    /// Questions about channels are themselves.
    Query,
    /// `_pid` as a number tells all processes apart.
    SelfAsNumber,
    /// So does a number by which a process is asked.
    OtherAsNumber,
    /// The first process of a type is no other.
    FirstOfType,
    /// Which variable is read of another process.
    RemoteVariable,
    /// What is read of a process that is not there is 0, which may be a name.
    RemoteMissing,
    /// The same among the values that are read.
    RemoteMissingValue,
    /// Which place another process is asked to be at.
    AtLabel,
    /// What is printed must be there: the values that are not may be told apart by that.
    PrintedFailures,
    /// Arithmetic on names is known row by row.
    TableRows,
    /// Which variable a place is.
    PlaceVariable,
    /// Whose variable it is.
    PlaceOwner,
    /// Which element it is.
    PlaceSubscripts,
    /// Arithmetic that has no rows makes names numbers.
    Arithmetic,
    /// So does a range that some processes are in, and others not.
    CutRange,
    /// So does sorting by them.
    SortedNumbers,
    /// What is compared for equality means the same.
    ComparedAlike,
    /// What is assigned means the same.
    AssignedAlike,
    /// What is sent means the same.
    SentAlike,
    /// What is received means the same.
    ReceivedAlike,
    /// Arguments mean what parameters mean.
    PassedAlike,
    /// What a process is asked by is a process.
    AskedProcess,
    /// Names that are cut off on their way are numbers.
    FlowWidth,
    /// Variables must be able to hold all names of their class.
    NarrowVariables,
    /// So must fields of messages.
    NarrowFields,
    /// Cells must be able to hold all channels.
    NarrowChannels,
    /// Elements of arrays do not move with channels.
    ChannelSubscripts,
    /// Channels are not named by numbers.
    ChannelsByNumber,
    /// What names no process stands in unused variables.
    ProcessFiller,
    /// And in unused slots of channels.
    SlotFiller,
    /// And in fields of messages that nobody looks at.
    DummyFiller,
    /// What nothing reads any more is cleared, and what counts the rounds of loops.
    UnreadLocals,
    /// Of what is kept from before symmetry applies, only what nothing reads is cleared.
    IdleLocals,
    /// What stands in unused cells is none of the values in use.
    SpareFiller,
    /// Cells are stored with room for it.
    FillerWidth,
    /// Symmetry applies where cells hold what it was found for.
    Bounds,
    /// With a value, cells may hold its images.
    BoundImages,
    /// Symmetry does not apply while a process can be started.
    EarlyCode,
    /// Symmetry applies where locals that never change hold what it was found for.
    FrozenCells,
    /// Processes that have ended stay where symmetry applies.
    EndedProcesses,
    /// Their channels are not used.
    EndedChannels,
    /// How many processes there are is not asked where they stay.
    CountObserved,
    /// Who moved last is not asked.
    LastMover,
    /// Processes have no priorities.
    Priorities,
    /// Whether another process can move is not asked.
    EnabledAsked,
    /// At which statement another process is, by number, is not asked.
    PlaceAsked,
}
