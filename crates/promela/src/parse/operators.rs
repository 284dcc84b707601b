//! The operators and how strongly they bind: SPIN's `%left` and `%right` lines.

use crate::ast::{BinaryOperator, UnaryOperator};
use crate::lex::Kind;

/// A binary operator and its strength (all of them group to the left).
pub(super) fn binary(kind: Kind) -> Option<(BinaryOperator, u8)> {
    use BinaryOperator as B;
    Some(match kind {
        Kind::Or => (B::Or, 1),
        Kind::And => (B::And, 2),
        Kind::BitOr => (B::BitOr, 3),
        Kind::BitXor => (B::BitXor, 4),
        Kind::BitAnd => (B::BitAnd, 5),
        Kind::Equal => (B::Equal, 6),
        Kind::NotEqual => (B::NotEqual, 6),
        Kind::Greater => (B::Greater, 7),
        Kind::Less => (B::Less, 7),
        Kind::GreaterEqual => (B::GreaterEqual, 7),
        Kind::LessEqual => (B::LessEqual, 7),
        Kind::ShiftLeft => (B::ShiftLeft, 8),
        Kind::ShiftRight => (B::ShiftRight, 8),
        Kind::Plus => (B::Add, 9),
        Kind::Minus => (B::Subtract, 9),
        Kind::Star => (B::Multiply, 10),
        Kind::Slash => (B::Divide, 10),
        Kind::Percent => (B::Modulo, 10),
        _ => return None,
    })
}

/// A unary operator; all of them bind more strongly than the binary ones.
pub(super) fn unary(kind: Kind) -> Option<UnaryOperator> {
    Some(match kind {
        Kind::Minus => UnaryOperator::Negate,
        Kind::Bang => UnaryOperator::Not,
        Kind::Tilde => UnaryOperator::Complement,
        _ => return None,
    })
}
