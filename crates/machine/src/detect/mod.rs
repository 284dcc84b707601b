//! Finding the symmetry of a machine.
//!
//! What values mean is inferred ([`classes`]), the processes are counted once they are all started
//! ([`shape`]), and the group is read off the coloured graph of the program ([`graph`]). The
//! result is a [`Reduction`]: the layout of states under the group, and the machine to search,
//! which is the original one but for two things that no permutation of processes respects:
//!
//! - SPIN removes a terminated process only when all younger ones are gone. If a process that
//!   symmetry moves can terminate, the machine leaves terminated processes where they are. Nothing
//!   observes the difference: detection refuses programs that start processes later or ask how
//!   many there are. Removal enables nothing else, so every verdict is kept.
//! - Cells whose value does not matter (dead variables, unused slots of channels) hold 0, which
//!   would name process 0. If symmetry moves process 0, those that hold identifiers hold 255.

pub mod classes;
pub mod graph;
pub mod shape;

use std::collections::HashMap;

use diagnostics::Span;
use groups::{Group, Permutation, automorphisms};
use symmetry::{Content, Family, LayoutBuilder, Point, SymmetryGroup};

use crate::index::{LocationId, VariableId};
use crate::machine::Machine;
use crate::program::{Action, Expr, Region};
use crate::state::State;
use crate::uses::walk_action;
use classes::{Class, Classes, Meaning, NumberUse};
use graph::{frozen_locals, late_edges, program_graph};
use shape::{Shape, types_of};

/// The value of an identifier cell that names no process.
const NULL: i32 = 255;
/// The most points that may own a cell.
const MAX_COORDINATES: usize = 3;

/// What detection found.
#[derive(Debug)]
pub struct Detected {
    /// The reduction, if there is a symmetry.
    pub reduction: Option<Reduction>,
    /// Why there is none, or no larger one, as far as known.
    pub remarks: Vec<Remark>,
}

/// Something that stood in the way of symmetry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// Where, if it has a place.
    pub span: Option<Span>,
    /// What.
    pub text: String,
}

/// A machine with its symmetry, ready to be searched in the quotient.
#[derive(Debug)]
pub struct Reduction {
    /// The machine to search.
    pub machine: Machine,
    /// The group and the layout of reducible states.
    pub symmetry: SymmetryGroup,
    /// How many of the points are processes; channels follow, then locations.
    pub processes: usize,
    /// How many are channels.
    pub channels: usize,
    /// The types that the processes of reducible states have, and the values of cells that never
    /// change.
    pub(crate) expected: Expected,
}

/// What all reducible states have in common.
#[derive(Clone, Debug)]
pub(crate) struct Expected {
    starts: Vec<u32>,
    types: Vec<crate::index::ProcessTypeId>,
    frozen: Vec<(u32, i32)>,
}

impl Reduction {
    /// Whether symmetry applies to a state: all processes are started, as expected.
    #[must_use]
    pub fn is_reducible(&self, state: &State) -> bool {
        let expected = &self.expected;
        state.starts == expected.starts
            && types_of(&self.machine, state).zip(&expected.types).all(|(a, b)| a == *b)
            && expected.frozen.iter().all(|&(cell, value)| state.cells[cell as usize] == value)
    }
}

/// Finds the symmetry of a machine.
#[must_use]
pub fn detect(machine: &Machine) -> Detected {
    let Some(shape) = Shape::find(machine) else {
        let text = "the set of processes never settles: processes are started for ever, \
                    or only after a long run"
            .to_owned();
        return Detected { reduction: None, remarks: vec![Remark { span: None, text }] };
    };
    let classes = infer(machine, &shape);
    let mut remarks: Vec<Remark> = classes.conflicts().iter().map(remark).collect();
    let reduction = Detector { machine, classes: &classes, shape: &shape }.run(&mut remarks);
    Detected { reduction, remarks }
}

fn remark(conflict: &NumberUse) -> Remark {
    let text = format!("a process identifier is used as a number here: {}", conflict.what);
    Remark { span: Some(conflict.span), text }
}

/// Learns from the late code, and from what is handed to processes when they start.
fn infer(machine: &Machine, shape: &Shape) -> Classes {
    let mut classes = Classes::new(machine);
    for edge in late_edges(machine, shape) {
        for operation in &edge.operations {
            classes.action(&operation.action, edge.span);
        }
    }
    for process_type in &machine.program.process_types {
        for initialiser in &process_type.initialisers {
            classes.assign(&initialiser.place, &initialiser.value, process_type.span);
        }
    }
    for edge in machine.code.edges.iter().filter(|e| !shape.is_late(e.from)) {
        for operation in &edge.operations {
            if let Action::Run { process_type, arguments, .. } = &operation.action {
                let declared = &machine.program.process_types[process_type.index()];
                for (&parameter, argument) in declared.parameters.iter().zip(arguments) {
                    classes.pass(parameter, argument, edge.span);
                }
            }
        }
    }
    classes
}

