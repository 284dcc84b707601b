//! Channels, datatypes, subtypes: what they carry, and what can be compared.

use std::collections::HashSet;

use diagnostics::Diagnostic;

use crate::tree::{Binding, Constructor, Declaration, DeclarationKind, Expression, Name};
use crate::types::constraint::{Comparable, Constraint};
use crate::types::store::{Form, Mismatch, Store, TypeId, Unified};
use crate::types::{Checked, Checker};

impl Checker<'_> {
    /// The type of the elements of a set, or of what is made of sets by dots and tuples.
    pub fn elements_of(&mut self, sets: &Expression) -> Checked<TypeId> {
        let of = self.infer(sets)?;
        let elements = self.at(sets.span, of, |store| store.elements_of_sets(of));
        let elements = match elements {
            Ok(elements) => elements,
            Err(mut diagnostic) => {
                let help = "fields are given by sets, as in `Int.{0..3}`";
                diagnostic.help.get_or_insert(help.to_owned());
                return Err(diagnostic);
            }
        };
        self.evaluated(sets.span, elements)
    }

    /// The fields that a channel or a constructor carries.
    fn carried(&mut self, sets: Option<&Expression>) -> Checked<Vec<TypeId>> {
        let Some(sets) = sets else { return Ok(Vec::new()) };
        let element = self.elements_of(sets)?;
        let fields = self.store.elements(element);
        for &field in &fields {
            self.constrain(sets.span, Constraint::Complete, field)?;
        }
        Ok(fields)
    }

    pub fn channels(&mut self, names: &[Name], sets: Option<&Expression>) -> Checked<()> {
        let fields = self.carried(sets)?;
        for &field in &fields {
            let span = sets.map_or(names[0].span, |sets| sets.span);
            self.constrain(span, Constraint::Eq, field)?;
        }
        let of = self.store.dotable(&fields, Store::EVENT);
        for name in names {
            let expected = self.type_of(name);
            self.unify(name.span, expected, of)?;
        }
        Ok(())
    }

    pub fn datatype(&mut self, name: &Name, constructors: &[Constructor]) -> Checked<()> {
        let Some(binding) = name.binding else { return Ok(()) };
        let datatype = self.store.add(Form::Datatype(binding));
        let values = self.set_of(datatype);
        let expected = self.type_of(name);
        self.unify(name.span, expected, values)?;
        for constructor in constructors {
            let fields = self.carried(constructor.fields.as_ref())?;
            let of = self.store.dotable(&fields, datatype);
            let expected = self.type_of(&constructor.name);
            self.unify(constructor.name.span, expected, of)?;
            self.fields.entry(binding).or_default().extend(fields);
        }
        Ok(())
    }

    pub fn subtype(&mut self, name: &Name, constructors: &[Constructor]) -> Checked<()> {
        let datatype = self.store.fresh();
        for constructor in constructors {
            let span = constructor.name.span;
            let of = self.use_of(span, constructor.name.binding)?;
            let (carried, becomes) = self.store.spine(of);
            let is_constructor = matches!(
                self.store.resolved(becomes),
                Form::Datatype(_) | Form::Variable(_) | Form::Unknown
            );
            if !is_constructor {
                let text = format!("`{}` is not a constructor of a datatype", constructor.name);
                return Err(Box::new(Diagnostic::error(span, text)));
            }
            self.unify(span, datatype, becomes)?;
            let Some(sets) = &constructor.fields else { continue };
            let fields = self.carried(Some(sets))?;
            if fields.len() > carried.len() && *self.store.form(becomes) != Form::Unknown {
                let (has, given) = (carried.len(), fields.len());
                let fields = if has == 1 { "field" } else { "fields" };
                let text = format!("`{}` has {has} {fields}, and here {given}", constructor.name);
                return Err(Box::new(Diagnostic::error(sets.span, text)));
            }
            for (&wanted, &field) in carried.iter().zip(&fields) {
                self.unify(sets.span, wanted, field)?;
            }
        }
        let values = self.set_of(datatype);
        let expected = self.type_of(name);
        self.unify(name.span, expected, values)
    }

    /// Finds out which datatypes of a group can be compared: all but those that carry what cannot be; and whether those that were
    /// compared can be.
    pub fn compare_datatypes(&mut self, group: &[&Declaration]) {
        let mut datatypes: Vec<Binding> = group
            .iter()
            .filter_map(|declaration| match &declaration.kind {
                DeclarationKind::Datatype { name, .. } => name.binding,
                _ => None,
            })
            .collect();
        if datatypes.is_empty() {
            return;
        }
        let fields = std::mem::take(&mut self.fields);
        loop {
            let before = datatypes.len();
            datatypes.retain(|datatype| {
                let of = fields.get(datatype).map_or(&[][..], Vec::as_slice);
                let comparable = of.iter().all(|&field| self.store.is_comparable(field));
                if !comparable {
                    self.store.comparable.insert(*datatype, Comparable::No);
                }
                comparable
            });
            if datatypes.len() == before {
                break;
            }
        }
        self.fields = fields;
        let settled = datatypes.into_iter().map(|datatype| (datatype, Comparable::Yes));
        self.store.comparable.extend(settled);
        let compared = std::mem::take(&mut self.store.compared_later);
        for (datatype, span) in compared {
            match self.store.comparable.get(&datatype) {
                Some(Comparable::Later) => self.store.compared_later.push((datatype, span)),
                Some(Comparable::No) => {
                    let part = self.store.add(Form::Datatype(datatype));
                    let lacks = Mismatch::Lacks { constraint: Constraint::Eq, part };
                    let diagnostic = self.lacking(span, part, lacks);
                    self.say(*diagnostic);
                }
                _ => (),
            }
        }
    }
}

impl Store {
    fn elements_of_sets(&mut self, of: TypeId) -> Unified<TypeId> {
        let of = self.resolve(of);
        self.nested(|store| {
            let form = match store.form(of).clone() {
                Form::Unknown => return Ok(of),
                Form::Tuple(parts) => {
                    let parts: Unified<_> =
                        parts.iter().map(|&part| store.elements_of_sets(part)).collect();
                    Form::Tuple(parts?)
                }
                Form::Dot(a, b) => {
                    Form::Dot(store.elements_of_sets(a)?, store.elements_of_sets(b)?)
                }
                _ => {
                    let element = store.fresh();
                    let set = store.add(Form::Set(element));
                    store.unify(set, of)?;
                    return Ok(element);
                }
            };
            Ok(store.add(form))
        })
    }

    /// Whether values of a type can be compared, as far as it is known yet.
    fn is_comparable(&mut self, of: TypeId) -> bool {
        let (mut seen, mut left) = (HashSet::new(), vec![of]);
        while let Some(next) = left.pop() {
            let next = self.resolve(next);
            match self.form(next) {
                Form::Proc | Form::Function(..) => return false,
                Form::Datatype(datatype)
                    if self.comparable.get(datatype) == Some(&Comparable::No) =>
                {
                    return false;
                }
                _ if seen.insert(next) => left.extend(self.parts(next)),
                _ => (),
            }
        }
        true
    }
}
