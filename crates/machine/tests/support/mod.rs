//! What tests make programs of.

use diagnostics::{FileId, Span};
use kernel::{Outcome, SearchOptions, Silent, TransitionSystem, search};
use machine::compile::CompileOptions;
use machine::control::{ControlGraph, Node, NodeKind};
use machine::index::{NodeId, ProcessTypeId, VariableId};
use machine::program::{Action, CellType, InitialProcess, ProcessType, Region, Variable};
use machine::{Machine, ProgramBuilder};

/// These programs have no text.
pub const SPAN: Span = Span { file: FileId(0), start: 0, end: 0 };

/// Declares a variable of bytes: an array, if it has dimensions.
pub fn bytes(
    builder: &mut ProgramBuilder,
    name: &str,
    region: Region,
    dimensions: &[u32],
) -> VariableId {
    let variable = Variable::new(name, region, CellType::BYTE, SPAN);
    builder.variable(Variable { dimensions: dimensions.to_vec(), ..variable })
}

/// A process type that does `actions` in a loop, and `count` instances of it.
pub fn looping(builder: &mut ProgramBuilder, name: &str, actions: Vec<Action>, count: usize) {
    let again = actions.len();
    let mut nodes = sequence(actions);
    nodes.push(Node::new(NodeKind::Goto(NodeId::new(0)), SPAN));
    debug_assert_eq!(nodes.len(), again + 1);
    started(builder, name, nodes, count);
}

/// A process type that does `actions` once and ends, and `count` instances of it.
#[allow(dead_code)]
pub fn ending(builder: &mut ProgramBuilder, name: &str, actions: Vec<Action>, count: usize) {
    let mut nodes = sequence(actions);
    let end = Node::new(NodeKind::Action(Action::Terminate), SPAN);
    nodes.push(Node { valid_end: true, ..end });
    started(builder, name, nodes, count);
}

/// A node for each action, each followed by the next.
fn sequence(actions: Vec<Action>) -> Vec<Node> {
    let node = |(index, action)| Node {
        next: Some(NodeId::new(index + 1)),
        labelled: true,
        ..Node::new(NodeKind::Action(action), SPAN)
    };
    actions.into_iter().enumerate().map(node).collect()
}

fn started(builder: &mut ProgramBuilder, name: &str, nodes: Vec<Node>, count: usize) {
    let control = ControlGraph { nodes, first: NodeId::new(0) };
    let id: ProcessTypeId = builder.process_type(ProcessType::new(name, control, SPAN));
    (0..count).for_each(|_| builder.start(InitialProcess::new(id, Vec::new())));
}

pub fn machine(builder: ProgramBuilder) -> Machine {
    Machine::new(builder.finish(), CompileOptions::default()).expect("the initial state")
}

/// Searches all states, whatever is violated.
#[allow(dead_code)]
pub fn explore<S: TransitionSystem>(system: &S) -> Outcome<S> {
    let options = SearchOptions { keep_going: true, ..SearchOptions::default() };
    search(system, &options, &Silent)
}
