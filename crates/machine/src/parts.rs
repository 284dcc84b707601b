//! One walk over all parts of what a machine evaluates, which may be changed: expressions, places and deterministic blocks.

use crate::claim::{Claim, ClaimKind, Formula};
use crate::control::{ControlGraph, NodeKind};
use crate::program::{
    Action, DeterministicBlock, Expr, ExprKind, Initialiser, Owner, Pattern, Place, Program,
    Reception,
};
use crate::spin::{SpinAction, SpinExpr};

/// A part, before those that it consists of.
pub enum Part<'a> {
    /// An expression.
    Expr(&'a mut Expr),
    /// A place.
    Place(&'a mut Place),
    /// A deterministic block.
    Block(&'a mut DeterministicBlock),
}

/// Calls `visit` for all parts of an action.
pub fn of_action(action: &mut Action, visit: &mut dyn FnMut(Part<'_>)) {
    Walker { visit }.action(action);
}

/// Calls `visit` for all parts of a control graph.
pub fn of_graph(graph: &mut ControlGraph, visit: &mut dyn FnMut(Part<'_>)) {
    Walker { visit }.graph(graph);
}

/// Calls `visit` for all parts of a claim.
pub fn of_claim(claim: &mut Claim, visit: &mut dyn FnMut(Part<'_>)) {
    Walker { visit }.claim(claim);
}

/// Calls `visit` for all parts of a program but those of its claims, and of the control graphs of its process types.
pub fn beside_graphs(program: &mut Program, visit: &mut dyn FnMut(Part<'_>)) {
    let mut walker = Walker { visit };
    let several = program.alternatives.iter_mut().chain(&mut program.choices).flatten();
    program.initialisers.iter_mut().chain(several).for_each(|i| walker.initialiser(i));
    for process_type in &mut program.process_types {
        process_type.initialisers.iter_mut().for_each(|i| walker.initialiser(i));
        let first = &mut process_type.first_messages;
        first.iter_mut().for_each(|first| walker.action(first.sending_mut()));
        process_type.provided.iter_mut().for_each(|condition| walker.expr(condition));
    }
    program.initial.iter_mut().for_each(|process| walker.exprs(&mut process.arguments));
    walker.exprs(&mut program.initial_conditions);
    let invariants = program.invariants.iter_mut().map(|invariant| &mut invariant.condition);
    let conditions = program.state_condition.iter_mut().chain(invariants);
    conditions.for_each(|condition| walker.expr(&mut condition.expr));
}

struct Walker<'v> {
    visit: &'v mut dyn FnMut(Part<'_>),
}

impl Walker<'_> {
    fn exprs(&mut self, exprs: &mut [Expr]) {
        exprs.iter_mut().for_each(|expr| self.expr(expr));
    }

    fn expr(&mut self, expr: &mut Expr) {
        (self.visit)(Part::Expr(expr));
        match &mut expr.kind {
            ExprKind::Constant(_)
            | ExprKind::Channel(_)
            | ExprKind::OwnChannel(_)
            | ExprKind::Pid
            | ExprKind::ProcessOf(_)
            | ExprKind::Timeout => {}
            ExprKind::Load(place) => self.place(place),
            ExprKind::Unary(_, operand)
            | ExprKind::Query(_, operand)
            | ExprKind::At(operand, _)
            | ExprKind::Existing(operand)
            | ExprKind::Within(operand, ..) => self.expr(operand),
            ExprKind::Spin(asked) => match &mut **asked {
                SpinExpr::ProcessCount | SpinExpr::NonProgress | SpinExpr::Accepting => {}
                SpinExpr::Enabled(process)
                | SpinExpr::ControlPoint(process)
                | SpinExpr::Priority(process) => self.expr(process),
            },
            ExprKind::Binary(_, operands) => {
                self.expr(&mut operands.0);
                self.expr(&mut operands.1);
            }
            ExprKind::Conditional(parts) => {
                self.expr(&mut parts.0);
                self.expr(&mut parts.1);
                self.expr(&mut parts.2);
            }
            ExprKind::Poll(reception) => self.reception(reception),
        }
    }

    fn place(&mut self, place: &mut Place) {
        (self.visit)(Part::Place(place));
        if let Owner::Process(process) = &mut place.owner {
            self.expr(process);
        }
        place.subscripts.iter_mut().for_each(|subscript| self.expr(&mut subscript.index));
    }

    fn reception(&mut self, reception: &mut Reception) {
        self.expr(&mut reception.channel);
        for pattern in &mut reception.patterns {
            match pattern {
                Pattern::Store(place) => self.place(place),
                Pattern::Match(value) => self.expr(value),
                Pattern::Any | Pattern::OwnNumber => {}
            }
        }
    }

    fn initialiser(&mut self, initialiser: &mut Initialiser) {
        self.place(&mut initialiser.place);
        self.expr(&mut initialiser.value);
    }

    fn action(&mut self, action: &mut Action) {
        match action {
            Action::Skip | Action::Else | Action::Terminate | Action::OutOfRoom => {}
            Action::Guard(expr) | Action::Assert(expr) => self.expr(expr),
            Action::Assign(place, value) => {
                self.place(place);
                self.expr(value);
            }
            Action::Send { channel, message, .. } => {
                self.expr(channel);
                self.exprs(message);
            }
            Action::Receive(reception) => self.reception(reception),
            Action::Print { arguments, .. } => self.exprs(arguments),
            Action::Run { arguments, result, .. } => {
                self.exprs(arguments);
                result.iter_mut().for_each(|place| self.place(place));
            }
            Action::Spin(SpinAction::SetPriority { process, priority }) => {
                self.expr(process);
                self.expr(priority);
            }
            Action::Deterministic(block) => self.block(block),
        }
    }

    fn block(&mut self, block: &mut DeterministicBlock) {
        (self.visit)(Part::Block(block));
        let options = block.points.iter_mut().flat_map(|point| &mut point.options);
        options.for_each(|(action, _)| self.action(action));
    }

    fn graph(&mut self, graph: &mut ControlGraph) {
        for node in &mut graph.nodes {
            if let NodeKind::Action(action) = &mut node.kind {
                self.action(action);
            }
        }
    }

    fn claim(&mut self, claim: &mut Claim) {
        match &mut claim.kind {
            ClaimKind::Automaton(graph) => self.graph(graph),
            ClaimKind::Formula(formula) => self.formula(formula),
        }
    }

    fn formula(&mut self, formula: &mut Formula) {
        let mut pending = vec![formula];
        while let Some(formula) = pending.pop() {
            match formula {
                Formula::Atom(atom) => self.expr(&mut atom.expr),
                Formula::Not(part)
                | Formula::Next(part)
                | Formula::Always(part)
                | Formula::Eventually(part) => pending.push(part),
                Formula::And(parts) | Formula::Or(parts) => pending.extend(parts),
                Formula::Implies(parts)
                | Formula::Equivalent(parts)
                | Formula::Until(parts)
                | Formula::WeakUntil(parts)
                | Formula::Release(parts) => pending.extend([&mut parts.0, &mut parts.1]),
            }
        }
    }
}
