//! Finding the symmetry of a machine.
//!
//! What values mean is inferred ([`classes`]), the processes are counted once they are all started
//! ([`shape`]), and the group is read off the coloured graph of the program ([`graph`]). The
//! result is a [`Reduction`]: the layout of states under the group, and the machine to search. In
//! the states that the group applies to (`Settled`) that is the loaded one but for two things that
//! no permutation of processes respects; in others it is the loaded one.
//!
//! - SPIN removes a terminated process only when all younger ones are gone. If a process that
//!   symmetry moves can terminate, the machine leaves terminated processes where they are.
//!   Nothing observes the difference: no process is started later, and programs
//!   that ask how many there are are not reduced. Removal enables nothing else, so every verdict is
//!   kept. What a removal would take away, the channels of the process, must not be used any more: where it
//!   is, the search is abandoned. (Before all processes are started, removal frees numbers for those that are still to come.)
//! - Cells whose value does not matter (dead variables, unused slots of channels) hold 0, which
//!   would name process 0. If symmetry moves process 0, those that hold identifiers hold 255. Cells
//!   that hold values of another kind do likewise ([`Classes::filler`], `Immaterial`).

mod actions;
mod bounds;
mod claims;
pub mod classes;
mod constraint;
pub mod declared;
pub mod domains;
pub mod explain;
mod expressions;
pub mod graph;
mod layout;
pub(crate) mod order;
mod precedence;
mod reduce;
pub mod scalarset;
pub mod shape;

use std::collections::HashMap;

use diagnostics::Span;
use groups::{Group, Interrupted, Patience, Permutation, automorphisms_within, uninterrupted};
use symmetry::SymmetryGroup;

use crate::immaterial::Immaterial;
use crate::index::{LocationId, ProcessTypeId, VariableId};
use crate::machine::Machine;
use crate::program::{Action, Expr, Region};
use crate::settled::{Bounds, Settled};
use crate::state::State;
use crate::uses::{walk_action, walk_expr};
use bounds::bounds;
use classes::{Class, Classes, Meaning, NumberUse};
pub use constraint::Constraint;
pub use declared::{Components, Refusal, detect_declared};
use graph::{ProgramGraph, frozen_locals, late_edges, program_graph};
use layout::{Points, state_layout};
pub(crate) use reduce::reduce;
use shape::Shape;

/// About how many elementary steps it takes to infer something from an operation.
const EDGE_WORK: usize = 64;

/// The value of an identifier cell that names no process.
const NULL: i32 = 255;

/// What detection found.
#[derive(Debug, Default)]
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
    /// How many of the points are processes; channels, variables and values follow, then locations.
    pub processes: usize,
    /// How many are channels.
    pub channels: usize,
    /// How many are variables, of those that can be exchanged with others.
    pub variables: usize,
    /// How many are values, of the kinds that can be renamed.
    pub values: usize,
    /// The machine that runs in states that are not reducible: the one that was loaded, with other values in the unused
    /// slots of channels.
    pub(crate) early: Machine,
    /// What the points are.
    points: Points,
    /// The reducible states.
    pub(crate) settled: Settled,
    /// What is cleared in them.
    pub(crate) immaterial: Immaterial,
    /// For each edge, the first of those that symmetry maps it to.
    pub(crate) edge_orbits: Vec<usize>,
    /// Whether the search is abandoned where a channel of an ended process is used: always, but in tests.
    pub(crate) minds_ended_channels: bool,
}

impl Reduction {
    /// Whether symmetry applies to a state: all processes are started, as expected, and none can
    /// be started any more.
    #[must_use]
    pub fn is_reducible(&self, state: &State) -> bool {
        self.settled.holds(state)
    }
}

impl Reduction {
    /// The edges that are executed somewhere in the full state space, given those that were
    /// executed from representatives: with an edge, those that symmetry maps it to.
    #[must_use]
    pub fn covered(&self, by_representatives: &[bool]) -> Vec<bool> {
        let mut orbit_covered = vec![false; by_representatives.len()];
        for (&orbit, &covered) in self.edge_orbits.iter().zip(by_representatives) {
            orbit_covered[orbit] |= covered;
        }
        self.edge_orbits.iter().map(|&orbit| orbit_covered[orbit]).collect()
    }
}

