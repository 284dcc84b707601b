//! Which expression of a machine is which, and which deterministic block: each has a number of its own, by which analyses
//! keep what they find out about it.
//!
//! Numbers are given in one walk over all that a machine evaluates, when it is made. The control graphs of process types are
//! not walked: their statements are folded and merged before they run.

use crate::claim::{Claim, ClaimKind, Formula};
use crate::compile::Code;
use crate::control::NodeKind;
use crate::index::{BlockId, ExprId};
use crate::program::{
    Action, DeterministicBlock, Expr, ExprKind, Initialiser, Pattern, Place, Program, Reception,
};
use crate::spin::{SpinAction, SpinExpr};

/// How many expressions and deterministic blocks have a number.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Identities {
    pub expressions: usize,
    pub blocks: usize,
}

impl Identities {
    /// Numbers what a program and its code evaluate.
    pub fn assign(program: &mut Program, code: &mut Code) -> Identities {
        let mut given = Identities::default();
        let alternatives = program.alternatives.iter_mut().flatten();
        program.initialisers.iter_mut().chain(alternatives).for_each(|i| given.initialiser(i));
        for process_type in &mut program.process_types {
            process_type.initialisers.iter_mut().for_each(|i| given.initialiser(i));
            let first = &mut process_type.first_messages;
            first.iter_mut().for_each(|first| given.action(first.sending_mut()));
            process_type.provided.iter_mut().for_each(|condition| given.expr(condition));
        }
        program.initial.iter_mut().for_each(|process| given.exprs(&mut process.arguments));
        let operations = code.edges.iter_mut().flat_map(|edge| &mut edge.operations);
        operations.for_each(|operation| given.action(&mut operation.action));
        program.claims.iter_mut().for_each(|claim| given.claim(claim));
        given
    }

    fn exprs(&mut self, exprs: &mut [Expr]) {
        exprs.iter_mut().for_each(|expr| self.expr(expr));
    }

    fn expr(&mut self, expr: &mut Expr) {
        expr.id = Some(ExprId::new(self.expressions));
        self.expressions += 1;
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
            | ExprKind::At(operand, _) => self.expr(operand),
            ExprKind::Spin(asked) => match &mut **asked {
                SpinExpr::ProcessCount | SpinExpr::NonProgress | SpinExpr::Accepting => {}
                SpinExpr::Enabled(process)
                | SpinExpr::ControlPoint(process)
                | SpinExpr::Priority(process) => self.expr(process),
            },
            ExprKind::RemoteLoad(parts, _) => {
                self.expr(&mut parts.0);
                parts.1.iter_mut().for_each(|index| self.expr(index));
            }
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
        block.id = Some(BlockId::new(self.blocks));
        self.blocks += 1;
        let options = block.points.iter_mut().flat_map(|point| &mut point.options);
        options.for_each(|(action, _)| self.action(action));
    }

    fn claim(&mut self, claim: &mut Claim) {
        match &mut claim.kind {
            ClaimKind::Automaton(graph) => {
                for node in &mut graph.nodes {
                    if let NodeKind::Action(action) = &mut node.kind {
                        self.action(action);
                    }
                }
            }
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
