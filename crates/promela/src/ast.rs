//! The syntax tree of a Promela model, after preprocessing and inline expansion.
//!
//! The tree holds the whole language of SPIN 6.5.2 except embedded C; what a later phase cannot
//! serve yet is refused there, by name and position. Every node has the [`Span`] of the text the
//! user wrote: text that came out of a macro carries the place where the macro was used.

use diagnostics::Span;

/// A name with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The identifier.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// A whole model.
#[derive(Clone, Debug, Default)]
pub struct Model {
    /// Top-level units in source order.
    pub units: Vec<Unit>,
}

/// One top-level unit.
#[allow(clippy::large_enum_variant)] // Nearly all of them are the large one.
#[derive(Clone, Debug)]
pub enum Unit {
    /// `mtype = { ... }` or `mtype:kind = { ... }`.
    Mtype(MtypeDeclaration),
    /// `typedef T { ... }`.
    Typedef(Typedef),
    /// Global variables or channels.
    Variables(Declaration),
    /// `proctype`, with or without `active`, or `D_proctype`.
    Proctype(Proctype),
    /// `init { ... }`.
    Init(Body),
    /// `never { ... }`, optionally named.
    Never(Option<Name>, Body),
    /// `trace { ... }` or `notrace { ... }`.
    Trace {
        /// True for `notrace`.
        negated: bool,
        /// Its body.
        body: Body,
    },
    /// `ltl name { formula }`.
    Ltl {
        /// The name, if one was given.
        name: Option<Name>,
        /// The text between the braces.
        formula: String,
        /// What it means.
        tree: Formula,
        /// Where it stands.
        span: Span,
    },
}

/// `mtype` symbols declared together.
#[derive(Clone, Debug)]
pub struct MtypeDeclaration {
    /// The kind in `mtype:kind`, if any.
    pub kind: Option<Name>,
    /// The symbols in source order (SPIN numbers them from the last, which is 1, upwards).
    pub symbols: Vec<Name>,
}

/// A structure type.
#[derive(Clone, Debug)]
pub struct Typedef {
    /// Its name.
    pub name: Name,
    /// Its fields.
    pub fields: Vec<Declaration>,
}

/// A basic or user-defined type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    /// `bit`.
    Bit,
    /// `bool`.
    Bool,
    /// `byte`.
    Byte,
    /// `pid`.
    Pid,
    /// `short`.
    Short,
    /// `int`.
    Int,
    /// `unsigned x : width`; the width in bits stands with each declared variable.
    Unsigned,
    /// `mtype`, with the kind of `mtype:kind`.
    Mtype(Option<String>),
    /// `chan`.
    Chan,
    /// A `typedef` name.
    User(String),
}

/// How a variable is shown or hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visibility {
    /// No prefix.
    Plain,
    /// `hidden`.
    Hidden,
    /// `show`.
    Show,
    /// `local`.
    Local,
}

/// One declaration: a type and the variables that have it.
#[derive(Clone, Debug)]
pub struct Declaration {
    /// `hidden`, `show`, `local` or nothing.
    pub visibility: Visibility,
    /// The type.
    pub ty: Type,
    /// Where the type stands.
    pub ty_span: Span,
    /// The variables.
    pub variables: Vec<Variable>,
    /// Where it stands, without the separator after it.
    pub span: Span,
}

/// One declared variable.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its name.
    pub name: Name,
    /// Width in bits of an `unsigned` variable.
    pub width: Option<Expr>,
    /// Array length (a constant expression).
    pub length: Option<Expr>,
    /// The initial value.
    pub initial: Option<Initialiser>,
    /// From its name to the end of its initial value.
    pub span: Span,
}

/// An initial value.
#[derive(Clone, Debug)]
pub enum Initialiser {
    /// `= expression`.
    Value(Expr),
    /// `= { e, e, ... }`.
    List(Vec<Expr>, Span),
    /// `= [capacity] of { types }`.
    Channel(ChannelInitialiser),
}

/// `[capacity] of { type, ... }`.
#[derive(Clone, Debug)]
pub struct ChannelInitialiser {
    /// The capacity (a constant expression; 0 is a rendezvous channel).
    pub capacity: Expr,
    /// The field types.
    pub fields: Vec<(Type, Span)>,
    /// Where it stands.
    pub span: Span,
}

/// A process type.
#[derive(Clone, Debug)]
pub struct Proctype {
    /// Its name.
    pub name: Name,
    /// `D_proctype`.
    pub deterministic: bool,
    /// `active` (no number) or `active [n]`: the number of instances, as written.
    pub active: Option<Option<Expr>>,
    /// The parameters (no initial values).
    pub parameters: Vec<Declaration>,
    /// `priority n`.
    pub priority: Option<Expr>,
    /// `provided (expression)`.
    pub provided: Option<Expr>,
    /// The body.
    pub body: Body,
}

