//! The body of a function that is written: locals, labels, branches, calls.

use wasm_encoder::{BlockType, Encode, InstructionSink, ValType};

use super::module::Translation;
use super::parts::Part;

/// A local variable, of 32 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Local(u32);

/// Where a branch leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Label(u32);

/// So few labels besides a usual one are compared one by one: where a table leads to is hard to foresee for a processor.
const FEW_LABELS: usize = 3;
/// In longer lists of labels no usual one is looked for.
const SHORT: usize = 64;

/// A function that is written.
pub(super) struct Body<'t> {
    pub translation: &'t Translation<'t>,
    code: Vec<u8>,
    parameters: u32,
    /// How many locals there are, parameters included, and those that nobody uses.
    locals: u32,
    free: Vec<Local>,
    /// How many blocks are open.
    depth: u32,
    /// Where an alarm leads to.
    pub alarm: Label,
    /// The address of the record that is read and changed.
    pub record: Local,
}

impl<'t> Body<'t> {
    pub(super) fn new(translation: &'t Translation<'t>, parameters: u32) -> Body<'t> {
        let mut body = Body {
            translation,
            code: Vec::new(),
            parameters,
            locals: parameters,
            free: Vec::new(),
            depth: 0,
            alarm: Label(0),
            record: Local(0),
        };
        body.alarm = body.block();
        body
    }

    /// The function, once it has returned in every case: as it stands in a module.
    pub(super) fn finish(mut self) -> Vec<u8> {
        self.op().unreachable();
        self.end();
        debug_assert_eq!(self.depth, 0, "a block is open");
        self.constant(-1);
        self.op().end();
        let mut function = Vec::new();
        match self.locals - self.parameters {
            0 => 0u32.encode(&mut function),
            own => {
                1u32.encode(&mut function);
                own.encode(&mut function);
                ValType::I32.encode(&mut function);
            }
        }
        function.append(&mut self.code);
        function
    }

    /// What appends instructions.
    pub(super) fn op(&mut self) -> InstructionSink<'_> {
        InstructionSink::new(&mut self.code)
    }

    pub(super) fn constant(&mut self, value: i32) {
        self.op().i32_const(value);
    }

    /// A parameter.
    pub(super) fn parameter(&self, index: u32) -> Local {
        debug_assert!(index < self.parameters, "there are not so many parameters");
        Local(index)
    }

    /// A local of any value, until it is [given back](Self::give_back).
    pub(super) fn local(&mut self) -> Local {
        self.free.pop().unwrap_or_else(|| {
            self.locals += 1;
            Local(self.locals - 1)
        })
    }

    pub(super) fn give_back(&mut self, local: Local) {
        self.free.push(local);
    }

    pub(super) fn get(&mut self, local: Local) {
        self.op().local_get(local.0);
    }

    pub(super) fn set(&mut self, local: Local) {
        self.op().local_set(local.0);
    }

    pub(super) fn tee(&mut self, local: Local) {
        self.op().local_tee(local.0);
    }

    pub(super) fn set_constant(&mut self, local: Local, value: i32) {
        self.constant(value);
        self.set(local);
    }

    /// A local that holds what was computed.
    pub(super) fn keep(&mut self) -> Local {
        let local = self.local();
        self.set(local);
        local
    }

    /// Opens a block: who branches to its label goes on behind it.
    pub(super) fn block(&mut self) -> Label {
        self.op().block(BlockType::Empty);
        self.opened()
    }

    /// The same for a block that computes a number.
    pub(super) fn block_of_value(&mut self) -> Label {
        self.op().block(BlockType::Result(ValType::I32));
        self.opened()
    }

    /// Opens a block: who branches to its label begins it again.
    pub(super) fn repeat(&mut self) -> Label {
        self.op().loop_(BlockType::Empty);
        self.opened()
    }

    fn opened(&mut self) -> Label {
        self.depth += 1;
        Label(self.depth)
    }

    /// Ends the last block that is open.
    pub(super) fn end(&mut self) {
        self.op().end();
        self.depth -= 1;
    }

    fn distance(&self, label: Label) -> u32 {
        self.depth - label.0
    }

    pub(super) fn branch(&mut self, label: Label) {
        let distance = self.distance(label);
        self.op().br(distance);
    }

    /// Branches if what was computed is not zero.
    pub(super) fn branch_if(&mut self, label: Label) {
        let distance = self.distance(label);
        self.op().br_if(distance);
    }

    pub(super) fn raise(&mut self) {
        self.branch(self.alarm);
    }

    /// Raises the alarm if what was computed is not zero.
    pub(super) fn raise_if(&mut self) {
        self.branch_if(self.alarm);
    }

    /// Raises the alarm if what was computed is negative.
    pub(super) fn raise_if_negative(&mut self) {
        self.constant(0);
        self.op().i32_lt_s();
        self.raise_if();
    }

    /// Goes by a number that was computed to one of so many cases, given the case of each number from zero; others raise the alarm. What
    /// `each` writes for a case goes on with the next one unless it leaves.
    pub(super) fn switch(
        &mut self,
        targets: &[usize],
        cases: usize,
        mut each: impl FnMut(&mut Self, usize),
    ) {
        let number = self.keep();
        let labels: Vec<Label> = (0..cases).map(|_| self.block()).collect();
        let targets: Vec<Label> = targets.iter().map(|&case| labels[cases - 1 - case]).collect();
        self.get(number);
        self.give_back(number);
        self.branch_by_number(targets);
        for case in 0..cases {
            self.end();
            each(self, case);
        }
    }

    /// Branches by a number that was computed, given the label of each from zero; others raise the alarm.
    pub(super) fn branch_by_number(&mut self, labels: Vec<Label>) {
        let times = |label: &&Label| labels.iter().take(SHORT).filter(|it| it == label).count();
        let Some(&usual) = labels.iter().max_by_key(times) else { return self.raise() };
        let others = labels.iter().enumerate().filter(|(_, label)| **label != usual);
        let others: Vec<(usize, Label)> = others.map(|(at, &label)| (at, label)).collect();
        if others.len() > FEW_LABELS || labels.len() > SHORT {
            let labels: Vec<u32> = labels.iter().map(|&label| self.distance(label)).collect();
            let otherwise = self.distance(self.alarm);
            self.op().br_table(labels, otherwise);
            return;
        }
        let number = self.local();
        self.tee(number);
        self.constant(labels.len() as i32);
        self.op().i32_ge_u();
        self.raise_if();
        for (at, label) in others {
            self.get(number);
            self.constant(at as i32);
            self.op().i32_eq();
            self.branch_if(label);
        }
        self.give_back(number);
        self.branch(usual);
    }

    pub(super) fn call(&mut self, part: Part, parameters: u32) {
        let number = self.translation.parts.number(part, parameters);
        self.op().call(number);
    }

    /// Calls a function of one parameter by its number, which was computed, in the table of functions.
    pub(super) fn call_by_number(&mut self) {
        self.op().call_indirect(0, 1);
    }

    pub(super) fn answer(&mut self, value: i32) {
        self.constant(value);
        self.op().return_();
    }
}
