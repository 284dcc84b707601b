//! A model in the making: who there is, what is declared, and what each process does.

use std::collections::BTreeSet;

use super::super::model::Model;
use super::starts::Start;
use crate::random::text::{Node, block, line, option};
use testing::Numbers;

/// Who goes through all processes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Worker {
    /// Each of them.
    Each,
    /// The first one that comes.
    First,
    /// Another process.
    Monitor,
}

/// Oddities that a model is made for, some of which do harm only together.
const AIMS: [&[&str]; 22] = [
    &["leaves after a write", "disguised subscript"],
    &["leaves after a write", "shifted subscript"],
    &["found one is told", "disguised subscript"],
    &["found one is told", "shifted subscript"],
    &["leaves after a write", "order kept"],
    &["found one is kept"],
    &["the greatest one is kept"],
    &["counter compared"],
    &["counter compared", "ids in order"],
    &["strange start"],
    &["strange start", "counter compared"],
    &["strange counter"],
    &["strange counter", "strange start"],
    &["strange head"],
    &["counted first"],
    &["counter read later"],
    &["order kept"],
    &["order kept", "disguised subscript"],
    &["order kept", "shifted subscript"],
    &["shifted subscript", "constant subscript"],
    &["messages to all"],
    &["goto out", "leaves after a write"],
];

/// A model in the making.
pub struct Draft {
    pub numbers: Numbers,
    /// How many alike processes there are, and the number of the first.
    pub count: usize,
    pub first: usize,
    /// By how much arrays are longer than they need be.
    slack: usize,
    pub start: Start,
    pub worker: Worker,
    /// How many steps another process takes before anybody goes on.
    pub late: usize,
    /// How many oddities there may still be, and of which kinds, above all.
    oddities: usize,
    aims: &'static [&'static str],
    /// Whether what is written now stands in a deterministic step, and who does it.
    pub is_deterministic: bool,
    /// How the innermost loop is left.
    pub leave: Vec<String>,
    pub globals: Vec<Node>,
    pub inlines: Vec<Node>,
    pub locals: Vec<Node>,
    declared: BTreeSet<String>,
    /// What the loops compute, for assertions on it.
    pub results: BTreeSet<&'static str>,
    /// What is in it, for a statistic.
    pub features: BTreeSet<&'static str>,
    fresh: usize,
}

/// The model number `seed`.
pub fn model(seed: u64) -> Model {
    let mut draft = Draft::new(seed);
    let before = draft.oddities;
    let nodes = draft.nodes();
    draft.feature(if draft.oddities == before { "plain" } else { "odd" });
    Model { nodes, features: draft.features }
}

impl Draft {
    fn new(seed: u64) -> Draft {
        let mut numbers = Numbers::new(seed.wrapping_mul(0x9e37_79b9).wrapping_add(32));
        let worker =
            numbers.weighted(&[(4, Worker::Each), (5, Worker::First), (4, Worker::Monitor)]);
        let count = numbers.weighted(&[(7, 2), (7, 3), (1, 4)]);
        // More processes have too many states if there are many steps before.
        let far = if count == 2 { 1 } else { 0 };
        let late = numbers.weighted(&[(16, 0), (3, 4), (2 * far + 1, 30), (far, 300)]);
        let others = usize::from(worker == Worker::Monitor) + usize::from(late > 0);
        let start = Start::random(&mut numbers);
        let mut draft = Draft {
            count,
            first: start.first(others),
            slack: numbers.weighted(&[(3, 0), (1, 1), (1, 2)]),
            start,
            worker,
            late,
            oddities: numbers.weighted(&[(9, 0), (6, 1), (8, 2), (3, 3)]),
            aims: AIMS[numbers.below(AIMS.len())],
            is_deterministic: false,
            leave: Vec::new(),
            globals: Vec::new(),
            inlines: Vec::new(),
            locals: Vec::new(),
            declared: BTreeSet::new(),
            results: BTreeSet::new(),
            features: BTreeSet::new(),
            fresh: 0,
            numbers,
        };
        draft.feature(start.name());
        draft
    }

    /// The number of the last process.
    pub fn last(&self) -> usize {
        self.first + self.count - 1
    }

    /// How long arrays are that processes index.
    pub fn length(&self) -> usize {
        self.first + self.count + self.slack
    }

    /// Whether there is to be one more oddity, here.
    pub fn is_odd(&mut self, name: &'static str, percent: usize) -> bool {
        let percent = if self.is_aimed_at(name) { percent + 50 } else { percent / 5 };
        let is_odd = self.oddities > 0 && self.numbers.chance(percent);
        if is_odd {
            self.oddities -= 1;
            self.feature(name);
        }
        is_odd
    }

    /// Whether the model is made for a kind of oddities, of which there may be one more.
    pub fn is_aimed_at(&self, name: &str) -> bool {
        self.oddities > 0 && self.aims.contains(&name)
    }

