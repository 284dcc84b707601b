//! Modes and their rules as a control graph: first a node for each mode, a choice between its rules, then their statements.

use diagnostics::Span;
use machine::control::{Atomicity, ControlGraph, Node, NodeKind};
use machine::index::NodeId;
use machine::program::{Action, Expr};

use super::Lowering;
use super::declared::Meaning;
use super::scope::At;
use crate::ast::{Model, Name, Rule};

impl<'m> Lowering<'m> {
    /// The control graph of every process.
    pub fn modes(&mut self, model: &'m Model) -> ControlGraph {
        let place =
            |mode: &crate::ast::Mode| Node::new(NodeKind::Choice(Vec::new()), mode.name.span);
        let mut nodes: Vec<Node> = model.modes.iter().map(place).collect();
        for (place, mode) in model.modes.iter().enumerate() {
            let rules = mode.rules.iter();
            let options = rules.filter_map(|rule| self.rule(rule, NodeId::new(place), &mut nodes));
            nodes[place].kind = NodeKind::Choice(options.collect());
        }
        ControlGraph { nodes, first: NodeId::new(0) }
    }

    /// The first node of a rule.
    fn rule(&mut self, rule: &'m Rule, here: NodeId, nodes: &mut Vec<Node>) -> Option<NodeId> {
        let condition = self.scope().truth(&rule.condition, &At::Actor);
        let mut actions: Vec<(Action, Span)> = Vec::new();
        for action in &rule.actions {
            let lowered = self.scope().action(action);
            actions.extend(lowered.map(|lowered| (lowered, action.span)));
        }
        let target = match &rule.target {
            Some(name) => self.mode_named(name)?,
            None => here,
        };
        let first = NodeId::new(nodes.len());
        let guard = condition?.expr();
        let statements = std::iter::once((Action::Guard(guard), rule.head)).chain(actions);
        let statements: Vec<(Action, Span)> = statements.collect();
        let last = statements.len() - 1;
        for (place, (action, span)) in statements.into_iter().enumerate() {
            let next = if place == last { target } else { NodeId::new(nodes.len() + 1) };
            let atomicity = match (place == last, last) {
                (true, 0) => Atomicity::Outside,
                (true, _) => Atomicity::Last,
                (false, _) => Atomicity::Inside,
            };
            let node = Node::new(NodeKind::Action(action), span);
            nodes.push(Node { next: Some(next), atomicity, ..node });
        }
        Some(first)
    }

    fn mode_named(&mut self, name: &Name) -> Option<NodeId> {
        match self.declared.names.get(name.text.as_str()) {
            Some(&Meaning::Mode(place)) => Some(NodeId::new(place)),
            Some(_) => {
                let message = format!("`{}` is no mode", name.text);
                self.error(name.span, message, "modes are declared as in `mode idle { ... }`");
                None
            }
            None => {
                self.declared.unknown(name.span, &name.text);
                None
            }
        }
    }
}

/// Whether a condition is one that always holds.
pub(super) fn always_holds(condition: &Expr) -> bool {
    condition.constant_value().is_some_and(|value| value != 0)
}
