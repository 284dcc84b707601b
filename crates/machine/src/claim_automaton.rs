//! Never claims as automata.
//!
//! A never claim moves before each step of the program, by one of its statements that are possible in the state (Holzmann, *The
//! SPIN Model Checker*, 2004, chapter 4). It accepts a run if it comes to the end of its body or to a place with an `end` label, or
//! for ever again to a place with an `accept` label, or one of its assertions fails. Where it rests becomes a state of the automaton;
//! what it can do there, an edge with its conditions as a guard; and the end, a state that is never left.

use std::collections::HashMap;

use diagnostics::Span;
use temporal::{Automaton, Edge, Guard, StateId};

use crate::claim::{Atom, Formula};
use crate::control::{Atomicity, ControlGraph, Node, NodeKind};
use crate::index::NodeId;
use crate::limits::MAX_PROPOSITIONS;
use crate::program::{Action, Expr, ExprKind, UnaryOperator};
use crate::uses::walk_expr;

/// What in a never claim has no place in an automaton.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAutomaton {
    /// Where it stands.
    pub span: Span,
    /// What it is.
    pub what: &'static str,
}

/// Something that a claim can do where it rests: under which condition, and the node of the statement.
struct Move {
    guard: Guard,
    node: NodeId,
    /// Whether the run is accepted by that.
    accepts: bool,
}

/// The automaton of a never claim, over some propositions, which have its conditions among them.
///
/// # Errors
/// The first statement that is no condition.
pub(crate) fn never_claim(
    graph: &ControlGraph,
    propositions: &[Formula],
) -> Result<Automaton, NotAutomaton> {
    let mut maker = Maker { propositions, graph, states: HashMap::new(), rests: Vec::new() };
    let first = maker.state(Some(graph.rest(graph.first, false, None)))?;
    debug_assert_eq!(first.index(), 0);
    let mut edges = Vec::new();
    while let Some(&rest) = maker.rests.get(edges.len()) {
        edges.push(maker.edges(rest)?);
    }
    Ok(Automaton::from_edges(edges, 1))
}

struct Maker<'a> {
    propositions: &'a [Formula],
    graph: &'a ControlGraph,
    states: HashMap<Option<NodeId>, StateId>,
    /// Where the claim rests in each state; none after its end.
    rests: Vec<Option<NodeId>>,
}

