//! Actions: what processes do.

use diagnostics::Span;

use crate::expression::{Expr, Place, Reception};
use crate::index::{BlockId, ProcessTypeId};
use crate::spin::SpinAction;

/// What one elementary step does.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Nothing; always possible.
    Skip,
    /// Possible if the expression is not zero.
    Guard(Expr),
    /// Possible if no edge that is listed before it at its location is.
    Else,
    /// Write a cell.
    Assign(Place, Expr),
    /// Send a message: into the buffer, or in a rendezvous with a receiver.
    Send {
        /// The channel.
        channel: Expr,
        /// Insert in order and not at the end.
        sorted: bool,
        /// The message; a field for which there is no value is 0, and values for which there is no
        /// field are dropped.
        message: Vec<Expr>,
    },
    /// Receive a message.
    Receive(Reception),
    /// A violation if the expression is zero.
    Assert(Expr),
    /// Output that the state does not see; the values are evaluated, which may end in a run-time error.
    Print {
        /// The format, with its escapes as written.
        format: String,
        /// The values.
        arguments: Vec<Expr>,
    },
    /// Start a process; its number goes to `result`.
    Run {
        /// Which type.
        process_type: ProcessTypeId,
        /// One for each parameter.
        arguments: Vec<Expr>,
        /// Its priority, where processes have one.
        priority: u8,
        /// Where the new process's number goes.
        result: Option<Place>,
    },
    /// A sequence that runs as one step, choosing the first possible option everywhere.
    Deterministic(Box<DeterministicBlock>),
    /// The end of the process.
    Terminate,
    /// Needs more than there is room for: what comes of it is not known, and it is no error.
    OutOfRoom,
    /// What only SPIN's languages do.
    Spin(SpinAction),
}

/// The body of [`Action::Deterministic`].
#[derive(Clone, Debug)]
pub struct DeterministicBlock {
    /// Which one it is of a machine; none before it is part of one.
    pub(crate) id: Option<BlockId>,
    /// The points between its statements; the first is the entry.
    pub points: Vec<DeterministicPoint>,
    /// What is asked before the block begins: options, each by its point and its place there, of
    /// which one must be possible. None: the block can always begin.
    pub heads: Vec<(u32, u32)>,
}

impl DeterministicBlock {
    /// A block that can begin if an option of its entry can.
    #[must_use]
    pub fn new(points: Vec<DeterministicPoint>) -> DeterministicBlock {
        let options = points.first().map_or(0, |entry| entry.options.len());
        DeterministicBlock::with_heads(
            points,
            (0..options as u32).map(|option| (0, option)).collect(),
        )
    }

    /// A block that can begin if one of these options can, or always if there are none.
    #[must_use]
    pub fn with_heads(
        points: Vec<DeterministicPoint>,
        heads: Vec<(u32, u32)>,
    ) -> DeterministicBlock {
        DeterministicBlock { id: None, points, heads }
    }

    /// Which block it is of its machine; none before it is part of one.
    #[must_use]
    pub fn id(&self) -> Option<BlockId> {
        self.id
    }

    /// The actions of which one must be possible for the block to begin. An [`Action::Else`] that
    /// stands alone at its point is that of the place where the block stands; others are those of
    /// a choice within the block, and possible.
    pub fn beginnings(&self) -> impl Iterator<Item = &Action> {
        self.heads.iter().map(|&head| &self.option(head).0)
    }

    /// An option, by its point and its place there.
    #[must_use]
    pub fn option(&self, (point, place): (u32, u32)) -> &(Action, Option<u32>) {
        &self.points[point as usize].options[place as usize]
    }

    /// Whether the block is possible only if nothing listed before it at its place is.
    #[must_use]
    pub fn begins_with_else(&self) -> bool {
        matches!(self.heads[..], [head] if self.option(head).0 == Action::Else
            && self.points[head.0 as usize].options.len() == 1)
    }
}

/// Blocks that do the same are equal, wherever they stand.
impl PartialEq for DeterministicBlock {
    fn eq(&self, other: &DeterministicBlock) -> bool {
        self.points == other.points && self.heads == other.heads
    }
}

/// A point within a deterministic block: options in the order in which they are tried.
#[derive(Clone, Debug, PartialEq)]
pub struct DeterministicPoint {
    /// What can be done here, and where it leads: a point of the block, or out of it.
    pub options: Vec<(Action, Option<u32>)>,
    /// Where it stands.
    pub span: Span,
}
