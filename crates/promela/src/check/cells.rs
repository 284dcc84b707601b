//! What a variable, a parameter or a field of a message can hold.

use std::fmt;

use super::signatures::SignatureId;
use crate::ast::Type;

/// The values from `low` to `high`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    pub low: i64,
    pub high: i64,
}

impl Range {
    pub const BIT: Range = Range { low: 0, high: 1 };
    pub const BYTE: Range = Range { low: 0, high: 255 };
    pub const SHORT: Range = Range { low: i16::MIN as i64, high: i16::MAX as i64 };
    pub const INT: Range = Range { low: i32::MIN as i64, high: i32::MAX as i64 };

    /// One value.
    pub fn only(value: i64) -> Range {
        Range { low: value, high: value }
    }

    /// Whether all of `other` is in it.
    pub fn holds(self, other: Range) -> bool {
        self.low <= other.low && other.high <= self.high
    }

    /// The smallest range with both in it.
    pub fn hull(self, other: Range) -> Range {
        Range { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    /// What a value becomes when it is stored here.
    pub fn wrap(self, value: i64) -> i64 {
        let size = self.high - self.low + 1;
        value.saturating_sub(self.low).rem_euclid(size) + self.low
    }
}

/// A place for one value.
#[derive(Clone, Debug)]
pub struct Cell {
    /// Its type, which is no structure.
    pub ty: Type,
    /// The bits of an `unsigned`.
    pub width: Option<i64>,
    /// The messages of the channels that it can hold, if it holds channels.
    pub signature: Option<SignatureId>,
    /// A `bit` that is kept in a byte, as SPIN's verifiers do with those in arrays and with one
    /// that is a whole message: it may hold more than its type says.
    pub is_loose: bool,
}

impl Cell {
    /// A place for channels with a signature.
    pub fn channel(signature: SignatureId) -> Cell {
        Cell { ty: Type::Chan, width: None, signature: Some(signature), is_loose: false }
    }

    /// A place that is declared with a type.
    pub fn of(ty: &Type, width: Option<i64>, signature: Option<SignatureId>) -> Cell {
        Cell { ty: ty.clone(), width, signature, is_loose: false }
    }

    /// Makes it a place that may be kept in a byte.
    pub fn loosen(&mut self) {
        self.is_loose = matches!(self.ty, Type::Bit | Type::Bool);
    }

    /// The numbers that fit.
    pub fn range(&self) -> Range {
        match self.ty {
            Type::Bit | Type::Bool => Range::BIT,
            Type::Short => Range::SHORT,
            Type::Int => Range::INT,
            Type::Unsigned => {
                let bits = self.width.unwrap_or(31).clamp(1, 31);
                Range { low: 0, high: (1 << bits) - 1 }
            }
            _ => Range::BYTE,
        }
    }

    /// Whether two places take the same values.
    pub fn agrees(&self, other: &Cell) -> bool {
        match (&self.ty, &other.ty) {
            (Type::Chan, Type::Chan) => true,
            (Type::Mtype(a), Type::Mtype(b)) => a == b,
            (Type::Chan | Type::Mtype(_), _) | (_, Type::Chan | Type::Mtype(_)) => false,
            _ => self.range() == other.range(),
        }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = match &self.ty {
            Type::Bit => "bit",
            Type::Bool => "bool",
            Type::Byte => "byte",
            Type::Pid => "pid",
            Type::Short => "short",
            Type::Int => "int",
            Type::Chan => "chan",
            Type::Mtype(None) => "mtype",
            Type::Mtype(Some(kind)) => return write!(f, "mtype:{kind}"),
            Type::User(name) => name,
            Type::Unsigned => match self.width {
                Some(width) => return write!(f, "unsigned : {width}"),
                None => "unsigned",
            },
        };
        f.write_str(word)
    }
}
