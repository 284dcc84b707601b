//! Sets of values, and what expressions make of them.

use std::collections::BTreeSet;

use crate::program::{BinaryOperator, CellType, UnaryOperator};

/// The most values that are listed.
const MOST: usize = 16;

/// Which values something may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Values {
    /// One of these, in ascending order; none of them before it has any.
    Of(Vec<i32>),
    /// Any.
    Any,
}

/// What may come of an expression.
#[derive(Clone, Debug)]
pub(super) struct Outcome {
    pub values: Values,
    /// Whether it may fail instead.
    pub fails: bool,
}

impl Outcome {
    pub fn safe(values: Values) -> Outcome {
        Outcome { values, fails: false }
    }

    /// The only value, where there is one and nothing fails.
    pub fn constant(&self) -> Option<i32> {
        match &self.values {
            Values::Of(values) if !self.fails => {
                <[i32; 1]>::try_from(&values[..]).ok().map(|[it]| it)
            }
            _ => None,
        }
    }
}

impl From<&BTreeSet<i32>> for Values {
    fn from(values: &BTreeSet<i32>) -> Values {
        let mut found = Values::NONE;
        values.iter().take(MOST + 1).for_each(|&it| _ = found.add(it));
        found
    }
}

impl Values {
    pub const NONE: Values = Values::Of(Vec::new());

    pub fn one(value: i32) -> Values {
        Values::Of(vec![value])
    }

    pub fn truth() -> Values {
        Values::Of(vec![0, 1])
    }

    /// Whether one of them is zero, and whether one is not.
    pub fn truths(&self) -> (bool, bool) {
        match self {
            Values::Of(values) => (values.contains(&0), values.iter().any(|&it| it != 0)),
            Values::Any => (true, true),
        }
    }

    /// Adds a value; says whether that is news.
    pub fn add(&mut self, value: i32) -> bool {
        let Values::Of(values) = self else { return false };
        let Err(place) = values.binary_search(&value) else { return false };
        if values.len() == MOST {
            *self = Values::Any;
        } else {
            values.insert(place, value);
        }
        true
    }

    /// Adds what others may be once they are written to a cell; says whether that is news.
    pub fn add_all(&mut self, others: &Values, cell: CellType) -> bool {
        match (&mut *self, others) {
            (Values::Any, _) => false,
            (_, Values::Any) => {
                *self = Values::Any;
                true
            }
            (_, Values::Of(others)) => {
                let mut news = false;
                others.iter().for_each(|&it| news |= self.add(cell.wrap(it)));
                news
            }
        }
    }

    /// Adds others as they are.
    pub fn join(&mut self, others: &Values) {
        self.add_all(others, CellType::INT);
    }

    /// Whether something may be one of these and of those.
    pub fn meet(&self, others: &Values) -> bool {
        match (self, others) {
            (Values::Of(some), Values::Of(others)) => some.iter().any(|it| others.contains(it)),
            (Values::Of(some), Values::Any) | (Values::Any, Values::Of(some)) => !some.is_empty(),
            (Values::Any, Values::Any) => true,
        }
    }

    pub fn mapped(&self, operator: UnaryOperator) -> Values {
        match self {
            Values::Of(values) => {
                let mut found = Values::NONE;
                values.iter().for_each(|&it| _ = found.add(operator.apply(it)));
                found
            }
            Values::Any if operator == UnaryOperator::Not => Values::truth(),
            Values::Any => Values::Any,
        }
    }

    /// What an operator makes of each with each of the others, as far as it does not fail.
    pub fn combined(&self, operator: BinaryOperator, others: &Values) -> Values {
        let (Values::Of(some), Values::Of(others)) = (self, others) else {
            return if compares(operator) { Values::truth() } else { Values::Any };
        };
        let mut found = Values::NONE;
        for &left in some {
            for &right in others {
                if let Ok(value) = operator.apply(left, right) {
                    found.add(value);
                }
            }
        }
        found
    }
}

fn compares(operator: BinaryOperator) -> bool {
    use BinaryOperator::{Equal, Greater, GreaterEqual, Less, LessEqual, NotEqual};
    matches!(operator, Less | LessEqual | Greater | GreaterEqual | Equal | NotEqual)
}
