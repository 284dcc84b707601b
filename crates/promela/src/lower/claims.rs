//! Claims: `never` bodies become control graphs, `ltl` formulas become formulas over expressions.
//!
//! Claims see globals only, and nothing belongs to them: SPIN 6.5.2 refuses variables, sending and
//! receiving in a claim, and warns of assignments.

use diagnostics::{Diagnostic, Span};
use machine::claim::{Atom, Claim, ClaimKind, Formula};
use machine::control::{ControlGraph, NodeKind};
use machine::program::{Action, Expr, ExprKind};
use machine::spin::{SpinAction, SpinExpr};
use machine::uses::walk_expr;

use super::{LoweredClaim, Lowering};
use crate::ast::{self, FormulaJoin, FormulaKind, FormulaPrefix};
use crate::model::{Cycles, KeptClaims};

impl Lowering<'_> {
    /// Lowers the claims, in the order of the text, when all else is lowered.
    pub(super) fn claims(&mut self, model: &ast::Model) {
        self.in_claim = true;
        self.owner_name.clear();
        let is_formula = |unit: &&ast::Unit| matches!(unit, ast::Unit::Ltl { .. });
        let sought = model.units.iter().rfind(is_formula).filter(|_| self.options.seeks_last);
        if let Some(ast::Unit::Ltl { span, .. }) = sought {
            self.refuse_beside(model, *span);
        }
        for unit in &model.units {
            let (name, kind, span) = match unit {
                ast::Unit::Never(name, body) => {
                    let finished = self.finished(body);
                    self.diagnostics.extend(finished.diagnostics);
                    self.side_effects(&finished.graph);
                    (name, ClaimKind::Automaton(finished.graph), body.span)
                }
                ast::Unit::Ltl { name, tree, span, .. } => {
                    let formula = match sought {
                        Some(sought) if std::ptr::eq(sought, unit) => self.never(tree),
                        _ => self.formula(tree),
                    };
                    (name, ClaimKind::Formula(formula), *span)
                }
                _ => continue,
            };
            let name = name.as_ref().map(|name| name.text.clone());
            self.keep(Claim { name, kind, span });
        }
        self.in_claim = false;
        self.cycles(model);
    }

    /// Keeps a claim: as a part of the program, or separately with what it refers to.
    fn keep(&mut self, mut claim: Claim) {
        let known = self.builder.program.labels.len();
        self.resolve_references(Some(&mut claim));
        if self.options.claims == KeptClaims::Separate {
            let labels = self.take_labels(known);
            self.claims.push(LoweredClaim { claim, labels });
        } else {
            self.builder.program.claims.push(claim);
        }
    }

    /// Adds what labels say of cycles.
    fn cycles(&mut self, model: &ast::Model) {
        let body = |unit: &ast::Unit| match unit {
            ast::Unit::Proctype(proctype) => Some(proctype.name.span),
            ast::Unit::Init(body) => Some(body.span),
            _ => None,
        };
        let Some(span) = model.units.iter().find_map(body) else { return };
        let atom = |expr: Expr| Formula::Atom(Atom { expr, span });
        let always = |formula| Formula::Always(Box::new(formula));
        let eventually = |formula| Formula::Eventually(Box::new(formula));
        let not = |formula| Formula::Not(Box::new(formula));
        let Cycles { without_progress, accepting } = self.options.cycles;
        // A run that ends is no cycle.
        let progress = Formula::Or(vec![
            not(atom(SpinExpr::NonProgress.into())),
            atom(ExprKind::Timeout.into()),
        ]);
        let accepts = atom(SpinExpr::Accepting.into());
        let without_progress = without_progress.then(|| always(eventually(progress)));
        let accepting = accepting.then(|| eventually(always(not(accepts))));
        for formula in without_progress.into_iter().chain(accepting) {
            self.keep(Claim { name: None, kind: ClaimKind::Formula(formula), span });
        }
    }

    /// Refuses what belongs to processes alone.
    pub(super) fn refuse_in_claim(&mut self, span: Span, what: &str) {
        let message = format!("a claim cannot have {what}");
        let help = "a claim is no process: it looks at global variables, and at those of processes \
                    as in `P[1]:x`";
        self.diagnostics.push(Diagnostic::error(span, message).help(help));
    }

    /// Looks for statements of a claim that change something.
    fn side_effects(&mut self, graph: &ControlGraph) {
        for node in &graph.nodes {
            let NodeKind::Action(action) = &node.kind else { continue };
            match action {
                Action::Send { .. } | Action::Receive(_) => {
                    let message = "a claim cannot send or receive";
                    let help = "`c ? [x]` asks what could be received";
                    self.diagnostics.push(Diagnostic::error(node.span, message).help(help));
                }
                Action::Run { .. } => self.error(node.span, "a claim cannot start a process"),
                Action::Spin(SpinAction::SetPriority { .. }) => {
                    self.error(node.span, "a claim cannot set a priority");
                }
                Action::Assign(..) => {
                    let message = "a claim changes the state here";
                    let help = "a claim should only look at the state";
                    self.diagnostics.push(Diagnostic::warning(node.span, message).help(help));
                }
                _ => {}
            }
        }
    }

    /// An expression of a formula, which is evaluated between steps: whether anything can happen is not known there.
    fn proposition(&mut self, expr: &ast::Expr) -> Expr {
        let lowered = self.expr(expr);
        let mut asks = false;
        walk_expr(&lowered, &mut |part| asks |= part.kind == ExprKind::Timeout);
        if asks && self.options.claims != KeptClaims::All {
            let message = "`timeout` in a formula is not supported yet";
            let help = "`--no-claims` leaves all formulas out and checks the rest";
            self.diagnostics.push(Diagnostic::error(expr.span, message).help(help));
        }
        lowered
    }

    /// Refuses what stands beside the expression that is looked for: a macro may have ended it.
    fn refuse_beside(&mut self, model: &ast::Model, sought: Span) {
        let is_beside = |unit: &&ast::Unit| match unit {
            ast::Unit::Ltl { span, .. } => span.file == sought.file && *span != sought,
            ast::Unit::Never(_, body) => body.span.file == sought.file,
            _ => false,
        };
        if model.units.iter().any(|unit| is_beside(&unit)) {
            let message = "more than one expression is looked for";
            self.diagnostics.push(Diagnostic::error(sought, message));
        }
    }

    /// That an expression never holds.
    fn never(&mut self, expression: &ast::Formula) -> Formula {
        if let Some(span) = temporal_part(expression) {
            let message = "this says something of a run, and what is looked for is a state";
            let help = "`--ltl` checks a formula: what is to hold of all runs";
            self.diagnostics.push(Diagnostic::error(span, message).help(help));
        }
        let never = Formula::Not(Box::new(self.formula(expression)));
        Formula::Always(Box::new(never))
    }

    /// A formula; the parser bounds how deep it is.
    fn formula(&mut self, formula: &ast::Formula) -> Formula {
        match &formula.kind {
            FormulaKind::Atom(expr) => {
                Formula::Atom(Atom { expr: self.proposition(expr), span: expr.span })
            }
            FormulaKind::Unary(prefix, part) => {
                let part = Box::new(self.formula(part));
                match prefix {
                    FormulaPrefix::Not => Formula::Not(part),
                    FormulaPrefix::Next => Formula::Next(part),
                    FormulaPrefix::Always => Formula::Always(part),
                    FormulaPrefix::Eventually => Formula::Eventually(part),
                }
            }
            FormulaKind::Binary(join, left, right) => {
                let (left, right) = (self.formula(left), self.formula(right));
                joined(*join, left, right)
            }
        }
    }
}

