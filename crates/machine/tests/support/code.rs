//! Statements within statements, and the control graphs that they make.

use machine::control::{Atomicity, ControlGraph, Node, NodeKind};
use machine::index::NodeId;
use machine::program::{Action, DeterministicBlock, DeterministicPoint, Expr};

use super::SPAN;

/// A statement.
#[derive(Clone, Debug)]
pub enum Code {
    /// One step.
    Do(Action),
    /// One of some sequences; one that begins with an `else` stands last.
    If(Vec<Vec<Code>>),
    /// The same again and again.
    Loop(Vec<Vec<Code>>),
    /// The same, and whoever is at its head may stay there.
    Serve(Vec<Vec<Code>>),
    /// The way out of the innermost loop.
    Break,
    /// Without others in between.
    Atomic(Vec<Code>),
}

/// A step that waits for a condition.
pub fn when(condition: Expr) -> Code {
    Code::Do(Action::Guard(condition))
}

/// What else.
pub fn otherwise() -> Code {
    Code::Do(Action::Else)
}

/// One step that does some things in a row; it is possible if the first of them is.
pub fn at_once(actions: Vec<Action>) -> Code {
    first_of(vec![actions])
}

/// One step that does the first of some rows of actions that can begin.
pub fn first_of(rows: Vec<Vec<Action>>) -> Code {
    let mut points = vec![DeterministicPoint { options: Vec::new(), span: SPAN }];
    for row in rows {
        let mut row = row.into_iter();
        let begin = row.next().expect("a row is not empty");
        let rest: Vec<Action> = row.collect();
        let first = points.len() as u32;
        points[0].options.push((begin, (!rest.is_empty()).then_some(first)));
        let count = rest.len() as u32;
        for (place, action) in (1..).zip(rest) {
            let next = (place < count).then_some(first + place);
            points.push(DeterministicPoint { options: vec![(action, next)], span: SPAN });
        }
    }
    Code::Do(Action::Deterministic(Box::new(DeterministicBlock::new(points))))
}

/// The graph of a body; a process that comes to its end is gone.
pub fn control(body: &[Code]) -> ControlGraph {
    let mut writer = Writer { nodes: Vec::new(), exits: Vec::new() };
    let end = writer.node(NodeKind::Action(Action::Terminate), None);
    writer.nodes[end.index()].valid_end = true;
    let first = writer.sequence(body, end);
    ControlGraph { nodes: writer.nodes, first }
}

struct Writer {
    nodes: Vec<Node>,
    /// Where the loops lead on that are open.
    exits: Vec<NodeId>,
}

impl Writer {
    fn node(&mut self, kind: NodeKind, next: Option<NodeId>) -> NodeId {
        self.nodes.push(Node { next, ..Node::new(kind, SPAN) });
        NodeId::new(self.nodes.len() - 1)
    }

    /// Writes statements that lead on to a node, the last first: where they begin.
    fn sequence(&mut self, body: &[Code], next: NodeId) -> NodeId {
        body.iter().rev().fold(next, |next, code| self.code(code, next))
    }

    fn code(&mut self, code: &Code, next: NodeId) -> NodeId {
        match code {
            Code::Do(action) => self.node(NodeKind::Action(action.clone()), Some(next)),
            Code::If(options) => {
                let options = self.options(options, next);
                self.node(NodeKind::Choice(options), Some(next))
            }
            Code::Loop(options) => self.repeated(options, false, next),
            Code::Serve(options) => self.repeated(options, true, next),
            Code::Break => {
                let exit = *self.exits.last().expect("a loop is open");
                self.node(NodeKind::Goto(exit), Some(next))
            }
            Code::Atomic(body) => self.atomic(body, next),
        }
    }

    fn options(&mut self, options: &[Vec<Code>], next: NodeId) -> Vec<NodeId> {
        options.iter().map(|option| self.sequence(option, next)).collect()
    }

    fn repeated(&mut self, options: &[Vec<Code>], may_stay: bool, next: NodeId) -> NodeId {
        let head = self.node(NodeKind::Choice(Vec::new()), Some(next));
        self.nodes[head.index()].valid_end = may_stay;
        self.nodes[head.index()].labelled = true;
        self.exits.push(next);
        let options = self.options(options, head);
        self.exits.pop();
        self.nodes[head.index()].kind = NodeKind::Choice(options);
        head
    }

    /// Control is kept after all nodes but those that lead on.
    fn atomic(&mut self, body: &[Code], next: NodeId) -> NodeId {
        let from = self.nodes.len();
        let first = self.sequence(body, next);
        for node in &mut self.nodes[from..] {
            let last = node.next == Some(next) && matches!(node.kind, NodeKind::Action(_));
            node.atomicity = if last { Atomicity::Last } else { Atomicity::Inside };
        }
        first
    }
}
