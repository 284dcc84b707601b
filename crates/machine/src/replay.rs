//! Doing a transition over again, operation by operation, to tell what happens on the way.
//!
//! A search computes only where a transition leads. Here a transition that is known to be possible
//! is executed once more, and an observer hears of each operation, of each action that is about to be
//! done (it may then ask what the action [touches](Moment::accesses)), and of everything that is printed,
//! with the values of that moment.

use crate::accesses::Moment;
use crate::compile::Operation;
use crate::evaluate::View;
use crate::execute::{Buffers, Executor, Listener, Offer, Part};
use crate::explore::{Step, StepResult};
use crate::fault::Fault;
use crate::index::{ChannelInstance, EdgeId, ProcessId};
use crate::machine::Machine;
use crate::program::{Action, Expr};
use crate::state::State;

/// An operation of a transition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Performed {
    /// Who performs it.
    pub process: ProcessId,
    /// The edge it belongs to.
    pub edge: EdgeId,
    /// Its place in the edge.
    pub operation: u16,
}

/// Something printed.
#[derive(Clone, Debug)]
pub struct Printed<'a> {
    /// Who prints.
    pub process: ProcessId,
    /// The format, with its escapes as written.
    pub format: &'a str,
    /// The arguments.
    pub arguments: &'a [Expr],
    /// The values of the arguments, or the error in computing them.
    pub values: Result<Vec<i32>, Fault>,
}

/// Hears what happens in a transition. All methods do nothing unless they are overridden.
pub trait Observer {
    /// An operation is about to be performed in `state`.
    fn before(&mut self, operation: Performed, state: &State) {
        let _ = (operation, state);
    }

    /// An operation has been performed and has led to `state`. Not called if it failed.
    fn after(&mut self, operation: Performed, state: &State) {
        let _ = (operation, state);
    }

    /// An action is about to be done: an operation, or a part of one that is a deterministic block.
    fn begin(&mut self, moment: Moment<'_>, action: &Action) {
        let _ = (moment, action);
    }

    /// Something is printed.
    fn print(&mut self, printed: Printed<'_>) {
        let _ = printed;
    }
}

/// Passes what happens within an operation on to an observer.
struct ToObserver<'a, O>(&'a mut O);

impl<O: Observer> Listener for ToObserver<'_, O> {
    fn hear(&mut self, view: View<'_>, format: &str, arguments: &[Expr]) {
        let values = arguments.iter().map(|argument| view.value(argument)).collect();
        self.0.print(Printed { process: view.process, format, arguments, values });
    }

    fn begin(&mut self, view: View<'_>, action: &Action, accepted: Option<&[i32]>) {
        self.0.begin(Moment { view, accepted }, action);
    }
}

impl Machine {
    /// Executes the steps of a transition that is possible in `state`, or of a small step, and
    /// returns the state that they lead to, with what a stored state forgets: the one in which it
    /// failed, if a step ends in a run-time error. `timeout` says whether `timeout` held at its first step.
    pub fn replay<O: Observer>(
        &self,
        state: &State,
        steps: &[Step],
        timeout: bool,
        observer: &mut O,
    ) -> State {
        self.replayed(true, state, steps, timeout, observer)
    }

    /// The same without resetting what is dead: the steps do the same, for no later statement reads it, and all variables
    /// have the values that the text says.
    pub fn replay_as_written<O: Observer>(
        &self,
        state: &State,
        steps: &[Step],
        timeout: bool,
        observer: &mut O,
    ) -> State {
        self.replayed(false, state, steps, timeout, observer)
    }

    fn replayed<O: Observer>(
        &self,
        resets: bool,
        state: &State,
        steps: &[Step],
        timeout: bool,
        observer: &mut O,
    ) -> State {
        let (state, buffers) = (state.clone(), Buffers::default());
        Replay { machine: self, state, timeout, resets, buffers, observer }.run(steps)
    }
}

