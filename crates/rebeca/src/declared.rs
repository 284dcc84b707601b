//! What a model declares: its classes with their scalar sets and message servers, and which messages there are.

use std::collections::HashMap;

use diagnostics::{Diagnostic, Span};
use machine::program::CellType;

use crate::ast::{self, Dimension};

/// The most elements of a scalar set: what counts them goes one further, and has 8 bits.
const MAX_SET: i32 = 254;
/// The most messages: 0 is none, and their numbers have 8 bits.
const MAX_MESSAGES: usize = 255;

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

    /// Whether a value of the one may be where one of the other is expected.
    pub fn fits(self, wanted: Type) -> bool {
        match (self, wanted) {
            (Type::Wrong, _) | (_, Type::Wrong) => true,
            (Type::Number(_), Type::Number(_)) => true,
            // The class of a sender is not known beforehand.
            (Type::Rebec(class), Type::Rebec(wanted)) => {
                class.is_none() || wanted.is_none() || class == wanted
            }
            (a, b) => a == b,
        }
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

/// A class.
#[derive(Debug)]
pub(crate) struct Class<'m> {
    pub tree: &'m ast::Class,
    /// Its scalar sets, by their names.
    sets: HashMap<&'m str, usize>,
    /// For each of its servers the message that it serves.
    pub messages: Vec<usize>,
}

/// A message: servers of several classes may serve it.
#[derive(Debug)]
pub(crate) struct Message {
    pub name: String,
    pub parameters: Vec<Type>,
    /// Which field of the queues holds its first parameter.
    pub first_field: usize,
}

/// The fields before the parameters of messages: which message, and its sender.
pub(crate) const TAG: usize = 0;
pub(crate) const SENDER: usize = 1;
const PARAMETERS: usize = 2;

/// Everything that is declared.
#[derive(Debug, Default)]
pub(crate) struct Declared<'m> {
    pub classes: Vec<Class<'m>>,
    pub sets: Vec<ScalarSet>,
    pub messages: Vec<Message>,
    /// For each field of a queue what it holds, from the first parameter on.
    pub parameters: Vec<Type>,
    pub diagnostics: Vec<Diagnostic>,
}

impl<'m> Declared<'m> {
    pub fn new(model: &'m ast::Model) -> Declared<'m> {
        let mut declared = Declared::default();
        for class in &model.classes {
            declared.class(class);
        }
        for class in 0..declared.classes.len() {
            declared.servers(class);
        }
        if declared.messages.len() > MAX_MESSAGES {
            let message = format!("too large: a model may have {MAX_MESSAGES} messages");
            declared.error(model.end, message);
        }
        declared
    }

    pub fn error(&mut self, span: Span, message: impl Into<String>) {
        self.diagnostics.push(Diagnostic::error(span, message));
    }

    pub fn class_named(&self, name: &str) -> Option<usize> {
        self.classes.iter().position(|class| class.tree.name.text == name)
    }

    /// The set with this name in a class.
    pub fn set_named(&self, class: usize, name: &str) -> Option<usize> {
        self.classes[class].sets.get(name).copied()
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
        self.classes.push(Class { tree, sets, messages: Vec::new() });
    }

    /// Learns the messages of a class.
    fn servers(&mut self, class: usize) {
        let tree = self.classes[class].tree;
        for (place, server) in tree.servers.iter().enumerate() {
            let name = &server.name;
            if tree.servers[..place].iter().any(|other| other.name.text == name.text) {
                let message =
                    format!("`{}` has another message server `{}`", tree.name.text, name.text);
                self.error(name.span, message);
            }
            let parameters: Vec<Type> = server
                .parameters
                .iter()
                .map(|parameter| self.parameter(class, parameter))
                .collect();
            // The class of a rebec makes no other message.
            let alike = |a: &Type, b: &Type| a == b || a.is_rebec() && b.is_rebec();
            let same = |message: &Message| {
                message.name == name.text
                    && message.parameters.len() == parameters.len()
                    && message.parameters.iter().zip(&parameters).all(|(a, b)| alike(a, b))
            };
            let message = self.messages.iter().position(same).unwrap_or_else(|| {
                let first_field = PARAMETERS + self.parameters.len();
                self.parameters.extend(&parameters);
                self.messages.push(Message { name: name.text.clone(), parameters, first_field });
                self.messages.len() - 1
            });
            self.classes[class].messages.push(message);
        }
    }

    fn parameter(&mut self, class: usize, parameter: &ast::Variable) -> Type {
        if parameter.dimension.is_some() {
            self.error(parameter.name.span, "a parameter is no array");
        }
        self.type_named(class, &parameter.ty)
    }

    /// The type that a name stands for in a class.
    pub fn type_named(&mut self, class: usize, name: &ast::Name) -> Type {
        match &*name.text {
            "boolean" => Type::Boolean,
            "byte" => Type::Number(CellType { bits: 8, signed: true }),
            "short" => Type::Number(CellType::SHORT),
            "int" => Type::INT,
            text => {
                if let Some(set) = self.set_named(class, text) {
                    return Type::Scalar(set);
                }
                if let Some(class) = self.class_named(text) {
                    return Type::Rebec(Some(class));
                }
                let message = format!("there is no type `{text}`");
                let help = "types are boolean, byte, short, int, classes, and the scalar sets of the class";
                self.diagnostics.push(Diagnostic::error(name.span, message).help(help));
                Type::Wrong
            }
        }
    }

    /// The scalar set that a variable has a value for each element of.
    pub fn dimension(&mut self, class: usize, variable: &ast::Variable) -> Option<usize> {
        match variable.dimension.as_ref()? {
            Dimension::Index(name) => {
                let set = self.set_named(class, &name.text);
                if set.is_none() {
                    self.error(name.span, format!("there is no scalar set `{}`", name.text));
                }
                set
            }
            Dimension::Length(number) => {
                self.error(number.span, "arrays with a number of elements are not supported yet");
                None
            }
        }
    }

    /// The server of a class for a message with this name, with the message.
    pub fn server(&self, class: usize, name: &str) -> Option<usize> {
        let servers = &self.classes[class].tree.servers;
        servers.iter().position(|server| server.name.text == name)
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
