//! Classes of which rebecs are created at run time.

use crate::ast::{self, ClassKind};
use crate::declared::{Declared, Message, RoutineId, Type};
use crate::lower::INITIAL;

/// A class of which rebecs are created at run time.
#[derive(Clone, Debug)]
pub(crate) struct Created {
    pub class: usize,
    /// What a new rebec runs first: its constructor, or else `initial`, if it has one.
    pub first: Option<RoutineId>,
    /// The message that brings that about. Its parameters are the rebecs that the new one knows, then those of what it runs.
    pub message: usize,
}

impl Declared<'_> {
    /// Learns of which classes rebecs are created.
    pub fn creations(&mut self, model: &ast::Model) {
        for name in &model.created {
            let Some(class) = self.class_named(name) else { continue };
            let known = self.created.iter().any(|created| created.class == class);
            if known || self.classes[class].tree.kind != ClassKind::Concrete {
                continue;
            }
            let first = self.first_routine(class);
            let known = self.known_classes(class).into_iter().map(Type::Rebec);
            let mut parameters: Vec<Type> = known.collect();
            parameters.extend(self.first_parameters(class));
            let fields = self.fields_for(&parameters);
            let name = first.map_or(INITIAL, |first| &self.routine(first).name.text).to_owned();
            self.messages.push(Message { name, parameters, fields });
            let message = self.messages.len() - 1;
            self.created.push(Created { class, first, message });
        }
    }

    /// What rebecs of a class run first.
    fn first_routine(&self, class: usize) -> Option<RoutineId> {
        let initial = || self.find(class, INITIAL).filter(|&found| self.message(found).is_some());
        self.constructor(class).or_else(initial)
    }

    /// The types of what that is given.
    fn first_parameters(&mut self, class: usize) -> Vec<Type> {
        self.first_routine(class).map_or(Vec::new(), |first| self.parameters_of(first))
    }

    /// The classes of the rebecs that a rebec of a class knows, one after the other: what it inherits comes first.
    pub fn known_classes(&self, class: usize) -> Vec<Option<usize>> {
        let mut classes = Vec::new();
        for &part in self.lines.line(class) {
            for known in &self.classes[part].tree.known {
                let set = known.group.as_ref();
                let set = set.and_then(|group| self.set_named(part, &group.index.text));
                let count = set.map_or(1, |set| self.sets[set].size() as usize);
                let known = self.class_named(&known.class.text);
                classes.extend(std::iter::repeat_n(known, count));
            }
        }
        classes
    }
}
