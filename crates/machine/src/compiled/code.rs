//! What a process does as reads and writes of a record, at places known: what all that runs it is made of. `closures` composes closures
//! of it.
//!
//! Something that cannot be computed raises an *alarm*: a run-time error, or what is left to the interpreter. What is computed after it
//! means nothing, so nobody need go on.

use std::sync::Arc;

use super::layout::Cell;
use crate::index::{EdgeId, NodeId};
use crate::program::{BinaryOperator, CellType, UnaryOperator};

/// A deterministic block of more statements is left to the interpreter, which sees when one goes round in circles.
pub(super) const MOST_STATEMENTS: usize = 4096;

/// A number computed from a record. Of a condition it is asked whether that is not zero.
#[derive(Debug)]
pub(super) enum Value {
    Constant(i32),
    Cell(Cell),
    /// What an element of an array holds.
    Element(Cell, Box<Value>),
    /// The constant with an index; 0 if there is none.
    Table(Box<[i32]>, Box<Value>),
    Unary(UnaryOperator, Box<Value>),
    /// The second operand of `and` and `or` is computed only if the first does not decide. Division by zero raises the alarm.
    Binary(BinaryOperator, Box<(Value, Value)>),
    /// The second if the first is not zero, else the third.
    Conditional(Box<(Value, Value, Value)>),
    /// A number that must be between two, both included: else the alarm is raised.
    Within(Box<Value>, i32, i32),
    /// A number, times a stride. It must be from 0 to below a length: else the alarm is raised, and the answer is 0.
    Index {
        number: Box<Value>,
        length: u32,
        stride: i32,
    },
    /// The number for the channel that is meant.
    OfChannel(Box<ByChannel<Value>>),
    /// 1 if there is a message in the channel that is meant that is looked for, else 0. Nothing is found in a channel without a buffer.
    Finds(Box<ByChannel<Option<Finder>>>),
    /// 1 if the number is computed without an alarm and not zero, else 0. That alarm is taken back.
    Safely(Box<Value>),
    /// Raises the alarm.
    Alarm,
}

impl Value {
    pub(super) fn constant(&self) -> Option<i32> {
        match *self {
            Value::Constant(value) => Some(value),
            _ => None,
        }
    }

    pub(super) fn binary(operator: BinaryOperator, a: Value, b: Value) -> Value {
        Value::Binary(operator, Box::new((a, b)))
    }

    /// 1 if it is not zero, else 0.
    pub(super) fn truth(self) -> Value {
        use BinaryOperator as Op;
        match self {
            Value::Constant(value) => Value::Constant((value != 0).into()),
            Value::Unary(UnaryOperator::Not, _) | Value::Finds(_) | Value::Safely(_) => self,
            Value::Binary(
                Op::And
                | Op::Or
                | Op::Less
                | Op::LessEqual
                | Op::Greater
                | Op::GreaterEqual
                | Op::Equal
                | Op::NotEqual,
                _,
            ) => self,
            value => Value::binary(Op::NotEqual, value, Value::Constant(0)),
        }
    }
}

/// When something can be done.
#[derive(Debug)]
pub(super) enum Condition<T = Value> {
    Always,
    Never,
    /// If nothing could be that stands before it.
    Else,
    If(T),
}

impl From<Value> for Condition {
    fn from(value: Value) -> Condition {
        match value {
            Value::Constant(0) => Condition::Never,
            Value::Constant(_) => Condition::Always,
            value => Condition::If(value),
        }
    }
}

/// Which cell of several of one kind, which stand one after the other.
#[derive(Debug)]
pub(super) enum Element<V = Value> {
    Only(Cell),
    /// The first, and the number of the one that is meant, which is one of theirs unless the alarm is raised.
    Indexed(Cell, V),
}

impl<V> Element<V> {
    /// The cell, or the first of those that may be meant.
    pub(super) fn first(&self) -> Cell {
        match self {
            Element::Only(cell) | Element::Indexed(cell, _) => *cell,
        }
    }

    pub(super) fn map<W>(self, of: impl FnOnce(V) -> W) -> Element<W> {
        match self {
            Element::Only(cell) => Element::Only(cell),
            Element::Indexed(first, index) => Element::Indexed(first, of(index)),
        }
    }
}

/// Where the field of a message goes.
#[derive(Debug)]
pub(super) enum Store<V = Value> {
    /// Wrapped to the values of the cell. An index is computed when it is stored: it may depend on the fields before it.
    Into(Element<V>),
    /// The field must be this: else the alarm is raised.
    Only(i32),
}

impl<V> Store<V> {
    pub(super) fn map<W>(self, of: impl FnOnce(V) -> W) -> Store<W> {
        match self {
            Store::Into(element) => Store::Into(element.map(of)),
            Store::Only(only) => Store::Only(only),
        }
    }
}

/// What is done to a record.
#[derive(Debug)]
pub(super) enum Change {
    /// A byte is set.
    Byte(usize, u8),
    /// A value is computed, then the index of the cell that it goes into, wrapped to what that holds.
    Assign(Element, Value),
    /// What is computed is seen by nobody, but it must be there.
    Evaluate(Value),
    /// What must hold: else the alarm is raised.
    Assert(Value),
    Send(ByChannel<Sender>),
    Receive(ByChannel<Receiver>),
    Block(Vec<Point>),
    /// Raises the alarm.
    Alarm,
}

