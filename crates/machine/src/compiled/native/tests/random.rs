//! Random code on random records.

use std::sync::Arc;

use testing::Numbers;

use super::LONGEST;
use crate::compiled::code::{
    Buffer, ByChannel, Change, Choice, Condition, Edge, Element, Finder, Node, Owned, Point,
    Receiver, Sender, Store, Value,
};
use crate::compiled::layout::{Cell, Width};
use crate::index::EdgeId;
use crate::program::{BinaryOperator, CellType, UnaryOperator};

const BINARY: [BinaryOperator; 18] = [
    BinaryOperator::Multiply,
    BinaryOperator::Divide,
    BinaryOperator::Modulo,
    BinaryOperator::Add,
    BinaryOperator::Subtract,
    BinaryOperator::ShiftLeft,
    BinaryOperator::ShiftRight,
    BinaryOperator::Less,
    BinaryOperator::LessEqual,
    BinaryOperator::Greater,
    BinaryOperator::GreaterEqual,
    BinaryOperator::Equal,
    BinaryOperator::NotEqual,
    BinaryOperator::BitAnd,
    BinaryOperator::BitXor,
    BinaryOperator::BitOr,
    BinaryOperator::And,
    BinaryOperator::Or,
];

/// Numbers at which something happens.
const NOTABLE: [i32; 12] = [0, 1, 2, 3, 7, -1, 31, 33, 255, -129, i32::MIN, i32::MAX];

/// Makes code and records of one seed.
pub struct Random {
    numbers: Numbers,
    /// Arrays: the first cell of each, and how many there are.
    arrays: Vec<(Cell, usize)>,
    buffers: Vec<Arc<Buffer>>,
    bytes: usize,
}

impl Random {
    pub fn new(seed: u64) -> Random {
        let mut random = Random {
            numbers: Numbers::new(seed),
            arrays: Vec::new(),
            buffers: Vec::new(),
            // The location stands first.
            bytes: 1,
        };
        for _ in 0..random.numbers.between(4, 9) {
            let count = random.numbers.weighted(&[(3, 1), (2, 4), (1, 9)]);
            let first = random.cells(count);
            random.arrays.push((first, count));
        }
        for _ in 0..3 {
            random.buffer();
        }
        if random.numbers.one_in(4) {
            random.bytes += random.numbers.below(LONGEST - random.bytes);
        }
        random
    }

    /// What makes code for some cells alone.
    pub fn over(seed: u64, cells: Vec<Cell>) -> Random {
        let arrays = cells.into_iter().map(|cell| (cell, 1)).collect();
        Random { numbers: Numbers::new(seed), arrays, buffers: Vec::new(), bytes: 0 }
    }

    pub fn bytes(&self) -> usize {
        self.bytes
    }

    fn cell_type(&mut self) -> CellType {
        let bits =
            self.numbers.weighted(&[(2, 1), (1, 3), (6, 8), (1, 9), (2, 16), (1, 20), (3, 32)]);
        CellType { bits, signed: bits == 32 || self.numbers.one_in(3) }
    }

    /// Cells of one type that stand one after the other: the first.
    fn cells(&mut self, count: usize) -> Cell {
        let values = self.cell_type();
        let width = match (values.bits, values.signed) {
            (..=8, false) => Width::Byte,
            (..=8, true) => Width::SignedByte,
            (..=16, false) => Width::Short,
            (..=16, true) => Width::SignedShort,
            _ => Width::Int,
        };
        let cell = Cell { at: self.bytes, width, values };
        self.bytes += count * width.bytes();
        cell
    }

    fn buffer(&mut self) {
        let length = Cell {
            at: self.bytes,
            width: Width::Byte,
            values: CellType { bits: 8, signed: false },
        };
        self.bytes += 1;
        let first = self.bytes;
        let fields: Box<[Cell]> = (0..self.numbers.weighted(&[(1, 0), (3, 1), (3, 2), (1, 4)]))
            .map(|_| self.cells(1))
            .collect();
        let capacity = self.numbers.weighted(&[(2, 1), (3, 3), (1, 30)]);
        let stride = self.bytes - first;
        self.bytes = first + stride * capacity as usize;
        let blank = (0..stride).map(|_| self.numbers.weighted(&[(3, 0), (1, 255)])).collect();
        self.buffers.push(Arc::new(Buffer { length, capacity, fields, stride, blank }));
    }

    /// A record of random numbers that the cells can hold.
    pub fn record(&mut self) -> Vec<u8> {
        let mut record = vec![0; self.bytes];
        for &(first, count) in &self.arrays {
            for index in 0..count {
                let value = first.values.wrap(number(&mut self.numbers));
                Cell { at: first.at + index * first.width.bytes(), ..first }
                    .write(&mut record, value);
            }
        }
        for buffer in &self.buffers {
            let length = self.numbers.below(buffer.capacity as usize + 1);
            buffer.length.write(&mut record, length as i32);
            let first = buffer.length.at + 1;
            for message in 0..buffer.capacity as usize {
                let at = first + message * buffer.stride;
                record[at..at + buffer.stride].copy_from_slice(&buffer.blank);
                for field in buffer.fields.iter().filter(|_| message < length) {
                    let value = field.values.wrap(number(&mut self.numbers));
                    Cell { at: field.at + message * buffer.stride, ..*field }
                        .write(&mut record, value);
                }
            }
        }
        record
    }

