//! Random models of interchangeable processes, and of processes that are nearly so.
//!
//! A process type runs in several instances, which know one another by number, by array elements, by
//! messages and by channels. Most statements treat all instances alike; a few spoil the symmetry, by
//! naming one process, by computing with identifiers, by arrays that are too short or by parameters.
//! Errors at run time are welcome: the quotient must find them too.

use super::numbers::Numbers;
use super::text::{Node, block, line, option};

/// How the processes are started, and what they are given.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Given {
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

struct Generator {
    numbers: Numbers,
    /// How many processes there are of the main type, and the identifier of the first.
    count: usize,
    first: usize,
    given: Given,
    /// In percent of the statements: how many spoil the symmetry.
    spoilers: usize,
    /// What there is.
    has_rows: bool,
    has_boxes: bool,
    has_server: bool,
    queue_is_rendezvous: bool,
    identifier: &'static str,
    fresh: usize,
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
    let mut generator = Generator {
        count,
        first: 0,
        given,
        spoilers: numbers.weighted(&[(6, 0), (2, 6), (1, 20)]),
        has_rows: numbers.chance(20),
        has_boxes: numbers.chance(35),
        has_server: numbers.chance(35),
        queue_is_rendezvous: numbers.chance(30),
        identifier: if numbers.chance(50) { "pid" } else { "byte" },
        fresh: 0,
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

    fn processes(&self) -> std::ops::Range<usize> {
        self.first..self.first + self.count
    }

    /// How long arrays are that processes index: now and then too short or too long.
    fn length(&mut self) -> usize {
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
            let capacity = self.numbers.below(2);
            let of = *self.numbers.pick(&["byte", identifier]);
            nodes.push(line(format!("chan box[{length}] = [{capacity}] of {{ {of} }};")));
        }
        if matches!(self.given, Given::Channel | Given::Ring) {
            for number in 0..self.count {
                nodes.push(line(format!("chan k{number} = [1] of {{ byte }};")));
            }
        }
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
        format!("{active}proctype P({parameters}) {{")
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
        let mut statements = self.sequence(count, 2);
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

    fn sequence(&mut self, count: usize, depth: usize) -> Vec<Node> {
        let mut nodes = Vec::new();
        for _ in 0..count {
            if self.numbers.below(100) < self.spoilers {
                nodes.push(self.spoiler());
            } else {
                self.statement(depth, &mut nodes);
            }
        }
        nodes
    }

    /// An identifier.
    fn someone(&mut self) -> String {
        let mut names = vec!["_pid", "_pid", "_pid", "turn", "other", "seen[_pid]"];
        match self.given {
            Given::Number(_) => names.extend(["id", "id"]),
            Given::Peer => names.extend(["peer", "peer"]),
            _ => {}
        }
        (*self.numbers.pick(&names)).to_owned()
    }

    fn place(&mut self) -> String {
        let someone = self.someone();
        if self.has_rows && self.numbers.chance(30) {
            return format!("m[{someone}].x[{}]", self.someone());
        }
        format!("st[{someone}]")
    }

    fn value(&mut self) -> String {
        (*self.numbers.pick(&["0", "1", "1", "2"])).to_owned()
    }

    /// A condition that treats all alike.
    fn guard(&mut self) -> String {
        match self.numbers.below(10) {
            0 | 1 => {
                let (place, value) = (self.place(), self.value());
                format!("{place} {} {value}", self.numbers.pick(&["==", "!=", "<"]))
            }
            2 | 3 => {
                let (a, b) = (self.someone(), self.someone());
                format!("{a} {} {b}", self.numbers.pick(&["==", "!="]))
            }
            4 | 5 => self.of_all(),
            6 => "cnt < 2".to_owned(),
            7 => "flag == 0".to_owned(),
            8 if !self.queue_is_rendezvous => "nempty(q)".to_owned(),
            _ => format!("({} == {} -> flag : true)", self.someone(), self.someone()),
        }
    }

    /// A condition on every process by name.
    fn of_all(&mut self) -> String {
        let value = self.value();
        let but_me = self.numbers.chance(50);
        let (operator, joint) =
            *self.numbers.pick(&[("!=", "&&"), ("==", "||"), ("<=", "&&"), ("==", "&&")]);
        let mut names: Vec<usize> = self.processes().collect();
        self.numbers.shuffle(&mut names);
        if self.numbers.below(100) < self.spoilers {
            names.pop();
        }
        let of_one = |name: usize| match but_me {
            true => format!("(_pid == {name} || st[{name}] {operator} {value})"),
            false => format!("st[{name}] {operator} {value}"),
        };
        let all: Vec<String> = names.into_iter().map(of_one).collect();
        format!("({})", all.join(&format!(" {joint} ")))
    }

    /// One option for each process, in any order.
    fn options_of_all(&mut self) -> Vec<Node> {
        let someone = self.someone();
        let mut names: Vec<usize> = self.processes().collect();
        self.numbers.shuffle(&mut names);
        let choice = self.numbers.below(4);
        let channels = matches!(self.given, Given::Channel | Given::Ring);
        let first = self.first;
        let mut options: Vec<Node> = names
            .into_iter()
            .map(|name| match choice {
                0 => option(vec![line(format!("other = {name};"))]),
                1 if channels => option(vec![
                    line(format!("{someone} == {name} ->")),
                    line(format!("k{}!1;", name - first)),
                ]),
                2 => option(vec![
                    line(format!("st[{name}] == 0 ->")),
                    line(format!("seen[_pid] = {name};")),
                ]),
                _ => option(vec![
                    line(format!("{someone} == {name} ->")),
                    line(format!("st[{name}] = 1;")),
                ]),
            })
            .collect();
        if choice > 0 && self.numbers.chance(40) {
            options.push(option(vec![line("else ->"), line("x = 0;")]));
        }
        options
    }

    fn statement(&mut self, depth: usize, nodes: &mut Vec<Node>) {
        let choice = self.numbers.below(if depth > 0 { 27 } else { 20 });
        let node = match choice {
            0 | 1 => line(format!("{} = {};", self.place(), self.value())),
            2 => line(format!("{}++;", self.place())),
            3 => line(format!("turn = {};", self.someone())),
            4 => line(format!("other = {};", self.someone())),
            5 => line(format!("seen[{}] = {};", self.someone(), self.someone())),
            6..=8 => line(format!("{};", self.guard())),
            9 => line(format!("q!{},{};", self.someone(), self.value())),
            10 => {
                let patterns = ["other,x", "eval(_pid),x", "other,_", "other,1", "turn,_"];
                line(format!("q?{};", self.numbers.pick(&patterns)))
            }
            11 if !self.queue_is_rendezvous => line("q??eval(_pid),x;"),
            11 | 12 if self.has_boxes => {
                line(format!("box[{}]!{};", self.someone(), self.numbers.pick(&["1", "_pid"])))
            }
            13 if self.has_boxes => line(format!("box[_pid]?{};", self.numbers.pick(&["x", "_"]))),
            14 | 15 => match self.given {
                Given::Channel => line((*self.numbers.pick(&["mine!1;", "mine?x;"])).to_owned()),
                Given::Ring => line((*self.numbers.pick(&["next!1;", "mine?x;"])).to_owned()),
                _ => line("flag = 1 - flag;"),
            },
            16 => line(format!("assert({});", self.assertion())),
            17 => {
                nodes.extend([line("cnt++;"), line("assert(cnt <= 1);"), line("cnt--;")]);
                return;
            }
            18 => line("x = cnt;"),
            19 => line("skip;"),
            20 | 21 => block("if", self.options_of_all(), "fi;"),
            22 => {
                let mut names: Vec<usize> = self.processes().collect();
                self.numbers.shuffle(&mut names);
                let value = self.value();
                let all = names.into_iter().map(|p| line(format!("st[{p}] = {value};")));
                let opening = *self.numbers.pick(&["atomic {", "d_step {", "d_step {"]);
                block(opening, all.collect(), "};")
            }
            23 | 24 => {
                let mut body = vec![line(format!("{};", self.guard()))];
                let count = self.numbers.between(1, 2);
                body.extend(self.sequence(count, depth - 1));
                block("atomic {", body, "};")
            }
            25 => {
                let body = vec![
                    line(format!("{};", self.guard())),
                    line(format!("{} = {};", self.place(), self.value())),
                    line(format!("turn = {};", self.someone())),
                ];
                block("d_step {", body, "};")
            }
            26 => {
                let mut options = Vec::new();
                for _ in 0..self.numbers.between(1, 2) {
                    let mut body = vec![line(self.guard() + " ->")];
                    body.extend(self.sequence(1, depth - 1));
                    options.push(option(body));
                }
                if self.numbers.chance(50) {
                    options.push(option(vec![line("else ->"), line("skip;")]));
                }
                block("if", options, "fi;")
            }
            _ => line("x = 1;"),
        };
        nodes.push(node);
    }

    fn assertion(&mut self) -> String {
        match self.numbers.below(4) {
            0 => "turn == _pid".to_owned(),
            1 => "cnt <= 1".to_owned(),
            _ => self.guard(),
        }
    }

    /// A statement that does not treat all alike, or counts with identifiers.
    fn spoiler(&mut self) -> Node {
        let one = self.first + self.numbers.below(self.count);
        match self.numbers.below(12) {
            0 => line(format!("_pid == {one};")),
            1 => line(format!("(_pid != {one} || flag == 0);")),
            2 => line("st[_pid + 1] = 1;"),
            3 => line("(_pid % 2) == 0;"),
            4 => line(format!("turn = {one};")),
            5 => line("turn < _pid;"),
            6 => line("turn = (turn + 1) % 3;"),
            7 => line(format!("st[{one}] = 1;")),
            8 => line("_nr_pr > 2;"),
            9 => line("x = _pid;"),
            10 => line("turn;"),
            _ => {
                self.fresh += 1;
                let name = format!("i{}", self.fresh);
                let (from, to) = (self.first, self.first + self.count - 1);
                let text = format!("byte {name}; for ({name} : {from} .. {to}) {{");
                block(text, vec![line(format!("st[{name}] == 0;"))], "};")
            }
        }
    }

    /// The body of a process that serves the others.
    fn server(&mut self) -> Option<Vec<Node>> {
        if !self.has_server {
            return None;
        }
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
        let label = if self.numbers.chance(50) { "end: " } else { "" };
        body.push(block(format!("{label}do"), options, "od;"));
        Some(body)
    }
}
