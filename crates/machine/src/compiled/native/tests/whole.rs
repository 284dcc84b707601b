//! Random machines: what processes do at each location is made up, with partners, escapes and atomic sequences.

use std::ops::ControlFlow;
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

use diagnostics::{FileId, Span};
use kernel::{Demand, Engine, Offers, StateId, TransitionSystem};
use testing::Numbers;

use super::random::Random;
use crate::builder::ProgramBuilder;
use crate::compile::CompileOptions;
use crate::compiled::code::{
    ByChannel, Change, Condition, Edge, Element, Node, Offer, Owned, Store, Takes, Value,
};
use crate::compiled::layout::{Cell, Layout};
use crate::compiled::native::instance::Ready;
use crate::compiled::native::program::{Process, Program};
use crate::compiled::native::worker::Native;
use crate::compiled::{Compiled, Remade, closures};
use crate::control::{self, ControlGraph, NodeKind};
use crate::executions::Executions;
use crate::explore::Scratch;
use crate::index::{EdgeId, NodeId};
use crate::machine::Machine;
use crate::program::{
    Action, BinaryOperator, CellType, InitialProcess, ProcessType, Region, Variable,
};
use crate::semantics::Semantics;

const SPAN: Span = Span { file: FileId(0), start: 0, end: 0 };
/// How many processes there are of each type, and how many locations that has.
const TYPES: [(usize, usize); 2] = [(2, 3), (2, 4)];
/// Edges are told apart up to this number.
pub const EDGES: usize = 60;
/// So many states of each machine are compared.
const STATES: usize = 60;

/// A machine with places for what is made up.
fn frame() -> Machine {
    let mut builder = ProgramBuilder::new(Semantics::default());
    for (name, bits, signed) in [("a", 2, false), ("b", 8, false), ("c", 5, true), ("d", 16, true)]
    {
        let cell = CellType { bits, signed };
        let variable = Variable::new(name, Region::Global, cell, SPAN);
        builder.variable(Variable { dimensions: vec![2], ..variable });
    }
    for (count, locations) in TYPES {
        let node = |place: usize| control::Node {
            next: Some(NodeId::new((place + 1) % locations)),
            labelled: true,
            ..control::Node::new(NodeKind::Action(Action::Skip), SPAN)
        };
        let nodes = (0..locations).map(node).collect();
        let control = ControlGraph { nodes, first: NodeId::new(0) };
        let id = builder.process_type(ProcessType::new("P", control, SPAN));
        (0..count).for_each(|_| builder.start(InitialProcess::new(id, Vec::new())));
    }
    Machine::new(builder.finish(), CompileOptions::default()).expect("no error")
}

/// Makes the nodes up.
pub struct Maker {
    numbers: Numbers,
    random: Random,
    /// The variables.
    pub cells: Vec<Cell>,
    /// The location of each process, how many there are of its type, and the number of the first.
    pub locations: Vec<(Cell, usize, usize)>,
    edges: u32,
}

impl Maker {
    pub fn new(seed: u64, layout: &Layout) -> Maker {
        let first = layout.slots[0].start;
        let cells = layout.cells[..first].to_vec();
        let locations = layout.slots.iter().map(|slot| {
            let (first, count) = slot.locations;
            (layout.cells[slot.start], count, first)
        });
        Maker {
            numbers: Numbers::new(seed),
            random: Random::over(seed, cells.clone()),
            locations: locations.collect(),
            cells,
            edges: 0,
        }
    }

    fn nodes(&mut self) -> Vec<Vec<Node>> {
        let escapes = self.numbers.one_in(2);
        let mut all = Vec::new();
        for process in 0..self.locations.len() {
            let count = self.locations[process].1;
            all.push((0..count).map(|_| self.node(process, escapes)).collect());
        }
        all
    }

    fn node(&mut self, process: usize, escapes: bool) -> Node {
        let count = self.numbers.weighted(&[(1, 0), (3, 1), (3, 2), (2, 3), (1, 5)]);
        let edges = (0..count).map(|_| self.edge(process, escapes)).collect();
        Node { edges, deterministic: self.numbers.one_in(12) }
    }

