//! Lists of types with dots between them, and what constructors in them take.
//!
//! A constructor or a channel is a `t => u`: dotted with a `t`, it is a `u`. The rules are those of T. Gibson-Robinson's type
//! checker for CSPM: a constructor takes what follows it, field by field; what follows may be a constructor itself, which then
//! takes first; an unknown type is one field, unless it is the last of the list, which may be all fields that are left.

use std::rc::Rc;

use crate::types::store::{Form, Store, TypeId, Unified};
use crate::types::unify::Last;

impl Store {
    /// The types between the dots of a type.
    pub fn elements(&mut self, of: TypeId) -> Vec<TypeId> {
        let (mut elements, mut left) = (Vec::new(), vec![of]);
        while let Some(next) = left.pop() {
            let next = self.resolve(next);
            match *self.form(next) {
                Form::Dot(first, second) => left.extend([second, first]),
                _ => elements.push(next),
            }
        }
        elements
    }

    /// The elements of all types of a list.
    pub fn flattened(&mut self, list: Vec<TypeId>) -> Vec<TypeId> {
        list.into_iter().flat_map(|of| self.elements(of)).collect()
    }

    /// A list with dots between.
    pub fn dots(&mut self, list: &[TypeId]) -> TypeId {
        let Some((&last, before)) = list.split_last() else { return Store::NOTHING };
        before.iter().rev().fold(last, |dots, &first| self.add(Form::Dot(first, dots)))
    }

    /// What becomes a type once it has some fields.
    pub fn dotable(&mut self, fields: &[TypeId], becomes: TypeId) -> TypeId {
        fields.iter().rev().fold(becomes, |becomes, &field| self.add(Form::Dotable(field, becomes)))
    }

    /// The fields that a type needs, and what it becomes then.
    pub fn spine(&mut self, of: TypeId) -> (Vec<TypeId>, TypeId) {
        let mut fields = Vec::new();
        let mut becomes = self.resolve(of);
        while let Form::Dotable(field, rest) = *self.form(becomes) {
            fields.push(field);
            becomes = self.resolve(rest);
        }
        (fields, becomes)
    }

    /// A list that begins with a constructor and a type after it: the constructor takes it.
    pub fn fed(&mut self, list: Vec<TypeId>) -> Unified<Vec<TypeId>> {
        let [constructor, next, rest @ ..] = list.as_slice() else { return Ok(list) };
        let Form::Dotable(field, becomes) = self.resolved(*constructor) else { return Ok(list) };
        let nested = matches!(self.resolved(field), Form::Dotable(..));
        let becomes = match self.resolved(*next) {
            Form::Extendable { complete, fields } => {
                self.unify(field, complete)?;
                self.add(Form::Extendable { complete: becomes, fields })
            }
            Form::Dotable(..) if !nested => {
                let (fields, whole) = self.spine(*next);
                self.unify(field, whole)?;
                self.dotable(&fields, becomes)
            }
            _ => {
                self.unify(field, *next)?;
                becomes
            }
        };
        let mut fed = self.elements(becomes);
        fed.extend(rest);
        Ok(fed)
    }

    /// A list after all constructors in it have taken what they take.
    pub fn reduced_list(&mut self, list: Vec<TypeId>, last: Last) -> Unified<Vec<TypeId>> {
        let mut list = self.flattened(list);
        let mut done = Vec::new();
        while !list.is_empty() {
            let head = list[0];
            match self.resolved(head) {
                Form::Unknown => return Ok(vec![Store::UNKNOWN]),
                _ if list.len() == 1 => done.append(&mut list),
                Form::Dotable(field, _) if list.len() == 2 && self.is_variable(list[1]) => {
                    let fields = match last {
                        Last::TakesOneField => field,
                        Last::TakesAllFields => {
                            let (fields, _) = self.spine(head);
                            self.dots(&fields)
                        }
                    };
                    self.unify(fields, list[1])?;
                    let (all, becomes) = self.spine(head);
                    let left = if last == Last::TakesOneField { &all[1..] } else { &[] };
                    done.push(self.dotable(left, becomes));
                    list.clear();
                }
                Form::Dotable(..) => list = self.fed(list)?,
                Form::Extendable { complete, fields } => {
                    let taken = self.taken(&mut list, last)?;
                    let known = self.dotable(&taken, Store::NOTHING);
                    self.set_fields(fields, known)?;
                    list.splice(..0, self.elements(complete));
                }
                _ => done.push(list.remove(0)),
            }
        }
        Ok(done)
    }

