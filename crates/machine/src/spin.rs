//! What only SPIN's languages ask and do: `_nr_pr`, `np_`, `enabled`, `pc_value` and priorities.
//!
//! The rest of this crate knows these expressions and actions by what they have in common: they may ask about one
//! process, touch what is shared, and have or have not a value that tells only truth.

use crate::expression::{Expr, ExprKind};

/// A question that only SPIN's languages ask.
#[derive(Clone, Debug, PartialEq)]
pub enum SpinExpr {
    /// How many processes there are.
    ProcessCount,
    /// Whether no process rests at a node that means progress. Only claims ask.
    NonProgress,
    /// Whether some process rests at a node that accepts. Only claims ask.
    Accepting,
    /// Whether a process, which is not the one that evaluates, can move, priorities and conditions
    /// of its type aside; 0 if there is none.
    Enabled(Expr),
    /// The control point of a process, as SPIN numbers it; 0 if there is none.
    ControlPoint(Expr),
    /// The priority of a process; 0 if there is none.
    Priority(Expr),
}

impl From<SpinExpr> for Expr {
    fn from(asked: SpinExpr) -> Expr {
        ExprKind::Spin(Box::new(asked)).into()
    }
}

impl SpinExpr {
    /// The process that is asked about, if it is one.
    #[must_use]
    pub fn process(&self) -> Option<&Expr> {
        match self {
            SpinExpr::ProcessCount | SpinExpr::NonProgress | SpinExpr::Accepting => None,
            SpinExpr::Enabled(process)
            | SpinExpr::ControlPoint(process)
            | SpinExpr::Priority(process) => Some(process),
        }
    }

    /// The same question about a process that another expression names.
    #[must_use]
    pub fn about(&self, process: impl FnOnce(&Expr) -> Expr) -> SpinExpr {
        match self {
            SpinExpr::ProcessCount => SpinExpr::ProcessCount,
            SpinExpr::NonProgress => SpinExpr::NonProgress,
            SpinExpr::Accepting => SpinExpr::Accepting,
            SpinExpr::Enabled(of) => SpinExpr::Enabled(process(of)),
            SpinExpr::ControlPoint(of) => SpinExpr::ControlPoint(process(of)),
            SpinExpr::Priority(of) => SpinExpr::Priority(process(of)),
        }
    }

    /// A number for each question, whomever it is about.
    #[must_use]
    pub fn code(&self) -> i64 {
        match self {
            SpinExpr::ProcessCount => 0,
            SpinExpr::NonProgress => 1,
            SpinExpr::Enabled(_) => 2,
            SpinExpr::ControlPoint(_) => 3,
            SpinExpr::Priority(_) => 4,
            SpinExpr::Accepting => 5,
        }
    }

    /// Whether the value is 0 or 1.
    #[must_use]
    pub fn is_truth(&self) -> bool {
        matches!(self, SpinExpr::Enabled(_) | SpinExpr::NonProgress | SpinExpr::Accepting)
    }

    /// Whether the question itself may end in a run-time error: processes may ask it of themselves, or in a circle.
    #[must_use]
    pub fn may_fail(&self) -> bool {
        matches!(self, SpinExpr::Enabled(_))
    }
}

/// What only SPIN's languages do.
#[derive(Clone, Debug, PartialEq)]
pub enum SpinAction {
    /// Give a process, if it exists, a priority of 1 to 255.
    SetPriority {
        /// Its number.
        process: Expr,
        /// The priority.
        priority: Expr,
    },
}

impl SpinAction {
    /// What is evaluated, in order; the first names a process.
    #[must_use]
    pub fn operands(&self) -> [&Expr; 2] {
        let SpinAction::SetPriority { process, priority } = self;
        [process, priority]
    }
}