/// Where the messages of a channel are.
#[derive(Clone, Debug)]
pub(super) struct Buffer {
    /// How many messages there are.
    pub length: Cell,
    pub capacity: i32,
    /// The fields of the first message.
    pub fields: Box<[Cell]>,
    /// How many bytes a message has.
    pub stride: usize,
    /// What stands where no message is.
    pub blank: Box<[u8]>,
}

/// Appends a message to a buffer: the alarm is raised if it is full.
#[derive(Debug)]
pub(super) struct Sender<V = Value> {
    pub buffer: Arc<Buffer>,
    /// A value for each field, wrapped to what that holds. All are computed from the record with the fields before them written: nobody
    /// sees what is behind the last message.
    pub values: Box<[V]>,
}

/// Which message of a buffer is meant: the first with these values, or only the first if that has them.
#[derive(Debug)]
pub(super) struct Finder<V = Value> {
    pub buffer: Arc<Buffer>,
    /// Fields of the first message, and what is to stand there.
    pub matches: Box<[(Cell, V)]>,
    /// Whether it may be another than the first message.
    pub random: bool,
}

/// Takes the message that is found, if one is.
#[derive(Debug)]
pub(super) struct Receiver<V = Value> {
    pub finder: Finder<V>,
    /// Where fields go, given those of the first message, one after the other.
    pub stores: Box<[(Cell, Store<V>)]>,
    /// Whether the message stays.
    pub copy: bool,
}

/// Something for the channel that is meant.
#[derive(Debug)]
pub(super) enum ByChannel<T, V = Value> {
    /// It always is the same channel.
    One(T),
    /// By the number of the channel less one. The alarm is raised where there is nothing, or where the process is gone that the channel
    /// belongs to.
    Any(V, Box<[Option<Owned<T>>]>),
}

/// Something for a channel, and the location of the process that it belongs to, which is zero once that is gone.
#[derive(Debug)]
pub(super) struct Owned<T>(pub Option<Cell>, pub T);

impl<T> ByChannel<T> {
    /// Raises the alarm whatever is meant.
    pub(super) fn unknown() -> ByChannel<T> {
        ByChannel::Any(Value::Constant(0), Box::default())
    }
}

impl<T, V> ByChannel<T, V> {
    pub(super) fn map<U, W>(
        self,
        number: impl FnOnce(V) -> W,
        mut each: impl FnMut(T) -> U,
    ) -> ByChannel<U, W> {
        match self {
            ByChannel::One(it) => ByChannel::One(each(it)),
            ByChannel::Any(value, all) => {
                let all = all.into_iter();
                let all = all.map(|it| it.map(|Owned(owner, it)| Owned(owner, each(it))));
                ByChannel::Any(number(value), all.collect())
            }
        }
    }
}

/// What can be done at a point of a deterministic block: the first choice that can be. It is an alarm if there is none.
#[derive(Debug)]
pub(super) struct Point<C = Choice>(pub Vec<C>);

/// A way to go on in a deterministic block.
#[derive(Debug)]
pub(super) struct Choice {
    pub condition: Condition,
    pub changes: Vec<Change>,
    /// The point that follows; none at the end.
    pub target: Option<usize>,
}

/// What a process can do where it stands.
#[derive(Debug)]
pub(super) struct Node<E = Edge> {
    /// In the order in which it is tried.
    pub edges: Box<[E]>,
    /// Whether it is an error if two can be taken.
    pub deterministic: bool,
}

/// An edge of one process.
#[derive(Debug)]
pub(super) struct Edge {
    pub id: EdgeId,
    /// When it can be taken alone.
    pub condition: Condition,
    /// The message that it offers in a rendezvous, by the channel; none within where the channel has a buffer.
    pub offers: Option<ByChannel<Option<Offer>>>,
    /// What it takes over in one.
    pub takes: Option<ByChannel<Option<Takes>>>,
    /// What it does alone.
    pub changes: Vec<Change>,
    /// What it does after a message was handed over.
    pub after: Vec<Change>,
    /// Whether the process keeps control after it.
    pub atomic: bool,
    /// Whether what is forgotten of a state is forgotten within the atomic sequence, too.
    pub joined: bool,
    pub escape: Option<NodeId>,
}

/// A message offered in a rendezvous: the number of the channel, and a value with its type for each field.
#[derive(Debug)]
pub(super) struct Offer<V = Value> {
    pub channel: i32,
    pub message: Box<[(V, CellType)]>,
}

/// How a message is taken over in a rendezvous.
#[derive(Debug)]
pub(super) struct Takes<V = Value> {
    /// The number of the channel.
    pub channel: i32,
    /// Fields, and what they must be.
    pub matches: Box<[(usize, V)]>,
    /// Where fields go, one after the other.
    pub stores: Box<[(usize, Store<V>)]>,
}
