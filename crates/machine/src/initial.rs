//! Initial states, and processes that are started.

use kernel::TransitionSystem;

use crate::evaluate::View;
use crate::fault::Fault;
use crate::index::{ProcessId, ProcessTypeId};
use crate::machine::Machine;
use crate::program::{FirstMessage, Initialiser, Introduction, Region};
use crate::state::State;

impl Machine {
    /// The initial states. What they execute is noted.
    pub(crate) fn compute_initial(&mut self) -> Result<Vec<State>, Fault> {
        let mut globals =
            State { cells: vec![0; self.program.global_cells as usize], ..State::default() };
        for place in 0..self.program.initialisers.len() {
            let initialiser = &self.program.initialisers[place];
            let (cell, value) = self.initial_value(&globals, ProcessId(0), initialiser)?;
            match initialiser.place.region {
                Region::Constant => self.constants[cell] = value,
                _ => globals.cells[cell] = value,
            }
        }
        let only = [Vec::new()];
        let alternatives = match &self.program.alternatives[..] {
            [] => &only[..],
            several => several,
        };
        let started = alternatives.iter().map(|it| self.start_all(globals.clone(), it));
        let mut states = started.collect::<Result<Vec<State>, Fault>>()?;
        states = self.with_choices(states)?;
        if let Some(condition) = &self.program.state_condition {
            states.retain(|state| self.has(state, &condition.expr));
        }
        if states.is_empty() {
            return Err(Fault::NoInitial);
        }
        states.iter_mut().for_each(|state| self.forget(state));
        let mut scratch = self.scratch();
        for (process, initial) in self.program.initial.iter().enumerate() {
            let declared = &self.program.process_types[initial.process_type.index()];
            if declared.starts_with_step {
                states = self.after_first_step(states, ProcessId::new(process), &mut scratch)?;
            }
        }
        self.executed_at_start = scratch.covered;
        Ok(states)
    }

    /// The cell that an initialiser of a process, or of the globals, sets, and what to.
    pub(crate) fn initial_value(
        &self,
        state: &State,
        process: ProcessId,
        initialiser: &Initialiser,
    ) -> Result<(usize, i32), Fault> {
        let view = View { machine: self, state, process, timeout: false, questions: 0 };
        let value = initialiser.place.cell.wrap(view.value(&initialiser.value)?);
        Ok((view.address(&initialiser.place)?, value))
    }

    /// From the globals to an initial state.
    fn start_all(&self, mut state: State, alternative: &[Initialiser]) -> Result<State, Fault> {
        for initialiser in alternative {
            let (cell, value) = self.initial_value(&state, ProcessId(0), initialiser)?;
            state.cells[cell] = value;
        }
        for process in &self.program.initial {
            let view = View {
                machine: self,
                state: &state,
                process: ProcessId(0),
                timeout: false,
                questions: 0,
            };
            let arguments = process.arguments.iter().map(|argument| view.value(argument));
            let mut arguments = arguments.collect::<Result<Vec<i32>, Fault>>()?;
            for introduction in &process.introductions {
                let place = introduction.parameter as usize;
                arguments.resize(arguments.len().max(place + 1), 0);
                let Introduction { process, channel, .. } = *introduction;
                arguments[place] = self.program.initial_channel(process, channel).0.number();
            }
            self.start(&mut state, process.process_type, &arguments, process.priority)?;
        }
        Ok(state)
    }

    /// Appends a process to the state, and returns it.
    pub(crate) fn start(
        &self,
        state: &mut State,
        process_type: ProcessTypeId,
        arguments: &[i32],
        priority: u8,
    ) -> Result<ProcessId, Fault> {
        let most = self.program.semantics.most_processes;
        if state.processes() >= usize::from(most) {
            return Err(Fault::TooManyProcesses { most });
        }
        let process = ProcessId::new(state.processes());
        let declared = &self.program.process_types[process_type.index()];
        let start = state.cells.len();
        state.starts.push(start as u32);
        state.cells.push(self.code.entries[process_type.index()].0 as i32);
        state.cells.resize(start + 1 + declared.local_cells as usize, 0);
        self.open_channels(state, process_type, start as u32 + 1)?;
        for (&parameter, &argument) in declared.parameters.iter().zip(arguments) {
            let variable = &self.program.variables[parameter.index()];
            state.cells[start + 1 + variable.offset as usize] = variable.cell.wrap(argument);
        }
        if let Some(variable) = declared.priority {
            let offset = self.program.variables[variable.index()].offset as usize;
            state.cells[start + 1 + offset] = i32::from(priority);
        }
        for initialiser in &declared.initialisers {
            let (cell, value) = self.initial_value(state, process, initialiser)?;
            state.cells[cell] = value;
        }
        for first in &declared.first_messages {
            self.put_first(state, process, first)?;
        }
        Ok(process)
    }

    /// Puts a message into a channel of a new process.
    fn put_first(
        &self,
        state: &mut State,
        process: ProcessId,
        first: &FirstMessage,
    ) -> Result<(), Fault> {
        let (channel, message) = first.parts();
        let view = View { machine: self, state, process, timeout: false, questions: 0 };
        let channel = view.channel(channel)?;
        let (start, capacity) = (channel.start, channel.declared.capacity as i32);
        let mut values = Vec::with_capacity(channel.declared.fields.len());
        view.message(&channel.declared.fields, message, &mut values)?;
        let held = state.cells[start];
        if held >= capacity {
            return Err(Fault::FullChannel);
        }
        let slot = start + 1 + held as usize * values.len();
        state.cells[slot..slot + values.len()].copy_from_slice(&values);
        state.cells[start] = held + 1;
        Ok(())
    }

    /// Gives a new process, whose locals start at `start`, its own channels.
    fn open_channels(
        &self,
        state: &mut State,
        process_type: ProcessTypeId,
        start: u32,
    ) -> Result<(), Fault> {
        let encoding = &self.encoding.records[process_type.index()];
        for channel in &encoding.channels {
            let first = (start + channel.offset) as usize + 1;
            for slot in 0..channel.capacity as usize {
                let at = first + slot * channel.fillers.len();
                state.cells[at..at + channel.fillers.len()].copy_from_slice(&channel.fillers);
            }
        }
        self.reopen_channels(state, process_type, start);
        let most = self.program.semantics.most_channels;
        if self.global_channels + state.queues.len() > usize::from(most) {
            return Err(Fault::TooManyChannels { most });
        }
        Ok(())
    }
}
