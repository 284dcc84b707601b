//! The syntax tree. Every node has its place in the text.

use diagnostics::Span;

/// A name where it stands.
#[derive(Clone, Debug)]
pub(crate) struct Name {
    pub text: String,
    pub span: Span,
}

/// A specification.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    pub channels: Vec<Channel>,
    pub globals: Vec<Variable>,
    pub proctypes: Vec<Proctype>,
    pub inits: Vec<Init>,
    /// The end of the text.
    pub end: Span,
}

/// A type as written.
#[derive(Clone, Debug)]
pub(crate) struct TypeText {
    pub kind: TypeKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub(crate) enum TypeKind {
    Int,
    Pid,
    /// `chan{T, ...}`.
    Channel(Vec<TypeText>),
    /// `rec X . T`.
    Recursive(Name, Box<TypeText>),
    /// A name that a `rec` binds.
    Bound(Name),
}

/// `chan name = [capacity] of {T, ...}`.
#[derive(Clone, Debug)]
pub(crate) struct Channel {
    pub name: Name,
    pub capacity: Number,
    pub fields: Vec<TypeText>,
    pub span: Span,
}

/// A number where it stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Number {
    pub value: i32,
    pub span: Span,
}

/// A global variable or a parameter.
#[derive(Clone, Debug)]
pub(crate) struct Variable {
    pub ty: TypeText,
    pub name: Name,
    pub initial: Option<Expr>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub(crate) struct Proctype {
    pub name: Name,
    pub parameters: Vec<Variable>,
    pub statements: Vec<Statement>,
    pub span: Span,
}

/// `atomic { guard -> update; ... }`; the place is what stands between the braces.
#[derive(Clone, Debug)]
pub(crate) struct Statement {
    pub guard: Expr,
    pub updates: Vec<Update>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub(crate) struct Update {
    pub kind: UpdateKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub(crate) enum UpdateKind {
    Skip,
    Assign(Name, Expr),
    Send(Name, Vec<Expr>),
    Receive(Name, Vec<Name>),
}

/// An expression or a guard: types tell them apart.
#[derive(Clone, Debug)]
pub(crate) struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub(crate) enum ExprKind {
    Number(i32),
    Null,
    OwnPid,
    Name(String),
    /// `(e)`: the paper's rules tell it from `e`.
    Parenthesised(Box<Expr>),
    /// `len(c)`, `nfull(c)`, `nempty(c)`.
    Query(Query, Asked),
    Not(Box<Expr>),
    Binary(Operator, Box<(Expr, Expr)>),
}

/// What `len`, `nfull` and `nempty` are asked of.
#[derive(Clone, Debug)]
pub(crate) enum Asked {
    Null,
    Name(Name),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Query {
    Length,
    NotFull,
    NotEmpty,
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
}

impl Operator {
    /// Whether it makes a number of two.
    pub fn is_arithmetic(self) -> bool {
        matches!(self, Operator::Add | Operator::Subtract | Operator::Multiply)
    }
}

impl Query {
    pub fn text(self) -> &'static str {
        match self {
            Query::Length => "len",
            Query::NotFull => "nfull",
            Query::NotEmpty => "nempty",
        }
    }
}

/// `init { atomic { run P(...); ... } }`.
#[derive(Clone, Debug)]
pub(crate) struct Init {
    pub runs: Vec<Run>,
    pub span: Span,
}

/// `run P(...)`.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    pub proctype: Name,
    pub arguments: Vec<Expr>,
    pub span: Span,
}
