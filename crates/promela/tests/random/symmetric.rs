//! Random models of interchangeable processes, and of processes that are nearly so.
//!
//! A process type runs in several instances, which know one another by number, by array elements, by
//! messages and by channels. Most statements treat all instances alike; a few spoil the symmetry, by
//! naming one process, by computing with identifiers, by arrays that are too short or by parameters.
//! Errors at run time are welcome: the quotient must find them too.

use super::symmetric_features::Features;
use super::text::{Node, block, line, option};
use testing::Numbers;

/// How the processes are started, and what they are given.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Given {
    Nothing,
    /// A channel for each.
    Channel,
    /// The channels of two neighbours in a ring.
    Ring,
    /// A number for each, from here on; the identifier if it is the first one.
    Number(usize),
    /// The identifier of the neighbour in a ring.
    Peer,
}

/// What is being generated.
pub struct Generator {
    pub numbers: Numbers,
    /// How many processes there are of the main type, and the identifier of the first.
    pub count: usize,
    pub first: usize,
    pub given: Given,
    /// In percent of the statements: how many spoil the symmetry.
    pub spoilers: usize,
    /// What there is.
    pub has_rows: bool,
    pub has_boxes: bool,
    has_server: bool,
    pub queue_is_rendezvous: bool,
    pub identifier: &'static str,
    pub fresh: usize,
    pub features: Features,
    /// Whether the body at hand is that of the server.
    pub in_server: bool,
}

/// The model number `seed`.
pub fn model(seed: u64) -> Vec<Node> {
    let mut numbers = Numbers::new(seed.wrapping_mul(0x1000_0001));
    let count = numbers.weighted(&[(5, 2), (6, 3), (2, 4)]);
    let given = match numbers.below(9) {
        0..=3 => Given::Nothing,
        4 => Given::Channel,
        5 => Given::Ring,
        6 => Given::Number(0),
        7 => Given::Number(1),
        _ => Given::Peer,
    };
    let features = Features::random(&mut numbers);
    let needs_buffers = features.priorities || features.questions;
    let mut generator = Generator {
        count,
        first: 0,
        given,
        spoilers: numbers.weighted(&[(6, 0), (2, 6), (1, 20)]),
        has_rows: numbers.chance(20),
        has_boxes: numbers.chance(35),
        has_server: numbers.chance(35),
        queue_is_rendezvous: numbers.chance(30) && !needs_buffers,
        identifier: if numbers.chance(50) { "pid" } else { "byte" },
        fresh: 0,
        features,
        in_server: false,
        numbers,
    };
    generator.model()
}

impl Generator {
    fn model(&mut self) -> Vec<Node> {
        let is_active = self.given == Given::Nothing && self.numbers.chance(50);
        let server_first = self.has_server && self.numbers.chance(50);
        self.first = usize::from(!is_active) + usize::from(server_first);
        let mut nodes = self.declarations();
        let main = block(self.header(is_active), self.main_body(), "}");
        let server = self.server();
        match (server, server_first, is_active) {
            (None, ..) => nodes.push(main),
            (Some(server), true, _) => nodes.extend([self.named(server, is_active), main]),
            (Some(server), false, _) => {
                nodes.push(main);
                let server = self.named(server, is_active);
                nodes.push(server);
            }
        }
        if !is_active {
            nodes.push(self.init(server_first));
        }
        nodes
    }

    fn named(&mut self, body: Vec<Node>, is_active: bool) -> Node {
        let active = if is_active { "active " } else { "" };
        block(format!("{active}proctype server() {{"), body, "}")
    }

    /// The identifiers of the processes.
    pub fn processes(&self) -> std::ops::Range<usize> {
        self.first..self.first + self.count
    }

    /// How long arrays are that processes index: now and then too short or too long.
    pub fn length(&mut self) -> usize {
        let exact = self.first + self.count;
        match self.numbers.below(40) {
            0 if exact > 1 => exact - 1,
            1..=4 => exact + 1,
            _ => exact,
        }
    }

    fn declarations(&mut self) -> Vec<Node> {
        let mut nodes = vec![line("mtype = { idle, busy, done };")];
        let length = self.length();
        let of = *self.numbers.pick(&["byte", "bit", "mtype", "short"]);
        let of = if of == "mtype" { "byte" } else { of };
        nodes.push(line(format!("{of} st[{length}];")));
        let (length, identifier) = (self.length(), self.identifier);
        nodes.push(line(format!("{identifier} seen[{length}];")));
        if self.has_rows {
            let (rows, columns) = (self.length(), self.length());
            nodes.push(block("typedef row {", vec![line(format!("bit x[{columns}];"))], "};"));
            nodes.push(line(format!("row m[{rows}];")));
        }
        let initial = match self.numbers.below(8) {
            0 => format!(" = {}", self.first),
            1 => " = 1".to_owned(),
            _ => String::new(),
        };
        nodes.push(line(format!("{identifier} turn{initial};")));
        nodes.push(line("byte cnt;"));
        nodes.push(line("bit flag;"));
        let capacity = if self.queue_is_rendezvous { 0 } else { self.numbers.between(1, 2) };
        nodes.push(line(format!("chan q = [{capacity}] of {{ {identifier}, byte }};")));
        if self.has_boxes {
            let length = self.length();
            let least = usize::from(self.features.priorities || self.features.questions);
            let capacity = self.numbers.between(least, 1);
            let of = *self.numbers.pick(&["byte", identifier]);
            nodes.push(line(format!("chan box[{length}] = [{capacity}] of {{ {of} }};")));
        }
        if matches!(self.given, Given::Channel | Given::Ring) {
            for number in 0..self.count {
                nodes.push(line(format!("chan k{number} = [1] of {{ byte }};")));
            }
        }
        nodes.extend(self.special_declarations());
        nodes
    }

