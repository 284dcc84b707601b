//! What may come of an expression.

use super::flow::Flow;
use super::values::{Outcome, Values};
use crate::index::ProcessTypeId;
use crate::program::{BinaryOperator, ChannelQuery, Expr, ExprKind, Place, Region};
use crate::uses::may_fail;

impl Flow<'_> {
    /// What may come of an expression that processes of a type evaluate.
    pub fn outcome(&self, of: ProcessTypeId, expr: &Expr) -> Outcome {
        match &expr.kind {
            ExprKind::Constant(value) => Outcome::safe(Values::one(*value)),
            ExprKind::Load(place) => self.load(of, place),
            ExprKind::Unary(operator, operand) => {
                let Outcome { values, fails } = self.outcome(of, operand);
                Outcome { values: values.mapped(*operator), fails }
            }
            ExprKind::Binary(operator, operands) => {
                let left = self.outcome(of, &operands.0);
                match operator {
                    BinaryOperator::And | BinaryOperator::Or => {
                        self.logical(of, *operator, &left, &operands.1)
                    }
                    _ => self.arithmetic(of, *operator, &left, &operands.1),
                }
            }
            ExprKind::Conditional(parts) => {
                let Outcome { values, mut fails } = self.outcome(of, &parts.0);
                let (zero, other) = values.truths();
                let mut chosen = Values::NONE;
                for (part, _) in [(&parts.1, other), (&parts.2, zero)].iter().filter(|it| it.1) {
                    let outcome = self.outcome(of, part);
                    fails |= outcome.fails;
                    chosen.join(&outcome.values);
                }
                Outcome { values: chosen, fails }
            }
            ExprKind::Query(query, channel) if self.is_empty(of, channel) => {
                let holds = matches!(query, ChannelQuery::Empty | ChannelQuery::NotFull);
                Outcome::safe(Values::one(i32::from(holds)))
            }
            ExprKind::Query(ChannelQuery::Length, _) => self.unknown(expr, Values::Any),
            ExprKind::Poll(reception) if !self.may_be_polled(of, reception) => {
                Outcome::safe(Values::one(0))
            }
            ExprKind::Query(..) | ExprKind::Poll(_) | ExprKind::Timeout | ExprKind::At(..) => {
                self.unknown(expr, Values::truth())
            }
            ExprKind::Pid => Outcome::safe(self.possible.numbers[of.index()].clone()),
            ExprKind::Existing(value) | ExprKind::Within(value, ..) => {
                let Outcome { values, .. } = self.outcome(of, value);
                Outcome { values, fails: true }
            }
            ExprKind::Channel(_)
            | ExprKind::OwnChannel(_)
            | ExprKind::ProcessOf(_)
            | ExprKind::Spin(_) => self.unknown(expr, Values::Any),
        }
    }

    /// Whether an expression surely names a channel, in which there never is a message.
    fn is_empty(&self, of: ProcessTypeId, channel: &Expr) -> bool {
        let channels = self.sure_channels(of, channel);
        channels.is_some_and(|it| it.iter().all(|it| self.possible.messages[it.index()].is_none()))
    }

    fn unknown(&self, expr: &Expr, values: Values) -> Outcome {
        Outcome { values, fails: may_fail(expr) }
    }

    /// `&&` and `||`, which evaluate the right operand only if they must.
    fn logical(
        &self,
        of: ProcessTypeId,
        operator: BinaryOperator,
        left: &Outcome,
        right: &Expr,
    ) -> Outcome {
        let (zero, other) = left.values.truths();
        let (decides, goes_on) = match operator {
            BinaryOperator::And => (zero, other),
            _ => (other, zero),
        };
        let mut outcome = Outcome { values: Values::NONE, fails: left.fails };
        if decides {
            outcome.values.add(i32::from(operator == BinaryOperator::Or));
        }
        if goes_on {
            let right = self.outcome(of, right);
            let (zero, other) = right.values.truths();
            outcome.fails |= right.fails;
            [(zero, 0), (other, 1)]
                .iter()
                .filter(|it| it.0)
                .for_each(|it| _ = outcome.values.add(it.1));
        }
        outcome
    }

    fn arithmetic(
        &self,
        of: ProcessTypeId,
        operator: BinaryOperator,
        left: &Outcome,
        right: &Expr,
    ) -> Outcome {
        let right = self.outcome(of, right);
        let divides = matches!(operator, BinaryOperator::Divide | BinaryOperator::Modulo);
        let fails = left.fails || right.fails || divides && right.values.truths().0;
        Outcome { values: left.values.combined(operator, &right.values), fails }
    }

    /// What a cell may hold. Nobody knows what is read of a process that there is not.
    fn load(&self, of: ProcessTypeId, place: &Place) -> Outcome {
        if place.other().is_some() {
            return Outcome { values: Values::Any, fails: true };
        }
        if let Some(value) = self.machine.constant_load(place) {
            return Outcome::safe(Values::one(value));
        }
        let fails = place.subscripts.iter().any(|subscript| {
            let Outcome { values, fails } = self.outcome(of, &subscript.index);
            let fits = |&it: &i32| it >= 0 && (it as u32) < subscript.length;
            fails || !matches!(&values, Values::Of(values) if values.iter().all(fits))
        });
        let values = match place.region {
            Region::Discarded => Values::one(0),
            _ => self.possible.variables[place.variable.index()].clone(),
        };
        Outcome { values, fails }
    }
}