    /// What increments a byte, at a location that stays.
    pub fn step(&mut self, at: usize) -> Node {
        let byte = Cell { at, width: Width::Byte, values: CellType { bits: 8, signed: false } };
        let more = Value::binary(BinaryOperator::Add, Value::Cell(byte), Value::Constant(1));
        edge(0, Condition::Always, vec![Change::Assign(Element::Only(byte), more)])
    }

    /// What counts up to a number in a block, in four bytes.
    pub fn counting(at: usize, most: i32) -> Node {
        let cell = Cell { at, width: Width::Int, values: CellType { bits: 32, signed: true } };
        let count = || Value::Cell(cell);
        let more = Value::binary(BinaryOperator::Add, count(), Value::Constant(1));
        let less = Value::binary(BinaryOperator::Less, count(), Value::Constant(most));
        let changes = vec![Change::Assign(Element::Only(cell), more)];
        let choices = vec![
            Choice { condition: Condition::If(less), changes, target: Some(0) },
            Choice { condition: Condition::Else, changes: Vec::new(), target: None },
        ];
        edge(0, Condition::Always, vec![Change::Block(vec![Point(choices)])])
    }

    /// A node of one edge.
    pub fn node(&mut self, place: usize) -> Node {
        let condition = self.condition();
        let changes = self.changes(3);
        edge(place, condition, changes)
    }

    fn condition(&mut self) -> Condition {
        match self.numbers.below(8) {
            0..3 => Condition::Always,
            3 => Condition::Else,
            _ => self.value(3).into(),
        }
    }

    fn changes(&mut self, depth: usize) -> Vec<Change> {
        (0..self.numbers.between(1, 4)).map(|_| self.change(depth)).collect()
    }

    fn change(&mut self, depth: usize) -> Change {
        match self.numbers.below(20) {
            0..3 => {
                let cell = self.array(1).0;
                Change::Byte(
                    cell.at,
                    self.numbers.word() as u8 & ((1u32 << cell.values.bits.min(7)) - 1) as u8,
                )
            }
            3 => Change::Evaluate(self.value(3)),
            4 => Change::Assert(self.mostly_true()),
            5..8 => Change::Send(self.by_channel(|random, buffer| random.sender(buffer))),
            8..11 => {
                let copy = self.numbers.one_in(4);
                Change::Receive(self.by_channel(|random, buffer| random.receiver(buffer, copy)))
            }
            11..13 if depth > 0 => Change::Block(self.points(depth - 1)),
            13 if self.numbers.one_in(20) => Change::Alarm,
            _ => Change::Assign(self.element(), self.value(3)),
        }
    }

    /// Points that lead forward, or anywhere.
    fn points(&mut self, depth: usize) -> Vec<Point> {
        let count = self.numbers.between(1, 5);
        let goes_round = self.numbers.one_in(4);
        let mut points = Vec::new();
        for point in 0..count {
            let mut choices = Vec::new();
            for _ in 0..self.numbers.between(1, 3) {
                let first = if goes_round { 0 } else { point + 1 };
                let target = self.numbers.between(first, count);
                let target = Some(target).filter(|&target| target < count);
                let (condition, changes) = (self.condition(), self.changes(depth));
                choices.push(Choice { condition, changes, target });
            }
            if self.numbers.chance(95) {
                let (condition, changes) = (Condition::Else, Vec::new());
                let target = Some(point + 1).filter(|&target| target < count);
                choices.push(Choice { condition, changes, target });
            }
            points.push(Point(choices));
        }
        points
    }

    /// An array of at least so many cells, if there is one.
    fn array(&mut self, least: usize) -> (Cell, usize) {
        let arrays: Vec<_> = self.arrays.iter().copied().filter(|it| it.1 >= least).collect();
        if arrays.is_empty() { self.arrays[0] } else { *self.numbers.pick(&arrays) }
    }

    fn element(&mut self) -> Element {
        let (first, count) = self.array(1);
        if count == 1 {
            return Element::Only(first);
        }
        Element::Indexed(first, self.index(count))
    }

    /// The number of one of so many elements, of one index or two.
    fn index(&mut self, count: usize) -> Value {
        let part = |random: &mut Random, length: usize, stride: i32| {
            let number = match random.numbers.below(16) {
                0 => random.value(1),
                _ => Value::binary(
                    BinaryOperator::BitAnd,
                    random.value(1),
                    Value::Constant(((length + 1).next_power_of_two() / 2) as i32 - 1),
                ),
            };
            Value::Index { number: Box::new(number), length: length as u32, stride }
        };
        match count {
            4 => Value::binary(BinaryOperator::Add, part(self, 2, 2), part(self, 2, 1)),
            _ if self.numbers.one_in(5) => Value::Constant(self.numbers.below(count) as i32),
            _ => part(self, count, 1),
        }
    }

