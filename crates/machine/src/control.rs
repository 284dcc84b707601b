//! Control graphs: the statements of one process type as nodes.
//!
//! A graph keeps more nodes than a process can stand at: joins, jumps and the heads of choices
//! and blocks are nodes too, because the analyses ([`crate::liveness`], [`crate::merging`]) and
//! the numbering of control points follow the structure that SPIN 6.5.2 gives a Promela body
//! (Holzmann, *The SPIN Model Checker*, 2004, chapters 7 and 9). Counting states as SPIN does
//! depends on it. Languages without such structure use only [`NodeKind::Action`] and
//! [`NodeKind::Choice`].

use std::collections::HashMap;

use diagnostics::Span;

use crate::action::Action;
use crate::expression::Expr;
use crate::index::NodeId;

/// Whether a node lies in an atomic sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Atomicity {
    /// Outside.
    Outside,
    /// Inside: the process keeps control after it.
    Inside,
    /// The last of its sequence: the process gives up control after it.
    Last,
}

/// What a node is.
#[derive(Clone, Debug)]
pub enum NodeKind {
    /// A statement.
    Action(Action),
    /// A jump to a label; `break` jumps to the exit of its loop.
    Goto(NodeId),
    /// Where the options of a choice meet again, or where a loop starts over.
    Join,
    /// Where a loop is left.
    Exit,
    /// A choice between options, each given by its first node, in the order in which they are tried.
    Choice(Vec<NodeId>),
    /// A sequence in braces, `atomic` or not: its first and last nodes.
    Block {
        /// The first node.
        first: NodeId,
        /// The last node.
        last: NodeId,
    },
    /// A sequence that can be escaped from: the first node of its normal course.
    Escapable(NodeId),
}

/// One node.
#[derive(Clone, Debug)]
pub struct Node {
    /// What it is.
    pub kind: NodeKind,
    /// The node that follows in the text.
    pub next: Option<NodeId>,
    /// Whether it lies in an atomic sequence.
    pub atomicity: Atomicity,
    /// Whether a label stands before it.
    pub labelled: bool,
    /// Whether a property names the label: the node is then never merged into anything.
    pub watched: bool,
    /// Whether a process may properly end here.
    pub valid_end: bool,
    /// Whether coming here again and again accepts a run, if the graph is a claim's.
    pub accepting: bool,
    /// Whether being here means progress: [`SpinExpr::NonProgress`](crate::spin::SpinExpr) asks for it.
    pub progress: bool,
    /// First nodes of the sequences that may be entered instead of what happens here, outermost
    /// first; each takes precedence over those after it, and over what happens here.
    pub escapes: Vec<NodeId>,
    /// Whether it stands for no statement of the text: nobody is told of it.
    pub untold: bool,
    /// Whether nobody is expected to come here: that nobody does is not told.
    pub exceptional: bool,
    /// By which number a program may ask whether a process is here.
    pub number: u32,
    /// Its place in the text.
    pub span: Span,
}

impl Node {
    /// A node outside of atomic sequences that nothing follows and no label names.
    #[must_use]
    pub fn new(kind: NodeKind, span: Span) -> Node {
        Node {
            kind,
            next: None,
            atomicity: Atomicity::Outside,
            labelled: false,
            watched: false,
            valid_end: false,
            accepting: false,
            progress: false,
            untold: false,
            exceptional: false,
            escapes: Vec::new(),
            number: 0,
            span,
        }
    }
}

/// The statements of one process type.
#[derive(Clone, Debug)]
pub struct ControlGraph {
    /// All nodes.
    pub nodes: Vec<Node>,
    /// The first node of the body.
    pub first: NodeId,
}

impl ControlGraph {
    /// The node `id`.
    #[must_use]
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// The node where control comes to rest when it arrives at `id`: jumps, joins and exits are
    /// passed through, except that one never passes from inside an atomic sequence to a node
    /// that is not inside (that last hop is a step of its own). A jump that leads only to itself
    /// is a resting place too.
    ///
    /// `stop` is a node at which to rest in any case.
    #[must_use]
    pub fn rest(&self, id: NodeId, inside_atomic: bool, stop: Option<NodeId>) -> NodeId {
        let mut at = id;
        for _ in 0..self.nodes.len() {
            if Some(at) == stop {
                return at;
            }
            let node = self.node(at);
            let after = match &node.kind {
                NodeKind::Goto(target) | NodeKind::Escapable(target) => *target,
                NodeKind::Join | NodeKind::Exit => match node.next {
                    Some(next) => next,
                    None => return at,
                },
                _ => return at,
            };
            if inside_atomic && self.node(after).atomicity != Atomicity::Inside {
                return at;
            }
            at = after;
        }
        at
    }