struct Detector<'a> {
    machine: &'a Machine,
    classes: &'a Classes,
    shape: &'a Shape,
}

impl Detector<'_> {
    fn run(&self, remarks: &mut Vec<Remark>) -> Option<Reduction> {
        let program = program_graph(self.machine, self.classes, self.shape);
        let found = automorphisms(&program.graph);
        let processes = program.processes.len();
        let components: Vec<usize> =
            program.processes.iter().chain(&program.channels).copied().collect();
        // Automorphisms that move only locations are of no use.
        let useful: Vec<&Permutation> = found
            .generators
            .iter()
            .filter(|g| components.iter().any(|&v| g.image(v) != v))
            .collect();
        if useful.is_empty() {
            remarks
                .push(Remark { span: None, text: "no components are interchangeable".to_owned() });
            return None;
        }
        let moves = |location: &usize| {
            program.locations[*location].is_some_and(|v| useful.iter().any(|g| g.image(v) != v))
        };
        let moved: Vec<usize> = (0..program.locations.len()).filter(moves).collect();
        let locations = match (moved.first(), moved.last()) {
            (Some(&first), Some(&last)) => first..last + 1,
            _ => 0..0,
        };
        // A location in between that is not part of the graph stays where it is.
        let mut points: Vec<Option<usize>> = components.iter().copied().map(Some).collect();
        points.extend(locations.clone().map(|l| program.locations[l]));
        let generators: Vec<Permutation> =
            useful.iter().filter_map(|g| restrict(g, &points)).collect();
        if self.observes_count(&generators, processes, remarks) {
            return None;
        }
        let keep_terminated = self.keeps_terminated(&generators);
        let null = if generators.iter().any(|g| g.image(0) != 0) { NULL } else { 0 };
        let machine = self.prepared(keep_terminated, null);
        let group = Group::from_generators(points.len(), generators);
        let layout = match self.layout(processes, locations) {
            Ok(layout) => layout,
            Err(text) => {
                remarks.push(Remark { span: None, text });
                return None;
            }
        };
        match SymmetryGroup::new(group, layout) {
            Ok(symmetry) => Some(Reduction {
                machine,
                symmetry,
                processes,
                channels: program.channels.len(),
                expected: self.expected(),
            }),
            Err(error) => {
                let text = format!("a symmetry of the program does not fit its states: {error}");
                remarks.push(Remark { span: None, text });
                None
            }
        }
    }

    /// Whether something observes how many processes there are while they may terminate.
    fn observes_count(
        &self,
        generators: &[Permutation],
        _processes: usize,
        remarks: &mut Vec<Remark>,
    ) -> bool {
        if !self.keeps_terminated(generators) {
            return false;
        }
        for edge in late_edges(self.machine, self.shape) {
            for operation in &edge.operations {
                let mut asks = false;
                walk_action(
                    &operation.action,
                    &mut |expr| asks |= matches!(expr, Expr::ProcessCount),
                    &mut |_| {},
                );
                if asks {
                    let text = "the number of processes is asked for, and symmetric processes \
                                may terminate"
                        .to_owned();
                    remarks.push(Remark { span: Some(edge.span), text });
                    return true;
                }
            }
        }
        false
    }

    /// Whether a process that some generator moves, or the youngest process, can terminate.
    fn keeps_terminated(&self, generators: &[Permutation]) -> bool {
        let types = &self.shape.types;
        let terminates = |process: usize| {
            self.machine.code.edges.iter().any(|edge| {
                self.machine.type_of(edge.from) == types[process]
                    && edge.operations.iter().any(|o| o.action == Action::Terminate)
            })
        };
        (0..types.len()).any(|process| {
            let moved = generators.iter().any(|g| g.image(process) != process);
            (moved || process + 1 == types.len()) && terminates(process)
        })
    }

    fn prepared(&self, keep_terminated: bool, null: i32) -> Machine {
        let program = &self.machine.program;
        let names_process = |class| self.classes.meaning(class) == Meaning::Process;
        let variables: Vec<bool> = (0..program.variables.len())
            .map(|v| names_process(self.classes.content(VariableId::new(v))))
            .collect();
        let fields: Vec<Vec<bool>> = program
            .channels
            .iter()
            .enumerate()
            .map(|(c, channel)| {
                (0..channel.fields.len()).map(|f| names_process(self.classes.field(c, f))).collect()
            })
            .collect();
        self.machine.for_reduction(keep_terminated, &variables, &fields, null)
    }

    fn expected(&self) -> Expected {
        let frozen = frozen_locals(self.machine, self.shape);
        let mut cells = Vec::new();
        for (process, &process_type) in self.shape.types.iter().enumerate() {
            for variable in &frozen {
                let declared = &self.machine.program.variables[variable.index()];
                if declared.region == Region::Local(process_type) {
                    let cell = self.shape.settled.starts[process] + 1 + declared.offset;
                    cells.push((cell, self.shape.settled.cells[cell as usize]));
                }
            }
        }
        Expected {
            starts: self.shape.settled.starts.clone(),
            types: self.shape.types.clone(),
            frozen: cells,
        }
    }

    /// Describes the cells of settled states.
    fn layout(
        &self,
        processes: usize,
        locations: std::ops::Range<usize>,
    ) -> Result<symmetry::Layout, String> {
        let program = &self.machine.program;
        let mut builder = LayoutBuilder::new();
        for (process, process_type) in self.shape.types.iter().enumerate() {
            let name = &program.process_types[process_type.index()].name;
            builder.point(process_type.0, format!("{name}({process})"));
        }
        let sorts = program.process_types.len() as u32;
        for channel in &program.channels {
            builder.point(sorts, channel.name.clone());
        }
        for location in locations.clone() {
            let owner = self.machine.code.locations[location].process_type;
            builder.point(sorts + 1 + owner.0, format!("location {location}"));
        }
        let mut writer = CellWriter {
            detector: self,
            builder,
            families: HashMap::new(),
            processes,
            channels: program.channels.len(),
            locations,
        };
        writer.globals()?;
        writer.records()?;
        writer.builder.build().map_err(|error| error.to_string())
    }
}