/// Finds the symmetry of a machine.
#[must_use]
pub fn detect(machine: &Machine) -> Detected {
    detect_within(machine, &mut Patience::endless())
}

/// The same, as long as the caller has patience: else there is no reduction, and a remark says why.
#[must_use]
pub fn detect_within(machine: &Machine, patience: &mut Patience<'_>) -> Detected {
    detect_with(machine, None, all, patience).unwrap_or_else(|Interrupted| Detected::given_up())
}

impl Detected {
    /// The caller lost patience.
    pub(crate) fn given_up() -> Detected {
        let text = "the search for symmetry was given up: it takes more time or memory than it may";
        let remark = Remark { span: None, text: text.to_owned() };
        Detected { reduction: None, remarks: vec![remark] }
    }
}

/// All automorphisms of a program's graph.
fn all(
    program: &ProgramGraph,
    _: &Shape,
    patience: &mut Patience<'_>,
) -> Result<Vec<Permutation>, Interrupted> {
    Ok(automorphisms_within(&program.graph, patience)?.generators)
}

/// The same with a constraint left out, so that what is found may be wrong: to test that the constraint is needed.
#[doc(hidden)]
#[must_use]
pub fn detect_without(machine: &Machine, dropped: Constraint) -> Detected {
    uninterrupted(|patience| detect_with(machine, Some(dropped), all, patience))
}

/// The same with the automorphisms of the program's graph that generate the group chosen.
fn detect_with(
    machine: &Machine,
    dropped: Option<Constraint>,
    choose: impl FnOnce(
        &ProgramGraph,
        &Shape,
        &mut Patience<'_>,
    ) -> Result<Vec<Permutation>, Interrupted>,
    patience: &mut Patience<'_>,
) -> Result<Detected, Interrupted> {
    let understood = match understand_without(machine, dropped, patience)? {
        Ok(understood) => understood,
        Err(remark) => return Ok(Detected { reduction: None, remarks: vec![remark] }),
    };
    let mut remarks = understood.remarks();
    let program = program_graph(machine, &understood.classes, &understood.shape, patience)?;
    let generators = choose(&program, &understood.shape, patience)?;
    let detector = understood.detector(machine);
    let reduction = detector.run(&program, &generators, &mut remarks, patience)?;
    Ok(Detected { reduction, remarks })
}

/// What is known of a machine before its symmetry is looked for.
#[derive(Debug)]
pub(crate) struct Understood<'m> {
    /// What values mean.
    pub classes: Classes<'m>,
    /// The processes.
    pub shape: Shape,
}

impl<'m> Understood<'m> {
    /// What may stand in the way of symmetry.
    pub(crate) fn remarks(&self) -> Vec<Remark> {
        self.classes.conflicts().iter().map(remark).collect()
    }

    fn detector(&self, machine: &'m Machine) -> Detector<'_> {
        Detector { machine, classes: &self.classes, shape: &self.shape }
    }
}

/// Learns what there is to permute.
///
/// # Errors
/// The caller has lost patience; inside, why nothing can be permuted.
pub(crate) fn understand<'m>(
    machine: &'m Machine,
    patience: &mut Patience<'_>,
) -> Result<Result<Understood<'m>, Remark>, Interrupted> {
    understand_without(machine, None, patience)
}

fn understand_without<'m>(
    machine: &'m Machine,
    dropped: Option<Constraint>,
    patience: &mut Patience<'_>,
) -> Result<Result<Understood<'m>, Remark>, Interrupted> {
    if let Some(text) = beyond_symmetry(machine, dropped) {
        return Ok(Err(Remark { span: None, text }));
    }
    let Some(shape) = Shape::find_within(machine, patience)? else {
        let text = "the set of processes never settles: processes are started for ever, \
                    or only after a long run"
            .to_owned();
        return Ok(Err(Remark { span: None, text }));
    };
    let classes = infer(machine, &shape, dropped, patience)?;
    let numbers = classes.channels_are_numbers();
    if let Some(used) = numbers.filter(|_| classes.keeps(Constraint::ChannelsByNumber)) {
        let what = used.map_or("named by a number, or computed", |used| used.what);
        let text = format!("no symmetry is looked for: a channel is used as a number: {what}");
        return Ok(Err(Remark { span: used.map(|used| used.span), text }));
    }
    Ok(Ok(Understood { classes, shape }))
}

