//! Expressions over 32-bit integers, the places whose cells they read, and the patterns of receives that they ask about.

use crate::cell::{CellType, Region};
use crate::index::{ChannelId, EnumerationId, ExprId, LabelId, ProcessTypeId, VariableId};
use crate::spin::SpinExpr;

/// An expression. Languages make them of their kinds, or by the functions that are named after these.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Which one it is of a machine; none before it is part of one.
    pub(crate) id: Option<ExprId>,
    /// For a number that the text gives as a symbol: of which enumeration. It does the same as the number.
    pub enumeration: Option<EnumerationId>,
}

/// What an expression is.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// A number.
    Constant(i32),
    /// A channel by name, which has no owner.
    Channel(ChannelId),
    /// A channel that the process has of its own, by its place among those.
    OwnChannel(u32),
    /// What a cell holds.
    Load(Place),
    /// The number of the process that evaluates.
    Pid,
    /// Whether no process can move otherwise.
    Timeout,
    /// The number of the first process of a type; -1 if there is none.
    ProcessOf(ProcessTypeId),
    /// Whether a process exists, has the label's type, and is there.
    At(Box<Expr>, LabelId),
    /// The number of a process, which must exist: a run-time error if no process has the number.
    Existing(Box<Expr>),
    /// A value that must be in a range, its ends included: a run-time error if it is not.
    Within(Box<Expr>, i32, i32),
    /// A unary operator.
    Unary(UnaryOperator, Box<Expr>),
    /// A binary operator; `And` and `Or` evaluate the right operand only if they must.
    Binary(BinaryOperator, Box<(Expr, Expr)>),
    /// Condition, value if not zero, value if zero.
    Conditional(Box<(Expr, Expr, Expr)>),
    /// A question about a channel's contents.
    Query(ChannelQuery, Box<Expr>),
    /// Whether a receive would succeed.
    Poll(Box<Reception>),
    /// What only SPIN's languages ask.
    Spin(Box<SpinExpr>),
}

/// Expressions that say the same are equal, wherever they stand.
impl PartialEq for Expr {
    fn eq(&self, other: &Expr) -> bool {
        self.kind == other.kind
    }
}

impl From<ExprKind> for Expr {
    fn from(kind: ExprKind) -> Expr {
        Expr { kind, id: None, enumeration: None }
    }
}

impl Expr {
    /// A number.
    #[must_use]
    pub const fn constant(value: i32) -> Expr {
        Expr { kind: ExprKind::Constant(value), id: None, enumeration: None }
    }

    /// A number that the text gives as a symbol of an enumeration.
    #[must_use]
    pub fn symbol(value: i32, enumeration: EnumerationId) -> Expr {
        Expr { enumeration: Some(enumeration), ..Expr::constant(value) }
    }

    /// A channel by name, which has no owner.
    #[must_use]
    pub fn channel(channel: ChannelId) -> Expr {
        ExprKind::Channel(channel).into()
    }

    /// The number of the process that evaluates.
    #[must_use]
    pub fn pid() -> Expr {
        ExprKind::Pid.into()
    }

    /// Whether no process can move otherwise.
    #[must_use]
    pub fn timeout() -> Expr {
        ExprKind::Timeout.into()
    }

    /// The number of the first process of a type; -1 if there is none.
    #[must_use]
    pub fn process_of(process_type: ProcessTypeId) -> Expr {
        ExprKind::ProcessOf(process_type).into()
    }

    /// Whether a process exists, has the label's type, and is there.
    #[must_use]
    pub fn at(process: Expr, label: LabelId) -> Expr {
        ExprKind::At(Box::new(process), label).into()
    }

    /// The number of a process, which must exist.
    #[must_use]
    pub fn existing(process: Expr) -> Expr {
        ExprKind::Existing(Box::new(process)).into()
    }

    /// A value that must be in a range, its ends included.
    #[must_use]
    pub fn within(value: Expr, lowest: i32, highest: i32) -> Expr {
        ExprKind::Within(Box::new(value), lowest, highest).into()
    }

    /// What a cell holds.
    #[must_use]
    pub fn load(place: Place) -> Expr {
        ExprKind::Load(place).into()
    }

    /// A unary operator.
    #[must_use]
    pub fn unary(operator: UnaryOperator, operand: Expr) -> Expr {
        ExprKind::Unary(operator, Box::new(operand)).into()
    }

    /// A binary operator.
    #[must_use]
    pub fn binary(operator: BinaryOperator, left: Expr, right: Expr) -> Expr {
        ExprKind::Binary(operator, Box::new((left, right))).into()
    }

