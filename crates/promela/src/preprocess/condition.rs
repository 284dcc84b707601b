//! The conditions of `#if` and `#elif`.

use diagnostics::{Diagnostic, Span};

use super::Preprocessor;
use super::macros::shorten;
use crate::lex::{Interner, Kind, Token, character};

/// How deep parentheses and operators may be nested in a condition.
const MAX_DEPTH: usize = 100;

/// What is wrong with a condition, and where.
type Problem = (Span, String);

impl Preprocessor<'_> {
    /// The value of a condition, given the tokens after `#if`. A malformed one is reported and false.
    pub(super) fn condition(&mut self, directive: Token, line: &[Token]) -> bool {
        let mut tokens = Vec::new();
        let mut rest = line;
        while let Some((&token, after)) = rest.split_first() {
            rest = after;
            if token.kind != Kind::Identifier || self.interner.text(token.symbol) != "defined" {
                tokens.push(token);
                continue;
            }
            let symbol = match rest {
                [name, ..] if name.kind == Kind::Identifier => {
                    rest = &rest[1..];
                    name.symbol
                }
                [open, name, close, ..]
                    if open.kind == Kind::LeftParen
                        && name.kind == Kind::Identifier
                        && close.kind == Kind::RightParen =>
                {
                    rest = &rest[3..];
                    name.symbol
                }
                _ => {
                    self.report(Diagnostic::error(
                        token.span,
                        "`defined` needs the name of a macro",
                    ));
                    return false;
                }
            };
            let value = if self.is_defined(symbol) { "1" } else { "0" };
            let symbol = self.interner.intern(value);
            tokens.push(Token { kind: Kind::Number, symbol, ..token });
        }
        let tokens = self.expand_all(tokens);
        let mut condition = Condition {
            tokens: &tokens,
            position: 0,
            interner: &self.interner,
            end: directive.span,
            depth: 0,
        };
        match condition.evaluate() {
            Ok(value) => value != 0,
            Err((span, message)) => {
                self.report(Diagnostic::error(span, message));
                false
            }
        }
    }
}

struct Condition<'a> {
    tokens: &'a [Token],
    position: usize,
    interner: &'a Interner,
    end: Span,
    depth: usize,
}

/// Binary operators by precedence, weakest first.
fn precedence(kind: Kind) -> Option<u8> {
    Some(match kind {
        Kind::Or => 1,
        Kind::And => 2,
        Kind::BitOr => 3,
        Kind::BitXor => 4,
        Kind::BitAnd => 5,
        Kind::Equal | Kind::NotEqual => 6,
        Kind::Less | Kind::LessEqual | Kind::Greater | Kind::GreaterEqual => 7,
        Kind::ShiftLeft | Kind::ShiftRight => 8,
        Kind::Plus | Kind::Minus => 9,
        Kind::Star | Kind::Slash | Kind::Percent => 10,
        _ => return None,
    })
}

