//! Dead variables: local scalars whose value no later statement reads are reset to 0.
//!
//! States that differ only in dead values then coincide. As SPIN does it (Holzmann 1999, see
//! [`crate::merging`]): a scalar local is dead after a statement if on every path from there it
//! is written before it is read, or never touched again. It is reset where it was last read, if
//! that was a condition or a receive, and where it was written in vain. Parameters count;
//! arrays, structures and channels do not. Sound for every property that does not name local
//! variables.

use crate::control::{ControlGraph, NodeKind};
use crate::index::{NodeId, VariableId};
use crate::program::{Action, DeterministicBlock, Region, Variable};
use crate::uses::{Uses, uses};

/// The variables that each node resets after its action.
#[must_use]
pub fn dead_after(graph: &ControlGraph, variables: &[Variable]) -> Vec<Vec<VariableId>> {
    let flow = Flow::new(graph);
    (0..graph.nodes.len())
        .map(|index| {
            let NodeKind::Action(action) = &graph.nodes[index].kind else { return Vec::new() };
            flow.resets(index, action, variables)
        })
        .collect()
}

/// The graph that liveness walks: nodes of the control graph first, then the points of
/// deterministic blocks, each option of a point being a vertex.
struct Flow {
    uses: Vec<Uses>,
    next: Vec<Vec<usize>>,
}

impl Flow {
    fn new(graph: &ControlGraph) -> Flow {
        let count = graph.nodes.len();
        let mut flow = Flow { uses: vec![Uses::default(); count], next: vec![Vec::new(); count] };
        for index in 0..count {
            let id = NodeId::new(index);
            let after = match &graph.node(id).kind {
                NodeKind::Choice(_) | NodeKind::Block { .. } => {
                    graph.branches(id).into_iter().map(NodeId::index).collect()
                }
                _ => graph.successor(id).map(NodeId::index).into_iter().collect::<Vec<_>>(),
            };
            let mut after = after;
            if matches!(graph.node(id).kind, NodeKind::Action(_) | NodeKind::Exit) {
                let escapes = graph.node(id).escapes.iter();
                after.extend(escapes.map(|&e| graph.start(e).index()));
            }
            match &graph.node(id).kind {
                NodeKind::Action(Action::Deterministic(block)) => {
                    flow.next[index] = flow.add_block(block, after);
                }
                NodeKind::Action(action) => {
                    flow.uses[index] = uses(action);
                    flow.next[index] = after;
                }
                _ => flow.next[index] = after,
            }
        }
        flow
    }

    /// Adds a block's options as vertices; returns those of its entry.
    fn add_block(&mut self, block: &DeterministicBlock, exit: Vec<usize>) -> Vec<usize> {
        let mut vertices = Vec::with_capacity(block.points.len());
        for point in &block.points {
            let mut here = Vec::with_capacity(point.options.len());
            for (action, _) in &point.options {
                here.push(self.uses.len());
                self.uses.push(uses(action));
                self.next.push(Vec::new());
            }
            vertices.push(here);
        }
        for (point, here) in block.points.iter().zip(&vertices) {
            for ((_, target), &vertex) in point.options.iter().zip(here) {
                self.next[vertex] = match target {
                    Some(target) => vertices[*target as usize].clone(),
                    None => exit.clone(),
                };
            }
        }
        vertices.first().cloned().unwrap_or(exit)
    }

    fn resets(&self, index: usize, action: &Action, variables: &[Variable]) -> Vec<VariableId> {
        let used = &self.uses[index];
        let mut reset: Vec<VariableId> = Vec::new();
        if matches!(
            action,
            Action::Guard(_) | Action::Receive(_) | Action::Run { result: None, .. }
        ) {
            reset.extend(&used.reads);
        }
        reset.extend(&used.writes);
        reset.sort_unstable();
        reset.dedup();
        reset.retain(|&v| {
            let variable = &variables[v.index()];
            matches!(variable.region, Region::Local(_))
                && variable.dimensions.is_empty()
                && !variable.holds_channels
                && !variable.in_structure
                && !variable.read_unseen
                && self.is_dead(v, &self.next[index])
        });
        reset
    }

    /// Whether no path from `from` reads `variable` before writing it.
    fn is_dead(&self, variable: VariableId, from: &[usize]) -> bool {
        let mut seen = vec![false; self.uses.len()];
        let mut stack = from.to_vec();
        while let Some(vertex) = stack.pop() {
            if std::mem::replace(&mut seen[vertex], true) {
                continue;
            }
            if self.uses[vertex].reads.contains(&variable) {
                return false;
            }
            if !self.uses[vertex].writes.contains(&variable) {
                stack.extend(&self.next[vertex]);
            }
        }
        true
    }
}