/// A body in braces.
#[derive(Clone, Debug)]
pub struct Body {
    /// The steps.
    pub steps: Vec<Step>,
    /// From `{` to `}`.
    pub span: Span,
    /// The closing brace, where SPIN places the end state.
    pub end: Span,
    /// `priority n` on `init`.
    pub priority: Option<Box<Expr>>,
}

/// A sequence in braces or an option of `if` and `do`.
pub type Sequence = Vec<Step>;

/// One step of a sequence.
#[allow(clippy::large_enum_variant)] // Nearly all of them are the large one.
#[derive(Clone, Debug)]
pub enum Step {
    /// A declaration between statements.
    Declare(Declaration),
    /// A statement, perhaps with labels before it.
    Statement(Statement),
    /// `xr c, d` or `xs c, d`.
    Exclusive {
        /// True for `xr`, false for `xs`.
        receive: bool,
        /// The channels.
        channels: Vec<LValue>,
        /// Where it stands.
        span: Span,
    },
}

/// A statement with its labels.
#[derive(Clone, Debug)]
pub struct Statement {
    /// Labels in front of it, outermost first.
    pub labels: Vec<Name>,
    /// What it does.
    pub kind: StatementKind,
    /// Where it stands.
    pub span: Span,
    /// `unless { ... }` after it: the escape sequence.
    pub unless: Option<Box<Statement>>,
}

/// What a statement does.
#[derive(Clone, Debug)]
pub enum StatementKind {
    /// `lvalue = expression`.
    Assign(LValue, Expr),
    /// `lvalue++`.
    Increment(LValue),
    /// `lvalue--`.
    Decrement(LValue),
    /// `c ! e, e` or `c !! e, e`, also `c ! e(e, e)`.
    Send {
        /// The channel.
        channel: LValue,
        /// `!!`.
        sorted: bool,
        /// The message.
        arguments: Vec<Expr>,
    },
    /// `c ? a, a`, `c ?? a`, `c ? <a>`, `c ?? <a>`.
    Receive {
        /// The channel.
        channel: LValue,
        /// `??`.
        random: bool,
        /// `<...>`: the message stays in the channel.
        copy: bool,
        /// The message pattern.
        arguments: Vec<ReceiveArgument>,
    },
    /// An expression as a statement: a guard. `skip` is the constant 1.
    Expression(Expr),
    /// `else`.
    Else,
    /// `if :: ... fi`.
    If(Vec<Sequence>),
    /// `do :: ... od`.
    Do(Vec<Sequence>),
    /// `for (i : a .. b) { ... }`.
    ForRange {
        /// The loop variable.
        variable: LValue,
        /// First value.
        from: Expr,
        /// Last value.
        to: Expr,
        /// The body.
        body: Sequence,
    },
    /// `for (x in a) { ... }`.
    ForIn {
        /// The loop variable.
        variable: LValue,
        /// The array or channel.
        collection: LValue,
        /// The body.
        body: Sequence,
    },
    /// `select (i : a .. b)`.
    Select {
        /// The variable.
        variable: LValue,
        /// First value.
        from: Expr,
        /// Last value.
        to: Expr,
        /// Whether SPIN's lexer would spell it out as a choice, if the values are few.
        spelled_out: bool,
    },
    /// `break`.
    Break,
    /// `goto label`.
    Goto(Name),
    /// `atomic { ... }`.
    Atomic(Sequence),
    /// `d_step { ... }`.
    DStep(Sequence),
    /// `{ ... }`.
    Block(Sequence),
    /// The expansion of a call of an inline: its body with the arguments in place of the parameters.
    Inline {
        /// Which inline was called.
        name: Name,
        /// The arguments, as they were written.
        arguments: Vec<Expr>,
        /// The expanded body.
        body: Sequence,
    },
    /// `assert(expression)`.
    Assert(Expr),
    /// `printf("format", e, ...)`; escapes are still as written.
    Printf {
        /// The format without its quotes.
        format: String,
        /// The arguments.
        arguments: Vec<Expr>,
    },
    /// `printm(e)`.
    Printm(Expr),
    /// `set_priority(process, priority)`.
    SetPriority(Expr, Expr),
}

/// One position of a receive pattern.
#[derive(Clone, Debug)]
pub enum ReceiveArgument {
    /// A variable that takes the value.
    Store(LValue),
    /// `_`: any value, thrown away.
    Any(Span),
    /// A constant (number, mtype symbol, `true`, ...) that the value must equal; also a negated one.
    Match(Expr),
    /// `eval(expression)`.
    Eval(Expr),
}

/// A variable, an array element, a field.
#[derive(Clone, Debug)]
pub struct LValue {
    /// The names from left to right: `a[i].b[j].c` has three.
    pub path: Vec<PathPart>,
    /// Where it stands.
    pub span: Span,
}