/// A permutation restricted to some vertices; places without a vertex stay where they are.
fn restrict(permutation: &Permutation, points: &[Option<usize>]) -> Option<Permutation> {
    let places: HashMap<usize, usize> =
        points.iter().enumerate().filter_map(|(place, v)| v.map(|v| (v, place))).collect();
    let images = points
        .iter()
        .enumerate()
        .map(|(place, vertex)| match vertex {
            Some(vertex) => places.get(&permutation.image(*vertex)).map(|&p| p as u32),
            None => Some(place as u32),
        })
        .collect::<Option<Vec<u32>>>()?;
    Permutation::from_images(images).ok()
}

/// What distinguishes families: the kind of cell, and the subscripts that no process owns.
type FamilyKey = (&'static str, u32, Vec<Option<u32>>);

struct CellWriter<'a> {
    detector: &'a Detector<'a>,
    builder: LayoutBuilder,
    families: HashMap<FamilyKey, Family>,
    processes: usize,
    channels: usize,
    locations: std::ops::Range<usize>,
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
        match self.detector.classes.meaning(class) {
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
        let program = &self.detector.machine.program;
        let mut globals: Vec<VariableId> = (0..program.variables.len())
            .map(VariableId::new)
            .filter(|v| program.variables[v.index()].region == Region::Global)
            .collect();
        globals.sort_by_key(|v| program.variables[v.index()].offset);
        for variable in globals {
            self.variable(variable, &[])?;
        }
        for (index, channel) in program.channels.iter().enumerate() {
            if channel.capacity == 0 {
                continue;
            }
            let point = [Point::new(self.processes + index)];
            // Channels of different kinds are never images of one another, but a family must
            // have cells of one content.
            let kind = self.kind_of(index);
            self.cell(("length", kind, Vec::new()), &point, Content::Data)?;
            for slot in 0..channel.capacity {
                for field in 0..channel.fields.len() {
                    let content = self.content(self.detector.classes.field(index, field));
                    let key = ("slot", kind, vec![Some(slot), Some(field as u32)]);
                    self.cell(key, &point, content)?;
                }
            }
        }
        Ok(())
    }

    /// The first channel with the same capacity, field types and meanings.
    fn kind_of(&self, index: usize) -> u32 {
        let program = &self.detector.machine.program;
        let like = |other: usize| {
            let (a, b) = (&program.channels[index], &program.channels[other]);
            a.capacity == b.capacity
                && a.fields == b.fields
                && (0..a.fields.len()).all(|f| {
                    let classes = self.detector.classes;
                    classes.meaning(classes.field(index, f))
                        == classes.meaning(classes.field(other, f))
                })
        };
        (0..=index).find(|&other| like(other)).unwrap_or(index) as u32
    }

    /// The cells of a variable; `owner` is the process whose record they are in.
    fn variable(&mut self, id: VariableId, owner: &[Point]) -> Result<(), String> {
        let classes = self.detector.classes;
        let variable = &self.detector.machine.program.variables[id.index()];
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
        let machine = self.detector.machine;
        let location = if self.locations.is_empty() {
            Content::Data
        } else {
            Content::Reference {
                first_value: LocationId::new(self.locations.start).0 as i32,
                first_point: Point::new(self.processes + self.channels),
                count: self.locations.len() as u32,
            }
        };
        for (process, process_type) in self.detector.shape.types.iter().enumerate() {
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
        }
        Ok(())
    }
}
