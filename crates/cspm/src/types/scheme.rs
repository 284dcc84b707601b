//! Types that hold for any choice of some variables, and what they print as.

use std::collections::{HashMap, HashSet};

use crate::types::store::{Form, Store, TypeId, Unified};

/// A type for any choice of some of its variables.
#[derive(Clone, Debug)]
pub(super) struct Scheme {
    /// The variables, in the order in which they occur.
    pub any: Vec<TypeId>,
    /// The type.
    pub of: TypeId,
}

impl Scheme {
    /// A single type.
    pub fn single(of: TypeId) -> Scheme {
        Scheme { any: Vec::new(), of }
    }
}

impl Store {
    /// A type for any choice of the variables that belong to groups within the one of a level.
    pub fn generalise(&mut self, of: TypeId, level: u32) -> Unified<Scheme> {
        let of = self.evaluated(of)?;
        let mut any = Vec::new();
        self.measure(of, &mut HashMap::new())?;
        for variable in self.variables_of(of) {
            let inner = match *self.form(variable) {
                Form::Variable(variable) => self.variable(variable).level,
                Form::Rigid(rigid) => self.rigid(rigid).level,
                _ => 0,
            };
            if inner > level {
                any.push(variable);
            }
        }
        Ok(Scheme { any, of })
    }

    /// The variables of a type, in the order in which they occur.
    pub fn variables_of(&mut self, of: TypeId) -> Vec<TypeId> {
        let (mut found, mut seen, mut left) = (Vec::new(), HashSet::new(), vec![of]);
        while let Some(next) = left.pop() {
            let next = self.resolve(next);
            if !seen.insert(next) {
                continue;
            }
            match self.form(next) {
                Form::Variable(_) | Form::Rigid(_) => found.push(next),
                _ => left.extend(self.parts(next).into_iter().rev()),
            }
        }
        found
    }

    /// The type for a new choice of its variables, and that choice.
    pub fn instantiate(&mut self, scheme: &Scheme) -> Unified<(TypeId, Vec<TypeId>)> {
        if scheme.any.is_empty() {
            return Ok((scheme.of, Vec::new()));
        }
        let (mut copies, mut chosen) = (HashMap::new(), Vec::with_capacity(scheme.any.len()));
        for &any in &scheme.any {
            let constraints = match *self.form(any) {
                Form::Variable(variable) => Some(self.variable(variable).constraints),
                Form::Rigid(rigid) => Some(self.rigid(rigid).constraints),
                _ => None,
            };
            let choice = constraints.map_or(any, |constraints| self.fresh_with(constraints));
            copies.insert(any, choice);
            chosen.push(choice);
        }
        Ok((self.copy(scheme.of, &mut copies)?, chosen))
    }

    fn copy(&mut self, of: TypeId, copies: &mut HashMap<TypeId, TypeId>) -> Unified<TypeId> {
        let of = self.resolve(of);
        if let Some(&copy) = copies.get(&of) {
            return Ok(copy);
        }
        let copy = self.nested(|store| {
            let parts = store.parts(of);
            let mut copied = Vec::with_capacity(parts.len());
            for &part in &parts {
                copied.push(store.copy(part, copies)?);
            }
            Ok(if copied == parts { of } else { store.with_parts(of, &copied) })
        })?;
        copies.insert(of, copy);
        Ok(copy)
    }
}
