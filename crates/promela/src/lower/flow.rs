//! The control graph of one body while it is built.
//!
//! Nodes are made in the order, and linked in the way, in which SPIN 6.5.2 makes and links its
//! elements: an option's nodes before its choice, a join after each choice and before each loop,
//! an exit after each loop. See [`machine::control`].

use std::collections::HashMap;

use diagnostics::{Diagnostic, Span};
use machine::control::{Atomicity, ControlGraph, Node, NodeKind};
use machine::index::NodeId;
use machine::program::Action;

use super::blocks;
use super::messages::Messages;
use super::numbering::BodyOrder;
use crate::ast::Name;

/// A sequence of linked nodes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Chain {
    /// The first and the last node, if there is any.
    pub ends: Option<(NodeId, NodeId)>,
}

/// A loop that is open: `break` leads to its exit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoopId(usize);

/// Where a jump leads.
#[derive(Clone, Debug)]
enum Target {
    Exit(LoopId),
    Label(Name, Vec<usize>),
}

/// A body being built.
#[derive(Debug, Default)]
pub struct Flow {
    nodes: Vec<Node>,
    /// The options of each choice, as chains; of an escapable sequence, its normal course and its
    /// escape.
    options: HashMap<NodeId, Vec<(NodeId, NodeId)>>,
    /// The same without the joins at their ends.
    extents: HashMap<NodeId, Vec<(NodeId, NodeId)>>,
    /// The sequence of each escape, by its first node, without the join at its end.
    escapes: HashMap<NodeId, (NodeId, NodeId)>,
    exits: Vec<Option<NodeId>>,
    open_loops: Vec<LoopId>,
    /// Labels, each with the inline expansion it stands in (0 is the body itself).
    labels: HashMap<(String, usize), (NodeId, Span)>,
    jumps: Vec<(NodeId, Target)>,
    /// The inline expansions that are open, innermost last.
    expansions: Vec<usize>,
    /// The calls of the expansions, from 1 on, each with the expansion that it stands in itself.
    calls: Vec<(Span, usize)>,
    /// The innermost expansion that each node stands in.
    expanded: Vec<usize>,
    /// Deterministic blocks: their nodes, and their bodies. They look like skips until the whole body
    /// is complete.
    deterministic: HashMap<NodeId, blocks::Body>,
    /// The nodes as SPIN numbers them.
    order: BodyOrder,
    /// What was found wrong.
    pub diagnostics: Messages,
}

/// A complete body.
#[derive(Debug)]
pub struct Finished {
    /// Its control graph.
    pub graph: ControlGraph,
    /// Its nodes in SPIN's order.
    pub order: BodyOrder,
    /// Its labels.
    pub labels: HashMap<String, NodeId>,
    /// The calls that are expanded in it, numbered from 1, each with the one whose expansion it stands in; 0 for none.
    pub calls: Vec<(Span, usize)>,
    /// The innermost of these around each node; 0 for none.
    pub expanded: Vec<usize>,
    /// What was found wrong.
    pub diagnostics: Messages,
}

impl Flow {
    /// A node that is not linked yet.
    pub fn node(&mut self, kind: NodeKind, span: Span) -> NodeId {
        let id = NodeId::new(self.nodes.len());
        self.order.nodes.push(id);
        self.nodes.push(Node::new(kind, span));
        self.expanded.push(self.expansion());
        id
    }

    /// How many nodes have been given a number.
    pub fn numbered(&self) -> usize {
        self.order.nodes.len()
    }

    /// How many of the last nodes SPIN makes only when it adds the last statement to its sequence;
    /// those before it makes when it reads the statement.
    pub fn heads(&self) -> usize {
        match self.nodes.last().map(|node| &node.kind) {
            Some(NodeKind::Exit) => 3,
            Some(NodeKind::Join) => 2,
            Some(_) => 1,
            None => 0,
        }
    }

    /// Lets nodes, given by their places in the order of numbers, be numbered after all those made
    /// since.
    pub fn number_later(&mut self, places: std::ops::Range<usize>) {
        let count = places.len();
        self.order.nodes[places.start..].rotate_left(count);
    }

