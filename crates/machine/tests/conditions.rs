//! What conditions are taken apart into.

use machine::conditions::{Apart, Connected, Join};
use machine::index::LabelId;
use machine::program::{BinaryOperator, Expr, UnaryOperator};

/// Whether a process is at a label.
fn at(process: i32, label: usize) -> Expr {
    Expr::at(Expr::constant(process), LabelId::new(label))
}

#[test]
fn parts_read_one_place_and_are_different() {
    let here = |process| Expr::binary(BinaryOperator::BitOr, at(process, 1), at(process, 2));
    let pair = Expr::binary(BinaryOperator::BitAnd, here(1), here(2));
    let other = Expr::binary(BinaryOperator::BitAnd, here(2), here(3));
    let condition = Expr::binary(BinaryOperator::Or, pair, other);
    let Apart { whole, parts } = Apart::new(&condition);
    assert_eq!(parts, [&here(1), &here(2), &here(3)]);
    let joined = |is_and, asks_both, left, right| {
        Connected::Joined(Join { is_and, asks_both }, Box::new((left, right)))
    };
    let both = |left, right| joined(true, true, Connected::Part(left), Connected::Part(right));
    assert_eq!(whole, joined(false, false, both(0, 1), both(1, 2)));
}

/// Bitwise operators join truth values, and no other numbers: `1 & 2` does not hold.
#[test]
fn numbers_are_not_joined() {
    let sum = |process| Expr::binary(BinaryOperator::Add, at(process, 1), Expr::constant(1));
    let condition = Expr::binary(BinaryOperator::BitAnd, sum(1), sum(2));
    let Apart { whole, parts } = Apart::new(&condition);
    assert_eq!((whole, parts), (Connected::Part(0), vec![&condition]));
}

#[test]
fn what_is_denied_is_taken_apart() {
    let both = Expr::binary(BinaryOperator::And, at(1, 1), at(2, 1));
    let condition = Expr::unary(UnaryOperator::Not, both);
    let Apart { whole, parts } = Apart::new(&condition);
    let inner = (Connected::Part(0), Connected::Part(1));
    let join = Join { is_and: true, asks_both: false };
    assert_eq!(whole, Connected::Not(Box::new(Connected::Joined(join, Box::new(inner)))));
    assert_eq!(parts, [&at(1, 1), &at(2, 1)]);
}
