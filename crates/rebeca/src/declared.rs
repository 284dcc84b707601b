//! What a model declares: its constants, its classes with their scalar sets, and which messages there are.

use std::collections::HashMap;

use diagnostics::{Diagnostic, Span};
use machine::program::CellType;

use crate::ast::{self, Dimension, Routine, RoutineKind};
use crate::created::Created;
use crate::hierarchy::Lines;

/// The most elements of a scalar set: what counts them goes one further, and has 8 bits.
const MAX_SET: i32 = 254;
/// The most messages: 0 is none, and their numbers have 8 bits. So it is with classes.
const MAX_MESSAGES: usize = 255;
/// The most elements of an array.
const MAX_ELEMENTS: u32 = 1 << 16;

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Type {
    Boolean,
    /// A number; variables differ in their range.
    Number(CellType),
    /// An element of a scalar set, kept as 1, 2, …; 0 is none. Sets are numbered for all classes.
    Scalar(usize),
    /// A rebec, known by its queue; 0 is null. Of a class, if that is known.
    Rebec(Option<usize>),
    /// Of something that is wrong, which was said already.
    Wrong,
}

impl Type {
    /// The numbers of Rebeca, as in Java.
    pub const INT: Type = Type::Number(CellType::INT);

    /// What variables of the type hold.
    pub fn cell(self) -> CellType {
        match self {
            Type::Boolean => CellType::BIT,
            Type::Number(cell) => cell,
            Type::Scalar(_) | Type::Rebec(_) | Type::Wrong => CellType::BYTE,
        }
    }

    pub fn is_rebec(self) -> bool {
        matches!(self, Type::Rebec(_))
    }

    /// The same, whatever class a rebec is of.
    pub fn without_class(self) -> Type {
        if self.is_rebec() { Type::Rebec(None) } else { self }
    }
}

/// `[i:low..high]`.
#[derive(Clone, Debug)]
pub(crate) struct ScalarSet {
    pub name: String,
    pub low: i32,
    pub high: i32,
}

impl ScalarSet {
    pub fn size(&self) -> u32 {
        (self.high - self.low + 1) as u32
    }
}

/// What an array has a value for each of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    /// The elements of a scalar set.
    Set(usize),
    /// The numbers from 0 to below this.
    Length(u32),
}

/// A class.
#[derive(Debug)]
pub(crate) struct Class<'m> {
    pub tree: &'m ast::Class,
    /// Its scalar sets, by their names.
    sets: HashMap<&'m str, usize>,
    /// For each of its routines the message that it serves, if it is a message server.
    messages: Vec<Option<usize>>,
}

/// A message: servers of several classes may serve it.
#[derive(Debug)]
pub(crate) struct Message {
    pub name: String,
    pub parameters: Vec<Type>,
    /// Which fields of the queues hold its parameters.
    pub fields: Vec<usize>,
}

/// A routine: of which class, and which of its routines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RoutineId {
    pub class: usize,
    pub place: usize,
}

/// `env T name = value;`.
#[derive(Clone, Debug)]
pub(crate) struct Constant {
    pub name: String,
    pub ty: Type,
    pub value: i32,
}

/// The fields before the parameters of messages: which message, and its sender.
pub(crate) const TAG: usize = 0;
pub(crate) const SENDER: usize = 1;
/// The class of the sender, if somebody asks for it.
pub(crate) const CLASS_OF_SENDER: usize = 2;

/// Everything that is declared.
#[derive(Debug, Default)]
pub(crate) struct Declared<'m> {
    pub constants: Vec<Constant>,
    pub classes: Vec<Class<'m>>,
    /// The places of these, by their names.
    class_names: HashMap<&'m str, usize>,
    pub lines: Lines,
    pub sets: Vec<ScalarSet>,
    pub messages: Vec<Message>,
    /// The classes of which rebecs are created at run time.
    pub created: Vec<Created>,
    /// For each field of a queue what it holds, from the first parameter on.
    pub parameters: Vec<Type>,
    /// Whether messages say of which class their sender is.
    pub asks_senders: bool,
    pub diagnostics: Vec<Diagnostic>,
}

