//! The coloured graph of a program: its automorphisms are symmetries of the model.
//!
//! Vertices are the processes, the channels, the control locations, and every edge, action and
//! expression of the code that runs once all processes are started, each coloured by what it is.
//! Constants that name a process, a channel or a value that is only told apart are joined to its
//! vertex; operands whose order does not matter, and options, are not ordered; variables of one kind
//! are told apart by their use alone; elements of arrays are joined to the processes or values that
//! index them; arithmetic on identifiers is the table of a function ([`super::domains`]). An
//! automorphism therefore renames all of these so that the program stays the same. This
//! goes beyond static channel diagrams (Donaldson and Miller, *Automatic Symmetry Detection for
//! Promela*, 2008), whose automorphisms are only candidates that must each be checked.
//!
//! Where things stand in a sequence the order matters, except for runs of constant assignments to
//! different cells; in a deterministic block the order of options matters too, unless their guards
//! exclude one another.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use diagnostics::Span;
use groups::{ColouredGraph, Interrupted, Patience};
use machine::Machine;
use machine::compile::{Edge, Operation};
use machine::index::{LocationId, ProcessTypeId, VariableId};
use machine::program::{Action, Region};
use machine::spin::SpinExpr;
use machine::touches::{self, Touch};

use super::classes::{Class, Classes, Meaning};
use super::constraint::Constraint;
use super::folds::{Fold, Known, Rows, reads};
use super::precedence::precedences;
use super::shape::{Shape, late_edges};
use super::spin::claims_ask;
use super::vertex_kind::VertexKind;
use crate::immaterial::dead_locals;

/// Edge colours; child `k` of an ordered parent has colour `CHILD + k`.
pub(super) const MEMBER: u32 = 0;
pub(super) const REFERS: u32 = 1;
pub(super) const FROM: u32 = 2;
pub(super) const TO: u32 = 3;
/// From a part of a sequence to one that it comes after.
pub(super) const AFTER: u32 = 4;
/// The variable that operation `k` resets has colour `RESET + k`.
const RESET: u32 = 1 << 20;
pub(super) const CHILD: u32 = 16;

/// About how much memory a vertex takes, with its colour, its origin and its place among those that are shared; and an edge,
/// which such a place holds as well.
const VERTEX_BYTES: usize = 144;
const EDGE_BYTES: usize = 48;

/// The graph and the vertices that matter outside it.
#[derive(Debug)]
pub struct ProgramGraph {
    /// The graph.
    pub graph: ColouredGraph,
    /// What each vertex is, and the first place in the text that it stands for.
    pub origins: Vec<Origin>,
    /// The vertex of each process.
    pub processes: Vec<usize>,
    /// The vertex of each channel.
    pub channels: Vec<usize>,
    /// The vertex of each location that belongs to it.
    pub locations: Vec<Option<usize>>,
    /// The vertex of each variable.
    pub variables: Vec<usize>,
    /// The vertices of the values that cells hold and that are only told apart, by kind and value.
    pub values: HashMap<(u32, i32), usize>,
    /// The vertex of each edge that belongs to it.
    pub edges: Vec<Option<usize>>,
}

/// Where a vertex comes from.
#[derive(Clone, Copy, Debug)]
pub struct Origin {
    /// What it is.
    pub kind: VertexKind,
    /// The statement or declaration that it was first drawn for.
    pub span: Option<Span>,
}

/// Which of the propositions a symmetry is to keep.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kept {
    /// All of them.
    All,
    /// None.
    None,
    /// One, by its place among those of all claims.
    One(usize),
}

/// Which kinds of values may change places: they may not in states, whose cells belong to one kind each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kinds {
    /// Those that no cell holds.
    Apart,
    /// All, as a guess (`mirrors`).
    Alike,
}