    /// The first node of a sequence that begins with `id`: the join at the head of a loop and the
    /// head of an escapable sequence are passed through.
    #[must_use]
    pub fn start(&self, id: NodeId) -> NodeId {
        let mut at = id;
        for _ in 0..self.nodes.len() {
            match (&self.node(at).kind, self.node(at).next) {
                (NodeKind::Escapable(first), _) => at = *first,
                (NodeKind::Join, Some(next)) => at = next,
                _ => break,
            }
        }
        at
    }

    /// The starts of the options of `id`, or of its block; empty for other nodes. Options that
    /// begin with the condition 0, from which nothing escapes, are left out.
    #[must_use]
    pub fn branches(&self, id: NodeId) -> Vec<NodeId> {
        match &self.node(id).kind {
            NodeKind::Choice(options) => {
                options.iter().map(|&o| self.start(o)).filter(|&s| !self.is_dead(s)).collect()
            }
            NodeKind::Block { first, .. } => vec![self.start(*first)],
            _ => Vec::new(),
        }
    }

    /// Whether something is true of a node, or of one that an option of it begins with: a label that stands there belongs to the
    /// choice, in SPIN too.
    #[must_use]
    pub fn begins_with(&self, id: NodeId, is: impl Fn(&Node) -> bool) -> bool {
        let mut open = vec![id];
        // A choice can begin with itself only through a malformed graph.
        for _ in 0..=self.nodes.len() {
            let Some(at) = open.pop() else { return false };
            if is(self.node(at)) {
                return true;
            }
            open.extend(self.branches(at));
        }
        false
    }

    fn is_dead(&self, id: NodeId) -> bool {
        let node = self.node(id);
        node.escapes.is_empty()
            && matches!(&node.kind, NodeKind::Action(Action::Guard(zero)) if *zero == Expr::constant(0))
    }

    /// Where control rests after node `id`, which is no choice and no block; `None` after the
    /// end of the process.
    #[must_use]
    pub fn successor(&self, id: NodeId) -> Option<NodeId> {
        let node = self.node(id);
        let inside = node.atomicity == Atomicity::Inside;
        match (&node.kind, node.next) {
            (NodeKind::Goto(target), _) => Some(self.rest(*target, inside, None)),
            (_, Some(next)) => Some(self.rest(next, inside, None)),
            (_, None) => None,
        }
    }

    /// How many edges the escapes make, at most: each place within an escapable sequence gets one for
    /// each statement that an escape can begin with.
    #[must_use]
    pub fn escape_edges(&self) -> usize {
        let mut known: HashMap<NodeId, usize> = HashMap::new();
        let escapes = self.nodes.iter().flat_map(|node| &node.escapes);
        escapes
            .map(|&escape| *known.entry(escape).or_insert_with(|| self.beginnings(escape)))
            .fold(0, usize::saturating_add)
    }

    /// How many statements the sequence that begins with `id` can begin with.
    fn beginnings(&self, id: NodeId) -> usize {
        let mut open = vec![self.start(id)];
        let mut count = 0;
        // A choice can begin with itself only through a malformed graph.
        for _ in 0..self.nodes.len() {
            let Some(at) = open.pop() else { break };
            let branches = self.branches(at);
            count += usize::from(branches.is_empty());
            open.extend(branches);
        }
        count
    }

    /// Lets jumps decide whether they leave their atomic sequence: one that leads outside ends
    /// it, one that leads from its end into another goes on. Done after the analyses, as in SPIN.
    pub fn settle_jumps(&mut self) {
        for index in 0..self.nodes.len() {
            let NodeKind::Goto(target) = self.nodes[index].kind else { continue };
            let target = self.node(target).atomicity;
            let jump = &mut self.nodes[index].atomicity;
            *jump = match (*jump, target) {
                (Atomicity::Outside, _) => Atomicity::Outside,
                (_, Atomicity::Outside) => Atomicity::Last,
                (_, Atomicity::Inside | Atomicity::Last) => Atomicity::Inside,
            };
        }
    }
}
