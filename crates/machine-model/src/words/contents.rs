//! What states hold, in the words of the model: cells with their names and values.

use std::ops::Range;

use machine::State;
use machine::index::{ChannelId, ChannelInstance, ProcessId, VariableId};
use machine::program::{CellType, Region, Variable};
use model::{Cell, CellKind, Value};

use crate::words::meanings::Pointers;
use crate::words::named::NamedMachine;

/// What a variable of an actor holds that knows none.
const NO_ACTOR: &str = "null";

/// Which cells of a state are wanted, by their places: all, or these in ascending order.
#[derive(Clone, Copy)]
enum Wanted<'a> {
    All,
    These(&'a [usize]),
}

impl<'a> Wanted<'a> {
    /// Those in a range.
    fn within(self, range: Range<usize>) -> impl Iterator<Item = usize> + use<'a> {
        let (all, these) = match self {
            Wanted::All => (range, &[][..]),
            Wanted::These(places) => {
                let first = places.partition_point(|&place| place < range.start);
                let rest = &places[first..];
                (0..0, &rest[..rest.partition_point(|&place| place < range.end)])
            }
        };
        all.chain(these.iter().copied())
    }
}

impl NamedMachine {
    /// Every variable cell and channel of a state: globals, channels, locals.
    #[must_use]
    pub fn contents(&self, state: &State) -> Vec<Cell> {
        self.wanted_contents(state, Wanted::All)
    }

    /// The same of two states, but only what differs, if both have the same processes.
    #[must_use]
    pub fn differing_contents(
        &self,
        first: &State,
        second: &State,
    ) -> Option<(Vec<Cell>, Vec<Cell>)> {
        let type_in = |state: &State, process| self.machine.type_of(state.location(process));
        let alike = first.starts == second.starts
            && first.cells.len() == second.cells.len()
            && first.process_ids().all(|it| type_in(first, it) == type_in(second, it));
        if !alike {
            return None;
        }
        let pairs = first.cells.iter().zip(&second.cells).enumerate();
        let places: Vec<usize> =
            pairs.filter(|(_, (a, b))| a != b).map(|(place, _)| place).collect();
        let of = |state| self.wanted_contents(state, Wanted::These(&places));
        Some((of(first), of(second)))
    }

