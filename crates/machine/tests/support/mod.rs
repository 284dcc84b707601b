//! What tests make programs of.
#![allow(dead_code)]

pub mod code;
pub mod draft;
pub mod mutation;
#[cfg(feature = "native")]
pub mod native;
pub mod random;
pub mod short_way;

use diagnostics::{FileId, Span};
use kernel::{Outcome, SearchOptions, Silent, TransitionSystem, search};
use machine::compile::CompileOptions;
use machine::control::{ControlGraph, Node, NodeKind};
use machine::index::{NodeId, ProcessTypeId, VariableId};
use machine::program::{
    Action, BinaryOperator, CellType, Expr, InitialProcess, ProcessType, Region, Variable,
};
use machine::semantics::Semantics;
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
pub fn explore<S: TransitionSystem>(system: &S) -> Outcome<S> {
    let options = SearchOptions { keep_going: true, ..SearchOptions::default() };
    search(system, &options, &Silent)
}

/// `count` processes that take a token in turn: process p passes it to `next[p]`.
pub fn token_ring(count: u32) -> Machine {
    let mut builder = ProgramBuilder::new(Semantics::default());
    let next = bytes(&mut builder, "next", Region::Constant, &[count]);
    let token = bytes(&mut builder, "token", Region::Global, &[]);
    for p in 0..count as i32 {
        let entry = builder.program.place(next, vec![Expr::constant(p)]);
        builder.initialise(entry, Expr::constant((p + 1) % count as i32));
    }
    let has = Expr::load(builder.program.place(token, Vec::new()));
    let mine = Action::Guard(Expr::binary(BinaryOperator::Equal, has, Expr::pid()));
    let successor = Expr::load(builder.program.place(next, vec![Expr::pid()]));
    let pass = Action::Assign(builder.program.place(token, Vec::new()), successor);
    looping(&mut builder, "station", vec![mine, pass], count as usize);
    machine(builder)
}

/// `count` processes that each add one to a counter of their own, modulo 3.
pub fn counters(count: u32, numbered: bool) -> Machine {
    let mut builder = ProgramBuilder::new(Semantics::default());
    let counter = bytes(&mut builder, "counter", Region::Global, &[count]);
    let mine = builder.program.place(counter, vec![Expr::pid()]);
    let one_more = Expr::binary(BinaryOperator::Add, Expr::load(mine.clone()), Expr::constant(1));
    let mut actions = vec![Action::Assign(
        mine.clone(),
        Expr::binary(BinaryOperator::Modulo, one_more, Expr::constant(3)),
    )];
    if numbered {
        // Only an odd process may pass: its number is used as a number.
        let odd = Expr::binary(BinaryOperator::BitAnd, Expr::pid(), Expr::constant(1));
        actions.push(Action::Guard(odd));
    }
    looping(&mut builder, "counter", actions, count as usize);
    machine(builder)
}
