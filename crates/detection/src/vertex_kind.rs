//! What the vertices of a program's graph are.

/// What a vertex stands for. Vertices of different kinds have different colours.
#[expect(missing_docs, reason = "most are what their names say")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum VertexKind {
    // What symmetry permutes, and what belongs to it.
    Process,
    ProcessType,
    Channel,
    Variable,
    /// One of the values that are only told apart.
    Value,
    /// All values of one kind.
    Kind,
    /// An element of an array that processes or values index.
    Element,
    /// A cell of a constant array.
    Constant,
    /// What a local variable of a process holds for ever.
    Frozen,
    /// What a variable, or a field of messages, may hold.
    Holdings,

    // Control.
    Location,
    Edge,
    /// The statements of an edge, in their order, or each after those that it does not commute with.
    Sequence,
    /// A statement, or a part of a fold, at its place in such an order.
    Together,
    /// A sequence whose order nobody sees, and the ways through its parts.
    Fold,
    Path,
    /// A deterministic block, with its points, their options, the options that it may begin with, and its end.
    Block,
    Point,
    Option,
    Heads,
    Exit,

    // Actions.
    Skip,
    Else,
    Terminate,
    Print,
    Guard,
    Assert,
    Assign,
    Send,
    Receive,
    Run,
    OutOfRoom,
    /// What only SPIN's languages do.
    SpinAction,

    // What a receive does with a field.
    Any,
    Store,
    /// The field goes to the number of the process itself.
    ReceivedOwnNumber,

    // Expressions.
    Number,
    /// A constant that names something.
    Name,
    /// `_pid` as a name.
    OwnProcess,
    /// `_pid` as a number.
    OwnNumberOfProcess,
    /// A process that is named by a number.
    NumberedProcess,
    OwnChannel,
    Place,
    Load,
    Unary,
    Binary,
    Not,
    And,
    Or,
    /// Whether an expression is not zero.
    Truth,
    Conditional,
    Query,
    Poll,
    Timeout,
    RemoteLoad,
    AtLabel,
    /// The number of a process that must be there.
    Existing,
    /// A value that must be in a range.
    Within,
    /// What only SPIN's languages ask.
    SpinExpr,
    /// Arithmetic on names: a function given by its rows, applied to its operands; and where it has no value.
    Applied,
    Function,
    Row,
    Fault,

    // Properties.
    StateCondition,
    Proposition,
    Formula,
}
