//! Lists of declarations: first what they name, then what that is.

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

use diagnostics::Span;

use super::patterns::names_in;
use super::{Compiler, Meaning, Section};
use crate::evaluate::code::{
    Body, Clause, Code, Constructor, Datatype, DefinitionId, Fields, Function, Kind, Match, Whole,
};
use crate::tree::{self, Declaration, DeclarationKind, Expression, Name, Pattern, PatternKind};
use crate::values::{Constructed, ConstructorId, DatatypeId, Set, Value};

impl Compiler<'_> {
    /// Declares the names of a list in the innermost frame: constructors first, since patterns must know them.
    pub(super) fn declare(&mut self, list: &[Declaration]) {
        self.declare_constructors(list);
        self.declare_definitions(list);
    }

    fn declare_constructors(&mut self, list: &[Declaration]) {
        for declaration in list {
            match &declaration.kind {
                DeclarationKind::Channel { names, fields } => {
                    for name in names {
                        self.declare_channel(name, fields.is_some());
                    }
                }
                DeclarationKind::Datatype { name, constructors } => {
                    self.declare_datatype(name, constructors);
                }
                DeclarationKind::Timed { declarations, .. } => {
                    self.declare_constructors(declarations);
                }
                _ => {}
            }
        }
    }

    fn declare_channel(&mut self, name: &Name, carries: bool) {
        let id = self.declare_constructor(name, None, carries);
        self.program.channels.push(id);
        if &*name.text == "tock" && (name.qualifiers.is_empty() || self.program.tock.is_none()) {
            self.program.tock = Some(id);
        }
    }

    fn declare_datatype(&mut self, name: &Name, constructors: &[tree::Constructor]) {
        let id = DatatypeId(self.program.datatypes.len() as u32);
        let declare = |constructor: &tree::Constructor| {
            self.declare_constructor(&constructor.name, Some(id), constructor.fields.is_some())
        };
        let constructors = constructors.iter().map(declare).collect();
        self.program.datatypes.push(Rc::new(Datatype {
            name: name.to_string().into(),
            constructors,
            listed: OnceCell::new(),
            bound: Cell::new(None),
        }));
        let definition = self.declare_value(name);
        let set = Value::Set(Rc::new(Set::Datatype(id)));
        self.set_body(definition, Body::Value(self.node(name.span, Kind::Value(set))));
    }

    fn declare_constructor(
        &mut self,
        name: &Name,
        datatype: Option<DatatypeId>,
        carries: bool,
    ) -> ConstructorId {
        let constructor = ConstructorId(self.program.constructors.len() as u32);
        let fields = if carries { Fields::Unknown } else { Fields::Known(Rc::new([])) };
        let bare = Constructed { constructor, complete: !carries, depth: 1, fields: Vec::new() };
        self.program.constructors.push(Rc::new(Constructor {
            name: name.to_string().into(),
            span: name.span,
            datatype,
            carries: OnceCell::new(),
            fields: RefCell::new(fields),
            listed: OnceCell::new(),
            bare: Value::Constructed(Rc::new(bare)),
        }));
        self.mean(name, Meaning::Constructor(constructor));
        constructor
    }

    fn declare_definitions(&mut self, list: &[Declaration]) {
        for declaration in list {
            match &declaration.kind {
                DeclarationKind::Function { name, .. } => {
                    let id = self.definition(Some(name), name.span, None);
                    self.mean(name, Meaning::Definition(self.level, id));
                }
                DeclarationKind::Value { pattern, .. } => {
                    let mut names = Vec::new();
                    names_in(pattern, &mut names);
                    names.retain(|name| !self.is_constructor(name));
                    for name in names {
                        self.declare_value(name);
                    }
                }
                DeclarationKind::Nametype { name, .. } | DeclarationKind::Subtype { name, .. } => {
                    self.declare_value(name);
                }
                DeclarationKind::Timed { declarations, .. } => {
                    self.declare_definitions(declarations);
                }
                _ => {}
            }
        }
    }

    fn is_constructor(&self, name: &Name) -> bool {
        let meaning = name.binding.and_then(|binding| self.program.meanings.get(&binding));
        matches!(meaning, Some(Meaning::Constructor(_)))
    }

    fn declare_value(&mut self, name: &Name) -> DefinitionId {
        let slot = self.new_slot();
        let id = self.definition(Some(name), name.span, Some(slot));
        self.mean(name, Meaning::Definition(self.level, id));
        id
    }

    pub(super) fn set_body(&mut self, id: DefinitionId, body: Body) {
        let _ = self.program.definitions[id.0 as usize].body.set(body);
    }

    /// Compiles what a list defines, whose names are declared.
    pub(super) fn define(&mut self, list: &[Declaration]) {
        for declaration in list {
            match &declaration.kind {
                DeclarationKind::Function { name, clauses } => self.define_function(name, clauses),
                DeclarationKind::Value { pattern, value } => {
                    self.define_pattern(pattern, value, declaration.span);
                }
                DeclarationKind::Nametype { name, set } => {
                    self.define_value(name, |compiler| compiler.type_set(set));
                }
                DeclarationKind::Subtype { name, constructors } => {
                    self.define_value(name, |compiler| {
                        compiler.subtype(constructors, declaration.span)
                    });
                }
                DeclarationKind::Channel { names, fields } => {
                    for name in names {
                        self.define_carried(name, fields.as_ref());
                    }
                }
                DeclarationKind::Datatype { constructors, .. } => {
                    for constructor in constructors {
                        self.define_carried(&constructor.name, constructor.fields.as_ref());
                    }
                }
                DeclarationKind::Timed { durations, declarations } => {
                    let section = self.section(durations.as_ref(), declaration.span);
                    let outside = self.timed.replace(section);
                    self.define(declarations);
                    self.timed = outside;
                }
                _ => {}
            }
        }
    }

    /// A timed section. Its function is a definition of its own beside what is declared in it, which is evaluated once in that frame,
    /// however many prefixes ask for it.
    fn section(&mut self, durations: Option<&Expression>, span: Span) -> Section {
        let durations = durations.map(|function| {
            let slot = self.new_slot();
            let id = self.definition(None, function.span, Some(slot));
            let code = self.untimed(|this| this.owned(id, |this| this.expression(function)));
            self.set_body(id, Body::Value(code));
            (self.level, id)
        });
        let section = Section { durations };
        if self.level == 0 {
            self.program.sections.push((span, section));
        }
        section
    }

    fn define_carried(&mut self, name: &Name, fields: Option<&Expression>) {
        let meaning = name.binding.and_then(|binding| self.program.meanings.get(&binding).copied());
        let (Some(Meaning::Constructor(id)), Some(fields)) = (meaning, fields) else { return };
        let code = self.untimed(|compiler| compiler.expression(fields));
        let _ = self.program.constructors[id.0 as usize].carries.set(code);
    }

    fn define_value(&mut self, name: &Name, code: impl FnOnce(&mut Self) -> Code) {
        if let Some(id) = self.defined(name) {
            let code = self.owned(id, code);
            self.set_body(id, Body::Value(code));
        }
    }

    fn defined(&self, name: &Name) -> Option<DefinitionId> {
        match self.program.meanings.get(&name.binding?)? {
            Meaning::Definition(_, id) => Some(*id),
            _ => None,
        }
    }

    fn define_pattern(&mut self, pattern: &Pattern, value: &Expression, span: Span) {
        let mut names = Vec::new();
        names_in(pattern, &mut names);
        let ids: Vec<DefinitionId> = names.iter().filter_map(|name| self.defined(name)).collect();
        if let (PatternKind::Name(_), &[id]) = (&pattern.kind, &ids[..]) {
            let code = self.owned(id, |compiler| compiler.expression(value));
            return self.set_body(id, Body::Value(code));
        }
        let outside = self.owners.len();
        self.owners.extend(&ids);
        let value = self.expression(value);
        self.owners.truncate(outside);
        let (pattern, parts) = (self.pattern(pattern), ids.as_slice().into());
        let whole = Rc::new(Whole { pattern, span, value, parts });
        for id in ids {
            self.set_body(id, Body::Part(Rc::clone(&whole)));
        }
    }

    fn define_function(&mut self, name: &Name, clauses: &[tree::Clause]) {
        let Some(id) = self.defined(name) else { return };
        let function = self.owned(id, |compiler| compiler.function(clauses));
        self.set_body(id, Body::Function(function));
    }

    fn function(&mut self, clauses: &[tree::Clause]) -> Function {
        let shape: Vec<usize> = clauses[0].parameters.iter().map(Vec::len).collect();
        let mut used: Vec<Vec<bool>> = shape.iter().map(|&count| vec![false; count]).collect();
        let mut slots = 0;
        let mut compiled = Vec::new();
        for clause in clauses {
            let (clause, count) = self.framed(|compiler| {
                let parameters =
                    clause.parameters.iter().map(|group| compiler.patterns(group)).collect();
                let body = compiler.expression(&clause.body);
                compiler.note_used(&clause.parameters, &mut used);
                Clause { parameters, body }
            });
            slots = slots.max(count);
            compiled.push(clause);
        }
        Function { clauses: compiled, slots, used }
    }

    /// A lambda.
    pub(super) fn lambda(
        &mut self,
        parameters: &[Pattern],
        body: &Expression,
        span: Span,
    ) -> DefinitionId {
        let id = self.definition(None, span, None);
        let (clause, slots) = self.owned(id, |compiler| {
            compiler.framed(|compiler| {
                let group: Vec<Match> = compiler.patterns(parameters);
                Clause { parameters: vec![group], body: compiler.expression(body) }
            })
        });
        let used = vec![vec![true; parameters.len()]];
        self.set_body(id, Body::Function(Function { clauses: vec![clause], slots, used }));
        id
    }

    /// Notes which parameters matter: all but those that are bound and not used.
    fn note_used(&self, parameters: &[Vec<Pattern>], used: &mut [Vec<bool>]) {
        for (group, used) in parameters.iter().zip(used) {
            for (pattern, used) in group.iter().zip(used) {
                *used |= match &pattern.kind {
                    PatternKind::Anything => false,
                    PatternKind::Name(name) => {
                        self.is_constructor(name)
                            || name.binding.is_some_and(|binding| self.used.contains(&binding))
                    }
                    _ => true,
                };
            }
        }
    }

    /// Compiles what stands in no timed section.
    fn untimed<T>(&mut self, inside: impl FnOnce(&mut Self) -> T) -> T {
        let section = self.timed.take();
        let result = inside(self);
        self.timed = section;
        result
    }
}
