//! What one process may try to do: the smallest parts that the transitions of a state are made of, each by itself.
//!
//! A search asks a state for all of its transitions. Who computes with sets of states asks of one edge of one process at a time,
//! because what that [depends on](Machine::needs) is little.

use crate::index::{EdgeId, ProcessId};
use crate::state::State;
use crate::step::Step;

/// What a process may try to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Attempt {
    /// The process.
    pub process: ProcessId,
    /// What it tries.
    pub what: What,
    /// Whether `timeout` holds, because nothing else can happen.
    pub timeout: bool,
}

/// What is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum What {
    /// To take an edge: alone, or with a partner that takes its message over.
    Takes {
        /// The edge, at the location where the process is.
        edge: EdgeId,
        /// Who receives in a rendezvous.
        partner: Option<ProcessId>,
    },
    /// To go on in its atomic sequence, and to lose control because it cannot.
    Blocks,
}

/// What comes of an attempt: one of the ways it can go.
#[derive(Clone, Copy, Debug)]
pub struct Attempted<'a> {
    /// What the processes do: one step, or a sender's and its receiver's; nothing, if control is lost.
    pub steps: &'a [Step],
    /// Where it leads; none if it ends in a run-time error.
    pub target: Option<&'a State>,
    /// Who keeps control after it, being in an atomic sequence.
    pub control: Option<ProcessId>,
}
