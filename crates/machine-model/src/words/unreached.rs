//! Which statements no run arrives at, as SPIN's verifiers report them.
//!
//! A statement is reached once a process stands where it could execute it, even if it is never
//! executable; a statement that runs in one step with others is reached when they are. As in
//! `pan`, some are not told apart: a choice or a block is named by its first statement, and the
//! first statements of its options go with it, as do those of what may be escaped to; an `else`, a
//! `skip` and the inside of a `d_step` are not told at all.

use std::collections::HashSet;

use diagnostics::Sources;
use machine::control::{ControlGraph, NodeKind};
use machine::index::{EdgeId, LocationId, NodeId};
use machine::program::Action;
use model::{Place, Unreached};

use crate::words::{NamedMachine, StatementText};

impl NamedMachine {
    /// The statements that are never reached, in the order of the text. `executed` says which edges were executed in some run.
    #[must_use]
    pub fn unreached(&self, sources: &Sources, executed: &[bool]) -> Vec<Unreached> {
        let at_start = &self.machine.executed_at_start;
        let executed: Vec<bool> = executed.iter().zip(at_start).map(|(&a, &b)| a || b).collect();
        Reach { named: self, sources }.unreached(&executed)
    }
}

/// What is asked of a machine whose runs executed some of its edges.
struct Reach<'a> {
    named: &'a NamedMachine,
    sources: &'a Sources,
}

impl Reach<'_> {
    fn unreached(&self, executed: &[bool]) -> Vec<Unreached> {
        let arrived = self.arrived(executed);
        let types = &self.named.machine.program.process_types;
        let reached: Vec<Vec<bool>> =
            (0..types.len()).map(|of| self.reached_nodes(of, executed, &arrived)).collect();
        let written_again = self.reached_texts(&reached);
        let mut found = Vec::new();
        for (process_type, reached) in types.iter().zip(&reached) {
            let graph = &process_type.control;
            let mut statements: Vec<StatementText> = reportable(graph)
                .filter_map(|node| self.unreached_node(graph, reached, node))
                .filter(|statement| {
                    !written_again.contains(&(statement.span.start, statement.span.end))
                })
                .collect();
            statements.sort_by_key(|s| (s.span.file, s.span.start, s.span.end));
            statements.dedup();
            let owner = &process_type.name;
            found.extend(statements.into_iter().map(|statement| Unreached {
                owner: owner.clone(),
                place: Place::of(statement.span, self.sources),
                statement: statement.text,
            }));
        }
        found
    }

    /// Where the text of actors stands that is reached: what several classes run is lowered for each of them, and methods
    /// wherever they are called. It is unreached if it is nowhere reached.
    fn reached_texts(&self, reached: &[Vec<bool>]) -> HashSet<(u32, u32)> {
        if self.named.meanings.actors.is_none() {
            return HashSet::new();
        }
        let types = self.named.machine.program.process_types.iter().zip(reached);
        let nodes = types.flat_map(|(of, reached)| of.control.nodes.iter().zip(reached));
        let reached = nodes.filter(|(_, reached)| **reached);
        reached.map(|(node, _)| (node.span.start, node.span.end)).collect()
    }

    /// The locations at which some process stands in some run.
    fn arrived(&self, executed: &[bool]) -> Vec<bool> {
        let machine = &self.named.machine;
        let code = &machine.code;
        let mut arrived = vec![false; code.locations.len()];
        let mut enter = |location: LocationId| arrived[location.index()] = true;
        code.begins.iter().flatten().copied().for_each(&mut enter);
        for (edge, _) in code.edges.iter().zip(executed).filter(|(_, executed)| **executed) {
            enter(edge.from);
            edge.to.into_iter().for_each(&mut enter);
            for operation in &edge.operations {
                if let Action::Run { process_type, .. } = &operation.action {
                    enter(code.entries[process_type.index()]);
                }
            }
        }
        arrived
    }

    /// For each node of a process type, whether it is reached, as far as edges tell.
    fn reached_nodes(&self, owner: usize, executed: &[bool], arrived: &[bool]) -> Vec<bool> {
        let machine = &self.named.machine;
        let graph = &machine.program.process_types[owner].control;
        let mut reached = vec![false; graph.nodes.len()];
        for (index, location) in machine.code.locations.iter().enumerate() {
            if location.process_type.index() != owner || !arrived[index] {
                continue;
            }
            reached[location.node.index()] = true;
            for &EdgeId(edge) in &location.edges {
                let edge = edge as usize;
                let operations = &machine.code.edges[edge].operations;
                let tried = if executed[edge] { operations.len() } else { 1 };
                for operation in operations.iter().take(tried) {
                    reached[operation.node.index()] = true;
                }
            }
        }
        reached
    }

    /// What to report of a node, if it is not reached.
    fn unreached_node(
        &self,
        graph: &ControlGraph,
        reached: &[bool],
        node: NodeId,
    ) -> Option<StatementText> {
        let firsts = first_statements(graph, node);
        if reached[node.index()] || firsts.iter().any(|first| reached[first.index()]) {
            return None;
        }
        let first = graph.node(*firsts.first()?);
        match &first.kind {
            NodeKind::Action(action) => {
                Some(self.named.statement_in(graph, self.sources, action, first.span))
            }
            _ => None,
        }
    }
}