impl<'m> Declared<'m> {
    /// Collects what a model declares; constants have other values if `defines` says so (`NAME=VALUE`).
    pub fn new(model: &'m ast::Model, defines: &[String]) -> Declared<'m> {
        let mut declared = Declared { asks_senders: model.asks_senders, ..Declared::default() };
        declared.constants(model, defines);
        for class in &model.classes {
            declared.class(class);
        }
        declared.lines = Lines::new(&mut declared);
        for class in 0..declared.classes.len() {
            declared.servers(class);
        }
        for class in 0..declared.classes.len() {
            declared.inherited(class);
        }
        declared.creations(model);
        if declared.messages.len().max(declared.classes.len()) > MAX_MESSAGES {
            let message =
                format!("too large: a model may have {MAX_MESSAGES} messages, and as many classes");
            declared.error(model.end, message);
        }
        declared
    }

    pub fn error(&mut self, span: Span, message: impl Into<String>) {
        self.diagnostics.push(Diagnostic::error(span, message));
    }

    /// Notes what is wrong, and what to do about it.
    pub fn error_with_help(&mut self, span: Span, message: impl Into<String>, help: &str) {
        self.diagnostics.push(Diagnostic::error(span, message).help(help));
    }

    pub fn class_named(&self, name: &str) -> Option<usize> {
        self.class_names.get(name).copied()
    }

    /// The set with this name in a class, or in one that it extends.
    pub fn set_named(&self, class: usize, name: &str) -> Option<usize> {
        let line = self.lines.line(class).iter().rev();
        line.filter_map(|&class| self.classes[class].sets.get(name).copied()).next()
    }

    fn class(&mut self, tree: &'m ast::Class) {
        if self.class_named(&tree.name.text).is_some() {
            let message = format!("there is another class `{}`", tree.name.text);
            self.error(tree.name.span, message);
        }
        let mut sets: HashMap<&str, usize> = HashMap::new();
        for known in &tree.known {
            let Some(group) = &known.group else { continue };
            let (low, high) = (group.low.value, group.high.value);
            if low > high || i64::from(high) - i64::from(low) >= i64::from(MAX_SET) {
                let message = format!("a scalar set has 1 to {MAX_SET} elements");
                self.error(group.index.span, message);
                continue;
            }
            let set = ScalarSet { name: group.index.text.clone(), low, high };
            let known = sets.get(&*group.index.text).map(|&set: &usize| &self.sets[set]);
            if known.is_some_and(|known| (known.low, known.high) != (low, high)) {
                let message = format!("the scalar set `{}` has other bounds before", set.name);
                self.error(group.index.span, message);
            }
            sets.entry(&group.index.text).or_insert_with(|| {
                self.sets.push(set);
                self.sets.len() - 1
            });
        }
        // Of several with one name, the first is meant.
        self.class_names.entry(&tree.name.text).or_insert(self.classes.len());
        self.classes.push(Class { tree, sets, messages: Vec::new() });
    }

    /// Learns the messages of a class.
    fn servers(&mut self, class: usize) {
        let tree = self.classes[class].tree;
        for (place, routine) in tree.routines.iter().enumerate() {
            let name = &routine.name;
            if let Some(other) = tree.routines[..place].iter().find(|o| o.name.text == name.text) {
                let kind = if matches!(other.kind, RoutineKind::Server) {
                    "message server"
                } else {
                    "method or constructor"
                };
                let message = format!("`{}` has another {kind} `{}`", tree.name.text, name.text);
                let help =
                    "names are not shared here, even if the parameters differ: choose another";
                self.error_with_help(name.span, message, help);
            }
            let parameters: Vec<Type> =
                routine.parameters.iter().map(|p| self.parameter(class, p)).collect();
            let is_server = matches!(routine.kind, RoutineKind::Server);
            let message = is_server.then(|| self.message_with(&name.text, parameters));
            self.classes[class].messages.push(message);
        }
    }

    /// The message with a name and parameters. The class of a rebec makes no other message.
    fn message_with(&mut self, name: &str, parameters: Vec<Type>) -> usize {
        let alike = |a: &Type, b: &Type| a.without_class() == b.without_class();
        let same = |message: &Message| {
            message.name == name
                && message.parameters.len() == parameters.len()
                && message.parameters.iter().zip(&parameters).all(|(a, b)| alike(a, b))
        };
        if let Some(message) = self.messages.iter().position(same) {
            return message;
        }
        let fields = self.fields_for(&parameters);
        self.messages.push(Message { name: name.to_owned(), parameters, fields });
        self.messages.len() - 1
    }

    /// Fields for the parameters of a message. Messages share them, but a field holds values of one kind only: what
    /// rebecs are permuted by must not be taken for a number.
    pub fn fields_for(&mut self, parameters: &[Type]) -> Vec<usize> {
        let first = if self.asks_senders { CLASS_OF_SENDER } else { SENDER } + 1;
        let mut taken: Vec<usize> = Vec::new();
        for parameter in parameters {
            let kind = parameter.without_class();
            let free = |(field, held): (usize, &Type)| *held == kind && !taken.contains(&field);
            let field = self.parameters.iter().enumerate().position(free);
            taken.push(field.unwrap_or_else(|| {
                self.parameters.push(kind);
                self.parameters.len() - 1
            }));
        }
        taken.into_iter().map(|field| first + field).collect()
    }

    /// What a class has of those that it extends and implements must fit together.
    fn inherited(&mut self, class: usize) {
        let tree = self.classes[class].tree;
        let above: Vec<usize> = self.lines.above(class).to_vec();
        for &other in above.iter().filter(|&&other| other != class) {
            let inherited = self.classes[other].tree;
            for (place, routine) in inherited.routines.iter().enumerate() {
                if matches!(routine.kind, RoutineKind::Constructor) {
                    continue;
                }
                let Some(found) = self.find(class, &routine.name.text) else { continue };
                let (own, name) = (self.routine(found), &routine.name.text);
                if self.classes[other].messages[place] != self.message(found) {
                    let message =
                        format!("`{name}` is something else in `{}`", inherited.name.text);
                    let help = "an overriding method has the same parameters; otherwise choose another name";
                    self.error_with_help(own.name.span, message, help);
                } else if own.body.is_none() && tree.kind == ast::ClassKind::Concrete {
                    let (class, other) = (&tree.name.text, &inherited.name.text);
                    let message = format!("`{class}` does not define `{name}` of `{other}`");
                    let help = "write it in the class, or make the class `abstract`";
                    self.error_with_help(tree.name.span, message, help);
                }
            }
        }
        let own = tree.routines.iter().find(|routine| routine.body.is_none());
        if let Some(own) = own.filter(|_| tree.kind == ast::ClassKind::Concrete) {
            let message =
                format!("`{}` is not abstract, and `{}` is", tree.name.text, own.name.text);
            self.error_with_help(own.name.span, message, "make the class `abstract` too");
        }
    }

    fn parameter(&mut self, class: usize, parameter: &ast::Variable) -> Type {
        if !parameter.dimensions.is_empty() {
            self.error(parameter.name.span, "a parameter is not an array");
        }
        self.type_named(class, &parameter.ty)
    }

    /// The type that a name stands for in a class.
    pub fn type_named(&mut self, class: usize, name: &ast::Name) -> Type {
        if let Some(ty) = self.known_type(&name.text) {
            return ty;
        }
        if let Some(set) = self.set_named(class, &name.text) {
            return Type::Scalar(set);
        }
        let message = format!("there is no type `{}`", name.text);
        let help = "types are boolean, byte, short, int, classes, and the scalar sets of the class";
        self.error_with_help(name.span, message, help);
        Type::Wrong
    }

    /// The type that a name stands for everywhere.
    pub fn known_type(&self, name: &str) -> Option<Type> {
        Some(match name {
            "boolean" => Type::Boolean,
            "byte" => Type::Number(CellType { bits: 8, signed: true }),
            "short" => Type::Number(CellType::SHORT),
            "int" => Type::INT,
            _ => Type::Rebec(Some(self.class_named(name)?)),
        })
    }

    /// What a variable has a value for each of.
    pub fn extents(&mut self, class: usize, variable: &ast::Variable) -> Vec<Extent> {
        let mut extents = Vec::new();
        let mut cells = 1_u32;
        for dimension in &variable.dimensions {
            let Some((extent, size)) = self.extent(class, dimension) else { return Vec::new() };
            cells = cells.saturating_mul(size);
            extents.push(extent);
        }
        if cells > MAX_ELEMENTS {
            let message = format!("too large: an array has at most {MAX_ELEMENTS} elements");
            self.error(variable.name.span, message);
            return Vec::new();
        }
        extents
    }

    fn extent(&mut self, class: usize, dimension: &Dimension) -> Option<(Extent, u32)> {
        let (length, span) = match dimension {
            Dimension::Length(number) => (number.value, number.span),
            Dimension::Index(name) => {
                if let Some(set) = self.set_named(class, &name.text) {
                    return Some((Extent::Set(set), self.size(Extent::Set(set))));
                }
                let Some(constant) = self.constant_named(&name.text) else {
                    let message = format!("there is no scalar set or constant `{}`", name.text);
                    self.error(name.span, message);
                    return None;
                };
                (constant.value, name.span)
            }
        };
        if length < 1 {
            self.error(span, "an array has one element or more");
            return None;
        }
        Some((Extent::Length(length as u32), length as u32))
    }

    /// How many places an array has: elements of sets are numbered from 1, and what stands at 0 is of none of them.
    pub fn size(&self, extent: Extent) -> u32 {
        match extent {
            Extent::Set(set) => self.sets[set].size() + 1,
            Extent::Length(length) => length,
        }
    }

    /// The server or method of a class with this name: its own, or what it inherits.
    pub fn find(&self, class: usize, name: &str) -> Option<RoutineId> {
        let is_it = |routine: &Routine| {
            routine.name.text == name && !matches!(routine.kind, RoutineKind::Constructor)
        };
        let line = self.lines.line(class).iter().rev();
        let mut all = line.chain(self.lines.above(class)).map(|&class| {
            let place = self.classes[class].tree.routines.iter().position(is_it)?;
            Some(RoutineId { class, place })
        });
        all.find_map(|found| found)
    }

    pub fn routine(&self, id: RoutineId) -> &'m Routine {
        &self.classes[id.class].tree.routines[id.place]
    }

