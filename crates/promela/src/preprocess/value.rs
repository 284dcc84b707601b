//! The values of conditions: whole numbers of 64 bits, with or without a sign, as in C.

use crate::lex::Kind;

/// A number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Value {
    bits: i64,
    unsigned: bool,
}

impl Value {
    /// A number with a sign.
    pub(super) fn of(bits: i64) -> Self {
        Value { bits, unsigned: false }
    }

    /// 1 or 0.
    pub(super) fn truth(truth: bool) -> Self {
        Value::of(i64::from(truth))
    }

    /// The number, if it is no large one without a sign.
    pub(super) fn bits(self) -> i64 {
        self.bits
    }

    pub(super) fn is_true(self) -> bool {
        self.bits != 0
    }

    /// One of two values; what type it has depends on both.
    pub(super) fn choose(condition: Value, yes: Value, no: Value) -> Value {
        let chosen = if condition.is_true() { yes } else { no };
        Value { bits: chosen.bits, unsigned: yes.unsigned || no.unsigned }
    }

    pub(super) fn negate(self) -> Self {
        Value { bits: self.bits.wrapping_neg(), ..self }
    }

    pub(super) fn complement(self) -> Self {
        Value { bits: !self.bits, ..self }
    }

    /// The value of a binary operator; `None` where it is a division by zero.
    pub(super) fn binary(operator: Kind, left: Value, right: Value) -> Option<Value> {
        let unsigned = left.unsigned || right.unsigned;
        let (l, r) = (left.bits, right.bits);
        let bits = match operator {
            Kind::Or => return Some(Value::truth(left.is_true() || right.is_true())),
            Kind::And => return Some(Value::truth(left.is_true() && right.is_true())),
            Kind::Equal => return Some(Value::truth(l == r)),
            Kind::NotEqual => return Some(Value::truth(l != r)),
            Kind::Less => return Some(Value::truth(less(l, r, unsigned))),
            Kind::LessEqual => return Some(Value::truth(!less(r, l, unsigned))),
            Kind::Greater => return Some(Value::truth(less(r, l, unsigned))),
            Kind::GreaterEqual => return Some(Value::truth(!less(l, r, unsigned))),
            Kind::ShiftLeft => return Some(left.shifted(right, true)),
            Kind::ShiftRight => return Some(left.shifted(right, false)),
            Kind::BitOr => l | r,
            Kind::BitXor => l ^ r,
            Kind::BitAnd => l & r,
            Kind::Plus => l.wrapping_add(r),
            Kind::Minus => l.wrapping_sub(r),
            Kind::Star => l.wrapping_mul(r),
            _ if r == 0 => return None,
            Kind::Slash if unsigned => (l.cast_unsigned() / r.cast_unsigned()).cast_signed(),
            Kind::Slash => l.wrapping_div(r),
            _ if unsigned => (l.cast_unsigned() % r.cast_unsigned()).cast_signed(),
            _ => l.wrapping_rem(r),
        };
        Some(Value { bits, unsigned })
    }

    /// Shifted; by a negative number, the other way.
    fn shifted(self, by: Value, left: bool) -> Value {
        let backwards = !by.unsigned && by.bits < 0;
        let distance = if backwards { by.bits.unsigned_abs() } else { by.bits.cast_unsigned() };
        let distance = u32::try_from(distance).unwrap_or(u32::MAX);
        let bits = if left != backwards {
            self.bits.checked_shl(distance).unwrap_or(0)
        } else if self.unsigned {
            self.bits.cast_unsigned().checked_shr(distance).unwrap_or(0).cast_signed()
        } else {
            self.bits >> distance.min(63)
        };
        Value { bits, ..self }
    }

