//! Whether one of several options is always possible, and whether more than one can be.
//!
//! Conditions are compared by their *cases*: `a < b`, `a == b`, `a > b`; a channel that is empty, full, or neither; true, false.

use machine::program::{BinaryOperator, ChannelQuery, Expr, ExprKind, UnaryOperator};

use super::known::Known;

/// The cases of a condition of one of these kinds.
const LESS: u8 = 1;
const EQUAL: u8 = 2;
const GREATER: u8 = 4;
pub(super) const EMPTY: u8 = 1;
const BETWEEN: u8 = 2;
pub(super) const FULL: u8 = 4;
const TRUE: u8 = 1;
const FALSE: u8 = 2;
/// All cases of a comparison, or of a channel.
const ALL: u8 = 7;

/// What a condition is about, and in which cases it holds.
#[derive(Clone, Copy)]
pub(super) struct Cases<'e> {
    pub of: Subject<'e>,
    pub holds: u8,
}

#[derive(Clone, Copy)]
pub(super) enum Subject<'e> {
    /// Two values that are compared.
    Compared(&'e Expr, &'e Expr),
    /// A channel: how full it is.
    Channel(&'e Expr),
    /// Whether this holds.
    Condition(&'e Expr),
}

impl<'e> Cases<'e> {
    /// The cases of a condition.
    pub fn of(condition: &'e Expr) -> Cases<'e> {
        match &condition.kind {
            ExprKind::Unary(UnaryOperator::Not, operand) => Cases::of(operand).complement(),
            ExprKind::Query(query, channel) => {
                let holds = match query {
                    ChannelQuery::Empty => EMPTY,
                    ChannelQuery::NotEmpty | ChannelQuery::Length => BETWEEN | FULL,
                    ChannelQuery::Full => FULL,
                    ChannelQuery::NotFull => EMPTY | BETWEEN,
                };
                Cases { of: Subject::Channel(channel), holds }
            }
            ExprKind::Binary(operator, parts) => match compared(*operator) {
                Some(holds) => Cases { of: Subject::Compared(&parts.0, &parts.1), holds },
                None => Cases { of: Subject::Condition(condition), holds: TRUE },
            },
            _ => Cases { of: Subject::Condition(condition), holds: TRUE },
        }
    }

    /// The other cases.
    pub fn complement(self) -> Cases<'e> {
        Cases { holds: self.all() & !self.holds, ..self }
    }

    fn all(&self) -> u8 {
        if matches!(self.of, Subject::Condition(_)) { TRUE | FALSE } else { ALL }
    }

    /// The cases of another condition as ones of this subject; none if it is about something else.
    fn of_same(&self, other: &Cases<'_>, known: &Known) -> Option<u8> {
        // All options of one choice are asked with the same counters.
        let same = |a: &Expr, b: &Expr| known.same(a, b, known);
        match (self.of, other.of) {
            (Subject::Channel(a), Subject::Channel(b))
            | (Subject::Condition(a), Subject::Condition(b)) => same(a, b).then_some(other.holds),
            (Subject::Compared(a, b), Subject::Compared(c, d)) => {
                if same(a, c) && same(b, d) {
                    return Some(other.holds);
                }
                (same(a, d) && same(b, c)).then(|| mirrored(other.holds))
            }
            _ => None,
        }
    }
}

fn compared(operator: BinaryOperator) -> Option<u8> {
    Some(match operator {
        BinaryOperator::Less => LESS,
        BinaryOperator::LessEqual => LESS | EQUAL,
        BinaryOperator::Equal => EQUAL,
        BinaryOperator::NotEqual => LESS | GREATER,
        BinaryOperator::Greater => GREATER,
        BinaryOperator::GreaterEqual => EQUAL | GREATER,
        _ => return None,
    })
}

fn mirrored(cases: u8) -> u8 {
    let swap = |from: u8, to: u8| if cases & from == 0 { 0 } else { to };
    cases & EQUAL | swap(LESS, GREATER) | swap(GREATER, LESS)
}

/// Whether one of these options is possible in every state. Each is given by its conditions that counters do not decide; with
/// none, it is always possible.
pub(crate) fn always_one(options: &[Vec<&Expr>], known: &Known) -> bool {
    let single = options.iter().filter_map(|conditions| match conditions[..] {
        [only] => Some(Cases::of(only)),
        _ => None,
    });
    let single: Vec<Cases<'_>> = single.collect();
    options.iter().any(Vec::is_empty)
        || single.iter().any(|first| {
            let same = single.iter().filter_map(|other| first.of_same(other, known));
            same.fold(0, |all, cases| all | cases) == first.all()
        })
}

/// Whether at most one of these options is possible in a state.
pub(super) fn exclusive(options: &[Vec<&Expr>], known: &Known) -> bool {
    let excluded = |a: &[&Expr], b: &[&Expr]| {
        let cases = a.iter().map(|condition| Cases::of(condition));
        cases.into_iter().any(|first| {
            let mut others = b.iter().filter_map(|c| first.of_same(&Cases::of(c), known));
            others.any(|holds| holds & first.holds == 0)
        })
    };
    let pairs = options.iter().enumerate();
    pairs.into_iter().all(|(place, a)| options[place + 1..].iter().all(|b| excluded(a, b)))
}
