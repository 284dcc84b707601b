//! Nodes in a row, and side by side.

use diagnostics::Span;
use machine::control::{Atomicity, NodeKind};
use machine::index::NodeId;
use machine::program::{Action, Expr};

use crate::lower::body::Body;
use crate::lower::node;

/// Some nodes in a row: where they begin, and which of them lead on.
pub(super) struct Fragment {
    pub first: NodeId,
    pub exits: Vec<NodeId>,
}

impl Body<'_, '_> {
    pub fn push(&mut self, action: Action, span: Span) -> NodeId {
        self.lowering.nodes += 1;
        self.nodes.push(node(NodeKind::Action(action), Atomicity::Inside, span));
        NodeId::new(self.nodes.len() - 1)
    }

    pub fn single(&mut self, action: Action, span: Span) -> Option<Fragment> {
        let first = self.push(action, span);
        Some(Fragment { first, exits: vec![first] })
    }

    /// A place where several ways meet.
    pub fn join(&mut self, leading: &[NodeId], span: Span) -> Option<Fragment> {
        let join = self.single(Action::Skip, span)?;
        self.nodes[join.first.index()].untold = true;
        self.lead(leading, join.first);
        Some(join)
    }

    /// A step that leads elsewhere, to where its caller says.
    pub fn jump(&mut self, span: Span) -> (NodeId, Option<Fragment>) {
        let first = self.push(Action::Skip, span);
        (first, Some(Fragment { first, exits: Vec::new() }))
    }

    /// Lets one fragment follow another.
    pub fn then(&mut self, before: Option<Fragment>, after: Option<Fragment>) -> Option<Fragment> {
        let (before, after) = match (before, after) {
            (Some(before), Some(after)) => (before, after),
            (before, after) => return before.or(after),
        };
        self.lead(&before.exits, after.first);
        Some(Fragment { first: before.first, exits: after.exits })
    }

    pub fn lead(&mut self, exits: &[NodeId], to: NodeId) {
        exits.iter().for_each(|exit| self.nodes[exit.index()].next = Some(to));
    }

    /// A choice between fragments.
    pub fn choice(&mut self, options: Vec<Fragment>, span: Span) -> Fragment {
        let firsts = options.iter().map(|option| option.first).collect();
        self.lowering.nodes += 1;
        self.nodes.push(node(NodeKind::Choice(firsts), Atomicity::Inside, span));
        let first = NodeId::new(self.nodes.len() - 1);
        Fragment { first, exits: options.into_iter().flat_map(|option| option.exits).collect() }
    }

    /// What is done if a condition holds, and what else.
    pub fn branch(
        &mut self,
        condition: Expr,
        then: Option<Fragment>,
        otherwise: Option<Fragment>,
        span: Span,
    ) -> Option<Fragment> {
        let holds = self.single(Action::Guard(condition), span);
        let holds = self.then(holds, then);
        let fails = self.single(Action::Else, span);
        let fails = self.then(fails, otherwise);
        Some(self.choice(holds.into_iter().chain(fails).collect(), span))
    }
}