    /// The value of a number as C writes it.
    pub(super) fn number(text: &str) -> Option<Value> {
        let text = text.to_ascii_lowercase();
        let (base, text) = match text.as_bytes() {
            [b'0', b'x', ..] => (16, &text[2..]),
            [b'0', b'b', ..] => (2, &text[2..]),
            [b'0', ..] => (8, text.as_str()),
            _ => (10, text.as_str()),
        };
        let digits = text.trim_end_matches(['u', 'l']);
        let suffix = &text[digits.len()..];
        if !matches!(suffix, "" | "u" | "l" | "ul" | "lu" | "ll" | "ull" | "llu") {
            return None;
        }
        let number = u64::from_str_radix(digits, base).ok().filter(|_| !digits.starts_with('+'))?;
        let unsigned = suffix.contains('u') || i64::try_from(number).is_err();
        Some(Value { bits: number.cast_signed(), unsigned })
    }

    /// The value of a character constant as C computes it: several characters make one number.
    pub(super) fn character(text: &str) -> Option<Value> {
        let mut rest = text.strip_prefix('\'')?.strip_suffix('\'')?.as_bytes();
        let (mut value, mut count) = (0_i32, 0);
        while !rest.is_empty() {
            let byte;
            (byte, rest) = first_byte(rest)?;
            value = (value << 8) | i32::from(byte);
            count += 1;
        }
        match count {
            0 => None,
            1 => Some(Value::of(i64::from((value as u8).cast_signed()))),
            _ => Some(Value::of(i64::from(value))),
        }
    }
}

fn less(left: i64, right: i64, unsigned: bool) -> bool {
    if unsigned { left.cast_unsigned() < right.cast_unsigned() } else { left < right }
}

/// The byte that a text starts with, which may be written as an escape, and the rest.
fn first_byte(text: &[u8]) -> Option<(u8, &[u8])> {
    let (&first, rest) = text.split_first()?;
    if first != b'\\' {
        return Some((first, rest));
    }
    let (&letter, rest) = rest.split_first()?;
    let byte = match letter {
        b'a' => 7,
        b'b' => 8,
        b't' => 9,
        b'n' => 10,
        b'v' => 11,
        b'f' => 12,
        b'r' => 13,
        b'e' | b'E' => 27,
        b'x' => {
            return digits(rest, 16, usize::MAX);
        }
        b'0'..=b'7' => return digits(&text[1..], 8, 3),
        other => other,
    };
    Some((byte, rest))
}

/// The byte that some digits write (the last bits, if there are too many), and the rest.
fn digits(text: &[u8], base: u32, most: usize) -> Option<(u8, &[u8])> {
    let digit = |&byte: &u8| char::from(byte).to_digit(base);
    let values: Vec<u32> = text.iter().map_while(digit).take(most).collect();
    let number = values.iter().fold(0_u32, |number, digit| number.wrapping_mul(base) + digit);
    (!values.is_empty()).then(|| (number as u8, &text[values.len()..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_bases_and_suffixes() {
        let bits = |text| Value::number(text).map(|value| (value.bits, value.unsigned));
        assert_eq!(bits("0"), Some((0, false)));
        assert_eq!(bits("017"), Some((15, false)));
        assert_eq!(bits("0X1FuL"), Some((31, true)));
        assert_eq!(bits("18446744073709551615"), Some((-1, true)));
        for wrong in ["08", "0x", "1ulu", "1.5", "1e3", "", "18446744073709551616", "0b2"] {
            assert_eq!(bits(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn characters_are_bytes() {
        let bits = |text| Value::character(text).map(|value| value.bits);
        assert_eq!(bits("'a'"), Some(97));
        assert_eq!(bits(r"'\0'"), Some(0));
        assert_eq!(bits(r"'\3777'"), Some(0xff37));
        assert_eq!(bits(r"'\xff'"), Some(-1));
        assert_eq!(bits("'abcde'"), bits("'bcde'"));
        for wrong in ["''", r"'\'", r"'\x'", "'"] {
            assert_eq!(bits(wrong), None, "{wrong}");
        }
    }
}
