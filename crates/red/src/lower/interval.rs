//! Between which numbers a value lies: where that tells, nothing is checked when a model runs, and nothing overflows.

use crate::ast::Operator;

/// The numbers from one to another, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Interval {
    pub lowest: i64,
    pub highest: i64,
}

impl Interval {
    /// One number.
    pub fn of(value: i32) -> Interval {
        Interval::between(value, value)
    }

    pub fn between(lowest: i32, highest: i32) -> Interval {
        Interval { lowest: lowest.into(), highest: highest.into() }
    }

    /// Whether all of it lies in another.
    pub fn is_within(self, other: Interval) -> bool {
        other.lowest <= self.lowest && self.highest <= other.highest
    }

    /// Whether a machine has all of these numbers.
    pub fn is_representable(self) -> bool {
        self.is_within(Interval::between(i32::MIN, i32::MAX))
    }

    pub fn negated(self) -> Interval {
        Interval { lowest: -self.highest, highest: -self.lowest }
    }

    /// What an operator makes of numbers that a machine has.
    pub fn applied(self, operator: Operator, by: Interval) -> Interval {
        let corners = |f: fn(i64, i64) -> i64| {
            let all = [
                f(self.lowest, by.lowest),
                f(self.lowest, by.highest),
                f(self.highest, by.lowest),
                f(self.highest, by.highest),
            ];
            let lowest = all.into_iter().min().unwrap_or_default();
            Interval { lowest, highest: all.into_iter().max().unwrap_or_default() }
        };
        match operator {
            Operator::Add => corners(|a, b| a + b),
            Operator::Subtract => corners(|a, b| a - b),
            Operator::Multiply => corners(|a, b| a * b),
            // No quotient is larger than what is divided, whatever its sign.
            Operator::Divide => {
                let most = self.lowest.abs().max(self.highest.abs());
                Interval { lowest: -most, highest: most }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPERATORS: [Operator; 4] =
        [Operator::Add, Operator::Subtract, Operator::Multiply, Operator::Divide];

    #[test]
    fn all_results_lie_in_the_interval() {
        for (low, high, by_low, by_high) in [(-3, 2, -2, 4), (0, 5, 1, 3), (-4, -1, -3, -2)] {
            for operator in OPERATORS {
                let interval = Interval::between(low, high)
                    .applied(operator, Interval::between(by_low, by_high));
                for a in i64::from(low)..=high.into() {
                    for b in i64::from(by_low)..=by_high.into() {
                        let result = match operator {
                            Operator::Add => a + b,
                            Operator::Subtract => a - b,
                            Operator::Multiply => a * b,
                            Operator::Divide if b == 0 => continue,
                            Operator::Divide => a / b,
                        };
                        assert!((interval.lowest..=interval.highest).contains(&result));
                    }
                }
            }
        }
    }
}