/// Builds the graph of a machine, as long as the caller has patience.
///
/// # Errors
/// The caller lost it.
pub fn program_graph(
    machine: &Machine,
    classes: &Classes<'_>,
    shape: &Shape,
    kinds: Kinds,
    kept: Kept,
    patience: &mut Patience<'_>,
) -> Result<ProgramGraph, Interrupted> {
    let mut builder = Builder {
        machine,
        classes,
        shape,
        kinds,
        graph: ColouredGraph::new(Vec::new()),
        colours: HashMap::new(),
        shared: HashMap::new(),
        process_types: Vec::new(),
        processes: Vec::new(),
        channels: Vec::new(),
        locations: Vec::new(),
        variables: Vec::new(),
        values: HashMap::new(),
        context: None,
        round: None,
        origins: Vec::new(),
        span: None,
        sure_channels: HashSet::new(),
        dead: dead_locals(machine),
        rows: Rows::new(machine, classes.demands()),
        told: 0,
    };
    builder.sure_channels();
    builder.process_types();
    builder.variables();
    builder.values();
    builder.components();
    builder.arrays(patience)?;
    builder.holdings();
    builder.locations();
    let edges = builder.code(patience)?;
    builder.state_condition();
    builder.claims(kept);
    let held = |kind: u32| classes.has_cells(Class(kind));
    builder.values.retain(|&(kind, _), _| held(kind));
    // What is told of is the graph; it is given back by whoever is told of its search.
    patience.release(builder.told);
    Ok(ProgramGraph {
        graph: builder.graph,
        origins: builder.origins,
        processes: builder.processes,
        channels: builder.channels,
        locations: builder.locations,
        variables: builder.variables,
        values: builder.values,
        edges,
    })
}

/// The variables that the late code names.
fn used_variables(machine: &Machine, shape: &Shape) -> HashSet<VariableId> {
    let mut used = HashSet::new();
    let mut note = |touch: Touch<'_>, _| used.extend(touch.variable());
    for operation in late_edges(machine, shape).flat_map(|edge| &edge.operations) {
        touches::of_action(&operation.action, &mut note);
    }
    for claim in &machine.program.claims {
        claim.touches(&mut note);
    }
    machine.program.asked_of_states().for_each(|it| touches::of_expression(&it.expr, &mut note));
    // Conditions to move are evaluated before each step.
    for condition in machine.program.process_types.iter().filter_map(|t| t.provided.as_ref()) {
        touches::of_expression(condition, &mut note);
    }
    used
}

/// Draws the graph.
pub(super) struct Builder<'a> {
    pub(super) machine: &'a Machine,
    pub(super) classes: &'a Classes<'a>,
    pub(super) shape: &'a Shape,
    kinds: Kinds,
    pub(super) graph: ColouredGraph,
    colours: HashMap<(VertexKind, Vec<i64>), u32>,
    /// Vertices of expressions and actions, by colour and edges: equal ones are one vertex, which
    /// changes no automorphism of the components and spares many of the rest.
    shared: HashMap<(u32, Vec<(usize, u32)>), usize>,
    process_types: Vec<usize>,
    pub(super) processes: Vec<usize>,
    pub(super) channels: Vec<usize>,
    /// The vertices of the locations that belong to the graph.
    pub(super) locations: Vec<Option<usize>>,
    pub(super) variables: Vec<usize>,
    pub(super) values: HashMap<(u32, i32), usize>,
    /// Whose code is being drawn.
    pub(super) context: Option<ProcessTypeId>,
    /// What is known of counters at the statement that is being drawn.
    pub(super) round: Option<Rc<Known>>,
    origins: Vec<Origin>,
    /// What is being drawn.
    pub(super) span: Option<Span>,
    /// Variables that never change and hold channels that there are, in every process.
    pub(super) sure_channels: HashSet<VariableId>,
    /// For each location the locals whose value does not matter there.
    dead: Vec<Vec<VariableId>>,
    /// Which statements of an edge can change places.
    pub(super) rows: Rows<'a>,
    /// How much of its memory the caller was told of, in bytes.
    told: usize,
}

impl<'a> Builder<'a> {
    /// Tells the caller of the memory taken since it was last told.
    fn tell(&mut self, patience: &mut Patience<'_>) -> Result<(), Interrupted> {
        let taken = self.graph.vertex_count() * VERTEX_BYTES + self.graph.edge_count() * EDGE_BYTES;
        let more = taken - self.told;
        self.told = taken;
        patience.hold(more)
    }

    /// Whether a constraint holds: always, but in tests.
    pub(super) fn keeps(&self, constraint: Constraint) -> bool {
        self.classes.keeps(constraint)
    }

    /// What a constraint tells vertices apart by.
    pub(super) fn told(&self, constraint: Constraint, by: impl Into<i64>) -> i64 {
        if self.keeps(constraint) { by.into() } else { 0 }
    }

    pub(super) fn colour(&mut self, kind: VertexKind, details: &[i64]) -> u32 {
        let next = self.colours.len() as u32;
        *self.colours.entry((kind, details.to_vec())).or_insert(next)
    }

    /// A vertex of its own.
    pub(super) fn vertex(&mut self, kind: VertexKind, details: &[i64]) -> usize {
        let colour = self.colour(kind, details);
        self.coloured(kind, colour)
    }

