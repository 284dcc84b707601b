//! What SymmExtractor asks of a Promela specification before it looks for symmetry, and this implementation of its method does
//! not (section 8.1 of the paper): the form of `init`, and that names of global channels stand for one channel each.

use std::collections::{HashMap, HashSet};

use detection::Remark;
use diagnostics::Span;
use machine::Machine;
use machine::control::{Atomicity, ControlGraph, NodeKind};
use machine::index::{NodeId, VariableId};
use machine::program::{Action, Expr, ExprKind, Place, Program, Region};
use machine::uses::walk_action;

/// The process that starts the others in Promela, where no process type of the text can have this name.
const INIT: &str = "init";

/// The restrictions that a specification breaks, with their places. Those of Promela-Lite are its rules of types.
pub fn broken(machine: &Machine) -> Vec<Remark> {
    let program = &machine.program;
    if program.semantics.process_with_number(0).is_none() {
        return Vec::new();
    }
    let mut found = active(program);
    found.extend(starts(program));
    found.extend(channels(program));
    found
}

fn remark(span: Span, text: String) -> Remark {
    Remark { span: Some(span), text }
}

/// The process types of which processes are there from the beginning.
fn active(program: &Program) -> Vec<Remark> {
    let mut types: Vec<_> = program.initial.iter().map(|initial| initial.process_type).collect();
    types.dedup();
    let types = types.iter().map(|it| &program.process_types[it.index()]);
    let active = types.filter(|declared| declared.name != INIT);
    let told = active.map(|declared| {
        let name = &declared.name;
        let text =
            format!("SymmExtractor asks that `init` starts all processes: `{name}` is active");
        remark(declared.span, text)
    });
    told.collect()
}

/// The statements by which processes are started otherwise than in the atomic block of `init`, or what stands there besides.
fn starts(program: &Program) -> Vec<Remark> {
    let mut found = Vec::new();
    for declared in &program.process_types {
        let graph = &declared.control;
        let proper = match declared.name == INIT {
            true => Opening::of(graph),
            false => Opening::default(),
        };
        if let Some(span) = proper.strange {
            let text = "SymmExtractor asks for nothing in the atomic block of `init` but the starts of processes, and after them \
                        assignments of literals to distinct variables";
            found.push(remark(span, text.to_owned()));
            continue;
        }
        let nodes = (0..graph.nodes.len()).map(NodeId::new);
        let outside = nodes.filter(|node| !proper.starts.contains(node)).find_map(|node| {
            let node = graph.node(node);
            matches!(&node.kind, NodeKind::Action(action) if starts_one(action))
                .then_some(node.span)
        });
        found.extend(outside.map(|span| {
            let text =
                "SymmExtractor asks that processes are started in the atomic block of `init` only";
            remark(span, text.to_owned())
        }));
    }
    found
}

fn starts_one(action: &Action) -> bool {
    match action {
        Action::Run { .. } => true,
        Action::Deterministic(block) => {
            let options = block.points.iter().flat_map(|point| &point.options);
            options.into_iter().any(|(action, _)| starts_one(action))
        }
        _ => false,
    }
}

/// How `init` begins.
#[derive(Default)]
struct Opening {
    /// The statements of its atomic block that start processes.
    starts: HashSet<NodeId>,
    /// What is not to stand there.
    strange: Option<Span>,
}

impl Opening {
    fn of(graph: &ControlGraph) -> Opening {
        let mut opening = Opening::default();
        let mut assigned: Vec<&Place> = Vec::new();
        let mut at = Some(graph.first);
        // No node of a sequence comes twice.
        for _ in 0..graph.nodes.len() {
            let Some(id) = at else { break };
            let node = graph.node(id);
            at = node.next;
            match &node.kind {
                NodeKind::Block { first, .. } => at = Some(*first),
                NodeKind::Join | NodeKind::Exit => {}
                _ if node.atomicity == Atomicity::Outside => break,
                NodeKind::Action(Action::Run { .. }) if assigned.is_empty() => {
                    opening.starts.insert(id);
                }
                NodeKind::Action(Action::Assign(place, value))
                    if is_literal(value) && !assigned.contains(&place) =>
                {
                    assigned.push(place);
                }
                _ => {
                    opening.strange = Some(node.span);
                    break;
                }
            }
            if node.atomicity == Atomicity::Last {
                break;
            }
        }
        opening
    }
}

fn is_literal(value: &Expr) -> bool {
    value.constant_value().is_some() || matches!(value.kind, ExprKind::Channel(_))
}

/// The global variables for channels that have no initialiser, or are assigned to.
fn channels(program: &Program) -> Vec<Remark> {
    let given: HashSet<VariableId> =
        program.all_initialisers().map(|initialiser| initialiser.place.variable).collect();
    let writers = writers(program);
    let mut found = Vec::new();
    for (place, variable) in program.variables.iter().enumerate() {
        if !variable.holds_channels || matches!(variable.region, Region::Local(_)) {
            continue;
        }
        let (id, name) = (VariableId::new(place), &variable.name);
        if !given.contains(&id) {
            let text =
                format!("SymmExtractor asks for an initialiser of the global channel `{name}`");
            found.push(remark(variable.span, text));
        }
        if let Some(&span) = writers.get(&id) {
            let text =
                format!("SymmExtractor asks that the global channel `{name}` is never reassigned");
            found.push(remark(span, text));
        }
    }
    found
}

/// The first statement that writes each variable that is written.
fn writers(program: &Program) -> HashMap<VariableId, Span> {
    let mut first = HashMap::new();
    for node in program.process_types.iter().flat_map(|declared| &declared.control.nodes) {
        if let NodeKind::Action(action) = &node.kind {
            walk_action(action, &mut |_| {}, &mut |place| {
                first.entry(place.variable).or_insert(node.span);
            });
        }
    }
    first
}