impl Maker<'_> {
    /// The state for where the claim rests: to rest at an `end` label is to have come to the end.
    fn state(&mut self, rest: Option<NodeId>) -> Result<StateId, NotAutomaton> {
        let rest = match rest {
            Some(rest) if self.ends(rest)? => None,
            rest => rest,
        };
        let next = StateId::new(self.rests.len());
        let state = *self.states.entry(rest).or_insert(next);
        if state == next {
            self.rests.push(rest);
        }
        Ok(state)
    }

    /// Whether an `end` label stands where the claim rests. Where it stands before the first statement of an option, SPIN reports an
    /// error, and its verifier takes some of these choices for ends and others not.
    fn ends(&self, rest: NodeId) -> Result<bool, NotAutomaton> {
        let node = self.graph.node(rest);
        match &node.kind {
            _ if node.valid_end => Ok(true),
            NodeKind::Block { first, .. } => self.ends(self.graph.rest(*first, false, None)),
            _ if self.graph.begins_with(rest, |node| node.valid_end) => Err(NotAutomaton {
                span: node.span,
                what: "an `end` label before the first statement of an option",
            }),
            _ => Ok(false),
        }
    }

    /// The edges out of a state.
    fn edges(&mut self, rest: Option<NodeId>) -> Result<Vec<Edge>, NotAutomaton> {
        let Some(rest) = rest else {
            // The run is accepted, whatever follows.
            return Ok(vec![Edge { target: self.state(None)?, marks: 1, guard: Guard::TRUE }]);
        };
        let marks = u64::from(self.graph.begins_with(rest, |node| node.accepting));
        let mut options = Vec::new();
        self.moves(rest, &mut options)?;
        let mut edges = Vec::new();
        for Move { guard, node, accepts } in options {
            let after = match self.graph.node(node).kind {
                _ if accepts => None,
                NodeKind::Action(Action::Terminate) => None,
                _ => self.graph.successor(node),
            };
            // What follows on the last statement is the end.
            let after = after.filter(|&next| !self.is_end(next));
            edges.push(Edge { target: self.state(after)?, marks, guard });
        }
        Ok(edges)
    }

    /// Whether nothing but the end of the body is at a node.
    fn is_end(&self, node: NodeId) -> bool {
        matches!(self.graph.node(node).kind, NodeKind::Action(Action::Terminate))
    }

    /// What can be done at a node.
    fn moves(&self, id: NodeId, found: &mut Vec<Move>) -> Result<(), NotAutomaton> {
        let node = self.graph.node(id);
        let unsupported = |what| Err(NotAutomaton { span: node.span, what });
        if node.atomicity != Atomicity::Outside {
            let Some(condition) = self.failing(node) else {
                return unsupported("an atomic sequence");
            };
            let guard = self.guard(node, condition)?;
            found.extend(guard.map(|guard| Move { guard, node: id, accepts: true }));
            return Ok(());
        }
        if !node.escapes.is_empty() {
            return unsupported("`unless`");
        }
        let action = match &node.kind {
            NodeKind::Choice(_) => return self.choice(id, found),
            NodeKind::Block { .. } => {
                return self.graph.branches(id).into_iter().try_for_each(|b| self.moves(b, found));
            }
            NodeKind::Escapable(_) => return unsupported("`unless`"),
            NodeKind::Goto(_) | NodeKind::Join | NodeKind::Exit => {
                found.push(Move { guard: Guard::TRUE, node: id, accepts: false });
                return Ok(());
            }
            NodeKind::Action(action) => action,
        };
        let guard = match action {
            Action::Skip | Action::Print { .. } | Action::Terminate => Some(Guard::TRUE),
            Action::Guard(condition) => self.guard(node, condition)?,
            Action::Assert(condition) => return self.assertion(id, condition, found),
            Action::Assign(..) => return unsupported("an assignment"),
            _ => return unsupported("a statement that is no condition"),
        };
        found.extend(guard.map(|guard| Move { guard, node: id, accepts: false }));
        Ok(())
    }

    /// An assertion: where it fails, the claim accepts the run at once; where it holds, the claim goes on.
    fn assertion(
        &self,
        id: NodeId,
        condition: &Expr,
        found: &mut Vec<Move>,
    ) -> Result<(), NotAutomaton> {
        let node = self.graph.node(id);
        let holds = self.guard(node, condition)?;
        let fails = match holds {
            None => Some(Guard::TRUE),
            Some(guard) => negated(guard),
        };
        found.extend(fails.map(|guard| Move { guard, node: id, accepts: true }));
        found.extend(holds.map(|guard| Move { guard, node: id, accepts: false }));
        Ok(())
    }

    /// The condition of `atomic { condition -> assert(!condition) }`, as SPIN writes where a formula is violated for certain.
    fn failing<'n>(&self, node: &'n Node) -> Option<&'n Expr> {
        let NodeKind::Action(Action::Guard(condition)) = &node.kind else { return None };
        let NodeKind::Action(Action::Assert(asserted)) = &self.graph.node(node.next?).kind else {
            return None;
        };
        let is_contrary = match (&asserted.kind, condition.constant_value()) {
            (ExprKind::Unary(UnaryOperator::Not, operand), _) => **operand == *condition,
            (_, Some(value)) => asserted.constant_value() == Some(i32::from(value == 0)),
            _ => false,
        };
        is_contrary.then_some(condition)
    }

    /// The options of a choice: `else` is possible where no other is.
    fn choice(&self, id: NodeId, found: &mut Vec<Move>) -> Result<(), NotAutomaton> {
        let mut others = Vec::new();
        let mut otherwise = None;
        for branch in self.graph.branches(id) {
            match self.graph.node(branch).kind {
                NodeKind::Action(Action::Else) => otherwise = Some(branch),
                _ => self.moves(branch, &mut others)?,
            }
        }
        if let Some(node) = otherwise {
            let mut guard = Some(Guard::TRUE);
            for other in &others {
                guard = match negated(other.guard) {
                    Some(negated) => guard.and_then(|guard| guard.and(negated)),
                    None if other.guard == Guard::TRUE => None,
                    None => {
                        let span = self.graph.node(node).span;
                        let what = "`else` beside a choice with another `else`";
                        return Err(NotAutomaton { span, what });
                    }
                };
            }
            found.extend(guard.map(|guard| Move { guard, node, accepts: false }));
        }
        found.append(&mut others);
        Ok(())
    }

    /// A condition as a guard; none if it is never satisfied.
    fn guard(&self, node: &Node, condition: &Expr) -> Result<Option<Guard>, NotAutomaton> {
        if let Some(value) = condition.constant_value() {
            return Ok((value != 0).then_some(Guard::TRUE));
        }
        let mut asks = false;
        walk_expr(condition, &mut |part| asks |= part.kind == ExprKind::Timeout);
        if asks {
            return Err(NotAutomaton { span: node.span, what: "`timeout`" });
        }
        let proposition = Formula::Atom(Atom { expr: condition.clone(), span: node.span });
        let place = self.propositions.iter().position(|known| *known == proposition);
        match place.filter(|&place| place < MAX_PROPOSITIONS) {
            Some(place) => Ok(Guard::new(1 << place, 0)),
            None => Err(NotAutomaton { span: node.span, what: "more than 64 conditions" }),
        }
    }
}

/// The guard of all other valuations, if it is one: a guard with one condition.
fn negated(guard: Guard) -> Option<Guard> {
    let one = guard.positive().count_ones() + guard.negative().count_ones() == 1;
    if one { Guard::new(guard.negative(), guard.positive()) } else { None }
}
