//! What can be executed where a process stands, in the order in which it is tried.
//!
//! SPIN 6.5.2's verifiers list the statements that a place can begin with: those of choices within
//! choices in the order of the text, except that each choice has its `else` last; what escapes from
//! a statement before all of them. An `else` is taken if nothing listed before it at its place can
//! be executed, whichever choice it belongs to. That is not what the manual says (Holzmann 2004,
//! chapter 7: no other statement of the process can be executed at its place): [`else_places`] finds
//! where the two differ.

use std::collections::{HashMap, HashSet};

use crate::control::{Atomicity, ControlGraph, NodeKind};
use crate::index::NodeId;
use crate::program::Action;

/// A statement that can be executed at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The statement.
    pub statement: NodeId,
    /// Where the escape rests that it begins, if it begins one.
    pub escape: Option<NodeId>,
}

/// Lists what can be executed at the nodes of a graph.
#[derive(Clone, Debug)]
pub struct Choices<'a> {
    graph: &'a ControlGraph,
    inner_escapes_first: bool,
    /// The lists of escapes that were asked for.
    known: HashMap<NodeId, Vec<Choice>>,
}

impl<'a> Choices<'a> {
    /// For a graph whose jumps are settled. `inner_escapes_first` is as in
    /// [`crate::compile::CompileOptions`].
    #[must_use]
    pub fn new(graph: &'a ControlGraph, inner_escapes_first: bool) -> Choices<'a> {
        Choices { graph, inner_escapes_first, known: HashMap::new() }
    }

    /// What can be executed at `node`, in the order of precedence: each statement with the escape
    /// that it begins, if it begins one.
    ///
    /// SPIN's verifiers make these lists in the order of their states. A list that is made later
    /// than that of an escape takes over what escapes from the escape in turn, as if it belonged
    /// to it.
    pub fn at(&mut self, node: NodeId) -> Vec<Choice> {
        let statements = self.statements(node);
        let mut options: Vec<Choice> =
            statements.iter().map(|&statement| Choice { statement, escape: None }).collect();
        let mut escapes: Vec<Choice> = Vec::new();
        for statement in statements {
            let from = self.graph.node(statement);
            if matches!(from.kind, NodeKind::Join) {
                continue;
            }
            let inside = from.atomicity == Atomicity::Inside;
            for &escape in from.escapes.iter().rev() {
                let escape = self.graph.rest(escape, inside, None);
                let mut first = self.beginnings(escape, node);
                // With the inner escapes first, SPIN takes an escape over once for each option.
                let known = if self.inner_escapes_first { &[][..] } else { &escapes };
                first.retain(|f| !known.iter().chain(&options).any(|o| o.statement == *f));
                let escape = Some(escape);
                let first = first.into_iter().map(|statement| Choice { statement, escape });
                if self.inner_escapes_first {
                    escapes.extend(first);
                } else {
                    // Each is put before all others.
                    escapes.splice(0..0, first.rev());
                }
            }
        }
        options.splice(0..0, escapes);
        options
    }

    /// The statements that the escape at `escape` brings to the list of `node`.
    fn beginnings(&mut self, escape: NodeId, node: NodeId) -> Vec<NodeId> {
        if self.graph.node(escape).number >= self.graph.node(node).number {
            return self.statements(escape);
        }
        if !self.known.contains_key(&escape) {
            let list = self.at(escape);
            self.known.insert(escape, list);
        }
        self.known[&escape].iter().map(|choice| choice.statement).collect()
    }

    /// The statements that `node` begins with, without escapes: heads of choices and blocks give
    /// way to what they begin with.
    fn statements(&self, node: NodeId) -> Vec<NodeId> {
        let mut found = Vec::new();
        self.add_statements(node, &mut found, 0);
        found
    }

    fn add_statements(&self, node: NodeId, found: &mut Vec<NodeId>, depth: usize) {
        match &self.graph.node(node).kind {
            // A choice can begin with itself only through a malformed graph.
            NodeKind::Choice(_) | NodeKind::Block { .. } if depth <= self.graph.nodes.len() => {
                for branch in self.graph.branches(node) {
                    self.add_statements(branch, found, depth + 1);
                }
            }
            _ => found.push(node),
        }
    }
}

/// A place with an `else` that something else shares with the choice that the `else` belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ElsePlace {
    /// Where a process stands.
    pub node: NodeId,
    /// The `else`.
    pub statement: NodeId,
    /// The first statement that can be executed there as well, and does not belong to the choice: it
    /// may be another `else`.
    pub other: NodeId,
    /// Whether two `else` meet there: SPIN's verifiers refuse that.
    pub ambiguous: bool,
}

