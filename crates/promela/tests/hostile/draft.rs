//! A model in the making: processes of one type that are alike but for who is marked, and what is added to them.
//!
//! One process is marked at random, or each marks itself or not. What is added singles out another one in a way that
//! detection must notice, and accuses it: whether an accusation can meet the marked process depends on which is which.
//! If states are merged that differ in that, a failed assertion is missed, or found where there is none.

use std::collections::BTreeSet;

use super::values::Cell;
use crate::random::text::{Node, block, line, option};
use testing::Numbers;

/// How processes are marked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mark {
    /// Each decides for itself, in an array; with what it writes, and whether exactly one must.
    Array { value: usize, exactly_one: bool },
    /// The first one that takes it writes its number into a global variable.
    Chosen,
    /// The first one that takes it notes so for itself.
    Own,
}

/// How the processes are started.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Start {
    Active,
    /// By `init`, in one step or in several; the last ones later.
    Run {
        atomic: bool,
        late: usize,
    },
    /// The last one is started or not.
    Perhaps,
}

/// A variable that holds numbers that may name processes or channels.
#[derive(Clone, Debug)]
pub struct Place {
    pub text: String,
    pub cell: Cell,
    pub is_global: bool,
}

/// A model in the making.
pub struct Draft {
    pub numbers: Numbers,
    /// How many of the processes there are, and the number of the first.
    pub count: usize,
    pub first: usize,
    /// By how much arrays are longer than they need be.
    slack: usize,
    start: Start,
    mark: Mark,
    pub globals: Vec<Node>,
    pub locals: Vec<Node>,
    /// What each process does before its loop.
    pub opening: Vec<Node>,
    /// The options of its loop.
    pub options: Vec<Node>,
    /// Other process types and inlines; inlines stand before the processes.
    pub others: Vec<Node>,
    pub inlines: Vec<Node>,
    /// What `init` does: before, between and after the starts.
    pub before: Vec<Node>,
    pub between: Vec<Node>,
    pub after: Vec<Node>,
    pub init_locals: Vec<Node>,
    pub needs_init: bool,
    /// Variables that others may write as well.
    pub places: Vec<Place>,
    /// What is in it, for a statistic.
    pub features: BTreeSet<&'static str>,
    fresh: usize,
}

impl Draft {
    /// Processes that only mark themselves.
    pub fn new(seed: u64) -> Draft {
        let mut numbers = Numbers::new(seed.wrapping_mul(0x9e37_79b9));
        let count = numbers.weighted(&[(6, 2), (8, 3), (4, 4), (1, 5), (1, 8)]);
        let start = match numbers.below(10) {
            0..=4 => Start::Active,
            5 | 6 => Start::Run { atomic: true, late: 0 },
            7 => Start::Run { atomic: false, late: 0 },
            8 => Start::Run {
                atomic: numbers.chance(50),
                late: numbers.between(1, (count - 1).min(2)),
            },
            _ => Start::Perhaps,
        };
        let array = Mark::Array { value: numbers.between(1, 3), exactly_one: numbers.chance(70) };
        let few = if count > 4 { 0 } else { 3 };
        let mark = numbers.weighted(&[(few, array), (4, Mark::Chosen), (3, Mark::Own)]);
        let mut draft = Draft {
            count,
            first: usize::from(start != Start::Active),
            slack: if numbers.chance(50) { 2 } else { 0 },
            start,
            mark,
            globals: Vec::new(),
            locals: Vec::new(),
            opening: Vec::new(),
            options: Vec::new(),
            others: Vec::new(),
            inlines: Vec::new(),
            before: Vec::new(),
            between: Vec::new(),
            after: Vec::new(),
            init_locals: Vec::new(),
            needs_init: false,
            places: Vec::new(),
            features: BTreeSet::new(),
            fresh: 0,
            numbers,
        };
        draft.marking();
        draft
    }

    fn marking(&mut self) {
        match self.mark {
            Mark::Array { value, exactly_one } => {
                let length = self.length();
                let of = if value == 1 { "bit" } else { "byte" };
                self.globals.push(line(format!("{of} mark[{length}];")));
                let own = vec![option(vec![line(format!("mark[_pid] = {value};"))]), skip()];
                self.opening.push(block("if", own, "fi;"));
                if exactly_one {
                    self.globals.push(line("byte ready;"));
                    self.opening.push(line("ready++;"));
                    let all: Vec<String> = self.processes().map(|p| format!("mark[{p}]")).collect();
                    let count = self.count;
                    let all = all.join(" + ");
                    self.opening
                        .push(line(format!("end1: (ready == {count} && {all} == {value});")));
                }
            }
            Mark::Chosen => {
                let of = if self.numbers.chance(50) { "pid" } else { "byte" };
                self.globals.push(line(format!("{of} chosen = 255;")));
                let choose = "atomic { chosen == 255 -> chosen = _pid }";
                self.options.push(option(vec![line(choose)]));
            }
            Mark::Own => {
                self.globals.push(line("bit taken;"));
                self.locals.push(line("bit mine;"));
                let take = "atomic { taken == 0 -> taken = 1; mine = 1 }";
                self.options.push(option(vec![line(take)]));
            }
        }
    }

    /// The numbers of the processes.
    pub fn processes(&self) -> std::ops::Range<usize> {
        self.first..self.first + self.count
    }

