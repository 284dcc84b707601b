//! When two types are one.

use crate::types::store::{Form, Mismatch, Store, TypeId, Unified};

impl Store {
    /// Makes two types one: what is expected, and what was found. Their variables get bound.
    ///
    /// # Errors
    /// They differ. What was bound until then stays so.
    pub fn unify(&mut self, expected: TypeId, found: TypeId) -> Unified<()> {
        self.nested(|store| store.unify_forms(expected, found))
    }

    /// The same where a pattern meets the values that it is to match: patterns do not take a value apart into a constructor and
    /// its fields unless they name the constructor.
    pub fn unify_pattern(&mut self, pattern: TypeId, value: TypeId) -> Unified<()> {
        let before = std::mem::replace(&mut self.splits, false);
        let result = self.unify(pattern, value);
        self.splits = before;
        result
    }

    fn unify_forms(&mut self, expected: TypeId, found: TypeId) -> Unified<()> {
        let (expected, found) = (self.resolve(expected), self.resolve(found));
        if expected == found {
            return Ok(());
        }
        match (self.form(expected).clone(), self.form(found).clone()) {
            (Form::Unknown, _) | (_, Form::Unknown) => Ok(()),
            (a, b) if a == b && !matches!(a, Form::Dot(..)) => Ok(()),
            (Form::Variable(variable), _) => self.bind(variable, found),
            (_, Form::Variable(variable)) => self.bind(variable, expected),
            (Form::Set(a), Form::Set(b)) | (Form::Sequence(a), Form::Sequence(b)) => {
                self.unify(a, b)
            }
            (Form::Map(key, value), Form::Map(other_key, other_value)) => {
                self.unify(key, other_key)?;
                self.unify(value, other_value)
            }
            (Form::Tuple(a), Form::Tuple(b)) if a.len() == b.len() => self.unify_all(&a, &b),
            (Form::Function(a, to), Form::Function(b, other)) if a.len() == b.len() => {
                self.unify_all(&a, &b)?;
                self.unify(to, other)
            }
            (Form::Dotable(..), Form::Dotable(..)) => self.unify_dotables(expected, found),
            (Form::Dot(..), Form::Dot(..)) => {
                let (expected, found) = (self.elements(expected), self.elements(found));
                self.unify_lists(expected, found)
            }
            (Form::Rigid(_), Form::Dot(..)) => self.unify_rigid_dot(expected, found),
            (Form::Dot(..), Form::Rigid(_)) => {
                let reduced = self.reduced(expected)?;
                self.unify_dot(reduced, found)
            }
            (Form::Extendable { .. }, Form::Dot(..)) => self.unify_extendable_dot(expected, found),
            (Form::Dot(..), _) => self.unify_dot(expected, found),
            (_, Form::Dot(..)) => self.unify_with_dot(expected, found),
            (Form::Extendable { .. }, Form::Extendable { .. }) => {
                self.unify_extendables(expected, found)
            }
            (Form::Extendable { complete, fields }, Form::Dotable(field, rest)) => {
                let becomes = self.known_result(rest);
                self.unify(complete, becomes.unwrap_or(complete))?;
                let further = self.extend(fields, field)?;
                let shorter = self.add(Form::Extendable { complete, fields: further });
                self.unify(shorter, rest)
            }
            (Form::Dotable(field, rest), Form::Extendable { complete, fields }) => {
                let becomes = self.known_result(rest);
                self.unify(becomes.unwrap_or(complete), complete)?;
                let further = self.extend(fields, field)?;
                let shorter = self.add(Form::Extendable { complete, fields: further });
                self.unify(rest, shorter)
            }
            (Form::Extendable { complete, fields }, _) => {
                self.unify(complete, found)?;
                self.set_fields(fields, Store::NOTHING)
            }
            (_, Form::Extendable { complete, fields }) => {
                self.unify(expected, complete)?;
                self.set_fields(fields, Store::NOTHING)
            }
            _ => Err(Mismatch::Different(expected, found)),
        }
    }

    fn unify_all(&mut self, expected: &[TypeId], found: &[TypeId]) -> Unified<()> {
        expected.iter().zip(found).try_for_each(|(&a, &b)| self.unify(a, b))
    }

    /// What a constructor becomes, if that is known: it is compared first, which makes for better messages.
    fn known_result(&mut self, of: TypeId) -> Option<TypeId> {
        let (_, becomes) = self.spine(of);
        matches!(self.form(becomes), Form::Event | Form::Datatype(_)).then_some(becomes)
    }

    /// Says of unknown fields what the first one is; the result is the others.
    fn extend(&mut self, fields: TypeId, first: TypeId) -> Unified<TypeId> {
        let further = self.fresh();
        let to = self.add(Form::Dotable(first, further));
        self.set_fields(fields, to)?;
        Ok(further)
    }

    fn unify_extendables(&mut self, expected: TypeId, found: TypeId) -> Unified<()> {
        let (Form::Extendable { complete, fields }, Form::Extendable { complete: c, fields: f }) =
            (self.form(expected).clone(), self.form(found).clone())
        else {
            return Err(Mismatch::Different(expected, found));
        };
        self.unify(complete, c)?;
        self.unify(fields, f)
    }