/// What in a program no permutation of processes is known to respect.
fn beyond_symmetry(machine: &Machine, dropped: Option<Constraint>) -> Option<String> {
    let keeps = |constraint| dropped != Some(constraint);
    let mut found = None;
    if machine.program.last.is_some() && keeps(Constraint::LastMover) {
        found = Some("`_last`: who moved last is asked for");
    }
    let has_priority = machine.program.process_types.iter().any(|t| t.priority.is_some());
    if has_priority && keeps(Constraint::Priorities) {
        found = Some("processes have priorities");
    }
    let mut visit = |expr: &Expr| match expr {
        Expr::Enabled(_) if keeps(Constraint::EnabledAsked) => {
            found = Some("`enabled()` is asked for")
        }
        Expr::ControlPoint(_) if keeps(Constraint::PlaceAsked) => {
            found = Some("`pc_value()` is asked for")
        }
        _ => {}
    };
    for operation in machine.code.edges.iter().flat_map(|edge| &edge.operations) {
        walk_action(&operation.action, &mut visit, &mut |_| {});
    }
    for process_type in &machine.program.process_types {
        process_type.provided.iter().for_each(|condition| walk_expr(condition, &mut visit));
    }
    machine.program.claims.iter().for_each(|claim| claim.walk(&mut visit));
    found.map(|what| format!("no symmetry is looked for: {what}"))
}

fn remark(conflict: &NumberUse) -> Remark {
    let text = format!("a process identifier is used as a number here: {}", conflict.what);
    Remark { span: Some(conflict.span), text }
}

/// Learns what values mean: from the whole program which values flow together, and from the late
/// code what is done with them.
fn infer<'m>(
    machine: &'m Machine,
    shape: &Shape,
    dropped: Option<Constraint>,
    patience: &mut Patience<'_>,
) -> Result<Classes<'m>, Interrupted> {
    let mut classes = Classes::new(machine, dropped);
    for (index, variable) in machine.program.variables.iter().enumerate() {
        if variable.holds_processes {
            classes.declared_process(VariableId::new(index));
        }
    }
    for initialiser in &machine.program.initialisers {
        classes.initialiser(initialiser);
    }
    for (owner, process_type) in machine.program.process_types.iter().enumerate() {
        classes.initialisers(owner, process_type);
    }
    for edge in &machine.code.edges {
        classes.context = Some(machine.type_of(edge.from));
        patience.spend(EDGE_WORK * edge.operations.len())?;
        for operation in &edge.operations {
            // What is assigned in vain need not be respected either.
            if shape.is_late(edge.from) && !operation.assigns_in_vain() {
                classes.action(&operation.action, edge.span);
            } else {
                classes.early_action(&operation.action, edge.span);
            }
            if let Action::Run { process_type, arguments, .. } = &operation.action {
                let declared = &machine.program.process_types[process_type.index()];
                for (&parameter, argument) in declared.parameters.iter().zip(arguments) {
                    classes.pass(parameter, argument, edge.span);
                }
            }
        }
    }
    for process in &machine.program.initial {
        let declared = &machine.program.process_types[process.process_type.index()];
        for (&parameter, argument) in declared.parameters.iter().zip(&process.arguments) {
            classes.pass(parameter, argument, declared.span);
        }
    }
    for (index, process_type) in machine.program.process_types.iter().enumerate() {
        classes.context = Some(ProcessTypeId::new(index));
        let provided = process_type.provided.as_ref();
        provided.into_iter().for_each(|condition| classes.condition(condition, process_type.span));
    }
    classes.context = None;
    for claim in &machine.program.claims {
        claim.actions().for_each(|(action, span)| classes.action(action, span));
        claim.atoms().into_iter().for_each(|atom| classes.condition(atom, claim.span));
    }
    classes.decide(shape, patience)?;
    Ok(classes)
}

/// Puts the reduction together.
struct Detector<'a> {
    machine: &'a Machine,
    classes: &'a Classes<'a>,
    shape: &'a Shape,
}