    /// How long an array is that processes index: too short, perhaps, if others run before them.
    pub fn length(&self) -> usize {
        self.first + self.count + self.slack
    }

    /// The number of one of the processes.
    pub fn name(&mut self) -> i64 {
        (self.first + self.numbers.below(self.count)) as i64
    }

    /// Lets the last process start later, if `init` starts them; whether it does.
    pub fn start_last_later(&mut self) -> bool {
        if self.start == Start::Active {
            return false;
        }
        self.start = Start::Run { atomic: true, late: 1 };
        true
    }

    /// The name that follows a name, around a circle.
    pub fn next(&self, name: &str) -> String {
        match self.first {
            0 => format!("({name} + 1) % {}", self.count),
            _ => format!("{name} % {} + 1", self.count),
        }
    }

    /// A name that nothing else has.
    pub fn fresh(&mut self, prefix: &str) -> String {
        self.fresh += 1;
        format!("{prefix}{}", self.fresh)
    }

    /// Notes that the model has something.
    pub fn feature(&mut self, name: &'static str) {
        self.features.insert(name);
    }

    /// A statement that fails if the process that executes it is marked; now and then, if it is not.
    pub fn accuse(&mut self) -> String {
        let is = if self.numbers.chance(85) { "==" } else { "!=" };
        match self.mark {
            Mark::Array { .. } => format!("assert(mark[_pid] {is} 0);"),
            Mark::Chosen if is == "==" => "assert(chosen != _pid);".to_owned(),
            Mark::Chosen => "assert(chosen == _pid || chosen == 255);".to_owned(),
            Mark::Own => format!("assert(mine {is} 0);"),
        }
    }

    /// Adds an option to the loop.
    pub fn option(&mut self, statements: impl IntoIterator<Item = String>) {
        let body = statements.into_iter().map(line).collect();
        self.options.push(option(body));
    }

    /// Adds an option that accuses the process under a condition.
    pub fn accusation(&mut self, condition: &str) {
        let accuse = self.accuse();
        // SPIN refuses a look at another process in a deterministic step.
        let is_remote = condition.contains("P[");
        match self.numbers.below(4) {
            0 => self.option([format!("atomic {{ {condition} -> {accuse} }}")]),
            1 if !is_remote => self.option([format!("d_step {{ {condition} -> {accuse} }}")]),
            _ => self.option([format!("{condition} ->"), accuse]),
        }
    }

    /// The model.
    pub fn finish(mut self) -> Vec<Node> {
        self.note_start();
        let mut nodes = std::mem::take(&mut self.globals);
        nodes.append(&mut self.inlines);
        let header = match self.start {
            Start::Active => format!("active [{}] proctype P() {{", self.count),
            _ => "proctype P() {".to_owned(),
        };
        nodes.push(block(header, self.body(), "}"));
        nodes.append(&mut self.others.clone());
        if self.start != Start::Active || self.needs_init {
            let init = self.init();
            nodes.push(init);
        }
        nodes
    }

    fn note_start(&mut self) {
        self.feature(match self.start {
            Start::Active => "active",
            Start::Run { late: 0, .. } => "run",
            Start::Run { .. } => "run late",
            Start::Perhaps => "run on one branch",
        });
    }

    fn body(&mut self) -> Vec<Node> {
        let mut body = std::mem::take(&mut self.locals);
        body.append(&mut self.opening);
        let mut options = std::mem::take(&mut self.options);
        self.numbers.shuffle(&mut options);
        if options.is_empty() {
            options.push(skip());
        }
        if self.numbers.chance(25) {
            self.feature("ends");
            options.push(option(vec![line("break;")]));
        }
        match self.numbers.below(8) {
            0 => {
                // Once, and then it ends.
                self.feature("ends");
                options.push(skip());
                body.push(block("do", options.into_iter().map(once).collect(), "od;"));
            }
            1 => body.push(block("do", options, "od;")),
            _ => body.push(block("end: do", options, "od;")),
        }
        body
    }

    fn init(&mut self) -> Node {
        let mut body = std::mem::take(&mut self.init_locals);
        body.append(&mut self.before);
        let run = || line("run P();");
        let starts = |many: usize| (0..many).map(|_| run());
        let between = std::mem::take(&mut self.between);
        match self.start {
            Start::Active => body.extend(between),
            Start::Run { atomic, late } => {
                let early: Vec<Node> = starts(self.count - late).collect();
                match atomic {
                    true => body.push(block("atomic {", early, "};")),
                    false => body.extend(early),
                }
                body.extend(between);
                body.extend(starts(late));
            }
            Start::Perhaps => {
                body.extend(starts(self.count - 1));
                body.extend(between);
                body.push(block("if", vec![option(vec![run()]), skip()], "fi;"));
            }
        }
        body.append(&mut self.after);
        if self.numbers.chance(40) {
            body.push(line("endi: (false);"));
        }
        block("init {", body, "}")
    }
}

/// An option that ends the loop.
fn once(option: Node) -> Node {
    match option {
        Node::Block { open, mut body, close } => {
            body.push(line("break;"));
            Node::Block { open, body, close }
        }
        line => line,
    }
}

/// An option that does nothing.
pub fn skip() -> Node {
    option(vec![line("skip;")])
}