    fn by_channel<T>(&mut self, each: impl Fn(&mut Self, Arc<Buffer>) -> T) -> ByChannel<T> {
        if self.buffers.is_empty() {
            return ByChannel::unknown();
        }
        if self.numbers.chance(60) {
            let buffer = Arc::clone(self.numbers.pick(&self.buffers));
            return ByChannel::One(each(self, buffer));
        }
        let number = match self.numbers.below(12) {
            0 => self.value(1),
            1..8 => Value::Constant(self.numbers.between(1, 3) as i32),
            _ => Value::binary(BinaryOperator::BitAnd, self.value(1), Value::Constant(3)),
        };
        let buffers = self.buffers.clone();
        let mut all = Vec::new();
        for buffer in buffers {
            let owner = self.numbers.one_in(8).then(|| self.array(1).0);
            let it = (!self.numbers.one_in(16)).then(|| Owned(owner, each(self, buffer)));
            all.push(it);
        }
        ByChannel::Any(number, all.into())
    }

    fn sender(&mut self, buffer: Arc<Buffer>) -> Sender {
        let values = buffer.fields.iter().map(|_| self.value(2)).collect();
        Sender { buffer, values }
    }

    fn finder(&mut self, buffer: Arc<Buffer>) -> Finder {
        let mut matches = Vec::new();
        for &field in &buffer.fields {
            if self.numbers.one_in(3) {
                matches.push((field, self.value(1)));
            }
        }
        Finder { buffer, matches: matches.into(), random: self.numbers.one_in(2) }
    }

    fn receiver(&mut self, buffer: Arc<Buffer>, copy: bool) -> Receiver {
        let mut stores = Vec::new();
        for &field in &buffer.fields {
            match self.numbers.below(4) {
                0 => {}
                1 if self.numbers.one_in(8) => {
                    stores.push((field, Store::Only(number(&mut self.numbers))))
                }
                _ => stores.push((field, Store::Into(self.element()))),
            }
        }
        Receiver { finder: self.finder(buffer), stores: stores.into(), copy }
    }

    pub fn value(&mut self, depth: usize) -> Value {
        if depth == 0 {
            return match self.numbers.below(3) {
                0 => Value::Constant(number(&mut self.numbers)),
                _ => Value::Cell(self.array(1).0),
            };
        }
        self.composed(depth - 1)
    }

    fn mostly_true(&mut self) -> Value {
        Value::binary(BinaryOperator::Or, self.value(2), self.value(1))
    }

    fn composed(&mut self, depth: usize) -> Value {
        match self.numbers.below(24) {
            0..2 => {
                let (first, count) = self.array(2);
                let index = if count == 1 { Value::Constant(0) } else { self.index(count) };
                Value::Element(first, Box::new(index))
            }
            2 => {
                let length = self.numbers.between(1, 5);
                let table = (0..length).map(|_| number(&mut self.numbers)).collect();
                Value::Table(table, Box::new(self.value(depth)))
            }
            3..6 => {
                let operators =
                    [UnaryOperator::Negate, UnaryOperator::Not, UnaryOperator::Complement];
                Value::Unary(*self.numbers.pick(&operators), Box::new(self.value(depth)))
            }
            6..8 => {
                let (a, b, c) = (self.value(depth), self.value(depth), self.value(depth));
                Value::Conditional(Box::new((a, b, c)))
            }
            8 => {
                let bounds = [(i32::MIN, 3), (-129, i32::MAX), (0, 255), (-1, 70_000), (5, 4)];
                let (a, b) =
                    self.numbers.weighted(&bounds.map(|it| (if it.0 > it.1 { 1 } else { 8 }, it)));
                Value::Within(Box::new(self.value(depth)), a, b)
            }
            9 => Value::OfChannel(Box::new(self.by_channel(|random, _| random.value(depth)))),
            10 => Value::Finds(Box::new(self.by_channel(|random, buffer| {
                (!random.numbers.one_in(5)).then(|| random.finder(buffer))
            }))),
            11..13 => Value::Safely(Box::new(self.value(depth))),
            13 if self.numbers.one_in(40) => Value::Alarm,
            _ => {
                let operator = *self.numbers.pick(&BINARY);
                let (a, mut b) = (self.value(depth), self.value(depth));
                let divides = matches!(operator, BinaryOperator::Divide | BinaryOperator::Modulo);
                if divides && self.numbers.chance(90) {
                    b = Value::binary(BinaryOperator::BitOr, b, Value::Constant(1));
                }
                Value::binary(operator, a, b)
            }
        }
    }
}

/// A node of one edge.
fn edge(place: usize, condition: Condition, changes: Vec<Change>) -> Node {
    let edge = Edge {
        id: EdgeId(place as u32),
        condition,
        offers: None,
        takes: None,
        changes,
        after: Vec::new(),
        atomic: false,
        joined: false,
        escape: None,
    };
    Node { edges: Box::new([edge]), deterministic: false }
}

fn number(numbers: &mut Numbers) -> i32 {
    match numbers.below(4) {
        0 => numbers.word() as i32,
        _ => *numbers.pick(&NOTABLE),
    }
}