/// The nodes that are reported if they are not reached.
fn reportable(graph: &ControlGraph) -> impl Iterator<Item = NodeId> {
    let mut silent = vec![false; graph.nodes.len()];
    for node in &graph.nodes {
        node.escapes.iter().for_each(|escape| silent[escape.index()] = true);
        match &node.kind {
            NodeKind::Choice(options) => {
                options.iter().for_each(|option| silent[option.index()] = true);
            }
            NodeKind::Block { first, .. } => silent[first.index()] = true,
            _ => {}
        }
    }
    let is_told = move |node: &NodeId| {
        let told = graph.node(*node);
        let silent = silent[node.index()] || told.untold || told.exceptional;
        match &graph.node(*node).kind {
            NodeKind::Action(Action::Skip | Action::Else) => false,
            NodeKind::Action(_) | NodeKind::Choice(_) | NodeKind::Block { .. } => !silent,
            NodeKind::Goto(_) | NodeKind::Join | NodeKind::Exit | NodeKind::Escapable(_) => false,
        }
    };
    written(graph).into_iter().filter(is_told)
}

/// The nodes of a body as it is written, unreachable ones included; but not those inside
/// deterministic blocks, which are one statement.
fn written(graph: &ControlGraph) -> Vec<NodeId> {
    let mut seen = vec![false; graph.nodes.len()];
    let mut found = Vec::new();
    let mut todo = vec![graph.first];
    while let Some(id) = todo.pop() {
        if std::mem::replace(&mut seen[id.index()], true) {
            continue;
        }
        found.push(id);
        let node = graph.node(id);
        todo.extend(node.next);
        todo.extend(&node.escapes);
        match &node.kind {
            NodeKind::Goto(first) | NodeKind::Block { first, .. } | NodeKind::Escapable(first) => {
                todo.push(*first);
            }
            NodeKind::Choice(options) => todo.extend(options),
            NodeKind::Action(_) | NodeKind::Join | NodeKind::Exit => {}
        }
    }
    found
}

/// The statements that a node can begin with, in order: itself, unless it is the head of a choice
/// or block.
fn first_statements(graph: &ControlGraph, node: NodeId) -> Vec<NodeId> {
    // Asked of every node: a list of all would be long.
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    let mut todo = vec![node];
    while let Some(id) = todo.pop() {
        if !seen.insert(id) {
            continue;
        }
        let branches = graph.branches(id);
        if branches.is_empty() {
            found.push(id);
        }
        todo.extend(branches.into_iter().rev());
    }
    found
}
