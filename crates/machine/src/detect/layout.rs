//! The cells of settled states, as symmetry sees them: who owns each, and what it refers to.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use groups::Permutation;
use symmetry::{Content, Family, Layout, LayoutBuilder, Point};

use super::classes::{Class, Classes, Meaning};
use super::graph::ProgramGraph;
use super::shape::Shape;
use crate::index::{LocationId, VariableId};
use crate::machine::Machine;
use crate::program::Region;

/// The most points that may own a cell.
const MAX_COORDINATES: usize = 3;

/// The points: the processes, the channels, variables, values of each kind, and locations, in this
/// order. Of the last three only what is moved, and what lies between.
#[derive(Debug)]
pub struct Points {
    /// The vertex of each point in the graph of the program; what is not part of it stays where it is.
    pub vertices: Vec<Option<usize>>,
    /// The variables that are points.
    pub variables: Vec<VariableId>,
    /// The values that are points, by kind, in order.
    pub values: Vec<(Class, i32)>,
    /// The first point of each kind of values, and its value.
    kinds: BTreeMap<u32, (usize, i32, u32)>,
    /// The locations that are points.
    locations: Range<usize>,
}

impl Points {
    /// The points of a program, given which vertices of its graph some symmetry moves.
    #[must_use]
    pub fn new(classes: &Classes, program: &ProgramGraph, moved: &dyn Fn(usize) -> bool) -> Points {
        let components = program.processes.iter().chain(&program.channels);
        let mut vertices: Vec<Option<usize>> = components.copied().map(Some).collect();
        let mut variables = Vec::new();
        for (index, &vertex) in program.variables.iter().enumerate() {
            if moved(vertex) {
                variables.push(VariableId::new(index));
                vertices.push(Some(vertex));
            }
        }
        let mut values = Vec::new();
        let mut kinds = BTreeMap::new();
        for (class, domain) in classes.value_classes() {
            let Meaning::Value(kind) = classes.meaning(class) else { continue };
            if !classes.has_cells(class) {
                continue;
            }
            let vertex = |value: i32| program.values.get(&(kind, value)).copied();
            let mut renamed = domain.iter().filter(|&&value| vertex(value).is_some_and(moved));
            let (Some(&first), Some(&last)) = (renamed.clone().next(), renamed.next_back()) else {
                continue;
            };
            kinds.insert(kind, (vertices.len(), first, (last - first + 1) as u32));
            for value in first..=last {
                values.push((class, value));
                vertices.push(vertex(value));
            }
        }
        let is_moved = |location: &usize| program.locations[*location].is_some_and(moved);
        let renamed: Vec<usize> = (0..program.locations.len()).filter(is_moved).collect();
        let locations = match (renamed.first(), renamed.last()) {
            (Some(&first), Some(&last)) => first..last + 1,
            _ => 0..0,
        };
        vertices.extend(locations.clone().map(|l| program.locations[l]));
        Points { vertices, variables, values, kinds, locations }
    }

    /// What a permutation of the points makes of a variable.
    pub(super) fn variable_image(
        &self,
        shape: &Shape,
        variable: VariableId,
        permutation: &Permutation,
    ) -> VariableId {
        let first = shape.types.len() + shape.channels.len();
        match self.variables.iter().position(|&v| v == variable) {
            Some(place) => self.variables[permutation.image(first + place) - first],
            None => variable,
        }
    }

    /// What a permutation of the points makes of a value of a certain meaning; a value that names nothing stays the same.
    pub(super) fn value_image(
        &self,
        shape: &Shape,
        meaning: Meaning,
        value: i32,
        permutation: &Permutation,
    ) -> i32 {
        let (first, first_value, count) = match meaning {
            Meaning::Data => return value,
            Meaning::Process => (0, 0, shape.types.len()),
            Meaning::Channel => (shape.types.len(), 1, shape.channels.len()),
            Meaning::Value(kind) => match self.kinds.get(&kind) {
                Some(&(first, value, count)) => (first, value, count as usize),
                None => return value,
            },
        };
        let place = i64::from(value) - i64::from(first_value);
        match usize::try_from(place).ok().filter(|&place| place < count) {
            Some(place) => (permutation.image(first + place) - first) as i32 + first_value,
            None => value,
        }
    }

    /// Whether some values of a class are points.
    #[must_use]
    pub fn has_values_of(&self, classes: &Classes, class: Class) -> bool {
        matches!(classes.meaning(class), Meaning::Value(kind) if self.kinds.contains_key(&kind))
    }
}

