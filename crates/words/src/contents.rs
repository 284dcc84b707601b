//! What states hold, in the words of the model: cells with their names and values, and what
//! changed between two states.

use std::collections::HashMap;

use machine::State;
use machine::index::{ChannelId, VariableId};
use machine::program::{Region, Variable};

use crate::model::Model;

/// What a cell is a part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellKind {
    /// A global variable.
    Global,
    /// A buffered channel: all of its contents.
    Channel,
    /// A local variable of a process.
    Local {
        /// The process.
        process: usize,
    },
    /// A process itself.
    Process,
}

/// A cell of a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// What it is a part of.
    pub kind: CellKind,
    /// Its name, as in `flag[3]` or `user(3).k`.
    pub name: String,
    /// Its value.
    pub value: String,
}

/// A cell that changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// What it is a part of.
    pub kind: CellKind,
    /// The cell, as in `flag[3]` or `user(3).k`.
    pub cell: String,
    /// Its value before; empty for a process that did not exist.
    pub before: String,
    /// Its value after.
    pub after: String,
}

impl Model {
    /// The cells that differ between two states, in the order of the state.
    #[must_use]
    pub fn changes(&self, before: &State, after: &State) -> Vec<Change> {
        let old = self.all_cells(before);
        let new = self.all_cells(after);
        let known: HashMap<&str, &str> =
            old.iter().map(|cell| (cell.name.as_str(), cell.value.as_str())).collect();
        let mut changes: Vec<Change> = new
            .iter()
            .filter(|cell| known.get(cell.name.as_str()) != Some(&cell.value.as_str()))
            .map(|cell| Change {
                kind: cell.kind,
                cell: cell.name.clone(),
                before: known.get(cell.name.as_str()).copied().unwrap_or_default().to_owned(),
                after: cell.value.clone(),
            })
            .collect();
        for process in after.processes()..before.processes() {
            changes.push(Change {
                kind: CellKind::Process,
                cell: self.process_name(before, process),
                before: "running".to_owned(),
                after: "gone".to_owned(),
            });
        }
        changes
    }

    /// Every variable cell and channel of a state, with its value as text.
    #[must_use]
    pub fn cells(&self, state: &State) -> Vec<(String, String)> {
        self.all_cells(state).into_iter().map(|cell| (cell.name, cell.value)).collect()
    }

    /// Every variable cell and channel of a state: globals, channels, locals.
    #[must_use]
    pub fn all_cells(&self, state: &State) -> Vec<Cell> {
        let mut cells = Vec::new();
        self.region_cells(Region::Global, CellKind::Global, "", 0, state, &mut cells);
        for channel in 0..self.machine.channel_count(state) {
            let contents = self.channel_contents(state, channel);
            cells.extend(contents.map(|(name, value)| Cell {
                kind: CellKind::Channel,
                name,
                value,
            }));
        }
        for process in 0..state.processes() {
            let region = Region::Local(self.machine.type_of(state.location(process)));
            let prefix = format!("{}.", self.process_name(state, process));
            let (kind, base) = (CellKind::Local { process }, state.starts[process] + 1);
            self.region_cells(region, kind, &prefix, base, state, &mut cells);
        }
        cells
    }

    /// The variables that are never written, with their values; without those that name a channel.
    #[must_use]
    pub fn constants(&self) -> Vec<(String, String)> {
        let mut found = Vec::new();
        let state = self.machine.initial();
        for (index, variable) in self.machine.program.variables.iter().enumerate() {
            if variable.region != Region::Constant || variable.holds_channels {
                continue;
            }
            for cell in 0..variable.cells() {
                let value = self.machine.constant(variable.offset + cell);
                let text = self.value_text(state, VariableId::new(index), value);
                found.push((subscripted(variable, cell), text));
            }
        }
        found
    }

    fn region_cells(
        &self,
        region: Region,
        kind: CellKind,
        prefix: &str,
        base: u32,
        state: &State,
        cells: &mut Vec<Cell>,
    ) {
        for (index, variable) in self.machine.program.variables.iter().enumerate() {
            if variable.region != region {
                continue;
            }
            for cell in 0..variable.cells() {
                let value = state.cells[(base + variable.offset + cell) as usize];
                cells.push(Cell {
                    kind,
                    name: format!("{prefix}{}", subscripted(variable, cell)),
                    value: self.value_text(state, VariableId::new(index), value),
                });
            }
        }
    }

    /// The name of a buffered channel and its messages.
    fn channel_contents(&self, state: &State, channel: usize) -> Option<(String, String)> {
        let (id, start) = self.machine.channel_at(state, channel)?;
        let declared = &self.machine.program.channels[id.index()];
        if declared.capacity == 0 {
            return None;
        }
        let length = state.cells[start] as usize;
        let messages = state.cells[start + 1..].chunks(declared.fields.len()).take(length);
        let text = |message: &[i32]| format!("[{}]", self.message_text(state, id, message));
        let messages: Vec<String> = messages.map(text).collect();
        let name = self.machine.channel_name(state, channel)?;
        Some((name, format!("<{}>", messages.join(" "))))
    }

    /// The fields of a message of a channel, as in `red,3`.
    #[must_use]
    pub fn message_text(&self, state: &State, channel: ChannelId, message: &[i32]) -> String {
        let fields = message.iter().enumerate();
        let texts = fields.map(|(field, &value)| self.field_text(state, channel, field, value));
        texts.collect::<Vec<_>>().join(",")
    }

    /// The value of a field of a channel's messages.
    pub(crate) fn field_text(
        &self,
        state: &State,
        channel: ChannelId,
        field: usize,
        value: i32,
    ) -> String {
        let declared = &self.machine.program.channels[channel.index()];
        if declared.fields.get(field).is_some_and(|field| field.holds_channel) {
            self.channel_text(state, value)
        } else if let Some(kind) = self.meanings.field_kind(channel, field) {
            self.meanings.symbol(kind, value)
        } else {
            value.to_string()
        }
    }

    /// The value of a variable's cell.
    pub(crate) fn value_text(&self, state: &State, id: VariableId, value: i32) -> String {
        if self.machine.program.variables[id.index()].holds_channels {
            self.channel_text(state, value)
        } else if let Some(kind) = self.meanings.kind(id) {
            self.meanings.symbol(kind, value)
        } else {
            value.to_string()
        }
    }

    fn channel_text(&self, state: &State, value: i32) -> String {
        let number = usize::try_from(value).ok().and_then(|v| v.checked_sub(1));
        let name = number.and_then(|number| self.machine.channel_name(state, number));
        name.unwrap_or_else(|| "no channel".to_owned())
    }
}

/// The name of a variable's cell, with its subscripts: `tags[1].row[2].occupied` is the variable
/// `tags.row.occupied`, whose subscripts are shown together at the end.
pub(crate) fn subscripted(variable: &Variable, cell: u32) -> String {
    let mut rest = cell;
    let mut subscripts = Vec::new();
    for &length in variable.dimensions.iter().rev() {
        subscripts.push(format!("[{}]", rest % length));
        rest /= length;
    }
    subscripts.reverse();
    format!("{}{}", variable.name, subscripts.concat())
}