    /// One value if a condition is not zero, another if it is.
    #[must_use]
    pub fn conditional(condition: Expr, then: Expr, otherwise: Expr) -> Expr {
        ExprKind::Conditional(Box::new((condition, then, otherwise))).into()
    }

    /// A question about a channel's contents.
    #[must_use]
    pub fn query(query: ChannelQuery, channel: Expr) -> Expr {
        ExprKind::Query(query, Box::new(channel)).into()
    }

    /// Whether a receive would succeed.
    #[must_use]
    pub fn poll(reception: Reception) -> Expr {
        ExprKind::Poll(Box::new(reception)).into()
    }

    /// Which expression it is of its machine; none before it is part of one.
    #[must_use]
    pub fn id(&self) -> Option<ExprId> {
        self.id
    }

    /// The number that it is, if it is one as it stands.
    #[must_use]
    pub fn number(&self) -> Option<i32> {
        match self.kind {
            ExprKind::Constant(value) => Some(value),
            _ => None,
        }
    }

    /// The value, if it depends on nothing and can be computed.
    #[must_use]
    pub fn constant_value(&self) -> Option<i32> {
        match &self.kind {
            ExprKind::Constant(value) => Some(*value),
            ExprKind::Unary(operator, operand) => Some(operator.apply(operand.constant_value()?)),
            ExprKind::Binary(operator, operands) => {
                let (a, b) = (operands.0.constant_value()?, operands.1.constant_value()?);
                operator.apply(a, b).ok()
            }
            ExprKind::Conditional(parts) => {
                let holds = parts.0.constant_value()? != 0;
                if holds { parts.1.constant_value() } else { parts.2.constant_value() }
            }
            _ => None,
        }
    }
}

/// Unary operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOperator {
    /// Arithmetic negation.
    Negate,
    /// 1 for 0, else 0.
    Not,
    /// Bitwise complement.
    Complement,
}

/// Binary operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum BinaryOperator {
    Multiply,
    Divide,
    Modulo,
    Add,
    Subtract,
    ShiftLeft,
    ShiftRight,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
    BitAnd,
    BitXor,
    BitOr,
    And,
    Or,
}

/// Questions about a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum ChannelQuery {
    Length,
    Empty,
    NotEmpty,
    Full,
    NotFull,
}

/// Whose a place is.
#[derive(Clone, Debug, PartialEq)]
pub enum Owner {
    /// Of the process that evaluates; nobody's, if the variable is not local.
    Actor,
    /// Of the process with the number that the expression has. If there is none, the place cannot be written, and is read as 0 or
    /// not at all ([`crate::semantics::MissingProcess`]); it is an error if that is of a type which does not have the variable.
    Process(Box<Expr>),
}

/// A cell, perhaps chosen at run time.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// The variable.
    pub variable: VariableId,
    /// Copied from the variable, for speed.
    pub region: Region,
    /// The variable's first cell, for speed.
    pub offset: u32,
    /// The variable's type, for speed.
    pub cell: CellType,
    /// Whose it is.
    pub owner: Owner,
    /// One subscript for each dimension.
    pub subscripts: Box<[Subscript]>,
}

impl Place {
    /// The variable, unless it is another process's.
    #[must_use]
    pub fn own_variable(&self) -> Option<VariableId> {
        self.other().is_none().then_some(self.variable)
    }

    /// What names the process whose variable it is, if that is said.
    #[must_use]
    pub fn other(&self) -> Option<&Expr> {
        match &self.owner {
            Owner::Actor => None,
            Owner::Process(process) => Some(process),
        }
    }
}

/// A subscript.
#[derive(Clone, Debug, PartialEq)]
pub struct Subscript {
    /// The index.
    pub index: Expr,
    /// The length of the dimension.
    pub length: u32,
    /// How many cells one step of the index is.
    pub stride: u32,
}

/// A receive statement or a poll.
#[derive(Clone, Debug, PartialEq)]
pub struct Reception {
    /// The channel.
    pub channel: Expr,
    /// Any matching message, not only the oldest.
    pub random: bool,
    /// Leave the message in the channel.
    pub copy: bool,
    /// One pattern for each field; fields for which there is none may be anything.
    pub patterns: Vec<Pattern>,
}

/// One field of a receive pattern.
#[derive(Clone, Debug, PartialEq)]
pub enum Pattern {
    /// The value goes to this cell.
    Store(Place),
    /// Any value, thrown away.
    Any,
    /// The value must equal this.
    Match(Expr),
    /// The value goes to the number of the process itself: an error if it is another.
    OwnNumber,
}
