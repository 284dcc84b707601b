//! Deterministic blocks (`d_step`): from control graph nodes to points with ordered options.

use std::collections::HashMap;
use std::ops::Range;

use diagnostics::Diagnostic;
use machine::control::{Node, NodeKind};
use machine::index::NodeId;
use machine::program::{Action, DeterministicBlock, DeterministicPoint};

/// Converts the nodes `range`, which begin at `first`; control that runs past their end leaves
/// the block.
///
/// # Errors
/// A jump out of the block, or a statement that cannot stand in it.
pub fn deterministic(
    nodes: &[Node],
    first: Option<NodeId>,
    range: Range<usize>,
) -> Result<DeterministicBlock, Diagnostic> {
    let mut builder = Builder { nodes, range, points: HashMap::new(), queue: Vec::new() };
    builder.point(first)?;
    let mut points = Vec::new();
    while points.len() < builder.queue.len() {
        let node = builder.queue[points.len()];
        let mut options = Vec::new();
        builder.options(node, 0, &mut options)?;
        points.push(DeterministicPoint { options, span: nodes[node.index()].span });
    }
    Ok(DeterministicBlock { points })
}

struct Builder<'a> {
    nodes: &'a [Node],
    range: Range<usize>,
    points: HashMap<NodeId, u32>,
    queue: Vec<NodeId>,
}

impl Builder<'_> {
    /// The point at which control rests when it arrives at `node`; `None` outside the block.
    fn point(&mut self, node: Option<NodeId>) -> Result<Option<u32>, Diagnostic> {
        let Some(rest) = self.rest(node)? else { return Ok(None) };
        if let Some(&known) = self.points.get(&rest) {
            return Ok(Some(known));
        }
        let point = self.queue.len() as u32;
        self.queue.push(rest);
        self.points.insert(rest, point);
        Ok(Some(point))
    }

    fn rest(&self, node: Option<NodeId>) -> Result<Option<NodeId>, Diagnostic> {
        let mut at = node;
        for _ in 0..=self.nodes.len() {
            let Some(id) = at else { return Ok(None) };
            let node = &self.nodes[id.index()];
            at = match &node.kind {
                NodeKind::Goto(target) if !self.range.contains(&target.index()) => {
                    return Err(Diagnostic::error(node.span, "a jump out of a `d_step`")
                        .help("a `d_step` can be left only at its end"));
                }
                NodeKind::Goto(target) => Some(*target),
                NodeKind::Join | NodeKind::Exit => node.next,
                NodeKind::Escapable(_) => {
                    return Err(Diagnostic::error(
                        node.span,
                        "`unless` cannot stand in a `d_step`",
                    ));
                }
                NodeKind::Block { first, last } => {
                    if self.nodes[last.index()].next.is_none() && node.next.is_some() {
                        // The links between nested sequences are not made yet.
                        return self.rest_in_block(*first);
                    }
                    Some(*first)
                }
                NodeKind::Action(_) | NodeKind::Choice(_) => return Ok(Some(id)),
            };
        }
        let span = self.nodes[self.range.start].span;
        Err(Diagnostic::error(span, "a jump that leads only to itself"))
    }

    fn rest_in_block(&self, first: NodeId) -> Result<Option<NodeId>, Diagnostic> {
        self.rest(Some(first))
    }

    fn options(
        &mut self,
        id: NodeId,
        depth: usize,
        options: &mut Vec<(Action, Option<u32>)>,
    ) -> Result<(), Diagnostic> {
        let node = &self.nodes[id.index()];
        match &node.kind {
            NodeKind::Choice(firsts) => {
                for &first in firsts {
                    match self.rest(Some(first))? {
                        Some(rest) if depth <= self.nodes.len() => {
                            self.options(rest, depth + 1, options)?;
                        }
                        _ => options.push((Action::Skip, None)),
                    }
                }
                Ok(())
            }
            NodeKind::Action(action) => {
                let refused = match action {
                    Action::Run { .. } => Some("`run`"),
                    Action::Deterministic(_) => Some("another `d_step`"),
                    _ => None,
                };
                if let Some(what) = refused {
                    let message = format!("{what} cannot stand in a `d_step`");
                    return Err(Diagnostic::error(node.span, message));
                }
                let action = action.clone();
                let target = self.point(node.next)?;
                options.push((action, target));
                Ok(())
            }
            _ => Ok(()),
        }
    }
}
