//! Patterns.

use diagnostics::Span;
use syntax::{Parse, Parsing};

use super::cursor::Parser;
use crate::lex::Kind;
use crate::tree::{Pattern, PatternKind};

impl Parser<'_> {
    /// A whole pattern: `p @@ q`, or what binds more tightly.
    pub fn pattern(&mut self) -> Parse<Pattern> {
        let start = self.token().span;
        let first = self.pattern_of_dots()?;
        if self.eat(Kind::Both).is_none() {
            return Ok(first);
        }
        let second = self.pattern_of_dots()?;
        if self.at(Kind::Both) {
            let span = self.token().span;
            let help = "add brackets around one of the two operators";
            return Err(self.mistake(span, "`@@` is ambiguous here", help));
        }
        self.made_pattern(PatternKind::Both(Box::new(first), Box::new(second)), start)
    }

    /// `p.q`, to the right, or what binds more tightly.
    pub fn pattern_of_dots(&mut self) -> Parse<Pattern> {
        self.deeper(|parser| {
            let start = parser.token().span;
            let first = parser.appended()?;
            if parser.eat(Kind::Dot).is_none() {
                return Ok(first);
            }
            let rest = parser.pattern_of_dots()?;
            parser.made_pattern(PatternKind::Dot(Box::new(first), Box::new(rest)), start)
        })
    }

    /// `p^q`, or what binds more tightly.
    fn appended(&mut self) -> Parse<Pattern> {
        let start = self.token().span;
        let first = self.deeper(Self::pattern_atom)?;
        if !self.at(Kind::Append) {
            return Ok(first);
        }
        let mut parts = vec![first];
        while self.eat(Kind::Append).is_some() {
            parts.push(self.deeper(Self::pattern_atom)?);
        }
        self.joined(parts, start)
    }

    /// Sequences one after the other. Only one of them may be of any length: where would it end?
    fn joined(&mut self, parts: Vec<Pattern>, start: Span) -> Parse<Pattern> {
        let (mut before, mut rest, mut after) = (Vec::new(), None, Vec::new());
        for part in parts {
            let span = part.span;
            let (first, middle, last) = match part.kind {
                PatternKind::Sequence { first, rest, last } => (first, rest, last),
                PatternKind::Text(text) => {
                    let letter = |letter| Pattern { kind: PatternKind::Character(letter), span };
                    (text.chars().map(letter).collect(), None, Vec::new())
                }
                _ => (Vec::new(), Some(Box::new(part)), Vec::new()),
            };
            if rest.is_some() && middle.is_some() {
                let message = "it is ambiguous where one sequence ends and the next begins";
                let help = "in a pattern, only one part of `^` may be of any length: `<x>^xs^<y>`";
                return Err(self.mistake(span, message, help));
            }
            if rest.is_some() { &mut after } else { &mut before }.extend(first);
            rest = rest.or(middle);
            if rest.is_some() { &mut after } else { &mut before }.extend(last);
        }
        self.made_pattern(PatternKind::Sequence { first: before, rest, last: after }, start)
    }

    /// A pattern made of what stands between a place and the last token.
    fn made_pattern(&mut self, kind: PatternKind, start: Span) -> Parse<Pattern> {
        self.grow()?;
        Ok(Pattern { kind, span: self.since(start) })
    }

    fn pattern_atom(&mut self) -> Parse<Pattern> {
        let start = self.token().span;
        let kind = match self.peek() {
            Kind::Wildcard => {
                self.bump();
                PatternKind::Anything
            }
            Kind::Name => PatternKind::Name(self.name("a name")?),
            Kind::Integer => PatternKind::Integer(self.integer()?),
            Kind::Minus => {
                self.bump();
                if !self.at(Kind::Integer) {
                    return Err(self.unexpected("a number after `-` in a pattern"));
                }
                PatternKind::Integer(-self.integer()?)
            }
            Kind::True | Kind::False => PatternKind::Boolean(self.bump().kind == Kind::True),
            Kind::Character => PatternKind::Character(self.character()?),
            Kind::Text => PatternKind::Text(self.text()?),
            Kind::LeftParen => return self.pattern_in_parentheses(),
            Kind::Less => self.pattern_of_sequence()?,
            Kind::LeftBrace => self.pattern_of_set()?,
            _ => return Err(self.unexpected("a pattern")),
        };
        let pattern = self.made_pattern(kind, start)?;
        self.refuse_application(&pattern)?;
        Ok(pattern)
    }

    /// A pattern describes a value, and computes none.
    fn refuse_application(&mut self, pattern: &Pattern) -> Parse<()> {
        if !self.at(Kind::LeftParen) {
            return Ok(());
        }
        let help = "a constructor takes its fields by dots: `A.x.y`";
        Err(self.mistake(pattern.span, "nothing is applied in a pattern", help))
    }

    fn pattern_in_parentheses(&mut self) -> Parse<Pattern> {
        let start = self.bump().span;
        let mut parts = self.list(Self::pattern)?;
        self.expect(Kind::RightParen, "`,` or `)` after the pattern")?;
        match parts.pop() {
            Some(only) if parts.is_empty() => Ok(only),
            last => {
                parts.extend(last);
                self.made_pattern(PatternKind::Tuple(parts), start)
            }
        }
    }

    fn pattern_of_sequence(&mut self) -> Parse<PatternKind> {
        self.bump();
        let is_empty = self.at(Kind::Greater);
        let first = if is_empty { Vec::new() } else { self.list(Self::pattern)? };
        self.expect(Kind::Greater, "`,` or `>` after the pattern")?;
        Ok(PatternKind::Sequence { first, rest: None, last: Vec::new() })
    }

    fn pattern_of_set(&mut self) -> Parse<PatternKind> {
        let start = self.bump().span;
        if self.eat(Kind::RightBrace).is_some() {
            return Ok(PatternKind::EmptySet);
        }
        let element = self.pattern()?;
        if self.at(Kind::Comma) {
            let help = "the elements of a set have no order";
            let message = "a pattern of a set has one element at most";
            return Err(self.mistake(start, message, help));
        }
        self.expect(Kind::RightBrace, "`}` after the pattern")?;
        Ok(PatternKind::SingletonSet(Box::new(element)))
    }
}
