//! What the classes note of a program, to be decided once all is known: moves of values, arithmetic on identifiers, messages whose
//! fields nobody may look at; and what is decided then.

use std::collections::{BTreeSet, HashMap};

use diagnostics::Span;
use machine::index::{ProcessTypeId, VariableId};
use machine::program::Expr;

use super::class::{Class, NumberUse};

/// A move of values from one place to another.
#[derive(Debug)]
pub(super) struct Flow<'m> {
    pub to: Holder<'m>,
    pub from: Holder<'m>,
    pub context: Option<ProcessTypeId>,
    pub span: Span,
}

/// What values move from or to.
#[derive(Clone, Copy, Debug)]
pub(super) enum Holder<'m> {
    Variable(VariableId),
    /// A field of messages.
    Field(Class),
    Expr(&'m Expr),
}

/// Arithmetic: an expression of operators over others, its operands.
#[derive(Debug)]
pub(super) struct Derived<'m> {
    pub expr: &'m Expr,
    /// The operands, each once.
    pub operands: Vec<&'m Expr>,
    /// The classes of operands that are constants.
    pub constants: Vec<Class>,
    pub result: Class,
    pub context: Option<ProcessTypeId>,
    pub span: Span,
}

/// A function on identifiers, given by its rows.
#[derive(Debug)]
pub struct Table<'m> {
    /// The operands.
    pub operands: Vec<&'m Expr>,
    /// The values of the operands, and that of the function; `None` where it has none.
    pub rows: Vec<(Vec<i32>, Option<i32>)>,
    /// The class of the results.
    pub result: Class,
    /// The statement.
    pub span: Span,
}

/// A send, and how many fields it gives a value.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShortSend<'m> {
    pub channel: &'m Expr,
    pub given: usize,
    pub early: bool,
    pub span: Span,
}

/// A constant in a message with a constant tag in front: a dummy, unless some receive looks at it.
#[derive(Clone, Copy, Debug)]
pub(super) struct TaggedConstant<'m> {
    pub channel: &'m Expr,
    pub tag: i32,
    pub field: usize,
    pub value: &'m Expr,
    pub early: bool,
    pub context: Option<ProcessTypeId>,
    pub span: Span,
}

/// A range that values are checked to be in by the late code.
#[derive(Clone, Copy, Debug)]
pub(super) struct CheckedRange {
    pub class: Class,
    pub lowest: i32,
    pub highest: i32,
    /// What is said where it makes them numbers.
    pub used: NumberUse,
}

/// The values that variables and the fields of messages may hold in settled states: those that were seen when all processes
/// had just been started, and all that the late code makes of them. From a state within these values the late code leads
/// only to others within them: what [`Settled`](crate::settled::Settled) demands of a state stays true.
#[derive(Clone, Debug, Default)]
pub(super) struct Domains {
    /// Of each variable.
    pub variables: Vec<BTreeSet<i32>>,
    /// Of the fields that are of a class.
    pub classes: HashMap<usize, BTreeSet<i32>>,
}
