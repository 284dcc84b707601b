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

/// A model: classes of rebecs, and the rebecs that exist from the start.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    pub classes: Vec<Class>,
    /// What `main` declares, in order.
    pub rebecs: Vec<Rebec>,
    /// The end of the text.
    pub end: Span,
}

/// `reactiveclass name(queue) { ... }`.
#[derive(Clone, Debug)]
pub(crate) struct Class {
    pub name: Name,
    /// How many messages the queue of each rebec holds.
    pub queue: Number,
    pub known: Vec<Known>,
    pub variables: Vec<Variable>,
    pub servers: Vec<Server>,
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

/// A variable of a rebec, of a message server, or a parameter: `T v;`, `T v[i];` or `T[i] v;`.
#[derive(Clone, Debug)]
pub(crate) struct Variable {
    /// `boolean`, `byte`, `short`, `int`, a class, or a scalar set.
    pub ty: Name,
    pub name: Name,
    /// One value for each element of a scalar set, or as many as a number says.
    pub dimension: Option<Dimension>,
}

#[derive(Clone, Debug)]
pub(crate) enum Dimension {
    Index(Name),
    Length(Number),
}

/// `msgsrv name(parameters) { ... }`.
#[derive(Clone, Debug)]
pub(crate) struct Server {
    pub name: Name,
    pub parameters: Vec<Variable>,
    pub body: Vec<Statement>,
}

#[derive(Clone, Debug)]
pub(crate) struct Statement {
    pub kind: StatementKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub(crate) enum StatementKind {
    /// `T v;` or `T v = e;`: a variable of the message server.
    Declare(Variable, Option<Expr>),
    /// `v = e;` or `v[i] = e;`.
    Assign(Reference, Expr),
    /// `receiver.message(arguments);`.
    Send(Expr, Name, Vec<Expr>),
    If(Expr, Vec<Statement>, Vec<Statement>),
    /// `forEachValueOf(i) ...`.
    ForEach(Name, Vec<Statement>),
    /// `{ ... }` that stands alone.
    Block(Vec<Statement>),
    /// `assertion(e);`.
    Assert(Expr),
}

/// A variable, a known rebec or a parameter, perhaps one of several.
#[derive(Clone, Debug)]
pub(crate) struct Reference {
    pub name: Name,
    pub subscript: Option<Box<Expr>>,
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
    /// `?(a, b, ...)`: one of them.
    Choice(Vec<Expr>),
    /// `new C(known):(arguments)`.
    #[cfg_attr(not(test), expect(dead_code, reason = "rebecs are not created at run time yet"))]
    New(Name, Vec<Expr>, Vec<Expr>),
    Not(Box<Expr>),
    Negate(Box<Expr>),
    Binary(Operator, Box<(Expr, Expr)>),
}

/// Binary operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operator {
    Or,
    And,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
    /// `+%`: addition within a scalar set.
    Rotate,
}

/// `C name(known):(arguments);`, in `main`.
#[derive(Clone, Debug)]
pub(crate) struct Rebec {
    pub class: Name,
    pub name: Name,
    pub known: Vec<Name>,
    pub arguments: Vec<Expr>,
}
