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
        match operator {
            Operator::Add => self.corners(by, |a, b| a + b),
            Operator::Subtract => self.corners(by, |a, b| a - b),
            Operator::Multiply => self.corners(by, |a, b| a * b),
            Operator::Divide => self.divided(by),
        }
    }

    /// What lies between the results at the ends of both.
    fn corners(self, by: Interval, f: fn(i64, i64) -> i64) -> Interval {
        let all = [
            f(self.lowest, by.lowest),
            f(self.lowest, by.highest),
            f(self.highest, by.lowest),
            f(self.highest, by.highest),
        ];
        let lowest = all.into_iter().min().unwrap_or_default();
        Interval { lowest, highest: all.into_iter().max().unwrap_or_default() }
    }

    /// Quotients, truncated. By divisors of one sign they are greatest and least where both operands are; what is divided by 0 has
    /// no value.
    fn divided(self, by: Interval) -> Interval {
        let negative = Interval { lowest: by.lowest, highest: by.highest.min(-1) };
        let positive = Interval { lowest: by.lowest.max(1), highest: by.highest };
        let signs = [negative, positive].into_iter().filter(|it| it.lowest <= it.highest);
        let quotients = signs.map(|by| self.corners(by, |a, b| a / b));
        let joined = quotients.reduce(|one, other| Interval {
            lowest: one.lowest.min(other.lowest),
            highest: one.highest.max(other.highest),
        });
        joined.unwrap_or(Interval::of(0))
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

    /// Both ends are quotients.
    #[test]
    fn intervals_of_quotients_are_no_wider_than_they_must_be() {
        for ((low, high), (by_low, by_high)) in [
            ((0, 9), (2, 4)),
            ((-7, 9), (2, 4)),
            ((-7, 9), (-3, 2)),
            ((4, 9), (-3, -2)),
            ((5, 5), (0, 0)),
        ] {
            let interval = Interval::between(low, high)
                .applied(Operator::Divide, Interval::between(by_low, by_high));
            let divisors = || (by_low..=by_high).filter(|&by| by != 0);
            let quotients = (low..=high).flat_map(|a| divisors().map(move |by| i64::from(a / by)));
            let quotients: Vec<i64> = quotients.collect();
            let ends = (quotients.iter().copied().min(), quotients.iter().copied().max());
            let (lowest, highest) = (ends.0.unwrap_or(0), ends.1.unwrap_or(0));
            assert_eq!(
                interval,
                Interval { lowest, highest },
                "{low}..{high} by {by_low}..{by_high}"
            );
        }
    }
}