    /// Takes away the number of the node made last: SPIN makes it anew where it meets the first
    /// reference to its label, and lets a skip have its number.
    pub fn number_elsewhere(&mut self, node: NodeId, span: Span) {
        debug_assert_eq!(self.order.nodes.last(), Some(&node));
        self.order.nodes.pop();
        self.order.elsewhere.get_or_insert(span);
    }

    /// Notes a statement for which SPIN makes other elements than there are nodes.
    pub fn irregular(&mut self, span: Span) {
        self.order.irregular.get_or_insert(span);
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Links a node to the end of a chain.
    pub fn append(&mut self, chain: &mut Chain, node: NodeId) {
        match &mut chain.ends {
            None => chain.ends = Some((node, node)),
            Some((_, last)) => {
                self.nodes[last.index()].next = Some(node);
                *last = node;
            }
        }
    }

    /// Labels a node. `watched` says whether a property names the label.
    pub fn label(&mut self, node: NodeId, label: &Name, watched: bool) {
        let key = (label.text.clone(), self.expansion());
        if let Some((_, earlier)) = self.labels.insert(key, (node, label.span)) {
            let message = format!("the label `{}` is declared twice", label.text);
            self.diagnostics
                .push(Diagnostic::error(label.span, message).label(earlier, "first declared here"));
        }
        let node = &mut self.nodes[node.index()];
        node.labelled = true;
        node.watched |= watched;
        node.valid_end |= label.text.starts_with("end");
        node.accepting |= label.text.starts_with("accept");
        node.progress |= label.text.starts_with("progress");
    }

    /// A jump to a label, to be resolved when the body is complete.
    pub fn goto(&mut self, label: &Name, span: Span) -> NodeId {
        let node = self.node(NodeKind::Goto(NodeId::new(0)), span);
        self.jumps.push((node, Target::Label(label.clone(), self.expansions.clone())));
        node
    }

    /// A jump to the exit of the innermost open loop; `None` if there is none.
    pub fn break_out(&mut self, span: Span) -> Option<NodeId> {
        let target = *self.open_loops.last()?;
        let node = self.node(NodeKind::Goto(NodeId::new(0)), span);
        self.jumps.push((node, Target::Exit(target)));
        Some(node)
    }

    /// Opens a loop.
    pub fn open_loop(&mut self) {
        let id = LoopId(self.exits.len());
        self.exits.push(None);
        self.open_loops.push(id);
    }

    /// Enters the expansion of a call of an inline, whose labels are its own.
    pub fn open_expansion(&mut self, call: Span) {
        self.calls.push((call, self.expansion()));
        self.expansions.push(self.calls.len());
    }

    /// The innermost expansion that is open; 0 is the body itself.
    fn expansion(&self) -> usize {
        *self.expansions.last().unwrap_or(&0)
    }

    /// Leaves the expansion.
    pub fn close_expansion(&mut self) {
        self.expansions.pop();
    }

    /// Links a choice with its options to a chain. A loop, opened before its options, is closed.
    pub fn choice(
        &mut self,
        mut options: Vec<Chain>,
        is_loop: bool,
        span: Span,
        chain: &mut Chain,
    ) -> NodeId {
        let head = self.node(NodeKind::Choice(Vec::new()), span);
        let join = self.node(NodeKind::Join, span);
        self.move_else_last(&mut options, span);
        let mut ends = Vec::new();
        let mut extents = Vec::new();
        for option in &mut options {
            extents.extend(option.ends);
            self.append(option, join);
            ends.extend(option.ends);
        }
        self.nodes[head.index()].kind =
            NodeKind::Choice(ends.iter().map(|&(first, _)| first).collect());
        self.options.insert(head, ends);
        self.extents.insert(head, extents);
        if is_loop {
            self.append(chain, join);
            let exit = self.node(NodeKind::Exit, span);
            // SPIN gives each exit a label of its own.
            self.nodes[exit.index()].labelled = true;
            if let Some(LoopId(index)) = self.open_loops.pop() {
                self.exits[index] = Some(exit);
            }
            self.append(chain, head);
            self.append(chain, exit);
        } else {
            self.append(chain, head);
            self.append(chain, join);
        }
        head
    }

    /// Links a sequence that can be escaped from to a chain.
    pub fn escapable(
        &mut self,
        mut normal: Chain,
        mut escape: Chain,
        span: Span,
        chain: &mut Chain,
    ) -> Option<NodeId> {
        let (first, last) = normal.ends?;
        let way_out = escape.ends?;
        let head = self.node(NodeKind::Escapable(first), span);
        let join = self.node(NodeKind::Join, span);
        self.extents.insert(head, vec![(first, last)]);
        self.escapes.insert(way_out.0, way_out);
        self.append(&mut normal, join);
        self.append(&mut escape, join);
        self.options.insert(head, normal.ends.into_iter().chain(escape.ends).collect());
        self.attach(first, last, way_out.0);
        self.append(chain, head);
        self.append(chain, join);
        Some(head)
    }

    /// Lets a sequence, and all that is in it, be escaped from.
    fn attach(&mut self, first: NodeId, last: NodeId, escape: NodeId) {
        let mut at = first;
        loop {
            self.attach_to(at, escape);
            match self.nodes[at.index()].next {
                Some(next) if at != last => at = next,
                _ => return,
            }
        }
    }

    fn attach_to(&mut self, node: NodeId, escape: NodeId) {
        if self.nodes[node.index()].escapes.contains(&escape) {
            return;
        }
        // What escapes from inside can itself be escaped from.
        for inner in self.nodes[node.index()].escapes.clone() {
            if let Some(&(first, last)) = self.escapes.get(&inner) {
                self.attach(first, last, escape);
            }
        }
        self.nodes[node.index()].escapes.insert(0, escape);
        for (first, last) in self.extents.get(&node).cloned().unwrap_or_default() {
            self.attach(first, last, escape);
        }
        if let NodeKind::Block { first, last } = self.nodes[node.index()].kind {
            self.attach(first, last, escape);
        }
    }

    fn is_else(&self, option: &Chain) -> bool {
        option.ends.is_some_and(|(first, _)| {
            matches!(self.nodes[first.index()].kind, NodeKind::Action(Action::Else))
        })
    }

    fn move_else_last(&mut self, options: &mut [Chain], span: Span) {
        let count = options.iter().filter(|o| self.is_else(o)).count();
        if count > 1 {
            self.diagnostics.push(Diagnostic::error(span, "more than one `else` in a choice"));
        }
        options.sort_by_key(|option| self.is_else(option));
    }

    /// Unlinks repeated unlabelled skips within an option of an `if` or a `do`, as SPIN does: each
    /// would be a step.
    pub fn prune_skips(&mut self, option: &Chain) {
        let Some((first, last)) = option.ends else { return };
        let mut count = 0;
        let mut before = first;
        let mut at = Some(first);
        while let Some(id) = at {
            let node = &self.nodes[id.index()];
            let next = if id == last { None } else { node.next };
            let block = self.deterministic.contains_key(&id);
            let skip = !block && matches!(node.kind, NodeKind::Action(Action::Skip));
            // What is assigned to `_` is printed without a format.
            let print = matches!(&node.kind, NodeKind::Action(Action::Print { format, .. })
                if !format.is_empty());
            let removed = if (skip || print) && !node.labelled {
                count += 1;
                count > 1 && skip && id != first && id != last
            } else {
                count = 0;
                false
            };
            if removed {
                self.nodes[before.index()].next = next;
            } else {
                before = id;
            }
            at = next;
        }
    }

    /// Links a sequence in braces to a chain.
    pub fn block(&mut self, body: Chain, span: Span, chain: &mut Chain) -> Option<NodeId> {
        let (first, last) = body.ends?;
        let node = self.node(NodeKind::Block { first, last }, span);
        self.append(chain, node);
        Some(node)
    }

    /// Links a deterministic block to a chain; `from` is the first node made for its body.
    pub fn deterministic(
        &mut self,
        body: Chain,
        from: usize,
        span: Span,
        chain: &mut Chain,
    ) -> NodeId {
        let range = from..self.nodes.len();
        let node = self.node(NodeKind::Action(Action::Skip), span);
        self.deterministic.insert(node, blocks::Body { ends: body.ends, range });
        self.append(chain, node);
        node
    }

    /// Makes a sequence atomic: control is kept after every node but the last.
    pub fn make_atomic(&mut self, first: NodeId, last: NodeId) {
        self.walk_atomic(first, last);
        match self.nodes[last.index()].kind {
            NodeKind::Block { first, last } => self.make_atomic(first, last),
            _ => self.nodes[last.index()].atomicity = Atomicity::Last,
        }
    }

    fn walk_atomic(&mut self, first: NodeId, last: NodeId) {
        let mut at = first;
        loop {
            self.nodes[at.index()].atomicity = Atomicity::Inside;
            if let NodeKind::Block { first, last } = self.nodes[at.index()].kind {
                self.walk_atomic(first, last);
            }
            for (first, last) in self.options.get(&at).cloned().unwrap_or_default() {
                self.walk_atomic(first, last);
            }
            match self.nodes[at.index()].next {
                Some(next) if at != last => at = next,
                _ => return,
            }
        }
    }

    /// Completes the body: the end of the process, jumps, links between nested sequences, and
    /// deterministic blocks.
    pub fn finish(mut self, mut body: Chain, end: Span) -> Finished {
        let stop = self.node(NodeKind::Action(Action::Terminate), end);
        self.nodes[stop.index()].valid_end = true;
        self.append(&mut body, stop);
        self.resolve_jumps();
        // Outer sequences were made after those inside them, and are linked before them.
        for index in (0..self.nodes.len()).rev() {
            if let NodeKind::Block { last, .. } = self.nodes[index].kind {
                self.nodes[last.index()].next = self.nodes[index].next;
            }
        }
        self.write_deterministic();
        let first = body.ends.map_or(stop, |(first, _)| first);
        for (place, node) in self.order.nodes.iter().enumerate() {
            self.nodes[node.index()].number = place as u32 + 1;
        }
        let mut labels: Vec<_> = self.labels.into_iter().collect();
        // Of labels of one name, that of the body itself counts last.
        labels.sort_by_key(|((_, expansion), _)| std::cmp::Reverse(*expansion));
        Finished {
            graph: ControlGraph { nodes: self.nodes, first },
            order: self.order,
            labels: labels.into_iter().map(|((name, _), (node, _))| (name, node)).collect(),
            calls: self.calls,
            expanded: self.expanded,
            diagnostics: self.diagnostics,
        }
    }

    /// Writes the deterministic blocks, whose nodes are linked by now.
    fn write_deterministic(&mut self) {
        let mut bodies: Vec<_> = std::mem::take(&mut self.deterministic).into_iter().collect();
        bodies.sort_unstable_by_key(|(node, _)| *node);
        for (node, body) in bodies {
            let nodes = blocks::Nodes { all: &self.nodes, options: &self.extents };
            match blocks::deterministic(nodes, &body) {
                Ok(block) => {
                    self.nodes[node.index()].kind =
                        NodeKind::Action(Action::Deterministic(Box::new(block)));
                }
                Err(diagnostic) => self.diagnostics.push(diagnostic),
            }
        }
    }

    fn resolve_jumps(&mut self) {
        for (node, target) in std::mem::take(&mut self.jumps) {
            if self.diagnostics.are_enough() {
                return;
            }
            let found = match &target {
                Target::Exit(LoopId(index)) => self.exits[*index],
                Target::Label(label, expansions) => self.find_label(label, expansions),
            };
            match (found, target) {
                (Some(found), _) => self.nodes[node.index()].kind = NodeKind::Goto(found),
                (None, Target::Label(label, _)) => {
                    let message = format!("there is no label `{}`", label.text);
                    let known = self.labels.keys().map(|(name, _)| name.as_str());
                    let mut diagnostic = Diagnostic::error(label.span, message);
                    diagnostic.help = diagnostics::nearest(&label.text, known)
                        .map(|known| format!("did you mean `{known}`?"));
                    self.diagnostics.push(diagnostic);
                }
                (None, Target::Exit(_)) => {}
            }
        }
    }

    /// A label of the same expansion, or of one around it, or any of that name.
    fn find_label(&self, label: &Name, expansions: &[usize]) -> Option<NodeId> {
        let around = expansions.iter().rev().chain(std::iter::once(&0));
        let near = around.filter_map(|&e| self.labels.get(&(label.text.clone(), e))).next();
        let any = || {
            let mut all: Vec<_> =
                self.labels.iter().filter(|((name, _), _)| *name == label.text).collect();
            all.sort_by_key(|((_, expansion), _)| *expansion);
            all.first().map(|(_, found)| *found)
        };
        near.or_else(any).map(|&(node, _)| node)
    }
}