/// The places of a graph where what an `else` means depends on more than its own choice, each `else`
/// once.
#[must_use]
pub fn else_places(graph: &ControlGraph, inner_escapes_first: bool) -> Vec<ElsePlace> {
    let mut graph = graph.clone();
    graph.settle_jumps();
    let owners = owners(&graph);
    if owners.is_empty() {
        return Vec::new();
    }
    let mut choices = Choices::new(&graph, inner_escapes_first);
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    for node in places(&graph) {
        let here = choices.at(node);
        let elses = here.iter().filter(|choice| owners.contains_key(&choice.statement));
        let elses: Vec<Choice> = elses.copied().collect();
        if let [first, second, ..] = elses[..] {
            let (statement, other) = (second.statement, first.statement);
            found.push(ElsePlace { node, statement, other, ambiguous: true });
        } else if let [only] = elses[..]
            && let Some(other) = choices.stranger(&here, only, owners[&only.statement])
            && seen.insert(only.statement)
        {
            let statement = only.statement;
            found.push(ElsePlace { node, statement, other, ambiguous: false });
        }
    }
    found
}

impl Choices<'_> {
    /// A statement among `here` that makes an `else` mean something else than in its own choice.
    fn stranger(&self, here: &[Choice], only: Choice, choice: NodeId) -> Option<NodeId> {
        let own: HashSet<NodeId> = self.statements(choice).into_iter().collect();
        let mut before = true;
        for option in here {
            if option.statement == only.statement {
                before = false;
            } else if option.escape == only.escape && (!before || !own.contains(&option.statement))
            {
                return Some(option.statement);
            }
        }
        None
    }
}

/// The choice that each `else` belongs to.
fn owners(graph: &ControlGraph) -> HashMap<NodeId, NodeId> {
    let mut owners = HashMap::new();
    for (index, node) in graph.nodes.iter().enumerate() {
        let NodeKind::Choice(options) = &node.kind else { continue };
        for &option in options {
            let mut first = option;
            while let NodeKind::Block { first: inner, .. } = graph.node(first).kind {
                first = inner;
            }
            if matches!(graph.node(first).kind, NodeKind::Action(Action::Else)) {
                owners.insert(first, NodeId::new(index));
            }
        }
    }
    owners
}

/// The nodes of a graph that SPIN's verifiers make states of and that begin with more than
/// themselves; the bodies of deterministic blocks do not belong to the graph.
fn places(graph: &ControlGraph) -> Vec<NodeId> {
    let mut reached = vec![false; graph.nodes.len()];
    let mut open = vec![graph.first];
    while let Some(id) = open.pop() {
        if std::mem::replace(&mut reached[id.index()], true) {
            continue;
        }
        let node = graph.node(id);
        open.extend(node.next);
        open.extend(&node.escapes);
        match &node.kind {
            NodeKind::Choice(options) => open.extend(options),
            NodeKind::Block { first: inside, .. }
            | NodeKind::Escapable(inside)
            | NodeKind::Goto(inside) => open.push(*inside),
            NodeKind::Action(_) | NodeKind::Join | NodeKind::Exit => {}
        }
    }
    let is_place = |id: &NodeId| {
        let node = graph.node(*id);
        let head = matches!(node.kind, NodeKind::Choice(_) | NodeKind::Block { .. });
        let escapable = matches!(node.kind, NodeKind::Escapable(_) | NodeKind::Join);
        reached[id.index()] && (head || (!escapable && !node.escapes.is_empty()))
    };
    NodeId::below(graph.nodes.len()).filter(is_place).collect()
}
