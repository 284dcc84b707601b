//! Built-in values and functions (section 6 of the notes on the language).

use std::rc::Rc;

use diagnostics::Span;
use lts::Term;

use super::code::{Code, Env};
use super::expressions::all_delayed;
use super::failure::Outcome;
use super::{Evaluator, Failure};
use crate::builtin::Builtin;
use crate::values::{Callee, Closure, Lazy, Map, Sequence, Set, Suspended, Value};

/// How many groups of arguments a function takes.
pub(super) fn groups(builtin: Builtin) -> usize {
    match builtin {
        Builtin::RelationalImage | Builtin::RelationalInverseImage => 2,
        _ => 1,
    }
}

impl Evaluator<'_> {
    /// What a built-in name is that is not applied to anything.
    pub(super) fn builtin_value(&mut self, builtin: Builtin, span: Span) -> Outcome<Value> {
        let set = |set: Set| Ok(Value::Set(Rc::new(set)));
        match builtin {
            Builtin::True => Ok(Value::Boolean(true)),
            Builtin::False => Ok(Value::Boolean(false)),
            Builtin::BoolSet => Ok(Value::set(vec![Value::Boolean(false), Value::Boolean(true)])),
            Builtin::IntSet => set(Set::Integers),
            Builtin::CharSet => set(Set::Characters),
            Builtin::ProcSet => set(Set::Processes),
            Builtin::Events => set(Set::Events(Rc::new([]))),
            Builtin::EmptyMap => Ok(Value::Map(Rc::new(Map(Default::default())))),
            Builtin::Stop => Ok(Value::Process(self.terms.intern(Term::Stop))),
            Builtin::Skip => Ok(Value::Process(self.terms.intern(Term::Skip))),
            Builtin::Div => Ok(Value::Process(self.terms.intern(Term::Div))),
            Builtin::TimedStop | Builtin::TimedSkip => {
                self.tock(span)?;
                Ok(Value::Process(self.named_builtin(builtin, Vec::new())))
            }
            _ => Ok(Value::Function(Rc::new(Closure {
                callee: Callee::Builtin(builtin),
                given: Vec::new(),
                identity: Default::default(),
            }))),
        }
    }

    /// A built-in function, applied to its first group of arguments.
    pub(super) fn call_builtin(
        &mut self,
        builtin: Builtin,
        arguments: &[Code],
        env: &Env,
        span: Span,
    ) -> Outcome<Value> {
        let arguments = all_delayed(arguments, env);
        if groups(builtin) == 1 {
            return self.builtin(builtin, &arguments, span);
        }
        Ok(Value::Function(Rc::new(Closure {
            callee: Callee::Builtin(builtin),
            given: vec![arguments.into()],
            identity: Default::default(),
        })))
    }

    /// A built-in function of all its arguments.
    pub(super) fn builtin(
        &mut self,
        builtin: Builtin,
        arguments: &[Lazy],
        span: Span,
    ) -> Outcome<Value> {
        match (builtin, arguments) {
            (Builtin::Union | Builtin::Inter | Builtin::Diff, [left, right]) => {
                let left = self.set_argument(left, span)?;
                let right = self.set_argument(right, span)?;
                let set = match builtin {
                    Builtin::Union => self.union(&left, &right)?,
                    Builtin::Inter => self.intersection(&left, &right)?,
                    _ => self.difference(&left, &right)?,
                };
                Ok(Value::Set(set))
            }
            (Builtin::UnionAll | Builtin::InterAll, [sets]) => {
                let sets = self.sets_argument(sets, span)?;
                if builtin == Builtin::UnionAll {
                    return Ok(Value::Set(self.union_of(sets)?));
                }
                let mut sets = sets.into_iter();
                let Some(mut all) = sets.next() else {
                    return Err(self.error(span, "`Inter` of no sets has no value"));
                };
                for set in sets {
                    all = self.intersection(&all, &set)?;
                }
                Ok(Value::Set(all))
            }
            (Builtin::Member, [value, set]) => {
                let set = self.set_argument(set, span)?;
                let value = self.normal_of(value)?;
                Ok(Value::Boolean(self.contains(&set, &value)?))
            }
            (Builtin::Card, [set]) => {
                let set = self.set_argument(set, span)?;
                self.cardinality(&set, span)
            }
            (Builtin::Empty, [set]) => {
                let set = self.set_argument(set, span)?;
                Ok(Value::Boolean(self.is_empty(&set)?))
            }
            (Builtin::SetOf, [sequence]) => Ok(Value::set(self.sequence_argument(sequence)?)),
            (Builtin::SequenceOf, [set]) => {
                let set = self.set_argument(set, span)?;
                if let Set::From(from) = *set {
                    return Ok(self.integers_from(from));
                }
                let elements = self.elements(&set)?;
                Ok(Value::sequence(elements.iter().cloned()))
            }
            (Builtin::PowerSet | Builtin::Sequences, [set]) => {
                let set = self.set_argument(set, span)?;
                let powerset = builtin == Builtin::PowerSet;
                Ok(Value::Set(Rc::new(if powerset {
                    Set::Subsets(set)
                } else {
                    Set::Sequences(set)
                })))
            }
            (Builtin::Maps, [keys, values]) => {
                let keys = self.set_argument(keys, span)?;
                let values = self.set_argument(values, span)?;
                Ok(Value::Set(Rc::new(Set::Maps(keys, values))))
            }
            (
                Builtin::Length
                | Builtin::Null
                | Builtin::Head
                | Builtin::Tail
                | Builtin::Concat
                | Builtin::Elem,
                _,
            ) => self.sequence_builtin(builtin, arguments, span),
            (
                Builtin::MapFromList
                | Builtin::MapLookup
                | Builtin::MapMember
                | Builtin::MapToList
                | Builtin::MapUpdate
                | Builtin::MapUpdateMultiple
                | Builtin::MapDelete,
                _,
            ) => self.map_builtin(builtin, arguments, span),
            (Builtin::Error, [text]) => {
                let text = self.text(text)?;
                Err(self.error(span, format!("the script says: {text}")))
            }
            (Builtin::Show, [value]) => {
                let value = self.normal_of(value)?;
                Ok(Value::text(&self.shown(&value)))
            }
            (Builtin::Extensions, [value]) => {
                let value = self.normal_of(value)?;
                Ok(Value::Set(self.extensions(&value, span)?))
            }
            (Builtin::ProductionsOf, [value]) => {
                let value = self.normal_of(value)?;
                Ok(Value::Set(self.productions(&value, span)?))
            }
            (
                Builtin::TransitiveClosure
                | Builtin::RelationalImage
                | Builtin::RelationalInverseImage
                | Builtin::Transpose,
                _,
            ) => self.relation_builtin(builtin, arguments, span),
            _ => self.process_builtin(builtin, arguments, span).map(Value::Process),
        }
    }

    pub(super) fn wrong_arguments(&self, builtin: Builtin, given: usize, span: Span) -> Failure {
        let text = format!("`{}` does not take {given} arguments", builtin.text());
        self.error(span, text)
    }

    pub(super) fn set_argument(&mut self, argument: &Lazy, span: Span) -> Outcome<Rc<Set>> {
        let value = self.force(argument)?;
        self.as_set(&value, span)
    }

    fn sets_argument(&mut self, argument: &Lazy, span: Span) -> Outcome<Vec<Rc<Set>>> {
        let sets = self.set_argument(argument, span)?;
        let sets = self.elements(&sets)?;
        sets.iter().map(|set| self.as_set(set, span)).collect()
    }

    /// The elements of a finite sequence, computed wholly.
    pub(super) fn sequence_argument(&mut self, argument: &Lazy) -> Outcome<Vec<Value>> {
        match self.normal_of(argument)? {
            Value::Sequence(sequence) => Ok(sequence.values().cloned().collect()),
            other => Err(self.unexpected_somewhere(&other, "a sequence")),
        }
    }

    fn cardinality(&mut self, set: &Set, span: Span) -> Outcome<Value> {
        let exact = match set {
            Set::Listed(_) | Set::Range(..) | Set::Subsets(_) => self.bound(set)?,
            _ => Some(self.elements(set)?.len() as u128),
        };
        match exact.map(i64::try_from) {
            Some(Ok(count)) => Ok(Value::Integer(count)),
            Some(Err(_)) => Err(self.overflow(span)),
            None => Err(self.error(span, "`card` of an infinite set has no value")),
        }
    }

    fn sequence_builtin(
        &mut self,
        builtin: Builtin,
        arguments: &[Lazy],
        span: Span,
    ) -> Outcome<Value> {
        match (builtin, arguments) {
            (Builtin::Length, [sequence]) => {
                let sequence = self.force_sequence(sequence)?;
                Ok(Value::Integer(self.length(&sequence)? as i64))
            }
            (Builtin::Null, [sequence]) => {
                let sequence = self.force_sequence(sequence)?;
                Ok(Value::Boolean(self.is_null(&sequence)?))
            }
            (Builtin::Head, [sequence]) => match self.uncons(sequence)? {
                Some((first, _)) => self.force(&first),
                None => Err(self.error(span, "`head` of the empty sequence has no value")),
            },
            (Builtin::Tail, [sequence]) => match self.uncons(sequence)? {
                Some((_, rest)) => self.force(&rest),
                None => Err(self.error(span, "`tail` of the empty sequence has no value")),
            },
            (Builtin::Concat, [sequences]) => {
                let concat = Suspended::Concat(sequences.clone());
                self.force(&Lazy::suspended(concat))
            }
            (Builtin::Elem, [value, sequence]) => {
                let value = self.force(value)?;
                let mut sequence = sequence.clone();
                while let Some((first, rest)) = self.uncons(&sequence)? {
                    let first = self.force(&first)?;
                    if self.equal(&value, &first)? {
                        return Ok(Value::Boolean(true));
                    }
                    sequence = rest;
                }
                Ok(Value::Boolean(false))
            }
            _ => Err(self.wrong_arguments(builtin, arguments.len(), span)),
        }
    }

    fn text(&mut self, text: &Lazy) -> Outcome<String> {
        let characters = self.sequence_argument(text)?;
        let character = |value: &Value| match value {
            Value::Character(character) => Some(*character),
            _ => None,
        };
        Ok(characters.iter().filter_map(character).collect())
    }

    /// A sequence of values that are there.
    pub(super) fn sequence_of(elements: Vec<Lazy>) -> Value {
        Value::Sequence(Rc::new(Sequence::of(elements)))
    }
}
