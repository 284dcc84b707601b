//! What can go wrong in a model at run time.

use std::fmt;

use diagnostics::{Diagnostic, Severity};

use crate::index::ExprId;
use crate::limits::MOST_INITIAL;

/// A run-time error of the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fault {
    /// A subscript is negative or not less than the length.
    IndexOutOfRange {
        /// The subscript.
        index: i32,
        /// The length.
        length: u32,
    },
    /// Division or remainder by zero.
    DivisionByZero,
    /// A channel operation on a variable that holds no channel.
    NoChannel,
    /// A send to a channel that is full, where that is an error.
    FullChannel,
    /// A channel of a process that has ended, in a machine that keeps such processes.
    EndedChannel,
    /// A receive or a poll that asks for fields that a message does not have, or, asking for nothing
    /// but values, not for all.
    MessageArity {
        /// How many the channel has.
        expected: u32,
        /// How many the statement has.
        given: u32,
    },
    /// A poll of, or a copy from, a rendezvous channel, which never holds a message.
    RendezvousPoll,
    /// More processes than there may be at once.
    TooManyProcesses {
        /// How many there may be.
        most: u16,
    },
    /// More channels than there may be at once.
    TooManyChannels {
        /// How many there may be.
        most: u16,
    },
    /// A local variable is written of a process that does not exist.
    NoProcess {
        /// The number that no process has.
        process: i32,
    },
    /// A process is named, or a variable of it read, where it has to be there and is not.
    Missing {
        /// The number that no process has.
        process: i32,
        /// The expression whose value that is, if it is one of the machine's.
        named_by: Option<ExprId>,
    },
    /// A value is not in the range that it has to be in.
    OutsideRange {
        /// The value.
        value: i32,
        /// The lowest of the range.
        lowest: i32,
        /// The highest.
        highest: i32,
    },
    /// A local variable is read or written of a process of another type.
    OtherType {
        /// The process.
        process: i32,
    },
    /// A process asks whether it is enabled itself.
    EnabledOfItself,
    /// Whether a process is enabled depends on whether it is enabled.
    EnabledOfEachOther,
    /// A priority that is not 1 to 255.
    Priority {
        /// The priority.
        value: i32,
    },
    /// A receive would change the number of a process.
    ForeignNumber {
        /// The number received.
        value: i32,
    },
    /// Two statements of a process whose type is said to be deterministic can be executed.
    Nondeterminism,
    /// No option of a deterministic step can be executed.
    BlockedDeterministicStep,
    /// A deterministic step does not end.
    EndlessDeterministicStep,
    /// A deterministic step is too long to be computed to its end.
    LongDeterministicStep,
    /// More is created than there is room for: no error, but the end of what is known.
    OutOfRoom,
    /// An assertion fails in the step that a process starts with.
    AssertionAtStart,
    /// The step that a process starts with does not end.
    EndlessStart,
    /// It was given up: it takes long, or ends in very many ways.
    LongStart,
    /// What is left open of the initial states makes too many.
    ManyInitial {
        /// How many there may be.
        most: u32,
    },
    /// No state is as initial states have to be.
    NoInitial,
}

impl Fault {
    /// Why there is no initial state, where this keeps it from being computed: the model is wrong, or too large.
    #[must_use]
    pub fn at_start(self) -> Diagnostic {
        let severity = match self {
            Fault::LongStart | Fault::ManyInitial { .. } | Fault::OutOfRoom => Severity::Limit,
            _ => Severity::Error,
        };
        Diagnostic::new(severity, format!("the initial state cannot be computed: {self}"))
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::IndexOutOfRange { index, length } => {
                write!(f, "array index {index} is out of range 0..{}", length - 1)
            }
            Fault::DivisionByZero => write!(f, "division by zero"),
            Fault::NoChannel => write!(f, "use of a channel variable that holds no channel"),
            Fault::FullChannel => write!(f, "a message is sent to a channel that is full"),
            Fault::EndedChannel => write!(f, "use of a channel of a process that has ended"),
            Fault::MessageArity { expected, given } => {
                write!(f, "the channel's messages have {expected} fields, {given} given")
            }
            Fault::RendezvousPoll => {
                write!(f, "a rendezvous channel holds no messages and cannot be polled")
            }
            Fault::TooManyProcesses { most } => write!(f, "more than {most} processes"),
            Fault::TooManyChannels { most } => write!(f, "more than {most} channels"),
            Fault::NoProcess { process } => {
                write!(
                    f,
                    "a variable of process {process} is written, and there is no such process"
                )
            }
            Fault::Missing { process, .. } => write!(f, "there is no process {process}"),
            Fault::OutsideRange { value, lowest, highest } => {
                write!(f, "{value} is outside {lowest}..{highest}")
            }
            Fault::OtherType { process } => {
                write!(f, "process {process} is of another type than the variable that is read")
            }
            Fault::EnabledOfItself => write!(f, "a process asks whether it is enabled itself"),
            Fault::EnabledOfEachOther => {
                write!(f, "processes ask of one another, in a circle, whether they are enabled")
            }
            Fault::Priority { value } => write!(f, "{value} is no priority: 1 to 255 are"),
            Fault::ForeignNumber { value } => {
                write!(f, "{value} is received as the number of a process that has another")
            }
            Fault::Nondeterminism => {
                write!(f, "a choice in a process whose type is declared deterministic")
            }
            Fault::BlockedDeterministicStep => {
                write!(f, "the step blocks in its middle")
            }
            Fault::EndlessDeterministicStep => {
                write!(f, "the deterministic step repeats itself and does not end")
            }
            Fault::LongDeterministicStep => {
                write!(f, "the deterministic step was given up after a million statements")
            }
            Fault::OutOfRoom => write!(f, "more is created than there is room for"),
            Fault::AssertionAtStart => write!(f, "an assertion fails"),
            Fault::EndlessStart => write!(f, "it does not end"),
            Fault::ManyInitial { most } => write!(f, "there are more than {most}"),
            Fault::NoInitial => write!(f, "no state is as initial states have to be"),
            Fault::LongStart => write!(
                f,
                "the steps that processes start with lead to more than {MOST_INITIAL} states, or take too long"
            ),
        }
    }
}
