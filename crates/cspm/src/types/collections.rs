//! Sequences, sets, comprehensions.

use crate::tree::{Collection, Expression, Statement};
use crate::types::constraint::Constraint;
use crate::types::store::{Form, Store, TypeId};
use crate::types::{Checked, Checker};

/// What generators take their values from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Source {
    /// Sets.
    Sets,
    /// Sequences.
    Sequences,
}

impl Checker<'_> {
    pub fn sequence(&mut self, collection: &Collection) -> Checked<TypeId> {
        let element = self.store.fresh();
        self.collection(collection, Source::Sequences, element)?;
        Ok(self.sequence_of(element))
    }

    pub fn set(&mut self, collection: &Collection) -> Checked<TypeId> {
        let element = self.store.fresh_with(Constraint::Set.closure());
        self.collection(collection, Source::Sets, element)?;
        Ok(self.set_of(element))
    }

    fn collection(
        &mut self,
        collection: &Collection,
        source: Source,
        element: TypeId,
    ) -> Checked<()> {
        match collection {
            Collection::Elements(elements, statements) => {
                self.statements(statements, source)?;
                self.expect_all(elements, element)
            }
            Collection::Range { from, to, statements } => {
                self.statements(statements, source)?;
                self.expect(from, Store::INT)?;
                if let Some(to) = to {
                    self.expect(to, Store::INT)?;
                }
                self.unify(from.span, element, Store::INT)
            }
        }
    }

    /// `{| c, d |}`: what becomes of channels or constructors once they have all their fields.
    pub fn productions(
        &mut self,
        elements: &[Expression],
        statements: &[Statement],
    ) -> Checked<TypeId> {
        self.statements(statements, Source::Sets)?;
        let complete = self.store.fresh_with(Constraint::Yieldable.closure());
        for element in elements {
            let expected = self.extendable(complete);
            self.expect(element, expected)?;
        }
        Ok(self.set_of(complete))
    }

    /// What is, or becomes, something of a type.
    pub fn extendable(&mut self, complete: TypeId) -> TypeId {
        let fields = self.store.fresh();
        self.store.add(Form::Extendable { complete, fields })
    }

    pub fn statements(&mut self, statements: &[Statement], source: Source) -> Checked<()> {
        for statement in statements {
            match statement {
                Statement::Condition(condition) => self.expect(condition, Store::BOOL)?,
                Statement::Generator(pattern, values) => {
                    let found = self.infer(values)?;
                    let element = self.pattern(pattern)?;
                    let expected = match source {
                        Source::Sets => self.set_of(element),
                        Source::Sequences => self.sequence_of(element),
                    };
                    self.store.place = values.span;
                    let result = self.store.unify_pattern(expected, found);
                    result.map_err(|why| self.mismatch(values.span, expected, found, why))?;
                }
            }
        }
        Ok(())
    }
}
