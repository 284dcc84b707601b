//! The conditions of `#if` and `#elif`.

use diagnostics::{Diagnostic, Span};

use super::Preprocessor;
use super::macros::shorten;
use super::value::Value;
use crate::lex::{Interner, Kind, Symbol, Token};

/// How deep parentheses and operators may be nested in a condition.
const MAX_DEPTH: usize = 100;

/// What is wrong with a condition, and where.
pub(super) type Problem = (Span, String);

impl Preprocessor<'_> {
    /// The value of a condition, given the tokens after `#if`. A malformed one is reported and false.
    pub(super) fn condition(&mut self, directive: Token, line: &[Token]) -> bool {
        let Some(tokens) = self.expand_condition(line.to_vec()) else { return false };
        match self.evaluate(directive.span, &tokens) {
            Ok(value) => value.is_true(),
            Err((span, message)) => {
                self.report(Diagnostic::error(span, message));
                false
            }
        }
    }

    /// The value of an expression without macros that ends at `end`.
    pub(super) fn value(&self, end: Span, tokens: &[Token]) -> Result<i64, Problem> {
        self.evaluate(end, tokens).map(Value::bits)
    }

    fn evaluate(&self, end: Span, tokens: &[Token]) -> Result<Value, Problem> {
        let interner = &self.interner;
        Condition { tokens, position: 0, interner, end, depth: 0 }.evaluate()
    }

    /// Expands the macros of a condition, except after `defined`, which becomes 0 or 1 here. (It may
    /// itself come out of a macro.) `None` if one is malformed.
    fn expand_condition(&mut self, line: Vec<Token>) -> Option<Vec<Token>> {
        let mut well_formed = true;
        let tokens = self.expand_apart(line, |this, token, floor| {
            if token.kind != Kind::Identifier || this.interner.text(token.symbol) != "defined" {
                return token;
            }
            let Some(symbol) = this.name_after_defined(floor) else {
                let message = "`defined` needs the name of a macro";
                this.report(Diagnostic::error(token.span, message));
                well_formed = false;
                return token;
            };
            let value = if this.is_defined(symbol) { "1" } else { "0" };
            let symbol = this.interner.intern(value);
            Token { kind: Kind::Number, symbol, ..token }
        });
        well_formed.then_some(tokens)
    }

    fn name_after_defined(&mut self, floor: usize) -> Option<Symbol> {
        let first = self.read(Some(floor))?;
        let name = if first.kind == Kind::LeftParen { self.read(Some(floor))? } else { first };
        if first.kind == Kind::LeftParen && self.read(Some(floor))?.kind != Kind::RightParen {
            return None;
        }
        if name.kind != Kind::Identifier {
            return None;
        }
        self.note_asked(name);
        Some(name.symbol)
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
    fn evaluate(&mut self) -> Result<Value, Problem> {
        if self.tokens.is_empty() {
            return Err((self.end, "this condition is empty".to_owned()));
        }
        let value = self.comma(true)?;
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
    fn comma(&mut self, live: bool) -> Result<Value, Problem> {
        let mut value = self.ternary(live)?;
        while self.peek() == Some(Kind::Comma) {
            self.position += 1;
            value = self.ternary(live)?;
        }
        Ok(value)
    }

    fn ternary(&mut self, live: bool) -> Result<Value, Problem> {
        self.enter()?;
        let condition = self.binary(1, live)?;
        let value = if self.peek() == Some(Kind::Question) {
            self.position += 1;
            let yes = self.comma(live && condition.is_true())?;
            if self.peek() != Some(Kind::Colon) {
                let span = self.tokens.get(self.position).map_or(self.end, |t| t.span);
                return Err((span, "`:` is missing after `?`".to_owned()));
            }
            self.position += 1;
            let no = self.ternary(live && !condition.is_true())?;
            Value::choose(condition, yes, no)
        } else {
            condition
        };
        self.depth -= 1;
        Ok(value)
    }

    fn binary(&mut self, weakest: u8, live: bool) -> Result<Value, Problem> {
        self.enter()?;
        let mut left = self.unary(live)?;
        while let Some(kind) = self.peek()
            && let Some(level) = precedence(kind)
            && level >= weakest
        {
            let span = self.tokens[self.position].span;
            self.position += 1;
            let decided =
                (kind == Kind::And && !left.is_true()) || (kind == Kind::Or && left.is_true());
            let right = self.binary(level + 1, live && !decided)?;
            left = match Value::binary(kind, left, right) {
                Some(value) => value,
                None if live => {
                    return Err((span, "division by zero in a condition".to_owned()));
                }
                None => Value::of(0),
            };
        }
        self.depth -= 1;
        Ok(left)
    }

    fn unary(&mut self, live: bool) -> Result<Value, Problem> {
        self.enter()?;
        let Some(&token) = self.tokens.get(self.position) else {
            return Err((self.end, "this condition is incomplete".to_owned()));
        };
        self.position += 1;
        let value = match token.kind {
            Kind::Bang => Value::truth(!self.unary(live)?.is_true()),
            Kind::BangBang => Value::truth(self.unary(live)?.is_true()),
            Kind::Tilde => self.unary(live)?.complement(),
            Kind::Minus => self.unary(live)?.negate(),
            Kind::Plus => self.unary(live)?,
            Kind::LeftParen => {
                let value = self.comma(live)?;
                if self.peek() != Some(Kind::RightParen) {
                    return Err((token.span, "this `(` is not closed".to_owned()));
                }
                self.position += 1;
                value
            }
            Kind::Number => self.constant(token, Value::number, "whole number")?,
            Kind::Character => self.constant(token, Value::character, "character")?,
            // A name that is no macro is 0.
            Kind::Identifier => Value::of(0),
            _ => {
                let text = shorten(self.interner.text(token.symbol));
                return Err((token.span, format!("`{text}` is not expected in this condition")));
            }
        };
        self.depth -= 1;
        Ok(value)
    }

    fn constant(
        &self,
        token: Token,
        read: fn(&str) -> Option<Value>,
        what: &str,
    ) -> Result<Value, Problem> {
        let text = self.interner.text(token.symbol);
        read(text).ok_or_else(|| (token.span, format!("`{}` is not a {what}", shorten(text))))
    }
}
