//! The module of a machine: all functions that somebody calls.

use wasm_encoder::{
    CodeSection, ConstExpr, DataSection, ElementSection, Elements, ExportKind, ExportSection,
    FunctionSection, GlobalSection, GlobalType, MemorySection, MemoryType, Module, RefType,
    TableSection, TableType, TypeSection, ValType,
};

use super::body::Body;
use super::memory::{Addresses, PAGE, Tables};
use super::parts::{Part, Parts};
use super::program::{Process, Program};
use crate::index::ProcessId;

/// The number of the variable that says where the offers end.
pub(super) const END: u32 = 0;
/// The number of the variable that says how many moves were made within atomic sequences.
pub(super) const MOVES: u32 = 1;

/// The functions that are called from outside, with their names.
pub(super) const ENTRIES: [(&str, Part, u32); 3] =
    [("begin", Part::Begin, 0), ("expand", Part::Expand, 0), ("moves_of", Part::MovesOf, 1)];
/// The name of the memory.
pub(super) const MEMORY: &str = "memory";

/// Modules of more bytes take too long to be compiled: about a second for so many.
const LARGEST: usize = 1 << 20;
/// Processes of so few edges and choices are one function each. Larger ones have a function for each location, so that none takes long to be
/// compiled.
const SMALL: usize = 128;

/// What is written of a machine.
#[derive(Debug)]
pub(super) struct Translation<'p> {
    pub program: &'p Program,
    pub addresses: Addresses,
    pub parts: Parts,
    pub tables: Tables,
}

/// The module of a machine, and where everything stands in its memory. None if it would be too large.
pub(super) fn translate(program: &Program) -> Option<(Vec<u8>, Addresses)> {
    let addresses = Addresses::of(program.edges, program.bytes)?;
    let (parts, tables) = (Parts::default(), Tables::default());
    let translation = Translation { program, addresses, parts, tables };
    let functions = translation.functions()?;
    Some(translation.module(&functions))
}

impl Translation<'_> {
    /// The bodies of all functions.
    fn functions(&self) -> Option<Vec<Vec<u8>>> {
        for (_, part, parameters) in ENTRIES {
            self.parts.number(part, parameters);
        }
        let (mut functions, mut size) = (Vec::new(), 0);
        while let Some((part, parameters)) = self.parts.get(functions.len()) {
            let mut body = Body::new(self, parameters);
            body.write(part, parameters);
            let function = body.finish();
            size += function.len();
            if size > LARGEST {
                return None;
            }
            functions.push(function);
        }
        Some(functions)
    }

    fn module(self, functions: &[Vec<u8>]) -> (Vec<u8>, Addresses) {
        let parameters = self.parts.parameters();
        let mut types = TypeSection::new();
        for count in 0..=parameters.iter().copied().max().unwrap_or_default().max(1) {
            types.ty().function((0..count).map(|_| ValType::I32), [ValType::I32]);
        }
        let mut numbers = FunctionSection::new();
        let mut code = CodeSection::new();
        for (count, function) in parameters.iter().zip(functions) {
            numbers.function(*count);
            code.raw(function);
        }
        let (tables, elements) = self.table();
        let mut exports = ExportSection::new();
        for (name, part, parameters) in ENTRIES {
            exports.export(name, ExportKind::Func, self.parts.number(part, parameters));
        }
        exports.export(MEMORY, ExportKind::Memory, 0);
        let Translation { addresses, tables: constants, .. } = self;
        let constants = constants.into_bytes();
        let pages = (addresses.tables + constants.len()).div_ceil(PAGE);
        let mut data = DataSection::new();
        data.active(0, &ConstExpr::i32_const(addresses.tables as i32), constants);
        let mut module = Module::new();
        module.section(&types).section(&numbers).section(&tables).section(&memory(pages));
        module.section(&variables()).section(&exports).section(&elements);
        module.section(&code).section(&data);
        (module.finish(), addresses)
    }

    /// The table of functions that are called by number.
    fn table(&self) -> (TableSection, ElementSection) {
        let functions = self.parts.table();
        let size = functions.len() as u64;
        let (mut table, mut elements) = (TableSection::new(), ElementSection::new());
        table.table(TableType {
            element_type: RefType::FUNCREF,
            table64: false,
            minimum: size,
            maximum: Some(size),
            shared: false,
        });
        let functions = Elements::Functions(functions.into());
        elements.active(Some(0), &ConstExpr::i32_const(0), functions);
        (table, elements)
    }
}

