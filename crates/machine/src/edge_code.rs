//! The seam between a search and what executes the edges of a program. The interpreter is the reference: replays and
//! confirmations always use it, whatever found a run.

use std::fmt;
use std::sync::{Arc, OnceLock};

use crate::evaluate::View;
use crate::execute::{Buffers, Executor, Offer, Part};
use crate::fault::Fault;
use crate::index::{ChannelInstance, EdgeId, ProcessId};
use crate::machine::Machine;
use crate::program::Action;
use crate::state::State;
use crate::step::StepResult;

/// What executes guards and updates of edges. Who controls the search (which processes are asked, in which order, atomic
/// sequences, partners of a rendezvous) stays outside.
pub trait EdgeCode: fmt::Debug + Send + Sync {
    /// Whether the process of a view can begin an edge. `moved` says whether it could begin one that is listed before it at the
    /// same location. What it offers in a rendezvous goes into `message`, wrapped to the fields of the channel.
    ///
    /// # Errors
    /// A run-time error of the guard.
    fn readiness(
        &self,
        view: View<'_>,
        edge: EdgeId,
        moved: bool,
        message: &mut Vec<i32>,
    ) -> Result<Readiness, Fault>;

    /// Whether the process of a view can begin an edge with a message that is offered in a rendezvous.
    ///
    /// # Errors
    /// A run-time error of a pattern.
    fn accepts(&self, view: View<'_>, edge: EdgeId, offer: Offer<'_>) -> Result<bool, Fault>;

    /// Executes an edge that can begin, up to its first run-time error, and moves its process.
    fn execute(&self, turn: Turn<'_>, edge: EdgeId, part: Part<'_>) -> StepResult;
}

/// Whether an edge can begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Readiness {
    /// It cannot.
    Blocked,
    /// It can.
    Ready,
    /// It can with whoever takes its message from a channel, in a rendezvous.
    Offers(ChannelInstance),
}

/// A process that is to change a state.
#[derive(Debug)]
pub struct Turn<'a> {
    /// The machine.
    pub machine: &'a Machine,
    /// The state before, and afterwards the state after.
    pub state: &'a mut State,
    /// The process.
    pub process: ProcessId,
    /// Whether `timeout` holds.
    pub timeout: bool,
    /// Buffers of the worker.
    pub buffers: &'a mut Buffers,
}

/// The reference implementation: it walks the trees of the program's expressions.
#[derive(Clone, Copy, Debug)]
pub struct Interpreter;

impl EdgeCode for Interpreter {
    #[inline(always)]
    fn readiness(
        &self,
        view: View<'_>,
        edge: EdgeId,
        moved: bool,
        message: &mut Vec<i32>,
    ) -> Result<Readiness, Fault> {
        let Some(first) = view.machine.code.edges[edge.index()].operations.first() else {
            return Ok(Readiness::Blocked);
        };
        if let Action::Send { channel, message: values, .. } = &first.action {
            let channel = view.channel(channel)?;
            if channel.declared.capacity == 0 {
                view.message(&channel.declared.fields, values, message)?;
                return Ok(Readiness::Offers(channel.instance));
            }
        }
        let enabled = view.is_enabled(&first.action, moved)?;
        Ok(if enabled { Readiness::Ready } else { Readiness::Blocked })
    }

    #[inline]
    fn accepts(&self, view: View<'_>, edge: EdgeId, offer: Offer<'_>) -> Result<bool, Fault> {
        match view.machine.code.edges[edge.index()].operations.first() {
            Some(first) => view.accepts(&first.action, offer),
            None => Ok(false),
        }
    }

    #[inline]
    fn execute(&self, turn: Turn<'_>, edge: EdgeId, part: Part<'_>) -> StepResult {
        let Turn { machine, state, process, timeout, buffers } = turn;
        let edge = &machine.code.edges[edge.index()];
        let mut executor = Executor {
            machine,
            state,
            process,
            timeout,
            buffers,
            operation: 0,
            failed_assertion: None,
            listener: None,
        };
        match (executor.edge(edge, part), executor.failed_assertion) {
            (Err(fault), failed) => {
                StepResult::Fault { operation: executor.operation, fault, failed }
            }
            (Ok(()), Some(operation)) => StepResult::AssertionFailed { operation },
            (Ok(()), None) => StepResult::Done,
        }
    }
}

/// What a machine uses. The interpreter is called directly, so that the seam costs nothing where nobody sits behind it.
#[derive(Clone, Debug)]
pub(crate) enum Chosen {
    Interpreter,
    Other(Arc<dyn EdgeCode>),
}

impl EdgeCode for Chosen {
    #[inline(always)]
    fn readiness(
        &self,
        view: View<'_>,
        edge: EdgeId,
        moved: bool,
        message: &mut Vec<i32>,
    ) -> Result<Readiness, Fault> {
        match self {
            Chosen::Interpreter => Interpreter.readiness(view, edge, moved, message),
            Chosen::Other(code) => code.readiness(view, edge, moved, message),
        }
    }

    #[inline]
    fn accepts(&self, view: View<'_>, edge: EdgeId, offer: Offer<'_>) -> Result<bool, Fault> {
        match self {
            Chosen::Interpreter => Interpreter.accepts(view, edge, offer),
            Chosen::Other(code) => code.accepts(view, edge, offer),
        }
    }

    #[inline]
    fn execute(&self, turn: Turn<'_>, edge: EdgeId, part: Part<'_>) -> StepResult {
        match self {
            Chosen::Interpreter => Interpreter.execute(turn, edge, part),
            Chosen::Other(code) => code.execute(turn, edge, part),
        }
    }
}

impl Machine {
    /// The same machine, whose transitions something else executes than the interpreter.
    #[must_use]
    pub fn with_edge_code(&self, edge_code: Arc<dyn EdgeCode>) -> Machine {
        let mut machine = self.clone();
        machine.edge_code = Chosen::Other(edge_code);
        machine.simplified = OnceLock::new();
        machine
    }
}
