//! Random statements of symmetric processes.

use super::symmetric::{Generator, Given};
use super::text::{Node, block, line, option};

impl Generator {
    /// Some statements.
    pub fn sequence(&mut self, count: usize, depth: usize) -> Vec<Node> {
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
    pub fn someone(&mut self) -> String {
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

    /// A value of an array of states.
    pub fn value(&mut self) -> String {
        (*self.numbers.pick(&["0", "1", "1", "2"])).to_owned()
    }

    /// A condition that treats all alike.
    pub fn guard(&mut self) -> String {
        if self.numbers.chance(35)
            && let Some(guard) = self.special_guard()
        {
            return guard;
        }
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
    pub fn of_all(&mut self) -> String {
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
        if self.numbers.chance(30)
            && let Some(found) = self.special_statement(depth)
        {
            nodes.extend(found);
            return;
        }
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
}