/// A memory of one size.
fn memory(pages: usize) -> MemorySection {
    let (minimum, maximum) = (pages as u64, Some(pages as u64));
    let mut memory = MemorySection::new();
    memory.memory(MemoryType {
        minimum,
        maximum,
        memory64: false,
        shared: false,
        page_size_log2: None,
    });
    memory
}

fn variables() -> GlobalSection {
    let mut variables = GlobalSection::new();
    for _ in [END, MOVES] {
        let number = GlobalType { val_type: ValType::I32, mutable: true, shared: false };
        variables.global(number, &ConstExpr::i32_const(0));
    }
    variables
}

impl Body<'_> {
    fn write(&mut self, part: Part, parameters: u32) {
        match part {
            Part::Begin => self.write_begin(),
            Part::Expand => self.write_expand(),
            Part::MovesOf => self.write_moves_of(),
            Part::Process(process) => self.write_process(process),
            Part::Node(process, location) => self.moves(process, location),
            Part::GoOn(process) => self.write_go_on(process),
            Part::Way(process, location) => self.write_way(process, location),
            Part::Blocked => self.write_blocked(),
            Part::IsState => self.write_is_state(),
            Part::Cover => self.write_cover(),
            Part::Offer(channel) => self.write_offer(channel, parameters),
            Part::Take(partner, channel) => self.write_take(partner, channel),
            Part::After(process, location, edge) => self.write_after((process, location, edge)),
        }
    }

    fn write_begin(&mut self) {
        self.constant(self.translation.addresses.offers as i32);
        self.op().global_set(END);
        self.constant(0);
        self.op().global_set(MOVES);
        self.answer(0);
    }

    fn write_expand(&mut self) {
        self.call(Part::Begin, 0);
        self.op().drop();
        for process in ProcessId::below(self.translation.program.processes.len()).rev() {
            self.move_first(process);
        }
        self.answer_offered();
    }

    fn write_moves_of(&mut self) {
        let count = self.translation.program.processes.len();
        let all: Vec<usize> = (0..count).collect();
        self.get(self.parameter(0));
        self.switch(&all, count, |body, process| {
            body.move_first(ProcessId::new(process));
            body.answer_offered();
        });
    }

    /// Makes the moves of a process in the record that is expanded.
    fn move_first(&mut self, process: ProcessId) {
        self.constant(self.translation.addresses.record as i32);
        self.call(Part::Process(process), 1);
        self.raise_if_negative();
    }

    fn answer_offered(&mut self) {
        self.op().global_get(END);
        self.constant(self.translation.addresses.offers as i32);
        self.op().i32_sub();
        self.op().return_();
    }

    fn write_process(&mut self, process: ProcessId) {
        let Process { nodes, size, .. } = &self.translation.program.processes[process.index()];
        self.at_location(process, |body, location| match location {
            None => body.answer(0),
            Some(location) if nodes[location].edges.is_empty() => body.answer(0),
            Some(location) if *size <= SMALL => body.moves(process, location),
            Some(location) => {
                body.get(body.record);
                body.call(Part::Node(process, location), 1);
                body.op().return_();
            }
        });
    }

    /// Goes by the location of a process, counted from the first of its type; none if it is gone. What is written for each has to leave.
    pub(super) fn at_location(
        &mut self,
        process: ProcessId,
        mut each: impl FnMut(&mut Self, Option<usize>),
    ) {
        let process = &self.translation.program.processes[process.index()];
        let is_there = self.block();
        self.read(process.location, None);
        self.branch_if(is_there);
        each(self, None);
        self.end();
        self.read(process.location, None);
        self.constant(process.first as i32 + 1);
        self.op().i32_sub();
        let count = process.nodes.len();
        let all: Vec<usize> = (0..count).collect();
        self.switch(&all, count, |body, location| each(body, Some(location)));
    }

    fn write_is_state(&mut self) {
        let condition = self.translation.program.state_condition.as_ref();
        let fails = self.block();
        if let Some(condition) = condition {
            self.branch_on(condition, false, fails);
        }
        self.answer(1);
        self.end();
        self.answer(0);
    }
}