    fn coloured(&mut self, kind: VertexKind, colour: u32) -> usize {
        self.origins.push(Origin { kind, span: self.span });
        self.graph.add_vertex(colour)
    }

    /// The vertex with these edges, which may serve in several places.
    pub(super) fn shared(
        &mut self,
        kind: VertexKind,
        details: &[i64],
        mut edges: Vec<(usize, u32)>,
    ) -> usize {
        edges.sort_unstable();
        let colour = self.colour(kind, details);
        if let Some(&known) = self.shared.get(&(colour, edges.clone())) {
            return known;
        }
        let vertex = self.coloured(kind, colour);
        for &(to, edge_colour) in &edges {
            self.graph.add_edge(vertex, to, edge_colour);
        }
        self.shared.insert((colour, edges), vertex);
        vertex
    }

    /// A shared vertex without edges.
    pub(super) fn leaf(&mut self, kind: VertexKind, details: &[i64]) -> usize {
        self.shared(kind, details, Vec::new())
    }

    pub(super) fn parent(
        &mut self,
        kind: VertexKind,
        details: &[i64],
        children: &[usize],
    ) -> usize {
        let edges = children.iter().zip(CHILD..).map(|(&child, colour)| (child, colour)).collect();
        self.shared(kind, details, edges)
    }

    /// A parent whose children have an order because of a constraint.
    pub(super) fn ordered(
        &mut self,
        constraint: Constraint,
        kind: VertexKind,
        details: &[i64],
        children: &[usize],
    ) -> usize {
        if self.keeps(constraint) {
            self.parent(kind, details, children)
        } else {
            self.unordered(kind, details, children)
        }
    }

    pub(super) fn unordered(
        &mut self,
        kind: VertexKind,
        details: &[i64],
        children: &[usize],
    ) -> usize {
        let edges = children.iter().map(|&child| (child, MEMBER)).collect();
        self.shared(kind, details, edges)
    }

    /// Channels of processes do not count: they are gone with their process.
    fn sure_channels(&mut self) {
        let shape = self.shape;
        let channels = 1..=(shape.channels.len() - shape.settled.queues.len()) as i32;
        for variable in &shape.frozen {
            let declared = &self.machine.program.variables[variable.index()];
            let Region::Local(owner) = declared.region else { continue };
            let mut held = shape.processes_of(owner).map(|p| shape.frozen_value(declared, p));
            if held.all(|value| channels.contains(&value)) {
                self.sure_channels.insert(*variable);
            }
        }
    }

    /// Variables that hold the same kind of thing are interchangeable until something tells them
    /// apart; those that the late code does not use have nothing to gain from it.
    fn variables(&mut self) {
        let used = used_variables(self.machine, self.shape);
        for (index, variable) in self.machine.program.variables.iter().enumerate() {
            let id = VariableId::new(index);
            let content = self.code_of(self.classes.content(id));
            let (region, owner) = match variable.region {
                Region::Global => (0, None),
                Region::Local(owner) => (1, Some(owner)),
                Region::Constant => (2, None),
                Region::Discarded => (3, None),
            };
            let cell = variable.cell;
            let mut details = vec![
                self.told(Constraint::VariableRegion, region),
                self.told(Constraint::VariableWidth, cell.bits),
                self.told(Constraint::VariableWidth, cell.signed),
                self.told(Constraint::VariableMeaning, content),
            ];
            for (dimension, &length) in variable.dimensions.iter().enumerate() {
                let subscript = self.code_of(self.classes.subscript(id, dimension));
                details.extend([
                    self.told(Constraint::ArrayLength, length),
                    self.told(Constraint::VariableMeaning, subscript),
                ]);
            }
            self.span = Some(variable.span);
            // Locals by their place in the record: types with the same code have the same.
            // Statements that read a constant are drawn with its value.
            let is_constant = variable.region == Region::Constant && variable.dimensions.is_empty();
            let unnamed = is_constant || !used.contains(&id);
            let own = variable.hidden || variable.read_unseen || unnamed;
            let itself = if owner.is_some() { i64::from(variable.offset) } else { index as i64 };
            details.extend((own && self.keeps(Constraint::HiddenVariable)).then_some(itself));
            let vertex = self.vertex(VertexKind::Variable, &details);
            if let Some(owner) = owner {
                self.belongs_to(Constraint::VariableRegion, vertex, owner);
            }
            self.variables.push(vertex);
        }
    }

