//! The syntax tree.

use diagnostics::Span;

/// A name and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Name {
    pub text: String,
    pub span: Span,
}

/// A whole model. What a model has once may be there several times, to be refused.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    /// What `#define` gives names to.
    pub defines: Vec<Define>,
    /// `process count = N;`
    pub counts: Vec<Expr>,
    pub variables: Vec<Variable>,
    pub modes: Vec<Mode>,
    /// `initially CONDITION;`
    pub initially: Vec<Condition>,
    /// `risk CONDITION;`
    pub risks: Vec<Condition>,
    /// The end of the text.
    pub end: Span,
}

/// A number that has a name.
#[derive(Clone, Debug)]
pub(crate) struct Define {
    pub name: Name,
    pub value: Expr,
}

/// A condition that is declared, with its keyword.
#[derive(Clone, Debug)]
pub(crate) struct Condition {
    pub keyword: Span,
    pub condition: Expr,
}

/// A variable.
#[derive(Clone, Debug)]
pub(crate) struct Variable {
    pub name: Name,
    /// Whether each process has its own.
    pub is_local: bool,
    pub kind: VariableKind,
    /// The declaration, which may be that of several.
    pub span: Span,
}

/// What a variable holds.
#[derive(Clone, Debug)]
pub(crate) enum VariableKind {
    /// NULL or a process.
    Pointer,
    /// A number of a range; one bit, if no range is given.
    Discrete(Option<Box<(Expr, Expr)>>),
}

/// A mode.
#[derive(Clone, Debug)]
pub(crate) struct Mode {
    pub name: Name,
    /// What holds as long as a process is in it.
    pub invariant: Option<Expr>,
    pub rules: Vec<Rule>,
    /// From its keyword to its last brace, or as far as it is understood.
    pub span: Span,
}

/// What a process may do in a mode: `when CONDITION may ACTIONS goto MODE;`.
#[derive(Clone, Debug)]
pub(crate) struct Rule {
    pub condition: Expr,
    /// From `when` to the end of the condition; of a rule without actions to the end of that.
    pub head: Span,
    pub actions: Vec<Action>,
    /// The mode to go to; none to stay.
    pub target: Option<Name>,
}

/// `TARGET = VALUE`.
#[derive(Clone, Debug)]
pub(crate) struct Action {
    pub target: Expr,
    pub value: Expr,
    /// Of the last action of a rule to the end of its `goto`.
    pub span: Span,
}

/// An expression, of numbers or truth.
#[derive(Clone, Debug)]
pub(crate) struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

impl Expr {
    /// Calls `visit` for an expression and all of its parts.
    pub(crate) fn walk(&self, visit: &mut dyn FnMut(&Expr)) {
        visit(self);
        match &self.kind {
            ExprKind::Number(_)
            | ExprKind::Null
            | ExprKind::Own
            | ExprKind::Truth(_)
            | ExprKind::Name(_)
            | ExprKind::Mode => {}
            ExprKind::Of(one, other) | ExprKind::Arrow(one, other) => {
                one.walk(visit);
                other.walk(visit);
            }
            ExprKind::Negate(operand)
            | ExprKind::Not(operand)
            | ExprKind::Quantified(_, _, operand) => operand.walk(visit),
            ExprKind::Arithmetic(first, others) => {
                first.walk(visit);
                others.iter().for_each(|(_, operand)| operand.walk(visit));
            }
            ExprKind::Comparison(first, others) => {
                first.walk(visit);
                others.iter().for_each(|(_, operand)| operand.walk(visit));
            }
            ExprKind::And(operands) | ExprKind::Or(operands) => {
                operands.iter().for_each(|operand| operand.walk(visit));
            }
            ExprKind::Implies(operands) => {
                operands.0.walk(visit);
                operands.1.walk(visit);
            }
        }
    }
}

/// What an expression is. Lists keep trees flat, however many operands there are.
#[derive(Clone, Debug)]
pub(crate) enum ExprKind {
    Number(i32),
    /// `NULL`.
    Null,
    /// `P`: who evaluates.
    Own,
    Truth(bool),
    /// A variable, a number's name, a mode or a bound name.
    Name(String),
    /// `mode`: in which mode a process is.
    Mode,
    /// `x[e]`, `mode[e]`, `NAME[e]`: of the process with that number.
    Of(Box<Expr>, Box<Expr>),
    /// `y->e`: what the process has for `e` that `y` points to.
    Arrow(Box<Expr>, Box<Expr>),
    Negate(Box<Expr>),
    Not(Box<Expr>),
    /// The first operand, and what is done with the others, from left to right.
    Arithmetic(Box<Expr>, Vec<(Operator, Expr)>),
    /// `a < b <= c`: each is compared with the next.
    Comparison(Box<Expr>, Vec<(Relation, Expr)>),
    And(Vec<Expr>),
    Or(Vec<Expr>),
    Implies(Box<(Expr, Expr)>),
    /// `forall i, j: CONDITION`, or `exists`.
    Quantified(Quantifier, Vec<Name>, Box<Expr>),
}

/// Arithmetic operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
}

/// Relations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Relation {
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}

/// Quantifiers over processes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Quantifier {
    All,
    Some,
}
