//! Random models of processes that never end, and start others: what they do is small, and much of it is about who comes
//! first. (Processes that end disturb all who start some, which hides what partial order reduction forgets.)

use crate::random::text::{Node, block, line, option, render};
use testing::Numbers;

struct Generator {
    numbers: Numbers,
    /// What the first two processes say to each other before all else, if anything.
    dialogue: [Vec<&'static str>; 2],
    talks: bool,
    /// Which process types are still to be started.
    waiting: Vec<usize>,
}

/// A model, without properties but assertions.
pub fn model(seed: u64) -> Vec<Node> {
    let mut generator = Generator::new(seed);
    generator.model()
}

/// A model with a formula.
pub fn model_with_formula(seed: u64) -> String {
    let mut generator = Generator::new(seed);
    let text = render(&generator.model());
    format!("{text}ltl {{ {} }}\n", generator.formula(3))
}

impl Generator {
    fn new(seed: u64) -> Generator {
        Generator {
            numbers: Numbers::new(seed),
            dialogue: Default::default(),
            talks: false,
            waiting: Vec::new(),
        }
    }

    fn pick(&mut self, all: &[&str]) -> String {
        all[self.numbers.below(all.len())].to_string()
    }

    fn model(&mut self) -> Vec<Node> {
        let capacity = self.numbers.below(2);
        let mut nodes = vec![
            line("byte g, h, z;"),
            line("hidden byte s[2];"),
            line(format!("chan c = [{capacity}] of {{ byte }};")),
            line("chan d = [0] of { byte };"),
            line("chan e = [1] of { byte };"),
        ];
        self.talks = self.numbers.one_in(3);
        if self.talks {
            for _ in 0..2 + self.numbers.below(2) {
                let pair = [("d!1;", "d?_;"), ("c!1;", "c?_;")][self.numbers.below(2)];
                let (first, second) = if self.numbers.one_in(2) { pair } else { (pair.1, pair.0) };
                self.dialogue[0].push(first);
                self.dialogue[1].push(second);
            }
        }
        self.waiting = (0..1 + self.numbers.below(2)).collect();
        let started = self.waiting.len();
        if self.talks {
            let asked = self.pick(&["g == 1", "h == 1", "s[1] == 1"]);
            let body = vec![line(format!("byte l; assert({asked}); do :: l = 1; l = 0 od"))];
            nodes.push(block("active proctype C() {", body, "}"));
        }
        for index in 0..2 + self.numbers.below(2) * usize::from(!self.talks) {
            let said = self.dialogue.get_mut(index).map(std::mem::take).unwrap_or_default();
            nodes.push(self.process(&format!("active proctype A{index}() {{"), &said));
        }
        for index in 0..started {
            self.waiting.retain(|&other| other > index);
            nodes.push(self.process(&format!("proctype B{index}() {{"), &[]));
        }
        nodes
    }

    fn process(&mut self, open: &str, said: &[&str]) -> Node {
        let first = self.pick(&["g", "len(c)", "1 / (g + 1 - h)", "0", "0", "0", "0"]);
        let mut body = vec![line(format!("byte l = {first};"))];
        let mut said = said.iter();
        while let Some(&first) = said.next() {
            let mut sequence = vec![line(first)];
            if self.numbers.one_in(2) {
                sequence.extend(said.next().map(|&next| line(next)));
            }
            if self.numbers.one_in(2) {
                sequence.push(line(self.assignment()));
            }
            body.push(match self.numbers.below(4) {
                0 => block("", sequence, ""),
                _ => block("atomic {", sequence, "};"),
            });
        }
        if self.numbers.one_in(4) {
            body.push(block("atomic {", vec![line("d?_;"), self.statement(0)], "};"));
        }
        let count = 1 + self.numbers.below(3);
        body.extend((0..count).map(|_| self.statement(2)));
        let end = self.numbers.below(4);
        match end {
            0 => {}
            1 => body.push(block("do", vec![line(":: z = 1"), line(":: z = 0")], "od")),
            2 => body.push(block("do", vec![option(vec![self.statement(1), line("l = 0")])], "od")),
            _ => body.push(block("do", vec![line(":: l = 1; l = 0")], "od")),
        }
        block(open, body, "}")
    }

    fn statement(&mut self, depth: usize) -> Node {
        match self.numbers.below(if depth == 0 { 7 } else { 12 }) {
            0 | 1 => line(self.assignment()),
            2 | 3 => line(self.message() + ";"),
            4 => line(format!("({});", self.condition())),
            5 => line(format!("assert({});", self.condition())),
            6 => self.start(),
            7 | 8 => block("if", self.options(depth), "fi;"),
            9 | 10 => {
                let count = 2 + self.numbers.below(2);
                let body = (0..count).map(|_| self.statement(depth - 1)).collect();
                block("atomic {", body, "};")
            }
            _ => {
                let assignments = [line(self.assignment()), line(self.assignment())];
                block("d_step {", assignments.to_vec(), "};")
            }
        }
    }

    fn start(&mut self) -> Node {
        let Some(index) = self.waiting.pop() else { return line("l = l % 2 + 1;") };
        match self.numbers.below(3) {
            0 => line(format!("atomic {{ run B{index}(); d!1; }};")),
            _ => line(format!("run B{index}();")),
        }
    }

    fn options(&mut self, depth: usize) -> Vec<Node> {
        let first = match self.numbers.below(3) {
            0 => self.condition(),
            _ => self.message(),
        };
        let mut options = vec![option(vec![line(first + " ->"), self.statement(depth - 1)])];
        if self.numbers.one_in(2) {
            let next = self.message();
            options.push(option(vec![line(next + ";"), self.statement(depth - 1)]));
        }
        if self.numbers.one_in(2) {
            options.push(option(vec![line("else ->"), self.statement(depth - 1)]));
        }
        options
    }

    fn message(&mut self) -> String {
        if self.talks {
            // Nobody else is to be heard where two talk.
            return self.pick(&["e!1", "e?_", "e?l"]);
        }
        self.pick(&["c!1", "c!2", "d!1", "c?l", "c?_", "d?_", "d?l", "c?1"])
    }

    fn assignment(&mut self) -> String {
        self.pick(&["g = 1;", "h = 1;", "g = 0;", "s[1] = 1;", "s[0] = g;", "h = s[1];", "l = g;"])
    }

    fn condition(&mut self) -> String {
        self.pick(&[
            "g == 0",
            "g == 1",
            "h == 1",
            "h == 0",
            "s[1] == 0",
            "l == 1",
            "l == 0",
            "len(c) == 0",
            "_nr_pr < 4",
            "false",
        ])
    }

    fn formula(&mut self, depth: usize) -> String {
        if depth == 0 || self.numbers.one_in(4) {
            return self.pick(&[
                "(g == 0)",
                "(h == 1)",
                "(s[1] == 0)",
                "(len(c) == 0)",
                "(_nr_pr < 4)",
                "(g == h)",
                "(z == 0)",
            ]);
        }
        let operand = self.formula(depth - 1);
        match self.numbers.below(7) {
            0 | 1 => format!("[] {operand}"),
            2 | 3 => format!("<> {operand}"),
            4 => format!("({operand} U {})", self.formula(depth - 1)),
            5 => format!("({operand} || {})", self.formula(depth - 1)),
            _ => format!("! {operand}"),
        }
    }
}