struct Replay<'a, O> {
    machine: &'a Machine,
    state: State,
    timeout: bool,
    /// Whether what is dead is reset.
    resets: bool,
    buffers: Buffers,
    observer: &'a mut O,
}

impl<O: Observer> Replay<'_, O> {
    fn run(mut self, steps: &[Step]) -> State {
        let mut rest = steps;
        while let Some((&first, others)) = rest.split_first() {
            let message = self.offer(first);
            match (message, others.split_first()) {
                (Some((channel, message)), Some((&receiver, others))) => {
                    self.step(first, Part::AfterSend);
                    let offer = Offer { channel, message: &message };
                    self.step(receiver, Part::Taking(offer));
                    rest = others;
                }
                _ => {
                    self.step(first, Part::Whole);
                    rest = others;
                }
            }
            // Inside an atomic sequence nobody times out.
            self.timeout = false;
        }
        self.state
    }

    /// The message that a step sends in a rendezvous, if it does.
    fn offer(&self, step: Step) -> Option<(ChannelInstance, Vec<i32>)> {
        if matches!(step.result, StepResult::Fault { .. }) {
            return None;
        }
        self.machine.offer(&self.state, step, self.timeout)
    }

    /// Runs the operations of a step, as far as it goes.
    fn step(&mut self, step: Step, part: Part<'_>) {
        let machine = self.machine;
        let edge = &machine.code.edges[step.edge.index()];
        let last = match step.result {
            StepResult::Fault { operation, fault, .. } if fault != Fault::Nondeterminism => {
                usize::from(operation)
            }
            _ => edge.operations.len(),
        };
        for (index, operation) in edge.operations.iter().enumerate().take(last + 1) {
            let part = if index == 0 { part } else { Part::Whole };
            if self.operation(step, index as u16, operation, part).is_err() || index == last {
                return;
            }
        }
        machine.arrive_at(&mut self.state, step.process, edge.to);
    }

    fn operation(
        &mut self,
        step: Step,
        index: u16,
        operation: &Operation,
        part: Part<'_>,
    ) -> Result<(), Fault> {
        let performed = Performed { process: step.process, edge: step.edge, operation: index };
        self.observer.before(performed, &self.state);
        if !matches!(operation.action, Action::Deterministic(_)) {
            let view = View {
                machine: self.machine,
                state: &self.state,
                process: step.process,
                timeout: self.timeout,
                questions: 0,
            };
            let accepted = match part {
                Part::Taking(offer) => Some(offer.message),
                Part::Whole | Part::AfterSend => None,
            };
            self.observer.begin(Moment { view, accepted }, &operation.action);
        }
        let mut listener = ToObserver(self.observer);
        let mut executor = Executor {
            machine: self.machine,
            state: &mut self.state,
            process: step.process,
            timeout: self.timeout,
            buffers: &mut self.buffers,
            operation: index,
            failed_assertion: None,
            listener: Some(&mut listener),
        };
        match self.resets {
            true => executor.operation(operation, part)?,
            false => executor.act(&operation.action, part)?,
        }
        self.observer.after(performed, &self.state);
        Ok(())
    }
}

impl Machine {
    /// The channel and the message of a step that begins with a send in a rendezvous.
    #[must_use]
    pub fn offer(
        &self,
        state: &State,
        step: Step,
        timeout: bool,
    ) -> Option<(ChannelInstance, Vec<i32>)> {
        let edge = &self.code.edges[step.edge.index()];
        let Action::Send { channel, message, .. } = &edge.operations.first()?.action else {
            return None;
        };
        let view = View { machine: self, state, process: step.process, timeout, questions: 0 };
        let channel = view.channel(channel).ok().filter(|c| c.declared.capacity == 0)?;
        let mut values = Vec::new();
        view.message(&channel.declared.fields, message, &mut values).ok()?;
        Some((channel.instance, values))
    }
}
