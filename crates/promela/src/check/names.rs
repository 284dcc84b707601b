//! Declared names: what they hold, and whether they are used.

use std::collections::HashMap;

use diagnostics::Span;

use super::Checker;
use super::cells::Cell;
use super::values::constant;
use crate::ast::{ChannelInitialiser, Declaration, Initialiser, LValue, Type, Variable};

/// How many places a structure may have before it is not looked into.
const MAX_LEAVES: usize = 1024;
/// How deep structures may be nested before they are not looked into.
const MAX_DEPTH: usize = 64;

/// What a variable, or each element of an array, holds.
#[derive(Clone, Debug)]
pub enum Holds {
    Cell(Cell),
    /// The name of its type.
    Structure(String),
}

/// A field of a structure.
#[derive(Clone, Debug)]
pub struct Field {
    pub name: String,
    pub holds: Holds,
    /// The length of an array; 0 if it is not known.
    pub length: Option<i64>,
}

/// A declared variable or parameter.
#[derive(Clone, Debug)]
pub struct Declared {
    /// The process type, `init` or `never`, that it belongs to; none if it is global.
    pub owner: Option<String>,
    pub name: String,
    pub span: Span,
    pub holds: Holds,
    /// The length of an array; 0 if it is not known.
    pub length: Option<i64>,
    /// It has an initial value or is a parameter.
    pub given: bool,
    pub written: bool,
    pub read: bool,
}

/// A number of a [`Declared`].
pub type DeclaredId = usize;

/// What a path leads to.
#[derive(Clone, Debug)]
pub struct Place {
    pub root: DeclaredId,
    pub holds: Holds,
    /// The path without subscripts, as in `tags.row`.
    pub name: String,
}

/// The names that can be seen: the innermost scope comes last.
#[derive(Debug, Default)]
pub struct Names {
    pub declared: Vec<Declared>,
    /// To what declared names belong now.
    pub owner: Option<String>,
    scopes: Vec<HashMap<String, DeclaredId>>,
}

impl Names {
    pub fn open(&mut self) {
        self.scopes.push(HashMap::new());
    }

    pub fn close(&mut self) {
        self.scopes.pop();
    }

    pub fn add(&mut self, declared: Declared) {
        let id = self.declared.len();
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(declared.name.clone(), id);
        }
        self.declared.push(declared);
    }

    /// Adds a parameter, which always has a value.
    pub fn parameter(&mut self, name: String, span: Span, holds: Holds) {
        let (given, written, read) = (true, false, false);
        let owner = self.owner.clone();
        self.add(Declared { owner, name, span, holds, length: None, given, written, read });
    }

    pub fn find(&self, name: &str) -> Option<DeclaredId> {
        self.scopes.iter().rev().find_map(|scope| scope.get(name)).copied()
    }
}