/// Where a formula says something of more than one state.
fn temporal_part(formula: &ast::Formula) -> Option<Span> {
    match &formula.kind {
        FormulaKind::Atom(_) => None,
        FormulaKind::Unary(FormulaPrefix::Not, part) => temporal_part(part),
        FormulaKind::Unary(..) => Some(formula.span),
        FormulaKind::Binary(
            FormulaJoin::Until | FormulaJoin::WeakUntil | FormulaJoin::Release,
            ..,
        ) => Some(formula.span),
        FormulaKind::Binary(_, left, right) => temporal_part(left).or_else(|| temporal_part(right)),
    }
}

fn joined(join: FormulaJoin, left: Formula, right: Formula) -> Formula {
    let members = |formula| match (join, formula) {
        (FormulaJoin::And, Formula::And(parts)) | (FormulaJoin::Or, Formula::Or(parts)) => parts,
        (_, other) => vec![other],
    };
    match join {
        FormulaJoin::And | FormulaJoin::Or => {
            let mut parts = members(left);
            parts.extend(members(right));
            if join == FormulaJoin::And { Formula::And(parts) } else { Formula::Or(parts) }
        }
        FormulaJoin::Implies => Formula::Implies(Box::new((left, right))),
        FormulaJoin::Equivalent => Formula::Equivalent(Box::new((left, right))),
        FormulaJoin::Until => Formula::Until(Box::new((left, right))),
        FormulaJoin::WeakUntil => Formula::WeakUntil(Box::new((left, right))),
        FormulaJoin::Release => Formula::Release(Box::new((left, right))),
    }
}
