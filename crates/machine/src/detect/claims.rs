//! Claims in the coloured graph: a symmetry of a program keeps each of its claims.
//!
//! Every claim keeps its identity, so that each can be checked by itself in the quotient.

use super::graph::{Builder, CHILD, FROM, MEMBER, TO};
use super::vertex_kind::VertexKind;
use crate::claim::{ClaimKind, Formula};
use crate::control::{ControlGraph, Node, NodeKind};
use crate::index::NodeId;

impl Builder<'_> {
    /// Draws all claims.
    pub(super) fn claims(&mut self) {
        let machine = self.machine;
        self.context = None;
        for (index, claim) in machine.program.claims.iter().enumerate() {
            self.span = Some(claim.span);
            let body = match &claim.kind {
                ClaimKind::Automaton(graph) => self.automaton(graph),
                ClaimKind::Formula(formula) => self.formula(formula),
            };
            self.parent(VertexKind::Claim, &[index as i64], &[body]);
        }
    }

    /// The vertices of an automaton's nodes; that of the first one.
    fn automaton(&mut self, graph: &ControlGraph) -> usize {
        let nodes = graph.nodes.iter();
        let vertices: Vec<usize> = nodes.map(|node| self.claim_node(node)).collect();
        let at = |node: NodeId| vertices[node.index()];
        for (node, &vertex) in graph.nodes.iter().zip(&vertices) {
            let mut edges: Vec<(usize, u32)> = Vec::new();
            edges.extend(node.next.map(|next| (at(next), TO)));
            edges.extend(node.escapes.iter().map(|&e| at(e)).zip(CHILD + 1..));
            match &node.kind {
                NodeKind::Action(_) | NodeKind::Join | NodeKind::Exit => {}
                NodeKind::Goto(target) | NodeKind::Escapable(target) => {
                    edges.push((at(*target), FROM));
                }
                NodeKind::Choice(options) => {
                    edges.extend(options.iter().map(|&option| (at(option), MEMBER)));
                }
                NodeKind::Block { first, .. } => edges.push((at(*first), FROM)),
            }
            for (to, colour) in edges {
                self.graph.add_edge(vertex, to, colour);
            }
        }
        at(graph.first)
    }

    fn claim_node(&mut self, node: &Node) -> usize {
        let kind = match &node.kind {
            NodeKind::Action(_) => 0,
            NodeKind::Goto(_) => 1,
            NodeKind::Join => 2,
            NodeKind::Exit => 3,
            NodeKind::Choice(_) => 4,
            NodeKind::Block { .. } => 5,
            NodeKind::Escapable(_) => 6,
        };
        self.span = Some(node.span);
        let details = [kind, node.atomicity as i64, i64::from(node.accepting)];
        let vertex = self.vertex(VertexKind::ClaimNode, &details);
        if let NodeKind::Action(action) = &node.kind {
            let action = self.action(action);
            self.graph.add_edge(vertex, action, CHILD);
        }
        vertex
    }

    fn formula(&mut self, formula: &Formula) -> usize {
        if let Formula::Atom(expr) = formula {
            let truth = self.truth(expr);
            return self.parent(VertexKind::Atom, &[], &[truth]);
        }
        let parts: Vec<usize> = formula.parts().into_iter().map(|f| self.formula(f)).collect();
        match formula {
            Formula::And(_) => self.unordered(VertexKind::Formula, &[0], &parts),
            Formula::Or(_) => self.unordered(VertexKind::Formula, &[1], &parts),
            Formula::Equivalent(_) => self.unordered(VertexKind::Formula, &[2], &parts),
            Formula::Atom(_) | Formula::Not(_) => self.parent(VertexKind::Formula, &[3], &parts),
            Formula::Implies(_) => self.parent(VertexKind::Formula, &[4], &parts),
            Formula::Next(_) => self.parent(VertexKind::Formula, &[5], &parts),
            Formula::Always(_) => self.parent(VertexKind::Formula, &[6], &parts),
            Formula::Eventually(_) => self.parent(VertexKind::Formula, &[7], &parts),
            Formula::Until(_) => self.parent(VertexKind::Formula, &[8], &parts),
            Formula::WeakUntil(_) => self.parent(VertexKind::Formula, &[9], &parts),
            Formula::Release(_) => self.parent(VertexKind::Formula, &[10], &parts),
        }
    }
}