    /// A number for what a class means.
    fn code_of(&self, class: Class) -> i64 {
        match self.classes.meaning(class) {
            Meaning::Value(_) if self.kinds == Kinds::Alike => Meaning::Value(0).code(),
            meaning => meaning.code(),
        }
    }

    /// The values of each kind that are only told apart. Where 0 stands in cells whose value does not
    /// matter, and nothing else can, it stays what it is; so do values that no cell holds or belongs to: to exchange
    /// them would merge no states. Kinds that no cell holds, of what is only
    /// computed and compared, may change places.
    fn values(&mut self) {
        let classes = self.classes;
        let present = classes.present();
        for (class, values) in classes.value_classes() {
            let Meaning::Value(kind) = classes.meaning(class) else { continue };
            let details = classes.has_cells(class).then_some(self.code_of(class));
            let kind_vertex = self.vertex(VertexKind::Kind, details.as_slice());
            let filler = classes.filler(class);
            for &value in values {
                let pinned = self.told(Constraint::PinnedFiller, value == filler);
                let mut details = vec![pinned];
                let is_absent = classes.has_cells(class)
                    && !present.get(&classes.root(class)).is_some_and(|held| held.contains(&value));
                details.extend(is_absent.then_some(i64::from(value)));
                let vertex = self.vertex(VertexKind::Value, &details);
                if self.keeps(Constraint::ValueKind) {
                    self.graph.add_edge(vertex, kind_vertex, MEMBER);
                }
                self.values.insert((kind, value), vertex);
            }
        }
    }

    /// Process types: those with the same code may be exchanged, with their processes, variables and locations.
    fn process_types(&mut self) {
        for process_type in &self.machine.program.process_types {
            self.span = Some(process_type.span);
            let vertex = self.vertex(VertexKind::ProcessType, &[]);
            self.process_types.push(vertex);
        }
    }

    /// Joins what belongs to a process type to it.
    fn belongs_to(&mut self, constraint: Constraint, vertex: usize, process_type: ProcessTypeId) {
        if self.keeps(constraint) {
            self.graph.add_edge(vertex, self.process_types[process_type.index()], MEMBER);
        }
    }

    /// Processes with what they hold for ever, and channels.
    fn components(&mut self) {
        for &process_type in &self.shape.types {
            self.span = Some(self.machine.program.process_types[process_type.index()].span);
            let vertex = self.vertex(VertexKind::Process, &[]);
            self.belongs_to(Constraint::ProcessType, vertex, process_type);
            self.processes.push(vertex);
        }
        for &declared in &self.shape.channels {
            let channel = &self.machine.program.channels[declared.index()];
            let mut details = vec![self.told(Constraint::ChannelCapacity, channel.capacity)];
            for (position, field) in channel.fields.iter().enumerate() {
                let meaning = self.code_of(self.classes.field(declared, position));
                details.extend([
                    self.told(Constraint::FieldWidth, field.cell.bits),
                    self.told(Constraint::FieldWidth, field.cell.signed),
                    self.told(Constraint::FieldMeaning, meaning),
                ]);
            }
            self.span = Some(channel.span);
            let vertex = self.vertex(VertexKind::Channel, &details);
            self.channels.push(vertex);
        }
        if self.keeps(Constraint::ChannelOwner) {
            self.owners();
        }
        if self.keeps(Constraint::FrozenLocals) {
            self.frozen();
        }
    }

    /// Joins the channels that processes have of their own to these.
    fn owners(&mut self) {
        let settled = &self.shape.settled;
        let own = self.channels.len() - settled.queues.len();
        for (queue, &channel) in settled.queues.iter().zip(&self.channels[own..]) {
            let owner = settled.starts.partition_point(|&start| start < queue.start) - 1;
            self.graph.add_edge(channel, self.processes[owner], REFERS);
        }
    }

    /// Arrays that processes index, and constants, of those that the late code uses.
    fn arrays(&mut self, patience: &mut Patience<'_>) -> Result<(), Interrupted> {
        let used = used_variables(self.machine, self.shape);
        for (index, variable) in self.machine.program.variables.iter().enumerate() {
            let id = VariableId::new(index);
            self.span = Some(variable.span);
            if !used.contains(&id) {
                continue;
            }
            if self.shape.constant.contains(&id) {
                let settled = &self.shape.settled.cells;
                self.constants(id, |cell| settled[cell as usize], patience)?;
            }
            if variable.dimensions.is_empty() {
                continue;
            }
            if variable.region == Region::Constant {
                if self.keeps(Constraint::ConstantArrays) {
                    self.constants(id, |cell| self.machine.constant(cell), patience)?;
                }
                continue;
            }
            if !self.keeps(Constraint::Elements) {
                continue;
            }
            for (dimension, &length) in variable.dimensions.iter().enumerate() {
                self.elements(id, dimension, length);
            }
            self.tell(patience)?;
        }
        Ok(())
    }

