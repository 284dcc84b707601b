//! Expressions, by precedence climbing.

use diagnostics::Span;
use syntax::{Parse, Parsing};

use super::cursor::Parser;
use crate::lex::Kind;
use crate::tree::{BinaryOperator, Expression, ExpressionKind, ProcessOperator};

/// How loosely operators bind; those of one level are equal. The levels are those of section 4.2.5 of the manual of FDR4.
pub(super) mod level {
    pub const APPEND: u8 = 2;
    pub const LENGTH: u8 = 3;
    pub const TIMES: u8 = 4;
    pub const PLUS: u8 = 5;
    pub const COMPARISON: u8 = 6;
    pub const NOT: u8 = 7;
    pub const AND: u8 = 8;
    pub const OR: u8 = 9;
    pub const DOT: u8 = 11;
    pub const FIELD: u8 = 12;
    pub const PREFIX: u8 = 13;
    pub const SEQUENCE: u8 = 14;
    pub const SLIDING: u8 = 15;
    pub const INTERRUPT: u8 = 16;
    pub const EXTERNAL: u8 = 17;
    pub const INTERNAL: u8 = 18;
    pub const PARALLEL: u8 = 19;
    pub const INTERLEAVE: u8 = 20;
    pub const HIDE: u8 = 21;
    pub const ANY: u8 = 24;
}

/// An operator between values, and its level.
fn value_operator(kind: Kind) -> Option<(BinaryOperator, u8)> {
    Some(match kind {
        Kind::Append => (BinaryOperator::Append, level::APPEND),
        Kind::Times => (BinaryOperator::Multiply, level::TIMES),
        Kind::Divide => (BinaryOperator::Divide, level::TIMES),
        Kind::Remainder => (BinaryOperator::Remainder, level::TIMES),
        Kind::Plus => (BinaryOperator::Add, level::PLUS),
        Kind::Minus => (BinaryOperator::Subtract, level::PLUS),
        Kind::Equal => (BinaryOperator::Equal, level::COMPARISON),
        Kind::Unequal => (BinaryOperator::Unequal, level::COMPARISON),
        Kind::Less => (BinaryOperator::Less, level::COMPARISON),
        Kind::LessOrEqual => (BinaryOperator::LessOrEqual, level::COMPARISON),
        Kind::Greater => (BinaryOperator::Greater, level::COMPARISON),
        Kind::GreaterOrEqual => (BinaryOperator::GreaterOrEqual, level::COMPARISON),
        Kind::And => (BinaryOperator::And, level::AND),
        Kind::Or => (BinaryOperator::Or, level::OR),
        _ => return None,
    })
}

/// An operator between processes, and its level.
fn process_operator(kind: Kind) -> Option<(ProcessOperator, u8)> {
    Some(match kind {
        Kind::Semicolon => (ProcessOperator::Sequence, level::SEQUENCE),
        Kind::SlidingChoice => (ProcessOperator::SlidingChoice, level::SLIDING),
        Kind::Interrupt => (ProcessOperator::Interrupt, level::INTERRUPT),
        Kind::ExternalChoice => (ProcessOperator::ExternalChoice, level::EXTERNAL),
        Kind::InternalChoice => (ProcessOperator::InternalChoice, level::INTERNAL),
        Kind::Interleave => (ProcessOperator::Interleave, level::INTERLEAVE),
        Kind::Backslash => (ProcessOperator::Hide, level::HIDE),
        Kind::Project => (ProcessOperator::Project, level::HIDE),
        _ => return None,
    })
}

impl Parser<'_> {
    /// A whole expression.
    pub fn expression(&mut self) -> Parse<Expression> {
        self.up_to(level::ANY)
    }

    /// An expression with operators of a level at most, where they are not in brackets or in what extends to the right.
    pub fn up_to(&mut self, loosest: u8) -> Parse<Expression> {
        self.deeper(|parser| parser.operators(loosest))
    }

    fn operators(&mut self, loosest: u8) -> Parse<Expression> {
        let start = self.token().span;
        let mut left = self.operand()?;
        let mut before = None;
        while let Some(level) = self.infix_level().filter(|&level| level <= loosest) {
            if before == Some(level) && matches!(level, level::COMPARISON | level::PARALLEL) {
                let span = self.token().span;
                let message = format!("`{}` is ambiguous here", self.slice(span));
                return Err(self.mistake(
                    span,
                    &message,
                    "add brackets around one of the two operators",
                ));
            }
            before = Some(level);
            let kind = self.infix(left, level)?;
            left = self.made(kind, start)?;
        }
        Ok(left)
    }

    /// The level of the operator that goes on with an expression here, if there is one.
    pub fn infix_level(&self) -> Option<u8> {
        let kind = self.peek();
        if kind == Kind::Greater && self.in_sequence {
            return None;
        }
        let value = value_operator(kind).map(|(_, level)| level);
        let process = process_operator(kind).map(|(_, level)| level);
        value.or(process).or(match kind {
            Kind::Dot => Some(level::DOT),
            Kind::Question | Kind::Exclamation | Kind::Dollar => Some(level::FIELD),
            Kind::Arrow | Kind::Guard => Some(level::PREFIX),
            Kind::LeftSynchronisingInterrupt => Some(level::INTERRUPT),
            Kind::LeftSynchronisingChoice => Some(level::EXTERNAL),
            Kind::LeftInterface | Kind::LeftBracket => Some(level::PARALLEL),
            _ => None,
        })
    }

    /// An operator after its left operand, and what follows it.
    fn infix(&mut self, left: Expression, level: u8) -> Parse<ExpressionKind> {
        let kind = self.peek();
        let left = Box::new(left);
        if let Some((operator, level)) = value_operator(kind) {
            self.bump();
            let right = Box::new(self.up_to(level - 1)?);
            return Ok(ExpressionKind::Binary(operator, left, right));
        }
        if let Some((operator, level)) = process_operator(kind) {
            self.bump();
            let right = Box::new(self.up_to(right_of(operator, level))?);
            return Ok(ExpressionKind::Process(operator, left, right));
        }
        match kind {
            Kind::Dot => {
                self.bump();
                Ok(ExpressionKind::Dot(left, Box::new(self.up_to(level)?)))
            }
            Kind::Guard => {
                self.bump();
                Ok(ExpressionKind::Guard(left, Box::new(self.up_to(level)?)))
            }
            Kind::LeftInterface => self.interface(left),
            Kind::LeftBracket => self.alphabets_or_links(left),
            Kind::LeftSynchronisingChoice => self.synchronising_choice(left),
            Kind::LeftSynchronisingInterrupt => self.synchronising_interrupt(left),
            _ => self.prefix(left),
        }
    }

    /// The operand of an operator before it, which was read.
    pub fn operand_of(&mut self, level: u8) -> Parse<Box<Expression>> {
        self.up_to(level - 1).map(Box::new)
    }

    /// An expression made of what stands between a place and the last token.
    pub fn made(&mut self, kind: ExpressionKind, start: Span) -> Parse<Expression> {
        self.grow()?;
        Ok(Expression { kind, span: self.since(start) })
    }
}

/// Up to which level the right operand of an operator goes. What is hidden is a set: an operator that binds more tightly than
/// hiding goes on with the process that hides, so that `P \ A ||| Q` is `(P \ A) ||| Q`.
fn right_of(operator: ProcessOperator, level: u8) -> u8 {
    match operator {
        ProcessOperator::Hide | ProcessOperator::Project => level::PREFIX,
        _ => level - 1,
    }
}
