//! The syntax tree. Every node has its place in the text.

use diagnostics::Span;

/// A name where it stands.
#[derive(Clone, Debug)]
pub(crate) struct Name {
    pub text: String,
    pub span: Span,
}

/// A number where it stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Number {
    pub value: i32,
    pub span: Span,
}

/// A model: constants, classes of rebecs, and the rebecs that exist from the start.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    pub constants: Vec<Constant>,
    pub classes: Vec<Class>,
    /// What `main` declares, in order.
    pub rebecs: Vec<Rebec>,
    /// Whether it asks of which class a sender is.
    pub asks_senders: bool,
    /// The classes of which rebecs are created at run time, as often as that is written.
    pub created: Vec<String>,
    /// The end of the text.
    pub end: Span,
}

/// `env T name = value;`.
#[derive(Clone, Debug)]
pub(crate) struct Constant {
    pub ty: Name,
    pub name: Name,
    pub value: Expr,
    /// From `env` to the end of the value.
    pub span: Span,
}

/// Which of its like a class is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ClassKind {
    /// It only says which messages are served.
    Interface,
    /// No rebec is of this class alone.
    Abstract,
    Concrete,
}

/// `reactiveclass name(queue) { ... }` or `interface name { ... }`.
#[derive(Clone, Debug)]
pub(crate) struct Class {
    pub kind: ClassKind,
    pub name: Name,
    /// How many messages the queue of each rebec holds; interfaces say nothing of it.
    pub queue: Option<Number>,
    /// The class that it extends.
    pub extends: Option<Name>,
    /// The interfaces that it implements, or extends if it is one.
    pub implements: Vec<Name>,
    pub known: Vec<Known>,
    pub variables: Vec<Variable>,
    pub routines: Vec<Routine>,
    /// From its keyword to its last brace, or as far as it is understood.
    pub span: Span,
}

/// `C x;` or, for several rebecs that are told apart by an index, `C x[i:low..high];`, among `knownrebecs`.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    pub class: Name,
    pub name: Name,
    pub group: Option<Group>,
}

/// `[i:low..high]`: declares the scalar set `i`.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub index: Name,
    pub low: Number,
    pub high: Number,
}

/// A variable of a rebec or of what it runs, or a parameter: `T v;`, `T v[i];` or `T[2][3] v;`.
#[derive(Clone, Debug)]
pub(crate) struct Variable {
    /// `boolean`, `byte`, `short`, `int`, a class, or a scalar set.
    pub ty: Name,
    pub name: Name,
    /// From the outermost; none for a single value.
    pub dimensions: Vec<Dimension>,
}

/// One value for each element of a scalar set, or as many as a number or a constant says.
#[derive(Clone, Debug)]
pub(crate) enum Dimension {
    Index(Name),
    Length(Number),
}

/// What a rebec can run.
#[derive(Clone, Debug)]
pub(crate) struct Routine {
    pub kind: RoutineKind,
    pub name: Name,
    pub parameters: Vec<Variable>,
    /// None if only subclasses say what is done.
    pub body: Option<Vec<Statement>>,
    /// From its type, or the word for it, to its end.
    pub span: Span,
}

/// When something is run.
#[derive(Clone, Debug)]
pub(crate) enum RoutineKind {
    /// `C(parameters) { ... }`: when the rebec starts.
    Constructor,
    /// `msgsrv name(parameters) { ... }`: when a message is served.
    Server,
    /// `T name(parameters) { ... }`: when it is called. Its type, unless it is `void`.
    Method(Option<Name>),
}

