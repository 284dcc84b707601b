//! Communications: `c ? x : S ! y -> P`.

use syntax::{Parse, Parsing};

use super::cursor::Parser;
use super::expressions::level;
use crate::lex::Kind;
use crate::tree::{Expression, ExpressionKind, Field, FieldKind, Pattern, PatternKind};

impl Parser<'_> {
    /// The fields after a channel, and the process after them.
    pub fn prefix(&mut self, channel: Box<Expression>) -> Parse<ExpressionKind> {
        let mut fields: Vec<Field> = Vec::new();
        while matches!(self.peek(), Kind::Question | Kind::Exclamation | Kind::Dollar) {
            let field = self.field()?;
            let late = matches!(field.kind, FieldKind::Chosen(..))
                && fields.iter().any(|before| !matches!(before.kind, FieldKind::Chosen(..)));
            if late {
                let message = "`$` after `?` or `!`";
                let help = "`$` fields must come before `?` and `!` fields";
                return Err(self.mistake(field.span, message, help));
            }
            fields.push(field);
        }
        self.expect(Kind::Arrow, "`->`, or another field of the communication")?;
        let after = Box::new(self.up_to(level::PREFIX)?);
        Ok(ExpressionKind::Prefix { channel, fields, after })
    }

    /// All dots in a field belong to it: `?x.y` is `?(x.y)`.
    fn field(&mut self) -> Parse<Field> {
        let mark = self.bump();
        if mark.kind == Kind::Exclamation {
            let kind = FieldKind::Output(self.up_to(level::DOT)?);
            return Ok(Field { kind, span: self.since(mark.span) });
        }
        let pattern = self.pattern_of_dots()?;
        self.refuse_both(&pattern)?;
        let set = self.field_set()?;
        let span = self.since(mark.span);
        if mark.kind == Kind::Question {
            return Ok(Field { kind: FieldKind::Input(pattern, set), span });
        }
        if self.is_timed {
            let help = "choose by `|~|` outside";
            return Err(self.mistake(span, "`$` is not supported in timed sections", help));
        }
        Ok(Field { kind: FieldKind::Chosen(pattern, set), span })
    }

    /// `: S`. A dot after it would belong to neither.
    fn field_set(&mut self) -> Parse<Option<Expression>> {
        if self.eat(Kind::Colon).is_none() {
            return Ok(None);
        }
        let set = self.up_to(level::OR)?;
        if self.at(Kind::Dot) {
            let help = "write `:(S.T)` if it belongs to the set, or `?x:S?y` or `?x:S!e` for another field";
            let span = self.token().span;
            return Err(self.mistake(span, "this dot is ambiguous", help));
        }
        Ok(Some(set))
    }

    fn refuse_both(&mut self, pattern: &Pattern) -> Parse<()> {
        match &pattern.kind {
            PatternKind::Both(..) => {
                let help = "match one of the two here, and the other one in a function";
                Err(self.mistake(pattern.span, "`@@` cannot stand in a communication", help))
            }
            PatternKind::Tuple(parts) => self.refuse_both_in(parts.iter()),
            PatternKind::Dot(first, rest) => {
                self.refuse_both(first)?;
                self.refuse_both(rest)
            }
            PatternKind::Sequence { first, rest, last } => {
                self.refuse_both_in(first.iter().chain(rest.as_deref()).chain(last))
            }
            PatternKind::SingletonSet(element) => self.refuse_both(element),
            PatternKind::Anything
            | PatternKind::Name(_)
            | PatternKind::Integer(_)
            | PatternKind::Boolean(_)
            | PatternKind::Character(_)
            | PatternKind::Text(_)
            | PatternKind::EmptySet => Ok(()),
        }
    }

    fn refuse_both_in<'p>(&mut self, mut patterns: impl Iterator<Item = &'p Pattern>) -> Parse<()> {
        patterns.try_for_each(|pattern| self.refuse_both(pattern))
    }
}