/// One part of an [`LValue`].
#[derive(Clone, Debug)]
pub struct PathPart {
    /// The variable or field.
    pub name: Name,
    /// The subscript.
    pub index: Option<Expr>,
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it computes.
    pub kind: ExprKind,
    /// Where it stands.
    pub span: Span,
}

/// What an expression computes.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A number; characters, `true`, `false` and `skip` are numbers too.
    Number(i64),
    /// A variable (or an mtype symbol, which only names resolve).
    Variable(LValue),
    /// A unary operator.
    Unary(UnaryOperator, Box<Expr>),
    /// A binary operator.
    Binary(BinaryOperator, Box<Expr>, Box<Expr>),
    /// `(c -> a : b)`.
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `len(c)`, `empty(c)`, `nempty(c)`, `full(c)`, `nfull(c)`.
    Channel(ChannelQuery, LValue),
    /// `c ? [a]` and `c ?? [a]`.
    Poll {
        /// The channel.
        channel: LValue,
        /// `??`.
        random: bool,
        /// The message pattern.
        arguments: Vec<ReceiveArgument>,
    },
    /// `run P(arguments)`, with its `priority`.
    Run {
        /// The process type.
        process: Name,
        /// The arguments.
        arguments: Vec<Expr>,
        /// `priority n`.
        priority: Option<Box<Expr>>,
    },
    /// `timeout`.
    Timeout,
    /// `np_`.
    NonProgress,
    /// `_pid`.
    Pid,
    /// `_nr_pr`.
    ProcessCount,
    /// `_last`.
    Last,
    /// `_priority`.
    Priority,
    /// `_` where a value is read.
    Scratch,
    /// `enabled(pid)`.
    Enabled(Box<Expr>),
    /// `pc_value(pid)`.
    PcValue(Box<Expr>),
    /// `get_priority(pid)`.
    GetPriority(Box<Expr>),
    /// `P[i]@label` or `P@label`.
    RemoteLabel {
        /// The process type.
        process: Name,
        /// Which instance.
        instance: Option<Box<Expr>>,
        /// The label.
        label: Name,
    },
    /// `P[i]:variable` or `P:variable`.
    RemoteVariable {
        /// The process type.
        process: Name,
        /// Which instance.
        instance: Option<Box<Expr>>,
        /// The variable.
        variable: LValue,
    },
}

/// A formula of linear temporal logic.
#[derive(Clone, Debug)]
pub struct Formula {
    /// What it says.
    pub kind: FormulaKind,
    /// Where it stands.
    pub span: Span,
}

/// What a formula says.
#[derive(Clone, Debug)]
pub enum FormulaKind {
    /// A condition on one state, which is no `!`, `&&` or `||`.
    Atom(Expr),
    /// `!`, `X`, `[]` or `<>`.
    Unary(FormulaPrefix, Box<Formula>),
    /// Two formulas, joined.
    Binary(FormulaJoin, Box<Formula>, Box<Formula>),
}

/// What stands before a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormulaPrefix {
    /// `!`.
    Not,
    /// `X`: in the next state.
    Next,
    /// `[]`: from now on.
    Always,
    /// `<>`: now or later.
    Eventually,
}

/// What joins two formulas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormulaJoin {
    /// `&&`.
    And,
    /// `||`.
    Or,
    /// `->`.
    Implies,
    /// `<->`.
    Equivalent,
    /// `U`: the right one holds at last, and up to then the left one.
    Until,
    /// `W`: the same, or the left one holds for ever.
    WeakUntil,
    /// `V`: the right one holds up to where the left one does, and there too.
    Release,
}

/// Unary operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOperator {
    /// `-`.
    Negate,
    /// `!`.
    Not,
    /// `~`.
    Complement,
}

/// Binary operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOperator {
    /// `*`.
    Multiply,
    /// `/`.
    Divide,
    /// `%`.
    Modulo,
    /// `+`.
    Add,
    /// `-`.
    Subtract,
    /// `<<`.
    ShiftLeft,
    /// `>>`.
    ShiftRight,
    /// `<`.
    Less,
    /// `<=`.
    LessEqual,
    /// `>`.
    Greater,
    /// `>=`.
    GreaterEqual,
    /// `==`.
    Equal,
    /// `!=`.
    NotEqual,
    /// `&`.
    BitAnd,
    /// `^`.
    BitXor,
    /// `|`.
    BitOr,
    /// `&&`.
    And,
    /// `||`.
    Or,
}

/// Questions about a channel's contents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChannelQuery {
    /// `len`.
    Length,
    /// `empty`.
    Empty,
    /// `nempty`.
    NotEmpty,
    /// `full`.
    Full,
    /// `nfull`.
    NotFull,
}
