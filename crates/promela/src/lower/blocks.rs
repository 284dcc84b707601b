//! Deterministic blocks (`d_step`): from control graph nodes to points with ordered options.
//!
//! What SPIN 6.5.2 makes of a `d_step` is C code with labels and jumps. The first statement of an option
//! is its guard: where it cannot be executed, the next option is tried, and where there is none, the
//! step fails. A choice that begins an option is entered for good, and so is a sequence in braces;
//! but the statement after such a beginning is a guard again, though something has been done by then.
//! Whether the block can begin is asked beforehand, of the guards of the choice that it begins with.

use std::collections::HashMap;
use std::ops::Range;

use diagnostics::Diagnostic;
use machine::control::{Node, NodeKind};
use machine::index::NodeId;
use machine::program::{Action, DeterministicBlock, DeterministicPoint};

/// The body of a block while it is a part of a control graph.
#[derive(Clone, Debug)]
pub struct Body {
    /// The first and the last node; none after an error.
    pub ends: Option<(NodeId, NodeId)>,
    /// The nodes that were made for it.
    pub range: Range<usize>,
}

/// The nodes of a control graph, with the options of each choice: first and last node, without the
/// join where they meet again.
#[derive(Clone, Copy)]
pub struct Nodes<'a> {
    /// All nodes, linked.
    pub all: &'a [Node],
    /// The options.
    pub options: &'a HashMap<NodeId, Vec<(NodeId, NodeId)>>,
}

/// Converts a body; control that runs past its end leaves the block.
///
/// # Errors
/// A jump out of the block, or a statement that cannot stand in it.
pub fn deterministic(nodes: Nodes<'_>, body: &Body) -> Result<DeterministicBlock, Diagnostic> {
    let mut builder = Builder {
        nodes,
        range: body.range.clone(),
        ways_on: HashMap::new(),
        points: HashMap::new(),
        queue: Vec::new(),
    };
    let Some((first, last)) = body.ends else { return Ok(DeterministicBlock::new(Vec::new())) };
    builder.guards(first, last, None)?;
    builder.point(Some(first))?;
    let mut points = Vec::new();
    builder.points_from(&mut points)?;
    let heads = builder.heads(first)?;
    builder.points_from(&mut points)?;
    Ok(DeterministicBlock::with_heads(points, heads))
}

/// A place in the block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Position {
    /// Before a statement.
    Statement(NodeId),
    /// Before the options of a choice, from this one on.
    Options(NodeId, usize),
}

struct Builder<'a> {
    nodes: Nodes<'a>,
    range: Range<usize>,
    /// Where to go on if a guard cannot be executed.
    ways_on: HashMap<NodeId, Position>,
    points: HashMap<Position, u32>,
    queue: Vec<Position>,
}