    fn edge(&mut self, process: usize, escapes: bool) -> Edge {
        self.edges += 1;
        let meets = self.numbers.below(10);
        let escape =
            (escapes && self.numbers.one_in(2)).then(|| NodeId(self.numbers.below(2) as u32));
        Edge {
            id: EdgeId(self.edges % EDGES as u32),
            condition: self.condition(),
            offers: (meets < 3).then(|| self.by_channel(process, Self::offer)),
            takes: (2..5).contains(&meets).then(|| self.by_channel(process, Self::takes)),
            changes: self.changes(process),
            after: self.changes(process),
            atomic: self.numbers.one_in(3),
            joined: self.numbers.one_in(3),
            escape,
        }
    }

    fn condition(&mut self) -> Condition {
        match self.numbers.below(10) {
            0..2 => Condition::Always,
            2 => Condition::Never,
            3..5 => Condition::Else,
            5 => Condition::If(Value::Safely(Box::new(self.random.value(2)))),
            _ => Condition::If(self.test()),
        }
    }

    /// What holds now and then.
    fn test(&mut self) -> Value {
        let operators = [BinaryOperator::Less, BinaryOperator::NotEqual, BinaryOperator::Equal];
        let (operator, cell) = (*self.numbers.pick(&operators), *self.numbers.pick(&self.cells));
        let few = Value::binary(BinaryOperator::BitAnd, Value::Cell(cell), Value::Constant(3));
        Value::binary(operator, few, Value::Constant(self.numbers.below(4) as i32))
    }

    fn changes(&mut self, process: usize) -> Vec<Change> {
        let mut changes = Vec::new();
        for _ in 0..self.numbers.below(3) {
            let cell = *self.numbers.pick(&self.cells);
            let value = match self.numbers.one_in(6) {
                true => self.random.value(2),
                false => {
                    let number = Value::Constant(self.numbers.between(1, 3) as i32);
                    Value::binary(BinaryOperator::Add, Value::Cell(cell), number)
                }
            };
            changes.push(Change::Assign(Element::Only(cell), value));
        }
        let (location, count, first) = self.locations[process];
        if self.numbers.chance(80) {
            let to = first + 1 + self.numbers.below(count);
            let to = if self.numbers.one_in(20) { 0 } else { to };
            changes.push(Change::Byte(location.at, to as u8));
        }
        changes
    }

    /// Of three channels the first two have no buffer.
    fn by_channel<T>(
        &mut self,
        process: usize,
        of: impl Fn(&mut Self, i32) -> T,
    ) -> ByChannel<Option<T>> {
        let each = |maker: &mut Self, number| (number < 3).then(|| of(maker, number));
        if self.numbers.chance(75) {
            let number = self.numbers.weighted(&[(4, 1), (4, 2), (1, 3)]);
            return ByChannel::One(each(self, number));
        }
        let cell = *self.numbers.pick(&self.cells);
        let number = Value::binary(BinaryOperator::BitAnd, Value::Cell(cell), Value::Constant(3));
        let other = self.locations[(process + 1) % self.locations.len()].0;
        let owner = self.numbers.one_in(4).then_some(other);
        let number = match self.numbers.chance(90) {
            true => Value::binary(BinaryOperator::BitOr, number, Value::Constant(1)),
            false => number,
        };
        let all = [1, 2, 3].map(|number| Some(Owned(owner, each(self, number))));
        ByChannel::Any(number, all.into())
    }

    fn offer(&mut self, channel: i32) -> Offer {
        let cell = |signed| CellType { bits: 4, signed };
        let fields = (0..channel).map(|field| (self.value(), cell(field == 1)));
        Offer { channel, message: fields.collect() }
    }

    fn value(&mut self) -> Value {
        Value::Cell(*self.numbers.pick(&self.cells))
    }

    fn takes(&mut self, channel: i32) -> Takes {
        let (mut matches, mut stores) = (Vec::new(), Vec::new());
        for field in 0..channel as usize {
            match self.numbers.below(6) {
                0 => {}
                1 => matches.push((field, Value::Constant(self.numbers.below(4) as i32))),
                2 if self.numbers.one_in(4) => stores.push((field, Store::Only(1))),
                _ => {
                    let cell = *self.numbers.pick(&self.cells);
                    stores.push((field, Store::Into(Element::Only(cell))));
                }
            }
        }
        Takes { channel, matches: matches.into(), stores: stores.into() }
    }

