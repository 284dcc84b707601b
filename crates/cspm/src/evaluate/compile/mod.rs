//! From the tree to what is evaluated.
//!
//! Every name becomes a place: so many frames further out, and a slot there. A frame is bound by the script, a clause of a
//! function, a let, a generator, or an input of a prefix.

mod captures;
mod declarations;
mod expressions;
mod patterns;
mod processes;
mod yields;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

use diagnostics::{Diagnostic, Span};

use super::code::{Code, Constructor, Datatype, Definition, DefinitionId, Kind, Node};
use crate::tree::{Binding, Expression, Name, Script};
use crate::values::ConstructorId;

/// A script as it is evaluated.
#[derive(Default)]
pub(crate) struct Program {
    pub definitions: Vec<Rc<Definition>>,
    pub constructors: Vec<Rc<Constructor>>,
    pub datatypes: Vec<Rc<Datatype>>,
    /// The channels among the constructors, in order.
    pub channels: Vec<ConstructorId>,
    /// The channel `tock`, if there is one.
    pub tock: Option<ConstructorId>,
    /// How many slots the script's own frame has.
    pub slots: u32,
    /// The timed sections that are in no let, and where they are; those inside others behind them.
    sections: Vec<(Span, Section)>,
    meanings: HashMap<Binding, Meaning>,
    /// What its type says is a process once it was given so many groups of arguments.
    processes: HashMap<Binding, usize>,
    dependencies: Vec<Dependencies>,
    /// How many definitions are settled.
    settled: usize,
}

/// What a name means.
#[derive(Clone, Copy)]
enum Meaning {
    /// A variable: the level of its frame, and its slot.
    Variable(u32, u32),
    /// A definition: the level of the frame it is in.
    Definition(u32, DefinitionId),
    Constructor(ConstructorId),
}

/// What a definition depends on, as far as it is written in itself.
#[derive(Default)]
struct Dependencies {
    /// Level and slot of variables further out, and their names.
    variables: BTreeMap<(u32, u32), Arc<str>>,
    /// Definitions in lets further out, or beside it.
    definitions: BTreeSet<DefinitionId>,
}

/// The timed section that something stands in.
#[derive(Clone, Copy)]
struct Section {
    /// The function that tells how long events take, and the level of the frame it is in; one tock if there is none.
    durations: Option<(u32, DefinitionId)>,
}

struct Compiler<'p> {
    program: &'p mut Program,
    /// How many frames there are around.
    level: u32,
    /// How many slots the innermost frame has so far.
    slots: u32,
    timed: Option<Section>,
    /// The definitions around, outermost first.
    owners: Vec<DefinitionId>,
    /// The variables that are used.
    used: HashSet<Binding>,
    diagnostics: Vec<Diagnostic>,
    /// Whether it was said that there is no `tock`.
    no_tock: bool,
}

impl Program {
    /// Makes a script ready.
    ///
    /// # Errors
    /// Something in it has no meaning.
    pub fn new(script: &Script) -> Result<Program, Vec<Diagnostic>> {
        let mut program = Program { processes: script.processes.clone(), ..Program::default() };
        let mut compiler = Compiler::new(&mut program);
        compiler.declare(&script.declarations);
        compiler.define(&script.declarations);
        let (slots, diagnostics) = (compiler.slots, compiler.diagnostics);
        program.slots = slots;
        program.settle();
        if diagnostics.is_empty() { Ok(program) } else { Err(diagnostics) }
    }

    /// Makes an expression of the script ready that stands outside all definitions.
    ///
    /// # Errors
    /// Something in it has no meaning.
    pub fn expression(&mut self, expression: &Expression) -> Result<Code, Vec<Diagnostic>> {
        let timed = self.section_of(expression.span);
        let mut compiler = Compiler { timed, ..Compiler::new(self) };
        let code = compiler.expression(expression);
        let diagnostics = compiler.diagnostics;
        self.settle();
        if diagnostics.is_empty() { Ok(code) } else { Err(diagnostics) }
    }

    /// The timed section in which a place is.
    fn section_of(&self, place: Span) -> Option<Section> {
        let inside = |span: Span| {
            span.file == place.file && span.start <= place.start && place.end <= span.end
        };
        self.sections.iter().rev().find(|(span, _)| inside(*span)).map(|&(_, section)| section)
    }

    /// Finds out what the new definitions depend on and yield.
    fn settle(&mut self) {
        self.settle_captures();
        self.settle_yields();
        self.settled = self.definitions.len();
    }
}

impl<'p> Compiler<'p> {
    fn new(program: &'p mut Program) -> Compiler<'p> {
        Compiler {
            program,
            level: 0,
            slots: 0,
            timed: None,
            owners: Vec::new(),
            used: HashSet::new(),
            diagnostics: Vec::new(),
            no_tock: false,
        }
    }

    /// Compiles what stands in a frame of its own, and says how many slots that has.
    fn framed<T>(&mut self, inside: impl FnOnce(&mut Self) -> T) -> (T, u32) {
        let slots = std::mem::take(&mut self.slots);
        self.level += 1;
        let result = inside(self);
        self.level -= 1;
        (result, std::mem::replace(&mut self.slots, slots))
    }

    /// Compiles what belongs to a definition.
    fn owned<T>(&mut self, owner: DefinitionId, inside: impl FnOnce(&mut Self) -> T) -> T {
        self.owners.push(owner);
        let result = inside(self);
        self.owners.pop();
        result
    }

    /// Adds a definition, in the innermost frame.
    fn definition(&mut self, name: Option<&Name>, span: Span, slot: Option<u32>) -> DefinitionId {
        let id = DefinitionId(self.program.definitions.len() as u32);
        let binding = name.and_then(|name| name.binding);
        let process_after =
            binding.and_then(|binding| self.program.processes.get(&binding).copied());
        self.program.definitions.push(Rc::new(Definition {
            name: name.map(|name| name.to_string().into()),
            span,
            level: self.level,
            slot,
            body: Default::default(),
            captures: Default::default(),
            process_after,
            yields: Default::default(),
        }));
        self.program.dependencies.push(Dependencies::default());
        id
    }

    /// An expression that stands here.
    fn node(&self, span: Span, kind: Kind) -> Code {
        Node::new(span, self.level, kind)
    }

    fn new_slot(&mut self) -> u32 {
        self.slots += 1;
        self.slots - 1
    }

    fn mean(&mut self, name: &Name, meaning: Meaning) {
        if let Some(binding) = name.binding {
            self.program.meanings.insert(binding, meaning);
        }
    }

    fn say(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }
}
