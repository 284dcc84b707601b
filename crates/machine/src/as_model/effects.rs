//! What the actions of a transition do, in the words of the model.

use model::{Buffered, Communication, CommunicationKind, Effects, Field};

use super::simulation::Position;
use super::{Dialect, MachineModel};
use crate::accesses::{Accessed, Communicated, Moment, Way};
use crate::explore::Step;
use crate::index::ChannelInstance;
use crate::program::Action;
use crate::replay::{Observer, Performed};
use crate::state::State;
use crate::words::NamedMachine;

impl<D: Dialect> MachineModel<D> {
    /// What each statement does of each step, as far as it gets.
    pub(super) fn effects_of(&self, state: &State, steps: &[Step]) -> Vec<Vec<Effects>> {
        let timeout = self.times_out(&Position { state: state.clone(), control: None });
        let named = self.named_machine();
        let mut witness =
            Witness { named, found: Vec::new(), silent: false, processes: Vec::new() };
        self.machine().replay(state, steps, timeout, &mut witness);
        introduce(&mut witness.found);
        witness.found
    }
}

/// Tells the sides of each rendezvous who the other is. They stand one behind the other.
fn introduce(effects: &mut [Vec<Effects>]) {
    let messages = effects.iter_mut().flatten().flat_map(|effects| &mut effects.messages);
    let mut messages = messages.peekable();
    while let Some(first) = messages.next() {
        if let (Some(sender), Some(second)) = (&first.from, messages.peek_mut())
            && first.kind == CommunicationKind::Rendezvous
            && second.from.is_none()
        {
            second.from = Some(sender.clone());
            first.to.clone_from(&second.to);
        }
    }
}

/// Writes down what the operations of a transition do.
struct Witness<'a> {
    named: &'a NamedMachine,
    /// By step, and by statement.
    found: Vec<Vec<Effects>>,
    /// Whether the operation says nothing, and is no statement.
    silent: bool,
    /// The names of the processes before the operation.
    processes: Vec<String>,
}

impl Witness<'_> {
    fn current(&mut self) -> Option<&mut Effects> {
        let silent = self.silent;
        self.found.last_mut()?.last_mut().filter(|_| !silent)
    }

    fn processes(&self, state: &State) -> Vec<String> {
        state.process_ids().map(|process| self.named.process_name(state, process)).collect()
    }

    fn cell_name(&self, state: &State, accessed: Accessed) -> String {
        let name = self.named.cell_name(accessed.variable, accessed.cell);
        match accessed.process {
            None => name,
            Some(process) => format!("{}.{name}", self.named.process_name(state, process)),
        }
    }

    fn communication(&self, moment: &Moment<'_>, found: &Communicated) -> Option<Communication> {
        let (state, machine) = (moment.state(), &self.named.machine);
        let (declared, _) = machine.channel_at(state, found.channel)?;
        let myself = Some(self.named.process_name(state, moment.process()));
        let (kind, from, to, buffered) = match found.way {
            Way::Offered => (CommunicationKind::Rendezvous, myself, None, None),
            Way::Accepted => (CommunicationKind::Rendezvous, None, myself, None),
            Way::Sent { place, length } => {
                let buffered = Buffered { place, length, stays: true };
                (CommunicationKind::Send, myself, None, Some(buffered))
            }
            Way::Received { place, length, stays } => {
                let buffered = Buffered { place, length, stays };
                (CommunicationKind::Receive, None, myself, Some(buffered))
            }
        };
        let fields = found.message.iter().enumerate();
        let field = |(place, &value): (usize, &i32)| Field {
            text: self.named.field_text(state, declared, place, value),
            value: self.named.field_value(state, declared, place, value),
        };
        Some(Communication {
            kind,
            channel: machine.channel_name(state, found.channel)?,
            from,
            to,
            fields: fields.map(field).collect(),
            answers: None,
            buffered,
        })
    }
}

impl Observer for Witness<'_> {
    fn before(&mut self, performed: Performed, state: &State) {
        if performed.operation == 0 {
            self.found.push(Vec::new());
        }
        let edge = &self.named.machine.code.edges[performed.edge.index()];
        let operation = usize::from(performed.operation);
        self.silent = operation > 0 && edge.operations[operation].action == Action::Skip;
        if !self.silent
            && let Some(step) = self.found.last_mut()
        {
            step.push(Effects::default());
        }
        self.processes = self.processes(state);
    }

    fn begin(&mut self, moment: Moment<'_>, action: &Action) {
        let accesses = moment.accesses(action);
        let state = moment.state();
        let name = |&accessed: &Accessed| self.cell_name(state, accessed);
        let channel =
            |&instance: &ChannelInstance| self.named.machine.channel_name(state, instance);
        let communication =
            accesses.communicated.and_then(|found| self.communication(&moment, &found));
        let buffer = communication.iter().filter(|found| found.buffered.is_some());
        let buffer: Option<String> = buffer.map(|found| found.channel.clone()).next();
        let taken =
            communication.as_ref().is_some_and(|found| found.kind == CommunicationKind::Receive);
        let changed = communication
            .as_ref()
            .and_then(|found| found.buffered)
            .is_some_and(|buffered| !(taken && buffered.stays));
        let mut reads: Vec<String> = accesses.reads.iter().map(name).collect();
        reads.extend(accesses.looks_into.iter().filter_map(channel));
        reads.extend(buffer.clone().filter(|_| taken));
        let mut writes: Vec<String> = accesses.writes.iter().map(name).collect();
        writes.extend(buffer.filter(|_| changed));
        let Some(effects) = self.current() else { return };
        merge(&mut effects.reads, reads);
        merge(&mut effects.writes, writes);
        effects.messages.extend(communication);
    }

    fn after(&mut self, _: Performed, state: &State) {
        let (old, new) = (std::mem::take(&mut self.processes), self.processes(state));
        let starts = new.iter().skip(old.len()).cloned();
        let ends = old.get(new.len()).cloned();
        if let Some(effects) = self.current() {
            effects.starts.extend(starts);
            effects.ends = ends;
        }
    }
}

/// Adds names that are not there.
fn merge(names: &mut Vec<String>, more: Vec<String>) {
    for name in more {
        if !names.contains(&name) {
            names.push(name);
        }
    }
}
