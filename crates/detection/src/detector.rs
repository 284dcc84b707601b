//! From permutations of a program's graph to a reduction: what the machine to search does otherwise than the one that was
//! loaded, in which states symmetry applies, and how it acts on them.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use diagnostics::Span;
use groups::{Group, Interrupted, Patience, Permutation, SparsePermutation};
use machine::compile::Edge;
use machine::index::{ChannelId, EdgeId, LocationId, ProcessTypeId, VariableId};
use machine::program::{Action, Expr, ExprKind, Region};
use machine::touches::{self, Touch};
use machine::uses::{walk_action, walk_expr};
use machine::{Blanks, Machine};
use symmetry::SymmetryGroup;

use super::bounds::bounds;
use super::classes::{Class, Classes, Meaning};
use super::graph::ProgramGraph;
use super::invented::Invention;
use super::layout::{Points, state_layout};
use super::shape::{Shape, late_edges, unwritten_compounds};
use super::spin::{asks_count, least_that_ended};
use super::{Constraint, Reduction, Remark};
use crate::immaterial::{Idle, Immaterial};
use crate::predicates::{cleared_otherwise, respects_predicates};
use crate::settled::{Bounds, Settled};

/// The value of an identifier cell that names no process.
const NULL: i32 = 255;

/// Puts the reduction together.
pub(super) struct Detector<'a> {
    pub machine: &'a Machine,
    pub classes: &'a Classes<'a>,
    pub shape: &'a Shape,
}

