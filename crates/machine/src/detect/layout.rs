//! The cells of settled states, as symmetry sees them: who owns each, and what it refers to.

use std::collections::HashMap;
use std::ops::Range;

use symmetry::{Content, Family, Layout, LayoutBuilder, Point};

use super::classes::{Class, Classes, Meaning};
use super::shape::Shape;
use crate::index::{LocationId, VariableId};
use crate::machine::Machine;
use crate::program::Region;

/// The most points that may own a cell.
const MAX_COORDINATES: usize = 3;

/// Describes the cells of settled states. Points are the processes, the channels and the control
/// locations `locations`, in this order.
///
/// # Errors
/// What about the program does not fit a layout, in words.
pub fn state_layout(
    machine: &Machine,
    classes: &Classes,
    shape: &Shape,
    locations: Range<usize>,
) -> Result<Layout, String> {
    let program = &machine.program;
    let processes = shape.types.len();
    let mut builder = LayoutBuilder::new();
    for (process, process_type) in shape.types.iter().enumerate() {
        let name = &program.process_types[process_type.index()].name;
        builder.point(process_type.0, format!("{name}({process})"));
    }
    let sorts = program.process_types.len() as u32;
    for channel in 0..shape.channels.len() {
        let name = machine.channel_name(&shape.settled, channel);
        builder.point(sorts, name.unwrap_or_default());
    }
    for location in locations.clone() {
        let owner = machine.code.locations[location].process_type;
        builder.point(sorts + 1 + owner.0, format!("location {location}"));
    }
    let mut writer = CellWriter {
        machine,
        classes,
        shape,
        builder,
        families: HashMap::new(),
        processes,
        channels: shape.channels.len(),
        locations,
    };
    writer.globals()?;
    writer.records()?;
    writer.builder.build().map_err(|error| error.to_string())
}

/// What distinguishes families: the kind of cell, and the subscripts that no process owns.
type FamilyKey = (&'static str, u32, Vec<Option<u32>>);

struct CellWriter<'a> {
    machine: &'a Machine,
    classes: &'a Classes,
    shape: &'a Shape,
    builder: LayoutBuilder,
    families: HashMap<FamilyKey, Family>,
    processes: usize,
    channels: usize,
    locations: Range<usize>,
}

impl CellWriter<'_> {
    fn cell(
        &mut self,
        key: FamilyKey,
        coordinates: &[Point],
        content: Content,
    ) -> Result<(), String> {
        if coordinates.len() > MAX_COORDINATES {
            return Err("an array is indexed by more than three process identifiers".to_owned());
        }
        let family = match self.families.get(&key) {
            Some(&family) => family,
            None => {
                let family = self.builder.family();
                self.families.insert(key, family);
                family
            }
        };
        self.builder.cell(family, coordinates, content);
        Ok(())
    }

    fn content(&self, class: Class) -> Content {
        match self.classes.meaning(class) {
            Meaning::Data => Content::Data,
            Meaning::Process => Content::Reference {
                first_value: 0,
                first_point: Point::new(0),
                count: self.processes as u32,
            },
            Meaning::Channel if self.channels == 0 => Content::Data,
            Meaning::Channel => Content::Reference {
                first_value: 1,
                first_point: Point::new(self.processes),
                count: self.channels as u32,
            },
        }
    }

    fn globals(&mut self) -> Result<(), String> {
        let program = &self.machine.program;
        let mut globals: Vec<VariableId> = (0..program.variables.len())
            .map(VariableId::new)
            .filter(|v| program.variables[v.index()].region == Region::Global)
            .collect();
        globals.sort_by_key(|v| program.variables[v.index()].offset);
        for variable in globals {
            self.variable(variable, &[])?;
        }
        for channel in 0..self.channels - self.shape.settled.queues.len() {
            self.channel(channel)?;
        }
        Ok(())
    }

    /// The cells of the channel with number `channel`, counted from 0.
    fn channel(&mut self, channel: usize) -> Result<(), String> {
        let declared = self.shape.channels[channel];
        let (capacity, fields) = {
            let channel = &self.machine.program.channels[declared.index()];
            (channel.capacity, channel.fields.len())
        };
        if capacity == 0 {
            return Ok(());
        }
        let point = [Point::new(self.processes + channel)];
        // Channels of different kinds are never images of one another, but a family must have
        // cells of one content.
        let kind = self.kind_of(declared.index());
        self.cell(("length", kind, Vec::new()), &point, Content::Data)?;
        for slot in 0..capacity {
            for field in 0..fields {
                let content = self.content(self.classes.field(declared.index(), field));
                let key = ("slot", kind, vec![Some(slot), Some(field as u32)]);
                self.cell(key, &point, content)?;
            }
        }
        Ok(())
    }

    /// The first declaration with the same capacity, field types and meanings.
    fn kind_of(&self, index: usize) -> u32 {
        let program = &self.machine.program;
        let like = |other: usize| {
            let (a, b) = (&program.channels[index], &program.channels[other]);
            a.capacity == b.capacity
                && a.fields == b.fields
                && (0..a.fields.len()).all(|f| {
                    let classes = self.classes;
                    classes.meaning(classes.field(index, f))
                        == classes.meaning(classes.field(other, f))
                })
        };
        (0..=index).find(|&other| like(other)).unwrap_or(index) as u32
    }

    /// The cells of a variable; `owner` is the process whose record they are in.
    fn variable(&mut self, id: VariableId, owner: &[Point]) -> Result<(), String> {
        let classes = self.classes;
        let variable = &self.machine.program.variables[id.index()];
        let content = self.content(classes.content(id));
        for cell in 0..variable.cells() {
            let mut rest = cell;
            let mut fixed = vec![None; variable.dimensions.len()];
            let mut owners = Vec::new();
            for (dimension, &length) in variable.dimensions.iter().enumerate().rev() {
                let index = rest % length;
                rest /= length;
                let by_process =
                    classes.meaning(classes.subscript(id, dimension)) == Meaning::Process;
                if by_process && (index as usize) < self.processes {
                    owners.push(Point::new(index as usize));
                } else {
                    fixed[dimension] = Some(index);
                }
            }
            owners.reverse();
            let coordinates: Vec<Point> = owner.iter().copied().chain(owners).collect();
            self.cell(("variable", id.0, fixed), &coordinates, content)?;
        }
        Ok(())
    }

    fn records(&mut self) -> Result<(), String> {
        let machine = self.machine;
        let location = if self.locations.is_empty() {
            Content::Data
        } else {
            Content::Reference {
                first_value: LocationId::new(self.locations.start).0 as i32,
                first_point: Point::new(self.processes + self.channels),
                count: self.locations.len() as u32,
            }
        };
        let mut own = self.channels - self.shape.settled.queues.len();
        for (process, process_type) in self.shape.types.iter().enumerate() {
            let owner = [Point::new(process)];
            self.cell(("location", process_type.0, Vec::new()), &owner, location)?;
            let mut locals: Vec<VariableId> = (0..machine.program.variables.len())
                .map(VariableId::new)
                .filter(|v| {
                    machine.program.variables[v.index()].region == Region::Local(*process_type)
                })
                .collect();
            locals.sort_by_key(|v| machine.program.variables[v.index()].offset);
            for variable in locals {
                self.variable(variable, &owner)?;
            }
            let count = machine.program.process_types[process_type.index()].channels.len();
            for channel in own..own + count {
                self.channel(channel)?;
            }
            own += count;
        }
        Ok(())
    }
}