    fn header(&mut self, is_active: bool) -> String {
        let active = if is_active { format!("active [{}] ", self.count) } else { String::new() };
        let parameters = match self.given {
            Given::Nothing => "",
            Given::Channel => "chan mine",
            Given::Ring => "chan mine; chan next",
            Given::Number(_) => "byte id",
            Given::Peer => "byte peer",
        };
        let word = if self.numbers.chance(2) { "D_proctype" } else { "proctype" };
        format!("{active}{word} P({parameters}){} {{", self.clauses())
    }

    fn init(&mut self, server_first: bool) -> Node {
        let mut body = Vec::new();
        if server_first {
            body.push(line("run server();"));
        }
        let looped = matches!(self.given, Given::Nothing | Given::Number(_));
        if looped && self.numbers.chance(40) {
            let from = if let Given::Number(from) = self.given { from } else { 0 };
            let argument = if self.given == Given::Nothing { "" } else { "i" };
            let to = from + self.count;
            let start = vec![
                line(format!("i < {to} ->")),
                line(format!("run P({argument});")),
                line("i++;"),
            ];
            let options = vec![option(start), option(vec![line("else ->"), line("break;")])];
            body.push(line(format!("i = {from};")));
            body.push(block("do", options, "od;"));
        } else {
            for number in 0..self.count {
                let argument = self.argument(number);
                body.push(line(format!("run P({argument});")));
            }
        }
        if self.has_server && !server_first {
            body.push(line("run server();"));
        }
        if self.numbers.chance(85) {
            body = vec![block("atomic {", body, "};")];
        }
        match self.numbers.below(12) {
            0 => body.push(line("_nr_pr == 1;")),
            1 => body.push(line("cnt > 0;")),
            2 => body.insert(0, line(format!("st[{}] = 1;", self.first))),
            3 => body.push(line("turn = 0;")),
            _ => {}
        }
        body.insert(0, line("byte i;"));
        block("init {", body, "}")
    }

    fn argument(&mut self, number: usize) -> String {
        let next = (number + 1) % self.count;
        let swapped = if self.numbers.below(100) < self.spoilers { 0 } else { number };
        match self.given {
            Given::Nothing => String::new(),
            Given::Channel => format!("k{swapped}"),
            Given::Ring => format!("k{swapped}, k{next}"),
            Given::Number(from) => (from + swapped).to_string(),
            Given::Peer => (self.first + next).to_string(),
        }
    }

    fn main_body(&mut self) -> Vec<Node> {
        let mut nodes = vec![line(format!("{} other;", self.identifier)), line("byte x;")];
        let count = self.numbers.between(1, 3);
        nodes.extend(self.special_locals());
        let mut statements = self.sequence(count, 2);
        self.mark(&mut statements);
        match self.numbers.below(10) {
            0..=2 => nodes.extend(statements),
            3..=6 => {
                let mut options = vec![option(statements)];
                for _ in 0..self.numbers.below(3) {
                    let count = self.numbers.between(1, 2);
                    let mut body = vec![line(self.guard() + " ->")];
                    body.extend(self.sequence(count, 1));
                    options.push(option(body));
                }
                if self.numbers.chance(30) {
                    options.push(option(vec![line("break;")]));
                }
                nodes.push(block("do", options, "od;"));
            }
            _ => {
                if let Node::Line(text) = &mut statements[0] {
                    *text = format!("again: {text}");
                    statements.push(line("goto again;"));
                }
                nodes.extend(statements);
            }
        }
        nodes
    }

    /// The body of a process that serves the others.
    fn server(&mut self) -> Option<Vec<Node>> {
        if !self.has_server {
            return None;
        }
        self.in_server = true;
        let mut body = vec![line(format!("{} who;", self.identifier)), line("byte y;")];
        let mut options = Vec::new();
        let answer = match self.numbers.below(4) {
            0 if self.has_boxes => "box[who]!1;",
            1 => "st[who] = y;",
            2 => "turn = who;",
            _ => "skip;",
        };
        let count = self.numbers.between(1, 2);
        for _ in 0..count {
            let first = match self.numbers.below(4) {
                0 | 1 => "q?who,y ->".to_owned(),
                2 => "q?who,1 ->".to_owned(),
                _ => format!("{} ->", self.of_all().replace("_pid", "turn")),
            };
            options.push(option(vec![line(first), line(answer)]));
        }
        if matches!(self.given, Given::Channel | Given::Ring) && self.numbers.chance(60) {
            for number in 0..self.count {
                let what = *self.numbers.pick(&["cnt = 1;", "cnt = 1;", "flag = 1;"]);
                options.push(option(vec![line(format!("k{number}?_ ->")), line(what)]));
            }
        }
        self.in_server = false;
        let label = if self.numbers.chance(50) { "end: " } else { "" };
        body.push(block(format!("{label}do"), options, "od;"));
        Some(body)
    }
}
