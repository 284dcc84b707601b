//! Subscripts, elements and conditions of one round.

use super::draft::{Draft, Worker};
use super::starts::Start;

/// What counts the rounds, and the values that it takes.
#[derive(Clone, Debug)]
pub struct Counter {
    pub name: String,
    pub from: usize,
    pub to: usize,
}

impl Draft {
    /// The number of whose turn it is; now and then of another process, or the same in disguise.
    pub fn subscript(&mut self, c: &Counter) -> String {
        let name = &c.name;
        if self.is_odd("disguised subscript", 12) {
            return match self.numbers.below(7) {
                0 => format!("{name} + 0"),
                1 => format!("{name} * 1"),
                2 => format!("{name} | 0"),
                3 => format!("({name} -> {name} : 0)"),
                4 => format!("{name} % 16"),
                5 => format!("0 + {name}"),
                _ => format!("{name} & 15"),
            };
        }
        if self.is_odd("shifted subscript", 10) {
            let (from, count) = (c.from, c.to + 1 - c.from);
            return match self.numbers.below(4) {
                0 if from == 0 => format!("({name} + 1) % {count}"),
                1 if c.to.max(1) ^ 1 < self.length() => format!("{name} ^ 1"),
                2 => {
                    format!("({name} - {from} + {}) % {count} + {from}", self.numbers.between(1, 2))
                }
                _ => format!("{} - {name}", from + c.to),
            };
        }
        if self.is_odd("constant subscript", 3) {
            return format!("{}", self.numbers.between(c.from, c.to));
        }
        name.clone()
    }

    /// The mark of whose turn it is.
    pub fn marked(&mut self, c: &Counter) -> String {
        let subscript = self.subscript(c);
        match self.numbers.below(12) {
            0 if self.has_structures() => format!("r[{subscript}].x"),
            _ => format!("b[{subscript}]"),
        }
    }

    /// What is written for whose turn it is.
    pub fn own(&mut self, c: &Counter) -> String {
        let subscript = self.subscript(c);
        self.results.insert("a");
        match self.numbers.below(9) {
            0 if self.has_structures() => format!("r[{subscript}].y"),
            1 | 2 => format!("{}[{subscript}]", self.array("bit", "bits")),
            _ => format!("{}[{subscript}]", self.array("byte", "a")),
        }
    }

    /// Declares an array of structures.
    fn has_structures(&mut self) -> bool {
        self.global("typedef R { bit x; byte y };");
        let length = self.length();
        self.global(format!("R r[{length}];"));
        self.results.insert("r");
        true
    }

    /// Who does what, as an array of processes.
    pub fn whose(&mut self, c: &Counter) -> String {
        self.feature("an array of processes");
        let subscript = self.subscript(c);
        format!("{}[{subscript}]", self.array("pid", "who"))
    }

    /// A condition on whose turn it is.
    pub fn condition(&mut self, c: &Counter) -> String {
        let name = c.name.clone();
        if self.is_odd("counter compared", 16) {
            let number = self.numbers.between(c.from, c.to);
            return match self.numbers.below(9) {
                0 | 1 => format!("{name} == {number}"),
                2 => format!("{name} != {number}"),
                3 => format!("{name} < {number}"),
                4 => format!("{name} > {number}"),
                5 => format!("{name} % 2"),
                6 => name,
                7 => format!("{name} & 1 == 0"),
                _ => format!("{name} == {number} || {name} == {}", c.from),
            };
        }
        if self.worker != Worker::Monitor && self.numbers.chance(10) {
            self.feature("counter and process");
            let is_ordered = self.is_odd("ids in order", 30);
            let operator =
                *self.numbers.pick(if is_ordered { &["<", ">", "<="] } else { &["==", "!="] });
            return format!("{name} {operator} _pid");
        }
        // SPIN refuses a look at a process in a deterministic step, and at one that is declared later.
        let is_known = !self.is_deterministic && self.start != Start::ActiveAfter;
        if is_known && self.numbers.chance(4) {
            self.feature("remote");
            return match self.numbers.chance(50) {
                true => format!("P[{name}]:mine"),
                false => format!("P[{name}]:mine == 0"),
            };
        }
        let marked = self.marked(c);
        match self.numbers.below(28) {
            14.. => marked,
            0 | 1 => format!("!{marked}"),
            2 | 3 => format!("{marked} == 1"),
            4 => format!("{marked} > 1"),
            5 => {
                let own = self.own(c);
                format!("{marked} && {own} == 0")
            }
            6 => {
                let own = self.own(c);
                format!("{own} == {marked}")
            }
            7 => self.of_channel(&name),
            8 => format!("{marked} != 0 || {}", self.of_channel(&name)),
            9 => format!("({marked} -> 0 : 1)"),
            _ => marked,
        }
    }

    fn of_channel(&mut self, name: &str) -> String {
        self.boxes();
        self.feature("channels");
        let operator = *self.numbers.pick(&["nfull", "full", "empty", "nempty"]);
        format!("{operator}(box[{name}])")
    }

    /// Declares a channel for each process.
    pub fn boxes(&mut self) {
        let length = self.length();
        self.global(format!("chan box[{length}] = [1] of {{ byte }};"));
        self.results.insert("box");
    }
}