impl<'a> Builder<'a> {
    fn node(&self, id: NodeId) -> &'a Node {
        &self.nodes.all[id.index()]
    }

    fn options_of(&self, choice: NodeId) -> &'a [(NodeId, NodeId)] {
        self.nodes.options.get(&choice).map_or(&[], Vec::as_slice)
    }

    /// Finds the guards among the statements from `first` to `last`; the first statement is one if
    /// there is a way on.
    fn guards(
        &mut self,
        first: NodeId,
        last: NodeId,
        mut way_on: Option<Position>,
    ) -> Result<(), Diagnostic> {
        let mut at = first;
        loop {
            let node = self.node(at);
            match &node.kind {
                NodeKind::Action(_) => {
                    if let Some(way_on) = way_on.take() {
                        self.ways_on.insert(at, way_on);
                    }
                }
                NodeKind::Block { first, last } => self.guards(*first, *last, None)?,
                NodeKind::Choice(_) => {
                    let options = self.options_of(at);
                    for (index, &(first, last)) in options.iter().enumerate() {
                        let next = index + 1;
                        let way_on = (next < options.len()).then_some(Position::Options(at, next));
                        self.guards(first, last, way_on)?;
                    }
                }
                NodeKind::Escapable(_) => {
                    let message = "`unless` cannot stand in a `d_step`";
                    return Err(Diagnostic::error(node.span, message));
                }
                NodeKind::Goto(_) | NodeKind::Join | NodeKind::Exit => {}
            }
            match node.next {
                Some(next) if at != last => at = next,
                _ => return Ok(()),
            }
        }
    }

    /// The point at which control rests when it arrives at `node`; `None` outside the block.
    fn point(&mut self, node: Option<NodeId>) -> Result<Option<u32>, Diagnostic> {
        let Some(rest) = self.rest(node)? else { return Ok(None) };
        let position = match self.node(rest).kind {
            NodeKind::Choice(_) => Position::Options(rest, 0),
            _ => Position::Statement(rest),
        };
        Ok(Some(self.point_at(position)))
    }

    fn point_at(&mut self, position: Position) -> u32 {
        let next = self.queue.len() as u32;
        let point = *self.points.entry(position).or_insert(next);
        if point == next {
            self.queue.push(position);
        }
        point
    }

    /// The statement or the choice at which control rests.
    fn rest(&self, node: Option<NodeId>) -> Result<Option<NodeId>, Diagnostic> {
        let mut at = node;
        for _ in 0..=self.nodes.all.len() {
            let Some(id) = at.filter(|id| self.range.contains(&id.index())) else {
                return Ok(None);
            };
            let node = self.node(id);
            at = match &node.kind {
                NodeKind::Goto(target) if !self.range.contains(&target.index()) => {
                    return Err(Diagnostic::error(node.span, "a jump out of a `d_step`")
                        .help("a `d_step` can be left only at its end"));
                }
                NodeKind::Goto(target) => Some(*target),
                NodeKind::Join | NodeKind::Exit => node.next,
                NodeKind::Block { first, .. } | NodeKind::Escapable(first) => Some(*first),
                NodeKind::Action(_) | NodeKind::Choice(_) => return Ok(Some(id)),
            };
        }
        let span = self.nodes.all[self.range.start].span;
        Err(Diagnostic::error(span, "a jump that leads only to itself"))
    }

    /// Writes the points that are still to be written, and those that they lead to.
    fn points_from(&mut self, points: &mut Vec<DeterministicPoint>) -> Result<(), Diagnostic> {
        while points.len() < self.queue.len() {
            let position = self.queue[points.len()];
            let (Position::Statement(node) | Position::Options(node, _)) = position;
            let options = self.options_at(position)?;
            points.push(DeterministicPoint { options, span: self.node(node).span });
        }
        Ok(())
    }

    fn options_at(&mut self, position: Position) -> Result<Vec<(Action, Option<u32>)>, Diagnostic> {
        match position {
            Position::Statement(id) => {
                let mut options = vec![self.statement(id)?];
                if let Some(&way_on) = self.ways_on.get(&id) {
                    options.push((Action::Skip, Some(self.point_at(way_on))));
                }
                Ok(options)
            }
            Position::Options(choice, from) => {
                let all = self.options_of(choice);
                all[from..].iter().map(|&(first, _)| self.option(first, all.len())).collect()
            }
        }
    }

    /// An option of `count`, by its first node.
    fn option(&mut self, first: NodeId, count: usize) -> Result<(Action, Option<u32>), Diagnostic> {
        match &self.node(first).kind {
            // Alone at its point, it would mean the place where the block stands.
            NodeKind::Action(Action::Else) if count == 1 => {
                Ok((Action::Skip, self.point(self.node(first).next)?))
            }
            NodeKind::Action(_) => self.statement(first),
            _ => Ok((Action::Skip, self.point(Some(first))?)),
        }
    }

    fn statement(&mut self, id: NodeId) -> Result<(Action, Option<u32>), Diagnostic> {
        let node = self.node(id);
        let NodeKind::Action(action) = &node.kind else { return Ok((Action::Skip, None)) };
        if matches!(action, Action::Run { .. }) {
            let message = "`run` cannot stand in a `d_step`";
            return Err(Diagnostic::error(node.span, message));
        }
        let target = self.point(node.next)?;
        Ok((action.clone(), target))
    }

    /// What is asked before the block begins: its first statement, or the guards of the choice that
    /// it begins with.
    fn heads(&mut self, first: NodeId) -> Result<Vec<(u32, u32)>, Diagnostic> {
        let mut at = first;
        loop {
            let node = self.node(at);
            at = match (&node.kind, node.next) {
                (NodeKind::Block { first, .. }, _) => *first,
                (NodeKind::Join, Some(next)) => next,
                (NodeKind::Choice(_), _) => {
                    let mut heads = Vec::new();
                    self.guards_of(at, &mut heads);
                    return Ok(heads);
                }
                (NodeKind::Action(_), _) => return Ok(vec![(0, 0)]),
                _ => return Ok(Vec::new()),
            };
        }
    }

    /// The guards of a choice, and of choices that begin its options, as far as SPIN looks for them:
    /// not in loops, and in braces only if a choice comes first.
    fn guards_of(&mut self, choice: NodeId, heads: &mut Vec<(u32, u32)>) {
        let point = self.point_at(Position::Options(choice, 0));
        for (place, &(first, _)) in (0..).zip(self.options_of(choice)) {
            match &self.node(first).kind {
                NodeKind::Action(
                    Action::Guard(_)
                    | Action::Skip
                    | Action::Else
                    | Action::Send { .. }
                    | Action::Receive(_),
                ) => heads.push((point, place)),
                NodeKind::Choice(_) => self.guards_of(first, heads),
                NodeKind::Block { first, .. }
                    if matches!(self.node(*first).kind, NodeKind::Choice(_)) =>
                {
                    self.guards_of(*first, heads);
                }
                _ => {}
            }
        }
    }
}
