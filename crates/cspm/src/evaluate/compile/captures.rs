//! On which variables further out definitions depend. They tell processes apart that are defined in a let, and functions.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::{Compiler, Program};
use crate::evaluate::code::{Capture, DefinitionId, Place};

impl Compiler<'_> {
    /// Notes that a variable is used, in all definitions around that it is further out of.
    pub(super) fn depend_on_variable(&mut self, level: u32, slot: u32, name: &Arc<str>) {
        for &owner in &self.owners {
            let place = owner.0 as usize;
            if level <= self.program.definitions[place].level {
                let variables = &mut self.program.dependencies[place].variables;
                variables.entry((level, slot)).or_insert_with(|| Arc::clone(name));
            }
        }
    }

    /// Notes that a definition in a let is used.
    pub(super) fn depend_on_definition(&mut self, level: u32, definition: DefinitionId) {
        if level == 0 {
            return;
        }
        for &owner in &self.owners {
            let place = owner.0 as usize;
            if level <= self.program.definitions[place].level {
                self.program.dependencies[place].definitions.insert(definition);
            }
        }
    }
}

impl Program {
    /// Adds what definitions depend on by others, until nothing is added any more.
    pub(super) fn settle_captures(&mut self) {
        let new = self.settled..self.definitions.len();
        let mut dependents: HashMap<usize, Vec<usize>> = HashMap::new();
        for place in new.clone() {
            for other in &self.dependencies[place].definitions {
                dependents.entry(other.0 as usize).or_default().push(place);
            }
        }
        let mut pending: Vec<usize> = new.collect();
        let mut waits = vec![true; self.definitions.len()];
        while let Some(place) = pending.pop() {
            waits[place] = false;
            if self.add_dependencies(place) {
                let again = dependents.get(&place).into_iter().flatten().copied();
                pending.extend(again.filter(|&it| !std::mem::replace(&mut waits[it], true)));
            }
        }
        for place in self.settled..self.definitions.len() {
            let definition = &self.definitions[place];
            let capture = |(&(level, slot), name): (&(u32, u32), &Arc<str>)| Capture {
                name: Arc::clone(name),
                place: Place { depth: definition.level - level, slot },
            };
            let captures = self.dependencies[place].variables.iter().map(capture).collect();
            let _ = definition.captures.set(captures);
        }
    }

    fn add_dependencies(&mut self, place: usize) -> bool {
        let level = self.definitions[place].level;
        let mut more: BTreeMap<(u32, u32), Arc<str>> = BTreeMap::new();
        for other in &self.dependencies[place].definitions {
            for (&variable, name) in &self.dependencies[other.0 as usize].variables {
                let known = &self.dependencies[place].variables;
                if variable.0 <= level && !known.contains_key(&variable) {
                    more.insert(variable, Arc::clone(name));
                }
            }
        }
        let changed = !more.is_empty();
        self.dependencies[place].variables.append(&mut more);
        changed
    }
}
