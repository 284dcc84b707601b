//! Programs while they are being written: what is declared, and bodies that can still be changed.

use machine::compile::CompileOptions;
use machine::index::{ChannelId, ProcessTypeId, VariableId};
use machine::program::{
    Action, BinaryOperator, CellType, Channel, Expr, Field, InitialProcess, Initialiser, Pattern,
    Place, ProcessType, Program, Reception, Region, UnaryOperator, Variable,
};
use machine::semantics::Semantics;
use machine::{Machine, ProgramBuilder};

use super::SPAN;
use super::code::{Code, control};

/// A program whose bodies are not yet control graphs.
#[derive(Clone, Debug)]
pub struct Draft {
    /// What is declared.
    pub builder: ProgramBuilder,
    /// The process types.
    pub bodies: Vec<Body>,
}

/// A process type.
#[derive(Clone, Debug)]
pub struct Body {
    /// Its name.
    pub name: String,
    /// Its parameters.
    pub parameters: Vec<VariableId>,
    /// What its processes know themselves by from the start.
    pub own_number: Option<VariableId>,
    /// What they do.
    pub code: Vec<Code>,
}

impl Draft {
    /// Nothing as yet, in SPIN's semantics.
    pub fn new() -> Draft {
        Draft { builder: ProgramBuilder::new(Semantics::SPIN), bodies: Vec::new() }
    }

    fn declare(&mut self, variable: Variable) -> VariableId {
        self.builder.variable(variable)
    }

    /// A global byte.
    pub fn global(&mut self, name: &str) -> VariableId {
        self.declare(Variable::new(name, Region::Global, CellType::BYTE, SPAN))
    }

    /// An array of global bytes.
    pub fn array(&mut self, name: &str, length: usize) -> VariableId {
        super::bytes(&mut self.builder, name, Region::Global, &[length as u32])
    }

    /// An array of bytes that never change.
    pub fn table(&mut self, name: &str, values: &[i32]) -> VariableId {
        let table = super::bytes(&mut self.builder, name, Region::Constant, &[values.len() as u32]);
        for (index, &value) in (0..).zip(values) {
            self.begin(table, &[index], value);
        }
        table
    }

    /// A byte of each process of the type that is given its body next but so many.
    pub fn local_of(&mut self, process_type: usize, name: &str) -> VariableId {
        let region = Region::Local(ProcessTypeId::new(process_type));
        self.declare(Variable::new(name, region, CellType::BYTE, SPAN))
    }

    /// A byte of each process of the type that is given its body next.
    pub fn local(&mut self, name: &str) -> VariableId {
        self.local_of(self.bodies.len(), name)
    }

    /// A channel of messages of so many bytes.
    pub fn channel(&mut self, name: &str, capacity: u32, fields: usize) -> Expr {
        let channel = self.declare_channel(name, capacity, fields, None);
        self.builder.named_channel(channel)
    }

    /// A channel that each process of the type that is given its body next has of its own.
    pub fn own_channel(&mut self, name: &str, capacity: u32, fields: usize) -> Expr {
        let owner = Some(ProcessTypeId::new(self.bodies.len()));
        let channel = self.declare_channel(name, capacity, fields, owner);
        self.builder.named_channel(channel)
    }

    fn declare_channel(
        &mut self,
        name: &str,
        capacity: u32,
        fields: usize,
        owner: Option<ProcessTypeId>,
    ) -> ChannelId {
        let fields = vec![Field::new(CellType::BYTE); fields];
        self.builder.channel(Channel { owner, ..Channel::new(name, capacity, fields, SPAN) })
    }

    /// So many channels, and the array that holds them.
    pub fn channels(&mut self, name: &str, capacities: &[u32], fields: usize) -> VariableId {
        let dimensions = vec![capacities.len() as u32];
        let array = Variable::new(name, Region::Constant, CellType::BYTE, SPAN);
        let array = self.declare(Variable { dimensions, holds_channels: true, ..array });
        for (index, &capacity) in (0..).zip(capacities) {
            let channel = self.channel(&format!("{name}[{index}]"), capacity, fields);
            let place = self.at(array, &[number(index)]);
            self.builder.initialise(place, channel);
        }
        array
    }

    /// Gives a cell its first value.
    pub fn begin(&mut self, variable: VariableId, index: &[i32], value: i32) {
        let index: Vec<Expr> = index.iter().map(|&index| number(index)).collect();
        let place = self.at(variable, &index);
        self.builder.initialise(place, number(value));
    }

    /// The body of the next process type.
    pub fn body(&mut self, name: &str, parameters: &[VariableId], code: Vec<Code>) -> usize {
        let (name, parameters) = (name.to_owned(), parameters.to_vec());
        self.bodies.push(Body { name, parameters, own_number: None, code });
        self.bodies.len() - 1
    }