impl Detector<'_> {
    /// Whether a constraint holds: always, but in tests.
    fn keeps(&self, constraint: Constraint) -> bool {
        self.classes.keeps(constraint)
    }

    fn run(
        &self,
        program: &ProgramGraph,
        found: &[Permutation],
        remarks: &mut Vec<Remark>,
        patience: &mut Patience<'_>,
    ) -> Result<Option<Reduction>, Interrupted> {
        let processes = program.processes.len();
        let components: Vec<usize> = program
            .processes
            .iter()
            .chain(&program.channels)
            .chain(&program.variables)
            .chain(program.values.values())
            .copied()
            .collect();
        // Automorphisms that move only locations are of no use.
        let useful: Vec<&Permutation> =
            found.iter().filter(|g| components.iter().any(|&v| g.image(v) != v)).collect();
        if useful.is_empty() {
            remarks
                .push(Remark { span: None, text: "no components are interchangeable".to_owned() });
            return Ok(None);
        }
        let moved = |vertex: usize| useful.iter().any(|g| g.image(vertex) != vertex);
        let points = Points::new(self.classes, program, &moved);
        let generators: Vec<Permutation> =
            useful.iter().filter_map(|g| restrict(g, &points.vertices)).collect();
        if self.observes_count(&generators, remarks) {
            return Ok(None);
        }
        let keep_terminated = self.keeps_terminated(&generators);
        let moves_first = generators.iter().any(|g| g.image(0) != 0);
        let null = if moves_first { NULL } else { 0 };
        let frees = |class| points.has_values_of(self.classes, class);
        let filler = |class| match self.classes.meaning(class) {
            Meaning::Process => null,
            Meaning::Value(_) if frees(class) => self.classes.filler(class),
            _ => 0,
        };
        let (machine, classes, shape) = (self.machine, self.classes, self.shape);
        let bounds = bounds(machine, classes, shape, &points, &generators, &filler);
        let settled = self.settled(bounds);
        let fields = self.slot_fillers(&filler);
        let early = self.machine.for_reduction(false, &fields);
        let machine = self.machine.for_reduction(keep_terminated, &fields);
        let immaterial = self.immaterial(keep_terminated, &filler);
        let degree = points.vertices.len();
        let group = Group::from_generators_within(degree, generators, patience)?;
        let layout = match state_layout(self.machine, self.classes, self.shape, &points) {
            Ok(layout) => layout,
            Err(text) => {
                remarks.push(Remark { span: None, text });
                return Ok(None);
            }
        };
        Ok(match SymmetryGroup::new(group, layout) {
            Ok(symmetry) if !self.keeps_shape(&settled, &symmetry) => {
                let text =
                    "a symmetry of the program does not keep what never changes in its states";
                remarks.push(Remark { span: None, text: text.to_owned() });
                None
            }
            Ok(symmetry) => Some(Reduction {
                machine,
                symmetry,
                processes,
                channels: program.channels.len(),
                variables: points.variables.len(),
                values: points.values.len(),
                early,
                points,
                settled,
                immaterial,
                edge_orbits: edge_orbits(&program.edges, &useful),
                minds_ended_channels: self.keeps(Constraint::EndedChannels),
            }),
            Err(error) => {
                let text = format!("a symmetry of the program does not fit its states: {error}");
                remarks.push(Remark { span: None, text });
                None
            }
        })
    }

    /// Whether symmetry maps reducible states to such, as far as what never changes is concerned: it is the same in all of
    /// them, so that one will do to see it.
    fn keeps_shape(&self, settled: &Settled, symmetry: &SymmetryGroup) -> bool {
        let state = &self.shape.settled;
        let mut image = state.clone();
        symmetry.generators().iter().all(|generator| {
            symmetry.layout().apply(generator.images(), &state.cells, &mut image.cells);
            settled.has_shape(&image)
        })
    }

    /// Whether something observes how many processes there are, or what ended ones held, while
    /// they may terminate.
    fn observes_count(&self, generators: &[Permutation], remarks: &mut Vec<Remark>) -> bool {
        if !self.keeps_terminated(generators) || !self.keeps(Constraint::CountObserved) {
            return false;
        }
        let mut place = None;
        let mut asks = |expr: &Expr, span: Span| {
            let other =
                matches!(expr, Expr::ProcessCount | Expr::RemoteLoad(..) | Expr::ProcessOf(_));
            if other && place.is_none() {
                place = Some(span);
            }
        };
        for edge in late_edges(self.machine, self.shape) {
            for operation in &edge.operations {
                walk_action(&operation.action, &mut |expr| asks(expr, edge.span), &mut |_| {});
            }
        }
        for process_type in &self.machine.program.process_types {
            let condition = process_type.provided.iter();
            condition.for_each(|c| walk_expr(c, &mut |expr| asks(expr, process_type.span)));
        }
        for claim in &self.machine.program.claims {
            claim.walk(&mut |expr| asks(expr, claim.span));
        }
        if place.is_some() {
            let text = "the number of processes, or what one of them holds, is asked for, and \
                        symmetric processes may terminate"
                .to_owned();
            remarks.push(Remark { span: place, text });
        }
        place.is_some()
    }

    /// Whether a process that some generator moves, or the youngest process, can terminate.
    fn keeps_terminated(&self, generators: &[Permutation]) -> bool {
        if !self.keeps(Constraint::EndedProcesses) {
            return false;
        }
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

    /// What stands in the unused slots of each channel, field by field.
    fn slot_fillers(&self, filler: &dyn Fn(Class) -> i32) -> Vec<Vec<i32>> {
        let channels = self.machine.program.channels.iter().enumerate();
        let filler = |class| if self.keeps(Constraint::SlotFiller) { filler(class) } else { 0 };
        let fields = channels.map(|(index, channel)| {
            let fields = 0..channel.fields.len();
            fields.map(|field| filler(self.classes.field(index, field))).collect()
        });
        fields.collect()
    }

    fn immaterial(&self, keep_terminated: bool, filler: &dyn Fn(Class) -> i32) -> Immaterial {
        let variables = (0..self.machine.program.variables.len()).map(VariableId::new);
        let filler = |class| match self.classes.meaning(class) {
            Meaning::Process if !self.keeps(Constraint::ProcessFiller) => 0,
            _ => filler(class),
        };
        let fillers: Vec<i32> = variables.map(|v| filler(self.classes.content(v))).collect();
        let mut frozen = vec![false; fillers.len()];
        for variable in frozen_locals(self.machine, self.shape) {
            frozen[variable.index()] = true;
        }
        Immaterial::new(self.machine, &fillers, &frozen, keep_terminated)
    }

    fn settled(&self, bounds: Bounds) -> Settled {
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
        if !self.keeps(Constraint::FrozenCells) {
            cells.clear();
        }
        let is_late = |l: LocationId| self.shape.is_late(l) || !self.keeps(Constraint::EarlyCode);
        let late = (0..self.machine.code.locations.len())
            .map(LocationId::new)
            .map(|location| is_late(location).then(|| self.machine.type_of(location)));
        Settled {
            late: late.collect(),
            starts: self.shape.settled.starts.clone(),
            types: self.shape.types.clone(),
            frozen: cells,
            bounds,
        }
    }
}

/// For each edge, the first in its orbit.
fn edge_orbits(edges: &[Option<usize>], generators: &[&Permutation]) -> Vec<usize> {
    // Edges that do the same from the same place to the same place share a vertex.
    let mut by_vertex: HashMap<usize, Vec<usize>> = HashMap::new();
    for (edge, vertex) in edges.iter().enumerate() {
        if let Some(vertex) = vertex {
            by_vertex.entry(*vertex).or_default().push(edge);
        }
    }
    let mut orbits: Vec<usize> = (0..edges.len()).collect();
    let mut done = vec![false; edges.len()];
    for first in 0..edges.len() {
        let mut pending = vec![first];
        while let Some(edge) = pending.pop() {
            if std::mem::replace(&mut done[edge], true) {
                continue;
            }
            orbits[edge] = first;
            let Some(vertex) = edges[edge] else { continue };
            for image in generators.iter().map(|g| g.image(vertex)).chain([vertex]) {
                let alike = by_vertex.get(&image).into_iter().flatten();
                pending.extend(alike.filter(|&&e| !done[e]));
            }
        }
    }
    orbits
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