impl Checker<'_> {
    /// Declares the variables of a declaration; their lengths and initial values are looked at.
    pub fn declare(&mut self, declaration: &Declaration) {
        for variable in &declaration.variables {
            variable.length.iter().for_each(|length| drop(self.value(length)));
            let holds = self.holds(&declaration.ty, variable);
            self.names.add(Declared {
                owner: self.names.owner.clone(),
                name: variable.name.text.clone(),
                span: variable.name.span,
                length: length(variable),
                given: variable.initial.is_some() || self.is_initialised(&declaration.ty),
                written: false,
                read: false,
                holds: holds.clone(),
            });
            self.initial(variable, &holds);
        }
    }

    /// Whether a structure has fields with initial values.
    fn is_initialised(&self, ty: &Type) -> bool {
        matches!(ty, Type::User(name) if self.initialised.contains(name))
    }

    fn initial(&mut self, variable: &Variable, holds: &Holds) {
        let Holds::Cell(cell) = holds else { return };
        match &variable.initial {
            Some(Initialiser::Value(value)) => {
                let value = self.value(value);
                self.flow(&value, cell, &format!("`{}`", variable.name.text));
            }
            Some(Initialiser::List(values, _)) => {
                for value in values {
                    let value = self.value(value);
                    self.flow(&value, cell, &format!("`{}`", variable.name.text));
                }
            }
            Some(Initialiser::Channel(_)) | None => {}
        }
    }

    /// What a declared variable holds; a channel gets the signature that is written there.
    pub fn holds(&mut self, ty: &Type, variable: &Variable) -> Holds {
        if let Type::User(name) = ty {
            return Holds::Structure(name.clone());
        }
        let width = variable.width.as_ref().and_then(constant);
        let signature = (*ty == Type::Chan).then(|| match &variable.initial {
            Some(Initialiser::Channel(initial)) => {
                let fields = self.message_fields(initial, &variable.name.text);
                self.signatures.declared(fields, initial.span, &format!("`{}`", variable.name.text))
            }
            _ => self.signatures.open(&format!("`{}`", variable.name.text), variable.name.span),
        });
        let mut cell = Cell::of(ty, width, signature);
        if variable.length.is_some() {
            cell.loosen();
        }
        Holds::Cell(cell)
    }

    fn message_fields(&mut self, initial: &ChannelInitialiser, channel: &str) -> Option<Vec<Cell>> {
        let mut cells = Vec::new();
        for (ty, span) in &initial.fields {
            match ty {
                Type::User(name) => cells.extend(self.leaves(name)?.into_iter().map(|l| l.1)),
                _ => {
                    let name = || format!("what goes through `{channel}`");
                    let signature =
                        (*ty == Type::Chan).then(|| self.signatures.open(&name(), *span));
                    cells.push(Cell::of(ty, None, signature));
                }
            }
        }
        if let [cell] = &mut cells[..] {
            cell.loosen();
        }
        Some(cells)
    }

    /// The places of a structure with their paths; `None` if it cannot be a message.
    pub fn leaves(&self, name: &str) -> Option<Vec<(String, Cell)>> {
        let mut found = Vec::new();
        self.add_leaves(name, "", 0, &mut found).then_some(found)
    }

    fn add_leaves(
        &self,
        name: &str,
        prefix: &str,
        depth: usize,
        found: &mut Vec<(String, Cell)>,
    ) -> bool {
        let Some(fields) = self.typedefs.get(name) else { return false };
        depth < MAX_DEPTH
            && fields.iter().all(|field| {
                let path = format!("{prefix}.{}", field.name);
                field.length.is_none()
                    && match &field.holds {
                        Holds::Cell(cell) => {
                            found.push((path, cell.clone()));
                            found.len() <= MAX_LEAVES
                        }
                        Holds::Structure(inner) => self.add_leaves(inner, &path, depth + 1, found),
                    }
            })
    }

    /// What a path leads to, if that is known; its subscripts are looked at.
    pub fn place(&mut self, path: &LValue) -> Option<Place> {
        let first = path.path.first()?;
        for index in path.path.iter().filter_map(|part| part.index.as_ref()) {
            self.index(index);
        }
        let root = self.names.find(&first.name.text)?;
        let declared = &self.names.declared[root];
        let (mut holds, mut length) = (declared.holds.clone(), declared.length);
        let mut name = first.name.text.clone();
        self.bounds(first, length);
        for part in &path.path[1..] {
            let Holds::Structure(of) = &holds else { return None };
            let field = self.typedefs.get(of)?.iter().find(|f| f.name == part.name.text)?;
            (holds, length) = (field.holds.clone(), field.length);
            name = format!("{name}.{}", part.name.text);
            self.bounds(part, length);
        }
        Some(Place { root, holds, name })
    }
}

/// The length of an array; 0 if it is one, but of unknown length.
pub fn length(variable: &Variable) -> Option<i64> {
    variable.length.as_ref().map(|length| constant(length).unwrap_or(0))
}