    fn unify_rigid_dot(&mut self, rigid: TypeId, found: TypeId) -> Unified<()> {
        let reduced = self.reduced(found)?;
        self.unify_with_dot(rigid, reduced)
    }

    /// An expected `c.x.y`, or what it reduced to, with something else: `c` needs `x` and `y` to become that.
    fn unify_dot(&mut self, expected: TypeId, found: TypeId) -> Unified<()> {
        let elements = self.elements(expected);
        let [head, fields @ ..] = elements.as_slice() else { return Ok(()) };
        if fields.is_empty() {
            return self.unify(*head, found);
        }
        if !self.splits && self.is_variable(*head) {
            return Err(Mismatch::Split);
        }
        let constructor = self.dotable(fields, found);
        self.unify(*head, constructor)
    }

    /// The same with a `c.x.y` that was found.
    fn unify_with_dot(&mut self, expected: TypeId, found: TypeId) -> Unified<()> {
        let elements = self.elements(found);
        let [head, fields @ ..] = elements.as_slice() else { return Ok(()) };
        if fields.is_empty() {
            return self.unify(expected, *head);
        }
        let constructor = self.dotable(fields, expected);
        self.unify(constructor, *head)
    }

    /// What may be extended takes as little as it can: of `c.x` with a channel `c` of two fields, `x` is the first one.
    fn unify_extendable_dot(&mut self, expected: TypeId, found: TypeId) -> Unified<()> {
        let elements = self.elements(found);
        let reduced = self.reduced_list(elements, Last::TakesOneField)?;
        let reduced = self.dots(&reduced);
        self.unify_with_dot(expected, reduced)
    }

    /// Two constructors that need fields: they become the same, and need the same fields. Those of something that may be extended
    /// are the first ones only.
    fn unify_dotables(&mut self, expected: TypeId, found: TypeId) -> Unified<()> {
        let (fields, becomes) = self.spine(expected);
        let (other_fields, other_becomes) = self.spine(found);
        let extendable = self.is_extendable(becomes) || self.is_extendable(other_becomes);
        if !extendable {
            self.unify(becomes, other_becomes)?;
            return self.unify_lists(fields, other_fields);
        }
        let fields = self.reduced_list(fields, Last::TakesAllFields)?;
        let other_fields = self.reduced_list(other_fields, Last::TakesAllFields)?;
        let common = fields.len().min(other_fields.len());
        for (&field, &other) in fields.iter().zip(&other_fields) {
            let (field, other) = (self.spine(field).1, self.spine(other).1);
            self.unify(field, other)?;
        }
        let rest = self.dotable(&fields[common..], becomes);
        let other_rest = self.dotable(&other_fields[common..], other_becomes);
        self.unify(rest, other_rest)
    }

    fn is_extendable(&mut self, of: TypeId) -> bool {
        matches!(self.resolved(of), Form::Extendable { .. })
    }

    /// Two lists of types with dots between them. Where one begins with a constructor, that takes what follows it; where both
    /// begin with something whole, these are one; a single type at the end is all that is left of the other list.
    fn unify_lists(&mut self, expected: Vec<TypeId>, found: Vec<TypeId>) -> Unified<()> {
        let (mut expected, mut found) = (self.flattened(expected), self.flattened(found));
        loop {
            if expected.len() <= 1 || found.len() <= 1 {
                let (expected, found) = (self.dots(&expected), self.dots(&found));
                return self.unify(expected, found);
            }
            if self.takes(&expected) {
                if let Some(fields) = self.last_takes_all(&expected) {
                    let (fields, becomes) = fields;
                    let mut others = self.reduced_list(found, Last::TakesAllFields)?;
                    self.unify(becomes, others[0])?;
                    others.splice(..1, fields);
                    let rest = self.dots(&others);
                    return self.unify(expected[1], rest);
                }
                expected = self.fed(expected)?;
            } else if self.takes(&found) {
                if let Some(fields) = self.last_takes_all(&found) {
                    let (fields, becomes) = fields;
                    let mut others = self.reduced_list(expected, Last::TakesAllFields)?;
                    self.unify(others[0], becomes)?;
                    others.splice(..1, fields);
                    let rest = self.dots(&others);
                    return self.unify(rest, found[1]);
                }
                found = self.fed(found)?;
            } else {
                self.unify(expected.remove(0), found.remove(0))?;
            }
        }
    }

    /// Whether a list begins with a constructor that needs a field.
    fn takes(&mut self, list: &[TypeId]) -> bool {
        matches!(self.resolved(list[0]), Form::Dotable(..))
    }

    /// Of a constructor and an unknown type, which are the whole list: the fields that it needs, and what it becomes.
    fn last_takes_all(&mut self, list: &[TypeId]) -> Option<(Vec<TypeId>, TypeId)> {
        let &[constructor, last] = list else { return None };
        let Form::Dotable(field, _) = self.resolved(constructor) else { return None };
        let nested = matches!(self.resolved(field), Form::Dotable(..));
        (!nested && self.is_variable(last)).then(|| self.spine(constructor))
    }
}

/// What an unknown type at the end of a list takes of the fields of the constructor before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Last {
    /// One.
    TakesOneField,
    /// All, as the last pattern of `c.x.y` does.
    TakesAllFields,
}