impl Condition<'_> {
    fn evaluate(&mut self) -> Result<i64, Problem> {
        if self.tokens.is_empty() {
            return Err((self.end, "this condition is empty".to_owned()));
        }
        let value = self.ternary(true)?;
        match self.tokens.get(self.position) {
            None => Ok(value),
            Some(token) => {
                let text = shorten(self.interner.text(token.symbol));
                Err((token.span, format!("`{text}` is not expected in this condition")))
            }
        }
    }

    fn peek(&self) -> Option<Kind> {
        self.tokens.get(self.position).map(|t| t.kind)
    }

    fn enter(&mut self) -> Result<(), Problem> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            let span = self.tokens.get(self.position).map_or(self.end, |t| t.span);
            return Err((span, "this condition is nested too deeply".to_owned()));
        }
        Ok(())
    }

    /// `live` is false where `&&`, `||` or `?:` has already decided: there, `1/0` is no error.
    fn ternary(&mut self, live: bool) -> Result<i64, Problem> {
        self.enter()?;
        let condition = self.binary(1, live)?;
        let value = if self.peek() == Some(Kind::Question) {
            self.position += 1;
            let yes = self.ternary(live && condition != 0)?;
            if self.peek() != Some(Kind::Colon) {
                let span = self.tokens.get(self.position).map_or(self.end, |t| t.span);
                return Err((span, "`:` is missing after `?`".to_owned()));
            }
            self.position += 1;
            let no = self.ternary(live && condition == 0)?;
            if condition != 0 { yes } else { no }
        } else {
            condition
        };
        self.depth -= 1;
        Ok(value)
    }

    fn binary(&mut self, weakest: u8, live: bool) -> Result<i64, Problem> {
        self.enter()?;
        let mut left = self.unary(live)?;
        while let Some(kind) = self.peek()
            && let Some(level) = precedence(kind)
            && level >= weakest
        {
            let span = self.tokens[self.position].span;
            self.position += 1;
            let live = live && !(kind == Kind::And && left == 0 || kind == Kind::Or && left != 0);
            let right = self.binary(level + 1, live)?;
            left = match kind {
                Kind::Or => i64::from(left != 0 || right != 0),
                Kind::And => i64::from(left != 0 && right != 0),
                Kind::BitOr => left | right,
                Kind::BitXor => left ^ right,
                Kind::BitAnd => left & right,
                Kind::Equal => i64::from(left == right),
                Kind::NotEqual => i64::from(left != right),
                Kind::Less => i64::from(left < right),
                Kind::LessEqual => i64::from(left <= right),
                Kind::Greater => i64::from(left > right),
                Kind::GreaterEqual => i64::from(left >= right),
                Kind::ShiftLeft => {
                    left.checked_shl(u32::try_from(right).unwrap_or(64)).unwrap_or(0)
                }
                Kind::ShiftRight => {
                    left.checked_shr(u32::try_from(right).unwrap_or(64)).unwrap_or(0)
                }
                Kind::Plus => left.wrapping_add(right),
                Kind::Minus => left.wrapping_sub(right),
                Kind::Star => left.wrapping_mul(right),
                _ if right == 0 && !live => 0,
                _ if right == 0 => {
                    return Err((span, "division by zero in a condition".to_owned()));
                }
                Kind::Slash => left.wrapping_div(right),
                _ => left.wrapping_rem(right),
            };
        }
        self.depth -= 1;
        Ok(left)
    }

    fn unary(&mut self, live: bool) -> Result<i64, Problem> {
        self.enter()?;
        let Some(&token) = self.tokens.get(self.position) else {
            return Err((self.end, "this condition is incomplete".to_owned()));
        };
        self.position += 1;
        let value = match token.kind {
            Kind::Bang => i64::from(self.unary(live)? == 0),
            Kind::BangBang => i64::from(self.unary(live)? != 0),
            Kind::Tilde => !self.unary(live)?,
            Kind::Minus => self.unary(live)?.wrapping_neg(),
            Kind::Plus => self.unary(live)?,
            Kind::LeftParen => {
                let value = self.ternary(live)?;
                if self.peek() != Some(Kind::RightParen) {
                    return Err((token.span, "this `(` is not closed".to_owned()));
                }
                self.position += 1;
                value
            }
            Kind::Number => self.number(token)?,
            Kind::Character => character(self.interner.text(token.symbol)).unwrap_or(0),
            // A name that is no macro is 0.
            Kind::Identifier => 0,
            _ => {
                let text = shorten(self.interner.text(token.symbol));
                return Err((token.span, format!("`{text}` is not expected in this condition")));
            }
        };
        self.depth -= 1;
        Ok(value)
    }

    fn number(&self, token: Token) -> Result<i64, Problem> {
        let text = self.interner.text(token.symbol);
        let digits = text.trim_end_matches(['u', 'U', 'l', 'L']);
        let value =
            if let Some(hex) = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
                i64::from_str_radix(hex, 16)
            } else if digits.len() > 1 && digits.starts_with('0') {
                i64::from_str_radix(digits, 8)
            } else {
                digits.parse()
            };
        value.map_err(|_| (token.span, format!("`{}` is not a whole number", shorten(text))))
    }
}