    /// Notes that the model has something.
    pub fn feature(&mut self, name: &'static str) {
        self.features.insert(name);
    }

    /// A number that nothing else has.
    pub fn fresh(&mut self) -> usize {
        self.fresh += 1;
        self.fresh
    }

    /// Declares a global variable, once.
    pub fn global(&mut self, declaration: impl Into<String>) {
        let declaration = declaration.into();
        if self.declared.insert(declaration.clone()) {
            self.globals.push(line(declaration));
        }
    }

    /// Declares a local variable of whoever goes through the loop, once.
    pub fn local(&mut self, declaration: impl Into<String>) {
        let declaration = line(declaration);
        if !self.locals.contains(&declaration) {
            self.locals.push(declaration);
        }
    }

    /// A global array with an element for each process.
    pub fn array(&mut self, of: &str, name: &'static str) -> &'static str {
        let length = self.length();
        self.global(format!("{of} {name}[{length}];"));
        name
    }

    fn nodes(&mut self) -> Vec<Node> {
        self.array("byte", "b");
        let mark = self.mark();
        let work = self.work();
        let loop_locals = std::mem::take(&mut self.locals);
        let observe = self.observe();
        let mut own = vec![line("bit mine;")];
        own.append(&mut self.locals);
        own.extend(mark);
        let others = self.others(&work, &loop_locals);
        if self.worker != Worker::Monitor {
            own.splice(0..0, loop_locals);
            own.extend(work);
        }
        own.extend(observe);
        let process = self.process(own);
        let mut nodes = std::mem::take(&mut self.globals);
        nodes.append(&mut self.inlines);
        match self.start {
            Start::ActiveAfter => {
                nodes.extend(others);
                nodes.push(process);
            }
            _ => {
                nodes.push(process);
                nodes.extend(self.init());
                nodes.extend(others);
            }
        }
        nodes
    }

    /// How a process marks itself.
    fn mark(&mut self) -> Vec<Node> {
        self.global("byte n, ready;");
        let mark = match self.numbers.below(5) {
            0 | 1 => {
                let own = option(vec![line("b[_pid] = 1;"), line("mine = 1;")]);
                block("if", vec![own, option(vec![line("skip;")])], "fi;")
            }
            2 => line("atomic { n++; b[_pid] = n; mine = (n == 1) };"),
            _ => {
                let most = self.numbers.between(1, self.count.min(2));
                let taken = format!("n < {most} -> b[_pid] = 1; mine = (n == 0); n++;");
                let choice = vec![option(vec![line(taken)]), option(vec![line("else -> skip;")])];
                block("atomic {", vec![block("if", choice, "fi;")], "};")
            }
        };
        vec![mark, line("ready++;")]
    }

    /// The step that goes through all processes, when it is time.
    fn work(&mut self) -> Vec<Node> {
        let mut when = format!("ready == {}", self.count);
        if self.late > 0 {
            self.global("short tick;");
            when = format!("tick == {}", self.late);
        }
        self.is_deterministic = self.numbers.chance(40);
        let inside = self.numbers.chance(30);
        let mut step = self.loops();
        if self.worker == Worker::First {
            self.global("bit done;");
            step.insert(0, line("done = 1;"));
            let taken = vec![line("done == 0 ->")].into_iter().chain(step).collect();
            step =
                vec![block("if", vec![option(taken), option(vec![line("else -> skip;")])], "fi;")];
        }
        match (self.is_deterministic, inside) {
            (true, true) => {
                self.feature("d_step in atomic");
                let step = block("d_step {", step, "};");
                vec![block("atomic {", vec![line(format!("({when});")), step], "};")]
            }
            (is_deterministic, _) => {
                step.insert(0, line(format!("({when});")));
                let open = if is_deterministic { "d_step {" } else { "atomic {" };
                self.feature(if is_deterministic { "d_step" } else { "atomic" });
                vec![block(open, step, "};")]
            }
        }
    }

    /// The other processes.
    fn others(&mut self, work: &[Node], locals: &[Node]) -> Vec<Node> {
        let mut others = Vec::new();
        if self.late > 0 {
            self.feature("late");
            let (count, late) = (self.count, self.late);
            let counts = option(vec![line(format!("tick < {late} -> tick++;"))]);
            let body = vec![
                line(format!("(ready == {count});")),
                block("do", vec![counts, option(vec![line("else -> break;")])], "od;"),
            ];
            others.push(block("active proctype D() {", body, "}"));
        }
        if self.worker == Worker::Monitor {
            self.feature("monitor");
            self.global("bit done;");
            let mut body = locals.to_vec();
            body.extend(work.iter().cloned());
            body.push(line("done = 1;"));
            others.push(block("active proctype M() {", body, "}"));
        }
        others
    }
}