    /// Who owns elements of an array: processes, or values that are only told apart.
    fn elements(&mut self, id: VariableId, dimension: usize, length: u32) {
        let class = self.classes.subscript(id, dimension);
        let owners: Vec<usize> = match self.classes.meaning(class) {
            Meaning::Process => {
                (0..length as i32).filter_map(|index| self.process_with_number(index)).collect()
            }
            Meaning::Value(kind) => {
                let inside = (0..length as i32).filter_map(|i| self.values.get(&(kind, i)));
                inside.copied().collect()
            }
            Meaning::Data | Meaning::Channel => return,
        };
        for owner in owners {
            let vertex = self.vertex(VertexKind::Element, &[dimension as i64]);
            self.graph.add_edge(vertex, owner, REFERS);
            self.graph.add_edge(vertex, self.variables[id.index()], MEMBER);
        }
    }

    /// What the cells of a variable hold for ever. Of variables in states this demands more than that the program stays the same:
    /// a permutation that changes them maps no reachable state to another.
    fn constants(
        &mut self,
        id: VariableId,
        held: impl Fn(u32) -> i32,
        patience: &mut Patience<'_>,
    ) -> Result<(), Interrupted> {
        let variable = &self.machine.program.variables[id.index()];
        let content = self.classes.content(id);
        for cell in 0..variable.cells() {
            let held = self.literal(held(variable.offset + cell), Some(content));
            let mut edges = vec![(held, CHILD)];
            let mut rest = cell;
            for (dimension, &length) in variable.dimensions.iter().enumerate().rev() {
                let class = self.classes.subscript(id, dimension);
                let place = self.literal((rest % length) as i32, Some(class));
                edges.push((place, CHILD + 1 + dimension as u32));
                rest /= length;
            }
            edges.push((self.variables[id.index()], REFERS));
            let vertex = self.vertex(VertexKind::Constant, &[]);
            for (to, colour) in edges {
                self.graph.add_edge(vertex, to, colour);
            }
            self.tell(patience)?;
        }
        Ok(())
    }

    fn locations(&mut self) {
        let asked = |question| claims_ask(&self.machine.program, &question);
        let (for_progress, for_acceptance) =
            (asked(SpinExpr::NonProgress), asked(SpinExpr::Accepting));
        for (index, location) in self.machine.code.locations.iter().enumerate() {
            let id = LocationId::new(index);
            let late = self.shape.is_late(id) && !self.classes.folds().inside.contains(&id);
            let mut details = vec![self.told(Constraint::ValidEnd, location.valid_end)];
            let owner = &self.machine.program.process_types[location.process_type.index()];
            if for_progress {
                let progress = owner.control.begins_with(location.node, |node| node.progress);
                details.push(i64::from(progress));
            }
            if for_acceptance {
                let accepts = owner.control.begins_with(location.node, |node| node.accepting);
                details.push(i64::from(accepts));
            }
            let simplified = self.machine.simplification();
            details.extend(simplified.map(|it| i64::from(it.locations[index])));
            let vertex = late.then(|| self.vertex(VertexKind::Location, &details));
            self.locations.push(vertex);
            let Some(vertex) = vertex else { continue };
            self.belongs_to(Constraint::LocationType, vertex, location.process_type);
            let only = self.classes.only_occupant(id);
            if let Some(only) = only.filter(|_| self.keeps(Constraint::LocationOccupant)) {
                self.graph.add_edge(vertex, self.processes[only.index()], REFERS);
            }
            // What is cleared at a location is cleared at its images.
            let content = |variable: &VariableId| self.classes.content(*variable);
            let is_cleared = |v: &&VariableId| self.classes.meaning(content(v)) != Meaning::Data;
            let cleared = self.dead[index].iter().filter(is_cleared);
            for variable in cleared.filter(|_| self.classes.keeps(Constraint::DeadLocals)) {
                self.graph.add_edge(vertex, self.variables[variable.index()], REFERS);
            }
        }
    }