    fn wanted_contents(&self, state: &State, wanted: Wanted<'_>) -> Vec<Cell> {
        let mut cells = Vec::new();
        self.region_cells(Region::Global, None, (state, wanted), &mut cells);
        for channel in self.machine.channels(state) {
            if self.may_be_wanted(state, channel, wanted) {
                cells.extend(self.channel_contents(state, channel));
            }
        }
        for process in state.process_ids() {
            let region = Region::Local(self.machine.type_of(state.location(process)));
            let start = state.starts[process.index()] as usize;
            if wanted.within(start..start + 1).next().is_some() {
                cells.extend(self.place_cell(state, process));
            }
            self.region_cells(region, Some(process), (state, wanted), &mut cells);
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
                found.push((self.cell_name(VariableId::new(index), cell), text));
            }
        }
        found
    }

    /// The values that have names of their own: symbols, actors, and what stands for none of those.
    pub(crate) fn symbols(&self) -> Vec<(String, Value)> {
        let meanings = &self.meanings;
        let symbols = meanings.symbols.values();
        let mut found: Vec<(String, Value)> =
            symbols.map(|name| (name.clone(), Value::Symbol(name.clone()))).collect();
        if meanings.actors.is_some() {
            let state = self.machine.initial();
            let names = state.process_ids().map(|process| self.process_name(state, process));
            found.extend(names.map(|name| (name.clone(), Value::Channel(name))));
            found.push((NO_ACTOR.to_owned(), Value::None));
        }
        if let Some(pointers) = &meanings.pointers {
            found.push((pointers.null.to_owned(), Value::None));
            let places = pointers.places.values();
            found.extend(places.map(|place| (place.clone(), Value::Symbol(place.clone()))));
        }
        found
    }

    fn region_cells(
        &self,
        region: Region,
        owner: Option<ProcessId>,
        (state, wanted): (&State, Wanted<'_>),
        cells: &mut Vec<Cell>,
    ) {
        let (kind, base) = match owner {
            Some(owner) => (CellKind::Local, state.starts[owner.index()] + 1),
            None => (CellKind::Global, 0),
        };
        for (index, variable) in self.machine.program.variables.iter().enumerate() {
            if variable.region != region || !self.meanings.has_variable(VariableId::new(index)) {
                continue;
            }
            let first = (base + variable.offset) as usize;
            for place in wanted.within(first..first + variable.cells() as usize) {
                let (value, cell) = (state.cells[place], (place - first) as u32);
                let id = VariableId::new(index);
                cells.push(Cell {
                    kind: if self.is_parameter(region, id) { CellKind::Parameter } else { kind },
                    name: self.owned_name(state, owner, id, cell),
                    text: self.value_text(state, id, value),
                    value: self.value(state, id, value),
                    messages: None,
                });
            }
        }
    }

    /// Whether a variable of a region is given to a process when it is started.
    fn is_parameter(&self, region: Region, variable: VariableId) -> bool {
        let Region::Local(process_type) = region else { return false };
        let declared = &self.machine.program.process_types[process_type.index()];
        declared.parameters.contains(&variable)
    }

    /// Where a process is, if that is told like a variable of its own.
    pub(crate) fn place_cell(&self, state: &State, process: ProcessId) -> Option<Cell> {
        let pointers = self.meanings.pointers.as_ref()?;
        let location = self.machine.location_of(state, process);
        let text = pointers.places.get(&(location.process_type, location.node))?.clone();
        let name = format!("{}[{}]", pointers.place, self.machine.number_of(process));
        Some(Cell {
            kind: CellKind::Local,
            name,
            value: Value::Symbol(text.clone()),
            text,
            messages: None,
        })
    }

    /// The name of a variable's cell with that of its owner, if it has one, as in `client(2).flag[1]` or `next[2]`.
    pub(crate) fn owned_name(
        &self,
        state: &State,
        owner: Option<ProcessId>,
        variable: VariableId,
        cell: u32,
    ) -> String {
        let name = self.cell_name(variable, cell);
        match (owner, &self.meanings.pointers) {
            (None, _) => name,
            (Some(owner), Some(_)) => format!("{name}[{}]", self.machine.number_of(owner)),
            (Some(owner), None) => format!("{}.{name}", self.process_name(state, owner)),
        }
    }

    /// Whether a channel holds something wanted.
    fn may_be_wanted(&self, state: &State, channel: ChannelInstance, wanted: Wanted<'_>) -> bool {
        self.machine.channel_at(state, channel).is_some_and(|(id, start)| {
            let cells = self.machine.program.channels[id.index()].cells() as usize;
            wanted.within(start..start + cells).next().is_some()
        })
    }

    /// The channels with their contents, and how many messages they hold at most, as `(name, text)`.
    #[must_use]
    pub fn channel_table(&self, state: &State) -> Vec<(String, String)> {
        let mut found = Vec::new();
        for channel in self.machine.channels(state) {
            let (Some(name), Some((id, _))) = (
                self.machine.channel_name(state, channel),
                self.machine.channel_at(state, channel),
            ) else {
                continue;
            };
            if !self.meanings.has_channel(id) {
                continue;
            }
            let capacity = self.machine.program.channels[id.index()].capacity;
            let text = match self.channel_contents(state, channel) {
                Some(cell) => format!("{}  (room for {capacity})", cell.text),
                None => "rendezvous".to_owned(),
            };
            found.push((name, text));
        }
        found
    }

    /// A buffered channel with its messages.
    fn channel_contents(&self, state: &State, channel: ChannelInstance) -> Option<Cell> {
        let (id, start) = self.machine.channel_at(state, channel)?;
        let declared = &self.machine.program.channels[id.index()];
        if declared.capacity == 0 || !self.meanings.has_channel(id) {
            return None;
        }
        let length = state.cells[start] as usize;
        let messages = state.cells[start + 1..].chunks(declared.fields.len()).take(length);
        let texts: Vec<String> =
            messages.clone().map(|message| self.message_text(state, id, message)).collect();
        let value = |message: &[i32]| -> Vec<Value> {
            let fields = message.iter().enumerate();
            fields.map(|(field, &value)| self.field_value(state, id, field, value)).collect()
        };
        Some(Cell {
            kind: CellKind::Channel,
            name: self.machine.channel_name(state, channel)?,
            text: match self.meanings.actors {
                Some(_) => format!("[{}]", texts.join(", ")),
                None => format!("<{}>", texts.join(" ")),
            },
            value: Value::Messages(messages.map(value).collect()),
            messages: Some(texts),
        })
    }

    /// A message of a channel, as in `[red,3]`; of actors, as in `vote(true) from ann`.
    #[must_use]
    pub fn message_text(&self, state: &State, channel: ChannelId, message: &[i32]) -> String {
        let text = |field: usize| {
            let value = message.get(field).copied().unwrap_or_default();
            self.field_text(state, channel, field, value)
        };
        let Some(actors) = &self.meanings.actors else {
            let texts: Vec<String> = (0..message.len()).map(text).collect();
            return format!("[{}]", texts.join(","));
        };
        let parameters = message.first().and_then(|which| actors.parameters.get(which));
        let parameters: Vec<String> = parameters.into_iter().flatten().copied().map(text).collect();
        let given = if parameters.is_empty() {
            String::new()
        } else {
            format!("({})", parameters.join(", "))
        };
        format!("{}{given} from {}", text(0), text(1))
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
            self.number_text(declared.fields.get(field).map(|field| field.cell), value)
        }
    }

    /// A number, or the truth where actors know that.
    fn number_text(&self, cell: Option<CellType>, value: i32) -> String {
        match (&self.meanings.actors, cell) {
            (Some(_), Some(CellType::BIT)) => (value != 0).to_string(),
            _ => value.to_string(),
        }
    }

    /// The value of a variable's cell.
    pub(crate) fn value_text(&self, state: &State, id: VariableId, value: i32) -> String {
        let declared = &self.machine.program.variables[id.index()];
        if declared.holds_channels {
            self.channel_text(state, value)
        } else if let Some(pointers) = self.pointing(id) {
            if value == 0 { pointers.null.to_owned() } else { value.to_string() }
        } else if let Some(kind) = self.meanings.kind(id) {
            self.meanings.symbol(kind, value)
        } else {
            self.number_text(Some(declared.cell), value)
        }
    }

    /// How what a variable holds is told, if it points to processes.
    fn pointing(&self, id: VariableId) -> Option<&Pointers> {
        let holds_processes = self.machine.program.variables[id.index()].holds_processes;
        self.meanings.pointers.as_ref().filter(|_| holds_processes)
    }

    /// The value of a variable's cell, with its type.
    fn value(&self, state: &State, id: VariableId, value: i32) -> Value {
        let declared = &self.machine.program.variables[id.index()];
        if declared.holds_channels {
            self.channel_value(state, value)
        } else if self.pointing(id).is_some() {
            if value == 0 { Value::None } else { Value::Process(value as u32) }
        } else if let Some(symbol) =
            self.meanings.kind(id).and_then(|kind| self.meanings.symbol_of(kind, value))
        {
            Value::Symbol(symbol.to_owned())
        } else if declared.cell == CellType::BIT {
            Value::Truth(value != 0)
        } else if declared.holds_processes {
            u32::try_from(value).map_or(Value::None, Value::Process)
        } else {
            Value::Number(value.into())
        }
    }

    /// The name of a variable's cell, as in `tags[1].row`, without its owner.
    #[must_use]
    pub fn cell_name(&self, variable: VariableId, cell: u32) -> String {
        let declared = &self.machine.program.variables[variable.index()];
        let elements = self.meanings.elements.get(&variable);
        let stands = self.meanings.subscripts.get(&variable);
        let mut name = String::new();
        let mut told = 0;
        for (dimension, place) in subscripts(declared, cell).into_iter().enumerate() {
            let end = stands.and_then(|stands| stands.get(dimension)).copied();
            let end = end.unwrap_or(declared.name.len());
            name += &declared.name[told..end];
            told = end;
            let names = elements.and_then(|elements| elements.get(dimension)?.as_ref());
            let element = match names {
                Some(names) => names.get(place as usize).cloned().unwrap_or_default(),
                None => place.to_string(),
            };
            name += &format!("[{element}]");
        }
        name + &declared.name[told..]
    }

    /// The value of a field of a channel's messages, with its type.
    pub(crate) fn field_value(
        &self,
        state: &State,
        channel: ChannelId,
        field: usize,
        value: i32,
    ) -> Value {
        let declared = self.machine.program.channels[channel.index()].fields.get(field);
        if declared.is_some_and(|field| field.holds_channel) {
            self.channel_value(state, value)
        } else if let Some(symbol) = self
            .meanings
            .field_kind(channel, field)
            .and_then(|kind| self.meanings.symbol_of(kind, value))
        {
            Value::Symbol(symbol.to_owned())
        } else if declared.is_some_and(|field| field.cell == CellType::BIT) {
            Value::Truth(value != 0)
        } else {
            Value::Number(value.into())
        }
    }

    fn channel_text(&self, state: &State, value: i32) -> String {
        let none = if self.meanings.actors.is_some() { NO_ACTOR } else { "no channel" };
        self.named_channel(state, value).unwrap_or_else(|| none.to_owned())
    }

    fn channel_value(&self, state: &State, value: i32) -> Value {
        self.named_channel(state, value).map_or(Value::None, Value::Channel)
    }

    /// The name of the channel that a value is; of the queue of an actor, the name of that.
    fn named_channel(&self, state: &State, value: i32) -> Option<String> {
        let channel = ChannelInstance::with_number(value)?;
        let owner = || self.machine.channel_owner(state, channel);
        match self.meanings.actors.as_ref().and_then(|_| owner()) {
            Some(owner) => Some(self.process_name(state, owner)),
            None => self.machine.channel_name(state, channel),
        }
    }
}

/// The subscripts of a variable's cell.
fn subscripts(variable: &Variable, cell: u32) -> Vec<u32> {
    let mut rest = cell;
    let mut subscripts = Vec::new();
    for &length in variable.dimensions.iter().rev() {
        subscripts.push(rest % length);
        rest /= length;
    }
    subscripts.reverse();
    subscripts
}