    /// Takes what something of unknown fields takes from the list that it begins, and itself.
    fn taken(&mut self, list: &mut Vec<TypeId>, last: Last) -> Unified<Vec<TypeId>> {
        match last {
            Last::TakesOneField => Ok(list.drain(..2).skip(1).collect()),
            Last::TakesAllFields => self.reduced_list(list.drain(..).skip(1).collect(), last),
        }
    }

    /// The elements of a type after constructors have taken what follows them.
    pub fn evaluated_list(&mut self, of: TypeId) -> Unified<Vec<TypeId>> {
        let elements = self.elements(of);
        self.reduced_list(elements, Last::TakesAllFields)
    }

    /// The same as a type.
    pub fn reduced(&mut self, of: TypeId) -> Unified<TypeId> {
        let list = self.evaluated_list(of)?;
        Ok(self.dots(&list))
    }

    /// A type with all dots in it reduced, but for those in the fields of constructors.
    pub fn evaluated(&mut self, of: TypeId) -> Unified<TypeId> {
        self.nested(|store| {
            let of = store.resolve(of);
            let part = |store: &mut Store, part: TypeId| store.evaluated(part);
            Ok(match store.form(of).clone() {
                Form::Set(element) => {
                    let element = part(store, element)?;
                    store.add(Form::Set(element))
                }
                Form::Sequence(element) => {
                    let element = part(store, element)?;
                    store.add(Form::Sequence(element))
                }
                Form::Map(key, value) => {
                    let form = Form::Map(part(store, key)?, part(store, value)?);
                    store.add(form)
                }
                Form::Tuple(parts) => {
                    let parts = store.evaluated_all(&parts)?;
                    store.add(Form::Tuple(parts))
                }
                Form::Function(parameters, result) => {
                    let parameters = store.evaluated_all(&parameters)?;
                    let result = part(store, result)?;
                    store.add(Form::Function(parameters, result))
                }
                Form::Dot(..) => store.reduced(of)?,
                _ => of,
            })
        })
    }

    fn evaluated_all(&mut self, parts: &[TypeId]) -> Unified<Rc<[TypeId]>> {
        parts.iter().map(|&part| self.evaluated(part)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::Binding;

    const DATATYPE: Binding = Binding(1000);

    /// `Int => Bool => Event`, `Char => T`, and a `T`.
    fn store() -> (Store, TypeId, TypeId, TypeId) {
        let mut store = Store::new();
        let channel = store.dotable(&[Store::INT, Store::BOOL], Store::EVENT);
        let datatype = store.add(Form::Datatype(DATATYPE));
        let constructor = store.dotable(&[Store::CHAR], datatype);
        (store, channel, constructor, datatype)
    }

    #[test]
    fn what_stands_last_takes_one_field_or_all() {
        for (last, left) in [(Last::TakesAllFields, 0), (Last::TakesOneField, 1)] {
            let (mut store, channel, ..) = store();
            let unknown = store.fresh();
            let list = store.reduced_list(vec![channel, unknown], last).expect("a list");
            let [event] = list[..] else { panic!("{list:?}") };
            let (fields, becomes) = store.spine(event);
            assert_eq!((fields.len(), becomes), (left, Store::EVENT));
            assert_eq!(store.elements(unknown).len(), 2 - left);
        }
    }

    #[test]
    fn a_constructor_takes_before_what_stands_before_it() {
        let (mut store, _, constructor, datatype) = store();
        let channel = store.dotable(&[datatype], Store::EVENT);
        let list = vec![channel, constructor, Store::CHAR];
        assert_eq!(store.reduced_list(list, Last::TakesAllFields), Ok(vec![Store::EVENT]));
        let list = vec![channel, constructor, Store::INT];
        assert!(store.reduced_list(list, Last::TakesAllFields).is_err());
    }

    #[test]
    fn unknown_channels_learn_their_fields() {
        let (mut store, channel, ..) = store();
        let (unknown, field) = (store.fresh(), store.fresh());
        let event = store.dots(&[unknown, field, Store::BOOL]);
        assert_eq!(store.unify(Store::EVENT, event), Ok(()));
        assert_eq!(store.unify(unknown, channel), Ok(()));
        assert_eq!(store.resolve(field), Store::INT);
    }

    #[test]
    fn a_type_is_no_part_of_itself() {
        let mut store = Store::new();
        let unknown = store.fresh();
        let set = store.add(Form::Set(unknown));
        assert!(store.unify(unknown, set).is_err());
        let field = store.fresh();
        let constructor = store.dotable(&[field], unknown);
        let dots = store.dots(&[constructor, field]);
        assert_eq!(store.unify(unknown, dots), Ok(()), "dots cancel");
    }
}
