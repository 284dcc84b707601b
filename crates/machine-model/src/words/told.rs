//! What a step tells of: its statements, and the jumps that control takes between them.
//!
//! A process comes to rest at a statement and never at a jump, unless that ends an atomic sequence: a `break` or a `goto` is
//! passed on the way. Who reads a run wants to see it all the same. Joins and exits stand for no text, and are told of only
//! where they are steps of their own.

use diagnostics::{Sources, Span};
use machine::compile::Edge;
use machine::control::{ControlGraph, NodeKind};
use machine::explore::StepResult;
use machine::index::{EdgeId, NodeId};
use machine::program::Action;

use crate::words::named::{NamedMachine, StatementText};

/// Something that a step tells of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Told {
    /// The place of the operation in its edge: the statement itself, or what the jump comes after.
    pub operation: usize,
    /// The node.
    pub node: NodeId,
    /// Whether it is a jump that is passed, and no operation.
    pub is_passed: bool,
}

impl NamedMachine {
    /// What a step along an edge tells of, in order: as far as it gets.
    pub(crate) fn told(&self, edge: EdgeId, result: StepResult) -> Vec<Told> {
        let edge = &self.machine.code.edges[edge.index()];
        let graph = self.graph_of(edge);
        let last = match result {
            StepResult::Done | StepResult::AssertionFailed { .. } => edge.operations.len(),
            StepResult::Fault { operation, .. } => usize::from(operation),
        };
        let mut told = Vec::new();
        for (index, operation) in edge.operations.iter().enumerate().take(last + 1) {
            let node = graph.node(operation.node);
            let is_silent = matches!(node.kind, NodeKind::Join | NodeKind::Exit);
            if !node.untold && (index == 0 || !is_silent) {
                told.push(Told { operation: index, node: operation.node, is_passed: false });
            }
            if index < last {
                let jumps = jumps(graph, operation.node, self.after(edge, index));
                let passed = |node| Told { operation: index, node, is_passed: true };
                told.extend(jumps.into_iter().map(passed));
            }
        }
        told
    }

    /// The text of what a step along an edge tells of.
    pub(crate) fn told_text(&self, sources: &Sources, edge: EdgeId, told: Told) -> StatementText {
        let edge = &self.machine.code.edges[edge.index()];
        let node = self.graph_of(edge).node(told.node);
        let text = match node.kind {
            NodeKind::Join | NodeKind::Exit => closing(sources, node.span),
            _ => {
                let action = &edge.operations[told.operation].action;
                let text = self.statement_in(self.graph_of(edge), sources, action, node.span);
                match self.meanings.actors {
                    Some(_) => valued(text, action),
                    None => text,
                }
            }
        };
        let owner = self.machine.type_of(edge.from);
        StatementText { calls: self.meanings.calls.around(owner, told.node, sources), ..text }
    }

    /// The statement of an action, which stands at `span`. What a loop does by itself is told by its head: its body is other
    /// statements.
    pub(crate) fn statement_in(
        &self,
        graph: &ControlGraph,
        sources: &Sources,
        action: &Action,
        span: Span,
    ) -> StatementText {
        let mut statement = self.statement(sources, action, span);
        if !matches!(action, Action::Deterministic(_)) && statement.text.contains('{') {
            let inside = graph.nodes.iter().map(|node| node.span).filter(|inner| {
                inner.file == span.file && inner.start > span.start && inner.end <= span.end
            });
            if let Some(start) = inside.map(|inner| inner.start).min() {
                let head = self.statement(sources, action, Span { end: start, ..span });
                statement.text = head.text.trim_end_matches([' ', '{']).to_owned();
            }
        }
        statement
    }

    fn graph_of(&self, edge: &Edge) -> &ControlGraph {
        let owner = self.machine.type_of(edge.from);
        &self.machine.program.process_types[owner.index()].control
    }

    /// Where control is after an operation of an edge.
    fn after(&self, edge: &Edge, index: usize) -> Option<NodeId> {
        match edge.operations.get(index + 1) {
            Some(next) => Some(next.node),
            None => Some(self.machine.code.locations[edge.to?.index()].node),
        }
    }
}

/// The jumps of the text that control takes from one node to another. What a statement implies, as a counting loop implies its
/// way out, has the place of the statement, and is no text.
fn jumps(graph: &ControlGraph, from: NodeId, to: Option<NodeId>) -> Vec<NodeId> {
    let mut passed: Vec<NodeId> = Vec::new();
    let follow = |id: NodeId| match &graph.node(id).kind {
        NodeKind::Goto(target) => Some(*target),
        NodeKind::Escapable(first) => Some(*first),
        _ => graph.node(id).next,
    };
    let mut at = follow(from);
    for _ in 0..graph.nodes.len() {
        let Some(id) = at.filter(|_| at != to) else { break };
        match &graph.node(id).kind {
            NodeKind::Goto(_) if passed.contains(&id) => break,
            NodeKind::Goto(_) => passed.push(id),
            NodeKind::Join | NodeKind::Exit | NodeKind::Escapable(_) => {}
            _ => break,
        }
        at = follow(id);
    }
    passed.retain(|&jump| graph.node(jump).span != graph.node(from).span);
    passed
}

/// A condition of a message server with its value: both ways behind it have the same text.
fn valued(mut told: StatementText, action: &Action) -> StatementText {
    let is_label = ["case", "default"].iter().any(|word| told.text.starts_with(word));
    match action {
        Action::Guard(_) if !is_label => told.text += ": true",
        Action::Else if !is_label => told.text += ": false",
        _ => {}
    }
    told
}

/// The end of a compound statement: its last word, as in `od`.
fn closing(sources: &Sources, span: Span) -> StatementText {
    let text = sources.snippet(span).trim_end();
    let word = text.trim_end_matches(char::is_alphabetic).len();
    let last = text.char_indices().next_back().map_or(0, |(last, _)| last);
    let start = span.start + word.min(last) as u32;
    let span = Span { start, end: span.start + text.len() as u32, ..span };
    let (line, column) = sources.line_column(span);
    StatementText { text: sources.snippet(span).to_owned(), line, column, span, calls: Vec::new() }
}