    /// A process with its arguments.
    pub fn start(&mut self, process_type: usize, arguments: Vec<Expr>) {
        self.builder.start(InitialProcess::new(ProcessTypeId::new(process_type), arguments));
    }

    /// A process type, and so many processes of it.
    pub fn processes(&mut self, name: &str, count: usize, body: Vec<Code>) {
        let process_type = self.body(name, &[], body);
        (0..count).for_each(|_| self.start(process_type, Vec::new()));
    }

    /// A cell.
    pub fn at(&self, variable: VariableId, index: &[Expr]) -> Place {
        self.builder.program.place(variable, index.to_vec())
    }

    /// What it holds.
    pub fn get(&self, variable: VariableId, index: &[Expr]) -> Expr {
        Expr::load(self.at(variable, index))
    }

    /// A local variable of another process.
    pub fn of(&self, process: Expr, variable: VariableId) -> Place {
        self.builder.program.place_of(process, variable, Vec::new())
    }

    /// An assignment.
    pub fn set(&self, variable: VariableId, index: &[Expr], value: Expr) -> Code {
        Code::Do(self.setting(variable, index, value))
    }

    /// What an assignment does.
    pub fn setting(&self, variable: VariableId, index: &[Expr], value: Expr) -> Action {
        Action::Assign(self.at(variable, index), value)
    }

    /// A receive that stores what it is given.
    pub fn receive(&self, channel: &Expr, variable: VariableId) -> Code {
        receive(channel, vec![Pattern::Store(self.at(variable, &[]))])
    }

    /// The program.
    pub fn program(&self) -> Program {
        let mut builder = self.builder.clone();
        for Body { name, parameters, own_number, code } in &self.bodies {
            let initialiser = |variable: &VariableId| Initialiser {
                place: self.at(*variable, &[]),
                value: Expr::pid(),
            };
            builder.process_type(ProcessType {
                parameters: parameters.clone(),
                initialisers: own_number.iter().map(initialiser).collect(),
                ..ProcessType::new(name.clone(), control(code), SPAN)
            });
        }
        builder.finish()
    }

    /// Its machine.
    pub fn machine(&self) -> Machine {
        Machine::new(self.program(), CompileOptions::default()).expect("the initial state")
    }
}

/// A send at the end.
pub fn send(channel: &Expr, message: Vec<Expr>) -> Code {
    Code::Do(Action::Send { channel: channel.clone(), sorted: false, message })
}

/// A receive of the oldest message.
pub fn receive(channel: &Expr, patterns: Vec<Pattern>) -> Code {
    let reception = Reception { channel: channel.clone(), random: false, copy: false, patterns };
    Code::Do(Action::Receive(reception))
}

/// A receive of any message that matches.
pub fn pick(channel: &Expr, patterns: Vec<Pattern>) -> Code {
    let reception = Reception { channel: channel.clone(), random: true, copy: false, patterns };
    Code::Do(Action::Receive(reception))
}

/// An assertion.
pub fn assert(condition: Expr) -> Code {
    Code::Do(Action::Assert(condition))
}

pub fn number(value: i32) -> Expr {
    Expr::constant(value)
}

pub fn equal(a: Expr, b: Expr) -> Expr {
    Expr::binary(BinaryOperator::Equal, a, b)
}

pub fn differ(a: Expr, b: Expr) -> Expr {
    Expr::binary(BinaryOperator::NotEqual, a, b)
}

pub fn less(a: Expr, b: Expr) -> Expr {
    Expr::binary(BinaryOperator::Less, a, b)
}

pub fn plus(a: Expr, b: Expr) -> Expr {
    Expr::binary(BinaryOperator::Add, a, b)
}

pub fn minus(a: Expr, b: Expr) -> Expr {
    Expr::binary(BinaryOperator::Subtract, a, b)
}

pub fn modulo(a: Expr, b: i32) -> Expr {
    Expr::binary(BinaryOperator::Modulo, a, number(b))
}

pub fn not(a: Expr) -> Expr {
    Expr::unary(UnaryOperator::Not, a)
}

/// All of some conditions.
pub fn all(conditions: Vec<Expr>) -> Expr {
    let both = |a, b| Expr::binary(BinaryOperator::And, a, b);
    conditions.into_iter().reduce(both).expect("a condition")
}

/// One of some conditions.
pub fn any(conditions: Vec<Expr>) -> Expr {
    let either = |a, b| Expr::binary(BinaryOperator::Or, a, b);
    conditions.into_iter().reduce(either).expect("a condition")
}