    /// The types of what a routine is given.
    pub fn parameters_of(&mut self, id: RoutineId) -> Vec<Type> {
        let parameters = &self.routine(id).parameters;
        parameters.iter().map(|parameter| self.type_named(id.class, &parameter.ty)).collect()
    }

    /// The message that a routine serves, if it is a message server.
    pub fn message(&self, id: RoutineId) -> Option<usize> {
        self.classes[id.class].messages[id.place]
    }

    /// The message with a name that rebecs of a class serve.
    pub fn served(&self, class: usize, name: &str) -> Option<usize> {
        self.message(self.find(class, name)?)
    }

    /// All message servers of a class, each as its rebecs run it.
    pub fn servers_of(&self, class: usize) -> Vec<RoutineId> {
        let mut servers: Vec<RoutineId> = Vec::new();
        for &above in self.lines.above(class) {
            for routine in &self.classes[above].tree.routines {
                let found = self.find(class, &routine.name.text);
                let server = found.filter(|&found| self.message(found).is_some());
                servers.extend(server.filter(|found| !servers.contains(found)));
            }
        }
        servers
    }

    /// The constructor that runs when a rebec of a class starts: its own, or what it inherits.
    pub fn constructor(&self, class: usize) -> Option<RoutineId> {
        let is_it = |routine: &Routine| matches!(routine.kind, RoutineKind::Constructor);
        self.lines.line(class).iter().rev().find_map(|&class| {
            let place = self.classes[class].tree.routines.iter().position(is_it)?;
            Some(RoutineId { class, place })
        })
    }

    /// Whether a value of one type may be where one of another is expected.
    pub fn fits(&self, is: Type, wanted: Type) -> bool {
        match (is, wanted) {
            (Type::Wrong, _) | (_, Type::Wrong) => true,
            (Type::Number(_), Type::Number(_)) => true,
            // The class of a sender is not known beforehand.
            (Type::Rebec(None), Type::Rebec(_)) | (Type::Rebec(_), Type::Rebec(None)) => true,
            (Type::Rebec(Some(class)), Type::Rebec(Some(wanted))) => {
                self.lines.above(class).contains(&wanted)
            }
            (a, b) => a == b,
        }
    }

    /// What a type is called.
    pub fn type_name(&self, ty: Type) -> String {
        match ty {
            Type::Boolean => "a boolean".to_owned(),
            Type::Number(_) => "a number".to_owned(),
            Type::Scalar(set) => format!("an element of the scalar set `{}`", self.sets[set].name),
            Type::Rebec(None) => "a rebec".to_owned(),
            Type::Rebec(Some(class)) => {
                format!("a rebec of `{}`", self.classes[class].tree.name.text)
            }
            Type::Wrong => "unknown".to_owned(),
        }
    }
}