impl Detector<'_> {
    /// Whether a constraint holds: always, but in tests.
    fn keeps(&self, constraint: Constraint) -> bool {
        self.classes.keeps(constraint)
    }

    /// The reduction by some automorphisms of the program's graph; what stands in its way goes to the remarks.
    ///
    /// # Errors
    /// The caller has lost patience.
    pub fn run(
        &self,
        program: &ProgramGraph,
        found: &[SparsePermutation],
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
        let useful: Vec<&SparsePermutation> =
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
        let zero = self.machine.program.semantics.process_with_number(0);
        let moves_zero = zero
            .is_some_and(|zero| generators.iter().any(|g| g.image(zero.index()) != zero.index()));
        let null = if moves_zero { NULL } else { 0 };
        let frees = |class| points.has_values_of(self.classes, class);
        let filler = |class| match self.classes.meaning(class) {
            Meaning::Process => null,
            Meaning::Value(_) if frees(class) => self.classes.filler(class),
            _ => 0,
        };
        let (machine, classes, shape) = (self.machine, self.classes, self.shape);
        let bounds = bounds(machine, classes, shape, &points, &generators, &filler);
        let settled = self.settled(bounds);
        let fillers = self.fillers(&filler);
        let room = self.keeps(Constraint::FillerWidth);
        let blanks = Arc::new(Blanks {
            fields: self.slot_fillers(&filler),
            variables: if room { fillers.clone() } else { Vec::new() },
            messages: self.dummies(&filler),
        });
        let folded = self.folded();
        // In the middle of a loop of which the order is no part of the program, no state may be stored.
        let joins = |(edge, fold): (&Edge, &Option<EdgeId>)| edge.joined && fold.is_some();
        let goes_through = self.machine.code.edges.iter().zip(&folded).any(joins);
        // What a simplification rests on holds where symmetry applies, and is tested against all of the code.
        let early = self.machine.with_blanks(false, Arc::clone(&blanks)).with_whole_code();
        let mut early = early.kept_in_records();
        let mut machine = self.machine.with_blanks(keep_terminated, blanks);
        early.goes_through = goes_through;
        machine.goes_through = goes_through;
        let immaterial = self.immaterial(keep_terminated, &fillers);
        let invention =
            Invention::new(self.machine, classes, shape, program, &settled.bounds, &filler);
        let degree = points.vertices.len();
        let layout = state_layout(self.machine, self.classes, self.shape, &points, &generators);
        let group = Group::from_generators_within(degree, generators, patience)?;
        let layout = match layout {
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
            Ok(_) if cleared_otherwise(self.machine, &machine) => {
                let text = "what predicates clear would hold another value up to symmetry";
                remarks.push(Remark { span: None, text: text.to_owned() });
                None
            }
            Ok(symmetry) if !respects_predicates(self.machine, &self.shape.settled, &symmetry) => {
                let text = "a symmetry of the program does not respect when variables are inactive";
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
                invention,
                settled,
                immaterial,
                edge_orbits: edge_orbits(&program.edges, &useful),
                folded,
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
        let mut note = |found: bool, span: Span| {
            place = place.or(found.then_some(span));
        };
        let asks = |expr: &Expr| matches!(expr.kind, ExprKind::ProcessOf(_)) || asks_count(expr);
        for edge in late_edges(self.machine, self.shape) {
            let waits = self.waits_for_ends(edge, generators);
            for (place, operation) in edge.operations.iter().enumerate() {
                let mut found = false;
                let is_seen =
                    |expr: &Expr| asks(expr) && !(place == 0 && waits && asks_count(expr));
                walk_action(&operation.action, &mut |it| found |= is_seen(it), &mut |_| {});
                touches::of_action(&operation.action, &mut |it, _| found |= is_of_another(it));
                note(found, edge.span);
            }
        }
        for process_type in &self.machine.program.process_types {
            let mut found = false;
            if let Some(condition) = &process_type.provided {
                walk_expr(condition, &mut |expr| found |= asks(expr));
                touches::of_expression(condition, &mut |it, _| found |= is_of_another(it));
            }
            note(found, process_type.span);
        }
        for condition in self.machine.program.asked_of_states() {
            let mut found = false;
            walk_expr(&condition.expr, &mut |expr| found |= asks(expr));
            touches::of_expression(&condition.expr, &mut |it, _| found |= is_of_another(it));
            note(found, condition.span);
        }
        for claim in &self.machine.program.claims {
            let mut found = false;
            claim.walk(&mut |expr| found |= asks(expr));
            claim.touches(&mut |it, _| found |= is_of_another(it));
            note(found, claim.span);
        }
        if place.is_some() {
            let text = "the number of processes, or what one of them holds, is asked for, and \
                        symmetric processes may terminate"
                .to_owned();
            remarks.push(Remark { span: place, text });
        }
        place.is_some()
    }

    /// Whether the condition of an edge waits until all processes from some number on have ended, which are exchanged among
    /// themselves, and nothing else happens where it is not met. That they have not been removed yet makes no difference then: they
    /// can be at any time, and nobody sees it.
    fn waits_for_ends(&self, edge: &Edge, generators: &[Permutation]) -> bool {
        let code = &self.machine.code;
        let Some(Action::Guard(condition)) = edge.operations.first().map(|it| &it.action) else {
            return false;
        };
        let own: Vec<usize> =
            self.shape.processes_of(self.machine.type_of(edge.from)).map(|it| it.index()).collect();
        let Some(least) = least_that_ended(condition, &own) else { return false };
        let others = code.locations[edge.from.index()].edges.iter();
        let mut others = others.map(|it| &code.edges[it.index()]);
        let is_seen_if_not = others.any(|it| it.is_else() || it.escape.is_some())
            || code.edges.iter().any(|it| it.atomic && it.to == Some(edge.from));
        let count = self.shape.types.len();
        let stay = |generator: &Permutation| (least..count).all(|it| generator.image(it) >= least);
        !is_seen_if_not && generators.iter().all(stay)
    }

    /// Whether a process that some generator moves, or the youngest process, can terminate.
    fn keeps_terminated(&self, generators: &[Permutation]) -> bool {
        if !self.keeps(Constraint::EndedProcesses) || !self.machine.removes_ended() {
            return false;
        }
        let terminates = |process_type: ProcessTypeId| {
            self.machine.code.edges.iter().any(|edge| {
                self.machine.type_of(edge.from) == process_type
                    && edge.operations.iter().any(|o| o.action == Action::Terminate)
            })
        };
        let count = self.shape.types.len();
        self.shape.processes().any(|(process, process_type)| {
            let process = process.index();
            let moved = generators.iter().any(|g| g.image(process) != process);
            (moved || process + 1 == count) && terminates(process_type)
        })
    }

    /// What stands in the unused slots of each channel, field by field.
    fn slot_fillers(&self, filler: &dyn Fn(Class) -> i32) -> Vec<Vec<i32>> {
        let declared = &self.machine.program.channels;
        let channels = ChannelId::below(declared.len()).zip(declared);
        let filler = |class| if self.keeps(Constraint::SlotFiller) { filler(class) } else { 0 };
        let fields = channels.map(|(id, channel)| {
            let fields = 0..channel.fields.len();
            fields.map(|field| filler(self.classes.field(id, field))).collect()
        });
        fields.collect()
    }

    /// What stands for dummies in messages, whatever they are: statements that differ in nothing else are drawn alike.
    fn dummies(&self, filler: &dyn Fn(Class) -> i32) -> Vec<Option<i32>> {
        let dummies = self.classes.dummies();
        if dummies.is_empty() || !self.keeps(Constraint::DummyFiller) {
            return Vec::new();
        }
        let mut blanks = vec![None; self.machine.expression_count()];
        for (value, &field) in dummies {
            blanks[value.index()] = Some(filler(field));
        }
        blanks
    }

    fn folded(&self) -> Vec<Option<EdgeId>> {
        let mut folded = vec![None; self.machine.code.edges.len()];
        for (leaving, within) in self.classes.folds().edges(self.machine) {
            within.iter().for_each(|edge| folded[edge.index()] = Some(leaving));
        }
        folded
    }

    /// What stands in each variable where its value does not matter.
    fn fillers(&self, filler: &dyn Fn(Class) -> i32) -> Vec<i32> {
        let variables = VariableId::below(self.machine.program.variables.len());
        let filler = |class| match self.classes.meaning(class) {
            Meaning::Process if !self.keeps(Constraint::ProcessFiller) => 0,
            _ => filler(class),
        };
        variables.map(|v| filler(self.classes.content(v))).collect()
    }

    fn immaterial(&self, keep_terminated: bool, fillers: &[i32]) -> Immaterial {
        let mut frozen = vec![false; fillers.len()];
        for variable in &self.shape.frozen {
            frozen[variable.index()] = self.keeps(Constraint::FrozenOfEnded);
        }
        let mut unread = vec![false; fillers.len()];
        let mut counters = Vec::new();
        if self.keeps(Constraint::UnreadLocals) {
            self.shape.unread.iter().for_each(|variable| unread[variable.index()] = true);
            let folds = self.classes.folds();
            let cleared = folds.cleared(self.machine).chain(folds.left_behind());
            cleared.for_each(|variable| unread[variable.index()] = true);
            counters.extend(folds.counters());
            counters.sort_unstable();
            counters.dedup();
        }
        let idle = self.idle_cells(fillers);
        Immaterial::new(self.machine, fillers, &frozen, &unread, &counters, keep_terminated, idle)
    }

    /// The cells of idle variables.
    fn idle_cells(&self, fillers: &[i32]) -> Vec<Idle> {
        let mut idle = Vec::new();
        let late = |location| self.shape.is_late(location);
        for id in unwritten_compounds(self.machine, late) {
            if self.keeps(Constraint::IdleLocals) && !self.shape.idle.contains(&id) {
                continue;
            }
            let variable = &self.machine.program.variables[id.index()];
            for (process, of) in self.shape.processes() {
                if variable.region != Region::Local(of) {
                    continue;
                }
                let first = self.shape.settled.starts[process.index()] + 1 + variable.offset;
                idle.extend((first..first + variable.cells()).map(|cell| Idle {
                    cell,
                    filler: fillers[id.index()],
                    held: self.shape.settled.cells[cell as usize],
                }));
            }
        }
        idle
    }

    fn settled(&self, bounds: Bounds) -> Settled {
        let mut cells = Vec::new();
        for (process, process_type) in self.shape.processes() {
            for variable in &self.shape.frozen {
                let declared = &self.machine.program.variables[variable.index()];
                if declared.region == Region::Local(process_type) {
                    let cell = self.shape.settled.starts[process.index()] + 1 + declared.offset;
                    cells.push((cell, self.shape.settled.cells[cell as usize]));
                }
            }
        }
        if !self.keeps(Constraint::FrozenCells) {
            cells.clear();
        }
        let is_late = |l: LocationId| self.shape.is_late(l) || !self.keeps(Constraint::EarlyCode);
        let late = LocationId::below(self.machine.code.locations.len())
            .map(|location| is_late(location).then(|| self.machine.type_of(location)));
        let processes = (self.shape.settled.starts.clone(), self.shape.types.clone());
        Settled::new(processes, late.collect(), cells, bounds)
    }
}

/// For each edge, the first in its orbit.
fn edge_orbits(edges: &[Option<usize>], generators: &[&SparsePermutation]) -> Vec<usize> {
    // Edges that do the same from the same place to the same place share a vertex.
    let mut by_vertex: HashMap<usize, Vec<usize>> = HashMap::new();
    for (edge, vertex) in edges.iter().enumerate() {
        if let Some(vertex) = vertex {
            by_vertex.entry(*vertex).or_default().push(edge);
        }
    }
    let mut orbits: Vec<usize> = (0..edges.len()).collect();
    let mut met = HashSet::new();
    for (first, vertex) in edges.iter().enumerate() {
        let mut pending: Vec<usize> = vertex.iter().copied().collect();
        // Vertices are met once, however many edges share one.
        while let Some(vertex) = pending.pop() {
            if met.insert(vertex) {
                let alike = by_vertex.get(&vertex).into_iter().flatten();
                alike.for_each(|&edge| orbits[edge] = first);
                pending.extend(generators.iter().map(|g| g.image(vertex)));
            }
        }
    }
    orbits
}

/// A permutation restricted to some vertices; places without a vertex stay where they are.
fn restrict(permutation: &SparsePermutation, points: &[Option<usize>]) -> Option<Permutation> {
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

/// Whether a variable of another process is touched.
fn is_of_another(touch: Touch<'_>) -> bool {
    matches!(touch, Touch::Read(place) | Touch::Write(place) if place.other().is_some())
}
