//! Patterns.

use super::{Compiler, Meaning};
use crate::evaluate::code::Match;
use crate::tree::{Name, Pattern, PatternKind};
use crate::values::Value;

impl Compiler<'_> {
    /// A pattern that binds slots of the innermost frame.
    pub(super) fn pattern(&mut self, pattern: &Pattern) -> Match {
        match &pattern.kind {
            PatternKind::Anything => Match::Anything,
            PatternKind::Name(name) => self.name_in_pattern(name),
            PatternKind::Integer(value) => Match::Constant(Value::Integer(*value)),
            PatternKind::Boolean(value) => Match::Constant(Value::Boolean(*value)),
            PatternKind::Character(value) => Match::Constant(Value::Character(*value)),
            PatternKind::Text(text) => Match::Sequence {
                first: text.chars().map(|c| Match::Constant(Value::Character(c))).collect(),
                rest: None,
                last: Vec::new(),
            },
            PatternKind::Tuple(parts) => Match::Tuple(self.patterns(parts)),
            PatternKind::Dot(..) => {
                let mut parts = Vec::new();
                self.dotted_patterns(pattern, &mut parts);
                Match::Dots(parts)
            }
            PatternKind::Sequence { first, rest, last } => Match::Sequence {
                first: self.patterns(first),
                rest: rest.as_ref().map(|rest| Box::new(self.pattern(rest))),
                last: self.patterns(last),
            },
            PatternKind::EmptySet => Match::EmptySet,
            PatternKind::SingletonSet(inner) => Match::SingletonSet(Box::new(self.pattern(inner))),
            PatternKind::Both(one, other) => {
                Match::Both(Box::new(self.pattern(one)), Box::new(self.pattern(other)))
            }
        }
    }

    pub(super) fn patterns(&mut self, patterns: &[Pattern]) -> Vec<Match> {
        patterns.iter().map(|pattern| self.pattern(pattern)).collect()
    }

    /// The patterns that are dotted, one after the other.
    pub(super) fn dotted_patterns(&mut self, pattern: &Pattern, parts: &mut Vec<Match>) {
        match &pattern.kind {
            PatternKind::Dot(left, right) => {
                self.dotted_patterns(left, parts);
                self.dotted_patterns(right, parts);
            }
            _ => parts.push(self.pattern(pattern)),
        }
    }

    fn name_in_pattern(&mut self, name: &Name) -> Match {
        let meaning = name.binding.and_then(|binding| self.program.meanings.get(&binding).copied());
        match meaning {
            Some(Meaning::Constructor(constructor)) => Match::Constructor(constructor),
            // The pattern of a declaration, whose names were declared before.
            Some(Meaning::Definition(_, id)) => {
                match self.program.definitions[id.0 as usize].slot {
                    Some(slot) => Match::Bind(slot),
                    None => Match::Anything,
                }
            }
            _ => {
                let slot = self.new_slot();
                self.mean(name, Meaning::Variable(self.level, slot));
                Match::Bind(slot)
            }
        }
    }
}

/// The names that a pattern binds, and those of channels and constructors in it.
pub(super) fn names_in<'a>(pattern: &'a Pattern, names: &mut Vec<&'a Name>) {
    match &pattern.kind {
        PatternKind::Name(name) => names.push(name),
        PatternKind::Tuple(parts) => parts.iter().for_each(|part| names_in(part, names)),
        PatternKind::Dot(left, right) | PatternKind::Both(left, right) => {
            names_in(left, names);
            names_in(right, names);
        }
        PatternKind::Sequence { first, rest, last } => {
            let parts = first.iter().chain(rest.as_deref()).chain(last);
            parts.for_each(|part| names_in(part, names));
        }
        PatternKind::SingletonSet(inner) => names_in(inner, names),
        _ => {}
    }
}
