//! How a permutation of processes acts on states, by the roles of names alone.

use std::collections::HashMap;

use machine::index::{ChannelId, ChannelInstance, ProcessId};
use machine::program::Region;
use machine::{Machine, State};

use super::roles::{Content, Roles};

/// What a cell holds, and where it goes.
#[derive(Clone, Debug)]
struct Cell {
    target: usize,
    content: Held,
}

#[derive(Clone, Debug)]
enum Held {
    Plain(Content),
    Location,
    /// A field of slot `slot` of the channel that begins at `start`: it holds something only if the channel is that
    /// full.
    Field {
        start: usize,
        slot: usize,
        content: Content,
    },
}

/// A permutation of processes, ready to be applied to states of one shape.
#[derive(Clone, Debug)]
pub struct Action {
    images: Vec<usize>,
    channels: Vec<ChannelInstance>,
    cells: Vec<Cell>,
}

impl Action {
    /// `None` if the states have no place for an image.
    pub fn new(machine: &Machine, state: &State, roles: &Roles, images: &[usize]) -> Option<Self> {
        let blank = Cell { target: usize::MAX, content: Held::Plain(Content::Data) };
        let mut action = Action {
            images: images.to_vec(),
            channels: channel_images(machine, state, roles, images)?,
            cells: vec![blank; state.cells.len()],
        };
        action.globals(machine, roles)?;
        action.records(machine, state, roles)?;
        action.contents_of_channels(machine, state, roles)?;
        let mut hit = vec![false; action.cells.len()];
        for cell in &action.cells {
            let hit = hit.get_mut(cell.target)?;
            if std::mem::replace(hit, true) {
                return None;
            }
        }
        Some(action)
    }

    fn globals(&mut self, machine: &Machine, roles: &Roles) -> Option<()> {
        let variables = &machine.program.variables;
        for variable in variables.iter().filter(|v| v.region == Region::Global) {
            let image = roles.member_image(&variable.name, &self.images)?;
            let target =
                variables
                    .iter()
                    .find(|v| v.region == Region::Global && v.name == image)
                    .filter(|v| v.dimensions == variable.dimensions && v.cell == variable.cell)?;
            let (from, to) = (variable.offset as usize, target.offset as usize);
            self.variable(roles, variable, from, to)?;
        }
        Some(())
    }

    /// The cells of a variable at `from`, whose image is at `to`.
    fn variable(
        &mut self,
        roles: &Roles,
        variable: &machine::program::Variable,
        from: usize,
        to: usize,
    ) -> Option<()> {
        for cell in 0..variable.cells() as usize {
            let (mut rest, mut stride, mut target) = (cell, 1, 0);
            for (dimension, &length) in variable.dimensions.iter().enumerate().rev() {
                let length = length as usize;
                let index = (rest % length) as i32;
                rest /= length;
                let image = match roles.domain(&variable.name, dimension) {
                    Some(domain) => domain.image(index, &self.images)?,
                    None => index,
                };
                let image = usize::try_from(image).ok().filter(|&image| image < length)?;
                target += image * stride;
                stride *= length;
            }
            let content = match variable.holds_channels {
                true => Content::Channels,
                false => roles.content(&variable.name).clone(),
            };
            self.cells[from + cell] = Cell { target: to + target, content: Held::Plain(content) };
        }
        Some(())
    }

    fn records(&mut self, machine: &Machine, state: &State, roles: &Roles) -> Option<()> {
        for process in state.process_ids() {
            let image = ProcessId::new(*self.images.get(process.index())?);
            let start = |process: ProcessId| state.starts[process.index()] as usize;
            let (from, to) = (start(process), start(image));
            let owner = machine.type_of(state.location(process));
            let other = machine.type_of(state.location(image));
            let name = |index: usize| &machine.program.process_types[index].name[..];
            if !roles.alike(name(owner.index()), name(other.index())) {
                return None;
            }
            self.cells.get_mut(from)?.target = to;
            self.cells[from].content = Held::Location;
            let of = |owner| {
                let variables = machine.program.variables.iter();
                variables.filter(move |v| v.region == Region::Local(owner))
            };
            if of(owner).count() != of(other).count() {
                return None;
            }
            for variable in of(owner) {
                let target = of(other).find(|v| {
                    v.name == variable.name
                        && v.dimensions == variable.dimensions
                        && v.cell == variable.cell
                })?;
                let (from, to) = (from + 1, to + 1);
                let (from, to) = (from + variable.offset as usize, to + target.offset as usize);
                self.variable(roles, variable, from, to)?;
            }
        }
        Some(())
    }