    /// The rest of a program, given its nodes.
    fn program(&mut self, nodes: Vec<Vec<Node>>, bytes: usize) -> Program {
        // Of one function each, or of one for each location.
        let size = *self.numbers.pick(&[1, 1_000]);
        let processes = nodes.into_iter().zip(&self.locations);
        let processes = processes
            .map(|(nodes, &(location, _, first))| Process { location, first, nodes, size })
            .collect();
        let forgotten = self.cells[..2].iter().map(|cell| Change::Byte(cell.at, 0));
        let forgotten = if self.numbers.one_in(2) { forgotten.collect() } else { Vec::new() };
        let state_condition = self.numbers.one_in(4).then(|| self.test());
        let most_moves = self.numbers.weighted(&[(1, 3), (1, 7), (6, 300)]);
        Program { processes, forgotten, state_condition, most_moves, edges: EDGES, bytes }
    }
}

/// The machine with a seed.
fn machine(seed: u64) -> Machine {
    made_up(|layout| {
        let mut maker = Maker::new(seed, layout);
        let nodes = maker.nodes();
        maker.program(nodes, layout.bytes)
    })
}

/// A machine that does what is made up, which is the same each time.
pub fn made_up(program: impl Fn(&Layout) -> Program) -> Machine {
    let mut machine = frame();
    let layout = Layout::of(&machine).expect("records");
    let code = OnceLock::from(Ready::of(&program(&layout)));
    let native = Native { code: code.into(), is_begun: AtomicBool::new(true) };
    let Program { processes, forgotten, state_condition, most_moves, .. } = program(&layout);
    let nodes = processes
        .into_iter()
        .map(|it| it.nodes.into_iter().map(|node| OnceLock::from(closures::node(node))).collect());
    let compiled = Compiled {
        nodes: nodes.collect(),
        forgotten: closures::changes(forgotten),
        state_condition: state_condition.map(closures::test),
        most_moves,
        native,
        ..Compiled::of(&machine, layout).expect("records")
    };
    machine.compiled = Remade(OnceLock::from(Some(Box::new(compiled))));
    machine
}

struct Asks(Engine, bool);

impl Demand for Asks {
    fn wants_all(&mut self, _: &mut Offers, _: usize) -> bool {
        self.1
    }

    fn engine(&self) -> Engine {
        self.0
    }

    fn pause(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// What the machine says of a record: whether it goes the short way, what it offers, and what it has executed.
type Said = (bool, Vec<Vec<u8>>, Vec<bool>);

fn said(machine: &Machine, scratch: &mut Scratch, record: &[u8], asks: (Engine, bool)) -> Said {
    scratch.covered = vec![false; EDGES];
    scratch.executions = Executions::none(EDGES);
    let (mut offers, source) = (Offers::default(), StateId::from_number(1));
    let demand = &mut Asks(asks.0, asks.1);
    let went = machine.expand_record(machine, record, source, scratch, &mut offers, demand);
    let offers = offers.iter().map(|(bytes, _)| bytes.to_vec()).collect();
    let executed = if went { scratch.covered.clone() } else { Vec::new() };
    (went, offers, executed)
}

/// Compares a machine state by state, and answers of how many and how many were left to the interpreter.
pub fn compare(machine: &Machine, name: &str) -> (usize, usize) {
    let mut first = Vec::new();
    machine.encode(machine.initial(), &mut first);
    let mut seen = vec![first];
    // What one instance is asked by and by; others say what each state executes.
    let mut kept = machine.scratch();
    let (mut at, mut left) = (0, 0);
    while at < seen.len() && at < STATES {
        let record = seen[at].clone();
        for wants_all in [false, true] {
            let expected =
                said(machine, &mut machine.scratch(), &record, (Engine::Compiled, wants_all));
            let asks = (Engine::Native, wants_all);
            let native = said(machine, &mut machine.scratch(), &record, asks);
            assert_eq!(native, expected, "{name}: what follows on {record:?}");
            let again = said(machine, &mut kept, &record, asks);
            assert_eq!(again.1, expected.1, "{name}: what follows on {record:?}, by one instance");
            left += usize::from(!expected.0);
            for offer in expected.1 {
                if !seen.contains(&offer) {
                    seen.push(offer);
                }
            }
        }
        at += 1;
    }
    (at, left / 2)
}

#[test]
fn random_machines_do_what_closures_do() {
    let (mut states, mut left) = (0, 0);
    for seed in 0..400 {
        let compared = compare(&machine(seed), &format!("seed {seed}"));
        states += compared.0;
        left += compared.1;
    }
    assert!(states > 8_000 && left * 2 < states, "{left} of {states} were left to the interpreter");
}