#[derive(Clone, Debug)]
pub(crate) struct Statement {
    pub kind: StatementKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub(crate) enum StatementKind {
    /// `T v;` or `T v = e;`: a variable of the routine.
    Declare(Variable, Option<Initial>),
    /// `v = e;`, or with an operator as in `v[i] += e;`.
    Assign(Reference, Option<Operator>, Expr),
    /// `receiver.message(arguments);`, or a call of a method of the rebec itself.
    Send(Expr, Name, Vec<Expr>),
    Call(Call),
    If(Expr, Vec<Statement>, Vec<Statement>),
    /// `forEachValueOf(i) ...`.
    ForEach(Name, Vec<Statement>),
    Loop(Box<Loop>),
    /// `switch (e) { case c: ... default: ... }`.
    Switch(Expr, Vec<Case>),
    Break,
    Continue,
    Return(Option<Expr>),
    /// `{ ... }` that stands alone.
    Block(Vec<Statement>),
    /// `assertion(e);`.
    Assert(Expr),
}

/// What a variable begins with.
#[derive(Clone, Debug)]
pub(crate) enum Initial {
    Value(Expr),
    /// `{1, 2, 3}`.
    Elements(Vec<Initial>, Span),
}

/// `for (first; condition; next) body`, or `while (condition) body`.
#[derive(Clone, Debug)]
pub(crate) struct Loop {
    pub first: Vec<Statement>,
    pub condition: Option<Expr>,
    pub next: Vec<Statement>,
    pub body: Vec<Statement>,
}

/// `case c:`, or `default:` without a value, and the statements that follow.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub value: Option<Expr>,
    pub span: Span,
    pub body: Vec<Statement>,
}

/// A variable, a known rebec or a parameter, perhaps one of several.
#[derive(Clone, Debug)]
pub(crate) struct Reference {
    /// Whether it is written `self.v`: a variable of the rebec, whatever else has this name.
    pub own: bool,
    pub name: Name,
    pub subscripts: Vec<Expr>,
}

/// `f(arguments)`, `self.f(arguments)` or `super.f(arguments)`, or `super(arguments)` without a name.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    /// Whether what the superclass has is meant.
    pub upwards: bool,
    pub name: Option<Name>,
    pub arguments: Vec<Expr>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub(crate) struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub(crate) enum ExprKind {
    Number(i32),
    Truth(bool),
    Null,
    /// `self`.
    Own,
    /// `sender`.
    Sender,
    Reference(Reference),
    /// `rebec.variable`: properties look into rebecs.
    Field(Name, Reference),
    /// `?(a, b, ...)`: one of them.
    Choice(Vec<Expr>),
    /// `new C(known):(arguments)`.
    New(Name, Vec<Expr>, Vec<Expr>),
    Call(Call),
    /// `pow(a, b)` or `sqrt(a)`.
    Mathematics(Name, Vec<Expr>),
    Unary(Unary, Box<Expr>),
    /// `(T) e`.
    Cast(Name, Box<Expr>),
    /// `e instanceof C`.
    InstanceOf(Box<Expr>, Name),
    Binary(Operator, Box<(Expr, Expr)>),
    /// `c ? a : b`.
    Conditional(Box<(Expr, Expr, Expr)>),
    /// In properties: a formula over runs.
    Temporal(Temporal, Vec<Expr>),
}

/// Operators before an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unary {
    Not,
    Negate,
    Complement,
}

/// Binary operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operator {
    Or,
    And,
    BitOr,
    BitXor,
    BitAnd,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    ShiftLeft,
    ShiftRight,
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
    /// `+%`: addition within a scalar set.
    Rotate,
}

/// Operators of linear temporal logic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Temporal {
    Always,
    Eventually,
    Next,
    Until,
    Implies,
}

/// `C name(known):(arguments);`, in `main`.
#[derive(Clone, Debug)]
pub(crate) struct Rebec {
    pub class: Name,
    pub name: Name,
    pub known: Vec<Name>,
    pub arguments: Vec<Expr>,
    /// From its class to its last argument.
    pub span: Span,
}

/// A property file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Properties {
    pub definitions: Vec<(Name, Expr)>,
    pub properties: Vec<Property>,
    /// What is looked for.
    pub sought: Option<Expr>,
}

/// `name: formula;`.
#[derive(Clone, Debug)]
pub(crate) struct Property {
    pub name: Name,
    /// Whether every state must satisfy it: it stands under `Assertion`.
    pub invariant: bool,
    pub formula: Expr,
}