    fn contents_of_channels(
        &mut self,
        machine: &Machine,
        state: &State,
        roles: &Roles,
    ) -> Option<()> {
        for channel in machine.channels(state) {
            let (id, from) = machine.channel_at(state, channel)?;
            let (other, to) = machine.channel_at(state, self.channels[channel.index()])?;
            let (declared, other) = (declaration(machine, id), declaration(machine, other));
            if declared.capacity != other.capacity || declared.fields != other.fields {
                return None;
            }
            if declared.capacity == 0 {
                continue;
            }
            let length = Held::Plain(Content::Data);
            self.cells[from] = Cell { target: to, content: length };
            let count = declared.fields.len();
            for slot in 0..declared.capacity as usize {
                for field in 0..count {
                    let content = match declared.fields[field].holds_channel {
                        true => Content::Channels,
                        false => roles.field(&declared.name, field).clone(),
                    };
                    let offset = 1 + slot * count + field;
                    let content = Held::Field { start: from, slot, content };
                    self.cells[from + offset] = Cell { target: to + offset, content };
                }
            }
        }
        Some(())
    }

    /// The image of a state; `None` if some value has none. `location` says what becomes of locations.
    pub fn apply(&self, cells: &[i32], location: impl Fn(i32) -> Option<i32>) -> Option<Vec<i32>> {
        let mut image = vec![0; cells.len()];
        for (cell, &value) in self.cells.iter().zip(cells) {
            image[cell.target] = match &cell.content {
                Held::Location => location(value)?,
                Held::Plain(content) => self.value(content, value)?,
                Held::Field { start, slot, content } => {
                    if *slot < cells[*start] as usize {
                        self.value(content, value)?
                    } else {
                        value
                    }
                }
            };
        }
        Some(image)
    }

    /// What becomes of a process.
    pub fn image(&self, process: usize) -> usize {
        self.images[process]
    }

    /// Whether a cell holds a location.
    pub fn is_location(&self, cell: usize) -> bool {
        matches!(self.cells[cell].content, Held::Location)
    }

    fn value(&self, content: &Content, value: i32) -> Option<i32> {
        match content {
            Content::Data => Some(value),
            Content::Names(domain) => domain.image(value, &self.images),
            Content::Channels => {
                let channel = ChannelInstance::with_number(value);
                let image = channel.and_then(|channel| self.channels.get(channel.index()));
                Some(image.map_or(value, |image| image.number()))
            }
        }
    }
}

fn declaration(machine: &Machine, id: ChannelId) -> &machine::program::Channel {
    &machine.program.channels[id.index()]
}

/// What becomes of each channel.
fn channel_images(
    machine: &Machine,
    state: &State,
    roles: &Roles,
    images: &[usize],
) -> Option<Vec<ChannelInstance>> {
    let channels = machine.channels(state);
    let names: Vec<(Option<usize>, String)> =
        channels.clone().map(|channel| named(machine, state, channel)).collect::<Option<_>>()?;
    let places: HashMap<&(Option<usize>, String), ChannelInstance> =
        names.iter().zip(channels).collect();
    let image = |(owner, name): &(Option<usize>, String)| {
        let target = match owner {
            Some(owner) => (Some(*images.get(*owner)?), name.clone()),
            None => (None, global_channel_image(roles, name, images)?),
        };
        places.get(&target).copied()
    };
    names.iter().map(image).collect()
}

/// The owner, if it has one, and the name of a channel.
fn named(
    machine: &Machine,
    state: &State,
    channel: ChannelInstance,
) -> Option<(Option<usize>, String)> {
    let (id, start) = machine.channel_at(state, channel)?;
    let declared = declaration(machine, id);
    let owner = declared
        .owner
        .map(|_| state.starts.iter().rposition(|&s| (s as usize) < start).unwrap_or_default());
    Some((owner, declared.name.clone()))
}

fn global_channel_image(roles: &Roles, name: &str, images: &[usize]) -> Option<String> {
    let Some((array, rest)) = name.split_once('[') else {
        return roles.member_image(name, images);
    };
    let Some(domain) = roles.domain(array, 0) else { return Some(name.to_owned()) };
    let index: i32 = rest.strip_suffix(']')?.parse().ok()?;
    Some(format!("{array}[{}]", domain.image(index, images)?))
}
