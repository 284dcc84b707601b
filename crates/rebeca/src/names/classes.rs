//! What classes declare, and what they inherit.

use std::collections::HashMap;

use model::DeclaredKind;

use super::bodies::Local;
use super::text::{of_class, of_routine, of_variable, values_of};
use super::{Id, Names};
use crate::ast::{Class, Dimension, Known, Name, Routine, RoutineKind, Variable};

/// What is known of a class.
pub(super) struct ClassNames {
    pub id: Id,
    /// Its scalar sets.
    pub sets: HashMap<String, Id>,
    /// Its known rebecs and variables, with the names of their types.
    pub variables: HashMap<String, (Id, String)>,
    pub routines: HashMap<String, RoutineNames>,
    /// The class that it extends.
    pub parent: Option<usize>,
    pub interfaces: Vec<usize>,
    /// Itself and all that it extends and implements: its line first, innermost first.
    pub above: Vec<usize>,
    /// How many of these it extends, itself among them.
    pub line: usize,
}

/// A message server or a method.
#[derive(Clone)]
pub(super) struct RoutineNames {
    pub id: Id,
    pub is_server: bool,
    /// The type of its value.
    pub result: Option<String>,
}

impl Names<'_> {
    /// Declares a class, and what stands in it but for what its routines declare.
    pub(super) fn class(&mut self, tree: &Class) {
        let id = self.declare(&tree.name, DeclaredKind::Process, tree.span, of_class(tree), None);
        if let Some(queue) = tree.queue {
            self.remark(id, format!("its queue holds {} messages", queue.value));
        }
        let mut class = ClassNames {
            id,
            sets: HashMap::new(),
            variables: HashMap::new(),
            routines: HashMap::new(),
            parent: None,
            interfaces: Vec::new(),
            above: Vec::new(),
            line: 0,
        };
        tree.known.iter().for_each(|known| self.known(known, &mut class));
        for variable in &tree.variables {
            let ty = &variable.ty;
            let whole = whole_of(variable);
            let text = of_variable(variable);
            let found = self.declare(&variable.name, DeclaredKind::Variable, whole, text, Some(id));
            self.remark_values(found, variable);
            let entry = (found, ty.text.clone());
            class.variables.entry(variable.name.text.clone()).or_insert(entry);
        }
        tree.routines.iter().for_each(|routine| self.routine(routine, &mut class));
        self.class_names.entry(tree.name.text.clone()).or_insert(self.classes.len());
        self.classes.push(class);
    }

    /// The values of a variable, if its type is one that the language knows.
    pub(super) fn remark_values(&mut self, id: Id, variable: &Variable) {
        if let Some(values) = values_of(&variable.ty.text) {
            self.remark(id, values);
        }
    }

    /// Known rebecs, and the scalar set that tells them apart.
    fn known(&mut self, known: &Known, class: &mut ClassNames) {
        let mut whole = known.class.span.to(known.name.span);
        let mut text = format!("{} {}", known.class.text, known.name.text);
        if let Some(group) = &known.group {
            let (index, low, high) = (&group.index, group.low, group.high);
            whole = whole.to(high.span);
            let set = format!("{}:{}..{}", index.text, low.value, high.value);
            text += &format!("[{set}]");
            match class.sets.get(&index.text) {
                Some(&set) => self.used(Some(set), index.span),
                None => {
                    let span = index.span.to(high.span);
                    let id = self.declare(index, DeclaredKind::Type, span, set, Some(class.id));
                    self.remark(id, "a scalar set: its elements are only told apart");
                    class.sets.insert(index.text.clone(), id);
                }
            }
        }
        let id = self.declare(&known.name, DeclaredKind::Variable, whole, text, Some(class.id));
        self.remark(id, "a known rebec");
        let entry = (id, known.class.text.clone());
        class.variables.entry(known.name.text.clone()).or_insert(entry);
    }

    /// A constructor has the name of its class, which it uses.
    fn routine(&mut self, routine: &Routine, class: &mut ClassNames) {
        let (kind, result) = match &routine.kind {
            RoutineKind::Constructor => return self.used(Some(class.id), routine.name.span),
            RoutineKind::Server => (DeclaredKind::Event, None),
            RoutineKind::Method(result) => (DeclaredKind::Function, result.as_ref()),
        };
        let text = of_routine(routine);
        let id = self.declare(&routine.name, kind, routine.span, text, Some(class.id));
        if routine.body.is_none() {
            self.remark(id, "abstract: what is done stands elsewhere");
        }
        let result = result.map(|ty| ty.text.clone());
        let is_server = kind == DeclaredKind::Event;
        let found = RoutineNames { id, is_server, result };
        class.routines.entry(routine.name.text.clone()).or_insert(found);
    }

    /// What a class extends and implements.
    pub(super) fn above(&mut self, class: usize, tree: &Class) {
        self.classes[class].parent = tree.extends.as_ref().and_then(|name| self.use_class(name));
        let interfaces = tree.implements.iter().filter_map(|name| self.use_class(name)).collect();
        self.classes[class].interfaces = interfaces;
    }

    /// Finds all that is above a class.
    pub(super) fn inherit(&mut self, class: usize) {
        let mut above = vec![class];
        let mut next = self.classes[class].parent;
        while let Some(parent) = next.filter(|parent| !above.contains(parent)) {
            above.push(parent);
            next = self.classes[parent].parent;
        }
        let line = above.len();
        let mut at = 0;
        while let Some(&one) = above.get(at) {
            let new: Vec<usize> = self.classes[one].interfaces.clone();
            above.extend(new.into_iter().filter(|new| !above.contains(new)).collect::<Vec<_>>());
            at += 1;
        }
        (self.classes[class].above, self.classes[class].line) = (above, line);
    }

    /// The classes that a class extends, itself first.
    fn line(&self, class: usize) -> &[usize] {
        let found = &self.classes[class];
        &found.above[..found.line]
    }

    /// A scalar set of a class, or of one that it extends.
    pub(super) fn set_named(&self, class: usize, name: &str) -> Option<Id> {
        self.line(class).iter().find_map(|&class| self.classes[class].sets.get(name).copied())
    }

    /// A known rebec or a variable of a class, or of one that it extends, and its type.
    pub(super) fn variable_of(&self, class: usize, name: &str) -> Option<(Id, String)> {
        self.line(class).iter().find_map(|&class| self.classes[class].variables.get(name).cloned())
    }

    /// What a class runs under a name: its own, or what it inherits; of an abstract class perhaps what one has that extends it.
    pub(super) fn routine_of(&self, class: usize, name: &str) -> Option<RoutineNames> {
        let above = &self.classes[class].above;
        let own = above.iter().find_map(|&class| self.classes[class].routines.get(name));
        let below = || {
            let extends = |other: &&ClassNames| other.above.contains(&class);
            let mut below = self.classes.iter().filter(extends);
            below.find_map(|other| other.routines.get(name))
        };
        own.or_else(below).cloned()
    }

    /// The first server of a message, where it is not known whose.
    pub(super) fn server_named(&self, name: &str) -> Option<Id> {
        let mut all = self.classes.iter().filter_map(|class| class.routines.get(name));
        all.find(|routine| routine.is_server).map(|routine| routine.id)
    }

    /// Uses of types and bodies of routines.
    pub(super) fn members(&mut self, class: usize, tree: &Class) {
        for known in &tree.known {
            self.use_class(&known.class);
        }
        for variable in &tree.variables {
            self.use_type(class, variable);
        }
        for routine in &tree.routines {
            self.body_of(class, routine);
        }
    }

    /// Uses of names in the type of a variable.
    pub(super) fn use_type(&mut self, class: usize, variable: &Variable) {
        self.use_type_name(Some(class), &variable.ty);
        for dimension in &variable.dimensions {
            let Dimension::Index(name) = dimension else { continue };
            let set = self.set_named(class, &name.text);
            let id = set.or_else(|| self.constants.get(&name.text).copied());
            self.used(id, name.span);
        }
    }

    /// A use of a class, or of a scalar set of the class around.
    pub(super) fn use_type_name(&mut self, class: Option<usize>, name: &Name) {
        if self.use_class(name).is_none() {
            let set = class.and_then(|class| self.set_named(class, &name.text));
            self.used(set, name.span);
        }
    }

    /// The body of a routine, with what is declared there.
    fn body_of(&mut self, class: usize, routine: &Routine) {
        let own = self.classes[class].routines.values().map(|routine| routine.id);
        let own = own.into_iter().find(|&id| self.found[id].place == routine.name.span);
        let within = own.unwrap_or(self.classes[class].id);
        if let RoutineKind::Method(Some(ty)) = &routine.kind {
            self.use_type_name(Some(class), ty);
        }
        let mut locals = Vec::new();
        for parameter in &routine.parameters {
            let text = of_variable(parameter);
            let whole = whole_of(parameter);
            let kind = DeclaredKind::Parameter;
            let id = self.declare(&parameter.name, kind, whole, text, Some(within));
            self.remark_values(id, parameter);
            self.use_type(class, parameter);
            locals.push(Local::of(parameter, id));
        }
        let mut body = self.body(Some(class));
        (body.within, body.locals) = (Some(within), locals);
        body.statements(routine.body.as_deref().unwrap_or_default());
    }
}

/// The declaration of a variable: from its type to its last dimension.
pub(super) fn whole_of(variable: &Variable) -> diagnostics::Span {
    let whole = variable.ty.span.to(variable.name.span);
    variable.dimensions.iter().fold(whole, |whole, dimension| match dimension {
        Dimension::Index(name) => whole.to(name.span),
        Dimension::Length(number) => whole.to(number.span),
    })
}
