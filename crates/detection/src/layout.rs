//! The cells of settled states, as symmetry sees them: who owns each, and what it refers to.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use groups::Permutation;
use machine::Machine;
use machine::index::{
    ChannelId, ChannelInstance, LocationId, ProcessId, ProcessTypeId, VariableId,
};
use machine::program::Region;
use symmetry::{CellId, Content, Family, Layout, LayoutBuilder, Point};

use super::classes::{Class, Classes, Meaning};
use super::graph::ProgramGraph;
use super::shape::Shape;

/// The most points that may own a cell.
const MAX_COORDINATES: usize = 3;

/// The points: the processes, the channels, variables, values of each kind, and locations, in this
/// order. Of variables and values only what is moved, of locations also what lies between.
#[derive(Debug)]
pub struct Points {
    /// The vertex of each point in the graph of the program; what is not part of it stays where it is.
    pub vertices: Vec<Option<usize>>,
    /// The variables that are points.
    pub variables: Vec<VariableId>,
    /// The values that are points, by kind, in order.
    pub values: Vec<(Class, i32)>,
    /// The first point of each kind of values, and where in `values` the kind is.
    kinds: BTreeMap<u32, (Point, Range<usize>)>,
    /// The locations that are points.
    locations: Range<usize>,
    /// The number of the first process.
    first_process: i32,
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
            let (first, point) = (values.len(), Point::new(vertices.len()));
            for &value in domain {
                if let Some(vertex) = vertex(value).filter(|&vertex| moved(vertex)) {
                    values.push((class, value));
                    vertices.push(Some(vertex));
                }
            }
            if first < values.len() {
                kinds.insert(kind, (point, first..values.len()));
            }
        }
        let is_moved = |location: &usize| program.locations[*location].is_some_and(moved);
        let renamed: Vec<usize> = (0..program.locations.len()).filter(is_moved).collect();
        let locations = match (renamed.first(), renamed.last()) {
            (Some(&first), Some(&last)) => first..last + 1,
            _ => 0..0,
        };
        vertices.extend(locations.clone().map(|l| program.locations[l]));
        let first_process = classes.machine.program.semantics.process_number(ProcessId(0));
        Points { vertices, variables, values, kinds, locations, first_process }
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
            Meaning::Process => (0, self.first_process, shape.types.len()),
            Meaning::Channel => (shape.types.len(), 1, shape.channels.len()),
            Meaning::Value(kind) => return self.renamed(kind, value, permutation),
        };
        let place = i64::from(value) - i64::from(first_value);
        match usize::try_from(place).ok().filter(|&place| place < count) {
            Some(place) => (permutation.image(first + place) - first) as i32 + first_value,
            None => value,
        }
    }

    /// What a permutation of the points makes of a value of a kind.
    fn renamed(&self, kind: u32, value: i32, permutation: &Permutation) -> i32 {
        let Some(point) = self.of_value(kind, value) else { return value };
        let (first, places) = &self.kinds[&kind];
        let place = permutation.image(point.index()) - first.index();
        self.values[places.clone()][place].1
    }

    /// Whether some values of a class are points.
    #[must_use]
    pub fn has_values_of(&self, classes: &Classes, class: Class) -> bool {
        matches!(classes.meaning(class), Meaning::Value(kind) if self.kinds.contains_key(&kind))
    }

    /// The point that a value of a kind is, if it is one.
    fn of_value(&self, kind: u32, value: i32) -> Option<Point> {
        let (first, places) = self.kinds.get(&kind)?;
        let place = self.values[places.clone()].binary_search_by_key(&value, |&(_, v)| v).ok()?;
        Some(Point::new(first.index() + place))
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
    generators: &[Permutation],
) -> Result<Layout, String> {
    let program = &machine.program;
    let processes = shape.types.len();
    let type_kinds = type_kinds(machine, shape, generators);
    let mut builder = LayoutBuilder::new();
    for (process, process_type) in shape.processes() {
        let kind = type_kinds[process_type.index()];
        builder.point(kind.0, program.process_name(process_type, process));
    }
    let sorts = program.process_types.len() as u32;
    for (channel, _) in shape.channel_instances() {
        let name = machine.channel_name(&shape.settled, channel);
        builder.point(sorts, name.unwrap_or_default());
    }
    for variable in &points.variables {
        builder.point(sorts + 1, variable_name(machine, *variable));
    }
    let mut kinds = HashMap::new();
    for (&kind, (first_point, places)) in &points.kinds {
        let values = &points.values[places.clone()];
        let class = values[0].0;
        let names = ValueNames::new(machine, classes, class);
        for &(_, value) in values {
            builder.point(sorts + 2 + class.0, names.of(value));
        }
        let values = builder.values(values.iter().map(|&(_, value)| value).collect());
        kinds.insert(kind, Content::Listed { values, first_point: *first_point });
    }
    let sorts = sorts + 2 + classes.count();
    for location in points.locations.clone() {
        let owner = machine.code.locations[location].process_type;
        builder.point(sorts + type_kinds[owner.index()].0, format!("location {location}"));
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
        kinds,
        forms: forms(machine, classes, &points.variables, &type_kinds),
        type_kinds,
        channel_kinds: channel_kinds(machine, classes),
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

/// The names of the values of one kind: `3 in turn` after a variable that holds them, or `flag[3]`
/// after an array that is indexed by them.
pub(super) enum ValueNames {
    Held(String),
    Indexing(String),
    Bare,
}

impl ValueNames {
    pub(super) fn new(machine: &Machine, classes: &Classes, class: Class) -> ValueNames {
        let variables = || VariableId::below(machine.program.variables.len());
        let is_array = |v: &VariableId| !machine.program.variables[v.index()].dimensions.is_empty();
        let indexed = |v: &VariableId| is_array(v) && classes.same(classes.subscript(*v, 0), class);
        let holds = |v: &VariableId| classes.same(classes.content(*v), class);
        if let Some(holder) = variables().find(holds) {
            return ValueNames::Held(variable_name(machine, holder));
        }
        match variables().find(indexed) {
            Some(array) => ValueNames::Indexing(variable_name(machine, array)),
            None => ValueNames::Bare,
        }
    }

    pub(super) fn of(&self, value: i32) -> String {
        match self {
            ValueNames::Held(holder) => format!("{value} in {holder}"),
            ValueNames::Indexing(array) => format!("{array}[{value}]"),
            ValueNames::Bare => value.to_string(),
        }
    }
}

/// For each process type, the first of those whose processes symmetry maps to one another.
fn type_kinds(machine: &Machine, shape: &Shape, generators: &[Permutation]) -> Vec<ProcessTypeId> {
    let mut kinds: Vec<ProcessTypeId> =
        ProcessTypeId::below(machine.program.process_types.len()).collect();
    for generator in generators {
        for (process, of) in shape.processes() {
            let to = shape.types[generator.image(process.index())];
            let (a, b) = (kinds[of.index()], kinds[to.index()]);
            kinds.iter_mut().filter(|kind| **kind == a.max(b)).for_each(|kind| *kind = a.min(b));
        }
    }
    kinds
}

/// For each of these variables, which are points, the first that has the same form.
fn forms(
    machine: &Machine,
    classes: &Classes,
    variables: &[VariableId],
    type_kinds: &[ProcessTypeId],
) -> HashMap<VariableId, VariableId> {
    let mut first = HashMap::new();
    let found = variables.iter().map(|&id| {
        let variable = &machine.program.variables[id.index()];
        let subscripts = (0..variable.dimensions.len()).map(|d| classes.subscript(id, d));
        let held = subscripts.chain([classes.content(id)]);
        let meanings: Vec<Meaning> = held.map(|class| classes.meaning(class)).collect();
        let region = match variable.region {
            Region::Local(owner) => Region::Local(type_kinds[owner.index()]),
            region => region,
        };
        let form = (region, &variable.dimensions, variable.cell, meanings);
        (id, *first.entry(form).or_insert(id))
    });
    found.collect()
}

/// For each declared channel, the first with the same capacity, field types and meanings.
fn channel_kinds(machine: &Machine, classes: &Classes) -> Vec<u32> {
    let mut first = HashMap::new();
    let channels = &machine.program.channels;
    let kinds = ChannelId::below(channels.len()).zip(channels).map(|(id, channel)| {
        let fields = 0..channel.fields.len();
        let meanings: Vec<Meaning> =
            fields.map(|field| classes.meaning(classes.field(id, field))).collect();
        *first.entry((channel.capacity, &channel.fields, meanings)).or_insert(id.0)
    });
    kinds.collect()
}

/// The variables of a region in the order of their cells.
fn in_region(machine: &Machine, region: Region) -> Vec<VariableId> {
    let variables = &machine.program.variables;
    let mut found: Vec<VariableId> = VariableId::below(variables.len())
        .filter(|v| variables[v.index()].region == region)
        .collect();
    found.sort_by_key(|v| variables[v.index()].offset);
    found
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
    /// What refers to values of each kind that are points.
    kinds: HashMap<u32, Content>,
    /// For each variable that is a point, the first of its form.
    forms: HashMap<VariableId, VariableId>,
    /// For each process type, the first that it is exchanged with.
    type_kinds: Vec<ProcessTypeId>,
    /// For each declared channel, the first of its kind.
    channel_kinds: Vec<u32>,
}

impl CellWriter<'_> {
    fn cell(
        &mut self,
        key: FamilyKey,
        coordinates: &[Point],
        content: Content,
    ) -> Result<CellId, String> {
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
        Ok(self.builder.cell(family, coordinates, content))
    }

    fn content(&self, class: Class) -> Content {
        match self.classes.meaning(class) {
            Meaning::Data => Content::Data,
            Meaning::Process => Content::Reference {
                first_value: self.machine.program.semantics.process_number(ProcessId(0)),
                first_point: Point::new(0),
                count: self.processes as u32,
            },
            Meaning::Channel if self.channels == 0 => Content::Data,
            Meaning::Channel => Content::Reference {
                first_value: 1,
                first_point: Point::new(self.processes),
                count: self.channels as u32,
            },
            Meaning::Value(kind) => self.kinds.get(&kind).copied().unwrap_or(Content::Data),
        }
    }

    /// The point that owns the elements `index` of a dimension, if one does.
    fn owner(&self, subscript: Class, index: u32) -> Option<Point> {
        match self.classes.meaning(subscript) {
            Meaning::Process => {
                let semantics = &self.machine.program.semantics;
                let process = semantics.process_with_number(i32::try_from(index).ok()?)?;
                (process.index() < self.processes).then(|| Point::new(process.index()))
            }
            Meaning::Value(kind) => self.points.of_value(kind, i32::try_from(index).ok()?),
            Meaning::Data | Meaning::Channel => None,
        }
    }

    fn globals(&mut self) -> Result<(), String> {
        for variable in in_region(self.machine, Region::Global) {
            self.variable(variable, &[])?;
        }
        ChannelInstance::below(self.unowned_channels())
            .try_for_each(|channel| self.channel(channel))
    }

    /// How many channels belong to no process.
    fn unowned_channels(&self) -> usize {
        self.channels - self.shape.settled.queues.len()
    }

    /// The cells of a channel.
    fn channel(&mut self, channel: ChannelInstance) -> Result<(), String> {
        let declared = self.shape.channels[channel.index()];
        let (capacity, fields) = {
            let channel = &self.machine.program.channels[declared.index()];
            (channel.capacity, channel.fields.len())
        };
        if capacity == 0 {
            return Ok(());
        }
        let point = [Point::new(self.processes + channel.index())];
        // Channels of different kinds are never images of one another, but a family must have
        // cells of one content.
        let kind = self.channel_kinds[declared.index()];
        self.cell(("length", kind, Vec::new()), &point, Content::Data)?;
        for slot in 0..capacity {
            for field in 0..fields {
                let content = self.content(self.classes.field(declared, field));
                let key = ("slot", kind, vec![Some(slot), Some(field as u32)]);
                self.cell(key, &point, content)?;
            }
        }
        Ok(())
    }

    /// The cells of a variable; `owner` is the process whose record they are in.
    fn variable(&mut self, id: VariableId, owner: &[Point]) -> Result<(), String> {
        let classes = self.classes;
        let variable = &self.machine.program.variables[id.index()];
        let content = self.content(classes.content(id));
        // A variable that is a point owns its cells; all such of one form are one family.
        let place = self.points.variables.binary_search(&id).ok();
        let itself = place.map(|p| Point::new(self.processes + self.channels + p));
        let family = self.forms.get(&id).map_or(id.0, |form| form.0);
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
            let cell = self.cell(("variable", family, fixed), &coordinates, content)?;
            if self.shape.frozen.contains(&id) {
                self.builder.constant(cell);
            }
        }
        Ok(())
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
        let types = ProcessTypeId::below(machine.program.process_types.len());
        let locals: Vec<Vec<VariableId>> =
            types.map(|process_type| in_region(machine, Region::Local(process_type))).collect();
        let mut owned = ChannelInstance::below(self.channels).skip(self.unowned_channels());
        for (process, process_type) in self.shape.processes() {
            let owner = [Point::new(process.index())];
            let kind = self.type_kinds[process_type.index()].0;
            self.cell(("location", kind, Vec::new()), &owner, location)?;
            for &variable in &locals[process_type.index()] {
                self.variable(variable, &owner)?;
            }
            let count = machine.program.process_types[process_type.index()].channels.len();
            for channel in owned.by_ref().take(count) {
                self.builder.belongs(Point::new(self.processes + channel.index()), owner[0]);
                self.channel(channel)?;
            }
        }
        Ok(())
    }
}
