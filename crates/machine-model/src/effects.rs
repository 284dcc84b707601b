//! What the actions of a transition do, in the words of the model.

use std::collections::HashSet;

use machine::explore::Step;
use machine::index::ChannelInstance;
use machine::program::Action;
use machine::{Accessed, Communicated, Moment, Observer, Performed, State, Way};
use model::{Buffered, Communication, CommunicationKind, Effects, Field};

use super::simulation::Position;
use super::{Dialect, MachineModel};
use crate::words::{NamedMachine, Told};

impl<D: Dialect> MachineModel<D> {
    /// What each action does of each step, as far as it gets.
    pub(super) fn effects_of(&self, state: &State, steps: &[Step]) -> Vec<Vec<Effects>> {
        let timeout = self.times_out(&Position { state: state.clone(), control: None });
        let named = self.named_machine();
        let mut recorder = Recorder::new(named);
        self.machine().replay(state, steps, timeout, &mut recorder);
        introduce(&mut recorder.found);
        let mut found = recorder.found.into_iter();
        let of_step = |step: &Step| {
            let mut operations = found.next().unwrap_or_default();
            let of_action = |told: &Told| match operations.get_mut(told.operation) {
                Some(effects) if !told.is_passed => std::mem::take(effects),
                _ => Effects::default(),
            };
            named.told(step.edge, step.result).iter().map(of_action).collect()
        };
        steps.iter().map(of_step).collect()
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

/// Writes down what the operations of a transition do. A long `d_step` touches the same cells again and again: each is named once.
struct Recorder<'a> {
    named: &'a NamedMachine,
    /// By step, and by operation.
    found: Vec<Vec<Effects>>,
    /// What the operation is known to read and to write.
    read: HashSet<Touched>,
    written: HashSet<Touched>,
    /// The names of the processes before the operation.
    processes: Vec<String>,
}

/// A cell that is told of.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Touched {
    Variable(Accessed),
    /// The contents of a channel.
    Channel(ChannelInstance),
}

impl<'a> Recorder<'a> {
    fn new(named: &'a NamedMachine) -> Recorder<'a> {
        Recorder {
            named,
            found: Vec::new(),
            read: HashSet::new(),
            written: HashSet::new(),
            processes: Vec::new(),
        }
    }

    fn current(&mut self) -> Option<&mut Effects> {
        self.found.last_mut()?.last_mut()
    }

    fn processes(&self, state: &State) -> Vec<String> {
        state.process_ids().map(|process| self.named.process_name(state, process)).collect()
    }

    fn name(&self, state: &State, cell: Touched) -> Option<String> {
        match cell {
            Touched::Channel(channel) => {
                let (declared, _) = self.named.machine.channel_at(state, channel)?;
                let seen = self.named.meanings.has_channel(declared);
                seen.then(|| self.named.machine.channel_name(state, channel))?
            }
            Touched::Variable(accessed) if !self.named.meanings.has_variable(accessed.variable) => {
                None
            }
            Touched::Variable(Accessed { process, variable, cell }) => {
                Some(self.named.owned_name(state, process, variable, cell))
            }
        }
    }

    fn communication(&self, moment: &Moment<'_>, found: &Communicated) -> Option<Communication> {
        let (state, machine) = (moment.state(), &self.named.machine);
        let (declared, _) = machine.channel_at(state, found.channel)?;
        if !self.named.meanings.has_channel(declared) {
            return None;
        }
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
        let actors = self.named.meanings.actors.as_ref();
        let tells = |place: usize| actors.is_none_or(|actors| actors.tells(&found.message, place));
        let fields = found.message.iter().enumerate().filter(|&(place, _)| tells(place));
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

impl Observer for Recorder<'_> {
    fn before(&mut self, performed: Performed, state: &State) {
        if performed.operation == 0 {
            self.found.push(Vec::new());
        }
        if let Some(step) = self.found.last_mut() {
            step.push(Effects::default());
        }
        self.read.clear();
        self.written.clear();
        self.processes = self.processes(state);
    }

    fn begin(&mut self, moment: Moment<'_>, action: &Action) {
        let accesses = moment.accesses(action);
        let communicated = accesses.communicated.as_ref();
        let buffer = |found: &Communicated| match found.way {
            Way::Sent { .. } => (None, Some(Touched::Channel(found.channel))),
            Way::Received { stays, .. } => {
                let buffer = Touched::Channel(found.channel);
                (Some(buffer), (!stays).then_some(buffer))
            }
            Way::Offered | Way::Accepted => (None, None),
        };
        let (taken_from, changed) = communicated.map_or((None, None), buffer);
        let variables = |cells: Vec<Accessed>| cells.into_iter().map(Touched::Variable);
        let looked_into = accesses.looks_into.iter().copied().map(Touched::Channel);
        let communication = communicated.and_then(|found| self.communication(&moment, found));
        let reads = variables(accesses.reads).chain(looked_into).chain(taken_from);
        let reads: Vec<Touched> = reads.filter(|&cell| self.read.insert(cell)).collect();
        let writes = variables(accesses.writes).chain(changed);
        let writes: Vec<Touched> = writes.filter(|&cell| self.written.insert(cell)).collect();
        let name = |cell: Touched| self.name(moment.state(), cell);
        let reads: Vec<String> = reads.into_iter().filter_map(name).collect();
        let writes: Vec<String> = writes.into_iter().filter_map(name).collect();
        let Some(effects) = self.current() else { return };
        effects.reads.extend(reads);
        effects.writes.extend(writes);
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
