//! Types as users write them.

use std::collections::{HashMap, HashSet};

use crate::names::Bindings;
use crate::types::constraint::Constraints;
use crate::types::scheme::Scheme;
use crate::types::store::{Form, Store, TypeId};

/// A printed type is cut off when it is longer.
const MAX_LENGTH: usize = 400;

/// How tightly the surroundings of a type bind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Around {
    /// Anything may stand here.
    Nothing,
    /// The right of `=>`: no functions.
    Arrow,
    /// Between dots: no `=>`, no functions.
    Dot,
    /// Between dots, but not at the end.
    Tight,
}

/// Prints types that belong together: variables have the same names in all of them.
pub(super) struct Printer<'a> {
    store: &'a mut Store,
    bindings: &'a Bindings,
    names: HashMap<TypeId, String>,
    taken: HashSet<String>,
    depth: usize,
}

impl<'a> Printer<'a> {
    pub fn new(store: &'a mut Store, bindings: &'a Bindings) -> Printer<'a> {
        Printer { store, bindings, names: HashMap::new(), taken: HashSet::new(), depth: 0 }
    }

    /// A type with what its variables must be: `(Eq a) => (a, <a>) -> Bool`.
    pub fn scheme(&mut self, scheme: &Scheme) -> String {
        let printed = self.of(scheme.of);
        let constraints: Vec<String> =
            scheme.any.iter().flat_map(|&variable| self.constraints(variable)).collect();
        match constraints.as_slice() {
            [] => printed,
            _ => format!("({}) => {printed}", constraints.join(", ")),
        }
    }

    fn constraints(&mut self, variable: TypeId) -> Vec<String> {
        let constraints = match *self.store.form(variable) {
            Form::Variable(variable) => self.store.variable(variable).constraints,
            Form::Rigid(rigid) => self.store.rigid(rigid).constraints,
            _ => Constraints::default(),
        };
        let name = self.name(variable);
        constraints.strongest().into_iter().map(|one| format!("{one} {name}")).collect()
    }

    /// A type.
    pub fn of(&mut self, of: TypeId) -> String {
        for variable in self.store.variables_of(of) {
            if let Form::Rigid(rigid) = *self.store.form(variable) {
                let name = self.store.rigid(rigid).name.to_string();
                self.taken.insert(name.clone());
                self.names.insert(variable, name);
            }
        }
        let mut text = String::new();
        self.write(of, Around::Nothing, &mut text);
        text
    }

    fn write(&mut self, of: TypeId, around: Around, text: &mut String) {
        if text.len() > MAX_LENGTH || self.depth > MAX_LENGTH {
            if !text.ends_with("..") {
                text.push_str("..");
            }
            return;
        }
        self.depth += 1;
        self.write_form(of, around, text);
        self.depth -= 1;
    }

    fn write_form(&mut self, of: TypeId, around: Around, text: &mut String) {
        let of = self.store.resolve(of);
        match self.store.form(of).clone() {
            Form::Int => text.push_str("Int"),
            Form::Bool => text.push_str("Bool"),
            Form::Char => text.push_str("Char"),
            Form::Proc => text.push_str("Proc"),
            Form::Event => text.push_str("Event"),
            Form::Unknown => text.push('?'),
            Form::Nothing => text.push('_'),
            Form::Variable(_) | Form::Rigid(_) => text.push_str(&self.name(of)),
            Form::Datatype(binding) => text.push_str(&self.bindings.get(binding).name),
            Form::Set(element) => self.enclosed("{", &[element], "}", text),
            Form::Sequence(element) => self.enclosed("<", &[element], ">", text),
            Form::Map(key, value) => {
                text.push_str("(| ");
                self.write(key, Around::Dot, text);
                text.push_str(" => ");
                self.write(value, Around::Nothing, text);
                text.push_str(" |)");
            }
            Form::Tuple(parts) => self.enclosed("(", &parts, ")", text),
            Form::Function(parameters, result) => {
                self.bracketed(around > Around::Nothing, text, |printer, text| {
                    printer.enclosed("(", &parameters, ")", text);
                    text.push_str(" -> ");
                    printer.write(result, Around::Nothing, text);
                });
            }
            Form::Dot(..) => {
                let elements = self.store.elements(of);
                self.bracketed(around > Around::Dot, text, |printer, text| {
                    for (place, &element) in elements.iter().enumerate() {
                        text.push_str(if place > 0 { "." } else { "" });
                        printer.write(element, Around::Tight, text);
                    }
                });
            }
            Form::Dotable(field, becomes) => self.arrow(around, field, " => ", becomes, text),
            Form::Extendable { complete, fields } => {
                self.arrow(around, fields, " =>* ", complete, text);
            }
        }
    }

    fn arrow(
        &mut self,
        around: Around,
        left: TypeId,
        arrow: &str,
        right: TypeId,
        text: &mut String,
    ) {
        self.bracketed(around > Around::Arrow, text, |printer, text| {
            printer.write(left, Around::Dot, text);
            text.push_str(arrow);
            printer.write(right, Around::Arrow, text);
        });
    }

    fn bracketed(
        &mut self,
        needed: bool,
        text: &mut String,
        write: impl FnOnce(&mut Self, &mut String),
    ) {
        text.push_str(if needed { "(" } else { "" });
        write(self, text);
        text.push_str(if needed { ")" } else { "" });
    }

    fn enclosed(&mut self, open: &str, parts: &[TypeId], close: &str, text: &mut String) {
        text.push_str(open);
        for (place, &part) in parts.iter().enumerate() {
            text.push_str(if place > 0 { ", " } else { "" });
            self.write(part, Around::Nothing, text);
        }
        text.push_str(close);
    }

    fn name(&mut self, variable: TypeId) -> String {
        if let Some(name) = self.names.get(&variable) {
            return name.clone();
        }
        let free = (0..).map(letter).find(|name| !self.taken.contains(name));
        let name = free.expect("there is always another name");
        self.taken.insert(name.clone());
        self.names.insert(variable, name.clone());
        name
    }
}

/// a, b, .., z, a1, b1, ..
fn letter(place: usize) -> String {
    let letter = char::from(b'a' + (place % 26) as u8);
    match place / 26 {
        0 => letter.to_string(),
        round => format!("{letter}{round}"),
    }
}
