//! How processes come to be, and whether they go.

use super::draft::Draft;
use crate::random::text::{Node, block, line, option};
use testing::Numbers;

/// How the processes are started.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    /// By themselves, before the others or after them.
    Active,
    ActiveAfter,
    /// By `init`: in one step, one by one, in a loop, or the last one later.
    Together,
    OneByOne,
    InLoop,
    LastLater,
    /// Each starts the next one.
    Chain,
    /// Others were there before them, and have gone.
    AfterOthers,
    /// The last one ends and is started again, with the same number.
    Again,
}

impl Start {
    pub fn random(numbers: &mut Numbers) -> Start {
        numbers.weighted(&[
            (9, Start::Active),
            (2, Start::ActiveAfter),
            (3, Start::Together),
            (1, Start::OneByOne),
            (2, Start::InLoop),
            (1, Start::LastLater),
            (1, Start::Chain),
            (1, Start::AfterOthers),
            (1, Start::Again),
        ])
    }

    /// The number of the first process, if there are so many others besides `init`.
    pub fn first(self, others: usize) -> usize {
        match self {
            Start::Active => 0,
            Start::ActiveAfter => others,
            _ => 1 + others,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Start::Active => "active",
            Start::ActiveAfter => "active after others",
            Start::Together => "run together",
            Start::OneByOne => "run one by one",
            Start::InLoop => "run in a loop",
            Start::LastLater => "last run later",
            Start::Chain => "run by one another",
            Start::AfterOthers => "run after others have gone",
            Start::Again => "run again",
        }
    }
}

impl Draft {
    /// The type of the alike processes.
    pub fn process(&mut self, mut body: Vec<Node>) -> Node {
        if self.numbers.chance(70) && self.start != Start::Again {
            body.push(line("endstay: (false);"));
        } else {
            self.feature("ends");
        }
        let header = match self.start {
            Start::Active | Start::ActiveAfter => {
                format!("active [{}] proctype P() {{", self.count)
            }
            Start::Chain => "proctype P(byte more) {".to_owned(),
            Start::Again => "proctype P(bit ends) {".to_owned(),
            _ => "proctype P() {".to_owned(),
        };
        let declares = |node: &Node| matches!(node, Node::Line(text) if is_declaration(text));
        let start = body.iter().position(|node| !declares(node)).unwrap_or(body.len());
        match self.start {
            Start::Chain => {
                let next = option(vec![line("more > 0 -> run P(more - 1);")]);
                let none = option(vec![line("else -> skip;")]);
                body.insert(start, block("if", vec![next, none], "fi;"));
            }
            Start::Again => {
                // The first time, it only comes and goes.
                let ends = option(vec![line("ends -> goto gone;")]);
                let none = option(vec![line("else -> skip;")]);
                body.insert(start, block("if", vec![ends, none], "fi;"));
                body.push(line("gone: skip;"));
            }
            _ => {}
        }
        block(header, body, "}")
    }

    /// The process that starts the others, if there is one.
    pub fn init(&mut self) -> Vec<Node> {
        let count = self.count;
        let runs = |many: usize| (0..many).map(|_| line("run P();"));
        let mut body: Vec<Node> = Vec::new();
        match self.start {
            Start::Active | Start::ActiveAfter => return Vec::new(),
            Start::Together => body.push(block("atomic {", runs(count).collect(), "};")),
            Start::OneByOne => body.extend(runs(count)),
            Start::InLoop => {
                body.push(line("byte c;"));
                let starts = option(vec![line(format!("c < {count} -> run P(); c++;"))]);
                let ends = option(vec![line("else -> break;")]);
                let starting = block("do", vec![starts, ends], "od;");
                match self.numbers.chance(70) {
                    true => body.push(block("atomic {", vec![starting], "};")),
                    false => body.push(starting),
                }
            }
            Start::LastLater => {
                body.push(block("atomic {", runs(count - 1).collect(), "};"));
                body.push(line("(ready > 0);"));
                body.extend(runs(1));
            }
            Start::Chain => body.push(line(format!("run P({});", count - 1))),
            Start::AfterOthers => {
                body.push(line("run W();"));
                body.push(line("run W();"));
                body.push(line(format!("(_nr_pr == {});", self.first)));
                body.push(block("atomic {", runs(count).collect(), "};"));
            }
            Start::Again => {
                body.push(line("run P(1);"));
                body.push(line(format!("(_nr_pr == {});", self.first)));
                let all = (0..count).map(|_| line("run P(0);")).collect();
                body.push(block("atomic {", all, "};"));
            }
        }
        if self.numbers.chance(60) {
            body.push(line("endinit: (false);"));
        }
        let mut nodes = vec![block("init {", body, "}")];
        if self.start == Start::AfterOthers {
            let gone = self.numbers.pick(&["b[_pid] = 0;", "skip;", "b[_pid] = 1; b[_pid] = 0;"]);
            nodes.insert(0, block("proctype W() {", vec![line(*gone)], "}"));
        }
        nodes
    }
}

fn is_declaration(text: &str) -> bool {
    ["byte ", "bit ", "int ", "short ", "pid ", "unsigned ", "chan ", "mtype ", "C "]
        .iter()
        .any(|of| text.starts_with(of))
}
