//! What must hold: the invariants of modes, in all states; and `risk`, in none.

use machine::claim::{Atom, Claim, ClaimKind, Formula};
use machine::index::LabelId;
use machine::program::{BinaryOperator, Condition, Excluded, Expr, Invariant, UnaryOperator};

use super::Lowering;
use super::conditions::Connective;
use super::modes::always_holds;
use super::scope::At;
use crate::ast::{self, Model};
use crate::model::{Faults, Logic};

/// The property that no state fulfils `risk`.
const SAFETY: &str = "safety";
/// The property that in all states it can be told.
const DEFINED: &str = "risk is defined";

impl<'m> Lowering<'m> {
    /// A process is in a mode only as long as its invariant holds.
    pub fn invariants_of_modes(&mut self, model: &'m Model) {
        let mut conditions = Vec::new();
        let mut first = None;
        for (place, mode) in model.modes.iter().enumerate() {
            let Some(invariant) = mode.invariant.as_ref().filter(|it| !it.is_true()) else {
                continue;
            };
            for process in 1..=self.declared.count {
                let Some(truth) = self.scope().truth(invariant, &At::Process(process)) else {
                    return;
                };
                let truth = truth.expr();
                if always_holds(&truth) {
                    continue;
                }
                first = first.or(Some(invariant.span));
                let here = Expr::at(Expr::constant(process), LabelId::new(place));
                let elsewhere = Expr::unary(UnaryOperator::Not, here);
                // Elsewhere it does not matter whether it has a value.
                conditions.push(Expr::binary(BinaryOperator::Or, elsewhere, truth));
            }
        }
        let expr = Logic::Strict.joined(Connective::And, conditions, self.declared.count);
        let condition = expr.zip(first).map(|(expr, span)| Condition { expr, span });
        self.builder.program.state_condition = condition;
    }

    /// What must not be reached.
    pub fn risk(&mut self, model: &'m Model) {
        let Some(risk) = model.risks.first() else { return };
        let Some(truth) = self.scope().truth(&risk.condition, &At::Nobody) else { return };
        let condition = Condition { expr: truth.expr(), span: risk.condition.span };
        let name = SAFETY.to_owned();
        let invariants = &mut self.builder.program.invariants;
        let (excluded, told) = (Excluded::Holding, "`risk` is true".to_owned());
        invariants.push(Invariant { name, condition: condition.clone(), excluded, told });
        if self.options.faults == Faults::Strict {
            let name = DEFINED.to_owned();
            let (excluded, told) = (Excluded::Undefined, "`risk` has no value".to_owned());
            invariants.push(Invariant { name, condition, excluded, told });
        }
    }

    /// That a condition never holds, as a claim. Where it has no value, that is as for a guard.
    pub fn never(&mut self, sought: &'m ast::Expr) {
        let Some(truth) = self.scope().truth(sought, &At::Nobody) else { return };
        let atom = Formula::Atom(Atom { expr: truth.expr(), span: sought.span });
        let never = Formula::Always(Box::new(Formula::Not(Box::new(atom))));
        let kind = ClaimKind::Formula(never);
        self.builder.program.claims.push(Claim { name: None, kind, span: sought.span });
    }
}