    /// Edges and all that happens on them; their vertices.
    fn code(&mut self, patience: &mut Patience<'_>) -> Result<Vec<Option<usize>>, Interrupted> {
        let machine = self.machine;
        let precedences = precedences(machine);
        let mut edges = vec![None; machine.code.edges.len()];
        let mut listed = vec![false; edges.len()];
        let all = machine.code.locations.iter().flat_map(|location| &location.edges);
        all.for_each(|edge| listed[edge.index()] = true);
        for (index, edge) in machine.code.edges.iter().enumerate().filter(|&(it, _)| listed[it]) {
            let Some(from) = self.locations[edge.from.index()] else { continue };
            let fold = self.classes.folds().at_locations.get(&edge.from);
            let first = machine.code.locations[edge.from.index()].edges[0];
            // A fold is drawn once, as the edge by which it is left.
            let drawn = match fold {
                Some(_) if first.index() != index => continue,
                Some(fold) => fold.exit_edge(machine).index(),
                None => index,
            };
            let vertex = self.edge(from, &machine.code.edges[drawn], fold, precedences[drawn]);
            if self.keeps(Constraint::EdgeFrom) {
                self.graph.add_edge(from, vertex, MEMBER);
            }
            edges[drawn] = Some(vertex);
            self.tell(patience)?;
        }
        Ok(edges)
    }

    /// An edge that begins at a location, or the fold that it leaves.
    fn edge(
        &mut self,
        from: usize,
        edge: &'a Edge,
        fold: Option<&Fold<'a>>,
        (rank, side): (i64, i64),
    ) -> usize {
        let machine = self.machine;
        let to = edge.to.and_then(|to| self.locations[to.index()]);
        let owner = machine.code.locations[edge.from.index()].process_type;
        self.context = Some(owner);
        self.span = Some(edge.span);
        let control = &machine.program.process_types[owner.index()].control;
        let place = |o: &'_ Operation| control.node(o.node).span;
        let mut actions: Vec<(&'a Action, Span)> = Vec::with_capacity(edge.operations.len());
        for (index, operation) in edge.operations.iter().enumerate() {
            let rest = edge.operations[index + 1..].iter().map(|later| &later.action);
            let in_vain =
                operation.assigns_in_vain() || self.only_clears(&operation.action, rest, edge.to);
            let done = if in_vain { &Action::Skip } else { &operation.action };
            actions.push((done, place(operation)));
        }
        let body = match fold {
            Some(fold) => self.fold(fold, edge.to),
            None => self.sequence(&actions),
        };
        let details = [
            self.told(Constraint::Atomic, edge.atomic),
            i64::from(to.is_some()),
            self.told(Constraint::Precedence, rank),
            self.told(Constraint::ElsePlace, side),
        ];
        let mut ends = vec![(body, CHILD)];
        ends.extend(self.keeps(Constraint::EdgeFrom).then_some((from, FROM)));
        ends.extend(to.filter(|_| self.keeps(Constraint::EdgeTo)).map(|to| (to, TO)));
        if self.keeps(Constraint::Resets) {
            ends.extend(self.resets(edge));
        }
        let provided = machine.program.process_types[owner.index()].provided.as_ref();
        if let Some(provided) = provided.filter(|_| self.keeps(Constraint::Provided)) {
            ends.push((self.truth(provided), CHILD + 1));
        }
        self.shared(VertexKind::Edge, &details, ends)
    }

    /// Whether an action does no more than to set to 0 what does not matter where control comes then, after the rest: as a reset, it
    /// is drawn with the location.
    pub(super) fn only_clears<'r>(
        &self,
        action: &Action,
        mut rest: impl Iterator<Item = &'r Action>,
        to: Option<LocationId>,
    ) -> bool {
        let (Action::Assign(place, value), Some(to)) = (action, to) else { return false };
        let is_cleared = place.subscripts.is_empty()
            && place.own_variable().is_some()
            && value.constant_value() == Some(0);
        let mut is_dead = |variable| {
            self.dead[to.index()].contains(&variable) && !rest.any(|later| reads(later, variable))
        };
        is_cleared && (is_dead(place.variable) || !self.keeps(Constraint::OnlyCleared))
    }

    /// What the operations of an edge reset: some or all cells of variables.
    fn resets(&self, edge: &Edge) -> Vec<(usize, u32)> {
        let mut found = Vec::new();
        for (operation, colour) in edge.operations.iter().zip(RESET..) {
            for reset in &operation.resets {
                found.push((self.variables[reset.variable.index()], colour));
            }
        }
        found.dedup();
        found
    }
}