/// Describes the cells of settled states.
///
/// # Errors
/// What about the program does not fit a layout, in words.
pub fn state_layout(
    machine: &Machine,
    classes: &Classes,
    shape: &Shape,
    points: &Points,
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
    for variable in &points.variables {
        builder.point(sorts + 1, variable_name(machine, *variable));
    }
    for (class, value) in &points.values {
        builder.point(sorts + 2 + class.0, value_name(machine, classes, *class, *value));
    }
    let sorts = sorts + 2 + classes.count();
    for location in points.locations.clone() {
        let owner = machine.code.locations[location].process_type;
        builder.point(sorts + owner.0, format!("location {location}"));
    }
    let mut writer = CellWriter {
        machine,
        classes,
        shape,
        builder,
        families: HashMap::new(),
        processes,
        channels: shape.channels.len(),
        points,
    };
    writer.globals()?;
    writer.records()?;
    writer.builder.build().map_err(|error| error.to_string())
}

/// `turn`, or `P:turn` for what each process of a type has.
pub(super) fn variable_name(machine: &Machine, id: VariableId) -> String {
    let variable = &machine.program.variables[id.index()];
    match variable.region {
        Region::Local(owner) => {
            format!("{}:{}", machine.program.process_types[owner.index()].name, variable.name)
        }
        _ => variable.name.clone(),
    }
}

/// `3 in turn`: the value, and a variable that holds or is indexed by its kind.
pub(super) fn value_name(machine: &Machine, classes: &Classes, class: Class, value: i32) -> String {
    let variables = || (0..machine.program.variables.len()).map(VariableId::new);
    let is_array = |v: &VariableId| !machine.program.variables[v.index()].dimensions.is_empty();
    let indexed = |v: &VariableId| is_array(v) && classes.same(classes.subscript(*v, 0), class);
    let holds = |v: &VariableId| classes.same(classes.content(*v), class);
    if let Some(holder) = variables().find(holds) {
        return format!("{value} in {}", variable_name(machine, holder));
    }
    match variables().find(indexed) {
        Some(array) => format!("{}[{value}]", variable_name(machine, array)),
        None => value.to_string(),
    }
}

/// What distinguishes families: the kind of cell, and the subscripts that no process owns.
type FamilyKey = (&'static str, u32, Vec<Option<u32>>);

struct CellWriter<'a> {
    machine: &'a Machine,
    classes: &'a Classes<'a>,
    shape: &'a Shape,
    builder: LayoutBuilder,
    families: HashMap<FamilyKey, Family>,
    processes: usize,
    channels: usize,
    points: &'a Points,
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
            Meaning::Value(kind) => match self.points.kinds.get(&kind) {
                Some(&(first, value, count)) => {
                    Content::Reference { first_value: value, first_point: Point::new(first), count }
                }
                None => Content::Data,
            },
        }
    }

    /// The point that owns the elements `index` of a dimension, if one does.
    fn owner(&self, subscript: Class, index: u32) -> Option<Point> {
        match self.classes.meaning(subscript) {
            Meaning::Process => {
                ((index as usize) < self.processes).then(|| Point::new(index as usize))
            }
            Meaning::Value(kind) => {
                let &(first, value, count) = self.points.kinds.get(&kind)?;
                let place = u32::try_from(index as i32 - value).ok()?;
                (place < count).then(|| Point::new(first + place as usize))
            }
            Meaning::Data | Meaning::Channel => None,
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
        // A variable that is a point owns its cells; all such of one form are one family.
        let place = self.points.variables.iter().position(|&v| v == id);
        let itself = place.map(|p| Point::new(self.processes + self.channels + p));
        let family = itself.map_or(id.0, |_| self.form_of(id));
        for cell in 0..variable.cells() {
            let mut rest = cell;
            let mut fixed = vec![None; variable.dimensions.len()];
            let mut owners = Vec::new();
            for (dimension, &length) in variable.dimensions.iter().enumerate().rev() {
                let index = rest % length;
                rest /= length;
                match self.owner(classes.subscript(id, dimension), index) {
                    Some(point) => owners.push(point),
                    None => fixed[dimension] = Some(index),
                }
            }
            owners.extend(itself);
            owners.reverse();
            let coordinates: Vec<Point> = owner.iter().copied().chain(owners).collect();
            self.cell(("variable", family, fixed), &coordinates, content)?;
        }
        Ok(())
    }

    /// The first of the variables that are points and have the same form.
    fn form_of(&self, id: VariableId) -> u32 {
        let form = |id: VariableId| {
            let variable = &self.machine.program.variables[id.index()];
            let subscripts = (0..variable.dimensions.len()).map(|d| self.classes.subscript(id, d));
            let classes = subscripts.chain([self.classes.content(id)]);
            let meanings: Vec<Meaning> = classes.map(|c| self.classes.meaning(c)).collect();
            (variable.region, &variable.dimensions, variable.cell, meanings)
        };
        let wanted = form(id);
        let like = self.points.variables.iter().find(|&&other| form(other) == wanted);
        like.map_or(id.0, |v| v.0)
    }

    fn records(&mut self) -> Result<(), String> {
        let machine = self.machine;
        let locations = &self.points.locations;
        let location = if locations.is_empty() {
            Content::Data
        } else {
            Content::Reference {
                first_value: LocationId::new(locations.start).0 as i32,
                first_point: Point::new(self.points.vertices.len() - locations.len()),
                count: locations.len() as u32,
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
